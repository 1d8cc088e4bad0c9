"""Demonstrations of SPA-Bench's tasks of Clock."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
_WEEKEND = ("Saturday", "Sunday")


def open_alarms(screen: Screen) -> Steps:
    """Open Clock and its tab of alarms."""
    yield from screen.open_app("Clock")
    yield from screen.wait_for(description="Alarm")
    yield from screen.tap_on(description="Alarm")


def add_alarm(screen: Screen, hour: int, days: Sequence[str] = (), vibrates: bool = True) -> Steps:
    """Add an alarm on an hour of the morning, then choose days and vibration on its card."""
    yield from screen.tap_on(description="Add alarm")
    yield from screen.wait_for(text="Select time")
    yield from screen.tap_on(description=f"{hour} o'clock")
    yield from screen.tap_on(description="0 minutes")
    yield from screen.tap_on(text="AM", resource_id="material_clock_period_am_button")
    yield from screen.tap_on(text="OK")
    yield from screen.wait_while(text="Select time")
    for day in days:
        yield from screen.scroll_to(description=day)
        yield from screen.tap_on(description=day)
    if not vibrates:
        yield from screen.scroll_to(text="Vibrate")
        yield from screen.switch("Vibrate", False)


def at_eight(screen: Screen) -> Steps:
    """Add an alarm at eight."""
    yield from open_alarms(screen)
    yield from add_alarm(screen, 8)


def on_weekdays(screen: Screen) -> Steps:
    """Add an alarm at nine, on weekdays."""
    yield from open_alarms(screen)
    yield from add_alarm(screen, 9, _WEEKDAYS)


def two_alarms(screen: Screen) -> Steps:
    """Add an alarm at ten on weekdays that does not vibrate, and one at eleven on weekends."""
    yield from open_alarms(screen)
    yield from add_alarm(screen, 10, _WEEKDAYS, vibrates=False)
    yield from add_alarm(screen, 11, _WEEKEND)


SCRIPTS: dict[str, Script] = {
    "ENG-clock-0": at_eight,
    "ENG-clock-1": on_weekdays,
    "ENG-clock-2": two_alarms,
}
