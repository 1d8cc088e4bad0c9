"""This package's vector environment beside Gymnasium's own, with the same environments."""

from __future__ import annotations

import statistics
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import gymnasium as gym
import psutil
from gymnasium.vector import VectorEnv

from benchmarks.measures import alternate

__all__ = ["VectorRates", "vector_rates"]

_WORKERS = (1, 2, 4)


@dataclass
class VectorRates:
    """Steps of single environments, including resets.

    Attributes:
        rounds: Steps per second, for each round.
        used: Milliseconds of processor time per step, in all processes, for each round.
    """

    rounds: list[float] = field(default_factory=list)
    used: list[float] = field(default_factory=list)

    @property
    def per_second(self) -> float:
        """Median, in steps/s."""
        return statistics.median(self.rounds)

    @property
    def cpu_ms(self) -> float:
        """Median of the processor time of a step, in ms."""
        return statistics.median(self.used)


def vector_rates(env_id: str, num_envs: int, seconds: float, rounds: int) -> dict[str, VectorRates]:
    """Measure random touches in vector environments with all observations at their default sizes.

    Args:
        env_id: The task.
        num_envs: Number of environments in each.
        seconds: Seconds of a round.
        rounds: Rounds of each, in turn.

    Returns:
        The rates of this package's, by their number of workers in words, and of ``AsyncVectorEnv``.
    """
    kinds: dict[str, dict[str, Any]] = {
        f"{count} worker{'s' * (count > 1)}": {
            "vectorization_mode": "vector_entry_point",
            "num_workers": count,
        }
        for count in _WORKERS
    }
    kinds["AsyncVectorEnv"] = {"vectorization_mode": "async"}
    rates = {what: VectorRates() for what in kinds}
    with ExitStack() as stack:
        measures = []
        for what, options in kinds.items():
            envs = gym.make_vec(env_id, num_envs=num_envs, action_mode="touch", **options)
            stack.callback(envs.close)
            envs.action_space.seed(0)
            envs.reset(seed=0)
            measures.append(partial(_steps, envs, seconds, rates[what]))
        alternate(rounds, *measures)
    return rates


def _steps(envs: VectorEnv[Any, Any, Any], seconds: float, rates: VectorRates) -> None:
    steps, spent = 0, 0.0
    before = _processor_s()
    while spent < seconds:
        actions = envs.action_space.sample()
        start = time.perf_counter()
        envs.step(actions)
        spent += time.perf_counter() - start
        steps += envs.num_envs
    rates.rounds.append(steps / spent)
    rates.used.append(1e3 * (_processor_s() - before) / steps)


def _processor_s() -> float:
    """Return the processor time of this process and its children, in seconds."""
    process = psutil.Process()
    times = [one.cpu_times() for one in (process, *process.children(recursive=True))]
    return sum(time.user + time.system for time in times)
