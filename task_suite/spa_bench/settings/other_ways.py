"""Second ways through SPA-Bench's tasks of Settings: with detours, and mistakes put right."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.spa_bench.settings.demonstrations import (
    check_timeout,
    open_page,
    set_timeout,
    turn_on_history,
)

__all__ = ["SCRIPTS"]


def look_at_choices(screen: Screen) -> Steps:
    """Open the page with all timeouts."""
    yield from open_page(screen, "Notifications")
    yield from screen.back()
    yield from check_timeout(screen)
    yield from screen.tap_on(text="Screen timeout")
    yield from screen.wait_for(text="15 seconds")
    yield from screen.back()


def choose_twice(screen: Screen, choice: str) -> Steps:
    """Choose another timeout first."""
    yield from set_timeout(screen, "1 minute")
    if screen.find(text=choice) is None:
        yield from screen.tap_on(text="Screen timeout")
    yield from screen.tap_on(text=choice)


def five_minutes(screen: Screen) -> Steps:
    """Choose another timeout, then five minutes."""
    yield from choose_twice(screen, "5 minutes")


def dark_twice(screen: Screen) -> Steps:
    """Choose another timeout, then ten minutes; turn the dark theme on, off and on."""
    yield from choose_twice(screen, "10 minutes")
    if screen.find(description="Dark theme") is None:
        yield from screen.back()
    for on in (True, False, True):
        yield from screen.switch("Dark theme", on)


def history_twice(screen: Screen) -> Steps:
    """Turn the history on, off and on."""
    yield from turn_on_history(screen)
    for on in (False, True):
        yield from screen.switch("Use notification history", on)


SCRIPTS: dict[str, Script] = {
    "ENG-settings-0": look_at_choices,
    "ENG-settings-1": five_minutes,
    "ENG-settings-2": dark_twice,
    "ENG-settings-3": history_twice,
}
