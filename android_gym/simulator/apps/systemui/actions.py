"""Data and actions of SystemUI's windows: time, app names, quick settings tiles, notifications."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from immutables import Map

from android_gym.simulator.appkit.times import is_24_hour, time_of_day
from android_gym.simulator.apps.systemui.model import (
    SNOOZE_MINUTES,
    SNOOZED,
    NoticesState,
    ReplyState,
    Tile,
)
from android_gym.simulator.system import System
from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_TASK, Intent
from android_gym.simulator.system.notifications import (
    IMPORTANCE_DEFAULT,
    IMPORTANCE_LOW,
    Notification,
    Snoozed,
)
from android_gym.simulator.system.settings import QS_TILES
from android_gym.simulator.system.words import day_text, half_day_text, joined, phrase, verbatim
from android_gym.simulator.ui.activity import S_co, SystemWindow
from android_gym.simulator.ui.system_themes import SYSTEM_UI, SYSTEM_UI_DARK
from android_gym.simulator.ui.theme import Theme

__all__ = [
    "LEAST_TILES",
    "SystemUi",
    "guts",
    "press",
    "send",
    "set_alerting",
    "show_guts",
    "snooze",
    "snoozed",
    "toggle",
    "undo_snooze",
]

LEAST_TILES: Final = 6
"""Minimum number of tiles that can't be removed (quick_settings_min_num_tiles)."""

_TILES: Final = "sysui_qs_tiles"


class SystemUi(SystemWindow[S_co]):
    """Base of SystemUI's windows."""

    def theme(self) -> Theme:
        """Return SystemUI's light or dark theme; the bars take the colours of the window below."""
        return SYSTEM_UI_DARK if self.system.display.dark else SYSTEM_UI

    @property
    def system(self) -> System:
        """The phone's system services."""
        return self.context.system

    def time(self) -> tuple[str, str]:
        """Return the status bar's time, and its content description."""
        now = self.system.clock.minute()
        hour = now.hour % 12 or 12
        english = f"{hour}:{now.minute:02} {'AM' if now.hour < 12 else 'PM'}"
        spoken = half_day_text(english, now.time())
        if self.is_24_hour():
            return f"{now.hour:02}:{now.minute:02}", spoken
        return f"{hour}:{now.minute:02}", spoken

    def day_and_time(self, epoch_ms: int) -> str:
        """Format a time with its weekday, such as "Mon 8:30 AM"."""
        when = self.system.clock.datetime(epoch_ms)
        return joined(" ", (day_text(when.date(), "E"), time_of_day(self.context, when)))

    def is_24_hour(self) -> bool:
        """Return whether the 24-hour format is used."""
        return is_24_hour(self.context)

    def app_name(self, package: str) -> str:
        """Return an app's name; that of adb's shell, which is no app here, is "Shell"."""
        packages = self.system.packages
        if not packages.installed(package):
            return "Shell" if package == "com.android.shell" else "Android System"
        return verbatim(self.system.locales.label(packages.manifest(package)))

    def ago(self, when_ms: int) -> str:
        """Format how long ago a time was, as in notifications."""
        minutes = max(0, self.system.clock.this_minute_ms() - when_ms) // 60_000
        for unit, size in (("d", 24 * 60), ("h", 60), ("m", 1)):
            if minutes >= size:
                return phrase(f"{{n}}{unit}", n=minutes // size)
        return "now"

    def is_media(self, item: Notification) -> bool:
        """Return whether a notification is shown as media controls."""
        return item.media and self.system.playback.of(item.package).state != "none"

    def open_app_notifications(self, package: str) -> None:
        """Open an app's notification settings."""
        extras = Map({"android.provider.extra.APP_PACKAGE": package})
        self.open_settings("android.settings.APP_NOTIFICATION_SETTINGS", extras)

    def open_settings(
        self, action: str, extras: Map[str, str] | None = None, *, data: str = ""
    ) -> None:
        """Open a settings page and close the shade; an empty action does nothing."""
        if action:
            self.system.status_bar.collapse()
            self.system.keyguard.dismiss()
            self.system.activities.start(
                Intent(
                    action=action, data=data, flags=FLAG_ACTIVITY_NEW_TASK, extras=extras or Map()
                )
            )

    # -- tiles

    def tiles(self) -> list[Tile]:
        """Return the active tiles in the user's order (``sysui_qs_tiles``)."""
        every = {tile.spec: tile for tile in self.every_tile()}
        return [every[spec] for spec in self._specs() if spec in every]

    def add_tile(self, spec: str) -> None:
        """Append a tile to the active tiles."""
        self._keep_tiles((*self._specs(), spec))

    def remove_tile(self, spec: str) -> None:
        """Remove a tile from the active ones, unless only the minimum is left."""
        if len(self.tiles()) > LEAST_TILES:
            self._keep_tiles(tuple(name for name in self._specs() if name != spec))

    def move_tile(self, spec: str, other: str | None) -> None:
        """Move or add a tile to the place of another; None puts it at the end."""
        specs = list(self._specs())
        place = specs.index(other) if other in specs else len(specs)
        if spec in specs:
            specs.remove(spec)
        self._keep_tiles((*specs[:place], spec, *specs[place:]))

    def reset_tiles(self) -> None:
        """Reset the active tiles to a new phone's."""
        self._keep_tiles(tuple(QS_TILES.split(",")))

    def _specs(self) -> tuple[str, ...]:
        kept = self.system.settings.get("secure", _TILES)
        return tuple(dict.fromkeys((QS_TILES if kept is None else kept).split(",")))

    def _keep_tiles(self, specs: tuple[str, ...]) -> None:
        self.system.settings.put("secure", _TILES, ",".join(specs))

    def every_tile(self) -> list[Tile]:
        """Return all available tiles."""
        connectivity = self.system.connectivity
        bluetooth = connectivity.bluetooth_enabled
        return [
            self._internet(),
            _switch(
                "bt",
                "Bluetooth",
                "bluetooth" if bluetooth else "bluetooth_off",
                "BLUETOOTH",
                bluetooth,
                connectivity.set_bluetooth,
            ),
            self._setting("dnd", "Do Not Disturb", "minus_circle", "ZEN_MODE", "global/zen_mode"),
            self._setting(
                "flashlight",
                "Flashlight",
                "flashlight",
                "android.media.action.STILL_IMAGE_CAMERA",
                "secure/flashlight_enabled",
            ),
            self._setting(
                "rotation",
                "Auto-rotate",
                "screen_rotation",
                "DISPLAY",
                "system/accelerometer_rotation",
            ),
            self._setting(
                "battery", "Battery Saver", "battery_plus", "BATTERY_SAVER", "global/low_power"
            ),
            _switch(
                "airplane",
                "Airplane mode",
                "airplane",
                "AIRPLANE_MODE",
                connectivity.airplane_mode,
                connectivity.set_airplane_mode,
            ),
            self._dark(),
            self._setting(
                "night",
                "Night Light",
                "weather_night",
                "NIGHT_DISPLAY",
                "secure/night_display_activated",
            ),
            self._setting(
                "location",
                "Location",
                "map_marker",
                "LOCATION_SOURCE",
                "secure/location_mode",
                on="3",
            ),
            _switch(
                "saver",
                "Data Saver",
                "progress_download",
                "DATA_SAVER",
                connectivity.data_saver,
                connectivity.set_data_saver,
            ),
        ]

    def _dark(self) -> Tile:
        display, saving = self.system.display, self.system.night.saving
        tile = _switch(
            "dark",
            "Dark theme",
            "theme_light_dark",
            "DARK_THEME",
            display.dark,
            display.set_dark,
        )
        return replace(tile, state="Battery Saver", available=False) if saving else tile

    def _internet(self) -> Tile:
        connectivity = self.system.connectivity
        network, icon = "T-Mobile, LTE", "signal_cellular_3"
        if connectivity.wifi_connected:
            network, icon = verbatim(connectivity.wifi_ssid or "Wi\u2011Fi"), "wifi"
        elif connectivity.airplane_mode:
            network, icon = "Airplane mode", "airplane"
        on = connectivity.wifi_enabled or not connectivity.airplane_mode
        page, tap = "android.settings.WIFI_SETTINGS", self._show_internet
        return Tile("internet", "Internet", icon, on, network, tap, page, toggles=False)

    def _show_internet(self) -> None:
        self.system.status_bar.show_dialog("internet")

    def _setting(
        self, spec: str, label: str, icon: str, page: str, key: str, on: str = "1"
    ) -> Tile:
        """Return a tile that toggles a setting, given as ``namespace/name``."""
        settings, (namespace, _, name) = self.system.settings, key.partition("/")

        def change(active: bool) -> None:
            settings.put(namespace, name, on if active else "0")

        return _switch(spec, label, icon, page, settings.get(namespace, name) == on, change)


def _switch(
    spec: str, label: str, icon: str, page: str, on: bool, change: Callable[[bool], None]
) -> Tile:
    """Return a toggle tile; a long press opens ``android.settings.…_SETTINGS`` or an action."""
    page = page if "." in page else f"android.settings.{page}_SETTINGS"
    state = "On" if on else "Off"
    return Tile(spec, label, icon, on, state, lambda: change(not on), page)


# -- notifications


def press(window: SystemUi[NoticesState], item: Notification, index: int) -> None:
    """Press a notification's action; an action with remote input opens a reply field."""
    notifications = window.system.notifications
    if item.actions[index].reply_key:
        notifications.hold_heads_up()
        window.update(reply=ReplyState(item.key, index))
        window.context.windows.request_focus(type(window).__name__, "remote_input_text")
    else:
        notifications.press_action(item.key, index)


def send(window: SystemUi[NoticesState], item: Notification) -> None:
    """Send the typed reply to the app unless it is blank."""
    reply = window.state.reply
    if reply.text.strip():
        window.update(reply=ReplyState())
        window.context.windows.hide_keyboard(drop_focus=True)
        window.system.notifications.press_action(item.key, reply.action, reply.text)


def toggle(window: SystemUi[NoticesState], key: str) -> None:
    """Expand or collapse a notification or group."""
    window.update(toggled=window.state.toggled ^ {key})


def show_guts(window: SystemUi[NoticesState], key: str) -> None:
    """Show a notification's inline settings; "" closes them."""
    window.system.notifications.hold_heads_up()
    window.update(guts=key, guts_since=window.system.status_bar.closed, choosing=False)


def snooze(window: SystemUi[NoticesState], key: str, minutes: int = SNOOZE_MINUTES[0]) -> None:
    """Snooze a notification; a card with the snooze time replaces it until the shade is closed."""
    if window.system.notifications.snooze(key, minutes * 60_000):
        show_guts(window, SNOOZED + key)


def snoozed(window: SystemUi[NoticesState]) -> Snoozed | None:
    """Return the notification snoozed since the shade was opened; None if there is none."""
    shown = guts(window)
    if not shown.startswith(SNOOZED):
        return None
    return window.system.notifications.snoozed(shown.removeprefix(SNOOZED))


def undo_snooze(window: SystemUi[NoticesState], key: str) -> None:
    """Undo a notification's snooze."""
    show_guts(window, "")
    window.system.notifications.unsnooze(key)


def guts(window: SystemUi[NoticesState]) -> str:
    """Return the key of the notification whose inline settings are shown; "" for none."""
    state = window.state
    return state.guts if state.guts_since == window.system.status_bar.closed else ""


def set_alerting(window: SystemUi[NoticesState], item: Notification, alerting: bool) -> None:
    """Set whether a notification's channel alerts or is silent."""
    window.system.notifications.set_importance(
        item.package, item.channel, IMPORTANCE_DEFAULT if alerting else IMPORTANCE_LOW
    )
