"""DualPointGestures: the action space of Android in the Wild."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from android_gym.actions import Decoded
from android_gym.checks import check_whole, shown
from android_gym.errors import ActionError
from android_gym.events import DeviceEvent, Key, Swipe, Tap, Text
from android_gym.observations import decode_text, encode_text
from android_gym.task_suite.aitw.actions import TAP_DISTANCE, ActionType
from android_gym.wrappers.base import DeviceWrapper, check_own_actions

__all__ = [
    "ActionType",
    "DualPointGestures",
    "TAP_DISTANCE",
    "dual_point_space",
    "encode_dual_point",
]

_KEYS = {
    ActionType.PRESS_BACK: "KEYCODE_BACK",
    ActionType.PRESS_HOME: "KEYCODE_HOME",
    ActionType.PRESS_ENTER: "KEYCODE_ENTER",
}


def dual_point_space(text_length: int = 256) -> spaces.Dict:
    """Return the space of Android in the Wild's actions, see `DualPointGestures`.

    Args:
        text_length: Bytes of ``text``.
    """
    point = spaces.Box(0.0, 1.0, (2,), np.float32)
    return spaces.Dict(
        {
            "action_type": spaces.Discrete(9, start=3),
            "touch_point": point,
            "lift_point": point,
            "text": spaces.MultiDiscrete(np.full(text_length, 255), dtype=np.uint8),
        }
    )


def encode_dual_point(
    action_type: int,
    touch_point: Any = (0.0, 0.0),
    lift_point: Any = (0.0, 0.0),
    text: str = "",
    text_length: int = 256,
) -> dict[str, Any]:
    """Return an action of `dual_point_space` from one of the data set.

    Records of the data set have points of (-1, -1) if the action is not a gesture; these become (0,
    0).
    """
    return {
        "action_type": int(action_type),
        "touch_point": np.clip(touch_point, 0.0, 1.0).astype(np.float32),
        "lift_point": np.clip(lift_point, 0.0, 1.0).astype(np.float32),
        "text": encode_text(text, text_length),
    }


class DualPointGestures(DeviceWrapper):
    """A wrapper that takes Android in the Wild's actions (Rawles et al., 2023) in any action mode.

    Action space, a ``Dict`` of:

    * ``action_type``: ``Discrete(9, start=3)``, an `ActionType`; 8 and 9, which the data set does
      not use, do nothing;
    * ``touch_point`` and ``lift_point``: ``Box(0, 1, (2,), float32)``, each (y, x), in that order,
      from (0, 0), the top left corner, to (1, 1); only for ``DUAL_POINT``;
    * ``text``: ``MultiDiscrete([255] * text_length)``, uint8, UTF-8, see
      `android_gym.observations.encode_text`; only for ``TYPE``.

    A gesture whose points are at most `TAP_DISTANCE` apart (Euclidean, in these units, whatever the
    screen's shape) is a tap on the touch point, any other a swipe along the line. ``TYPE`` types
    into the focused element, and neither taps nor presses enter. The two ``STATUS`` types declare
    the end.

    Info: ``status``, ``"complete"`` or ``"impossible"``, after such a declaration.

    Args:
        env: The environment. Its own actions aren't used.
        text_length: Bytes of ``text``.
        swipe_ms: How long a swipe lasts.

    Raises:
        OptionError: If an argument is wrong, or the wrapped environment has changed actions.
    """

    def __init__(self, env: gym.Env[Any, Any], text_length: int = 256, swipe_ms: int = 500) -> None:
        check_whole(1, 1_000_000, text_length=text_length)
        check_whole(1, 60_000, swipe_ms=swipe_ms)
        super().__init__(env, text_length=text_length, swipe_ms=swipe_ms)
        check_own_actions(env, type(self).__name__)
        self._text_length = text_length
        self._swipe_ms = swipe_ms
        self.action_space = dual_point_space(text_length)

    def encode(
        self,
        action_type: int,
        touch_point: Any = (0.0, 0.0),
        lift_point: Any = (0.0, 0.0),
        text: str = "",
    ) -> dict[str, Any]:
        """Return an action of the space from one of the data set, see `encode_dual_point`."""
        return encode_dual_point(action_type, touch_point, lift_point, text, self._text_length)

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Step with the meaning of the action.

        Raises:
            ActionError: If the action is not in the space.
        """
        if not self.action_space.contains(action):
            raise ActionError(
                f"The action {shown(action)} is not in the action space: a dict of action_type, "
                "touch_point, lift_point and text, see DualPointGestures.encode."
            )
        kind = int(action["action_type"])
        declared = kind in (ActionType.STATUS_TASK_COMPLETE, ActionType.STATUS_TASK_IMPOSSIBLE)
        observation, reward, terminated, truncated, info = self.env.step(
            Decoded(self._events(kind, action), declared)
        )
        if declared:
            complete = kind == ActionType.STATUS_TASK_COMPLETE
            info["status"] = "complete" if complete else "impossible"
        return observation, reward, terminated, truncated, info

    def _events(self, kind: int, action: Any) -> tuple[DeviceEvent, ...]:
        if kind == ActionType.TYPE:
            return (Text(decode_text(action["text"])),)
        if kind == ActionType.DUAL_POINT:
            return (self._gesture(action["touch_point"], action["lift_point"]),)
        if kind in _KEYS:
            return (Key(_KEYS[ActionType(kind)]),)
        return ()

    def _gesture(self, touch: np.ndarray, lift: np.ndarray) -> DeviceEvent:
        width, height = self.device.size

        def pixel(point: np.ndarray) -> tuple[int, int]:
            y, x = (float(v) for v in point)
            return min(int(x * width), width - 1), min(int(y * height), height - 1)

        if np.linalg.norm(touch - lift) <= np.float32(TAP_DISTANCE):
            return Tap(*pixel(touch))
        return Swipe(*pixel(touch), *pixel(lift), self._swipe_ms)
