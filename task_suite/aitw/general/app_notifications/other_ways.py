"""An app's notifications by way of what Settings knows of the app."""

from __future__ import annotations

from android_gym.task_suite.aitw.general.app_notifications.demonstrations import (
    set_all,
    toggle_all,
)
from android_gym.task_suite.aitw.general.app_settings.demonstrations import app_info
from android_gym.task_suite.aitw.general.catalogue import app_of
from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def open_from_app_info(screen: Screen, subject: str) -> Steps:
    """App info > Notifications."""
    yield from app_info(screen, subject)
    yield from screen.tap_on(text="Notifications")
    yield from screen.wait_for(text=f"All {app_of(subject).label} notifications")


def toggle(screen: Screen, subject: str) -> Steps:
    """Change the state, and go home."""
    yield from open_from_app_info(screen, subject)
    yield from toggle_all(screen, app_of(subject).label)
    yield from screen.press("HOME")


def turn_off(screen: Screen, subject: str) -> Steps:
    """Switch off, and go home."""
    yield from open_from_app_info(screen, subject)
    yield from set_all(screen, app_of(subject).label, False)
    yield from screen.press("HOME")


def turn_on(screen: Screen, subject: str) -> Steps:
    """Switch on, and go home."""
    yield from open_from_app_info(screen, subject)
    yield from set_all(screen, app_of(subject).label, True)
    yield from screen.press("HOME")


SCRIPTS: dict[str, Script] = {
    **scripts_of("toggle_notifications", toggle),
    **scripts_of("turn_off_notifications", turn_off),
    **scripts_of("turn_on_notifications", turn_on),
}
