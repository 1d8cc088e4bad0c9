"""Actions in the one form in which recordings keep them, whichever way they were given."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import Space, spaces

from android_gym.actions.json_text import JSONTextSpace
from android_gym.checks import shown
from android_gym.errors import ActionError
from android_gym.observations import encode_text

__all__ = ["stored_action"]


def stored_action(space: Space[Any], action: Any) -> Any:
    """Return an action as new arrays with the types and shapes of its space.

    An environment also takes lists, numbers of other types, and JSON as a dict or a string. Actions
    that were given in different ways could not be put together in one array.

    Args:
        space: The action space: arrays, or a flat ``Dict`` of them.
        action: An action that the environment takes.

    Raises:
        ActionError: If it is not in the space, or its JSON is longer than the space's arrays.
    """
    if isinstance(space, JSONTextSpace) and isinstance(action, Mapping | str):
        return _encoded(action, int(space.shape[0]))
    try:
        if isinstance(space, spaces.Dict):
            return {name: _array(part, action[name]) for name, part in space.items()}
        return _array(space, action)
    except (LookupError, TypeError, ValueError, OverflowError) as error:
        raise ActionError(
            f"The action {shown(action)} is not in the action space {space}."
        ) from error


def _array(space: Space[Any], value: Any) -> np.ndarray:
    return np.array(value, space.dtype).reshape(space.shape or ())


def _encoded(action: Mapping[str, Any] | str, length: int) -> np.ndarray:
    """Return JSON as bytes, zero-padded."""
    try:
        text = action if isinstance(action, str) else json.dumps(action, default=np.generic.item)
    except (TypeError, ValueError, RecursionError) as error:
        raise ActionError(f"The action {shown(action)} can't be written as JSON.") from error
    if len(text.encode("utf-8", "replace")) > length:
        raise ActionError(
            f"The action {shown(action)} takes more than {length} bytes, so it can't be recorded. "
            "Make the environment with action_options={'length': ...}."
        )
    return encode_text(text, length).copy()
