"""Connected devices, connection preferences, Bluetooth."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.appkit.preferences import Category, Row, TextPreference
from android_gym.simulator.apps.settings.dialogs import tells
from android_gym.simulator.apps.settings.look import Custom, Footer
from android_gym.simulator.apps.settings.model import Link, MainSwitch, Toggle, link
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.widgets import ProgressBar

DEVICE_NAME = TextPreference(
    "secure/bluetooth_name",
    "Device name",
    default="sdk_gphone64_x86_64",
    accept=str,
    button="Rename",
    required=True,
    max_length=248,
)
_ABOUT = (
    "When Bluetooth is turned on, your device can communicate with other nearby Bluetooth devices"
)


class ConnectedDevices(Page):
    """Connected and available devices; the emulator has none."""

    TITLE = "Connected devices"

    def rows(self) -> Sequence[Row | None]:
        """List pairing and preferences."""
        on = self.system.connectivity.bluetooth_enabled
        return [
            link(
                "Pair new device",
                "connected:PairNewDevice",
                None if on else "Bluetooth will turn on to pair",
                "add",
            ),
            link(
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
        """List the ways to connect, Bluetooth first."""
        on = "On" if self.system.connectivity.bluetooth_enabled else "Off"
        prints = self.store.get("print_service") is not False
        printing = "1 print service on" if prints else "Print services off"
        return [
            link("Bluetooth", "connected:Bluetooth", on, "bluetooth"),
            link("Cast", "connected:Cast", icon="cast"),
            link("Printing", "connected:Printing", printing, "printer_outline"),
            link("Files received via Bluetooth", "connected:ReceivedFiles", icon="download"),
        ]


class Bluetooth(Page):
    """The Bluetooth switch, and the name and pairing while it is on."""

    TITLE = "Bluetooth"

    def rows(self) -> Sequence[Row | None]:
        """List the switch and the rows available while it is on."""
        connectivity = self.system.connectivity
        turning = connectivity.bluetooth_state.startswith("turning")
        on = connectivity.bluetooth_enabled
        return [
            MainSwitch("phone/bluetooth", "Use Bluetooth", enabled=not turning),
            DEVICE_NAME if on else None,
            link("Pair new device", "connected:PairNewDevice", icon="add") if on else None,
            Footer(_ABOUT),
        ]


class PairNewDevice(Page):
    """Devices in range: none near an emulator."""

    TITLE = "Pair new device"
    ROWS = (
        DEVICE_NAME,
        Category("Available devices"),
        Custom(lambda: ProgressBar(id="scanning_progress", width=MATCH, margin=(24, 8))),
        Footer("Phone\u2019s Bluetooth address: 02:15:B2:00:00:00"),
    )

    def on_resume(self) -> None:
        """Switch Bluetooth on, because pairing needs it."""
        self.system.connectivity.set_bluetooth(True)


class Cast(Page):
    """Cast devices nearby: always none."""

    TITLE = "Cast"
    ROWS = (
        Toggle("global/wifi_display_on", "Enable wireless display"),
        Footer("No nearby devices were found."),
    )


class Printing(Page):
    """Print services."""

    TITLE = "Printing"

    def rows(self) -> Sequence[Row | None]:
        """List Android's default print service."""
        on = "Off" if self.store.get("print_service") is False else "On"
        add = tells("Add service", "Google Play isn\u2019t available.")
        return [
            link("Default Print Service", "connected:PrintService", on, "printer"),
            Link("Add service", add, icon="add"),
        ]


class PrintService(Page):
    """Android's default print service; there are no printers nearby."""

    TITLE = "Default Print Service"

    def rows(self) -> Sequence[Row | None]:
        """List the switch and its state."""
        off = self.store.get("print_service") is False
        return [
            MainSwitch("print_service", "Use print service", default=True),
            Footer("Service disabled" if off else "Searching for printers"),
        ]


class ReceivedFiles(Page):
    """Files received over Bluetooth: always none."""

    TITLE = "Inbound transfers"
    ROWS = (Footer("No transfer history."),)
