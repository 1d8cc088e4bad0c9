"""Setting alarms after a mistake."""

from __future__ import annotations

from android_gym.task_suite.aitw.general.alarm.demonstrations import add_alarm, open_alarms
from android_gym.task_suite.aitw.general.alarm.hours import hour_of
from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def after_a_mistake(screen: Screen, subject: str) -> Steps:
    """Add one in the other half of the day, delete it, look at the timers, add the right one."""
    yield from open_alarms(screen)
    yield from add_alarm(screen, (hour_of(subject) + 12) % 24)
    yield from screen.scroll_to(text="Delete")
    yield from screen.tap_on(text="Delete")
    yield from screen.tap_on(description="Timer")
    yield from open_alarms(screen)
    yield from add_alarm(screen, hour_of(subject))


SCRIPTS: dict[str, Script] = scripts_of("alarm", after_a_mistake)
