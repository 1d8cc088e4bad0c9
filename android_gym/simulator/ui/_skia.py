"""Skia, imported in one place so that a missing system library gets one helpful error.

skia-python links to libEGL and libGL, and OpenCV to GLib, although nothing here uses a GPU.
"""

from __future__ import annotations

from android_gym.errors import DependencyError

__all__ = ["cv2", "skia"]

try:
    import cv2
    import skia
except ImportError as error:
    raise DependencyError(
        f"The simulator cannot draw: {error}. Skia and OpenCV need libEGL, libGL and GLib "
        "from the system: on Debian or Ubuntu run `apt-get install libegl1 libgl1 libglib2.0-0`; "
        "if a Python package is missing, run `pip install skia-python opencv-python-headless`."
    ) from error
