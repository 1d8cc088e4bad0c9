"""Moves in VLC that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.task_suite.android_gym import pages
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["MOVES", "SCRIPTS"]


def settings(screen: Screen, page: str = "") -> Steps:
    """Open the settings, or a page below them."""
    yield from screen.open_app("VLC")
    yield from screen.wait_for(resource_id="nav_more")
    yield from screen.tap_on(resource_id="nav_more")
    yield from screen.tap_on(resource_id="settingsButton")
    yield from screen.wait_for(text="Media library")
    if page:
        yield from screen.scroll_to(text="Advanced", resource_id="title")
        yield from screen.tap_on(text=page, resource_id="title")
        yield from screen.wait_while(text="Extra settings")


SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {**pages.MOVES, "settings": settings}
