"""The volume panel: media volume slider, ringer mode, and a link to the settings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Unpack

from android_gym.simulator.apps.systemui.actions import SystemUi
from android_gym.simulator.system.audio import MEDIA_STEPS, RingerMode
from android_gym.simulator.system.words import phrase
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column, row
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.touches import Touch
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, ImageView

RAIL_DP: Final = 176
ICONS: Final[dict[RingerMode, tuple[str, str]]] = {
    "normal": ("bell_outline", "Ring"),
    "vibrate": ("vibrate", "Vibrate"),
    "silent": ("bell_off_outline", "Mute"),
}
"""Icon and label of each ringer mode."""


class VolumeRail(FrameLayout):
    """A vertical slider, filled below the thumb.

    Args:
        window: The volume panel.
        **common: See `View`.
    """

    CLASS = "android.widget.SeekBar"
    IMPORTANT = True
    CLIPS = True

    def __init__(self, window: SystemUi, **common: Unpack[ViewOptions]) -> None:
        audio = window.system.audio
        self._audio = audio
        self.text = str(float(audio.volume))
        # The rail is always filled at least up to its icon, which is drawn on the filled part.
        filled = 42 + (RAIL_DP - 42) * audio.volume / MEDIA_STEPS
        common.setdefault("focusable", True)
        super().__init__(
            [
                View(
                    width=MATCH,
                    height=filled,
                    gravity="bottom",
                    background=Rounded("brightness", 21),
                ),
                ImageView(
                    "music_note" if audio.volume else "music_note_off",
                    size=20,
                    tint="#FF1B1B1D",
                    gravity="bottom|center_horizontal",
                    margin=(0, 0, 0, 11),
                    important_for_accessibility="no",
                ),
            ],
            **common,
        )

    @property
    def takes_touch(self) -> bool:
        """Return True, because the slider follows the finger from the first touch."""
        return True

    def touch(self, event: Touch) -> None:
        """Set the volume to the finger's position."""
        if event.action in ("down", "move", "up"):
            _, top, _, bottom = self.bounds
            part = (bottom - event.y) / max(1, bottom - top)
            volume = round(max(0.0, min(1.0, part)) * MEDIA_STEPS)
            if volume != self._audio.volume:
                self._audio.set_volume(volume)

    def accessibility_text(self) -> str:
        """Return the volume as a float, as a SeekBar reports it."""
        return self.text


class VolumeDialog(SystemUi):
    """The volume panel, shown by the volume keys and hidden three seconds after the last touch."""

    LAYER = 35

    def build(self) -> Overlay | None:
        """Build the panel; None while it is hidden."""
        audio = self.system.audio
        if not audio.panel:
            return None
        modes = [self._mode(mode) for mode in ICONS] if audio.drawer else [self._ringer()]
        body = column(
            row(*modes, id="volume_ringer_and_drawer_container", gravity="end"),
            column(
                VolumeRail(
                    self,
                    id="volume_row_slider",
                    content_description="Media",
                    width=42,
                    height=RAIL_DP,
                    background=Rounded("brightness_track", 21),
                ),
                ImageButton(
                    "dots_horizontal",
                    id="settings",
                    content_description="Sound settings",
                    width=42,
                    height=40,
                    on_click=self._open_settings,
                ),
                id="main",
                padding=(8, 10, 8, 4),
                margin=(0, 8, 0, 0),
                gravity="end",
                background=Rounded("dialog", 29),
            ),
            id="volume_dialog_container",
            content_gravity="end",
        )
        return Overlay(
            FrameLayout([body], id="volume_dialog"),
            key="volume_dialog",
            gravity="center_vertical|end",
            margin=(8, 0, 8, 0),
            kind="system",
            modal=False,
            focusable=False,
            on_touch_outside=audio.hide_panel,
            on_dismiss=audio.hide_panel,
            title="VolumeDialogImpl",
        )

    def _ringer(self) -> View:
        icon, words = ICONS[self.system.audio.ringer]
        return _round(
            icon,
            "volume_new_ringer_active_icon_container",
            phrase("{mode}. Tap to change ringer mode.", mode=words),
            partial(self.system.audio.show_panel, drawer=True),
        )

    def _mode(self, mode: RingerMode) -> View:
        icon, words = ICONS[mode]
        name = {"silent": "mute"}.get(mode, mode)
        chosen = mode == self.system.audio.ringer
        return _round(
            icon,
            f"volume_drawer_{name}",
            words,
            partial(self.system.audio.set_ringer, mode),
            chosen=chosen,
        )

    def _open_settings(self) -> None:
        self.system.audio.hide_panel()
        self.open_settings("android.settings.SOUND_SETTINGS")


def _round(
    icon: str, id: str, words: str, on_click: Callable[[], object], *, chosen: bool = True
) -> View:
    return ImageButton(
        icon,
        id=id,
        content_description=words,
        selected=chosen,
        tint="#FF1B1B1D" if chosen else "text_primary",
        width=58,
        height=58,
        background=Rounded("brightness" if chosen else "dialog", 29),
        on_click=on_click,
    )
