"""About the device, and system updates."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.apps.settings.network import CARRIER
from android_gym.simulator.apps.settings.page import Page, Row
from android_gym.simulator.apps.settings.preferences import (
    Category,
    Footer,
    Header,
    Preference,
    wide_button,
)

__all__ = ["About", "AndroidVersion", "Legal", "SimStatus", "SystemUpdate", "model"]

NUMBER = "+15555215554"
KERNEL = "5.15.41-android13-8-00055-g4f5025129fe8-ab8949913"
PATCH = "October 5, 2022"
TAPS_TO_DEVELOPER = 7


def model(page: Page) -> str:
    """Name of the model."""
    return page.system.properties.get("ro.product.model") or "sdk_gphone_x86_64"


class About(Page):
    """What the phone is."""

    TITLE = "About emulated device"

    def rows(self) -> Sequence[Row | None]:
        """In the order of Android's my_device_info."""
        connectivity = self.system.connectivity
        seconds = self.system.clock.watch_elapsed(1000) // 1000
        up = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
        imei = self.tell("IMEI", "358240051111110")
        hardware = self.tell(
            "Model & hardware",
            f"Model\n{model(self)}\n\nSerial number\nEMULATOR33X1X0X0\n\nHardware version\nranchu",
        )
        return [
            Category("Basic info"),
            self.edit(
                "Device name",
                self.setting("global", "device_name", model(self)),
                lambda name: self.put("global", "device_name", name),
                max_length=32,
            ),
            Preference("Phone number", NUMBER, on_click=self.tell("Phone number", NUMBER)),
            Category("Legal & regulatory"),
            self.link("Legal information", "device:Legal"),
            Category("Device details"),
            self.link("SIM status", "device:SimStatus", CARRIER),
            Preference("Model", model(self), on_click=hardware),
            Preference("IMEI", "358240051111110", on_click=imei),
            self.link("Android version", "device:AndroidVersion", "13"),
            Category("Device identifiers"),
            Preference(
                "IP address",
                "fe80::15:b2ff:fe00:0\n10.0.2.16"
                if connectivity.wifi_connected
                else "10.0.2.15"
                if connectivity.active_network
                else "Unavailable",
            ),
            Preference("Wi\u2011Fi MAC address", "02:15:b2:00:00:00"),
            Preference("Device Wi\u2011Fi MAC address", "02:15:b2:00:00:00"),
            Preference("Bluetooth address", "02:15:b2:00:00:01")
            if connectivity.bluetooth_enabled
            else Preference("Bluetooth address", "Unavailable"),
            Preference("Up time", up),
            Preference(
                "Build number",
                self.system.properties.get("ro.build.display.id"),
                on_click=self._tap_build,
            ),
        ]

    def _tap_build(self) -> None:
        if self.is_on("global", "development_settings_enabled"):
            self.toast("No need, you are already a developer.")
            return
        taps = int(self.state.value or 0) + 1
        left = TAPS_TO_DEVELOPER - taps
        self.update(value=str(taps))
        if left <= 0:
            self.put("global", "development_settings_enabled", "1")
            self.update(value="")
            self.toast("You are now a developer!")
        elif left < 5:
            steps = "1 step" if left == 1 else f"{left} steps"
            self.toast(f"You are now {steps} away from being a developer.")


class AndroidVersion(Page):
    """Versions of the software."""

    TITLE = "Android version"

    def rows(self) -> Sequence[Row | None]:
        """From the release to the build."""
        get = self.system.properties.get
        return [
            Preference("Android version", "13"),
            self.link("Android security update", "device:SystemUpdate", PATCH),
            self.link("Google Play system update", "device:SystemUpdate", "September 1, 2022"),
            Preference("Baseband version", "1.0.0.0"),
            Preference("Kernel version", f"{KERNEL}\n#1 Wed Aug 17 18:11:46 UTC 2022"),
            Preference("Build number", get("ro.build.display.id")),
        ]


class Legal(Page):
    """Licences."""

    TITLE = "Legal information"

    def rows(self) -> Sequence[Row | None]:
        """Whose."""
        licence = (
            "Android is made of open source software under the Apache License 2.0 and other"
            " licences."
        )
        return [
            Preference(title, on_click=self.tell(title, licence))
            for title in (
                "Third-party licenses",
                "Google legal",
                "System WebView licenses",
                "Wallpapers",
            )
        ]


class SimStatus(Page):
    """The SIM and its network."""

    TITLE = "SIM status"

    def rows(self) -> Sequence[Row | None]:
        """What the emulator's modem says."""
        connectivity = self.system.connectivity
        service = "Radio off" if connectivity.airplane_mode else "In service"
        data = "Connected" if connectivity.active_network == "mobile" else "Disconnected"
        return [
            Preference("Network", CARRIER),
            Preference("Phone number on SIM", NUMBER),
            Preference("Mobile network state", data),
            Preference("Service state", service),
            Preference("Signal strength", "-85 dBm 55 asu"),
            Preference("Mobile voice network type", "LTE"),
            Preference("Mobile data network type", "LTE"),
            Preference("Roaming", "Not roaming"),
        ]


class SystemUpdate(Page):
    """There is never one."""

    TITLE = "System update"

    def rows(self) -> Sequence[Row | None]:
        """The state and a button."""
        now = self.system.clock.minute()
        checked = self.state.value or f"{now:%I:%M %p}".lstrip("0")

        def check() -> None:
            moment = self.system.clock.datetime()
            self.update(value=f"{moment:%I:%M %p}".lstrip("0"))
            self.toast("Your system is up to date")

        return [
            Header("Your system is up to date", f"Android version: 13\nLast check: {checked}"),
            Preference("Android security update", PATCH),
            wide_button("Check for update", check),
            Footer("Your device will be updated automatically."),
        ]
