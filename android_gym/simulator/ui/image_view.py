"""Views for pictures and icons: ``ImageView`` and ``ImageButton``."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Literal, Unpack

from android_gym.simulator.ui.options import ImageOptions, ViewOptions
from android_gym.simulator.ui.view import View

if TYPE_CHECKING:
    from android_gym.simulator.ui.icons import AppIcon

__all__ = ["ImageButton", "ImageView"]


class ImageView(View):
    """A picture.

    Args:
        source: Icon name, an `AppIcon`, a drawable, or encoded image bytes in a `Bitmap` drawable.
        tint: Colour of an icon.
        disabled_tint: Colour of an icon while the view is disabled.
        size: Width and height of the picture, dp; by default 24 for icons.
        scale: "center" or "fit" (fills the view).
        **common: See `View`.
    """

    CLASS = "android.widget.ImageView"

    def __init__(
        self,
        source: str | AppIcon | Any = None,
        *,
        tint: str | int | None = "icon",
        disabled_tint: str | int = "text_disabled",
        size: float = 24,
        scale: Literal["center", "fit"] = "center",
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__(**common)
        self.source = source
        self.tint = tint
        self.disabled_tint = disabled_tint
        self.size = size
        self.scale = scale

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Return the size of the picture."""
        size = self.ui.px(self.size) if self.source is not None else 0
        return size + self.pad[0] + self.pad[2], size + self.pad[1] + self.pad[3]

    def _color(self) -> int:
        if self.tint is None:
            return 0
        return self.ui.color(self.tint if self.enabled else self.disabled_tint)

    def appearance(self) -> Hashable | None:
        """Return picture, colour and size."""
        if self.source is None:
            return None
        return (self.source, self._color(), self.size, self.scale, self.pad)

    def draw(self, canvas: Any) -> None:
        """Paint the picture."""
        if self.source is None:
            return
        from android_gym.simulator.ui.icons import paint_icon

        left, top, right, bottom = self.inner
        size = self.ui.px(self.size)
        if self.scale == "fit":
            size = min(right - left, bottom - top)
        x, y = left + (right - left - size) // 2, top + (bottom - top - size) // 2
        if isinstance(self.source, str):
            paint_icon(canvas, self.source, x, y, size, self._color(), mirrored=self.rtl)
            return
        rect = (x, y, x + size, y + size)
        if self.scale == "fit" and not hasattr(self.source, "glyph"):
            rect = (left, top, right, bottom)
        self.source.paint(canvas, rect, self.ui.density, self.ui.theme)


class ImageButton(ImageView):
    """A picture that can be tapped, 48 dp in each direction by default."""

    CLASS = "android.widget.ImageButton"
    IMPORTANT = True

    def __init__(self, source: Any = None, **common: Unpack[ImageOptions]) -> None:
        common.setdefault("min_width", 48)
        common.setdefault("min_height", 48)
        common.setdefault("clickable", True)
        super().__init__(source, **common)
