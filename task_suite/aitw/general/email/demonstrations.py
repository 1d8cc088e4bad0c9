"""Demonstrations of checking the mail."""

from __future__ import annotations

from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def check(screen: Screen, subject: str) -> Steps:
    """Open Gmail, which begins with the inbox."""
    yield from screen.open_app("Gmail")
    yield from screen.wait_for(resource_id="folder_name", text="Inbox")


SCRIPTS: dict[str, Script] = scripts_of("email", check)
