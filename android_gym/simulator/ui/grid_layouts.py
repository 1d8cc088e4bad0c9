"""Layouts with several lines: flow layouts and grids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from android_gym.simulator.ui.geometry import AT_MOST, EXACTLY, MATCH, UNSPECIFIED, WRAP, place
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.view_group import ViewGroup, spec_for

__all__ = ["FlowLayout", "GridLayout"]


class FlowLayout(ViewGroup):
    """Children in lines that wrap like words.

    Args:
        children: Views from the start to the end.
        spacing: (between neighbours, between lines) in dp.
        **common: See `View`.
    """

    def __init__(
        self,
        children: Sequence[View | None] = (),
        *,
        spacing: tuple[float, float] = (8, 8),
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__(children, **common)
        self.spacing = spacing
        # (x, y) of each child, relative to the inner corner.
        self._places: list[tuple[int, int]] = []

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure as large as the lines."""
        pad = self.pad
        room = width - pad[0] - pad[2] if width_mode != UNSPECIFIED else 1 << 30
        gap_x, gap_y = (self.ui.px(gap) for gap in self.spacing)
        x = y = widest = tallest = 0
        self._places = []
        for index in range(len(self._children)):
            mode = width_mode if width_mode == UNSPECIFIED else AT_MOST
            w, h = self.measure_child(index, width, mode, height, UNSPECIFIED)
            if x and x + w > room:
                x, y, tallest = 0, y + tallest + gap_y, 0
            self._places.append((x, y))
            widest, tallest = max(widest, x + w), max(tallest, h)
            x += w + gap_x
        return widest + pad[0] + pad[2], y + tallest + pad[1] + pad[3]

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the children where they were measured."""
        super().layout(left, top, right, bottom)
        x0, y0, _, _ = self.inner
        for index, (x, y) in enumerate(self._places):
            self.layout_child(index, x0 + x, y0 + y)


class GridLayout(ViewGroup):
    """Children in rows of equal cells.

    Args:
        children: Views, row by row.
        columns: Number of columns.
        row_height: Height of a row in dp; if `WRAP`, that of its tallest child.
        **common: See `View`.
    """

    CLASS = "android.widget.GridLayout"

    def __init__(
        self,
        children: Sequence[View | None] = (),
        *,
        columns: int,
        row_height: float = WRAP,
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__(children, **common)
        self.columns = columns
        self.row_height = row_height
        self._rows: list[int] = []

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure as wide as offered (or as the widest children need), and as high as the rows."""
        pad, columns = self.pad, self.columns
        if width_mode == UNSPECIFIED:
            cell = 0
            for index in range(len(self._children)):
                cell = max(cell, self.measure_child(index, 0, UNSPECIFIED, 0, UNSPECIFIED)[0])
            width = cell * columns + pad[0] + pad[2]
        cell = (width - pad[0] - pad[2]) // columns
        self._rows = []
        for start in range(0, len(self._children), columns):
            highest = 0
            for index in range(start, min(start + columns, len(self._children))):
                child, m = self._children[index], self._margins[index]
                room = max(0, cell - m[0] - m[2])
                mode = EXACTLY if child.width == MATCH else AT_MOST
                w = self.ui.px(child.width) if child.width >= 0 else room
                if self.row_height >= 0:
                    space = self.ui.px(self.row_height) - m[1] - m[3]
                    ch, chm = spec_for(self.ui, child.height, space, EXACTLY, 0)
                else:
                    ch, chm = spec_for(self.ui, child.height, 0, UNSPECIFIED, 0)
                child.measure(w, EXACTLY if child.width >= 0 else mode, ch, chm)
                highest = max(highest, child.measured[1] + m[1] + m[3])
            self._rows.append(self.ui.px(self.row_height) if self.row_height >= 0 else highest)
        return width, sum(self._rows) + pad[1] + pad[3]

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the children in their cells."""
        super().layout(left, top, right, bottom)
        x0, y0, x1, _ = self.inner
        cell = (x1 - x0) // self.columns
        for index, child in enumerate(self._children):
            line, place_in_line = divmod(index, self.columns)
            x, y = x0 + cell * place_in_line, y0 + sum(self._rows[:line])
            m = self._margins[index]
            w = child.measured[0] + m[0] + m[2]
            h = child.measured[1] + m[1] + m[3]
            gravity = child.gravity or "center"
            self.layout_child(
                index,
                place(gravity, x, x + cell, w, "x"),
                place(gravity, y, y + self._rows[line], h, "y"),
            )
        if self.turned:
            self.turn_back()
