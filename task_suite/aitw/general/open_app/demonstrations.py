"""Demonstrations of opening apps."""

from __future__ import annotations

from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.aitw.general.open_app.labels import labels_of
from android_gym.task_suite.android_world.open_app.demonstrations import open_app
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def open_subject(screen: Screen, subject: str) -> Steps:
    """Open the app, and grant what it asks for."""
    yield from open_app(screen, labels_of(subject)[0])


def open_downloads(screen: Screen, subject: str) -> Steps:
    """Open Files, and its folder of downloads from the drawer, unless it is there already."""
    yield from screen.open_app("Files")
    yield from screen.wait_for(description="Show roots")
    if screen.find(text="Files in Downloads") is None:
        yield from screen.tap_on(description="Show roots")
        yield from screen.tap_on(text="Downloads")
    yield from screen.wait_for(text="Files in Downloads")


SCRIPTS: dict[str, Script] = {
    **scripts_of("open_app", open_subject),
    **scripts_of("downloads", open_downloads),
}
