"""List rows that are reordered by dragging a handle (ItemTouchHelper's long drags)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout
from android_gym.simulator.ui.options import ImageOptions, ViewOptions
from android_gym.simulator.ui.touches import Touch
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView

__all__ = ["DragHandle", "ReorderRow"]


class ReorderRow(FrameLayout):
    """A row that follows its `DragHandle` vertically.

    Args:
        front: The row, which contains a `DragHandle`.
        on_move: Called when the finger is lifted, with the number of rows that it was moved by,
            negative upwards; all rows count as high as this one.
        **common: See `View`.
    """

    def __init__(
        self, front: View, on_move: Callable[[int], object], **common: Unpack[ViewOptions]
    ) -> None:
        common.setdefault("width", MATCH)
        super().__init__([front], **common)
        self.front = front
        self.on_move = on_move

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the row where the finger has moved it."""
        super().layout(left, top, right, bottom)
        shift = self.ui.offset(self)
        if shift:
            x0, y0, x1, y1 = self.front.bounds
            self.front.layout(x0, y0 + shift, x1, y1 + shift)

    def dragged(self, event: Touch) -> None:
        """Follow the finger on the handle, and report the move when it is lifted."""
        moved = round(event.y - event.start_y)
        if event.action == "move":
            self.ui.set_offset(self, moved)
        elif event.action in ("up", "cancel"):
            self.ui.set_offset(self, 0)
            rows = round(moved / max(1, self.bounds[3] - self.bounds[1]))
            if event.action == "up" and rows:
                self.on_move(rows)


class DragHandle(ImageView):
    """The part of a `ReorderRow` by which it is dragged.

    Args:
        icon: Icon with two or three lines.
        **common: See `ImageView`.
    """

    def __init__(self, icon: str = "drag_handle", **common: Unpack[ImageOptions]) -> None:
        super().__init__(icon, **common)

    def takes_drag(self, axis: str) -> bool:
        """Return True for vertical drags."""
        return axis == "y"

    def touch(self, event: Touch) -> None:
        """Pass the event to the row."""
        for view in self.ancestors():
            if isinstance(view, ReorderRow):
                view.dragged(event)
                return
