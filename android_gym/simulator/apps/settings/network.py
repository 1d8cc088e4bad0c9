"""Network & internet."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.apps.settings.page import Page, Row
from android_gym.simulator.apps.settings.preferences import (
    Footer,
    Preference,
    SwitchPreference,
)

__all__ = ["Internet", "NetworkDashboard"]

CARRIER = "T-Mobile"


class NetworkDashboard(Page):
    """Everything that makes connections over some distance."""

    TITLE = "Network & internet"

    def rows(self) -> Sequence[Row | None]:
        """The rows of Android's network_provider_internet."""
        connectivity = self.system.connectivity
        airplane = connectivity.airplane_mode
        return [
            Preference("Internet", self._internet(), "wifi", self.opener("network:Internet")),
            SwitchPreference(
                "Airplane mode",
                icon="airplane",
                checked=airplane,
                on_change=connectivity.set_airplane_mode,
            ),
        ]

    def _internet(self) -> str:
        connectivity = self.system.connectivity
        if connectivity.wifi_connected:
            return connectivity.wifi_ssid or ""
        if connectivity.active_network == "mobile":
            return CARRIER
        return "Networks available" if connectivity.wifi_enabled else "Airplane mode is on"


class Internet(Page):
    """Mobile data and Wi-Fi."""

    TITLE = "Internet"

    def rows(self) -> Sequence[Row | None]:
        """Carrier, Wi-Fi, networks in range, preferences."""
        connectivity = self.system.connectivity
        wifi = connectivity.wifi_enabled
        rows: list[Row | None] = [
            SwitchPreference("Wi\u2011Fi", checked=wifi, on_change=connectivity.set_wifi),
        ]
        if wifi:
            rows += self._networks()
        else:
            rows.append(Footer("To see available networks, turn on Wi\u2011Fi"))
        return rows

    def _networks(self) -> list[Row | None]:
        connectivity = self.system.connectivity
        rows: list[Row | None] = []
        for network in connectivity.networks():
            summary = None
            if network.ssid == connectivity.wifi_ssid:
                summary = "Connected" if connectivity.wifi_connected else "Connecting\u2026"
            rows.append(Preference(network.ssid, summary, "wifi"))
        return rows
