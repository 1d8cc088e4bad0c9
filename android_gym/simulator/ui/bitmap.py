"""Pictures as drawables, decoded at the size at which they are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from android_gym.errors import OptionError
from android_gym.simulator.ui.drawables import (
    Corners,
    Drawable,
    RectPx,
    draw_stamp,
    image_cache,
    rounded_rect,
)

from ._skia import skia
from .theme import Theme

__all__ = ["Bitmap", "jpeg"]


_SAMPLING: Final = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)


def _encoded(content: bytes) -> skia.Image | None:
    """Open a picture without decoding it; return None if it isn't one."""
    try:
        return skia.Image.MakeFromEncoded(skia.Data.MakeWithCopy(content))
    except RuntimeError:
        return None


@lru_cache(maxsize=4096)
def size_of(content: bytes) -> tuple[int, int] | None:
    image = _encoded(content)
    return None if image is None else (image.width(), image.height())


def _picture(content: bytes, reduction: int) -> skia.Image | None:
    """Decode a picture and shrink it to 1/reduction; return None if it can't be decoded."""
    key = (content, reduction)
    known = image_cache.get(key)
    if known is not None:
        return known
    image = _encoded(content)
    if image is not None:
        width = max(1, image.width() // reduction)
        height = max(1, image.height() // reduction)
        surface = skia.Surface.MakeRaster(skia.ImageInfo.MakeN32Premul(width, height))
        surface.getCanvas().drawImageRect(image, skia.Rect.MakeWH(width, height), _SAMPLING)
        image = surface.makeImageSnapshot()
        image_cache.put(key, image)
    return image


@dataclass(frozen=True)
class Bitmap(Drawable):
    """A picture.

    Attributes:
        content: An encoded PNG, JPEG, WebP, GIF (its first frame) or BMP.
        fit: "fill" stretches it, "center_crop" fills the rectangle and crops what lies outside,
            "fit_center" shows all of it, "center" keeps its size (one picture pixel per screen
            pixel).
        corners: Radius of the rectangle's corners.
    """

    content: bytes
    fit: str = "fit_center"
    corners: Corners = 0.0

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of the picture in its own pixels; None if it can't be decoded."""
        return size_of(self.content)

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """Paint the picture, or nothing if it can't be decoded, as on Android."""
        left, top, right, bottom = rect
        size = self.size
        if size is None or right <= left or bottom <= top:
            return
        width, height = size
        across, down = (right - left) / width, (bottom - top) / height
        if self.fit == "center_crop":
            across = down = max(across, down)
        elif self.fit == "fit_center":
            across = down = min(across, down)
        elif self.fit == "center":
            across = down = 1.0
        elif self.fit != "fill":
            raise OptionError(
                f"Fit {self.fit!r} is none of fill, center_crop, fit_center and center."
            )
        reduction = 1
        while max(across, down) * reduction * 2 <= 1:
            reduction *= 2
        x = (left + right - width * across) / 2
        y = (top + bottom - height * down) / 2
        shown = skia.Rect.MakeXYWH(x, y, width * across, height * down)

        def draw(painter: skia.Canvas) -> None:
            image = _picture(self.content, reduction)
            if image is None:
                return
            painter.save()
            if self.corners:
                painter.clipRRect(rounded_rect(rect, self.corners, density), True)
            else:
                painter.clipRect(skia.Rect.MakeLTRB(*rect))
            painter.drawImageRect(image, shown, _SAMPLING)
            painter.restore()

        draw_stamp(canvas, (self, density), rect, draw)


def jpeg(drawable: Drawable, width: int, height: int, theme: Theme) -> bytes:
    """Render a drawable as a JPEG file.

    Args:
        drawable: What to draw, on black.
        width: Width in pixels.
        height: Height in pixels.
        theme: Resolves the colours.
    """
    surface = skia.Surface.MakeRaster(skia.ImageInfo.MakeN32Premul(width, height))
    canvas = surface.getCanvas()
    canvas.clear(0xFF000000)
    drawable.paint(canvas, (0, 0, width, height), 1.0, theme)
    return bytes(surface.makeImageSnapshot().encodeToData(skia.kJPEG, 92))
