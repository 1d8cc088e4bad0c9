"""Second ways through SPA-Bench's tasks of Keep: BACK, a note too many, a list made of a note."""

from __future__ import annotations

from functools import partial

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.spa_bench.keep.demonstrations import (
    leave,
    make_titled_note,
    new_note,
    open_keep,
)

__all__ = ["SCRIPTS"]


def after_a_mistake(screen: Screen, right: Script) -> Steps:
    """Make a note, delete it, then do what is asked for."""
    yield from new_note(screen, "Draft")
    yield from screen.tap_on(text="Draft")
    yield from screen.tap_on(description="Action")
    yield from screen.tap_on(text="Delete")
    yield from screen.wait_while(text="Draft")
    yield from right(screen)


def by_back(screen: Screen) -> Steps:
    """Type the text and leave it there: what is typed is kept."""
    yield from open_keep(screen)
    yield from screen.tap_on(description="New text note")
    yield from screen.wait_for(resource_id="edit_note_text")
    yield from screen.type("Hello this is a note1")
    yield from screen.back()


def of_a_note(screen: Screen) -> Steps:
    """Type a note of two lines, give it check boxes, and label it from the list of notes."""
    yield from new_note(screen, "Learn Python\nLearn Java", "Goal of agent")
    yield from screen.tap_on(text="Goal of agent")
    yield from screen.tap_on(description="Add")
    yield from screen.tap_on(text="Checkboxes")
    yield from screen.wait_for(resource_id="checkbox")
    yield from leave(screen)
    yield from screen.long_press(screen.need(text="Goal of agent"))
    yield from screen.tap_on(description="Change labels")
    yield from screen.wait_for(resource_id="search_term")
    yield from screen.type_into("Agent", resource_id="search_term")
    yield from screen.tap_on(text="Create “Agent”")
    yield from screen.tap_on(description="Navigate up")


SCRIPTS: dict[str, Script] = {
    "ENG-keep-notes-0": by_back,
    "ENG-keep-notes-1": partial(after_a_mistake, right=make_titled_note),
    "ENG-keep-notes-2": of_a_note,
}
