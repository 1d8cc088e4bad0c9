"""The Play Store from the list of all apps, and installing from an app's page."""

from __future__ import annotations

from android_gym.task_suite.aitw.general.catalogue import app_of
from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.aitw.general.play_store.demonstrations import LONGEST, search
from android_gym.task_suite.android_world.open_app.other_ways import start_from_all_apps
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def from_all_apps(screen: Screen, subject: str) -> Steps:
    """Open another app first; then tap the icon."""
    yield from screen.open_app("Phone")
    yield from start_from_all_apps(screen, "Google Play Store")


def from_its_page(screen: Screen, subject: str) -> Steps:
    """Search by a suggestion, open the page, install there, and open the app."""
    label = app_of(subject).label
    yield from search(screen, label[:4])
    yield from screen.tap_on(text=label, class_name="TextView")
    row = next(e for e in screen.find_all(text=label) if "EditText" not in (e.class_name or ""))
    yield from screen.tap(row)
    yield from screen.wait_for(resource_id="developer")
    yield from screen.tap_on(text="Install")
    yield from screen.wait_for(LONGEST, text="Open")
    yield from screen.tap_on(text="Open")


SCRIPTS: dict[str, Script] = {
    **scripts_of("open_play_store", from_all_apps),
    **scripts_of("install", from_its_page),
}
