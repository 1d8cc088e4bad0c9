"""Steps of a MiniWoB++ page here and in the `miniwob` package's own environment, on one engine.

Both tap at random on ``click-checkboxes`` and look at pixels and elements after each tap, in turn.
The package needs ``chromedriver``, which drives the same browser that shows the pages here.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field

import gymnasium as gym
import numpy as np
import psutil

from android_gym.actions import Decoded
from android_gym.events import Tap
from benchmarks import references
from benchmarks.measures import Rates, alternate, note_frame

__all__ = ["ENVIRONMENTS", "PAGE", "Contest", "contest", "memory_mb"]

PAGE = "click-checkboxes"

ENVIRONMENTS = 8
"""Number of environments in one process, whose memory is measured."""


class OurPage:
    """Random taps on the content of a page.

    Args:
        size: (width, height) of the pixels that are observed.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        import android_gym  # noqa: F401  (registers the ids)

        self.env: gym.Env[object, object] = gym.make(
            f"MiniWoB/{PAGE}-v0",
            action_mode="gesture",
            observation=("pixels", "ui_elements"),
            observation_size=size,
            termination="success",
        )
        self.rates = Rates()
        self.resets_ms: list[float] = []
        self.cpu_ms: list[float] = []
        self._rng = np.random.default_rng(0)
        self._previous: np.ndarray | None = None
        self._seed = 0
        self._reset()
        self.resets_ms.clear()  # the first one starts the browser

    def _reset(self) -> None:
        start = time.perf_counter()
        observation, _ = self.env.reset(seed=self._seed)
        self.resets_ms.append((time.perf_counter() - start) * 1000)
        self._seed += 1
        assert isinstance(observation, dict)
        self._previous = observation["pixels"].copy()

    def run(self, seconds: float) -> None:
        """Take steps; resets between them are measured separately."""
        steps, spent, cpu = 0, 0.0, 0.0
        while spent < seconds:
            # A page is 160x210 CSS pixels, each five of the phone's.
            tap = Tap(int(self._rng.integers(800)), int(self._rng.integers(80, 1130)))
            before, start = _processor_ms(), time.perf_counter()
            observation, _, terminated, truncated, _ = self.env.step(Decoded((tap,)))
            spent += time.perf_counter() - start
            cpu += _processor_ms() - before
            steps += 1
            self._previous = note_frame(self.env, observation, self._previous, self.rates)
            if terminated or truncated:
                self._reset()
        self.rates.seconds += spent
        self.rates.rounds.append(steps / spent)
        self.cpu_ms.append(cpu / steps)


class TheirPage:
    """The same in MiniWoB++'s own environment.

    Args:
        env: An environment of `references.miniwob_env`.
    """

    def __init__(self, env: gym.Env[object, object]) -> None:
        self._env = env
        self._env.action_space.seed(0)
        self.rounds: list[float] = []
        self.resets_ms: list[float] = []
        self.cpu_ms: list[float] = []
        self._seed = 0
        self._reset()
        self.resets_ms.clear()

    def _reset(self) -> None:
        start = time.perf_counter()
        self._env.reset(seed=self._seed)
        self.resets_ms.append((time.perf_counter() - start) * 1000)
        self._seed += 1

    def run(self, seconds: float) -> None:
        """Take steps; resets between them are measured separately."""
        steps, spent, cpu = 0, 0.0, 0.0
        while spent < seconds:
            action = self._env.action_space.sample()
            before, start = _processor_ms(), time.perf_counter()
            _, _, terminated, truncated, _ = self._env.step(action)
            spent += time.perf_counter() - start
            cpu += _processor_ms() - before
            steps += 1
            if terminated or truncated or steps % 30 == 0:
                self._reset()
        self.rounds.append(steps / spent)
        self.cpu_ms.append(cpu / steps)


def _processor_ms() -> float:
    """Return the processor time so far of this process and all its children, in milliseconds."""
    own = psutil.Process()
    total = 0.0
    for process in (own, *own.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):  # it has just ended
            used = process.cpu_times()
            total += used.user + used.system
    return total * 1000


@dataclass
class Contest:
    """Both environments on one engine.

    Attributes:
        engine: The browser's executable.
        begin_frames: Whether it draws on demand.
        ours: This package's pages, by the size of the pixels.
        theirs: Steps per second of MiniWoB++'s environment.
        their_reset_ms: Median of its resets.
        their_cpu_ms: Processor time of its steps.
    """

    engine: str
    begin_frames: bool
    ours: dict[tuple[int, int], OurPage] = field(default_factory=dict)
    theirs: float = 0.0
    their_reset_ms: float = 0.0
    their_cpu_ms: float = 0.0


def contest(
    program: str | None, sizes: tuple[tuple[int, int], ...], rounds: int, seconds: float
) -> Contest:
    """Let both environments step and reset in turn.

    Args:
        program: The browser; None for the default one.
        sizes: (width, height) of the pixels observed here; theirs are 160x210.
        rounds: Turns of each.
        seconds: Seconds of a turn.
    """
    from android_gym.simulator.web.engines import require_engine

    with _browser(program), ExitStack() as stack:
        engine = require_engine()
        found = Contest(engine.path, engine.begin_frames)
        theirs = TheirPage(stack.enter_context(references.miniwob_env(PAGE, engine.path)))
        for size in sizes:
            found.ours[size] = OurPage(size)
            stack.callback(found.ours[size].env.close)
        turns = [theirs.run, *(ours.run for ours in found.ours.values())]
        alternate(rounds, *(lambda turn=turn: turn(seconds) for turn in turns))
        found.theirs = statistics.median(theirs.rounds)
        found.their_reset_ms = statistics.median(theirs.resets_ms)
        found.their_cpu_ms = statistics.median(theirs.cpu_ms)
    return found


@contextmanager
def _browser(program: str | None) -> Iterator[None]:
    """Show pages in another browser for a while."""
    from android_gym.simulator.web.browser import end_browser
    from android_gym.simulator.web.engines import VARIABLE

    before = os.environ.get(VARIABLE)
    end_browser()
    if program is not None:
        os.environ[VARIABLE] = program
    try:
        yield
    finally:
        end_browser()
        if program is not None:
            os.environ.pop(VARIABLE)
            if before is not None:
                os.environ[VARIABLE] = before


_MEMORY = """
import sys, psutil, gymnasium as gym, android_gym
from android_gym.actions import Decoded
from android_gym.events import Tap
def used():
    own = psutil.Process()
    return sum(p.memory_full_info().pss for p in [own, *own.children(recursive=True)]) / 1e6
def more():
    env = gym.make(sys.argv[1], observation=("pixels", "ui_elements"))
    env.reset(seed=0)
    for step in range(20):
        if any(env.step(Decoded((Tap(50 * step, 500),)))[2:4]):
            env.reset()
    return env
envs = [more()]
one = used()
envs += [more() for _ in range(int(sys.argv[2]) - 1)]
browsers = [p for p in psutil.Process().children()]
assert len(browsers) == 1, browsers
print((used() - one) / (len(envs) - 1))
"""


def memory_mb() -> float:
    """Return the memory of one more of `ENVIRONMENTS` environments that share a browser, in MB.

    Memory shared by several processes is counted once (``pss``), including the browser's.
    """
    command = [sys.executable, "-c", _MEMORY, f"MiniWoB/{PAGE}-v0", str(ENVIRONMENTS)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])
