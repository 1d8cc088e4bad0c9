"""The calendar's answers to broadcasts: of the AlarmManager, of notifications, of the phone."""

from __future__ import annotations

from android_gym.simulator.apps.simple_calendar import reminders
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context

__all__ = ["boot", "remind"]


def remind(context: Context, intent: Intent) -> None:
    """Show a reminder, or put it off."""
    number, start = intent.get_int("event_id"), intent.get_int("start")
    if intent.get_bool("snooze"):
        reminders.snooze(context, number, start)
    else:
        reminders.notify(context, number, start)


def boot(context: Context, intent: Intent) -> None:
    """Plan all reminders: the phone has started, or its clock or zone was set."""
    reminders.plan_all(context)
