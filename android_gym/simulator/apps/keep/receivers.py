"""Keep's answers to broadcasts."""

from __future__ import annotations

from android_gym.simulator.apps.keep.reminders import plan, show
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context

__all__ = ["on_reminder"]


def on_reminder(context: Context, intent: Intent) -> None:
    """Show the reminder of a note whose time has come, or plan all once the phone has booted."""
    if intent.action == "android.intent.action.BOOT_COMPLETED":
        plan(context)
    else:
        show(context, intent.get_int("note"))
