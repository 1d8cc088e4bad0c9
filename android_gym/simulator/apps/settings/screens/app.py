"""Pages about one app: info, storage, permissions, notifications, battery."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    Preference,
    RadioPreference,
    Row,
    Value,
)
from android_gym.simulator.apps.settings.dialogs import ClearData, DisableApp, ForceStop, shows
from android_gym.simulator.apps.settings.look import ActionButton, ActionButtons, Footer, Header
from android_gym.simulator.apps.settings.model import (
    ACCESS,
    GROUPS,
    NOTIFICATIONS,
    WHILE_IN_USE,
    Link,
    MainSwitch,
    Toggle,
    TwoTarget,
    app_icon,
    file_size,
    link,
    opens,
    permission_groups,
)
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.apps.settings.storage import UNRESTRICTED_DATA
from android_gym.simulator.system.app_ops import (
    AUTO_REVOKE_PERMISSIONS_IF_UNUSED,
    RUN_ANY_IN_BACKGROUND,
)
from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_TASK, Intent
from android_gym.simulator.system.notifications import Channel
from android_gym.simulator.system.packages import Manifest
from android_gym.simulator.system.words import counted, phrase, verbatim
from android_gym.simulator.ui.activity import callback


class AppPage(Page):
    """A page about one app: intent extra "package", or "package:..." as its data.

    Attributes:
        HEAD: Second line of the page's head.
    """

    HEAD: str | None = None

    @property
    def package(self) -> str:
        """The app's package name."""
        data = (self.intent.data or "").removeprefix("package:")
        named = self.text_extra("package") or self.text_extra("android.provider.extra.APP_PACKAGE")
        return named or data

    @property
    def manifest(self) -> Manifest | None:
        """The app's manifest; None if the app is not installed."""
        packages = self.system.packages
        return packages.manifest(self.package) if packages.installed(self.package) else None

    def rows(self) -> Sequence[Row | None]:
        """List the app's header and rows, or a message that there is no such app."""
        app = self.manifest
        if app is None:
            return [Footer("The app wasn\u2019t found in the list of installed apps.")]
        return [Header(self.store.name(app), self.HEAD, app_icon(app)), *self.app_rows(app)]

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """List the rows for an installed app."""
        raise NotImplementedError(f"{type(self).__name__} must list its rows.")


class AppInfo(AppPage):
    """The page "App info"."""

    TITLE = "App info"
    DIALOGS = (DisableApp, ForceStop)

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """List the buttons and the settings."""
        store, package = self.store, self.package
        used = file_size(sum(store.sizes(package)))
        label = store.battery_usage(package)
        subpages = {
            "Notifications": (
                "AppNotifications",
                "On" if store.get(f"notifications/{package}") else "Off",
            ),
            "Permissions": ("AppPermissions", self._permissions(manifest)),
            "Storage & cache": ("AppStorage", phrase("{size} used in internal storage", size=used)),
            "Mobile data & Wi\u2011Fi": ("AppDataUsage", "No data used"),
            "Battery": ("AppBattery", label),
            "Open by default": ("OpenByDefault", "No defaults set"),
        }
        return [
            ActionButtons((self._open_button(), self._remove_button(manifest), self._stop())),
            *(
                link(title, f"app:{page}", summary, package=package)
                for title, (page, summary) in subpages.items()
            ),
            Category("Unused app settings"),
            Toggle(
                f"op/{package}/{AUTO_REVOKE_PERMISSIONS_IF_UNUSED}",
                "Pause app activity if unused",
                "Remove permissions, delete temporary files, and stop notifications",
                default=True,
                on="allow",
                off="ignore",
            ),
            *self._special(manifest),
            Footer(phrase("version {name}", name=manifest.version_name)),
        ]

    def _permissions(self, manifest: Manifest) -> str:
        groups = permission_groups(manifest)
        count = sum(self.store.allowed(manifest, group) for group in groups)
        if not groups:
            return "No permissions requested"
        if not count:
            return "No permissions granted"
        return counted(count, "{n} permission granted", "{n} permissions granted")

    def _open_button(self) -> ActionButton:
        component = self.system.packages.launch_component(self.package)
        launch = Intent(
            action="android.intent.action.MAIN",
            component=component,
            categories=("android.intent.category.LAUNCHER",),
            flags=FLAG_ACTIVITY_NEW_TASK,
        )
        can = component is not None
        return ActionButton("Open", "open_in_new", lambda _: self.start_activity(launch), can)

    def _remove_button(self, manifest: Manifest) -> ActionButton:
        packages, package = self.system.packages, self.package
        if not manifest.system:
            return ActionButton("Uninstall", "delete_outline", lambda _: self._uninstall())
        if not packages.state(package).enabled:
            return ActionButton("Enable", "check", lambda _: packages.change(package, enabled=True))
        vital = not packages.launch_component(package) or package == self.context.package
        return ActionButton("Disable", "cancel", shows(DisableApp(package)), not vital)

    def _stop(self) -> ActionButton:
        stopped = self.system.packages.state(self.package).stopped
        running = not stopped and self.package != self.context.package
        ask = shows(ForceStop(self.package))
        return ActionButton("Force stop", "alert_octagon_outline", ask, running)

    def _uninstall(self) -> None:
        self.start_activity(
            Intent(action="android.intent.action.DELETE", data=f"package:{self.package}"),
            request="uninstall",
        )

    def on_activity_result(self, request: object, code: int, data: object) -> None:
        """Check whether the app is gone; the uninstaller removes it right after it has finished."""
        self.after(50, "leave")

    @callback
    def leave(self) -> None:
        """Leave the page if the app is gone."""
        if self.manifest is None:
            self.finish()

    def _special(self, manifest: Manifest) -> list[Row]:
        asked = [op for op, access in ACCESS.items() if access.permission in manifest.permissions]
        rows: list[Row] = [Category("Advanced")] if asked else []
        for op in asked:
            allowed = self.store.get(f"op/{self.package}/{op}") == "allow"
            summary = "Allowed" if allowed else "Not allowed"
            extras = {"op": op, "package": self.package}
            rows.append(link(ACCESS[op].title, "special:AppOp", summary, **extras))
        return rows


class AppStorage(AppPage):
    """The storage that an app uses, and buttons to clear it."""

    TITLE = "Storage"
    DIALOGS = (ClearData,)

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """List two buttons and four sizes."""
        size, data, cache = self.store.sizes(self.package)
        ask = shows(ClearData(self.package))
        sizes = {"App size": size, "User data": data, "Cache": cache, "Total": size + data + cache}
        return [
            ActionButtons(
                (
                    ActionButton("Clear storage", "delete_outline", ask, data > 0),
                    ActionButton(
                        "Clear cache", "delete_outline", lambda _: self._clear_cache(), cache > 0
                    ),
                )
            ),
            Category("Space used"),
            *(LinkPreference(title, summary=file_size(count)) for title, count in sizes.items()),
        ]

    def _clear_cache(self) -> None:
        self.empty(f"/data/user/0/{self.package}/cache")


class AppPermissions(AppPage):
    """The permissions of an app, by group."""

    TITLE = "App permissions"

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """List the allowed permission groups, then the others."""
        allowed: list[Row] = []
        denied: list[Row] = []
        for group in permission_groups(manifest):
            extras = {"package": self.package, "group": group}
            row = link(group, "app:AppPermission", icon=GROUPS[group][0], **extras)
            (allowed if self.store.allowed(manifest, group) else denied).append(row)
        return [
            Category("Allowed"),
            *(allowed or [Footer("No permissions allowed")]),
            Category("Not allowed"),
            *(denied or [Footer("No permissions denied")]),
        ]


class AppPermission(AppPage):
    """One permission group of one app: intent extra "group"."""

    @property
    def group(self) -> str:
        """The group."""
        return str(self.intent.extra("group", ""))

    def title(self) -> str:
        """Return the title of the group."""
        return phrase("{group} permission", group=self.group)

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """List the two choices."""
        group, key = self.group, f"permissions/{self.package}/{self.group}"
        label = "Allow only while using the app" if group in WHILE_IN_USE else "Allow"
        what = (
            phrase("{group} access for this app", group=group)
            if group != "Notifications"
            else "Notifications"
        )
        return [
            Category(what),
            RadioPreference(key, label, choice=True),
            RadioPreference(key, "Don\u2019t allow", choice=False),
            link("See all apps with this permission", "privacy:PermissionApps", group=group),
        ]


class AppNotifications(AppPage):
    """Notifications of an app."""

    TITLE = "Notifications"

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """List the switch, and the app's channels while it is on."""
        package = self.package
        switch = MainSwitch(
            f"notifications/{package}",
            phrase("All {app} notifications", app=self.store.name(manifest)),
            enabled=NOTIFICATIONS in manifest.permissions,
        )
        if not self.value(switch):
            return [switch]
        channels = self.system.notifications.channels(package)
        return [
            switch,
            Category("Categories") if channels else None,
            *(self._channel(channel) for channel in channels),
            Category("Additional settings"),
            Toggle(f"dot/{package}", "Allow notification dot", default=True),
        ]

    def _channel(self, channel: Channel) -> Row:
        return TwoTarget(
            f"channel/{self.package}/{channel.id}",
            verbatim(channel.name),
            verbatim(channel.description) or None,
            on_click=opens("app:NotificationChannel", package=self.package, channel=channel.id),
        )

    def set_value(self, preference: Preference, value: Value) -> None:
        """Change a value; switching a channel on gives it the default importance."""
        if preference.key.startswith("channel/"):
            value = 3 if value else 0
        super().set_value(preference, value)


class NotificationChannel(AppPage):
    """One notification channel of an app: intent extra "channel"."""

    def title(self) -> str:
        """Return the name of the channel."""
        name = str(self.intent.extra("channel", ""))
        found = (c for c in self.system.notifications.channels(self.package) if c.id == name)
        return next((verbatim(c.name) for c in found), "Notifications")

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """List the switch and the importance choices."""
        key = f"channel/{self.package}/{self.intent.extra('channel', '')}"
        switch = MainSwitch(key, "Show notifications")
        if not self.value(switch):
            return [switch]
        return [
            switch,
            RadioPreference(
                key, "Default", "May ring or vibrate based on device settings", choice=3
            ),
            RadioPreference(key, "Silent", "No sound or vibration", choice=2),
            Toggle(
                key,
                "Pop on screen",
                "When device is unlocked, show notifications as a banner across the top of the"
                " screen",
            ),
        ]

    def value(self, preference: Preference) -> Value:
        """Return whether the importance matches a row; urgent counts as default that pops up."""
        importance = int(self.store.get(preference.key) or 0)
        if isinstance(preference, RadioPreference):
            return 3 if importance >= 3 else 2
        return importance >= (1 if isinstance(preference, MainSwitch) else 4)

    def set_value(self, preference: Preference, value: Value) -> None:
        """Change the importance."""
        if isinstance(preference, MainSwitch):
            value = 3 if value else 0
        elif isinstance(preference, Toggle):
            value = 4 if value else 3
        super().set_value(preference, value)


class AppDataUsage(AppPage):
    """Bytes that an app has sent and received: always none."""

    TITLE = "App data usage"

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """List the usage and two switches, the second one where the first is on."""
        background = f"background_data/{self.package}"
        return [
            *(LinkPreference(t, summary="0 B") for t in ("Total", "Foreground", "Background")),
            Toggle(background, "Background data", "Enable usage of mobile data in the background"),
            Toggle(
                f"op/{self.package}/{UNRESTRICTED_DATA}",
                "Unrestricted data usage",
                "Allow unrestricted data access when Data Saver is on",
                on="allow",
                off="deny",
            )
            if self.store.get(background)
            else None,
        ]


class AppBattery(AppPage):
    """Background battery limits of an app."""

    TITLE = "App battery usage"
    HEAD = "No usage since last full charge"
    CHOICES = {
        "allow": (
            "Unrestricted",
            "Allow battery usage in background without restrictions. May use more battery.",
        ),
        "default": ("Optimized", "Optimize based on your usage. Recommended for most apps."),
        "ignore": (
            "Restricted",
            "Restrict battery usage while in background. Apps may not work as expected."
            " Notifications may be delayed.",
        ),
    }

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """List the choices."""
        key = f"op/{self.package}/{RUN_ANY_IN_BACKGROUND}"
        return [
            Category("Manage battery usage"),
            *(
                RadioPreference(key, title, summary, choice=mode, default="default")
                for mode, (title, summary) in self.CHOICES.items()
            ),
        ]


class OpenByDefault(AppPage):
    """Links that an app opens."""

    TITLE = "Open by default"

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """List the switch."""
        return [
            Toggle(
                f"links:{self.package}",
                "Open supported links",
                "Allow to open supported web links in this app",
                default=True,
            ),
            Link("0 verified links", enabled=False),
        ]
