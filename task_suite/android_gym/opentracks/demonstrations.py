"""Moves in OpenTracks that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.task_suite.android_gym import pages
from android_gym.task_suite.demonstrations.script import Script

__all__ = ["MOVES", "SCRIPTS"]

SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {**pages.MOVES}
