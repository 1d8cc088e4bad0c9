"""Drawing operations that views produce and the renderer paints."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from android_gym.simulator.ui.geometry import Rect

__all__ = ["DisplayItem"]


class DisplayItem:
    """One drawing operation on the screen.

    Attributes:
        rect: Pixels that it may draw to (left, top, right, bottom).
        clip: Rectangle that it is clipped to, or None.
        key: Hashable that together with `rect` and `clip` determines every pixel drawn.
        draw: Paints onto a Skia canvas in full-screen pixels.
        look: Number that the renderer assigned to this rect, clip and key; 0 before.
        opaque: Whether it hides everything below it in `rect` and `clip`.
        copied: Whether `draw` copies pixels, so that clipping doesn't change the pixels drawn.
    """

    __slots__ = ("clip", "copied", "draw", "key", "look", "opaque", "rect")

    def __init__(
        self,
        rect: Rect,
        clip: Rect | None,
        key: Hashable,
        draw: Callable[[Any], None],
        opaque: bool = False,
        copied: bool = False,
    ) -> None:
        self.rect = rect
        self.clip = clip
        self.key = key
        self.draw = draw
        self.look = 0
        self.opaque = opaque
        self.copied = copied
