"""Demonstrations of SPA-Bench's tasks of Settings."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "check_timeout", "open_page", "set_timeout", "turn_on_history"]


def open_page(screen: Screen, page: str) -> Steps:
    """Open Settings and a page of the first one."""
    yield from screen.open_app("Settings")
    yield from screen.scroll_to(text=page)
    yield from screen.tap_on(text=page)


def check_timeout(screen: Screen) -> Steps:
    """Settings > Display, where the row of the timeout tells it."""
    yield from open_page(screen, "Display")
    yield from screen.scroll_to(text="Screen timeout")


def set_timeout(screen: Screen, choice: str) -> Steps:
    """Settings > Display > Screen timeout, and a choice."""
    yield from check_timeout(screen)
    yield from screen.tap_on(text="Screen timeout")
    yield from screen.tap_on(text=choice)


def five_minutes(screen: Screen) -> Steps:
    """Choose five minutes."""
    yield from set_timeout(screen, "5 minutes")


def ten_minutes_and_dark(screen: Screen) -> Steps:
    """Choose ten minutes, go back to Display, turn the dark theme on."""
    yield from set_timeout(screen, "10 minutes")
    if screen.find(description="Dark theme") is None:
        yield from screen.back()
    yield from screen.switch("Dark theme", True)


def turn_on_history(screen: Screen) -> Steps:
    """Settings > Notifications > Notification history, and its switch."""
    yield from open_page(screen, "Notifications")
    yield from screen.tap_on(text="Notification history")
    yield from screen.switch("Use notification history", True)


SCRIPTS: dict[str, Script] = {
    "ENG-settings-0": check_timeout,
    "ENG-settings-1": five_minutes,
    "ENG-settings-2": ten_minutes_and_dark,
    "ENG-settings-3": turn_on_history,
}
