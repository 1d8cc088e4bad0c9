"""The order in which workers are given episodes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest

from android_gym.evaluation import workers
from android_gym.evaluation.playing import Job
from android_gym.evaluation.results import EpisodeKey, Result


class Instant:
    """A worker that has played an episode as soon as it is given one."""

    alive = ready = True
    deadline = math.inf

    def __init__(self, context: Any, jobs: Sequence[Job]) -> None:
        self.work: workers.Work | None = None
        self.given: list[workers.Work] = []
        MADE.append(self)

    def send(self, work: workers.Work, timeout_s: float | None) -> None:
        self.work = work
        self.given.append(work)

    def receive(self) -> Result:
        assert self.work is not None
        key, self.work = self.work.key, None
        return Result(key)


MADE: list[Instant] = []


def test_a_worker_has_its_next_episode_before_the_last_one_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    MADE.clear()
    monkeypatch.setattr(workers, "_Worker", Instant)
    monkeypatch.setattr(workers, "_news", lambda those: [w for w in those if w.work is not None])
    monkeypatch.setattr(workers, "_stop", lambda those: None)
    works = [workers.Work(0, EpisodeKey("A/B-v0", "different-seed", n, 0, 0)) for n in range(3)]
    job: Any = None
    given = []
    for number, result in workers.play_all(works, [[job]]):
        assert number == 0 and result.key == works[len(given)].key
        given.append(len(MADE[0].given))
    assert given == [2, 3, 3]
