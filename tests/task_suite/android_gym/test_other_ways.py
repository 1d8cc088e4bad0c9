"""The second way of one task of each app: first a look around, then the same."""

from __future__ import annotations

import gymnasium as gym
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.task_suite.suite import tasks
from android_gym.testing.demonstrations import play

FIRST = {task.apps[0]: name for name, task in reversed(tasks("AndroidGym").items())}
"""The first task by the app in which the second way looks around."""


@pytest.mark.rotating
@pytest.mark.parametrize("name", FIRST.values(), ids=FIRST)
def test_a_look_around_does_no_harm(name: str) -> None:
    env = gym.make(
        f"AndroidGym/{name}-v0", observation="goal", termination="declared", max_steps=400
    )
    assert play(env, seed=0, other_way=True).reward == 1.0
    env.close()
