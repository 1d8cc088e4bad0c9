"""Moves in Files that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.task_suite.android_world.files.demonstrations import enter, open_folder, select
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["MOVES", "SCRIPTS"]


def open_list(screen: Screen, folder: str) -> Steps:
    """Open a folder of the storage, as a list."""
    yield from open_folder(screen, folder)
    yield from screen.wait_for(text=f"Files in {folder}")
    if screen.find(description="List view") is not None:
        yield from screen.tap_on(description="List view")
        yield from screen.wait_for(description="Grid view")


def put_into(screen: Screen, how: str, folder: str) -> Steps:
    """Copy or move what is selected into a folder of the storage; `how` is "Copy" or "Move"."""
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text=f"{how} to\u2026")
    yield from screen.wait_for(text=how)
    yield from enter(screen, folder)
    yield from screen.tap_on(text=how, resource_id="button1")
    yield from screen.wait_while(text=how, resource_id="button1")


SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {"open_list": open_list, "put_into": put_into, "select": select}
