"""Showing the time in place of telling it."""

from __future__ import annotations

from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.aitw.general.time_of_day.demonstrations import add_city, open_clock
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def show(screen: Screen, subject: str) -> Steps:
    """Look at the timers, and leave Clock's own tab in front."""
    yield from open_clock(screen)
    yield from screen.tap_on(description="Timer")
    yield from screen.tap_on(description="Clock")
    yield from screen.wait_for(resource_id="digital_clock")


def show_city(screen: Screen, subject: str) -> Steps:
    """Add another city first; leave both in front."""
    yield from open_clock(screen)
    yield from add_city(screen, "Cairo")
    yield from add_city(screen, subject)
    yield from screen.scroll_to(text=subject)


SCRIPTS: dict[str, Script] = {
    **scripts_of("time", show),
    **scripts_of("city_time", show_city),
}
