"""A scaled-down picture of a screen, as on the card of an open tab."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Unpack

from android_gym.simulator.ui.display_item import DisplayItem
from android_gym.simulator.ui.geometry import EXACTLY, Rect
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View

__all__ = ["Miniature"]


class Miniature(View):
    """A scaled-down picture of other views, which are laid out at their own size.

    They are only drawn: they have no nodes and take no touches. The picture is as wide as the view;
    its bottom is cropped.

    Args:
        content: Root of the views.
        size: (width, height) in pixels to lay them out with.
        corners: Radius of each corner in dp: top left, top right, bottom right, bottom left.
        **common: See `View`.
    """

    CLASS = "android.widget.ImageView"
    LAYOUT_MOVES = True

    def __init__(
        self,
        content: View,
        size: tuple[int, int],
        *,
        corners: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0),
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__(**common)
        self.content = content
        self.size = size
        self.corners = corners

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Attach the views; drop their popups, fields and BACK handlers, as they are only drawn."""
        super().attach(ui, parent, position)
        kept: tuple[list[Any], ...] = (ui.popups, ui.back, ui.fields)
        counts = [len(each) for each in kept]
        self.content.attach(ui, None, ("miniature", self.path))
        for each, count in zip(kept, counts, strict=True):
            del each[count:]

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the view, and the content on a screen of its own."""
        super().layout(left, top, right, bottom)
        width, height = self.size
        self.content.measure(width, EXACTLY, height, EXACTLY)
        self.content.layout(0, 0, width, height)

    def display(self, out: list[DisplayItem], clip: Rect) -> None:
        """Append the picture."""
        super().display(out, clip)
        bounds = self.bounds
        left, top, right, bottom = bounds
        outside = right <= clip[0] or bottom <= clip[1] or left >= clip[2] or top >= clip[3]
        if outside or self.visibility != "visible" or self.size[0] <= 0:
            return
        items: list[DisplayItem] = []
        self.content.display(items, (0, 0, *self.size))
        parts = tuple((item.rect, item.clip, item.key) for item in items)
        key = (Miniature, self.size, self.corners, parts, self.ui.density)
        scale = (right - left) / self.size[0]

        def draw(canvas: Any) -> None:
            from android_gym.simulator.ui.drawables import rounded_rect

            canvas.clipRRect(rounded_rect(bounds, self.corners, self.ui.density), True)
            canvas.translate(left, top)
            canvas.scale(scale, scale)
            for item in items:
                canvas.save()
                if item.clip is not None:
                    canvas.clipRect(_box(item.clip))
                item.draw(canvas)
                canvas.restore()

        out.append(DisplayItem(bounds, clip, key, draw))


def _box(rect: Rect) -> Any:
    from android_gym.simulator.ui._skia import skia

    return skia.Rect.MakeLTRB(*rect)
