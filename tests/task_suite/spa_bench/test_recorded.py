"""Records as tasks: which apps they need, and what is told where these are missing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from android_gym.devices.simulated import SimulatedDevice
from android_gym.errors import OptionError, TaskError
from android_gym.task_suite.spa_bench import load, records
from android_gym.task_suite.spa_bench.recorded import packages_of, record_tasks

_SETTINGS = "com.android.settings"


@pytest.fixture(scope="module")
def device() -> Iterator[SimulatedDevice]:
    device = SimulatedDevice()
    yield device
    device.close()


def test_every_record_of_one_app_names_its_package():
    single = [record for record in records() if not record.is_cross_app]
    assert len(single) == 300
    assert all(packages_of(record) == {record.app: record.package} for record in single)


def test_apps_of_several_are_found_by_their_names_in_other_records():
    record = load("cross-app-ENG/Information_Management_1_ENG")
    assert packages_of(record) == {
        "Chrome": "com.android.chrome",
        "Calendar": "com.google.android.calendar",
    }
    with pytest.raises(OptionError, match="'Amazon/Temu', whose package no record names"):
        record_tasks(["cross-app-ENG/Web_Shopping_1_ENG"])


def test_missing_apps_are_named_all_of_them(device: SimulatedDevice):
    quora, shop = record_tasks(["ENG/quora_0", "cross-app-ENG/Information_Management_1_ENG"])
    with pytest.raises(TaskError, match=r"quora_0 needs .*: quora \(com\.quora\.android\)\. Inst"):
        quora().setup(device, {})
    shop().setup(device, {})
    device.shell("pm uninstall --user 0 com.android.chrome")
    device.shell("pm uninstall --user 0 com.google.android.calendar")
    try:
        with pytest.raises(TaskError, match=r"Chrome \(com.*\), Calendar \(com"):
            shop().setup(device, {})
    finally:
        device.restore()


def test_a_record_has_its_goal_and_budget_and_is_solved_by_no_state(device: SimulatedDevice):
    (task,) = (cls() for cls in record_tasks(["ENG/chrome_0"]))
    record = load("ENG/chrome_0")
    assert (task.name, str(task.goal({})), task.budget) == (
        "ENG-chrome-0",
        record.goal,
        record.budget,
    )
    task.setup(device, {})
    assert device.get_setting("system", "system_locales") is None
    assert task.success(device, {}, None) == 0.0


def test_a_chinese_record_puts_the_phone_into_chinese(device: SimulatedDevice):
    device.restore()
    uid = next(r.uid for r in records() if r.language == "CHN" and r.package == _SETTINGS)
    (task,) = (cls() for cls in record_tasks([uid]))
    task.setup(device, {})
    assert device.get_setting("system", "system_locales") == "zh-CN,en-US"
