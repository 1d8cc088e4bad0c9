"""The look of the map: styles of areas and roads, and labels."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final

from android_gym.simulator.apps.osmand.geography import Geography, Place, Way, geography
from android_gym.simulator.ui.mercator import project
from android_gym.simulator.ui.vector_map import Atlas, Ink, MapLabel, Sheet, Style

__all__ = ["CATEGORY_ICONS", "atlas", "empty_atlas"]

_GROUND: Final[Ink] = (0xFFF1EEE8, 0xFF1F2429)
_OUTSIDE: Final[Ink] = (0xFFE6E3DD, 0xFF191D21)

_AREAS: Final = {
    "country": Style((0xFFE8F0D8, 0xFF22282A), (0xFFAC46AC, 0xFF7A3A7A)),
    "rock": Style((0xFFDDD8D0, 0xFF2E3033)),
    "forest": Style((0xFFC3E0AE, 0xFF25362A)),
    "industry": Style((0xFFE9DCE6, 0xFF302B33), from_zoom=11),
    "park": Style((0xFFB5E3B5, 0xFF2A4030), from_zoom=12),
    "village": Style((0xFFE3DFD9, 0xFF2B2F33), from_zoom=9),
    "house": Style((0xFFD0C1B4, 0xFF3C3F44), (0xFFB8A898, 0xFF4A4E54), from_zoom=15),
    "water": Style((0xFFA3CBE8, 0xFF23435A)),
}

_PATH_WIDTHS: Final = ((12, 0.8), (15, 1.6), (18, 3))
_ROAD: Final = ((8, 0.6), (11, 1.6), (13, 3), (15, 6), (17, 12), (19, 26))
_STREET: Final = ((12, 0.5), (14, 2), (16, 6), (18, 14), (20, 30))
_WAYS: Final = {
    "stream": Style((0xFFA3CBE8, 0xFF23435A), widths=((11, 0.8), (16, 3)), from_zoom=11),
    "canal": Style((0xFFA3CBE8, 0xFF23435A), widths=((10, 0.8), (16, 6)), from_zoom=10),
    "river": Style((0xFFA3CBE8, 0xFF23435A), widths=((6, 1), (11, 4), (14, 14), (18, 120))),
    "track": Style((0xFF9C6B30, 0xFFA98555), widths=_PATH_WIDTHS, dash=(4, 2.5), from_zoom=12),
    "street": Style(
        (0xFFFFFFFF, 0xFF4A5058), (0xFFC4C0BA, 0xFF33383E), widths=_STREET, from_zoom=12
    ),
    "tertiary": Style(
        (0xFFFFFFFF, 0xFF5A6068), (0xFFB5B0A8, 0xFF3A4046), widths=_ROAD, from_zoom=10
    ),
    "secondary": Style(
        (0xFFFBEFA5, 0xFF6E6A45), (0xFFC9B45C, 0xFF3F3D2C), widths=_ROAD, from_zoom=9
    ),
    "primary": Style((0xFFFFC46B, 0xFF8A6A35), (0xFFC98B2E, 0xFF4F3E22), widths=_ROAD),
    "rail": Style(
        (0xFF707070, 0xFF8A8F96), widths=((9, 0.8), (14, 2), (18, 4)), dash=(6, 2), from_zoom=9
    ),
}
_NAMED: Final = {"primary": 2, "secondary": 3, "tertiary": 4, "rail": 9}

CATEGORY_ICONS: Final = {
    "accommodation": "bed",
    "education": "school",
    "emergency": "fire",
    "finance": "bank",
    "food": "silverware_fork_knife",
    "healthcare": "hospital_box",
    "leisure": "tree",
    "shop": "cart",
    "sport": "run",
    "tourism": "camera",
    "transport": "bus",
}
"""Icons of points of interest, by category."""

_POI_INK: Final[Ink] = (0xFF8A4B00, 0xFFE0B070)
_TEXT: Final[Ink] = (0xFF1A1A1A, 0xFFE6E6E6)
_STREET_TEXT: Final[Ink] = (0xFF404040, 0xFFC8C8C8)
_WATER_TEXT: Final[Ink] = (0xFF2A6C9C, 0xFF7FB2D6)
_PEAK_TEXT: Final[Ink] = (0xFF6B4A21, 0xFFC8A878)


@cache
def empty_atlas() -> Atlas:
    """Return the map if no map files are installed."""
    return Atlas(_GROUND, (), ())


@cache
def atlas(points: bool = True, text: float = 1.0) -> Atlas:
    """Return the map of the country.

    Args:
        points: Whether points of interest are labelled.
        text: Scale of the labels, 1 by default.
    """
    country = geography()
    sheets = []
    for kind, style in _AREAS.items():
        if kind == "village":
            shapes = [_outline(place) for place in country.places]
        elif kind == "house":
            shapes = [
                [project(*corner) for corner in house.corners]
                for street in country.streets
                for house in street.houses
            ]
        else:
            shapes = [
                [project(*point) for point in points_of]
                for name, points_of in country.areas
                if name == kind
            ]
        sheets.append(Sheet(style, shapes))
    for kind, style in _WAYS.items():
        if kind == "street":
            lines = [part for street in country.streets for part in street.parts]
        else:
            lines = [way.points for way in country.ways if way.kind == kind]
        shapes = [[project(*point) for point in line] for line in lines]
        sheets.append(Sheet(style, shapes))
    origin = project(country.places[0].lat, country.places[0].lon)
    labels = [replace(label, size=label.size * text) for label in _labels(country, points)]
    return Atlas(_OUTSIDE, tuple(sheets), tuple(labels), origin)


def _outline(place: Place) -> list[tuple[float, float]]:
    """Return the outline of a village: a polygon with 24 corners around its streets."""
    x, y = project(place.lat, place.lon)
    metre = 1 / (40_075_017 * math.cos(math.radians(place.lat)))
    far = (place.radius + 60) * metre
    u, v = place.axis
    found = []
    for step in range(24):
        angle = step * math.pi / 12
        along, across = math.cos(angle) * far, math.sin(angle) * far * 0.8
        found.append((x + along * u - across * v, y - along * v - across * u))
    return found


def _labels(country: Geography, points: bool) -> Iterator[MapLabel]:
    sizes = {"town": (17.0, 0, 8.0, 500), "village": (14.5, 1, 10.0, 500)}
    for place in country.places:
        size, rank, from_zoom, weight = sizes.get(place.kind, (12.5, 5, 12.0, 400))
        x, y = project(place.lat, place.lon)
        to_zoom = 17.0 if place.kind != "hamlet" else 18.0
        yield MapLabel(place.name, x, y, size, rank, from_zoom, to_zoom, ink=_TEXT, weight=weight)
    for peak in country.peaks:
        x, y = project(peak.lat, peak.lon)
        yield MapLabel(
            f"{peak.name} {peak.height}", x, y, 11.5, 6, 12, icon="triangle", ink=_PEAK_TEXT
        )
    for way in country.ways:
        if way.kind in _NAMED and way.kind != "rail":
            yield from _along(way, 11.5, _NAMED[way.kind], 14, _STREET_TEXT)
        elif way.kind in ("river", "stream", "canal"):
            yield from _along(way, 12, 7, 11 if way.kind == "river" else 14, _WATER_TEXT)
    for street in country.streets:
        for part in street.parts:
            if len(part) > 2:
                way = Way("street", street.name, part, street.place)
                yield from _along(way, 11, 8, 15, _STREET_TEXT, every=12)
    if not points:
        return
    for sight in country.sights:
        x, y = project(sight.lat, sight.lon)
        rank, from_zoom = (7, 14) if not sight.place else (9, 16)
        yield MapLabel(
            sight.name, x, y, 10.5, rank, from_zoom,
            icon=CATEGORY_ICONS[sight.category], ink=_POI_INK,
        )  # fmt: skip


def _along(
    way: Way, size: float, rank: int, from_zoom: float, ink: Ink, every: int = 3
) -> Iterator[MapLabel]:
    """Yield labels with a way's name at the middle of some of its segments, rotated along them."""
    legs = list(zip(way.points, way.points[1:], strict=False))
    for number in range(min(every, len(legs)) // 2, len(legs), every):
        (x, y), (to_x, to_y) = project(*legs[number][0]), project(*legs[number][1])
        angle = math.degrees(math.atan2(to_y - y, to_x - x))
        angle = (angle + 90) % 180 - 90
        yield MapLabel(
            way.name, (x + to_x) / 2, (y + to_y) / 2, size, rank, from_zoom,
            angle=round(angle, 2), along=True, ink=ink,
        )  # fmt: skip
