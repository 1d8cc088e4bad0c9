"""Environments for Ray's RLlib, registered with Tune.

RLlib requires one version of Gymnasium (1.2.2 with Ray 2.60); ``pip install "android-gym[ray]"``
installs both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium as gym
from gymnasium.vector import VectorEnv
from gymnasium.wrappers import FlattenObservation

import android_gym.registration
from android_gym.checks import check_flag, check_whole
from android_gym.distributed import RayVectorEnv
from android_gym.distributed.cluster import load_ray
from android_gym.errors import DependencyError, OptionError
from android_gym.vector import AndroidVectorEnv
from android_gym.wrappers import FlattenForTraining

__all__ = ["flattened", "make_env", "register"]


def make_env(config: Mapping[str, Any]) -> gym.Env[Any, Any] | VectorEnv[Any, Any, Any]:
    """Make an environment whose observation is a flat array, as RLlib's own modules take it.

    Args:
        config: ``id`` of the environment, and further arguments of `gymnasium.make`; RLlib's
            ``env_config``. ``"flat": False`` keeps the observations as a dict, for custom modules.
            ``num_envs`` makes a vector environment; RLlib adds it if ``gym_env_vectorize_mode`` is
            ``"vector_entry_point"``. Its phones are in the env runner's process or, with
            ``"actors": n``, in n actors of the cluster.

    Raises:
        OptionError: If there is no ``id``, or ``flat`` is not a bool.
        ClusterError: If there is no room for the actors.
    """
    options = dict(config)
    env_id, flat = options.pop("id", None), options.pop("flat", True)
    count, actors = options.pop("num_envs", None), options.pop("actors", None)
    check_flag(flat=flat)
    if not isinstance(env_id, str):
        raise OptionError(f"env_config needs the 'id' of an environment, got {env_id!r:.80}.")
    android_gym.registration.register_suites()
    if count is None:
        return flattened(gym.make(env_id, **options), flat)
    check_whole(1, 100_000, num_envs=count)
    around = [("android_gym.adapters.rllib:flattened", {"flat": flat})]
    if actors is None:
        return AndroidVectorEnv(
            count, ids=[env_id] * count, num_workers=0, env_wrappers=around, **options
        )
    return RayVectorEnv(
        count, ids=[env_id] * count, num_workers=actors, env_wrappers=around, **options
    )


def flattened(env: gym.Env[Any, Any], flat: bool = True) -> gym.Env[Any, Any]:
    """Wrap an environment so that it observes a flat dict, or a flat array."""
    if isinstance(env.observation_space, gym.spaces.Dict):
        env = FlattenForTraining(env)
    return FlattenObservation(env) if flat else env


def register(name: str = "android_gym") -> str:
    """Register `make_env` with Tune.

    Args:
        name: The name for ``config.environment(name, env_config={"id": ...})``.

    Returns:
        The name.

    Raises:
        DependencyError: If Ray is missing.
    """
    load_ray()
    try:
        from ray.tune.registry import register_env
    except ImportError as error:
        raise DependencyError(
            f'This needs RLlib ({error}): run `pip install "android-gym[ray]"`.'
        ) from error
    register_env(name, make_env)
    return name
