"""Moves in Simple SMS Messenger that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.task_suite.android_gym import pages
from android_gym.task_suite.android_world.sms.demonstrations import send_message, write
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["MOVES", "SCRIPTS"]


def send_here(screen: Screen, message: str) -> Steps:
    """Send a message in the conversation that is being opened."""
    yield from screen.wait_for(resource_id="thread_type_message")
    yield from write(screen, message)


SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {**pages.MOVES, "send_here": send_here, "send_message": send_message}
