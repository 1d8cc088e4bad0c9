"""Copying a text from a note, which is kept."""

from __future__ import annotations

from android_gym.task_suite.android_world.markor.demonstrations import (
    EDITOR,
    new_note,
    open_markor,
    press_text,
)
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def copy_text(screen: Screen, clipboard_content: str) -> Steps:
    """Type the text into a new note, select all of it and copy it."""
    yield from open_markor(screen)
    yield from new_note(screen, "to copy.txt")
    yield from screen.type_into(clipboard_content, resource_id=EDITOR)
    yield from press_text(screen)
    yield from screen.wait_for(label="Select all")
    yield from screen.tap(screen.need(label="Select all", clickable=True))
    yield from screen.tap_on(label="Copy")


SCRIPTS: dict[str, Script] = {
    "SystemCopyToClipboard": copy_text,
}
