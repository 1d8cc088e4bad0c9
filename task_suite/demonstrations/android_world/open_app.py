"""Demonstrations of opening apps."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.android_world.system import turn_wifi
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["GOALS", "open_app"]

_PERMISSION_BUTTONS = ("permission_allow_foreground_only_button", "permission_allow_button")


def open_app(screen: Screen, app_name: str) -> Steps:
    """Opens the app and grants what it asks for."""
    yield from screen.open_app(app_name)
    for _ in range(4):
        buttons = [screen.find(resource_id=name) for name in _PERMISSION_BUTTONS]
        button = next((b for b in buttons if b is not None), None)
        if button is None:
            return
        yield from screen.tap(button)


def wifi_then_app(screen: Screen, app_name: str) -> Steps:
    """One after the other."""
    yield from turn_wifi(screen, "on")
    yield from open_app(screen, app_name)


GOALS: dict[str, Script] = {
    "Open the {app_name} app. Clear any pop-ups that may appear by granting all permissions "
    "that are required.": open_app,
    "Turn on Wifi, then open the {app_name} app": wifi_then_app,
}
