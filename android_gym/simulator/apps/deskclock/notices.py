"""Clock's notifications, and the broadcasts sent by them and by AlarmManager."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from immutables import Map

from android_gym.simulator.apps.deskclock.manifest import MANIFEST
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.notifications import (
    IMPORTANCE_HIGH,
    IMPORTANCE_LOW,
    Channel,
    Notification,
    NotificationAction,
    PendingIntent,
)
from android_gym.simulator.ui.activity import Context

__all__ = ["EXPIRED", "MAIN", "RINGING", "action", "broadcast", "open_tab", "post", "schedule"]

MAIN: Final = MANIFEST.component("com.android.deskclock.DeskClock")
RINGING: Final = MANIFEST.component("com.android.deskclock.alarms.AlarmActivity")
EXPIRED: Final = MANIFEST.component("com.android.deskclock.timer.ExpiredTimersActivity")
RECEIVER: Final = MANIFEST.component("com.android.deskclock.AlarmReceiver")

CHANNELS = {
    channel.id: channel
    for channel in (
        Channel("alarms_upcoming", "Upcoming alarms", IMPORTANCE_LOW),
        Channel("alarms_snooze", "Snoozed alarms", IMPORTANCE_LOW),
        Channel("alarms_missed", "Missed alarms", IMPORTANCE_LOW),
        Channel("alarms_firing", "Firing alarms & timers", IMPORTANCE_HIGH),
        Channel("stopwatch", "Stopwatch", IMPORTANCE_LOW),
        Channel("timers", "Timers", IMPORTANCE_LOW),
    )
}


def broadcast(what: str, number: int = 0) -> Intent:
    """Return a broadcast to `receivers.receive` about an alarm or timer."""
    name = f"com.android.deskclock.action.{what}"
    return Intent(component=RECEIVER, action=name, extras=Map({"id": number}))


def action(title: str, what: str, number: int = 0) -> NotificationAction:
    """Return a notification action that sends a `broadcast`."""
    return NotificationAction(title, PendingIntent(broadcast(what, number), "broadcast"))


def open_tab(tab: str) -> PendingIntent:
    """Return a pending intent that opens a tab of the main activity."""
    return PendingIntent(Intent(component=MAIN, extras=Map({"tab": tab})))


def schedule(
    context: Context,
    tag: str,
    number: int,
    due_ms: int,
    what: str,
    *,
    wall: bool = True,
    clock: bool = False,
) -> None:
    """Schedule a `broadcast`, replacing the one with the same tag and id.

    Args:
        context: The app's context.
        tag: Tag of the AlarmManager's entry.
        number: Id of the alarm or timer.
        due_ms: Epoch milliseconds if `wall`, else milliseconds since boot.
        what: Name of the broadcast.
        wall: Whether the entry follows changes of the wall clock.
        clock: Whether the status bar shows it as an alarm.
    """
    manager, intent = context.system.alarms, broadcast(what, number)
    manager.set(context.package, f"{tag} {number}", due_ms, intent, wall=wall, clock=clock)


def post(context: Context, notification: Notification) -> None:
    """Create a notification's channel and post the notification."""
    notifications = context.system.notifications
    channel, say = CHANNELS[notification.channel], context.say
    notifications.create_channel(context.package, replace(channel, name=say(channel.name)))
    actions = tuple(replace(each, title=say(each.title)) for each in notification.actions)
    told = replace(
        notification, title=say(notification.title), text=say(notification.text), actions=actions
    )
    notifications.post(told)
