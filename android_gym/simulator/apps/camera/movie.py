"""MP4 files (ISO/IEC 14496-12), as recorded by the camera."""

from __future__ import annotations

import struct
from typing import Final

__all__ = ["movie", "poster"]

_MATRIX: Final = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)


def poster(content: bytes) -> bytes:
    """Return the JPEG in a file made by `movie`; b"" for other files."""
    # The picture is the whole content of the second box, after the file type's.
    first = int.from_bytes(content[:4], "big")
    size, kind = int.from_bytes(content[first : first + 4], "big"), content[first + 4 : first + 8]
    return content[first + 8 : first + size] if kind == b"mdat" else b""


def _box(kind: bytes, *parts: bytes) -> bytes:
    content = b"".join(parts)
    return struct.pack(">I", len(content) + 8) + kind + content


def movie(picture: bytes, width: int, height: int, duration_ms: int, taken_s: int) -> bytes:
    """Return an MP4 file that shows a JPEG for a duration, as Motion JPEG.

    Args:
        picture: The JPEG.
        width: Its width in pixels.
        height: Its height in pixels.
        duration_ms: Duration of the video in milliseconds; at least 1.
        taken_s: When it was taken, in epoch seconds.
    """
    duration = max(1, duration_ms)
    times = struct.pack(">II", *(2 * (taken_s + 2_082_844_800 & 0xFFFFFFFF,)))
    head = _box(b"ftyp", b"isom", struct.pack(">I", 0x200), b"isommp41")
    # MPEG-4's descriptors (14496-1): object type 0x6C is JPEG, stream type 4 visual.
    config = struct.pack(">BB", 0x6C, 0x11) + b"\0\0\0" + struct.pack(">II", 0, 0)
    config = b"\x04" + bytes([len(config)]) + config
    stream = struct.pack(">HB", 1, 0) + config + b"\x06\x01\x02"
    descriptor = b"\0\0\0\0\x03" + bytes([len(stream)]) + stream
    entry = _box(
        b"mp4v",
        struct.pack(">6xH16xHHIII", 1, width, height, 0x480000, 0x480000, 0),
        struct.pack(">H32xHh", 1, 24, -1),
        _box(b"esds", descriptor),
    )
    offset = len(head) + 8
    table = _box(
        b"stbl",
        _box(b"stsd", struct.pack(">II", 0, 1), entry),
        _box(b"stts", struct.pack(">IIII", 0, 1, 1, duration)),
        _box(b"stsc", struct.pack(">IIIII", 0, 1, 1, 1, 1)),
        _box(b"stsz", struct.pack(">IIII", 0, 0, 1, len(picture))),
        _box(b"stco", struct.pack(">III", 0, 1, offset)),
    )
    media = _box(
        b"mdia",
        _box(b"mdhd", b"\0\0\0\0", times, struct.pack(">IIHH", 1000, duration, 0x55C4, 0)),
        _box(b"hdlr", struct.pack(">II4s12x", 0, 0, b"vide"), b"VideoHandle\0"),
        _box(
            b"minf",
            _box(b"vmhd", struct.pack(">IQ", 1, 0)),
            _box(b"dinf", _box(b"dref", struct.pack(">II", 0, 1), _box(b"url ", b"\0\0\0\1"))),
            table,
        ),
    )
    track = _box(
        b"trak",
        _box(
            b"tkhd",
            struct.pack(">I", 3),
            times,
            struct.pack(">III8xHHHH", 1, 0, duration, 0, 0, 0, 0),
            _MATRIX,
            struct.pack(">II", width << 16, height << 16),
        ),
        media,
    )
    header = _box(
        b"mvhd",
        b"\0\0\0\0",
        times,
        struct.pack(">IIIH10x", 1000, duration, 0x10000, 0x100),
        _MATRIX,
        struct.pack(">24xI", 2),
    )
    return head + _box(b"mdat", picture) + _box(b"moov", header, track)
