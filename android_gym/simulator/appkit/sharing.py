"""Sharing content with an app that the user chooses, and opening links."""

from __future__ import annotations

from typing import Any

from immutables import Map

from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity

__all__ = ["choose_app", "open_link"]


def choose_app(activity: Activity[Any], intent: Intent, title: str = "") -> None:
    """Let the user choose the app that gets an intent.

    Args:
        activity: The activity that starts the chooser.
        intent: The intent to start: ACTION_SEND, ACTION_VIEW ...
        title: Title of the chooser; empty for the system's own.
    """
    extras: Map[str, Any] = Map({"android.intent.extra.INTENT": intent})
    if title:
        extras = extras.set("android.intent.extra.TITLE", title)
    activity.start_activity(Intent("android.intent.action.CHOOSER", extras=extras))


def open_link(activity: Activity[Any], url: str) -> None:
    """Open a link like ``URLSpan``; do nothing if no app handles it.

    Args:
        activity: The activity with the link.
        url: ``https:``, ``tel:``, ``mailto:`` and so on.
    """
    activity.start_activity(Intent("android.intent.action.VIEW", data=url))
