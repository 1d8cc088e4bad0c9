"""Errors, and what they tell of their causes."""

from __future__ import annotations

import pytest

from android_gym.devices import make_device
from android_gym.devices.device import Device
from android_gym.errors import DeviceCommandError


@pytest.fixture
def device() -> Device:
    return make_device()


@pytest.mark.parametrize(
    ("database", "sql", "lacks"),
    [
        ("/data/none/x.db", "SELECT 1 FROM x", True),
        ("/data/local/tmp/text", "SELECT 1 FROM x", True),
        ("/data/data/com.android.providers.contacts/databases/calllog.db", "SELECT * FROM x", True),
        ("/data/data/com.android.providers.contacts/databases/calllog.db", "SELECT (", False),
    ],
)
def test_rows_that_are_not_there(device: Device, database: str, sql: str, lacks: bool) -> None:
    device.shell("for i in 1 2 3 4 5 6 7 8 9; do echo 'not a database, but text'; done "
                 "> /data/local/tmp/text")  # fmt: skip
    with pytest.raises(DeviceCommandError) as raised:
        device.query(database, sql)
    assert raised.value.lacks_rows is lacks
