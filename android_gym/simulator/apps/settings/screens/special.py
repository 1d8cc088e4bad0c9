"""Special app access: what an app may only do once the user has said so on a page of its own."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.appkit.preferences import Row
from android_gym.simulator.apps.settings.look import Footer, Header
from android_gym.simulator.apps.settings.model import ACCESS, Toggle, app_icon, link
from android_gym.simulator.apps.settings.screens.page import Page


class SpecialAccess(Page):
    """The kinds of access there are."""

    TITLE = "Special app access"
    ROWS = tuple(link(access.title, "special:AppOpList", op=op) for op, access in ACCESS.items())


class AppOpList(Page):
    """Apps that ask for one kind of access: intent extra "op".

    Attributes:
        OP: The kind of access, where the intent does not name it.
    """

    OP = ""

    @property
    def op(self) -> str:
        """The kind of access."""
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
    """One kind of access of one app: intent extra "op", and "package" or ``package:`` data."""

    def rows(self) -> Sequence[Row | None]:
        """List the app, a switch and what it means; without an app, the apps there are."""
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


class InstallUnknownApps(AppOp):
    """Install unknown apps, for one app, opened by an action."""

    OP = "REQUEST_INSTALL_PACKAGES"


class NotificationAccess(AppOpList):
    """Apps that read notifications."""

    OP = "ACCESS_NOTIFICATIONS"


class PolicyAccess(AppOpList):
    """Apps that switch Do Not Disturb."""

    OP = "ACCESS_NOTIFICATION_POLICY"
