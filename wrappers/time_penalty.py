"""TimePenalty: every step costs."""

from __future__ import annotations

from typing import Any, SupportsFloat

import gymnasium as gym

from android_gym.errors import OptionError

__all__ = ["TimePenalty"]


class TimePenalty(gym.RewardWrapper[Any, Any], gym.utils.RecordConstructorArgs):
    """Subtracts a constant from the reward of every step, so that shorter is better.

    With a budget of n steps, a penalty below 1 / n keeps every solved episode's return positive.

    Args:
        env: Any environment.
        penalty: What a step costs, from 0 on.

    Raises:
        OptionError: If the penalty is negative or no number.
    """

    def __init__(self, env: gym.Env[Any, Any], penalty: float = 0.01) -> None:
        gym.utils.RecordConstructorArgs.__init__(self, penalty=penalty)
        gym.RewardWrapper.__init__(self, env)
        number = isinstance(penalty, int | float) and not isinstance(penalty, bool)
        if not number or not 0 <= penalty < float("inf"):
            raise OptionError(f"penalty must be a number from 0 on, got {penalty!r}.")
        self._penalty = float(penalty)

    def reward(self, reward: SupportsFloat) -> float:
        """The reward less the penalty."""
        return float(reward) - self._penalty
