"""Demonstrations of setting alarms."""

from __future__ import annotations

from android_gym.task_suite.aitw.general.alarm.hours import hour_of
from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "add_alarm", "open_alarms", "set_alarm"]


def open_alarms(screen: Screen) -> Steps:
    """Open Clock and its tab of alarms."""
    yield from screen.open_app("Clock")
    yield from screen.wait_for(description="Alarm")
    yield from screen.tap_on(description="Alarm")


def add_alarm(screen: Screen, hour: int) -> Steps:
    """Add an alarm on an hour of the day, from 0 to 23, by the face of the picker."""
    yield from screen.tap_on(description="Add alarm")
    yield from screen.wait_for(text="Select time")
    half = f"material_clock_period_{'am' if hour < 12 else 'pm'}_button"
    of_24_hours = screen.find(resource_id=half) is None
    face = f"{hour} hours" if of_24_hours else f"{hour % 12 or 12} o'clock"
    yield from screen.tap_on(description=face)
    if screen.find(description="0 minutes") is None:  # the hour was chosen already
        yield from screen.tap_on(resource_id="material_minute_tv")
    yield from screen.tap_on(description="0 minutes")
    if not of_24_hours:
        yield from screen.tap_on(resource_id=half)
    yield from screen.tap_on(text="OK")
    yield from screen.wait_while(text="Select time")


def set_alarm(screen: Screen, subject: str) -> Steps:
    """Add the alarm."""
    yield from open_alarms(screen)
    yield from add_alarm(screen, hour_of(subject))


SCRIPTS: dict[str, Script] = scripts_of("alarm", set_alarm)
