"""Opening apps from the launcher's list of all apps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.aitw.general.open_app.labels import labels_of
from android_gym.task_suite.android_world.open_app.other_ways import start_from_all_apps
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]

_ICONS: Final[Mapping[str, str]] = {
    "Google Calendar": "Calendar",
    "Simple Gallery Pro": "Gallery",
    "Simple SMS Messenger": "SMS Messenger",
}
"""Names below icons, of apps that actions call otherwise."""


def from_all_apps(screen: Screen, subject: str) -> Steps:
    """Open another app first; then tap the icon."""
    yield from screen.open_app("Phone")
    label = labels_of(subject)[0]
    yield from start_from_all_apps(screen, _ICONS.get(label, label))


def by_the_drawer(screen: Screen, subject: str) -> Steps:
    """Open Files and a folder, then the downloads from the drawer."""
    yield from start_from_all_apps(screen, "Files")
    for root in ("Images", "Downloads"):
        yield from screen.tap_on(description="Show roots")
        yield from screen.tap_on(text=root, class_name="TextView")
        yield from screen.wait_while(description="Hide roots")


SCRIPTS: dict[str, Script] = {
    **scripts_of("open_app", from_all_apps),
    **scripts_of("downloads", by_the_drawer),
}
