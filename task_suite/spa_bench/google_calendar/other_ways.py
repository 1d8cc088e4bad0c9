"""Second ways through SPA-Bench's tasks of Google Calendar: the month, and an event made anew."""

from __future__ import annotations

from functools import partial

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.spa_bench.google_calendar.demonstrations import (
    dentist,
    haircut,
    new_event,
    save,
)

__all__ = ["SCRIPTS"]


def by_the_month(screen: Screen) -> Steps:
    """Look at the day in the month, then open its event."""
    yield from screen.open_app("Google Calendar")
    yield from screen.tap_on(description="Show Calendar List and Settings drawer")
    yield from screen.tap_on(text="Month")
    yield from screen.tap_on(description="Tuesday, October 31, 2023, 1 event")
    yield from screen.wait_for(text="Halloween")
    yield from screen.tap_on(text="Halloween")
    yield from screen.wait_for(description="Close")


def after_a_mistake(screen: Screen, right: Script) -> Steps:
    """Make another event and delete it, then do what is asked for."""
    yield from new_event(screen, "Mistake")
    yield from save(screen)
    yield from screen.tap_on(text="Mistake")
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Delete")
    yield from screen.wait_for(text="Delete this event?")
    yield from screen.tap_on(text="Delete")
    yield from screen.wait_while(text="Delete")
    yield from right(screen)


SCRIPTS: dict[str, Script] = {
    "ENG-calendar-0": by_the_month,
    "ENG-calendar-1": partial(after_a_mistake, right=haircut),
    "ENG-calendar-2": partial(after_a_mistake, right=dentist),
}
