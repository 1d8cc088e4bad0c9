"""Registration of the package's tasks in Gymnasium."""

import inspect
import subprocess
import sys
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import android_gym
from android_gym.env import AndroidTaskEnv
from android_gym.errors import OptionError

CHEAP: dict[str, Any] = {"action_mode": "discrete", "observation": "goal"}


def test_registering_again_changes_nothing():
    before = dict(gym.registry)
    android_gym.register_suites()
    assert gym.registry == before


def test_importing_loads_no_phone_and_no_android_env():
    code = (
        "import sys, android_gym\n"
        "heavy = ['skia', 'cv2', 'grpc', 'torch', 'scipy', 'matplotlib', 'lxml', 'pygame',\n"
        "         'android_env', 'android_gym.env', 'android_gym.simulator']\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert output == "[]\n"


@pytest.mark.parametrize(("limit", "steps"), [(2, 2), (9, 3)])
def test_gymnasiums_time_limit_only_ends_episodes_sooner(limit: int, steps: int) -> None:
    """A budget that a benchmark declares is not raised by accident; `max_steps` raises it."""
    name = "AndroidWorld/SystemWifiTurnOff-v0"
    env = gym.make(name, max_steps=3, max_episode_steps=limit, **CHEAP)
    env.reset(seed=0)
    truncated = False
    count = 0
    while not truncated:
        *_, truncated, _ = env.step(0)
        count += 1
    assert count == steps
    env.close()


def test_a_rewording_may_be_a_number_of_numpy() -> None:
    env = gym.make("AndroidWorld/SystemWifiTurnOff-v0", rewording=np.int64(2), **CHEAP)
    goal = env.reset(seed=0)[1]["goal"]
    assert goal == env.reset(options={"rewording": 2})[1]["goal"]
    assert goal == env.reset(options={"rewording": np.uint8(2)})[1]["goal"]
    env.close()


def test_a_misspelt_argument_is_told_the_right_one() -> None:
    name = "AndroidWorld/SystemWifiTurnOff-v0"
    with pytest.raises(OptionError, match="Did you mean 'action_mode'.* observation,"):
        gym.make(name, action_mod="json")
    with pytest.raises(OptionError, match="Did you mean 'records'"):
        gym.make("AITW/Replay-v0", record="x")
    # TorchRL tries this one, and leaves it out if it is told so in Python's words.
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'"):
        gym.make(name, frameskip=1)


def test_the_signature_is_still_that_of_the_environment() -> None:
    parameters = inspect.signature(AndroidTaskEnv).parameters
    assert list(parameters)[:2] == ["task", "device"]
    assert parameters["step_ms"].default == 100
