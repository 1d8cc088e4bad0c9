"""Goals of Camera in other words."""

from __future__ import annotations

REWORDINGS = {
    "Take one photo.": (
        "Use the camera to take a single picture.",
        "I need exactly one photo taken with the Camera app.",
        "Snap one photo.",
        "Open Camera and take one picture, no more.",
    ),
    "Take one video.": (
        "Use the camera to record a single video.",
        "I need exactly one video recorded with the Camera app.",
        "Film one video.",
        "Open Camera and record one video, no more.",
    ),
}
