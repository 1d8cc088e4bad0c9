"""Promises of every registered id, on a phone in another process: adb, gRPC and all.

The phone's time stands still between commands, so that an episode there is the same as in process.
Ids take turns (`android_gym.testing.rotation`).
"""

from __future__ import annotations

import re
import shutil

import gymnasium as gym
import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.actions import Decoded
from android_gym.devices import make_device
from android_gym.env import AndroidTaskEnv
from android_gym.simulator.serve import add_forwarder
from android_gym.simulator.wire import forwarder
from android_gym.task_suite.suite import tasks_by_id
from android_gym.testing.demonstrations import play

IDS = sorted(tasks_by_id())
MANY_SEEDS = range(1, 20)

pytestmark = pytest.mark.skipif(shutil.which("adb") is None, reason="needs adb")
rotating = pytest.mark.rotating(period=21)  # seconds each, in two processes

every_id = pytest.mark.parametrize("env_id", IDS)
one_seed = pytest.mark.parametrize(
    "seed",
    [
        pytest.param(0, marks=rotating),
        *(pytest.param(seed, marks=pytest.mark.nightly) for seed in MANY_SEEDS),
    ],
)

_DUMP = r"""
for file in $(find /data/data/*/databases -type f ! -name '*-wal' ! -name '*-shm' \
    ! -name '*-journal')
do echo "== $file"; sqlite3 -readonly $file .dump
done
"""


@pytest.fixture(scope="module")
def far(served_phone):
    device = make_device({"kind": "emulator", "name": served_phone.name})
    yield device
    device.close()


@pytest.fixture(scope="module")
def near():
    """A phone in this process with the same app and service, so that lists are as long on both."""
    device = make_device()
    add_forwarder(device.phone)
    device.put_setting("secure", "enabled_accessibility_services", forwarder.SERVICE)
    device.put_setting("secure", "accessibility_enabled", "1")
    device._base = device.phone.snapshot()
    yield device
    device.close()


def make(env_id, device):
    spec = gym.spec(env_id)
    return AndroidTaskEnv(
        **spec.kwargs, device=device, termination="declared", observation_size=(108, 240)
    )


def rows(device):
    """All databases as text, with times (milliseconds or seconds since 1970) apart.

    How much time passes between reset and first step differs by a few milliseconds.
    """
    text = device.shell(_DUMP)
    times = [int(number) for number in re.findall(r"\b1[67]\d{8}(?:\d{3})?\b", text)]
    return re.sub(r"\b1[67]\d{8}(?:\d{3})?\b", "TIME", text), times


def kinds(actions):
    return [action["action_type"] for action in actions]


@every_id
@one_seed
def test_demonstration_does_the_same_as_in_process(env_id, seed, far, near):
    outcomes = []
    for device in (far, near):
        env = make(env_id, device)
        episode = play(env, seed)
        text, times = rows(device)
        outcomes.append((episode, text, times))
    (there, far_rows, far_times), (here, near_rows, near_times) = outcomes
    assert there.goal == here.goal
    assert there.params == here.params
    unsolved = env.get_wrapper_attr("task").unsolved
    assert there.reward == float(unsolved is None or seed in unsolved.solved)
    assert kinds(there.actions) == kinds(here.actions)
    assert far_rows == near_rows
    assert all(
        abs(a - b) <= 60_000 for a, b in zip(far_times, near_times, strict=True)
    )  # a minute at most, in either unit


@rotating
@every_id
def test_declaring_at_once_and_resetting(env_id, far):
    env = make(env_id, far)
    first, info = env.reset(seed=7)
    action = env.action_mode.encode(Decoded(declared=True), far.size)
    _, reward, terminated, _, _ = env.step(action)
    assert terminated
    if not env.task.satisfied_at_reset:
        assert reward < 1.0
    far.run("rm -rf /sdcard/*; settings put system font_scale 1.3; svc wifi disable")
    again, same_info = env.reset(seed=7)
    assert same_info == info
    for name, value in first.items():
        assert np.array_equal(value, again[name]), name
