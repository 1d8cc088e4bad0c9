"""Reminders: their alarms and notifications."""

from __future__ import annotations

from typing import Final

from immutables import Map

from android_gym.simulator.apps.keep.manifest import MANIFEST
from android_gym.simulator.apps.keep.storage import Notes
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.notifications import (
    IMPORTANCE_HIGH,
    Channel,
    Notification,
    PendingIntent,
)
from android_gym.simulator.ui.activity import Context

__all__ = ["plan", "show"]

_CHANNEL: Final = Channel("reminders", "Reminders", IMPORTANCE_HIGH)
_MAIN: Final = MANIFEST.component(".activities.BrowseActivity")
_RECEIVER: Final = MANIFEST.component(".receivers.ReminderReceiver")


def plan(context: Context) -> None:
    """Set an alarm for each pending reminder, replacing all others."""
    alarms = context.system.alarms
    alarms.cancel_all(context.package)
    for note, time_ms in Notes(context).reminders():
        intent = Intent(component=_RECEIVER, extras=Map({"note": note}))
        alarms.set(context.package, f"reminder {note}", time_ms, intent, wall=True)


def show(context: Context, number: int) -> None:
    """Show a note's reminder, unless the note no longer exists or is in the trash."""
    notes = Notes(context)
    note = notes.get(number)
    if note is None or note.trashed_ms or not note.reminder_ms:
        return
    notes.reminded(number)
    manager = context.system.notifications
    manager.create_channel(context.package, _CHANNEL)
    title = note.content.title or note.content.text or "Reminder"
    manager.post(
        Notification(
            context.package,
            number,
            title,
            note.content.text if note.content.title else "",
            icon="lightbulb_outline",
            channel=_CHANNEL.id,
            category="reminder",
            content=PendingIntent(Intent(component=_MAIN, extras=Map({"note": number}))),
        )
    )
