"""Quick settings tiles: what they say, and what a tap does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from android_gym.simulator.system.intents import Intent

if TYPE_CHECKING:
    from android_gym.simulator.system import System

__all__ = ["Tile", "tiles"]


@dataclass(frozen=True)
class Tile:
    """One tile.

    Attributes:
        label: First line.
        icon: Icon name.
        on: Whether it is active.
        state: Second line ("On", "Off", a network's name).
        tap: What a tap does.
        settings: Action of the settings page that a long press opens.
        toggles: Whether a tap toggles (a Switch to accessibility) or opens something (a Button).
    """

    label: str
    icon: str
    on: bool
    state: str
    tap: Callable[[], None]
    settings: str
    toggles: bool = True


def _toggle(
    system: System, namespace: str, key: str, on: str = "1"
) -> tuple[bool, Callable[[], None]]:
    active = system.settings.get(namespace, key) == on

    def tap() -> None:
        system.settings.put(namespace, key, "0" if active else on)

    return active, tap


def tiles(system: System) -> list[Tile]:
    """Lists the tiles in their order on a Pixel."""
    connectivity, display = system.connectivity, system.display
    found: list[Tile] = []

    def switch(
        label: str, icon: str, settings: str, namespace: str, key: str, on: str = "1"
    ) -> None:
        active, tap = _toggle(system, namespace, key, on)
        found.append(Tile(label, icon, active, "On" if active else "Off", tap, settings))

    if connectivity.wifi_connected:
        network, icon = connectivity.wifi_ssid or "Wi\u2011Fi", "wifi"
    elif connectivity.airplane_mode:
        network, icon = "Airplane mode", "airplane"
    else:
        network, icon = "T-Mobile, LTE", "signal_cellular_3"
    found.append(
        Tile(
            "Internet",
            icon,
            connectivity.wifi_enabled or not connectivity.airplane_mode,
            network,
            lambda: system.status_bar.show_dialog("internet"),
            "android.settings.WIFI_SETTINGS",
            toggles=False,
        )
    )
    bluetooth = connectivity.bluetooth_enabled
    found.append(
        Tile(
            "Bluetooth",
            "bluetooth" if bluetooth else "bluetooth_off",
            bluetooth,
            "On" if bluetooth else "Off",
            lambda: connectivity.set_bluetooth(not bluetooth),
            "android.settings.BLUETOOTH_SETTINGS",
        )
    )
    switch(
        "Do Not Disturb", "minus_circle", "android.settings.ZEN_MODE_SETTINGS", "global", "zen_mode"
    )
    switch("Flashlight", "flashlight", "", "secure", "flashlight_enabled")
    switch(
        "Auto-rotate",
        "screen_rotation",
        "android.settings.DISPLAY_SETTINGS",
        "system",
        "accelerometer_rotation",
    )
    switch(
        "Battery Saver",
        "battery_plus",
        "android.settings.BATTERY_SAVER_SETTINGS",
        "global",
        "low_power",
    )
    airplane = connectivity.airplane_mode
    found.append(
        Tile(
            "Airplane mode",
            "airplane",
            airplane,
            "On" if airplane else "Off",
            lambda: connectivity.set_airplane_mode(not airplane),
            "android.settings.AIRPLANE_MODE_SETTINGS",
        )
    )
    dark = display.dark
    found.append(
        Tile(
            "Dark theme",
            "theme_light_dark",
            dark,
            "On" if dark else "Off",
            lambda: display.set_dark(not dark),
            "android.settings.DARK_THEME_SETTINGS",
        )
    )
    switch(
        "Night Light",
        "weather_night",
        "android.settings.NIGHT_DISPLAY_SETTINGS",
        "secure",
        "night_display_activated",
    )
    switch(
        "Location",
        "map_marker",
        "android.settings.LOCATION_SOURCE_SETTINGS",
        "secure",
        "location_mode",
        "3",
    )
    switch(
        "Data Saver",
        "progress_download",
        "android.settings.DATA_SAVER_SETTINGS",
        "global",
        "data_saver_enabled",
    )
    return found


def open_settings(system: System, action: str) -> None:
    """Opens a page of Settings from the shade."""
    if action:
        system.status_bar.collapse()
        system.activities.start(Intent(action=action, flags=0x10000000))
