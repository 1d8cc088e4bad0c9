"""Track files: writes and reads GPX, KML and KMZ.

A KMZ is a ZIP archive of a KML file. Points keep their position, time, altitude and speed; a track
keeps its UUID, so that an import recognises it.
"""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final
from uuid import UUID
from xml.sax.saxutils import escape as escape_markup

from android_gym.simulator.apps.opentracks.model import (
    SEGMENT_START,
    TRACK_POINT,
    Marker,
    Point,
    Track,
)
from android_gym.simulator.apps.opentracks.units import local

if TYPE_CHECKING:
    from lxml import etree

__all__ = ["FORMATS", "Format", "TrackFile", "UnreadableError", "read", "write"]

MOST_BYTES: Final = 32 << 20
"""Maximum unpacked size in bytes of a file that is read."""

MOST_POINTS: Final = 50_000
"""Maximum number of points read from a file."""

NAMESPACE: Final = "http://opentracksapp.com/xmlschemas/v1"


_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters invalid in XML 1.0; a name written over adb may contain them."""


def escape(text: str) -> str:
    """Return text escaped for XML."""
    return escape_markup(_NO_XML.sub("", text))


class UnreadableError(Exception):
    """Error for a file that isn't a valid track, with the app's message."""


@dataclass(frozen=True)
class TrackFile:
    """A track as stored in a file.

    Attributes:
        track: Name, description, category and start.
        uuid: UUID of 16 bytes; empty if the file has none.
        points: Points of the track.
        markers: Markers of the track.
    """

    track: Track
    uuid: bytes = b""
    points: tuple[Point, ...] = ()
    markers: tuple[Marker, ...] = ()


@dataclass(frozen=True)
class Format:
    """A file format.

    Attributes:
        key: Value in the preference.
        label: Label on screen.
        suffix: File name extension.
        type: MIME type.
    """

    key: str
    label: str
    suffix: str
    type: str


FORMATS: Final = (
    Format(
        "KMZ_WITH_TRACKDETAIL_AND_SENSORDATA_AND_PICTURES",
        "KMZ (with photos)",
        "kmz",
        "application/vnd.google-earth.kmz",
    ),
    Format(
        "KMZ_WITH_TRACKDETAIL_AND_SENSORDATA",
        "KMZ (without photos)",
        "kmz",
        "application/vnd.google-earth.kmz",
    ),
    Format(
        "KML_WITH_TRACKDETAIL_AND_SENSORDATA", "KML", "kml", "application/vnd.google-earth.kml+xml"
    ),
    Format("GPX", "GPX", "gpx", "application/gpx+xml"),
)


def write(tracks: Sequence[TrackFile], suffix: str) -> bytes:
    """Write tracks to a file in the format of an extension."""
    if suffix == "gpx":
        return _gpx(tracks)
    if suffix == "kml":
        return _kml(tracks)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        # A fixed date, so that the same tracks always give the same bytes.
        archive.writestr(zipfile.ZipInfo("doc.kml", (1980, 1, 1, 0, 0, 0)), _kml(tracks))
    return packed.getvalue()


def _time(time_ms: int, offset_s: int) -> str:
    return local(time_ms, offset_s).isoformat(timespec="milliseconds")


def _id(uuid: bytes) -> str:
    return str(UUID(bytes=uuid)) if len(uuid) == 16 else ""


def _segments(points: Sequence[Point]) -> list[list[Point]]:
    segments: list[list[Point]] = []
    for point in points:
        if point.kind < TRACK_POINT or not segments:
            segments.append([])
        if point.place is not None:
            segments[-1].append(point)
    return [segment for segment in segments if segment]


def _gpx(tracks: Sequence[TrackFile]) -> bytes:
    out = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<gpx version="1.1" creator="OpenTracks" xmlns="http://www.topografix.com/GPX/1/1" '
        f'xmlns:opentracks="{NAMESPACE}" '
        'xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">',
    ]
    for file in tracks:
        track = file.track
        for marker in file.markers:
            out.append(
                f'<wpt lat="{marker.latitude:.6f}" lon="{marker.longitude:.6f}">'
                + ("" if marker.altitude is None else f"<ele>{marker.altitude:.1f}</ele>")
                + f"<time>{_time(marker.time_ms, track.offset_s)}</time>"
                f"<name>{escape(marker.name)}</name><desc>{escape(marker.description)}</desc>"
                f"<type>{escape(marker.category)}</type></wpt>"
            )
        out.append(
            f"<trk><name>{escape(track.name)}</name><desc>{escape(track.description)}</desc>"
            f"<type>{escape(track.category)}</type><extensions>"
            f"<opentracks:trackid>{_id(file.uuid)}</opentracks:trackid></extensions>"
        )
        for segment in _segments(file.points):
            out.append("<trkseg>")
            out += (_trkpt(point, track.offset_s) for point in segment)
            out.append("</trkseg>")
        out.append("</trk>")
    out.append("</gpx>\n")
    return "\n".join(out).encode()


def _trkpt(point: Point, offset_s: int) -> str:
    height = "" if point.altitude is None else f"<ele>{point.altitude:.1f}</ele>"
    speed = ""
    if point.speed is not None:
        speed = (
            "<extensions><gpxtpx:TrackPointExtension>"
            f"<gpxtpx:speed>{point.speed:.2f}</gpxtpx:speed>"
            "</gpxtpx:TrackPointExtension></extensions>"
        )
    return (
        f'<trkpt lat="{point.latitude:.6f}" lon="{point.longitude:.6f}">{height}'
        f"<time>{_time(point.time_ms, offset_s)}</time>{speed}</trkpt>"
    )


def _kml(tracks: Sequence[TrackFile]) -> bytes:
    out = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<kml xmlns="http://www.opengis.net/kml/2.3" '
        'xmlns:gx="http://www.google.com/kml/ext/2.2" '
        f'xmlns:opentracks="{NAMESPACE}">',
        "<Document><open>1</open><visibility>1</visibility>",
    ]
    for file in tracks:
        track = file.track
        for marker in file.markers:
            out.append(
                f"<Placemark><name>{escape(marker.name)}</name>"
                f"<description>{escape(marker.description)}</description>"
                f"<TimeStamp><when>{_time(marker.time_ms, track.offset_s)}</when></TimeStamp>"
                f'<ExtendedData><Data name="type"><value>{escape(marker.category)}</value></Data>'
                "</ExtendedData><Point><coordinates>"
                f"{_coordinates(marker.longitude, marker.latitude, marker.altitude, ',')}"
                "</coordinates></Point></Placemark>"
            )
        out.append(
            f"<Placemark><name>{escape(track.name)}</name>"
            f"<description>{escape(track.description)}</description>"
            f"<opentracks:trackid>{_id(file.uuid)}</opentracks:trackid>"
            f'<ExtendedData><Data name="type"><value>{escape(track.category)}</value>'
            "</Data></ExtendedData><gx:MultiTrack>"
        )
        for segment in _segments(file.points):
            out.append("<gx:Track>")
            out += (f"<when>{_time(point.time_ms, track.offset_s)}</when>" for point in segment)
            for point in segment:
                assert point.longitude is not None and point.latitude is not None
                place = _coordinates(point.longitude, point.latitude, point.altitude, " ")
                out.append(f"<gx:coord>{place}</gx:coord>")
            out.append(
                '<ExtendedData><SchemaData schemaUrl="#schema"><gx:SimpleArrayData name="speed">'
            )
            out += (f"<gx:value>{point.speed or 0.0:.2f}</gx:value>" for point in segment)
            out.append("</gx:SimpleArrayData></SchemaData></ExtendedData></gx:Track>")
        out.append("</gx:MultiTrack></Placemark>")
    out.append("</Document></kml>\n")
    return "\n".join(out).encode()


def _coordinates(longitude: float, latitude: float, altitude: float | None, separator: str) -> str:
    parts = [f"{longitude:.6f}", f"{latitude:.6f}"]
    if altitude is not None:
        parts.append(f"{altitude:.1f}")
    return separator.join(parts)


# -- reading


def read(data: bytes, suffix: str) -> list[TrackFile]:
    """Read the tracks of a file.

    Args:
        data: Content of the file.
        suffix: File name extension, which selects the format.

    Raises:
        UnreadableError: If the file is invalid, too large or damaged.
    """
    if suffix == "kmz":
        data = _unpacked(data)
    elif suffix not in ("gpx", "kml"):
        raise UnreadableError("Unsupported file format")
    if len(data) > MOST_BYTES:
        raise UnreadableError(f"Unable to import file: it is larger than {MOST_BYTES >> 20} MB")
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise UnreadableError(f"Parser error: {str(error)[:200]}") from None
    files = _read_gpx(root) if suffix == "gpx" else _read_kml(root)
    if sum(len(file.points) for file in files) > MOST_POINTS:
        raise UnreadableError(f"Unable to import file: it has more than {MOST_POINTS} points")
    if not files:
        raise UnreadableError("Unable to import file: it has no track")
    return files


def _unpacked(data: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for entry in archive.infolist():
                if entry.filename.lower().endswith(".kml"):
                    with archive.open(entry) as file:
                        return file.read(MOST_BYTES + 1)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise UnreadableError(f"Unable to import file: {str(error)[:200]}") from None
    except Exception as error:  # zlib and lzma have errors of their own for damaged data
        raise UnreadableError(f"Unable to import file: {type(error).__name__}") from None
    raise UnreadableError("No kml file found in KMZ")


def _name(element: etree._Element) -> str:
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _below(element: etree._Element, name: str) -> list[etree._Element]:
    return [each for each in element.iter() if _name(each) == name]


def _said(element: etree._Element, name: str) -> str:
    """Return the text of the first child with a name; "" if there is none."""
    return next((each.text or "" for each in element if _name(each) == name), "").strip()


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if abs(number) < 1e12 else None


def _moment(text: str) -> dt.datetime | None:
    """Parse an XML time; without a zone it is UTC."""
    try:
        moment = dt.datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=dt.UTC)


def _ms(moment: dt.datetime) -> int:
    return round((moment - dt.datetime(1970, 1, 1, tzinfo=dt.UTC)) / dt.timedelta(milliseconds=1))


def _offset(moment: dt.datetime) -> int:
    ahead = moment.utcoffset()
    return int(ahead.total_seconds()) if ahead is not None else 0


def _uuid(element: etree._Element) -> bytes:
    found = _below(element, "trackid")
    try:
        return UUID(found[0].text or "").bytes if found else b""
    except ValueError:
        return b""


def _place(longitude: float | None, latitude: float | None) -> tuple[float, float] | None:
    if longitude is None or latitude is None or abs(longitude) > 180 or abs(latitude) > 90:
        return None
    return longitude, latitude


def _made(
    name: str,
    description: str,
    category: str,
    segments: Sequence[Sequence[tuple[dt.datetime, Point]]],
) -> TrackFile:
    points: list[Point] = []
    offset = 0
    for segment in segments:
        for index, (moment, point) in enumerate(segment):
            if not points:
                offset = _offset(moment)
            points.append(replace(point, kind=TRACK_POINT if index else SEGMENT_START))
    return TrackFile(
        Track(0, name, description, category or "unknown", offset_s=offset), points=tuple(points)
    )


def _read_gpx(root: etree._Element) -> list[TrackFile]:
    markers = []
    for waypoint in _below(root, "wpt"):
        place = _place(_number(waypoint.get("lon")), _number(waypoint.get("lat")))
        moment = _moment(_said(waypoint, "time"))
        if place is not None:
            markers.append(
                Marker(
                    0,
                    0,
                    _said(waypoint, "name"),
                    _said(waypoint, "desc"),
                    _said(waypoint, "type"),
                    longitude=place[0],
                    latitude=place[1],
                    time_ms=_ms(moment) if moment is not None else 0,
                    altitude=_number(_said(waypoint, "ele")),
                )
            )
    files: list[TrackFile] = []
    for track in _below(root, "trk"):
        segments = []
        for segment in _below(track, "trkseg"):
            found = []
            for element in _below(segment, "trkpt"):
                place = _place(_number(element.get("lon")), _number(element.get("lat")))
                moment = _moment(_said(element, "time"))
                if place is not None and moment is not None:
                    speeds = _below(element, "speed")
                    point = Point(
                        TRACK_POINT,
                        _ms(moment),
                        place[1],
                        place[0],
                        _number(_said(element, "ele")),
                        _number(speeds[0].text) if speeds else None,
                    )
                    found.append((moment, point))
            segments.append(found)
        file = _made(_said(track, "name"), _said(track, "desc"), _said(track, "type"), segments)
        # A GPX file's markers aren't part of its tracks; assign them to the first track.
        files.append(replace(file, uuid=_uuid(track), markers=() if files else tuple(markers)))
    return files


def _read_kml(root: etree._Element) -> list[TrackFile]:
    files: list[TrackFile] = []
    markers: list[Marker] = []
    for placemark in _below(root, "Placemark"):
        name, description = _said(placemark, "name"), _said(placemark, "description")
        values = [_said(data, "value") for data in _below(placemark, "Data")]
        category = values[0] if values else ""
        tracks = _below(placemark, "Track")
        if tracks:
            file = _made(name, description, category, [_kml_segment(track) for track in tracks])
            files.append(replace(file, uuid=_uuid(placemark), markers=tuple(markers)))
            markers = []
            continue
        for coordinates in _below(placemark, "coordinates"):
            parts = [_number(part) for part in (coordinates.text or "").split(",")]
            place = _place(parts[0], parts[1]) if len(parts) >= 2 else None
            when = _below(placemark, "when")
            moment = _moment(when[0].text or "") if when else None
            if place is not None:
                markers.append(
                    Marker(
                        0,
                        0,
                        name,
                        description,
                        category,
                        longitude=place[0],
                        latitude=place[1],
                        time_ms=_ms(moment) if moment is not None else 0,
                        altitude=parts[2] if len(parts) > 2 else None,
                    )
                )
    return files


def _kml_segment(track: etree._Element) -> list[tuple[dt.datetime, Point]]:
    moments = [_moment(element.text or "") for element in _below(track, "when")]
    places = [(element.text or "").split() for element in _below(track, "coord")]
    speeds: list[float | None] = [_number(element.text) for element in _below(track, "value")]
    found = []
    for index, (moment, parts) in enumerate(zip(moments, places, strict=False)):
        numbers = [_number(part) for part in parts]
        place = _place(numbers[0], numbers[1]) if len(numbers) >= 2 else None
        if moment is None or place is None:
            continue
        height = numbers[2] if len(numbers) > 2 else None
        speed = speeds[index] if len(speeds) == len(moments) else None
        point = Point(TRACK_POINT, _ms(moment), place[1], place[0], height, speed)
        found.append((moment, point))
    return found
