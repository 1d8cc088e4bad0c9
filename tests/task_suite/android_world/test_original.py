"""AndroidWorld's own verdicts, where they differ from ours, at their thresholds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from android_gym.devices import make_device
from android_gym.devices.device import Device
from android_gym.task_suite.android_world.sms import messages as sms
from android_gym.task_suite.suite import tasks
from android_gym.task_suite.task import Params, Task

SUITE = tasks("AndroidWorld")


@pytest.fixture(scope="module")
def phone() -> Iterator[Device]:
    device = make_device()
    yield device
    device.close()


def begin(name: str, phone: Device) -> tuple[Task, Params]:
    task = SUITE[name]()
    params = task.sample(np.random.default_rng(5))
    phone.reset()
    task.setup(phone, params)
    return task, params


def verdicts(task: Task, phone: Device, params: Params) -> tuple[float, float]:
    """Ours and theirs."""
    return task.success(phone, params, None), task.original_success(phone, params, None)


@pytest.mark.parametrize(
    ("age_s", "in_front", "theirs"), [(0, True, 1), (0, False, 0), (299, True, 1), (301, True, 0)]
)
def test_messages_are_new_and_the_app_is_in_front(
    phone: Device, age_s: int, in_front: bool, theirs: float
) -> None:
    task, params = begin("SimpleSmsSend", phone)
    sms.put_message(phone, "sent", params["number"], params["message"])
    if in_front:
        phone.launch(sms.PACKAGE)
    phone.execute(sms.DATABASE, "UPDATE sms SET date = date - ?", [(age_s * 1000,)])
    assert verdicts(task, phone, params) == (1.0, theirs)


@pytest.mark.parametrize(("sign", "theirs"), [("-", 1.0), (" ", 1.0), ("(", 0.0), (".", 0.0)])
def test_what_may_stand_between_digits(phone: Device, sign: str, theirs: float) -> None:
    task, params = begin("SimpleSmsSend", phone)
    number = params["number"]
    sms.put_message(phone, "sent", number[:5] + sign + number[5:], params["message"])
    phone.launch(sms.PACKAGE)
    assert verdicts(task, phone, params) == (1.0, theirs)


@pytest.mark.parametrize(
    ("name", "setting", "value", "expected"),
    [
        ("SystemWifiTurnOff", "wifi_on", 3, (1.0, 0.0)),
        ("SystemWifiTurnOff", "wifi_on", 0, (1.0, 1.0)),
        ("SystemWifiTurnOff", "wifi_on", 2, (0.0, 0.0)),
        ("SystemWifiTurnOn", "wifi_on", 2, (1.0, 1.0)),
        ("SystemWifiTurnOn", "wifi_on", 1, (1.0, 1.0)),
        ("SystemWifiTurnOn", "wifi_on", 3, (0.0, 0.0)),
        ("SystemBluetoothTurnOn", "bluetooth_on", 1, (1.0, 1.0)),
        ("SystemBluetoothTurnOff", "bluetooth_on", 0, (1.0, 1.0)),
        ("SystemBluetoothTurnOff", "bluetooth_on", 1, (0.0, 0.0)),
    ],
)
def test_radios(
    phone: Device, name: str, setting: str, value: int, expected: tuple[float, float]
) -> None:
    task, params = begin(name, phone)
    phone.put_setting("global", setting, value)
    assert verdicts(task, phone, params) == expected


def test_expenses_from_markor_are_logged_without_the_mark(phone: Device) -> None:
    from android_gym.task_suite.android_world.expense.rows import insert

    task: Any
    for mark, expected in (("", (1.0, 1.0)), (". Reimbursable.", (1.0, 0.0))):
        task, params = begin("ExpenseAddMultipleFromMarkor", phone)
        wanted = [
            {**task.as_added(phone, row), "note": row["note"] + mark} for row in params["expenses"]
        ]
        insert(phone, wanted, len(params["noise"]) + 1)
        assert verdicts(task, phone, params) == expected


def test_a_draft_of_an_edited_contact(phone: Device) -> None:
    task, params = begin("ContactsNewContactDraft", phone)
    task.near_misses(params)["saved, and its form opened again"](phone)
    assert verdicts(task, phone, params) == (0.0, 1.0)
