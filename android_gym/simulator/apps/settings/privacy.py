"""Privacy and Location."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.apps.settings.apps import (
    GROUPS,
    app_icon,
    listed_apps,
    permission_groups,
)
from android_gym.simulator.apps.settings.display import lock_screen_choice
from android_gym.simulator.apps.settings.page import Page, Row
from android_gym.simulator.apps.settings.preferences import (
    Category,
    Footer,
    MainSwitch,
    Preference,
    SwitchPreference,
)
from android_gym.simulator.system.packages import Manifest

__all__ = [
    "Ads",
    "Dashboard",
    "Location",
    "LocationServices",
    "PermissionApps",
    "PermissionManager",
    "Privacy",
    "UsageAndDiagnostics",
    "location_summary",
]


def apps_with(page: Page, group: str) -> tuple[list[Manifest], list[Manifest]]:
    """Apps that hold a permission of a group, and those that ask in vain."""
    packages = page.system.packages
    held: list[Manifest] = []
    asked: list[Manifest] = []
    for manifest in listed_apps(page):
        names = permission_groups(manifest).get(group)
        if names:
            granted = any(packages.granted(manifest.package, name) for name in names)
            (held if granted else asked).append(manifest)
    return held, asked


class Privacy(Page):
    """Who sees what."""

    TITLE = "Privacy"

    def rows(self) -> Sequence[Row | None]:
        """In the order of Android's privacy_dashboard_settings."""
        return [
            self.link(
                "Privacy dashboard",
                "privacy:Dashboard",
                "Show which apps recently used permissions",
            ),
            self.link(
                "Permission manager",
                "privacy:PermissionManager",
                "Control app access to your data",
            ),
            self._sensor("Camera access", "camera"),
            self._sensor("Microphone access", "microphone"),
            self.toggle("Show passwords", "system", "show_password", default="1"),
            lock_screen_choice(self, "Notifications on lock screen"),
            self.toggle(
                "Show clipboard access",
                "secure",
                "clipboard_show_access_notifications",
                "Show a message when apps access text, images, or other content you\u2019ve copied",
                default="1",
            ),
            self.link("Ads", "privacy:Ads"),
            self.link("Usage & diagnostics", "privacy:UsageAndDiagnostics"),
        ]

    def _sensor(self, title: str, name: str) -> Row:
        return SwitchPreference(
            title,
            "For apps and services",
            checked=bool(self.kept(f"sensor:{name}", True)),
            on_change=lambda on: self.keep(f"sensor:{name}", on),
        )


class Dashboard(Page):
    """What was used in the last day."""

    TITLE = "Privacy dashboard"

    def rows(self) -> Sequence[Row | None]:
        """One row for each kind of permission."""
        first = ("Location", "Camera", "Microphone")
        others = [group for group in GROUPS if group not in first and group != "Notifications"]
        return [
            Category("Past 24 hours"),
            *(
                self.link(
                    group,
                    "privacy:PermissionApps",
                    "Not used in past 24 hours",
                    GROUPS[group][0],
                    group=group,
                )
                for group in (*first, *others)
            ),
        ]


class PermissionManager(Page):
    """Permissions by kind."""

    TITLE = "Permission manager"

    def rows(self) -> Sequence[Row | None]:
        """Each with how many apps have it."""
        rows: list[Row | None] = []
        for group, (icon, _) in GROUPS.items():
            held, asked = apps_with(self, group)
            total = len(held) + len(asked)
            summary = f"{len(held)} of {total} apps allowed"
            rows.append(self.link(group, "privacy:PermissionApps", summary, icon, group=group))
        return rows


class PermissionApps(Page):
    """Apps that ask for one kind of permission: intent extra "group"."""

    def title(self) -> str:
        """Named after the kind."""
        return str(self.intent.extra("group", "Location"))

    def rows(self) -> Sequence[Row | None]:
        """Allowed ones and the others."""
        group = self.title()
        held, asked = apps_with(self, group)

        def listing(apps: list[Manifest], nobody: str) -> list[Row | None]:
            return [
                self.link(
                    manifest.label,
                    "apps:AppPermission",
                    icon=app_icon(manifest),
                    package=manifest.package,
                    group=group,
                )
                for manifest in apps
            ] or [Footer(nobody)]

        return [
            Category("Allowed"),
            *listing(held, "No apps allowed"),
            Category("Not allowed"),
            *listing(asked, "No apps denied"),
        ]


class Ads(Page):
    """The advertising ID."""

    TITLE = "Ads"

    def rows(self) -> Sequence[Row | None]:
        """Reset and delete."""
        number = self.kept("ad_id", 1)
        gone = number == 0

        def set_id(value: int) -> None:
            self.keep("ad_id", value)

        reset = self.confirm(
            "reset",
            "Reset advertising ID?",
            "A new random number will be assigned to your advertising ID.",
            "Confirm",
            lambda: set_id(number + 1),
        )
        delete = self.confirm(
            "delete",
            "Delete advertising ID?",
            "Apps can no longer use this advertising ID to show you personalized ads.",
            "Delete advertising ID",
            lambda: set_id(0),
        )
        rows: list[Row | None] = [Preference("Reset advertising ID", on_click=reset)]
        if gone:
            rows = [Preference("Get new advertising ID", on_click=lambda: set_id(1))]
        else:
            rows.append(Preference("Delete advertising ID", on_click=delete))
        digits = "0" * 12 if gone else f"{number * 48271 % 281474976710656:012x}"
        prefix = "00000000-0000-0000-0000" if gone else "6fd3a5b0-1c2e-4d7f-9a83"
        return [*rows, Footer(f"This device\u2019s advertising ID:\n{prefix}-{digits}")]


class UsageAndDiagnostics(Page):
    """What is sent to Google."""

    TITLE = "Usage & diagnostics"

    def rows(self) -> Sequence[Row | None]:
        """The switch."""
        return [
            MainSwitch(
                "Use & share diagnostics",
                self.is_on("global", "multi_cb"),
                lambda on: self.put("global", "multi_cb", on),
            ),
            Footer("Information about how you use your device helps improve it for everyone."),
        ]


def location_summary(page: Page) -> str:
    """What the home page says of location."""
    if not page.is_on("secure", "location_mode"):
        return "Off"
    held, _ = apps_with(page, "Location")
    count = "1 app has" if len(held) == 1 else f"{len(held)} apps have"
    return f"On / {count} access to location"


class Location(Page):
    """Where the phone is, and who may know."""

    TITLE = "Location"

    def rows(self) -> Sequence[Row | None]:
        """The switch, recent access, permissions, services."""
        on = self.is_on("secure", "location_mode")
        held, asked = apps_with(self, "Location")
        return [
            MainSwitch(
                "Use location",
                on,
                lambda wanted: self.put("secure", "location_mode", "3" if wanted else "0"),
            ),
            Category("Recent access"),
            Preference("No apps recently accessed location", enabled=False),
            Category("General"),
            self.link(
                "App location permissions",
                "privacy:PermissionApps",
                f"{len(held)} of {len(held) + len(asked)} apps have access to location"
                if on
                else "Location is off",
                group="Location",
            ),
            self.link("Location services", "privacy:LocationServices"),
            Footer(
                "Location may use sources like GPS, Wi\u2011Fi, mobile networks, and sensors to"
                " help estimate your device\u2019s location."
            ),
        ]


class LocationServices(Page):
    """What else tells where the phone is."""

    TITLE = "Location services"

    def rows(self) -> Sequence[Row | None]:
        """Switches."""
        return [
            self.kept_toggle(
                "Emergency Location Service",
                "emergency_location",
                "Send location to emergency responders",
                default=True,
            ),
            self.kept_toggle(
                "Google Location Accuracy",
                "location_accuracy",
                "Uses Wi\u2011Fi and mobile networks to improve accuracy",
                default=True,
            ),
            self.kept_toggle("Google Location Sharing", "location_sharing"),
            self.toggle(
                "Wi\u2011Fi scanning",
                "global",
                "wifi_scan_always_enabled",
                "Allow apps and services to scan for Wi\u2011Fi networks at any time, even when"
                " Wi\u2011Fi is off",
            ),
            self.toggle(
                "Bluetooth scanning",
                "global",
                "ble_scan_always_enabled",
                "Allow apps and services to scan for nearby devices at any time, even when"
                " Bluetooth is off",
            ),
        ]
