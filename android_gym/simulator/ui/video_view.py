"""A video on screen: its current frame, shown on a surface."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

import numpy as np

from android_gym.simulator.system.media.video import VideoFile
from android_gym.simulator.ui.drawables import Drawable, RectPx, pixels_of
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.surface import Surface, SurfaceContent

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from android_gym.simulator.ui._skia import skia
    from android_gym.simulator.ui.theme import Theme

__all__ = ["Fit", "VideoContent", "VideoPicture", "video_view"]

Fit = Literal["inside", "fill", "stretch"]
"""Fit all of it on black, fill the place and crop the rest, or stretch it to the place."""

_MOST_SIDE: Final = 8192
_latest: list[Any] = []
"""The last picture painted, its size in pixels and its image; reused, as it is painted in parts."""


@dataclass(frozen=True)
class VideoPicture(Drawable):
    """A frame of a video.

    Attributes:
        data: The whole video file.
        number: Index of the frame, from 0.
        fit: How it fills its place.
    """

    data: bytes
    number: int
    fit: Fit = "inside"

    COPIES: ClassVar[bool] = True

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """Paint the frame; a broken one is black."""
        left, top, width, height = pixels_of(canvas, rect)
        if not (_latest and _latest[0] is self and _latest[1] == (width, height)):
            from android_gym.simulator.ui._skia import cv2, skia

            shown = cv2.cvtColor(self._scaled(width, height), cv2.COLOR_RGB2RGBA)
            image = skia.Image.fromarray(shown, skia.kRGBA_8888_ColorType, skia.kOpaque_AlphaType)
            _latest[:] = self, (width, height), image
        canvas.save()
        canvas.resetMatrix()
        canvas.drawImage(_latest[2], left, top)
        canvas.restore()

    def _scaled(self, width: int, height: int) -> NDArray[np.uint8]:
        video = VideoFile.open(self.data)
        frame = None if video is None else video.frame(self.number)
        if frame is None or max(width, height) > _MOST_SIDE:
            return np.zeros((height, width, 3), np.uint8)
        from android_gym.simulator.ui._skia import cv2

        down, across = frame.shape[:2]
        scales = (width / across, height / down)
        scale = max(scales) if self.fit == "fill" else min(scales)
        size = (width, height)
        if self.fit != "stretch":
            size = max(1, round(across * scale)), max(1, round(down * scale))
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        scaled = np.asarray(cv2.resize(frame, size, interpolation=how), np.uint8)
        if size == (width, height):
            return scaled
        canvas = np.zeros((height, width, 3), np.uint8)
        x, y = (width - size[0]) // 2, (height - size[1]) // 2
        left, top = max(0, x), max(0, y)
        right, bottom = min(width, x + size[0]), min(height, y + size[1])
        canvas[top:bottom, left:right] = scaled[top - y : bottom - y, left - x : right - x]
        return canvas


@dataclass(frozen=True)
class VideoContent(SurfaceContent[int]):
    """A video for a surface; its state is the time in milliseconds.

    Attributes:
        data: The whole video file.
        fit: How it fills the surface.
    """

    data: bytes
    fit: Fit = "inside"

    def initial(self) -> int:
        """Return 0, the beginning."""
        return 0

    def picture(self, state: int, size: tuple[int, int]) -> VideoPicture:
        """Return the frame at a time; black if there is no video."""
        video = VideoFile.open(self.data)
        return VideoPicture(self.data, 0 if video is None else video.number_at(state), self.fit)


def video_view(
    data: bytes, position_ms: int, *, fit: Fit = "inside", id: str = "video"
) -> Surface[int]:
    """Return a view that fills its parent with a frame of a video.

    Args:
        data: The whole video file; pass the same object each time to avoid parsing it again.
        position_ms: Time of the frame in the video, in milliseconds.
        fit: How the frame fills the view.
        id: Resource id of the view.
    """
    return Surface(
        VideoContent(data, fit),
        position_ms,
        on_change=lambda _: None,
        id=id,
        width=MATCH,
        height=MATCH,
    )
