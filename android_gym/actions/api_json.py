"""The API mode: a step is an action on a numbered element, or an API call (Mobile-Bench)."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from android_gym.accessibility import BoundingBox
from android_gym.actions.base import ActionMode, Decoded
from android_gym.actions.json_mode import SeenScreen
from android_gym.actions.json_text import JSONTextSpace, given_action, read_object
from android_gym.apis import Registry, load_registry
from android_gym.apis.parameters import Parameter
from android_gym.checks import check_flag, check_whole, shown
from android_gym.errors import ActionError
from android_gym.events import (
    ApiCall,
    ApiValue,
    DeviceEvent,
    Key,
    KeyCombination,
    LongPress,
    Pinch,
    Swipe,
    Tap,
    Text,
    Wait,
    from_json,
)
from android_gym.screen_html import screen_html

__all__ = ["API_ACTIONS", "ApiJSONMode", "ApiJSONSpace"]

API_ACTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "click": ("element",),
    "input": ("element", "text"),
    "scroll": ("element", "direction", "long"),
    "long_press": ("element",),
    "zoom": ("element", "direction"),
    "api": ("name", "arguments"),
    "wait": (),
    "answer": ("text",),
    "finish": (),
}
"""Values of ``action``, with the fields of each."""

_DIRECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "scroll": ("up", "down", "left", "right"),
    "zoom": ("in", "out"),
}
_MOST_SAMPLED: Final = 40
_EDGE: Final = 10
"""Pixels between the screen's edge and the end of a long scroll, as in Mobile-Bench."""
_SCROLL_MS: Final = 1000


class ApiJSONSpace(JSONTextSpace):
    """JSON texts of actions: uint8 (length,), UTF-8. Samples are actions.

    Dicts and strings that are actions count as elements too, and can be passed to `step`.

    Args:
        length: Bytes.
        registry: The available APIs.
        types: The available values of ``action``.
    """

    def __init__(self, length: int, registry: Registry, types: Sequence[str]) -> None:
        super().__init__(length)
        self._types = tuple(types)
        self._registry = registry
        self._names = tuple(registry)

    def random_action(self) -> dict[str, Any]:
        """Return a random action.

        Arguments of API calls come from the API's example where it has them, else they are random
        values in the parameter's range.
        """
        rng = self.np_random
        kind = self._types[rng.integers(len(self._types))]
        action: dict[str, Any] = {"action": kind}
        for name in API_ACTIONS[kind]:
            match name:
                case "element":
                    action[name] = int(rng.integers(1, _MOST_SAMPLED))
                case "text":
                    letters = rng.integers(len(string.ascii_lowercase), size=6)
                    action[name] = "".join(string.ascii_lowercase[i] for i in letters)
                case "direction":
                    choices = _DIRECTIONS[kind]
                    action[name] = choices[rng.integers(len(choices))]
                case "name":
                    api = self._registry[self._names[rng.integers(len(self._names))]]
                    action["name"] = api.name
                    action["arguments"] = {
                        key: self._value(api.parameters[key], value)
                        for key, value in api.example.items()
                    }
        return action

    def _value(self, parameter: Parameter, example: ApiValue) -> ApiValue:
        rng = self.np_random
        match parameter.kind:
            case "integer":
                return int(rng.integers(int(parameter.minimum), int(parameter.maximum) + 1))
            case "number":
                return float(rng.uniform(parameter.minimum, parameter.maximum))
            case "boolean":
                return bool(rng.integers(2))
            case "choice":
                return parameter.choices[rng.integers(len(parameter.choices))]
        return example

    def check(self, action: Mapping[str, Any] | str) -> None:
        """See `JSONTextSpace.check`."""
        read_action(action, self._types)


class ApiJSONMode(ActionMode):
    """Actions on numbered elements, and API calls: a dict, its JSON, or that as UTF-8 in an array.

    Elements have the numbers shown in the observation ``ui_html``, from 1 on::

        {"action": "click", "element": 3}
        {"action": "input", "element": 5, "text": "oat milk"}
        {"action": "scroll", "element": 2, "direction": "up", "long": true}
        {"action": "long_press", "element": 3}
        {"action": "zoom", "element": 1, "direction": "in"}
        {"action": "api", "name": "clock_set_alarm", "arguments": {"hour": 7, "minute": 15}}
        {"action": "wait"}
        {"action": "answer", "text": "12"}
        {"action": "finish"}

    ``direction`` of a scroll is the direction of the finger: up shows what is below. ``input``
    replaces the text in the field. The result of an API call is the observation ``api_result``, and
    ``info["api_result"]``. An action that can't be carried out, and an API call that fails, costs a
    step; ``info["action_error"]`` says why.

    Args:
        length: Bytes of the space's arrays.
        declare: Whether there is ``finish``, which declares the end.
        answer: Whether there is ``answer``, which answers and declares the end.
        api: Whether there are API calls.
        apis: Folders with further APIs, see docs/mobile_bench.md.

    Attributes:
        types: The available values of ``action``.
        registry: The available APIs.
    """

    def __init__(
        self,
        length: int = 2048,
        declare: bool = True,
        answer: bool = True,
        api: bool = True,
        apis: Sequence[str | Path] | str | Path = (),
    ) -> None:
        check_whole(64, 1_000_000, length=length)
        check_flag(declare=declare, answer=answer, api=api)
        left_out = {"finish": not declare, "answer": not answer, "api": not api}
        self._length = length
        self.types = tuple(kind for kind in API_ACTIONS if not left_out.get(kind, False))
        self.registry = load_registry(apis)
        self.space = ApiJSONSpace(length, self.registry, self.types)

    def decode(self, action: Any, device: SeenScreen) -> Decoded:
        """See `ActionMode.decode`."""
        given = given_action(action, self._length)
        try:
            return _decoded(read_action(given, self.types), device)
        except ActionError as error:
            return Decoded(error=str(error))


def read_action(action: Mapping[str, Any] | str, types: Sequence[str]) -> dict[str, Any]:
    """Check the form of an action; drop fields that are None, add missing fields with defaults.

    Args:
        action: A dict, or its JSON.
        types: Values of ``action`` that it may have.

    Raises:
        ActionError: If it is not an action; names the field, its value and what is right.
    """
    action = read_object(action, '{"action": "wait"}')
    kind = action.get("action")
    if not isinstance(kind, str) or kind not in API_ACTIONS:
        raise ActionError(f"action must be one of {list(API_ACTIONS)}, got {shown(kind)}.")
    given = {name: value for name, value in action.items() if value is not None}
    fields = API_ACTIONS[kind]
    for name in given:
        if name != "action" and name not in fields:
            raise ActionError(f"{kind!r} has no field {shown(name)}; it has {list(fields)}.")
    for name in fields:
        if name in ("long", "arguments"):
            given.setdefault(name, False if name == "long" else {})
        elif name not in given:
            raise ActionError(f"{kind!r} needs {name!r}, got {shown(action)}.")
        _check(kind, name, given[name])
    if kind not in types:
        raise ActionError(
            f"action must be one of {list(types)}, got {kind!r}, which is not available here."
        )
    return given


def _check(kind: str, name: str, value: Any) -> None:
    match name:
        case "element":
            wanted, fits = "the number of an element", type(value) is int
        case "direction":
            wanted, fits = f"one of {list(_DIRECTIONS[kind])}", value in _DIRECTIONS[kind]
        case "long":
            wanted, fits = "true or false", isinstance(value, bool)
        case "arguments":
            wanted, fits = "an object with the API's parameters", isinstance(value, Mapping)
        case _:
            wanted, fits = "a text", isinstance(value, str)
    if not fits:
        raise ActionError(f"{name!r} of {kind!r} must be {wanted}, got {shown(value)}.")


def _decoded(given: dict[str, Any], device: SeenScreen) -> Decoded:
    match given["action"]:
        case "finish":
            return Decoded(declared=True)
        case "answer":
            return Decoded(declared=True, answer=given["text"])
        case "wait":
            return Decoded((Wait(1000),))
        case "api":
            call = from_json(
                {"type": "api_call", "api": given["name"], "arguments": given["arguments"]}
            )
            assert isinstance(call, ApiCall)
            return Decoded(call=call)
    return Decoded(tuple(_events(given, device)))


def _events(given: dict[str, Any], device: SeenScreen) -> list[DeviceEvent]:
    """Return the events of an action on an element.

    Raises:
        ActionError: If there is no such element.
    """
    box = _shown_box(given["element"], device)
    x, y = (int(value) for value in box.center)
    match given["action"]:
        case "click":
            return [Tap(x, y)]
        case "long_press":
            return [LongPress(x, y, 1000)]
        case "zoom":
            near = max(40, int(min(box.width, box.height) / 4))
            spans = (near, 3 * near) if given["direction"] == "in" else (3 * near, near)
            return [Pinch(x, y, *spans)]
        case "scroll":
            return [_scroll(given, box, device.size)]
    # ctrl+A and DEL empty the field, whatever was in it.
    clear = (KeyCombination((113, 29)), Key("KEYCODE_DEL"))
    events: list[DeviceEvent] = [Tap(x, y), Wait(1000), *clear]
    return [*events, Text(given["text"])] if given["text"] else events


def _scroll(given: dict[str, Any], box: BoundingBox, size: tuple[int, int]) -> Swipe:
    """Return a scroll's swipe: a quarter of the element to either side, or to the screen's edge."""
    x, y = (int(value) for value in box.center)
    width, height = size
    across, down = int(box.width / 4), int(box.height / 4)
    match given["direction"], given["long"]:
        case "up", False:
            ends = (x, y + down, x, y - down)
        case "down", False:
            ends = (x, y - down, x, y + down)
        case "left", False:
            ends = (x + across, y, x - across, y)
        case "right", False:
            ends = (x - across, y, x + across, y)
        case "up", _:
            ends = (x, int(box.y_max) - _EDGE, x, _EDGE)
        case "down", _:
            ends = (x, int(box.y_min) + _EDGE, x, height - _EDGE)
        case "left", _:
            ends = (int(box.x_max) - _EDGE, y, _EDGE, y)
        case _:
            ends = (int(box.x_min) + _EDGE, y, width - _EDGE, y)
    return Swipe(*ends, _SCROLL_MS)


def _shown_box(number: int, device: SeenScreen) -> BoundingBox:
    """Return the bounds of a numbered element, as far as they are on the screen."""
    elements = device.ui_elements()
    numbered = screen_html(elements)
    index = numbered.index(number)
    if index is None:
        raise ActionError(
            f"There is no element {number}; the screen has the numbers 1 to "
            f"{len(numbered.indexes)}."
        )
    box = elements[index].bbox_pixels
    if box is None:
        raise ActionError(f"The phone doesn't say where element {number} is.")
    width, height = device.size
    return BoundingBox(
        x_min=max(box.x_min, 0),
        x_max=min(box.x_max, width),
        y_min=max(box.y_min, 0),
        y_max=min(box.y_max, height),
    )
