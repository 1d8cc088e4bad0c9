"""Frames made by another renderer, repainted only where they have changed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from android_gym.errors import OptionError
from android_gym.simulator.ui.display_item import DisplayItem
from android_gym.simulator.ui.geometry import Rect, intersect

__all__ = ["Frame"]

_STRIP: Final = 64
"""Number of rows that are compared and painted together."""


class Frame:
    """Pixels that a surface shows. Parts that haven't changed aren't repainted.

    Args:
        pixels: RGB, uint8, shape (height, width, 3). The frame owns the array; don't write to it.

    Raises:
        OptionError: If the array isn't of this type and shape.
    """

    __slots__ = ("__dict__", "_digests", "pixels")

    def __init__(self, pixels: NDArray[np.uint8]) -> None:
        if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3:
            raise OptionError(
                "A frame is uint8 of shape (height, width, 3), got "
                f"{pixels.dtype} of shape {pixels.shape}."
            )
        self.pixels = pixels
        self._digests = tuple(self._digest(at) for at in range(0, len(pixels), _STRIP))

    def updated(self, pixels: NDArray[np.uint8], damage: Sequence[Rect]) -> Frame:
        """Return the next frame, which differs from this one only inside `damage`.

        Args:
            pixels: As for the constructor.
            damage: (left, top, right, bottom) of areas that may have changed. Outside of them both
                frames have to be equal; this isn't checked.
        """
        if pixels.shape != self.pixels.shape:
            return Frame(pixels)
        frame = Frame.__new__(Frame)
        frame.pixels = pixels
        touched = {
            strip
            for _, top, _, bottom in damage
            for strip in range(max(0, top) // _STRIP, -(-bottom // _STRIP))
        }
        frame._digests = tuple(
            frame._digest(index * _STRIP) if index in touched else digest
            for index, digest in enumerate(self._digests)
        )
        return frame

    def _digest(self, top: int) -> bytes:
        rows = np.ascontiguousarray(self.pixels[top : top + _STRIP])
        return hashlib.blake2b(rows.data, digest_size=16).digest()

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) in pixels."""
        height, width = self.pixels.shape[:2]
        return width, height

    @cached_property
    def _image(self) -> Any:
        from android_gym.simulator.ui._skia import cv2, skia

        return skia.Image.fromarray(
            cv2.cvtColor(self.pixels, cv2.COLOR_RGB2RGBA), skia.kRGBA_8888_ColorType
        )

    def items(self, bounds: Rect, clip: Rect) -> list[DisplayItem]:
        """Return the items that draw the frame, scaled to `bounds`: one for each strip."""
        left, top, right, bottom = bounds
        height = len(self.pixels)
        digests = self._digests
        found = []
        for index in range(len(digests)):
            upper = top + index * _STRIP * (bottom - top) // height
            lower = top + min((index + 1) * _STRIP, height) * (bottom - top) // height
            strip = (left, upper, right, lower)
            # When scaled down, pixels are means that include rows of the adjacent strips.
            key = ("frame", digests[max(0, index - 1) : index + 2], bounds)
            shown = intersect(strip, clip)
            if shown[1] < shown[3]:
                found.append(DisplayItem(strip, clip, key, partial(self._draw, bounds, strip)))
        return found

    def _draw(self, bounds: Rect, strip: Rect, canvas: Any) -> None:
        from android_gym.simulator.ui._skia import skia

        canvas.save()
        canvas.clipRect(skia.Rect.MakeLTRB(*strip), False)
        sampling = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
        canvas.drawImageRect(self._image, skia.Rect.MakeLTRB(*bounds), sampling)
        canvas.restore()
