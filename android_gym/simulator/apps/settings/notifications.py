"""Notifications and Do Not Disturb."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from android_gym.simulator.apps.settings.apps import NOTIFICATIONS, app_icon, listed_apps
from android_gym.simulator.apps.settings.display import lock_screen_choice
from android_gym.simulator.apps.settings.page import Page, Row
from android_gym.simulator.apps.settings.preferences import (
    Category,
    Custom,
    Footer,
    MainSwitch,
    Preference,
    SwitchPreference,
    TwoTarget,
)
from android_gym.simulator.system.packages import Manifest
from android_gym.simulator.ui.widgets import Button

__all__ = [
    "AppSettings",
    "Bubbles",
    "Conversations",
    "DoNotDisturb",
    "History",
    "Interruptions",
    "NotificationSettings",
    "Schedules",
    "WirelessAlerts",
]


def zen_summary(page: Page) -> str:
    """Whether Do Not Disturb is on."""
    return "On" if page.is_on("global", "zen_mode") else "Off"


class NotificationSettings(Page):
    """What may interrupt, and where it is shown."""

    TITLE = "Notifications"

    def rows(self) -> Sequence[Row | None]:
        """In the order of Android's configure_notification_settings."""
        history = self.is_on("secure", "notification_history_enabled")
        bubbles = self.is_on("secure", "notification_bubbles", "1")
        return [
            Category("Manage"),
            self.link(
                "App settings",
                "notifications:AppSettings",
                "Control notifications from individual apps",
            ),
            self.link(
                "Notification history",
                "notifications:History",
                "On" if history else "Show recent and snoozed notifications",
            ),
            Category("Conversation"),
            self.link("Conversations", "notifications:Conversations", "No priority conversations"),
            self.link(
                "Bubbles",
                "notifications:Bubbles",
                "On / Conversations can appear as floating icons" if bubbles else "Off",
            ),
            Category("Privacy"),
            self.link(
                "Device & app notifications",
                "special:AppOpList",
                "Control which apps and devices can read notifications",
                op="ACCESS_NOTIFICATIONS",
            ),
            lock_screen_choice(self, "Notifications on lock screen"),
            Category("General"),
            self.link("Do Not Disturb", "notifications:DoNotDisturb", zen_summary(self)),
            self.link("Wireless emergency alerts", "notifications:WirelessAlerts"),
            self.toggle(
                "Hide silent notifications in status bar",
                "secure",
                "hide_silent_status_bar",
                default="1",
            ),
            self.toggle(
                "Allow notification snoozing", "secure", "show_notification_snooze", default="0"
            ),
            self.toggle(
                "Notification dot on app icon", "secure", "notification_badging", default="1"
            ),
            self.toggle(
                "Enhanced notifications",
                "secure",
                "nas_enabled",
                "Get suggested actions, replies, and more",
                default="1",
            ),
        ]


class AppSettings(Page):
    """Which apps may notify."""

    TITLE = "App notifications"

    def rows(self) -> Sequence[Row | None]:
        """Every app with a switch."""
        return [self._row(manifest) for manifest in listed_apps(self)]

    def _row(self, manifest: Manifest) -> Row:
        service, packages = self.system.notifications, self.system.packages
        package = manifest.package

        def change(on: bool) -> None:
            if on:
                packages.grant(package, NOTIFICATIONS)
            else:
                packages.revoke(package, NOTIFICATIONS)
                service.cancel_all(package)

        return TwoTarget(
            manifest.label,
            "No recent notifications",
            app_icon(manifest),
            self.opener("apps:AppNotifications", package=package),
            NOTIFICATIONS in manifest.permissions,
            checked=service.enabled(package),
            on_change=change,
        )


class History(Page):
    """Notifications that were dismissed."""

    TITLE = "Notification history"

    def rows(self) -> Sequence[Row | None]:
        """The switch, and what is on the shade now."""
        on = self.is_on("secure", "notification_history_enabled")
        rows: list[Row | None] = [
            MainSwitch(
                "Use notification history",
                on,
                lambda wanted: self.put("secure", "notification_history_enabled", wanted),
            )
        ]
        if not on:
            return [*rows, Footer("Recent and snoozed notifications will appear here")]
        packages = self.system.packages
        active = [n for n in self.system.notifications.active() if packages.installed(n.package)]
        rows.append(Category("Last 24 hours"))
        rows += [
            Preference(item.title, item.text, app_icon(packages.manifest(item.package)))
            for item in active
        ]
        return rows if active else [*rows, Footer("No recent notifications")]


class Conversations(Page):
    """Conversations that are set apart."""

    TITLE = "Conversations"

    def rows(self) -> Sequence[Row | None]:
        """None yet."""
        return [
            Footer(
                "No priority conversations. Priority conversations show at top and appear as"
                " floating bubbles."
            )
        ]


class Bubbles(Page):
    """Conversations as floating icons."""

    TITLE = "Bubbles"

    def rows(self) -> Sequence[Row | None]:
        """The switch."""
        return [
            self.toggle(
                "Allow apps to show bubbles",
                "secure",
                "notification_bubbles",
                "Some conversations will appear as floating icons on top of other apps",
                default="1",
            ),
            self.link("App settings", "notifications:AppSettings"),
        ]


class WirelessAlerts(Page):
    """Alerts of the authorities."""

    TITLE = "Wireless emergency alerts"

    def rows(self) -> Sequence[Row | None]:
        """Which kinds."""
        on = bool(self.kept("alerts", True))
        kinds = (
            ("Extreme threats", "Extreme threats to life and property"),
            ("Severe threats", "Severe threats to life and property"),
            ("AMBER alerts", "Child abduction emergency bulletins"),
            ("Public safety messages", "Recommended actions that can save lives or property"),
        )
        rows: list[Row | None] = [
            MainSwitch("Allow alerts", on, lambda wanted: self.keep("alerts", wanted))
        ]
        if on:
            rows += [
                self.kept_toggle(title, f"alert:{title}", summary, default=True)
                for title, summary in kinds
            ]
        return rows


class DoNotDisturb(Page):
    """Silence, and who may break it."""

    TITLE = "Do Not Disturb"

    def rows(self) -> Sequence[Row | None]:
        """The button, exceptions, schedules."""
        on = self.is_on("global", "zen_mode")
        duration = self.setting("secure", "zen_duration")
        return [
            Custom(
                lambda: Button(
                    "Turn off now" if on else "Turn on now",
                    id="zen_mode_settings_turn_off_button"
                    if on
                    else "zen_mode_settings_turn_on_button",
                    kind="outlined" if on else "filled",
                    on_click=lambda: self.put("global", "zen_mode", "0" if on else "1"),
                    margin=(24, 16),
                )
            ),
            Category("What can interrupt Do Not Disturb"),
            self.link(
                "People", "notifications:Interruptions", "Some people can interrupt", kind="People"
            ),
            self.link("Apps", "notifications:Interruptions", "No apps can interrupt", kind="Apps"),
            self.link(
                "Alarms & other interruptions",
                "notifications:Interruptions",
                "Alarms and media can interrupt",
                kind="Alarms & other interruptions",
            ),
            Category("General"),
            self.link("Schedules", "notifications:Schedules", "Off"),
            self.choice(
                "Duration for Quick Settings",
                (
                    ("0", "Until you turn off"),
                    ("60", "For one hour"),
                    ("-1", "Ask every time"),
                ),
                duration,
                lambda value: self.put("secure", "zen_duration", value),
            ),
            self.choice(
                "Display options for hidden notifications",
                (
                    ("sound", "No sound from notifications"),
                    ("all", "No visuals or sound from notifications"),
                ),
                self.kept("zen_hidden", "sound"),
                lambda value: self.keep("zen_hidden", value),
            ),
        ]


class Interruptions(Page):
    """One kind of exceptions: intent extra "kind"."""

    _KINDS = {
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
        """Named after the kind."""
        return str(self.intent.extra("kind", "People"))

    def rows(self) -> Sequence[Row | None]:
        """A switch for each."""
        on = ("Calls", "Allow repeat callers", "Alarms", "Media sounds")
        return [
            self.kept_toggle(name, f"zen:{name}", default=name in on)
            for name in self._KINDS.get(self.title(), ())
        ]


class Schedules(Page):
    """When it comes on by itself."""

    TITLE = "Schedules"

    def rows(self) -> Sequence[Row | None]:
        """Android's two."""
        rules = (
            ("Sleeping", "Sun, Mon, Tue, Wed, Thu, Fri, Sat, 10:00 PM \u2013 7:00 AM"),
            ("Event", "Any calendar"),
        )
        return [
            SwitchPreference(
                name,
                summary,
                checked=bool(self.kept(f"zen_rule:{name}", False)),
                on_change=partial(self.keep, f"zen_rule:{name}"),
            )
            for name, summary in rules
        ]
