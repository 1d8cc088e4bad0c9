"""Notifications of upcoming events."""

from __future__ import annotations

import datetime as dt
from typing import Final

from immutables import Map

from android_gym.simulator.appkit.calendars import Calendars, Instance, stamp
from android_gym.simulator.apps.google_calendar import look
from android_gym.simulator.apps.google_calendar.manifest import EVENT, MANIFEST
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.notifications import (
    IMPORTANCE_HIGH,
    Channel,
    Notification,
    PendingIntent,
)
from android_gym.simulator.ui.activity import Context

__all__ = ["plan", "ring"]

AHEAD: Final = 35
"""Number of days in which to look for events; the earliest notification is four weeks before."""

RECEIVER: Final = MANIFEST.component("com.google.android.calendar.alerts.AlertReceiver")
CHANNEL: Final = Channel("calendar_events", "Calendar notifications", IMPORTANCE_HIGH)
TAG: Final = "reminder"


def _moments(context: Context, from_ms: int) -> list[tuple[int, Instance]]:
    """Return the times of notifications in epoch milliseconds, with their events' instances."""
    calendars = Calendars(context)
    first = context.system.clock.datetime(from_ms).date() - dt.timedelta(days=1)
    found = []
    for each in calendars.between(first, first + dt.timedelta(days=AHEAD)):
        begin = each.begin_ms
        if each.event.all_day:  # midnight in the phone's time zone, not in UTC
            begin = stamp(dt.datetime.combine(each.days(dt.UTC)[0], dt.time(), calendars.zone))
        minutes = calendars.reminders(each.event.id)
        found += [(begin - before * 60_000, each) for before in minutes]
    return found


def plan(context: Context, after_ms: int | None = None) -> None:
    """Set the alarm for the next notification, if there is any.

    Args:
        context: The app's context.
        after_ms: Epoch milliseconds up to which notifications were shown; now by default.
    """
    after = context.system.clock.now_ms() if after_ms is None else after_ms
    at = min((moment for moment, _ in _moments(context, after) if moment > after), default=None)
    if at is None:
        context.system.alarms.cancel(context.package, TAG)
        return
    intent = Intent(component=RECEIVER, action="remind", extras=Map({"at": at}))
    context.system.alarms.set(context.package, TAG, at, intent, wall=True)


def ring(context: Context, at_ms: int) -> None:
    """Notify of the events whose notification time has come, and schedule the next one."""
    for moment, each in _moments(context, at_ms):
        if moment == at_ms and context.preferences().get("notifications", True):
            _notify(context, each)
    plan(context, at_ms)


def _notify(context: Context, each: Instance) -> None:
    extras = Map({"event": each.event.id, "begin": each.begin_ms})
    words = look.times(context, each) or look.when(context, each)
    context.system.notifications.create_channel(context.package, CHANNEL)
    context.system.notifications.post(
        Notification(
            context.package,
            each.event.id % (1 << 31),
            look.name_of(each.event.title),
            " · ".join(part for part in (words, each.event.location) if part),
            icon="calendar",
            channel=CHANNEL.id,
            category="event",
            content=PendingIntent(Intent(component=MANIFEST.component(EVENT), extras=extras)),
        )
    )
