"""Internet: Wi-Fi, its networks and preferences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    ListPreference,
    Preference,
    Row,
    TextPreference,
    Value,
)
from android_gym.simulator.apps.settings.dialogs import ResetInternet, ShareNetwork, shows, tells
from android_gym.simulator.apps.settings.look import (
    ActionButton,
    ActionButtons,
    Custom,
    Footer,
    Header,
    bar_button,
)
from android_gym.simulator.apps.settings.model import Click, Link, Toggle, link, month_so_far, opens
from android_gym.simulator.apps.settings.screens.network import CARRIER, WIFI
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.system.connectivity import WIFI_MAC, Network
from android_gym.simulator.system.words import counted, phrase, verbatim
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, TextView


class Internet(Page):
    """Mobile data and Wi-Fi."""

    TITLE = "Internet"
    DIALOGS = (ResetInternet,)

    def actions(self) -> Sequence[View]:
        """Return the button that resets the connection."""
        ask = partial(self.show_dialog, ResetInternet())
        return [bar_button("restart", "Fix connectivity", ask)]

    def rows(self) -> Sequence[Row | None]:
        """List the carrier, Wi-Fi, the networks in range and the preferences."""
        switch = Toggle("phone/wifi", WIFI)
        if not self.system.connectivity.wifi_enabled:
            hint = Footer(f"To see available networks, turn on {WIFI}")
            return [self._carrier(), switch, *self._preferences(), hint]
        add = link("Add network", "internet:AddNetwork", icon="add")
        return [self._carrier(), switch, *self._networks(), add, *self._preferences()]

    def _carrier(self) -> Row | None:
        connectivity = self.system.connectivity
        if connectivity.airplane_mode:
            return None
        summary = "Mobile data is off"
        if connectivity.mobile_data:
            summary = "Connected" if connectivity.active_network == "mobile" else "LTE"
        return Link(
            CARRIER,
            lambda _: connectivity.set_mobile_data(True),
            summary,
            "signal_cellular_3",
            gear=opens("network:MobileNetwork"),
        )

    def _networks(self) -> list[Row]:
        networks = self.system.connectivity.networks()
        if not networks:
            return [Link("Searching for networks\u2026", enabled=False)]
        return [self._network(network) for network in networks]

    def _network(self, network: Network) -> Row:
        connectivity = self.system.connectivity
        saved = network.ssid in connectivity.saved_networks
        details = opens("internet:NetworkDetails", ssid=network.ssid)
        click: Click = partial(Internet.join, ssid=network.ssid)
        summary = "Saved" if saved else None
        if network.ssid == connectivity.wifi_ssid:
            click = details
            summary = "Connected" if connectivity.wifi_connected else "Connecting\u2026"
        return Link(
            verbatim(network.ssid),
            click,
            summary,
            "wifi" if network.rssi >= -67 else "wifi_strength_2",
            gear=details if saved else None,
            searchable=False,
        )

    def join(self, ssid: str) -> None:
        """Connect to a network."""
        self.system.connectivity.connect(ssid)

    def _preferences(self) -> list[Row | None]:
        wakes = self.store.is_on("global/wifi_wakeup_enabled")
        turns = "turns" if wakes else "doesn\u2019t turn"
        saved = len(self.system.connectivity.saved_networks)
        networks = counted(saved, "{n} network", "{n} networks")
        month = self.system.clock.today()
        return [
            link(
                "Network preferences",
                "internet:NetworkPreferences",
                f"{WIFI} {turns} back on automatically",
            ),
            link("Saved networks", "internet:SavedNetworks", networks) if saved else None,
            link(
                "Non-carrier data usage",
                "network:DataUsage",
                phrase("{size} used {days}", size="0 B", days=month_so_far(month)),
            ),
        ]


class NetworkDetails(Page):
    """One Wi-Fi network: intent extra "ssid"."""

    TITLE = "Network details"
    DIALOGS = (ShareNetwork,)

    def rows(self) -> Sequence[Row | None]:
        """List the header, the buttons and the network's details."""
        connectivity, ssid = self.system.connectivity, self.text_extra("ssid")
        connected = connectivity.wifi_connected and connectivity.wifi_ssid == ssid
        joining = connectivity.wifi_ssid == ssid and not connected
        state = "Connected" if connected else "Connecting\u2026" if joining else "Disconnected"
        return [
            Header(verbatim(ssid), state, "wifi"),
            self._buttons(ssid, connected or joining),
            *self._radio(ssid),
            link("Network usage", "network:NetworkUsage", "0 B", "circle_slice_7"),
            ListPreference(
                "macRandomization",
                "Privacy",
                icon="shield_account_outline",
                choices=(("1", "Use randomized MAC (default)"), ("0", "Use device MAC")),
            ),
            ListPreference(
                "meteredOverride",
                "Metered",
                icon="currency_usd",
                choices=(
                    ("0", "Detect automatically"),
                    ("1", "Treat as metered"),
                    ("2", "Treat as unmetered"),
                ),
            ),
            Toggle(
                "autojoin",
                "Auto\u2011connect",
                "Allow connection to this network when in range",
                default=True,
            ),
            *(self._addresses() if connected else ()),
        ]

    def _buttons(self, ssid: str, joined: bool) -> Row | None:
        connectivity = self.system.connectivity
        if ssid not in connectivity.saved_networks:
            return None
        join = ActionButton("Connect", "wifi", lambda _: connectivity.connect(ssid))
        if joined:
            join = ActionButton("Disconnect", "close", lambda _: connectivity.disconnect())
        return ActionButtons(
            (
                ActionButton("Forget", "delete_outline", lambda _: self._forget(ssid)),
                join,
                ActionButton("Share", "qrcode", shows(ShareNetwork(ssid))),
            )
        )

    def _radio(self, ssid: str) -> list[Row]:
        network = next((n for n in self.system.connectivity.networks() if n.ssid == ssid), None)
        if network is None:
            return []
        strength = "Excellent" if network.rssi >= -55 else "Good"
        frequency = f"{network.frequency / 1000:.1f} GHz"
        security = {"open": "None", "wpa2": "WPA/WPA2-Personal"}[network.security]
        return [
            LinkPreference("Signal strength", summary=strength, icon="wifi"),
            LinkPreference("Frequency", summary=frequency, icon="access_point"),
            LinkPreference("Security", summary=security, icon="lock_outline"),
        ]

    def _addresses(self) -> list[Row]:
        known = {
            "MAC address": WIFI_MAC,
            "IP address": "10.0.2.16",
            "Gateway": "10.0.2.2",
            "Subnet mask": "255.255.255.0",
            "DNS": "10.0.2.3",
            "Link speed": "Transmit 1 Mbps, receive 2 Mbps",
        }
        rows = [LinkPreference(title, summary=text) for title, text in known.items()]
        return [Category("Network details"), *rows]

    def _forget(self, ssid: str) -> None:
        self.system.connectivity.forget(ssid)
        self.finish()


class NetworkPreferences(Page):
    """Wi-Fi preferences: automatic wake-up, public networks, certificates."""

    TITLE = "Network preferences"
    ROWS = (
        Toggle(
            "global/wifi_wakeup_enabled",
            f"Turn on {WIFI} automatically",
            f"{WIFI} will turn back on near high\u2011quality saved networks, like your home"
            " network",
        ),
        Toggle(
            "global/wifi_networks_available_notification_on",
            "Notify for public networks",
            "Notify when a high\u2011quality public network is available",
        ),
        Link(
            "Install certificates",
            tells("Install certificates", "There is no certificate file in Downloads."),
        ),
        link(f"{WIFI} Direct", "internet:WifiDirect"),
    )


class WifiDirect(Page):
    """Wi-Fi Direct devices; there are none in range."""

    TITLE = f"{WIFI} Direct"
    ROWS = (
        TextPreference(
            "p2p_name", "Rename device", default="Android_4c1f", accept=str, required=True
        ),
        Category("Peer devices"),
        Category("Remembered groups"),
    )


class SavedNetworks(Page):
    """Networks that Wi-Fi joins automatically."""

    TITLE = "Saved networks"

    def rows(self) -> Sequence[Row | None]:
        """List the networks' names."""
        return [
            link(ssid, "internet:NetworkDetails", icon="wifi", ssid=ssid)
            for ssid in self.system.connectivity.saved_networks
        ]


@dataclass(frozen=True)
class AddNetworkState:
    """Name and security of the network being added."""

    ssid: str = ""
    security: str = "open"


class AddNetwork(Page[AddNetworkState]):
    """Add a hidden network; the emulator has none in range."""

    TITLE = "Add network"

    def rows(self) -> Sequence[Row | None]:
        """List the name, the security and the buttons."""
        named = bool(self.state.ssid.strip())
        return [
            Custom(self._name),
            ListPreference(
                "security",
                "Security",
                choices=(
                    ("open", "None"),
                    ("wpa2", "WPA/WPA2-Personal"),
                    ("wpa3", "WPA3-Personal"),
                ),
            ),
            ActionButtons(
                (
                    ActionButton("Cancel", "close", lambda _: self.finish()),
                    ActionButton("Save", "check", lambda _: self._save(), named),
                )
            ),
        ]

    def value(self, preference: Preference) -> Value:
        """Return the security."""
        return self.state.security

    def set_value(self, preference: Preference, value: Value) -> None:
        """Choose the security."""
        self.update(security=str(value))

    def _name(self) -> View:
        field = EditText(
            self.state.ssid,
            id="ssid",
            hint="Enter the SSID",
            on_text_change=lambda text: self.update(ssid=text),
            width=MATCH,
        )
        label = TextView("Network name", id="ssid_text", style="preference_summary")
        return wide_column(label, field, padding=(24, 8))

    def _save(self) -> None:
        if not self.system.connectivity.connect(self.state.ssid.strip()):
            self.toast("Network not in range")
        self.finish()
