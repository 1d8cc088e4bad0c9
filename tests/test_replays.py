"""Actions recorded on one seed do not solve another, for every id, or the docs say how often.

Every ordered pair of `SEEDS` whose parameters differ is played. What solves the other seed is
counted and compared with the table "Actions learned by heart" of docs/evaluation.md: an id that is
not there must not leak at all. Ids take turns (`android_gym.testing.rotation`).
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import gymnasium as gym
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.task_suite.suite import suites, tasks_by_id
from android_gym.testing.demonstrations import play

PAGE = Path(__file__).parents[1] / "docs" / "evaluation.md"
SEEDS = range(6)
IDS = sorted(tasks_by_id())


def alike(env_id: str) -> bool:
    """Return whether the suite's tasks are alike, so that few of them stand for all."""
    return suites()[env_id.partition("/")[0]].alike


def table() -> str:
    section = PAGE.read_text(encoding="utf-8").partition("## Actions learned by heart")[2]
    return section.partition("\n## ")[0]


def documented() -> dict[str, tuple[int, int]]:
    """Pairs of seeds that the replay solves, and pairs in all, by id."""
    rows = re.findall(r"^\| `([\w/-]+)` \| (\d+) of (\d+) \|", table(), re.M)
    return {env_id: (int(solved), int(pairs)) for env_id, solved, pairs in rows}


def documented_tags() -> set[tuple[str, str]]:
    """Suites and tags of the tasks whose goals never differ: a replay solves every pair."""
    return set(re.findall(r"^\| `(\w+)`, tag `(\w+)` \| all \|", table(), re.M))


def has_one_goal(env_id: str) -> bool:
    """Return whether the table has the id by one of its tags."""
    namespace = env_id.partition("/")[0]
    return any((namespace, tag) in documented_tags() for tag in tasks_by_id()[env_id].tags)


def replayed(env_id: str) -> tuple[int, int]:
    """Pairs of seeds where the first one's actions solve the second, and pairs that differ."""
    env = gym.make(env_id, observation="goal", termination="declared")
    episodes = [play(env, seed) for seed in SEEDS]
    unsolved = tasks_by_id()[env_id].unsolved
    for seed, episode in enumerate(episodes):
        assert episode.reward == float(unsolved is None or seed in unsolved.solved)
    solved = pairs = 0
    for first, second in itertools.permutations(SEEDS, 2):
        if episodes[first].params == episodes[second].params:
            continue
        pairs += 1
        _, info = env.reset(seed=second)
        assert info["params"] == episodes[second].params
        for action in episodes[first].actions:
            _, reward, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                break
        solved += reward == 1.0
    env.close()
    return solved, pairs


@pytest.mark.parametrize(
    "env_id",
    [
        pytest.param(env_id, marks=pytest.mark.rotating(period=140 if alike(env_id) else 28))
        for env_id in IDS
    ],
)
def test_the_actions_of_one_seed_fail_on_the_others(env_id: str) -> None:
    solved, pairs = replayed(env_id)
    if has_one_goal(env_id) and solved == pairs:
        assert pairs > 0 and env_id not in documented()
    elif solved:
        assert documented().get(env_id) == (solved, pairs)
    else:
        assert env_id not in documented()


def test_the_table_names_ids() -> None:
    assert documented()
    assert documented().keys() <= set(IDS)
    tags = {(i.partition("/")[0], tag) for i, task in tasks_by_id().items() for tag in task.tags}
    assert documented_tags() <= tags
