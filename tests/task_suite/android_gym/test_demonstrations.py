"""Demonstrations where something else of the app is not as usual."""

from __future__ import annotations

import gymnasium as gym
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.task_suite.suite import tasks
from android_gym.testing.demonstrations import play

FIRST = {task.apps[0]: name for name, task in reversed(list(tasks("AndroidGym").items()))}
"""The first task by the app in which the second way looks around."""


@pytest.mark.rotating
@pytest.mark.parametrize("name", FIRST.values(), ids=FIRST)
def test_a_look_around_does_no_harm(name: str) -> None:
    env = gym.make(
        f"AndroidGym/{name}-v0", observation="goal", termination="declared", max_steps=400
    )
    assert play(env, seed=0, other_way=True).reward == 1.0
    env.close()


def test_the_settings_of_tasks_are_found_from_a_bar_at_the_top() -> None:
    """App bar position is among the settings that noise makes."""
    env = gym.make("AndroidGym/TasksMarkdown-v0", observation="goal", termination="declared")
    params = env.reset(seed=13)[1]["params"]
    assert {"name": "App bar position", "value": "Top"} in params["rows"]
    assert play(env, seed=13).reward == 1.0
    env.close()
