"""Skia, imported in one place so that a missing system library gets one helpful error.

skia-python links to libEGL and libGL, and OpenCV to GLib, although nothing here uses a GPU.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from android_gym.errors import DependencyError

__all__ = ["canvas_on", "cv2", "skia"]

try:
    import cv2
    import skia
except ImportError as error:
    raise DependencyError(
        f"The simulator cannot draw: {error}. Skia and OpenCV need libEGL, libGL and GLib "
        "from the system: on Debian or Ubuntu run `apt-get install libegl1 libgl1 libglib2.0-0`; "
        "if a Python package is missing, run `pip install skia-python opencv-python-headless`."
    ) from error

# Skia writes to an array's memory without holding a reference to the array. If a canvas outlived
# its array, drawing would corrupt memory that has been reused.
_drawn_on: WeakKeyDictionary[skia.Canvas, tuple[skia.Surface, NDArray[np.uint8]]] = (
    WeakKeyDictionary()
)


def canvas_on(pixels: NDArray[np.uint8], *, opaque: bool = False) -> skia.Canvas:
    """Return a canvas that draws on an array and keeps the array alive as long as itself.

    Args:
        pixels: (height, width, 4) uint8, RGBA; premultiplied unless opaque.
        opaque: Whether every pixel is opaque to begin with.
    """
    alpha = skia.kOpaque_AlphaType if opaque else skia.kPremul_AlphaType
    surface = skia.Surface(pixels, skia.kRGBA_8888_ColorType, alpha)
    canvas = surface.getCanvas()
    _drawn_on[canvas] = surface, pixels
    return canvas
