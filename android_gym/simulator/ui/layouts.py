"""Containers: frames, rows and columns, scrolling, lists."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Unpack

from android_gym.simulator.ui.options import (
    GRAVITIES,
    ORIENTATIONS,
    Gravity,
    LinearOptions,
    Orientation,
    ViewOptions,
    check,
)
from android_gym.simulator.ui.overscroll import Stretching
from android_gym.simulator.ui.view import (
    AT_MOST,
    EXACTLY,
    MATCH,
    UNSPECIFIED,
    WRAP,
    Rect,
    Touch,
    Ui,
    View,
    ViewGroup,
    place,
    spec_for,
)

__all__ = [
    "FlowLayout",
    "FrameLayout",
    "GridLayout",
    "HorizontalScrollView",
    "LinearLayout",
    "OverflowScroll",
    "RecyclerView",
    "ScrollView",
    "SwipeLayout",
    "column",
    "full_column",
    "row",
    "wide_column",
    "wide_row",
]


class FrameLayout(ViewGroup):
    """Children on top of each other, each placed by its gravity."""

    CLASS = "android.widget.FrameLayout"
    LAYOUT_MOVES = True

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Want the size of the largest child."""
        widest = highest = 0
        later = []
        for index, child in enumerate(self._children):
            w, h = self.measure_child(index, width, width_mode, height, height_mode)
            widest, highest = max(widest, w), max(highest, h)
            if (child.width == MATCH and width_mode != EXACTLY) or (
                child.height == MATCH and height_mode != EXACTLY
            ):
                later.append(index)
        pad = self.pad
        full = widest + pad[0] + pad[2], highest + pad[1] + pad[3]
        if later:
            # Children that match a wrapping parent are measured again at its final size.
            final_width = self.resolve(full[0], self.min_width, width, width_mode)
            final_height = self.resolve(full[1], self.min_height, height, height_mode)
            for index in later:
                self.measure_child(index, final_width, EXACTLY, final_height, EXACTLY)
        return full

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Place the children."""
        super().layout(left, top, right, bottom)
        x0, y0, x1, y1 = self.inner
        for index, child in enumerate(self._children):
            margin = self._margins[index]
            w = child.measured[0] + margin[0] + margin[2]
            h = child.measured[1] + margin[1] + margin[3]
            self.layout_child(
                index, place(child.gravity, x0, x1, w, "x"), place(child.gravity, y0, y1, h, "y")
            )
        if self.turned:
            self.turn_back()


class LinearLayout(ViewGroup):
    """Children in a row or a column, sharing what is left over by weight.

    Args:
        children: Views from the start to the end.
        orientation: "horizontal" or "vertical".
        content_gravity: Where the children lie when they don't fill the layout.
        baseline_aligned: Not used; rows align by gravity.
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
        """Want the sum of the children along, and the largest across."""
        if self.vertical:
            along, across = self._measure(height, height_mode, width, width_mode)
            return across, along
        return self._measure(width, width_mode, height, height_mode)

    def _measure(self, size: int, mode: int, across: int, across_mode: int) -> tuple[int, int]:
        vertical, pad, margins = self.vertical, self.pad, self._margins
        padding = pad[1] + pad[3] if vertical else pad[0] + pad[2]
        padding_across = pad[0] + pad[2] if vertical else pad[1] + pad[3]
        used = largest = 0
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
                # Nobody knows yet what there will be to share: it says what it needs.
                name = "height" if vertical else "width"
                setattr(child, name, WRAP)
                used_along, used_across = self._child(index, size, mode, across, across_mode, 0)
                setattr(child, name, wanted)
                used += used_along
                largest = max(largest, used_across)
                continue
            taken = 0 if weights and not child.weight == 0 else used
            used_along, used_across = self._child(index, size, mode, across, across_mode, taken)
            used += used_along
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
        """Give each weighted child its share of what is left (or takes it of what is too much)."""
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
        """Place the children one after the other."""
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
    """A vertical `LinearLayout`."""
    return LinearLayout(children, orientation="vertical", **common)


def row(*children: View | None, **common: Unpack[LinearOptions]) -> LinearLayout:
    """A horizontal `LinearLayout` whose children are centred across unless told otherwise."""
    common.setdefault("content_gravity", "center_vertical")
    return LinearLayout(children, **common)


def wide_row(*children: View | None, **common: Unpack[LinearOptions]) -> LinearLayout:
    """A `row` that is as wide as its parent."""
    common["width"] = MATCH
    return row(*children, **common)


def wide_column(*children: View | None, **common: Unpack[LinearOptions]) -> LinearLayout:
    """A `column` that is as wide as its parent."""
    common["width"] = MATCH
    return column(*children, **common)


def full_column(*children: View | None, **common: Unpack[LinearOptions]) -> LinearLayout:
    """A `column` that is as wide and as high as its parent, such as the content of a screen."""
    common["width"] = common["height"] = MATCH
    return column(*children, **common)


class FlowLayout(ViewGroup):
    """Children one after the other, in as many lines as they need.

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
        # (x, y) of each child, from the inner corner.
        self._places: list[tuple[int, int]] = []

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Want its lines."""
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
        """Place the children where they were measured to be."""
        super().layout(left, top, right, bottom)
        x0, y0, _, _ = self.inner
        for index, (x, y) in enumerate(self._places):
            self.layout_child(index, x0 + x, y0 + y)


class GridLayout(ViewGroup):
    """Children in rows of equal cells.

    Args:
        children: Views, row by row.
        columns: How many stand in a row.
        row_height: Height of a row in dp; that of its tallest child when `WRAP`.
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
        """Want all it is offered across (or its widest children), and its rows along."""
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
        """Place the children in their cells."""
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


class _Scrolling(Stretching, FrameLayout):
    """A frame whose one child may be larger than it along one axis."""

    IMPORTANT = True
    CLIPS = True
    SCROLLS = "y"

    def __init__(
        self,
        child: View,
        *,
        fill_viewport: bool = False,
        start: float = 0,
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__([child], **common)
        self.fill_viewport = fill_viewport
        self.start = start
        self._offset = 0
        self._range = 0

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Let the child be as long as it likes."""
        pad = self.pad
        if self.SCROLLS == "y":
            w, h = self.measure_child(0, width, width_mode, 0, UNSPECIFIED)
            room = height - pad[1] - pad[3]
            if self.fill_viewport and height_mode == EXACTLY and h < room:
                child = self._children[0]
                child.measure(child.measured[0], EXACTLY, room, EXACTLY)
                h = room
        else:
            w, h = self.measure_child(0, 0, UNSPECIFIED, height, height_mode)
            room = width - pad[0] - pad[2]
            if self.fill_viewport and width_mode == EXACTLY and w < room:
                child = self._children[0]
                child.measure(room, EXACTLY, child.measured[1], EXACTLY)
                w = room
        return w + pad[0] + pad[2], h + pad[1] + pad[3]

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Place the child, moved by the scroll offset."""
        View.layout(self, left, top, right, bottom)
        x0, y0, x1, y1 = self.inner
        child, margin = self._children[0], self._margins[0]
        offset = self.ui.offset(self, self.ui.px(self.start))
        if self.SCROLLS == "y":
            self._range = max(0, child.measured[1] + margin[1] + margin[3] - (y1 - y0))
            self._offset = min(offset, self._range)
            w = child.measured[0] + margin[0] + margin[2]
            self.layout_child(0, place(child.gravity, x0, x1, w, "x"), y0 - self._offset)
        else:
            self._range = max(0, child.measured[0] + margin[0] + margin[2] - (x1 - x0))
            self._offset = min(offset, self._range)
            h = child.measured[1] + margin[1] + margin[3]
            self.layout_child(0, x0 - self._offset, place(child.gravity, y0, y1, h, "y"))

    @property
    def scrollable(self) -> bool:
        """Return whether the child is longer than the view."""
        return self._range > 0

    def can_scroll(self, amount: int) -> bool:
        """Return whether there is room in that direction."""
        return self._offset < self._range if amount > 0 else self._offset > 0

    def scroll(self, amount: int) -> int:
        """Move the child."""
        offset = max(0, min(self._range, self._offset + amount))
        moved = offset - self._offset
        if moved:
            self.ui.set_offset(self, offset)
            self._offset = offset
        return moved


class ScrollView(_Scrolling):
    """Scrolls its one child vertically.

    Args:
        child: The content.
        fill_viewport: Stretch a shorter child to the view's height.
        start: dp of the child that are scrolled away while nobody has scrolled yet.
        **common: See `View`.
    """

    CLASS = "android.widget.ScrollView"


class OverflowScroll(ScrollView):
    """A `ScrollView` that accessibility services get only while its child has not enough room."""

    def is_important(self) -> bool:
        """Return True while there is something to scroll to."""
        return super().is_important() and self.scrollable


class HorizontalScrollView(_Scrolling):
    """Scrolls its one child horizontally; arguments as for `ScrollView`."""

    CLASS = "android.widget.HorizontalScrollView"
    SCROLLS = "x"


def _loading_key(_: int) -> Hashable:
    return "loading"


def _loading_row(_: int) -> View:
    from android_gym.simulator.ui.widgets import ProgressBar

    return ProgressBar(circular=True, gravity="center", margin=(0, 24))


class RecyclerView(Stretching):
    """A scrolling list that builds only the rows on screen.

    Its place is kept as (first line, pixels of it scrolled away), so that the cost of a step does
    not depend on the length of the list.

    Args:
        rows: The rows, or how many there are (with `build`).
        build: Makes row number i; with `rows` a number.
        row_key: Identity of row i, so that its state follows it; its position by default.
        columns: Cells in a line, for a grid.
        orientation: "vertical" or "horizontal".
        start: First row while nobody has scrolled yet.
        **common: See `View`.
    """

    CLASS = "androidx.recyclerview.widget.RecyclerView"
    MIRRORS = True
    IMPORTANT = True
    CLIPS = True

    def __init__(
        self,
        rows: Sequence[View | None] | int,
        build: Callable[[int], View] | None = None,
        *,
        row_key: Callable[[int], Hashable] | None = None,
        columns: int = 1,
        orientation: Orientation = "vertical",
        start: int = 0,
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__(**common)
        self._start = start
        if build is None:
            given = [
                r
                for r in (rows if not isinstance(rows, int) else ())
                if r and r.visibility != "gone"
            ]
            self._count = len(given)
            self._build: Callable[[int], View] = given.__getitem__
        else:
            self._count = rows if isinstance(rows, int) else len(rows)
            self._build = build
        self.vertical = orientation == "vertical"
        self.SCROLLS = "y" if self.vertical else "x"
        self._row_key = row_key
        self._columns = columns
        self._lines = -(-self._count // columns)
        self._made: dict[int, View] = {}
        # Rows that were laid out since they were measured: whether they can be moved as they are.
        self._movable: dict[int, bool] = {}
        # Line -> (room across that it was measured for, length along, length across).
        self._sizes: dict[int, tuple[int, int, int]] = {}
        self._room = 0
        self._shown: list[View] = []
        self._anchor = (0, 0)
        self._more_before = self._more_after = False
        # Makes the rows, while something else is in their place.
        self._late: tuple[Any, ...] | None = None

    @property
    def children(self) -> Sequence[View]:
        """The rows on screen."""
        return self._shown

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Put the list into a tree; rows follow when they are built."""
        super().attach(ui, parent, position)
        self._made.clear()
        self._movable.clear()
        self._sizes.clear()
        moves = ui.windows.transitions
        self._load(moves.on and moves.loading(ui.window, self.path))

    def _load(self, loading: bool) -> None:
        """Put a ring in the place of the rows while there are none yet, and take it away."""
        if loading == (self._late is not None):
            return
        if self._late is not None:
            self._count, self._build, self._columns, self._row_key = self._late
            self._late = None
        else:
            self._late = (self._count, self._build, self._columns, self._row_key)
            self._count, self._columns, self._row_key = min(1, self._count), 1, _loading_key
            self._build = _loading_row
        self._lines = -(-self._count // self._columns)

    def _row(self, index: int) -> View:
        view = self._made.get(index)
        if view is None:
            with self.ui.observe():
                view = self._build(index)
                if view.important == "auto":
                    # attachAccessibilityDelegateOnBind: every item is a node of its own.
                    view.important = "yes"
                position = ("row", self._row_key(index)) if self._row_key else index
                view.attach(self.ui, self, position)
            self._made[index] = view
        return view

    def _line(self, line: int, across: int) -> int:
        """Measure one line of rows in the room across; return its length with margins."""
        known = self._sizes.get(line)
        if known is not None and known[0] == across:
            return known[1]
        ui, vertical = self.ui, self.vertical
        cell = across // self._columns
        longest = widest = 0
        for index in range(line * self._columns, min((line + 1) * self._columns, self._count)):
            view = self._row(index)
            self._movable.pop(index, None)
            m = ui.insets(view.margin)
            if vertical:
                w, wm = spec_for(ui, view.width, cell, EXACTLY, m[0] + m[2])
                h, hm = self._spec_along(view.height, m[1] + m[3])
                view.measure(w, wm, h, hm)
                longest = max(longest, view.measured[1] + m[1] + m[3])
            else:
                w, wm = self._spec_along(view.width, m[0] + m[2])
                h, hm = spec_for(ui, view.height, cell, EXACTLY, m[1] + m[3])
                view.measure(w, wm, h, hm)
                longest = max(longest, view.measured[0] + m[0] + m[2])
                widest = max(widest, view.measured[1] + m[1] + m[3])
        self._sizes[line] = (across, longest, widest)
        return longest

    def _spec_along(self, wanted: float, used: int) -> tuple[int, int]:
        """A row that matches the list along its axis is as long as the list (pages)."""
        if wanted == MATCH and self._room:
            return max(0, self._room - used), EXACTLY
        return spec_for(self.ui, wanted, 0, UNSPECIFIED, 0)

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Want its rows' length, counting no further than what it is offered."""
        pad = self.pad
        if self.vertical:
            self._room = height - pad[1] - pad[3] if height_mode == EXACTLY else 0
            total = pad[1] + pad[3]
            if height_mode != EXACTLY:
                for line in range(self._lines):
                    total += self._line(line, width - pad[0] - pad[2])
                    if height_mode == AT_MOST and total >= height:
                        break
            return width, total
        self._room = width - pad[0] - pad[2] if width_mode == EXACTLY else 0
        total, across = pad[0] + pad[2], 0
        if height_mode != EXACTLY or width_mode != EXACTLY:
            room = height - pad[1] - pad[3] if height_mode != UNSPECIFIED else 1 << 20
            for line in range(self._lines):
                total += self._line(line, room)
                across = max(across, self._sizes[line][2] * self._columns)
                if width_mode != UNSPECIFIED and total >= width:
                    break
        return total, across + pad[1] + pad[3]

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Place the rows around the anchor, pulled back where the list ends."""
        super().layout(left, top, right, bottom)
        x0, y0, x1, y1 = self.inner
        across, room = (x1 - x0, y1 - y0) if self.vertical else (y1 - y0, x1 - x0)
        first, hidden = self.ui.offset(self, (self._start, 0))
        if first >= self._lines:
            first, hidden = max(0, self._lines - 1), 0
        lines, length = self._lines, self._line
        at = -hidden
        while at > 0 and first > 0:
            first -= 1
            at -= length(first, across)
        at = min(at, 0)
        while first < lines - 1 and at + length(first, across) <= 0:
            at += length(first, across)
            first += 1
        end, line = at, first
        while line < lines and end < room:
            end += length(line, across)
            line += 1
        if end < room:
            # The list ends on screen: pull earlier rows in.
            at += room - end
            while at > 0 and first > 0:
                first -= 1
                at -= length(first, across)
            at = min(at, 0)
        self._anchor = (first, -at)
        self._place(first, at, across, room)

    def _place(self, line: int, at: int, across: int, room: int) -> None:
        left, top, _, _ = self.inner
        vertical, columns, pad = self.vertical, self._columns, self.pad
        cell = across // columns
        self._more_before = line > 0 or at < 0
        # Rows shine through the padding (clipToPadding=false, as lists with padding have it).
        before, after = (pad[1], pad[3]) if vertical else (pad[0], pad[2])
        while line > 0 and at > -before:
            line -= 1
            at -= self._line(line, across)
        shown: list[View] = []
        while line < self._lines and at < room + after:
            length = self._line(line, across)
            start = line * columns
            for index in range(start, min(start + columns, self._count)):
                view = self._row(index)
                m = self.ui.insets(view.margin)
                w, h = view.measured
                if vertical:
                    x, y = left + cell * (index - start), top + at
                    x = place(view.gravity, x, x + cell, w + m[0] + m[2], "x") + m[0]
                    y += m[1]
                else:
                    x, y = left + at + m[0], top + cell * (index - start)
                    y = place(view.gravity, y, y + cell, h + m[1] + m[3], "y") + m[1]
                self._put(index, view, (x, y, x + w, y + h))
                shown.append(view)
            at += length
            line += 1
        self._more_after = line < self._lines or at > room
        self._shown = shown
        if len(self._made) > 3 * len(shown) + 16:
            kept = {id(view) for view in shown}
            for index in [i for i, view in self._made.items() if id(view) not in kept]:
                del self._made[index]
                self._movable.pop(index, None)
                self._sizes.pop(index // columns, None)

    def _put(self, index: int, view: View, box: Rect) -> None:
        """Place a row; one that only moves, as by scrolling, is not laid out again."""
        movable, was = self._movable.get(index), view.bounds
        x, y = box[0] - was[0], box[1] - was[1]
        if movable is None or (x, y) != (box[2] - was[2], box[3] - was[3]):
            self._movable[index] = view.movable
            view.layout(*box)
        elif not movable:
            view.layout(*box)
        elif x or y:
            view.move(x, y)

    @property
    def scrollable(self) -> bool:
        """Return whether there are rows out of sight."""
        return self._more_before or self._more_after

    def can_scroll(self, amount: int) -> bool:
        """Return whether there is room in that direction."""
        return self._more_after if amount > 0 else self._more_before

    def scroll(self, amount: int) -> int:
        """Move the rows; lays them out at once, since only that tells how far they can go."""
        first, hidden = before = self._anchor
        self.ui.set_offset(self, (first, hidden + amount))
        self.layout(*self.bounds)
        self.ui.set_offset(self, self._anchor)
        if self._anchor == before:
            return 0
        if self._anchor[0] == before[0]:
            return self._anchor[1] - before[1]
        return amount

    def show_row(self, position: Hashable) -> bool:
        """Scroll so that a row is the first in sight, or the list at its end.

        Args:
            position: What tells the row from its siblings in a path.

        Returns:
            False where there is no such row.
        """
        if self._row_key is None:
            found = position if isinstance(position, int) else -1
        else:
            keys = (("row", self._row_key(index)) for index in range(self._count))
            found = next((index for index, key in enumerate(keys) if key == position), -1)
        if not 0 <= found < self._count:
            return False
        self.ui.set_offset(self, (found // self._columns, 0))
        return True

    def row_bounds(self, index: int) -> Rect | None:
        """Bounds of a row that is on screen."""
        view = self._made.get(index)
        return view.bounds if view is not None and view in self._shown else None


class SwipeLayout(FrameLayout):
    """A frame that reacts to swipes across it, where no view inside scrolls that way.

    Args:
        children: As for `FrameLayout`.
        on_swipe: Called by direction of the finger: "up", "down", "left", "right".
        distance: dp that the finger must travel, by direction; 40 by default.
        **common: See `View`.
    """

    DISTANCE_DP = 40

    def __init__(
        self,
        children: Sequence[View | None] = (),
        *,
        on_swipe: Mapping[str, Callable[[], object]],
        distance: Mapping[str, float] | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__(children, **common)
        self.on_swipe = on_swipe
        self.distance = distance or {}

    def takes_drag(self, axis: str) -> bool:
        """Return whether there is a callback for that axis."""
        names = ("up", "down") if axis == "y" else ("left", "right")
        return any(name in self.on_swipe for name in names)

    def touch(self, event: Touch) -> None:
        """Call the callback of the direction once the finger leaves."""
        if event.action != "up":
            return
        dx, dy = event.x - event.start_x, event.y - event.start_y
        if abs(dx) > abs(dy):
            direction = "right" if dx > 0 else "left"
        else:
            direction = "down" if dy > 0 else "up"
        least = self.ui.px(self.distance.get(direction, self.DISTANCE_DP))
        if direction in self.on_swipe and max(abs(dx), abs(dy)) >= least:
            self.on_swipe[direction]()
