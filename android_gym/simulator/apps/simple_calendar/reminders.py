"""Reminders: schedules them with AlarmManager and shows notifications."""

from __future__ import annotations

from typing import Final

from immutables import Map

from android_gym.simulator.apps.simple_calendar import texts
from android_gym.simulator.apps.simple_calendar.manifest import MANIFEST
from android_gym.simulator.apps.simple_calendar.model import NO_REMINDER, Event, Occurrence
from android_gym.simulator.apps.simple_calendar.recurrence import day_code, local, next_start
from android_gym.simulator.apps.simple_calendar.settings import Settings
from android_gym.simulator.apps.simple_calendar.storage import CalendarStore
from android_gym.simulator.system.intents import Extra, Intent
from android_gym.simulator.system.notifications import (
    IMPORTANCE_HIGH,
    Channel,
    Notification,
    NotificationAction,
    PendingIntent,
)
from android_gym.simulator.ui.activity import Context

__all__ = ["cancel", "due", "notify", "plan", "plan_all", "snooze"]

RECEIVER: Final = MANIFEST.component(".receivers.NotificationReceiver")
MAIN: Final = MANIFEST.component(".activities.MainActivity")
CHANNEL: Final = Channel("simple_calendar_reminders", "Event reminders", IMPORTANCE_HIGH)

SNOOZE_MINUTES: Final = 10
"""Default snooze time (``snooze_time``), in minutes."""


def due(event: Event, now: int, context: Context) -> tuple[int, int] | None:
    """Return the time of an event's next reminder and the start it is for; None for never.

    Args:
        event: The event.
        now: Epoch second; the reminder comes after it.
        context: The app's context.
    """
    zone = context.system.clock.zone()
    found = []
    for minutes, kind in zip(event.reminders, event.reminder_kinds, strict=True):
        if minutes == NO_REMINDER or kind != 0:
            continue
        before = minutes * 60
        start = next_start(event, now + before, zone)
        if start is not None:
            found.append((start - before, start))
    return min(found) if found else None


def _tag(number: int) -> str:
    return f"event {number}"


def plan(context: Context, event: Event) -> int | None:
    """Reschedule an event's next reminder; return its epoch second, or None if there is none."""
    now = context.system.clock.now_ms() // 1000
    next_one = due(event, now, context)
    if next_one is None:
        context.system.alarms.cancel(context.package, _tag(event.id))
        return None
    at, start = next_one
    intent = Intent(component=RECEIVER, extras=Map({"event_id": event.id, "start": start}))
    context.system.alarms.set(context.package, _tag(event.id), at * 1000, intent, wall=True)
    return at


def plan_all(context: Context) -> None:
    """Schedule the reminders of all events, after a boot or clock change."""
    for event in CalendarStore(context).reminding():
        plan(context, event)


def cancel(context: Context, numbers: tuple[int, ...]) -> None:
    """Cancel the reminders and notifications of deleted events."""
    for number in numbers:
        context.system.alarms.cancel(context.package, _tag(number))
        context.system.notifications.cancel(context.package, number)


def notify(context: Context, number: int, start: int) -> None:
    """Show an occurrence's reminder and schedule the next one."""
    event = CalendarStore(context).get(number)
    if event is None:
        return
    zone = context.system.clock.zone()
    if day_code(start, zone) not in event.exceptions:
        _post(context, event, start)
    plan(context, event)


def _post(context: Context, event: Event, start: int) -> None:
    clock = context.system.clock
    end = start + event.end - event.start
    day = local(start, clock.zone()).date()
    today = clock.datetime().date()
    date = "Today" if day == today else texts.day_text(day, today)
    when = texts.span(Occurrence(event, start, end), day, context)
    kept: Map[str, Extra] = Map({"event_id": event.id, "start": start})
    opened = "task" if event.is_task else "event"
    content = Intent(component=MAIN, extras=kept.set("open", opened))
    context.system.notifications.create_channel(context.package, CHANNEL)
    context.system.notifications.post(
        Notification(
            context.package,
            event.id,
            event.title,
            " ".join(part for part in (date, when, event.description) if part),
            icon="calendar",
            channel=CHANNEL.id,
            category="event",
            content=PendingIntent(content),
            actions=(
                NotificationAction(
                    "Snooze",
                    PendingIntent(
                        Intent(component=RECEIVER, extras=kept.set("snooze", True)), "broadcast"
                    ),
                ),
            ),
        )
    )


def snooze(context: Context, number: int, start: int) -> None:
    """Dismiss a reminder and show it again later."""
    context.system.notifications.cancel(context.package, number)
    minutes = max(1, Settings(context).number("snooze_time", SNOOZE_MINUTES))
    at = context.system.clock.now_ms() + minutes * 60_000
    intent = Intent(component=RECEIVER, extras=Map({"event_id": number, "start": start}))
    context.system.alarms.set(context.package, f"snooze {number}", at, intent, wall=True)
