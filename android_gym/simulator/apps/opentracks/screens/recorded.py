"""A recorded track: its statistics, intervals and charts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from android_gym.simulator.apps.opentracks import recording
from android_gym.simulator.apps.opentracks.dialogs import DeleteTracks, ShowOnMap
from android_gym.simulator.apps.opentracks.look import (
    bottom_bar,
    framed,
    halves,
    label,
    line,
    sport_icon,
    value,
)
from android_gym.simulator.apps.opentracks.model import Track
from android_gym.simulator.apps.opentracks.screens.tabs import TabsActivity
from android_gym.simulator.apps.opentracks.sports import by_label
from android_gym.simulator.apps.opentracks.storage import setting
from android_gym.simulator.apps.opentracks.units import elapsed, start_text
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

_SENSORS: Final = (
    ("sensor_heartrate", "heart_rate", "Heart rate", "bpm"),
    ("sensor_cadence", "cadence", "Cadence", "rpm"),
    ("sensor_power", "power", "Power", "W"),
)
"""Column of the points, name in ids, title and unit of each sensor."""


class TrackRecordedActivity(TabsActivity):
    """A track that is not being recorded."""

    DIALOGS = (DeleteTracks, ShowOnMap)

    def on_resume(self) -> None:
        """Leave if the track is gone."""
        if self.track() is None:
            self.finish()

    def build(self) -> Screen:
        """Build the tabs and the bar."""
        track = self.track()
        if track is None:
            return framed(View(), None)
        return framed(
            self.tabs(track, self._statistics),
            bottom_bar(self.context, on_navigation=self.finish, menu=self._menu(track)),
        )

    def _menu(self, track: Track) -> Sequence[MenuItem | None]:
        number = track.id
        ask = DeleteTracks(numbers=(number,))
        # A track can only be resumed while none is being recorded.
        resume = None
        if recording.recorded_track(self.context) is None:
            resume = MenuItem("Resume track", self._resume)
        return [
            MenuItem(
                "Show on map", self._show_on_map, id="track_detail_menu_show_on_map", icon="map"
            ),
            MenuItem(
                "Share", lambda: self.share_tracks([number]), id="track_detail_share", icon="share"
            ),
            MenuItem(
                "Markers",
                lambda: self.open_markers(number),
                id="track_detail_markers",
                icon="map_marker",
            ),
            MenuItem("Edit", lambda: self.edit_track(number)),
            MenuItem("Delete", lambda: self.show_dialog(ask)),
            resume,
            MenuItem("Settings", self.open_settings),
        ]

    def _show_on_map(self) -> None:
        kept = setting(self.context, "showOnMapFormatKey")
        if kept == "Ask":
            self.show_dialog(ShowOnMap((self.number,)))
        else:
            self.show_on_map([self.number], kept)

    def _resume(self) -> None:
        if recording.resume(self.context, self.number):
            self.start_activity(".TrackRecordingActivity", track=self.number)
            self.finish()

    # -- statistics

    def _statistics(self, track: Track) -> View:
        units, paced = self.units, self.paced(track.category)
        word = "pace" if paced else "speed"
        heights: list[View] = []
        if track.gain is not None and track.loss is not None:
            gain, loss = units.altitude(track.gain), units.altitude(track.loss)
            heights = [
                line(id="stats_altitude_horizontal_line"),
                halves(
                    _number("Gain", "stats_altitude_gain", *gain),
                    _number("Loss", "stats_altitude_loss", *loss),
                ),
            ]
        distance = units.distance(track.distance)
        times = column(
            _number("Moving time", "stats_moving_time", elapsed(track.moving_ms)),
            _number("Total time", "stats_total_time", elapsed(track.total_ms), small=True),
            content_gravity="center_horizontal",
        )
        top = units.rate(track.top_speed, paced)
        moving, mean = units.rate(track.moving_speed, paced), units.rate(track.average_speed, paced)
        speeds = column(
            _number(f"Avg moving {word}", "stats_moving_speed", *moving),
            _number(f"Avg {word}", "stats_average_speed", *mean, small=True),
            content_gravity="center_horizontal",
        )
        body = column(
            self._heading(track),
            line(id="stats_information_horizontal_line"),
            halves(_number("Distance", "stats_distance", *distance), times),
            line(id="stats_speed_horizontal_line"),
            halves(
                _number("Fastest pace" if paced else "Max speed", "stats_max_speed", *top), speeds
            ),
            *heights,
            *self._sensors(track),
            line(id="stats_end_horizontal_line"),
            width=MATCH,
            padding=(0, 16),
        )
        return ScrollView(body, width=MATCH, height=MATCH)

    def _sensors(self, track: Track) -> list[View]:
        """Build the values of the sensors that measured something."""
        views: list[View] = []
        for column_name, name, title, unit in _SENSORS:
            found = self.store.measured(track.id, column_name)
            if found is None:
                continue
            highest, mean = f"{found.highest:.0f}", f"{found.mean:.0f}"
            views += [
                line(id=f"stats_{name}_horizontal_line"),
                halves(
                    _number(f"Max {title}", f"stats_max_{name}", highest, unit),
                    _number(f"Avg {title}", f"stats_avg_{name}", mean, unit),
                ),
            ]
        return views

    def _heading(self, track: Track) -> View:
        return column(
            row(
                sport_icon(
                    by_label(track.category),
                    id="stats_activity_type_icon",
                    size=48,
                    width=48,
                    height=48,
                    gravity="top",
                ),
                column(
                    TextView(track.name, id="stats_name_value", style="title_large", width=MATCH),
                    TextView(
                        track.description,
                        id="stats_description_value",
                        style="body_large",
                        width=MATCH,
                    ),
                    width=0,
                    weight=1.0,
                    margin=(16, 0, 0, 0),
                ),
                width=MATCH,
            ),
            TextView(
                start_text(self.context, track.start_ms, track.offset_s),
                id="stats_start_datetime_value",
                style="body_medium",
                align="end",
                width=MATCH,
                margin=(0, 16, 0, 0),
            ),
            width=MATCH,
            padding=(8, 0),
        )


def _number(
    title: str, name: str, text: str, unit: str | None = None, *, small: bool = False
) -> View:
    """Build a value with its heading above."""
    return column(
        label(title, small=small, id=f"{name}_label", margin=(0, 8, 0, 0)),
        value(text, unit, f"{name}_value", unit_name=f"{name}_unit"),
        content_gravity="center_horizontal",
    )
