"""Data and actions of Settings' pages, without their views."""

from __future__ import annotations

import datetime as dt
from typing import Any

from immutables import Map

from android_gym.simulator.appkit.preferences import (
    P_co,
    Preference,
    PreferenceActivity,
    RadioPreference,
    SeekBarPreference,
    SwitchPreference,
    Value,
)
from android_gym.simulator.apps.settings.model import MainSwitch, Toggle
from android_gym.simulator.apps.settings.pages import PACKAGE, page_of
from android_gym.simulator.apps.settings.storage import ROLES, Store
from android_gym.simulator.system import System
from android_gym.simulator.system.app_ops import RUN_ANY_IN_BACKGROUND
from android_gym.simulator.system.intents import Extra, Intent
from android_gym.simulator.system.roles import setting_of

__all__ = ["FOCUS_KEY", "SHARED", "SHOW_FRAGMENT", "Actions", "AnyPage"]

SHOW_FRAGMENT = ":settings:show_fragment"
FOCUS_KEY = ":settings:fragment_args_key"
"""Intent extra with the title of the row to scroll to."""

SHARED = "/storage/emulated/0"


class Actions(PreferenceActivity[P_co]):
    """A page of Settings without its views."""

    @property
    def system(self) -> System:
        """The phone's system services."""
        return self.context.system

    @property
    def store(self) -> Store:
        """The store of the rows' values."""
        return Store(self.context)

    def value(self, preference: Preference) -> Value:
        """Return a row's value; a switch's value is a bool, however it is stored."""
        kept = self.store.get(preference.key)
        if isinstance(preference, SeekBarPreference):
            return self.store.number(preference.key, preference.default)
        if kept is None:
            return preference.initial
        if not isinstance(preference, SwitchPreference):
            return kept if isinstance(preference, RadioPreference) else str(kept)
        if not isinstance(kept, str):
            return bool(kept)
        if isinstance(preference, MainSwitch):
            return kept != preference.off
        return kept == (preference.on if isinstance(preference, Toggle) else "1")

    def set_value(self, preference: Preference, value: Value) -> None:
        """Change the value of a row."""
        if isinstance(preference, Toggle) and preference.key.startswith(
            ("global/", "secure/", "system/", "op/")
        ):
            value = preference.on if value else preference.off
        self.store.put(preference.key, value)

    def open(self, screen: str, **extras: Extra) -> None:
        """Open a page (`PageInfo.screen`) on top of this one."""
        page = page_of(screen)
        assert page is not None, screen
        values = {SHOW_FRAGMENT: page.fragment_class, **extras}
        component = f"{PACKAGE}/{PACKAGE}.SubSettings"
        self.start_activity(Intent(component=component, extras=Map(values)))

    def text_extra(self, name: str, default: str = "") -> str:
        """Return an intent extra as text; the default if it is missing or empty."""
        return str(self.intent.extra(name) or default)

    # -- changes of several values

    def set_clock(self, moment: dt.datetime) -> None:
        """Set the phone's clock."""
        self.system.clock.set_time(int(moment.timestamp() * 1000))

    def reset_internet(self) -> None:
        """Reconnect to Wi-Fi."""
        connectivity = self.system.connectivity
        if connectivity.wifi_enabled:
            connectivity.set_wifi(False)
            connectivity.set_wifi(True)

    def reset_network(self) -> None:
        """Forget all networks and reset the radios to their initial state."""
        connectivity = self.system.connectivity
        for ssid in connectivity.saved_networks:
            connectivity.forget(ssid)
        connectivity.set_airplane_mode(False)
        connectivity.set_wifi(True)
        connectivity.set_mobile_data(True)
        self.store.put("global/private_dns_mode", "opportunistic")
        self.toast("Network settings have been reset")

    def reset_apps(self) -> None:
        """Enable all apps, lift their background limits and clear the chosen default apps."""
        packages = self.system.packages
        for name in packages.names:
            packages.change(name, enabled=True)
            packages.set_app_op(name, RUN_ANY_IN_BACKGROUND, None)
        for role in ROLES:
            if role != "sms":
                self.system.settings.delete("secure", setting_of(ROLES[role][1]))

    def erase_all(self) -> None:
        """Delete shared files and apps' data, keep the folders of shared storage, and restart."""
        for name in self.system.files.listdir(SHARED):
            if self.system.files.is_dir(f"{SHARED}/{name}"):
                self.empty(f"{SHARED}/{name}")
            else:
                self.system.files.remove(f"{SHARED}/{name}")
        for package in self.system.packages.names:
            if not self.system.packages.manifest(package).system:
                self.context.windows.host.clear(package)
        self.system.restart()

    def empty(self, folder: str) -> None:
        """Delete the contents of a folder."""
        files = self.system.files
        for name in files.listdir(folder):
            path = f"{folder}/{name}"
            if files.is_dir(path):
                files.rmtree(path)
            else:
                files.remove(path)

    def empty_trash(self) -> None:
        """Delete the shared files that apps have put into the trash."""
        files = self.system.files
        for path, stat in list(files.walk(SHARED)):
            if stat.kind == "file" and path.rpartition("/")[2].startswith(".trashed-"):
                files.remove(path)
        self.on_resume()


AnyPage = Actions[Any]
"""A page with any state."""
