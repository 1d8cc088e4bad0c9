"""The built-in phone as a device: what tasks ask of it, and how it lives and dies."""

import os
import pickle
import shlex
import subprocess
import threading
import time

import gymnasium as gym
import numpy as np
import pytest
from android_env.components import action_type
from android_env.proto import state_pb2

from android_gym.devices import make_device
from android_gym.devices.simulated import SimulatedDevice
from android_gym.errors import ActionError, DeviceCommandError, DeviceError, OptionError
from android_gym.events import Key, Launch, Pinch, Text, Touch, Wait

TOUCH, LIFT, REPEAT = action_type.ActionType.TOUCH, action_type.ActionType.LIFT, 2


def test_a_pinch_zooms(device):
    device.perform([Launch("com.android.camera2")])
    before = device.now()
    device.perform([Pinch(540, 1000, 460, 920, duration_ms=1000)])
    assert device.phone.system.activities.top.saved.zoom > 1.6
    assert (device.now() - before).total_seconds() >= 1


@pytest.mark.parametrize("size", [(1080, 2400), (720, 1600)])
def test_touches_keep_full_precision_also_after_a_relaunch(size, monkeypatch):
    device = SimulatedDevice(*size)
    touched = []
    for _ in range(2):
        device.reset()
        monkeypatch.setattr(device.phone, "touch", lambda *args: touched.append(args))
        device.screenshot((108, 240))
        device.perform([Touch(TOUCH, 0.999, 0.501)])
        device.android_env._coordinator._simulator_healthy = False  # the next reset relaunches
    expected = (int(np.float32(0.999) * size[0]), int(np.float32(0.501) * size[1]), True, 0)
    assert touched == [expected, expected]
    device.close()


def test_the_screen_is_what_a_person_would_see(device):
    assert device.get_setting("system", "show_touches") == "0"
    assert device.get_setting("system", "pointer_location") == "0"
    assert device.get_setting("global", "policy_control") == "null*"


def test_nothing_sleeps_and_no_process_is_started(monkeypatch):
    def never(*args, **kwargs):
        raise AssertionError("slept or started a process")

    monkeypatch.setattr(time, "sleep", never)
    monkeypatch.setattr(subprocess, "Popen", never)
    device = make_device()
    device.reset()
    device.perform([Touch(TOUCH, 0.5, 0.5), Touch(LIFT, 0.5, 0.5), Wait(60_000), Key("HOME")])
    device.push("/sdcard/a", b"x")
    with pytest.raises(DeviceError):
        device.adb("shell", "exit 3")
    device.close()


def test_androids_environment_variables_are_left_alone(monkeypatch):
    monkeypatch.setenv("ANDROID_HOME", "/opt/android")
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", "5038")
    make_device().close()
    assert os.environ["ANDROID_HOME"] == "/opt/android"
    assert os.environ["ANDROID_ADB_SERVER_PORT"] == "5038"


def test_a_whole_life_logs_no_warning(caplog):
    device = make_device()
    device.reset()
    device.perform([Touch(TOUCH, 0.5, 0.5), Touch(LIFT, 0.5, 0.5)])
    device.android_env.load_state(state_pb2.LoadStateRequest())
    device.recover()
    device.close()
    assert [record for record in caplog.records if record.levelno >= 30] == []


def test_closing_ends_the_thread_and_can_be_repeated():
    before = set(threading.enumerate())
    device = make_device()
    (own,) = set(threading.enumerate()) - before
    device.close()
    device.close()
    assert not own.is_alive()


@pytest.mark.parametrize("options", [{"width": 5}, {"density_dpi": 5000}])
def test_a_phone_that_cannot_be_made_says_why(options, caplog):
    with pytest.raises(OptionError, match=next(iter(options))):
        make_device({"kind": "simulator"} | options)
    assert caplog.records == []


def test_a_misspelt_option_is_told_the_right_one():
    with pytest.raises(OptionError, match="'widht'. Did you mean 'width'.* density_dpi, latency"):
        make_device({"widht": 720})


def test_the_console_does_what_only_a_network_could(device):
    device.console("gsm call 5551234")
    assert [call.number for call in device.phone.system.telephony.calls] == ["5551234"]
    with pytest.raises(DeviceCommandError, match="missing argument"):
        device.console("sms send 5551234")
    with pytest.raises(DeviceCommandError, match="unknown command"):
        device.console("fly")


def test_snapshots_go_to_other_devices(device):
    device.push("/sdcard/file", "content")
    handle = pickle.loads(pickle.dumps(device.snapshot()))
    other = make_device()
    other.restore(handle)
    assert other.read_text("/sdcard/file") == "content"
    other.restore()
    assert not other.exists("/sdcard/file")
    other.close()


def test_recovering_starts_a_new_phone(device):
    old = device.phone
    device.push("/sdcard/file", "content")
    device.recover()
    assert device.phone is not old and not device.exists("/sdcard/file")


def test_a_fault_inside_the_phone_ends_the_episode_and_says_so(monkeypatch, caplog):
    from android_gym.simulator.phone import Phone

    env = gym.make("AndroidWorld/SystemWifiTurnOff-v0", action_mode="json")
    env.reset(seed=1)
    tap = {"action_type": "click", "x": 540, "y": 1200}

    def fail(self, *args):
        raise KeyError("no such row")

    for method in ("shell", "copy_screenshot"):
        with monkeypatch.context() as patch:
            patch.setattr(Phone, method, fail)
            *_, terminated, truncated, info = env.step(tap)
        assert (terminated, truncated) == (False, True)
        assert "KeyError('no such row')" in info["device_error"]
        assert "report it" in info["device_error"] and "Traceback" in caplog.text
        env.reset(seed=1)
        assert "device_error" not in env.step(tap)[4]
    env.close()


def test_the_revision_moves_with_what_adb_can_read(device):
    before = device.revision()
    assert device.shell("settings get global wifi_on; cat /proc/version; ls /sdcard")
    device.ui_elements()
    assert device.revision() == before
    device.put_setting("global", "wifi_on", 0)
    assert device.revision() != before


# --- what a task asks ----------------------------------------------------------------------------


def test_time(device):
    start = device.now()
    assert start.isoformat() == "2023-10-15T15:34:00+00:00"
    device.set_time(start.replace(year=2024, month=2, day=29, hour=23, minute=59, second=58))
    assert device.now().isoformat() == "2024-02-29T23:59:58+00:00"
    device.perform([Wait(2500)])
    assert device.now().isoformat() == "2024-03-01T00:00:00+00:00"


def test_files(device):
    path = "/sdcard/Download/a b/it's"
    device.push(path, "é")
    assert device.pull(path) == "é".encode() and device.exists(path)
    device.mkdir("/sdcard/Download/a b/sub")
    device.push("/sdcard/Download/a b/.hidden", b"")
    assert device.listdir("/sdcard/Download/a b") == [".hidden", "it's", "sub"]
    device.remove("/sdcard/Download/a b", "/sdcard/Download/nothing")
    assert not device.exists(path)
    with pytest.raises(DeviceCommandError, match="No such file"):
        device.pull(path)
    with pytest.raises(DeviceCommandError, match="No such file"):
        device.read_text(path)


@pytest.mark.parametrize("size", [0, 1, 60_000, 60_001, 300_000])
def test_files_of_any_size_arrive(device, size):
    content = bytes(range(256)) * (size // 256 + 1)
    content = content[:size]
    before = device.now()
    device.push("/sdcard/Download/new/file", content, mode=0o640)
    assert device.pull("/sdcard/Download/new/file") == content
    device.push("/data/local/tmp/file", content, mode=0o640)
    modified = device.shell("stat -c '%a %Y' /data/local/tmp/file").split()
    assert modified[0] == "640" and int(modified[1]) >= before.timestamp()
    assert int(modified[1]) <= device.now().timestamp()


@pytest.mark.parametrize("size", [0, 3, 512, 20_000])
def test_several_files_arrive_at_once(device, size):
    """Each is what `push` alone makes of it, be they one command or several."""
    folder = "/sdcard/Download/new/it's"
    files = {f"{folder}/{name}": name.encode() * size for name in ("a", "é b", ".c", "x" * 150)}
    files["/data/local/tmp/text"] = "Grüße\n"
    device.shell("ln -s /data/local/tmp/aim /data/local/tmp/text; touch -d @5 /data/local/tmp/aim")
    before = device.now()
    device.push_all(files, mode=0o640)
    for path, content in files.items():
        assert device.pull(path) == (content if isinstance(content, bytes) else content.encode())
    attributes = device.shell("stat -c '%F %a %U' /data/local/tmp/text")
    assert attributes == "regular file 640 root\n"
    names = [f"{folder}/a", "/data/local/tmp/text"]
    modified = device.shell(f"stat -c %Y {shlex.join(names)}").split()
    assert all(before.timestamp() <= int(each) <= device.now().timestamp() for each in modified)
    assert not device.exists("/data/local/tmp/aim") or device.pull("/data/local/tmp/aim") == b""
    assert device.listdir("/data/local/tmp") == ["aim", "text"]
    with pytest.raises(DeviceCommandError, match="Read-only"):
        device.push_all({"/system/a": "", "/system/b": ""})


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("size", [2, 30_000])
def test_several_files_arrive_with_the_times_they_are_given(device, count, size):
    times = {f"/sdcard/Download/it's {number}": 1_600_000_000 + number for number in range(count)}
    device.push_all({path: b"x" * size for path in times}, 0o640, modified_s=times)
    for path, modified in times.items():
        assert device.shell(f"stat -c '%Y %s' {shlex.quote(path)}") == f"{modified} {size}\n"


def test_many_files_take_few_commands(device, monkeypatch):
    files = {f"/sdcard/Download/{number:04}.txt": str(number) for number in range(300)}
    sent = []
    call = device.call
    monkeypatch.setattr(device, "call", lambda request: sent.append(request) or call(request))
    device.push_all(files)
    assert 1 < len(sent) < 15
    assert device.shell("cat /sdcard/Download/*.txt") == "".join(files.values())
    device.push_all({})


DATABASE = "/data/local/tmp/test.db"
VALUES = [
    None, 0, -1, 2**63 - 1, -(2**63), 0.1, -1.5e300, 1e-308, 3.0, float("inf"), "", "it's", "a\nb",
    "NULL", "X'00'", "1,2", "東京 🎉", "\r\n\t", "'$HOME' \\ \"q\" `id`", b"", b"\0\xff'\n",
]  # fmt: skip


def test_databases_keep_every_value(device):
    device.execute(DATABASE, "CREATE TABLE t (id INTEGER PRIMARY KEY, v)")
    device.execute(DATABASE, "INSERT INTO t (v) VALUES (?)", [(value,) for value in VALUES])
    rows = device.query(DATABASE, "SELECT v, id FROM t ORDER BY id")
    assert rows == [(value, i + 1) for i, value in enumerate(VALUES)]
    assert [type(v) for v, _ in rows] == [type(v) for v in VALUES]
    assert device.query(DATABASE, "SELECT id FROM t WHERE v = ?", ("it's",)) == [(12,)]
    assert device.query(DATABASE, "SELECT id FROM t WHERE id > 1000") == []


def test_a_database_is_asked_again_once_it_has_changed(device, monkeypatch):
    device.execute(DATABASE, "CREATE TABLE t (v)")
    asked = []
    shell = device.shell
    monkeypatch.setattr(device, "shell", lambda *args: asked.append(args) or shell(*args))

    def count():
        return device.query(DATABASE, "SELECT count(*) FROM t")[0][0]

    assert count() == count() == 0 and len(asked) == 1
    device.query(DATABASE, "SELECT count(*) FROM t").clear()  # the caller's own
    device.phone.shell("settings put global airplane_mode_on 1; echo x > /sdcard/x")
    assert count() == 0 and len(asked) == 1
    start = device.snapshot()
    device.phone.shell(f"sqlite3 {DATABASE} 'INSERT INTO t VALUES (1)'")
    assert count() == 1 and len(asked) == 2
    device.phone.shell(f"cp {DATABASE} /sdcard/y; sqlite3 /sdcard/y 'INSERT INTO t VALUES (2)'")
    device.phone.shell(f"mv /sdcard/y {DATABASE}")
    assert count() == 2 and len(asked) == 3
    device.phone.shell(f"rm {DATABASE}")
    with pytest.raises(DeviceCommandError):
        count()
    device.restore(start)
    assert count() == 0


def test_databases_change_all_or_nothing(device):
    device.execute(DATABASE, "CREATE TABLE t (id INTEGER PRIMARY KEY)")
    with pytest.raises(DeviceCommandError, match="UNIQUE"):
        device.execute(DATABASE, "INSERT INTO t VALUES (?)", [(1,), (2,), (1,)])
    assert device.query(DATABASE, "SELECT * FROM t") == []


def test_many_rows_go_in_at_once(device):
    device.execute(DATABASE, "CREATE TABLE t (v TEXT)")
    device.execute(DATABASE, "INSERT INTO t VALUES (?)", [("x" * 200,)] * 1000)
    assert device.query(DATABASE, "SELECT count(*), sum(length(v)) FROM t") == [(1000, 200_000)]


@pytest.mark.parametrize("path, sql", [("/sdcard/none.db", "SELECT 1 FROM t"), (DATABASE, "SELEC")])
def test_queries_that_cannot_be_answered_raise(device, path, sql):
    with pytest.raises(DeviceCommandError):
        device.query(path, sql)
    assert not device.exists("/sdcard/none.db")


def test_commands_can_be_anything(device):
    assert device.run("echo hi # a comment") == ("hi\n", 0)
    assert device.run("exit 7") == ("", 7)
    assert device.run("echo a\necho b >&2; false") == ("a\nb\n", 1)
    assert device.run("printf 'no newline'") == ("no newline", 0)
    assert device.run("nope")[1] == 127
    with pytest.raises(DeviceError):
        device.run("if true; then")


def test_apps(device):
    device.perform([Launch("settings")])
    assert device.foreground_activity().startswith("com.android.settings/")
    device.force_stop("com.android.settings")
    assert not device.foreground_activity().startswith("com.android.settings/")
    with pytest.raises(ActionError):
        device.launch("org.example.gone")


def test_clipboard(device):
    device.set_clipboard("it's “copied” 東京\n2")
    assert device.get_clipboard() == "it's “copied” 東京\n2"


def test_text_of_any_kind_arrives(device):
    device.launch("com.android.settings")
    typed = []
    device.phone.type_text = typed.append
    device.perform([Text("Zoë 100%s, it's $5 & 東京")])
    assert "".join(typed) == "Zoë 100%s, it's $5 & 東京"


def test_screen(device):
    assert device.size == (1080, 2400)
    small, full = device.screenshot((108, 240)), device.screenshot()
    assert small.shape == (240, 108, 3) and full.shape == (2400, 1080, 3)
    assert device.screenshot((108, 240)) is small
    elements = device.ui_elements()
    assert elements and device.ui_elements() is elements
    assert device.forest().windows


def test_raw_touches_follow_another_size_of_the_screen():
    device = SimulatedDevice()
    device.reset()
    device.shell("wm size 720x1500")
    device.launch("Settings")
    element = next(e for e in device.ui_elements() if e.text == "Connected devices")
    x, y = element.bbox_pixels.center
    for touch in (0, 1):
        device.touch(touch, x / 720, y / 1500)
    device.shell("sleep 1")
    texts = [e.text for e in device.ui_elements()]
    assert "Pair new device" in texts and "Battery" not in texts
    device.close()


def test_a_latency_is_of_the_phone_and_of_the_episodes_seed():
    device = SimulatedDevice(latency={"open": [100, 200]})
    rng = np.random.default_rng(3)
    before = rng.bit_generator.state
    seeds = []
    for _ in range(2):
        device.reset()
        device.seed(rng)
        seeds.append(device.get_setting("global", "android_gym_latency_seed"))
    assert rng.bit_generator.state == before
    assert seeds[0] == seeds[1] != "0"
    device.recover()
    assert device.get_setting("global", "android_gym_latency") == '{"open": [100, 200]}'
    device.close()
    with pytest.raises(OptionError, match="'fast'"):
        SimulatedDevice(latency="fast")


def test_a_cutout_is_of_the_phone_and_stays_over_resets():
    device = SimulatedDevice(cutout="hole")
    try:
        device.shell("cmd overlay disable com.android.internal.display.cutout.emulation.hole")
        device.reset()
        lines = device.shell("cmd overlay list").splitlines()
        assert "[x] com.android.internal.display.cutout.emulation.hole" in lines
        assert device.twin["cutout"] == "hole"
    finally:
        device.close()
    with pytest.raises(OptionError, match="cutout must be one of .*none.*corner"):
        SimulatedDevice(cutout="round")


def test_a_twin_is_the_same_phone() -> None:
    options = {"profile": "pixel_5", "width": 720, "latency": "phone", "cutout": "hole"}
    first = SimulatedDevice(**options)
    twin = make_device(first.twin)
    assert twin.twin == first.twin
    assert twin.size == first.size == (720, 2340)
    asked = "getprop ro.build.version.sdk; wm density"
    assert twin.shell(asked) == first.shell(asked)
    assert twin.shell("getprop ro.build.version.sdk").strip() == "31"
    first.close()
    twin.close()
