"""Layouts that stack their children on top of each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Unpack

from android_gym.simulator.ui.geometry import EXACTLY, MATCH, place
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.touches import Touch
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.view_group import ViewGroup

__all__ = ["FrameLayout", "SwipeLayout"]


class FrameLayout(ViewGroup):
    """Children stacked on top of each other, each placed by its gravity."""

    CLASS = "android.widget.FrameLayout"
    LAYOUT_MOVES = True

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure as large as the largest child."""
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
        """Lay out the children."""
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


class SwipeLayout(FrameLayout):
    """A frame that handles swipes across it, unless a view inside scrolls that way.

    Args:
        children: As for `FrameLayout`.
        on_swipe: Callbacks by the finger's direction: "up", "down", "left", "right".
        distance: Minimum distance of a swipe in dp, by direction; 40 by default.
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
        """Return whether there is a callback for this axis."""
        names = ("up", "down") if axis == "y" else ("left", "right")
        return any(name in self.on_swipe for name in names)

    def touch(self, event: Touch) -> None:
        """Call the callback of the direction when the finger is lifted."""
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
