"""Trajectories: a seed gives what it gave, or the id's version moves.

`trajectories.json` has two hashes for each id: of goals and parameters of twenty seeds, and of what
the demonstration's steps on one of them show (texts and rewards; not the home screen, which changes
with every app, and not pixels and bounds, which may differ in the last bit between releases of
Skia). After a change that is meant, raise the task's ``version`` if it was released, and record
again: ``make record``.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.task_suite.suite import tasks, tasks_by_id
from android_gym.testing.demonstrations import play

RECORD = Path(__file__).with_name("trajectories.json")
IDS = sorted(tasks_by_id())


def goals(env_id: str) -> str:
    """The hash of what twenty seeds ask for."""
    namespace, _, name = str(gym.spec(env_id).kwargs["task"]).partition("/")
    task = tasks(namespace)[name]()
    state = hashlib.sha256()
    for seed in range(20):
        # Gymnasium's seeding: NumPy's default generator.
        params = task.sample(np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed))))
        state.update(json.dumps([str(task.goal(params)), params], sort_keys=True).encode())
    return state.hexdigest()[:16]


def episode(env_id: str) -> str:
    """The hash of what the demonstration's steps show."""
    env = gym.make(env_id, observation="ui_text", termination="declared")
    actions = play(env, seed=0).actions
    env.reset(seed=0)
    state = hashlib.sha256()
    for action in actions:
        observation, reward, terminated, truncated, _ = env.step(action)
        state.update(observation.tobytes())
        state.update(json.dumps([float(reward), terminated, truncated]).encode())
    env.close()
    return state.hexdigest()[:16]


def recorded() -> dict[str, dict[str, str]]:
    return json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}


@pytest.mark.parametrize("env_id", IDS)
@pytest.mark.parametrize("what", [goals, pytest.param(episode, marks=pytest.mark.rotating)])
def test_a_seed_gives_what_it_gave(env_id: str, what: Any) -> None:
    assert what(env_id) == recorded()[env_id][what.__name__], "see this module's docstring"


if __name__ == "__main__":
    record = {env_id: {"episode": episode(env_id), "goals": goals(env_id)} for env_id in IDS}
    RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
