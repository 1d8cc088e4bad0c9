"""Photos and videos, and what the user has set."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

from android_gym.errors import FileError
from android_gym.simulator.ui.activity import Context

__all__ = ["MOVIES", "PICTURES", "Item", "delete", "install", "items", "movie", "poster", "save"]

PICTURES: Final = "/storage/emulated/0/Pictures"
MOVIES: Final = "/storage/emulated/0/Movies"


@dataclass(frozen=True)
class Item:
    """A photo or a video of the camera's.

    Attributes:
        path: Where it is; its name says when it was taken.
    """

    path: str

    @property
    def video(self) -> bool:
        """Whether it is a video."""
        return self.path.endswith(".mp4")


def install(context: Context, *, cleared: bool) -> None:
    """The prepared image is past the first run; a cleared app is not."""
    if not cleared:
        context.preferences().put(location_asked=True, permissions_asked=True)


def save(context: Context, folder: str, prefix: str, suffix: str, content: bytes) -> str:
    """Keeps a photo or a video under the time of day; returns its path.

    Raises:
        FileError: If it can't be written: there is no room, or something is in the way.
    """
    files = context.system.files
    stem = f"{folder}/{prefix}_{context.system.clock.datetime():%Y%m%d_%H%M%S}"
    if not files.is_dir(folder):
        files.mkdir(folder, parents=True)
    path, number = f"{stem}{suffix}", 0
    while files.exists(path):
        number += 1
        path = f"{stem}_{number}{suffix}"
    files.write(path, content, owner=context.uid)
    return path


def items(context: Context) -> list[Item]:
    """What the camera has taken, the latest first."""
    files = context.system.files
    found = []
    for folder, prefix, suffix in ((PICTURES, "IMG_", ".jpg"), (MOVIES, "VID_", ".mp4")):
        if files.is_dir(folder):
            for name in files.listdir(folder):
                if name.startswith(prefix) and name.endswith(suffix):
                    found.append((name[4:-4], f"{folder}/{name}"))
    return [Item(path) for _, path in sorted(found, reverse=True)]


def delete(context: Context, path: str) -> None:
    """Deletes a photo or a video; it may be gone already."""
    try:
        context.system.files.remove(path)
    except FileError:
        return


def poster(context: Context, item: Item) -> bytes:
    """A JPEG that shows a photo or video; b"" where it can't be read."""
    try:
        content = context.system.files.read(item.path)
    except FileError:
        return b""
    if not item.video:
        return content
    # The picture is all there is in the second box, behind the file type's.
    first = int.from_bytes(content[:4], "big")
    size, kind = int.from_bytes(content[first : first + 4], "big"), content[first + 4 : first + 8]
    return content[first + 8 : first + size] if kind == b"mdat" else b""


def _box(kind: bytes, *parts: bytes) -> bytes:
    content = b"".join(parts)
    return struct.pack(">I", len(content) + 8) + kind + content


_MATRIX: Final = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)


def movie(picture: bytes, width: int, height: int, duration_ms: int, taken_s: int) -> bytes:
    """An MP4 file (ISO/IEC 14496-12) that shows a JPEG for a while, as Motion JPEG.

    Args:
        picture: The JPEG.
        width: Its width in pixels.
        height: Its height in pixels.
        duration_ms: How long the video is; at least 1 ms.
        taken_s: When it was taken, in seconds since 1970.
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
