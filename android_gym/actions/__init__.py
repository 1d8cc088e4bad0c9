"""Action modes: what an agent may do, and how that becomes events on the device.

A mode is a small class, chosen by name (`ACTION_MODES`). It has a Gymnasium space and decodes its
elements. Positions in spaces are relative, from 0.0 (left, top) to 1.0 (right, bottom), so that a
policy does not depend on the size of a screen.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from android_gym.actions.api_json import API_ACTIONS, ApiJSONMode, ApiJSONSpace
from android_gym.actions.base import ActionMode, Decoded
from android_gym.actions.discrete import DiscreteMode
from android_gym.actions.gesture import KEYS, Gesture, GestureMode
from android_gym.actions.json_mode import (
    JSON_EXTENSIONS,
    JSON_FIELDS,
    JSON_TYPES,
    JSONMode,
    JSONSpace,
    SeenScreen,
)
from android_gym.actions.touch import TouchMode
from android_gym.checks import check_known, check_options, shown
from android_gym.errors import OptionError

__all__ = [
    "ACTION_MODES",
    "API_ACTIONS",
    "ActionMode",
    "ApiJSONMode",
    "ApiJSONSpace",
    "Decoded",
    "DiscreteMode",
    "Gesture",
    "GestureMode",
    "JSON_EXTENSIONS",
    "JSON_FIELDS",
    "JSON_TYPES",
    "JSONMode",
    "JSONSpace",
    "KEYS",
    "SeenScreen",
    "TouchMode",
    "make_action_mode",
]

ACTION_MODES: dict[str, type[ActionMode]] = {
    "touch": TouchMode,
    "gesture": GestureMode,
    "discrete": DiscreteMode,
    "json": JSONMode,
    "api_json": ApiJSONMode,
}
"""Action modes by name."""


def make_action_mode(name: str, options: Mapping[str, Any] | None = None) -> ActionMode:
    """Make an action mode.

    Args:
        name: One of `ACTION_MODES`.
        options: Arguments of its class.

    Raises:
        OptionError: If there is no such mode, or it has no such option.
    """
    if not isinstance(name, str) or name not in ACTION_MODES:
        raise OptionError(
            f"No action mode is called {shown(name)}; there are {sorted(ACTION_MODES)}."
        )
    own = check_options("action_options", options)
    check_known(
        f"Action mode {name!r}", own, list(inspect.signature(ACTION_MODES[name]).parameters)
    )
    return ACTION_MODES[name](**own)
