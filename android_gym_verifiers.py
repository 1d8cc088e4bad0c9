"""The taskset of ``vf-eval android_gym_verifiers``, which finds modules at the top alone."""

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
