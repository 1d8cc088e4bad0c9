"""Edits pictures: rotates, flips, crops, resizes, filters, draws on, and encodes them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from android_gym.simulator.apps.gallery.model import Change
from android_gym.simulator.ui._skia import cv2
from android_gym.simulator.ui.bitmap import Bitmap

__all__ = [
    "FILTERS",
    "MOST_BYTES",
    "MOST_PIXELS",
    "changed",
    "encoded",
    "picture_size",
    "preview",
    "size_after",
]

Pixels = NDArray[np.uint8]

MOST_BYTES: Final = 32 << 20
"""Largest file, in bytes, that is decoded."""
MOST_PIXELS: Final = 50_000_000
"""Largest picture, in pixels, that is decoded."""
_QUALITY: Final = 90
_PREVIEW: Final = 1080

FILTERS: Final[tuple[tuple[str, float, float, float, tuple[float, float, float]], ...]] = (
    ("None", 1.0, 0.0, 1.0, (1.0, 1.0, 1.0)),
    ("Struck", 1.1, 10.0, 0.5, (1.0, 1.05, 1.1)),
    ("Clarendon", 1.2, 5.0, 1.2, (0.95, 1.0, 1.15)),
    ("OldMan", 1.1, 15.0, 0.7, (1.1, 1.0, 0.8)),
    ("Mars", 1.2, 0.0, 1.1, (1.1, 0.95, 0.85)),
    ("Rise", 1.05, 10.0, 0.9, (1.1, 1.0, 0.9)),
    ("April", 1.1, 5.0, 1.1, (1.0, 1.0, 1.1)),
    ("Amazon", 1.1, 0.0, 1.1, (0.95, 1.1, 1.05)),
    ("Starlit", 1.3, 0.0, 1.0, (1.0, 1.0, 1.1)),
    ("Whisper", 1.0, 20.0, 0.4, (1.0, 1.0, 1.05)),
    ("Lime", 1.05, 5.0, 1.1, (1.0, 1.15, 0.85)),
    ("Haan", 1.05, 15.0, 0.9, (1.1, 1.05, 0.95)),
    ("BlueMess", 1.1, 5.0, 1.0, (0.85, 1.0, 1.2)),
    ("Adele", 1.0, 0.0, 0.0, (1.0, 1.0, 1.0)),
    ("Cruz", 1.15, 10.0, 0.2, (1.0, 1.0, 1.0)),
    ("Metropolis", 1.3, 0.0, 0.3, (1.0, 1.0, 1.05)),
    ("Audrey", 1.1, 20.0, 0.0, (1.1, 1.0, 0.95)),
)
"""Filters: name, contrast, brightness, saturation, and factors for red, green and blue."""


@lru_cache(maxsize=64)
def picture_size(content: bytes) -> tuple[int, int] | None:
    """Return a picture's (width, height) from its header; None if it can't be shown."""
    if not content or len(content) > MOST_BYTES:
        return None
    size = Bitmap(content).size
    return size if size is not None and 0 < size[0] * size[1] <= MOST_PIXELS else None


def _decoded(content: bytes) -> Pixels | None:
    """Return the pixels as BGR or BGRA, rotated by the EXIF orientation."""
    if picture_size(content) is None:
        return None
    raw = np.frombuffer(content, np.uint8)
    try:
        flags = cv2.IMREAD_UNCHANGED if content[:4] == b"\x89PNG" else cv2.IMREAD_COLOR
        found = cv2.imdecode(raw, flags)
    except cv2.error:
        return None
    if found is None:
        return None
    if found.dtype != np.uint8 or found.ndim == 2:
        found = cv2.imdecode(raw, cv2.IMREAD_COLOR)
    return np.ascontiguousarray(found) if found is not None else None


def _turned(pixels: Pixels, degrees: float) -> Pixels:
    return np.ascontiguousarray(np.rot90(pixels, -round(degrees / 90) % 4))


def _filtered(pixels: Pixels, number: int) -> Pixels:
    _, contrast, brightness, saturation, (red, green, blue) = FILTERS[number % len(FILTERS)]
    color = pixels[..., :3].astype(np.float32)
    grey = color @ np.array((0.114, 0.587, 0.299), np.float32)
    color = grey[..., None] + (color - grey[..., None]) * saturation
    color = (color - 128) * contrast + 128 + brightness
    color *= np.array((blue, green, red), np.float32)
    result = pixels.copy()
    result[..., :3] = np.clip(np.rint(color), 0, 255).astype(np.uint8)
    return result


def _lined(pixels: Pixels, change: Change, scale: float) -> Pixels:
    width, *rest = change.numbers
    points = np.array(rest, np.float64).reshape(-1, 2) * scale
    red, green, blue = bytes.fromhex(change.color.removeprefix("#"))
    color = (blue, green, red, 255)[: pixels.shape[2]]
    result = pixels.copy()
    thick = max(1, round(width * scale))
    places = np.rint(points).astype(np.int32)
    if len(places) == 1:
        cv2.circle(result, tuple(int(part) for part in places[0]), max(1, thick // 2), color, -1)
    else:
        cv2.polylines(result, [places.reshape(-1, 1, 2)], False, color, thick, cv2.LINE_AA)
    return result


def _apply(pixels: Pixels, change: Change, scale: float) -> Pixels:
    height, width = pixels.shape[:2]
    numbers = change.numbers
    if change.kind == "rotate":
        return _turned(pixels, numbers[0])
    if change.kind == "flip_x":
        return np.ascontiguousarray(pixels[:, ::-1])
    if change.kind == "flip_y":
        return np.ascontiguousarray(pixels[::-1])
    if change.kind == "crop":
        left, top, right, bottom = (round(part * scale) for part in numbers)
        left, top = min(max(left, 0), width - 1), min(max(top, 0), height - 1)
        right, bottom = max(left + 1, min(right, width)), max(top + 1, min(bottom, height))
        return np.ascontiguousarray(pixels[top:bottom, left:right])
    if change.kind == "resize":
        size = max(1, round(numbers[0] * scale)), max(1, round(numbers[1] * scale))
        return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
    if change.kind == "filter":
        return _filtered(pixels, int(numbers[0]))
    return _lined(pixels, change, scale)


def changed(content: bytes, changes: Sequence[Change], most: int = 0) -> Pixels | None:
    """Return a picture's pixels after changes.

    Args:
        content: The file.
        changes: The changes in order; their numbers are in pixels of the full-size picture.
        most: Longest side in pixels at which to work; 0 for the picture's own size.

    Returns:
        BGR or BGRA; None if the file is no picture.
    """
    pixels = _decoded(content)
    if pixels is None:
        return None
    scale = 1.0
    longest = max(pixels.shape[:2])
    if most and longest > most:
        scale = most / longest
        size = max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale))
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
    for change in changes:
        pixels = _apply(pixels, change, scale)
    return pixels


def encoded(pixels: Pixels, ending: str) -> bytes | None:
    """Return a picture encoded as PNG, WebP or, for other file extensions, JPEG."""
    ending = {"png": ".png", "webp": ".webp"}.get(ending.lower(), ".jpg")
    options = [cv2.IMWRITE_JPEG_QUALITY, _QUALITY] if ending == ".jpg" else []
    if ending == ".jpg" and pixels.shape[2] == 4:
        pixels = np.ascontiguousarray(pixels[..., :3])
    done, content = cv2.imencode(ending, pixels, options)
    return bytes(content) if done else None


@lru_cache(maxsize=24)
def preview(content: bytes, changes: tuple[Change, ...], most: int = _PREVIEW) -> bytes:
    """Return a changed picture as PNG, at the size of the screen; empty if it is no picture."""
    pixels = changed(content, changes, most)
    if pixels is None:
        return b""
    done, found = cv2.imencode(".png", pixels, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    return bytes(found) if done else b""


def size_after(size: tuple[int, int], changes: Sequence[Change]) -> tuple[int, int]:
    """Return a picture's (width, height) after changes."""
    width, height = size
    for change in changes:
        if change.kind == "rotate" and round(change.numbers[0] / 90) % 2:
            width, height = height, width
        elif change.kind == "crop":
            left, top, right, bottom = (round(part) for part in change.numbers)
            width, height = max(1, right - left), max(1, bottom - top)
        elif change.kind == "resize":
            width, height = round(change.numbers[0]), round(change.numbers[1])
    return width, height
