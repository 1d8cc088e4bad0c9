"""A key as a view, and a row of keys.

There are some forty keys, which are put into the tree anew with each letter that changes what the
keyboard suggests. So a key is one view that paints its letter and hint itself, and a row shares out
its width without asking.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Unpack

from android_gym.simulator.ui.drawables import Inset, Rounded
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.text import TextStyle, layout_text
from android_gym.simulator.ui.view import MATCH, Touch, View, ViewGroup

__all__ = ["Face", "Key", "KeyRow"]

GAP_X, GAP_Y = 2.3, 6.0
"""dp between the shape of a key and the edge of what can be touched."""

PILL = 999.0


@dataclass(frozen=True)
class Face:
    """The look of a key.

    Attributes:
        text: What stands on it.
        icon: The icon in place of that.
        hint: Small text: in the corner, or, where `beside`, to the right of the text.
        fill: Role of its colour; empty for no shape.
        ink: Role of the colour of text and icon.
        size: dp of text or icon.
        radius: dp of the corners.
        gap: dp above and below the shape.
        left: Part of its width that its shape leaves free at the start.
        right: The same at the end.
        beside: True if the hint stands beside the text.
        bold: True for medium weight.
    """

    text: str = ""
    icon: str = ""
    hint: str = ""
    fill: str = "key"
    ink: str = "on_key"
    size: float = 22
    radius: float = 6
    gap: float = GAP_Y
    left: float = 0
    right: float = 0
    beside: bool = False
    bold: bool = False


@lru_cache(maxsize=256)
def _shape(fill: str, radius: float, left: float, gap: float, right: float) -> Inset:
    return Inset(Rounded(fill, radius), left, gap, right, gap)


class Key(View):
    """A key.

    Args:
        face: How it looks.
        description: What it is called.
        action: What a tap does.
        share: Its width, in parts of the row.
        text: Text reported to accessibility beside the description.
        on_hold: Called after 300 ms of touch.
        on_follow: Called with what the finger does after that.
        on_slide: Called with what a finger does that slides sideways.
        **common: See `View`.
    """

    CLASS = "android.widget.FrameLayout"
    IMPORTANT = True
    HOLD_MS: ClassVar[int] = 300

    def __init__(
        self,
        face: Face,
        description: str,
        action: Callable[[], object],
        share: float = 1,
        *,
        text: str | None = None,
        on_hold: Callable[[], object] | None = None,
        on_follow: Callable[[Touch], object] | None = None,
        on_slide: Callable[[Touch], object] | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        common["content_description"] = description
        common["on_click"] = action
        common["focusable"] = False
        if on_hold is not None:
            common["on_long_click"] = on_hold
        super().__init__(**common)
        self.face = face
        self.share = share
        self.text = text
        self.on_follow = on_follow
        self.on_slide = on_slide
        self.follows_hold = on_follow is not None

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Take what there is."""
        return width, height

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Take its place; its shape leaves a part of it free."""
        super().layout(left, top, right, bottom)
        face = self.face
        if face.fill:
            width = (right - left) / self.ui.density
            start, end = GAP_X + face.left * width, GAP_X + face.right * width
            self.background = _shape(face.fill, face.radius, start, face.gap, end)

    def takes_drag(self, axis: str) -> bool:
        """Follow a finger that slides sideways, where it was asked to."""
        return axis == "x" and self.on_slide is not None

    def touch(self, event: Touch) -> None:
        """Tell of what the finger does."""
        follow = self.on_slide if self.on_slide is not None else self.on_follow
        if follow is not None:
            follow(event)

    def accessibility_text(self) -> str | None:
        """The text that it was given."""
        return self.text

    def appearance(self) -> Hashable | None:
        """Its face."""
        return self.face

    def draw(self, canvas: Any) -> None:
        """Paint text, icon and hint."""
        face, ui, density = self.face, self.ui, self.ui.density
        left, top, right, bottom = self.bounds
        width = right - left
        start, end = left + face.left * width, right - face.right * width
        color = ui.color(face.ink)
        if face.icon:
            from android_gym.simulator.ui.icons import paint_icon

            size = ui.px(face.size)
            x, y = (start + end - size) / 2, (top + bottom - size) / 2
            paint_icon(canvas, face.icon, round(x), round(y), size, color)
            return
        room = end - start - 2 * ui.px(GAP_X)
        style = TextStyle(face.size, 500 if face.bold else 400, color=color)
        layout = layout_text(face.text, style, density, room, 1, "end")
        x = (start + end - layout.longest_line) / 2
        if face.beside and face.hint:
            x -= ui.px(14)
        layout.paint(canvas, x, (top + bottom - layout.height) / 2)
        if face.hint:
            small = TextStyle(12 if face.beside else 10, color=ui.color("key_hint"))
            layout = layout_text(face.hint, small, density, None, 1, None)
            if face.beside:
                x, y = (start + end) / 2 + ui.px(6), (top + bottom - layout.height) / 2
            else:
                x = end - ui.px(GAP_X + 3) - layout.longest_line
                y = top + ui.px(face.gap)
            layout.paint(canvas, x, y)


class KeyRow(ViewGroup):
    """Keys side by side, which share the width and have the height of the row.

    Args:
        keys: The keys.
        high: Its height in dp.
        **common: See `View`.
    """

    CLASS = "android.widget.LinearLayout"

    def __init__(self, keys: Sequence[Key], high: float, **common: Unpack[ViewOptions]) -> None:
        common["width"], common["height"] = MATCH, high
        common["layout_direction"] = "ltr"
        super().__init__(keys, **common)
        self._keys = keys

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Take what there is."""
        return width, height

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Share out the width; keys that have their places already keep them."""
        if self.bounds == (left, top, right, bottom):
            return
        super().layout(left, top, right, bottom)
        x0, y0, x1, y1 = self.inner
        whole, passed = sum(key.share for key in self._keys), 0.0
        for key in self._keys:
            start = x0 + round(passed * (x1 - x0) / whole)
            passed += key.share
            end = x0 + round(passed * (x1 - x0) / whole)
            key.layout(start, y0, end, y1)
        if self.turned:
            self.turn_back()
