"""Tasks of Wi-Fi, Bluetooth and brightness: rules and metadata."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.errors import TaskError
from android_gym.task_suite.android_world.system import tasks as module
from android_gym.task_suite.android_world.system.tasks import (
    SystemBluetoothTurnOff,
    SystemBluetoothTurnOn,
    SystemBrightnessMax,
    SystemBrightnessMin,
    SystemWifiTurnOff,
    SystemWifiTurnOn,
    TurnOffWifiAndTurnOnBluetooth,
)
from android_gym.task_suite.suite import tasks
from android_gym.task_suite.task import Disputed, Task
from android_gym.task_suite.touches import Setting

ALL = [task for task in tasks("AndroidWorld").values() if task.__module__ == module.__name__]


def solve(device: Any, task: type[Task]) -> None:
    name = task.__name__.removesuffix("Verify")
    if "Brightness" in name:
        device.put_setting("system", "screen_brightness", 255 if name.endswith("Max") else 1)
    elif name == "TurnOffWifiAndTurnOnBluetooth":
        device.shell("svc wifi disable")
        device.shell("svc bluetooth enable")
    else:
        radio = "wifi" if "Wifi" in name else "bluetooth"
        device.shell(f"svc {radio} {'enable' if name.endswith('On') else 'disable'}")


@pytest.mark.parametrize("task", ALL)
def test_solved_earns_one_and_the_start_what_the_metadata_say(
    device: Any, task: type[Task]
) -> None:
    params = task().sample(None)  # type: ignore[arg-type]
    task().check(params)
    for _ in range(2):
        task().setup(device, params)
        assert task().success(device, params, None) == float(task.satisfied_at_reset)
        assert task.satisfied_at_reset == task.__name__.endswith("Verify")
        solve(device, task)
        assert task().success(device, params, None) == 1.0
        assert task().progress(device, params) == 1.0


@pytest.mark.parametrize("task", ALL)
def test_near_misses_earn_less(device: Any, task: type[Task]) -> None:
    params = task().sample(None)  # type: ignore[arg-type]
    misses = task().near_misses(params)
    assert len(misses) >= 2
    for what, attempt in misses.items():
        if isinstance(attempt, Disputed):
            continue  # the harm is for the judge to see
        task().setup(device, params)
        answer = attempt(device)
        assert task().success(device, params, answer) < 1.0, what
        assert 0.0 <= task().progress(device, params) < 1.0, what


@pytest.mark.parametrize(
    ("setting", "on", "off"),
    [("0", 0.0, 1.0), ("1", 1.0, 0.0), ("2", 1.0, 0.0), ("3", 0.0, 1.0), (None, 0.0, 0.0)],
)
def test_wifi_off_by_airplane_mode_is_off(
    device: Any, setting: str | None, on: float, off: float
) -> None:
    if setting is not None:
        device.put_setting("global", "wifi_on", setting)
    assert SystemWifiTurnOn().success(device, {}, None) == on
    assert SystemWifiTurnOff().success(device, {}, None) == off


@pytest.mark.parametrize(
    ("setting", "adapter", "on", "off"),
    [
        ("0", "TURNING_OFF", 0.0, 1.0),
        ("1", "ON", 1.0, 0.0),
        ("2", "OFF", 0.0, 1.0),
        ("2", "ON", 1.0, 0.0),
        ("2", "TURNING_ON", 0.0, 1.0),
        (None, "OFF", 0.0, 0.0),
    ],
)
def test_bluetooth_in_airplane_mode_is_what_the_adapter_says(
    device: Any, setting: str | None, adapter: str, on: float, off: float
) -> None:
    if setting is not None:
        device.put_setting("global", "bluetooth_on", setting)
    device.bluetooth_adapter = adapter
    assert SystemBluetoothTurnOn().success(device, {}, None) == on
    assert SystemBluetoothTurnOff().success(device, {}, None) == off


def test_a_radio_that_does_not_follow_is_said(device: Any) -> None:
    device.put_setting("global", "wifi_on", "1")
    device.obeys = False
    with pytest.raises(TaskError, match="svc wifi disable"):
        SystemWifiTurnOn().setup(device, {})


@pytest.mark.parametrize(
    ("value", "towards_max"),
    [
        ("1", 0.0),
        ("128", 0.5),
        ("254", 253 / 254),
        ("255", 1.0),
        ("x", 0.0),
        ("", 0.0),
        ("999", 0.0),
    ],
)
def test_brightness_progress(device: Any, value: str, towards_max: float) -> None:
    device.put_setting("system", "screen_brightness", value)
    assert SystemBrightnessMax().progress(device, {}) == pytest.approx(towards_max)
    if value == "999":  # farther from either end than the ends are from each other
        assert SystemBrightnessMin().progress(device, {}) == 0.0
    elif value.isdecimal():
        assert SystemBrightnessMin().progress(device, {}) == pytest.approx(1 - towards_max)


def test_half_of_the_composite_is_half_the_way_and_no_success(device: Any) -> None:
    task = TurnOffWifiAndTurnOnBluetooth()
    params = task.sample(None)  # type: ignore[arg-type]
    task.setup(device, params)
    device.shell("svc wifi disable")
    assert task.success(device, params, None) == 0.0
    assert task.progress(device, params) == 0.5


def test_metadata_are_android_worlds() -> None:
    found = {task.name: (str(task().goal(task().sample(None))), task.tags) for task in ALL}  # type: ignore[arg-type]
    verify, reading = ("verification",), ("screen_reading",)
    assert found == {
        "SystemBluetoothTurnOff": ("Turn bluetooth off.", ()),
        "SystemBluetoothTurnOffVerify": ("Turn bluetooth off.", verify),
        "SystemBluetoothTurnOn": ("Turn bluetooth on.", reading),
        "SystemBluetoothTurnOnVerify": ("Turn bluetooth on.", verify),
        "SystemBrightnessMax": ("Turn brightness to the max value.", ()),
        "SystemBrightnessMaxVerify": ("Turn brightness to the max value.", verify),
        "SystemBrightnessMin": ("Turn brightness to the min value.", ()),
        "SystemBrightnessMinVerify": ("Turn brightness to the min value.", verify),
        "SystemWifiTurnOff": ("Turn wifi off.", reading),
        "SystemWifiTurnOffVerify": ("Turn wifi off.", verify),
        "SystemWifiTurnOn": ("Turn wifi on.", reading),
        "SystemWifiTurnOnVerify": ("Turn wifi on.", verify),
        "TurnOffWifiAndTurnOnBluetooth": ("Turn off WiFi, then enable bluetooth", ()),
    }
    for task in ALL:
        composite = task is TurnOffWifiAndTurnOnBluetooth
        assert task().budget == (20 if composite else 10)
        assert task.difficulty == ("medium" if composite else "easy")
        assert task.apps == ("Settings",)


def test_which_settings_may_differ() -> None:
    for task in ALL:
        wifi, bluetooth = (Setting("global", f"{radio}_on") for radio in ("wifi", "bluetooth"))
        wanted = {
            "Wifi": [wifi],
            "Bluetooth": [bluetooth],
            "Brightness": [Setting("system", "screen_brightness")],
            "TurnOffWifiAndTurnOnBluetooth": [wifi, bluetooth],
        }
        kind = next(kind for kind in reversed(wanted) if kind in task.name)
        assert task().touches(task().sample(None)) == wanted[kind]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("task", "taken"),
    [
        (SystemWifiTurnOn, {"1", "2"}),  # 2 is on in airplane mode
        (SystemWifiTurnOff, {"0"}),
        (SystemBluetoothTurnOn, {"1"}),
        (SystemBluetoothTurnOff, {"0"}),
    ],
)
def test_the_original_reads_the_setting_of_a_radio(
    device: Any, task: type[Task], taken: set[str]
) -> None:
    radio = "wifi" if "Wifi" in task.__name__ else "bluetooth"
    for value in ("0", "1", "2", "3"):
        device.put_setting("global", f"{radio}_on", value)
        assert task().original_success(device, {}, None) == float(value in taken), value
