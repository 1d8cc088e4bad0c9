"""Demonstrations of the questions about Joplin, which find notes by searching for their titles."""

from __future__ import annotations

import re

from android_gym.events import Answer
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]

_ATTENDEES = (r"^Present: (\d+)", r"[Aa]ttendees: (\d+)", r"^(\d+) people (?:came|took part)")


def _search(screen: Screen, title: str) -> Steps:
    """Search for a note by its title."""
    yield from screen.open_app("Joplin")
    yield from screen.tap_on(description="Search")
    yield from screen.type(title)
    yield from screen.wait_for(text=title, class_name="TextView")


def ingredient_count(screen: Screen, title: str, ingredient: str) -> Steps:
    """Open the recipe and read the amount before the ingredient."""
    yield from _search(screen, title)
    yield from screen.tap_on(text=title, class_name="TextView")
    yield from screen.wait_for(description="Actions")
    yield from screen.scroll_to(contains=ingredient, class_name="TextView")
    found = screen.need(contains=ingredient, class_name="TextView").text or ""
    yield Answer(found.split(ingredient)[0].strip())


def attendee_count(screen: Screen, title: str) -> Steps:
    """Open the meeting's notes and read the number of attendees."""
    yield from _search(screen, title)
    yield from screen.tap_on(text=title, class_name="TextView")
    yield from screen.wait_for(description="Actions")
    for element in screen.find_all(class_name="TextView"):
        for pattern in _ATTENDEES:
            found = re.search(pattern, element.text or "")
            if found is not None:
                yield Answer(found[1])
                return
    raise screen.stuck("no line tells how many were there")


def is_todo(screen: Screen, title: str) -> Steps:
    """Check whether the note has a checkbox."""
    yield from _search(screen, title)
    box = screen.find(class_name="CheckBox", description=f"to-do: {title}")
    yield Answer("True" if box is not None else "False")


SCRIPTS: dict[str, Script] = {
    "NotesRecipeIngredientCount": ingredient_count,
    "NotesMeetingAttendeeCount": attendee_count,
    "NotesIsTodo": is_todo,
}
