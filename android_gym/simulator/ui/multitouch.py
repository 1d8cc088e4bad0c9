"""Gestures with several fingers.

The gesture of the first finger continues unchanged when other fingers go down or up, with three
exceptions: a view that takes touches itself is told of every finger; a view that zooms
(`View.takes_scale`) is told of the fingers' joint movement; and the gesture moves on to another
finger if its own is lifted first. A second finger never starts a gesture of its own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol

from android_gym.simulator.ui.direction import send, send_zoom
from android_gym.simulator.ui.gesture_state import Finger, Gesture, Shape
from android_gym.simulator.ui.touches import Scale, Touch
from android_gym.simulator.ui.view import View

if TYPE_CHECKING:
    from android_gym.simulator.state import Slot
    from android_gym.simulator.ui.gesture_state import Touches
    from android_gym.simulator.ui.windows import WindowManager

__all__ = ["MAX_POINTERS", "MIN_SPAN_DP", "MultiTouch"]

MAX_POINTERS: Final = 10
"""Most fingers that are tracked; others are ignored."""

SPAN_SLOP_DP: Final = 16
"""Change of the span that starts zooming: twice the touch slop, as in ScaleGestureDetector."""

MIN_SPAN_DP: Final = 27 / 25.4 * 160
"""Fingers closer to each other don't zoom (config_minScalingSpan, 27 mm)."""

_PAN_SLOP_DP: Final = 8
_TURN_SLOP: Final = 6
"""Degrees that start a rotation (a guess: each app has its own)."""


class OneFinger(Protocol):
    """The part of the detector for one finger that is needed here."""

    def set(self, **changes: Any) -> None:
        """Replace fields of `Touches`."""

    def sample(self, gesture: Gesture, x: float, y: float) -> Gesture:
        """Record the position of the gesture's finger; return the gesture."""

    def move(self, gesture: Gesture, x: float, y: float) -> None:
        """Move the finger of the gesture to (x, y)."""

    def become(self, gesture: Gesture, **changes: Any) -> Gesture:
        """Change the gesture; it can no longer become a long press."""


def _turn(before: Shape, shape: Shape) -> float:
    """Return the clockwise rotation from one shape to another in degrees, -180 to 180."""
    return (shape.angle - before.angle + 180) % 360 - 180


class MultiTouch:
    """Tracker of all fingers on the screen when there are several.

    Args:
        slot: State of all touches; shared with the detector.
        detector: Detector of one finger's gestures.
        windows: The window manager.
    """

    def __init__(self, slot: Slot[Touches], detector: OneFinger, windows: WindowManager) -> None:
        self._slot = slot
        self._detector = detector
        self._windows = windows

    def touch(self, x: float, y: float, down: bool, pointer: int) -> None:
        """Handle a touch event of one finger while another is on the screen."""
        touches = self._slot.get()
        gesture = touches.gesture
        assert gesture is not None
        known = pointer == gesture.pointer or any(f.pointer == pointer for f in touches.others)
        if known and down:
            self.move({pointer: (x, y)})
        elif known:
            self._up(pointer)
        elif down:
            self._down(x, y, pointer)

    def move(self, positions: Mapping[int, tuple[float, float]]) -> None:
        """Move fingers simultaneously; unknown fingers go down."""
        touches = self._slot.get()
        gesture = touches.gesture
        assert gesture is not None
        known = {gesture.pointer, *(finger.pointer for finger in touches.others)}
        moved = []
        others = []
        for finger in touches.others:
            x, y = positions.get(finger.pointer, (finger.x, finger.y))
            if (x, y) != (finger.x, finger.y):
                finger = finger._replace(x=x, y=y)
                moved.append(finger)
            others.append(finger)
        if moved:
            self._set(others=tuple(others))
        if gesture.pointer in positions:
            x, y = positions[gesture.pointer]
            if (x, y) == gesture.last:
                self._detector.sample(gesture, x, y)
            else:
                self._detector.move(gesture, x, y)
            gesture = self._slot.get().gesture or gesture
        if gesture.mode == "view":
            view = self._touched(gesture)
            if view is None or not view.takes_touch:
                moved = []
            for finger in moved:
                assert view is not None
                send(view, Touch("move", finger.x, finger.y, *finger.start, pointer=finger.pointer))
        elif gesture.mode == "scale":
            self._scale()
        for pointer, (x, y) in positions.items():
            if pointer not in known:
                self._down(x, y, pointer)

    # -- fingers that go down and up

    def _down(self, x: float, y: float, pointer: int) -> None:
        touches = self._slot.get()
        gesture = touches.gesture
        width, height = self._windows.size
        if gesture is None or not (0 <= x < width and 0 <= y < height):
            return
        if len(touches.others) + 1 >= MAX_POINTERS:
            return
        self._set(others=(*touches.others, Finger(pointer, x, y, (x, y))))
        view = self._touched(gesture)
        if gesture.mode == "view" and view is not None and view.takes_touch:
            send(view, Touch("pointer_down", x, y, x, y, pointer=pointer))
            return
        if gesture.mode == "scale":
            self._set(gesture=gesture._replace(shape=self._shape()))
            return
        if gesture.mode not in ("press", "scroll", "view"):
            return
        zoomed = self._zooming(gesture, x, y)
        if zoomed is None:
            return
        if gesture.mode == "view" and view is not None:
            send(view, Touch("cancel", *gesture.last, *gesture.start, pointer=gesture.pointer))
        self._detector.become(gesture, mode="scale", path=zoomed.path, shape=self._shape())

    def _up(self, pointer: int) -> None:
        touches = self._slot.get()
        gesture = touches.gesture
        if gesture is None or not touches.others:
            return
        view = self._touched(gesture)
        told = gesture.mode == "view" and view is not None and view.takes_touch
        if pointer != gesture.pointer:
            gone = next(finger for finger in touches.others if finger.pointer == pointer)
            place, start = (gone.x, gone.y), gone.start
            self._set(others=tuple(f for f in touches.others if f.pointer != pointer))
        else:
            # The gesture continues with the remaining finger that has been down longest.
            heir, *rest = touches.others
            place, start = gesture.last, gesture.start
            now = gesture.samples[-1][0]
            gesture = gesture._replace(
                pointer=heir.pointer,
                start=heir.start if told else (heir.x, heir.y),
                last=(heir.x, heir.y),
                samples=((now, heir.x, heir.y),),
            )
            if gesture.mode in ("press", "text", "edge"):
                self._windows.toolbar.selecting.set(False)
                gesture = gesture._replace(mode="dead")
            self._set(gesture=gesture, others=tuple(rest))
        if told and view is not None:
            send(view, Touch("pointer_up", *place, *start, pointer=pointer))
        elif gesture.mode == "scale":
            self._scale_lost(gesture)

    def _scale_lost(self, gesture: Gesture) -> None:
        """Continue with the remaining fingers; a single one drags the view if it can be dragged."""
        if self._slot.get().others:
            self._set(gesture=gesture._replace(shape=self._shape()))
            return
        view = self._touched(gesture)
        if view is not None and gesture.scaling:
            send_zoom(view, Scale("end", *gesture.last))
            view = self._touched(gesture)
        x, y = gesture.last
        if view is not None and view.takes_drag("x") and view.takes_drag("y"):
            self._set(gesture=gesture._replace(mode="view", start=(x, y), scaling=False))
            send(view, Touch("down", x, y, x, y, pointer=gesture.pointer))
        else:
            self._set(gesture=gesture._replace(mode="dead", scaling=False))

    # -- zooming

    def _zooming(self, gesture: Gesture, x: float, y: float) -> View | None:
        """Return the view that two fingers zoom: the innermost one that both touch."""
        window = self._windows.window(gesture.window)
        hit = window.root.hit(*gesture.start) if window is not None else None
        for view in hit.ancestors() if hit is not None else ():
            left, top, right, bottom = view.bounds
            if view.takes_scale and view.enabled and left <= x < right and top <= y < bottom:
                return view
        return None

    def _scale(self) -> None:
        gesture = self._slot.get().gesture
        if gesture is None or gesture.shape is None:
            return
        view = self._touched(gesture)
        if view is None:
            return
        before, shape = gesture.shape, self._shape()
        density = self._windows.density
        if not gesture.scaling:
            far = shape.span >= MIN_SPAN_DP * density
            zooms = far and abs(shape.span - before.span) > SPAN_SLOP_DP * density
            moved = math.dist((shape.x, shape.y), (before.x, before.y))
            turned = far and abs(_turn(before, shape)) > _TURN_SLOP
            if zooms or turned or moved > _PAN_SLOP_DP * density:
                # The distance that distinguishes zooming from holding still doesn't zoom.
                self._set(gesture=gesture._replace(scaling=True, shape=shape))
                send_zoom(view, Scale("begin", shape.x, shape.y))
            return
        if shape == before:
            return
        self._set(gesture=gesture._replace(shape=shape))
        far = min(shape.span, before.span) >= MIN_SPAN_DP * density
        turn = _turn(before, shape)
        step = Scale(
            "move",
            shape.x,
            shape.y,
            shape.x - before.x,
            shape.y - before.y,
            shape.span / before.span if far else 1.0,
            turn if far else 0.0,
        )
        send_zoom(view, step)

    def _shape(self) -> Shape:
        touches = self._slot.get()
        gesture = touches.gesture
        assert gesture is not None
        points = [gesture.last, *((finger.x, finger.y) for finger in touches.others)]
        x = sum(point[0] for point in points) / len(points)
        y = sum(point[1] for point in points) / len(points)
        span = 2 * sum(math.dist(point, (x, y)) for point in points) / len(points)
        # Sorted by pointer id, so that the angle doesn't jump if the first finger is lifted and
        # returns.
        numbers = [gesture.pointer, *(finger.pointer for finger in touches.others)]
        (_, one), (_, two) = sorted(zip(numbers, points, strict=True))[:2]
        return Shape(x, y, span, math.degrees(math.atan2(two[1] - one[1], two[0] - one[0])))

    def _touched(self, gesture: Gesture) -> View | None:
        return self._windows.view(gesture.window, gesture.path or ())

    def _set(self, **changes: object) -> None:
        self._detector.set(**changes)
