"""Moves in Google Tasks that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["MOVES", "SCRIPTS"]


def tap_beside(screen: Screen, title: str, what: str) -> Steps:
    """Tap what is described in the row of a task."""
    yield from screen.scroll_to(resource_id="task_name", text=title)
    yield from screen.lift_above({"resource_id": "tasks_fab"}, resource_id="task_name", text=title)
    row = screen.need(resource_id="task_name", text=title)
    yield from screen.tap(screen.need(description=what, beside=row))


def open_task(screen: Screen, title: str) -> Steps:
    """Open a task's editor."""
    yield from screen.scroll_to(resource_id="task_name", text=title)
    yield from screen.lift_above({"resource_id": "tasks_fab"}, resource_id="task_name", text=title)
    yield from screen.tap_on(resource_id="task_name", text=title)
    yield from screen.wait_for(resource_id="edit_title")


SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {"open_task": open_task, "tap_beside": tap_beside}
