"""Trajectories to judge."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from android_gym.evaluation.trajectories import LoggedAction, Shot, Trajectory

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
