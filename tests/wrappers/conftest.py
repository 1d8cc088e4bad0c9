"""Small environments to wrap, and what every wrapper has to stand."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env

import android_gym  # noqa: F401  (registers the ids)

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"
SMALL = {"observation_size": (108, 240), "max_elements": 40}
Make = Callable[..., gym.Env[Any, Any]]


@pytest.fixture
def make() -> Iterator[Make]:
    """Make environments of the simulator, and close them."""
    made: list[gym.Env[Any, Any]] = []

    def make(env_id: str = WIFI, **options: Any) -> gym.Env[Any, Any]:
        made.append(gym.make(env_id, **(SMALL | options)))
        return made[-1]

    yield make
    for env in made:
        env.close()


@pytest.fixture
def check(make: Make) -> Callable[[gym.Env[Any, Any]], None]:
    """Gymnasium's checks, the spec's way through JSON, and vectors of two."""

    def check(env: gym.Env[Any, Any]) -> None:
        with warnings.catch_warnings():
            # check_env says this of every wrapped environment.
            warnings.filterwarnings("ignore", ".*is different from the unwrapped version")
            check_env(env, skip_render_check=True, skip_close_check=True)
        spec = env.spec
        assert spec is not None
        again = EnvSpec.from_json(spec.to_json())
        assert json.loads(again.to_json()) == json.loads(spec.to_json())
        copy = gym.make(again)
        try:
            assert copy.spec is not None and copy.spec.additional_wrappers
            assert copy.observation_space == env.observation_space
            assert copy.action_space == env.action_space
            _same(copy, env)
        finally:
            copy.close()
        plain = replace(again, additional_wrappers=())
        wrappers = [wrapper for wrapper in spec.additional_wrappers]

        def wrap() -> gym.Env[Any, Any]:
            inner = gym.make(plain)
            for wrapper in wrappers:
                creator: Any = gym.envs.registration.load_env_creator(wrapper.entry_point)
                inner = creator(env=inner, **(wrapper.kwargs or {}))
            return inner

        envs = gym.vector.SyncVectorEnv([wrap, wrap])
        try:
            first, _ = envs.reset(seed=[1, 1])
            for part in first.values() if isinstance(first, dict) else [first]:
                np.testing.assert_array_equal(part[0], part[1])
            envs.step(envs.action_space.sample())
        finally:
            envs.close()

    return check


def _same(one: gym.Env[Any, Any], other: gym.Env[Any, Any]) -> None:
    """Same seed and actions: same observations and rewards."""
    one.action_space.seed(5)
    first, second = one.reset(seed=5)[0], other.reset(seed=5)[0]
    for _ in range(6):
        np.testing.assert_equal(first, second)
        action = one.action_space.sample()
        (first, *rest), (second, *others) = one.step(action), other.step(action)
        assert rest[:3] == others[:3]
        if rest[1] or rest[2]:
            first, second = one.reset(seed=6)[0], other.reset(seed=6)[0]
