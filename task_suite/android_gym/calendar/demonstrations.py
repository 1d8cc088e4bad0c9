"""Moves in Simple Calendar Pro that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.task_suite.android_gym import pages
from android_gym.task_suite.android_world.calendar import demonstrations as calendar
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.questions.values import parse_date, parse_time

__all__ = ["MOVES", "SCRIPTS"]


def save(screen: Screen) -> Steps:
    """Save what the editor holds, and read the disclaimer that comes the first time."""
    yield from screen.tap_on(description="Save")
    yield from screen.wait()
    if screen.find(text="Disclaimer") is not None:
        yield from screen.tap_on(text="OK")
    yield from screen.wait_while(resource_id="event_description")


def choose_time(screen: Screen, field: str, time: str) -> Steps:
    """Choose a time of day, in a multiple of five minutes, for the field "start" or "end"."""
    found = parse_time(time)
    if found is None:
        raise screen.stuck(f"{time!r} is no time")
    hour, minute = found.split(":")
    yield from calendar.choose_time(screen, f"event_{field}_time", int(hour), int(minute))


def choose_day(screen: Screen, day: str) -> Steps:
    """Choose the day on which an event begins; its end follows."""
    found = parse_date(day)
    if found is None:
        raise screen.stuck(f"{day!r} is no date")
    yield from calendar.choose_day(screen, "event_start_date", found)


SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {
    **pages.MOVES,
    "choose_day": choose_day,
    "choose_time": choose_time,
    "save": save,
}
