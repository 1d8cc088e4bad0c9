"""What is read of a phone, and what is left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import android_gym
from android_gym.devices import make_device
from android_gym.devices.device import Device
from android_gym.devices.user_data import FOLDER, SETTINGS, STORAGE, TABLES, read_user_data

from .test_device import ScriptedDevice


@pytest.fixture
def device() -> Iterator[Device]:
    device = make_device()
    device.reset()
    yield device
    device.close()


HELLO = "b1946ac92492d2347c6235b4d2611184"  # `echo hello | md5sum`


def test_files_by_content(device: Device) -> None:
    device.shell(
        f"cd {STORAGE}; echo hello > 'a  b'; echo hello > Music/.c; mkdir D; : > $'D/e\\\\f'"
    )
    files = read_user_data(device).files
    assert files[f"{STORAGE}/a  b"] == files[f"{STORAGE}/Music/.c"] == HELLO
    assert files[f"{STORAGE}/D"] == FOLDER
    assert files[f"{STORAGE}/D/e\\f"] == "d41d8cd98f00b204e9800998ecf8427e"
    assert STORAGE not in files


@pytest.mark.parametrize(
    "path",
    [
        "Android/data/a.b/cache/x",
        "Android/obb/a.b/x",
        "Pictures/.thumbnails/1.jpg",
        ".thumbnails/1.jpg",
        "Movies/.pending-1-VID.mp4",
        "DCIM/.trashed-1-IMG.jpg",
        "Music/.nomedia",
        "LOST.DIR/1",
    ],
)
def test_volatile_files_are_left_out(device: Device, path: str) -> None:
    before = read_user_data(device)
    device.push(f"{STORAGE}/{path}", "x")
    folders = {FOLDER}
    after = read_user_data(device)
    assert {after.files[new] for new in after.files.keys() - before.files.keys()} <= folders
    assert f"{STORAGE}/{path}" not in after.files


@pytest.mark.parametrize(
    "path",
    [
        ".hidden",
        "Androids/x",
        "Android/x",
        "Android/media/a.b/x",
        "Pictures/thumbnails/1",
        "x.pending-1",
    ],
)
def test_what_only_looks_like_it_is_read(device: Device, path: str) -> None:
    device.push(f"{STORAGE}/{path}", "x")
    assert f"{STORAGE}/{path}" in read_user_data(device).files


def test_every_table_is_there_once_its_app_has_run(device: Device) -> None:
    device.shell("content query --uri content://com.android.blockednumber/blocked")
    device.shell("am start -W -n com.google.android.deskclock/com.android.deskclock.DeskClock")
    rows = read_user_data(device).rows
    assert list(rows) == list(TABLES)
    assert None not in rows.values()


def test_rows_without_ids_times_and_flags(device: Device) -> None:
    sms = "content insert --uri content://sms"
    for box, number, text in (
        ("inbox", "+1 (555) 010-2030", "in"),
        ("sent", "+1555", "out"),
        ("sent", "+1555", "out"),
        ("draft", "+1555", "draft"),
        ("outbox", "+1556", "under way"),
    ):
        device.shell(
            f"{sms}/{box} --bind address:s:'{number}' --bind body:s:'{text}' --bind date:l:5"
        )
    calls = "content insert --uri content://call_log/calls --bind date:l:5 --bind duration:i:0"
    device.shell(f"{calls} --bind number:s:'555-1' --bind type:i:2")
    device.shell(f"{calls} --bind number:s:'555-2' --bind type:i:3")
    rows = read_user_data(device).rows
    assert rows["received messages"] == Counter({("+15550102030", "in"): 1})
    assert rows["sent messages"] == Counter({("+1555", "out"): 2, ("+1556", "under way"): 1})
    assert rows["outgoing calls"] == Counter({("5551",): 1})
    assert rows["incoming calls"] == Counter({("5552", 3): 1})


def test_a_contact_is_one_row(device: Device) -> None:
    from android_gym.task_suite.android_world.sms.tasks import add_contact

    add_contact(device, "Ann Bell", "+1555")
    add_contact(device, "Cy Dole", "+1556")
    contacts = read_user_data(device).rows["contacts"]
    assert contacts is not None
    assert sorted(row[0] for row in contacts) == ["Ann Bell", "Cy Dole"]
    device.shell("content delete --uri content://com.android.contacts/raw_contacts --where _id=1")
    left = read_user_data(device).rows["contacts"]
    assert left is not None
    assert [row[0] for row in left] == ["Cy Dole"]


def test_settings_of_a_person_only(device: Device) -> None:
    device.put_setting("global", "boot_count", 9)
    device.put_setting("global", "zen_mode", 1)
    settings = read_user_data(device).settings
    assert settings["global zen_mode"] == "1"
    assert "global boot_count" not in settings


def test_all_that_the_settings_app_writes_is_read() -> None:
    """What is for developers, or says nothing without another setting, is left out."""
    written = set()
    folder = Path(android_gym.__file__).parent / "simulator" / "apps" / "settings"
    for file in folder.rglob("*.py"):  # values are named by table and key there
        source = file.read_text(encoding="utf-8")
        written |= set(re.findall(r'"(global|secure|system)/([\w.]+)"', source))
    assert len(written) > 70
    assert written - {(n, key) for n, keys in SETTINGS.items() for key in keys} == {
        ("global", "debug_view_attributes"),
        ("global", "multi_cb"),
        ("global", "package_verifier_user_consent"),
        ("global", "private_dns_specifier"),
        ("global", "wait_for_debugger"),
        ("system", "pointer_location"),  # AndroidWorld's environment shows and hides it
    }


def test_apps_that_are_there_and_enabled(device: Device) -> None:
    assert "net.gsantner.markor" in read_user_data(device).apps
    device.shell("pm disable-user net.gsantner.markor")
    assert "net.gsantner.markor" not in read_user_data(device).apps


def test_permissions_of_run_time(device: Device) -> None:
    camera = "com.android.camera2 android.permission.CAMERA"
    granted = read_user_data(device).permissions
    assert camera in granted
    assert not any(name.endswith("android.permission.INTERNET") for name in granted)
    device.shell("pm revoke com.android.camera2 android.permission.CAMERA")
    assert granted - read_user_data(device).permissions == {camera}


def test_reading_changes_nothing(device: Device) -> None:
    device.shell("am start -W -n net.gsantner.markor/.activity.MainActivity; sleep 1")
    first, elements = read_user_data(device), device.ui_elements()
    assert read_user_data(device) == first
    assert device.ui_elements() == elements


def test_remembering_goes_back_and_forth(device: Device) -> None:
    device.push(f"{STORAGE}/a", "1")
    recall = device.remember(lambda phone: phone.read_text(f"{STORAGE}/a"))
    device.push(f"{STORAGE}/a", "2")
    device.shell("am start -W -n com.android.settings/.Settings; sleep 1")
    elements, frame, now = device.ui_elements(), device.screenshot((108, 240)), device.now()
    assert recall() == "1"
    assert device.read_text(f"{STORAGE}/a") == "2"
    assert device.ui_elements() == elements
    assert (device.screenshot((108, 240)) == frame).all()
    assert device.now() == now
    device.push(f"{STORAGE}/a", "3")
    assert recall() == "1"


def test_a_failing_recollection_leaves_the_present(device: Device) -> None:
    recall = device.remember(lambda phone: phone.read_text("/nowhere"))
    device.push(f"{STORAGE}/a", "2")
    with pytest.raises(Exception, match="nowhere"):
        recall()
    assert device.read_text(f"{STORAGE}/a") == "2"


def test_other_devices_read_at_once() -> None:
    device = ScriptedDevice()
    device.android_env.answers = {"date +%s": ("1", 0)}
    recall = device.remember(lambda phone: phone.shell("date +%s"))
    device.android_env.answers = {"date +%s": ("2", 0)}
    assert recall() == recall() == "1"
    assert len(device.android_env.commands) == 1
