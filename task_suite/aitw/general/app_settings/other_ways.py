"""An app's settings from its icon."""

from __future__ import annotations

from android_gym.task_suite.aitw.general.catalogue import app_of
from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def from_its_icon(screen: Screen, subject: str) -> Steps:
    """Hold the icon in the list of all apps, and tap App info."""
    yield from screen.press("HOME")
    x, height = screen.observation.width / 2, screen.observation.height
    yield from screen.swipe((x, 0.7 * height), (x, 0.2 * height))
    yield from screen.wait_for(text="Search apps")
    label = app_of(subject).label
    yield from screen.scroll_to(text=label)
    yield from screen.long_press(screen.need(text=label))
    yield from screen.tap_on(text="App info")
    yield from screen.wait_for(text="Force stop")


SCRIPTS: dict[str, Script] = scripts_of("app_settings", from_its_icon)
