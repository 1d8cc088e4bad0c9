"""Apps: the lists, what is known of one app, its storage, permissions, notifications, battery."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from android_gym.simulator.apps.settings import dialogs
from android_gym.simulator.apps.settings.page import Page, PageState, Row
from android_gym.simulator.apps.settings.preferences import (
    ActionButton,
    ActionButtons,
    Category,
    Footer,
    Header,
    MainSwitch,
    Preference,
    RadioPreference,
    SwitchPreference,
    TwoTarget,
)
from android_gym.simulator.apps.settings.units import file_size
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import Manifest
from android_gym.simulator.ui.activity import Overlay, callback
from android_gym.simulator.ui.components import MenuItem, OverflowButton, SearchView
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton

__all__ = [
    "AllApps",
    "AppBattery",
    "AppDashboard",
    "AppDataUsage",
    "AppInfo",
    "AppNotifications",
    "AppPermission",
    "AppPermissions",
    "AppStorage",
    "Assistant",
    "DefaultApp",
    "DefaultApps",
    "HomeApp",
    "NotificationChannel",
    "OpenByDefault",
    "UnusedApps",
    "app_icon",
    "listed_apps",
    "permission_groups",
]

BACKGROUND: Final = "RUN_ANY_IN_BACKGROUND"
NOTIFICATIONS: Final = "android.permission.POST_NOTIFICATIONS"

# Android's permission groups: (label, icon, the permissions in it).
GROUPS: Final = {
    "Calendar": ("calendar_outline", ("READ_CALENDAR", "WRITE_CALENDAR")),
    "Call logs": (
        "phone_log_outline",
        ("READ_CALL_LOG", "WRITE_CALL_LOG", "PROCESS_OUTGOING_CALLS"),
    ),
    "Camera": ("camera_outline", ("CAMERA",)),
    "Contacts": ("contacts_outline", ("READ_CONTACTS", "WRITE_CONTACTS", "GET_ACCOUNTS")),
    "Files and media": (
        "folder_outline",
        ("READ_EXTERNAL_STORAGE", "WRITE_EXTERNAL_STORAGE", "MANAGE_EXTERNAL_STORAGE"),
    ),
    "Location": (
        "map_marker_outline",
        ("ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION", "ACCESS_BACKGROUND_LOCATION"),
    ),
    "Microphone": ("microphone_outline", ("RECORD_AUDIO",)),
    "Music and audio": ("music_note_outline", ("READ_MEDIA_AUDIO",)),
    "Nearby devices": (
        "bluetooth_connect",
        ("BLUETOOTH_CONNECT", "BLUETOOTH_SCAN", "BLUETOOTH_ADVERTISE", "NEARBY_WIFI_DEVICES"),
    ),
    "Notifications": ("bell_outline", ("POST_NOTIFICATIONS",)),
    "Phone": (
        "phone_outline",
        ("CALL_PHONE", "READ_PHONE_STATE", "READ_PHONE_NUMBERS", "ANSWER_PHONE_CALLS"),
    ),
    "Photos and videos": ("image_outline", ("READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO")),
    "Physical activity": ("run", ("ACTIVITY_RECOGNITION",)),
    "Body sensors": ("heart_pulse", ("BODY_SENSORS",)),
    "SMS": (
        "message_text_outline",
        ("SEND_SMS", "READ_SMS", "RECEIVE_SMS", "RECEIVE_MMS", "RECEIVE_WAP_PUSH"),
    ),
}
WHILE_IN_USE: Final = ("Camera", "Location", "Microphone")


def app_icon(manifest: Manifest) -> AppIcon:
    """The launcher icon of an app."""
    return AppIcon(*manifest.icon)


def listed_apps(page: Page, *, system: bool = False) -> list[Manifest]:
    """Apps in order of their labels: those with an icon, or with `system` all."""
    packages = page.system.packages
    shown = {manifest.package for manifest, _ in packages.launcher_activities()}
    found = [packages.manifest(name) for name in packages.names]
    found = [m for m in found if system or m.package in shown or not m.system]
    return sorted(found, key=lambda m: (m.label.casefold(), m.package))


def permission_groups(manifest: Manifest) -> dict[str, list[str]]:
    """The runtime permissions an app asks for, by group."""
    asked = {name.removeprefix("android.permission.") for name in manifest.permissions}
    found = {}
    for group, (_, names) in GROUPS.items():
        present = [f"android.permission.{name}" for name in names if name in asked]
        if present:
            found[group] = present
    return found


def app_bytes(page: Page, package: str) -> tuple[int, int, int]:
    """Sizes of an app, of its data and of its cache; the first is made up (no APK is kept)."""
    files = page.system.files
    base = f"/data/user/0/{package}"
    data = files.usage(base) if files.is_dir(base) else 0
    cache = files.usage(base + "/cache") if files.is_dir(base + "/cache") else 0
    size = 2_400_000 + sum(package.encode()) * 7_919 % 60_000_000
    return size, data - cache, cache


class AppDashboard(Page):
    """The apps used last, and what concerns all of them."""

    TITLE = "Apps"

    def rows(self) -> Sequence[Row | None]:
        """Recent ones first."""
        activities, packages = self.system.activities, self.system.packages
        now = self.system.clock.watch_elapsed(1000)
        recent: list[Row | None] = []
        own = {self.context.package}
        for task in activities.tasks:
            package = task.top.package
            if task.home or package in own:
                continue
            own.add(package)
            minutes = max(0, now - task.last_active_ms) // 60_000
            recent.append(
                self.link(
                    packages.manifest(package).label,
                    "apps:AppInfo",
                    f"{minutes} min. ago",
                    app_icon(packages.manifest(package)),
                    package=package,
                )
            )
        count = len(listed_apps(self))
        head = [Category("Recently opened apps"), *recent[:3]] if recent else []
        return [
            *head,
            self.link(f"See all {count} apps", "apps:AllApps", icon="chevron_right"),
            Category("General"),
            self.link(
                "Default apps", "apps:DefaultApps", ", ".join(_default_labels(self)[:3]) or None
            ),
            self.link("Assistant", "apps:Assistant", "Control assistant and voice input"),
            self.link("Unused apps", "apps:UnusedApps", "0 unused apps"),
            self.link(
                "Special app access", "special:SpecialAccess", "Control access to special features"
            ),
        ]


@dataclass(frozen=True)
class AllAppsState(PageState):
    """State of the list of all apps.

    Attributes:
        query: What its labels are searched for; None while the search is closed.
        system: Whether it shows the system's apps too.
    """

    query: str | None = None
    system: bool = False


class AllApps(Page[AllAppsState]):
    """Every app with its size."""

    TITLE = "All apps"

    def actions(self) -> Sequence[View]:
        """Search, and what the list shows."""
        state = self.state
        if state.query is not None:
            field = SearchView(state.query, lambda text: self.update(query=text), width=0, weight=9)
            return [field]
        return [
            ImageButton(
                "search",
                content_description="Search",
                tint="text_primary",
                on_click=self._search,
            ),
            OverflowButton(
                [
                    MenuItem(
                        "Hide system" if state.system else "Show system",
                        on_click=lambda: self.update(system=not state.system),
                    ),
                    MenuItem("Reset app preferences", on_click=self.shower("reset")),
                ]
            ),
        ]

    def _search(self) -> None:
        self.update(query="")
        self.show_keyboard("search_src_text")

    def on_back(self) -> bool:
        """BACK closes the search first."""
        if self.state.query is None:
            return False
        self.update(query=None)
        return True

    def rows(self) -> Sequence[Row | None]:
        """Apps by label; those the search leaves."""
        self.dialog("reset", lambda: reset_dialog(self))
        query = (self.state.query or "").casefold()
        return [
            self.link(
                manifest.label,
                "apps:AppInfo",
                file_size(sum(app_bytes(self, manifest.package))),
                app_icon(manifest),
                package=manifest.package,
            )
            for manifest in listed_apps(self, system=self.state.system)
            if query in manifest.label.casefold()
        ]


def reset_dialog(page: Page) -> Overlay:
    """Asks whether all apps' preferences are to be reset."""

    def reset() -> None:
        packages = page.system.packages
        for name in packages.names:
            ops = packages.state(name).app_ops
            kept = ops.delete(BACKGROUND) if BACKGROUND in ops else ops
            packages.change(name, enabled=True, app_ops=kept)
        for role, _, _ in _ROLES:
            page.keep(f"role_{role}", None)

    return dialogs.message_dialog(
        "Reset app preferences?",
        "This will reset all preferences for:\n\n\u2022 Disabled apps\n\u2022 Disabled app"
        " notifications\n\u2022 Default applications for actions\n\u2022 Background data"
        " restrictions for apps\n\u2022 Any permission restrictions\n\nYou will not lose any app"
        " data.",
        page.dismiss,
        positive=("Reset apps", reset),
    )


class _AppPage(Page):
    """A page about one app: intent extra "package", or "package:..." as its data."""

    @property
    def package(self) -> str:
        """Its name."""
        data = (self.intent.data or "").removeprefix("package:")
        extras = self.intent.extras
        named = extras.get("package") or extras.get("android.provider.extra.APP_PACKAGE")
        return str(named or data)

    @property
    def manifest(self) -> Manifest | None:
        """What the app declares; None where it is not installed."""
        packages = self.system.packages
        return packages.manifest(self.package) if packages.installed(self.package) else None

    def rows(self) -> Sequence[Row | None]:
        """The app's rows, or that there is none."""
        manifest = self.manifest
        if manifest is None:
            return [Footer("The app wasn\u2019t found in the list of installed apps.")]
        return self.app_rows(manifest)

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """The rows about an app that is installed."""
        raise NotImplementedError(f"{type(self).__name__} must list its rows.")

    def sub(self, title: str, screen: str, summary: str | None = None) -> Preference:
        """A row that opens another page about this app."""
        return self.link(title, screen, summary, package=self.package)


class AppInfo(_AppPage):
    """All about one app."""

    TITLE = "App info"

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """Head, buttons, and what can be set."""
        system = self.system
        package = self.package
        notifications = system.notifications.enabled(package)
        size, data, cache = app_bytes(self, package)
        groups = permission_groups(manifest)
        granted = sum(
            any(system.packages.granted(package, name) for name in names)
            for names in groups.values()
        )
        battery = system.packages.state(package).app_ops.get(BACKGROUND, "")
        label = {"allow": "Unrestricted", "ignore": "Restricted"}.get(battery, "Optimized")
        return [
            Header(manifest.label, None, app_icon(manifest)),
            ActionButtons(self._buttons(manifest)),
            self.sub("Notifications", "apps:AppNotifications", "On" if notifications else "Off"),
            self.sub(
                "Permissions",
                "apps:AppPermissions",
                _permission_summary(granted, bool(groups)),
            ),
            self.sub(
                "Storage & cache",
                "apps:AppStorage",
                f"{file_size(size + data + cache)} used in internal storage",
            ),
            self.sub("Mobile data & Wi\u2011Fi", "apps:AppDataUsage", "No data used"),
            self.sub("Battery", "apps:AppBattery", label),
            self.sub("Open by default", "apps:OpenByDefault", "No defaults set"),
            Category("Unused app settings"),
            self._pause_switch(),
            *self._special(manifest),
            Footer(f"version {manifest.version_name}"),
        ]

    def _buttons(self, manifest: Manifest) -> list[ActionButton]:
        packages, activities = self.system.packages, self.system.activities
        package = self.package
        launch = packages.launch_component(package)
        state = packages.state(package)
        open_app = ActionButton(
            "Open", "open_in_new", lambda: self._open(launch or ""), launch is not None
        )
        if manifest.system:
            ask = self.confirm(
                "disable",
                "Disable app?",
                "If you disable this app, Android and other apps may no longer function as"
                " intended. Keep in mind, you can\u2019t delete this app since it came"
                " pre-installed on your device. By disabling, you turn this app off and hide it on"
                " your device.",
                "Disable app",
                lambda: packages.change(package, enabled=False),
            )
            vital = not launch or package == self.context.package
            remove = (
                ActionButton("Disable", "cancel", ask, not vital)
                if state.enabled
                else ActionButton("Enable", "check", lambda: packages.change(package, enabled=True))
            )
        else:
            remove = ActionButton("Uninstall", "delete_outline", self._uninstall)
        stop = self.confirm(
            "stop",
            "Force stop?",
            "If you force stop an app, it may misbehave.",
            "OK",
            lambda: activities.force_stop(package),
        )
        running = not state.stopped and package != self.context.package
        force = ActionButton("Force stop", "alert_octagon_outline", stop, running)
        return [open_app, remove, force]

    def _open(self, component: str) -> None:
        self.start_activity(
            Intent(
                action="android.intent.action.MAIN",
                component=component,
                categories=("android.intent.category.LAUNCHER",),
                flags=0x10000000,
            )
        )

    def _uninstall(self) -> None:
        self.start_activity(
            Intent(action="android.intent.action.DELETE", data=f"package:{self.package}"),
            request="uninstall",
        )

    def on_activity_result(self, request: object, code: int, data: object) -> None:
        """The uninstaller is done, one way or the other; the package goes right after."""
        self.after(50, "leave")

    @callback
    def leave(self) -> None:
        """There is nothing left to show once the app is gone."""
        if self.manifest is None:
            self.finish()

    def _pause_switch(self) -> Row:
        packages, package = self.system.packages, self.package
        ops = packages.state(package).app_ops
        return SwitchPreference(
            "Pause app activity if unused",
            "Remove permissions, delete temporary files, and stop notifications",
            checked=ops.get("AUTO_REVOKE_PERMISSIONS_IF_UNUSED", "allow") == "allow",
            on_change=lambda on: packages.change(
                package,
                app_ops=ops.set("AUTO_REVOKE_PERMISSIONS_IF_UNUSED", "allow" if on else "ignore"),
            ),
        )

    def _special(self, manifest: Manifest) -> list[Row | None]:
        from android_gym.simulator.apps.settings.special import ACCESS

        asked = [op for op, access in ACCESS.items() if access.permission in manifest.permissions]
        if not asked:
            return []
        rows: list[Row | None] = [Category("Advanced")]
        ops = self.system.packages.state(self.package).app_ops
        for op in asked:
            summary = "Allowed" if ops.get(op) == "allow" else "Not allowed"
            rows.append(
                self.link(ACCESS[op].title, "special:AppOp", summary, op=op, package=self.package)
            )
        return rows


def _permission_summary(granted: int, asks: bool) -> str:
    if not asks:
        return "No permissions requested"
    if not granted:
        return "No permissions granted"
    return "1 permission granted" if granted == 1 else f"{granted} permissions granted"


class AppStorage(_AppPage):
    """What an app takes, and what can be deleted of it."""

    TITLE = "Storage"

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """Two buttons and four sizes."""
        size, data, cache = app_bytes(self, self.package)
        ask = self.confirm(
            "clear",
            "Clear app data?",
            "This app\u2019s data, including files and settings, will be permanently deleted from"
            " this device",
            "OK",
            lambda: self.context.windows.host.clear(self.package),
        )
        buttons = [
            ActionButton("Clear storage", "delete_outline", ask, data > 0),
            ActionButton("Clear cache", "delete_outline", self._clear_cache, cache > 0),
        ]
        return [
            Header(manifest.label, None, app_icon(manifest)),
            ActionButtons(buttons),
            Category("Space used"),
            Preference("App size", file_size(size)),
            Preference("User data", file_size(data)),
            Preference("Cache", file_size(cache)),
            Preference("Total", file_size(size + data + cache)),
        ]

    def _clear_cache(self) -> None:
        files = self.system.files
        base = f"/data/user/0/{self.package}/cache"
        for name in files.listdir(base):
            path = f"{base}/{name}"
            if files.is_dir(path):
                files.rmtree(path)
            else:
                files.remove(path)


class AppPermissions(_AppPage):
    """What an app may do, by group."""

    TITLE = "App permissions"

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """Allowed ones and the others."""
        packages = self.system.packages
        allowed: list[Row | None] = []
        denied: list[Row | None] = []
        for group, names in permission_groups(manifest).items():
            extras = {"package": self.package, "group": group}
            row = self.link(group, "apps:AppPermission", icon=GROUPS[group][0], **extras)
            held = any(packages.granted(self.package, name) for name in names)
            (allowed if held else denied).append(row)
        return [
            Header(manifest.label, None, app_icon(manifest)),
            Category("Allowed"),
            *(allowed or [Footer("No permissions allowed")]),
            Category("Not allowed"),
            *(denied or [Footer("No permissions denied")]),
        ]


class AppPermission(_AppPage):
    """One group of permissions of one app: intent extra "group"."""

    def title(self) -> str:
        """Named after the group."""
        return f"{self.group} permission"

    @property
    def group(self) -> str:
        """The group."""
        return str(self.intent.extra("group", ""))

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """Allow or don't."""
        packages, package, group = self.system.packages, self.package, self.group
        names = permission_groups(manifest).get(group, [])
        held = any(packages.granted(package, name) for name in names)

        def allow() -> None:
            for name in names:
                packages.grant(package, name)

        def deny() -> None:
            for name in names:
                packages.revoke(package, name)

        label = "Allow only while using the app" if group in WHILE_IN_USE else "Allow"
        what = f"{group} access for this app" if group != "Notifications" else "Notifications"
        return [
            Header(manifest.label, None, app_icon(manifest)),
            Category(what),
            RadioPreference(label, on_click=allow, checked=held),
            RadioPreference("Don\u2019t allow", on_click=deny, checked=not held),
            self.link("See all apps with this permission", "privacy:PermissionApps", group=group),
        ]


class AppNotifications(_AppPage):
    """Whether and how an app notifies."""

    TITLE = "Notifications"

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """The switch and the app's channels."""
        service, packages = self.system.notifications, self.system.packages
        package = self.package
        on = service.enabled(package)

        def switch(wanted: bool) -> None:
            if wanted:
                packages.grant(package, NOTIFICATIONS)
            else:
                packages.revoke(package, NOTIFICATIONS)
                service.cancel_all(package)

        rows: list[Row | None] = [
            Header(manifest.label, None, app_icon(manifest)),
            MainSwitch(
                f"All {manifest.label} notifications",
                on,
                switch,
                enabled=NOTIFICATIONS in manifest.permissions,
            ),
        ]
        if not on:
            return rows
        channels = service.channels(package)
        rows.append(Category("Categories") if channels else None)
        for channel in channels:

            def change(wanted: bool, name: str = channel.id) -> None:
                service.set_importance(package, name, 3 if wanted else 0)

            rows.append(
                TwoTarget(
                    channel.name,
                    channel.description or None,
                    on_click=self.opener(
                        "apps:NotificationChannel", package=package, channel=channel.id
                    ),
                    checked=channel.importance > 0,
                    on_change=change,
                )
            )
        rows += [
            Category("Additional settings"),
            self.kept_toggle("Allow notification dot", f"dot:{package}", default=True),
        ]
        return rows


class NotificationChannel(_AppPage):
    """One kind of an app's notifications: intent extra "channel"."""

    def title(self) -> str:
        """Named after the channel."""
        channel = str(self.intent.extra("channel", ""))
        found = (c for c in self.system.notifications.channels(self.package) if c.id == channel)
        return next((c.name for c in found), "Notifications")

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """How loud."""
        service, package = self.system.notifications, self.package
        name = str(self.intent.extra("channel", ""))
        channel = next((c for c in service.channels(package) if c.id == name), None)
        importance = channel.importance if channel is not None else 0

        def change(value: int) -> None:
            service.set_importance(package, name, value)

        rows: list[Row | None] = [
            Header(manifest.label, None, app_icon(manifest)),
            MainSwitch("Show notifications", importance > 0, lambda on: change(3 if on else 0)),
        ]
        if importance > 0:
            rows += [
                RadioPreference(
                    "Default",
                    "May ring or vibrate based on device settings",
                    on_click=lambda: change(3),
                    checked=importance >= 3,
                ),
                RadioPreference(
                    "Silent",
                    "No sound or vibration",
                    on_click=lambda: change(2),
                    checked=importance < 3,
                ),
                SwitchPreference(
                    "Pop on screen",
                    "When device is unlocked, show notifications as a banner across the top of the"
                    " screen",
                    checked=importance >= 4,
                    on_change=lambda on: change(4 if on else 3),
                ),
            ]
        return rows


class AppDataUsage(_AppPage):
    """What an app has sent and received."""

    TITLE = "App data usage"

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """Nothing so far, and two switches."""
        return [
            Header(manifest.label, None, app_icon(manifest)),
            Preference("Total", "0 B"),
            Preference("Foreground", "0 B"),
            Preference("Background", "0 B"),
            self.kept_toggle(
                "Background data",
                f"background_data:{self.package}",
                "Enable usage of mobile data in the background",
                default=True,
            ),
            self.kept_toggle(
                "Unrestricted data usage",
                f"unrestricted_data:{self.package}",
                "Allow unrestricted data access when Data Saver is on",
            ),
        ]


class AppBattery(_AppPage):
    """What an app may do in the background."""

    TITLE = "App battery usage"

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """Three choices."""
        packages, package = self.system.packages, self.package
        ops = packages.state(package).app_ops
        chosen = ops.get(BACKGROUND, "default")

        def option(value: str, title: str, summary: str) -> Row:
            return RadioPreference(
                title,
                summary,
                on_click=lambda: packages.change(package, app_ops=ops.set(BACKGROUND, value)),
                checked=value == chosen,
            )

        return [
            Header(manifest.label, "No usage since last full charge", app_icon(manifest)),
            Category("Manage battery usage"),
            option(
                "allow",
                "Unrestricted",
                "Allow battery usage in background without restrictions. May use more battery.",
            ),
            option(
                "default", "Optimized", "Optimize based on your usage. Recommended for most apps."
            ),
            option(
                "ignore",
                "Restricted",
                "Restrict battery usage while in background. Apps may not work as expected."
                " Notifications may be delayed.",
            ),
        ]


class OpenByDefault(_AppPage):
    """Links that an app opens."""

    TITLE = "Open by default"

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """The switch."""
        return [
            Header(manifest.label, None, app_icon(manifest)),
            self.kept_toggle(
                "Open supported links",
                f"links:{self.package}",
                "Allow to open supported web links in this app",
                default=True,
            ),
            Preference("0 verified links", enabled=False),
        ]


class UnusedApps(Page):
    """Apps nobody has opened for months."""

    TITLE = "Unused apps"

    def rows(self) -> Sequence[Row | None]:
        """There is none."""
        return [
            Footer(
                "No unused apps. Apps you haven\u2019t used in a few months will appear here."
                " They\u2019ll have their permissions removed, temporary files deleted and"
                " notifications stopped."
            )
        ]


# Role, title, what an app must answer to hold it, and the key that tells who does.
_ROLES: Final = (
    ("browser", "Browser app", Intent("android.intent.action.VIEW", data="http://example.com")),
    (
        "assistant",
        "Digital assistant app",
        Intent("android.intent.action.ASSIST"),
    ),
    (
        "home",
        "Home app",
        Intent("android.intent.action.MAIN", categories=("android.intent.category.HOME",)),
    ),
    ("phone", "Phone app", Intent("android.intent.action.DIAL")),
    ("sms", "SMS app", Intent("android.intent.action.SENDTO", data="smsto:5551234567")),
)


def _holders(page: Page, role: str) -> list[Manifest]:
    intent = next(item[2] for item in _ROLES if item[0] == role)
    found = {m.package: m for m, _ in page.system.packages.query_activities(intent)}
    return [found[name] for name in sorted(found)]


def _holder(page: Page, role: str) -> str:
    if role == "sms":
        return page.setting("secure", "sms_default_application", "")
    named = str(page.kept(f"role_{role}", ""))
    holders = [manifest.package for manifest in _holders(page, role)]
    return named if named in holders else (holders[0] if holders else "")


def _label(page: Page, package: str) -> str:
    packages = page.system.packages
    return packages.manifest(package).label if packages.installed(package) else "None"


def _default_labels(page: Page) -> list[str]:
    labels = [_label(page, _holder(page, role)) for role in ("browser", "phone", "sms")]
    return [label for label in labels if label != "None"]


class DefaultApps(Page):
    """Which app does what."""

    TITLE = "Default apps"

    def rows(self) -> Sequence[Row | None]:
        """One row for each role."""
        rows: list[Row | None] = [Category("General")]
        for role, title, _ in _ROLES:
            holder = _holder(self, role)
            packages = self.system.packages
            icon = app_icon(packages.manifest(holder)) if packages.installed(holder) else "android"
            rows.append(self.link(title, "apps:DefaultApp", _label(self, holder), icon, role=role))
        return rows


class DefaultApp(Page):
    """Who holds a role: intent extra "role"."""

    @property
    def role(self) -> str:
        """The role."""
        return str(self.intent.extra("role", "sms"))

    def title(self) -> str:
        """Named after the role."""
        return next((title for name, title, _ in _ROLES if name == self.role), "Default app")

    def rows(self) -> Sequence[Row | None]:
        """Those who could."""
        role = self.role
        chosen = _holder(self, role)

        def choose(package: str) -> None:
            if role == "sms":
                self.put("secure", "sms_default_application", package)
            else:
                self.keep(f"role_{role}", package)

        return [
            RadioPreference(
                manifest.label,
                icon=app_icon(manifest),
                on_click=partial(choose, manifest.package),
                checked=manifest.package == chosen,
            )
            for manifest in _holders(self, role)
        ] or [Footer("No apps")]


class HomeApp(DefaultApp):
    """The home app, opened by an action."""

    @property
    def role(self) -> str:
        """The role."""
        return "home"


class Assistant(Page):
    """The assistant."""

    TITLE = "Assistant"

    def rows(self) -> Sequence[Row | None]:
        """Who it is, and what it sees."""
        return [
            self.link(
                "Digital assistant app",
                "apps:DefaultApp",
                _label(self, _holder(self, "assistant")),
                role="assistant",
            ),
            self.toggle(
                "Use text from screen",
                "secure",
                "assist_structure_enabled",
                "Allow the assist app to access the screen contents as text",
                default="1",
            ),
            self.toggle(
                "Use screenshot",
                "secure",
                "assist_screenshot_enabled",
                "Allow the assist app to access an image of the screen",
                default="1",
            ),
            self.toggle(
                "Flash screen",
                "secure",
                "assist_disclosure_enabled",
                "Flash edges of screen when assist app accesses text from screen or screenshot",
            ),
        ]
