"""Videos: their first frames, durations and playback positions."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from android_gym.errors import FileError
from android_gym.simulator.apps.gallery.model import VideoState
from android_gym.simulator.system.files import Files
from android_gym.simulator.system.media.video import VideoFile
from android_gym.simulator.ui._skia import cv2

__all__ = ["FRAME_MS", "duration_text", "position", "poster", "video_at"]

FRAME_MS: Final = 40
"""Milliseconds between two frames of a playing video."""
_MOST_BYTES: Final = 256 << 20
_SIDE: Final = 1080


def video_at(files: Files, path: str) -> tuple[bytes, VideoFile] | None:
    """Return a video's bytes and the parsed video; None if the file is no video."""
    try:
        content = files.read(path)
    except FileError:
        return None
    video = VideoFile.open(content) if len(content) <= _MOST_BYTES else None
    return (content, video) if video is not None else None


@lru_cache(maxsize=64)
def poster(content: bytes) -> bytes:
    """Return a video's first frame as a JPEG file; empty if there is none."""
    video = VideoFile.open(content)
    frame = video.frame_at(0) if video is not None else None
    if frame is None:
        return b""
    longest = max(frame.shape[:2])
    if longest > _SIDE:
        down, across = (max(1, side * _SIDE // longest) for side in frame.shape[:2])
        frame = cv2.resize(frame, (across, down), interpolation=cv2.INTER_AREA).astype(np.uint8)
    done, found = cv2.imencode(".jpg", cv2.cvtColor(frame, cv2.COLOR_RGB2BGR))
    return bytes(found) if done else b""


def position(state: VideoState, elapsed_ms: int, duration_ms: int) -> int:
    """Return the playback position in a video, in ms.

    Args:
        state: Its playback state.
        elapsed_ms: The time since boot.
        duration_ms: Duration of the video.
    """
    more = max(0, elapsed_ms - state.since_ms) if state.since_ms >= 0 else 0
    return min(max(0, state.offset_ms + more), max(0, duration_ms))


def duration_text(duration_ms: int) -> str:
    """Format a duration as players do: ``01:05``, ``1:02:03``."""
    seconds = max(0, duration_ms) // 1000
    hours, minutes = seconds // 3600, seconds // 60 % 60
    text = f"{minutes:02}:{seconds % 60:02}"
    return f"{hours:02}:{text}" if hours else text
