"""Places of the tasks, and reading and writing of OsmAnd's files."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from android_gym.devices.user_places import GPX, MOST_BYTES, ROOT, parse_gpx
from android_gym.errors import DeviceError

if TYPE_CHECKING:
    from lxml import etree

    from android_gym.devices.device import Device

__all__ = [
    "DATABASE",
    "FAVORITES",
    "ITINERARY",
    "PACKAGE",
    "PLACES",
    "TOLERANCE",
    "TRACKS",
    "Track",
    "Waypoint",
    "clear",
    "is_near",
    "passes",
    "place_of",
    "read_favorites",
    "read_tracks",
    "written",
]

PACKAGE: Final = "net.osmand"
FAVORITES: Final = f"{ROOT}/favorites"
TRACKS: Final = f"{ROOT}/tracks"
ITINERARY: Final = f"{ROOT}/itinerary.gpx"
PRIVATE: Final = "/data/data/net.osmand/files"
DATABASE: Final = "/data/data/net.osmand/databases/map_markers_db"

TOLERANCE: Final = 0.001
"""Degrees by which a place may be off, in latitude and in longitude."""

Point = tuple[float, float]

PLACES: Final[Mapping[str, Point]] = {
    "Balzers, Liechtenstein": (47.0688832, 9.5061564),
    "Bendern, Liechtenstein": (47.2122151, 9.5062101),
    "Malbun, Liechtenstein": (47.1026191, 9.6083057),
    "Nendeln, Liechtenstein": (47.1973857, 9.5430636),
    "Oberplanken, Liechtenstein": (47.1784977, 9.5450163),
    "Planken, Liechtenstein": (47.1858882, 9.5452201),
    "Rotenboden, Liechtenstein": (47.1275785, 9.5387131),
    "Ruggell, Liechtenstein": (47.23976, 9.5262837),
    "Schaan, Liechtenstein": (47.1663432, 9.5103085),
    "Schaanwald, Liechtenstein": (47.2165476, 9.5699984),
    "Schönberg, Liechtenstein": (47.1303814, 9.5930117),
    "Triesen, Liechtenstein": (47.106997, 9.5274854),
}
"""Latitude and longitude of AndroidWorld's places."""


@dataclass(frozen=True)
class Waypoint:
    """A named place in a GPX file."""

    name: str
    lat: float
    lon: float


@dataclass(frozen=True)
class Track:
    """A track's GPX file.

    Attributes:
        path: Its path.
        points: Points of its line.
        planned: Points that a planned route was made from.
    """

    path: str
    points: tuple[Point, ...]
    planned: tuple[Point, ...]


def place_of(location: str) -> Point:
    """Return latitude and longitude of a place given by name or coordinates.

    Raises:
        ValueError: If it is neither.
    """
    if location in PLACES:
        return PLACES[location]
    lat, lon = (float(part) for part in location.split(", "))
    return lat, lon


def is_near(one: Point, two: Point) -> bool:
    """Return whether two places are the same by AndroidWorld's rule."""
    return abs(one[0] - two[0]) < TOLERANCE and abs(one[1] - two[1]) < TOLERANCE


def passes(points: Sequence[Point], places: Sequence[Point]) -> bool:
    """Return whether a line passes all places in order."""
    wanted = iter(places)
    place = next(wanted, None)
    for point in points:
        while place is not None and is_near(point, place):
            place = next(wanted, None)
    return place is None


# -- reading


def _root(device: Device, path: str) -> etree._Element | None:
    try:
        data = device.pull(path)
    except DeviceError:
        return None  # it is gone meanwhile
    return parse_gpx(data) if len(data) <= MOST_BYTES else None


def _below(root: etree._Element, name: str) -> list[etree._Element]:
    return [each for each in root.iter() if each.tag == f"{GPX}{name}"]


def _place(element: etree._Element) -> Point | None:
    try:
        return float(element.get("lat") or ""), float(element.get("lon") or "")
    except ValueError:
        return None


def _places(root: etree._Element, name: str) -> tuple[Point, ...]:
    return tuple(place for each in _below(root, name) if (place := _place(each)))


def _files(device: Device, folder: str, *, deep: bool) -> list[str]:
    depth = "" if deep else "-maxdepth 1 "
    out, code = device.run(f"find {shlex.quote(folder)} {depth}-type f -name '*.gpx'")
    return sorted(line for line in out.splitlines() if line.startswith("/")) if code == 0 else []


def read_favorites(device: Device, *, default_only: bool = False) -> list[Waypoint]:
    """Return the favourites of all groups, or only of the default one.

    Files with other names are not groups: the app does not read them.
    """
    found = []
    for path in _files(device, FAVORITES, deep=False):
        name = path.rpartition("/")[2]
        if name != "favorites.gpx" and (default_only or not name.startswith("favorites-")):
            continue
        root = _root(device, path)
        for element in _below(root, "wpt") if root is not None else ():
            place = _place(element)
            title = element.findtext(f"{GPX}name")
            if place is not None:
                found.append(Waypoint(title or "", *place))
    return found


def read_tracks(device: Device, *, deep: bool = True) -> list[Track]:
    """Return the tracks, by default including those in folders.

    An unreadable track has no points.
    """
    found = []
    for path in _files(device, TRACKS, deep=deep):
        root = _root(device, path)
        lines = [() if root is None else _places(root, name) for name in ("trkpt", "rtept")]
        found.append(Track(path, *lines))
    return found


def clear(device: Device) -> None:
    """Delete all favourites with their backups, and all tracks; stop the app."""
    device.force_stop(PACKAGE)
    device.shell(
        f"rm -rf {FAVORITES}/* {TRACKS}/* {PRIVATE}/backup/* {PRIVATE}/favourites_bak.gpx; "
        f"mkdir -p {FAVORITES} {TRACKS}"
    )


# -- writing, for near misses


def written(
    waypoints: Sequence[Waypoint] = (), line: Sequence[Point] = (), planned: Sequence[Point] = ()
) -> str:
    """Return a GPX file as OsmAnd could have written it."""
    from lxml import etree

    root = etree.Element(f"{GPX}gpx", version="1.1", creator="OsmAnd")

    def add(parent: Any, name: str, place: Point | None = None) -> Any:
        element = etree.SubElement(parent, f"{GPX}{name}")
        if place is not None:
            element.set("lat", repr(place[0]))
            element.set("lon", repr(place[1]))
        return element

    for each in waypoints:
        add(add(root, "wpt", (each.lat, each.lon)), "name").text = each.name
    if planned:
        route = add(root, "rte")
        for place in planned:
            add(route, "rtept", place)
    if line:
        segment = add(add(root, "trk"), "trkseg")
        for place in line:
            add(segment, "trkpt", place)
    return etree.tostring(root, encoding="unicode")
