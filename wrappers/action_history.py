"""ActionHistory: adds the last actions to the observation."""

from __future__ import annotations

from collections import deque
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from android_gym.checks import check_whole
from android_gym.errors import OptionError

__all__ = ["ActionHistory"]


class ActionHistory(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs):
    """A wrapper that adds the last actions of the episode to a ``Dict`` observation.

    Observation: as before, plus

    * ``action_history``: the flattened actions (`gymnasium.spaces.flatten`), latest last, float32
      (length, flat size of the action space), zeros before the first;
    * ``action_history_length``: how many of these are actions, int64 (1,), from 0 to `length`.

    Flattened actions of the ``gesture`` mode are long, as its text becomes one-hot (65,000 numbers
    by default); this wrapper therefore refuses spaces of more than 4096 numbers. Put it around a
    wrapper with a smaller space, or use the ``discrete`` or ``touch`` mode.

    Args:
        env: An environment whose observation is a ``Dict``.
        length: Number of actions, 1 or more.

    Raises:
        OptionError: If the observation is not a ``Dict``, has such keys already, or the actions are
            too large.
    """

    def __init__(self, env: gym.Env[Any, Any], length: int = 4) -> None:
        check_whole(1, 1000, length=length)
        gym.utils.RecordConstructorArgs.__init__(self, length=length)
        gym.Wrapper.__init__(self, env)
        inner = env.observation_space
        if not isinstance(inner, spaces.Dict) or "action_history" in inner.spaces:
            raise OptionError(
                "ActionHistory needs a Dict observation without an action_history, got "
                f'{inner}. Make the environment with observation=("pixels",), a list.'
            )
        size = spaces.flatdim(env.action_space)
        if size > 4096:
            raise OptionError(
                f"Flattened, an action of {env.action_space} has {size} numbers; ActionHistory "
                "takes up to 4096. Use a smaller action space or text_length."
            )
        flat = spaces.flatten_space(env.action_space)
        # Discrete actions become one-hot integers, which have bounds too.
        low, high = (flat.low, flat.high) if isinstance(flat, spaces.Box) else (np.zeros(size), 1.0)
        low = np.minimum(low, 0.0).astype(np.float32)
        high = np.maximum(high, 0.0).astype(np.float32) + np.zeros(size, np.float32)
        self._length = length
        self._empty = np.zeros(size, np.float32)
        self._actions: deque[np.ndarray] = deque(maxlen=length)
        self._inner = env.action_space
        self.observation_space = spaces.Dict(
            {
                **inner.spaces,
                "action_history": spaces.Box(np.tile(low, (length, 1)), np.tile(high, (length, 1))),
                "action_history_length": spaces.Box(0, length, (1,), np.int64),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Reset, and forget the actions."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._actions.clear()
        return self._add(observation), info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Step, and remember the action."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        flat: Any = spaces.flatten(self._inner, action)
        self._actions.append(np.asarray(flat, np.float32))
        return self._add(observation), reward, terminated, truncated, info

    def _add(self, observation: Any) -> dict[str, Any]:
        missing = [self._empty] * (self._length - len(self._actions))
        return {
            **observation,
            "action_history": np.stack([*missing, *self._actions]),
            "action_history_length": np.array([len(self._actions)]),
        }
