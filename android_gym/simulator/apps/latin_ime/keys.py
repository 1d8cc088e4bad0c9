"""Views of a key and of a row of keys.

There are some forty keys, which are rebuilt with each letter that changes the suggestions. For
speed, a key is a single view that draws its text and hint itself, and a row divides its width
without measuring its keys.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Unpack

from android_gym.simulator.ui.drawables import Inset, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.text import TextStyle, layout_text
from android_gym.simulator.ui.touches import Touch
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.view_group import ViewGroup

__all__ = ["PILL", "Face", "Key", "KeyRow"]

GAP_X, GAP_Y = 2.3, 6.0
"""Space in dp between a key's shape and the edges of its touch area."""

PILL = 999.0


@dataclass(frozen=True)
class Face:
    """The appearance of a key.

    Attributes:
        text: Text on the key.
        icon: Icon instead of the text.
        hint: Small text in the corner or, with `beside`, to the right of the text.
        fill: Colour role of the shape; empty for no shape.
        ink: Colour role of the text and icon.
        size: Size of the text or icon in dp.
        radius: Corner radius in dp.
        gap: Space above and below the shape in dp.
        left: Fraction of the width left free before the shape.
        right: Fraction of the width left free after the shape.
        beside: Whether the hint is beside the text.
        bold: Whether the text has medium weight.
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
    """A key of the keyboard.

    Args:
        face: Appearance of the key.
        description: Content description.
        action: Called on a tap.
        share: Width relative to the other keys in the row.
        text: Text reported to accessibility services besides the description.
        on_hold: Called after a 300 ms touch.
        on_follow: Called with the touch events after that.
        on_slide: Called with the touch events of a horizontal slide.
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
        """Return the available size."""
        return width, height

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Set the bounds, and the background for the part of the width that the shape takes."""
        super().layout(left, top, right, bottom)
        face = self.face
        if face.fill:
            width = (right - left) / self.ui.density
            start, end = GAP_X + face.left * width, GAP_X + face.right * width
            self.background = _shape(face.fill, face.radius, start, face.gap, end)

    def takes_drag(self, axis: str) -> bool:
        """Return whether the key handles horizontal drags."""
        return axis == "x" and self.on_slide is not None

    def touch(self, event: Touch) -> None:
        """Pass touch events to the handler."""
        follow = self.on_slide if self.on_slide is not None else self.on_follow
        if follow is not None:
            follow(event)

    def accessibility_text(self) -> str | None:
        """Return the text given for accessibility services."""
        return self.text

    def appearance(self) -> Hashable | None:
        """Return the face."""
        return self.face

    def draw(self, canvas: Any) -> None:
        """Draw the text, icon and hint."""
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
    """A row of keys that share its width and have its height.

    Args:
        keys: The keys.
        high: Height in dp.
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
        """Return the available size."""
        return width, height

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Divide the width among the keys; nothing is done if the bounds are unchanged."""
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
