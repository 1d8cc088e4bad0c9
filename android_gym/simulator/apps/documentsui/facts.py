"""Details of a document for "Get info", as rows of name and value."""

from __future__ import annotations

import datetime as dt

from android_gym.errors import FileError
from android_gym.simulator.appkit.times import moment, time_of_day
from android_gym.simulator.apps.documentsui.model import (
    DIRECTORY,
    size_text,
    type_name,
)
from android_gym.simulator.apps.documentsui.storage import listing
from android_gym.simulator.system.files import Files
from android_gym.simulator.system.inodes import Stat
from android_gym.simulator.system.media.exif import Exif, read_exif
from android_gym.simulator.system.media.metadata import MediaMetadata, read_metadata
from android_gym.simulator.system.mime_types import mime_type
from android_gym.simulator.ui.activity import Context

Facts = list[tuple[str, str]]

MOST_BYTES = 32 << 20
"""Maximum size in bytes of a file whose metadata is read."""


def main_facts(context: Context, path: str, stat: Stat) -> Facts:
    """Return the details that every document has."""
    name = path.rpartition("/")[2]
    mime = DIRECTORY if stat.kind == "dir" else mime_type(name)
    rows = [("Type", type_name(mime, name))]
    if mime == DIRECTORY:
        number = len(listing(context.system.files, path))
        rows.append(("Number of items", str(number)))
    else:
        rows.append(("Size", size_text(stat.size)))
    rows.append(("Modified", _when(context, max(0, stat.mtime_ms))))
    rows.append(("Path", path))
    return rows


def media_facts(context: Context, path: str, stat: Stat) -> Facts:
    """Return the metadata of a picture, song or video."""
    kind = mime_type(path.rpartition("/")[2]).partition("/")[0]
    if kind not in ("image", "audio", "video") or stat.size > MOST_BYTES:
        return []
    data = _content(context.system.files, path)
    found = read_metadata(path.rpartition("/")[2], data)
    rows: Facts = []
    if found.width and found.height:
        megapixels = found.width * found.height / 1_000_000
        rows.append(("Dimensions", f"{found.width} x {found.height} - {megapixels:,.1f}MP"))
    exif = read_exif(data) if kind == "image" else None
    if exif is not None:
        rows += _exif_facts(context, exif)
    return rows + _sound_facts(found)


def _content(files: Files, path: str) -> bytes:
    try:
        return files.read(path)
    except FileError:
        return b""


def _exif_facts(context: Context, exif: Exif) -> Facts:
    """Return the camera's details, in the original's order."""
    place, altitude = exif.place, exif.altitude
    rows = (
        ("Coordinates", "" if place is None else f"{place[0]:,.3f}, {place[1]:,.3f}"),
        ("Altitude", "" if altitude is None else f"{altitude:g}"),
        ("Camera", exif.camera),
        ("Aperture", "" if exif.aperture is None else f"f/{exif.aperture:,.1f}"),
        ("Shutter speed", exif.exposure_text),
        ("Focal length", "" if exif.focal is None else f"{exif.focal:.2f} mm"),
        ("ISO equivalent", "" if exif.sensitivity is None else f"ISO {exif.sensitivity:.0f}"),
        # Camera times have no time zone, so show them as written.
        ("Taken on", "" if exif.taken_ms is None else _taken(context, exif.taken_ms)),
    )
    return [row for row in rows if row[1]]


def _sound_facts(found: MediaMetadata) -> Facts:
    seconds = found.duration_ms // 1000
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    length = f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes:02d}:{rest:02d}"
    rows = (
        ("Artist", found.artist or ""),
        ("Composer", found.composer or ""),
        ("Album", found.album or ""),
        ("Duration", length if found.duration_ms else ""),
    )
    return [row for row in rows if row[1]]


def _when(context: Context, ms: int) -> str:
    when = moment(context, ms)
    return f"{when:%a, %b} {when.day}, {when.year}, {time_of_day(context, when)}"


def _taken(context: Context, ms: int) -> str:
    when = dt.datetime.fromtimestamp(ms / 1000, dt.UTC)
    return f"{when:%b} {when.day:02d}, {when.year}, {time_of_day(context, when)}"
