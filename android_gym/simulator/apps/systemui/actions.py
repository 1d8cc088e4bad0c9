"""Data and actions of SystemUI's windows: the time, apps' names, the tiles of quick settings."""

from __future__ import annotations

from collections.abc import Callable

from immutables import Map

from android_gym.simulator.appkit.times import is_24_hour, time_of_day
from android_gym.simulator.apps.systemui.model import NoticesState, ReplyState, Tile
from android_gym.simulator.system import System
from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_TASK, Intent
from android_gym.simulator.system.notifications import (
    IMPORTANCE_DEFAULT,
    IMPORTANCE_LOW,
    Notification,
)
from android_gym.simulator.ui.activity import S_co, SystemWindow
from android_gym.simulator.ui.theme import SYSTEM_UI, SYSTEM_UI_DARK, Theme

__all__ = ["SystemUi", "press", "send", "set_alerting", "show_guts", "toggle"]


class SystemUi(SystemWindow[S_co]):
    """Base of all of SystemUI's windows."""

    def theme(self) -> Theme:
        """Return SystemUI's own, light or dark; the bars' colours are those of what lies below."""
        return SYSTEM_UI_DARK if self.system.display.dark else SYSTEM_UI

    @property
    def system(self) -> System:
        """The services."""
        return self.context.system

    def time(self) -> tuple[str, str]:
        """Return the status bar's time, and how a screen reader says it."""
        now = self.system.clock.minute()
        hour = now.hour % 12 or 12
        spoken = f"{hour}:{now.minute:02} {'AM' if now.hour < 12 else 'PM'}"
        if self.is_24_hour():
            return f"{now.hour:02}:{now.minute:02}", spoken
        return f"{hour}:{now.minute:02}", spoken

    def day_and_time(self, epoch_ms: int) -> str:
        """Return a day of the week and a time, such as "Mon 8:30 AM"."""
        when = self.system.clock.datetime(epoch_ms)
        return f"{when:%a} {time_of_day(self.context, when)}"

    def is_24_hour(self) -> bool:
        """Return whether times are written in 24 hours."""
        return is_24_hour(self.context)

    def app_name(self, package: str) -> str:
        """Return the name of an app; the system's for what the shell posts without being one."""
        packages = self.system.packages
        return packages.manifest(package).label if packages.installed(package) else "Android System"

    def ago(self, when_ms: int) -> str:
        """Return how long ago something was, as notifications write it."""
        minutes = max(0, self.system.clock.this_minute_ms() - when_ms) // 60_000
        for unit, size in (("d", 24 * 60), ("h", 60), ("m", 1)):
            if minutes >= size:
                return f"{minutes // size}{unit}"
        return "now"

    def open_app_notifications(self, package: str) -> None:
        """Open an app's page of notification settings."""
        extras = Map({"android.provider.extra.APP_PACKAGE": package})
        self.open_settings("android.settings.APP_NOTIFICATION_SETTINGS", extras)

    def open_settings(self, action: str, extras: Map[str, str] | None = None) -> None:
        """Open a page of Settings from the shade; "" opens none."""
        if action:
            self.system.status_bar.collapse()
            self.system.keyguard.dismiss()
            self.system.activities.start(
                Intent(action=action, flags=FLAG_ACTIVITY_NEW_TASK, extras=extras or Map())
            )

    # -- tiles

    def tiles(self) -> list[Tile]:
        """List the tiles in their order on a Pixel."""
        connectivity, display = self.system.connectivity, self.system.display
        return [
            self._internet(),
            _switch(
                "Bluetooth",
                "bluetooth" if connectivity.bluetooth_enabled else "bluetooth_off",
                "BLUETOOTH",
                connectivity.bluetooth_enabled,
                connectivity.set_bluetooth,
            ),
            self._setting("Do Not Disturb", "minus_circle", "ZEN_MODE", "global/zen_mode"),
            self._setting("Flashlight", "flashlight", "", "secure/flashlight_enabled"),
            self._setting(
                "Auto-rotate", "screen_rotation", "DISPLAY", "system/accelerometer_rotation"
            ),
            self._setting("Battery Saver", "battery_plus", "BATTERY_SAVER", "global/low_power"),
            _switch(
                "Airplane mode",
                "airplane",
                "AIRPLANE_MODE",
                connectivity.airplane_mode,
                connectivity.set_airplane_mode,
            ),
            _switch("Dark theme", "theme_light_dark", "DARK_THEME", display.dark, display.set_dark),
            self._setting(
                "Night Light", "weather_night", "NIGHT_DISPLAY", "secure/night_display_activated"
            ),
            self._setting(
                "Location", "map_marker", "LOCATION_SOURCE", "secure/location_mode", on="3"
            ),
            self._setting(
                "Data Saver", "progress_download", "DATA_SAVER", "global/data_saver_enabled"
            ),
        ]

    def _internet(self) -> Tile:
        connectivity = self.system.connectivity
        network, icon = "T-Mobile, LTE", "signal_cellular_3"
        if connectivity.wifi_connected:
            network, icon = connectivity.wifi_ssid or "Wi\u2011Fi", "wifi"
        elif connectivity.airplane_mode:
            network, icon = "Airplane mode", "airplane"
        on = connectivity.wifi_enabled or not connectivity.airplane_mode
        page = "android.settings.WIFI_SETTINGS"
        return Tile("Internet", icon, on, network, self._show_internet, page, toggles=False)

    def _show_internet(self) -> None:
        self.system.status_bar.show_dialog("internet")

    def _setting(self, label: str, icon: str, page: str, key: str, on: str = "1") -> Tile:
        """Return a tile for a setting, given as ``namespace/name``."""
        settings, (namespace, _, name) = self.system.settings, key.partition("/")

        def change(active: bool) -> None:
            settings.put(namespace, name, on if active else "0")

        return _switch(label, icon, page, settings.get(namespace, name) == on, change)


def _switch(label: str, icon: str, page: str, on: bool, change: Callable[[bool], None]) -> Tile:
    """Return a tile that toggles; a long press opens the page ``android.settings.…_SETTINGS``."""
    page = page and f"android.settings.{page}_SETTINGS"
    return Tile(label, icon, on, "On" if on else "Off", lambda: change(not on), page)


# -- notifications


def press(window: SystemUi[NoticesState], item: Notification, index: int) -> None:
    """Press a notification's button; one that asks for an answer opens a field for it."""
    notifications = window.system.notifications
    if item.actions[index].reply_key:
        notifications.hold_heads_up()
        window.update(reply=ReplyState(item.key, index))
        window.context.windows.request_focus(type(window).__name__, "remote_input_text")
    else:
        notifications.press_action(item.key, index)


def send(window: SystemUi[NoticesState], item: Notification) -> None:
    """Hand the answer to the app, unless it is blank."""
    reply = window.state.reply
    if reply.text.strip():
        window.update(reply=ReplyState())
        window.context.windows.hide_keyboard(drop_focus=True)
        window.system.notifications.press_action(item.key, reply.action, reply.text)


def toggle(window: SystemUi[NoticesState], key: str) -> None:
    """Open a notification or a group of them, or close it again."""
    window.update(toggled=window.state.toggled ^ {key})


def show_guts(window: SystemUi[NoticesState], key: str) -> None:
    """Show the settings of a notification in its place; "" closes them."""
    window.system.notifications.hold_heads_up()
    window.update(guts=key)


def set_alerting(window: SystemUi[NoticesState], item: Notification, alerting: bool) -> None:
    """Have notifications of this one's channel alert the user, or stay silent."""
    window.system.notifications.set_importance(
        item.package, item.channel, IMPORTANCE_DEFAULT if alerting else IMPORTANCE_LOW
    )
