"""Geometry of views: sizes, measure modes, rectangles and gravity."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from android_gym.simulator.ui.options import Gravity, Vertical

__all__ = [
    "AT_MOST",
    "EXACTLY",
    "MATCH",
    "NO_INSETS",
    "UNSPECIFIED",
    "WRAP",
    "Rect",
    "intersect",
    "place",
]

NO_INSETS: Final = (0, 0, 0, 0)

MATCH: Final = -1.0
"""Width or height that fills the parent (``LayoutParams.MATCH_PARENT``)."""

WRAP: Final = -2.0
"""Width or height that fits the content (``LayoutParams.WRAP_CONTENT``)."""

EXACTLY: Final = 0
"""Measure mode: the view must have the given size (``MeasureSpec.EXACTLY``)."""

AT_MOST: Final = 1
"""Measure mode: the view may have at most the given size (``MeasureSpec.AT_MOST``)."""

UNSPECIFIED: Final = 2
"""Measure mode: the view may have any size (``MeasureSpec.UNSPECIFIED``)."""

Rect = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""


def intersect(a: Rect, b: Rect | None) -> Rect:
    """Return the intersection of two rectangles (empty if they don't overlap)."""
    if b is None:
        return a
    left, top = max(a[0], b[0]), max(a[1], b[1])
    return left, top, max(left, min(a[2], b[2])), max(top, min(a[3], b[3]))


@lru_cache(maxsize=256)
def _side(gravity: Gravity | Vertical, axis: str) -> int:
    """Return where a gravity aligns things along an axis: 0 start, 1 middle, 2 end."""
    for word in gravity.split("|"):
        if word == "center" or word == ("center_horizontal" if axis == "x" else "center_vertical"):
            return 1
        if word == ("end" if axis == "x" else "bottom"):
            return 2
    return 0


def place(gravity: Gravity | Vertical | None, start: int, end: int, size: int, axis: str) -> int:
    """Return the start coordinate of something of `size` between `start` and `end`."""
    if gravity:
        side = _side(gravity, axis)
        if side == 1:
            return start + (end - start - size) // 2
        if side == 2:
            return end - size
    return start
