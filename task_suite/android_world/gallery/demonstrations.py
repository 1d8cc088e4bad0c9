"""Demonstration of the task of Simple Gallery Pro."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "choose_anywhere", "mark", "open_folder", "show_names"]


def open_folder(screen: Screen, name: str) -> Steps:
    """Start the app and open a folder."""
    yield from screen.open_app("Simple Gallery Pro")
    yield from screen.wait_for(resource_id="dir_name")
    yield from screen.tap_on(text=name, resource_id="dir_name")
    yield from screen.wait_for(resource_id="medium_thumbnail")


def show_names(screen: Screen) -> Steps:
    """Show the names of pictures, which are hidden at first."""
    if screen.find(resource_id="medium_name") is None:
        yield from screen.tap_on(description="Toggle filename visibility")
        yield from screen.wait_for(resource_id="medium_name")


def mark(screen: Screen, name: str) -> Steps:
    """Long-press a picture until it is selected."""
    yield from screen.scroll_to(text=name, resource_id="medium_name")
    yield from screen.long_press(screen.need(text=name, resource_id="medium_name"))
    yield from screen.wait_for(resource_id="medium_check")


def choose_anywhere(screen: Screen, folder: str) -> Steps:
    """Choose any folder of the storage as destination, even one without pictures."""
    yield from screen.wait_for(text="Select destination")
    yield from screen.tap_on(text="Other folder")
    yield from screen.wait_for(text="Select a folder")
    if screen.find(text="Internal", resource_id="breadcrumb_text") is not None:
        yield from screen.tap_on(text="Internal", resource_id="breadcrumb_text")
    yield from screen.tap_on(text=folder, resource_id="list_item_name")
    yield from screen.wait_for(text=f"> {folder}")
    yield from screen.tap_on(text="OK")
    yield from screen.wait_while(text="Select a folder")


def save_copy(screen: Screen, file_name: str) -> Steps:
    """Select the picture by its name, then Copy to, Other folder, Download."""
    yield from open_folder(screen, "DCIM")
    yield from show_names(screen)
    yield from mark(screen, file_name)
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Copy to")
    yield from choose_anywhere(screen, "Download")


SCRIPTS: dict[str, Script] = {"SaveCopyOfReceiptTaskEval": save_copy}
