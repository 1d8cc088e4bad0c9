"""The canvas that handles touches: one finger draws, two zoom and pan."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from android_gym.simulator.apps.simple_draw.model import Sheet
from android_gym.simulator.ui.sketch import Operation, Placed, Sketch, color_at
from android_gym.simulator.ui.surface import SurfaceContent, SurfaceTouch

__all__ = ["BRUSH_DP", "Canvas", "sketch_of"]

BRUSH_DP: Final = 40.0
"""Width in dp of a line of size 100."""

_LEAST_ERASER: Final = 20.0
_LEAST_SCALE: Final = 0.1
_MOST_SCALE: Final = 10.0
_MOST_POINTS: Final = 20_000
"""Largest number of points in a line; a longer one continues as a new line."""

_Places = Mapping[int, tuple[float, float]]


def sketch_of(sheet: Sheet, size: tuple[int, int]) -> Sketch:
    """Return the drawing on a sheet.

    Args:
        sheet: The sheet.
        size: (width, height) of the view in pixels; the keyboard may cover a part of the sheet.
    """
    if sheet.size[0] == size[0]:
        size = (size[0], max(size[1], sheet.size[1]))
    return Sketch(size, sheet.background, sheet.picture, sheet.operations)


@dataclass(frozen=True)
class Canvas(SurfaceContent[Sheet]):
    """The sheet as a surface.

    Attributes:
        density: Pixels per dp.
        zooms: Whether two fingers zoom and pan.
    """

    density: float
    zooms: bool = True

    TOUCHES: ClassVar[bool] = True

    def picture(self, state: Sheet, size: tuple[int, int]) -> Placed:
        """Return the drawing, with the line being drawn."""
        drawn = state.line and state.tool in ("brush", "eraser")
        return Placed(
            sketch_of(state, size),
            self._line(state) if drawn else None,
            state.scale,
            (state.x, state.y),
        )

    def _line(self, state: Sheet) -> Operation:
        width = BRUSH_DP * self.density * state.brush / 100 / state.scale
        if state.tool == "eraser":
            width = max(width, _LEAST_ERASER)
            return Operation("erase", width=round(width, 2), points=state.line)
        return Operation("stroke", state.color, round(width, 2), state.line)

    def touch(self, state: Sheet, touch: SurfaceTouch, size: tuple[int, int]) -> Sheet:
        """Draw, pick a colour, or zoom and pan."""
        before = {number: (x, y) for number, x, y in state.fingers}
        after = dict(before)
        if touch.action == "cancel":
            return replace(state, fingers=(), line=(), moved=False)
        if touch.action in ("up", "pointer_up"):
            after.pop(touch.pointer, None)
        else:
            after[touch.pointer] = (touch.x, touch.y)
        state = replace(state, fingers=tuple((n, *after[n]) for n in sorted(after)))
        if touch.action == "down":
            return self._draw(replace(state, moved=False, line=(), size=size), touch, size)
        if len(after) > 1 or state.moved:
            state = replace(state, line=(), moved=bool(after))
            if touch.action == "move" and self.zooms:
                state = _move(state, before, after)
            return state
        if touch.action == "move":
            return self._draw(state, touch, size)
        return self._lift(state)

    def _draw(self, state: Sheet, touch: SurfaceTouch, size: tuple[int, int]) -> Sheet:
        x = round((touch.x - state.x) / state.scale, 2)
        y = round((touch.y - state.y) / state.scale, 2)
        if state.tool == "eyedropper":
            return replace(state, color=color_at(sketch_of(state, size), x, y) or state.color)
        if len(state.line) >= _MOST_POINTS:
            state = replace(self._lift(state), line=state.line[-1:])
        return replace(state, line=(*state.line, (x, y)))

    def _lift(self, state: Sheet) -> Sheet:
        if not state.line:
            return state
        operation = self._line(state)
        if state.tool == "bucket":
            operation = Operation("fill", state.color, points=state.line[-1:])
        return replace(state, operations=(*state.operations, operation), undone=(), line=())


def _move(state: Sheet, before: _Places, after: _Places) -> Sheet:
    """Zoom and pan the sheet with two fingers."""
    (x, y, span), (to_x, to_y, to_span) = _shape(before), _shape(after)
    if len(before) != len(after) or not span or not to_span:
        return state
    scale = min(_MOST_SCALE, max(_LEAST_SCALE, state.scale * to_span / span))
    factor = scale / state.scale
    return replace(
        state, scale=scale, x=to_x - (x - state.x) * factor, y=to_y - (y - state.y) * factor
    )


def _shape(fingers: _Places) -> tuple[float, float, float]:
    """Return the centre of the first two fingers, and the distance between them."""
    if len(fingers) < 2:
        return (0.0, 0.0, 0.0)
    one, two = (fingers[number] for number in sorted(fingers)[:2])
    return ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2, math.dist(one, two))
