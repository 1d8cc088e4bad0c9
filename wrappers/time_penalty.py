"""TimePenalty: makes every step cost something."""

from __future__ import annotations

import math
from typing import Any, SupportsFloat

import gymnasium as gym

from android_gym.checks import check_number

__all__ = ["TimePenalty"]


class TimePenalty(gym.RewardWrapper[Any, Any], gym.utils.RecordConstructorArgs):
    """A wrapper that subtracts a constant from the reward of every step, to favour short episodes.

    With a budget of n steps, a penalty below 1 / n keeps every solved episode's return positive.

    Args:
        env: Any environment.
        penalty: Cost of a step, from 0 on.

    Raises:
        OptionError: If the penalty is negative or not a number.
    """

    def __init__(self, env: gym.Env[Any, Any], penalty: float = 0.01) -> None:
        check_number("penalty", penalty, 0, math.inf)
        gym.utils.RecordConstructorArgs.__init__(self, penalty=penalty)
        gym.RewardWrapper.__init__(self, env)
        self._penalty = float(penalty)

    def reward(self, reward: SupportsFloat) -> float:
        """Return the reward minus the penalty."""
        return float(reward) - self._penalty
