"""Moves in Markor that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.task_suite.android_gym import pages
from android_gym.task_suite.android_world.markor.demonstrations import (
    EDITOR,
    create_note,
    find_row,
    leave,
    open_markor,
    open_note,
    save,
    select,
)
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["MOVES", "SCRIPTS"]


def select_note(screen: Screen, name: str) -> Steps:
    """Open the list and press a note until it is selected."""
    yield from open_markor(screen)
    yield from select(screen, name)


def edit(screen: Screen, name: str) -> Steps:
    """Open a note's editor, and put the cursor to the end of its only line."""
    yield from open_markor(screen)
    yield from open_note(screen, name)
    yield from screen.tap_on(resource_id=EDITOR)
    yield from screen.press("MOVE_END")


def erase(screen: Screen, name: str) -> Steps:
    """Open a note's editor, and erase its only line."""
    yield from edit(screen, name)
    for _ in screen.need(resource_id=EDITOR).text or "":
        yield from screen.press("DEL")


def save_note(screen: Screen) -> Steps:
    """Save the note that is open, and leave."""
    yield from save(screen)
    yield from leave(screen)


def mark_also(screen: Screen, name: str) -> Steps:
    """Tap one more note of the list where one is selected."""
    row = yield from find_row(screen, "File", name)
    yield from screen.tap(row)


def settings(screen: Screen, page: str) -> Steps:
    """Open a page of the settings."""
    yield from open_markor(screen)
    yield from screen.tap_on(resource_id="nav_more")
    yield from screen.tap_on(text="Settings")
    yield from screen.tap_on(text=page)
    yield from screen.wait()


SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {
    "create_note": create_note,
    "edit": edit,
    "erase": erase,
    "mark_also": mark_also,
    "save_note": save_note,
    "select_note": select_note,
    "settings": settings,
    **pages.MOVES,
}
