"""Pictures in untrusted files, whose size is checked before they are decoded."""

from __future__ import annotations

import io
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, UnidentifiedImageError

__all__ = ["decode_picture"]

MOST_PIXELS: Final = 16_384
"""Longest side of a picture that is read, in pixels."""

_DAMAGED = (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError)


def decode_picture(data: bytes) -> npt.NDArray[np.uint8] | None:
    """Return a PNG or JPEG as RGB, uint8 (height, width, 3), read-only; None if it isn't one.

    Args:
        data: The file's content.
    """
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as picture:
            if not 1 <= max(picture.size) <= MOST_PIXELS:
                return None
    except _DAMAGED:
        return None
    decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if decoded is None:
        return None
    image = np.asarray(cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB), np.uint8)
    image.flags.writeable = False
    return image
