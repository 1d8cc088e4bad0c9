"""The one place where tasks become Gymnasium ids: ``AndroidWorld/ExpenseAddSingle-v0``."""

from __future__ import annotations

import gymnasium as gym

from android_gym.task_suite.task import suites, tasks

__all__ = ["register_suites"]


def register_suites() -> None:
    """Registers every task of every suite; those registered before are left as they are.

    Entry points are strings: neither the environment nor any phone is imported here.
    """
    for namespace in suites():
        for name, task in tasks(namespace).items():
            env_id = f"{namespace}/{name}-v{task.version}"
            if env_id not in gym.registry:
                gym.register(
                    env_id,
                    entry_point="android_gym.env:AndroidTaskEnv",
                    vector_entry_point="android_gym.vector:AndroidVectorEnv",
                    kwargs={"task": f"{namespace}/{name}"},
                )
