"""Tasks of the system: Wi-Fi, Bluetooth, brightness.

A task defines how a state is read from the settings tables and how it is set over adb. It asks for
one state and starts from another (or, for the ``Verify`` tasks, from the same).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from android_gym.errors import TaskError
from android_gym.task_suite.compose import InSequence
from android_gym.task_suite.task import Disputed, NearMiss, Params, Task
from android_gym.task_suite.touches import Setting, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "SystemBluetoothTurnOff",
    "SystemBluetoothTurnOffVerify",
    "SystemBluetoothTurnOn",
    "SystemBluetoothTurnOnVerify",
    "SystemBrightnessMax",
    "SystemBrightnessMaxVerify",
    "SystemBrightnessMin",
    "SystemBrightnessMinVerify",
    "SystemWifiTurnOff",
    "SystemWifiTurnOffVerify",
    "SystemWifiTurnOn",
    "SystemWifiTurnOnVerify",
    "TurnOffWifiAndTurnOnBluetooth",
]

BRIGHTEST, DARKEST = 255, 1


def wifi_is_on(device: Device) -> bool | None:
    """Return whether Wi-Fi is on; None if the setting does not exist.

    The setting is 0 off, 1 on, 2 on despite airplane mode, 3 off because of airplane mode.
    """
    return {"0": False, "1": True, "2": True, "3": False}.get(
        device.get_setting("global", "wifi_on") or ""
    )


def bluetooth_is_on(device: Device) -> bool | None:
    """Return whether Bluetooth is on; None if the setting does not exist.

    The setting is 0 off, 1 on. 2 means that it was on when airplane mode began: the radio is off by
    now, unless something was connected to it, so the adapter itself is asked.
    """
    setting = device.get_setting("global", "bluetooth_on") or ""
    if setting == "2":
        return _adapter_state(device) == "ON"
    return {"0": False, "1": True}.get(setting)


def _adapter_state(device: Device) -> str:
    """Return the Bluetooth adapter's state, e.g. ``"TURNING_OFF"``."""
    found = re.search(r"\bstate: (\w+)", device.shell("dumpsys bluetooth_manager"))
    return found[1] if found else ""


def _set_radio(device: Device, radio: str, on: bool) -> None:
    """Switch ``"wifi"`` or ``"bluetooth"`` and wait until the phone reports it.

    Raises:
        TaskError: If that takes longer than five seconds of the phone's time.
    """
    command = f"svc {radio} {'enable' if on else 'disable'}"
    device.shell(command)
    for _ in range(10):
        if radio == "wifi":
            done = wifi_is_on(device) == on
        else:  # the setting changes before the adapter
            done = bluetooth_is_on(device) == on and _adapter_state(device) == (
                "ON" if on else "OFF"
            )
        if done:
            return
        device.shell("sleep 0.5")
    raise TaskError(
        f"{radio} did not follow {command!r} within five seconds. Try it with 'adb shell'; the "
        "device's base state may have the radio blocked."
    )


class _SystemTask(Task):
    """A task to bring a setting to a state.

    Attributes:
        begins: True if the state is the wanted one at the start.
    """

    apps = ("Settings",)
    begins: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.satisfied_at_reset = cls.begins
        if cls.begins:
            cls.tags = ("verification",)


class _Radio(_SystemTask):
    """Turning Wi-Fi or Bluetooth on or off.

    Attributes:
        radio: ``"wifi"`` or ``"bluetooth"``.
        wanted: True if it should be on.
    """

    radio: ClassVar[str]
    wanted: ClassVar[bool]

    def setup(self, device: Device, params: Params) -> None:
        """Switch the radio to the task's initial state.

        Raises:
            TaskError: If it does not follow.
        """
        _set_radio(device, self.radio, self.wanted if self.begins else not self.wanted)

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the radio's setting to change."""
        return [Setting("global", f"{self.radio}_on")]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if Wi-Fi or Bluetooth, whichever the goal is about, is on or off as wanted."""
        is_on = wifi_is_on if self.radio == "wifi" else bluetooth_is_on
        return float(is_on(device) is self.wanted)

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if its global setting is 0 for off, or 1 (for Wi-Fi also 2) for on."""
        on = ("1", "2") if self.radio == "wifi" else ("1",)
        setting = device.get_setting("global", f"{self.radio}_on")
        return float(setting in (on if self.wanted else ("0",)))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the other radio switched, the right one switched there and back, both switched."""
        other = "bluetooth" if self.radio == "wifi" else "wifi"

        def switches_other(device: Device) -> None:
            _set_radio(device, other, self.wanted)
            _set_radio(device, self.radio, not self.wanted)

        def switches_both(device: Device) -> None:
            _set_radio(device, self.radio, self.wanted)
            is_on = bluetooth_is_on if other == "bluetooth" else wifi_is_on
            _set_radio(device, other, not is_on(device))

        def switches_back(device: Device) -> None:
            _set_radio(device, self.radio, self.wanted)
            _set_radio(device, self.radio, not self.wanted)

        return {
            f"{other} switched instead": switches_other,
            f"{self.radio} switched there and back": switches_back,
            f"{other} switched too": Disputed(switches_both),
        }


class SystemWifiTurnOn(_Radio):
    """Turn on Wi-Fi, which is off."""

    template = "Turn wifi on."
    rewordings = (
        "Enable Wi-Fi.",
        "Please switch the wifi on.",
        "I want to use a wireless network: the phone's WiFi has to be on.",
        "Make sure that wifi is turned on.",
    )
    tags = ("screen_reading",)
    radio = "wifi"
    wanted = True


class SystemWifiTurnOnVerify(SystemWifiTurnOn):
    """Turn on Wi-Fi, which is on already."""

    begins = True


class SystemWifiTurnOff(_Radio):
    """Turn off Wi-Fi, which is on; airplane mode counts too."""

    template = "Turn wifi off."
    rewordings = (
        "Disable Wi-Fi.",
        "Please switch the wifi off.",
        "I want no wireless network: the phone's WiFi has to be off.",
        "Make sure that wifi is turned off.",
    )
    tags = ("screen_reading",)
    radio = "wifi"
    wanted = False


class SystemWifiTurnOffVerify(SystemWifiTurnOff):
    """Turn off Wi-Fi, which is off already."""

    begins = True


class SystemBluetoothTurnOn(_Radio):
    """Turn on Bluetooth, which is off."""

    template = "Turn bluetooth on."
    rewordings = (
        "Enable Bluetooth.",
        "Please switch the bluetooth on.",
        "I want to pair my headphones later: the phone's Bluetooth has to be on.",
        "Make sure that bluetooth is turned on.",
    )
    tags = ("screen_reading",)
    radio = "bluetooth"
    wanted = True


class SystemBluetoothTurnOnVerify(SystemBluetoothTurnOn):
    """Turn on Bluetooth, which is on already."""

    begins = True


class SystemBluetoothTurnOff(_Radio):
    """Turn off Bluetooth, which is on; airplane mode counts too."""

    template = "Turn bluetooth off."
    rewordings = (
        "Disable Bluetooth.",
        "Please switch the bluetooth off.",
        "I don't use headphones any more: the phone's Bluetooth has to be off.",
        "Make sure that bluetooth is turned off.",
    )
    radio = "bluetooth"
    wanted = False


class SystemBluetoothTurnOffVerify(SystemBluetoothTurnOff):
    """Turn off Bluetooth, which is off already."""

    begins = True


class _Brightness(_SystemTask):
    """Bringing the screen's brightness to one end of its range.

    Attributes:
        wanted: Setting at that end, 1 or 255.
    """

    wanted: ClassVar[int]

    def setup(self, device: Device, params: Params) -> None:
        """Set the brightness to the task's initial value, one of the two ends."""
        device.put_setting("system", "screen_brightness_mode", "0")  # no sensor changes it
        start = self.wanted if self.begins else BRIGHTEST + DARKEST - self.wanted
        device.put_setting("system", "screen_brightness", str(start))

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the brightness to change."""
        return [Setting("system", "screen_brightness")]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the brightness is exactly the wanted limit: 255 (not 254) or 1."""
        return float(device.get_setting("system", "screen_brightness") == str(self.wanted))

    def progress(self, device: Device, params: Params) -> float:
        """Return how close the setting is to the wanted end, linear in the stored value."""
        value = device.get_setting("system", "screen_brightness") or ""
        if not value.isascii() or not value.isdecimal():
            return 0.0
        distance = abs(int(value) - self.wanted) / (BRIGHTEST - DARKEST)
        return max(0.0, 1.0 - distance)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return a step short of the end, the middle, the other end, and other settings changed."""

        def sets(value: int) -> NearMiss:
            return lambda device: device.put_setting("system", "screen_brightness", str(value))

        def adaptive(device: Device) -> None:
            sets(self.wanted)(device)
            device.put_setting("system", "screen_brightness_mode", 1)

        short = BRIGHTEST - 1 if self.wanted == BRIGHTEST else DARKEST + 1
        return {
            "a step short of the end": sets(short),
            "the middle": sets(128),
            "adaptive brightness turned on": Disputed(adaptive),
            "the other end": sets(BRIGHTEST + DARKEST - self.wanted),
        }


class SystemBrightnessMax(_Brightness):
    """Set the screen to maximum brightness, from the minimum."""

    template = "Turn brightness to the max value."
    rewordings = (
        "Set the screen to its greatest brightness.",
        "Please make the display as bright as it gets.",
        "I'm out in the sun: brightness all the way up.",
        "The brightness slider should be at its maximum.",
    )
    wanted = BRIGHTEST


class SystemBrightnessMaxVerify(SystemBrightnessMax):
    """Set the screen to maximum brightness, which it has already."""

    begins = True


class SystemBrightnessMin(_Brightness):
    """Set the screen to minimum brightness, from the maximum."""

    template = "Turn brightness to the min value."
    rewordings = (
        "Set the screen to its least brightness.",
        "Please make the display as dark as it gets.",
        "I'm in bed: brightness all the way down.",
        "The brightness slider should be at its minimum.",
    )
    wanted = DARKEST


class SystemBrightnessMinVerify(SystemBrightnessMin):
    """Set the screen to minimum brightness, which it has already."""

    begins = True


class TurnOffWifiAndTurnOnBluetooth(InSequence):
    """Turn off Wi-Fi, which is on, then turn on Bluetooth, which is off."""

    template = "Turn off WiFi, then enable bluetooth"
    rewordings = (
        "Disable Wi-Fi and after that turn bluetooth on.",
        "First switch WiFi off, second switch Bluetooth on.",
        "I want bluetooth instead of wifi: turn off the latter, then turn on the former.",
        "Please end the wifi connection by turning WiFi off, and have bluetooth on afterwards.",
    )
    difficulty = "medium"
    parts = (SystemWifiTurnOff, SystemBluetoothTurnOn)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return each part alone, and the parts' near misses that do not switch both radios."""
        of_parts = {
            what: attempt
            for what, attempt in super().near_misses(params).items()
            if not what.endswith("switched too")  # that solves both
        }

        def only_wifi(device: Device) -> None:
            _set_radio(device, "wifi", False)

        def only_bluetooth(device: Device) -> None:
            _set_radio(device, "bluetooth", True)

        return {
            **of_parts,
            "only Wi-Fi turned off": Disputed(only_wifi, 0.5),
            "only Bluetooth turned on": Disputed(only_bluetooth, 0.5),
        }
