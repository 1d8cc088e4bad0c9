"""Header readers for pictures and MP4 files, without decoding.

Readers accept any bytes and never raise: broken values count as unknown. Work is bounded by the
number of boxes or segments read, never by sizes stated in the file.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

__all__ = ["Mp4Info", "PictureInfo", "read_mp4", "read_picture"]

MOST_BOXES: Final = 4096
"""Maximum boxes of a file, or segments of a picture, that are read."""

MOST_SIDE: Final = 1 << 20
"""Maximum pixels of a side; with more it does not count as a picture."""


@dataclass(frozen=True)
class PictureInfo:
    """Header of a picture.

    Attributes:
        width: Pixels as stored, before rotation.
        height: Pixels as stored.
        rotation: Degrees clockwise to rotate it by for display: 0, 90, 180 or 270.
        taken: When it was taken in EXIF's format, "2023:10:15 15:34:00"; "" if unknown.
    """

    width: int
    height: int
    rotation: int = 0
    taken: str = ""


@dataclass(frozen=True)
class Mp4Info:
    """Header of an MP4 or 3GP file.

    Attributes:
        duration_ms: Length; 0 if the file has no index.
        width: Displayed width of the first video track in pixels, before rotation; 0 without one.
        height: Displayed height of it.
        rotation: Degrees clockwise to rotate the video by for display.
        has_video: Whether it has a video track.
        has_audio: Whether it has an audio track.
        channels: Channels of the first audio track; 0 without one.
        sample_rate: Samples per second of that track.
        samples: Number of video and audio samples that its tables and fragments claim.
    """

    duration_ms: int = 0
    width: int = 0
    height: int = 0
    rotation: int = 0
    has_video: bool = False
    has_audio: bool = False
    channels: int = 0
    sample_rate: int = 0
    samples: int = 0


def read_picture(data: bytes) -> PictureInfo | None:
    """Read the header of a PNG, JPEG, GIF, WebP or BMP picture; None if it is not one."""
    try:
        found = _picture(data)
    except (struct.error, IndexError, ValueError):
        return None
    if found is None or not (0 < found.width <= MOST_SIDE and 0 < found.height <= MOST_SIDE):
        return None
    return found


def _picture(data: bytes) -> PictureInfo | None:
    if data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR":
        return PictureInfo(*struct.unpack_from(">II", data, 16))
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return PictureInfo(*struct.unpack_from("<HH", data, 6))
    if data[:2] == b"BM" and len(data) >= 26:
        width, height = struct.unpack_from("<ii", data, 18)
        return PictureInfo(width, abs(height))
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    if data[:3] == b"\xff\xd8\xff":
        return _jpeg(data)
    return None


def _webp(data: bytes) -> PictureInfo | None:
    kind = data[12:16]
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return PictureInfo(width & 0x3FFF, height & 0x3FFF)
    if kind == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        return PictureInfo((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    if kind == b"VP8X":
        width, height = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
        return PictureInfo(width, height)
    return None


_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def _jpeg(data: bytes) -> PictureInfo | None:
    at, rotation, taken = 2, 0, ""
    for _ in range(MOST_BOXES):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:  # padding
            at += 1
            continue
        length = struct.unpack_from(">H", data, at + 2)[0]
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return PictureInfo(width, height, rotation, taken)
        if marker == 0xE1 and data[at + 4 : at + 10] == b"Exif\0\0":
            rotation, taken = _exif(data[at + 10 : at + 2 + length])
        at += 2 + max(2, length)
    return None


_ROTATIONS = {3: 180, 4: 180, 5: 90, 6: 90, 7: 270, 8: 270}


def _exif(tiff: bytes) -> tuple[int, str]:
    """Return rotation and time from an EXIF block."""
    try:
        order = {b"II": "<", b"MM": ">"}[tiff[:2]]
        first = struct.unpack_from(f"{order}I", tiff, 4)[0]
        tags = _directory(tiff, order, first)
        rotation = _ROTATIONS.get(tags.get(0x0112, 0) >> (16 if order == ">" else 0) & 0xFFFF, 0)
        taken = ""
        if 0x8769 in tags:
            more = _directory(tiff, order, tags[0x8769])
            at = more.get(0x9003, more.get(0x9004))
            if at is not None:
                taken = tiff[at : at + 19].decode("ascii", "replace")
    except (KeyError, struct.error):
        return 0, ""
    return rotation, taken if len(taken) == 19 else ""


def _directory(tiff: bytes, order: str, at: int) -> dict[int, int]:
    """Return the value (or its offset) of each tag in an EXIF directory."""
    count = min(struct.unpack_from(f"{order}H", tiff, at)[0], 256)
    found = {}
    for number in range(count):
        tag, _, _, value = struct.unpack_from(f"{order}HHII", tiff, at + 2 + 12 * number)
        found[tag] = value
    return found


def read_mp4(data: bytes) -> Mp4Info | None:
    """Read the index of an MP4, MOV or 3GP file; None if it is not one."""
    if data[4:8] != b"ftyp":
        return None
    info = Mp4Info()
    try:
        for kind, start, end in _boxes(data, 0, len(data)):
            if kind == b"moov":
                info = replace(_movie(data, start, end), samples=info.samples)
            if kind in (b"moov", b"moof"):
                info = replace(info, samples=info.samples + _samples(data, start, end))
    except (struct.error, IndexError, ZeroDivisionError):
        return info
    return info


_COUNTS: Final = {b"stsz": 8, b"stz2": 8, b"trun": 4}
"""Offset of the sample count in each kind of table."""

_PARENTS: Final = frozenset((b"trak", b"mdia", b"minf", b"stbl", b"traf"))


def _samples(data: bytes, start: int, end: int) -> int:
    """Return the total sample count claimed by the tables in a box; it may be arbitrarily large."""
    found = 0
    for kind, inner, stop in _boxes(data, start, end):
        if kind in _COUNTS and inner + _COUNTS[kind] + 4 <= len(data):
            found += struct.unpack_from(">I", data, inner + _COUNTS[kind])[0]
        elif kind in _PARENTS:
            found += _samples(data, inner, stop)
    return found


def _boxes(data: bytes, at: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Yield each box's type, and the start and end of its content."""
    for _ in range(MOST_BOXES):
        if at + 8 > end:
            return
        size, kind = struct.unpack_from(">I4s", data, at)
        header = 8
        if size == 1:
            size, header = struct.unpack_from(">Q", data, at + 8)[0], 16
        elif size == 0:
            size = end - at
        if size < header:
            return
        yield kind, at + header, min(at + size, end)
        at += size


def _movie(data: bytes, start: int, end: int) -> Mp4Info:
    info = Mp4Info()
    for kind, inner, stop in _boxes(data, start, end):
        if kind == b"mvhd":
            info = replace(info, duration_ms=_duration_ms(data, inner))
        elif kind == b"trak":
            info = _track(data, inner, stop, info)
    return info


def _duration_ms(data: bytes, at: int) -> int:
    if data[at] == 1:
        scale, duration = struct.unpack_from(">IQ", data, at + 20)
    else:
        scale, duration = struct.unpack_from(">II", data, at + 12)
    milliseconds = duration * 1000 // scale if scale else 0
    return milliseconds if milliseconds < 1 << 40 else 0


def _track(data: bytes, start: int, end: int, info: Mp4Info) -> Mp4Info:
    width = height = rotation = 0
    handler, channels, rate = b"", 0, 0
    for kind, inner, stop in _boxes(data, start, end):
        if kind == b"tkhd":
            tail = inner + (96 if data[inner] == 1 else 84) - 8
            width, height = (side >> 16 for side in struct.unpack_from(">II", data, tail))
            first, second = struct.unpack_from(">ii", data, tail - 36)
            rotation = {(0, 1): 90, (-1, 0): 180, (0, -1): 270}.get(
                (_sign(first), _sign(second)), 0
            )
        elif kind == b"mdia":
            for part, place, close in _boxes(data, inner, stop):
                if part == b"hdlr":
                    handler = data[place + 8 : place + 12]
                elif part == b"minf":
                    channels, rate = _sound(data, place, close)
    if handler == b"vide" and not info.has_video:
        return replace(info, has_video=True, width=width, height=height, rotation=rotation)
    if handler == b"soun" and not info.has_audio:
        return replace(info, has_audio=True, channels=channels, sample_rate=rate)
    return info


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _sound(data: bytes, start: int, end: int) -> tuple[int, int]:
    """Return channels and sample rate of an audio track; garbage for other tracks."""
    for kind, inner, stop in _boxes(data, start, end):
        if kind == b"stbl":
            for part, place, _ in _boxes(data, inner, stop):
                if part == b"stsd":
                    channels = struct.unpack_from(">H", data, place + 8 + 24)[0]
                    rate = struct.unpack_from(">I", data, place + 8 + 32)[0] >> 16
                    return min(channels, 64), rate
    return 0, 0
