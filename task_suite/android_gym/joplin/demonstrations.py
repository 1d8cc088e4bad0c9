"""Moves in Joplin that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.task_suite.android_gym.pages import toggle
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["MOVES", "SCRIPTS"]


def open_place(screen: Screen, place: str) -> Steps:
    """Open a notebook, or "All notes", from the sidebar."""
    yield from screen.open_app("Joplin")
    yield from screen.tap_on(description="Sidebar")
    yield from screen.wait_for(text="Synchronise")
    yield from screen.tap(screen.find_all(text=place, class_name="TextView")[-1])
    yield from screen.wait_while(text="Synchronise")


def open_note(screen: Screen, title: str) -> Steps:
    """Open a note from the list of all."""
    yield from open_place(screen, "All notes")
    yield from screen.scroll_to(text=title, class_name="TextView")
    yield from screen.lift_above({"description": "Add new"}, text=title, class_name="TextView")
    yield from screen.tap_on(text=title, class_name="TextView")
    yield from screen.wait_for(description="Actions")


def complete(screen: Screen, title: str) -> Steps:
    """Tick a to-do in the list of all."""
    yield from open_place(screen, "All notes")
    yield from screen.tap_on(description=f"to-do: {title}")


def write_note(screen: Screen, folder: str, kind: str, title: str, body: str) -> Steps:
    """Add a note or a to-do to a notebook, and go back; `kind` is the button's label."""
    yield from open_place(screen, folder)
    yield from screen.tap_on(description="Add new")
    yield from screen.wait_for(description=kind)
    yield from screen.tap_on(description=kind)
    yield from screen.wait_for(label="Add title", editable=True)
    yield from screen.type_into(title, label="Add title", editable=True)
    fields = screen.find_all(editable=True)
    yield from screen.tap(max(fields, key=lambda e: e.bbox_pixels.y_min if e.bbox_pixels else 0))
    yield from screen.type(body)
    yield from screen.tap_on(description="Back")  # from the editor
    yield from screen.wait_for(description="Edit")
    yield from screen.tap_on(description="Back")
    yield from screen.wait_for(description="Sidebar")


def move_to(screen: Screen, folder: str) -> Steps:
    """Choose another notebook for the note that is open."""
    yield from screen.tap_on(text="▼")
    yield from screen.scroll_to(text=folder, class_name="TextView")
    yield from screen.tap(screen.find_all(text=folder, class_name="TextView")[-1])
    yield from screen.wait()


def section(screen: Screen, name: str) -> Steps:
    """Open a section of the configuration."""
    yield from screen.open_app("Joplin")
    yield from screen.tap_on(description="Sidebar")
    yield from screen.tap_on(text="Configuration")
    yield from screen.wait_for(text=name)
    yield from screen.tap_on(text=name)
    yield from screen.wait()


SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {
    "complete": complete,
    "move_to": move_to,
    "open_note": open_note,
    "section": section,
    "toggle": toggle,
    "write_note": write_note,
}
