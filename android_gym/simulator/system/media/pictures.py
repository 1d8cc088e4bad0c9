"""Decodes pictures into pixels, with caching, and with limits checked before decoding."""

from __future__ import annotations

import io
import re
import warnings
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from android_gym.simulator.system.media.headers import read_picture

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["MOST_PIXELS", "Pixels", "decode", "thumbnail"]

Pixels = NDArray[np.uint8]
"""RGB, uint8, shape (height, width, 3); read-only."""

MOST_PIXELS: Final = 50_000_000
"""Maximum pixels of a picture that is decoded, whatever the caller allows."""

MOST_BYTES: Final = 64 << 20
"""Maximum bytes of a picture file that is decoded."""

MOST_SCANS: Final = 64
"""Maximum scans of a JPEG: ten or so are usual, and each costs as much as the whole picture."""

_BAND: Final = 1 << 20
"""Pixels copied at once, to avoid holding a large picture in memory several times."""

_MARKER: Final = re.compile(rb"\xff[^\x00\x01\xd0-\xd7\xff]")
"""A marker of a JPEG that begins a segment; the bytes between markers are skipped."""

_KEPT_BYTES: Final = 96 << 20
_KEPT: Final = 256


class _Kept:
    """A least recently used cache of pictures, by content and size."""

    def __init__(self) -> None:
        self._found: OrderedDict[Hashable, Pixels | None] = OrderedDict()
        self._bytes = 0

    def get(self, key: Hashable, make: Callable[[], Pixels | None]) -> Pixels | None:
        """Return the cached value of a key, or make and cache it."""
        if key in self._found:
            self._found.move_to_end(key)
            return self._found[key]
        pixels = make()
        if pixels is not None:
            pixels.flags.writeable = False
            self._bytes += pixels.nbytes
        self._found[key] = pixels
        while len(self._found) > 1 and (len(self._found) > _KEPT or self._bytes > _KEPT_BYTES):
            _, dropped = self._found.popitem(last=False)
            self._bytes -= 0 if dropped is None else dropped.nbytes
        return pixels


_kept = _Kept()


def decode(data: bytes, max_pixels: int = MOST_PIXELS) -> Pixels | None:
    """Return a picture ready for display: rotated by its EXIF orientation, on white if transparent.

    Args:
        data: A PNG, JPEG, GIF, WebP or BMP file; the first frame of an animated one.
        max_pixels: Maximum number of pixels.

    Returns:
        The pixels; None if it is not such a picture, is broken or has too many pixels.
    """
    header = read_picture(data)
    allowed = min(max_pixels, MOST_PIXELS)
    if header is None or header.width * header.height > allowed or len(data) > MOST_BYTES:
        return None
    # A bytes object caches its hash, so that repeated lookups cost nothing.
    return _kept.get(data, lambda: _decoded(data, allowed))


def thumbnail(data: bytes, width: int, height: int) -> Pixels | None:
    """Return a picture that fills a box, cropped at its longer sides, like Android's thumbnails.

    Args:
        data: As for `decode`.
        width: Width of the box in pixels.
        height: Height of the box in pixels.

    Returns:
        Pixels of exactly that size; None if `decode` returns None.
    """
    if not (0 < width <= 8192 and 0 < height <= 8192):
        return None
    return _kept.get((data, width, height), lambda: _filled(decode(data), width, height))


def _decoded(data: bytes, allowed: int) -> Pixels | None:
    from PIL import Image, ImageOps, UnidentifiedImageError

    if data[:2] == b"\xff\xd8" and not _few_scans(data):
        return None
    try:
        with (
            warnings.catch_warnings(action="ignore"),  # the size is checked below
            Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "GIF", "WEBP", "BMP")) as image,
        ):
            if image.width * image.height > allowed:
                return None
            ImageOps.exif_transpose(image, in_place=True)
            return _on_white(image)
    except (
        UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, MemoryError,
        Image.DecompressionBombError,
    ):  # fmt: skip
        return None


def _few_scans(data: bytes) -> bool:
    """Return whether a JPEG has at most `MOST_SCANS` scans; data after its end is ignored."""
    at, scans = 2, 0
    while scans <= MOST_SCANS:
        marker = _MARKER.search(data, at)
        if marker is None or marker[0] == b"\xff\xd9":
            return True
        scans += marker[0] == b"\xff\xda"
        length = int.from_bytes(data[marker.end() : marker.end() + 2], "big")
        at = marker.end() + max(2, length)
    return False


def _on_white(image: Image) -> Pixels:
    """Return a picture's pixels on a white background, copied in bands."""
    from PIL import Image as Images

    width, height = image.size
    pixels = np.empty((height, width, 3), np.uint8)
    rows = max(1, _BAND // width)
    for top in range(0, height, rows):
        band = image.crop((0, top, width, min(top + rows, height)))
        if band.mode != "RGB":
            clear = band.convert("RGBA")
            white = Images.new("RGBA", clear.size, "white")
            band = Images.alpha_composite(white, clear).convert("RGB")
        pixels[top : top + rows] = np.asarray(band)
    return pixels


def _filled(pixels: Pixels | None, width: int, height: int) -> Pixels | None:
    if pixels is None:
        return None
    import cv2

    across, down = pixels.shape[1], pixels.shape[0]
    if across * height > down * width:  # too wide
        part = max(1, down * width // height)
        pixels = pixels[:, (across - part) // 2 : (across - part) // 2 + part]
    else:
        part = max(1, across * height // width)
        pixels = pixels[(down - part) // 2 : (down - part) // 2 + part]
    how = cv2.INTER_AREA if pixels.shape[1] >= width else cv2.INTER_LINEAR
    resized = cv2.resize(np.ascontiguousarray(pixels), (width, height), interpolation=how)
    return np.asarray(resized, dtype=np.uint8)
