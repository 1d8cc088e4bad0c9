"""Audio: the media volume, the ringer's mode, and the panel that the volume keys bring up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from android_gym.simulator.state import State
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.settings import Settings

__all__ = ["MEDIA_STEPS", "Audio", "RingerMode"]

RingerMode = Literal["silent", "vibrate", "normal"]
"""Ringer modes, in the order of ``mode_ringer`` from 0."""

MEDIA_STEPS: Final = 15
PANEL_MS: Final = 3_000
"""Milliseconds that the panel stays on screen without a touch (VolumeDialogImpl)."""

_MODES: Final = get_args(RingerMode)
_MEDIA: Final = "volume_music_speaker"


@dataclass(frozen=True)
class _Panel:
    shown: bool = False
    drawer: bool = False
    timer: int = 0


class Audio:
    """Media volume and ringer mode, kept in settings as on Android, and the volume panel."""

    def __init__(self, state: State, clock: Clock, settings: Settings) -> None:
        self._slot = state.slot("volume_panel", _Panel())
        self._clock = clock
        self._settings = settings
        clock.handler("volume_panel", lambda _: self.hide_panel())

    @property
    def volume(self) -> int:
        """Media volume, 0 to `MEDIA_STEPS`."""
        return self._settings.get_int("system", _MEDIA, 5)

    def set_volume(self, value: int) -> None:
        """Set the media volume; restarts the panel's timeout if it is open."""
        self._settings.put("system", _MEDIA, str(max(0, min(MEDIA_STEPS, value))))
        if self.panel:
            self.show_panel()

    def press_key(self, name: str) -> None:
        """Do what a volume key does: change the media volume and show the panel."""
        steps = {"VOLUME_UP": 1, "VOLUME_DOWN": -1, "VOLUME_MUTE": -MEDIA_STEPS}
        self.set_volume(self.volume + steps[name])
        self.show_panel()

    @property
    def ringer(self) -> RingerMode:
        """Ringer mode for incoming calls."""
        mode = self._settings.get_int("global", "mode_ringer", 2)
        return _MODES[mode] if 0 <= mode < len(_MODES) else "normal"

    def set_ringer(self, mode: RingerMode) -> None:
        """Set the ringer mode; closes the panel's choice of modes."""
        self._settings.put("global", "mode_ringer", str(_MODES.index(mode)))
        self._slot.update(drawer=False)
        if self.panel:
            self.show_panel()

    # -- the panel

    @property
    def panel(self) -> bool:
        """True while the panel is on screen."""
        return self._slot.get().shown

    @property
    def drawer(self) -> bool:
        """True while the panel offers the ringer modes."""
        return self._slot.get().drawer

    def show_panel(self, *, drawer: bool | None = None) -> None:
        """Show the panel, or restart its timeout.

        Args:
            drawer: Whether it offers the ringer modes; None leaves that as it is.
        """
        present = self._slot.peek()
        self._clock.cancel(present.timer)
        timer = self._clock.schedule(PANEL_MS, "volume_panel")
        self._slot.update(
            shown=True, drawer=present.drawer if drawer is None else drawer, timer=timer
        )

    def hide_panel(self) -> None:
        """Hide the panel."""
        self._clock.cancel(self._slot.peek().timer)
        self._slot.set(_Panel())
