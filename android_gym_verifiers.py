"""The taskset for ``vf-eval android_gym_verifiers``, which finds only top-level modules."""

from android_gym.adapters.verifiers import (
    PhoneData,
    PhoneEnv,
    PhoneEnvConfig,
    PhoneTask,
    PhoneTaskset,
    PhoneTasksetConfig,
)

__all__ = [
    "PhoneData",
    "PhoneEnv",
    "PhoneEnvConfig",
    "PhoneTask",
    "PhoneTaskset",
    "PhoneTasksetConfig",
]
