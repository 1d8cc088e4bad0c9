"""Second ways to use Clock, with mistakes that are corrected."""

from __future__ import annotations

from android_gym.task_suite.android_world.open_app.other_ways import (
    start_from_all_apps,
)
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def open_tab(screen: Screen, name: str) -> Steps:
    """Look at the alarms first, then open the tab."""
    yield from start_from_all_apps(screen, "Clock")
    yield from screen.wait_for(description="Alarm")
    yield from screen.tap(screen.need(description="Alarm"))
    yield from screen.tap(screen.need(description=name))


def run_stopwatch(screen: Screen) -> Steps:
    """Start the stopwatch, pause it, and start it again."""
    yield from open_tab(screen, "Stopwatch")
    yield from screen.tap_on(description="Start")
    yield from screen.tap_on(description="Pause")
    yield from screen.tap_on(description="Start")


def pause_stopwatch(screen: Screen) -> Steps:
    """Start the stopwatch and pause it."""
    yield from open_tab(screen, "Stopwatch")
    yield from screen.tap_on(description="Start")
    yield from screen.tap_on(description="Pause")


def enter_timer(screen: Screen, hours: str, minutes: str, seconds: str) -> Steps:
    """Type a digit too many, delete it, and type the duration."""
    yield from open_tab(screen, "Timer")
    yield from screen.tap_on(text="7")
    yield from screen.tap_on(description="Backspace")
    for digit in f"{hours:0>2}{minutes:0>2}{seconds:0>2}".lstrip("0"):
        yield from screen.tap_on(text=digit)


SCRIPTS: dict[str, Script] = {
    "ClockStopWatchRunning": run_stopwatch,
    "ClockStopWatchPausedVerify": pause_stopwatch,
    "ClockTimerEntry": enter_timer,
}
