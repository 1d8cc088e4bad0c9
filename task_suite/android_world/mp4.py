"""MP4 files of still pictures that are shown for a while: each is encoded and stored once.

OpenCV encodes a picture as a frame of MPEG-4 Part 2 that needs no other frame. The table of the
file's frames (ISO/IEC 14496-12) may name the same bytes as often as it likes, so that a minute of
one picture costs as much as the picture.
"""

from __future__ import annotations

import os
import struct
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from android_gym.errors import DependencyError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Still", "encode", "still_video"]

_MEMORY_FOLDER: Final = "/dev/shm"
"""Folder that Linux keeps in memory; a container's often has 64 MB for all of its processes."""

_LEAST_FREE: Final = 32 << 20
"""Bytes that are free in it where it is used: OpenCV tells nobody of a frame that it cuts short."""

_TICKS: Final = 512
"""Units of time a frame."""

_MATRIX: Final = struct.pack(">9I", 1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)  # as it is
_INSIDE: Final = ("moov", "trak", "mdia", "minf", "stbl")


@dataclass(frozen=True, slots=True)
class Still:
    """A picture as a frame of a video.

    Attributes:
        size: (width, height) in pixels.
        frames_per_second: Frames a second of videos that it fits in.
        description: The ``stsd`` box of such videos.
        frame: The encoded picture.
    """

    size: tuple[int, int]
    frames_per_second: int
    description: bytes
    frame: bytes


def still_video(pictures: Sequence[tuple[Still, int]]) -> bytes:
    """Make a video of pictures, one after the other.

    Args:
        pictures: Pictures of one size and rate, and for how many frames each is shown.

    Returns:
        The MP4 file.
    """
    (width, height), frames_per_second = pictures[0][0].size, pictures[0][0].frames_per_second
    description = pictures[0][0].description
    counts = [count for _, count in pictures]
    frames = sum(counts)
    brands = _box("ftyp", b"isom", struct.pack(">I", 512), b"isomiso2mp41")
    at, offsets, sizes = len(brands) + 8, [], []
    for picture, count in pictures:
        offsets += count * [at]
        sizes += count * [len(picture.frame)]
        at += len(picture.frame)
    table = _box(
        "stbl",
        description,
        _full("stts", struct.pack(">3I", 1, frames, _TICKS)),
        _full("stsc", struct.pack(">4I", 1, 1, 1, 1)),
        _full("stsz", struct.pack(f">{2 + frames}I", 0, frames, *sizes)),
        _full("stco", struct.pack(f">{1 + frames}I", frames, *offsets)),
    )
    scale, length = frames_per_second * _TICKS, frames * _TICKS
    here = _box("dinf", _full("dref", struct.pack(">I", 1), _full("url ", flags=1)))
    media = _box(
        "mdia",
        _full("mdhd", struct.pack(">4I2H", 0, 0, scale, length, 0x55C4, 0)),  # no language
        _full("hdlr", bytes(4), b"vide", bytes(12), b"VideoHandler\0"),
        _box("minf", _full("vmhd", bytes(8), flags=1), here, table),
    )
    milliseconds = -(-frames * 1000 // frames_per_second)
    shown = struct.pack(">2I", width << 16, height << 16)
    track = struct.pack(">5I", 0, 0, 1, 0, milliseconds) + bytes(16) + _MATRIX + shown
    movie = struct.pack(">4I", 0, 0, 1000, milliseconds) + struct.pack(">IH", 1 << 16, 0x100)
    moov = _box(
        "moov",
        _full("mvhd", movie, bytes(10), _MATRIX, bytes(24), struct.pack(">I", 2)),
        _box("trak", _full("tkhd", track, flags=3), media),
    )
    return brands + _box("mdat", *(picture.frame for picture, _ in pictures)) + moov


def encode(picture: NDArray[np.uint8], frames_per_second: int) -> Still:
    """Encode a picture.

    Args:
        picture: BGR, (rows, columns, 3), with even sides.
        frames_per_second: Frames a second of the videos it is for.

    Raises:
        DependencyError: If OpenCV can't write videos here.
    """
    import cv2

    height, width = picture.shape[:2]
    # A file beside others: to make and empty a folder takes longer than to encode a picture, and
    # so does a disk's removal of a file.
    with tempfile.NamedTemporaryFile(
        prefix="android_gym_", suffix=".mp4", dir=_memory_folder()
    ) as file:
        writer = cv2.VideoWriter(
            file.name, cv2.VideoWriter.fourcc(*"mp4v"), frames_per_second, (width, height)
        )
        if not writer.isOpened():
            raise DependencyError(
                "OpenCV cannot write MP4 files here; install opencv-python-headless anew."
            )
        writer.write(picture)
        writer.release()
        data = Path(file.name).read_bytes()
    first, last = _find(data, 0, len(data), "mdat")
    at, end = 0, len(data)
    for kind in _INSIDE:
        at, end = _find(data, at, end, kind)
    description, end = _find(data, at, end, "stsd")
    return Still((width, height), frames_per_second, data[description - 8 : end], data[first:last])


def _memory_folder() -> str | None:
    """Return the folder that Linux keeps in memory; None, the usual one, where it is full."""
    if not os.access(_MEMORY_FOLDER, os.W_OK | os.X_OK):
        return None
    found = os.statvfs(_MEMORY_FOLDER)
    return _MEMORY_FOLDER if found.f_bavail * found.f_frsize >= _LEAST_FREE else None


def _find(data: bytes, at: int, end: int, kind: str) -> tuple[int, int]:
    """Return where the content of the first box of a kind begins and ends."""
    while at < end:
        size, found = struct.unpack_from(">I4s", data, at)
        if found == kind.encode():
            return at + 8, at + size
        at += size
    raise DependencyError(
        f"OpenCV wrote an MP4 file without {kind!r}; install opencv-python-headless anew."
    )


def _box(kind: str, *parts: bytes) -> bytes:
    content = b"".join(parts)
    return struct.pack(">I4s", 8 + len(content), kind.encode()) + content


def _full(kind: str, *parts: bytes, flags: int = 0) -> bytes:
    """Return a box with version 0 and flags."""
    return _box(kind, struct.pack(">I", flags), *parts)
