"""Trajectories to judge, and manifests of sweeps."""

from collections.abc import Callable, Iterable
from typing import Any

import cv2
import numpy as np
import pytest

from android_gym.evaluation.trajectories import LoggedAction, Shot, Trajectory

MANIFEST: dict[str, Any] = {
    "format": 1,
    "android_gym": "0.2.0",
    "policy": {"name": "random"},
    "rules": "strict",
    "ids": ["A/B-v0"],
    "seeds": [0, 1, 2],
    "same_seed": None,
    "repeat": None,
    "rewordings": [0],
}
"""Manifest of a sweep of three episodes."""


def manifest_of(*ids: str, seeds: Iterable[int] = range(10)) -> dict[str, Any]:
    """Return the manifest of a sweep of some ids."""
    return MANIFEST | {"ids": list(ids), "seeds": sorted(seeds)}


TAP = LoggedAction("tap", position=(60.0, 90.0))


def png(shade: int = 255) -> bytes:
    """Return a small picture of one grey."""
    return cv2.imencode(".png", np.full((240, 108, 3), shade, np.uint8))[1].tobytes()


@pytest.fixture
def seen() -> Callable[..., Trajectory]:
    """Make a trajectory whose screens say the given texts."""

    def make(*said: str, reward: float | None = None) -> Trajectory:
        shots = tuple(
            Shot(f"{number}.png", png(250 - number), (text,)) for number, text in enumerate(said)
        )
        return Trajectory(shots, (TAP,) * (len(said) - 1), reward)

    return make
