"""The track being recorded."""

from __future__ import annotations

from android_gym.simulator.apps.opentracks import recording
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
from android_gym.simulator.ui.layouts import GridLayout, ScrollView, column
from android_gym.simulator.ui.view import MATCH, View

WAITING = "Waiting for GPS signal: OpenTracks is recording without GPS data."
"""Said until the first fix."""


class TrackRecordingActivity(TabsActivity):
    """Shows a track while it grows."""

    DIALOGS = (ShowOnMap,)

    @property
    def number(self) -> int:
        """Id of the track being recorded, whatever track the screen was opened for."""
        recorded = recording.recorded_track(self.context)
        return self.intent.get_int("track", -1) if recorded is None else recorded

    def on_resume(self) -> None:
        """Leave where nothing is recorded: the process died, or the track is gone."""
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
        """Take the hint away once there is a fix."""
        if recording.signal(self.context) == "waiting":
            self.after(1000, "look_again")
        else:
            self.hide_snackbar()

    @callback
    def dismiss(self) -> None:
        """Take the hint away."""
        self.hide_snackbar()

    def on_back(self) -> bool:
        """Go back to the list; the recording goes on."""
        self.start_activity(".TrackListActivity")
        self.finish()
        return True

    def build(self) -> Screen:
        """Build the tabs, the bar and the round button."""
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
        word = "pace" if paced else "speed"
        items = (
            ("Distance", *units.distance(track.distance)),
            ("Total time", elapsed(recording.duration_ms(self.context, under_way)), ""),
            (word.capitalize(), *units.rate(now, paced)),
            ("Moving time", elapsed(track.moving_ms), ""),
            (f"Avg {word}", *units.rate(track.average_speed, paced)),
            ("Fastest pace" if paced else "Max speed", *units.rate(track.top_speed, paced)),
            (f"Avg moving {word}", *units.rate(track.moving_speed, paced)),
            ("Elevation", *units.altitude(fix.altitude if fix is not None else None)),
            ("Gain", *units.altitude(track.gain)),
            ("Loss", *units.altitude(track.loss)),
        )
        cells = [
            column(
                value(text, unit, "stats_value", unit_name="stats_unit"),
                label(
                    name,
                    small=index > 3,
                    id="stats_description_main",
                    margin=(0, 8, 0, 0),
                ),
                key=name,
                width=MATCH,
                padding=(0, 16),
                content_gravity="center_horizontal",
            )
            for index, (name, text, unit) in enumerate(items)
        ]
        grid = GridLayout(cells, columns=2, id="stats_layout", width=MATCH)
        return ScrollView(grid, width=MATCH, height=MATCH)
