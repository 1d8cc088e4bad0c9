"""The player's dialogs: playback speed, sleep timer, sharing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from android_gym.simulator.appkit.dialogs import ChoiceDialog
from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.model import Song
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.widgets import CheckBox, SeekBar, TextView

__all__ = ["PlaybackSpeed", "ShareSong", "SleepTimer"]


@dataclass(frozen=True)
class PlaybackSpeed(Dialog[Actions]):
    """Sliders for speed and pitch.

    Attributes:
        speed: Speed in percent.
        pitch: Pitch in percent.
    """

    speed: int = 100
    pitch: int = 100

    def build(self, screen: Actions) -> Overlay:
        """Build the sliders and the buttons."""

        def save(speed: int, pitch: int) -> None:
            screen.dismiss_dialog()
            screen.player.set_speed(speed / 100, pitch / 100)

        def change(**changes: int) -> None:
            screen.update_dialog(replace(self, **changes))

        return alert_dialog(
            "Playback Settings",
            on_dismiss=screen.dismiss_dialog,
            positive="Save",
            on_positive=lambda: save(self.speed, self.pitch),
            neutral="Reset",
            on_neutral=lambda: save(100, 100),
            negative="Cancel",
            content=column(
                TextView("Playback Speed", id="playback_speed_title", size=16),
                SeekBar(
                    self.speed - 25,
                    375,
                    on_change=lambda value: change(speed=25 + round(value / 5) * 5),
                    id="playback_speed_slider",
                    width=MATCH,
                ),
                TextView(f"{self.speed / 100:.2f}", id="speed_value", align="center", width=MATCH),
                TextView("Pitch", id="playback_pitch_title", size=16, margin=(0, 16, 0, 0)),
                SeekBar(
                    self.pitch - 50,
                    150,
                    on_change=lambda value: change(pitch=50 + round(value / 5) * 5),
                    id="playback_pitch_slider",
                    width=MATCH,
                ),
                TextView(f"{self.pitch / 100:.2f}", id="pitch_value", align="center", width=MATCH),
                width=MATCH,
                padding=16,
            ),
        )


@dataclass(frozen=True)
class SleepTimer(Dialog[Actions]):
    """Asks when playing stops.

    Attributes:
        minutes: Minutes from now.
        finish: Whether to play the current song to its end first.
    """

    minutes: int = 30
    finish: bool = False

    def build(self, screen: Actions) -> Overlay:
        """Build the slider and the buttons."""
        running = screen.player.sleep_minutes

        def start() -> None:
            screen.dismiss_dialog()
            screen.player.sleep_after(self.minutes, finish_song=self.finish)
            screen.toast(f"Sleep timer set for {self.minutes} minutes from now.")

        def cancel() -> None:
            screen.dismiss_dialog()
            screen.player.cancel_sleep()
            screen.toast("Sleep timer canceled.")

        return alert_dialog(
            "Sleep timer",
            on_dismiss=screen.dismiss_dialog,
            positive="Start" if running is None else None,
            on_positive=start,
            negative="Cancel" if running is None else "Cancel current timer",
            on_negative=screen.dismiss_dialog if running is None else cancel,
            content=column(
                TextView(
                    f"{self.minutes if running is None else running} min",
                    id="timerDisplay",
                    size=20,
                    weight_font=500,
                    padding=16,
                ),
                SeekBar(
                    self.minutes - 1,
                    179,
                    on_change=lambda value: screen.update_dialog(
                        replace(self, minutes=1 + round(value))
                    ),
                    id="seekBar",
                    width=MATCH,
                )
                if running is None
                else None,
                CheckBox(
                    "Finish last song",
                    id="shouldFinishLastSong",
                    checked=self.finish,
                    on_checked_change=lambda on: screen.update_dialog(replace(self, finish=on)),
                    margin=(16, 0, 16, 0),
                )
                if running is None
                else None,
                width=MATCH,
                content_gravity="center_horizontal",
            ),
        )


@dataclass(frozen=True)
class ShareSong(ChoiceDialog[Actions]):
    """Asks what to share: the current song's file, or a text about listening to it."""

    TITLE = "What do you want to share?"
    MARKED = False
    NEGATIVE = None

    song: Song

    def _words(self) -> str:
        return f"Currently listening to {self.song.title} by {self.song.artist}."

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the two choices."""
        return ["The audio file", self._words()]

    def on_choose(self, screen: Actions, index: int) -> None:
        """Share the choice with an app that the user chooses."""
        if index == 0:
            screen.share([self.song])
        else:
            screen.share_text(self._words())
