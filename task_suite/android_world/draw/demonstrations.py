"""Demonstration of the task of Simple Draw Pro."""

from __future__ import annotations

import posixpath

from android_gym.task_suite.android_world.files.demonstrations import enter
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "draw", "replace_text", "save_in_pictures"]


def draw(screen: Screen) -> Steps:
    """Draw a line."""
    yield from screen.wait_for(description="Eyedropper")
    width, height = screen.observation.width, screen.observation.height
    yield from screen.swipe((0.3 * width, 0.4 * height), (0.7 * width, 0.6 * height))
    yield from screen.wait_for(description="Undo")


def replace_text(screen: Screen, text: str, field: str) -> Steps:
    """Replace a field's text, which may need more than the word selected by a long press."""
    yield from screen.long_press(screen.need(resource_id=field))
    yield from screen.wait_for(label="Cut")
    if screen.find(label="Select all") is not None:
        yield from screen.tap(screen.need(label="Select all", clickable=True))
    yield from screen.type(text)


def save_in_pictures(screen: Screen) -> Steps:
    """Open the pictures folder, and save there."""
    yield from screen.wait_for(description="Show roots")
    yield from enter(screen, "Pictures")
    yield from screen.tap_on(text="SAVE", resource_id="button1")
    yield from screen.wait_while(resource_id="button1")


def create_drawing(screen: Screen, file_name: str) -> Steps:
    """Draw a line, then tap Save, enter name and extension, OK, the folder, SAVE."""
    stem, ending = posixpath.splitext(file_name)
    yield from screen.open_app("Draw")
    yield from draw(screen)
    yield from screen.tap_on(description="Save")
    yield from screen.wait_for(text="Save as")
    yield from replace_text(screen, stem, "save_image_filename")
    yield from screen.tap_on(text=ending)
    yield from screen.tap_on(text="OK")
    yield from save_in_pictures(screen)


SCRIPTS: dict[str, Script] = {"SimpleDrawProCreateDrawing": create_drawing}
