"""Network & internet: Internet, SIMs, hotspot, data saver, VPN."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from android_gym.simulator.apps.settings import dialogs
from android_gym.simulator.apps.settings.page import Page, Row
from android_gym.simulator.apps.settings.preferences import (
    ActionButton,
    ActionButtons,
    Category,
    Custom,
    Footer,
    Header,
    MainSwitch,
    Preference,
    RadioPreference,
    SwitchPreference,
)
from android_gym.simulator.system.connectivity import Network
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import EditText, ImageButton, TextView

__all__ = [
    "AccessPoints",
    "AddNetwork",
    "CallsAndSms",
    "DataSaver",
    "DataUsage",
    "Hotspot",
    "Internet",
    "MobileNetwork",
    "NetworkDashboard",
    "NetworkDetails",
    "NetworkPreferences",
    "NetworkUsage",
    "SavedNetworks",
    "Vpn",
    "WifiDirect",
    "WifiHotspot",
]

CARRIER = "T-Mobile"
WIFI = "Wi\u2011Fi"
PHONE_NUMBER = "(555) 521-5554"
_SECURITY = {"open": "None", "wpa2": "WPA/WPA2-Personal"}
_NETWORK_TYPES = (("10", "LTE (recommended)"), ("3", "3G"), ("1", "2G"))


def wifi_icon(network: Network | None) -> str:
    """The icon of a network by the strength of its signal."""
    return "wifi" if network is None or network.rssi >= -67 else "wifi_strength_2"


class NetworkDashboard(Page):
    """Everything that makes connections over some distance."""

    TITLE = "Network & internet"

    def rows(self) -> Sequence[Row | None]:
        """The rows of Android's network_provider_internet."""
        connectivity = self.system.connectivity
        airplane = connectivity.airplane_mode
        hotspot = self.is_on("global", "wifi_ap_on")
        return [
            self.link("Internet", "network:Internet", self._internet(), "wifi"),
            self.link("Calls & SMS", "network:CallsAndSms", CARRIER, "phone_outline"),
            self.link("SIMs", "network:MobileNetwork", CARRIER, "sim_outline"),
            SwitchPreference(
                "Airplane mode",
                icon="airplane",
                checked=airplane,
                on_change=connectivity.set_airplane_mode,
            ),
            self.link(
                "Hotspot & tethering", "network:Hotspot", "On" if hotspot else "Off", "access_point"
            ),
            self.link(
                "Data Saver",
                "network:DataSaver",
                "On" if self.kept("restrict_background", False) else "Off",
                "circle_slice_7",
            ),
            self.link("VPN", "network:Vpn", self.kept("vpn") or "None", "vpn_key"),
            self._private_dns(),
        ]

    def _internet(self) -> str:
        connectivity = self.system.connectivity
        if connectivity.wifi_connected:
            return connectivity.wifi_ssid or ""
        if connectivity.active_network == "mobile":
            return CARRIER
        if connectivity.airplane_mode and not connectivity.wifi_enabled:
            return "Airplane mode is on"
        return "Networks available"

    def _private_dns(self) -> Preference:
        mode = self.setting("global", "private_dns_mode", "opportunistic")
        host = self.setting("global", "private_dns_specifier", "")
        labels = {"off": "Off", "opportunistic": "Automatic", "hostname": host}
        self.dialog("Private DNS", self._private_dns_dialog)
        return Preference(
            "Private DNS",
            labels.get(mode, "Automatic"),
            on_click=lambda: self.update(dialog="Private DNS", value=mode, draft=host),
        )

    def _private_dns_dialog(self) -> Overlay:
        mode, host = self.state.value, self.state.draft

        def save() -> None:
            self.put("global", "private_dns_mode", mode)
            if mode == "hostname":
                self.put("global", "private_dns_specifier", host)

        options = (
            ("off", "Off"),
            ("opportunistic", "Automatic"),
            ("hostname", "Private DNS provider hostname"),
        )
        rows: list[View] = [
            RadioPreference(
                label, on_click=partial(self.update, value=value), checked=value == mode
            ).view()
            for value, label in options
        ]
        if mode == "hostname":
            rows.append(
                EditText(
                    host,
                    id="private_dns_mode_provider_hostname",
                    hint="Enter hostname of DNS provider",
                    input_type="uri",
                    on_text_change=lambda text: self.update(draft=text),
                    width=MATCH,
                    margin=(72, 0, 24, 8),
                )
            )
        valid = mode != "hostname" or ("." in host and " " not in host)
        return dialogs.alert(
            "Select Private DNS Mode",
            self.dismiss,
            content=column(*rows, width=MATCH),
            positive=("Save", save),
            enabled=valid,
        )


class Internet(Page):
    """Mobile data and Wi-Fi."""

    TITLE = "Internet"

    def actions(self) -> Sequence[View]:
        """Resets what is connected, as Android's "Fix connectivity" does."""
        return [
            ImageButton(
                "restart",
                content_description="Fix connectivity",
                tint="text_primary",
                on_click=self.shower("Reset your internet?"),
            )
        ]

    def rows(self) -> Sequence[Row | None]:
        """Carrier, Wi-Fi, networks in range, preferences."""
        connectivity = self.system.connectivity
        self.confirm(
            "Reset your internet?",
            "Reset your internet?",
            "Your device will reconnect to the internet.",
            "Reset",
            self._reset,
        )
        wifi = connectivity.wifi_enabled
        rows: list[Row | None] = [
            self._carrier(),
            SwitchPreference(WIFI, checked=wifi, on_change=connectivity.set_wifi),
        ]
        if wifi:
            rows += self._networks()
            rows.append(self.link("Add network", "network:AddNetwork", icon="add"))
        rows += self._preferences()
        if not wifi:
            rows.append(Footer(f"To see available networks, turn on {WIFI}"))
        return rows

    def _reset(self) -> None:
        connectivity = self.system.connectivity
        if connectivity.wifi_enabled:
            connectivity.set_wifi(False)
            connectivity.set_wifi(True)

    def _carrier(self) -> Row | None:
        connectivity = self.system.connectivity
        if connectivity.airplane_mode:
            return None
        summary = "Mobile data is off"
        if connectivity.mobile_data:
            summary = "Connected" if connectivity.active_network == "mobile" else "LTE"
        return Preference(
            CARRIER,
            summary,
            "signal_cellular_3",
            lambda: connectivity.set_mobile_data(True),
            gear=self.opener("network:MobileNetwork"),
        )

    def _networks(self) -> list[Row | None]:
        connectivity = self.system.connectivity
        networks = connectivity.networks()
        if not networks:
            return [Preference("Searching for networks\u2026", enabled=False)]
        rows: list[Row | None] = []
        for network in networks:
            current = network.ssid == connectivity.wifi_ssid
            saved = network.ssid in connectivity.saved_networks
            summary = "Saved" if saved else None
            if current:
                summary = "Connected" if connectivity.wifi_connected else "Connecting\u2026"
            details = self.opener("network:NetworkDetails", ssid=network.ssid)

            def join(ssid: str = network.ssid) -> None:
                connectivity.connect(ssid)

            rows.append(
                Preference(
                    network.ssid,
                    summary,
                    wifi_icon(network),
                    details if current else join,
                    gear=details if saved else None,
                    searchable=False,
                )
            )
        return rows

    def _preferences(self) -> list[Row | None]:
        wakes = self.is_on("global", "wifi_wakeup_enabled")
        saved = len(self.system.connectivity.saved_networks)
        month = self.system.clock.today()
        return [
            self.link(
                "Network preferences",
                "network:NetworkPreferences",
                f"{WIFI} turns back on automatically"
                if wakes
                else f"{WIFI} doesn\u2019t turn back on automatically",
            ),
            self.link(
                "Saved networks",
                "network:SavedNetworks",
                "1 network" if saved == 1 else f"{saved} networks",
            )
            if saved
            else None,
            self.link(
                "Non-carrier data usage",
                "network:DataUsage",
                f"0 B used {month:%b} 1 \u2013 {month.day}",
            ),
        ]


class NetworkDetails(Page):
    """One Wi-Fi network: intent extra "ssid"."""

    TITLE = "Network details"

    def rows(self) -> Sequence[Row | None]:
        """Head, buttons, what is known of the network."""
        connectivity = self.system.connectivity
        ssid = str(self.intent.extra("ssid", ""))
        network = next((n for n in connectivity.networks() if n.ssid == ssid), None)
        connected = connectivity.wifi_connected and connectivity.wifi_ssid == ssid
        joining = connectivity.wifi_ssid == ssid and not connected
        state = "Connected" if connected else "Connecting\u2026" if joining else "Disconnected"
        saved = ssid in connectivity.saved_networks
        rows: list[Row | None] = [Header(ssid, state, "wifi")]
        if saved:
            rows.append(
                ActionButtons(
                    [
                        ActionButton("Forget", "delete_outline", lambda: self._forget(ssid)),
                        ActionButton("Disconnect", "close", connectivity.disconnect)
                        if connected or joining
                        else ActionButton("Connect", "wifi", lambda: self._connect(ssid)),
                        ActionButton("Share", "qrcode", self.shower("share")),
                    ]
                )
            )
        self.dialog(
            "share",
            lambda: dialogs.message_dialog(
                f"Share {WIFI}",
                f"Scan this QR code to connect to \u201c{ssid}\u201d",
                self.dismiss,
                negative="Done",
            ),
        )
        if network is not None:
            strength = "Excellent" if network.rssi >= -55 else "Good"
            rows += [
                Preference("Signal strength", strength, "wifi"),
                Preference("Frequency", f"{network.frequency / 1000:.1f} GHz", "access_point"),
                Preference("Security", _SECURITY[network.security], "lock_outline"),
            ]
        rows += [
            self.link("Network usage", "network:NetworkUsage", "0 B", "circle_slice_7"),
            self.choice(
                "Privacy",
                (("1", "Use randomized MAC (default)"), ("0", "Use device MAC")),
                self.kept("macRandomization", "1"),
                lambda value: self.keep("macRandomization", value),
                icon="shield_account_outline",
            ),
            self.choice(
                "Metered",
                (
                    ("0", "Detect automatically"),
                    ("1", "Treat as metered"),
                    ("2", "Treat as unmetered"),
                ),
                self.kept("meteredOverride", "0"),
                lambda value: self.keep("meteredOverride", value),
                icon="currency_usd",
            ),
            self.kept_toggle(
                "Auto\u2011connect",
                "autojoin",
                "Allow connection to this network when in range",
                default=True,
            ),
        ]
        if connected:
            rows += [
                Category("Network details"),
                Preference("MAC address", "02:15:b2:00:00:00"),
                Preference("IP address", "10.0.2.16"),
                Preference("Gateway", "10.0.2.2"),
                Preference("Subnet mask", "255.255.255.0"),
                Preference("DNS", "10.0.2.3"),
                Preference("Link speed", "Transmit 1 Mbps, receive 2 Mbps"),
            ]
        return rows

    def _forget(self, ssid: str) -> None:
        self.system.connectivity.forget(ssid)
        self.finish()

    def _connect(self, ssid: str) -> None:
        self.system.connectivity.connect(ssid)


class NetworkUsage(Page):
    """What one network has carried."""

    TITLE = "Network usage"

    def rows(self) -> Sequence[Row | None]:
        """Nothing: the phone's world has no internet."""
        month = self.system.clock.today()
        return [Header("0 B", f"{month:%b} 1 \u2013 {month.day}"), Footer("No apps used data")]


class NetworkPreferences(Page):
    """How Wi-Fi behaves."""

    TITLE = "Network preferences"

    def rows(self) -> Sequence[Row | None]:
        """Waking up, public networks, certificates."""
        return [
            self.toggle(
                f"Turn on {WIFI} automatically",
                "global",
                "wifi_wakeup_enabled",
                f"{WIFI} will turn back on near high\u2011quality saved networks, like your home"
                " network",
            ),
            self.toggle(
                "Notify for public networks",
                "global",
                "wifi_networks_available_notification_on",
                "Notify when a high\u2011quality public network is available",
            ),
            Preference(
                "Install certificates",
                on_click=self.tell(
                    "Install certificates", "There is no certificate file in Downloads."
                ),
            ),
            self.link(f"{WIFI} Direct", "network:WifiDirect"),
        ]


class WifiDirect(Page):
    """Devices that can be reached without an access point."""

    TITLE = f"{WIFI} Direct"

    def rows(self) -> Sequence[Row | None]:
        """None is in range."""
        return [
            self.edit(
                "Rename device",
                self.kept("p2p_name", "Android_4c1f"),
                lambda name: self.keep("p2p_name", name),
            ),
            Category("Peer devices"),
            Category("Remembered groups"),
        ]


class SavedNetworks(Page):
    """Networks that Wi-Fi joins by itself."""

    TITLE = "Saved networks"

    def rows(self) -> Sequence[Row | None]:
        """Their names."""
        return [
            self.link(ssid, "network:NetworkDetails", icon="wifi", ssid=ssid)
            for ssid in self.system.connectivity.saved_networks
        ]


class AddNetwork(Page):
    """A network that doesn't tell its name."""

    TITLE = "Add network"

    def rows(self) -> Sequence[Row | None]:
        """Name and security; nothing hidden is in range of the emulator."""
        name = self.state.draft
        return [
            Custom(
                lambda: column(
                    TextView("Network name", id="ssid_text", style="preference_summary"),
                    EditText(
                        name,
                        id="ssid",
                        hint="Enter the SSID",
                        on_text_change=lambda text: self.update(draft=text),
                        width=MATCH,
                    ),
                    width=MATCH,
                    padding=(24, 8),
                )
            ),
            self.choice(
                "Security",
                (("open", "None"), ("wpa2", "WPA/WPA2-Personal"), ("wpa3", "WPA3-Personal")),
                self.state.value or "open",
                lambda value: self.update(value=value),
            ),
            ActionButtons(
                [
                    ActionButton("Cancel", "close", self.finish),
                    ActionButton("Save", "check", self._save, bool(name.strip())),
                ]
            ),
        ]

    def _save(self) -> None:
        if not self.system.connectivity.connect(self.state.draft.strip()):
            self.toast("Network not in range")
        self.finish()


class DataUsage(Page):
    """What Wi-Fi has carried this month."""

    TITLE = "Non-carrier data usage"

    def rows(self) -> Sequence[Row | None]:
        """Nothing: the phone's world has no internet."""
        month = self.system.clock.today()
        return [
            Header("0 B", f"{month:%b} 1 \u2013 {month.day}"),
            Footer("No apps used data"),
        ]


class CallsAndSms(Page):
    """Which SIM calls and texts."""

    TITLE = "Calls & SMS"

    def rows(self) -> Sequence[Row | None]:
        """The emulator has one SIM."""
        options = (("1", CARRIER), ("-1", "Ask every time"))
        return [
            Category("Calls"),
            self.choice(
                "Calls preference",
                options,
                self.setting("global", "multi_sim_voice_call", "1"),
                lambda value: self.put("global", "multi_sim_voice_call", value),
                icon="phone_outline",
            ),
            Category("SMS"),
            self.choice(
                "SMS preference",
                options,
                self.setting("global", "multi_sim_sms", "1"),
                lambda value: self.put("global", "multi_sim_sms", value),
                icon="message_text_outline",
            ),
        ]


class MobileNetwork(Page):
    """The SIM."""

    TITLE = CARRIER

    def rows(self) -> Sequence[Row | None]:
        """Data, roaming, kind of network."""
        connectivity = self.system.connectivity
        return [
            self.link("App data usage", "network:DataUsage", "0 B used"),
            self.link("Calls preference", "network:CallsAndSms", CARRIER),
            self.link("SMS preference", "network:CallsAndSms", CARRIER),
            Category("Mobile data"),
            SwitchPreference(
                "Mobile data",
                "Access data using mobile network",
                checked=connectivity.mobile_data,
                on_change=connectivity.set_mobile_data,
            ),
            self.toggle(
                "Roaming", "global", "data_roaming", "Connect to data services when roaming"
            ),
            Category("Network"),
            self.choice(
                "Preferred network type",
                _NETWORK_TYPES,
                self.kept("preferred_network", "10"),
                lambda value: self.keep("preferred_network", value),
            ),
            self.kept_toggle("Automatically select network", "network_auto", CARRIER, default=True),
            self.link("Access Point Names", "network:AccessPoints"),
        ]


class AccessPoints(Page):
    """The carrier's access points."""

    TITLE = "APNs"

    def rows(self) -> Sequence[Row | None]:
        """The emulator's only one."""
        return [RadioPreference("T-Mobile US", "epc.tmobile.com", checked=True)]


class Hotspot(Page):
    """Sharing the connection."""

    TITLE = "Hotspot & tethering"

    def rows(self) -> Sequence[Row | None]:
        """By Wi-Fi, cable or Bluetooth."""
        on = self.is_on("global", "wifi_ap_on")
        name = self.kept("hotspot_name", "AndroidAP")
        return [
            self.link(
                f"{WIFI} hotspot",
                "network:WifiHotspot",
                f"{name} is active" if on else "Not sharing internet or content with other devices",
            ),
            SwitchPreference("USB tethering", "USB not connected", enabled=False),
            self.kept_toggle(
                "Bluetooth tethering",
                "bluetooth_tethering",
                "Share phone\u2019s internet connection via Bluetooth",
            ),
            SwitchPreference("Ethernet tethering", "Ethernet not connected", enabled=False),
            Footer(
                "Use hotspot and tethering to provide internet to other devices through your mobile"
                " data connection. Apps can also create a hotspot to share content with nearby"
                " devices."
            ),
        ]


class WifiHotspot(Page):
    """The phone as access point."""

    TITLE = f"{WIFI} hotspot"

    def rows(self) -> Sequence[Row | None]:
        """Name, security, password."""
        on = self.is_on("global", "wifi_ap_on")
        security = self.kept("hotspot_security", "wpa3-transition")
        password = self.kept("hotspot_password", "5b4ad1c0ef2e")
        return [
            MainSwitch(
                f"Use {WIFI} hotspot", on, lambda wanted: self.put("global", "wifi_ap_on", wanted)
            ),
            self.edit(
                "Hotspot name",
                self.kept("hotspot_name", "AndroidAP"),
                lambda name: self.keep("hotspot_name", name),
            ),
            self.choice(
                "Security",
                (
                    ("wpa3", "WPA3-Personal"),
                    ("wpa3-transition", "WPA2/WPA3-Personal"),
                    ("wpa2", "WPA2-Personal"),
                    ("none", "None"),
                ),
                security,
                lambda value: self.keep("hotspot_security", value),
            ),
            self.edit(
                "Hotspot password",
                password,
                lambda text: self.keep("hotspot_password", text),
                summary="\u2022" * len(password),
            )
            if security != "none"
            else None,
            self.toggle(
                "Turn off hotspot automatically",
                "global",
                "soft_ap_timeout_enabled",
                "When no devices are connected",
                default="1",
            ),
        ]


class DataSaver(Page):
    """No data for apps in the background."""

    TITLE = "Data Saver"

    def rows(self) -> Sequence[Row | None]:
        """The switch and its exceptions."""
        on = bool(self.kept("restrict_background", False))
        return [
            MainSwitch(
                "Use Data Saver", on, lambda wanted: self.keep("restrict_background", wanted)
            ),
            self.link(
                "Unrestricted data",
                "special:AppOpList",
                "0 apps allowed to use unrestricted data when Data Saver is on",
                op="UNRESTRICTED_DATA",
            ),
            Footer(
                "To help reduce data usage, Data Saver prevents some apps from sending or receiving"
                " data in the background. An app you\u2019re currently using can access data, but"
                " may do so less frequently. This may mean, for example, that images don\u2019t"
                " display until you tap them."
            ),
        ]


class Vpn(Page):
    """Virtual private networks."""

    TITLE = "VPN"

    def actions(self) -> Sequence[View]:
        """Adds one."""
        return [
            ImageButton(
                "add",
                content_description="Add VPN profile",
                tint="text_primary",
                on_click=lambda: self.show("add"),
            )
        ]

    def rows(self) -> Sequence[Row | None]:
        """The profile, if there is one."""
        name = self.kept("vpn")
        self.edit("Edit VPN profile", "", self._save, name="add", button="Save", hint="Name")
        if not name:
            return [Footer("No VPNs added")]
        ask = self.confirm(
            "delete",
            "Delete VPN profile?",
            f"\u201c{name}\u201d will be deleted.",
            "Delete",
            lambda: self.keep("vpn", None),
        )
        return [Preference(name, "Not connected", "vpn_key", ask, gear=ask)]

    def _save(self, name: str) -> None:
        self.keep("vpn", name)
