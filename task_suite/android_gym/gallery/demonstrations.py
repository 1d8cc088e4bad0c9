"""Moves in Simple Gallery Pro that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.task_suite.android_gym import pages
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["MOVES", "SCRIPTS"]


def settings(screen: Screen) -> Steps:
    """Open the settings."""
    yield from screen.open_app("Simple Gallery Pro")
    yield from screen.wait_for(description="More options")
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Settings")
    yield from screen.wait_for(text="Customize colors")


SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {**pages.MOVES, "settings": settings}
