"""Rules of SPA-Bench's Chinese tasks of Clock at their thresholds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from android_gym.devices.simulated import SimulatedDevice
from android_gym.task_suite.spa_bench.chinese_clock.tasks import (
    NamedMonday,
    NamedMondayWithSound,
    OnMonday,
)

CLOCK = "com.google.android.deskclock"
MEDIA = "content://media/internal/audio/media"
ALARMS = f"/data/user_de/0/{CLOCK}/databases/alarms.db"


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedDevice]:
    device = SimulatedDevice()
    yield device
    device.close()


@pytest.fixture
def device(phone: SimulatedDevice) -> SimulatedDevice:
    phone.restore()
    return phone


@pytest.mark.parametrize(
    ("days", "enabled", "label", "sound", "scores"),
    [
        (1, 1, "一个闹钟", "Argon", (0, 0, 1)),
        (1, 1, " 一个闹钟 ", "Helium", (0, 0, 1)),
        (1, 1, "一个闹钟", None, (0, 1, 0)),
        (1, 1, "一个闹钟", "", (0, 0, 0)),
        (1, 1, "一个闹钟", "Cesium", (0, 1, 0)),
        (1, 1, "一个闹钟", "content://settings/system/alarm_alert", (0, 1, 0)),
        (1, 1, "一个闹钟", f"{MEDIA}/29?title=Cesium&canonical=1", (0, 1, 0)),
        (1, 1, "一个闹钟", f"{MEDIA}/29?title=Cesium", (0, 1, 0)),
        (1, 1, "一个闹钟", f"{MEDIA}/31?title=Cesium%20II&canonical=1", (0, 0, 1)),
        (1, 1, "一个闹钟", f"{MEDIA}/30?title=Argon&canonical=1", (0, 0, 1)),
        (1, 1, "", None, (1, 0, 0)),
        (1, 1, "", "Cesium", (1, 0, 0)),
        (1, 1, "", "content://settings/system/alarm_alert", (1, 0, 0)),
        (1, 1, "闹钟", None, (0, 0, 0)),
        (1, 1, "闹钟", "Argon", (0, 0, 0)),
        (1, 0, "一个闹钟", "Argon", (0, 0, 0)),
        (3, 1, "一个闹钟", "Argon", (0, 0, 0)),
        (64, 1, "一个闹钟", "Argon", (0, 0, 0)),
        (0, 1, "一个闹钟", "Argon", (0, 0, 0)),
    ],
)
def test_alarms(device, days, enabled, label, sound, scores):
    sql = "INSERT INTO alarm_templates (hour, minutes, daysofweek, enabled, vibrate, label, "
    sql += "ringtone, delete_after_use) VALUES (7, 0, ?, ?, 1, ?, ?, 0)"
    device.execute(ALARMS, sql, [(days, enabled, label, sound)])
    tasks = (OnMonday(), NamedMonday(), NamedMondayWithSound())
    assert tuple(task.success(device, {}, None) for task in tasks) == scores
    device.execute(ALARMS, "UPDATE alarm_templates SET vibrate = 0")
    assert not any(task.success(device, {}, None) for task in tasks)


def test_no_database_is_no_alarm(device):
    device.shell(f"rm -f {ALARMS}*")
    assert OnMonday().success(device, {}, None) == 0.0


def test_the_phone_is_put_into_chinese(device):
    OnMonday().setup(device, {})
    assert device.shell("getprop persist.sys.locale").strip() == "zh-CN"
