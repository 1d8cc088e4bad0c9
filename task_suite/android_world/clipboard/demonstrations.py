"""Demonstration of copying a text."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "copy_text"]


def copy_text(screen: Screen, clipboard_content: str) -> Steps:
    """Type the text into the search field of Files, select all of it and copy it."""
    yield from screen.open_app("Files")
    yield from screen.tap_on(description="Search")
    if screen.find(editable=True) is None:
        yield from screen.wait_for(editable=True)
    yield from screen.type(clipboard_content)
    field = screen.need(editable=True)
    box = field.bbox_pixels
    if box is None:
        raise screen.stuck("the device doesn't say where the field is")
    # Near the start, where there is text even if it is short.
    yield from screen.long_press_at(box.x_min + 0.1 * box.width, box.center[1])
    if screen.find(label="Select all") is None and " " in clipboard_content:
        yield from screen.tap_on(label="More options")  # the menu of a narrow screen
    if screen.find(label="Select all") is not None:
        yield from screen.tap_on(label="Select all")
    yield from screen.tap_on(label="Copy")


SCRIPTS: dict[str, Script] = {
    "SystemCopyToClipboard": copy_text,
}
