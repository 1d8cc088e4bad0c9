"""Second ways through SPA-Bench's tasks of Google Tasks: by the sheet of lists, and with undo."""

from __future__ import annotations

from functools import partial

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.spa_bench.google_tasks.demonstrations import add_task

__all__ = ["SCRIPTS"]


def by_the_sheet(screen: Screen, title: str, task: str = "", day: str = "") -> Steps:
    """Make the list under a wrong name, by the sheet of lists, and rename it; then the task."""
    yield from screen.open_app("Google Tasks")
    yield from screen.tap_on(description="Switch task lists")
    yield from screen.tap_on(text="Create new list")
    yield from screen.wait_for(text="Done")
    yield from screen.type("Wrong")
    yield from screen.tap_on(text="Done")
    yield from screen.wait_for(description="More options")
    if task:
        yield from add_task(screen, task, day)
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Rename list")
    yield from screen.wait_for(text="Done")
    for _ in "Wrong":
        yield from screen.press("DEL")
    yield from screen.type(title)
    yield from screen.tap_on(text="Done")
    yield from screen.wait_while(text="Done")


SCRIPTS: dict[str, Script] = {
    "ENG-google-tasks-0": partial(by_the_sheet, title="Work"),
    "ENG-google-tasks-1": partial(by_the_sheet, title="Weekend", task="Buy groceries"),
    "ENG-google-tasks-2": partial(by_the_sheet, title="Travel", task="Visa", day="12"),
}
