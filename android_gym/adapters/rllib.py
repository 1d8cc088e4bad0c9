"""Environments for Ray's RLlib, by a name of Tune's registry.

RLlib is made for one version of Gymnasium (1.2.2 with Ray 2.60); ``pip install "android-gym[ray]"``
brings both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium as gym
from gymnasium.wrappers import FlattenObservation

import android_gym.registration
from android_gym.checks import check_flag
from android_gym.errors import DependencyError, OptionError
from android_gym.wrappers import FlattenForTraining

__all__ = ["make_env", "register"]


def make_env(config: Mapping[str, Any]) -> gym.Env[Any, Any]:
    """Make an environment whose observation is one row of numbers, as RLlib's own modules take it.

    Args:
        config: ``id`` of the environment, and further arguments of `gymnasium.make`; as RLlib's
            ``env_config``. ``"flat": False`` leaves what is observed apart, for modules of one's
            own.

    Raises:
        OptionError: If there is no ``id``, or ``flat`` is no truth value.
    """
    options = dict(config)
    env_id, flat = options.pop("id", None), options.pop("flat", True)
    check_flag(flat=flat)
    if not isinstance(env_id, str):
        raise OptionError(f"env_config needs the 'id' of an environment, got {env_id!r:.80}.")
    android_gym.registration.register_suites()
    env: gym.Env[Any, Any] = gym.make(env_id, **options)
    if isinstance(env.observation_space, gym.spaces.Dict):
        env = FlattenForTraining(env)
    return FlattenObservation(env) if flat else env


def register(name: str = "android_gym") -> str:
    """Register `make_env` with Tune.

    Args:
        name: What ``config.environment(name, env_config={"id": ...})`` then takes.

    Returns:
        The name.

    Raises:
        DependencyError: If Ray is missing.
    """
    try:
        from ray.tune.registry import register_env
    except ImportError as error:
        raise DependencyError('This needs Ray: run `pip install "android-gym[ray]"`.') from error
    register_env(name, make_env)
    return name
