"""The gesture in progress as plain data, velocities of fingers, and the physics of flings.

A snapshot may be taken during a gesture, so views are referred to by window and path.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import NamedTuple

from android_gym.simulator.ui.overscroll import Pull
from android_gym.simulator.ui.text_handles import Grip
from android_gym.simulator.ui.ui import Path

__all__ = ["Finger", "Fling", "Gesture", "Shape", "Touches", "fling", "still_since", "velocity"]


class Shape(NamedTuple):
    """Arrangement of a gesture's fingers.

    Attributes:
        x: Pixels from the left edge of the screen to the focal point between the fingers.
        y: Pixels from the top edge of the screen to the same point.
        span: Twice the mean distance of the fingers from it; with two fingers, their distance.
        angle: Direction from the first to the second finger, in degrees clockwise.
    """

    x: float
    y: float
    span: float
    angle: float


class Finger(NamedTuple):
    """A finger on the screen, other than the one that the gesture follows.

    Attributes:
        pointer: Its pointer id.
        x: Pixels from the left edge of the screen.
        y: Pixels from the top edge of the screen.
        start: Where it went down.
    """

    pointer: int
    x: float
    y: float
    start: tuple[float, float]


class Gesture(NamedTuple):
    """The gesture in progress.

    Attributes:
        mode: "press" (may become a tap), "scroll", "view" (a view follows the finger), "scale" (a
            view follows several fingers), "text" (a selection follows the finger), "edge" (a system
            gesture) or "dead" (nothing more happens until the fingers are lifted).
        edge: "top", "bottom", "left", "right" or "": where a system gesture may start.
        pressed: Whether the view under the finger shows that it is pressed.
        grip: The part of a selection that the finger holds.
        pointer: Pointer id of the finger that it follows.
        shape: Arrangement of the fingers when a view was last told of them.
        scaling: Whether the fingers have moved enough for the view to be told of them.
        pull: Pixels that the scrolling view was dragged beyond its end (see `ui.overscroll`).
    """

    mode: str
    start: tuple[float, float]
    last: tuple[float, float]
    started_ms: int
    window: Hashable
    path: Path | None
    edge: str = ""
    axis: str = ""
    timer: int = 0
    samples: tuple[tuple[int, float, float], ...] = ()
    outside: bool = False
    pressed: bool = False
    grip: Grip | None = None
    pointer: int = 0
    shape: Shape | None = None
    scaling: bool = False
    pull: float = 0.0


class Fling(NamedTuple):
    """A scroll that continues after the finger was lifted.

    Attributes:
        window: Key of the window.
        path: Path of the view that scrolls.
        started_ms: When the finger was lifted.
        duration_ms: Duration until the view comes to rest.
        distance: Total distance in pixels, negative towards the start.
        applied: Pixels scrolled so far.
    """

    window: Hashable
    path: Path
    started_ms: int
    duration_ms: int
    distance: float
    applied: int = 0


class Touches(NamedTuple):
    """All touch state at one moment.

    Attributes:
        gesture: The gesture in progress.
        fling: The fling in progress.
        tap: Time (ms since boot) and position of the last tap, to detect double taps.
        others: Fingers besides the one that the gesture follows, in the order they came.
    """

    gesture: Gesture | None = None
    fling: Fling | None = None
    tap: tuple[int, float, float] = (-10_000, 0.0, 0.0)
    others: tuple[Finger, ...] = ()

    @property
    def pressed(self) -> tuple[Hashable, Path] | None:
        """Window and path of the view that is shown as pressed, while this may become a tap."""
        gesture = self.gesture
        if gesture is None or not gesture.pressed or gesture.mode != "press":
            return None
        return gesture.window, gesture.path or ()

    @property
    def pulled(self) -> Pull | None:
        """The view that is dragged beyond its end."""
        gesture = self.gesture
        if gesture is None or not gesture.pull or gesture.mode != "scroll":
            return None
        return Pull(gesture.window, gesture.path or (), gesture.pull)


def velocity(gesture: Gesture) -> tuple[float, float]:
    """Return the finger's velocity in px/s over the last 100 ms of the gesture."""
    samples = gesture.samples
    end = samples[-1]
    recent = [s for s in samples if end[0] - s[0] <= 100]
    first = recent[0]
    duration = end[0] - first[0]
    if duration <= 0:
        return 0.0, 0.0
    return (end[1] - first[1]) * 1000 / duration, (end[2] - first[2]) * 1000 / duration


def still_since(gesture: Gesture) -> int:
    """Return when the finger last moved noticeably, in ms since boot."""
    end = gesture.samples[-1]
    since = end[0]
    for moment, x, y in reversed(gesture.samples):
        if abs(x - end[1]) + abs(y - end[2]) > 12:
            break
        since = moment
    return since


_DECELERATION = math.log(0.78) / math.log(0.9)


def fling(velocity: float, density: float) -> tuple[float, int]:
    """Return distance and duration of a fling (the spline of android.widget.OverScroller).

    Args:
        velocity: Initial velocity in px/s.
        density: Pixels per dp.

    Returns:
        Distance in pixels with the sign of the velocity, and duration in ms.
    """
    friction = 0.015 * 9.80665 * 39.37 * density * 160 * 0.84
    spline = math.log(0.35 * abs(velocity) / friction)
    duration = 1000 * math.exp(spline / (_DECELERATION - 1))
    distance = friction * math.exp(_DECELERATION / (_DECELERATION - 1) * spline)
    return math.copysign(distance, velocity), round(duration)
