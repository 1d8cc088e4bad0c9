"""Drawables: backgrounds of views, and pictures inside them.

They are frozen and hashable, so that display lists can be compared for changes. Sizes are in dp;
colours are anything that `Theme.resolve` accepts.
"""

from __future__ import annotations

import math
import re
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

import numpy as np

from android_gym.errors import OptionError

from ._skia import canvas_on, skia
from .colors import fade
from .text import paint_of
from .theme import Theme

__all__ = [
    "Corners",
    "Drawable",
    "Gradient",
    "Inset",
    "Layers",
    "Line",
    "Oval",
    "RectPx",
    "Rounded",
    "Shadow",
    "Solid",
    "VectorPath",
    "Zoomed",
    "draw_stamp",
    "image_cache",
    "pixels_of",
    "rounded_rect",
]

RectPx = tuple[float, float, float, float]
Corners = float | tuple[float, float, float, float]


@dataclass(frozen=True)
class Drawable:
    """Something that paints itself into a rectangle.

    Attributes:
        COPIES: Whether it only copies opaque pixels, which fill the rectangle.
    """

    COPIES: ClassVar[bool] = False

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """Draw onto a canvas in pixels of the full screen.

        Args:
            canvas: Canvas to draw on.
            rect: (left, top, right, bottom) in pixels.
            density: Pixels per dp.
            theme: Resolves the colours.
        """
        raise NotImplementedError

    def reach(self, density: float) -> int:
        """Return how many pixels it may paint beyond its rectangle."""
        return 0


def pixels_of(canvas: skia.Canvas, rect: RectPx) -> tuple[int, int, int, int]:
    """Return left, top, width and height (at least 1) of a rectangle in pixels of a canvas."""
    matrix = canvas.getTotalMatrix()
    across, down = matrix.getScaleX(), matrix.getScaleY()
    return (
        round(rect[0] * across + matrix.getTranslateX()),
        round(rect[1] * down + matrix.getTranslateY()),
        max(1, round((rect[2] - rect[0]) * across)),
        max(1, round((rect[3] - rect[1]) * down)),
    )


def rounded_rect(rect: RectPx, corners: Corners, density: float) -> skia.RRect:
    """Return a rounded rectangle; radii are limited to half of its shorter side."""
    left, top, right, bottom = rect
    most = max(0.0, min(right - left, bottom - top) / 2)
    box = skia.Rect.MakeLTRB(left, top, max(left, right), max(top, bottom))
    if isinstance(corners, tuple):
        rounded = skia.RRect()
        radii = [min(corner * density, most) for corner in corners]
        rounded.setRectRadii(box, [skia.Point(radius, radius) for radius in radii])
        return rounded
    radius = min(corners * density, most)
    return skia.RRect.MakeRectXY(box, radius, radius)


class _ImageCache:
    """A cache of images by key; evicts the least recently used beyond a size in bytes."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._bytes = 0
        self._images: OrderedDict[Hashable, skia.Image] = OrderedDict()

    def get(self, key: Hashable) -> skia.Image | None:
        image = self._images.get(key)
        if image is not None:
            self._images.move_to_end(key)
        return image

    def put(self, key: Hashable, image: skia.Image) -> None:
        self._images[key] = image
        self._bytes += _weight(image)
        while self._bytes > self._limit and len(self._images) > 1:
            _, oldest = self._images.popitem(last=False)
            self._bytes -= _weight(oldest)


def _weight(image: skia.Image) -> int:
    return 4 * int(image.width()) * int(image.height())


image_cache: Final = _ImageCache(48 << 20)
_LARGEST_STAMP: Final = 4 << 20  # pixels


def draw_stamp(
    canvas: skia.Canvas, key: Hashable, bounds: RectPx, draw: Callable[[skia.Canvas], None]
) -> None:
    """Draw something expensive from a cached picture of it, in the canvas's own pixels.

    Args:
        canvas: Canvas to draw on.
        key: Identifies the picture, together with the size of the bounds.
        bounds: Area that `draw` may touch.
        draw: Draws it; called if there is no cached picture.
    """
    matrix = canvas.getTotalMatrix()
    x_scale, y_scale = matrix.getScaleX(), matrix.getScaleY()
    left = bounds[0] * x_scale + matrix.getTranslateX()
    top = bounds[1] * y_scale + matrix.getTranslateY()
    across, down = (bounds[2] - bounds[0]) * x_scale, (bounds[3] - bounds[1]) * y_scale
    # Subpixel offset, rounded so that the picture doesn't depend on where it is first used.
    column, row = math.floor(left + 1 / 128), math.floor(top + 1 / 128)
    x, y = math.floor((left - column) * 64 + 0.5) / 64, math.floor((top - row) * 64 + 0.5) / 64
    width, height = math.ceil(x + across - 1e-3), math.ceil(y + down - 1e-3)
    fits = width > 0 and height > 0 and width * height <= _LARGEST_STAMP
    if not matrix.isScaleTranslate() or not fits:
        draw(canvas)
        return
    full_key = (key, across, down, x, y, x_scale, y_scale)
    image = image_cache.get(full_key)
    if image is None:
        pixels = np.zeros((height, width, 4), np.uint8)
        painter = canvas_on(pixels)
        painter.translate(x - bounds[0] * x_scale, y - bounds[1] * y_scale)
        painter.scale(x_scale, y_scale)
        draw(painter)
        opaque = bool((pixels[..., 3] == 255).all())
        image = skia.Image.fromarray(
            pixels,
            skia.kRGBA_8888_ColorType,
            skia.kOpaque_AlphaType if opaque else skia.kPremul_AlphaType,
        )
        image_cache.put(full_key, image)
    canvas.save()
    canvas.resetMatrix()
    canvas.drawImage(image, column, row)
    canvas.restore()


def _stroke(color: int, width: float) -> skia.Paint:
    return skia.Paint(
        AntiAlias=True, Color=color, Style=skia.Paint.kStroke_Style, StrokeWidth=width
    )


@dataclass(frozen=True)
class Solid(Drawable):
    """A single colour.

    Attributes:
        color: The colour.
    """

    color: str

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        canvas.drawRect(skia.Rect.MakeLTRB(*rect), paint_of(theme.resolve(self.color)))


@dataclass(frozen=True)
class Rounded(Drawable):
    """A rectangle with round corners, filled, outlined or both.

    Attributes:
        fill: Colour inside; None for none.
        corners: Radius of all corners, or of each (top left, top right, bottom right, bottom
            left). A radius of 999 makes a pill or a circle.
        stroke: Colour of the outline; None for none.
        stroke_width: Width of the outline, which is inside the rectangle.
    """

    fill: str | None = None
    corners: Corners = 0.0
    stroke: str | None = None
    stroke_width: float = 1.0

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        if self.fill is not None:
            shape = rounded_rect(rect, self.corners, density)
            canvas.drawRRect(shape, paint_of(theme.resolve(self.fill)))
        if self.stroke is not None:
            shape, width = rounded_rect(rect, self.corners, density), self.stroke_width * density
            shape.inset(width / 2, width / 2)
            canvas.drawRRect(shape, _stroke(theme.resolve(self.stroke), width))


@dataclass(frozen=True)
class Oval(Drawable):
    """An ellipse that touches the sides of the rectangle.

    Attributes:
        fill: Colour inside; None for none.
        stroke: Colour of the outline; None for none.
        stroke_width: Width of the outline, which is inside the ellipse.
    """

    fill: str | None = None
    stroke: str | None = None
    stroke_width: float = 1.0

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        box = skia.Rect.MakeLTRB(*rect)
        if self.fill is not None:
            canvas.drawOval(box, paint_of(theme.resolve(self.fill)))
        if self.stroke is not None:
            width = self.stroke_width * density
            box.inset(width / 2, width / 2)
            canvas.drawOval(box, _stroke(theme.resolve(self.stroke), width))


@dataclass(frozen=True)
class Gradient(Drawable):
    """A linear gradient.

    Attributes:
        colors: Two or more colours.
        stops: Their positions, 0 to 1; None for equal steps.
        angle: Direction in degrees, counter-clockwise from left-to-right; 270 runs downwards,
            as in Android's shape drawables.
        corners: Radius of the corners.
    """

    colors: tuple[str, ...]
    stops: tuple[float, ...] | None = None
    angle: float = 270.0
    corners: Corners = 0.0

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        key = (self, theme, density)
        draw_stamp(canvas, key, rect, lambda painter: self._draw(painter, rect, density, theme))

    def _draw(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        left, top, right, bottom = rect
        x, y = (left + right) / 2, (top + bottom) / 2
        dx, dy = math.cos(math.radians(self.angle)), -math.sin(math.radians(self.angle))
        half = (abs(dx) * (right - left) + abs(dy) * (bottom - top)) / 2
        ends = [
            skia.Point(x - dx * half, y - dy * half),
            skia.Point(x + dx * half, y + dy * half),
        ]
        paint = skia.Paint(AntiAlias=True)
        paint.setShader(
            skia.GradientShader.MakeLinear(
                ends,
                [theme.resolve(color) for color in self.colors],
                list(self.stops) if self.stops is not None else None,
            )
        )
        canvas.drawRRect(rounded_rect(rect, self.corners, density), paint)


@dataclass(frozen=True)
class Line(Drawable):
    """A line along one edge, inside the rectangle.

    edge: "top", "bottom", "left" or "right".
    color: Its colour.
    width: Thickness; at least one pixel is drawn.
    inset: Gap at both ends, or (gap at the start, gap at the end).
    """

    edge: str = "bottom"
    color: str = "divider"
    width: float = 1.0
    inset: float | tuple[float, float] = 0.0

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        left, top, right, bottom = rect
        start, end = self.inset if isinstance(self.inset, tuple) else (self.inset, self.inset)
        start, end = round(start * density), round(end * density)
        width = max(1, round(self.width * density))
        if self.edge in ("top", "bottom"):
            left, right = left + start, right - end
            top, bottom = (top, top + width) if self.edge == "top" else (bottom - width, bottom)
        else:
            top, bottom = top + start, bottom - end
            left, right = (left, left + width) if self.edge == "left" else (right - width, right)
        box = skia.Rect.MakeLTRB(left, top, right, bottom)
        canvas.drawRect(box, paint_of(theme.resolve(self.color)))


@dataclass(frozen=True)
class Shadow(Drawable):
    """The shadow of a raised rectangle, from Android's light sources.

    The rectangle itself has to be painted on top and be opaque, as its middle gets no shadow.

    Attributes:
        elevation: Height above the ground.
        corners: Radius of the shape's corners.
    """

    elevation: float
    corners: Corners = 0.0

    def reach(self, density: float) -> int:
        """See `Drawable.reach`."""
        return math.ceil(self.elevation * density * 2) + 2

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        if self.elevation <= 0:
            return
        left, top, right, bottom = rect
        reach = self.reach(density)
        bounds = (left - reach, top - reach, right + reach, bottom + reach)
        # Leave out what the raised shape covers anyway, as that would be most of the work.
        radius = max(self.corners) if isinstance(self.corners, tuple) else self.corners
        pixel = 1 / (canvas.getTotalMatrix().getScaleX() or 1)
        inset = min(radius * density, (right - left) / 2, (bottom - top) / 2) + pixel
        inner = skia.Rect.MakeLTRB(left + inset, top + inset, right - inset, bottom - inset)
        canvas.save()
        if inner.isSorted():
            canvas.clipRect(inner, skia.ClipOp.kDifference)
        draw_stamp(
            canvas, (self, density), bounds, lambda painter: self._draw(painter, rect, density)
        )
        canvas.restore()

    def _draw(self, canvas: skia.Canvas, rect: RectPx, density: float) -> None:
        # The key light is above the screen's upper edge and casts a shadow downwards, with
        # android:spotShadowAlpha. The ambient light darkens the surroundings evenly, with more than
        # android:ambientShadowAlpha, since blurring dilutes it.
        height = self.elevation * density
        for offset, sigma, alpha in ((0.5 * height, 0.5 * height, 0.19), (0.0, 0.6 * height, 0.1)):
            shape = rounded_rect(rect, self.corners, density)
            shape.offset(0, offset)
            canvas.drawRRect(shape, _shadow_paint(sigma, alpha))


@lru_cache(maxsize=64)
def _shadow_paint(sigma: float, alpha: float) -> skia.Paint:
    blur = skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, sigma)
    return skia.Paint(AntiAlias=True, Color=fade(0xFF000000, alpha), MaskFilter=blur)


_PATH_TOKEN: Final = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
# SVG command -> (number of its arguments, Skia's method for absolute and for relative coordinates)
_PATH_COMMANDS: Final = {
    "M": (2, "moveTo", "rMoveTo"),
    "L": (2, "lineTo", "rLineTo"),
    "C": (6, "cubicTo", "rCubicTo"),
    "Q": (4, "quadTo", "rQuadTo"),
}


@lru_cache(maxsize=256)
def _parse_path(data: str) -> skia.Path:
    """Parse SVG path data with the commands M, L, H, V, C, Q and Z in upper or lower case."""
    path = skia.Path()
    tokens = _PATH_TOKEN.findall(data)
    command = ""
    i = 0
    while i < len(tokens):
        if tokens[i].isalpha():
            command = tokens[i]
            i += 1
        upper = command.upper()
        if upper == "Z":
            path.close()
            continue
        count, absolute, relative = _PATH_COMMANDS.get(upper, (1, "", ""))
        if upper not in "MLCQHV" or not upper or i + count > len(tokens):
            raise OptionError(
                f"Path {data!r} is not SVG path data of the commands M, L, H, V, C, Q and Z."
            )
        numbers = [float(token) for token in tokens[i : i + count]]
        i += count
        points = path.countPoints()
        last = path.getPoint(points - 1) if points else skia.Point(0, 0)
        if upper == "H":
            path.lineTo(numbers[0] + (last.x() if command == "h" else 0), last.y())
        elif upper == "V":
            path.lineTo(last.x(), numbers[0] + (last.y() if command == "v" else 0))
        else:
            getattr(path, absolute if command == upper else relative)(*numbers)
        if upper == "M":  # further pairs after a moveto are linetos
            command = "L" if command == "M" else "l"
    return path


@dataclass(frozen=True)
class VectorPath(Drawable):
    """A vector picture with a single path, scaled to the rectangle.

    Attributes:
        path: SVG path data.
        viewport: Width and height of its coordinate system.
        fill: Colour inside; None for none.
        stroke: Colour of the line; None for none.
        stroke_width: Width of the line in units of the viewport.
    """

    path: str
    viewport: tuple[float, float] = (24.0, 24.0)
    fill: str | None = "icon"
    stroke: str | None = None
    stroke_width: float = 1.0

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        left, top, right, bottom = rect
        path = _parse_path(self.path)
        canvas.save()
        canvas.translate(left, top)
        canvas.scale((right - left) / self.viewport[0], (bottom - top) / self.viewport[1])
        if self.fill is not None:
            canvas.drawPath(path, paint_of(theme.resolve(self.fill)))
        if self.stroke is not None:
            paint = _stroke(theme.resolve(self.stroke), self.stroke_width)
            paint.setStrokeCap(skia.Paint.kRound_Cap)
            paint.setStrokeJoin(skia.Paint.kRound_Join)
            canvas.drawPath(path, paint)
        canvas.restore()


@dataclass(frozen=True)
class Layers(Drawable):
    """Drawables stacked on top of each other.

    Attributes:
        layers: The drawables, from bottom to top.
    """

    layers: tuple[Drawable, ...]

    def reach(self, density: float) -> int:
        """See `Drawable.reach`."""
        return max((layer.reach(density) for layer in self.layers), default=0)

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        for layer in self.layers:
            layer.paint(canvas, rect, density, theme)


@dataclass(frozen=True)
class Inset(Drawable):
    """A drawable with a distance from the edges.

    Attributes:
        drawable: The drawable.
        left: Distance from the left edge.
        top: Distance from the top edge.
        right: Distance from the right edge.
        bottom: Distance from the bottom edge.
    """

    drawable: Drawable
    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0

    def reach(self, density: float) -> int:
        """See `Drawable.reach`."""
        return self.drawable.reach(density)

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        left, top, right, bottom = rect
        inner = (
            left + round(self.left * density),
            top + round(self.top * density),
            right - round(self.right * density),
            bottom - round(self.bottom * density),
        )
        self.drawable.paint(canvas, inner, density, theme)


@dataclass(frozen=True)
class Zoomed(Drawable):
    """The middle part of a drawable, enlarged.

    Attributes:
        drawable: The drawable.
        factor: Size at which it is drawn, relative to the rectangle; at least 1.
        ratio: Aspect ratio (width / height) that is preserved by cropping; 0 stretches it.
    """

    drawable: Drawable
    factor: float = 1.0
    ratio: float = 0.0

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        left, top, right, bottom = rect
        width, height = right - left, bottom - top
        shown = width * self.factor, height * self.factor
        if self.ratio:
            across = max(width, height * self.ratio) * self.factor
            shown = across, across / self.ratio
        x, y = (shown[0] - width) / 2, (shown[1] - height) / 2
        canvas.save()
        canvas.clipRect(skia.Rect.MakeLTRB(*rect))
        self.drawable.paint(canvas, (left - x, top - y, right + x, bottom + y), density, theme)
        canvas.restore()
