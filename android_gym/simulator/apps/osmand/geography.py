"""The country on the map, read from ``liechtenstein.txt``, with generated streets in its villages.

Streets, houses and most points of interest are derived from checksums of names, so they are the
same on every machine.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

__all__ = ["COUNTRY", "Geography", "House", "Place", "Sight", "Street", "Way", "geography"]

COUNTRY: Final = "Liechtenstein"

Point = tuple[float, float]
"""Latitude and longitude in degrees."""

_METRES: Final = 111_320.0
"""Metres per degree of latitude."""
_NARROW: Final = 0.6797
"""Length of a degree of longitude relative to one of latitude (cosine of 47.18°)."""

_BLOCK_M: Final = 115.0
_HOUSE_M: Final = 38.0

_COMMON: Final = (
    # category, type, name with the village's inserted, kinds of places that have one
    ("food", "restaurant", "Restaurant Krone {}", ("town", "village")),
    ("food", "restaurant", "Gasthaus Hirschen {}", ("town", "village")),
    ("food", "cafe", "Café {}", ("town", "village")),
    ("food", "bar", "Bar am Platz {}", ("town",)),
    ("shop", "supermarket", "Dorfladen {}", ("town", "village")),
    ("shop", "bakery", "Bäckerei {}", ("town", "village")),
    ("transport", "bus stop", "{} Post", ("town", "village", "hamlet")),
    ("transport", "parking", "Parkplatz {}", ("town", "village", "hamlet")),
    ("transport", "fuel station", "Tankstelle {}", ("town", "village")),
    ("transport", "charging station", "Ladestation {}", ("town",)),
    ("education", "school", "Primarschule {}", ("town", "village")),
    ("education", "library", "Bibliothek {}", ("town",)),
    ("healthcare", "pharmacy", "Apotheke {}", ("town",)),
    ("healthcare", "doctor", "Arztpraxis {}", ("town", "village")),
    ("finance", "bank", "Landesbank {}", ("town", "village")),
    ("finance", "ATM", "Bancomat {}", ("town", "village")),
    ("tourism", "place of worship", "Pfarrkirche {}", ("town", "village")),
    ("accommodation", "hotel", "Hotel {}", ("town", "village")),
    ("accommodation", "camp site", "Camping {}", ("town",)),
    ("emergency", "fire station", "Feuerwehr {}", ("town", "village")),
    ("leisure", "playground", "Spielplatz {}", ("town", "village", "hamlet")),
    ("sport", "sports centre", "Sportanlage {}", ("town", "village")),
)  # fmt: skip


@dataclass(frozen=True)
class Place:
    """A town, village, hamlet or peak.

    Attributes:
        kind: "town", "village", "hamlet" or "peak".
        name: Its name.
        lat: Latitude in degrees.
        lon: Longitude in degrees.
        radius: Metres from the centre to the end of the streets.
        axis: Direction (east, north) of its main street.
        postcode: Its postcode.
        height: A peak's elevation in metres.
    """

    kind: str
    name: str
    lat: float
    lon: float
    radius: float = 0.0
    axis: tuple[float, float] = (0.0, 1.0)
    postcode: str = ""
    height: int = 0


@dataclass(frozen=True)
class Sight:
    """A point of interest.

    Attributes:
        category: A category of the search.
        type: Its type.
        name: Its name.
        lat: Latitude in degrees.
        lon: Longitude in degrees.
        place: Name of its village.
    """

    category: str
    type: str
    name: str
    lat: float
    lon: float
    place: str = ""


@dataclass(frozen=True)
class House:
    """A house with an address; `corners` are the corners of its outline."""

    number: int
    lat: float
    lon: float
    corners: tuple[Point, ...]


@dataclass(frozen=True)
class Way:
    """A road, river or railway.

    Attributes:
        kind: Its class.
        name: Its name.
        points: Points along it.
        place: Name of the village that it is a street of; empty for those between villages.
    """

    kind: str
    name: str
    points: tuple[Point, ...]
    place: str = ""


@dataclass(frozen=True)
class Street:
    """A street of a village: all its parts, and the houses along it."""

    name: str
    place: str
    parts: tuple[tuple[Point, ...], ...]
    houses: tuple[House, ...] = ()

    @property
    def middle(self) -> Point:
        """The midpoint of its longest part."""
        part = max(self.parts, key=len)
        return part[len(part) // 2]


@dataclass(frozen=True, eq=False)
class Geography:
    """Everything on the map; compared by identity."""

    places: tuple[Place, ...]
    peaks: tuple[Place, ...]
    sights: tuple[Sight, ...]
    areas: tuple[tuple[str, tuple[Point, ...]], ...]
    ways: tuple[Way, ...]
    streets: tuple[Street, ...] = field(default=())


def _chance(*parts: object) -> float:
    """Return a pseudo-random number from 0 to 1, derived from words and numbers."""
    return zlib.crc32(" ".join(map(str, parts)).encode()) / 0xFFFFFFFF


def _offset(place: Place, east: float, north: float) -> Point:
    """Return the point at a distance in metres from a place."""
    lat = round(place.lat + north / _METRES, 7)
    return lat, round(place.lon + east / (_METRES * _NARROW), 7)


@cache
def geography() -> Geography:
    """Return the country, which is read once."""
    places: list[Place] = []
    peaks: list[Place] = []
    sights: list[Sight] = []
    areas: list[tuple[str, str]] = []
    ways: list[tuple[str, str, str]] = []
    known: dict[str, tuple[Point, ...]] = {}
    names: tuple[str, ...] = ()
    text = Path(__file__).with_name("liechtenstein.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        kind, *parts = (part.strip() for part in line.split("|"))
        match kind:
            case "place":
                size, name, lat, lon, radius, axis, postcode = parts
                east, north = map(float, axis.split())
                length = math.sqrt(east * east + north * north)
                axis_of = (east / length, north / length)
                place = Place(size, name, float(lat), float(lon), float(radius), axis_of, postcode)
                places.append(place)
                known[name] = ((place.lat, place.lon),)
            case "peak":
                name, lat, lon, height = parts
                peaks.append(Place("peak", name, float(lat), float(lon), height=int(height)))
            case "sight":
                category, type_of, name, lat, lon = parts
                sights.append(Sight(category, type_of, name, float(lat), float(lon)))
            case "area":
                areas.append((parts[0], parts[1]))
            case "way":
                ways.append((parts[0], parts[1], parts[2]))
            case "course":
                known[parts[0]] = tuple(_points(parts[1], known))
            case "streets":
                names = tuple(each.strip() for each in parts[0].split(","))
    streets = [street for place in places for street in _streets(place, names)]
    return Geography(
        tuple(places),
        tuple(peaks),
        (*sights, *(sight for place in places for sight in _sights(place, streets))),
        tuple((kind, tuple(_points(course, known))) for kind, course in areas),
        tuple(Way(kind, name, tuple(_points(course, known))) for kind, name, course in ways),
        tuple(streets),
    )


def _points(text: str, known: dict[str, tuple[Point, ...]]) -> Iterator[Point]:
    for word in text.split():
        if word.startswith("@"):
            yield from known[word[1:].replace("_", " ")]
        else:
            lat, _, lon = word.partition(",")
            yield float(lat), float(lon)


# -- villages


def _streets(place: Place, names: tuple[str, ...]) -> list[Street]:
    """Lay out a village's streets as an irregular grid along its main street."""
    most = int(place.radius / _BLOCK_M) + 1
    nodes: dict[tuple[int, int], Point] = {}
    for i in range(-most, most + 1):
        for j in range(-most, most + 1):
            along, across = i * _BLOCK_M, j * _BLOCK_M
            if along * along + (across / 0.75) ** 2 > place.radius**2 or (
                (i or j) and _chance(place.name, i, j, "gap") < 0.06
            ):
                continue
            if i or j:
                along += (_chance(place.name, i, j, "a") - 0.5) * 0.4 * _BLOCK_M
                across += (_chance(place.name, i, j, "b") - 0.5) * 0.4 * _BLOCK_M
            u, v = place.axis
            nodes[i, j] = _offset(place, along * u - across * v, along * v + across * u)
    start = int(_chance(place.name) * len(names))
    found: list[Street] = []
    for turn in (0, 1):
        for line in range(-most, most + 1):
            parts = list(_runs(place, nodes, turn, line, most))
            if not parts:
                continue
            if turn == 0 and line == 0:
                name = "Dorfstrasse" if place.kind != "town" else "Landstrasse"
            else:
                index = start + 2 * abs(line) + (line < 0) + turn * 17
                taken = {street.name for street in found}
                while names[index % len(names)] in taken and len(taken) < len(names):
                    index += 1
                name = names[index % len(names)]
            houses = (
                tuple(_houses(place, name, parts)) if place.kind != "hamlet" or not line else ()
            )
            found.append(Street(name, place.name, tuple(parts), houses))
    return found


def _runs(
    place: Place, nodes: dict[tuple[int, int], Point], turn: int, line: int, most: int
) -> Iterator[tuple[Point, ...]]:
    """Yield the parts of one line of the grid, with gaps where there is no street."""
    run: list[Point] = []
    for step in range(-most, most + 2):
        node = nodes.get((step, line) if turn == 0 else (line, step))
        broken = line != 0 and _chance(place.name, turn, line, step, "break") < 0.22
        if node is None or broken:
            if node is not None:
                run.append(node)
            if len(run) > 1:
                yield tuple(run)
            run = [node] if node is not None else []
        else:
            run.append(node)
    if len(run) > 1:
        yield tuple(run)


def _houses(place: Place, name: str, parts: list[tuple[Point, ...]]) -> Iterator[House]:
    """Place houses along a street, odd numbers on one side and even ones on the other."""
    number = 0
    for part in parts:
        for (lat, lon), (to_lat, to_lon) in zip(part, part[1:], strict=False):
            north, east = (to_lat - lat) * _METRES, (to_lon - lon) * _METRES * _NARROW
            length = math.sqrt(north * north + east * east)
            count = int((length - 20) / _HOUSE_M)
            if count < 1:
                continue
            east, north = east / length, north / length
            for step in range(count):
                at = 24 + step * _HOUSE_M
                for side in (-1, 1):
                    number += 1
                    if _chance(place.name, name, number) < 0.25:
                        continue
                    away = side * (17 + 6 * _chance(number, name))
                    middle = Place("", "", lat, lon)
                    x, y = east * at - north * away, north * at + east * away
                    wide, deep = 6 + 4 * _chance(name, number), 5 + 3 * _chance(number)
                    corners = tuple(
                        _offset(middle, x + a * wide * east - b * deep * north,
                                y + a * wide * north + b * deep * east)
                        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
                    )  # fmt: skip
                    house_lat, house_lon = _offset(middle, x, y)
                    yield House(number, house_lat, house_lon, corners)


def _sights(place: Place, streets: list[Street]) -> Iterator[Sight]:
    """Place a village's points of interest at its houses."""
    houses = [h for street in streets if street.place == place.name for h in street.houses]
    taken: set[int] = set()
    for category, type_of, name, kinds in _COMMON:
        if place.kind not in kinds:
            continue
        index = int(_chance(place.name, name) ** 1.5 * (len(houses) - 1))
        while index in taken and len(taken) < len(houses):
            index = (index + 1) % len(houses)
        taken.add(index)
        if houses:
            house = houses[index]
            yield Sight(
                category, type_of, name.format(place.name), house.lat, house.lon, place.name
            )
