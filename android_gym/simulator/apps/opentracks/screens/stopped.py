"""The screen after a recording: keep the track, discard it, or resume."""

from __future__ import annotations

from collections.abc import Callable

from android_gym.simulator.apps.opentracks import recording
from android_gym.simulator.apps.opentracks.dialogs import ChooseSport, DeleteTracks
from android_gym.simulator.apps.opentracks.look import ORANGE, halves
from android_gym.simulator.apps.opentracks.screens.edit import FieldsActivity
from android_gym.simulator.apps.opentracks.units import elapsed
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView


class TrackStoppedActivity(FieldsActivity):
    """The track that was just recorded."""

    DIALOGS = (ChooseSport, DeleteTracks)

    def build(self) -> Screen:
        """Build the fields, the statistics and the three buttons."""
        track = self.track()
        if track is None:
            return Screen(View(width=MATCH, height=MATCH))
        units = self.units
        distance, unit = units.distance(track.distance)
        rate, rate_unit = units.rate(track.average_speed, self.paced(self.state.type))
        numbers = column(
            TextView(elapsed(track.total_ms), id="time", style="display_large"),
            halves(
                _number(distance, "distance", unit),
                _number(rate, "speed", rate_unit),
            ),
            width=MATCH,
            content_gravity="center_horizontal",
        )
        content = column(
            ScrollView(
                column(self.fields(), numbers, width=MATCH), width=MATCH, height=0, weight=1.0
            ),
            row(
                ImageView(
                    "delete_forever",
                    id="discard_button",
                    content_description="Discard",
                    tint="text_primary",
                    width=48,
                    height=48,
                    margin=(0, 0, 44, 0),
                    on_click=lambda: self.show_dialog(DeleteTracks(numbers=(self.number,))),
                ),
                _round("resume_button", "Record", "play", self._resume),
                View(width=36, height=1),
                _round("finish_button", "Stop", "check", self._finish),
                width=MATCH,
                padding=8,
                content_gravity="center",
            ),
            width=MATCH,
            height=MATCH,
        )
        return Screen(content, overlays=[self.popup()], status_bar="status_bar")

    def on_back(self) -> bool:
        """Resume the recording."""
        self._resume()
        return True

    def deleted(self) -> None:
        """Return to the list."""
        self.finish()

    def _resume(self) -> None:
        self.save()
        if recording.resume(self.context, self.number):
            self.start_activity(".TrackRecordingActivity", track=self.number)
        self.finish()

    def _finish(self) -> None:
        self.hide_keyboard()
        self.save()
        self.finish()


def _number(text: str, name: str, unit: str) -> View:
    return row(
        TextView(text, id=name, style="display_medium"),
        TextView(
            unit,
            id=f"{name}_unit",
            size=12,
            color="text_primary",
            gravity="bottom",
            margin=(2, 0, 0, 8),
        ),
    )


def _round(id: str, description: str, icon: str, on_click: Callable[[], None]) -> View:
    return ImageView(
        icon,
        id=id,
        content_description=description,
        tint="#FFFFFF",
        size=32,
        width=64,
        height=64,
        background=Rounded(ORANGE, 32),
        on_click=on_click,
    )
