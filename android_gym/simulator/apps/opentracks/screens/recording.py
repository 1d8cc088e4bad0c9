"""The screen of the track being recorded."""

from __future__ import annotations

from dataclasses import dataclass

from android_gym.simulator.appkit.dialogs import ChoiceDialog
from android_gym.simulator.appkit.times import time_of_day
from android_gym.simulator.apps.opentracks import layouts, recording
from android_gym.simulator.apps.opentracks.dialogs import ShowOnMap
from android_gym.simulator.apps.opentracks.look import (
    LOGO,
    ORANGE,
    bottom_bar,
    framed,
    label,
    round_button,
    value,
)
from android_gym.simulator.apps.opentracks.model import Recording, Track
from android_gym.simulator.apps.opentracks.screens.tabs import TabsActivity
from android_gym.simulator.apps.opentracks.units import elapsed
from android_gym.simulator.ui.activity import Screen, callback
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import GridLayout, ScrollView, column
from android_gym.simulator.ui.view import View

WAITING = "Waiting for GPS signal: OpenTracks is recording without GPS data."
"""Hint shown until the first fix."""


@dataclass(frozen=True)
class SelectLayout(ChoiceDialog["TrackRecordingActivity"]):
    """Choose one of the layouts."""

    TITLE = "Select Layout"

    def choices(self, screen: TrackRecordingActivity) -> list[str]:
        """Return the names of the layouts."""
        return [layout.name for layout in layouts.layouts(screen.context)]

    def selected(self, screen: TrackRecordingActivity) -> int:
        """Return the index of the selected layout."""
        return self.choices(screen).index(layouts.selected(screen.context).name)

    def on_choose(self, screen: TrackRecordingActivity, index: int) -> None:
        """Select a layout."""
        layouts.select(screen.context, self.choices(screen)[index])


class TrackRecordingActivity(TabsActivity):
    """The track being recorded."""

    DIALOGS = (SelectLayout, ShowOnMap)

    @property
    def number(self) -> int:
        """Id of the track being recorded, whichever track the screen was opened for."""
        recorded = recording.recorded_track(self.context)
        return self.intent.get_int("track", -1) if recorded is None else recorded

    def on_resume(self) -> None:
        """Leave if nothing is being recorded: the process died, or the track is gone."""
        if recording.recorded_track(self.context) is None or self.track() is None:
            self.finish()
            return
        self._tell()

    def _tell(self) -> None:
        if recording.signal(self.context) == "waiting":
            self.show_snackbar(
                WAITING, action="Dismiss", method="dismiss", duration_ms=0, bottom=80
            )
            self.after(1000, "look_again")

    @callback
    def look_again(self) -> None:
        """Dismiss the hint once there is a fix."""
        if recording.signal(self.context) == "waiting":
            self.after(1000, "look_again")
        else:
            self.hide_snackbar()

    @callback
    def dismiss(self) -> None:
        """Dismiss the hint."""
        self.hide_snackbar()

    def on_back(self) -> bool:
        """Return to the list; the recording continues."""
        self.start_activity(".TrackListActivity")
        self.finish()
        return True

    def build(self) -> Screen:
        """Build the tabs, the bar and the floating action button."""
        track, under_way = self.track(), recording.recording(self.context)
        if track is None or under_way is None:
            return framed(View(), None)
        menu = [
            MenuItem(
                "Show on map", self._show_on_map, id="track_detail_menu_show_on_map", icon="map"
            ),
            MenuItem(
                "Insert marker",
                self._insert_marker,
                id="track_detail_insert_marker",
                icon="map_marker_plus",
            ),
            MenuItem(
                "Select Layout",
                lambda: self.show_dialog(SelectLayout()),
                id="track_detail_menu_select_layout",
                icon="view_dashboard_outline",
            ),
            MenuItem(
                "Markers",
                lambda: self.open_markers(self.number),
                id="track_detail_markers",
                icon="map_marker",
            ),
            MenuItem("Edit", lambda: self.edit_track(self.number)),
            MenuItem("Settings", self.open_settings),
        ]
        return framed(
            self.tabs(track, lambda shown: self._statistics(shown, under_way)),
            bottom_bar(self.context, navigation=LOGO, on_navigation=self.on_back, menu=menu),
            fab=round_button(
                "stop",
                "track_recording_fab_action",
                "Stop",
                ORANGE,
                lambda: self.toast("Hold to stop"),
                self._stop,
            ),
        )

    def _show_on_map(self) -> None:
        self.show_dialog(ShowOnMap((self.number,)))

    def _insert_marker(self) -> None:
        self.start_activity(".ui.markers.MarkerEditActivity", track=self.number)

    def _stop(self) -> None:
        self.stop_recording()
        self.finish()

    def _statistics(self, track: Track, under_way: Recording) -> View:
        units, paced = self.units, self.paced(track.category)
        fix = self.context.system.location.last if under_way.fixed else None
        last = under_way.last
        now = (last.speed or 0.0) if last is not None and not under_way.idle else 0.0
        layout = layouts.selected(self.context)

        values: dict[str, tuple[str, str]] = {
            "distance": units.distance(track.distance),
            "total_time": (elapsed(recording.duration_ms(self.context, under_way)), ""),
            "moving_time": (elapsed(track.moving_ms), ""),
            "altitude": units.altitude(fix.altitude if fix is not None else None),
            "gain": units.altitude(track.gain),
            "loss": units.altitude(track.loss),
            "coordinates": (
                f"{fix.latitude:.5f}, {fix.longitude:.5f}" if fix is not None else "-",
                "",
            ),
            "heart_rate": ("-", "bpm"),
            "cadence": ("-", "rpm"),
            "power": ("-", "W"),
        }
        if any(field.key == "time" and field.visible for field in layout.fields):
            # Reading the minute rebuilds the screen every minute, so only do it if the time is
            # shown.
            values["time"] = (time_of_day(self.context, self.context.system.clock.minute()), "")
        rates = (
            ("speed", "pace", now),
            ("average_speed", "average_pace", track.average_speed),
            ("max_speed", "fastest_pace", track.top_speed),
            ("average_moving_speed", "average_moving_pace", track.moving_speed),
        )
        titles = dict(layouts.TITLES)
        for fast, slow, each in rates:
            # For a paced activity, fields that show speeds show paces too.
            values[fast], values[slow] = units.rate(each, paced), units.rate(each, True)
            titles[fast] = titles[slow] if paced else titles[fast]
        items = [
            (titles[field.key], *values[field.key], field)
            for field in layout.fields
            if field.visible
        ]
        cells = [
            column(
                value(text, unit, "stats_value", unit_name="stats_unit"),
                label(
                    name,
                    small=not field.primary,
                    id="stats_description_main",
                    margin=(0, 8, 0, 0),
                ),
                key=field.key,
                width=MATCH,
                padding=(0, 16),
                content_gravity="center_horizontal",
            )
            for name, text, unit, field in items
        ]
        grid = GridLayout(cells, columns=layout.columns, id="stats_layout", width=MATCH)
        return ScrollView(grid, width=MATCH, height=MATCH)
