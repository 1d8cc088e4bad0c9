"""Demonstrations of an app's notifications."""

from __future__ import annotations

from android_gym.task_suite.aitw.general.catalogue import app_of
from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "set_all", "toggle_all"]


def open_app_page(screen: Screen, label: str) -> Steps:
    """Settings > Notifications > App settings, and the app."""
    yield from screen.open_app("Settings")
    yield from screen.tap_on(text="Notifications")
    yield from screen.tap_on(text="App settings")
    yield from screen.wait_for(description="App notifications")
    yield from screen.tap_on(text=label)
    yield from screen.wait_for(text=f"All {label} notifications")


def toggle_all(screen: Screen, label: str) -> Steps:
    """Tap the switch of all notifications, on the app's page."""
    words = f"All {label} notifications"
    on = screen.need(checkable=True, beside=screen.need(text=words)).is_checked
    yield from screen.switch(words, not on)


def set_all(screen: Screen, label: str, on: bool) -> Steps:
    """Bring the switch of all notifications to a state, on the app's page."""
    yield from screen.switch(f"All {label} notifications", on)


def toggle(screen: Screen, subject: str) -> Steps:
    """Open the page and change the state."""
    label = app_of(subject).label
    yield from open_app_page(screen, label)
    yield from toggle_all(screen, label)


def turn_off(screen: Screen, subject: str) -> Steps:
    """Open the page and switch off."""
    label = app_of(subject).label
    yield from open_app_page(screen, label)
    yield from set_all(screen, label, False)


def turn_on(screen: Screen, subject: str) -> Steps:
    """Open the page and switch on."""
    label = app_of(subject).label
    yield from open_app_page(screen, label)
    yield from set_all(screen, label, True)


SCRIPTS: dict[str, Script] = {
    **scripts_of("toggle_notifications", toggle),
    **scripts_of("turn_off_notifications", turn_off),
    **scripts_of("turn_on_notifications", turn_on),
}
