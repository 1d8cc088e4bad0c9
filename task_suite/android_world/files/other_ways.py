"""Second ways to use Files: searching; copying and deleting the original."""

from __future__ import annotations

from android_gym.task_suite.android_world.files.demonstrations import enter, open_folder, select
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "delete_selected"]


def delete_selected(screen: Screen) -> Steps:
    """Tap Delete, OK."""
    yield from screen.tap_on(description="Delete")
    yield from screen.wait_for(text="OK")
    yield from screen.tap_on(text="OK")
    yield from screen.wait_while(text="OK")


def delete_file(screen: Screen, file_name: str, subfolder: str) -> Steps:
    """Search for the name in the folder, and delete the file."""
    yield from open_folder(screen, subfolder)
    yield from screen.tap_on(description="Search")
    yield from screen.wait_for(editable=True)
    yield from screen.type(f"{file_name}\n")
    yield from screen.wait_for(text=file_name, resource_id="title")
    yield from screen.long_press(screen.need(text=file_name, resource_id="title"))
    yield from delete_selected(screen)


def move_file(screen: Screen, file_name: str, source_folder: str, destination_folder: str) -> Steps:
    """Use Copy to..., then delete the original."""
    yield from open_folder(screen, source_folder)
    yield from select(screen, file_name)
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Copy to\u2026")
    yield from screen.wait_for(text="Copy", resource_id="button1")
    yield from enter(screen, destination_folder)
    yield from screen.tap_on(text="Copy", resource_id="button1")
    yield from screen.wait_while(resource_id="button1")
    if screen.find(description="Delete") is None:
        yield from open_folder(screen, source_folder)
        yield from select(screen, file_name)
    yield from delete_selected(screen)


SCRIPTS: dict[str, Script] = {
    "FilesDeleteFile": delete_file,
    "FilesMoveFile": move_file,
}
