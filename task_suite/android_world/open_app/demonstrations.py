"""Demonstrations of opening apps."""

from __future__ import annotations

from android_gym.task_suite.android_world.system.demonstrations import turn_wifi
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "open_app"]

_PERMISSION_BUTTONS = ("permission_allow_foreground_only_button", "permission_allow_button")


def open_app(screen: Screen, app_name: str) -> Steps:
    """Open the app and grant the permissions it asks for."""
    yield from screen.open_app(app_name)
    for _ in range(4):
        buttons = [screen.find(resource_id=name) for name in _PERMISSION_BUTTONS]
        button = next((b for b in buttons if b is not None), None)
        if button is None:
            return
        yield from screen.tap(button)


def wifi_then_app(screen: Screen, app_name: str) -> Steps:
    """Turn on Wi-Fi, then open the app."""
    yield from turn_wifi(screen, "on")
    yield from open_app(screen, app_name)


SCRIPTS: dict[str, Script] = {
    "OpenAppTaskEval": open_app,
    "TurnOnWifiAndOpenApp": wifi_then_app,
}
