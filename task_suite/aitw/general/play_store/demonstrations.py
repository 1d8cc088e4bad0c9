"""Demonstrations of the Play Store."""

from __future__ import annotations

from android_gym.task_suite.aitw.general.catalogue import app_of
from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["LONGEST", "SCRIPTS", "search"]

LONGEST = 30
"""Seconds that an installation may take."""


def open_store(screen: Screen, subject: str) -> Steps:
    """Open the app."""
    yield from screen.open_app("Play Store")
    yield from screen.wait_for(text="Search for apps & games")


def search(screen: Screen, words: str) -> Steps:
    """Open the store and its search, and type."""
    yield from open_store(screen, "")
    yield from screen.tap_on(text="Search for apps & games")
    yield from screen.wait_for(resource_id="open_search_view_edit_text")
    yield from screen.type(words)


def install(screen: Screen, subject: str) -> Steps:
    """Search for the name, install what is found first, and go home once it can be opened.

    It takes longer than what is under way is given by a declaration.
    """
    yield from search(screen, app_of(subject).label)
    yield from screen.press("ENTER")
    yield from screen.tap_on(text="Install")
    yield from screen.wait_for(LONGEST, text="Open")
    yield from screen.press("HOME")


SCRIPTS: dict[str, Script] = {
    **scripts_of("open_play_store", open_store),
    **scripts_of("install", install),
}
