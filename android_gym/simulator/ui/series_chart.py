"""Charts of several series over a numeric axis, each with its own scale, as in tracking apps.

Unlike in `charts.LineChart`, with its equidistant labelled positions, x is a number here, points
can be at any distance, and a pinch and a drag choose the visible part of the axis.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Unpack

from android_gym.simulator.ui.geometry import EXACTLY, UNSPECIFIED
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.touches import Scale, Touch
from android_gym.simulator.ui.view import View

__all__ = ["Series", "SeriesChart", "ticks"]

MOST_STRETCH: Final = 100.0


@dataclass(frozen=True)
class Series:
    """A curve of a chart.

    Attributes:
        name: Its name and unit, written above the chart in its colour.
        points: (x, y) with ascending x; y may be None for a gap.
        color: Colour of the line and of its scale's numbers.
        fill: Colour below the line; None for none.
    """

    name: str
    points: tuple[tuple[float, float | None], ...]
    color: str
    fill: str | None = None

    @property
    def span(self) -> tuple[float, float] | None:
        """Lowest and highest value, or None if there are no values."""
        known = [y for _, y in self.points if y is not None]
        return (min(known), max(known)) if known else None


def ticks(low: float, high: float, most: int) -> list[float]:
    """Return ascending round numbers, the first at or below `low`, the last at or above `high`.

    Args:
        low: Lowest value.
        high: Highest value, not below `low`.
        most: Most steps between them; at least 1.
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
    """Curves with their scales, over a common x axis.

    Args:
        series: The curves; the scale of the first is at the left edge, that of the second at the
            right.
        x_label: Name and unit of the x axis.
        x_text: Formats a number of the x axis.
        stretch: Zoom of the x axis; 1 shows all of it.
        start: Share of the axis to the left of the visible part, 0 to 1.
        on_zoom: Called with a new stretch and start after a pinch or a drag.
        empty_span: Length of the x axis if there are no points.
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
        """Measure as wide as offered, and 240 dp high."""
        tall = height if height_mode == EXACTLY else self.ui.px(240)
        return (0 if width_mode == UNSPECIFIED else width), tall

    def window(self) -> tuple[float, float]:
        """Return the first and last visible x."""
        ends = [x for series in self.series for x, _ in (*series.points[:1], *series.points[-1:])]
        low, high = (min(ends), max(ends)) if ends else (0.0, self.empty_span)
        if high <= low:
            high = low + self.empty_span
        room = high - low
        return low + room * self.start, low + room * (self.start + 1 / self.stretch)

    def visible(self, series: Series) -> tuple[tuple[float, float | None], ...]:
        """Return the visible points of a curve, and one more on either side."""
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
        """Zoom the axis around the focal point of the fingers."""
        if event.action != "move" or self.on_zoom is None:
            return
        left, _, right, _ = self.inner
        width = max(1, right - left)
        at = (event.focus_x - left) / width
        zoom = max(1.0, min(MOST_STRETCH, self.stretch * event.factor))
        start = self.start + at / self.stretch - (at + event.pan_x / width) / zoom
        self.on_zoom(zoom, max(0.0, min(1.0 - 1 / zoom, start)))

    def takes_drag(self, axis: str) -> bool:
        """Return True for drags along the axis while only a part of it is visible."""
        return axis == "x" and self.on_zoom is not None and self.stretch > 1

    def touch(self, event: Touch) -> None:
        """Shift the visible part by the movement of the finger."""
        if event.action == "up" and self.on_zoom is not None:
            width = max(1, self.inner[2] - self.inner[0])
            moved = (event.start_x - event.x) / width / self.stretch
            self.on_zoom(self.stretch, max(0.0, min(1.0 - 1 / self.stretch, self.start + moved)))

    def draw(self, canvas: Any) -> None:
        """Paint scales, grid and curves."""
        from android_gym.simulator.ui.series_painting import paint_series_chart

        paint_series_chart(canvas, self)
