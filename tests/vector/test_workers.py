"""Processes of workers."""

from __future__ import annotations

import gc
from typing import Any

import gymnasium as gym
import pytest

from .vectors import make


class Collecting(gym.Wrapper[Any, Any, Any, Any]):
    """Wrapper that reports the state of Python's garbage collector in its process."""

    @property
    def collector(self) -> tuple[bool, int]:
        """(True if objects are frozen, threshold of new objects for a collection)."""
        return gc.get_freeze_count() > 0, gc.get_threshold()[0]


@pytest.mark.parametrize("num_workers", [0, 1])
def test_the_collector_is_spared_in_processes_of_our_own_alone(num_workers: int) -> None:
    frozen, usual = gc.get_freeze_count() > 0, gc.get_threshold()[0]
    envs = make(num_envs=1, num_workers=num_workers, env_wrappers=[Collecting])
    try:
        envs.reset(seed=0)
        expected = (True, 5_000) if num_workers else (frozen, usual)
        assert envs.get_attr("collector") == (expected,)
        assert (gc.get_freeze_count() > 0, gc.get_threshold()[0]) == (frozen, usual)
    finally:
        envs.close()
