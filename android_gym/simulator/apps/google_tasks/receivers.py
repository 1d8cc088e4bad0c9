"""Google Tasks' receiver of its alarm, its notifications' button, and clock changes."""

from __future__ import annotations

from android_gym.simulator.apps.google_tasks import changes, reminders
from android_gym.simulator.apps.google_tasks.storage import TaskStore
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context

__all__ = ["receive"]


def receive(context: Context, intent: Intent) -> None:
    """Handle a broadcast."""
    match intent.action:
        case "due":
            reminders.ring(context, intent.get_int("at"))
        case "complete":
            task = TaskStore(context).get(intent.get_int("task"))
            if task is not None and not task.completed_ms:
                changes.complete(context, task)
        case _:
            reminders.plan(context)
