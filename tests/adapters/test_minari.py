"""Episodes as a data set of Minari."""

from __future__ import annotations

import json
from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.adapters import minari as adapter
from android_gym.errors import DeviceError, OptionError
from android_gym.evaluation import DemonstrationPolicy, RandomPolicy
from android_gym.observations import decode_text

minari = pytest.importorskip("minari")

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"


def test_a_data_set_has_what_was_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    env = gym.make(
        WIFI,
        action_mode="gesture",
        observation=["pixels", "ui_elements", "ui_text", "goal"],
        observation_size=(54, 120),
    )
    try:
        policy = DemonstrationPolicy()
        buffers = adapter.record(policy.prepare(env), policy, [1, 2])
        about = {"author": "me", "author_email": "me@example.org"}
        about |= {"code_permalink": "https://example.org", "algorithm_name": "demonstration"}
        about |= {"description": "Wi-Fi is turned off."}
        written = adapter.create_dataset("android/wifi-off/shown-v0", env, buffers, **about)
        assert written.total_episodes == 2
        read = minari.load_dataset("android/wifi-off/shown-v0")
        for episode, buffer in zip(read.iterate_episodes(), buffers, strict=True):
            assert episode.rewards.tolist() == buffer.rewards
            assert episode.rewards[-1] == 1.0
            for name in ("pixels", "ui_elements", "ui_text", "goal"):
                seen = np.stack(buffer.observations[name])
                assert (episode.observations[name] == seen).all(), name
            for name, values in buffer.actions.items():
                assert np.array_equal(np.stack(values), episode.actions[name]), name
    finally:
        env.close()


def test_episodes_of_a_failing_device_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those in whose steps it fails, and those that it can't begin; the others are kept."""
    env = gym.make(WIFI, action_mode="discrete", observation="goal", max_steps=3)
    device = env.unwrapped.device
    perform, reset, policy = device.perform, device.reset, RandomPolicy()

    class Unlucky(RandomPolicy):
        def reset(self, goal: str, seed: int) -> None:
            super().reset(goal, seed)
            self.steps = 0
            self.seed = seed

        def act(self, observation: object, info: dict[str, object]) -> object:
            self.steps += 1
            broken = self.seed == 2 and self.steps == 2
            monkeypatch.setattr(device, "perform", fail if broken else perform)
            monkeypatch.setattr(device, "reset", fail if self.seed == 3 else reset)
            return super().act(observation, info)

    def fail(*_: object) -> None:
        raise DeviceError("It has died.")

    try:
        policy = Unlucky()
        with pytest.warns(UserWarning, match="seed . is left out: It has died"):
            recording = adapter.record(policy.prepare(env), policy, [1, 2, 3, 4])
    finally:
        env.close()
    assert [(buffer.id, buffer.seed, len(buffer)) for buffer in recording] == [(0, 1, 3), (1, 3, 3)]
    assert recording.failures == {2: "It has died.", 4: "It has died."}


class Json(RandomPolicy):
    """Acts by dicts with different keys, and by a text."""

    def reset(self, goal: str, seed: int) -> None:
        click = {"action_type": "click", "x": np.int64(5), "y": 7}
        home = {"action_type": "navigate_home"}
        self.left = iter([home, click, json.dumps(click, default=int), {"action_type": "status"}])

    def act(self, observation: object, info: dict[str, object]) -> object:
        return next(self.left)


def test_json_becomes_bytes() -> None:
    env = gym.make(WIFI, action_mode="json", observation="goal")
    try:
        policy = Json()
        (buffer,) = adapter.record(policy.prepare(env), policy, [1])
    finally:
        env.close()
    read = [json.loads(decode_text(action)) for action in np.stack(buffer.actions)]
    assert read[0] == {"action_type": "navigate_home"}
    assert read[1] == read[2] == {"action_type": "click", "x": 5, "y": 7}


def test_actions_must_be_of_the_space() -> None:
    env = gym.make(WIFI, action_mode="discrete", observation="goal")

    class Wrong(RandomPolicy):
        def act(self, observation: object, info: dict[str, object]) -> object:
            return "tap"

    try:
        policy = Wrong()
        with pytest.raises(OptionError, match="not in the action space"):
            adapter.record(policy.prepare(env), policy, [1])
    finally:
        env.close()
