"""Promises of an id that more than one file of tests checks."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.devices.device import Device
from android_gym.task_suite.changes.near_misses import wrong_rows
from android_gym.task_suite.changes.sampling import kept_rows
from android_gym.task_suite.changes.task import ChangeTask
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


class ChangePhone:
    """An environment of a change after a reset, and what its task takes for done."""

    def __init__(self, env_id: str, seed: int = 0) -> None:
        self.env = gym.make(env_id, observation="goal", termination="declared")
        _, info = self.env.reset(seed=seed)
        self.params: dict[str, Any] = info["params"]
        self.task: ChangeTask = self.env.get_wrapper_attr("task")
        self.device: Device = self.env.get_wrapper_attr("device")

    def holding(self, rows: list[dict[str, Any]]) -> tuple[float, float]:
        """Return success under strict rules, and progress, once the app holds some rows."""
        self.task.change.adapter.put(self.device, rows)
        judge = self.env.get_wrapper_attr("judge")
        return judge.ask_success(self.device, None), judge.ask_progress(self.device)

    @property
    def done(self) -> list[dict[str, Any]]:
        return [*kept_rows(self.params, self.task.change), *self.params["wanted"]]


def check_rows(phone: ChangePhone) -> None:
    """Check that exactly the wanted rows of a change are right.

    Near misses are wrong for what they differ in, not for how they were put there.
    """
    assert phone.holding(phone.done) == (1.0, 1.0)
    for what, rows in wrong_rows(phone.task.change, phone.params).items():
        success, progress = phone.holding(rows)
        assert (what, success) == (what, 0.0) and progress < 1.0
    assert phone.holding(phone.params["rows"]) == (0.0, 0.0)
