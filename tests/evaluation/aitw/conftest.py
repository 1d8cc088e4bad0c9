"""Small episodes to write, read and replay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from android_gym.evaluation.aitw.dataset import EpisodeWriter
from android_gym.evaluation.aitw.records import Action, Annotations, Episode, Phone, Step
from android_gym.task_suite.aitw.actions import ActionType

Make = Callable[..., Episode]
Write = Callable[..., Path]

ACTIONS = (
    Action(ActionType.PRESS_HOME),
    Action(ActionType.DUAL_POINT, (0.8, 0.5), (0.2, 0.5)),
    Action(ActionType.DUAL_POINT, (0.5, 0.25), (0.5, 0.25)),
    Action(ActionType.TYPE, text="Käse"),
    Action(ActionType.STATUS_TASK_COMPLETE),
)


def episode(
    name: str = "7",
    length: int = 5,
    goal: str = "open the clock",
    size: tuple[int, int] = (12, 24),
    api_level: int = 33,
    package: str = "com.clock",
    subset: str = "general",
) -> Episode:
    """An episode of screens that all differ."""
    rng = np.random.default_rng([length, *name.encode()])
    steps = []
    for number in range(length):
        image = rng.integers(0, 256, (size[1], size[0], 3), dtype=np.uint8)
        image.flags.writeable = False
        boxes = rng.random((number, 4), dtype=np.float32)
        notes = Annotations(boxes, ("Ünf",) * number, ("TEXT",) * number)
        action = ACTIONS[-1] if number == length - 1 else ACTIONS[number % 4]
        steps.append(Step(image, notes, action, f"{package}/.Main"))
    return Episode(name, goal, tuple(steps), Phone("Pixel 6", api_level), subset)


@pytest.fixture
def make() -> Make:
    return episode


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write episodes to a file of the part ``general``; return where it is."""

    def write(*episodes: Episode, name: str = "steps-00000-of-00001") -> Path:
        path = tmp_path / "general" / name
        path.parent.mkdir(exist_ok=True)
        with EpisodeWriter(path) as writer:
            for own in episodes or [episode()]:
                writer.write(own)
        return path

    return write
