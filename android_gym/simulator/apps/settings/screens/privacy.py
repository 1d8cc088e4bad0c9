"""Privacy and Location."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.appkit.preferences import Category, ListPreference, Row
from android_gym.simulator.apps.settings.actions import AnyPage
from android_gym.simulator.apps.settings.dialogs import DeleteAdId, ResetAdId, shows
from android_gym.simulator.apps.settings.look import Footer
from android_gym.simulator.apps.settings.model import (
    GROUPS,
    Link,
    MainSwitch,
    Toggle,
    app_icon,
    link,
)
from android_gym.simulator.apps.settings.screens.display import LOCK_SCREEN
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.apps.settings.screens.security import EMERGENCY_LOCATION, SHOW_PASSWORDS
from android_gym.simulator.system.packages import Manifest
from android_gym.simulator.system.words import counted, phrase


class Privacy(Page):
    """Privacy, in the order of Android's privacy_dashboard_settings."""

    TITLE = "Privacy"
    ROWS = (
        link("Privacy dashboard", "privacy:Dashboard", "Show which apps recently used permissions"),
        link("Permission manager", "privacy:PermissionManager", "Control app access to your data"),
        Toggle("sensor:camera", "Camera access", "For apps and services", default=True),
        Toggle("sensor:microphone", "Microphone access", "For apps and services", default=True),
        SHOW_PASSWORDS,
        ListPreference("phone/lock_screen", "Notifications on lock screen", choices=LOCK_SCREEN),
        Toggle(
            "secure/clipboard_show_access_notifications",
            "Show clipboard access",
            "Show a message when apps access text, images, or other content you\u2019ve copied",
            default=True,
        ),
        link("Ads", "privacy:Ads"),
        link("Usage & diagnostics", "privacy:UsageAndDiagnostics"),
    )


_FIRST = ("Location", "Camera", "Microphone")


class Dashboard(Page):
    """Privacy dashboard: permissions used in the last day, always none."""

    TITLE = "Privacy dashboard"
    ROWS = (
        Category("Past 24 hours"),
        *(
            link(
                group,
                "privacy:PermissionApps",
                "Not used in past 24 hours",
                GROUPS[group][0],
                group=group,
            )
            for group in dict.fromkeys((*_FIRST, *GROUPS))
            if group != "Notifications"
        ),
    )


class PermissionManager(Page):
    """The permission manager: permissions by group."""

    TITLE = "Permission manager"

    def rows(self) -> Sequence[Row | None]:
        """List each group with the number of apps that have it."""
        rows: list[Row] = []
        for group, (icon, _) in GROUPS.items():
            held, asked = self.store.apps_with(group)
            summary = phrase(
                "{n} of {total} apps allowed", n=len(held), total=len(held) + len(asked)
            )
            rows.append(link(group, "privacy:PermissionApps", summary, icon, group=group))
        return rows


class PermissionApps(Page):
    """Apps that request a permission group: intent extra "group"."""

    def title(self) -> str:
        """Return the group's title."""
        return str(self.intent.extra("group", "Location"))

    def rows(self) -> Sequence[Row | None]:
        """List the allowed apps, then the others."""
        held, asked = self.store.apps_with(self.title())
        return [
            Category("Allowed"),
            *(self._apps(held) or [Footer("No apps allowed")]),
            Category("Not allowed"),
            *(self._apps(asked) or [Footer("No apps denied")]),
        ]

    def _apps(self, apps: list[Manifest]) -> list[Row]:
        return [
            link(
                self.store.name(app),
                "app:AppPermission",
                icon=app_icon(app),
                package=app.package,
                group=self.title(),
            )
            for app in apps
        ]


class Ads(Page):
    """The advertising ID."""

    TITLE = "Ads"
    DIALOGS = (ResetAdId, DeleteAdId)

    def rows(self) -> Sequence[Row | None]:
        """List the rows to reset and delete the ID or, without an ID, to get one."""
        number = self.store.number("ad_id", 1)
        about = "This device\u2019s advertising ID:\n{id}"
        if number == 0:
            return [
                Link("Get new advertising ID", lambda _: self.store.put("ad_id", 1)),
                Footer(phrase(about, id="00000000-0000-0000-0000-000000000000")),
            ]
        digits = f"{number * 48271 % 281474976710656:012x}"
        return [
            Link("Reset advertising ID", shows(ResetAdId(number + 1))),
            Link("Delete advertising ID", shows(DeleteAdId())),
            Footer(phrase(about, id=f"6fd3a5b0-1c2e-4d7f-9a83-{digits}")),
        ]


class UsageAndDiagnostics(Page):
    """Diagnostic data sent to Google."""

    TITLE = "Usage & diagnostics"
    ROWS = (
        MainSwitch("global/multi_cb", "Use & share diagnostics"),
        Footer("Information about how you use your device helps improve it for everyone."),
    )


def location_summary(page: AnyPage) -> str:
    """Return the home page's summary for Location."""
    if not page.store.is_on("secure/location_mode"):
        return "Off"
    held, _ = page.store.apps_with("Location")
    one, other = (f"On / {{n}} {count} access to location" for count in ("app has", "apps have"))
    return counted(len(held), one, other)


class Location(Page):
    """Location, and the apps that may access it."""

    TITLE = "Location"

    def rows(self) -> Sequence[Row | None]:
        """List the switch, recent access, permissions and services."""
        held, asked = self.store.apps_with("Location")
        summary = phrase(
            "{n} of {total} apps have access to location", n=len(held), total=len(held) + len(asked)
        )
        if not self.store.is_on("secure/location_mode"):
            summary = "Location is off"
        return [
            MainSwitch("secure/location_mode", "Use location", on="3"),
            Category("Recent access"),
            Link("No apps recently accessed location", enabled=False),
            Category("General"),
            link("App location permissions", "privacy:PermissionApps", summary, group="Location"),
            link("Location services", "privacy:LocationServices"),
            Footer(
                "Location may use sources like GPS, Wi\u2011Fi, mobile networks, and sensors to"
                " help estimate your device\u2019s location."
            ),
        ]


class LocationServices(Page):
    """Sources of the location other than GPS."""

    TITLE = "Location services"
    ROWS = (
        EMERGENCY_LOCATION,
        Toggle(
            "location_accuracy",
            "Google Location Accuracy",
            "Uses Wi\u2011Fi and mobile networks to improve accuracy",
            default=True,
        ),
        Toggle("location_sharing", "Google Location Sharing"),
        Toggle(
            "global/wifi_scan_always_enabled",
            "Wi\u2011Fi scanning",
            "Allow apps and services to scan for Wi\u2011Fi networks at any time, even when"
            " Wi\u2011Fi is off",
        ),
        Toggle(
            "global/ble_scan_always_enabled",
            "Bluetooth scanning",
            "Allow apps and services to scan for nearby devices at any time, even when"
            " Bluetooth is off",
        ),
    )
