"""Demonstrations of SPA-Bench's tasks of Google Calendar."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "dentist", "haircut", "new_event", "pick_day", "pick_hour", "save"]


def halloween(screen: Screen) -> Steps:
    """Open the event in the schedule."""
    yield from screen.open_app("Google Calendar")
    yield from screen.wait_for(description="Jump to Today")
    yield from screen.tap_on(text="Halloween")
    yield from screen.wait_for(description="Close")


def new_event(screen: Screen, title: str) -> Steps:
    """+ > Event, its title, keyboard away."""
    yield from screen.open_app("Google Calendar")
    yield from screen.tap_on(description="Create new event and more")
    yield from screen.wait_for(text="Event")
    yield from screen.tap_on(text="Event")
    yield from screen.wait_for(text="Save")
    yield from screen.type(title)
    yield from screen.back()


def pick_day(screen: Screen, day: int) -> Steps:
    """Choose the day of the month, where the event begins, in the month that the picker shows."""
    yield from screen.tap(screen.find_all(resource_id="start_date")[0])
    yield from screen.wait_for(text="OK")
    yield from screen.tap_on(text=str(day))
    yield from screen.tap_on(text="OK")
    yield from screen.wait_while(text="OK")


def pick_hour(screen: Screen, end: str, hour: int) -> Steps:
    """Choose an hour of the evening, where the event begins or ends."""
    yield from screen.tap(screen.find_all(resource_id=f"{end}_time")[0])
    yield from screen.wait_for(text="Select time")
    yield from screen.tap_on(description=f"{hour} o'clock")
    yield from screen.tap_on(description="0 minutes")
    yield from screen.tap_on(text="PM", resource_id="material_clock_period_pm_button")
    yield from screen.tap_on(text="OK")
    yield from screen.wait_while(text="Select time")


def save(screen: Screen) -> Steps:
    """Save the event."""
    yield from screen.tap_on(text="Save")
    yield from screen.wait_while(text="Save")


def haircut(screen: Screen) -> Steps:
    """Make the event of the whole day."""
    yield from new_event(screen, "Haircut")
    yield from screen.tap_on(text="All-day")
    yield from pick_day(screen, 16)
    yield from save(screen)


def dentist(screen: Screen) -> Steps:
    """Make the event from seven to nine."""
    yield from new_event(screen, "Dental Check")
    yield from pick_day(screen, 17)
    yield from pick_hour(screen, "start", 7)
    yield from pick_hour(screen, "end", 9)
    yield from save(screen)


SCRIPTS: dict[str, Script] = {
    "ENG-calendar-0": halloween,
    "ENG-calendar-1": haircut,
    "ENG-calendar-2": dentist,
}
