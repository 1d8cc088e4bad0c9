"""Trajectories to judge."""

from collections.abc import Callable

import pytest

from android_gym.evaluation import trajectories
from android_gym.evaluation.spa_bench import Trajectory
from android_gym.task_suite.spa_bench import load


@pytest.fixture
def trajectory(seen: Callable[..., trajectories.Trajectory]) -> Callable[..., Trajectory]:
    """Make a trajectory of some task whose screens say the given texts."""

    def make(*said: str, uid: str = "ENG/clock_0", reward: float | None = None) -> Trajectory:
        plain = seen(*said, reward=reward)
        return Trajectory(plain.shots, plain.actions, plain.reward, record=load(uid))

    return make
