"""The dialog for the duration of the fade when a song is paused or played."""

from __future__ import annotations

from dataclasses import dataclass, replace

from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.widgets import SeekBar, TextView

__all__ = ["ChooseFade"]

LONGEST_MS = 1000
STEP_MS = 100


@dataclass(frozen=True)
class ChooseFade(Dialog[Actions]):
    """Asks for a duration with a slider.

    Attributes:
        duration_ms: Duration in ms.
    """

    duration_ms: int = 0

    @staticmethod
    def of(screen: Actions) -> ChooseFade:
        """Return the dialog for the current setting."""
        kept = screen.context.preferences().get("audio_fade_duration", 0)
        return ChooseFade(min(max(kept, 0), LONGEST_MS) if isinstance(kept, int) else 0)

    def build(self, screen: Actions) -> Overlay:
        """Build the slider and the buttons."""

        def save() -> None:
            screen.dismiss_dialog()
            screen.context.preferences().put(audio_fade_duration=self.duration_ms)

        def change(value: float) -> None:
            duration = round(value / STEP_MS) * STEP_MS
            screen.update_dialog(replace(self, duration_ms=duration))

        slider = SeekBar(self.duration_ms, LONGEST_MS, on_change=change, id="slider", width=MATCH)
        text = TextView(f"{self.duration_ms} ms", id="duration", align="center", width=MATCH)
        return alert_dialog(
            "Audio fade duration",
            on_dismiss=screen.dismiss_dialog,
            content=column(slider, text, width=MATCH, padding=16),
            positive="Save",
            on_positive=save,
            negative="Cancel",
        )
