"""Actions of Android in the Wild: their types, and when a gesture is a tap."""

from __future__ import annotations

import enum
from typing import Final

__all__ = ["TAP_DISTANCE", "ActionType"]

TAP_DISTANCE: Final = 0.04
"""Touch and lift no farther apart than this are a tap (the data set's ``action_matching.py``)."""


class ActionType(enum.IntEnum):
    """Android in the Wild's ids of actions (``action_type.py``); it uses no others."""

    TYPE = 3
    DUAL_POINT = 4
    PRESS_BACK = 5
    PRESS_HOME = 6
    PRESS_ENTER = 7
    STATUS_TASK_COMPLETE = 10
    STATUS_TASK_IMPOSSIBLE = 11
