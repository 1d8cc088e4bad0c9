"""The picture in the viewer, which gestures zoom, pan and rotate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from android_gym.simulator.apps.gallery.look import Turned
from android_gym.simulator.apps.gallery.model import PhotoState
from android_gym.simulator.ui.drawables import Drawable
from android_gym.simulator.ui.picture_viewer import Enlarged, PictureState
from android_gym.simulator.ui.surface import SurfaceContent, SurfaceTouch
from android_gym.simulator.ui.touches import Scale

__all__ = ["Photo"]

_USUAL_ZOOM: Final = 2.0
"""Zoom of a double tap on a picture that already fills the screen."""
_SLACK: Final = 12.0
"""Degrees of a two-finger rotation that are ignored."""


@dataclass(frozen=True)
class Photo(SurfaceContent[PhotoState]):
    """The content of a picture's surface; the screen keeps its state.

    Attributes:
        drawable: The picture, fitted into the view.
        size: Its width and height.
        turns: Whether two fingers rotate it.
    """

    drawable: Drawable
    size: tuple[int, int]
    turns: bool = True

    SCALES: ClassVar[bool] = True
    DOUBLE_TAPS: ClassVar[bool] = True

    def initial(self) -> PhotoState:
        """Return the state that shows the whole picture."""
        return PhotoState()

    def picture(self, state: PhotoState, size: tuple[int, int]) -> Drawable:
        """Return the visible part of the picture."""
        drawable = self.drawable
        if state.turned or state.angle:
            more = state.angle if abs(state.angle) > _SLACK else 0.0
            drawable = Turned(drawable, state.turned, more)
        seen = PictureState(state.zoom, state.x, state.y).within()
        return drawable if seen == PictureState() else Enlarged(drawable, seen)

    def drags(self, state: PhotoState, axis: str) -> bool:
        """Return True while it is zoomed in, so that a drag pans it."""
        return state.zoom > 1

    def touch(self, state: PhotoState, touch: SurfaceTouch, size: tuple[int, int]) -> PhotoState:
        """Pan the picture."""
        x, y = state.x + touch.dx / size[0], state.y + touch.dy / size[1]
        return self._seen(state, PictureState(state.zoom, x, y).within())

    def scale(self, state: PhotoState, scale: Scale, size: tuple[int, int]) -> PhotoState:
        """Zoom around the fingers, pan and rotate; rotation ends at a multiple of 90 degrees."""
        if scale.action == "end":
            quarters = round(state.angle / 90)
            if quarters:
                return PhotoState(turned=(state.turned + 90 * quarters) % 360)
            return replace(state, angle=0.0)
        if scale.action == "begin":
            return state
        width, height = size
        moved = PictureState(
            state.zoom, state.x + scale.pan_x / width, state.y + scale.pan_y / height
        )
        x, y = scale.focus_x / width - 0.5, scale.focus_y / height - 0.5
        angle = state.angle + scale.degrees if self.turns else 0.0
        return replace(self._seen(state, moved.around(scale.factor, x, y)), angle=angle)

    def double_tap(
        self, state: PhotoState, x: float, y: float, size: tuple[int, int]
    ) -> PhotoState:
        """Zoom in until it fills the view, or out again."""
        if state.zoom > 1:
            return replace(state, zoom=1.0, x=0.0, y=0.0)
        width, height = self.size[::-1] if state.turned % 180 else self.size
        across, down = size[0] / width, size[1] / height
        fill = max(across, down) / min(across, down)
        zoom = fill if fill > 1.01 else _USUAL_ZOOM
        seen = PictureState(state.zoom, state.x, state.y)
        return self._seen(state, seen.around(zoom, x / size[0] - 0.5, y / size[1] - 0.5))

    @staticmethod
    def _seen(state: PhotoState, seen: PictureState) -> PhotoState:
        return replace(state, zoom=seen.zoom, x=seen.x, y=seen.y)
