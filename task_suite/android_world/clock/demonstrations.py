"""Demonstrations of the tasks of Clock."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "open_tab"]


def open_tab(screen: Screen, name: str) -> Steps:
    """Open one of Clock's tabs."""
    yield from screen.open_app("Clock")
    yield from screen.wait_for(description=name)
    if screen.need(description=name).is_selected is not True:
        yield from screen.tap(screen.need(description=name))


def run_stopwatch(screen: Screen) -> Steps:
    """Clock > Stopwatch > Start."""
    yield from open_tab(screen, "Stopwatch")
    if screen.find(description="Lap") is None:
        yield from screen.tap_on(description="Start")


def pause_stopwatch(screen: Screen) -> Steps:
    """Clock > Stopwatch, and Pause if it is running."""
    yield from open_tab(screen, "Stopwatch")
    if screen.find(description="Pause") is not None:
        yield from screen.tap_on(description="Pause")


def enter_timer(screen: Screen, hours: str, minutes: str, seconds: str) -> Steps:
    """Clock > Timer, then the digits without leading zeros."""
    yield from open_tab(screen, "Timer")
    for digit in f"{hours:0>2}{minutes:0>2}{seconds:0>2}".lstrip("0"):
        yield from screen.tap_on(resource_id=f"timer_setup_digit_{digit}")


SCRIPTS: dict[str, Script] = {
    "ClockStopWatchRunning": run_stopwatch,
    "ClockStopWatchPausedVerify": pause_stopwatch,
    "ClockTimerEntry": enter_timer,
}
