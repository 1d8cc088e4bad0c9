"""Opening tabs from the list of tabs."""

from __future__ import annotations

from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.aitw.general.tab.demonstrations import menu_item
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def from_the_switcher(screen: Screen, subject: str) -> Steps:
    """Open it from the menu of the list of tabs."""
    yield from screen.open_app("Chrome")
    yield from screen.wait_for(resource_id="tab_switcher_button")
    yield from screen.tap_on(resource_id="tab_switcher_button")
    yield from screen.wait_for(description="More options")
    yield from screen.tap_on(description="More options")
    yield from screen.wait_for(text=menu_item(subject))
    yield from screen.tap(screen.find_all(text=menu_item(subject))[-1])
    yield from screen.wait_for(resource_id="tab_switcher_button")


SCRIPTS: dict[str, Script] = scripts_of("tab", from_the_switcher)
