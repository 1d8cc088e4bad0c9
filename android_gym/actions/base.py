"""The base class of action modes, and the meaning of an action."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from gymnasium import Space

from android_gym.checks import shown
from android_gym.devices.device import Device
from android_gym.errors import ActionError
from android_gym.events import Answer, ApiCall, Declare, DeviceEvent, Event

if TYPE_CHECKING:
    from android_gym.apis import ApiResult

__all__ = [
    "ActionMode",
    "Decoded",
    "bytes_in",
    "outside",
    "part",
    "pixel_at",
    "point_in",
    "position_of",
    "whole_in",
]


class Decoded(NamedTuple):
    """The meaning of an environment's action.

    Attributes:
        events: What to do on the device, in order.
        declared: True if the agent says that the task is done, or can't be done.
        answer: The answer to the goal's question. The environment keeps the last one.
        error: Why the action, though in the space, can't be carried out.
        call: An API call to make after the events.
        done: Events that a wrapper has already carried out. They aren't repeated; the trace has
            them before `events`.
        called: The result of `call`, if a wrapper has already made it. It isn't made again.
    """

    events: tuple[DeviceEvent, ...] = ()
    declared: bool = False
    answer: str | None = None
    error: str | None = None
    call: ApiCall | None = None
    done: tuple[DeviceEvent, ...] = ()
    called: ApiResult | None = None

    @classmethod
    def of(cls, event: Event) -> Decoded:
        """Return the action consisting of one event; an answer also declares the end."""
        match event:
            case Declare():
                return cls(declared=True)
            case Answer(text):
                return cls(declared=True, answer=text)
            case ApiCall():
                return cls(call=event)
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
        """Return the meaning of an action on the device's current screen.

        Raises:
            ActionError: If the action is not in the space.
        """


def outside(what: str, value: Any) -> ActionError:
    """Return the error for an action that is not in the space; `what` says what is wrong."""
    return ActionError(
        f"The action is not in the action space: {what}, got {shown(value)}. "
        "env.action_space.sample() gives one that is."
    )


def part(action: Any, name: str) -> Any:
    """Return a part of an action of a ``Dict`` space.

    Raises:
        ActionError: If the action is not a dict, or has no such part.
    """
    if not isinstance(action, dict | Mapping):  # a dict is recognized sooner
        raise outside(f"it must be a dict with a {name!r}", action)
    if name not in action:
        raise outside(f"it lacks {name!r}", list(action))
    return action[name]


def whole_in(name: str, value: Any, count: int) -> int:
    """Return an element of a ``Discrete`` space, which may be a 0-d array, as a number.

    Raises:
        ActionError: If it is not a whole number from 0 to `count` - 1.
    """
    try:
        number = operator.index(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise outside(f"{name} must be a whole number from 0 to {count - 1}", value) from error
    if not 0 <= number < count:
        raise outside(f"{name} must be from 0 to {count - 1}", value)
    return number


def point_in(name: str, value: Any) -> tuple[float, float]:
    """Return a position: two numbers from 0 to 1.

    Raises:
        ActionError: If it is not a position.
    """
    try:
        if isinstance(value, str | bytes):
            raise TypeError
        x, y = map(float, value)
    except (TypeError, ValueError, OverflowError) as error:
        raise outside(f"{name} must be two numbers from 0 to 1", value) from error
    if not (0.0 <= x <= 1.0 and 0.0 <= y <= 1.0):
        raise outside(f"{name} must be two numbers from 0 to 1", value)
    return x, y


def bytes_in(name: str, value: Any, length: int) -> np.ndarray:
    """Return an array of bytes as uint8 (length,), whatever its integer type.

    Raises:
        ActionError: If it has another length, or numbers that are not bytes.
    """
    try:
        array = np.asarray(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise outside(f"{name} must be {length} bytes", value) from error
    if array.shape != (length,):
        raise outside(f"{name} must be {length} bytes", value)
    if array.dtype != np.uint8:
        if array.dtype.kind not in "iu" or array.min() < 0 or array.max() > 255:
            raise outside(f"{name} must be whole numbers from 0 to 254", value)
        array = array.astype(np.uint8)
    return array


def pixel_at(position: tuple[float, float], size: tuple[int, int]) -> tuple[int, int]:
    """Return the pixel at a relative position, by AndroidEnv's rule."""
    width, height = size
    x, y = position
    return min(int(x * width), width - 1), min(int(y * height), height - 1)


def position_of(pixel: tuple[int, int], size: tuple[int, int]) -> np.ndarray:
    """Return the relative position of a pixel's center, float32 (2,)."""
    return ((np.array(pixel) + 0.5) / size).clip(0.0, 1.0).astype(np.float32)
