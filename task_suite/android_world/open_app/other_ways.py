"""Opening apps from the launcher's list of all apps."""

from __future__ import annotations

from android_gym.task_suite.android_world.system.other_ways import turn_wifi
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "start_from_all_apps"]

LABELS = {"dialer": "Phone"}
"""Labels of apps that goals call by another name."""


def start_from_all_apps(screen: Screen, label: str) -> Steps:
    """Go home, swipe up, and tap the icon."""
    yield from screen.press("HOME")
    x, height = screen.observation.width / 2, screen.observation.height
    yield from screen.swipe((x, 0.7 * height), (x, 0.2 * height))
    yield from screen.wait_for(text="Search apps")
    yield from screen.tap_on(text=label)
    yield from screen.wait_while(text="Search apps")


def open_app(screen: Screen, app_name: str) -> Steps:
    """Start the app, and grant the permissions it asks for."""
    yield from start_from_all_apps(screen, LABELS.get(app_name, app_name))
    for _ in range(4):
        button = screen.find(resource_id="permission_allow_foreground_only_button")
        button = button or screen.find(resource_id="permission_allow_button")
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
