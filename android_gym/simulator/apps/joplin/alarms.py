"""Alarms of to-dos: AlarmManager holds one alarm, for the to-do that is due first."""

from __future__ import annotations

import zlib
from typing import Final

from immutables import Map

from android_gym.simulator.apps.joplin.manifest import ALARM_RECEIVER, MAIN, MANIFEST
from android_gym.simulator.apps.joplin.storage import Store
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.notifications import (
    IMPORTANCE_HIGH,
    Channel,
    Notification,
    PendingIntent,
)
from android_gym.simulator.ui.activity import Context

__all__ = ["ring", "schedule"]

TAG: Final = "alarm"
CHANNEL: Final = Channel("net.cozic.joplin.notification", "Joplin Alarm", IMPORTANCE_HIGH)


def schedule(context: Context) -> None:
    """Set an alarm for the to-do that is due first; cancel it if there is none."""
    first = Store(context).next_alarm()
    if first is None:
        context.system.alarms.cancel(context.package, TAG)
        return
    number, due_ms = first
    intent = Intent(
        component=MANIFEST.component(ALARM_RECEIVER), action="alarm", extras=Map({"note": number})
    )
    context.system.alarms.set(context.package, TAG, due_ms, intent, wall=True)


def ring(context: Context, number: str) -> None:
    """Post a to-do's notification and set the next alarm."""
    note = Store(context).note(number)
    if note is not None and note.is_todo and not note.completed_ms and not note.deleted_ms:
        context.system.notifications.create_channel(context.package, CHANNEL)
        opened = Intent(component=MANIFEST.component(MAIN), extras=Map({"note": number}))
        context.system.notifications.post(
            Notification(
                context.package,
                zlib.crc32(number.encode()) >> 1,
                note.title,
                note.body[:512],
                icon="check",
                channel=CHANNEL.id,
                category="alarm",
                content=PendingIntent(opened),
            )
        )
    schedule(context)
