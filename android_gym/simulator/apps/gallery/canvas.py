"""The editor's picture: cropped by a frame, drawn on with a finger."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.simulator.apps.gallery.model import Change, EditState
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.drawables import Drawable, RectPx
from android_gym.simulator.ui.surface import SurfaceContent, SurfaceTouch

if TYPE_CHECKING:
    import skia

    from android_gym.simulator.ui.theme import Theme

__all__ = ["WHOLE", "EditCanvas", "framed"]

WHOLE: Final = (0.0, 0.0, 1.0, 1.0)
"""The frame around the whole picture."""
_REACH_DP: Final = 32
"""Distance from a side of the frame within which a finger grabs it."""
_LEAST: Final = 0.05
_BRUSH: Final = 0.001
"""Width of a line per step of the slider, as a fraction of the picture's longer side."""

Frame = tuple[float, float, float, float]


def framed(size: tuple[int, int], ratio: tuple[int, int]) -> Frame:
    """Return the largest centred frame with an aspect ratio."""
    if not all(ratio):
        return WHOLE
    width, height = size
    across = min(1.0, height * ratio[0] / ratio[1] / width)
    down = min(1.0, width * ratio[1] / ratio[0] / height)
    return ((1 - across) / 2, (1 - down) / 2, (1 + across) / 2, (1 + down) / 2)


@dataclass(frozen=True)
class _Cut(Drawable):
    """The crop frame with its grid of thirds; the picture is darker outside it.

    Attributes:
        frame: The frame, in fractions of the picture's width and height.
        size: (width, height) of the picture, which is fitted into the rectangle.
    """

    frame: Frame
    size: tuple[int, int]

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        from android_gym.simulator.ui._skia import skia

        left, top, right, bottom = rect
        x0, y0, scale = _place((right - left, bottom - top), self.size)
        width, height = self.size[0] * scale, self.size[1] * scale
        x0, y0 = x0 + left, y0 + top
        x1, y1 = x0 + self.frame[0] * width, y0 + self.frame[1] * height
        x2, y2 = x0 + self.frame[2] * width, y0 + self.frame[3] * height
        inner = skia.Rect.MakeLTRB(x1, y1, x2, y2)
        canvas.save()
        canvas.clipRect(inner, skia.ClipOp.kDifference)
        canvas.drawRect(
            skia.Rect.MakeXYWH(x0, y0, width, height), skia.Paint(Color=skia.Color(0, 0, 0, 119))
        )
        canvas.restore()
        line = skia.Paint(
            AntiAlias=True, Color=skia.ColorWHITE, Style=skia.Paint.kStroke_Style,
            StrokeWidth=density,
        )  # fmt: skip
        for part in (1 / 3, 2 / 3):
            x, y = x1 + (x2 - x1) * part, y1 + (y2 - y1) * part
            canvas.drawLine(x, y1, x, y2, line)
            canvas.drawLine(x1, y, x2, y, line)
        line.setStrokeWidth(3 * density)
        canvas.drawRect(inner, line)


@dataclass(frozen=True)
class _Line(Drawable):
    """The line that a finger is drawing.

    Attributes:
        points: x, y, x, y ... in pixels of the picture.
        width: Its width in pixels of the picture.
        color: Its colour.
        size: (width, height) of the picture.
    """

    points: tuple[float, ...]
    width: float
    color: str
    size: tuple[int, int]

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        from android_gym.simulator.ui._skia import skia

        left, top, right, bottom = rect
        x0, y0, scale = _place((right - left, bottom - top), self.size)
        path = skia.Path()
        pairs = list(zip(self.points[::2], self.points[1::2], strict=True))
        for index, (x, y) in enumerate(pairs):
            place = left + x0 + x * scale, top + y0 + y * scale
            (path.lineTo if index else path.moveTo)(*place)
        if len(pairs) == 1:
            path.lineTo(left + x0 + pairs[0][0] * scale, top + y0 + pairs[0][1] * scale + 0.1)
        paint = skia.Paint(
            AntiAlias=True, Color=theme.resolve(self.color), Style=skia.Paint.kStroke_Style,
            StrokeWidth=self.width * scale, StrokeCap=skia.Paint.kRound_Cap,
            StrokeJoin=skia.Paint.kRound_Join,
        )  # fmt: skip
        canvas.save()
        canvas.clipRect(skia.Rect.MakeLTRB(*rect))
        canvas.drawPath(path, paint)
        canvas.restore()


@dataclass(frozen=True)
class _Over(Drawable):
    """A drawable with another on top.

    Attributes:
        picture: The drawable below.
        over: The drawable on top.
    """

    picture: Bitmap
    over: Drawable

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        self.picture.paint(canvas, rect, density, theme)
        self.over.paint(canvas, rect, density, theme)


def _place(view: tuple[float, float], size: tuple[int, int]) -> tuple[float, float, float]:
    """Return the offsets (x, y) and the scale at which a picture is fitted into a view."""
    scale = min(view[0] / size[0], view[1] / size[1])
    return (view[0] - size[0] * scale) / 2, (view[1] - size[1] * scale) / 2, scale


@dataclass(frozen=True)
class EditCanvas(SurfaceContent[EditState]):
    """The picture in the editor; its state is the editor's state.

    Attributes:
        shown: The picture after all changes, at the size of the screen.
        size: (width, height) of the edited picture.
        density: Pixels per dp.
    """

    shown: Bitmap
    size: tuple[int, int]
    density: float

    TOUCHES: ClassVar[bool] = True

    def picture(self, state: EditState, size: tuple[int, int]) -> Drawable:
        """Return the picture, with the crop frame or the line over it."""
        if state.tool == "crop":
            return _Over(self.shown, _Cut(state.crop, self.size))
        if state.line:
            return _Over(self.shown, _Line(state.line, self._brush(state), state.color, self.size))
        return self.shown

    def _brush(self, state: EditState) -> float:
        return max(1.0, state.width * _BRUSH * max(self.size))

    def touch(self, state: EditState, touch: SurfaceTouch, size: tuple[int, int]) -> EditState:
        """Move the frame or draw a line, with the first finger only."""
        if touch.pointer:
            return state
        if state.tool == "draw":
            return self._draw(state, touch, size)
        return self._cut(state, touch, size) if state.tool == "crop" else state

    def _draw(self, state: EditState, touch: SurfaceTouch, size: tuple[int, int]) -> EditState:
        x0, y0, scale = _place(size, self.size)
        point = (touch.x - x0) / scale, (touch.y - y0) / scale
        if touch.action == "down":
            return replace(state, line=point)
        if touch.action == "move":
            return replace(state, line=(*state.line, *point)) if state.line else state
        if touch.action != "up" or not state.line:
            return replace(state, line=())
        done = Change("line", (self._brush(state), *state.line), state.color)
        return replace(state, line=(), changes=(*state.changes, done))

    def _cut(self, state: EditState, touch: SurfaceTouch, size: tuple[int, int]) -> EditState:
        x0, y0, scale = _place(size, self.size)
        width, height = self.size[0] * scale, self.size[1] * scale
        if touch.action == "down":
            x, y = (touch.x - x0) / width, (touch.y - y0) / height
            near = _REACH_DP * self.density
            return replace(state, grip=_grip(state.crop, x, y, near / width, near / height))
        if touch.action != "move":
            return replace(state, grip="")
        moved = _moved(state.crop, state.grip, touch.dx / width, touch.dy / height)
        if all(state.ratio) and state.grip not in ("", "ltrb"):
            wanted = self.size[1] / self.size[0] * state.ratio[0] / state.ratio[1]
            moved = _kept(state.crop, moved, state.grip, wanted)
        return replace(state, crop=moved)


def _grip(frame: Frame, x: float, y: float, near_x: float, near_y: float) -> str:
    """Return the sides of a frame that a finger grabs."""
    left, top, right, bottom = frame
    if not (left - near_x <= x <= right + near_x and top - near_y <= y <= bottom + near_y):
        return ""
    across = "l" if abs(x - left) <= near_x else "r" if abs(x - right) <= near_x else ""
    down = "t" if abs(y - top) <= near_y else "b" if abs(y - bottom) <= near_y else ""
    return across + down or "ltrb"


def _moved(frame: Frame, grip: str, dx: float, dy: float) -> Frame:
    left, top, right, bottom = frame
    if grip == "ltrb":
        dx, dy = min(max(dx, -left), 1 - right), min(max(dy, -top), 1 - bottom)
        return left + dx, top + dy, right + dx, bottom + dy
    if "l" in grip:
        left = min(max(left + dx, 0.0), right - _LEAST)
    if "r" in grip:
        right = max(min(right + dx, 1.0), left + _LEAST)
    if "t" in grip:
        top = min(max(top + dy, 0.0), bottom - _LEAST)
    if "b" in grip:
        bottom = max(min(bottom + dy, 1.0), top + _LEAST)
    return left, top, right, bottom


def _kept(before: Frame, after: Frame, grip: str, ratio: float) -> Frame:
    """Return a resized frame with its ratio restored: width to height in picture fractions."""
    left, top, right, bottom = after
    width, height = right - left, bottom - top
    if "l" in grip or "r" in grip:
        height = width / ratio
    else:
        width = height * ratio
    if "t" in grip:
        top = bottom - height
    else:
        bottom = top + height
    if "l" in grip:
        left = right - width
    else:
        right = left + width
    inside = min(left, top) >= 0 and max(right, bottom) <= 1
    return (left, top, right, bottom) if inside and min(width, height) >= _LEAST else before
