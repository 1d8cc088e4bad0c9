"""Demonstrations of opening tabs."""

from __future__ import annotations

from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "menu_item"]


def menu_item(subject: str) -> str:
    """Return the item of Chrome's menu that opens such a tab."""
    hidden = "incognito" in subject or "private" in subject
    return "New Incognito tab" if hidden else "New tab"


def open_tab(screen: Screen, subject: str) -> Steps:
    """Open Chrome, and choose the item of its menu."""
    yield from screen.open_app("Chrome")
    yield from screen.wait_for(description="More options")
    yield from screen.tap_on(description="More options")
    yield from screen.wait_for(text=menu_item(subject))
    yield from screen.tap_on(text=menu_item(subject))
    yield from screen.wait_for(resource_id="tab_switcher_button")


SCRIPTS: dict[str, Script] = scripts_of("tab", open_tab)
