"""Tabs shared by recorded tracks and the one being recorded: intervals and charts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from android_gym.simulator.apps.opentracks.actions import TrackActions
from android_gym.simulator.apps.opentracks.look import label, line
from android_gym.simulator.apps.opentracks.model import Track, TrackState
from android_gym.simulator.apps.opentracks.statistics import Interval, intervals, samples
from android_gym.simulator.apps.opentracks.units import Units, elapsed, number
from android_gym.simulator.ui.components import DropdownField, Tab, TabLayout, ViewPager
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row
from android_gym.simulator.ui.series_chart import Series, SeriesChart
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

TABS: Final = ("Stats", "Intervals", "By time", "By distance")
LENGTHS: Final = (0.1, 0.5, 1, 2, 3, 4, 5, 10, 20, 50)
"""Split intervals, in units of distance."""

GREEN: Final = ("#FF339933", "#40B3CFB3")
BLUE: Final = ("#FF0066FF", "#40C8E0FF")
SENSORS: Final = (
    ("heart_rate", "Heart rate (bpm)", "#FFCC3300", "#40E88A70"),
    ("cadence", "Cadence (rpm)", "#FFF128F3", "#40F128F3"),
    ("power", "Power (W)", "#FF7A26C0", "#407A26C0"),
)
"""Measurement, name and colours of each sensor's curve."""


class TabsActivity(TrackActions[TrackState]):
    """A screen with a track's four tabs."""

    def tabs(self, track: Track, statistics: Callable[[Track], View]) -> View:
        """Build the tabs above their pages."""
        state = self.state
        pages = (
            partial(statistics, track),
            partial(self._intervals, track),
            partial(self._chart, track, True),
            partial(self._chart, track, False),
        )
        return column(
            TabLayout(
                [Tab(name, content_description=name) for name in TABS],
                state.tab,
                self._show,
                id="track_detail_activity_tablayout",
                all_caps=False,
            ),
            ViewPager(
                len(TABS),
                lambda index: pages[index](),
                current=state.tab,
                on_page=self._show,
                id="track_detail_activity_view_pager",
                class_name="androidx.viewpager2.widget.ViewPager2",
                height=0,
                weight=1.0,
            ),
        )

    def _show(self, tab: int) -> None:
        self.update(tab=tab)

    # -- intervals

    def _intervals(self, track: Track) -> View:
        units = self.units
        paced = self.paced(track.category)
        chosen = self.state.interval
        length = LENGTHS[chosen] * units.length
        found = intervals(self.store.points(track.id), length)
        box = DropdownField(
            "Split interval",
            [length_text(units, each) for each in LENGTHS],
            chosen,
            lambda index: self.update(interval=index),
            text_id="intervals_dropdown",
            id="intervals_input_layout",
            margin=(0, 0, 0, 8),
        )
        headers = (("interval_distance", "Distance"), ("interval_altitude", "Elevation"))
        rate = "Pace" if paced else "Speed"
        listing = RecyclerView(
            len(found),
            lambda index: self._interval(found, index, length, paced),
            id="interval_list",
            width=MATCH,
            height=MATCH,
            margin=8,
        )
        empty = TextView(
            "There are not any interval yet",
            id="interval_list_empty_view",
            style="headline_medium",
            align="center",
            vertical="center",
            width=MATCH,
            height=MATCH,
            visibility="gone" if found else "visible",
        )
        return column(
            box,
            row(
                label(headers[0][1], id=headers[0][0], width=0, weight=1.0),
                label(rate, id="interval_rate", width=0, weight=1.0),
                label(headers[1][1], id=headers[1][0], width=0, weight=1.0),
                width=MATCH,
                margin=(0, 8, 0, 0),
            ),
            line(margin=(8, 0)),
            FrameLayout([listing, empty], width=MATCH, height=0, weight=1.0),
            width=MATCH,
            height=MATCH,
            padding=8,
        )

    def _interval(self, found: Sequence[Interval], index: int, length: float, paced: bool) -> View:
        units, piece = self.units, found[index]
        metres = length * index + piece.metres
        gain, unit = units.altitude(piece.gain)
        loss = units.altitude(piece.loss)[0]
        return row(
            TextView(
                " ".join(units.distance(metres)),
                id="interval_item_distance",
                style="body_large",
                width=0,
                weight=1.0,
            ),
            TextView(
                " ".join(units.rate(piece.speed, paced)),
                id="interval_item_rate",
                style="body_large",
                width=0,
                weight=1.0,
            ),
            column(
                TextView(f"{gain} {unit}", id="interval_item_gain", icon="menu_up", width=MATCH),
                TextView(f"{loss} {unit}", id="interval_item_loss", icon="menu_down", width=MATCH),
                width=0,
                weight=1.0,
            ),
            key=index,
            width=MATCH,
            padding=(0, 4),
            margin=(0, 0, 0, 8),
        )

    # -- charts

    def _chart(self, track: Track, by_time: bool) -> View:
        units = self.units
        paced = self.paced(track.category)
        found = samples(self.store.points(track.id))
        places = [float(s.time_ms) if by_time else s.metres / units.length for s in found]
        heights = [
            (x, None if s.point.altitude is None else s.point.altitude / units.height)
            for x, s in zip(places, found, strict=True)
        ]
        rates = [(x, _rate(s.speed, units, paced)) for x, s in zip(places, found, strict=True)]
        series = [
            Series(f"Elevation ({units.height_unit})", tuple(heights), *GREEN),
            Series(units.rates[paced], tuple(rates), *BLUE),
        ]
        for name, title, border, fill in SENSORS:
            measured = [(x, getattr(s.point, name)) for x, s in zip(places, found, strict=True)]
            if any(y is not None for _, y in measured):
                series.append(Series(title, tuple(measured), border, fill))
        state = self.state
        return SeriesChart(
            series,
            x_label="Time" if by_time else f"Distance ({units.distance_unit})",
            x_text=(lambda x: elapsed(round(x))) if by_time else "{:g}".format,
            stretch=state.zoom,
            start=state.start,
            on_zoom=lambda zoom, start: self.update(zoom=zoom, start=start),
            empty_span=60_000.0 if by_time else 1.0,
            id="chart_view",
            width=MATCH,
            height=MATCH,
            padding=8,
        )


def length_text(units: Units, length: float) -> str:
    """Format a split interval as in its list: a whole number, up to 0.5 in the small unit."""
    metres = length * units.length
    if length > 0.5:
        return f"{number(length, 0)} {units.distance_unit}"
    return f"{number(metres / units.small, 0)} {units.small_unit}"


def _rate(speed: float, units: Units, paced: bool) -> float:
    """Convert a speed in metres per second to the charts' unit; a pace is in minutes."""
    if not paced:
        return speed * 3600 / units.length
    return units.length / speed / 60 if speed > 0.1 else 0.0
