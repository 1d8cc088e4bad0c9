"""Drawings made of strokes and fills: their pixels, drawable and files.

A drawing is data (`Sketch`), from which its pixels are computed. The pixels of the last few
sketches are cached, and a sketch that adds one operation to a cached one is drawn on top of it.

Positions and widths are in pixels of the sheet, from its top left corner.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from android_gym.simulator.ui._skia import canvas_on, cv2, skia
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.drawables import Drawable, RectPx
from android_gym.simulator.ui.system_themes import SETTINGS_LIGHT
from android_gym.simulator.ui.theme import Theme

__all__ = ["Operation", "Placed", "Sketch", "color_at", "encode", "path_of", "pixels"]

Point = tuple[float, float]
Pixels = NDArray[np.uint8]

_KEPT: Final = 4
_TOLERANCE: Final = (2, 2, 2)
"""Largest difference per channel from the touched pixel's colour for a pixel to be filled."""


@dataclass(frozen=True)
class Operation:
    """A drawing operation.

    Attributes:
        kind: "stroke" draws along the points, "erase" does so in the sheet's own colour, "fill"
            flood-fills from the first point, "clear" empties the sheet.
        color: ``#RRGGBB``.
        width: Width of the line.
        points: Positions of the finger.
    """

    kind: Literal["stroke", "erase", "fill", "clear"]
    color: str = "#000000"
    width: float = 0.0
    points: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Sketch:
    """A sheet with its drawing.

    Attributes:
        size: (width, height).
        background: Colour of the sheet, ``#RRGGBB``.
        picture: An encoded picture on the sheet, scaled to fit; empty for none.
        operations: What was drawn, the oldest first.
    """

    size: tuple[int, int]
    background: str = "#FFFFFF"
    picture: bytes = b""
    operations: tuple[Operation, ...] = ()


class _Kept:
    """A cache of the pixels of recently used sketches."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pixels: OrderedDict[Sketch, Pixels] = OrderedDict()

    def get(self, sketch: Sketch) -> Pixels | None:
        with self._lock:
            found = self._pixels.get(sketch)
            if found is not None:
                self._pixels.move_to_end(sketch)
            return found

    def put(self, sketch: Sketch, found: Pixels) -> None:
        with self._lock:
            self._pixels[sketch] = found
            while len(self._pixels) > _KEPT:
                self._pixels.popitem(last=False)


_kept: Final = _Kept()


def pixels(sketch: Sketch) -> Pixels:
    """Return the pixels of a sketch.

    Returns:
        Opaque RGBA, uint8, shape (height, width, 4); must not be written to.
    """
    found = _kept.get(sketch)
    if found is None:
        operations = sketch.operations
        below = _kept.get(replace(sketch, operations=operations[:-1])) if operations else None
        if below is not None:
            found = below.copy()
            _draw(sketch, found, operations[-1:])
        else:
            found = _sheet(sketch)
            _draw(sketch, found, operations)
        _kept.put(sketch, found)
    return found


def _sheet(sketch: Sketch) -> Pixels:
    width, height = sketch.size
    found = np.empty((height, width, 4), np.uint8)
    found[:] = (*_rgb(sketch.background), 255)
    if sketch.picture:
        place = (0.0, 0.0, float(width), float(height))
        Bitmap(sketch.picture).paint(canvas_on(found), place, 1.0, SETTINGS_LIGHT)
    return found


def _draw(sketch: Sketch, found: Pixels, operations: Sequence[Operation]) -> None:
    """Draw operations onto pixels."""
    canvas = canvas_on(found)
    for operation in operations:
        if operation.kind == "clear":
            found[:] = _sheet(replace(sketch, picture=b""))
        elif operation.kind == "fill":
            _fill(found, operation)
        else:
            _stroke(canvas, operation, sketch.background)


def _fill(found: Pixels, operation: Operation) -> None:
    x, y = (int(part) for part in operation.points[0])
    height, width = found.shape[:2]
    if not (0 <= x < width and 0 <= y < height):
        return
    mask = np.zeros((height + 2, width + 2), np.uint8)
    flags = 4 | cv2.FLOODFILL_MASK_ONLY | cv2.FLOODFILL_FIXED_RANGE | 255 << 8
    near = (*_TOLERANCE,)
    rgb = np.ascontiguousarray(found[:, :, :3])
    cv2.floodFill(rgb, mask, (x, y), (0, 0, 0), near, near, flags)
    found[mask[1:-1, 1:-1] > 0] = (*_rgb(operation.color), 255)


def _stroke(canvas: skia.Canvas, operation: Operation, background: str) -> None:
    color = background if operation.kind == "erase" else operation.color
    paint = skia.Paint(
        AntiAlias=True,
        Color=skia.Color(*_rgb(color)),
        Style=skia.Paint.kStroke_Style,
        StrokeWidth=operation.width,
        StrokeCap=skia.Paint.kRound_Cap,
        StrokeJoin=skia.Paint.kRound_Join,
    )
    first = operation.points[0]
    if all(point == first for point in operation.points):
        paint.setStyle(skia.Paint.kFill_Style)
        canvas.drawCircle(*first, operation.width / 2, paint)
        return
    path = skia.Path()
    for command, *numbers in path_of(operation.points):
        getattr(path, {"M": "moveTo", "Q": "quadTo", "L": "lineTo"}[str(command)])(*numbers)
    canvas.drawPath(path, paint)


def path_of(points: Sequence[Point]) -> list[tuple[str | float, ...]]:
    """Return a smooth line through points of a finger, as SVG commands M, Q and L."""
    (x, y), *rest = points
    path: list[tuple[str | float, ...]] = [("M", x, y)]
    for to_x, to_y in rest:
        path.append(("Q", x, y, (x + to_x) / 2, (y + to_y) / 2))
        x, y = to_x, to_y
    return [*path, ("L", x, y)]


def color_at(sketch: Sketch, x: float, y: float) -> str | None:
    """Return the colour of a pixel as ``#RRGGBB``; None outside the sheet."""
    width, height = sketch.size
    if not (0 <= x < width and 0 <= y < height):
        return None
    red, green, blue = (int(part) for part in pixels(sketch)[int(y), int(x), :3])
    return f"#{red:02X}{green:02X}{blue:02X}"


def encode(sketch: Sketch, ending: Literal[".png", ".jpg"], quality: int = 95) -> bytes:
    """Encode a sketch as an image file.

    Args:
        sketch: The sketch.
        ending: ``.png`` or ``.jpg``.
        quality: Quality of a JPEG, 1 to 100.
    """
    bgr = cv2.cvtColor(pixels(sketch), cv2.COLOR_RGBA2BGR)
    options = [cv2.IMWRITE_JPEG_QUALITY, quality] if ending == ".jpg" else []
    _, content = cv2.imencode(ending, bgr, options)
    return bytes(content)


def _rgb(color: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(color.removeprefix("#"))
    return red, green, blue


@lru_cache(maxsize=2)
def _image(sketch: Sketch) -> skia.Image:
    """Return a sketch as a Skia image, with its own pixels, as recordings may keep it."""
    return skia.Image.fromarray(pixels(sketch), skia.kRGBA_8888_ColorType)


@dataclass(frozen=True)
class Placed(Drawable):
    """A scaled and positioned sketch, and the stroke in progress.

    Attributes:
        sketch: The sketch.
        stroke: The stroke that is being drawn.
        scale: Scale of the sketch.
        offset: Position of its top left corner, relative to the rectangle's.
    """

    sketch: Sketch
    stroke: Operation | None = None
    scale: float = 1.0
    offset: Point = (0.0, 0.0)

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        left, top, right, bottom = rect
        width, height = self.sketch.size
        canvas.save()
        canvas.clipRect(skia.Rect.MakeLTRB(left, top, right, bottom))
        canvas.translate(left + self.offset[0], top + self.offset[1])
        canvas.scale(self.scale, self.scale)
        image = _image(self.sketch)
        sampling = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
        canvas.drawImageRect(image, skia.Rect.MakeWH(width, height), sampling)
        if self.stroke is not None:
            canvas.clipRect(skia.Rect.MakeWH(width, height))
            _stroke(canvas, self.stroke, self.sketch.background)
        canvas.restore()
