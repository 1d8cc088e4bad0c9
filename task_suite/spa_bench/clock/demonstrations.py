"""Demonstrations of SPA-Bench's tasks of Clock."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = [
    "SCRIPTS",
    "add_alarm",
    "add_city",
    "at_eight",
    "choose_home",
    "choose_style",
    "london",
    "on_weekdays",
    "open_alarms",
    "open_settings",
    "two_alarms",
]

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


def add_city(screen: Screen, city: str, country: str) -> Steps:
    """Open Clock's tab of cities and add one."""
    yield from screen.open_app("Clock")
    yield from screen.wait_for(description="Clock")
    yield from screen.tap_on(description="Clock")
    yield from screen.wait_for(description="Cities")
    yield from screen.tap_on(description="Cities")
    yield from screen.wait_for(resource_id="open_search_view_edit_text")
    yield from screen.type_into(city, resource_id="open_search_view_edit_text")
    yield from screen.wait_for(text=f"{city}, {country}")
    yield from screen.tap_on(text=f"{city}, {country}")
    yield from screen.wait_for(description="Cities")


def open_settings(screen: Screen) -> Steps:
    """Open the settings by the menu."""
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Settings")
    yield from screen.wait_for(text="Home time zone")


def london(screen: Screen) -> Steps:
    """Add London."""
    yield from add_city(screen, "London", "United Kingdom")


def choose_home(screen: Screen, city: str) -> Steps:
    """Choose the home time zone in the settings."""
    yield from screen.tap_on(text="Home time zone")
    yield from screen.tap_on(text=city)
    yield from screen.wait_for(text="Home time zone")


def home_in_hong_kong(screen: Screen) -> Steps:
    """Choose Hong Kong."""
    yield from screen.open_app("Clock")
    yield from screen.wait_for(description="More options")
    yield from open_settings(screen)
    yield from choose_home(screen, "(GMT+8:00) Hong Kong")


def choose_style(screen: Screen, style: str, *, last: bool = False) -> Steps:
    """Choose the style of the clock, or of the screen saver, the last one of the settings."""
    yield from screen.scroll_to(text="Night mode" if last else "Display time with seconds")
    yield from screen.tap(screen.find_all(text="Style")[-1])
    yield from screen.wait_while(text="Screen saver" if last else "Display time with seconds")
    yield from screen.tap_on(text=style)
    yield from screen.wait_for(text="Night mode" if last else "Display time with seconds")


def melbourne_and_hands(screen: Screen) -> Steps:
    """Add Melbourne, and choose hands for both clocks."""
    yield from add_city(screen, "Melbourne", "Australia")
    yield from open_settings(screen)
    for last in (False, True):
        yield from choose_style(screen, "Analog", last=last)


SCRIPTS: dict[str, Script] = {
    "ENG-clock-0": at_eight,
    "ENG-clock-1": on_weekdays,
    "ENG-clock-2": two_alarms,
    "ENG-clock-3": london,
    "ENG-clock-4": home_in_hong_kong,
    "ENG-clock-5": melbourne_and_hands,
}
