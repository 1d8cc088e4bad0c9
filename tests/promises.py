"""Promises of an id that more than one file of tests checks."""

from __future__ import annotations

import gymnasium as gym
import pytest

from android_gym.task_suite.suite import tasks_by_id
from android_gym.testing.demonstrations import play


def check_progress(env_id: str) -> None:
    """Check that progress is 1.0 once all is done, and less before; skip where it can't be."""
    cls = tasks_by_id()[env_id]
    if cls.answers or cls.ends_by_itself or cls().judge is not None:
        pytest.skip("it is solved by an answer, or by a step of the trace")
    if cls.unsolved or cls.satisfied_at_reset:
        pytest.skip("it can't always be solved, or is so from the beginning")
    env = gym.make(env_id, observation="goal", termination="declared")
    try:
        env.reset(seed=0)
        judge, device = env.get_wrapper_attr("judge"), env.get_wrapper_attr("device")
        assert judge.ask_progress(device) < 1.0
        play(env, 0)
        assert judge.ask_progress(device) == 1.0
    finally:
        env.close()
