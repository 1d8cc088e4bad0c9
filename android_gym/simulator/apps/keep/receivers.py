"""Keep's receiver of reminder alarms and of the phone's start."""

from __future__ import annotations

from android_gym.simulator.apps.keep.reminders import plan, show
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context

__all__ = ["on_reminder"]


def on_reminder(context: Context, intent: Intent) -> None:
    """Show the reminder of a note whose time has come; on boot, schedule all of them."""
    if intent.action == "android.intent.action.BOOT_COMPLETED":
        plan(context)
    else:
        show(context, intent.get_int("note"))
