"""Special app access: what an app may only do once the user has said so on a page of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from android_gym.simulator.apps.settings.apps import app_icon, listed_apps
from android_gym.simulator.apps.settings.page import Page, Row
from android_gym.simulator.apps.settings.preferences import Footer, Header, SwitchPreference
from android_gym.simulator.system.packages import Manifest

__all__ = [
    "ACCESS",
    "Access",
    "AllFilesAccess",
    "AppOp",
    "AppOpList",
    "ExactAlarms",
    "InstallUnknownApps",
    "NotificationAccess",
    "OverlayPermission",
    "PolicyAccess",
    "SpecialAccess",
    "UsageAccess",
    "WriteSettings",
]


@dataclass(frozen=True)
class Access:
    """One kind of special access.

    Attributes:
        title: Title of its list and of an app's page.
        switch: What the switch of an app says.
        permission: Permission that an app must declare to be listed; "" lists all apps.
        about: What it means.
        default: Whether apps have it until it is taken.
    """

    title: str
    switch: str
    permission: str
    about: str
    default: bool = False


_P: Final = "android.permission."

# By the name of the app op that keeps it.
ACCESS: Final = {
    "MANAGE_EXTERNAL_STORAGE": Access(
        "All files access",
        "Allow access to manage all files",
        _P + "MANAGE_EXTERNAL_STORAGE",
        "Allow this app to read, modify and delete all files on this device or any connected"
        " storage volumes. If granted, app may access files without your explicit knowledge.",
    ),
    "SYSTEM_ALERT_WINDOW": Access(
        "Display over other apps",
        "Allow display over other apps",
        _P + "SYSTEM_ALERT_WINDOW",
        "Allow this app to display on top of other apps you\u2019re using. This app will be able to"
        " see where you tap or change what\u2019s displayed on the screen.",
    ),
    "ACCESS_NOTIFICATION_POLICY": Access(
        "Do Not Disturb access",
        "Allow Do Not Disturb",
        _P + "ACCESS_NOTIFICATION_POLICY",
        "Allow this app to turn Do Not Disturb on and off.",
    ),
    "MANAGE_MEDIA": Access(
        "Media management apps",
        "Allow app to manage media files",
        _P + "MANAGE_MEDIA",
        "If allowed, this app can modify or delete media files created with other apps without"
        " asking you. App must have permission to access files and media.",
    ),
    "WRITE_SETTINGS": Access(
        "Modify system settings",
        "Allow modifying system settings",
        _P + "WRITE_SETTINGS",
        "This permission allows an app to modify system settings.",
    ),
    "ACCESS_NOTIFICATIONS": Access(
        "Device & app notifications",
        "Allow notification access",
        _P + "BIND_NOTIFICATION_LISTENER_SERVICE",
        "This app will be able to read all notifications, including personal information such as"
        " contact names, photos, and the text of messages you receive.",
    ),
    "PICTURE_IN_PICTURE": Access(
        "Picture-in-picture",
        "Allow picture-in-picture",
        "",
        "Allow this app to create a picture-in-picture window while the app is open or after you"
        " leave it (for example, to continue watching a video).",
        default=True,
    ),
    "UNRESTRICTED_DATA": Access(
        "Unrestricted data",
        "Allow unrestricted data usage",
        "",
        "Allow unrestricted data access when Data Saver is on.",
    ),
    "REQUEST_INSTALL_PACKAGES": Access(
        "Install unknown apps",
        "Allow from this source",
        _P + "REQUEST_INSTALL_PACKAGES",
        "Your phone and personal data are more vulnerable to attack by unknown apps. By installing"
        " apps from this source, you agree that you are responsible for any damage to your phone"
        " or loss of data that may result from their use.",
    ),
    "SCHEDULE_EXACT_ALARM": Access(
        "Alarms & reminders",
        "Allow setting alarms and reminders",
        _P + "SCHEDULE_EXACT_ALARM",
        "Allow this app to set alarms and schedule time-sensitive actions. This lets the app run in"
        " the background, which may use more battery.",
        default=True,
    ),
    "GET_USAGE_STATS": Access(
        "Usage access",
        "Permit usage access",
        _P + "PACKAGE_USAGE_STATS",
        "Usage access allows an app to track what other apps you\u2019re using and how often, as"
        " well as your carrier, language settings, and other details.",
    ),
    "CHANGE_WIFI_STATE": Access(
        "Wi\u2011Fi control",
        "Allow app to control Wi\u2011Fi",
        _P + "CHANGE_WIFI_STATE",
        "Allow this app to turn Wi\u2011Fi on or off, scan and connect to Wi\u2011Fi networks, add"
        " or remove networks, or start a local-only hotspot",
        default=True,
    ),
}


def _allowed(page: Page, package: str, op: str) -> bool:
    ops = page.system.packages.state(package).app_ops
    default = "allow" if ACCESS[op].default else "deny"
    return ops.get(op, default) == "allow"


def app_rows(page: Page, op: str) -> Sequence[Row]:
    """Rows of the apps that ask for one kind of access."""
    permission = ACCESS[op].permission
    return [
        page.link(
            manifest.label,
            "special:AppOp",
            "Allowed" if _allowed(page, manifest.package, op) else "Not allowed",
            app_icon(manifest),
            op=op,
            package=manifest.package,
        )
        for manifest in listed_apps(page)
        if not permission or permission in manifest.permissions
    ] or [Footer("No apps")]


class SpecialAccess(Page):
    """The kinds of access there are."""

    TITLE = "Special app access"

    def rows(self) -> Sequence[Row | None]:
        """One row each."""
        return [
            self.link(access.title, "special:AppOpList", op=op) for op, access in ACCESS.items()
        ]


class AppOpList(Page):
    """Apps that ask for one kind of access: intent extra "op"."""

    OP = ""

    @property
    def op(self) -> str:
        """The kind of access."""
        return self.OP or str(self.intent.extra("op", next(iter(ACCESS))))

    def title(self) -> str:
        """That of the kind of access."""
        return ACCESS[self.op].title

    def rows(self) -> Sequence[Row | None]:
        """Apps that declare the permission."""
        return app_rows(self, self.op)


class AppOp(Page):
    """One kind of access of one app: intent extra "op", and "package" or ``package:`` data."""

    OP = ""

    @property
    def op(self) -> str:
        """The kind of access."""
        return self.OP or str(self.intent.extra("op", next(iter(ACCESS))))

    def title(self) -> str:
        """That of the kind of access."""
        return ACCESS[self.op].title

    def rows(self) -> Sequence[Row | None]:
        """The app, a switch and what it means; without an app, the list of them."""
        package = str(self.intent.extra("package") or self.intent.data or "")
        package = package.removeprefix("package:")
        packages = self.system.packages
        if packages.installed(package):
            return self._rows(packages.manifest(package))
        return app_rows(self, self.op)

    def _rows(self, manifest: Manifest) -> Sequence[Row | None]:
        op, package = self.op, manifest.package
        packages = self.system.packages

        def change(on: bool) -> None:
            ops = packages.state(package).app_ops
            packages.change(package, app_ops=ops.set(op, "allow" if on else "deny"))

        return [
            Header(manifest.label, manifest.version_name, app_icon(manifest)),
            SwitchPreference(
                ACCESS[op].switch, checked=_allowed(self, package, op), on_change=change
            ),
            Footer(ACCESS[op].about),
        ]


class AllFilesAccess(AppOp):
    """All files access of one app, opened by an action."""

    OP = "MANAGE_EXTERNAL_STORAGE"


class OverlayPermission(AppOp):
    """Display over other apps, for one app, opened by an action."""

    OP = "SYSTEM_ALERT_WINDOW"


class WriteSettings(AppOp):
    """Modify system settings, for one app, opened by an action."""

    OP = "WRITE_SETTINGS"


class ExactAlarms(AppOp):
    """Alarms & reminders of one app, opened by an action."""

    OP = "SCHEDULE_EXACT_ALARM"


class UsageAccess(AppOp):
    """Usage access of one app, opened by an action."""

    OP = "GET_USAGE_STATS"


class NotificationAccess(AppOpList):
    """Apps that read notifications."""

    OP = "ACCESS_NOTIFICATIONS"


class PolicyAccess(AppOpList):
    """Apps that switch Do Not Disturb."""

    OP = "ACCESS_NOTIFICATION_POLICY"


class InstallUnknownApps(AppOp):
    """Install unknown apps, for one app, opened by an action."""

    OP = "REQUEST_INSTALL_PACKAGES"
