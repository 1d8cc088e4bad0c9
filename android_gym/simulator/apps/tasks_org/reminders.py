"""Reminders: schedules the next one and posts notifications.

AlarmManager holds a single alarm, for the reminder that is due first; when it goes off, all due
reminders are shown, and the next alarm is set.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from immutables import Map

from android_gym.simulator.appkit.times import moment
from android_gym.simulator.apps.tasks_org import settings
from android_gym.simulator.apps.tasks_org.manifest import MAIN, MANIFEST
from android_gym.simulator.apps.tasks_org.model import RANDOM_TYPE, Task
from android_gym.simulator.apps.tasks_org.storage import Store
from android_gym.simulator.apps.tasks_org.times import DAY_MS, date_text, ms
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.notifications import (
    IMPORTANCE_HIGH,
    Channel,
    Notification,
    NotificationAction,
    PendingIntent,
)
from android_gym.simulator.ui.activity import Context

__all__ = ["cancel", "ring", "schedule"]

RECEIVER: Final = MANIFEST.component("org.tasks.receivers.AlarmReceiver")
SNOOZE: Final = MANIFEST.component("org.tasks.reminders.SnoozeActivity")
CHANNEL: Final = Channel("notifications_default", "Default Reminder", IMPORTANCE_HIGH)
TAG: Final = "reminders"
MOST: Final = 20
"""Maximum number of notifications posted by one alarm."""

# Next time of each reminder after its task's last notification. A date without a time counts as the
# reminder time of its day; random reminders come one mean interval apart.
_MOMENTS: Final = f"""
SELECT task, CASE WHEN first > last OR "repeat" = 0 OR "interval" <= 0 THEN first
  ELSE first + min("repeat", (last - first) / "interval" + 1) * "interval" END AS moment, last
FROM (
  SELECT tasks._id AS task, lastNotified AS last, "repeat", "interval",
    alarms.time + CASE type
      WHEN 1 THEN CASE WHEN hideUntil = 0 THEN NULL WHEN hideUntil % 60000 > 0 THEN hideUntil
        ELSE (hideUntil + :zone) / {DAY_MS} * {DAY_MS} - :zone + :reminder END
      WHEN 2 THEN CASE WHEN dueDate = 0 THEN NULL WHEN dueDate % 60000 > 0 THEN dueDate
        ELSE (dueDate + :zone) / {DAY_MS} * {DAY_MS} - :zone + :reminder END
      WHEN {RANDOM_TYPE} THEN max(lastNotified, created)
      ELSE 0 END AS first
  FROM alarms JOIN tasks ON tasks._id = alarms.task
  WHERE completed = 0 AND deleted = 0 AND type <= 4
) WHERE moment > last
"""


def _moments(context: Context) -> dict[str, int | None]:
    """Return the parameters of `_MOMENTS`."""
    kept = context.preferences().all()
    dated = settings.value(kept, "reminder_time_new_enabled", True)
    offset = context.system.clock.datetime().utcoffset()
    return {
        "zone": int(offset.total_seconds() * 1000) if offset is not None else 0,
        "reminder": settings.value(kept, "reminder_time_new", 64_800_000) if dated else None,
    }


def schedule(context: Context) -> None:
    """Set the alarm for the reminder that is due first; cancel it if there is none."""
    sql = f"SELECT min(moment) FROM ({_MOMENTS})"
    due = Store(context).database.value(sql, _moments(context))
    if due is None:
        context.system.alarms.cancel(context.package, TAG)
        return
    intent = Intent(component=RECEIVER, action="remind")
    context.system.alarms.set(context.package, TAG, _loud(context, due), intent, wall=True)


def _loud(context: Context, due_ms: int) -> int:
    """Return the time at which a due reminder may ring: after any quiet hours."""
    kept = context.preferences().all()
    if not settings.value(kept, "enable_qhours", False):
        return due_ms
    start, end = (settings.value(kept, *each) for each in settings.QUIET_HOURS)
    at = moment(context, max(due_ms, context.system.clock.now_ms()))
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    of_day = (at - midnight) // dt.timedelta(milliseconds=1)
    after = (of_day - start) % DAY_MS
    quiet = (end - start) % DAY_MS
    return due_ms if after >= quiet else ms(at) + quiet - after


def ring(context: Context) -> None:
    """Post notifications for the due reminders."""
    store, now = Store(context), context.system.clock.now_ms()
    sql = f"SELECT DISTINCT task FROM ({_MOMENTS}) WHERE moment <= :now ORDER BY moment, task"
    due = [row[0] for row in store.database.query(sql, _moments(context) | {"now": now})]
    for number in due[:MOST]:
        task = store.get(number)
        if task is not None:
            _notify(context, task)
    store.change(due, lastNotified=now)
    schedule(context)


def _broadcast(action: str, task: int) -> PendingIntent:
    intent = Intent(component=RECEIVER, action=action, extras=Map({"task": task}))
    return PendingIntent(intent, "broadcast")


def _notify(context: Context, task: Task) -> None:
    text = task.notes
    if not text and task.due_ms:
        text = f"Due {date_text(context, task.due_ms, long=True)}"
    opened = Intent(component=MANIFEST.component(MAIN), extras=Map({"task": task.id}))
    snoozed = Intent(component=SNOOZE, extras=Map({"task": task.id}))
    context.system.notifications.create_channel(context.package, CHANNEL)
    context.system.notifications.post(
        Notification(
            context.package,
            task.id % (1 << 31),
            task.title,
            text,
            icon="check",
            channel=CHANNEL.id,
            category="reminder",
            content=PendingIntent(opened),
            actions=(
                NotificationAction("Complete", _broadcast("complete", task.id)),
                NotificationAction("Snooze", PendingIntent(snoozed)),
            ),
            ongoing=settings.read(context, "notif_annoy", True),
            auto_cancel=False,
        )
    )


def cancel(context: Context, task: int) -> None:
    """Cancel a task's notification."""
    context.system.notifications.cancel(context.package, task % (1 << 31))
