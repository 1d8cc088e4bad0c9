"""GPX files as OsmAnd writes and reads them.

Files may come from anywhere: their size and number of points are limited, entities are not
resolved, and document types are refused. Names are matched regardless of the namespace prefix.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from android_gym.simulator.apps.osmand.model import Favorite, Point, TrackInfo
from android_gym.simulator.system.location import distance_m

if TYPE_CHECKING:
    from lxml import etree

__all__ = [
    "APP",
    "PLANNER",
    "iso_time",
    "length_of",
    "read_favorites",
    "read_track",
    "write_favorites",
    "write_points",
    "write_track",
]

APP: Final = "OsmAnd 4.6.13"
PLANNER: Final = "OsmAndRouterV2"
"""Creators of the files."""

MOST_BYTES: Final = 16 << 20
MOST_POINTS: Final = 100_000
"""Largest number of points read; a file with more counts as unreadable."""

_KEPT_BYTES: Final = 1 << 18
"""Largest file, in bytes, of which many parsed results are cached; of larger ones only two are."""

_GPX: Final = "http://www.topografix.com/GPX/1/1"
_OSMAND: Final = "https://osmand.net"
_XSI: Final = "http://www.w3.org/2001/XMLSchema-instance"
_SCHEMA: Final = f"{_GPX} {_GPX}/gpx.xsd"
_TPX: Final = "https://www8.garmin.com/xmlschemas/TrackPointExtensionv1.xsd"
_KNOWN: Final = frozenset(("address", "icon", "background", "color", "hidden"))


def iso_time(epoch_ms: int) -> str:
    """Format a time as in GPX, in UTC."""
    moment = dt.datetime(1970, 1, 1) + dt.timedelta(milliseconds=epoch_ms)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def length_of(points: Sequence[Point]) -> float:
    """Return the length in metres of a line of points."""
    pairs = zip(points, points[1:], strict=False)
    return sum(distance_m(*one, *two) for one, two in pairs)


# -- reading


def _root(data: bytes) -> etree._Element | None:
    """Return the document's root; None if it is invalid or too large."""
    from lxml import etree

    if len(data) > MOST_BYTES:
        return None
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    document: Any = root.getroottree().docinfo
    return root if not document.doctype and _name(root) == "gpx" else None


def _name(element: etree._Element) -> str:
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _said(element: etree._Element, name: str) -> str:
    return next((each.text or "" for each in element if _name(each) == name), "").strip()


def _place(element: etree._Element) -> Point | None:
    try:
        lat, lon = float(element.get("lat") or ""), float(element.get("lon") or "")
    except ValueError:
        return None
    good = abs(lat) <= 90 and abs(lon) <= 180
    return (lat, lon) if good else None


def read_favorites(data: bytes, group: str | None = None) -> tuple[Favorite, ...]:
    """Return the favourites in a file; none if it can't be read.

    Args:
        data: The file's content.
        group: The group to assign to all of them; None keeps the one in the file.
    """
    return (_favorites if len(data) <= _KEPT_BYTES else _many_favorites)(data, group)


def _parsed_favorites(data: bytes, group: str | None) -> tuple[Favorite, ...]:
    root = _root(data)
    found = []
    for element in root if root is not None else ():
        place = _place(element) if _name(element) == "wpt" else None
        if place is None:
            continue
        own: dict[str, str] = {}
        for extensions in element:
            if _name(extensions) == "extensions":
                own |= {_name(each): (each.text or "").strip() for each in extensions}
        own.pop("", None)
        found.append(
            Favorite(
                _said(element, "name"),
                *place,
                _said(element, "type") if group is None else group,
                _said(element, "time"),
                own.get("address", ""),
                _said(element, "desc"),
                own.get("icon") or "special_star",
                own.get("background") or "circle",
                own.get("color", ""),
                own.get("hidden") == "true",
                tuple((key, own[key]) for key in sorted(own.keys() - _KNOWN)),
            )
        )
        if len(found) >= MOST_POINTS:
            break
    return tuple(found)


_favorites = lru_cache(maxsize=64)(_parsed_favorites)
_many_favorites = lru_cache(maxsize=2)(_parsed_favorites)


def read_track(path: str, data: bytes) -> TrackInfo | None:
    """Return the track in a file; None if it can't be read.

    Args:
        path: Path of the file.
        data: The file's content.
    """
    return (_track if len(data) <= _KEPT_BYTES else _long_track)(path, data)


def _parsed_track(path: str, data: bytes) -> TrackInfo | None:
    root = _root(data)
    if root is None:
        return None
    segments: list[tuple[Point, ...]] = []
    routed: list[Point] = []
    waypoints: list[tuple[float, float, str]] = []
    times: list[str] = []
    count = 0
    segment: list[Point] = []
    for element in root.iter():
        name = _name(element)
        if name == "trkseg":
            segment = [place for each in element if (place := _point(each, "trkpt"))]
            times += [time for each in element if (time := _said(each, "time"))]
            segments.append(tuple(segment))
            count += len(segment)
        elif name == "rte":
            routed += [place for each in element if (place := _point(each, "rtept"))]
        elif name == "wpt" and (place := _place(element)):
            waypoints.append((*place, _said(element, "name")))
        if count + len(routed) + len(waypoints) > MOST_POINTS:
            return None
    if not segments and routed:
        segments = [tuple(routed)]
    length = sum(length_of(each) for each in segments)
    title = path.rpartition("/")[2].removesuffix(".gpx")
    return TrackInfo(
        path, title, tuple(s for s in segments if s), tuple(waypoints), tuple(routed), length,
        _seconds(times),
    )  # fmt: skip


_track = lru_cache(maxsize=256)(_parsed_track)
_long_track = lru_cache(maxsize=2)(_parsed_track)


def _point(element: etree._Element, name: str) -> Point | None:
    return _place(element) if _name(element) == name else None


def _seconds(times: Sequence[str]) -> int:
    try:
        first, last = (dt.datetime.fromisoformat(each) for each in (times[0], times[-1]))
        return max(0, int((last - first).total_seconds()))
    except (IndexError, ValueError, TypeError, OverflowError):
        return 0


# -- writing


class _Document:
    """A GPX document under construction."""

    def __init__(self, creator: str, name: str, time: str) -> None:
        from lxml import etree

        self.etree = etree
        spaces: Any = {None: _GPX, "osmand": _OSMAND, "gpxtpx": _TPX, "xsi": _XSI}
        self.root = etree.Element(f"{{{_GPX}}}gpx", nsmap=spaces)
        self.root.set("version", "1.1")
        self.root.set("creator", creator)
        self.root.set(f"{{{_XSI}}}schemaLocation", _SCHEMA)
        metadata = self.add(self.root, "metadata")
        self.text(metadata, "name", name)
        self.text(metadata, "time", time)

    def add(self, parent: etree._Element, name: str, space: str = _GPX) -> etree._Element:
        """Add an element."""
        return self.etree.SubElement(parent, f"{{{space}}}{name}")

    def text(self, parent: etree._Element, name: str, text: str, space: str = _GPX) -> None:
        """Add an element with a text, without invalid characters; nothing for an empty text."""
        kept = "".join(c for c in text if c >= " " or c in "\n\t")
        kept = kept.encode("utf-8", "ignore").decode().replace("\ufffe", "").replace("\uffff", "")
        if kept:
            self.add(parent, name, space).text = kept

    def point(self, parent: etree._Element, name: str, place: Point) -> etree._Element:
        """Add an element for a point."""
        element = self.add(parent, name)
        element.set("lat", degrees(place[0]))
        element.set("lon", degrees(place[1]))
        return element

    def data(self) -> bytes:
        """Return the file's content."""
        self.etree.indent(self.root, "  ")
        return bytes(
            self.etree.tostring(self.root, xml_declaration=True, encoding="UTF-8", standalone=True)
        )


def degrees(value: float) -> str:
    """Format degrees with at most seven decimals."""
    text = f"{value:.7f}".rstrip("0")
    return text + "0" if text.endswith(".") else text


def write_favorites(name: str, time: str, favorites: Iterable[Favorite]) -> bytes:
    """Return a file of favourites.

    Args:
        name: The file's name without its extension.
        time: Time of writing.
        favorites: The favourites in order.
    """
    document = _Document(APP, name, time)
    groups: dict[str, Favorite] = {}
    for favorite in favorites:
        groups.setdefault(favorite.group, favorite)
        element = document.point(document.root, "wpt", (favorite.lat, favorite.lon))
        document.text(element, "time", favorite.time)
        document.text(element, "name", favorite.name)
        document.text(element, "desc", favorite.description)
        document.text(element, "type", favorite.group)
        own = document.add(element, "extensions")
        document.text(own, "address", favorite.address, _OSMAND)
        for key, text in favorite.extras:
            if key.isidentifier():
                document.text(own, key, text, _OSMAND)
        document.text(own, "icon", favorite.icon, _OSMAND)
        document.text(own, "background", favorite.background, _OSMAND)
        document.text(own, "color", favorite.color, _OSMAND)
        if favorite.hidden:
            document.text(own, "hidden", "true", _OSMAND)
    own = document.add(document.root, "extensions")
    described = document.add(own, "points_groups", _OSMAND)
    for group, first in groups.items():
        element = document.add(described, "group", _OSMAND)
        for key, text in (
            ("name", group), ("color", first.color or "#eecc22"), ("icon", first.icon),
            ("background", first.background),
        ):  # fmt: skip
            element.set(key, _attribute(text))
    return document.data()


def _attribute(text: str) -> str:
    return "".join(c for c in text if " " <= c and c not in "\ufffe\uffff")


def write_points(
    name: str, time: str, points: Iterable[tuple[float, float, str, str, str]]
) -> bytes:
    """Return a file of waypoints, given as (latitude, longitude, name, time, type)."""
    document = _Document(APP, name, time)
    for lat, lon, title, moment, kind in points:
        element = document.point(document.root, "wpt", (lat, lon))
        document.text(element, "time", moment)
        document.text(element, "name", title)
        document.text(element, "type", kind)
    return document.data()


def write_track(
    name: str,
    time: str,
    segments: Iterable[Sequence[tuple[float, float] | tuple[float, float, int]]],
    *,
    creator: str = PLANNER,
    planned: Sequence[Point] = (),
    profile: str = "",
    marks: Sequence[tuple[float, float, str]] = (),
) -> bytes:
    """Return the file of a track.

    Args:
        name: The file's name without its extension.
        time: Time of writing.
        segments: Points of each segment, with their epoch ms if known.
        creator: The file's creator.
        planned: The points that the user set, for a planned route.
        profile: Profile of a planned route.
        marks: Waypoints.
    """
    document = _Document(creator, name, time)
    parts = [tuple(segment) for segment in segments]
    for lat, lon, title in marks:
        document.text(document.point(document.root, "wpt", (lat, lon)), "name", title)
    if planned:
        route = document.add(document.root, "rte")
        line = [(round(p[0], 6), round(p[1], 6)) for part in parts for p in part]
        for number, place in enumerate(planned):
            own = document.add(document.point(route, "rtept", place), "extensions")
            if profile:
                document.text(own, "profile", profile, _OSMAND)
            near = _nearest(line, place) if profile else number
            document.text(own, "trkpt_idx", str(near), _OSMAND)
    track = document.add(document.root, "trk")
    document.text(track, "name", name)
    for part in parts:
        segment = document.add(track, "trkseg")
        for point in part:
            element = document.point(segment, "trkpt", (point[0], point[1]))
            if len(point) > 2:
                document.text(element, "time", iso_time(int(point[2])))
    return document.data()


def _nearest(line: Sequence[Point], place: Point) -> int:
    """Return the index of the point of a line that is nearest to a location."""
    found = min(
        range(len(line)),
        key=lambda i: math.hypot(line[i][0] - place[0], line[i][1] - place[1]),
        default=0,
    )
    return found
