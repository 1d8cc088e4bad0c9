"""The Play Store's receiver of its alarm and of the phone's start."""

from __future__ import annotations

from android_gym.simulator.apps.play_store import installer
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context

__all__ = ["receive"]


def receive(context: Context, intent: Intent) -> None:
    """Continue installing."""
    if intent.action == installer.STEP:
        installer.step(context)
    else:
        installer.resume(context)
