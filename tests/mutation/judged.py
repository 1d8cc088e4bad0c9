"""Promises of the ids that use a mutant's module (`choosing.Choice`), without rotation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gymnasium as gym
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.actions import Decoded
from android_gym.task_suite.changes.task import ChangeTask
from android_gym.task_suite.suite import tasks_by_id
from android_gym.testing.demonstrations import play
from tests.promises import ChangePhone, check_progress, check_rows


@contextmanager
def made(env_id: str) -> Iterator[gym.Env[Any, Any]]:
    env = gym.make(env_id, observation="goal", termination="declared")
    try:
        yield env
    finally:
        env.close()


def test_demonstrations_earn_one_once_done(judged_id: str) -> None:
    unsolved = tasks_by_id()[judged_id].unsolved
    with made(judged_id) as env:
        for seed in range(2):
            if unsolved is None or seed in unsolved.solved:
                assert play(env, seed).reward == 1.0


def test_progress_reaches_one(judged_id: str) -> None:
    check_progress(judged_id)


def test_near_misses_earn_nothing(judged_id: str) -> None:
    with made(judged_id) as env:
        _, info = env.reset(seed=0)
        device, mode = env.get_wrapper_attr("device"), env.get_wrapper_attr("action_mode")
        for name, wrong in env.get_wrapper_attr("task").near_misses(info["params"]).items():
            env.reset(seed=0)
            action = mode.encode(Decoded(declared=True, answer=wrong(device)), device.size)
            assert (name, env.step(action)[1]) == (name, 0.0)


def test_exactly_the_wanted_rows_of_a_change_are_right(judged_id: str) -> None:
    if not issubclass(tasks_by_id()[judged_id], ChangeTask):
        pytest.skip("it changes no rows of an adapter")
    phone = ChangePhone(judged_id)
    check_rows(phone)
    phone.env.close()
