"""The touch mode: AndroidEnv's own actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from android_gym.actions.base import ActionMode, Decoded, part, point_in, whole_in
from android_gym.checks import check_flag
from android_gym.devices.device import Device
from android_gym.events import Touch

__all__ = ["TouchMode"]


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
        check_flag(declare=declare)
        self._n = 4 if declare else 3
        self.space = spaces.Dict(
            {
                "action_type": spaces.Discrete(self._n),
                "touch_position": spaces.Box(0.0, 1.0, (2,), np.float32),
            }
        )

    def decode(self, action: Any, device: Device) -> Decoded:
        """See `ActionMode.decode`."""
        kind = whole_in("action_type", part(action, "action_type"), self._n)
        x, y = point_in("touch_position", part(action, "touch_position"))
        if kind == 3:
            return Decoded(declared=True)
        return Decoded((Touch(kind, x, y),))
