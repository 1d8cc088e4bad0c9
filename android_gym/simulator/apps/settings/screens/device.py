"""About the device, and system updates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from android_gym.simulator.appkit.preferences import Category, LinkPreference, Row, TextPreference
from android_gym.simulator.appkit.times import time_of_day
from android_gym.simulator.apps.settings.actions import AnyPage
from android_gym.simulator.apps.settings.dialogs import tells
from android_gym.simulator.apps.settings.look import Footer, Header, WideButton
from android_gym.simulator.apps.settings.model import Link, link
from android_gym.simulator.apps.settings.screens.network import CARRIER
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.system.connectivity import WIFI_MAC
from android_gym.simulator.system.words import counted, phrase, verbatim

NUMBER = "+15555215554"
IMEI = "358240051111110"
KERNEL = "5.15.41-android13-8-00055-g4f5025129fe8-ab8949913"
PATCH = "October 5, 2022"
TAPS_TO_DEVELOPER = 7
_DEVELOPER = "global/development_settings_enabled"


def model(page: AnyPage) -> str:
    """Return the device's model name."""
    return page.system.properties.get("ro.product.model") or "sdk_gphone64_x86_64"


def _facts(facts: dict[str, str | None]) -> list[Row]:
    """Return read-only rows for facts (title -> text)."""
    return [LinkPreference(title, summary=text) for title, text in facts.items()]


@dataclass(frozen=True)
class AboutState:
    """The number of taps on the build number."""

    taps: int = 0


class About(Page[AboutState]):
    """About the phone, in the order of Android's my_device_info."""

    TITLE = "About emulated device"

    def rows(self) -> Sequence[Row | None]:
        """List names, numbers and addresses."""
        connectivity = self.system.connectivity
        seconds = self.system.clock.watch_elapsed(1000) // 1000
        hardware = tells(
            "Model & hardware",
            phrase(
                "Model\n{model}\n\nSerial number\n{serial}\n\nHardware version\nranchu",
                model=verbatim(model(self)),
                serial="EMULATOR33X1X0X0",
            ),
        )
        address = "10.0.2.15" if connectivity.active_network else "Unavailable"
        if connectivity.wifi_connected:
            address = "fe80::15:b2ff:fe00:0\n10.0.2.16"
        bluetooth = "02:15:b2:00:00:01" if connectivity.bluetooth_enabled else "Unavailable"
        facts: dict[str, str | None] = {
            "IP address": address,
            "Wi\u2011Fi MAC address": WIFI_MAC,
            "Device Wi\u2011Fi MAC address": WIFI_MAC,
            "Bluetooth address": bluetooth,
            "Up time": f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}",
        }
        build = self.system.properties.get("ro.build.display.id")
        return [
            Category("Basic info"),
            TextPreference(
                "global/device_name",
                "Device name",
                default=model(self),
                accept=str,
                required=True,
                max_length=32,
            ),
            Link("Phone number", tells("Phone number", NUMBER), NUMBER),
            Category("Legal & regulatory"),
            link("Legal information", "device:Legal"),
            Category("Device details"),
            link("SIM status", "device:SimStatus", CARRIER),
            Link("Model", hardware, model(self)),
            Link("IMEI", tells("IMEI", IMEI), IMEI),
            link("Android version", "device:AndroidVersion", self.system.properties.release),
            Category("Device identifiers"),
            *_facts(facts),
            Link("Build number", lambda _: self._tap_build(), build),
        ]

    def _tap_build(self) -> None:
        if self.store.is_on(_DEVELOPER):
            self.toast("No need, you are already a developer.")
            return
        taps = self.state.taps + 1
        left = TAPS_TO_DEVELOPER - taps
        self.update(taps=taps if left > 0 else 0)
        if left <= 0:
            self.store.put(_DEVELOPER, "1")
            self.toast("You are now a developer!")
        elif left < 5:
            near = "You are now {n} step away from being a developer."
            self.toast(counted(left, near, near.replace("step", "steps")))


class AndroidVersion(Page):
    """System versions, from the release to the build."""

    TITLE = "Android version"

    def rows(self) -> Sequence[Row | None]:
        """List the versions."""
        build = self.system.properties.get("ro.build.display.id")
        kernel = f"{KERNEL}\n#1 Wed Aug 17 18:11:46 UTC 2022"
        return [
            *_facts({"Android version": self.system.properties.release}),
            link("Android security update", "device:SystemUpdate", PATCH),
            link("Google Play system update", "device:SystemUpdate", "September 1, 2022"),
            *_facts(
                {"Baseband version": "1.0.0.0", "Kernel version": kernel, "Build number": build}
            ),
        ]


LICENCE = "Android is made of open source software under the Apache License 2.0 and other licences."


class Legal(Page):
    """Licences."""

    TITLE = "Legal information"
    ROWS = tuple(
        Link(title, tells(title, LICENCE))
        for title in (
            "Third-party licenses",
            "Google legal",
            "System WebView licenses",
            "Wallpapers",
        )
    )


class SimStatus(Page):
    """The SIM and its network, as reported by the emulator's modem."""

    TITLE = "SIM status"

    def rows(self) -> Sequence[Row | None]:
        """List the SIM's values."""
        connectivity = self.system.connectivity
        mobile = connectivity.active_network == "mobile"
        return _facts(
            {
                "Network": CARRIER,
                "Phone number on SIM": NUMBER,
                "Mobile network state": "Connected" if mobile else "Disconnected",
                "Service state": "Radio off" if connectivity.airplane_mode else "In service",
                "Signal strength": "-85 dBm 55 asu",
                "Mobile voice network type": "LTE",
                "Mobile data network type": "LTE",
                "Roaming": "Not roaming",
            }
        )


@dataclass(frozen=True)
class UpdateState:
    """The time of the last update check; "" for now."""

    checked: str = ""


class SystemUpdate(Page[UpdateState]):
    """The system update page; there is never an update."""

    TITLE = "System update"

    def rows(self) -> Sequence[Row | None]:
        """List the update state and a button."""
        checked = self.state.checked or time_of_day(self.context, self.system.clock.minute())
        return [
            Header(
                "Your system is up to date",
                phrase(
                    "Android version: {release}\nLast check: {time}",
                    release=verbatim(self.system.properties.release),
                    time=checked,
                ),
            ),
            *_facts({"Android security update": PATCH}),
            WideButton("Check for update", lambda _: self._check()),
            Footer("Your device will be updated automatically."),
        ]

    def _check(self) -> None:
        now = time_of_day(self.context, self.system.clock.datetime())
        self.update(checked=self.context.say(now))
        self.toast("Your system is up to date")
