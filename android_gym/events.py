"""Everything that can be done to a phone, and what an agent can say about its task.

Each event is a frozen class. Action modes decode to events, demonstrations yield them, devices
perform them, recorders and viewers show them. `shell_command` gives an event as text for
``adb shell``; `to_json` and `from_json` convert it for files and messages.

Positions are pixels of the screen in its current rotation, from (0, 0) at the top left. Times are
milliseconds of the phone's own clock.
"""

from __future__ import annotations

import dataclasses
import math
import re
import shlex
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from android_gym.errors import ActionError

__all__ = [
    "MAX_TEXT",
    "Answer",
    "ApiCall",
    "ApiValue",
    "Declare",
    "DeviceEvent",
    "DoubleTap",
    "Drag",
    "Event",
    "ExpandPanel",
    "Key",
    "KeyCombination",
    "Launch",
    "LongPress",
    "Pinch",
    "Swipe",
    "Tap",
    "Text",
    "Touch",
    "Wait",
    "from_json",
    "pinch_fingers",
    "shell_command",
    "to_json",
]

MAX_TEXT = 100_000
"""Longest text of an event, in characters."""

_MAX_PIXEL = 100_000
_MAX_MS = 600_000
_MAX_DEGREES = 360
_MAX_ARGUMENTS = 32


@dataclass(frozen=True, slots=True)
class Touch:
    """One raw step of AndroidEnv, which lasts `Device.step_ms` of the device.

    Attributes:
        action_type: 0 touches (or moves), 1 lifts, 2 repeats (only lets time pass).
        x: From 0.0, the left edge, to 1.0, the right one.
        y: From 0.0, the top edge, to 1.0, the bottom one.
    """

    action_type: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap at (x, y)."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class DoubleTap:
    """Two taps at (x, y)."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class LongPress:
    """A finger that rests at (x, y)."""

    x: int
    y: int
    duration_ms: int = 1000


@dataclass(frozen=True, slots=True)
class Swipe:
    """A finger that moves from (x, y) to (to_x, to_y), and a second for a fling to come to rest."""

    x: int
    y: int
    to_x: int
    to_y: int
    duration_ms: int = 500


@dataclass(frozen=True, slots=True)
class Drag:
    """A finger that rests at (x, y) until something is picked up, then drags it to (to_x, to_y)."""

    x: int
    y: int
    to_x: int
    to_y: int
    duration_ms: int = 2000


@dataclass(frozen=True, slots=True)
class Pinch:
    """Two fingers around (x, y) that move apart (zoom in) or together (zoom out).

    They start on a horizontal line and end on one rotated by `degrees`. Fingers that would leave
    the screen stay at its edge.

    Attributes:
        x: x of the midpoint between the fingers, in pixels; it does not move.
        y: y of the same point, in pixels.
        from_span: Pixels between the fingers at first.
        to_span: Pixels between the fingers at last.
        degrees: How far the fingers turn clockwise, -360 to 360.
        duration_ms: Time between the first touch and the last.
    """

    x: int
    y: int
    from_span: int
    to_span: int
    degrees: int = 0
    duration_ms: int = 500


@dataclass(frozen=True, slots=True)
class Text:
    """Text that is typed into the focused element."""

    text: str


@dataclass(frozen=True, slots=True)
class Key:
    """A key press: a name such as ``"BACK"`` or ``"KEYCODE_BACK"``, or a number."""

    code: str | int


@dataclass(frozen=True, slots=True)
class KeyCombination:
    """Keys that are held down together, by their numbers."""

    codes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Wait:
    """Time that passes."""

    duration_ms: int = 1000


@dataclass(frozen=True, slots=True)
class Launch:
    """An app that is started or brought to the front, by its label or its package."""

    app: str


@dataclass(frozen=True, slots=True)
class ExpandPanel:
    """The notification shade, pulled down from the top of the screen, or its quick settings."""

    panel: Literal["notifications", "settings"] = "notifications"


ApiValue = str | int | float | bool
"""A value of a parameter of an API call."""


@dataclass(frozen=True, slots=True)
class ApiCall:
    """A call of an API in the registry (`android_gym.apis`), as an alternative to gestures.

    Attributes:
        api: Name of the API.
        arguments: Parameters and their values.
    """

    api: str
    arguments: tuple[tuple[str, ApiValue], ...] = ()

    @classmethod
    def of(cls, api: str, **arguments: ApiValue) -> ApiCall:
        """Return the call with these arguments."""
        return cls(api, tuple(arguments.items()))


@dataclass(frozen=True, slots=True)
class Answer:
    """The agent's answer to the goal's question."""

    text: str


@dataclass(frozen=True, slots=True)
class Declare:
    """The agent's declaration of the end.

    Attributes:
        status: AndroidWorld's ``goal_status``. Either ends the episode, and both are judged alike.
    """

    status: Literal["complete", "infeasible"] = "complete"


DeviceEvent = (
    Touch
    | Tap
    | DoubleTap
    | LongPress
    | Swipe
    | Drag
    | Pinch
    | Text
    | Key
    | KeyCombination
    | Wait
    | Launch
    | ExpandPanel
)
"""An event that a device performs."""

Event = DeviceEvent | ApiCall | Answer | Declare
"""Anything an agent can do or say."""

_REST_S = 1  # a flung list comes to rest within this time


def shell_command(event: Event) -> str | None:
    """Return the command line for ``adb shell`` that performs an event.

    Args:
        event: Any event.

    Returns:
        The command; None for events that are not a single command: raw touches, pinches, texts
        beyond the keys of a US keyboard, launches (the phone must be asked for the activity), and
        what an agent says.

    Raises:
        ActionError: If a key's name is not one that ``input keyevent`` could take.
    """
    match event:
        case Tap(x, y):
            return f"input tap {x} {y}"
        case DoubleTap(x, y):
            return f"input tap {x} {y} && input tap {x} {y}"
        case LongPress(x, y, duration):
            return f"input swipe {x} {y} {x} {y} {duration}"
        case Swipe(x, y, to_x, to_y, duration):
            # A touch on a list that is still moving would only stop it.
            return f"input swipe {x} {y} {to_x} {to_y} {duration} && sleep {_REST_S}"
        case Drag(x, y, to_x, to_y, duration):
            return f"input draganddrop {x} {y} {to_x} {to_y} {duration}"
        case KeyCombination(codes):
            return f"input keycombination {' '.join(map(str, codes))}"
        case Key(code):
            return f"input keyevent {_key_name(code)}"
        case ExpandPanel(panel):
            return f"cmd statusbar expand-{panel}"
        case Wait(duration):
            return f"sleep {duration / 1000:g}"
        # `input text` turns "%s" into a space.
        case Text(text) if re.fullmatch(r"[ -~]+", text) and "%s" not in text:
            return f"input text {shlex.quote(text)}"
    return None


def _key_name(code: str | int) -> str:
    name = str(code).upper()
    if not name.isdecimal() and not name.startswith("KEYCODE_"):
        name = f"KEYCODE_{name}"
    if not re.fullmatch(r"\d+|KEYCODE_\w+", name, re.ASCII):
        raise ActionError(f"{code!r} is not a key; give a name such as BACK, or a number.")
    return name


def pinch_fingers(pinch: Pinch, part: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the positions of a pinch's two fingers at one moment.

    Args:
        pinch: The event.
        part: Share of its duration that has passed, 0.0 to 1.0.

    Returns:
        (x, y) of the finger that begins on the left and of the other, in pixels; they may lie
        outside the screen.
    """
    half = (pinch.from_span + (pinch.to_span - pinch.from_span) * part) / 2
    angle = math.radians(pinch.degrees * part)
    dx, dy = half * math.cos(angle), half * math.sin(angle)
    return (pinch.x - dx, pinch.y - dy), (pinch.x + dx, pinch.y + dy)


_CLASSES: dict[str, type] = {
    re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower(): cls for cls in typing.get_args(Event)
}
_NAMES = {cls: name for name, cls in _CLASSES.items()}
_FIELDS = {cls: (typing.get_type_hints(cls), dataclasses.fields(cls)) for cls in _CLASSES.values()}


def to_json(event: Event) -> dict[str, Any]:
    """Return an event as a dict that JSON can hold.

    Args:
        event: Any event.

    Returns:
        ``type``, the class's name in snake case such as ``"long_press"``, and the event's fields.
    """
    if isinstance(event, ApiCall):
        return {"type": "api_call", "api": event.api, "arguments": dict(event.arguments)}
    values = {
        field.name: list(value) if isinstance(value, tuple) else value
        for field in dataclasses.fields(event)
        for value in [getattr(event, field.name)]
    }
    return {"type": _NAMES[type(event)], **values}


def from_json(data: object) -> Event:
    """Return the event that `to_json` turned into `data`.

    Args:
        data: A parsed JSON value. Fields that have a default may be missing.

    Raises:
        ActionError: If it is not an event; the message names the field, its value and what is
            right.
    """
    if not isinstance(data, Mapping):
        raise ActionError(f'An event is an object like {{"type": "wait"}}, got {_short(data)}.')
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in _CLASSES:
        raise ActionError(f"type must be one of {sorted(_CLASSES)}, got {_short(kind)}.")
    cls = _CLASSES[kind]
    hints, fields = _FIELDS[cls]
    names = [field.name for field in fields]
    for name in data:
        if name != "type" and name not in names:
            raise ActionError(f"{kind!r} has no field {_short(name)}; it has {names}.")
    values: dict[str, Any] = {}
    for field in fields:
        if field.name in data:
            value = data[field.name]
            values[field.name] = (
                _arguments(value)
                if cls is ApiCall and field.name == "arguments"
                else _checked(kind, field.name, hints[field.name], value)
            )
        elif field.default is dataclasses.MISSING:
            raise ActionError(f"{kind!r} needs the field {field.name!r}.")
    event: Event = cls(**values)
    return event


def _checked(kind: str, name: str, hint: Any, value: Any) -> Any:
    """Return a field's value, checked for the field's type and limits."""
    if typing.get_origin(hint) is tuple:
        if not isinstance(value, list | tuple) or not 1 <= len(value) <= 8:
            raise _wrong(kind, name, "a list of 1 to 8 whole numbers", value)
        return tuple(_checked(kind, name, int, item) for item in value)
    if typing.get_origin(hint) is Literal:
        if value not in typing.get_args(hint):
            raise _wrong(kind, name, f"one of {list(typing.get_args(hint))}", value)
        return value
    if isinstance(hint, types.UnionType) and isinstance(value, str):
        hint = str
    if hint is str:
        if not isinstance(value, str) or len(value) > MAX_TEXT:
            raise _wrong(kind, name, f"a text of at most {MAX_TEXT} characters", value)
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise _wrong(kind, name, "a text without lone surrogates", value) from error
        return value
    if hint is float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            raise _wrong(kind, name, "a number from 0 to 1", value)
        return float(value)
    low, high = _limits(name)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise _wrong(kind, name, f"a whole number from {low} to {high}", value)
    return value


def _arguments(value: Any) -> tuple[tuple[str, ApiValue], ...]:
    """Return the arguments of an API call, given as a JSON object."""
    wanted = f"an object of at most {_MAX_ARGUMENTS} texts, numbers, true and false by name"
    if not isinstance(value, Mapping) or len(value) > _MAX_ARGUMENTS:
        raise _wrong("api_call", "arguments", wanted, value)
    for name, item in value.items():
        texts = [name, item] if isinstance(item, str) else [name]
        if not isinstance(item, str | int | float) or not all(
            isinstance(text, str) and len(text) <= MAX_TEXT for text in texts
        ):
            raise _wrong("api_call", "arguments", wanted, value)
    return tuple(value.items())


def _limits(name: str) -> tuple[int, int]:
    match name:
        case "action_type":
            return 0, 2
        case "duration_ms":
            return 0, _MAX_MS
        case "degrees":
            return -_MAX_DEGREES, _MAX_DEGREES
        case _:
            return 0, _MAX_PIXEL


def _wrong(kind: str, name: str, wanted: str, value: object) -> ActionError:
    return ActionError(f"{name!r} of {kind!r} must be {wanted}, got {_short(value)}.")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
