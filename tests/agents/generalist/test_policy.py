"""The generalist as a policy, with the weights that come with the package."""

from __future__ import annotations

import pickle
from importlib.resources import files
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.agents.generalist import GeneralistPolicy
from android_gym.agents.generalist.network import shapes
from android_gym.agents.generalist.weights import Weights, shipped
from android_gym.errors import ActionError, OptionError
from android_gym.evaluation import EpisodeKey
from android_gym.evaluation.playing import Job, Player
from android_gym.evaluation.policies import load_policy

TASK = "AndroidWorld/SystemBrightnessMax-v0"
MOST_BYTES = 8_000_000


def untrained(file: Path, ids: tuple[str, ...]) -> Path:
    arrays = {name: np.zeros(shape, np.float32) for name, shape in shapes(1).items()}
    Weights(arrays, ("Clock",), ids).write(file)
    return file


def test_the_package_has_weights() -> None:
    file = Path(str(files("android_gym.agents.generalist").joinpath("weights.npz")))
    assert file.stat().st_size < MOST_BYTES
    found = shipped()
    assert TASK in found.ids
    assert all(np.isfinite(array).all() for array in found.arrays.values())


def test_it_plays_an_episode_to_its_end() -> None:
    policy = load_policy("generalist")
    player = Player(policy, Job("generalist", demonstrate=False))
    try:
        key = EpisodeKey(TASK, "different-seed", 1_000_000)
        results = [player.play(key), player.play(key)]
    finally:
        player.close()
    for result in results:
        assert not result.error
        assert result.action_errors == 0
    assert results[0].steps == results[1].steps  # it remembers nothing of the first


def test_it_goes_to_other_processes() -> None:
    policy: Any = pickle.loads(pickle.dumps(GeneralistPolicy()))
    assert policy.description == GeneralistPolicy().description


def test_an_id_it_never_saw_is_told(tmp_path: Path) -> None:
    policy = GeneralistPolicy(
        untrained(tmp_path / "w.npz", ("AndroidWorld/SystemBrightnessMax-v9",))
    )
    env = gym.make(TASK, termination="declared", **GeneralistPolicy.env_options)
    with pytest.warns(UserWarning, match="trained on AndroidWorld/SystemBrightnessMax-v9, not on"):
        policy.prepare(env)
    with pytest.raises(ActionError, match="reset"):
        policy.act(None, {"goal": "Go."})
    env.close()


def test_weights_that_are_not_there_are_told(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="There are no weights"):
        GeneralistPolicy(tmp_path / "none.npz")
