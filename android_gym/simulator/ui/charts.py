"""Charts as apps show them: plain views that draw and have no accessibility nodes inside.

LineChart    a curve or polyline over labelled positions, optionally filled below
BarChart     bars over labelled positions
PieChart     shares of a whole, as a pie or ring
ProgressLine a thick horizontal progress bar
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Any, Unpack

from android_gym.simulator.ui.geometry import EXACTLY, UNSPECIFIED
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.view import View

__all__ = ["BarChart", "Chart", "LineChart", "PieChart", "ProgressLine"]


class ChartOptions(ViewOptions, total=False):
    """Keyword arguments shared by line and bar charts."""

    maximum: float | None
    minimum: float
    color: str
    text_color: str
    grid: int
    grid_color: str
    value_labels: Sequence[str]
    label_size: float


class Chart(View):
    """A chart of values at equidistant positions.

    Args:
        values: One per position; None for a gap.
        labels: Texts below the positions.
        maximum: Top of the scale; by default the largest value.
        minimum: Bottom of the scale.
        color: Colour of the data.
        text_color: Colour of the labels.
        grid: Number of sections into which horizontal lines divide the scale; 0 for no lines.
        grid_color: Colour of these lines.
        value_labels: Texts at the left end of these lines, from the bottom up.
        label_size: Text size in sp.
        **common: See `View`. As wide as its parent and 160 dp high by default.
    """

    def __init__(
        self,
        values: Sequence[float | None],
        labels: Sequence[str] = (),
        *,
        maximum: float | None = None,
        minimum: float = 0.0,
        color: str = "primary",
        text_color: str = "text_secondary",
        grid: int = 0,
        grid_color: str = "divider",
        value_labels: Sequence[str] = (),
        label_size: float = 12,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", -1.0)
        common.setdefault("height", 160)
        super().__init__(**common)
        self.values = tuple(values)
        self.labels = tuple(labels)
        known = [value for value in self.values if value is not None]
        self.maximum = max([minimum, *known]) if maximum is None else maximum
        self.minimum = minimum
        self.color = color
        self.text_color = text_color
        self.grid = grid
        self.grid_color = grid_color
        self.value_labels = tuple(value_labels)
        self.label_size = label_size

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure as wide as there is room, and 160 dp high."""
        tall = height if height_mode == EXACTLY else self.ui.px(160)
        return (0 if width_mode == UNSPECIFIED else width), tall

    def share(self, value: float) -> float:
        """Return the position of a value on the scale, 0 to 1."""
        span = self.maximum - self.minimum
        return max(0.0, min(1.0, (value - self.minimum) / span)) if span > 0 else 0.0

    def appearance(self) -> Hashable | None:
        """Return data and colours."""
        ui = self.ui
        return (
            self.values,
            self.labels,
            self.maximum,
            self.minimum,
            ui.color(self.color),
            ui.color(self.text_color),
            self.grid,
            ui.color(self.grid_color),
            self.value_labels,
            self.label_size,
            self.pad,
            self.bounds[2] - self.bounds[0],
            self.bounds[3] - self.bounds[1],
            *self.details(),
        )

    def details(self) -> tuple[Hashable, ...]:
        """Return what else decides the appearance."""
        return ()

    def draw_margin(self) -> int:
        """Return room for lines and dots, which extend slightly over the edge."""
        return self.ui.px(6)

    def draw(self, canvas: Any) -> None:
        """Paint grid, labels and data."""
        from android_gym.simulator.ui.chart_painting import paint_chart

        paint_chart(canvas, self)


class LineChart(Chart):
    """A line through its values.

    Args:
        values: One per position; None for a gap.
        labels: Texts below the positions.
        smooth: Whether to draw a curve instead of straight segments.
        fill: Colour of the area below the line; None for none.
        dots: Radius in dp of a dot at each value.
        line_width: Width of the line in dp.
        mark: Whether to draw a dotted line from the largest value, if above 0, down to the labels.
        **common: See `BarChart`.
    """

    def __init__(
        self,
        values: Sequence[float | None],
        labels: Sequence[str] = (),
        *,
        smooth: bool = False,
        fill: str | None = None,
        dots: float = 0,
        line_width: float = 2,
        mark: bool = False,
        **common: Unpack[ChartOptions],
    ) -> None:
        super().__init__(values, labels, **common)
        self.smooth = smooth
        self.fill = fill
        self.dots = dots
        self.line_width = line_width
        self.mark = mark

    def details(self) -> tuple[Hashable, ...]:
        """Return the shape of the line."""
        fill = None if self.fill is None else self.ui.color(self.fill)
        return self.smooth, fill, self.dots, self.line_width, self.mark


class BarChart(Chart):
    """Bars side by side.

    Args:
        values: One per position; None for a gap.
        labels: Texts below the positions.
        **common: ``maximum``, ``minimum``, ``color``, ``text_color``, ``grid``, ``grid_color``,
            ``value_labels``, ``label_size`` and what `View` takes.
    """


class PieChart(View):
    """Shares of a whole, drawn clockwise from the top.

    Args:
        values: The shares, in any unit.
        colors: Colour of each share; repeated if there are fewer.
        hole: Radius of the hole in the middle, relative to the pie's: 0 for a full pie.
        text: Text in the hole.
        gap: Gap between two shares, in degrees.
        **common: See `View`. 200 dp in each direction by default.
    """

    def __init__(
        self,
        values: Sequence[float],
        colors: Sequence[str],
        *,
        hole: float = 0.0,
        text: str = "",
        gap: float = 0.0,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", 200)
        common.setdefault("height", 200)
        super().__init__(**common)
        self.values = tuple(values)
        self.colors = tuple(colors)
        self.hole = hole
        self.text = text
        self.gap = gap

    def appearance(self) -> Hashable | None:
        """Return data and colours."""
        ui = self.ui
        colors = tuple(ui.color(color) for color in self.colors)
        width, height = self.bounds[2] - self.bounds[0], self.bounds[3] - self.bounds[1]
        return (self.values, colors, self.hole, self.text, self.gap, self.pad, width, height)

    def slices(self) -> list[tuple[float, float, int]]:
        """Return (start, sweep, colour) of each share; in degrees from the right, clockwise."""
        total = math.fsum(value for value in self.values if value > 0)
        found: list[tuple[float, float, int]] = []
        at = -90.0
        for index, value in enumerate(self.values):
            if value > 0 and total > 0:
                sweep = 360.0 * value / total
                color = self.ui.color(self.colors[index % len(self.colors)])
                found.append((at + self.gap / 2, max(0.0, sweep - self.gap), color))
                at += sweep
        return found

    def draw(self, canvas: Any) -> None:
        """Paint the slices."""
        from android_gym.simulator.ui.chart_painting import paint_pie

        paint_pie(canvas, self)


class ProgressLine(View):
    """A thick horizontal progress bar.

    Args:
        share: Filled share, 0 to 1.
        color: Colour of the filled part.
        corners: Corner radius in dp.
        **common: See `View`. As wide as its parent and 20 dp high by default.
    """

    MIRRORS = True

    def __init__(
        self,
        share: float,
        *,
        color: str = "primary",
        corners: float = 0,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", -1.0)
        common.setdefault("height", 20)
        super().__init__(**common)
        self.share = max(0.0, min(1.0, share))
        self.color = color
        self.corners = corners

    def appearance(self) -> Hashable | None:
        """Return share and colours."""
        ui = self.ui
        return (round(self.share, 4), ui.color(self.color), ui.color("slider_track"), self.corners)

    def draw(self, canvas: Any) -> None:
        """Paint the bar."""
        from android_gym.simulator.ui.chart_painting import paint_progress_line

        paint_progress_line(canvas, self)
