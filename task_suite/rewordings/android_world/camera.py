"""Goals of the Camera in other words."""

from __future__ import annotations

REWORDINGS = {
    "Take one photo.": (
        "Use the camera to take a single picture.",
        "Please make exactly one photo with the Camera app.",
        "I want one new photograph on this phone, no more.",
        "Open Camera and press the shutter for one still picture.",
    ),
    "Take one video.": (
        "Use the camera to record a single video.",
        "Please make exactly one video with the Camera app.",
        "I want one new film clip on this phone, no more.",
        "Open Camera, record a video once, and stop the recording.",
    ),
}
