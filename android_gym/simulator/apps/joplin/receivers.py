"""Joplin's answer to its alarms."""

from __future__ import annotations

from android_gym.simulator.apps.joplin import alarms
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context

__all__ = ["receive"]


def receive(context: Context, intent: Intent) -> None:
    """Ring for the to-do that an alarm is of."""
    number = intent.extra("note")
    if isinstance(number, str):
        alarms.ring(context, number)
