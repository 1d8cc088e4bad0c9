"""Views that are dragged after a long press and dropped elsewhere (startDragAndDrop)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from android_gym.simulator.ui.touches import Touch
from android_gym.simulator.ui.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["DragSource", "drawn_last"]

SLOP_DP: Final = 8
"""Distance in dp that the finger has to move until the view follows it."""


class DragSource(View):
    """A mixin for views that can be dragged: ``class Icon(DragSource, FrameLayout)``.

    It has no effect until `drag_with` is called. The view still handles the long press itself.

    Attributes:
        on_pick_up: Called when the finger starts to move the view.
        on_drop: Called with the view and where the finger was lifted, in pixels of the window.
    """

    on_pick_up: Callable[[], object] | None = None
    on_drop: Callable[[View, float, float], object] | None = None
    # The measurement that the children were last laid out with, if they can be moved.
    _laid_out: tuple[int, int, int, int] | None = None

    def drag_with(
        self,
        on_drop: Callable[[View, float, float], object],
        on_pick_up: Callable[[], object] | None = None,
    ) -> None:
        """Let the view be dragged; it has to handle long presses."""
        self.on_drop = on_drop
        self.on_pick_up = on_pick_up
        self.follows_hold = True

    @property
    def dragged(self) -> bool:
        """True while it is being dragged."""
        return self.follows_hold and bool(self.ui.offset(self, None))

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the view where the finger has moved it."""
        shift = self.ui.offset(self, None) if self.follows_hold else None
        if shift:
            left, right = left + shift[0], right + shift[0]
            top, bottom = top + shift[1], bottom + shift[1]
        known = self._laid_out is not None and self._laid_out is self._spec
        if known and self.moved_to((left, top, right, bottom)):  # as when a list is scrolled
            return
        super().layout(left, top, right, bottom)
        moves = all(child.movable for child in self.children)
        self._laid_out = self._spec if moves else None

    def touch(self, event: Touch) -> None:
        """Follow the finger, and report the drop when it is lifted."""
        shift = round(event.x - event.start_x), round(event.y - event.start_y)
        known = self.ui.offset(self, None)
        if event.action == "move":
            if not known and math.hypot(*shift) <= self.ui.px(SLOP_DP):
                return
            self.ui.set_offset(self, shift if any(shift) else (0, 1))
            if not known and self.on_pick_up is not None:
                self.on_pick_up()
        elif event.action in ("up", "cancel"):
            self.ui.set_offset(self, None)
            if known and event.action == "up" and self.on_drop is not None:
                self.on_drop(self, event.x, event.y)


def drawn_last(children: Sequence[View]) -> Sequence[View]:
    """Return views in drawing order: dragged views are on top."""
    if not any(isinstance(child, DragSource) and child.dragged for child in children):
        return children
    return sorted(children, key=lambda child: isinstance(child, DragSource) and child.dragged)
