"""Demonstrations of SPA-Bench's tasks over several apps."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.spa_bench.clock.demonstrations import add_alarm, open_alarms
from android_gym.task_suite.spa_bench.settings.demonstrations import open_page

__all__ = ["SCRIPTS", "save_data"]


def save_data(screen: Screen) -> Steps:
    """Settings > Network & internet > Data Saver, and its switch."""
    yield from open_page(screen, "Network & internet")
    yield from screen.scroll_to(text="Data Saver")
    yield from screen.tap_on(text="Data Saver")
    yield from screen.switch("Use Data Saver", True)


def save_data_and_set_alarm(screen: Screen) -> Steps:
    """Turn Data Saver on, then add the alarm."""
    yield from save_data(screen)
    yield from open_alarms(screen)
    yield from add_alarm(screen, 6)


SCRIPTS: dict[str, Script] = {"ENG-General-Tool-2": save_data_and_set_alarm}
