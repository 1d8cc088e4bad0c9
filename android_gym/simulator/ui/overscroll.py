"""Stretching of views dragged past their end, as on Android since 12; let go, they are as before.

Only the picture is stretched (EdgeEffect), and only while a finger holds it.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any, Final, NamedTuple

from android_gym.simulator.ui.view import DisplayItem, Path, Rect, View, intersect

__all__ = ["Pull", "Stretching"]

LINEAR: Final = 0.016
EXPONENTIAL: Final = 0.016
EXPONENTIAL_REACH: Final = 0.33
"""EdgeEffect.dampStretchVector's constants, API 33."""


class Pull(NamedTuple):
    """The way that something is dragged past its end.

    Attributes:
        window: Key of its window.
        path: Path of the view that scrolls.
        amount: Pixels that could not be scrolled; positive past the end, negative past the start.
    """

    window: Hashable
    path: Path
    amount: float


class Stretching(View):
    """A part of a view that scrolls: its content stretches while `pull` is not 0."""

    pull: float = 0.0

    def display_children(self, out: list[DisplayItem], clip: Rect) -> None:
        """Append what the children draw, longer than it is while it is pulled."""
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
    """Return by which part something becomes longer that is pulled by a part of its length."""
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
