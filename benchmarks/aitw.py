"""Costs of the parts for Android in the Wild, beside plain ways to do the same."""

from __future__ import annotations

import importlib.util
import math
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np

from android_gym.evaluation.aitw.dataset import EpisodeReader
from android_gym.evaluation.aitw.export import export
from android_gym.evaluation.aitw.records import Episode
from android_gym.task_suite.aitw.actions import ActionType
from android_gym.task_suite.aitw.matching import Actions, match
from android_gym.wrappers.dual_point_gestures import encode_dual_point

__all__ = ["matches", "plain_match", "random_pairs", "reading", "replays"]

TASKS = ("AndroidWorld/ClockTimerEntry-v0", "AndroidWorld/SystemWifiTurnOff-v0")
Run = Callable[[], int]


def plain_match(first: Actions, second: Actions, boxes: Any, counts: Any) -> list[bool]:
    """Match as `android_gym.task_suite.aitw.matching.match` does, pair by pair and box by box."""
    return [
        _plain_pair(
            (int(first.types[i]), first.touch[i], first.lift[i]),
            (int(second.types[i]), second.touch[i], second.lift[i]),
            boxes[i][: counts[i]],
        )
        for i in range(len(first))
    ]


def _plain_pair(one: Any, other: Any, boxes: Any) -> bool:
    f = np.float32
    (kind, touch, lift), (other_kind, other_touch, other_lift) = one, other
    if kind != ActionType.DUAL_POINT or other_kind != ActionType.DUAL_POINT:
        return bool(kind == other_kind)
    is_tap = _distance(touch, lift) <= f(0.04)
    if is_tap != (_distance(other_touch, other_lift) <= f(0.04)):
        return False
    if not is_tap:
        return bool(_is_vertical(touch, lift) == _is_vertical(other_touch, other_lift))
    if _distance(touch, other_touch) <= f(0.14):
        return True
    for y, x, height, width in boxes:
        more_y, more_x = f(1.4) * height, f(1.4) * width
        top, left = max(f(0), y - more_y / f(2)), max(f(0), x - more_x / f(2))
        bottom, right = top + min(f(1), height + more_y), left + min(f(1), width + more_x)
        if all(top <= p[0] <= bottom and left <= p[1] <= right for p in (touch, other_touch)):
            return True
    return False


def _distance(one: Any, other: Any) -> np.float32:
    y, x = other[0] - one[0], other[1] - one[1]
    return np.float32(math.sqrt(y * y + x * x))


def _is_vertical(touch: Any, lift: Any) -> bool:
    return bool(abs(lift[0] - touch[0]) >= abs(lift[1] - touch[1]))


def random_pairs(count: int, boxes: int = 30) -> tuple[Actions, Actions, Any, Any]:
    """Draw pairs of actions, most of them gestures, on screens with up to `boxes` elements."""
    rng = np.random.default_rng(0)

    def actions() -> Actions:
        kinds = rng.choice([3, 4, 4, 4, 4, 4, 4, 5, 6, 7, 10], count)
        touch = rng.random((count, 2), dtype=np.float32)
        far = rng.random((count, 1), dtype=np.float32) < 0.3
        lift = np.where(far, rng.random((count, 2), dtype=np.float32), touch)
        return Actions(kinds, touch, lift)

    drawn = rng.random((count, boxes, 4), dtype=np.float32)
    drawn *= np.array([1.0, 1.0, 0.05, 0.3], np.float32)
    return actions(), actions(), drawn, rng.integers(0, boxes + 1, count)


def rate(rounds: int, *runs: Run) -> list[float]:
    """Run each in turn, `rounds` times; return the median rate of each, by processor time.

    Args:
        rounds: Number of rounds.
        *runs: Functions that return the amount they have done.

    Returns:
        Amounts done per second of processor time.
    """
    found: list[list[float]] = [[] for _ in runs]
    for _ in range(rounds):
        for run, rates in zip(runs, found, strict=True):
            start = time.process_time()
            done = run()
            rates.append(done / (time.process_time() - start))
    return [statistics.median(rates) for rates in found]


def matches(rounds: int) -> tuple[float, float]:
    """Return matches per second, as a batch of 100,000 and pair by pair."""
    first, second, boxes, counts = random_pairs(100_000)
    few = 1000
    start = [Actions(a.types[:few], a.touch[:few], a.lift[:few]) for a in (first, second)]

    def batch() -> int:
        return len(match(first, second, boxes, counts))

    def plain() -> int:
        return len(plain_match(*start, boxes[:few], counts[:few]))

    ours, theirs = rate(rounds, batch, plain)
    return ours, theirs


def reading(rounds: int) -> tuple[float, float | None]:
    """Return MB of screens per second read from a file, by this package and by ``tfrecord``.

    Both unpack the file and read every feature; this package also checks checksums. None if
    ``tfrecord`` is missing.
    """
    with tempfile.TemporaryDirectory() as folder:
        (path,) = export(TASKS, range(4), Path(folder) / "out", size=(540, 1200)).files

        def ours() -> int:
            return sum(step.image.nbytes for own in EpisodeReader(path) for step in own.steps)

        if importlib.util.find_spec("tfrecord") is None:
            return rate(rounds, ours)[0] / 1e6, None
        from tfrecord.reader import tfrecord_loader

        def theirs() -> int:
            rows = tfrecord_loader(str(path), None, compression_type="gzip")
            return sum(len(row["image/encoded"]) for row in rows)

        if ours() != theirs():
            raise RuntimeError("the two readers don't read the same screens")
        first, second = rate(rounds, ours, theirs)
        return first / 1e6, second / 1e6


def replays(rounds: int, steps: int = 4000) -> dict[str, float]:
    """Return steps per second of ``AITW/Replay-v0`` with 270x600 screens in memory, by kind."""
    with tempfile.TemporaryDirectory() as folder:
        (path,) = export(TASKS, range(4), Path(folder) / "out").files
        episodes = [replace(own) for own in EpisodeReader(path)]
    rng = np.random.default_rng(0)
    actions = []
    for _ in range(1000):
        touch = rng.random(2)
        lift = rng.random(2) if rng.random() < 0.3 else touch
        actions.append(encode_dual_point(ActionType.DUAL_POINT, touch, lift))
    found = {
        "no copies": _single(episodes, actions, steps, copy=False),
        "copies": _single(episodes, actions, steps, copy=True),
        "a vector of 8, no copies": _vector(episodes, actions, steps),
    }
    return dict(zip(found, rate(rounds, *found.values()), strict=True))


def _single(episodes: list[Episode], actions: list[Any], steps: int, copy: bool) -> Run:
    env = gym.make("AITW/Replay-v0", records=episodes, copy=copy)
    env.reset(seed=0)

    def run() -> int:
        for number in range(steps):
            if env.step(actions[number % len(actions)])[2]:
                env.reset()
        return steps

    return run


def _vector(episodes: list[Episode], actions: list[Any], steps: int) -> Run:
    count = 8
    envs = gym.make_vec("AITW/Replay-v0", count, vectorization_mode="vector_entry_point",
                        records=episodes, copy=False)  # fmt: skip
    envs.reset(seed=0)
    batches = [
        {
            name: np.stack([action[name] for action in actions[at : at + count]])
            for name in actions[0]
        }
        for at in range(0, len(actions) - count, count)
    ]

    def run() -> int:
        for number in range(steps // count):
            envs.step(batches[number % len(batches)])
        return steps

    return run
