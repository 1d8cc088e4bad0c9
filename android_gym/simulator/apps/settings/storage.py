"""Store of the values that Settings shows: one key for each, wherever the phone keeps it."""

from __future__ import annotations

import zlib
from typing import Final

from android_gym.simulator.appkit.preferences import Value
from android_gym.simulator.apps.settings.model import (
    ACCESS,
    NOTIFICATIONS,
    ZEN_ON,
    Access,
    permission_groups,
)
from android_gym.simulator.system.app_ops import RUN_ANY_IN_BACKGROUND
from android_gym.simulator.system.connectivity import DataPolicy
from android_gym.simulator.system.night import NO, YES
from android_gym.simulator.system.packages import Manifest
from android_gym.simulator.system.roles import able, holder, setting_of
from android_gym.simulator.system.words import verbatim
from android_gym.simulator.ui.activity import Context

__all__ = ["ROLES", "UNRESTRICTED_DATA", "Store"]

UNRESTRICTED_DATA: Final = "UNRESTRICTED_DATA"
"""Mobile data in the background with Data Saver on: listed like an app op, and a network policy."""

ROLES: Final = {
    "browser": ("Browser app", "BROWSER"),
    "assistant": ("Digital assistant app", "ASSISTANT"),
    "home": ("Home app", "HOME"),
    "phone": ("Phone app", "DIALER"),
    "sms": ("SMS app", "SMS"),
}
"""Each role's title and Android's name for it."""

_ZEN: Final = ("zen:", "zen_rule:")
TABLES: Final = ("global", "secure", "system")
ANIMATIONS: Final = (
    "window_animation_scale",
    "transition_animation_scale",
    "animator_duration_scale",
)


class Store:
    """Reads and writes values by key.

    ================================  ==========================================================
    ``global/NAME``, ``secure/...``   a text of the settings tables
    ``phone/NAME``                    a switch of a service, or one that stands for several keys
    ``op/PACKAGE/OP``                 a text, the mode of an app op
    ``background_data/PACKAGE``       whether the app may use mobile data in the background
    ``notifications/PACKAGE``         whether the app may notify
    ``dot/PACKAGE``                   whether the app's icon may have a dot
    ``channel/PACKAGE/ID``            importance of a notification channel, 0 to 4
    ``permissions/PACKAGE/GROUP``     whether the app has a permission of a group
    ``role/ROLE``                     package that holds one of `ROLES`
    any other                         kept in Settings' own preferences
    ================================  ==========================================================
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.system = context.system

    def get(self, key: str) -> Value | None:
        """Return a value; None if there is none."""
        kind, _, name = key.partition("/")
        package, _, part = name.partition("/")
        packages = self.system.packages
        match kind:
            case "global" | "secure" | "system":
                return self.system.settings.get(kind, name)
            case "phone":
                return self._phone(name)
            case "op" if part == UNRESTRICTED_DATA:
                return "allow" if self._data_policy(package) == "allow" else "deny"
            case "op":
                return packages.app_op(package, part)
            case "background_data":
                return self._data_policy(package) != "reject"
            case "notifications":
                return self.system.notifications.enabled(package)
            case "dot":
                return self.system.notifications.shows_dot(package)
            case "channel":
                channels = self.system.notifications.channels(package)
                return next((c.importance for c in channels if c.id == part), 0)
            case "permissions":
                return self.allowed(packages.manifest(package), part)
            case "role":
                return self.holder(name)
        kept: Value | None = self.context.preferences().get(key)
        return kept

    def put(self, key: str, value: Value | None) -> None:
        """Change a value; None and "" remove a value from Settings' own preferences."""
        kind, _, name = key.partition("/")
        package, _, part = name.partition("/")
        packages = self.system.packages
        match kind:
            case "global" | "secure" | "system":
                text = str(int(value)) if isinstance(value, bool) else str(value)
                self.system.settings.put(kind, name, text)
            case "phone":
                self._set_phone(name, value)
            case "background_data":
                self._set_data_policy(package, None if value else "reject")
            case "op":
                self._set_op(package, part, str(value))
            case "notifications":
                self._allow_notifications(package, bool(value))
            case "dot":
                self.system.notifications.set_dot(package, bool(value))
            case "channel":
                self.system.notifications.set_importance(package, part, int(value or 0))
            case "permissions":
                for permission in permission_groups(packages.manifest(package)).get(part, ()):
                    (packages.grant if value else packages.revoke)(package, permission)
            case "role":
                self.put(f"secure/{setting_of(ROLES[name][1])}", value)
            case _:
                self.context.preferences().put(**{key: None if value == "" else value})
                if key.startswith(_ZEN):
                    self._note_rules()

    def _note_rules(self) -> None:
        """Change the etag of Do Not Disturb's rules when the rules change, as Android does."""
        changed = sorted(
            key
            for key, value in self.context.preferences().all().items()
            if key.startswith(_ZEN) and value != (key.removeprefix("zen:") in ZEN_ON)
        )
        tag = zlib.crc32("\n".join(changed).encode()) if changed else -1
        self.put("global/zen_mode_config_etag", str(tag))

    def text(self, key: str, default: str = "0") -> str:
        """Return a value as text; `default` if there is none."""
        value = self.get(key)
        return default if value is None else str(value)

    def number(self, key: str, default: int) -> int:
        """Return a value as an integer; `default` if it is not one."""
        try:
            return int(self.text(key, ""))
        except ValueError:
            return default

    def is_on(self, key: str, default: str = "0") -> bool:
        """Return whether a value is other than "0"."""
        return self.text(key, default) != "0"

    def _phone(self, name: str) -> Value | None:
        connectivity = self.system.connectivity
        match name:
            case "airplane_mode":
                return connectivity.airplane_mode
            case "wifi":
                return connectivity.wifi_enabled
            case "mobile_data":
                return connectivity.mobile_data
            case "bluetooth":
                return connectivity.bluetooth_enabled
            case "data_saver":
                return connectivity.data_saver
            case "dark":
                return self.system.display.dark
            case "dark_schedule":
                return self.system.night.mode if self.system.night.scheduled else "never"
            case "no_animations":
                return all(float(self.text(f"global/{a}", "1") or 1) == 0 for a in ANIMATIONS)
            case "locale_time":
                return self.get("system/time_12_24") is None
            case "lock_screen":
                shown = self.text("secure/lock_screen_show_notifications", "1")
                private = self.text("secure/lock_screen_allow_private_notifications", "1")
                return "00" if shown == "0" else shown + private
            case "screensaver_start":
                charging = self.text("secure/screensaver_activate_on_sleep")
                return charging + self.text("secure/screensaver_activate_on_dock")
        raise KeyError(name)

    def _set_phone(self, name: str, value: Value | None) -> None:
        connectivity, on = self.system.connectivity, bool(value)
        switches = {
            "airplane_mode": connectivity.set_airplane_mode,
            "wifi": connectivity.set_wifi,
            "mobile_data": connectivity.set_mobile_data,
            "bluetooth": connectivity.set_bluetooth,
            "data_saver": connectivity.set_data_saver,
            "dark": self.system.display.set_dark,
        }
        if name in switches:
            switches[name](on)
            return
        match name:
            case "dark_schedule":
                night = self.system.night
                never = YES if night.dark else NO
                night.set_mode(never if value == "never" else str(value))
            case "no_animations":
                for scale in ANIMATIONS:
                    self.put(f"global/{scale}", "0" if on else "1")
            case "locale_time" if on:
                self.system.settings.delete("system", "time_12_24")
            case "locale_time":
                self.put("system/time_12_24", "12")
            case "lock_screen":
                self.put("secure/lock_screen_show_notifications", str(value)[0])
                self.put("secure/lock_screen_allow_private_notifications", str(value)[1])
            case "screensaver_start":
                self.put("secure/screensaver_activate_on_sleep", str(value)[0])
                self.put("secure/screensaver_activate_on_dock", str(value)[1])
            case _:
                raise KeyError(name)

    # -- apps

    def _data_policy(self, package: str) -> DataPolicy | None:
        return self.system.connectivity.policy(self.system.packages.state(package).uid)

    def _set_op(self, package: str, op: str, mode: str) -> None:
        if op == UNRESTRICTED_DATA:
            self._set_data_policy(package, "allow" if mode == "allow" else None)
        else:
            self.system.packages.set_app_op(package, op, mode)

    def _set_data_policy(self, package: str, policy: DataPolicy | None) -> None:
        self.system.connectivity.set_policy(self.system.packages.state(package).uid, policy)

    def _allow_notifications(self, package: str, on: bool) -> None:
        if on:
            self.system.packages.grant(package, NOTIFICATIONS)
        else:
            self.system.packages.revoke(package, NOTIFICATIONS)
            self.system.notifications.cancel_all(package)

    def apps(self, *, system: bool = False) -> list[Manifest]:
        """List apps sorted by label: those with a launcher icon or, with `system`, all."""
        packages = self.system.packages
        shown = {manifest.package for manifest, _ in packages.launcher_activities()}
        found = [packages.manifest(name) for name in packages.names]
        found = [m for m in found if system or m.package in shown or not m.system]
        return sorted(found, key=lambda m: (m.label.casefold(), m.package))

    def sizes(self, package: str) -> tuple[int, int, int]:
        """Return the bytes of an app (made up: there is no APK), of its data and of its cache."""
        files = self.system.files
        base = f"/data/user/0/{package}"
        data = files.usage(base) if files.is_dir(base) else 0
        cache = files.usage(base + "/cache") if files.is_dir(base + "/cache") else 0
        size = 2_400_000 + sum(package.encode()) * 7_919 % 60_000_000
        return size, data - cache, cache

    def allowed(self, manifest: Manifest, group: str) -> bool:
        """Return whether an app has a permission from a group."""
        granted = self.system.packages.granted
        names = permission_groups(manifest).get(group, ())
        return any(granted(manifest.package, name) for name in names)

    def apps_with(self, group: str) -> tuple[list[Manifest], list[Manifest]]:
        """Return the apps that have a permission from a group, and those that only request one."""
        asking = [app for app in self.apps() if group in permission_groups(app)]
        held = [app for app in asking if self.allowed(app, group)]
        return held, [app for app in asking if app not in held]

    def has_access(self, package: str, op: str) -> bool:
        """Return whether an app has one of `ACCESS`."""
        access: Access = ACCESS[op]
        return self.text(f"op/{package}/{op}", "allow" if access.default else "deny") == "allow"

    def battery_usage(self, package: str) -> str:
        """Return the title of an app's battery limit in the background."""
        mode = self.text(f"op/{package}/{RUN_ANY_IN_BACKGROUND}", "")
        return {"allow": "Unrestricted", "ignore": "Restricted"}.get(mode, "Optimized")

    def candidates(self, role: str) -> list[Manifest]:
        """Return the apps that can hold a role."""
        packages = self.system.packages
        return [packages.manifest(name) for name in able(packages, ROLES[role][1])]

    def holder(self, role: str) -> str:
        """Return the package that holds a role; "" if none does."""
        return holder(self.system.packages, self.system.settings, ROLES[role][1])

    def label(self, package: str) -> str:
        """Return an app's name; "None" if it is not installed."""
        packages = self.system.packages
        return self.name(packages.manifest(package)) if packages.installed(package) else "None"

    def name(self, manifest: Manifest) -> str:
        """Return an app's name in the phone's language."""
        return verbatim(self.system.locales.label(manifest))
