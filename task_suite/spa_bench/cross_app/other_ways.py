"""Second ways through SPA-Bench's tasks over several apps."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.spa_bench.clock.demonstrations import add_alarm, open_alarms
from android_gym.task_suite.spa_bench.cross_app.demonstrations import save_data

__all__ = ["SCRIPTS"]


def alarm_first(screen: Screen) -> Steps:
    """Add the alarm, then turn Data Saver on, off and on."""
    yield from open_alarms(screen)
    yield from add_alarm(screen, 6)
    yield from save_data(screen)
    for on in (False, True):
        yield from screen.switch("Use Data Saver", on)


SCRIPTS: dict[str, Script] = {"ENG-General-Tool-2": alarm_first}
