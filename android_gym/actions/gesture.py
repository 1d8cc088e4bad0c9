"""The gesture mode: a step is what a person would call one action."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np
from gymnasium import spaces

from android_gym.actions.base import (
    ActionMode,
    Decoded,
    bytes_in,
    outside,
    part,
    pixel_at,
    point_in,
    position_of,
    whole_in,
)
from android_gym.checks import check_flag, check_whole
from android_gym.devices.device import Device
from android_gym.errors import ActionError
from android_gym.events import (
    DoubleTap,
    Drag,
    Key,
    Launch,
    LongPress,
    Pinch,
    Swipe,
    Tap,
    Text,
    Wait,
)
from android_gym.observations import decode_text, encode_text

__all__ = ["KEYS", "Gesture", "GestureMode"]

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
    PINCH = 9
    ANSWER = 10
    DECLARE = 11


class GestureMode(ActionMode):
    """Whole gestures, text and keys: a step is what a person would call one action.

    Space, a ``Dict`` of:

    * ``action_type``: ``Discrete``, an index into `types`, which are all of `Gesture` in their
      order, unless some are left out;
    * ``touch_position``: ``Box(0, 1, (2,), float32)``, where a gesture starts, or the midpoint of a
      pinch;
    * ``end_position``: the same, where a swipe or a drag ends;
    * ``pinch``: ``Box([0, 0, -1], [1, 1, 1], (3,), float32)``: the distance between two fingers at
      first and at last, as fractions of the screen's shorter side, and how far they turn, in half
      turns clockwise;
    * ``key``: ``Discrete``, an index into `KEYS`;
    * ``text``: ``MultiDiscrete([255] * text_length)``, uint8, UTF-8 (which has no byte 255; see
      `android_gym.observations.encode_text`): what to type or to answer, or the app to open.

    Parts that a type does not need are ignored.

    Args:
        text_length: Bytes of ``text``.
        swipe_ms: How long a swipe or a pinch lasts.
        wait_ms: How long a wait lasts.
        declare: Whether there is a type that declares the end, the last one.
        answer: Whether there is a type that answers a question, which also ends the episode.

    Attributes:
        types: The available types, in the order of ``action_type``.
    """

    def __init__(
        self,
        text_length: int = 256,
        swipe_ms: int = 500,
        wait_ms: int = 1000,
        declare: bool = True,
        answer: bool = True,
    ) -> None:
        check_whole(1, 1_000_000, text_length=text_length)
        check_whole(1, 60_000, swipe_ms=swipe_ms, wait_ms=wait_ms)
        check_flag(declare=declare, answer=answer)
        self._text_length = text_length
        self._swipe_ms = swipe_ms
        self._wait_ms = wait_ms
        position = spaces.Box(0.0, 1.0, (2,), np.float32)
        left_out = {Gesture.DECLARE: not declare, Gesture.ANSWER: not answer}
        self.types = tuple(kind for kind in Gesture if not left_out.get(kind, False))
        self.space = spaces.Dict(
            {
                "action_type": spaces.Discrete(len(self.types)),
                "touch_position": position,
                "end_position": position,
                "pinch": spaces.Box(_PINCH_LOW, _PINCH_HIGH, dtype=np.float32),
                "key": spaces.Discrete(len(KEYS)),
                "text": spaces.MultiDiscrete(np.full(text_length, 255), dtype=np.uint8),
            }
        )

    def encode(self, decoded: Decoded, size: tuple[int, int]) -> dict[str, Any]:
        """Return the action of the space that decodes to `decoded`, for scripted policies.

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
            "pinch": np.zeros(3, np.float32),
            "key": 0,
            "text": encode_text("", self._text_length),
        }
        gesture, text, start, end = _describe(decoded)
        if gesture is None or gesture not in self.types:
            raise ActionError(f"The gesture mode has no action for {decoded!r}.")
        if len(text.encode("utf-8", "replace")) > self._text_length:
            raise ActionError(f"{text!r} is too long for a text_length of {self._text_length}.")
        action["action_type"] = self.types.index(gesture)
        if gesture == Gesture.PRESS_KEY:
            action["key"] = KEYS.index(text)
        else:
            action["text"] = encode_text(text, self._text_length)
        match decoded.events:
            case (Pinch(_, _, first, last, degrees),):
                side = min(size)
                values = (first / side, last / side, degrees / 180)
                if max(first, last) > side or abs(degrees) > 180:
                    raise ActionError(
                        f"A pinch of the gesture mode spans at most {side} pixels and turns by at "
                        f"most 180 degrees, got {decoded.events[0]!r}."
                    )
                action["pinch"] = np.array(values, np.float32)
        if start is not None:
            action["touch_position"] = position_of(start, size)
        if end is not None:
            action["end_position"] = position_of(end, size)
        return action

    def decode(self, action: Any, device: Device) -> Decoded:
        """See `ActionMode.decode`."""
        kind = whole_in("action_type", part(action, "action_type"), len(self.types))
        start = point_in("touch_position", part(action, "touch_position"))
        end = point_in("end_position", part(action, "end_position"))
        first, last, turn = _pinch_in(part(action, "pinch"))
        key = whole_in("key", part(action, "key"), len(KEYS))
        text = bytes_in("text", part(action, "text"), self._text_length)
        if self.types[kind] == Gesture.PINCH:
            side = min(device.size)
            spans = (round(first * side), round(last * side))
            x, y = pixel_at(start, device.size)
            return Decoded((Pinch(x, y, *spans, round(turn * 180), self._swipe_ms),))
        return self._decode(self.types[kind], start, end, key, text, device)

    def _decode(
        self,
        kind: Gesture,
        start: tuple[float, float],
        end: tuple[float, float],
        key: int,
        text: np.ndarray,
        device: Device,
    ) -> Decoded:
        match kind:
            case Gesture.TAP:
                return Decoded((Tap(*pixel_at(start, device.size)),))
            case Gesture.DOUBLE_TAP:
                return Decoded((DoubleTap(*pixel_at(start, device.size)),))
            case Gesture.LONG_PRESS:
                return Decoded((LongPress(*pixel_at(start, device.size)),))
            case Gesture.SWIPE:
                points = (*pixel_at(start, device.size), *pixel_at(end, device.size))
                return Decoded((Swipe(*points, self._swipe_ms),))
            case Gesture.DRAG:
                points = (*pixel_at(start, device.size), *pixel_at(end, device.size))
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
            case _:
                return Decoded(declared=True)


_PINCH_LOW = np.array([0.0, 0.0, -1.0], np.float32)
_PINCH_HIGH = np.ones(3, np.float32)


def _pinch_in(value: Any) -> tuple[float, float, float]:
    """Return the three numbers of a pinch.

    Raises:
        ActionError: If they are not numbers, or exceed their limits.
    """
    wanted = "pinch must be two numbers from 0 to 1 and one from -1 to 1"
    try:
        if isinstance(value, str | bytes):
            raise TypeError
        first, last, turn = map(float, value)
    except (TypeError, ValueError, OverflowError) as error:
        raise outside(wanted, value) from error
    if not (0.0 <= first <= 1.0 and 0.0 <= last <= 1.0 and -1.0 <= turn <= 1.0):
        raise outside(wanted, value)
    return first, last, turn


_Point = tuple[int, int] | None


_AT_A_POINT: dict[type, Gesture] = {
    Tap: Gesture.TAP,
    DoubleTap: Gesture.DOUBLE_TAP,
    LongPress: Gesture.LONG_PRESS,
    Pinch: Gesture.PINCH,
}


def _describe(decoded: Decoded) -> tuple[Gesture | None, str, _Point, _Point]:
    """Return the gesture, its text or key, start and end of an action."""
    if decoded.answer is not None:
        return Gesture.ANSWER, decoded.answer, None, None
    if decoded.declared:
        return Gesture.DECLARE, "", None, None
    match decoded.events:
        case (Tap(x, y) | DoubleTap(x, y) | LongPress(x, y) | Pinch(x, y) as event,):
            return _AT_A_POINT[type(event)], "", (x, y), None
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
