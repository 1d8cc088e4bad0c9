"""Second ways through SPA-Bench's tasks of Clock: mistakes that are put right."""

from __future__ import annotations

from functools import partial

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.spa_bench.clock.demonstrations import (
    add_alarm,
    add_city,
    at_eight,
    choose_home,
    choose_style,
    london,
    on_weekdays,
    open_alarms,
    open_settings,
    two_alarms,
)

__all__ = ["SCRIPTS"]


def after_a_mistake(screen: Screen, right: Script) -> Steps:
    """Add an alarm at six, delete it, go by the timers, then do what is asked for."""
    yield from open_alarms(screen)
    yield from add_alarm(screen, 6)
    yield from screen.scroll_to(text="Delete")
    yield from screen.tap_on(text="Delete")
    yield from screen.tap_on(description="Timer")
    yield from right(screen)


def london_after_paris(screen: Screen) -> Steps:
    """Add Paris, swipe it away, add London."""
    yield from add_city(screen, "Paris", "France")
    box = screen.need(text="Paris").bbox_pixels
    assert box is not None
    _, y = box.center
    yield from screen.swipe((screen.observation.width * 0.9, y), (0, y))
    yield from screen.wait_while(text="Paris")
    yield from london(screen)


def home_twice(screen: Screen) -> Steps:
    """Choose Hawaii first."""
    yield from screen.open_app("Clock")
    yield from screen.wait_for(description="More options")
    yield from open_settings(screen)
    yield from choose_home(screen, "(GMT-10:00) Hawaii")
    yield from choose_home(screen, "(GMT+8:00) Hong Kong")


def hands_first(screen: Screen) -> Steps:
    """Choose the styles, those of digits in between, before the city is added."""
    yield from screen.open_app("Clock")
    yield from screen.wait_for(description="More options")
    yield from open_settings(screen)
    for style in ("Analog", "Digital", "Analog"):
        yield from choose_style(screen, style)
    yield from choose_style(screen, "Analog", last=True)
    yield from screen.back()
    yield from add_city(screen, "Melbourne", "Australia")


SCRIPTS: dict[str, Script] = {
    "ENG-clock-0": partial(after_a_mistake, right=at_eight),
    "ENG-clock-1": partial(after_a_mistake, right=on_weekdays),
    "ENG-clock-2": partial(after_a_mistake, right=two_alarms),
    "ENG-clock-3": london_after_paris,
    "ENG-clock-4": home_twice,
    "ENG-clock-5": hands_first,
}
