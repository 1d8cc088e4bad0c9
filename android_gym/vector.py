"""Many environments at once, for ``gymnasium.make_vec``."""

from __future__ import annotations

from typing import Any

from gymnasium.vector import SyncVectorEnv

from android_gym.env import AndroidTaskEnv

__all__ = ["AndroidVectorEnv"]


class AndroidVectorEnv(SyncVectorEnv):
    """Environments of one task, stepped one after the other in this process.

    Args:
        num_envs: How many.
        **options: Of each `AndroidTaskEnv`.
    """

    def __init__(self, num_envs: int, **options: Any) -> None:
        super().__init__([lambda: AndroidTaskEnv(**options) for _ in range(num_envs)])
