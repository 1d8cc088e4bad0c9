"""Demonstrations of showing notifications."""

from __future__ import annotations

from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "pull_down"]


def pull_down(screen: Screen) -> Steps:
    """Swipe down from the top edge, up to two thirds of the screen."""
    x, height = screen.observation.width / 2, screen.observation.height
    yield from screen.swipe((x, 2), (x, height * 2 / 3))


def show(screen: Screen, subject: str) -> Steps:
    """Pull the shade down."""
    yield from pull_down(screen)


SCRIPTS: dict[str, Script] = scripts_of("notifications", show)
