"""Special app access, which the user grants to each app on a page of its own."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.appkit.preferences import Row
from android_gym.simulator.apps.settings.look import Footer, Header
from android_gym.simulator.apps.settings.model import ACCESS, Toggle, app_icon, link
from android_gym.simulator.apps.settings.screens.page import Page


class SpecialAccess(Page):
    """The list of the kinds of special access."""

    TITLE = "Special app access"
    ROWS = tuple(link(access.title, "special:AppOpList", op=op) for op, access in ACCESS.items())


class AppOpList(Page):
    """Apps that request one kind of access: intent extra "op".

    Attributes:
        OP: The kind of access if the intent does not name one.
    """

    OP = ""

    @property
    def op(self) -> str:
        """The app op of the kind of access."""
        return self.OP or str(self.intent.extra("op", next(iter(ACCESS))))

    def title(self) -> str:
        """Return the title of the kind of access."""
        return ACCESS[self.op].title

    def rows(self) -> Sequence[Row | None]:
        """List the apps that declare the permission."""
        permission = ACCESS[self.op].permission
        return [
            link(
                self.store.name(app),
                "special:AppOp",
                "Allowed" if self.store.has_access(app.package, self.op) else "Not allowed",
                app_icon(app),
                op=self.op,
                package=app.package,
            )
            for app in self.store.apps()
            if not permission or permission in app.permissions
        ] or [Footer("No apps")]


class AppOp(AppOpList):
    """One app's special access: intent extra "op", and "package" or ``package:`` data."""

    def rows(self) -> Sequence[Row | None]:
        """List the app, a switch and an explanation; without an app, list the apps."""
        package = str(self.intent.extra("package") or self.intent.data or "")
        package = package.removeprefix("package:")
        packages = self.system.packages
        if not packages.installed(package):
            return super().rows()
        app, access = packages.manifest(package), ACCESS[self.op]
        key = f"op/{package}/{self.op}"
        return [
            Header(self.store.name(app), app.version_name, app_icon(app)),
            Toggle(key, access.switch, default=access.default, on="allow", off="deny"),
            Footer(access.about),
        ]


class AllFilesAccess(AppOp):
    """One app's all files access, opened by an action."""

    OP = "MANAGE_EXTERNAL_STORAGE"


class OverlayPermission(AppOp):
    """One app's permission to display over other apps, opened by an action."""

    OP = "SYSTEM_ALERT_WINDOW"


class WriteSettings(AppOp):
    """One app's permission to modify system settings, opened by an action."""

    OP = "WRITE_SETTINGS"


class ExactAlarms(AppOp):
    """One app's access to alarms & reminders, opened by an action."""

    OP = "SCHEDULE_EXACT_ALARM"


class MediaManagement(AppOp):
    """One app's permission to change media without asking, opened by an action."""

    OP = "MANAGE_MEDIA"


class PictureInPicture(AppOp):
    """One app's picture-in-picture, opened by an action."""

    OP = "PICTURE_IN_PICTURE"


class UsageAccess(AppOp):
    """One app's usage access, opened by an action."""

    OP = "GET_USAGE_STATS"


class InstallUnknownApps(AppOp):
    """One app's permission to install unknown apps, opened by an action."""

    OP = "REQUEST_INSTALL_PACKAGES"


class NotificationAccess(AppOpList):
    """Apps that can read notifications."""

    OP = "ACCESS_NOTIFICATIONS"


class PolicyAccess(AppOpList):
    """Apps that can control Do Not Disturb."""

    OP = "ACCESS_NOTIFICATION_POLICY"
