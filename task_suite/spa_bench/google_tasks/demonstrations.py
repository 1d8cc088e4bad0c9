"""Demonstrations of SPA-Bench's tasks of Google Tasks."""

from __future__ import annotations

from functools import partial

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "add_list", "add_task"]


def add_list(screen: Screen, title: str) -> Steps:
    """+ New list, its title, Done; the new list is on screen then."""
    yield from screen.tap_on(description="New list")
    yield from screen.wait_for(text="Done")
    yield from screen.type(title)
    yield from screen.tap_on(text="Done")
    yield from screen.wait_while(text="Done")


def add_task(screen: Screen, title: str, day: str = "") -> Steps:
    """Add a task to the list on screen, and give it a date of the month that the calendar shows."""
    yield from screen.tap_on(description="Create new task")
    yield from screen.wait_for(text="Save")
    yield from screen.type(title)
    if day:
        yield from screen.tap_on(description="Add date/time")
        yield from screen.wait_for(text="Done")
        yield from screen.tap_on(text=day)
        yield from screen.tap_on(text="Done")
        yield from screen.wait_while(text="Done")
    yield from screen.tap_on(text="Save")
    yield from screen.wait_while(text="Save")


def make_list(screen: Screen, title: str, task: str = "", day: str = "") -> Steps:
    """Open the app, add a list, and a task to it."""
    yield from screen.open_app("Google Tasks")
    yield from screen.wait_for(description="New list")
    yield from add_list(screen, title)
    if task:
        yield from add_task(screen, task, day)


SCRIPTS: dict[str, Script] = {
    "ENG-google-tasks-0": partial(make_list, title="Work"),
    "ENG-google-tasks-1": partial(make_list, title="Weekend", task="Buy groceries"),
    "ENG-google-tasks-2": partial(make_list, title="Travel", task="Visa", day="12"),
}
