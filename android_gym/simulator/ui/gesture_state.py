"""The gesture under way as plain data, and how fast a finger moves and a fling carries.

A snapshot may be taken with fingers on the glass. Views are named by window and path, never held.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import NamedTuple

from android_gym.simulator.ui.overscroll import Pull
from android_gym.simulator.ui.text_handles import Grip
from android_gym.simulator.ui.view import Path

__all__ = ["Finger", "Fling", "Gesture", "Shape", "Touches", "fling", "still_since", "velocity"]


class Shape(NamedTuple):
    """Positions of a gesture's fingers.

    Attributes:
        x: Pixels from the left edge of the screen of the point amid them.
        y: Pixels from the top edge of the same point.
        span: Twice their mean distance from it: with two fingers, pixels from one to the other.
        angle: Direction from the first to the second, in degrees clockwise.
    """

    x: float
    y: float
    span: float
    angle: float


class Finger(NamedTuple):
    """A finger on the glass beside the one that the gesture follows.

    Attributes:
        pointer: Its number.
        x: Pixels from the left edge of the screen.
        y: Pixels from the top edge.
        start: Where it went down.
    """

    pointer: int
    x: float
    y: float
    start: tuple[float, float]


class Gesture(NamedTuple):
    """The gesture under way.

    Attributes:
        mode: "press" (may become a tap), "scroll", "view" (a view follows the finger), "scale" (a
            view follows several), "text" (a selection does), "edge" (a system gesture) or "dead"
            (nothing more happens until the fingers leave).
        edge: "top", "bottom", "left", "right" or "": where a system gesture may begin.
        pressed: True while what is under the finger shows that it is.
        grip: The part of a selection that the finger holds.
        pointer: Number of the finger that it follows.
        shape: How the fingers lay when a view was last told of them.
        scaling: True once they have moved enough to be told of.
        pull: Pixels that what scrolls was dragged past its end (see `ui.overscroll`).
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
    """A scroll that goes on after the finger has left.

    Attributes:
        window: Key of the window.
        path: Path of the view that scrolls.
        started_ms: When the finger left.
        duration_ms: Time until it rests.
        distance: Pixels that it carries, negative towards the start.
        applied: Pixels scrolled so far.
    """

    window: Hashable
    path: Path
    started_ms: int
    duration_ms: int
    distance: float
    applied: int = 0


class Touches(NamedTuple):
    """Everything that fingers do at one moment.

    Attributes:
        gesture: The gesture under way.
        fling: The fling under way.
        tap: When (ms since boot) and where the last tap was, for double taps.
        others: Fingers beside the one that the gesture follows, in the order they came.
    """

    gesture: Gesture | None = None
    fling: Fling | None = None
    tap: tuple[int, float, float] = (-10_000, 0.0, 0.0)
    others: tuple[Finger, ...] = ()

    @property
    def pressed(self) -> tuple[Hashable, Path] | None:
        """Window and path of the view that shows a finger on it, while it may become a tap."""
        gesture = self.gesture
        if gesture is None or not gesture.pressed or gesture.mode != "press":
            return None
        return gesture.window, gesture.path or ()

    @property
    def pulled(self) -> Pull | None:
        """The view that is dragged past its end."""
        gesture = self.gesture
        if gesture is None or not gesture.pull or gesture.mode != "scroll":
            return None
        return Pull(gesture.window, gesture.path or (), gesture.pull)


def velocity(gesture: Gesture) -> tuple[float, float]:
    """Return the velocity in px/s over the last 100 ms of the gesture."""
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
    """Return how far and for how long a fling carries (android.widget.OverScroller's spline).

    Args:
        velocity: px/s.
        density: Pixels per dp.

    Returns:
        Distance in pixels with the sign of the velocity, duration in ms.
    """
    friction = 0.015 * 9.80665 * 39.37 * density * 160 * 0.84
    spline = math.log(0.35 * abs(velocity) / friction)
    duration = 1000 * math.exp(spline / (_DECELERATION - 1))
    distance = friction * math.exp(_DECELERATION / (_DECELERATION - 1) * spline)
    return math.copysign(distance, velocity), round(duration)
