"""Changes to tasks shared by screens and notifications."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from android_gym.simulator.appkit.recurrence import next_start, parse
from android_gym.simulator.apps.google_tasks import reminders
from android_gym.simulator.apps.google_tasks.model import Due, Task
from android_gym.simulator.apps.google_tasks.storage import TaskStore
from android_gym.simulator.ui.activity import Context

__all__ = ["complete", "delete", "following", "reopen", "restore"]


def following(due: Due) -> Due | None:
    """Return the next due time of a repeating task; None if it doesn't repeat again."""
    rule = parse(due.rule)
    if rule is None or due.day is None:
        return None
    day = dt.datetime.combine(due.day, dt.time())
    found = next_start(rule, day, day)
    left = rule.count - 1
    if found is None or left == 0:
        return None
    words = due.rule
    if rule.count:
        words = words.replace(f"COUNT={rule.count}", f"COUNT={left}")
    return replace(due, day=found.date(), rule=words)


def complete(context: Context, task: Task) -> tuple[int, ...]:
    """Complete a task and its subtasks; a repeating one is added again.

    Args:
        context: The app's context.
        task: The task.

    Returns:
        Ids of the completed tasks, and, negated, of the next repetition.
    """
    store, now = TaskStore(context), context.system.clock.now_ms()
    done = store.with_subtasks(task.id)
    store.change(done, Completed=1, CompletedTime=now)
    changed = list(done)
    again = following(task.due)
    if again is not None:
        changed.append(-store.add(replace(task, due=again)))
    for number in done:
        reminders.cancel(context, number)
    reminders.plan(context)
    return tuple(changed)


def reopen(context: Context, changed: tuple[int, ...]) -> None:
    """Undo `complete`, given what it returned."""
    store = TaskStore(context)
    store.change([number for number in changed if number > 0], Completed=0, CompletedTime=0)
    store.change([-number for number in changed if number < 0], Deleted=1)
    reminders.plan(context)


def delete(context: Context, task: int) -> tuple[int, ...]:
    """Delete a task and its open subtasks; return the ids of the deleted tasks."""
    store = TaskStore(context)
    gone = store.with_subtasks(task)
    store.change(gone, Deleted=1)
    for number in gone:
        reminders.cancel(context, number)
    reminders.plan(context)
    return gone


def restore(context: Context, gone: tuple[int, ...]) -> None:
    """Undo `delete`, given what it returned."""
    TaskStore(context).change(gone, Deleted=0)
    reminders.plan(context)
