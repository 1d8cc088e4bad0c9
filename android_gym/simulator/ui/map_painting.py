"""Painting of maps: cached tiles, names that don't overlap, and lines and signs on top.

The areas and lines of an `Atlas` are painted once, into square tiles. Whole pictures, composed of
tiles, names and signs, are cached, too, because the renderer asks for them band by band. The names
shown at a zoom depend on the atlas alone, so that none appear or vanish while the map is dragged.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Final

import numpy as np

from android_gym.simulator.ui._skia import skia
from android_gym.simulator.ui.drawables import Drawable, RectPx, pixels_of
from android_gym.simulator.ui.map_signs import Kept, blank, finished, name_image, sign_image
from android_gym.simulator.ui.mercator import TILE_DP, Camera
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.vector_map import Atlas, MapLabel, MapOverlay, Sheet, Trail

__all__ = ["MapPicture", "shown_labels"]

_UNIT: Final = float(2**26)
"""Units of paths per side of the world square, relative to the atlas's origin."""

_MOST_CACHED: Final = 64 << 20
"""Cache size for tiles, in bytes; that for whole pictures is a quarter of it."""

_MOST_PINS: Final = 400


_tiles = Kept(_MOST_CACHED)
_pictures = Kept(_MOST_CACHED // 4)
_latest: list[Any] = []
"""The last picture painted, its size, and its image."""

_LINEAR: Final = skia.SamplingOptions(skia.FilterMode.kLinear)


@dataclass(frozen=True)
class MapPicture(Drawable):
    """A map as seen by a camera.

    Attributes:
        atlas: The map.
        camera: The part that is visible.
        overlays: Lines and signs over the map, the topmost last.
        night: Whether to use the colours for the dark theme.
        labels: Whether to show names.
        cross: Whether to mark the middle with a cross.
    """

    atlas: Atlas
    camera: Camera
    overlays: tuple[MapOverlay, ...] = ()
    night: bool = False
    labels: bool = True
    cross: bool = False

    COPIES: ClassVar[bool] = True

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        matrix = canvas.getTotalMatrix()
        across, down = matrix.getScaleX(), matrix.getScaleY()
        left, top, width, height = pixels_of(canvas, rect)
        size_key = (width, height, across, down, density)
        # The renderer asks for it band by band, and hashing a map is slow.
        if _latest and _latest[0] is self and _latest[1] == size_key:
            image = _latest[2]
        else:
            image = _pictures.get((self, size_key))
        if image is None:
            # Taking a snapshot doesn't copy, because the surface isn't drawn on afterwards.
            surface = skia.Surface.MakeRaster(
                skia.ImageInfo.Make(
                    width, height, skia.kRGBA_8888_ColorType, skia.kOpaque_AlphaType
                )
            )
            painter = surface.getCanvas()
            painter.scale(across, down)
            size = (round(rect[2] - rect[0]), round(rect[3] - rect[1]))
            _Painter(self, painter, size, density, across).paint()
            image = surface.makeImageSnapshot()
            _pictures.put((self, size_key), image)
        _latest[:] = self, size_key, image
        canvas.save()
        canvas.resetMatrix()
        canvas.drawImage(image, left, top)
        canvas.restore()


class _Painter:
    """Painter of one picture.

    Args:
        picture: The picture.
        canvas: Canvas in pixels of the view.
        size: (width, height) of the view.
        density: Pixels per dp.
        scale: Pixels of the canvas per pixel of the view.
    """

    def __init__(
        self, picture: MapPicture, canvas: Any, size: tuple[int, int], density: float, scale: float
    ) -> None:
        self.picture = picture
        self.canvas = canvas
        self.size = size
        self.density = density
        self.scale = scale
        self.world = picture.camera.world_px(density)

    def paint(self) -> None:
        """Paint everything."""
        picture, (width, height) = self.picture, self.size
        camera = picture.camera
        self.canvas.clear(picture.atlas.ground[picture.night])
        self.canvas.save()
        self.canvas.translate(width / 2, height / 2)
        self.canvas.rotate(camera.rotation)
        self._paint_tiles()
        for overlay in picture.overlays:
            for trail, line in zip(overlay.trails, overlay.lines, strict=True):
                self._paint_trail(trail, line)
        self.canvas.restore()
        if picture.labels:
            self._paint_labels()
        for overlay in picture.overlays:
            self._paint_pins(overlay)
        if picture.cross:
            self._paint_cross()

    # -- tiles

    def _paint_tiles(self) -> None:
        camera = self.picture.camera
        level = max(0, math.floor(camera.zoom + 0.5))
        side = TILE_DP * self.density * 2.0 ** (camera.zoom - level)
        reach_x, reach_y = self._reach()
        count = 2**level
        columns = self._range(camera.x, reach_x, count)
        rows = self._range(camera.y, reach_y, count)
        # Tiles at their original size are aligned to whole pixels of the canvas.
        exact = camera.zoom == level and not camera.rotation
        for row in rows:
            for column in columns:
                x = (column / count - camera.x) * self.world
                y = (row / count - camera.y) * self.world
                tile = _tile(
                    self.picture.atlas, level, column, row, self.picture.night,
                    self.density, self.scale,
                )  # fmt: skip
                if tile is None:
                    continue
                if exact:
                    self._stamp(tile, x + self.size[0] / 2, y + self.size[1] / 2)
                else:
                    box = skia.Rect.MakeXYWH(x, y, side, side)
                    self.canvas.drawImageRect(tile, box, _LINEAR)

    def _reach(self) -> tuple[float, float]:
        """Return the distance from the middle to the view's edges, in the world square."""
        half_x, half_y = self.size[0] / 2, self.size[1] / 2
        if self.picture.camera.rotation:
            half_x = half_y = math.hypot(half_x, half_y)
        return half_x / self.world, half_y / self.world

    @staticmethod
    def _range(middle: float, reach: float, count: int) -> range:
        first = math.floor((middle - reach) * count)
        last = math.floor((middle + reach) * count)
        return range(max(0, first), min(count - 1, last) + 1)

    # -- lines and signs

    def _paint_trail(self, trail: Trail, line: Any) -> None:
        camera = self.picture.camera
        if not len(line):
            return
        points = (line - (camera.x, camera.y)) * self.world
        drawn = _thinned(points)
        path = skia.Path()
        path.addPoly([skia.Point(float(x), float(y)) for x, y in drawn], False)
        paint = skia.Paint(
            AntiAlias=True,
            Color=trail.color,
            Style=skia.Paint.kStroke_Style,
            StrokeWidth=trail.width * self.density,
            StrokeCap=skia.Paint.kRound_Cap,
            StrokeJoin=skia.Paint.kRound_Join,
        )
        self.canvas.drawPath(path, paint)
        if trail.dots:
            for x, y in drawn[:_MOST_PINS]:
                self._disc(float(x), float(y), 6, trail.color)

    def _disc(self, x: float, y: float, radius: float, color: int) -> None:
        self.canvas.drawCircle(
            x, y, (radius + 1.5) * self.density, skia.Paint(AntiAlias=True, Color=0xFFFFFFFF)
        )
        self.canvas.drawCircle(x, y, radius * self.density, skia.Paint(AntiAlias=True, Color=color))

    def _visible(self, places: Any, margin: float) -> Iterator[tuple[int, float, float]]:
        """Yield indices and positions on the screen of the visible places."""
        camera, (width, height) = self.picture.camera, self.size
        found = (places - (camera.x, camera.y)) * self.world
        if camera.rotation:
            angle = math.radians(camera.rotation)
            sine, cosine = math.sin(angle), math.cos(angle)
            found = found @ np.array([[cosine, sine], [-sine, cosine]])
        found = found + (width / 2, height / 2)
        inside = (
            (found[:, 0] > -margin)
            & (found[:, 0] < width + margin)
            & (found[:, 1] > -margin)
            & (found[:, 1] < height + margin)
        )
        for number in np.nonzero(inside)[0]:
            yield int(number), float(found[number, 0]), float(found[number, 1])

    def _paint_pins(self, overlay: MapOverlay) -> None:
        """Paint the signs; of signs that coincide only the first is painted."""
        if not overlay.pins:
            return
        taken: set[tuple[int, int]] = set()
        cell = 6 * self.density
        drawn = []
        for number, x, y in self._visible(overlay.places, 48 * self.density):
            key = (int(x // cell), int(y // cell))
            if key not in taken and len(taken) < _MOST_PINS:
                taken.add(key)
                drawn.append((number, x, y))
        for number, x, y in drawn:
            pin = overlay.pins[number]
            image, reach = sign_image(pin.kind, pin.color, pin.icon, self.density, self.scale)
            self._stamp(image, x - reach, y - reach)

    def _stamp(self, image: Any, x: float, y: float) -> None:
        """Draw a picture at the scale of the canvas's own pixels."""
        self.canvas.save()
        self.canvas.resetMatrix()
        self.canvas.drawImage(image, round(x * self.scale), round(y * self.scale))
        self.canvas.restore()

    def _paint_cross(self) -> None:
        x, y, d = self.size[0] / 2, self.size[1] / 2, self.density
        paint = skia.Paint(
            AntiAlias=True, Color=0xFF237BFF, Style=skia.Paint.kStroke_Style, StrokeWidth=2 * d
        )
        self.canvas.drawCircle(x, y, 14 * d, paint)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            start, end = 6 * d, 22 * d
            self.canvas.drawLine(x + dx * start, y + dy * start, x + dx * end, y + dy * end, paint)

    # -- names

    def _paint_labels(self) -> None:
        picture = self.picture
        level = math.floor(picture.camera.zoom + 0.5)
        labels, places = shown_labels(picture.atlas, level)
        if not labels:
            return
        for number, x, y in self._visible(places, 90 * self.density):
            label = labels[number]
            image = name_image(label, picture.night, self.density, self.scale)
            angle = label.angle + picture.camera.rotation if label.along else 0.0
            angle = (angle + 90) % 180 - 90
            wide, high = image.width() / self.scale, image.height() / self.scale
            if abs(angle) < 1:
                self._stamp(image, x - wide / 2, y - high / 2)
                continue
            self.canvas.save()
            self.canvas.translate(x, y)
            self.canvas.rotate(angle)
            box = skia.Rect.MakeXYWH(-wide / 2, -high / 2, wide, high)
            self.canvas.drawImageRect(image, box, _LINEAR)
            self.canvas.restore()


def _thinned(points: Any) -> Any:
    """Drop points less than a pixel from the previous one; the ends are kept."""
    if len(points) < 64:
        return points
    cells = np.floor(points / 1.5)
    kept = np.ones(len(points), bool)
    kept[1:-1] = (cells[1:-1] != cells[:-2]).any(axis=1)
    return points[kept]


# -- tiles


def _tile(
    atlas: Atlas, level: int, column: int, row: int, night: bool, density: float, scale: float
) -> Any:
    """Return the picture of a tile; None if it is empty."""
    key = (atlas, level, column, row, night, density, scale)
    known = _tiles.get(key)
    if known is not None:
        return known if known.width() > 1 else None
    count = 2**level
    left, top = column / count, row / count
    slack = 0.1 / count
    near = (left - slack, top - slack, left + 1 / count + slack, top + 1 / count + slack)
    found = [
        (sheet, numbers)
        for sheet in atlas.sheets
        if sheet.style.from_zoom <= level and (numbers := sheet.within(*near))
    ]
    side = math.ceil(TILE_DP * density * scale - 1e-6)
    if not found:
        _tiles.put(key, finished(np.zeros((1, 1, 4), np.uint8), False))
        return None
    pixels, canvas = blank(side, side, True)
    canvas.clear(atlas.ground[night])
    grow = TILE_DP * density * scale * count / _UNIT
    canvas.scale(grow, grow)
    canvas.translate((atlas.origin[0] - left) * _UNIT, (atlas.origin[1] - top) * _UNIT)
    thick = density * scale / grow
    for sheet, numbers in found:
        _paint_sheet(canvas, atlas, sheet, numbers, level, thick, night)
    image = finished(pixels, True)
    _tiles.put(key, image)
    return image


def _paint_sheet(
    canvas: Any,
    atlas: Atlas,
    sheet: Sheet,
    numbers: list[int],
    level: int,
    thick: float,
    night: bool,
) -> None:
    """Paint shapes of a sheet; `thick` is the length of a dp."""
    style = sheet.style
    paths = [_path(atlas, sheet, number) for number in numbers]
    paint = skia.Paint(AntiAlias=True, Color=style.fill[night])
    if not style.widths:
        for path in paths:
            canvas.drawPath(path, paint)
        if style.casing[night]:
            paint.setColor(style.casing[night])
            paint.setStyle(skia.Paint.kStroke_Style)
            paint.setStrokeWidth(thick)
            for path in paths:
                canvas.drawPath(path, paint)
        return
    width = style.width(level) * thick
    paint.setStyle(skia.Paint.kStroke_Style)
    paint.setStrokeCap(skia.Paint.kButt_Cap if style.dash else skia.Paint.kRound_Cap)
    paint.setStrokeJoin(skia.Paint.kRound_Join)
    if style.casing[night]:
        paint.setColor(style.casing[night])
        paint.setStrokeWidth(width + 1.6 * thick)
        for path in paths:
            canvas.drawPath(path, paint)
        paint.setColor(style.fill[night])
    paint.setStrokeWidth(width)
    if style.dash:
        paint.setPathEffect(skia.DashPathEffect.Make([d * thick for d in style.dash], 0))
    for path in paths:
        canvas.drawPath(path, paint)


@lru_cache(maxsize=20_000)
def _path(atlas: Atlas, sheet: Sheet, number: int) -> Any:
    x, y = atlas.origin
    points = [((px - x) * _UNIT, (py - y) * _UNIT) for px, py in sheet.shapes[number]]
    path = skia.Path()
    path.addPoly([skia.Point(*point) for point in points], not sheet.style.widths)
    return path


# -- names


@lru_cache(maxsize=64)
def shown_labels(atlas: Atlas, level: int) -> tuple[tuple[MapLabel, ...], Any]:
    """Return the names shown at a zoom, and their positions (shape (n, 2)).

    Args:
        atlas: The map.
        level: Zoom, rounded to a whole number.
    """
    world = TILE_DP * 2.0**level
    taken: dict[tuple[int, int], list[tuple[float, float, float, float]]] = {}
    shown: list[MapLabel] = []
    for label in sorted(atlas.labels, key=lambda each: (each.rank, each.text, each.x, each.y)):
        if not label.from_zoom <= level < label.to_zoom:
            continue
        # Roboto's letters are about half as wide as they are high, capitals slightly wider.
        wide, high = 0.56 * label.size * len(label.text) + 8, label.size * 1.3 + 6
        if label.icon:
            wide, high = max(wide, 28), high + 20
        if label.along:
            angle = math.radians(label.angle)
            sine, cosine = abs(math.sin(angle)), abs(math.cos(angle))
            wide, high = wide * cosine + high * sine, wide * sine + high * cosine
        x, y = (label.x - atlas.origin[0]) * world, (label.y - atlas.origin[1]) * world
        box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        cells = [
            (i, j)
            for i in range(int(box[0] // 128), int(box[2] // 128) + 1)
            for j in range(int(box[1] // 128), int(box[3] // 128) + 1)
        ]
        if any(_overlap(box, other) for cell in cells for other in taken.get(cell, ())):
            continue
        for cell in cells:
            taken.setdefault(cell, []).append(box)
        shown.append(label)
    return tuple(shown), np.array([(each.x, each.y) for each in shown], float).reshape(-1, 2)


def _overlap(
    one: tuple[float, float, float, float], two: tuple[float, float, float, float]
) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]
