"""Connected devices, connection preferences, Bluetooth."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.apps.settings.page import Page, Row
from android_gym.simulator.apps.settings.preferences import (
    Category,
    Footer,
    MainSwitch,
    Preference,
)

__all__ = ["Bluetooth", "ConnectedDevices", "ConnectionPreferences", "PairNewDevice"]

_ABOUT = (
    "When Bluetooth is turned on, your device can communicate with other nearby Bluetooth devices"
)


class ConnectedDevices(Page):
    """What is, and can be, connected."""

    TITLE = "Connected devices"

    def rows(self) -> Sequence[Row | None]:
        """Pairing and preferences; the emulator has no device."""
        on = self.system.connectivity.bluetooth_enabled
        return [
            Preference(
                "Pair new device",
                None if on else "Bluetooth will turn on to pair",
                "add",
                self.opener("connected:PairNewDevice"),
            ),
            Preference(
                "Connection preferences",
                "Bluetooth, Android Auto",
                on_click=self.opener("connected:ConnectionPreferences"),
            ),
        ]


class ConnectionPreferences(Page):
    """The ways to connect."""

    TITLE = "Connection preferences"

    def rows(self) -> Sequence[Row | None]:
        """Bluetooth first."""
        on = self.system.connectivity.bluetooth_enabled
        return [
            Preference(
                "Bluetooth",
                "On" if on else "Off",
                "bluetooth",
                self.opener("connected:Bluetooth"),
            ),
        ]


class Bluetooth(Page):
    """The switch."""

    TITLE = "Bluetooth"

    def rows(self) -> Sequence[Row | None]:
        """Name and pairing while it is on."""
        connectivity = self.system.connectivity
        on = connectivity.bluetooth_enabled
        rows: list[Row | None] = [MainSwitch("Use Bluetooth", on, connectivity.set_bluetooth)]
        if on:
            rows += [
                Preference("Device name", self.name()),
                Preference("Pair new device", None, "add", self.opener("connected:PairNewDevice")),
            ]
        return [*rows, Footer(_ABOUT)]

    def name(self) -> str:
        """The name others see."""
        return self.setting("secure", "bluetooth_name", "sdk_gphone_x86_64")


class PairNewDevice(Page):
    """Devices in range: none near an emulator."""

    TITLE = "Pair new device"

    def on_resume(self) -> None:
        """Pairing needs Bluetooth."""
        self.system.connectivity.set_bluetooth(True)

    def rows(self) -> Sequence[Row | None]:
        """Own name and what is in range."""
        name = self.setting("secure", "bluetooth_name", "sdk_gphone_x86_64")
        return [
            Preference("Device name", name),
            Category("Available devices"),
            Footer("Phone\u2019s Bluetooth address: 02:15:B2:00:00:00"),
        ]
