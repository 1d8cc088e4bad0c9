"""Descriptions of actions in a person's words: "tap Network & internet"."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.events import (
    DeviceEvent,
    DoubleTap,
    Drag,
    ExpandPanel,
    Key,
    KeyCombination,
    Launch,
    LongPress,
    Pinch,
    Swipe,
    Tap,
    Text,
    Touch,
    Wait,
    pinch_fingers,
)

__all__ = ["describe", "finger_paths", "name_at"]

_AIMED = 3.0
"""Distance in pixels from an element's center within which a touch is aimed at it."""

_WHOLE_SCREEN = 0.5
"""An element that covers more of the screen than this is not what a person would name."""

_ARC = 8
"""Number of straight segments that approximate the path of a turning finger."""

_TAPS: dict[type, str] = {Tap: "tap", DoubleTap: "double tap", LongPress: "long press"}


def describe(event: DeviceEvent, elements: Sequence[UIElement]) -> str:
    """Return an event in words, e.g. ``"tap Network & internet"``.

    Args:
        event: The event.
        elements: The elements on the screen before it, with bounds in pixels.
    """
    match event:
        case Tap(x, y) | DoubleTap(x, y) | LongPress(x, y):
            return f"{_TAPS[type(event)]} {name_at(elements, x, y)}"
        case Drag(x, y, to_x, to_y):
            return f"drag {name_at(elements, x, y)} to {name_at(elements, to_x, to_y)}"
        case Swipe(x, y, to_x, to_y):
            start = name_at(elements, x, y)
            way = f"swipe {_direction(to_x - x, to_y - y)}"
            return way if start.startswith(("beside ", "(")) else f"{way} from {start}"
        case Pinch(x, y):
            return f"{_pinch(event)} on {name_at(elements, x, y)}"
        case Text(text):
            return f"type {text!r}"
        case Key(code):
            return f"press {_key(code)}"
        case KeyCombination(codes):
            return f"press {' + '.join(map(_key, codes))}"
        case Launch(app):
            return f"open {app}"
        case ExpandPanel(panel):
            return "open the shade" if panel == "notifications" else "open quick settings"
        case Wait(duration):
            return f"wait {duration / 1000:g} s"
        case Touch(kind):
            return ("touch", "lift", "wait")[kind]


def finger_paths(event: DeviceEvent) -> list[list[tuple[float, float]]]:
    """Return the paths of the fingers in an event.

    Returns:
        One path per finger, each a list of (x, y) in pixels; empty if the event uses no finger.
    """
    match event:
        case Tap(x, y) | DoubleTap(x, y) | LongPress(x, y):
            return [[(x, y)]]
        case Swipe(x, y, to_x, to_y) | Drag(x, y, to_x, to_y):
            return [[(x, y), (to_x, to_y)]]
        case Pinch():
            moments = [pinch_fingers(event, step / _ARC) for step in range(_ARC + 1)]
            return [[fingers[0] for fingers in moments], [fingers[1] for fingers in moments]]
    return []


def _pinch(event: Pinch) -> str:
    """Return a pinch in words, such as ``"pinch out (2x) turning 90\u00b0 right"``."""
    words = "pinch"
    if event.from_span != event.to_span:
        words = f"pinch {'out' if event.to_span > event.from_span else 'in'}"
        if event.from_span and event.to_span:
            words += f" ({event.to_span / event.from_span:.2g}x)"
    if event.degrees:
        way = "right" if event.degrees > 0 else "left"
        words += f" turning {abs(event.degrees)}\u00b0 {way}"
    return words


def name_at(elements: Iterable[UIElement], x: float, y: float) -> str:
    """Return the name that a person would use for the place (x, y).

    It is the name of the smallest element there. If that has none, such as a switch beside its
    title, it is the kind of the element and the nearest name on the same line.

    Args:
        elements: The screen's elements, with bounds in pixels.
        x: Pixels from the left.
        y: Pixels from the top.

    Returns:
        A name such as ``"Network & internet"``, or ``"(540, 1200)"`` if nothing is there.
    """
    visible = [e for e in elements if e.is_visible is not False and e.bbox_pixels is not None]
    boxes = [_box(e) for e in visible]
    screen = max((b.x_max for b in boxes), default=0) * max((b.y_max for b in boxes), default=0)
    visible = [e for e in visible if _box(e).area <= _WHOLE_SCREEN * screen]
    here = [e for e in visible if _holds(_box(e), x, y)]
    # An element touched exactly at its center was meant, whatever else lies under it.
    here.sort(key=lambda e: (math.dist(_box(e).center, (x, y)) > _AIMED, _box(e).area))
    for element in here:
        if _name(element) and (element is here[0] or not here[0].is_clickable):
            return _name(element)
    named = [e for e in visible if _name(e) and _box(e).y_min <= y < _box(e).y_max]
    named.sort(key=lambda e: abs(_box(e).center[0] - x))
    kind = _kind(here[0]) if here else ""
    if named and kind:
        return f"the {kind} beside {_name(named[0])}"
    if named:
        return f"beside {_name(named[0])}"
    if kind:
        return f"the {kind}"
    return f"({x:.0f}, {y:.0f})"


def _key(code: str | int) -> str:
    return str(code).removeprefix("KEYCODE_").replace("_", " ").lower()


def _direction(dx: float, dy: float) -> str:
    if abs(dx) > abs(dy):
        return "right" if dx > 0 else "left"
    return "down" if dy > 0 else "up"


def _box(element: UIElement) -> BoundingBox:
    box = element.bbox_pixels
    return box if box is not None else BoundingBox(0, 0, 0, 0)


def _holds(box: BoundingBox, x: float, y: float) -> bool:
    return box.x_min <= x < box.x_max and box.y_min <= y < box.y_max


def _name(element: UIElement) -> str:
    if _kind(element) == "slider":  # a slider's text is a number
        return element.content_description or "the slider"
    name = element.text or element.content_description or element.hint_text or ""
    name = " ".join(name.split())
    return name if len(name) <= 60 else name[:59] + "…"


def _kind(element: UIElement) -> str:
    """Return the element's class as a word, e.g. ``"switch"``; empty if it would say nothing."""
    kind = (element.class_name or "").rpartition(".")[2].lower()
    return {
        "switch": "switch",
        "checkbox": "box",
        "radiobutton": "button",
        "imagebutton": "button",
        "imageview": "picture",
        "seekbar": "slider",
        "edittext": "field",
        "button": "button",
    }.get(kind, "")
