"""A drawing that is filled, and named in Files when it is saved."""

from __future__ import annotations

import posixpath

from android_gym.task_suite.android_world.draw.demonstrations import (
    draw,
    replace_text,
    save_in_pictures,
)
from android_gym.task_suite.android_world.open_app.other_ways import start_from_all_apps
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def create_drawing(screen: Screen, file_name: str) -> Steps:
    """Draw and fill; keep the app's file name at first, and enter another in Files."""
    ending = posixpath.splitext(file_name)[1]
    yield from start_from_all_apps(screen, "Draw")
    yield from draw(screen)
    yield from screen.tap_on(description="Bucket fill")
    yield from screen.tap_at(0.2 * screen.observation.width, 0.8 * screen.observation.height)
    yield from screen.press("BACK")
    yield from screen.wait_for(text="Discard")
    yield from screen.tap_on(text="Save")
    yield from screen.wait_for(text="Save as")
    yield from screen.tap_on(text=ending)
    yield from screen.tap_on(text="OK")
    yield from screen.wait_for(description="Show roots")
    yield from replace_text(screen, file_name, "title")
    yield from save_in_pictures(screen)


SCRIPTS: dict[str, Script] = {"SimpleDrawProCreateDrawing": create_drawing}
