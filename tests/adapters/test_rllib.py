"""Ray's RLlib over the adapter, where it is installed."""

from __future__ import annotations

import importlib.util
import runpy
from pathlib import Path

import pytest

pytest.importorskip("ray.rllib")

from android_gym.adapters.rllib import make_env, register  # noqa: E402

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"

pytestmark = pytest.mark.filterwarnings("ignore")  # the framework's own


def test_tune_finds_the_environment() -> None:
    from ray.tune.registry import ENV_CREATOR, _global_registry

    name = register()
    made = _global_registry.get(ENV_CREATOR, name)({"id": WIFI, "action_mode": "discrete"})
    try:
        observation, _ = made.reset(seed=1)
        assert made.observation_space.contains(observation)
        assert made.step(made.action_space.sample())[4]["goal"] == "Turn wifi off."
    finally:
        made.close()
    assert _global_registry.get(ENV_CREATOR, name) is make_env


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PPO needs torch")
@pytest.mark.timeout(900)
def test_the_example_trains_on_actors() -> None:
    import ray

    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False)
    try:
        path = Path(__file__).parents[2] / "examples" / "rllib_ppo.py"
        found = runpy.run_path(str(path))["main"](iterations=2, batch=64)
    finally:
        ray.shutdown()
    assert [told["steps"] >= 64 * (n + 1) for n, told in enumerate(found)] == [True, True]


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PPO needs torch")
def test_ppo_takes_a_step_of_training() -> None:
    import ray
    from ray.rllib.algorithms.ppo import PPOConfig

    config = (
        PPOConfig()
        .environment(
            register(),
            env_config={"id": WIFI, "action_mode": "discrete", "observation": "ui_elements"},
        )
        .env_runners(num_env_runners=0)
        .training(train_batch_size_per_learner=32, minibatch_size=16, num_epochs=1)
    )
    try:
        algorithm = config.build_algo()
        result = algorithm.train()
        algorithm.stop()
    finally:
        ray.shutdown()
    assert result["env_runners"]["num_env_steps_sampled"] >= 32
