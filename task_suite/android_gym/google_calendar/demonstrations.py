"""Moves in Google Calendar that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.task_suite.android_gym.clock.demonstrations import pick_time
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.questions.values import parse_date

__all__ = ["MOVES", "SCRIPTS"]


def open_event(screen: Screen, title: str) -> Steps:
    """Open an event from the schedule."""
    yield from screen.open_app("Google Calendar")
    yield from screen.wait_for(description="Jump to Today")
    yield from screen.scroll_to(text=title)
    yield from screen.lift_above({"resource_id": "floating_action_button"}, text=title)
    yield from screen.tap_on(text=title)
    yield from screen.wait_for(description="Close")


def edit_event(screen: Screen, title: str) -> Steps:
    """Open an event in the editor."""
    yield from open_event(screen, title)
    yield from screen.tap_on(description="Edit")
    yield from screen.wait_for(text="Save")


def new_event(screen: Screen, title: str) -> Steps:
    """Open the editor of a new event, and type its title."""
    yield from screen.open_app("Google Calendar")
    yield from screen.tap_on(description="Create new event and more")
    yield from screen.wait_for(text="Event")
    yield from screen.tap_on(text="Event")
    yield from screen.wait_for(text="Save")
    yield from screen.type(title)
    yield from screen.back()


def choose_day(screen: Screen, day: str) -> Steps:
    """Choose the day on which the event begins, in the month that the picker shows."""
    found = parse_date(day)
    if found is None:
        raise screen.stuck(f"{day!r} is no date")
    yield from screen.tap_on(resource_id="start_date")
    yield from screen.wait_for(text="OK")
    yield from screen.tap_on(text=str(found.day))
    yield from screen.tap_on(text="OK")
    yield from screen.wait_while(text="OK")


def choose_time(screen: Screen, time: str) -> Steps:
    """Choose the time at which the event begins."""
    yield from screen.tap_on(resource_id="start_time")
    yield from pick_time(screen, time)


def save(screen: Screen) -> Steps:
    """Save the event."""
    yield from screen.tap_on(text="Save")
    yield from screen.wait_while(text="Save")


SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {
    "choose_day": choose_day,
    "choose_time": choose_time,
    "edit_event": edit_event,
    "new_event": new_event,
    "open_event": open_event,
    "save": save,
}
