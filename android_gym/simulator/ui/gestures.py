"""Turns touch events into gestures: tap, long press, drag, fling, and the system's edge swipes.

Gestures with more than one finger are handled by `ui.multitouch`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from android_gym.simulator.ui import text_handles
from android_gym.simulator.ui.direction import along, send, x_on
from android_gym.simulator.ui.gesture_state import (
    Fling,
    Gesture,
    Touches,
    fling,
    still_since,
    velocity,
)
from android_gym.simulator.ui.multitouch import MultiTouch
from android_gym.simulator.ui.overscroll import Stretching
from android_gym.simulator.ui.text_handles import Grip
from android_gym.simulator.ui.touches import Touch
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText
from android_gym.simulator.ui.windows import Window, WindowManager

if TYPE_CHECKING:
    from android_gym.simulator.system import System
    from android_gym.simulator.ui.editable import TextField

__all__ = ["GestureDetector"]

TOUCH_SLOP_DP = 8
DOUBLE_TAP_MS = 300
DOUBLE_TAP_SLOP_DP = 100
MINIMUM_FLING_DP = 50
MAXIMUM_FLING_DP = 8000
BACK_EDGE_DP = 19
"""Width of the strips along the edges where a sideways swipe means BACK (about 50 px)."""

HOME_HOLD_MS = 250

_NO_TAP = Touches().tap


class GestureDetector:
    """Dispatcher of touch events to views and the system.

    Args:
        system: The services.
        windows: The window manager.
    """

    def __init__(self, system: System, windows: WindowManager) -> None:
        self._slot = windows.touches
        self._system = system
        self._windows = windows
        self._several = MultiTouch(self._slot, self, windows)
        system.clock.handler("long_press", self._long_press, int)
        windows.move_flung = self._settle
        system.keyguard.on_sleep(self._lose)

    def set(self, **changes: Any) -> None:
        """Replace fields of `Touches`."""
        value = self._slot.peek()
        changed = value._replace(**changes)
        if changed != value:
            self._slot.set(changed)

    @property
    def pointers(self) -> int:
        """Number of fingers on the screen."""
        touches = self._slot.get()
        return 0 if touches.gesture is None else 1 + len(touches.others)

    @property
    def moving(self) -> bool:
        """True while a fling is in progress."""
        return self._slot.get().fling is not None

    def touch(self, x: float, y: float, down: bool, pointer: int = 0) -> None:
        """Handle a touch event of one finger, in pixels of the screen in its current rotation."""
        with self._windows.host.views():
            self._touch(self._in_mirror(x), y, down, pointer)

    def touches(self, touches: Sequence[tuple[float, float, bool, int]]) -> None:
        """Handle simultaneous touch events: (x, y, down, pointer) of each finger."""
        if self._windows.mirrored:
            touches = [(self._in_mirror(x), y, down, n) for x, y, down, n in touches]
        with self._windows.host.views():
            if not self._system.display.on:
                self.cancel()
            elif self._slot.peek().others and all(down for _, _, down, _ in touches):
                self._several.move({pointer: (x, y) for x, y, _, pointer in touches})
            else:
                for x, y, down, pointer in touches:
                    self._touch(x, y, down, pointer)

    def _in_mirror(self, x: float) -> float:
        """Convert the position of a finger to the windows' coordinates (see `ui.direction`)."""
        if not self._windows.mirrored:
            return x
        width = self._windows.size[0]
        return max(0.0, width - 1 - x) if 0 <= x < width else width - 1 - x

    def _touch(self, x: float, y: float, down: bool, pointer: int) -> None:
        if not self._system.display.on:
            self.cancel()
            return
        touches = self._slot.get()
        gesture = touches.gesture
        if gesture is None:
            if down:
                self._down(x, y, pointer)
        elif touches.others or pointer != gesture.pointer:
            self._several.touch(x, y, down, pointer)
        elif down:
            if (x, y) != gesture.last:
                self.move(gesture, x, y)
            else:
                self.sample(gesture, x, y)
        else:
            if (x, y) != gesture.last and gesture.mode != "dead":
                # The event that lifts a finger may also move it.
                self.move(gesture, x, y)
                gesture = self._slot.get().gesture or gesture
            self.set(gesture=None)
            self._system.clock.cancel(gesture.timer)
            self._up(gesture, x, y)

    def cancel(self) -> None:
        """Cancel the gesture and the fling in progress."""
        self._windows.toolbar.selecting.set(False)
        gesture = self._slot.get().gesture
        if gesture is not None:
            self.set(gesture=None, others=())
            self._system.clock.cancel(gesture.timer)
            view = self._windows.view(gesture.window, gesture.path or ())
            if gesture.mode == "view" and view is not None:
                start = gesture.start
                send(view, Touch("cancel", *gesture.last, *start, pointer=gesture.pointer))
        if self._slot.get().fling is not None:
            self.set(fling=None)

    def _lose(self) -> None:
        """Cancel all touches, because the screen was turned off."""
        with self._windows.host.views():
            self.cancel()

    # -- down

    def _down(self, x: float, y: float, pointer: int) -> None:
        now = self._system.clock.elapsed_ms()
        width, height = self._windows.size
        on_screen = 0 <= x < width and 0 <= y < height
        window = self._windows.window_at(x, y) if on_screen else None
        self._touch_outside(window)
        edge = self._edge(x, y, width, height)
        samples = ((now, x, y),)
        base = Gesture(
            "dead", (x, y), (x, y), now, None, None, edge, samples=samples, pointer=pointer
        )
        if window is None:
            self.set(gesture=base)
            return
        if self._system.hangs.swallows(self._windows.taker(window)):
            self.set(gesture=base)
            return
        if self._take_handle(base, window):
            return
        view = window.root.hit(x, y)
        if view is None:
            self.set(gesture=base._replace(mode="press", window=window.key, outside=True))
            return
        fling = self._slot.get().fling
        if fling is not None:
            self.set(fling=None)
            if fling.window == window.key:
                for ancestor in view.ancestors():
                    if ancestor.path == fling.path:
                        # A touch on something that is still moving only stops it.
                        stopped = base._replace(
                            mode="scroll",
                            window=window.key,
                            path=ancestor.path,
                            axis=ancestor.SCROLLS or "y",
                        )
                        self.set(gesture=stopped)
                        return
        for ancestor in view.ancestors():
            if ancestor.takes_touch and ancestor.enabled:
                self.set(gesture=base._replace(mode="view", window=window.key, path=ancestor.path))
                send(ancestor, Touch("down", x, y, x, y, pointer=pointer))
                return
            if ancestor.clickable:
                break
        self._press(base, window, view)

    def _press(self, base: Gesture, window: Window, view: View) -> None:
        """Begin a press, which may become a tap."""
        target = self._target(view)
        held = target or view
        timer = self._system.clock.schedule(held.HOLD_MS, "long_press", base.started_ms)
        pressed = target is not None and target.clickable and target.enabled
        # A slider excludes the back gesture, as its thumb does on Android.
        sliding = target is not None and target.takes_tap and base.edge in ("left", "right")
        self.set(
            gesture=base._replace(
                mode="press",
                window=window.key,
                path=held.path,
                edge="" if sliding else base.edge,
                timer=timer,
                pressed=pressed and target is not None and target.text_field is None,
            )
        )

    def _touch_outside(self, touched: Window | None) -> None:
        """Notify windows that watch outside touches of a touch on another window."""
        for window in self._windows.present:
            watcher = window.overlay.on_touch_outside if window.overlay is not None else None
            if watcher is not None and window is not touched:
                self._windows.call(window.package, watcher)

    def _take_handle(self, base: Gesture, window: Window) -> bool:
        """Grab a handle of the selection; return whether one is under the finger."""
        focused = self._windows.input_method.focused_view()
        field = focused.text_field if focused is not None else None
        if focused is None or field is None or field.ui.window != window.key:
            return False
        grip = text_handles.grip_at(field, x_on(focused, base.start[0]), base.start[1])
        if grip is None:
            return False
        gesture = base._replace(mode="text", window=window.key, path=field.path, grip=grip)
        self.set(gesture=gesture)
        self._windows.toolbar.selecting.set(True)
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
        """Return the view that handles a tap on `view`: its nearest ancestor or itself."""
        for ancestor in view.ancestors():
            if ancestor.clickable or ancestor.long_clickable or ancestor.takes_tap:
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
        self.set(gesture=gesture._replace(mode="view" if view.follows_hold else "dead"))
        field = view.text_field
        if field is not None:
            self._long_press_text(gesture, view, field)
        with self._windows.host.views():
            view.long_click()
        window = self._windows.window(gesture.window)
        if window is not None:
            self._windows.acted("LONG_CLICKED", window, view)

    def _long_press_text(self, gesture: Gesture, view: View, field: TextField) -> None:
        window = self._windows.window(gesture.window)
        if window is not None:
            x, y = gesture.last
            word = field.word_at(field.offset_at(x_on(view, x), y))
            field.select(*word)
            self._windows.input_method.focus_view(window, view)
            self._windows.toolbar.show(field)
            if field.text:
                self.set(gesture=gesture._replace(mode="text", grip=Grip("word", word=word)))

    # -- move

    def sample(self, gesture: Gesture, x: float, y: float) -> Gesture:
        """Record the position of the gesture's finger; return the gesture."""
        now = self._system.clock.elapsed_ms()
        samples = (*gesture.samples[-11:], (now, x, y))
        moved = gesture._replace(last=(x, y), samples=samples)
        self.set(gesture=moved)
        return moved

    def move(self, gesture: Gesture, x: float, y: float) -> None:
        """Move the finger of the gesture to (x, y)."""
        last = gesture.last
        gesture = self.sample(gesture, x, y)
        if gesture.mode == "press":
            gesture = self._decide(gesture, x, y)
            last = gesture.start if gesture.mode == "scroll" else last
            if gesture.mode == "scroll":
                # The distance that distinguishes a scroll from a tap isn't scrolled.
                last = self._past_slop(gesture, x, y)
        if gesture.mode == "scroll":
            view = self._windows.view(gesture.window, gesture.path or ())
            if view is not None:
                axis = 0 if gesture.axis == "x" else 1
                amount = along(view, gesture.axis, round(last[axis]) - round((x, y)[axis]))
                if amount:
                    self._scroll(gesture, view, amount)
        elif gesture.mode == "view":
            view = self._windows.view(gesture.window, gesture.path or ())
            if view is not None:
                send(view, Touch("move", x, y, *gesture.start, pointer=gesture.pointer))
        elif gesture.mode == "text":
            self._drag_selection(gesture, x, y)

    def _scroll(self, gesture: Gesture, view: View, amount: int) -> None:
        """Scroll the dragged view; excess stretches it, and is undone first on the way back."""
        pull = gesture.pull
        if pull * amount < 0:
            back = max(-abs(pull), min(abs(pull), float(amount)))
            pull += back
            amount -= round(back)
        if amount:
            pull += amount - view.scroll(amount)
        if pull != gesture.pull and isinstance(view, Stretching):
            self.set(gesture=gesture._replace(pull=pull))

    def _drag_selection(self, gesture: Gesture, x: float, y: float) -> None:
        view = self._windows.view(gesture.window, gesture.path or ())
        slop = TOUCH_SLOP_DP * self._windows.density
        field = view.text_field if view is not None else None
        if view is not None and field is not None and gesture.grip is not None:
            if gesture.grip.end == "word" and math.dist(gesture.start, (x, y)) <= slop:
                return
            self._windows.toolbar.selecting.set(True)
            grip = text_handles.drag(field, gesture.grip, x_on(view, x), y)
            self.set(gesture=gesture._replace(grip=grip))

    def _past_slop(self, gesture: Gesture, x: float, y: float) -> tuple[float, float]:
        slop = TOUCH_SLOP_DP * self._windows.density
        dx, dy = x - gesture.start[0], y - gesture.start[1]
        return (
            gesture.start[0] + math.copysign(min(slop, abs(dx)), dx),
            gesture.start[1] + math.copysign(min(slop, abs(dy)), dy),
        )

    def _decide(self, gesture: Gesture, x: float, y: float) -> Gesture:
        """Decide what kind of gesture a moving press becomes."""
        dx, dy = x - gesture.start[0], y - gesture.start[1]
        slop = TOUCH_SLOP_DP * self._windows.density
        if max(abs(dx), abs(dy)) <= slop:
            return gesture
        axis = "x" if abs(dx) > abs(dy) else "y"
        edge = gesture.edge
        inward = {
            "bottom": axis == "x" or dy < 0,
            "top": axis == "y" and dy > 0,
            "left": axis == "x" and dx > 0,
            "right": axis == "x" and dx < 0,
        }
        if inward.get(edge, False) and not self._top_edge_taken(gesture):
            return self.become(gesture, mode="edge", axis=axis)
        if gesture.outside or gesture.path is None:
            return self.become(gesture, mode="dead")
        window = self._windows.window(gesture.window)
        view = window.root.hit(*gesture.start) if window is not None else None
        amount = -1 if (dx if axis == "x" else dy) > 0 else 1
        fallback: View | None = None
        for ancestor in view.ancestors() if view is not None else ():
            if ancestor.takes_drag(axis) and ancestor.enabled:
                moved = self.become(gesture, mode="view", path=ancestor.path, axis=axis)
                start = gesture.start
                send(ancestor, Touch("down", *start, *start, pointer=gesture.pointer))
                return moved
            if axis == ancestor.SCROLLS and not ancestor.nested_scrolling:
                if ancestor.can_scroll(along(ancestor, axis, amount)):
                    return self.become(gesture, mode="scroll", path=ancestor.path, axis=axis)
                fallback = fallback or ancestor
        if fallback is not None:
            return self.become(gesture, mode="scroll", path=fallback.path, axis=axis)
        target = self._windows.view(gesture.window, gesture.path)
        if target is None:
            return self.become(gesture, mode="dead")
        left, top, right, bottom = target.bounds
        if not (left - slop <= x < right + slop and top - slop <= y < bottom + slop):
            return self.become(gesture, mode="dead")
        return gesture

    def _top_edge_taken(self, gesture: Gesture) -> bool:
        """Return whether the shade is already open, so that it handles swipes at the top itself."""
        return gesture.edge == "top" and bool(self._system.status_bar.panel)

    def become(self, gesture: Gesture, **changes: Any) -> Gesture:
        """Change the gesture; it can no longer become a long press."""
        self._system.clock.cancel(gesture.timer)
        changed = gesture._replace(**changes)
        self.set(gesture=changed)
        return changed

    # -- up

    def _up(self, gesture: Gesture, x: float, y: float) -> None:
        match gesture.mode:
            case "press":
                self._tap(gesture, x, y)
            case "scroll":
                self._release(gesture)
            case "view":
                view = self._windows.view(gesture.window, gesture.path or ())
                if view is not None:
                    speed = velocity(gesture)
                    send(view, Touch("up", x, y, *gesture.start, speed, gesture.pointer))
            case "text":
                self._windows.toolbar.selecting.set(False)
            case "edge":
                self._edge_swipe(gesture, x, y)

    def _tap(self, gesture: Gesture, x: float, y: float) -> None:
        window = self._windows.window(gesture.window)
        if window is None:
            return
        if gesture.outside:
            self._tap_outside(window)
            return
        self._windows.toolbar.touched(window)
        view = self._windows.view(gesture.window, gesture.path or ())
        if view is None or not view.enabled:
            return
        if not view.clickable:
            if view.takes_tap:
                view.tap(x_on(view, x), y)
            return
        field = view.text_field
        if field is not None:
            self._tap_text(window, view, field, x, y)
        elif view.takes_double_tap and self._second_tap(x, y):
            self.set(tap=_NO_TAP)
            view.double_tap(x_on(view, x), y)
            return
        view.tap(x_on(view, x), y)
        self._windows.acted("CLICKED", window, view)

    def _tap_outside(self, window: Window) -> None:
        from android_gym.simulator.ui.activity import SystemWindow

        if isinstance(window.controller, SystemWindow):
            if window.overlay is not None and window.overlay.on_dismiss is not None:
                self._windows.call(window.package, window.overlay.on_dismiss)
        elif window.overlay is not None and window.overlay.canceled_on_touch_outside:
            self._windows.dismiss(window)

    def _second_tap(self, x: float, y: float) -> bool:
        """Record a tap; return whether it is the second tap of a double tap."""
        now = self._system.clock.elapsed_ms()
        before, bx, by = self._slot.get().tap
        near = DOUBLE_TAP_SLOP_DP * self._windows.density
        self.set(tap=(now, x, y))
        return now - before <= DOUBLE_TAP_MS and abs(x - bx) + abs(y - by) <= near

    def _tap_text(self, window: Window, view: View, field: TextField, x: float, y: float) -> None:
        double = self._second_tap(x, y)
        offset = field.offset_at(x_on(view, x), y)
        if double and field.text:
            field.select(*field.word_at(offset))
        elif isinstance(view, EditText) and view.select_all and not view.ui.focused(view):
            field.select(0, len(field.text))
        else:
            field.select(offset, offset)
        self._windows.input_method.focus_view(window, view)
        if double and field.text:
            self._windows.toolbar.show(field)

    def _release(self, gesture: Gesture) -> None:
        speed = velocity(gesture)[0 if gesture.axis == "x" else 1]
        density = self._windows.density
        view = self._windows.view(gesture.window, gesture.path or ())
        if view is None:
            return
        speed = along(view, gesture.axis, speed)
        own = view.fling_distance(-speed)
        if own is not None:
            distance, duration = own
            if not distance:
                return
        else:
            if abs(speed) < MINIMUM_FLING_DP * density:
                return
            limit = MAXIMUM_FLING_DP * density
            distance, duration = fling(max(-limit, min(limit, -speed)), density)
        now = self._system.clock.elapsed_ms()
        self.set(fling=Fling(gesture.window, gesture.path or (), now, duration, distance))

    def _settle(self) -> bool:
        """Move the flung view to its current position; return whether it moved."""
        move = self._slot.peek().fling
        if move is None:
            return False
        passed = self._system.clock.elapsed_ms() - move.started_ms
        part = min(1.0, passed / move.duration_ms) if move.duration_ms else 1.0
        target = round(move.distance * (1.0 - (1.0 - part) ** 2.36))
        step = target - move.applied
        view = self._windows.view(move.window, move.path)
        if view is None:
            self.set(fling=None)
            return False
        moved = view.scroll(step) if step else 0
        ended = part >= 1.0 or not view.can_scroll(1 if move.distance > 0 else -1)
        self.set(fling=None if ended else move._replace(applied=target))
        return moved != 0

    def _edge_swipe(self, gesture: Gesture, x: float, y: float) -> None:
        dx, dy = x - gesture.start[0], y - gesture.start[1]
        density = self._windows.density
        status_bar = self._system.status_bar
        if gesture.edge == "top":
            if dy > 24 * density:
                status_bar.expand_notifications()
        elif gesture.edge == "bottom":
            if self._system.keyguard.showing:
                if -dy > 24 * density:
                    self._system.keyguard.dismiss()
            elif abs(dx) > abs(dy):
                if dx > 24 * density:
                    self._windows.previous_task()
            elif -dy > 24 * density:
                held = self._system.clock.elapsed_ms() - still_since(gesture)
                if held >= HOME_HOLD_MS:
                    self._windows.recents()
                else:
                    self._windows.go_home()
        elif abs(dx) > 24 * density:
            self._windows.back()
