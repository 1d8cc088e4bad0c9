"""A video on the screen: the frame of the moment, as a surface."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from android_gym.simulator.system.media.video import VideoFile
from android_gym.simulator.ui.frame import Frame
from android_gym.simulator.ui.surface import Surface, SurfaceContent
from android_gym.simulator.ui.view import MATCH

__all__ = ["VideoContent", "video_view"]

MOST_SIDE: Final = 8192


@dataclass(frozen=True)
class VideoContent(SurfaceContent[int]):
    """A video for a surface; its state is the time in milliseconds.

    Attributes:
        data: All of the video's file.
        fill: Whether it fills the surface, cut at its longer sides; else it fits in, on black.
    """

    data: bytes
    fill: bool = False

    def initial(self) -> int:
        """Begin at the beginning."""
        return 0

    def picture(self, state: int, size: tuple[int, int]) -> Frame | None:
        """Return the frame at a time, scaled to the surface; black where there is no video."""
        width, height = size
        if not (0 < width <= MOST_SIDE and 0 < height <= MOST_SIDE):
            return None
        canvas = np.zeros((height, width, 3), np.uint8)
        video = VideoFile.open(self.data)
        frame = None if video is None else video.frame_at(state)
        if frame is not None:
            import cv2

            down, across = frame.shape[:2]
            scales = (width / across, height / down)
            scale = max(scales) if self.fill else min(scales)
            shown = max(1, round(across * scale)), max(1, round(down * scale))
            how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            scaled = cv2.resize(frame, shown, interpolation=how)
            x, y = (width - shown[0]) // 2, (height - shown[1]) // 2
            left, top = max(0, x), max(0, y)
            right, bottom = min(width, x + shown[0]), min(height, y + shown[1])
            canvas[top:bottom, left:right] = scaled[top - y : bottom - y, left - x : right - x]
        return Frame(canvas)


def video_view(data: bytes, position_ms: int, *, fill: bool = False, id: str = "video") -> Surface:
    """Return a view as large as its parent that shows a video's frame.

    Args:
        data: All of the video's file; give the same object each time, which costs nothing.
        position_ms: Which moment of it.
        fill: See `VideoContent`.
        id: Resource id of the view.
    """
    return Surface(
        VideoContent(data, fill),
        position_ms,
        on_change=lambda _: None,
        id=id,
        width=MATCH,
        height=MATCH,
    )
