"""Costs of the wrappers that look at every screen."""

from __future__ import annotations

import statistics
import time
from typing import Any

import gymnasium as gym
import numpy as np

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.devices.device import Device
from android_gym.wrappers import Stabilize
from android_gym.wrappers.set_of_marks import draw_marks, mark_table, marked

__all__ = ["marks_ms", "stabilize_ms"]

_SIZE = (1080, 2400)
_COLUMNS, _ROWS = 4, 15


def marks_ms(style: str, times: int = 50) -> float:
    """Return the median time for choosing, listing and drawing 60 marks at 1080x2400, in ms."""
    width, height = _SIZE[0] // _COLUMNS, _SIZE[1] // _ROWS
    elements = [
        UIElement(
            is_visible=True,
            bbox_pixels=BoundingBox(x + 8, x + width - 8, y + 8, y + height - 8),
        )
        for y in range(0, height * _ROWS, height)
        for x in range(0, width * _COLUMNS, width)
    ]
    pixels = np.full((_SIZE[1], _SIZE[0], 3), 255, np.uint8)
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        marks = marked(elements, _SIZE)
        mark_table(elements, marks)
        draw_marks(pixels, elements, marks, _SIZE, style)
        taken.append(time.perf_counter() - start)
    return 1e3 * statistics.median(taken)


class _Timed(Stabilize):
    """Stabilize that records how long each wait took, in milliseconds."""

    taken: list[float]

    def _settle(self, device: Device) -> dict[str, Any]:
        start = time.perf_counter()
        found = super()._settle(device)
        self.taken.append(1e3 * (time.perf_counter() - start))
        return found


def stabilize_ms(env_id: str, steps: int = 500) -> float:
    """Return the mean time that `Stabilize` waits in a step of random gestures, in milliseconds.

    It includes the layout of a new screen, which the following observation then need not do.
    """
    env = _Timed(gym.make(env_id, action_mode="gesture"))
    env.taken = []
    env.action_space.seed(0)
    env.reset(seed=0)
    env.taken.clear()
    for _ in range(steps):
        *_, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            env.reset()
    env.close()
    return statistics.fmean(env.taken)
