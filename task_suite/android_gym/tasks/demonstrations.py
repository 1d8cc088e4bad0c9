"""Moves in Tasks.org that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.task_suite.android_gym import pages
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.questions.demonstrations import fill
from android_gym.task_suite.questions.values import parse_date

__all__ = ["MOVES", "SCRIPTS"]

_PRIORITIES = ("none", "low", "medium", "high")
"""From left to right."""


def choose_priority(screen: Screen, priority: str) -> Steps:
    """Tap one of the four circles of the editor, which say nothing about themselves."""
    yield from screen.scroll_to(text="Priority")
    circles = screen.find_all(class_name="RadioButton", beside=screen.need(text="Priority"))
    circles.sort(key=lambda e: e.bbox_pixels.x_min if e.bbox_pixels else 0)
    if len(circles) != len(_PRIORITIES):
        raise screen.stuck("there are not four circles for the priority")
    yield from screen.tap(circles[_PRIORITIES.index(priority)])


def choose_day(screen: Screen, day: str) -> Steps:
    """Choose a day of this month in the calendar that is open, and confirm."""
    found = parse_date(day)
    if found is None:
        raise screen.stuck(f"{day!r} is no date")
    yield from screen.wait_for(resource_id="ok_button")
    yield from screen.tap_on(description=f"{found:%d %B %Y}")
    yield from screen.tap_on(resource_id="ok_button")
    yield from screen.wait_while(resource_id="ok_button")


def complete(screen: Screen, title: str) -> Steps:
    """Tick the box beside a title."""
    yield from screen.scroll_to(resource_id="title", text=title)
    yield from screen.lift_above({"resource_id": "fab"}, resource_id="title", text=title)
    row = screen.need(resource_id="title", text=title)
    yield from screen.tap(screen.need(resource_id="completeBox", beside=row))


def open_row(screen: Screen, title: str) -> Steps:
    """Open a task's editor."""
    yield from screen.scroll_to(resource_id="title", text=title)
    yield from screen.lift_above({"resource_id": "fab"}, resource_id="title", text=title)
    yield from screen.tap_on(resource_id="title", text=title)
    yield from screen.wait_for(description="Delete task")


def open_menu(screen: Screen) -> Steps:
    """Tap the one button of the app bar, at the top or bottom, that says nothing about itself."""
    buttons = screen.find_all(class_name="ImageButton", clickable=True)
    menu = next((button for button in buttons if not button.content_description), None)
    if menu is None:
        raise screen.stuck("there is no button for the menu")
    yield from screen.tap(menu)


def rewrite(screen: Screen, notes: str) -> Steps:
    """Put a text into the description's field in place of what is in it."""
    yield from screen.scroll_to(contains="Created 20")
    fields = screen.find_all(editable=True)
    field = max(fields, key=lambda e: e.bbox_pixels.y_min if e.bbox_pixels else 0)
    yield from fill(screen, notes, {"text": field.text, "editable": True})


SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {
    **pages.MOVES,
    "choose_day": choose_day,
    "choose_priority": choose_priority,
    "complete": complete,
    "open_menu": open_menu,
    "open_row": open_row,
    "rewrite": rewrite,
}
