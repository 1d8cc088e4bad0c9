"""Cached pictures of names and signs on maps."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, Final

import numpy as np

from android_gym.simulator.ui._skia import canvas_on, skia
from android_gym.simulator.ui.icons import paint_icon
from android_gym.simulator.ui.text import TextStyle, layout_text
from android_gym.simulator.ui.vector_map import MapLabel

__all__ = ["Kept", "blank", "finished", "name_image", "sign_image"]

_HALO_DP: Final = 1.6


class Kept:
    """A cache of pictures by key, which evicts the least recently used."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._bytes = 0
        self._images: OrderedDict[Hashable, skia.Image] = OrderedDict()

    def get(self, key: Hashable) -> Any:
        """Return a picture, or None if it isn't cached."""
        image = self._images.get(key)
        if image is not None:
            self._images.move_to_end(key)
        return image

    def put(self, key: Hashable, image: Any) -> None:
        """Add a picture, and evict the least recently used."""
        self._images[key] = image
        self._bytes += 4 * image.width() * image.height()
        while self._bytes > self._limit and len(self._images) > 1:
            _, oldest = self._images.popitem(last=False)
            self._bytes -= 4 * oldest.width() * oldest.height()


def blank(width: int, height: int, opaque: bool) -> tuple[Any, Any]:
    """Return blank pixels, and a canvas that draws on them."""
    pixels = np.zeros((height, width, 4), np.uint8)
    return pixels, canvas_on(pixels, opaque=opaque)


def finished(pixels: Any, opaque: bool) -> Any:
    """Return an image of pixels."""
    alpha = skia.kOpaque_AlphaType if opaque else skia.kPremul_AlphaType
    return skia.Image.fromarray(pixels, skia.kRGBA_8888_ColorType, alpha)


_signs = Kept(16 << 20)


def name_image(label: MapLabel, night: bool, density: float, scale: float) -> Any:
    """Return the picture of a name with its halo."""
    key = (label.text, label.size, label.weight, label.icon, label.ink, night, density, scale)
    known = _signs.get(key)
    if known is not None:
        return known
    ink = label.ink[night]
    halo = 0xFF202020 if night else 0xFFFFFFFF
    style = TextStyle(label.size, label.weight, color=ink, include_font_padding=False)
    text = layout_text(label.text, style, density)
    pad, icon = 3 * density, 18 * density if label.icon else 0.0
    wide = max(text.width, icon) + 2 * pad
    high = text.height + icon + 2 * pad
    pixels, canvas = blank(math.ceil(wide * scale), math.ceil(high * scale), False)
    canvas.scale(scale, scale)
    x, y, far = (wide - text.width) / 2, pad + icon, _HALO_DP * density
    if label.icon:
        middle = wide / 2
        disc = skia.Paint(AntiAlias=True, Color=ink)
        canvas.drawCircle(middle, pad + icon / 2, icon / 2, disc)
        inner = icon * 0.72
        paint_icon(canvas, label.icon, middle - inner / 2, pad + (icon - inner) / 2, inner, halo)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7),
                   (-0.7, -0.7)):  # fmt: skip
        text.paint(canvas, x + dx * far, y + dy * far, halo)
    text.paint(canvas, x, y)
    image = finished(pixels, False)
    _signs.put(key, image)
    return image


def sign_image(kind: str, color: int, icon: str, density: float, scale: float) -> tuple[Any, float]:
    """Return the picture of a sign, and the distance of its anchor from the left and upper edge."""
    reach = (48 if kind in ("flag", "drop") else 28) * density
    key = (kind, color, icon, density, scale)
    known = _signs.get(key)
    if known is None:
        side = math.ceil(2 * reach * scale)
        pixels, canvas = blank(side, side, False)
        canvas.scale(scale, scale)
        canvas.translate(reach, reach)
        _draw_sign(canvas, kind, color, icon, density)
        known = finished(pixels, False)
        _signs.put(key, known)
    return known, reach


def _draw_sign(canvas: Any, kind: str, color: int, icon: str, d: float) -> None:
    fill = skia.Paint(AntiAlias=True, Color=color)
    white = skia.Paint(AntiAlias=True, Color=0xFFFFFFFF)
    if kind == "flag":
        pole = skia.Paint(AntiAlias=True, Color=0xFF424242)
        canvas.drawRect(skia.Rect.MakeXYWH(-1 * d, -26 * d, 2 * d, 26 * d), pole)
        path = skia.Path()
        points = ((1, -26), (18, -26), (14, -19.5), (18, -13), (1, -13))
        path.addPoly([skia.Point(x * d, y * d) for x, y in points], True)
        canvas.drawPath(path, fill)
        return
    if kind == "drop":
        # The tip of the icon is at 22 of its 24 dp.
        paint_icon(canvas, "map_marker", -22 * d, -40 * d, 44 * d, 0xFFFFFFFF)
        paint_icon(canvas, "map_marker", -20 * d, -37.5 * d, 40 * d, color)
        return
    if kind == "fix":
        canvas.drawCircle(0, 0, 20 * d, skia.Paint(AntiAlias=True, Color=color & 0x40FFFFFF))
        canvas.drawCircle(0, 0, 9 * d, white)
        canvas.drawCircle(0, 0, 7 * d, fill)
        return
    radius = 5 if kind == "dot" else 13
    for paint, more in ((white, 1.5), (fill, 0.0)):
        far = (radius + more) * d
        if kind == "square":
            box = skia.Rect.MakeLTRB(-far, -far, far, far)
            canvas.drawRoundRect(box, 4 * d, 4 * d, paint)
        elif kind == "octagon":
            cut = far * 0.42
            path = skia.Path()
            corners = (
                (-cut, -far), (cut, -far), (far, -cut), (far, cut),
                (cut, far), (-cut, far), (-far, cut), (-far, -cut),
            )  # fmt: skip
            path.addPoly([skia.Point(x, y) for x, y in corners], True)
            canvas.drawPath(path, paint)
        else:
            canvas.drawCircle(0, 0, far, paint)
    if icon:
        paint_icon(canvas, icon, -9 * d, -9 * d, 18 * d, 0xFFFFFFFF)
