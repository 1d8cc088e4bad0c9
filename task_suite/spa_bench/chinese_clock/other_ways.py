"""Second ways through SPA-Bench's Chinese tasks of Clock: an alarm too many, which is deleted."""

from __future__ import annotations

from functools import partial

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.spa_bench.chinese_clock.demonstrations import (
    add_alarm,
    on_monday,
    open_alarms,
)

__all__ = ["SCRIPTS"]


def after_a_mistake(screen: Screen, *, named: bool = False, sound: bool = False) -> Steps:
    """Add an alarm for Tuesdays, delete it, then do what is asked for."""
    yield from open_alarms(screen)
    yield from add_alarm(screen, "星期二")
    yield from screen.scroll_to(text="删除")
    yield from screen.tap_on(text="删除")
    yield from screen.tap_on(description="秒表")
    yield from on_monday(screen, named=named, sound=sound)


SCRIPTS: dict[str, Script] = {
    "CHN-deskclock-0": after_a_mistake,
    "CHN-deskclock-1": partial(after_a_mistake, named=True),
    "CHN-deskclock-2": partial(after_a_mistake, named=True, sound=True),
}
