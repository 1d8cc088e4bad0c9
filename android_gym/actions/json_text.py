"""Actions that are JSON texts: their space, and how they are read."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces

from android_gym.actions.base import bytes_in
from android_gym.checks import shown
from android_gym.errors import ActionError
from android_gym.observations import decode_text, encode_text

__all__ = ["JSONTextSpace", "given_action", "read_object"]

_LONGEST: Final = 1_000_000
"""Maximum length of an action's text, in characters."""


class JSONTextSpace(spaces.MultiDiscrete):
    """JSON texts of actions: uint8 (length,), UTF-8. Samples are actions.

    Dicts and strings that are actions count as elements too, and can be passed to `step`.

    Args:
        length: Bytes.
    """

    def __init__(self, length: int) -> None:
        super().__init__(np.full(length, 255), dtype=np.uint8)  # type: ignore[arg-type]

    @abstractmethod
    def random_action(self) -> dict[str, Any]:
        """Return a random action, drawn from ``np_random``."""

    @abstractmethod
    def check(self, action: Mapping[str, Any] | str) -> None:
        """Check that something is an action of this space.

        Raises:
            ActionError: If it isn't.
        """

    def sample(self, mask: Any = None, probability: Any = None) -> np.ndarray:
        """Return a random action; masks don't apply to JSON and are ignored."""
        return encode_text(json.dumps(self.random_action()), int(self.shape[0])).copy()

    def contains(self, x: Any) -> bool:
        """Return True if `x` is an array of the space, or an action as a dict or a JSON string."""
        if isinstance(x, Mapping | str):
            try:
                self.check(x)
            except ActionError:
                return False
            return True
        return isinstance(x, np.ndarray) and super().contains(x)


def given_action(action: Any, length: int) -> Mapping[str, Any] | str:
    """Return an action as a dict or a text, whichever way it was given.

    Args:
        action: A dict, a text, or its UTF-8 in an array of bytes.
        length: Length of such an array.

    Raises:
        ActionError: If it is none of these.
    """
    if isinstance(action, Mapping | str):
        return action
    return decode_text(bytes_in("it", action, length))


def read_object(action: Mapping[str, Any] | str, example: str) -> Mapping[str, Any]:
    """Return an action as a dict.

    Args:
        action: A dict, or its JSON.
        example: An action, for the error.

    Raises:
        ActionError: If it is not a JSON object, or is too long or nested too deeply.
    """
    if isinstance(action, str):
        if len(action) > _LONGEST:
            raise ActionError(
                f"The action has {len(action):,} characters; at most {_LONGEST:,} are allowed."
            )
        try:
            action = json.loads(action)
        except ValueError as error:
            raise ActionError(f"The action {shown(action)} is not valid JSON: {error}.") from error
        except RecursionError as error:
            raise ActionError(
                f"The action {shown(action)} is nested too deeply; an action is one object."
            ) from error
    if not isinstance(action, Mapping):
        raise ActionError(f"An action must be a dict like {example}, got {shown(action)}.")
    return action
