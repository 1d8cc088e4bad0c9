"""Google Calendar's receiver of its alarm, and of changes of the phone's clock."""

from __future__ import annotations

from android_gym.simulator.apps.google_calendar import reminders
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context

__all__ = ["receive"]


def receive(context: Context, intent: Intent) -> None:
    """Handle a broadcast."""
    if intent.action == "remind":
        reminders.ring(context, intent.get_int("at"))
    else:
        reminders.plan(context)
