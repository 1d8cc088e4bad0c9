"""A picture that is found by a search, opened, and copied from the viewer."""

from __future__ import annotations

from android_gym.task_suite.android_world.gallery.demonstrations import choose_anywhere
from android_gym.task_suite.android_world.open_app.other_ways import start_from_all_apps
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def save_copy(screen: Screen, file_name: str) -> Steps:
    """Show all folders at once, search for the name, and copy the opened picture."""
    yield from start_from_all_apps(screen, "Gallery")
    yield from screen.tap_on(description="Show all folders content")
    yield from screen.wait_for(resource_id="medium_thumbnail")
    yield from screen.type_into(file_name, resource_id="top_toolbar_search")
    yield from screen.wait_for(resource_id="medium_thumbnail")
    yield from screen.tap_on(resource_id="medium_thumbnail")
    yield from screen.wait_for(description="Toggle favorite")
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Copy to")
    yield from choose_anywhere(screen, "Download")


SCRIPTS: dict[str, Script] = {"SaveCopyOfReceiptTaskEval": save_copy}
