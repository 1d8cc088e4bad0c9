"""Curves over a numeric axis: several series, each with a scale of its own, as trackers draw them.

Where `charts.LineChart` has one value a labelled place, here x is a number, values lie at any
distance from each other, and a pinch and a drag choose the part of the axis that is shown.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Unpack

from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.view import EXACTLY, UNSPECIFIED, Scale, Touch, View

__all__ = ["Series", "SeriesChart", "ticks"]

MOST_STRETCH: Final = 100.0


@dataclass(frozen=True)
class Series:
    """One curve.

    Attributes:
        name: What it is of, with its unit; written above the chart in its colour.
        points: (x, y), x rising; y may be None for a gap.
        color: Colour of the line and of the numbers of its scale.
        fill: Colour below the line; None for none.
    """

    name: str
    points: tuple[tuple[float, float | None], ...]
    color: str
    fill: str | None = None

    @property
    def span(self) -> tuple[float, float] | None:
        """Lowest and highest value, None without one."""
        known = [y for _, y in self.points if y is not None]
        return (min(known), max(known)) if known else None


def ticks(low: float, high: float, most: int) -> list[float]:
    """Return round numbers, in order, the first at or below `low`, the last at or above `high`.

    Args:
        low: Lowest value.
        high: Highest value, not below `low`.
        most: How many steps there are at most; at least 1.
    """
    room = high - low if high > low else max(abs(high), 1.0) * 0.1
    step = 10.0 ** math.floor(math.log10(room / most))
    for factor in (1, 2, 5, 10, 20, 50):
        wide = step * factor
        first, last = math.floor(low / wide), math.ceil(max(high, low + room * 0.01) / wide)
        if last - first <= most:
            break
    return [number * wide for number in range(first, last + 1)]


class SeriesChart(View):
    """Curves with their scales.

    Args:
        series: The curves; the first has the scale at the left edge, the second that at the right.
        x_label: What the x axis tells, with its unit.
        x_text: Writes a number of the x axis.
        stretch: How many times the axis is stretched, 1 for all of it.
        start: Share of the axis that lies left of what is shown, 0 to 1.
        on_zoom: Called with a new stretch and start, by a pinch or a drag.
        empty_span: What the x axis shows where there are no points.
        **common: See `View`. As wide as its parent and 240 dp high by default.
    """

    IMPORTANT = True

    def __init__(
        self,
        series: Sequence[Series],
        *,
        x_label: str = "",
        x_text: Callable[[float], str] = "{:g}".format,
        stretch: float = 1.0,
        start: float = 0.0,
        on_zoom: Callable[[float, float], None] | None = None,
        empty_span: float = 1.0,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", -1.0)
        common.setdefault("height", 240)
        super().__init__(**common)
        self.series = tuple(series)
        self.x_label = x_label
        self.x_text = x_text
        self.stretch = max(1.0, min(MOST_STRETCH, stretch))
        self.start = max(0.0, min(1.0 - 1 / self.stretch, start))
        self.on_zoom = on_zoom
        self.empty_span = empty_span
        if on_zoom is not None:
            self.on_scale = self._scaled

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Want the width there is, and 240 dp."""
        tall = height if height_mode == EXACTLY else self.ui.px(240)
        return (0 if width_mode == UNSPECIFIED else width), tall

    def window(self) -> tuple[float, float]:
        """Return the first and the last x that are shown."""
        ends = [x for series in self.series for x, _ in (*series.points[:1], *series.points[-1:])]
        low, high = (min(ends), max(ends)) if ends else (0.0, self.empty_span)
        if high <= low:
            high = low + self.empty_span
        room = high - low
        return low + room * self.start, low + room * (self.start + 1 / self.stretch)

    def visible(self, series: Series) -> tuple[tuple[float, float | None], ...]:
        """Return the points of a curve that are shown, and one more on either side."""
        first, last = self.window()
        begin = bisect_left(series.points, first, key=lambda point: point[0])
        end = bisect_right(series.points, last, key=lambda point: point[0])
        return series.points[max(0, begin - 1) : end + 1]

    def appearance(self) -> Hashable | None:
        """Return data, colours and size."""
        ui = self.ui
        colors = [(ui.color(s.color), s.fill and ui.color(s.fill)) for s in self.series]
        return (
            self.series,
            tuple(colors),
            self.x_label,
            self.window(),
            ui.color("text_secondary"),
            ui.color("divider"),
            self.pad,
            self.bounds[2] - self.bounds[0],
            self.bounds[3] - self.bounds[1],
        )

    def _scaled(self, event: Scale) -> None:
        """Stretch the axis around the point amid the fingers."""
        if event.action != "move" or self.on_zoom is None:
            return
        left, _, right, _ = self.inner
        width = max(1, right - left)
        at = (event.focus_x - left) / width
        zoom = max(1.0, min(MOST_STRETCH, self.stretch * event.factor))
        start = self.start + at / self.stretch - (at + event.pan_x / width) / zoom
        self.on_zoom(zoom, max(0.0, min(1.0 - 1 / zoom, start)))

    def takes_drag(self, axis: str) -> bool:
        """Follow a finger along the axis while there is more of it than is shown."""
        return axis == "x" and self.on_zoom is not None and self.stretch > 1

    def touch(self, event: Touch) -> None:
        """Move the shown part by as much as the finger moved."""
        if event.action == "up" and self.on_zoom is not None:
            width = max(1, self.inner[2] - self.inner[0])
            moved = (event.start_x - event.x) / width / self.stretch
            self.on_zoom(self.stretch, max(0.0, min(1.0 - 1 / self.stretch, self.start + moved)))

    def draw(self, canvas: Any) -> None:
        """Paint scales, grid and curves."""
        from android_gym.simulator.ui.series_painting import paint_series_chart

        paint_series_chart(canvas, self)
