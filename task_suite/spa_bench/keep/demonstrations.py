"""Demonstrations of SPA-Bench's tasks of Keep."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "leave", "make_titled_note", "new_note", "open_keep"]


def open_keep(screen: Screen) -> Steps:
    """Open Keep."""
    yield from screen.open_app("Keep Notes")
    yield from screen.wait_for(description="New text note")


def leave(screen: Screen) -> Steps:
    """Leave the editor by the arrow."""
    yield from screen.tap_on(description="Navigate up")
    yield from screen.wait_for(description="New text note")


def new_note(screen: Screen, text: str, title: str = "") -> Steps:
    """Tap the button, type the text, then the title."""
    yield from open_keep(screen)
    yield from screen.tap_on(description="New text note")
    yield from screen.wait_for(resource_id="edit_note_text")
    yield from screen.type(text)  # the field has the focus
    if title:
        yield from screen.type_into(title, resource_id="editable_title")
    yield from leave(screen)


def make_note(screen: Screen) -> Steps:
    """Type the text."""
    yield from new_note(screen, "Hello this is a note1")


def make_titled_note(screen: Screen) -> Steps:
    """Type text and title."""
    yield from new_note(screen, "Hello this is a note2", "Written by Agent2")


def labelled_list(screen: Screen) -> Steps:
    """Type an item, add the other, type the title; Action > Labels, type the name, create it."""
    yield from open_keep(screen)
    yield from screen.tap_on(description="New list")
    yield from screen.wait_for(resource_id="description")
    yield from screen.type("Learn Python")
    yield from screen.tap_on(text="List item")
    yield from screen.type("Learn Java")
    yield from screen.type_into("Goal of agent", resource_id="editable_title")
    yield from screen.tap_on(description="Action")
    yield from screen.tap_on(text="Labels")
    yield from screen.wait_for(resource_id="search_term")
    yield from screen.type_into("Agent", resource_id="search_term")
    yield from screen.tap_on(text="Create “Agent”")
    yield from screen.tap_on(description="Navigate up")
    yield from leave(screen)


SCRIPTS: dict[str, Script] = {
    "ENG-keep-notes-0": make_note,
    "ENG-keep-notes-1": make_titled_note,
    "ENG-keep-notes-2": labelled_list,
}
