"""EXIF data of JPEG files: reading it within limits, removing it, and setting the orientation.

A JPEG is a series of segments, each with a marker and a two-byte length. EXIF is a TIFF file in the
``APP1`` segment: directories with entries of 12 bytes (tag, type, count, value or its offset).
"""

from __future__ import annotations

import datetime as dt
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

__all__ = ["Exif", "read_exif", "with_orientation", "without_exif"]

_HEAD: Final = b"Exif\0\0"
_MOST_ENTRIES: Final = 256
_MOST_SEGMENTS: Final = 64
_SIZES: Final = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8}
_MOST_TEXT: Final = 256

_ORIENTATION, _SUB, _GPS = 0x0112, 0x8769, 0x8825
_TURNS: Final = {1: 0, 6: 90, 3: 180, 8: 270}
_ORIENTATIONS: Final = {degrees: number for number, degrees in _TURNS.items()}

_TAKEN: Final = (0x920A, 0x829A, 0x829D, 0x8827)
"""Tags of focal length, exposure time, aperture and sensitivity."""


@dataclass(frozen=True)
class Exif:
    """A picture's EXIF data.

    Attributes:
        turn: Degrees clockwise to rotate the pixels by; 0 if they are mirrored.
        orientation: The value in the file, 1 to 8.
        taken_ms: When it was taken, as if the camera's clock showed UTC; None if unknown.
        camera: Make and model.
        focal: Focal length in millimetres; None if unknown, like the next three.
        exposure: Exposure time in seconds.
        aperture: F-number.
        sensitivity: ISO speed.
        place: Latitude and longitude in degrees; None if unknown.
        altitude: Metres above sea level; None if unknown.
    """

    turn: int = 0
    orientation: int = 1
    taken_ms: int | None = None
    camera: str = ""
    focal: float | None = None
    exposure: float | None = None
    aperture: float | None = None
    sensitivity: float | None = None
    place: tuple[float, float] | None = None
    altitude: float | None = None

    @property
    def exposure_text(self) -> str:
        """Exposure time as text, such as ``1/125s``; empty if unknown."""
        seconds = self.exposure
        if seconds is None:
            return ""
        return f"{_plain(seconds)}s" if seconds >= 1 or not seconds else f"1/{1 / seconds:.0f}s"

    @property
    def details(self) -> str:
        """Focal length, exposure time, aperture and sensitivity as one line of text."""
        parts = (
            "" if self.focal is None else f"{_plain(self.focal)}mm",
            self.exposure_text,
            "" if self.aperture is None else f"F/{_plain(self.aperture)}",
            "" if self.sensitivity is None else f"ISO-{self.sensitivity:.0f}",
        )
        return "  ".join(part for part in parts if part)


def _segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield (marker, start, end) of a JPEG file's segments before its pixels."""
    if data[:2] != b"\xff\xd8":
        return
    at = 2
    for _ in range(_MOST_SEGMENTS):
        if at + 4 > len(data) or data[at] != 0xFF or data[at + 1] in (0xD9, 0xDA):
            return
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        end = at + 2 + length
        if length < 2 or end > len(data):
            return
        yield data[at + 1], at, end
        at = end


def _is_exif(data: bytes, marker: int, start: int) -> bool:
    return marker == 0xE1 and data[start + 4 : start + 10] == _HEAD


class _Tiff:
    """The TIFF file in a segment."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.order = {b"II*\0": "<", b"MM\0*": ">"}.get(data[:4], "")

    def number(self, form: str, at: int) -> int:
        """Return the number at an offset; 0 beyond the end."""
        if at < 0 or at + struct.calcsize(form) > len(self.data):
            return 0
        return int(struct.unpack_from(self.order + form, self.data, at)[0])

    def entries(self, at: int) -> dict[int, tuple[int, int, int]]:
        """Return type, count and value offset of each entry in a directory, by tag."""
        found = {}
        for index in range(min(self.number("H", at), _MOST_ENTRIES) if at else 0):
            entry = at + 2 + 12 * index
            kind, count = self.number("H", entry + 2), self.number("I", entry + 4)
            size = _SIZES.get(kind, 0) * count
            place = entry + 8 if size <= 4 else self.number("I", entry + 8)
            if 0 < size and place + size <= len(self.data):
                found[self.number("H", entry)] = (kind, count, place)
        return found

    def text(self, entry: tuple[int, int, int] | None) -> str:
        """Return an entry's text, up to the first zero byte."""
        if entry is None or entry[0] != 2:
            return ""
        raw = self.data[entry[2] : entry[2] + min(entry[1], _MOST_TEXT)]
        return raw.partition(b"\0")[0].decode("utf-8", "replace").strip()

    def numbers(self, entry: tuple[int, int, int] | None) -> tuple[float, ...]:
        """Return an entry's numbers, at most three."""
        if entry is None:
            return ()
        kind, count, place = entry
        found: list[float] = []
        for index in range(min(count, 3)):
            if kind in (5, 10):
                form = "I" if kind == 5 else "i"
                below = self.number(form, place + 8 * index + 4)
                if not below:
                    return ()
                found.append(self.number(form, place + 8 * index) / below)
            elif kind in (1, 3, 4):
                form = {1: "B", 3: "H", 4: "I"}[kind]
                found.append(self.number(form, place + _SIZES[kind] * index))
        return tuple(found)


def _tiff(data: bytes) -> tuple[_Tiff, int] | None:
    """Return a picture's TIFF file and its offset."""
    for marker, start, end in _segments(data):
        if _is_exif(data, marker, start):
            tiff = _Tiff(data[start + 10 : end])
            return (tiff, start + 10) if tiff.order else None
    return None


def read_exif(data: bytes) -> Exif | None:
    """Return a picture's EXIF data; None if it has none. Never raises on broken data."""
    found = _tiff(data)
    if found is None:
        return None
    tiff = found[0]
    main = tiff.entries(tiff.number("I", 4))
    sub_at, gps_at = (int((tiff.numbers(main.get(tag)) or (0,))[0]) for tag in (_SUB, _GPS))
    sub, gps = tiff.entries(sub_at), tiff.entries(gps_at)
    orientation = int((tiff.numbers(main.get(_ORIENTATION)) or (1,))[0])
    camera = f"{tiff.text(main.get(0x010F))} {tiff.text(main.get(0x0110))}".strip()
    focal, exposure, aperture, sensitivity = (
        (tiff.numbers(sub.get(tag)) or (None,))[0] for tag in _TAKEN
    )
    return Exif(
        turn=_TURNS.get(orientation, 0),
        orientation=orientation,
        taken_ms=_moment(tiff.text(sub.get(0x9003)) or tiff.text(main.get(0x0132))),
        camera=camera,
        focal=focal,
        exposure=exposure,
        aperture=aperture,
        sensitivity=sensitivity,
        place=_place(tiff, gps),
        altitude=(tiff.numbers(gps.get(6)) or (None,))[0],
    )


def _moment(text: str) -> int | None:
    try:
        moment = dt.datetime.strptime(text, "%Y:%m:%d %H:%M:%S").replace(tzinfo=dt.UTC)
    except ValueError:
        return None
    return int(moment.timestamp() * 1000)


def _plain(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _place(tiff: _Tiff, gps: dict[int, tuple[int, int, int]]) -> tuple[float, float] | None:
    sides = []
    for tag, minus in ((2, "S"), (4, "W")):
        parts = tiff.numbers(gps.get(tag))
        if len(parts) != 3:
            return None
        degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
        sides.append(-degrees if tiff.text(gps.get(tag - 1)) == minus else degrees)
    return (sides[0], sides[1]) if abs(sides[0]) <= 90 and abs(sides[1]) <= 180 else None


def without_exif(data: bytes) -> bytes:
    """Return a JPEG file without its EXIF data, its pixels untouched."""
    kept, at = [], 0
    for marker, start, end in _segments(data):
        if _is_exif(data, marker, start):
            kept.append(data[at:start])
            at = end
    return b"".join([*kept, data[at:]])


def with_orientation(data: bytes, degrees: int) -> bytes | None:
    """Return a JPEG file rotated further clockwise by its EXIF orientation.

    Args:
        data: The file.
        degrees: A multiple of 90.

    Returns:
        The file with the same pixels; None if it is not a JPEG, or is mirrored.
    """
    if data[:2] != b"\xff\xd8":
        return None
    exif = read_exif(data) or Exif()
    if exif.orientation not in _TURNS:
        return None
    number = _ORIENTATIONS[(exif.turn + degrees) % 360]
    found = _tiff(data)
    if found is not None:
        tiff, begin = found
        entry = tiff.entries(tiff.number("I", 4)).get(_ORIENTATION)
        if entry is None or entry[0] != 3:
            data = without_exif(data)
        else:
            at = begin + entry[2]
            return data[:at] + struct.pack(f"{tiff.order}H", number) + data[at + 2 :]
    body = b"MM\0*" + struct.pack(">IHHHIHHI", 8, 1, _ORIENTATION, 3, 1, number, 0, 0)
    segment = _HEAD + body
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + data[2:]
