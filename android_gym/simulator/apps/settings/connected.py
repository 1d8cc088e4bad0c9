"""Connected devices, connection preferences, Bluetooth."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.apps.settings.page import Page, Row
from android_gym.simulator.apps.settings.preferences import (
    Category,
    Custom,
    Footer,
    MainSwitch,
    Preference,
)
from android_gym.simulator.ui.view import MATCH
from android_gym.simulator.ui.widgets import ProgressBar

__all__ = [
    "Bluetooth",
    "Cast",
    "ConnectedDevices",
    "ConnectionPreferences",
    "PairNewDevice",
    "PrintService",
    "Printing",
    "ReceivedFiles",
]

DEVICE = "sdk_gphone_x86_64"
_ABOUT = (
    "When Bluetooth is turned on, your device can communicate with other nearby Bluetooth devices"
)


class _WithName(Page):
    def device_name(self) -> Preference:
        """Row with the name that others see."""
        return self.edit(
            "Device name",
            self.setting("secure", "bluetooth_name", DEVICE),
            lambda name: self.put("secure", "bluetooth_name", name),
            button="Rename",
            max_length=248,
        )


class ConnectedDevices(Page):
    """What is, and can be, connected."""

    TITLE = "Connected devices"

    def rows(self) -> Sequence[Row | None]:
        """Pairing and preferences; the emulator has no device."""
        on = self.system.connectivity.bluetooth_enabled
        return [
            self.link(
                "Pair new device",
                "connected:PairNewDevice",
                None if on else "Bluetooth will turn on to pair",
                "add",
            ),
            self.link(
                "Connection preferences",
                "connected:ConnectionPreferences",
                "Bluetooth, Cast, printing",
                "cog_outline",
            ),
            None if on else Footer("Turn on Bluetooth to connect to other devices"),
        ]


class ConnectionPreferences(Page):
    """The ways to connect."""

    TITLE = "Connection preferences"

    def rows(self) -> Sequence[Row | None]:
        """Bluetooth first."""
        on = self.system.connectivity.bluetooth_enabled
        printing = self.kept("print_service", True)
        return [
            self.link("Bluetooth", "connected:Bluetooth", "On" if on else "Off", "bluetooth"),
            self.link("Cast", "connected:Cast", icon="cast"),
            self.link(
                "Printing",
                "connected:Printing",
                "1 print service on" if printing else "Print services off",
                "printer_outline",
            ),
            self.link("Files received via Bluetooth", "connected:ReceivedFiles", icon="download"),
        ]


class Bluetooth(_WithName):
    """The switch."""

    TITLE = "Bluetooth"

    def rows(self) -> Sequence[Row | None]:
        """Name and pairing while it is on."""
        connectivity = self.system.connectivity
        on = connectivity.bluetooth_enabled
        rows: list[Row | None] = [
            MainSwitch(
                "Use Bluetooth",
                on,
                connectivity.set_bluetooth,
                enabled=not connectivity.bluetooth_state.startswith("turning"),
            )
        ]
        if on:
            rows += [
                self.device_name(),
                self.link("Pair new device", "connected:PairNewDevice", icon="add"),
            ]
        return [*rows, Footer(_ABOUT)]


class PairNewDevice(_WithName):
    """Devices in range: none near an emulator."""

    TITLE = "Pair new device"

    def on_resume(self) -> None:
        """Pairing needs Bluetooth."""
        self.system.connectivity.set_bluetooth(True)

    def rows(self) -> Sequence[Row | None]:
        """Own name and what is in range."""
        return [
            self.device_name(),
            Category("Available devices"),
            Custom(lambda: ProgressBar(id="scanning_progress", width=MATCH, margin=(24, 8))),
            Footer("Phone\u2019s Bluetooth address: 02:15:B2:00:00:00"),
        ]


class Cast(Page):
    """Screens nearby."""

    TITLE = "Cast"

    def rows(self) -> Sequence[Row | None]:
        """None was found."""
        return [
            self.toggle("Enable wireless display", "global", "wifi_display_on"),
            Footer("No nearby devices were found."),
        ]


class Printing(Page):
    """Print services."""

    TITLE = "Printing"

    def rows(self) -> Sequence[Row | None]:
        """The one that comes with Android."""
        on = self.kept("print_service", True)
        return [
            self.link(
                "Default Print Service", "connected:PrintService", "On" if on else "Off", "printer"
            ),
            Preference(
                "Add service",
                icon="add",
                on_click=self.tell("Add service", "Google Play isn\u2019t available."),
            ),
        ]


class PrintService(Page):
    """Android's print service."""

    TITLE = "Default Print Service"

    def rows(self) -> Sequence[Row | None]:
        """The switch; no printer is near."""
        on = bool(self.kept("print_service", True))
        return [
            MainSwitch("Use print service", on, lambda wanted: self.keep("print_service", wanted)),
            Footer("Searching for printers" if on else "Service disabled"),
        ]


class ReceivedFiles(Page):
    """What came over Bluetooth."""

    TITLE = "Inbound transfers"

    def rows(self) -> Sequence[Row | None]:
        """Nothing."""
        return [Footer("No transfer history.")]
