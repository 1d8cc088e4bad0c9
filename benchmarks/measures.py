"""Measurements of this package's environments; each returns plain figures."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import gymnasium as gym
import numpy as np

from android_gym.testing.demonstrations import play

__all__ = [
    "Rates",
    "Replay",
    "adb_call_ms",
    "alternate",
    "import_seconds",
    "memory_mb",
    "random_steps",
    "reset_ms",
    "row_ratio",
]


@dataclass
class Rates:
    """Counts of steps and frames.

    Attributes:
        steps: Steps taken.
        seconds: Time they took, without resets and checks.
        changed: Steps after which the screenshot differed from the one before.
        checked: Screenshots compared with a full repaint on a second phone.
    """

    steps: int = 0
    seconds: float = 0.0
    changed: int = 0
    checked: int = 0
    rounds: list[float] = field(default_factory=list)

    @property
    def per_second(self) -> float:
        """Median of the rounds, in steps/s."""
        return statistics.median(self.rounds) if self.rounds else 0.0

    @property
    def share_changed(self) -> float:
        """Share of steps after which the screen looked different, in [0, 1]."""
        return self.changed / self.steps if self.steps else 0.0


def alternate(rounds: int, *measures: Callable[[], None]) -> None:
    """Run each of `measures` in turn, `rounds` times, so that a slow machine slows all equally."""
    for _ in range(rounds):
        for measure in measures:
            measure()


def reset_ms(env: gym.Env[Any, Any], times: int = 50) -> float:
    """Return the median time of `reset`, each with a new seed, in milliseconds."""
    env.reset(seed=0)
    taken = []
    for seed in range(1, times + 1):
        start = time.perf_counter()
        env.reset(seed=seed)
        taken.append(time.perf_counter() - start)
    return 1e3 * statistics.median(taken)


def adb_call_ms(env: gym.Env[Any, Any], times: int = 2000) -> float:
    """Return the median time of ``adb shell settings get global wifi_on``, in milliseconds."""
    from android_env.proto import adb_pb2

    call = adb_pb2.AdbRequest()
    call.generic.args.extend(["shell", "settings", "get", "global", "wifi_on"])
    env.reset(seed=0)
    android_env = env.get_wrapper_attr("android_env")
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        android_env.execute_adb_call(call)
        taken.append(time.perf_counter() - start)
    return 1e3 * statistics.median(taken)


def import_seconds(times: int = 7) -> float:
    """Return the median time of ``import android_gym`` in s, without the interpreter's start."""

    def run(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - start

    taken, bare = [], []
    alternate(
        times,
        lambda: taken.append(run("import android_gym")),
        lambda: bare.append(run("pass")),
    )
    return statistics.median(taken) - statistics.median(bare)


_MEMORY = """
import sys, psutil, gymnasium as gym, android_gym
def more():
    env = gym.make(sys.argv[1])
    env.action_space.seed(0)
    env.reset(seed=0)
    for _ in range(200):
        if any(env.step(env.action_space.sample())[2:4]):
            env.reset()
    return env
envs = [more() for _ in range(2)]
before = psutil.Process().memory_info().rss
envs += [more() for _ in range(8)]
print((psutil.Process().memory_info().rss - before) / 8 / 1e6)
"""


def memory_mb(env_id: str) -> float:
    """Return the resident memory of one more environment in a process, after 200 steps, in MB."""
    result = subprocess.run(
        [sys.executable, "-c", _MEMORY, env_id], capture_output=True, text=True, check=True
    )
    return float(result.stdout.split()[-1])


def random_steps(env: gym.Env[Any, Any], seconds: float, rates: Rates) -> None:
    """Take random actions for `seconds`, not counting resets, and add to `rates`."""
    steps, spent = 0, 0.0
    previous: np.ndarray | None = None
    while spent < seconds:
        action = env.action_space.sample()
        start = time.perf_counter()
        observation, _, terminated, truncated, _ = env.step(action)
        spent += time.perf_counter() - start
        steps += 1
        previous = note_frame(env, observation, previous, rates)
        if terminated or truncated:
            env.reset()
            previous = None
    rates.seconds += spent
    rates.rounds.append(steps / spent)


class Replay:
    """A task's demonstrations, recorded once and replayed.

    Args:
        env_id: The task.
        size: (width, height) of the screenshots.
        observation: What the replaying environment observes.
        seeds: Number of episodes to record.
    """

    def __init__(
        self,
        env_id: str,
        size: tuple[int, int],
        observation: str | Sequence[str] = "pixels",
        seeds: int = 5,
    ) -> None:
        with closing(gym.make(env_id)) as seeing:  # a demonstration has to see elements
            self._episodes = [play(seeing, seed).actions for seed in range(seeds)]
        self._env: gym.Env[Any, Any] = gym.make(
            env_id, observation=observation, observation_size=size
        )
        self._next = 0

    def close(self) -> None:
        """Close the environment."""
        self._env.close()

    def run(self, seconds: float, rates: Rates) -> None:
        """Replay for `seconds`, not counting resets, and add to `rates`."""
        steps, spent = 0, 0.0
        previous: np.ndarray | None
        while spent < seconds:
            seed = self._next % len(self._episodes)
            self._next += 1
            observation, _ = self._env.reset(seed=seed)
            previous = None
            for action in self._episodes[seed]:
                start = time.perf_counter()
                observation, _, terminated, truncated, _ = self._env.step(action)
                spent += time.perf_counter() - start
                steps += 1
                previous = note_frame(self._env, observation, previous, rates)
                if terminated or truncated:
                    break
        rates.seconds += spent
        rates.rounds.append(steps / spent)


def row_ratio(
    env_id: str, few: int = 100, many: int = 10_000, rounds: int = 5
) -> tuple[float, str]:
    """Return how much longer the steps of a demonstration take in a database with many rows.

    Args:
        env_id: A task of Pro Expense.
        few: Expenses in one database.
        many: Expenses in the other.
        rounds: Episodes played on each, in turn.

    Returns:
        Time with `many` divided by time with `few`, and both in words.
    """
    env = gym.make(env_id, observation_size=(108, 240))
    taken: dict[int, list[float]] = {few: [], many: []}
    _, info = env.reset(seed=0)
    params = info["params"]

    def run(rows: int) -> None:
        noise = [{**params["noise"][0], "name": f"Expense {row}"} for row in range(rows)]
        episode = play(env, options={"params": {**params, "noise": noise}})
        taken[rows].append(1e3 * episode.seconds / len(episode.actions))

    alternate(rounds, lambda: run(few), lambda: run(many))
    env.close()
    slow, fast = statistics.median(taken[many]), statistics.median(taken[few])
    return slow / fast, f"{fast:.2f} and {slow:.2f} ms a step"


def note_frame(
    env: gym.Env[Any, Any], observation: Any, previous: np.ndarray | None, rates: Rates
) -> np.ndarray:
    """Count the step's frame; every 50th is compared with a full repaint."""
    pixels: np.ndarray = observation["pixels"] if isinstance(observation, dict) else observation
    rates.steps += 1
    if previous is not None and not np.array_equal(previous, pixels):
        rates.changed += 1
    if rates.steps % 50 == 0:
        check_frame(env, pixels)
        rates.checked += 1
    return pixels.copy()


def check_frame(env: gym.Env[Any, Any], pixels: np.ndarray) -> None:
    """Compare a frame with the one that a new phone paints from the same state.

    Raises:
        AssertionError: If a single byte differs.
    """
    from android_gym.simulator.phone import Phone

    phone = env.get_wrapper_attr("device").phone
    fresh = Phone()
    fresh.restore(phone.snapshot())
    height, width = pixels.shape[:2]
    same = np.array_equal(fresh.repaint(width, height), pixels)
    fresh.close()
    if not same:
        raise AssertionError("A frame differs from a full repaint of the same state.")
