"""Rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from android_gym.simulator.ui.geometry import EXACTLY, MATCH, UNSPECIFIED, WRAP, place
from android_gym.simulator.ui.options import (
    GRAVITIES,
    ORIENTATIONS,
    Gravity,
    LinearOptions,
    Orientation,
    ViewOptions,
    check,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.view_group import ViewGroup, spec_for

__all__ = ["LinearLayout", "column", "full_column", "row", "wide_column", "wide_row"]


class LinearLayout(ViewGroup):
    """Children in a row or column, which share the remaining space by weight.

    Args:
        children: Views from the start to the end.
        orientation: "horizontal" or "vertical".
        content_gravity: Alignment of the children if they don't fill the layout.
        baseline_aligned: Ignored; rows are aligned by gravity.
        **common: See `View`.
    """

    CLASS = "android.widget.LinearLayout"
    LAYOUT_MOVES = True

    def __init__(
        self,
        children: Sequence[View | None] = (),
        *,
        orientation: Orientation = "horizontal",
        content_gravity: Gravity | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__(children, **common)
        if orientation not in ORIENTATIONS:
            check(self, "orientation", orientation)
        if content_gravity not in GRAVITIES:
            check(self, "gravity", content_gravity, "content_gravity")
        self.vertical = orientation == "vertical"
        self.content_gravity = content_gravity

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure the sum of the children along the orientation, and the largest across."""
        if self.vertical:
            along, across = self._measure(height, height_mode, width, width_mode)
            return across, along
        return self._measure(width, width_mode, height, height_mode)

    def _measure(self, size: int, mode: int, across: int, across_mode: int) -> tuple[int, int]:
        vertical, pad, margins = self.vertical, self.pad, self._margins
        padding = pad[1] + pad[3] if vertical else pad[0] + pad[2]
        padding_across = pad[0] + pad[2] if vertical else pad[1] + pad[3]
        used = largest = 0
        shared = 0  # of what is used: lengths of weighted children, which may shrink
        weights = 0.0
        stretch = []
        for index, child in enumerate(self._children):
            weights += child.weight
            wanted = child.height if vertical else child.width
            if child.weight and wanted == 0:
                if mode == EXACTLY:
                    margin = margins[index]
                    used += margin[1] + margin[3] if vertical else margin[0] + margin[2]
                    continue
                # It isn't known yet how much space there will be to share, so measure what it
                # needs.
                name = "height" if vertical else "width"
                setattr(child, name, WRAP)
                used_along, used_across = self._child(index, size, mode, across, across_mode, 0)
                setattr(child, name, wanted)
                used += used_along
                shared += child.measured[1 if vertical else 0]
                largest = max(largest, used_across)
                continue
            taken = 0 if child.weight else used - shared
            used_along, used_across = self._child(index, size, mode, across, across_mode, taken)
            used += used_along
            if child.weight:
                shared += child.measured[1 if vertical else 0]
            largest = max(largest, used_across)
            if (child.width if vertical else child.height) == MATCH and across_mode != EXACTLY:
                stretch.append(index)
        if weights and mode != UNSPECIFIED:
            total = size if mode == EXACTLY else min(size, used + padding)
            used, largest = self._share(
                total - padding - used, weights, used, largest, across, across_mode, mode
            )
        if stretch:
            final = self.resolve(
                largest + padding_across,
                self.min_width if vertical else self.min_height,
                across,
                across_mode,
            )
            for index in stretch:
                child = self._children[index]
                length = child.measured[1 if vertical else 0]
                margin = margins[index]
                room = final - padding_across
                if vertical:
                    room = max(0, room - margin[0] - margin[2])
                    child.measure(room, EXACTLY, length, EXACTLY)
                else:
                    room = max(0, room - margin[1] - margin[3])
                    child.measure(length, EXACTLY, room, EXACTLY)
        return used + padding, largest + padding_across

    def _child(
        self, index: int, size: int, mode: int, across: int, across_mode: int, used: int
    ) -> tuple[int, int]:
        if self.vertical:
            w, h = self.measure_child(index, across, across_mode, size, mode, 0, used)
            return h, w
        return self.measure_child(index, size, mode, across, across_mode, used, 0)

    def _share(
        self,
        left: int,
        weights: float,
        used: int,
        largest: int,
        across: int,
        across_mode: int,
        mode: int,
    ) -> tuple[int, int]:
        """Give each weighted child its share of the remaining space (which may be negative)."""
        vertical, margins = self.vertical, self._margins
        for index, child in enumerate(self._children):
            if not child.weight:
                continue
            share = int(left * child.weight / weights)
            left -= share
            weights -= child.weight
            wanted = child.height if vertical else child.width
            before = 0
            if wanted != 0 or mode != EXACTLY:
                before = child.measured[1 if vertical else 0]
            length = max(0, before + share)
            margin = margins[index]
            if vertical:
                cw, cwm = spec_for(
                    self.ui,
                    child.width,
                    across,
                    across_mode,
                    self.pad[0] + self.pad[2] + margin[0] + margin[2],
                )
                child.measure(cw, cwm, length, EXACTLY)
                largest = max(largest, child.measured[0] + margin[0] + margin[2])
            else:
                ch, chm = spec_for(
                    self.ui,
                    child.height,
                    across,
                    across_mode,
                    self.pad[1] + self.pad[3] + margin[1] + margin[3],
                )
                child.measure(length, EXACTLY, ch, chm)
                largest = max(largest, child.measured[1] + margin[1] + margin[3])
            used += length - before
        return used, largest

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the children one after the other."""
        super().layout(left, top, right, bottom)
        x0, y0, x1, y1 = self.inner
        children, margins, gravity = self._children, self._margins, self.content_gravity
        if self.vertical:
            if gravity:
                total = 0
                for index, child in enumerate(children):
                    total += child.measured[1] + margins[index][1] + margins[index][3]
                y0 = place(gravity, y0, y1, total, "y")
            for index, child in enumerate(children):
                before, above, after, below = margins[index]
                w, h = child.measured
                x = place(child.gravity or gravity, x0, x1, w + before + after, "x") + before
                y0 += above
                child.layout(x, y0, x + w, y0 + h)
                y0 += h + below
        else:
            if gravity:
                total = 0
                for index, child in enumerate(children):
                    total += child.measured[0] + margins[index][0] + margins[index][2]
                x0 = place(gravity, x0, x1, total, "x")
            for index, child in enumerate(children):
                before, above, after, below = margins[index]
                w, h = child.measured
                y = place(child.gravity or gravity, y0, y1, h + above + below, "y") + above
                x0 += before
                child.layout(x0, y, x0 + w, y + h)
                x0 += w + after
        if self.turned:
            self.turn_back()


def column(*children: View | None, **common: Unpack[LinearOptions]) -> LinearLayout:
    """Return a vertical `LinearLayout`."""
    return LinearLayout(children, orientation="vertical", **common)


def row(*children: View | None, **common: Unpack[LinearOptions]) -> LinearLayout:
    """Return a horizontal `LinearLayout`, whose children are centered vertically by default."""
    common.setdefault("content_gravity", "center_vertical")
    return LinearLayout(children, **common)


def wide_row(*children: View | None, **common: Unpack[LinearOptions]) -> LinearLayout:
    """Return a `row` that is as wide as its parent."""
    common["width"] = MATCH
    return row(*children, **common)


def wide_column(*children: View | None, **common: Unpack[LinearOptions]) -> LinearLayout:
    """Return a `column` that is as wide as its parent."""
    common["width"] = MATCH
    return column(*children, **common)


def full_column(*children: View | None, **common: Unpack[LinearOptions]) -> LinearLayout:
    """Return a `column` that fills its parent, e.g. for the content of a screen."""
    common["width"] = common["height"] = MATCH
    return column(*children, **common)
