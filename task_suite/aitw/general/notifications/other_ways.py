"""Showing notifications from the home screen, after too much."""

from __future__ import annotations

from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.aitw.general.notifications.demonstrations import pull_down
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def after_quick_settings(screen: Screen, subject: str) -> Steps:
    """Pull down twice, which opens quick settings; go back, and pull down once."""
    yield from screen.press("HOME")
    yield from pull_down(screen)
    yield from pull_down(screen)
    yield from screen.back()
    if screen.find(text="Clear all") is None:
        yield from pull_down(screen)


SCRIPTS: dict[str, Script] = scripts_of("notifications", after_quick_settings)
