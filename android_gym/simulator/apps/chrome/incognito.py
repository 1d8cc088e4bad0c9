"""The notification that closes all incognito tabs."""

from __future__ import annotations

from typing import Final

from immutables import Map

from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_TASK, Intent
from android_gym.simulator.system.notifications import (
    IMPORTANCE_LOW,
    Channel,
    Notification,
    PendingIntent,
)
from android_gym.simulator.ui.activity import Context

__all__ = ["CLOSE_ALL", "STAYS", "close_all", "show_notification"]

CLOSE_ALL: Final = "com.google.android.apps.chrome.CLOSE_ALL_INCOGNITO"
"""Action that tells the browser's main screen to close all incognito tabs."""

STAYS: Final = "stays"
"""Extra that says whether Chrome was in the foreground, and stays there."""

_CHANNEL: Final = Channel("incognito", "Incognito", IMPORTANCE_LOW)
_ID: Final = 100
_TAG: Final = "incognito_tabs_open"
_MAIN: Final = "com.google.android.apps.chrome.Main"
_SERVICE: Final = "org.chromium.chrome.browser.incognito.IncognitoNotificationServiceImpl"


def show_notification(context: Context, some: bool) -> None:
    """Post the notification if there are incognito tabs; else cancel it."""
    manager = context.system.notifications
    shown = any((n.package, n.tag) == (context.package, _TAG) for n in manager.active())
    if shown and not some:
        manager.cancel(context.package, _ID, _TAG)
    elif some and not shown:
        manager.create_channel(context.package, _CHANNEL)
        intent = Intent(CLOSE_ALL, component=f"{context.package}/{_SERVICE}")
        manager.post(
            Notification(
                context.package,
                _ID,
                "Close all Incognito tabs",
                icon="incognito",
                tag=_TAG,
                channel=_CHANNEL.id,
                content=PendingIntent(intent, "broadcast"),
                ongoing=True,
                auto_cancel=False,
            )
        )


def close_all(context: Context, intent: Intent) -> None:
    """Tell the main screen to close all incognito tabs, if it exists; else there are none."""
    activities, main = context.system.activities, f"{context.package}/{_MAIN}"
    if not any(each.component == main for task in activities.tasks for each in task.records):
        show_notification(context, some=False)
        return
    extras: Map[str, bool] = Map({STAYS: activities.front_package == context.package})
    activities.start(
        Intent(
            CLOSE_ALL,
            component=main,
            extras=extras,
            flags=FLAG_ACTIVITY_NEW_TASK,
        )
    )
