"""Notifications of due tasks: at their time, or in the morning of their day."""

from __future__ import annotations

import datetime as dt
from typing import Final

from immutables import Map

from android_gym.simulator.appkit.times import time_of_day
from android_gym.simulator.apps.google_tasks.manifest import MANIFEST, UI
from android_gym.simulator.apps.google_tasks.model import Task
from android_gym.simulator.apps.google_tasks.storage import TaskStore
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.notifications import (
    IMPORTANCE_HIGH,
    Channel,
    Notification,
    NotificationAction,
    PendingIntent,
)
from android_gym.simulator.ui.activity import Context

__all__ = ["cancel", "plan", "ring"]

MORNING: Final = 9 * 60
"""Minute of the day when tasks without a time are notified of."""

RECEIVER: Final = MANIFEST.component("com.google.android.apps.tasks.notification.AlarmReceiver")
EDITOR: Final = MANIFEST.component(f"{UI}.EditTaskActivity")
CHANNEL: Final = Channel("tasks_due", "Due tasks", IMPORTANCE_HIGH)
TAG: Final = "due"


def _moment_ms(context: Context, day: dt.date, minutes: int | None) -> int:
    midnight = dt.datetime.combine(day, dt.time(), context.system.clock.zone())
    moment = midnight + dt.timedelta(minutes=MORNING if minutes is None else minutes)
    return int(moment.timestamp() * 1000)


def plan(context: Context, after_ms: int | None = None) -> None:
    """Set the alarm for the next time when tasks are due, if there is any.

    Args:
        context: The app's context.
        after_ms: Epoch milliseconds up to which notifications were shown; now by default.
    """
    clock = context.system.clock
    after = clock.now_ms() if after_ms is None else after_ms
    times = TaskStore(context).due_times(clock.datetime(after).date())
    ahead = [
        (at, day, -1 if minutes is None else minutes)
        for at, day, minutes in ((_moment_ms(context, *time), *time) for time in times)
        if at > after
    ]
    if not ahead:
        context.system.alarms.cancel(context.package, TAG)
        return
    at = min(ahead)[0]
    extras = Map({"at": at})
    intent = Intent(component=RECEIVER, action="due", extras=extras)
    context.system.alarms.set(context.package, TAG, at, intent, wall=True)


def ring(context: Context, at_ms: int) -> None:
    """Notify of the tasks due at a time in epoch milliseconds, and schedule the next ones."""
    store = TaskStore(context)
    moment = context.system.clock.datetime(at_ms)
    minutes = moment.hour * 60 + moment.minute
    due = store.due_at(moment.date(), minutes)
    if minutes == MORNING:
        due += store.due_at(moment.date(), None)
    for task in due:
        _notify(context, task)
    plan(context, at_ms)


def _notify(context: Context, task: Task) -> None:
    opened = Intent(component=EDITOR, extras=Map({"task": task.id}))
    done = Intent(component=RECEIVER, action="complete", extras=Map({"task": task.id}))
    words, due = "Due today", task.due
    if due.day is not None and due.minutes is not None:
        at = dt.datetime.combine(due.day, dt.time()) + dt.timedelta(minutes=due.minutes)
        words = f"Due {time_of_day(context, at)}"
    context.system.notifications.create_channel(context.package, CHANNEL)
    context.system.notifications.post(
        Notification(
            context.package,
            task.id % (1 << 31),
            task.title or "Untitled task",
            task.details or words,
            icon="check_circle",
            channel=CHANNEL.id,
            category="reminder",
            content=PendingIntent(opened),
            actions=(NotificationAction("Mark as done", PendingIntent(done, "broadcast")),),
        )
    )


def cancel(context: Context, task: int) -> None:
    """Cancel a task's notification."""
    context.system.notifications.cancel(context.package, task % (1 << 31))
