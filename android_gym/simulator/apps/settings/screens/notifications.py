"""Notifications and Do Not Disturb."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from android_gym.simulator.appkit.preferences import Category, LinkPreference, ListPreference, Row
from android_gym.simulator.appkit.times import time_of_day
from android_gym.simulator.apps.settings.actions import AnyPage
from android_gym.simulator.apps.settings.look import Custom, Footer
from android_gym.simulator.apps.settings.model import (
    NOTIFICATIONS,
    ZEN_ON,
    MainSwitch,
    Toggle,
    TwoTarget,
    app_icon,
    link,
    opens,
)
from android_gym.simulator.apps.settings.screens.display import LOCK_SCREEN
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.system.packages import Manifest
from android_gym.simulator.system.words import phrase, verbatim
from android_gym.simulator.ui.widgets import Button


def zen_summary(page: AnyPage) -> str:
    """Return whether Do Not Disturb is on, as "On" or "Off"."""
    return "On" if page.store.is_on("global/zen_mode") else "Off"


class NotificationSettings(Page):
    """Notifications, in the order of Android's configure_notification_settings."""

    TITLE = "Notifications"

    def rows(self) -> Sequence[Row | None]:
        """List what may interrupt, and how it is shown."""
        history = self.store.is_on("secure/notification_history_enabled")
        bubbles = self.store.is_on("secure/notification_bubbles", "1")
        return [
            Category("Manage"),
            link(
                "App settings",
                "notifications:AppSettings",
                "Control notifications from individual apps",
            ),
            link(
                "Notification history",
                "notifications:History",
                "On" if history else "Show recent and snoozed notifications",
            ),
            Category("Conversation"),
            link("Conversations", "notifications:Conversations", "No priority conversations"),
            link(
                "Bubbles",
                "notifications:Bubbles",
                "On / Conversations can appear as floating icons" if bubbles else "Off",
            ),
            Category("Privacy"),
            link(
                "Device & app notifications",
                "special:AppOpList",
                "Control which apps and devices can read notifications",
                op="ACCESS_NOTIFICATIONS",
            ),
            ListPreference(
                "phone/lock_screen", "Notifications on lock screen", choices=LOCK_SCREEN
            ),
            Category("General"),
            link("Do Not Disturb", "notifications:DoNotDisturb", zen_summary(self)),
            link("Wireless emergency alerts", "notifications:WirelessAlerts"),
            Toggle(
                "secure/hide_silent_status_bar",
                "Hide silent notifications in status bar",
                default=True,
            ),
            Toggle("secure/show_notification_snooze", "Allow notification snoozing"),
            Toggle("secure/notification_badging", "Notification dot on app icon", default=True),
            Toggle(
                "secure/nas_enabled",
                "Enhanced notifications",
                "Get suggested actions, replies, and more",
                default=True,
            ),
        ]


class AppSettings(Page):
    """Apps that may show notifications."""

    TITLE = "App notifications"

    def rows(self) -> Sequence[Row | None]:
        """List every app with a switch."""
        return [self._row(app) for app in self.store.apps()]

    def _row(self, app: Manifest) -> Row:
        return TwoTarget(
            f"notifications/{app.package}",
            self.store.name(app),
            "No recent notifications",
            app_icon(app),
            NOTIFICATIONS in app.permissions,
            on_click=opens("app:AppNotifications", package=app.package),
        )


class History(Page):
    """Notification history."""

    TITLE = "Notification history"

    def rows(self) -> Sequence[Row | None]:
        """List the switch and the notifications now in the shade."""
        switch = MainSwitch("secure/notification_history_enabled", "Use notification history")
        if not self.value(switch):
            return [switch, Footer("Recent and snoozed notifications will appear here")]
        packages = self.system.packages
        active: list[Row] = [
            LinkPreference(
                verbatim(n.title), None, verbatim(n.text), app_icon(packages.manifest(n.package))
            )
            for n in self.system.notifications.active()
            if packages.installed(n.package)
        ]
        shown = active or [Footer("No recent notifications")]
        return [switch, Category("Last 24 hours"), *shown]


class Conversations(Page):
    """Priority conversations: none yet."""

    TITLE = "Conversations"
    ROWS = (
        Footer(
            "No priority conversations. Priority conversations show at top and appear as"
            " floating bubbles."
        ),
    )


class Bubbles(Page):
    """Floating conversation bubbles."""

    TITLE = "Bubbles"
    ROWS = (
        Toggle(
            "secure/notification_bubbles",
            "Allow apps to show bubbles",
            "Some conversations will appear as floating icons on top of other apps",
            default=True,
        ),
        link("App settings", "notifications:AppSettings"),
    )


class WirelessAlerts(Page):
    """Wireless emergency alerts."""

    TITLE = "Wireless emergency alerts"
    KINDS = {
        "Extreme threats": "Extreme threats to life and property",
        "Severe threats": "Severe threats to life and property",
        "AMBER alerts": "Child abduction emergency bulletins",
        "Public safety messages": "Recommended actions that can save lives or property",
    }

    def rows(self) -> Sequence[Row | None]:
        """List the kinds of alerts while alerts are allowed."""
        switch = MainSwitch("alerts", "Allow alerts", default=True)
        kinds = self.KINDS.items() if self.value(switch) else ()
        return [switch, *(Toggle(f"alert:{t}", t, about, default=True) for t, about in kinds)]


class DoNotDisturb(Page):
    """Do Not Disturb and its exceptions."""

    TITLE = "Do Not Disturb"

    def rows(self) -> Sequence[Row | None]:
        """List the button, the exceptions and the schedules."""
        exceptions = {
            "People": "Some people can interrupt",
            "Apps": "No apps can interrupt",
            "Alarms & other interruptions": "Alarms and media can interrupt",
        }
        return [
            Custom(self._button),
            Category("What can interrupt Do Not Disturb"),
            *(
                link(kind, "notifications:Interruptions", summary, kind=kind)
                for kind, summary in exceptions.items()
            ),
            Category("General"),
            link("Schedules", "notifications:Schedules", "Off"),
            ListPreference(
                "secure/zen_duration",
                "Duration for Quick Settings",
                choices=(
                    ("0", "Until you turn off"),
                    ("60", "For one hour"),
                    ("-1", "Ask every time"),
                ),
            ),
            ListPreference(
                "zen_hidden",
                "Display options for hidden notifications",
                choices=(
                    ("sound", "No sound from notifications"),
                    ("all", "No visuals or sound from notifications"),
                ),
            ),
        ]

    def _button(self) -> Button:
        on = self.store.is_on("global/zen_mode")
        word = "off" if on else "on"
        return Button(
            f"Turn {word} now",
            id=f"zen_mode_settings_turn_{word}_button",
            kind="outlined" if on else "filled",
            on_click=lambda: self.store.put("global/zen_mode", "0" if on else "1"),
            margin=(24, 16),
        )


class Interruptions(Page):
    """One group of Do Not Disturb exceptions: intent extra "kind"."""

    KINDS = {
        "People": ("Messages", "Calls", "Allow repeat callers"),
        "Apps": ("Allow apps to override Do Not Disturb",),
        "Alarms & other interruptions": (
            "Alarms",
            "Media sounds",
            "Touch sounds",
            "Reminders",
            "Calendar events",
        ),
    }

    def title(self) -> str:
        """Return the group's title."""
        return str(self.intent.extra("kind", "People"))

    def rows(self) -> Sequence[Row | None]:
        """List a switch for each exception."""
        names = self.KINDS.get(self.title(), ())
        return [Toggle(f"zen:{name}", name, default=name in ZEN_ON) for name in names]


class Schedules(Page):
    """Android's two default schedules that turn Do Not Disturb on automatically."""

    TITLE = "Schedules"

    def rows(self) -> Sequence[Row | None]:
        """List both schedules."""
        start, end = (time_of_day(self.context, dt.datetime(2000, 1, 1, h)) for h in (22, 7))
        days = "Sun, Mon, Tue, Wed, Thu, Fri, Sat"
        hours = phrase("{days}, {start} \u2013 {end}", days=days, start=start, end=end)
        return [
            Toggle("zen_rule:Sleeping", "Sleeping", hours),
            Toggle("zen_rule:Event", "Event", "Any calendar"),
        ]
