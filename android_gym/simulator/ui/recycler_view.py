"""Long lists that build only the visible rows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Unpack

from android_gym.simulator.ui.geometry import AT_MOST, EXACTLY, MATCH, UNSPECIFIED, Rect, place
from android_gym.simulator.ui.options import Orientation, ViewOptions
from android_gym.simulator.ui.overscroll import Stretching
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.view_group import spec_for

__all__ = ["RecyclerView"]


def _loading_key(_: int) -> Hashable:
    return "loading"


def _loading_row(_: int) -> View:
    from android_gym.simulator.ui.widgets import ProgressBar

    return ProgressBar(circular=True, gravity="center", margin=(0, 24))


class RecyclerView(Stretching):
    """A scrolling list that builds only the rows on screen.

    Its scroll position is stored as (first line, hidden pixels of it), so that the cost of a step
    doesn't depend on the length of the list.

    Args:
        rows: The rows, or the number of rows (with `build`).
        build: Builds row i, if `rows` is a number.
        row_key: Returns the identity of row i, which its state follows; its position by default.
        columns: Cells per line, for a grid.
        orientation: "vertical" or "horizontal".
        start: First visible row before any scrolling.
        **common: See `View`.
    """

    CLASS = "androidx.recyclerview.widget.RecyclerView"
    MIRRORS = True
    IMPORTANT = True
    CLIPS = True
    SCROLLS_IN_PLACE = True

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
        # Rows laid out since they were measured, and whether they can simply be moved.
        self._movable: dict[int, bool] = {}
        # Line -> (size across that it was measured for, length, size across that it needs).
        self._sizes: dict[int, tuple[int, int, int]] = {}
        self._room = 0
        self._shown: list[View] = []
        self._anchor = (0, 0)
        self._more_before = self._more_after = False
        # The actual rows, while a loading indicator is shown in their place.
        self._late: tuple[Any, ...] | None = None

    @property
    def children(self) -> Sequence[View]:
        """The rows on screen."""
        return self._shown

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Attach the list; its rows are attached when they are built."""
        super().attach(ui, parent, position)
        self._made.clear()
        self._movable.clear()
        self._sizes.clear()
        moves = ui.windows.transitions
        self._load(moves.on and moves.loading(ui.window, self.path))

    def _load(self, loading: bool) -> None:
        """Replace the rows by a loading indicator while they are loading, and back."""
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
        """Measure one line of rows; return its length with margins."""
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
        """Return the offer to a row; one that matches the list along its axis (a page) fills it."""
        if wanted == MATCH and self._room:
            return max(0, self._room - used), EXACTLY
        return spec_for(self.ui, wanted, 0, UNSPECIFIED, 0)

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure the length of the rows, but no further than what is offered."""
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
        """Lay out the rows from the scroll position, which is corrected at the end of the list."""
        super().layout(left, top, right, bottom)
        self._arrange(*self.ui.offset(self, (self._start, 0)))

    def _arrange(self, first: int, hidden: int) -> None:
        """Lay out the rows from a line and its hidden pixels, as far as there are rows."""
        x0, y0, x1, y1 = self.inner
        across, room = (x1 - x0, y1 - y0) if self.vertical else (y1 - y0, x1 - x0)
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
            # The list ends on screen: start further up.
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
        # Rows are visible in the padding (clipToPadding=false, as lists with padding have it).
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
        """Lay out a row, or just move it if that is enough, as when scrolling."""
        if not (self._movable.get(index) and view.moved_to(box)):
            self._movable[index] = view.movable
            view.layout(*box)

    @property
    def scrollable(self) -> bool:
        """True if there are rows out of sight."""
        return self._more_before or self._more_after

    def can_scroll(self, amount: int) -> bool:
        """Return whether it can scroll in this direction."""
        return self._more_after if amount > 0 else self._more_before

    def scroll(self, amount: int) -> int:
        """Scroll and lay out the rows at once, since only that tells how far they can go."""
        if not self.can_scroll(amount):
            return 0
        first, hidden = before = self._anchor
        with self.ui.observe():
            self._arrange(first, hidden + amount)
        self.ui.set_offset(self, self._anchor, laid_out=True)
        if self._anchor == before:
            return 0
        if self._anchor[0] == before[0]:
            return self._anchor[1] - before[1]
        return amount

    def show_row(self, position: Hashable) -> bool:
        """Scroll until a row is the first visible one, or to the end of the list.

        Args:
            position: Key that identifies the row in a path.

        Returns:
            False if there is no such row.
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
