"""Demonstrations of SPA-Bench's tasks of Files."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "enter", "make_folder", "make_one", "make_two_and_move", "open_dcim"]

_STORAGE_ROOT = "sdk_gphone64_x86_64"


def enter(screen: Screen, folder: str) -> Steps:
    """Open a folder of the storage from the drawer with the roots."""
    yield from screen.tap_on(description="Show roots")
    yield from screen.wait_for(text=_STORAGE_ROOT)
    yield from screen.tap_on(text=_STORAGE_ROOT)
    yield from screen.scroll_to(text=folder, resource_id="title")
    yield from screen.tap_on(text=folder, resource_id="title")
    yield from screen.wait_for(text=f"Files in {folder}")


def open_dcim(screen: Screen) -> Steps:
    """Open Files, then DCIM."""
    yield from screen.open_app("Files")
    yield from screen.wait_for(description="Show roots")
    yield from enter(screen, "DCIM")


def make_folder(screen: Screen, name: str) -> Steps:
    """More options > New folder and its name, then back out of the folder if it was opened."""
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="New folder")
    yield from screen.wait_for(class_name="EditText")
    yield from screen.type_into(name, class_name="EditText")
    yield from screen.tap_on(text="OK")
    yield from screen.wait_while(text="OK")
    if screen.find(text=f"Files in {name}") is not None:
        yield from screen.back()


def make_one(screen: Screen) -> Steps:
    """Make the folder in DCIM."""
    yield from open_dcim(screen)
    yield from make_folder(screen, "Agent_created")


def make_two_and_move(screen: Screen) -> Steps:
    """Make both, select one, Move to..., Documents, MOVE."""
    yield from open_dcim(screen)
    yield from make_folder(screen, "Agent_created_2")
    yield from make_folder(screen, "Agent_created_3")
    yield from screen.wait_for(text="Agent_created_2", resource_id="title")
    yield from screen.long_press(screen.need(text="Agent_created_2", resource_id="title"))
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Move to\u2026")
    yield from screen.wait_for(text="Move")
    yield from enter(screen, "Documents")
    yield from screen.tap_on(text="Move", resource_id="button1")


SCRIPTS: dict[str, Script] = {
    "ENG-files-0": open_dcim,
    "ENG-files-1": make_one,
    "ENG-files-2": make_two_and_move,
}
