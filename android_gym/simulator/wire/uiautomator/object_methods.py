"""Remote methods that take a selector or the name of an object."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from android_gym.simulator.wire.uiautomator.errors import InvalidParamsError, RemoteError
from android_gym.simulator.wire.uiautomator.fingers import LONG_CLICK_MS, Fingers
from android_gym.simulator.wire.uiautomator.methods import JsonValue, Position, remote
from android_gym.simulator.wire.uiautomator.objects import Objects, Target, center
from android_gym.simulator.wire.uiautomator.selectors import Found, Selector, find

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone
    from android_gym.simulator.ui.geometry import Rect

__all__ = ["ObjectMethods"]

_MOST_WAIT_MS: Final = 600_000
_POLL_MS: Final = 100
_MOST_LISTED: Final = 10_000
_FINGER: Final = 20
"""Minimum distance of a pinch's fingers from the middle in pixels (FINGER_TOUCH_HALF_WIDTH)."""

_SCROLL_STEPS: Final = 55
_FLING_STEPS: Final = 5
_SLOW_STEPS: Final = 20
"""Steps from which on a scroll does not fling: a search must not skip its target."""
_DEAD_ZONE: Final = 0.1
"""Fraction of a scrollable at either end where no swipe begins (UiScrollable)."""

_MOST_SWIPES: Final = 500
_SEARCH_SWIPES: Final = 30
"""Maximum swipes of a search (UiScrollable.DEFAULT_MAX_SEARCH_SWIPES)."""


class ObjectMethods:
    """The methods that take a selector or the name of an object.

    Args:
        phone: The phone.
        objects: Finds the objects.
        fingers: Touches them.
    """

    def __init__(self, phone: Phone, objects: Objects, fingers: Fingers) -> None:
        self._phone = phone
        self._objects = objects
        self._fingers = fingers

    # --- looking ---------------------------------------------------------------------------------

    @remote("objInfo")
    def info(self, target: Selector | str) -> JsonValue:
        """Return the properties of an object."""
        return _info(self._objects.one(target))

    @remote("objInfoOfAllInstances")
    def infos(self, target: Selector | str) -> JsonValue:
        """Return the properties of all objects that a selector matches."""
        found: list[JsonValue] = []
        for item in self._objects.matches(target):
            found.append(_info(item))
            if len(found) == _MOST_LISTED:
                break
        return found

    @remote("exist")
    def exist(self, target: Selector | str) -> bool:
        """Return whether an object exists."""
        return self._objects.first(target) is not None

    @remote("count")
    def count(self, target: Selector | str) -> int:
        """Return the number of objects that a selector matches."""
        return sum(1 for _ in self._objects.matches(target))

    @remote("getText")
    def get_text(self, target: Selector | str) -> str:
        """Return the text of an object."""
        return self._objects.one(target).node.view.accessibility_text() or ""

    @remote("waitForExists")
    def wait_for(self, target: Selector | str, timeout_ms: int) -> bool:
        """Wait until an object exists; return whether it does."""
        return self._wait(lambda: self._objects.first(target) is not None, timeout_ms)

    @remote("waitUntilGone")
    def wait_gone(self, target: Selector | str, timeout_ms: int) -> bool:
        """Wait until an object is gone; return whether it is."""
        return self._wait(lambda: self._objects.first(target) is None, timeout_ms)

    def _wait(self, holds: Callable[[], bool], timeout_ms: int) -> bool:
        if not 0 <= timeout_ms <= _MOST_WAIT_MS:
            raise InvalidParamsError(f"A wait is 0 to {_MOST_WAIT_MS} ms, not {timeout_ms}.")
        clock = self._phone.system.clock
        deadline = clock.elapsed_ms() + timeout_ms
        seen = -1
        while True:
            revision = self._phone.screen_revision
            if revision != seen and holds():
                return True
            seen = revision
            left = deadline - clock.elapsed_ms()
            if left <= 0:
                return False
            self._phone.advance(min(_POLL_MS, left))

    # --- touching --------------------------------------------------------------------------------

    @remote("click")
    def click(self, target: Selector | str, corner: str = "") -> bool:
        """Tap the middle of an object, or 5 px from its corner ("tl" or "br")."""
        left, top, right, bottom = bounds = self._objects.one(target).node.bounds
        points = {
            "": center(bounds),
            "tl": (left + 5, top + 5),
            "br": (right - 5, bottom - 5),
        }
        point = points.get(corner)
        if point is None:
            raise InvalidParamsError(f'A corner is "tl" or "br", not {corner!r}.')
        self._phone.tap(*point)
        return True

    @remote("longClick")
    def long_click(self, target: Selector | str) -> bool:
        """Long-press the middle of an object."""
        self._fingers.hold(center(self._objects.one(target).node.bounds), LONG_CLICK_MS)
        return True

    @remote("dragTo")
    def drag_to_point(self, target: Selector | str, x: float, y: float, steps: int) -> bool:
        """Drag an object to a point."""
        start = center(self._objects.one(target).node.bounds)
        self._fingers.swipe([start, (x, y)], steps, drag=True)
        return True

    @remote("dragTo")
    def drag_to_object(self, target: Selector | str, to: Selector, steps: int) -> bool:
        """Drag an object to another."""
        start = center(self._objects.one(target).node.bounds)
        end = center(self._objects.one(to).node.bounds)
        self._fingers.swipe([start, end], steps, drag=True)
        return True

    @remote("swipe")
    def swipe(self, target: Selector | str, direction: str, steps: int) -> bool:
        """Swipe across an object "left", "right", "up" or "down", 5 px from its edges."""
        left, top, right, bottom = bounds = self._objects.one(target).node.bounds
        x, y = center(bounds)
        lines = {
            "left": ((right - 5, y), (left + 5, y)),
            "right": ((left + 5, y), (right - 5, y)),
            "up": ((x, bottom - 5), (x, top + 5)),
            "down": ((x, top + 5), (x, bottom - 5)),
        }
        line = lines.get(direction.lower())
        if line is None:
            raise InvalidParamsError(f"A direction is one of {', '.join(lines)}, not {direction}.")
        self._fingers.swipe(line, steps)
        return True

    @remote("gesture")
    def gesture(
        self,
        target: Selector | str,
        start1: Position,
        start2: Position,
        end1: Position,
        end2: Position,
        steps: int,
    ) -> bool:
        """Move two fingers from two points to two others."""
        self._objects.one(target)
        starts = (start1.x, start1.y), (start2.x, start2.y)
        self._fingers.two(starts, ((end1.x, end1.y), (end2.x, end2.y)), steps)
        return True

    @remote("pinchIn")
    def pinch_in(self, target: Selector | str, percent: int, steps: int) -> bool:
        """Move two fingers on an object towards each other."""
        near, far = self._pinch(target, percent)
        self._fingers.two(far, near, steps)
        return True

    @remote("pinchOut")
    def pinch_out(self, target: Selector | str, percent: int, steps: int) -> bool:
        """Move two fingers on an object away from each other."""
        near, far = self._pinch(target, percent)
        self._fingers.two(near, far, steps)
        return True

    def _pinch(
        self, target: Target, percent: int
    ) -> tuple[tuple[tuple[int, int], tuple[int, int]], tuple[tuple[int, int], tuple[int, int]]]:
        """Return the fingers' positions when close together, and when far apart."""
        left, top, right, bottom = self._objects.one(target).node.bounds
        if right - left <= 2 * _FINGER:
            message = "Object width is too small for operation"
            raise RemoteError("java.lang.IllegalStateException", message)
        x, y = center((left, top, right, bottom))
        reach = (right - left) // 2 * max(0, min(100, percent)) // 100
        reach = min(max(reach, _FINGER), (right - left) // 2 - 1)
        return ((x - _FINGER, y), (x + _FINGER, y)), ((x - reach, y), (x + reach, y))

    # --- text ------------------------------------------------------------------------------------

    @remote("setText")
    def set_text(self, target: Selector | str, text: str) -> bool:
        """Replace a field's text; return whether the object is a field."""
        done = False
        with self._phone.windows.host.views():
            field = self._objects.one(target).node.view.editor
            if field is not None and field.enabled:
                field.select(0, len(field.text))
                # The view was rebuilt.
                selected = self._objects.one(target).node.view.editor
                if selected is not None:
                    done = selected.insert(text) if text else selected.set_text("", 0)
        return done

    @remote("clearTextField")
    def clear_text(self, target: Selector | str) -> bool:
        """Clear a field."""
        return self.set_text(target, "")

    # --- scrolling -------------------------------------------------------------------------------

    @remote("scrollForward")
    def scroll_forward(
        self, target: Selector | str, vertical: bool, steps: int = _SCROLL_STEPS
    ) -> bool:
        """Scroll forward; return whether anything moved."""
        return self._scroll(target, vertical, steps, forward=True)

    @remote("scrollBackward")
    def scroll_backward(
        self, target: Selector | str, vertical: bool, steps: int = _SCROLL_STEPS
    ) -> bool:
        """Scroll backward; return whether anything moved."""
        return self._scroll(target, vertical, steps, forward=False)

    @remote("scrollToBeginning")
    def scroll_to_beginning(
        self, target: Selector | str, vertical: bool, swipes: int, steps: int = _SCROLL_STEPS
    ) -> bool:
        """Scroll backward until nothing moves; return whether the beginning was reached."""
        return self._scroll_out(target, vertical, swipes, steps, forward=False)

    @remote("scrollToEnd")
    def scroll_to_end(
        self, target: Selector | str, vertical: bool, swipes: int, steps: int = _SCROLL_STEPS
    ) -> bool:
        """Scroll forward until nothing moves; return whether the end was reached."""
        return self._scroll_out(target, vertical, swipes, steps, forward=True)

    @remote("scrollTo")
    def scroll_to(self, target: Selector | str, wanted: Selector, vertical: bool) -> bool:
        """Scroll, from the beginning, until an object is visible; return whether it is."""
        self._objects.one(target)
        return self._search(target, lambda: self._has(target, wanted), vertical)

    @remote("flingForward")
    def fling_forward(self, target: Selector | str, vertical: bool) -> bool:
        """Fling forward; return whether anything moved."""
        return self._scroll(target, vertical, _FLING_STEPS, forward=True)

    @remote("flingBackward")
    def fling_backward(self, target: Selector | str, vertical: bool) -> bool:
        """Fling backward; return whether anything moved."""
        return self._scroll(target, vertical, _FLING_STEPS, forward=False)

    @remote("flingToBeginning")
    def fling_to_beginning(self, target: Selector | str, vertical: bool, swipes: int) -> bool:
        """Fling backward until nothing moves; return whether the beginning was reached."""
        return self._scroll_out(target, vertical, swipes, _FLING_STEPS, forward=False)

    @remote("flingToEnd")
    def fling_to_end(self, target: Selector | str, vertical: bool, swipes: int) -> bool:
        """Fling forward until nothing moves; return whether the end was reached."""
        return self._scroll_out(target, vertical, swipes, _FLING_STEPS, forward=True)

    def _scroll(self, target: Target, vertical: bool, steps: int, *, forward: bool) -> bool:
        found = self._objects.one(target)
        before = _places(found)
        low, high = _swipe_line(found.node.bounds, vertical)
        line = [high, low] if forward else [low, high]
        self._fingers.swipe(line, steps, rest=steps >= _SLOW_STEPS)
        self._fingers.settle()
        after = self._objects.first(target)
        return after is not None and _places(after) != before

    def _scroll_out(
        self, target: Target, vertical: bool, swipes: int, steps: int, *, forward: bool
    ) -> bool:
        if not 0 <= swipes <= _MOST_SWIPES:
            raise InvalidParamsError(f"Swipes must be 0 to {_MOST_SWIPES}, not {swipes}.")
        self._objects.one(target)
        for _ in range(swipes):
            if self._objects.first(target) is None:
                return False
            if not self._scroll(target, vertical, steps, forward=forward):
                return True
        return False

    def _has(self, target: Target, wanted: Selector) -> bool:
        found = self._objects.first(target)
        return found is not None and next(_below(found, wanted), None) is not None

    def _search(self, target: Target, holds: Callable[[], bool], vertical: bool) -> bool:
        """Scroll from the beginning until a condition holds; return whether it does."""
        if holds():
            return True
        self._scroll_out(target, vertical, _SEARCH_SWIPES, _SCROLL_STEPS, forward=False)
        for _ in range(_SEARCH_SWIPES):
            if holds():
                return True
            if self._objects.first(target) is None:
                return False
            if not self._scroll(target, vertical, _SCROLL_STEPS, forward=True):
                break
        return holds()

    # --- objects by their place ------------------------------------------------------------------

    @remote("childByText")
    def child_by_text(
        self, target: Selector | str, pattern: Selector, text: str, scroll: bool = False
    ) -> str:
        """Return the name of the matching child that contains a text."""
        has = partial(_reads, text=text, described=False)
        return self._child(target, pattern, has, text, scroll)

    @remote("childByDescription")
    def child_by_description(
        self, target: Selector | str, pattern: Selector, text: str, scroll: bool = False
    ) -> str:
        """Return the name of the matching child that contains a description."""
        has = partial(_reads, text=text, described=True)
        return self._child(target, pattern, has, text, scroll)

    @remote("childByInstance")
    def child_by_instance(self, target: Selector | str, pattern: Selector, instance: int) -> str:
        """Return the name of the n-th matching child, counted from 0."""

        def found() -> Iterator[Found]:
            for parent in self._objects.matches(target):
                for number, child in enumerate(_below(parent, pattern)):
                    if number == instance:
                        yield child

        return self._keep(f"{pattern.text} [{instance}]", found)

    @remote("getParent")
    def parent(self, target: Selector | str) -> str:
        """Return the name of an object's parent."""

        def found() -> Iterator[Found]:
            for child in self._objects.matches(target):
                if child.parent is not None:
                    yield child.parent

        return self._keep(f"parent of {self._objects.text(target)}", found)

    def _child(
        self,
        target: Target,
        pattern: Selector,
        has: Callable[[Found], bool],
        text: str,
        scroll: bool,
    ) -> str:
        def found() -> Iterator[Found]:
            for parent in self._objects.matches(target):
                for child in _below(parent, pattern):
                    if has(child):
                        yield child

        if scroll:
            parent = self._objects.one(target)
            vertical = parent.node.view.SCROLLS != "x"
            self._search(target, lambda: next(found(), None) is not None, vertical)
        return self._keep(f"{pattern.text} with {text!r}", found)

    def _keep(self, text: str, found: Callable[[], Iterator[Found]]) -> str:
        name = self._objects.keep(text, found)
        self._objects.one(name)
        return name


def _info(found: Found) -> JsonValue:
    view, bounds = found.node.view, found.node.bounds
    box = dict(zip(("left", "top", "right", "bottom"), bounds, strict=True))
    return {
        "bounds": box,
        "visibleBounds": box,
        "checkable": view.checkable,
        "checked": view.checked,
        "childCount": len(found.node.children),
        "className": view.class_name,
        "clickable": view.clickable,
        "contentDescription": view.content_description or None,
        "enabled": view.enabled,
        "focusable": view.focusable,
        "focused": view.ui.focused(view),
        "longClickable": view.long_clickable,
        "packageName": found.window.package,
        "resourceName": view.resource_name,
        "scrollable": view.scrollable,
        "selected": view.selected,
        "text": view.accessibility_text() or "",
    }


def _below(parent: Found, pattern: Selector) -> Iterator[Found]:
    """Yield the nodes that a selector matches below a node, excluding the node itself."""
    for found in find(pattern, parent):
        if found.node is not parent.node:
            yield found


def _all(found: Found) -> Iterator[Found]:
    yield found
    for index, child in enumerate(found.node.children):
        if child.visible:
            yield from _all(Found(child, index, found, found.window))


def _reads(found: Found, *, text: str, described: bool) -> bool:
    """Return whether a node or a descendant has exactly this text (or description)."""
    return any(
        (item.node.view.content_description if described else item.node.view.accessibility_text())
        == text
        for item in _all(found)
    )


def _places(found: Found) -> list[tuple[object, Rect, str | None]]:
    """Return the nodes of an object with their bounds and texts, to detect scrolling."""
    return [
        (item.node.view.path, item.node.bounds, item.node.view.accessibility_text())
        for item in _all(found)
    ]


def _swipe_line(bounds: Rect, vertical: bool) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the ends of a swipe through a scrollable, first the one nearer its beginning."""
    left, top, right, bottom = bounds
    x, y = center(bounds)
    if vertical:
        dead = int((bottom - top) * _DEAD_ZONE)
        return (x, top + dead), (x, bottom - dead)
    dead = int((right - left) * _DEAD_ZONE)
    return (left + dead, y), (right - dead, y)
