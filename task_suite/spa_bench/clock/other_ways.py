"""Second ways through SPA-Bench's tasks of Clock: an alarm too many, which is deleted."""

from __future__ import annotations

from functools import partial

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.spa_bench.clock.demonstrations import (
    add_alarm,
    at_eight,
    on_weekdays,
    open_alarms,
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


SCRIPTS: dict[str, Script] = {
    "ENG-clock-0": partial(after_a_mistake, right=at_eight),
    "ENG-clock-1": partial(after_a_mistake, right=on_weekdays),
    "ENG-clock-2": partial(after_a_mistake, right=two_alarms),
}
