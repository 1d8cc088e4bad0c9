"""Demonstrations of the tasks of Files."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "enter", "open_folder", "select"]

STORAGE_ROOT = "sdk_gphone64_x86_64"
"""The device's model, which names the root; AndroidWorld's goals call it ``sdk_gphone_x86_64``."""


def enter(screen: Screen, folder: str) -> Steps:
    """Open a folder of the storage from the drawer of roots."""
    yield from screen.tap_on(description="Show roots")
    yield from screen.wait_for(text=STORAGE_ROOT)
    yield from screen.tap_on(text=STORAGE_ROOT)
    yield from screen.tap_on(text=folder, resource_id="title")


def open_folder(screen: Screen, folder: str) -> Steps:
    """Open Files and a folder of the storage."""
    yield from screen.open_app("Files")
    yield from screen.wait_for(description="Show roots")
    yield from enter(screen, folder)


def select(screen: Screen, name: str) -> Steps:
    """Scroll to a file and select it by a long press."""
    yield from screen.scroll_to(text=name)
    yield from screen.long_press(screen.need(text=name))


def delete_file(screen: Screen, file_name: str, subfolder: str) -> Steps:
    """Long-press the file, then Delete, OK."""
    yield from open_folder(screen, subfolder)
    yield from select(screen, file_name)
    yield from screen.tap_on(description="Delete")
    yield from screen.tap_on(text="OK")


def move_file(screen: Screen, file_name: str, source_folder: str, destination_folder: str) -> Steps:
    """Long-press the file, then Move to..., the folder, MOVE."""
    yield from open_folder(screen, source_folder)
    yield from select(screen, file_name)
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Move to\u2026")
    yield from screen.wait_for(text="Move")
    yield from enter(screen, destination_folder)
    yield from screen.tap_on(text="Move", resource_id="button1")


SCRIPTS: dict[str, Script] = {
    "FilesDeleteFile": delete_file,
    "FilesMoveFile": move_file,
}
