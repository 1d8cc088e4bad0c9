"""The calendar's broadcast receivers: reminders, snoozing, boot and time changes."""

from __future__ import annotations

from android_gym.simulator.apps.simple_calendar import reminders
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context

__all__ = ["boot", "remind"]


def remind(context: Context, intent: Intent) -> None:
    """Show a reminder, or snooze it."""
    number, start = intent.get_int("event_id"), intent.get_int("start")
    if intent.get_bool("snooze"):
        reminders.snooze(context, number, start)
    else:
        reminders.notify(context, number, start)


def boot(context: Context, intent: Intent) -> None:
    """Schedule all reminders, after a boot or a change of the clock or time zone."""
    reminders.plan_all(context)
