"""Scrolls the focused field into sight, above the keyboard.

Android does this in several places: a ScrollView when a child gets the focus or when it shrinks, a
RecyclerView when it lays out its rows again, a TextView when its cursor moves. Here there is a
single rule: the focused field is scrolled into sight when the focus, the keyboard or the cursor has
moved, and not otherwise, so that a finger can scroll it away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from android_gym.simulator.state import Slot, State
from android_gym.simulator.ui.geometry import Rect
from android_gym.simulator.ui.layouts import RecyclerView
from android_gym.simulator.ui.ui import Path
from android_gym.simulator.ui.view import View

if TYPE_CHECKING:
    from android_gym.simulator.ui.editable import TextField
    from android_gym.simulator.ui.window import Window

__all__ = ["Reveal"]

_Place = tuple[Any, Path, int | None, tuple[int, int]]


class Reveal:
    """Keeper of the focused field's visibility.

    Args:
        state: The root of state.
    """

    def __init__(self, state: State) -> None:
        # Field's window and path, keyboard's edge, and cursor, when the field was last revealed.
        self._last: Slot[_Place | None] = state.slot(
            "revealed", None, holds=_Place | None, observable=False, shown=False
        )

    def lost(self, window: Window, path: Path, keyboard_top: int | None) -> bool:
        """Scroll to a row with the focus that is no longer laid out since its list has shrunk.

        Args:
            window: The window with the focus.
            path: Path of the focused view, which isn't laid out.
            keyboard_top: Upper edge of the keyboard.

        Returns:
            True if the list has such a row; it exists once the windows are laid out again.
        """
        last = self._last.peek()
        place: _Place = (window.key, path, keyboard_top, (-1, -1))
        if last is not None and last[:3] == place[:3]:
            return False  # a finger has scrolled it away
        view: View | None = window.root
        while view is not None:
            below = view
            depth = len(view.path)
            view = next((c for c in view.children if c.path == path[: depth + 1]), None)
        if not isinstance(below, RecyclerView) or depth >= len(path):
            return False
        self._last.set(place)
        return below.show_row(path[depth])

    def show(self, window: Window, field: TextField, view: View, keyboard_top: int | None) -> None:
        """Scroll a field into sight, if focus, keyboard or cursor have moved.

        Args:
            window: The window with the focus.
            field: The field.
            view: The same field as a view.
            keyboard_top: Upper edge of the keyboard.
        """
        place: _Place = (window.key, view.path, keyboard_top, field.selection)
        if place == self._last.peek():
            return
        self._last.set(place)
        rect = view.bounds
        for above in view.ancestors():
            if above is not view and above.SCROLLS is not None:
                rect = _scroll(above, rect, field)


def _scroll(above: View, rect: Rect, field: TextField) -> Rect:
    """Scroll a view to show a rectangle in it; return the rectangle's new position."""
    axis = 0 if above.SCROLLS == "x" else 1
    low, high = above.inner[axis], above.inner[axis + 2]
    start, end = rect[axis], rect[axis + 2]
    if end - start > high - low:  # too large to fit: show the cursor's line
        caret, moved = field.selection_bounds(), start - field.bounds[axis]
        start, end = caret[axis] + moved, caret[axis + 2] + moved
    amount = min(start - low, 0) or max(min(end - high, start - low), 0)
    if not amount or not above.can_scroll(amount):
        return rect
    by = above.scroll(amount)
    left, top, right, bottom = rect
    dx, dy = (by, 0) if axis == 0 else (0, by)
    return left - dx, top - dy, right - dx, bottom - dy
