"""Tools that prepare, examine and compare devices."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from android_gym.cli import app
from android_gym.devices import compare, make_device
from android_gym.devices.compare import (
    Recording,
    differences,
    load,
    record,
    report,
    save,
)
from android_gym.devices.doctor import examine, examine_device
from android_gym.devices.known import COMMANDS, SCREENS
from android_gym.devices.provision import provision
from android_gym.errors import DeviceError, OptionError
from android_gym.simulator.apps.settings.pages import PAGES
from android_gym.simulator.phone import Phone
from android_gym.simulator.shell.command import commands
from android_gym.testing.serving import ServedPhone

pytestmark = pytest.mark.skipif(shutil.which("adb") is None, reason="needs adb")


@pytest.fixture
def device(served_phone):
    device = make_device({"kind": "emulator", "name": served_phone.name})
    yield device
    device.restore()
    device.close()


def run(*args, code=0):
    result = CliRunner().invoke(app, [str(arg) for arg in args])
    assert result.exit_code == code, result.output
    return result.output


# --- doctor --------------------------------------------------------------------------------------


def test_doctor_of_this_computer(monkeypatch, tmp_path):
    found = {finding.what: finding for finding in examine()}
    assert found["adb"].state == "ok"
    assert all(finding.state in ("ok", "missing", "advice") for finding in found.values())
    assert all(finding.remedy for finding in found.values() if finding.state != "ok")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    found = {finding.what: finding for finding in examine()}
    assert found["adb"].state == "missing"
    assert "apt-get install adb" in found["adb"].remedy
    assert found["virtual devices"].found == "none"


def test_doctor_of_a_device(served_phone):
    found = {finding.what: finding for finding in examine_device(served_phone.name)}
    assert found["gRPC"].state == "ok"
    assert (found["API level"].found, found["root"].state) == ("33", "ok")
    assert found["screen"].found == "1080x2400"
    assert found["accessibility forwarder"].state == "ok"
    assert re.fullmatch(r"\d+ of \d+", found["apps"].found)
    assert "ok       API level: 33" in run("device", "doctor", served_phone.name)
    (missing,) = examine_device("emulator-9998")
    assert missing.state == "missing"
    assert "does not run" in run("device", "doctor", "emulator-9998", code=1)
    with pytest.raises(OptionError):
        list(examine_device("phone"))


# --- setup ---------------------------------------------------------------------------------------


def test_setup_prepares_apps_and_takes_a_snapshot(device, served_phone):
    told = []
    device.shell("pm clear com.arduia.expense")
    problems = provision(device, None, "prepared", told.append, click_s=1.0)
    assert "set up com.arduia.expense" in told
    assert not [line for line in problems if line.startswith("com.arduia.expense")], problems
    assert "org.videolan.vlc is not installed." in problems or "set up org.videolan.vlc" in told
    assert device.get_setting("global", "auto_time") == "0"
    device.put_setting("global", "auto_time", "1")
    device.restore("prepared")
    assert device.get_setting("global", "auto_time") == "0"
    assert device.exists("/data/data/com.arduia.expense/databases/accounting.db")
    device.launch("Pro Expense")
    assert not any(element.text == "NEXT" for element in device.ui_elements())


def test_setup_installs_what_is_in_a_folder(device, tmp_path):
    with pytest.raises(DeviceError, match="There are no APKs in"):
        provision(device, tmp_path, "prepared")
    (tmp_path / "bad.apk").write_bytes(b"not an apk")
    problems = provision(device, tmp_path, "prepared", click_s=0.0)
    assert any(line.startswith("bad.apk was not installed") for line in problems)


def test_setup_command(served_phone):
    output = run("device", "setup", served_phone.name, "--snapshot", "mine", "--click-s", "0.5")
    assert "save the snapshot mine" in output
    assert '"snapshot": "mine"' in output
    assert "Nothing listens" in run("device", "setup", "emulator-9998", code=2)


@pytest.mark.parametrize("command", ["setup", "compare"])
def test_a_device_in_use_is_left_alone(device, command):
    """Setting it up would clear its apps' data, and comparing it would open its screens."""
    device.launch("Settings")
    before = device.ui_elements()
    output = run("device", command, device.serial, code=2)
    assert f"{device.serial} is in use by another environment or command" in output
    assert device.ui_elements() == before


# --- compare -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_compare_finds_what_was_planted_and_nothing_else(tmp_path):
    with ServedPhone(["--virtual-time"]) as one, ServedPhone(["--virtual-time"]) as two:
        devices = [
            make_device({"kind": "emulator", "name": phone.name, "reset": "none"})
            for phone in (one, two)
        ]
        devices[1].shell(
            "settings put system screen_brightness 7; mkdir /sdcard/Planted\n"
            "settings put global planted 1"
        )
        first, second = (record(device) for device in devices)
        for device in devices:
            device.close()
    found = dict(differences(first, second))
    assert "+Planted" in found["$ ls -1 /sdcard"]
    assert "+planted" in found["$ settings list global | cut -d= -f1"]
    brightness = next(lines for title, lines in found.items() if "screen_brightness" in title)
    assert "+7" in brightness
    assert "+TextView text='27%' id='android:id/summary' " in "\n".join(
        found["screen: settings: DISPLAY"]
    )
    assert len(found) == 6, found.keys()  # also /sdcard's links, and quick settings' slider
    text, count = report(first, second)
    assert count == len(found)
    assert "```diff" in text
    assert f"{len(COMMANDS) + len(first['screens']) - count} of" in text
    path = tmp_path / "one.json"
    save(first, path)
    assert load(path) == first


@pytest.mark.parametrize("text", ["[" * 100_000, "[]", "null", '{"commands": 1}', "{"])
def test_what_is_no_recording(text, tmp_path):
    path = tmp_path / "a.json"
    path.write_text(text)
    for wrong in (path, tmp_path, Path("/dev/zero"), tmp_path / "none"):
        with pytest.raises(OptionError, match="is not a recording of a device"):
            load(wrong)


def test_compare_asks_for_every_command_and_settings_screen():
    Phone().shell("true")  # finds the commands
    words = set(re.findall(r"(?<![\w./-])[\w.:\[-]+(?![\w-])", " ".join(COMMANDS)))
    assert sorted(set(commands()) - words) == []
    opened = set(re.findall(r"-a (\S+)", " ".join(SCREENS.values())))
    pages = [page for page in PAGES if page.activity and page.actions + page.package_actions]
    assert len(pages) > 50
    unseen = [p.activity for p in pages if not opened & {*p.actions, *p.package_actions}]
    # Nothing opens the settings of a channel without its name.
    assert unseen == ["ChannelNotificationSettingsActivity"]


def test_times_do_not_count_in_a_comparison():
    one, other = (
        Recording(
            device="x", commands={}, screens={"home": [f"TextView text='{time}' [9,4][{x},9]"]}
        )
        for time, x in (("3:34", 50), ("15:34", 60))
    )
    assert list(differences(one, other)) == []


def test_compare_command(tmp_path):
    recordings = []
    for number, answer in enumerate(("0\n", "1\n")):
        path = tmp_path / f"{number}.json"
        commands = {command: ["", 0] for command in COMMANDS} | {"wm size; wm density": [answer, 0]}
        screens = {"home": ["Button text='A'"], f"only {number}": []}
        path.write_text(
            json.dumps({"device": f"phone {number}", "commands": commands, "screens": screens})
        )
        recordings.append(path)
    out = tmp_path / "report.md"
    output = run("device", "compare", *recordings, "--out", out, code=1)
    assert output.startswith("3 commands and screens differ")
    text = out.read_text()
    assert "- `-` phone 0" in text
    assert "## `$ wm size; wm density`" in text
    assert "## `screen: only 1`" in text
    run("device", "compare", recordings[0], recordings[0], "--out", out)
    (tmp_path / "bad.json").write_text("{}")
    output = run("device", "compare", tmp_path / "bad.json", recordings[0], "--out", out, code=2)
    assert "is not a recording" in output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("none.json",), "none.json is not a recording"),
        (("simulator", "--out", "none/report.md"), "can't be written"),
        (("simulator", "--keep", "."), "can't be written"),
    ],
)
def test_wrong_files_are_told_before_a_device_is_recorded(arguments, told, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(compare, "record", lambda device, tell: pytest.fail("recorded"))
    assert told in run("device", "compare", "simulator", *arguments, code=2)


def test_images_of_served_phones(tmp_path):
    path = tmp_path / "image"
    with ServedPhone(["--virtual-time"]) as phone:
        device = make_device({"kind": "emulator", "name": phone.name, "reset": "none"})
        device.put_setting("global", "kept", "1")
        with pytest.raises(DeviceError, match="reset='none'"):
            device.restore()
        device.close()
        run("phone", "save", path, "--grpc", phone.grpc_port)
        assert "No phone with snapshots" in run("phone", "save", path, "--grpc", 9, code=2)
    with ServedPhone(["--virtual-time", "--image", str(path)]) as phone:
        device = make_device({"kind": "emulator", "name": phone.name})
        assert device.get_setting("global", "kept") == "1"
        device.close()
