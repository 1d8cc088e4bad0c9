"""The stretch effect of views dragged beyond their end, as on Android since 12.

Only the drawing is stretched (EdgeEffect), and only while a finger holds it; there is no recoil.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any, Final, NamedTuple

from android_gym.simulator.ui.display_item import DisplayItem
from android_gym.simulator.ui.geometry import Rect, intersect
from android_gym.simulator.ui.ui import Path
from android_gym.simulator.ui.view import View

__all__ = ["Pull", "Stretching"]

LINEAR: Final = 0.016
EXPONENTIAL: Final = 0.016
EXPONENTIAL_REACH: Final = 0.33
"""Constants of EdgeEffect.dampStretchVector, API 33."""


class Pull(NamedTuple):
    """A view being dragged beyond its end.

    Attributes:
        window: Key of the view's window.
        path: Path of the view that scrolls.
        amount: Pixels that couldn't be scrolled; positive beyond the end, negative before the
            start.
    """

    window: Hashable
    path: Path
    amount: float


class Stretching(View):
    """The base of scrolling views, whose content is stretched while `pull` isn't 0."""

    pull: float = 0.0

    def display_children(self, out: list[DisplayItem], clip: Rect) -> None:
        """Append what the children draw, stretched while it is pulled."""
        if not self.pull:
            super().display_children(out, clip)
            return
        inside: list[DisplayItem] = []
        super().display_children(inside, clip)
        left, top, right, bottom = self.bounds
        along_y = self.SCROLLS == "y"
        length = max(1, bottom - top if along_y else right - left)
        factor = 1.0 + _stretch(abs(self.pull) / length)
        if along_y:
            fixed: float = bottom if self.pull > 0 else top
        else:
            fixed = right if self.pull > 0 else left
        seen = intersect(self.bounds, clip)
        out += [_stretched(item, along_y, fixed, factor, seen) for item in inside]


def _stretch(distance: float) -> float:
    """Return the relative stretch for a pull, both as fractions of the length."""
    damped = 1.0 - math.exp(-distance * math.e / EXPONENTIAL_REACH)
    return LINEAR * distance + EXPONENTIAL * damped


def _stretched(
    item: DisplayItem, along_y: bool, fixed: float, factor: float, seen: Rect
) -> DisplayItem:
    def moved(at: float) -> int:
        return round(fixed + (at - fixed) * factor)

    def box(rect: Rect) -> Rect:
        left, top, right, bottom = rect
        if along_y:
            return left, moved(top) - 1, right, moved(bottom) + 1
        return moved(left) - 1, top, moved(right) + 1, bottom

    def draw(canvas: Any) -> None:
        if along_y:
            canvas.translate(0, fixed * (1 - factor))
            canvas.scale(1, factor)
        else:
            canvas.translate(fixed * (1 - factor), 0)
            canvas.scale(factor, 1)
        item.draw(canvas)

    clip = seen if item.clip is None else intersect(box(item.clip), seen)
    key = ("stretched", item.key, item.rect, along_y, fixed, factor)
    return DisplayItem(box(item.rect), clip, key, draw)
