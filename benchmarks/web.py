"""Steps of a MiniWoB++ page here and in the `miniwob` package's own environment, on one engine.

Both tap at random on ``click-checkboxes`` and look at pixels and elements after each tap. The
package needs ``chromedriver`` and a Chrome or Chromium of the same version.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import gymnasium as gym
import numpy as np

from android_gym.actions import Decoded
from android_gym.events import Tap

__all__ = ["PAGE", "Speed", "page_speed"]

PAGE = "click-checkboxes"


@dataclass(frozen=True)
class Speed:
    """The speed of an environment.

    Attributes:
        steps: Steps per second of the host's clock: the browser is another process.
        reset_ms: Mean milliseconds of a reset in place.
        changed: Share of steps after which the picture is another one.
    """

    steps: float
    reset_ms: float
    changed: float


def page_speed(size: tuple[int, int], steps: int = 300, resets: int = 10) -> Speed:
    """Tap at random on a page, where its content is.

    Args:
        size: (width, height) of the pixels that are observed.
        steps: Steps to take; resets between them are not counted.
        resets: Resets to measure.
    """
    import android_gym  # noqa: F401  (registers the ids)

    env = gym.make(
        f"MiniWoB/{PAGE}-v0",
        action_mode="gesture",
        observation=("pixels", "ui_elements"),
        observation_size=size,
        termination="success",
    )
    rng = np.random.default_rng(0)
    observation, _ = env.reset(seed=0)
    last, spent, changed = observation["pixels"].copy(), 0.0, 0
    for step in range(steps):
        # A page is 160x210 of its own pixels, which are five of the phone's.
        action = Decoded((Tap(int(rng.integers(800)), int(rng.integers(80, 1130))),))
        start = time.perf_counter()
        observation, _, terminated, truncated, _ = env.step(action)
        spent += time.perf_counter() - start
        changed += not np.array_equal(last, observation["pixels"])
        last = observation["pixels"].copy()
        if terminated or truncated:
            env.reset(seed=step)
    start = time.perf_counter()
    for seed in range(resets):
        env.reset(seed=seed)
    reset_ms = (time.perf_counter() - start) / resets * 1000
    env.close()
    return Speed(steps / spent, reset_ms, changed / steps)
