"""A picture viewer: two fingers zoom, one finger pans, a double tap zooms in or out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.simulator.ui.drawables import Drawable, RectPx
from android_gym.simulator.ui.surface import SurfaceContent, SurfaceTouch
from android_gym.simulator.ui.touches import Scale

if TYPE_CHECKING:
    import skia

    from android_gym.simulator.ui.theme import Theme

__all__ = ["Enlarged", "Picture", "PictureState"]

MAX_ZOOM: Final = 10.0
"""Largest zoom of a picture (a guess, see docs/fidelity.md)."""

DOUBLE_TAP_ZOOM: Final = 3.0
"""Zoom by a double tap (a guess)."""


@dataclass(frozen=True)
class PictureState:
    """Zoom and position of a picture.

    Attributes:
        zoom: Zoom factor; 1 fits the view.
        x: Horizontal offset of the picture's centre from the view's, in widths of the view.
        y: Vertical offset, in heights of the view; positive downwards.
    """

    zoom: float = 1.0
    x: float = 0.0
    y: float = 0.0

    def within(self) -> PictureState:
        """Return the nearest state in which the picture's frame fills the view."""
        zoom = min(max(self.zoom, 1.0), MAX_ZOOM)
        room = (zoom - 1) / 2
        return PictureState(zoom, min(max(self.x, -room), room), min(max(self.y, -room), room))

    def around(self, factor: float, x: float, y: float) -> PictureState:
        """Return the state zoomed further, keeping one point fixed.

        Args:
            factor: Zoom relative to the current one.
            x: Horizontal offset of the point from the view's centre, in widths of the view.
            y: Vertical offset, in heights of the view.
        """
        zoom = min(max(self.zoom * factor, 1.0), MAX_ZOOM)
        factor = zoom / self.zoom
        return PictureState(zoom, x + (self.x - x) * factor, y + (self.y - y) * factor).within()


@dataclass(frozen=True)
class Enlarged(Drawable):
    """A zoomed part of a drawable.

    Attributes:
        drawable: The drawable; it fills the rectangle at zoom 1.
        state: Zoom and position.
    """

    drawable: Drawable
    state: PictureState

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        from android_gym.simulator.ui._skia import skia

        left, top, right, bottom = rect
        width, height = right - left, bottom - top
        middle_x = (left + right) / 2 + self.state.x * width
        middle_y = (top + bottom) / 2 + self.state.y * height
        half_x, half_y = width * self.state.zoom / 2, height * self.state.zoom / 2
        canvas.save()
        canvas.clipRect(skia.Rect.MakeLTRB(*rect))
        around = (middle_x - half_x, middle_y - half_y, middle_x + half_x, middle_y + half_y)
        self.drawable.paint(canvas, around, density, theme)
        canvas.restore()


@dataclass(frozen=True)
class Picture(SurfaceContent[PictureState]):
    """A picture as the content of a surface.

    Attributes:
        drawable: The picture, fitted to the view.
    """

    drawable: Drawable

    SCALES: ClassVar[bool] = True
    DOUBLE_TAPS: ClassVar[bool] = True

    def initial(self) -> PictureState:
        """Return the state that shows the whole picture."""
        return PictureState()

    def picture(self, state: PictureState, size: tuple[int, int]) -> Drawable:
        """Return the visible part."""
        state = state.within()
        return self.drawable if state == PictureState() else Enlarged(self.drawable, state)

    def drags(self, state: PictureState, axis: str) -> bool:
        """Return True while the picture is zoomed in, so that a finger pans it."""
        return state.zoom > 1

    def touch(
        self, state: PictureState, touch: SurfaceTouch, size: tuple[int, int]
    ) -> PictureState:
        """Pan the picture with the finger."""
        x, y = state.x + touch.dx / size[0], state.y + touch.dy / size[1]
        return PictureState(state.zoom, x, y).within()

    def scale(self, state: PictureState, scale: Scale, size: tuple[int, int]) -> PictureState:
        """Zoom around the fingers, and pan with them."""
        width, height = size
        moved = PictureState(
            state.zoom, state.x + scale.pan_x / width, state.y + scale.pan_y / height
        )
        return moved.around(scale.factor, scale.focus_x / width - 0.5, scale.focus_y / height - 0.5)

    def double_tap(
        self, state: PictureState, x: float, y: float, size: tuple[int, int]
    ) -> PictureState:
        """Zoom in around the finger, or show the whole picture again."""
        if state.zoom > 1:
            return PictureState()
        return state.around(DOUBLE_TAP_ZOOM, x / size[0] - 0.5, y / size[1] - 0.5)
