"""Joplin's broadcast receiver for its alarms."""

from __future__ import annotations

from android_gym.simulator.apps.joplin import alarms
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context

__all__ = ["receive"]


def receive(context: Context, intent: Intent) -> None:
    """Ring for an alarm's to-do."""
    number = intent.extra("note")
    if isinstance(number, str):
        alarms.ring(context, number)
