"""From touch events to gestures: tap, long press, drag, fling, and the system's edge swipes.

The gesture under way is plain data in the phone's state, so a snapshot may be taken with the
finger on the glass. Views are named by window and path, never held.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, NamedTuple

from android_gym.simulator.state import State
from android_gym.simulator.ui import text_handles
from android_gym.simulator.ui.text_handles import Grip
from android_gym.simulator.ui.view import Path, Touch, View
from android_gym.simulator.ui.widgets import EditText
from android_gym.simulator.ui.windows import Window, WindowManager

if TYPE_CHECKING:
    from android_gym.simulator.system import System

__all__ = ["GestureDetector"]

LONG_PRESS_MS = 500
"""ViewConfiguration's default long-press timeout on API 33 is 400 ms, 500 with Pixel's setting."""

TOUCH_SLOP_DP = 8
DOUBLE_TAP_MS = 300
DOUBLE_TAP_SLOP_DP = 100
MINIMUM_FLING_DP = 50
MAXIMUM_FLING_DP = 8000
BACK_EDGE_DP = 19
"""Width of the strips along the edges where a sideways swipe means BACK (about 50 px)."""

HOME_HOLD_MS = 250


class _Gesture(NamedTuple):
    """The gesture under way.

    Attributes:
        mode: "press" (may become a tap), "scroll", "view" (a view follows the finger), "text"
            (a selection does), "edge" (a system gesture) or "dead" (nothing more happens until
            the finger leaves).
        edge: "top", "bottom", "left", "right" or "": where a system gesture may begin.
        pressed: Whether what is under the finger shows that it is.
        grip: What of a selection the finger holds.
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


class _Fling(NamedTuple):
    window: Hashable
    path: Path
    started_ms: int
    duration_ms: int
    distance: float
    applied: int = 0


class _Touches(NamedTuple):
    gesture: _Gesture | None = None
    fling: _Fling | None = None
    # When and where the last tap was, for double taps.
    tap: tuple[int, float, float] = (-10_000, 0.0, 0.0)


class GestureDetector:
    """Turns touch events into what views and the system do.

    Args:
        state: The root of state.
        system: The services.
        windows: The window manager.
    """

    def __init__(self, state: State, system: System, windows: WindowManager) -> None:
        self._slot = state.slot("touches", _Touches(), observable=False, shown=False)
        self._system = system
        self._windows = windows
        system.clock.handler("long_press", self._long_press, int)
        windows.on_refresh(self._settle)
        windows.pressed = lambda: self.pressed

    def _set(self, **changes: Any) -> None:
        value = self._slot.peek()
        changed = value._replace(**changes)
        if changed != value:
            self._slot.set(changed)

    @property
    def pressed(self) -> tuple[Hashable, Path] | None:
        """Window and path of the view that shows a finger on it, while it may become a tap."""
        gesture = self._slot.get().gesture
        if gesture is None or not gesture.pressed or gesture.mode != "press":
            return None
        return gesture.window, gesture.path or ()

    @property
    def moving(self) -> bool:
        """Whether a fling is under way."""
        return self._slot.get().fling is not None

    def touch(self, x: float, y: float, down: bool) -> None:
        """Takes one touch event, in pixels of the screen as it is rotated."""
        with self._windows.host.views():
            self._touch(x, y, down)

    def _touch(self, x: float, y: float, down: bool) -> None:
        if not self._system.display.on:
            self.cancel()
            return
        gesture = self._slot.get().gesture
        if down:
            if gesture is None:
                self._down(x, y)
            elif (x, y) != gesture.last:
                self._move(gesture, x, y)
            else:
                self._sample(gesture, x, y)
        elif gesture is not None:
            if (x, y) != gesture.last and gesture.mode != "dead":
                # A lift may carry a last movement.
                self._move(gesture, x, y)
                gesture = self._slot.get().gesture or gesture
            self._set(gesture=None)
            self._system.clock.cancel(gesture.timer)
            self._up(gesture, x, y)

    def cancel(self) -> None:
        """Forgets the gesture and the fling under way."""
        self._windows.selecting.set(False)
        gesture = self._slot.get().gesture
        if gesture is not None:
            self._set(gesture=None)
            self._system.clock.cancel(gesture.timer)
        if self._slot.get().fling is not None:
            self._set(fling=None)

    # -- down

    def _down(self, x: float, y: float) -> None:
        now = self._system.clock.elapsed_ms()
        width, height = self._windows.size
        on_screen = 0 <= x < width and 0 <= y < height
        window = self._windows.window_at(x, y) if on_screen else None
        edge = self._edge(x, y, width, height)
        base = _Gesture("dead", (x, y), (x, y), now, None, None, edge, samples=((now, x, y),))
        if window is None:
            self._set(gesture=base)
            return
        if self._take_handle(base, window):
            return
        view = window.root.hit(x, y)
        if view is None:
            self._set(gesture=base._replace(mode="press", window=window.key, outside=True))
            return
        fling = self._slot.get().fling
        if fling is not None:
            self._set(fling=None)
            if fling.window == window.key:
                for ancestor in view.ancestors():
                    if ancestor.path == fling.path:
                        # A touch on something that still moves only stops it.
                        stopped = base._replace(
                            mode="scroll",
                            window=window.key,
                            path=ancestor.path,
                            axis=ancestor.SCROLLS or "y",
                        )
                        self._set(gesture=stopped)
                        return
        for ancestor in view.ancestors():
            if ancestor.takes_touch and ancestor.enabled:
                self._set(gesture=base._replace(mode="view", window=window.key, path=ancestor.path))
                ancestor.touch(Touch("down", x, y, x, y))
                return
            if ancestor.clickable:
                break
        target = self._target(view)
        timer = self._system.clock.schedule(LONG_PRESS_MS, "long_press", now)
        pressed = target is not None and target.clickable and target.enabled
        self._set(
            gesture=base._replace(
                mode="press",
                window=window.key,
                path=(target or view).path,
                timer=timer,
                pressed=pressed and not isinstance(target, EditText),
            )
        )

    def _take_handle(self, base: _Gesture, window: Window) -> bool:
        """Takes hold of a handle of the selection, where there is one under the finger."""
        field = self._windows.focused_field()
        if field is None or field.ui.window != window.key:
            return False
        grip = text_handles.grip_at(field, *base.start)
        if grip is None:
            return False
        gesture = base._replace(mode="text", window=window.key, path=field.path, grip=grip)
        self._set(gesture=gesture)
        self._windows.selecting.set(True)
        return True

    def _edge(self, x: float, y: float, width: int, height: int) -> str:
        if y >= height - self._windows.navigation_bar_height:
            return "bottom"
        if y < self._windows.status_bar_height:
            return "top"
        if self._windows.keyboard_shown and y >= (self._windows.keyboard_top or height):
            return ""
        strip = BACK_EDGE_DP * self._windows.density
        if x < strip:
            return "left"
        return "right" if x >= width - strip else ""

    @staticmethod
    def _target(view: View) -> View | None:
        """The view that a tap on `view` goes to: the nearest that is clickable."""
        for ancestor in view.ancestors():
            if ancestor.clickable or ancestor.long_clickable:
                return ancestor
        return None

    def _long_press(self, started_ms: int) -> None:
        gesture = self._slot.get().gesture
        if gesture is None or gesture.started_ms != started_ms or gesture.mode != "press":
            return
        if gesture.outside or gesture.path is None:
            return
        view = self._windows.view(gesture.window, gesture.path)
        if view is None or not view.long_clickable or not view.enabled:
            return
        self._set(gesture=gesture._replace(mode="dead"))
        if isinstance(view, EditText):
            self._long_press_text(gesture, view)
        with self._windows.host.views():
            view.long_click()
        window = self._windows.window(gesture.window)
        if window is not None:
            self._windows.acted("LONG_CLICKED", window, view)

    def _long_press_text(self, gesture: _Gesture, view: EditText) -> None:
        window = self._windows.window(gesture.window)
        if window is not None:
            word = view.word_at(view.offset_at(*gesture.last))
            view.select(*word)
            self._windows.focus_view(window, view)
            self._windows.show_text_toolbar(window, view)
            if view.text:
                self._set(gesture=gesture._replace(mode="text", grip=Grip("word", word=word)))

    # -- move

    def _sample(self, gesture: _Gesture, x: float, y: float) -> _Gesture:
        now = self._system.clock.elapsed_ms()
        samples = (*gesture.samples[-11:], (now, x, y))
        moved = gesture._replace(last=(x, y), samples=samples)
        self._set(gesture=moved)
        return moved

    def _move(self, gesture: _Gesture, x: float, y: float) -> None:
        last = gesture.last
        gesture = self._sample(gesture, x, y)
        if gesture.mode == "press":
            gesture = self._decide(gesture, x, y)
            last = gesture.start if gesture.mode == "scroll" else last
            if gesture.mode == "scroll":
                # The distance that told a scroll from a tap is not scrolled.
                last = self._past_slop(gesture, x, y)
        if gesture.mode == "scroll":
            view = self._windows.view(gesture.window, gesture.path or ())
            if view is not None:
                axis = 0 if gesture.axis == "x" else 1
                amount = round(last[axis]) - round((x, y)[axis])
                if amount:
                    view.scroll(amount)
        elif gesture.mode == "view":
            view = self._windows.view(gesture.window, gesture.path or ())
            if view is not None:
                view.touch(Touch("move", x, y, *gesture.start))
        elif gesture.mode == "text":
            self._drag_selection(gesture, x, y)

    def _drag_selection(self, gesture: _Gesture, x: float, y: float) -> None:
        view = self._windows.view(gesture.window, gesture.path or ())
        slop = TOUCH_SLOP_DP * self._windows.density
        if isinstance(view, EditText) and gesture.grip is not None:
            if gesture.grip.end == "word" and math.dist(gesture.start, (x, y)) <= slop:
                return
            self._windows.selecting.set(True)
            self._set(gesture=gesture._replace(grip=text_handles.drag(view, gesture.grip, x, y)))

    def _past_slop(self, gesture: _Gesture, x: float, y: float) -> tuple[float, float]:
        slop = TOUCH_SLOP_DP * self._windows.density
        dx, dy = x - gesture.start[0], y - gesture.start[1]
        return (
            gesture.start[0] + math.copysign(min(slop, abs(dx)), dx),
            gesture.start[1] + math.copysign(min(slop, abs(dy)), dy),
        )

    def _decide(self, gesture: _Gesture, x: float, y: float) -> _Gesture:
        """Decides what a press that moves becomes."""
        dx, dy = x - gesture.start[0], y - gesture.start[1]
        slop = TOUCH_SLOP_DP * self._windows.density
        if max(abs(dx), abs(dy)) <= slop:
            return gesture
        axis = "x" if abs(dx) > abs(dy) else "y"
        edge = gesture.edge
        inward = {
            "bottom": axis == "y" and dy < 0,
            "top": axis == "y" and dy > 0,
            "left": axis == "x" and dx > 0,
            "right": axis == "x" and dx < 0,
        }
        if inward.get(edge, False) and not self._top_edge_taken(gesture):
            return self._become(gesture, mode="edge", axis=axis)
        if gesture.outside or gesture.path is None:
            return self._become(gesture, mode="dead")
        window = self._windows.window(gesture.window)
        view = window.root.hit(*gesture.start) if window is not None else None
        amount = -1 if (dx if axis == "x" else dy) > 0 else 1
        fallback: View | None = None
        for ancestor in view.ancestors() if view is not None else ():
            if ancestor.takes_drag(axis) and ancestor.enabled:
                moved = self._become(gesture, mode="view", path=ancestor.path, axis=axis)
                ancestor.touch(Touch("down", *gesture.start, *gesture.start))
                return moved
            if axis == ancestor.SCROLLS and not ancestor.nested_scrolling:
                if ancestor.can_scroll(amount):
                    return self._become(gesture, mode="scroll", path=ancestor.path, axis=axis)
                fallback = fallback or ancestor
        if fallback is not None:
            return self._become(gesture, mode="scroll", path=fallback.path, axis=axis)
        target = self._windows.view(gesture.window, gesture.path)
        if target is None:
            return self._become(gesture, mode="dead")
        left, top, right, bottom = target.bounds
        if not (left - slop <= x < right + slop and top - slop <= y < bottom + slop):
            return self._become(gesture, mode="dead")
        return gesture

    def _top_edge_taken(self, gesture: _Gesture) -> bool:
        """Whether the shade is open already, so that swipes at the top are its own."""
        return gesture.edge == "top" and bool(self._system.status_bar.panel)

    def _become(self, gesture: _Gesture, **changes: Any) -> _Gesture:
        self._system.clock.cancel(gesture.timer)
        changed = gesture._replace(**changes)
        self._set(gesture=changed)
        return changed

    # -- up

    def _up(self, gesture: _Gesture, x: float, y: float) -> None:
        match gesture.mode:
            case "press":
                self._tap(gesture, x, y)
            case "scroll":
                self._release(gesture)
            case "view":
                view = self._windows.view(gesture.window, gesture.path or ())
                if view is not None:
                    view.touch(Touch("up", x, y, *gesture.start, _velocity(gesture)))
            case "text":
                self._windows.selecting.set(False)
            case "edge":
                self._edge_swipe(gesture, x, y)

    def _tap(self, gesture: _Gesture, x: float, y: float) -> None:
        window = self._windows.window(gesture.window)
        if window is None:
            return
        if gesture.outside:
            self._tap_outside(window)
            return
        self._windows.hide_text_toolbar(window)
        view = self._windows.view(gesture.window, gesture.path or ())
        if view is None or not view.clickable or not view.enabled:
            return
        if isinstance(view, EditText):
            self._tap_text(window, view, x, y)
        view.click()
        self._windows.acted("CLICKED", window, view)

    def _tap_outside(self, window: Window) -> None:
        from android_gym.simulator.ui.activity import SystemWindow

        if isinstance(window.controller, SystemWindow):
            if window.overlay is not None and window.overlay.on_dismiss is not None:
                self._windows.call(window.package, window.overlay.on_dismiss)
        elif window.overlay is not None and window.overlay.canceled_on_touch_outside:
            self._windows.dismiss(window)

    def _tap_text(self, window: Window, view: EditText, x: float, y: float) -> None:
        now = self._system.clock.elapsed_ms()
        before, bx, by = self._slot.get().tap
        near = DOUBLE_TAP_SLOP_DP * self._windows.density
        double = now - before <= DOUBLE_TAP_MS and abs(x - bx) + abs(y - by) <= near
        self._set(tap=(now, x, y))
        offset = view.offset_at(x, y)
        if double and view.text:
            view.select(*view.word_at(offset))
        else:
            view.select(offset, offset)
        self._windows.focus_view(window, view)
        if double and view.text:
            self._windows.show_text_toolbar(window, view)

    def _release(self, gesture: _Gesture) -> None:
        velocity = _velocity(gesture)[0 if gesture.axis == "x" else 1]
        density = self._windows.density
        view = self._windows.view(gesture.window, gesture.path or ())
        if view is None:
            return
        own = view.fling_distance(-velocity)
        if own is not None:
            distance, duration = own
            if not distance:
                return
        else:
            if abs(velocity) < MINIMUM_FLING_DP * density:
                return
            limit = MAXIMUM_FLING_DP * density
            distance, duration = fling(max(-limit, min(limit, -velocity)), density)
        now = self._system.clock.elapsed_ms()
        self._set(fling=_Fling(gesture.window, gesture.path or (), now, duration, distance))

    def _settle(self) -> bool:
        """Moves what is flung to where it is by now; returns whether it moved."""
        move = self._slot.peek().fling
        if move is None:
            return False
        passed = self._system.clock.elapsed_ms() - move.started_ms
        part = min(1.0, passed / move.duration_ms) if move.duration_ms else 1.0
        target = round(move.distance * (1.0 - (1.0 - part) ** 2.36))
        step = target - move.applied
        view = self._windows.view(move.window, move.path)
        if view is None:
            self._set(fling=None)
            return False
        moved = view.scroll(step) if step else 0
        ended = part >= 1.0 or not view.can_scroll(1 if move.distance > 0 else -1)
        self._set(fling=None if ended else move._replace(applied=target))
        return moved != 0

    def _edge_swipe(self, gesture: _Gesture, x: float, y: float) -> None:
        dx, dy = x - gesture.start[0], y - gesture.start[1]
        density = self._windows.density
        status_bar = self._system.status_bar
        if gesture.edge == "top":
            if dy > 24 * density:
                status_bar.expand_notifications()
        elif gesture.edge == "bottom":
            if -dy > 24 * density:
                held = self._system.clock.elapsed_ms() - _still_since(gesture)
                if held >= HOME_HOLD_MS:
                    self._windows.recents()
                else:
                    self._windows.go_home()
        elif abs(dx) > 24 * density:
            self._windows.back()


def _velocity(gesture: _Gesture) -> tuple[float, float]:
    """Velocity in px/s over the last 100 ms of the gesture."""
    samples = gesture.samples
    end = samples[-1]
    recent = [s for s in samples if end[0] - s[0] <= 100]
    first = recent[0]
    duration = end[0] - first[0]
    if duration <= 0:
        return 0.0, 0.0
    return (end[1] - first[1]) * 1000 / duration, (end[2] - first[2]) * 1000 / duration


def _still_since(gesture: _Gesture) -> int:
    """When the finger last moved noticeably."""
    end = gesture.samples[-1]
    since = end[0]
    for moment, x, y in reversed(gesture.samples):
        if abs(x - end[1]) + abs(y - end[2]) > 12:
            break
        since = moment
    return since


_DECELERATION = math.log(0.78) / math.log(0.9)


def fling(velocity: float, density: float) -> tuple[float, int]:
    """How far and for how long a fling carries (android.widget.OverScroller's spline).

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
