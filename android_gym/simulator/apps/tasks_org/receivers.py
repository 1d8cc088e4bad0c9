"""Tasks' broadcast receivers for the reminder alarm and a notification's button."""

from __future__ import annotations

from android_gym.simulator.apps.tasks_org import changes, reminders
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context

__all__ = ["receive"]


def receive(context: Context, intent: Intent) -> None:
    """Handle a broadcast."""
    match intent.action:
        case "remind":
            reminders.ring(context)
        case "complete":
            changes.complete(context, (intent.get_int("task"),), done=True)
