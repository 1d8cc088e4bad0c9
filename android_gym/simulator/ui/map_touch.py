"""Touch gestures on a map: drag, pinch, rotate, tap, double tap and long press."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

from android_gym.simulator.ui.mercator import Camera
from android_gym.simulator.ui.surface import SurfaceTouch

__all__ = ["DOUBLE_TAP_MS", "LONG_PRESS_MS", "MapView", "follow"]

DOUBLE_TAP_MS: Final = 300
"""Longest time between the taps of a double tap; a single tap counts once it has passed."""

LONG_PRESS_MS: Final = 500

_SLOP_DP: Final = 8.0
_DOUBLE_SLOP_DP: Final = 100.0
_TURN_SLOP: Final = 10.0
"""Degrees that two fingers have to turn before the map rotates with them."""

Fingers = tuple[tuple[int, float, float], ...]


@dataclass(frozen=True)
class MapView:
    """The visible part of a map, and the fingers on it.

    Attributes:
        camera: The visible part.
        fingers: (pointer id, x, y) of each finger, sorted.
        start: Where the first finger went down.
        pressed_ms: When the finger went down, while this may become a tap or long press; else -1.
        moved: Whether the map moves under the fingers.
        turned: Degrees that two fingers have turned so far; beyond a slop the map rotates.
        most: Largest number of fingers during the gesture.
        tap: Position of the last tap, which may be the first of a double tap.
        tap_ms: Time of that tap; -1 for none.
        size: (width, height) of the view when it was last touched, in pixels.
    """

    camera: Camera = Camera()
    fingers: Fingers = ()
    start: tuple[float, float] = (0.0, 0.0)
    pressed_ms: int = -1
    moved: bool = False
    turned: float = 0.0
    most: int = 0
    tap: tuple[float, float] = (0.0, 0.0)
    tap_ms: int = -1
    size: tuple[int, int] = (1, 1)


def follow(view: MapView, touch: SurfaceTouch, size: tuple[int, int], density: float) -> MapView:
    """Return the map after another touch event.

    Args:
        view: The map before.
        touch: The touch event.
        size: (width, height) of the view in pixels.
        density: Pixels per dp.
    """
    before = dict((number, (x, y)) for number, x, y in view.fingers)
    after = dict(before)
    here = (touch.x, touch.y)
    match touch.action:
        case "cancel":
            return replace(view, fingers=(), pressed_ms=-1, moved=False, most=0)
        case "down":
            return replace(
                view,
                fingers=((touch.pointer, *here),),
                start=here,
                pressed_ms=touch.time_ms,
                moved=False,
                turned=0.0,
                most=1,
                size=size,
            )
        case "pointer_down":
            after[touch.pointer] = here
            return replace(
                view, fingers=_sorted(after), pressed_ms=touch.time_ms, most=len(after), turned=0.0
            )
        case "up" | "pointer_up":
            after.pop(touch.pointer, None)
            return _lifted(replace(view, fingers=_sorted(after)), touch, size, density)
    after[touch.pointer] = here
    view = replace(view, fingers=_sorted(after))
    if len(after) == 1:
        return _dragged(view, touch, density)
    return _pinched(view, before, after, size, density)


def _sorted(fingers: dict[int, tuple[float, float]]) -> Fingers:
    return tuple((number, *fingers[number]) for number in sorted(fingers))


def _dragged(view: MapView, touch: SurfaceTouch, density: float) -> MapView:
    if not view.moved:
        dx, dy = touch.x - view.start[0], touch.y - view.start[1]
        slop = _SLOP_DP * density
        if max(abs(dx), abs(dy)) <= slop:
            return view
        # The distance that distinguishes a drag from a tap doesn't move the map.
        dx, dy = (math.copysign(max(0.0, abs(each) - slop), each) for each in (dx, dy))
        view = replace(view, moved=True, pressed_ms=-1)
        return replace(view, camera=view.camera.moved(dx, dy, density))
    return replace(view, camera=view.camera.moved(touch.dx, touch.dy, density))


def _pinched(
    view: MapView,
    before: dict[int, tuple[float, float]],
    after: dict[int, tuple[float, float]],
    size: tuple[int, int],
    density: float,
) -> MapView:
    (x, y, span, angle), (to_x, to_y, to_span, to_angle) = _shape(before), _shape(after)
    far = math.dist((x, y), (to_x, to_y)) + abs(to_span - span)
    if not view.moved and far < 1.0:
        return view
    camera = view.camera.moved(to_x - x, to_y - y, density)
    zoom = camera.zoom
    if span > density and to_span > density:
        zoom += math.log2(to_span / span)
    step = (to_angle - angle + 180) % 360 - 180
    turned = view.turned + step
    turn = step if abs(turned) > _TURN_SLOP else 0.0
    camera = camera.zoomed(zoom, (to_x, to_y), size, density, turn)
    return replace(view, camera=camera, moved=True, pressed_ms=-1, turned=turned)


def _shape(fingers: dict[int, tuple[float, float]]) -> tuple[float, float, float, float]:
    """Return the midpoint of the first two fingers, their distance, and their direction."""
    one, two = (fingers[number] for number in sorted(fingers)[:2])
    angle = math.degrees(math.atan2(two[1] - one[1], two[0] - one[0]))
    return (one[0] + two[0]) / 2, (one[1] + two[1]) / 2, math.dist(one, two), angle


def _lifted(view: MapView, touch: SurfaceTouch, size: tuple[int, int], density: float) -> MapView:
    if view.fingers:
        return view
    quick = view.pressed_ms >= 0 and touch.time_ms - view.pressed_ms < LONG_PRESS_MS
    done = replace(view, pressed_ms=-1, moved=False, most=0)
    if view.moved or not quick:
        return done
    here = (touch.x, touch.y)
    if view.most > 1:
        # A tap with two fingers zooms out.
        middle = (size[0] / 2, size[1] / 2)
        zoom = math.ceil(view.camera.zoom) - 1.0
        return replace(done, camera=view.camera.zoomed(zoom, middle, size, density))
    near = math.dist(here, view.tap) <= _DOUBLE_SLOP_DP * density
    if view.tap_ms >= 0 and touch.time_ms - view.tap_ms <= DOUBLE_TAP_MS and near:
        zoom = math.floor(view.camera.zoom) + 1.0
        return replace(done, camera=view.camera.zoomed(zoom, here, size, density), tap_ms=-1)
    return replace(done, tap=here, tap_ms=touch.time_ms)
