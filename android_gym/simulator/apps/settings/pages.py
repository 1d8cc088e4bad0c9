"""Which pages Settings has: where their code is, and by which names Android reaches them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["PAGES", "PageInfo", "page_of"]

PACKAGE: Final = "com.android.settings"


@dataclass(frozen=True)
class PageInfo:
    """One page.

    Attributes:
        screen: ``module:Class`` in this folder.
        fragment: Class of Android's fragment, relative to the package; what SubSettings shows.
        activity: Suffix of the ``.Settings$...`` activity that shows it by itself, if any.
        actions: Intent actions which that activity answers.
        package_actions: Actions that it answers only with (or also with) ``package:`` data.
        parent: `screen` of the page that leads here, for the search's breadcrumbs; "" for a page
            that search does not look into.
    """

    screen: str
    fragment: str
    activity: str = ""
    actions: tuple[str, ...] = ()
    package_actions: tuple[str, ...] = ()
    parent: str = ""

    @property
    def fragment_class(self) -> str:
        """Full name of the fragment."""
        return f"{PACKAGE}.{self.fragment}"


HOME: Final = "home:Home"

PAGES: Final = (
    PageInfo(
        "network:NetworkDashboard",
        "network.NetworkDashboardFragment",
        "NetworkDashboardActivity",
        ("android.settings.WIRELESS_SETTINGS", "android.settings.AIRPLANE_MODE_SETTINGS"),
        parent=HOME,
    ),
    PageInfo(
        "network:Internet",
        "network.NetworkProviderSettings",
        "NetworkProviderSettingsActivity",
        ("android.settings.WIFI_SETTINGS", "android.settings.NETWORK_PROVIDER_SETTINGS"),
        parent="network:NetworkDashboard",
    ),
    PageInfo(
        "connected:ConnectedDevices",
        "connecteddevice.ConnectedDeviceDashboardFragment",
        "ConnectedDeviceDashboardActivity",
        ("android.settings.BLUETOOTH_SETTINGS",),
        parent=HOME,
    ),
    PageInfo(
        "connected:ConnectionPreferences",
        "connecteddevice.AdvancedConnectedDeviceDashboardFragment",
        "AdvancedConnectedDeviceActivity",
        ("android.settings.ADVANCED_CONNECTED_DEVICE_SETTINGS",),
        parent="connected:ConnectedDevices",
    ),
    PageInfo(
        "connected:Bluetooth",
        "connecteddevice.BluetoothDashboardFragment",
        "BluetoothDashboardActivity",
        ("android.settings.BLUETOOTH_DASHBOARD_SETTINGS",),
        parent="connected:ConnectionPreferences",
    ),
    PageInfo(
        "connected:PairNewDevice",
        "bluetooth.BluetoothPairingDetail",
        "BluetoothPairingActivity",
        ("android.settings.BLUETOOTH_PAIRING_SETTINGS",),
    ),
    PageInfo(
        "display:DisplaySettings",
        "DisplaySettings",
        "DisplaySettingsActivity",
        ("android.settings.DISPLAY_SETTINGS",),
        parent=HOME,
    ),
)

_BY_SCREEN: Final = {page.screen: page for page in PAGES}
_BY_FRAGMENT: Final = {page.fragment_class: page for page in PAGES}


def page_of(name: str) -> PageInfo | None:
    """Finds a page by its screen or by the full name of its fragment."""
    return _BY_SCREEN.get(name) or _BY_FRAGMENT.get(name)
