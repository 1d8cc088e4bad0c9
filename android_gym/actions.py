"""Action modes: what an agent may do, and how that becomes events on the device.

A mode is a small class, chosen by name (`ACTION_MODES`). It has a Gymnasium space and decodes an
element of it. Positions in spaces are relative, from 0.0 (left, top) to 1.0 (right, bottom), so
that a policy does not depend on the size of a screen.
"""

from __future__ import annotations

import enum
import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
from gymnasium import Space, spaces

from android_gym.accessibility import BoundingBox
from android_gym.devices.apps import PACKAGES
from android_gym.devices.device import Device
from android_gym.errors import ActionError, OptionError
from android_gym.events import (
    Answer,
    Declare,
    DeviceEvent,
    DoubleTap,
    Drag,
    Event,
    Key,
    KeyCombination,
    Launch,
    LongPress,
    Swipe,
    Tap,
    Text,
    Touch,
    Wait,
)
from android_gym.observations import decode_text, encode_text

__all__ = [
    "ACTION_MODES",
    "ActionMode",
    "Decoded",
    "DiscreteMode",
    "Gesture",
    "GestureMode",
    "JSON_FIELDS",
    "JSON_TYPES",
    "JSONMode",
    "JSONSpace",
    "KEYS",
    "TouchMode",
    "make_action_mode",
]


class Decoded(NamedTuple):
    """The meaning of an environment's action.

    Attributes:
        events: What to do on the device, in order.
        declared: Whether the agent says that the task is done, or can't be done.
        answer: The answer to the goal's question. The environment keeps the last one.
        error: Why the action, though in the space, can't be carried out.
    """

    events: tuple[DeviceEvent, ...] = ()
    declared: bool = False
    answer: str | None = None
    error: str | None = None

    @classmethod
    def of(cls, event: Event) -> Decoded:
        """Return the action that is one event; an answer declares the end too."""
        match event:
            case Declare():
                return cls(declared=True)
            case Answer(text):
                return cls(declared=True, answer=text)
            case _:
                return cls((event,))


class ActionMode(ABC):
    """A way to act on the device.

    Attributes:
        space: The Gymnasium space of actions.
        steps_per_gesture: How many steps a gesture takes; step budgets are multiplied by it.
    """

    space: Space
    steps_per_gesture: ClassVar[int] = 1

    @abstractmethod
    def decode(self, action: Any, device: Device) -> Decoded:
        """Says what an action means on the device's present screen.

        Raises:
            ActionError: If the action is not in the space.
        """


class TouchMode(ActionMode):
    """AndroidEnv's own actions: a finger that touches, lifts or stays, one raw step at a time.

    Space: ``Dict(action_type=Discrete(3), touch_position=Box(0, 1, (2,), float32))``, where the
    type is 0 to touch (or move), 1 to lift, 2 to repeat (only lets time pass). A step lasts the
    environment's ``step_ms``.

    Args:
        declare: Whether there is a type 3, to declare the end.
    """

    steps_per_gesture = 10

    def __init__(self, declare: bool = False) -> None:
        self._n = 4 if declare else 3
        self.space = spaces.Dict(
            {
                "action_type": spaces.Discrete(self._n),
                "touch_position": spaces.Box(0.0, 1.0, (2,), np.float32),
            }
        )

    def decode(self, action: Any, device: Device) -> Decoded:
        """See `ActionMode.decode`."""
        try:
            kind = int(action["action_type"])
            x, y = action["touch_position"]
            x, y = float(x), float(y)
        except (LookupError, TypeError, ValueError, OverflowError) as error:
            raise _outside(self, action) from error
        if not (0 <= kind < self._n and 0.0 <= x <= 1.0 and 0.0 <= y <= 1.0):
            raise _outside(self, action)
        if kind == 3:
            return Decoded(declared=True)
        return Decoded((Touch(kind, x, y),))


KEYS = (
    "BACK", "HOME", "APP_SWITCH", "ENTER", "DEL", "FORWARD_DEL", "TAB", "ESCAPE", "SPACE",
    "DPAD_UP", "DPAD_DOWN", "DPAD_LEFT", "DPAD_RIGHT", "MOVE_HOME", "MOVE_END", "PAGE_UP",
    "PAGE_DOWN", "CUT", "COPY", "PASTE", "VOLUME_UP", "VOLUME_DOWN",
)  # fmt: skip
"""Keys of the gesture mode, in the order of its ``key``."""


class Gesture(enum.IntEnum):
    """Action types of the gesture mode."""

    TAP = 0
    DOUBLE_TAP = 1
    LONG_PRESS = 2
    SWIPE = 3
    DRAG = 4
    INPUT_TEXT = 5
    PRESS_KEY = 6
    OPEN_APP = 7
    WAIT = 8
    ANSWER = 9
    DECLARE = 10


class GestureMode(ActionMode):
    """Whole gestures, text and keys: a step is what a person would call one action.

    Space, a ``Dict`` of:

    * ``action_type``: ``Discrete``, a `Gesture`;
    * ``touch_position``: ``Box(0, 1, (2,), float32)``, where a gesture starts;
    * ``end_position``: the same, where a swipe or a drag ends;
    * ``key``: ``Discrete``, an index into `KEYS`;
    * ``text``: ``MultiDiscrete([255] * text_length)``, uint8, UTF-8 (which has no byte 255; see
      `android_gym.observations.encode_text`): what to type or to answer, or the app to open.

    What a type does not need is ignored.

    Args:
        text_length: Bytes of ``text``.
        swipe_ms: How long a swipe lasts.
        wait_ms: How long a wait lasts.
        declare: Whether the agent can declare the end; the last type.
    """

    def __init__(
        self,
        text_length: int = 256,
        swipe_ms: int = 500,
        wait_ms: int = 1000,
        declare: bool = True,
    ) -> None:
        _check_positive(text_length=text_length, swipe_ms=swipe_ms, wait_ms=wait_ms)
        self._text_length = text_length
        self._swipe_ms = swipe_ms
        self._wait_ms = wait_ms
        position = spaces.Box(0.0, 1.0, (2,), np.float32)
        self._n = len(Gesture) - (not declare)
        self.space = spaces.Dict(
            {
                "action_type": spaces.Discrete(self._n),
                "touch_position": position,
                "end_position": position,
                "key": spaces.Discrete(len(KEYS)),
                "text": spaces.MultiDiscrete(np.full(text_length, 255), dtype=np.uint8),
            }
        )

    def encode(self, decoded: Decoded, size: tuple[int, int]) -> dict[str, Any]:
        """The action of the space that decodes to `decoded`, for scripted policies.

        Args:
            decoded: One event, or a declaration.
            size: (width, height) of the screen that positions are on, in pixels.

        Raises:
            ActionError: If this mode has no such action.
        """
        action = {
            "action_type": int(Gesture.WAIT),
            "touch_position": np.zeros(2, np.float32),
            "end_position": np.zeros(2, np.float32),
            "key": 0,
            "text": encode_text("", self._text_length),
        }
        gesture, text, start, end = _describe(decoded)
        if gesture is None or gesture >= self._n:
            raise ActionError(f"The gesture mode has no action for {decoded!r}.")
        if len(text.encode()) > self._text_length:
            raise ActionError(f"{text!r} is too long for a text_length of {self._text_length}.")
        action["action_type"] = int(gesture)
        if gesture == Gesture.PRESS_KEY:
            action["key"] = KEYS.index(text)
        else:
            action["text"] = encode_text(text, self._text_length)
        if start is not None:
            action["touch_position"] = _relative(start, size)
        if end is not None:
            action["end_position"] = _relative(end, size)
        return action

    def decode(self, action: Any, device: Device) -> Decoded:
        """See `ActionMode.decode`."""
        try:
            kind = int(action["action_type"])
            start = action["touch_position"]
            end = action["end_position"]
            key = int(action["key"])
            text = action["text"]
            inside = 0 <= kind < self._n and 0 <= key < len(KEYS)
            inside = inside and all(0.0 <= float(v) <= 1.0 for v in (*start, *end))
        except (LookupError, TypeError, ValueError, OverflowError) as error:
            raise _outside(self, action) from error
        if not inside or len(start) != 2 or len(end) != 2:
            raise _outside(self, action)
        return self._decode(Gesture(kind), start, end, key, text, device)

    def _decode(
        self, kind: Gesture, start: Any, end: Any, key: int, text: Any, device: Device
    ) -> Decoded:
        match kind:
            case Gesture.TAP:
                return Decoded((Tap(*_pixel(start, device.size)),))
            case Gesture.DOUBLE_TAP:
                return Decoded((DoubleTap(*_pixel(start, device.size)),))
            case Gesture.LONG_PRESS:
                return Decoded((LongPress(*_pixel(start, device.size)),))
            case Gesture.SWIPE:
                points = (*_pixel(start, device.size), *_pixel(end, device.size))
                return Decoded((Swipe(*points, self._swipe_ms),))
            case Gesture.DRAG:
                points = (*_pixel(start, device.size), *_pixel(end, device.size))
                return Decoded((Drag(*points),))
            case Gesture.INPUT_TEXT:
                return Decoded((Text(decode_text(text)),))
            case Gesture.PRESS_KEY:
                return Decoded((Key(f"KEYCODE_{KEYS[key]}"),))
            case Gesture.OPEN_APP:
                return Decoded((Launch(decode_text(text)),))
            case Gesture.WAIT:
                return Decoded((Wait(self._wait_ms),))
            case Gesture.ANSWER:
                return Decoded(declared=True, answer=decode_text(text))
            case Gesture.DECLARE:
                return Decoded(declared=True)


_Point = tuple[int, int] | None


def _describe(decoded: Decoded) -> tuple[Gesture | None, str, _Point, _Point]:
    """The gesture, its text or key, start and end of what an action means."""
    if decoded.answer is not None:
        return Gesture.ANSWER, decoded.answer, None, None
    if decoded.declared:
        return Gesture.DECLARE, "", None, None
    match decoded.events:
        case (Tap(x, y),):
            return Gesture.TAP, "", (x, y), None
        case (DoubleTap(x, y),):
            return Gesture.DOUBLE_TAP, "", (x, y), None
        case (LongPress(x, y),):
            return Gesture.LONG_PRESS, "", (x, y), None
        case (Swipe(x, y, to_x, to_y),):
            return Gesture.SWIPE, "", (x, y), (to_x, to_y)
        case (Drag(x, y, to_x, to_y),):
            return Gesture.DRAG, "", (x, y), (to_x, to_y)
        case (Text(text),):
            return Gesture.INPUT_TEXT, text, None, None
        case (Launch(app),):
            return Gesture.OPEN_APP, app, None, None
        case (Wait(),):
            return Gesture.WAIT, "", None, None
        case (Key(str(code)),) if code.removeprefix("KEYCODE_").upper() in KEYS:
            return Gesture.PRESS_KEY, code.removeprefix("KEYCODE_").upper(), None, None
    return None, "", None, None


class DiscreteMode(ActionMode):
    """A list of actions by number: taps on a grid, swipes, keys and given texts.

    Space: ``Discrete``; `meanings` says what each number does.

    Args:
        rows: Rows of the grid of taps.
        columns: Columns of the grid of taps.
        texts: Texts that can be typed, one action each.
        swipe_ms: How long a swipe lasts.
        wait_ms: How long a wait lasts.
        declare: Whether the agent can declare the end; the last number.

    Attributes:
        meanings: What each action does, in words.
    """

    def __init__(
        self,
        rows: int = 16,
        columns: int = 8,
        texts: Sequence[str] = (),
        swipe_ms: int = 500,
        wait_ms: int = 1000,
        declare: bool = True,
    ) -> None:
        _check_positive(rows=rows, columns=columns, swipe_ms=swipe_ms, wait_ms=wait_ms)
        if isinstance(texts, str) or not all(isinstance(text, str) for text in texts):
            raise OptionError(f"texts must be a list of strings, got {texts!r}.")
        self._swipe_ms = swipe_ms
        self._actions: dict[str, Any] = {
            f"tap row {row} column {column}": (
                (column + 0.5) / columns,
                (row + 0.5) / rows,
            )
            for row in range(rows)
            for column in range(columns)
        }
        self._actions |= {
            "swipe up": (0.5, 0.75, 0.5, 0.25),
            "swipe down": (0.5, 0.25, 0.5, 0.75),
            "swipe left": (0.85, 0.5, 0.15, 0.5),
            "swipe right": (0.15, 0.5, 0.85, 0.5),
        }
        self._actions |= {
            f"press {key.lower()}": Key(f"KEYCODE_{key}")
            for key in ("BACK", "HOME", "ENTER", "DEL")
        }
        self._actions |= {f"type {text!r}": Text(text) for text in texts}
        self._actions["wait"] = Wait(wait_ms)
        if declare:
            self._actions["declare"] = None
        self.meanings = tuple(self._actions)
        self.space = spaces.Discrete(len(self.meanings))

    def decode(self, action: Any, device: Device) -> Decoded:
        """See `ActionMode.decode`."""
        try:
            index = int(action)
        except (TypeError, ValueError, OverflowError) as error:
            raise _outside(self, action) from error
        if not 0 <= index < len(self.meanings):
            raise _outside(self, action)
        match self._actions[self.meanings[index]]:
            case None:
                return Decoded(declared=True)
            case (x, y):
                return Decoded((Tap(*_pixel((x, y), device.size)),))
            case (x, y, to_x, to_y):
                size = device.size
                points = (*_pixel((x, y), size), *_pixel((to_x, to_y), size))
                return Decoded((Swipe(*points, self._swipe_ms),))
            case event:
                return Decoded((event,))


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

_DIRECTIONS = ("left", "right", "down", "up")


class JSONSpace(spaces.MultiDiscrete):
    """JSON texts of actions: uint8 (length,), UTF-8. Samples are actions.

    Dicts and strings that are actions count as elements too, and can be stepped with.

    Args:
        length: Bytes.
        size: (width, height) of the screen that sampled positions are on.
    """

    def __init__(self, length: int, size: tuple[int, int]) -> None:
        super().__init__(np.full(length, 255), dtype=np.uint8)  # type: ignore[arg-type]
        self._size = size

    def sample(self, mask: Any = None, probability: Any = None) -> np.ndarray:
        """A random action; masks are not for JSON and are ignored."""
        rng = self.np_random
        kind = JSON_TYPES[rng.integers(len(JSON_TYPES))]
        action: dict[str, Any] = {"action_type": kind}
        if kind in ("click", "double_tap", "long_press", "input_text"):
            action |= {"x": int(rng.integers(self._size[0])), "y": int(rng.integers(self._size[1]))}
        if kind in ("scroll", "swipe"):
            action["direction"] = _DIRECTIONS[rng.integers(4)]
        if kind in ("input_text", "answer"):
            action["text"] = "".join(chr(c) for c in rng.integers(97, 123, 6))
        if kind == "open_app":
            action["app_name"] = list(PACKAGES)[rng.integers(len(PACKAGES))]
        if kind == "status":
            action["goal_status"] = "complete"
        return encode_text(json.dumps(action), int(self.shape[0])).copy()

    def contains(self, x: Any) -> bool:
        """Whether `x` is an array of the space, or an action as a dict or a JSON string."""
        if isinstance(x, Mapping | str):
            try:
                _read_json(x)
            except ActionError:
                return False
            return True
        return isinstance(x, np.ndarray) and super().contains(x)


class JSONMode(ActionMode):
    """AndroidWorld's ``JSONAction``: a dict, or its JSON as a string or as UTF-8 in an array.

    Types, fields and gestures are those of AndroidWorld's ``json_action.py`` and ``actuation.py``,
    with positions in pixels and ``index`` counting the device's visible UI elements. Unlike there,
    index 0 counts when scrolling, text is typed as it is (not reduced to ASCII), and ``answer``
    ends the episode just as ``status`` does, unless `answer_ends` is False.

    Args:
        length: Bytes of the space's arrays.
        size: (width, height) of the screen that sampled positions are on.
        answer_ends: Let ``answer`` declare the end. AndroidWorld keeps the answer and goes on until
            ``status``; agents written for it answer first and declare in a later step.
    """

    def __init__(
        self,
        length: int = 512,
        size: Sequence[int] = (1080, 2400),
        answer_ends: bool = True,
    ) -> None:
        _check_positive(length=length)
        self.answer_ends = answer_ends
        width, height = size
        self.space = JSONSpace(length, (width, height))

    def decode(self, action: Any, device: Device) -> Decoded:
        """See `ActionMode.decode`."""
        if isinstance(action, Mapping | str):
            return self._decode(_read_json(action), device)
        if not self.space.contains(action):
            raise _outside(self, action)
        try:
            return self._decode(_read_json(decode_text(action)), device)
        except ActionError as error:
            return Decoded(error=str(error))

    def _decode(self, action: dict[str, Any], device: Device) -> Decoded:
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
        try:
            return Decoded(tuple(_json_gesture(action, device)))
        except ActionError as error:
            return Decoded(error=str(error))


def _read_json(action: Mapping[str, Any] | str) -> dict[str, Any]:
    """Checks an action by the rules of AndroidWorld's ``JSONAction``; drops fields that are None.

    Raises:
        ActionError: If it is none.
    """
    if isinstance(action, str):
        try:
            action = json.loads(action)
        except ValueError as error:
            raise ActionError(f"The action {action!r} is no JSON: {error}.") from error
    if not isinstance(action, Mapping):
        raise ActionError(
            f'An action must be a dict like {{"action_type": "wait"}}, got {action!r}.'
        )
    unknown = sorted(map(str, action.keys() - set(JSON_FIELDS)))
    if unknown:
        raise ActionError(f"An action has no fields {unknown}; it has {list(JSON_FIELDS)}.")
    given = {name: value for name, value in action.items() if value is not None}
    if given.get("action_type") not in JSON_TYPES:
        raise ActionError(
            f"action_type must be one of {list(JSON_TYPES)}, got {given.get('action_type')!r}."
        )
    for name in ("index", "x", "y"):
        if name in given:
            given[name] = _whole(name, given[name])
    for name in ("text", "app_name", "keycode"):
        if name in given:
            given[name] = str(given[name])
    _check_json(given)
    return given


def _check_json(given: dict[str, Any]) -> None:
    """Checks that an action's fields go together."""
    if "index" in given and ("x" in given or "y" in given):
        raise ActionError(f"Give an index or a position (x, y), not both: {given!r}.")
    if ("x" in given) != ("y" in given):
        raise ActionError(f"A position needs x and y, got {given!r}.")
    if given.get("direction", "up") not in _DIRECTIONS:
        raise ActionError(
            f"direction must be one of {list(_DIRECTIONS)}, got {given['direction']!r}."
        )
    if not given.get("keycode", "KEYCODE_").startswith("KEYCODE_"):
        raise ActionError(f"keycode must begin with KEYCODE_, got {given['keycode']!r}.")


def _whole(name: str, value: Any) -> int:
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise ActionError(f"{name} must be a whole number, got {value!r}.") from error


def _json_gesture(action: dict[str, Any], device: Device) -> Iterator[DeviceEvent]:
    """The events of an action at a place, as in AndroidWorld's ``actuation.py``.

    Raises:
        ActionError: If it has no place, or one that isn't on the screen.
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


def _json_swipe(action: dict[str, Any], device: Device) -> Swipe:
    """Scrolling drags the content from the middle; swiping crosses the whole screen."""
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
    return Swipe(x, y, to_x, to_y, 300)  # what `input swipe` takes if not told


def _element_box(index: int, device: Device) -> BoundingBox:
    elements = device.ui_elements()
    if not 0 <= index < len(elements):
        raise ActionError(f"There is no UI element {index}; the screen has {len(elements)}.")
    box = elements[index].bbox_pixels
    if box is None:
        raise ActionError(f"UI element {index} has no bounds.")
    return box


ACTION_MODES: dict[str, type[ActionMode]] = {
    "touch": TouchMode,
    "gesture": GestureMode,
    "discrete": DiscreteMode,
    "json": JSONMode,
}
"""Action modes by name."""


def make_action_mode(name: str, options: Mapping[str, Any] | None = None) -> ActionMode:
    """Makes an action mode.

    Args:
        name: One of `ACTION_MODES`.
        options: Arguments of its class.

    Raises:
        OptionError: If there is no such mode, or it has no such option.
    """
    if name not in ACTION_MODES:
        raise OptionError(f"No action mode is called {name!r}; there are {sorted(ACTION_MODES)}.")
    try:
        return ACTION_MODES[name](**(options or {}))
    except TypeError as error:
        raise OptionError(
            f"Action mode {name!r} does not take the options {dict(options or {})}: {error}."
        ) from error


def _pixel(position: Any, size: tuple[int, int]) -> tuple[int, int]:
    """The pixel at a relative position, by AndroidEnv's rule."""
    width, height = size
    x, y = position
    return min(int(float(x) * width), width - 1), min(int(float(y) * height), height - 1)


def _relative(pixel: tuple[int, int], size: tuple[int, int]) -> np.ndarray:
    """The relative position of the middle of a pixel."""
    return ((np.array(pixel) + 0.5) / size).clip(0.0, 1.0).astype(np.float32)


def _outside(mode: ActionMode, action: Any) -> ActionError:
    return ActionError(
        f"The action {action!r} is not in the action space {mode.space}. "
        "See env.action_space.sample() for one that is."
    )


def _check_positive(**values: Any) -> None:
    for name, value in values.items():
        if not isinstance(value, int | np.integer) or isinstance(value, bool) or value <= 0:
            raise OptionError(f"{name} must be a positive whole number, got {value!r}.")
