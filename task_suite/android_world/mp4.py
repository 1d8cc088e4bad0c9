"""MP4 files of still pictures, each of which is encoded and stored once however long it is shown.

OpenCV encodes a picture as a frame of MPEG-4 Part 2 that depends on no other frame. The file's
sample table (ISO/IEC 14496-12) may refer to the same bytes repeatedly, so a minute of one picture
costs as much as the picture.
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
"""Linux's in-memory folder; in a container it often has 64 MB for all processes."""

_LEAST_FREE: Final = 32 << 20
"""Free bytes required to use it, as OpenCV does not report truncated frames."""

_TICKS: Final = 512
"""Time units per frame."""

_MATRIX: Final = struct.pack(">9I", 1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)  # identity
_INSIDE: Final = ("moov", "trak", "mdia", "minf", "stbl")


@dataclass(frozen=True, slots=True)
class Still:
    """A picture encoded as a video frame.

    Attributes:
        size: (width, height) in pixels.
        frames_per_second: Frame rate of videos that it can be used in.
        description: The ``stsd`` box of such videos.
        frame: The encoded picture.
    """

    size: tuple[int, int]
    frames_per_second: int
    description: bytes
    frame: bytes


def still_video(pictures: Sequence[tuple[Still, int]]) -> bytes:
    """Make a video that shows pictures one after another.

    Args:
        pictures: Pictures of equal size and frame rate, each with its number of frames.

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
        frames_per_second: Frame rate of the videos it is for.

    Raises:
        DependencyError: If OpenCV can't write videos here.
    """
    import cv2

    height, width = picture.shape[:2]
    # A single file, as creating and removing a folder takes longer than encoding a picture, and so
    # does removing a file from a disk.
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
    """Return Linux's in-memory folder; None, for the default folder, if it is too full."""
    if not os.access(_MEMORY_FOLDER, os.W_OK | os.X_OK):
        return None
    found = os.statvfs(_MEMORY_FOLDER)
    return _MEMORY_FOLDER if found.f_bavail * found.f_frsize >= _LEAST_FREE else None


def _find(data: bytes, at: int, end: int, kind: str) -> tuple[int, int]:
    """Return the start and end of the content of the first box of a type."""
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
    """Return a full box with version 0 and flags."""
    return _box(kind, struct.pack(">I", flags), *parts)
