"""Rules of SPA-Bench's tasks of preferences and of a changed contact, at their thresholds."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from android_gym.devices.simulated import SimulatedDevice
from android_gym.task_suite.spa_bench.clock.tasks import (
    AddLondon,
    AddMelbourneAndHands,
    HomeInHongKong,
)
from android_gym.task_suite.spa_bench.contacts.tasks import ChangeContact, _Change
from android_gym.task_suite.spa_bench.preferences import read_texts, write_texts

PREFERENCES = (
    "/data/user_de/0/com.google.android.deskclock/shared_prefs/"
    "com.google.android.deskclock_preferences.xml"
)
HANDS = {"clock_style": "analog", "screensaver_clock_style": "analog"}


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
    ("task", "kept", "score"),
    [
        (AddLondon, {"cities": "London"}, 1.0),
        (AddLondon, {"cities": "London", **dict.fromkeys(HANDS, "digital")}, 1.0),
        (AddLondon, {"cities": "London", "timer_ringtone": "Argon"}, 1.0),
        (AddLondon, {"cities": "London|Paris"}, 0.0),
        (AddLondon, {"cities": "Paris"}, 0.0),
        (AddLondon, {"cities": "London", "home_time_zone": "Europe/London"}, 0.0),
        (HomeInHongKong, {"home_time_zone": "Asia/Hong_Kong"}, 1.0),
        (HomeInHongKong, {"home_time_zone": "Asia/Macau"}, 0.0),
        (HomeInHongKong, {"home_time_zone": "Asia/Hong_Kong", "clock_style": "analog"}, 0.0),
        (AddMelbourneAndHands, {"cities": "Melbourne", **HANDS}, 1.0),
        (AddMelbourneAndHands, {"cities": "Melbourne", "clock_style": "analog"}, 0.0),
        (AddMelbourneAndHands, {"cities": "Melbourne|London", **HANDS}, 0.0),
        (AddMelbourneAndHands, HANDS, 0.0),
    ],
)
def test_preferences_of_clock(device, task, kept, score):
    task().setup(device, {})
    assert task().success(device, {}, None) == task().progress(device, {}) == 0.0
    write_texts(device, PREFERENCES, kept)
    assert task().success(device, {}, None) == score
    assert task().progress(device, {}) >= score


def test_a_part_is_progress(device):
    write_texts(device, PREFERENCES, HANDS)
    assert AddMelbourneAndHands().progress(device, {}) == pytest.approx(2 / 3)


@pytest.mark.parametrize("text", ["", "<map>", "<map><string>x</string><int name='a' value='1'/>"])
def test_a_file_that_is_cut_off_has_no_texts(device, text):
    device.push(PREFERENCES, text)
    assert read_texts(device, PREFERENCES) == {}
    assert AddLondon().success(device, {}, None) == 0.0


def test_texts_are_read_as_they_were_written(device):
    texts = {"a": "x & <y>", "b'\"": "", "c": "中文"}
    write_texts(device, PREFERENCES, texts)
    assert read_texts(device, PREFERENCES) == texts


def test_a_contact_that_is_changed(device):
    task = ChangeContact()
    params = task.sample(np.random.default_rng(1))
    task.setup(device, params)
    assert task.success(device, params, None) == 0.0
    (first, *_) = sorted(task._contacts(device))
    base = device.snapshot()
    for change, score in (
        (_Change(), 1.0),
        (_Change(last="three"), 1.0),
        (_Change(last="Threes"), 0.0),
        (_Change(number_type="1"), 0.0),
        (_Change(company="Huawei2"), 0.0),
        (_Change(mail_type="3"), 0.0),
    ):
        device.restore(base)
        change.make(device, first)
        assert task.success(device, params, None) == score
        assert 0.3 < task.progress(device, params) <= 1.0
    device.restore(base)
    _Change().make(device, first)
    device.shell(
        "content update --uri content://com.android.contacts/data --bind data2:s:Max "
        f"--where \"raw_contact_id={first} AND mimetype='vnd.android.cursor.item/name'\""
    )
    assert task.success(device, params, None) == 0.0  # its first name was not to be changed


CONTACTS = "/data/data/com.android.providers.contacts/databases/contacts2.db"
NAME, COMPANY = (
    f"mimetype_id = (SELECT _id FROM mimetypes WHERE mimetype = 'vnd.android.cursor.item/{kind}')"
    for kind in ("name", "organization")
)


@pytest.mark.parametrize(
    "more",
    [
        "raw_contacts SET starred = 1 WHERE _id = ?",
        "contacts SET send_to_voicemail = 1 WHERE name_raw_contact_id = ?",
        "contacts SET custom_ringtone = 'content://a' WHERE name_raw_contact_id = ?",
        *(f"data SET data{n} = 'x' WHERE {NAME} AND raw_contact_id = ?" for n in (4, 6, 7, 8, 9)),
        *(f"data SET data{n} = 'x' WHERE {COMPANY} AND raw_contact_id = ?" for n in (4, 5)),
    ],
)
def test_a_changed_contact_has_nothing_that_nobody_asked_for(device, more):
    task = ChangeContact()
    params = task.sample(np.random.default_rng(0))
    task.setup(device, params)
    first = min(task._contacts(device))
    _Change().make(device, first)
    assert task.success(device, params, None) == 1.0
    device.execute(CONTACTS, f"UPDATE {more}", [(first,)])
    assert task.success(device, params, None) == 0.0


def test_a_file_of_preferences_reads_no_file_of_the_host(device):
    entity = '<!DOCTYPE map [<!ENTITY own SYSTEM "file:///etc/passwd">]>'
    device.push(PREFERENCES, f'{entity}<map><string name="a">&own;</string></map>')
    assert read_texts(device, PREFERENCES) == {"a": ""}
