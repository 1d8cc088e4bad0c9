"""Scrolling layouts."""

from __future__ import annotations

from typing import Unpack

from android_gym.simulator.ui.frame_layout import FrameLayout
from android_gym.simulator.ui.geometry import EXACTLY, UNSPECIFIED, place
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.overscroll import Stretching
from android_gym.simulator.ui.view import View

__all__ = ["HorizontalScrollView", "OverflowScroll", "ScrollView"]


class _Scrolling(Stretching, FrameLayout):
    """A frame whose single child may exceed it along one axis."""

    IMPORTANT = True
    CLIPS = True
    SCROLLS = "y"
    SCROLLS_IN_PLACE = True

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
        """Measure the child without a limit along the scrolling axis."""
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
        """Lay out the child, shifted by the scroll offset."""
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
        """True if the child is longer than the view."""
        return self._range > 0

    def can_scroll(self, amount: int) -> bool:
        """Return whether it can scroll in this direction."""
        return self._offset < self._range if amount > 0 else self._offset > 0

    def scroll(self, amount: int) -> int:
        """Scroll the child."""
        offset = max(0, min(self._range, self._offset + amount))
        moved = offset - self._offset
        if moved:
            self.ui.set_offset(self, offset)
            self._offset = offset
        return moved


class ScrollView(_Scrolling):
    """A view that scrolls its single child vertically.

    Args:
        child: The content.
        fill_viewport: Whether to stretch a shorter child to the view's height.
        start: Scroll offset in dp before any scrolling.
        **common: See `View`.
    """

    CLASS = "android.widget.ScrollView"


class OverflowScroll(ScrollView):
    """A `ScrollView` that is hidden from accessibility services while its child fits."""

    def is_important(self) -> bool:
        """Return whether it is important; False while there is nothing to scroll."""
        return super().is_important() and self.scrollable


class HorizontalScrollView(_Scrolling):
    """A view that scrolls its single child horizontally; takes the arguments of `ScrollView`."""

    CLASS = "android.widget.HorizontalScrollView"
    SCROLLS = "x"
