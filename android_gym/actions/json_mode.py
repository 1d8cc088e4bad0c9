"""The JSON mode: AndroidWorld's actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.actions.base import ActionMode, Decoded
from android_gym.actions.json_text import JSONTextSpace, given_action, read_object
from android_gym.checks import check_flag, check_size, check_texts, check_whole, shown
from android_gym.errors import ActionError
from android_gym.events import (
    DeviceEvent,
    DoubleTap,
    Key,
    KeyCombination,
    Launch,
    LongPress,
    Pinch,
    Swipe,
    Tap,
    Text,
    Wait,
    from_json,
)

__all__ = [
    "JSON_EXTENSIONS",
    "JSON_FIELDS",
    "JSON_TYPES",
    "JSONMode",
    "JSONSpace",
    "SeenScreen",
]

JSON_FIELDS = (
    "action_type", "index", "x", "y", "text", "direction", "goal_status", "app_name", "keycode",
    "clear_text",
)  # fmt: skip
"""Fields of AndroidWorld's ``JSONAction``."""

JSON_TYPES = (
    "click", "double_tap", "scroll", "swipe", "input_text", "navigate_home", "navigate_back",
    "keyboard_enter", "open_app", "status", "wait", "long_press", "answer", "unknown",
)  # fmt: skip
"""Values of ``action_type`` in a ``JSONAction``."""

JSON_EXTENSIONS: Mapping[str, tuple[str, ...]] = {"pinch": ("from_span", "to_span", "degrees")}
"""Values of ``action_type`` beyond AndroidWorld's, with the fields that only they have."""

_TYPES = (*JSON_TYPES, *JSON_EXTENSIONS)
_OWN_FIELDS = tuple(name for names in JSON_EXTENSIONS.values() for name in names)
_FIELDS = (*JSON_FIELDS, *_OWN_FIELDS)
_FARTHEST = 1_000_000
_DIRECTIONS = ("left", "right", "down", "up")


class SeenScreen(Protocol):
    """The screen that an action in JSON refers to; a `Device` is one."""

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) in pixels, in its current rotation."""

    def ui_elements(self) -> tuple[UIElement, ...]:
        """Return the visible elements; ``index`` is a position in this list."""


class JSONSpace(JSONTextSpace):
    """JSON texts of actions: uint8 (length,), UTF-8. Samples are actions.

    Dicts and strings that are actions count as elements too, and can be passed to `step`.

    Args:
        length: Bytes.
        size: (width, height) of the screen that sampled positions are on.
        types: Values of ``action_type`` that actions may have.
        apps: Labels of apps to sample from; without any, ``open_app`` is not sampled.
    """

    def __init__(
        self,
        length: int,
        size: tuple[int, int],
        types: Sequence[str] = _TYPES,
        apps: Sequence[str] = (),
    ) -> None:
        super().__init__(length)
        self._size = size
        self._types = tuple(types)
        self._sampled = tuple(kind for kind in types if apps or kind != "open_app")
        self._apps = tuple(apps)

    def random_action(self) -> dict[str, Any]:
        """See `JSONTextSpace.random_action`."""
        rng = self.np_random
        kind = self._sampled[rng.integers(len(self._sampled))]
        action: dict[str, Any] = {"action_type": kind}
        if kind in ("click", "double_tap", "long_press", "input_text", "pinch"):
            action |= {"x": int(rng.integers(self._size[0])), "y": int(rng.integers(self._size[1]))}
        if kind == "pinch":
            side = min(self._size)
            action |= {name: int(rng.integers(side)) for name in ("from_span", "to_span")}
        if kind in ("scroll", "swipe"):
            action["direction"] = _DIRECTIONS[rng.integers(4)]
        if kind in ("input_text", "answer"):
            action["text"] = "".join(chr(c) for c in rng.integers(97, 123, 6))
        if kind == "open_app":
            action["app_name"] = self._apps[rng.integers(len(self._apps))]
        if kind == "status":
            action["goal_status"] = "complete"
        return action

    def check(self, action: Mapping[str, Any] | str) -> None:
        """See `JSONTextSpace.check`."""
        _read_json(action, self._types)


class JSONMode(ActionMode):
    """AndroidWorld's ``JSONAction``: a dict, or its JSON as a string or as UTF-8 in an array.

    Types, fields and gestures are those of AndroidWorld's ``json_action.py`` and ``actuation.py``,
    with positions in pixels and ``index`` counting the device's visible UI elements. Unlike there,
    index 0 counts when scrolling, text is typed as it is (not reduced to ASCII), and ``answer``
    ends the episode just as ``status`` does, unless `answer_ends` is False.

    One type is not AndroidWorld's (`JSON_EXTENSIONS`): ``pinch``, two fingers around ``index`` or
    (``x``, ``y``), ``from_span`` pixels apart at first and ``to_span`` at last, turning by
    ``degrees`` clockwise (-360 to 360, 0 by default).

    A text or a dict that is not an action, as models write them at times, costs a step that does
    nothing; ``info["action_error"]`` says what is wrong with it.

    Args:
        length: Bytes of the space's arrays.
        size: (width, height) of the screen that sampled positions are on.
        answer_ends: Let ``answer`` declare the end. AndroidWorld keeps the answer and continues
            until ``status``; agents written for it answer first and declare in a later step.
        declare: Whether there is the type ``status``, which declares the end.
        answer: Whether there is the type ``answer``.
        apps: Labels of the apps that sampled actions open; an environment passes its suite's.

    Attributes:
        types: The available values of ``action_type``.
    """

    def __init__(
        self,
        length: int = 512,
        size: Sequence[int] = (1080, 2400),
        answer_ends: bool = True,
        declare: bool = True,
        answer: bool = True,
        apps: Sequence[str] = (),
    ) -> None:
        check_whole(1, 1_000_000, length=length)
        width, height = check_size("size", size)
        check_flag(answer_ends=answer_ends, declare=declare, answer=answer)
        self.answer_ends = answer_ends
        left_out = {"status": not declare, "answer": not answer}
        self._length = length
        self.types = tuple(kind for kind in _TYPES if not left_out.get(kind, False))
        self.space = JSONSpace(length, (width, height), self.types, check_texts("apps", apps))

    def decode(self, action: Any, device: SeenScreen) -> Decoded:
        """See `ActionMode.decode`."""
        given = given_action(action, self._length)
        try:
            return self._decode(_read_json(given, self.types), device)
        except ActionError as error:
            return Decoded(error=str(error))

    def _decode(self, action: dict[str, Any], device: SeenScreen) -> Decoded:
        match action["action_type"]:
            case "status":
                return Decoded(declared=True)
            case "answer":
                return Decoded(declared=self.answer_ends, answer=action.get("text", ""))
            case "navigate_home":
                return Decoded((Key("KEYCODE_HOME"),))
            case "navigate_back":
                return Decoded((Key("KEYCODE_BACK"),))
            case "keyboard_enter":
                return Decoded((Key("KEYCODE_ENTER"),))
            case "open_app":
                return Decoded((Launch(action.get("app_name", "")),))
            case "wait":
                return Decoded((Wait(1000),))
            case "unknown":
                return Decoded()
        return Decoded(tuple(_json_gesture(action, device)))


def _read_json(action: Mapping[str, Any] | str, types: Sequence[str]) -> dict[str, Any]:
    """Check an action by the rules of AndroidWorld's ``JSONAction``; drop fields that are None.

    Args:
        action: A dict, or its JSON.
        types: Values of ``action_type`` that it may have.

    Raises:
        ActionError: If it is not an action.
    """
    action = read_object(action, '{"action_type": "wait"}')
    unknown = [name for name in action if name not in _FIELDS]
    if unknown:
        raise ActionError(f"An action has no field {shown(unknown[0])}; it has {[*_FIELDS]}.")
    given = {name: value for name, value in action.items() if value is not None}
    if not _is_one(given.get("action_type"), _TYPES):
        raise ActionError(
            f"action_type must be one of {[*_TYPES]}, got {shown(given.get('action_type'))}."
        )
    for name in ("index", "x", "y", *_OWN_FIELDS):
        if name in given:
            given[name] = _whole(name, given[name])
    for name in ("text", "app_name", "keycode"):
        if name in given:
            given[name] = _text(name, given[name])
    given["clear_text"] = _is_true("clear_text", given.get("clear_text", False))
    _check_json(given)
    if given["action_type"] not in types:
        raise ActionError(
            f"action_type must be one of {list(types)}, got {given['action_type']!r}, which is "
            "not available here."
        )
    return given


def _check_json(given: dict[str, Any]) -> None:
    """Check that an action's fields are consistent."""
    for owner, names in JSON_EXTENSIONS.items():
        for name in names:
            if name in given and given["action_type"] != owner:
                raise ActionError(f"{name} is only for {owner!r}, got {shown(given)}.")
    if "index" in given and ("x" in given or "y" in given):
        raise ActionError(f"Give an index or a position (x, y), not both: {shown(given)}.")
    if ("x" in given) != ("y" in given):
        raise ActionError(f"A position needs x and y, got {shown(given)}.")
    if not _is_one(given.get("direction", "up"), _DIRECTIONS):
        raise ActionError(
            f"direction must be one of {list(_DIRECTIONS)}, got {shown(given['direction'])}."
        )
    if not given.get("keycode", "KEYCODE_").startswith("KEYCODE_"):
        raise ActionError(f"keycode must begin with KEYCODE_, got {shown(given['keycode'])}.")


def _is_one(value: Any, names: tuple[str, ...]) -> bool:
    return isinstance(value, str) and value in names


def _is_true(name: str, value: Any) -> bool:
    if not isinstance(value, bool | int | float | str):
        raise ActionError(f"{name} must be true or false, got {shown(value)}.")
    return bool(value)


def _whole(name: str, value: Any) -> int:
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise ActionError(f"{name} must be a whole number, got {shown(value)}.") from error
    if abs(number) > _FARTHEST:
        raise ActionError(
            f"{name} must be a whole number from {-_FARTHEST} to {_FARTHEST}, got {shown(value)}."
        )
    return number


def _text(name: str, value: Any) -> str:
    """Return a field's text; a number counts as one, as in AndroidWorld."""
    if not isinstance(value, str | int | float):
        raise ActionError(f"{name} must be a string, got {shown(value)}.")
    try:
        text = str(value)
        text.encode()
    except UnicodeEncodeError as error:
        raise ActionError(
            f"{name} has a lone surrogate (half a character), which can't be typed: {shown(value)}."
        ) from error
    except ValueError as error:  # an integer of thousands of digits
        raise ActionError(f"{name} can't be {shown(value)}.") from error
    return text


def _json_gesture(action: dict[str, Any], device: SeenScreen) -> Iterator[DeviceEvent]:
    """Yield the events of an action at a position, as in AndroidWorld's ``actuation.py``.

    Raises:
        ActionError: If it has no position, or one that isn't on the screen.
    """
    kind = action["action_type"]
    if kind in ("scroll", "swipe"):
        yield _json_swipe(action, device)
        return
    if "index" in action:
        x, y = (int(v) for v in _element_box(action["index"], device).center)
    elif "x" in action:
        x, y = action["x"], action["y"]
    elif kind == "input_text":
        x = y = -1
    else:
        raise ActionError(f"A {kind} needs an index or a position (x, y), got {action!r}.")
    match kind:
        case "pinch":
            yield _json_pinch(action, x, y)
        case "click":
            yield Tap(x, y)
        case "double_tap":
            yield DoubleTap(x, y)
        case "long_press":
            yield LongPress(x, y, 1000)
        case "input_text" if action.get("text"):
            if x >= 0:
                yield Tap(x, y)
                yield Wait(1000)
            if action.get("clear_text"):
                yield KeyCombination((113, 29))  # ctrl+A
                yield Key("KEYCODE_DEL")
                yield Wait(1000)
            yield Text(action["text"])
            yield Key("KEYCODE_ENTER")


def _json_pinch(action: dict[str, Any], x: int, y: int) -> Pinch:
    for name in ("from_span", "to_span"):
        if name not in action:
            raise ActionError(f"A pinch needs {name}, got {shown(action)}.")
    given = {name: action[name] for name in _OWN_FIELDS if name in action}
    event = from_json({"type": "pinch", "x": x, "y": y, **given})
    assert isinstance(event, Pinch)
    return event


def _json_swipe(action: dict[str, Any], device: SeenScreen) -> Swipe:
    """Return a scroll, which drags the content from the middle, or a swipe across the screen."""
    if "direction" not in action:
        raise ActionError(f"A {action['action_type']} needs a direction, got {action!r}.")
    direction = action["direction"]
    width, height = device.size
    if action["action_type"] == "swipe":
        ends = {
            "down": (width // 2, 0, width // 2, height),
            "up": (width // 2, height, width // 2, 0),
            "left": (0, height // 2, width, height // 2),
            "right": (width, height // 2, 0, height // 2),
        }
        return Swipe(*ends[direction], 500)
    left, top, right, bottom = 0, 0, width, height
    if "index" in action:
        box = _element_box(action["index"], device)
        left, top = max(int(box.x_min), 0), max(int(box.y_min), 0)
        right, bottom = min(int(box.x_max), width), min(int(box.y_max), height)
    x, y = (left + right) // 2, (top + bottom) // 2
    to_x, to_y = {"down": (x, top), "up": (x, bottom), "right": (left, y), "left": (right, y)}[
        direction
    ]
    return Swipe(x, y, to_x, to_y, 300)  # the default of `input swipe`


def _element_box(index: int, device: SeenScreen) -> BoundingBox:
    elements = device.ui_elements()
    if not 0 <= index < len(elements):
        raise ActionError(f"There is no UI element {index}; the screen has {len(elements)}.")
    box = elements[index].bbox_pixels
    if box is None:
        raise ActionError(f"UI element {index} has no bounds.")
    return box
