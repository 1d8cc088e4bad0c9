"""Network & internet without Wi-Fi: SIMs, hotspot, data saver, VPN."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    ListPreference,
    Preference,
    Row,
    SwitchPreference,
    TextPreference,
)
from android_gym.simulator.apps.settings.dialogs import AddVpn, DeleteVpn, PrivateDns, shows
from android_gym.simulator.apps.settings.look import Footer, Header, bar_button, radio_button
from android_gym.simulator.apps.settings.model import Link, MainSwitch, Toggle, link, month_so_far
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.apps.settings.storage import UNRESTRICTED_DATA
from android_gym.simulator.system.words import counted, phrase, verbatim
from android_gym.simulator.ui.view import View

CARRIER = "T-Mobile"
WIFI = "Wi\u2011Fi"
SIMS = (("1", CARRIER), ("-1", "Ask every time"))


class NetworkDashboard(Page):
    """The page "Network & internet"."""

    TITLE = "Network & internet"
    DIALOGS = (PrivateDns,)

    def rows(self) -> Sequence[Row | None]:
        """List the rows of Android's network_provider_internet."""
        store = self.store
        hotspot = "On" if store.is_on("global/wifi_ap_on") else "Off"
        saver = "On" if self.system.connectivity.data_saver else "Off"
        return [
            link("Internet", "internet:Internet", self._internet(), "wifi"),
            link("Calls & SMS", "network:CallsAndSms", CARRIER, "phone_outline"),
            link("SIMs", "network:MobileNetwork", CARRIER, "sim_outline"),
            Toggle("phone/airplane_mode", "Airplane mode", icon="airplane"),
            link("Hotspot & tethering", "network:Hotspot", hotspot, "access_point"),
            link("Data Saver", "network:DataSaver", saver, "circle_slice_7"),
            link("VPN", "network:Vpn", store.text("vpn", "None"), "vpn_key"),
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

    def _private_dns(self) -> Link:
        mode = self.store.text("global/private_dns_mode", "opportunistic")
        host = self.store.text("global/private_dns_specifier", "")
        summary = host if mode == "hostname" else PrivateDns.MODES.get(mode, "Automatic")
        return Link("Private DNS", shows(PrivateDns(mode, host)), summary)


class DataUsage(Page):
    """Data used over Wi-Fi this month: always none."""

    TITLE = "Non-carrier data usage"

    def rows(self) -> Sequence[Row | None]:
        """List the usage, which is zero."""
        days = month_so_far(self.system.clock.today())
        return [Header("0 B", days), Footer("No apps used data")]


class NetworkUsage(DataUsage):
    """Data used by one network: always none."""

    TITLE = "Network usage"


class CallsAndSms(Page):
    """The SIM for calls and texts."""

    TITLE = "Calls & SMS"
    ROWS = (
        Category("Calls"),
        ListPreference(
            "global/multi_sim_voice_call", "Calls preference", icon="phone_outline", choices=SIMS
        ),
        Category("SMS"),
        ListPreference(
            "global/multi_sim_sms", "SMS preference", icon="message_text_outline", choices=SIMS
        ),
    )


class MobileNetwork(Page):
    """SIM settings: mobile data, roaming, network type."""

    TITLE = CARRIER
    ROWS = (
        link("App data usage", "network:DataUsage", "0 B used"),
        link("Calls preference", "network:CallsAndSms", CARRIER),
        link("SMS preference", "network:CallsAndSms", CARRIER),
        Category("Mobile data"),
        Toggle("phone/mobile_data", "Mobile data", "Access data using mobile network"),
        Toggle("global/data_roaming", "Roaming", "Connect to data services when roaming"),
        Category("Network"),
        ListPreference(
            "preferred_network",
            "Preferred network type",
            choices=(("10", "LTE (recommended)"), ("3", "3G"), ("1", "2G")),
        ),
        Toggle("network_auto", "Automatically select network", CARRIER, default=True),
        link("Access Point Names", "network:AccessPoints"),
    )


class AccessPoints(Page):
    """The carrier's access points; the emulator has one."""

    TITLE = "APNs"
    ROWS = (LinkPreference("T-Mobile US", summary="epc.tmobile.com"),)

    def row(self, row: Preference | LinkPreference, *_: object) -> View:
        """Build a row as the selected access point, which can't be deselected."""
        return radio_button(row, None, True)


class Hotspot(Page):
    """Hotspot and tethering over Wi-Fi, USB or Bluetooth."""

    TITLE = "Hotspot & tethering"

    def rows(self) -> Sequence[Row | None]:
        """List the ways to share."""
        summary = "Not sharing internet or content with other devices"
        if self.store.is_on("global/wifi_ap_on"):
            summary = phrase(
                "{name} is active", name=verbatim(self.store.text("hotspot_name", "AndroidAP"))
            )
        return [
            link(f"{WIFI} hotspot", "network:WifiHotspot", summary),
            SwitchPreference("usb", "USB tethering", "USB not connected", enabled=False),
            Toggle(
                "bluetooth_tethering",
                "Bluetooth tethering",
                "Share phone\u2019s internet connection via Bluetooth",
            ),
            SwitchPreference(
                "ethernet", "Ethernet tethering", "Ethernet not connected", enabled=False
            ),
            Footer(
                "Use hotspot and tethering to provide internet to other devices through your mobile"
                " data connection. Apps can also create a hotspot to share content with nearby"
                " devices."
            ),
        ]


class WifiHotspot(Page):
    """The phone as a Wi-Fi access point."""

    TITLE = f"{WIFI} hotspot"

    def rows(self) -> Sequence[Row | None]:
        """List the name, the security and the password."""
        secure = self.store.text("hotspot_security", "") != "none"
        default = "5b4ad1c0ef2e"
        hidden = "\u2022" * len(self.store.text("hotspot_password", default))
        return [
            MainSwitch("global/wifi_ap_on", f"Use {WIFI} hotspot"),
            TextPreference(
                "hotspot_name", "Hotspot name", default="AndroidAP", accept=str, required=True
            ),
            ListPreference(
                "hotspot_security",
                "Security",
                choices=(
                    ("wpa3", "WPA3-Personal"),
                    ("wpa3-transition", "WPA2/WPA3-Personal"),
                    ("wpa2", "WPA2-Personal"),
                    ("none", "None"),
                ),
                default="wpa3-transition",
            ),
            TextPreference(
                "hotspot_password",
                "Hotspot password",
                hidden,
                default=default,
                accept=str,
                required=True,
            )
            if secure
            else None,
            Toggle(
                "global/soft_ap_timeout_enabled",
                "Turn off hotspot automatically",
                "When no devices are connected",
                default=True,
            ),
        ]


class DataSaver(Page):
    """Data Saver, which stops apps from using data in the background."""

    TITLE = "Data Saver"

    def rows(self) -> Sequence[Row | None]:
        """List the switch, and the apps that it doesn't concern."""
        policies = self.system.connectivity.policies()
        return [
            MainSwitch("phone/data_saver", "Use Data Saver"),
            link(
                "Unrestricted data",
                "special:AppOpList",
                counted(
                    sum(policy == "allow" for _, policy in policies),
                    "1 app allowed to use unrestricted data when Data Saver is on",
                    "{n} apps allowed to use unrestricted data when Data Saver is on",
                ),
                op=UNRESTRICTED_DATA,
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
    DIALOGS = (AddVpn, DeleteVpn)

    def actions(self) -> Sequence[View]:
        """Return the button that adds a profile."""
        return [bar_button("add", "Add VPN profile", partial(self.show_dialog, AddVpn()))]

    def rows(self) -> Sequence[Row | None]:
        """List the profile if there is one."""
        name = self.store.text("vpn", "")
        if not name:
            return [Footer("No VPNs added")]
        ask = shows(DeleteVpn(name))
        return [Link(name, ask, "Not connected", "vpn_key", gear=ask)]
