"""An emulator behind an unmodified AndroidEnv: the built-in phone in another process."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import threading
import time

import gymnasium as gym
import numpy as np
import psutil
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.actions import Decoded
from android_gym.devices import leases, make_device, upstream
from android_gym.devices.adb_server import AdbServer, adb_version, find_adb, is_listening
from android_gym.devices.doctor import examine_device
from android_gym.devices.emulator import EmulatorDevice
from android_gym.devices.simulated import SimulatedDevice
from android_gym.errors import DeviceError, OptionError
from android_gym.events import Key, Launch, Pinch, Tap, Text, Wait
from android_gym.testing.demonstrations import play
from android_gym.testing.serving import ServedPhone, free_console_port

pytestmark = pytest.mark.skipif(shutil.which("adb") is None, reason="needs adb")

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"
EXPENSE = "AndroidWorld/ExpenseAddSingle-v0"
ROWS = (
    "/data/data/com.arduia.expense/databases/accounting.db",
    "SELECT name, amount, category, note FROM expense ORDER BY expense_id",
)


@pytest.fixture(scope="module")
def device():
    """A device that is open for long, so its phone is its own."""
    with ServedPhone(["--virtual-time"]) as phone:
        device = make_device(phone.name)
        yield device
        device.close()


@pytest.fixture(autouse=True)
def _begin(request):
    if "device" in request.fixturenames:
        request.getfixturevalue("device").restore()


@pytest.mark.parametrize("turned", [False, True])
def test_a_pinch_zooms_over_the_wire(device, turned):
    camera = "com.android.camera2/com.android.camera.CameraLauncher"
    device.shell("settings put system accelerometer_rotation 0")
    device.shell(f"settings put system user_rotation {int(turned)}")
    device.shell(f"am start -n {camera}")
    width, height = device.size
    assert (width > height) == turned
    before = device.screenshot((108, 240))
    device.perform([Pinch(width // 2, height // 2, 460, 920, 30 if turned else 0)])
    assert np.abs(device.screenshot((108, 240)).astype(int) - before).mean() > 3
    device.perform([Pinch(width // 2, height // 2, 920, 450)])
    device.perform([Pinch(width // 2, height // 2, 920, 450)])
    np.testing.assert_array_equal(device.screenshot((108, 240)), before)


def make(name_or_options, **options):
    return gym.make(
        EXPENSE,
        device=name_or_options,
        termination="declared",
        observation_size=(108, 240),
        **options,
    )


def texts(device):
    return {element.text for element in device.ui_elements() if element.text}


# --- the same as in process ----------------------------------------------------------------------


def test_episode_is_that_of_the_phone_in_process(served_phone):
    with_both = []
    for chosen in (served_phone.name, "simulator"):
        env = make(chosen)
        _, info = env.reset(seed=5)
        episode = play(env, 5)
        rows = env.unwrapped.device.query(*ROWS)
        with_both.append((info["params"], info["goal"], episode.reward, len(episode.actions), rows))
        env.close()
    assert with_both[0] == with_both[1]
    assert with_both[0][2] == 1.0


def test_looks_like_the_phone_in_process(device):
    inside = SimulatedDevice()
    for phone in (device, inside):
        phone.perform([Launch("Settings")])
    assert np.array_equal(device.screenshot((270, 600)), inside.screenshot((270, 600)))
    assert np.array_equal(device.screenshot(), inside.screenshot())
    assert list(device.ui_elements()) == list(inside.ui_elements())
    inside.close()


def test_screenshot_of_another_shape(device):
    frame = device.screenshot((200, 100))
    assert frame.shape == (100, 200, 3)
    assert not frame.flags.writeable


def test_a_turned_screen_comes_upright(device):
    inside = SimulatedDevice()
    for phone in (device, inside):
        phone.perform([Launch("Settings")])
        phone.shell("settings put system accelerometer_rotation 0")
        phone.shell("settings put system user_rotation 1")
    assert device.size == inside.size == (2400, 1080)
    assert np.array_equal(device.screenshot((600, 270)), inside.screenshot((600, 270)))
    inside.close()


# --- what a task may ask -------------------------------------------------------------------------


def test_commands_and_files(device):
    assert device.shell("echo hello; whoami") == "hello\nroot\n"
    assert device.run("exit 3") == ("", 3)
    data = os.urandom(300_000)
    device.push("/sdcard/Download/some file", data)
    assert device.pull("/sdcard/Download/some file") == data
    device.push_all({f"/sdcard/Download/{name}": data for name in ("one", "two")})
    assert device.pull("/sdcard/Download/two") == data


def test_clipboard_and_unicode(device):
    device.set_clipboard("Grüße 你好")
    assert device.get_clipboard() == "Grüße 你好"
    device.perform([Launch("Pro Expense")])
    field = next((e for e in device.ui_elements() if e.is_editable), None)
    if field is not None:
        x, y = field.bbox_pixels.center
        device.perform([Tap(int(x), int(y)), Text("naïve")])
        assert "naïve" in texts(device)


def test_restore_is_hermetic(device):
    before = device.screenshot((108, 240))
    clock = device.now()
    device.perform([Launch("Settings"), Key("HOME")])
    device.shell("rm -rf /sdcard/*; settings put global x y; svc wifi disable")
    device.restore()
    assert device.get_setting("global", "x") is None
    assert device.exists("/sdcard/Download")
    assert abs((device.now() - clock).total_seconds()) < 5
    assert np.array_equal(device.screenshot((108, 240)), before)


def test_snapshots_by_handle(device):
    device.put_setting("global", "x", "1")
    handle = device.snapshot()
    device.put_setting("global", "x", "2")
    device.restore(handle)
    assert device.get_setting("global", "x") == "1"
    with pytest.raises(DeviceError, match="no snapshot 'nothing'.*android_gym"):
        device.restore("nothing")


def test_trees_come_from_uiautomator_in_airplane_mode(device):
    """No network, no forwarder: as on a real phone."""
    device.perform([Launch("Settings")])
    device.shell("cmd connectivity airplane-mode enable")
    assert device.forest() is None
    assert "Network & internet" in texts(device)
    device.shell("cmd connectivity airplane-mode disable")
    assert device.forest() is not None


def test_touch_lasts_as_long_as_it_says(device):
    device.step_ms = 2000
    before = device.now()
    device.touch(0, 0.5, 0.45)
    device.touch(1, 0.5, 0.45)
    assert (device.now() - before).total_seconds() == 4


def test_touch_mode_in_real_time(real_time_phone):
    env = gym.make(WIFI, device=real_time_phone.name, action_mode="touch", step_ms=20)
    env.reset(seed=0)
    start = time.monotonic()
    for _ in range(10):
        env.step(env.action_space.sample())
    assert time.monotonic() - start >= 0.2
    env.close()


@pytest.mark.slow
def test_without_snapshots_the_state_comes_back_by_copies():
    with ServedPhone(["--virtual-time", "--no-snapshots"]) as phone:
        with pytest.raises(DeviceError, match=r"no snapshots.*UNIMPLEMENTED.*reset='copy'"):
            EmulatorDevice(phone.name, reset="snapshot")
        env = make({"kind": "emulator", "name": phone.name})
        device = env.unwrapped.device
        episodes = [play(env, 3) for _ in range(2)]
        rows = device.query(*ROWS)
        assert [episode.reward for episode in episodes] == [1.0, 1.0]
        device.shell("echo x > /sdcard/Download/left; settings put global left 1")
        device.shell("svc wifi disable; settings put system screen_brightness 3")
        device.restore()
        assert not device.exists("/sdcard/Download/left")
        assert device.get_setting("global", "left") is None
        assert device.get_setting("global", "wifi_on") == "1"
        assert device.get_setting("system", "screen_brightness") != "3"
        assert device.query(*ROWS) != rows
        assert "NexusLauncher" in device.foreground_activity()
        env.close()


def test_a_snapshot_to_begin_from(served_phone):
    device = make_device(served_phone.name)
    device.put_setting("global", "prepared", "1")
    name = device.snapshot()
    device.close()
    other = make_device({"kind": "emulator", "name": served_phone.name, "snapshot": name})
    other.put_setting("global", "prepared", "2")
    other.reset()
    assert other.get_setting("global", "prepared") == "1"
    other.close()


# --- launching -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_launched_phone_ends_with_its_device():
    emulator = os.path.join(os.path.dirname(sys.executable), "android-gym-emulator")
    before = set(psutil.Process().children())
    device = make_device(
        {"kind": "emulator", "avd_name": "Some", "emulator_path": emulator, "reset": "snapshot"}
    )
    children = set(psutil.Process().children()) - before
    assert device.shell("getprop ro.boot.qemu.avd_name").strip() == "Some"
    device.reset()
    device.recover()
    assert device.shell("echo again") == "again\n"
    device.close()
    device.close()
    assert not [c for c in children if c.is_running() and c.status() != psutil.STATUS_ZOMBIE]
    with pytest.raises(DeviceError, match="closed"):
        device.shell("echo")


# --- faults --------------------------------------------------------------------------------------


def open_ports(process):
    return [c.laddr.port for c in process.net_connections("inet") if c.status == "LISTEN"]


def step(env):
    return env.step(env.action_space.sample())


@pytest.mark.slow
@pytest.mark.parametrize("when", ["between steps", "within a step"])
def test_killed_phone_ends_the_episode_and_a_new_one_is_taken(when):
    with ServedPhone() as phone:
        env = make({"kind": "emulator", "name": phone.name, "command_timeout_s": 10})
        env.reset(seed=0)
        wait = env.unwrapped.action_mode.encode(Decoded(events=(Wait(5000),)), (1080, 2400))
        if when == "between steps":
            phone.process.kill()
        else:
            threading.Timer(0.5, phone.process.kill).start()  # the step takes a second at least
        *_, terminated, truncated, info = env.step(wait)
        assert (terminated, truncated) == (False, True)
        assert phone.name in info["device_error"]
        phone.process.wait()
        again = ServedPhone(console_port=phone.console_port)
        threading.Timer(1.0, again.start).start()
        _, info = env.reset(seed=0)
        assert "device_error" not in info
        *_, truncated, info = step(env)
        assert not truncated, info
        env.close()
        again.stop()


@pytest.mark.slow
def test_killed_phone_in_the_middle_of_a_reset():
    with ServedPhone(["--virtual-time"]) as phone:
        env = make({"kind": "emulator", "name": phone.name, "command_timeout_s": 3})
        env.reset(seed=0)
        again = ServedPhone(["--virtual-time"], console_port=phone.console_port)
        load = env.unwrapped.device._load_snapshot

        def kill_first(name):
            phone.process.kill()
            phone.process.wait()
            env.unwrapped.device._load_snapshot = load
            again.start()
            load(name)

        env.unwrapped.device._load_snapshot = kill_first
        env.reset(seed=0)
        assert play(env, 0).reward == 1.0
        env.close()
        again.stop()


@pytest.mark.parametrize("adb_shell", ["socket", pytest.param("process", marks=pytest.mark.slow)])
def test_killed_adb_server_is_survived(served_phone, adb_shell):
    env = make({"kind": "emulator", "name": served_phone.name, "adb_shell": adb_shell})
    env.reset(seed=1)
    device = env.unwrapped.device
    device._server.ask("host:kill")
    *_, truncated, info = step(env)
    assert not truncated, info
    assert play(env, 1).reward == 1.0
    env.close()


def test_a_command_that_may_have_run_is_not_run_again(real_time_phone):
    """It fails, for nobody knows how far it came; the next command works."""
    device = EmulatorDevice(real_time_phone.name, reset="none")
    path = "/data/local/tmp/runs"
    device.remove(path)
    killer = AdbServer(device._server.adb_path, device._server.port)

    def kill_when_it_runs():
        other = EmulatorDevice(real_time_phone.name, reset="none")
        while not other.exists(path):
            pass
        other.close()
        killer.ask("host:kill")

    thread = threading.Thread(target=kill_when_it_runs)
    thread.start()
    with pytest.raises(DeviceError, match=r"ended while it ran.*is not known.*Reset"):
        device.shell(f"echo ran >> {path}; sleep 20")
    thread.join()
    assert device.read_text(path) == "ran\n"
    device.close()


def test_an_adb_server_for_each_user_of_a_device(served_phone):
    """A tool that looks at a device while an environment has it disturbs nothing."""
    one, other = (EmulatorDevice(served_phone.name, reset="none") for _ in range(2))
    assert one._server.port != other._server.port
    other.close()
    assert is_listening(one._server.port)
    assert not is_listening(other._server.port)
    one.close()


def test_a_port_that_is_taken_meanwhile_is_left_to_who_has_it(monkeypatch):
    taken = []

    def start(server):
        if not taken:  # between its being chosen and its being used
            taken.append(server.port)
            raise DeviceError("protocol fault")

    monkeypatch.setattr(leases, "take", lambda name: None)
    monkeypatch.setattr(AdbServer, "start", start)
    monkeypatch.setattr(AdbServer, "_is_anothers", lambda server: server.port in taken)
    assert AdbServer.for_console("adb", 5554).port not in taken
    taken.clear()
    monkeypatch.setattr(AdbServer, "_is_anothers", lambda server: False)
    with pytest.raises(DeviceError, match="protocol fault"):
        AdbServer.for_console("adb", 5554)


@pytest.mark.slow
def test_frozen_phone_is_given_up(monkeypatch):
    monkeypatch.setattr(upstream, "GRPC_S", 1.0)
    monkeypatch.setattr(upstream, "_CONNECT_S", 1.0)
    with ServedPhone(["--virtual-time"]) as phone:
        env = gym.make(
            WIFI,
            action_mode="touch",
            device={"kind": "emulator", "name": phone.name, "command_timeout_s": 2},
        )
        env.reset(seed=0)
        phone.process.send_signal(signal.SIGSTOP)
        *_, truncated, info = step(env)
        assert truncated
        assert "device_error" in info
        phone.process.send_signal(signal.SIGCONT)
        _, info = env.reset(seed=0)
        assert "device_error" not in info
        env.close()


@pytest.mark.slow
def test_vector_environment_goes_on_with_the_healthy_rest():
    with ServedPhone(["--virtual-time"]) as one, ServedPhone(["--virtual-time"]) as two:
        devices = [{"kind": "emulator", "name": p.name, "command_timeout_s": 2} for p in (one, two)]
        envs = gym.vector.SyncVectorEnv([lambda d=d: make(d) for d in devices])
        envs.reset(seed=0)
        one.process.kill()
        *_, truncated, infos = envs.step(envs.action_space.sample())
        assert list(truncated) == [True, False]
        assert infos["device_error"][0]
        again = ServedPhone(["--virtual-time"], console_port=one.console_port)
        again.start()
        *_, truncated, infos = envs.step(envs.action_space.sample())
        assert not truncated.any()
        envs.close()
        again.stop()


@pytest.mark.slow
def test_nothing_is_left_behind():
    me = psutil.Process()
    with ServedPhone(["--virtual-time"]) as phone:
        make_device(phone.name).close()
        children = len(me.children(recursive=True))
        ports = open_ports(me)
        left = []
        for _ in range(3):
            threads = set(threading.enumerate())
            device = make_device(phone.name)
            device.reset()
            device.reset()
            device.close()
            assert not is_listening(device._server.port)
            left.append(set(threading.enumerate()) - threads)
        # Each of the three leaves the same behind; pools of others grow now and then.
        deadline = time.monotonic() + 60
        while all(any(thread.is_alive() for thread in round) for round in left):
            assert time.monotonic() < deadline, left
            time.sleep(0.1)
        assert len(me.children(recursive=True)) == children
        assert open_ports(me) == ports


# --- bad input -----------------------------------------------------------------------------------


def test_no_such_device():
    console = free_console_port()
    message = f"Nothing listens on 127.0.0.1:{console + 1}: emulator-{console}"
    with pytest.raises(DeviceError, match=message):
        make_device(f"emulator-{console}")
    with pytest.raises(OptionError, match="emulator-<console port>, got 'emulator-x'"):
        make_device("emulator-x")


def test_no_grpc(served_phone):
    with pytest.raises(DeviceError, match="no gRPC on 127.0.0.1:9.*-grpc 9"):
        EmulatorDevice(served_phone.name, grpc_port=9)


def test_options_that_contradict_each_other():
    with pytest.raises(OptionError, match="leave out the name and ports"):
        EmulatorDevice("emulator-5554", avd_name="Some")
    with pytest.raises(OptionError, match="need avd_name"):
        EmulatorDevice("emulator-5554", emulator_path="/bin/true")
    with pytest.raises(
        OptionError, match="reset must be one of auto, snapshot, copy, none, got 'x'"
    ):
        EmulatorDevice("emulator-5554", reset="x")
    with pytest.raises(OptionError, match="snapshot must be a string, got 5"):
        EmulatorDevice("emulator-5554", snapshot=5)
    with pytest.raises(OptionError, match="name must be a string, got 5554"):
        EmulatorDevice(5554)
    with pytest.raises(OptionError, match="grpc_port must be a whole number from 1 to 65535"):
        EmulatorDevice("emulator-5554", grpc_port=70_000)
    with pytest.raises(OptionError, match="command_timeout_s must be a number"):
        EmulatorDevice("emulator-5554", command_timeout_s="30")
    with pytest.raises(OptionError, match="console at 5554, not at 5556"):
        EmulatorDevice("emulator-5554", console_port=5556)


def script(path, text):
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_adb_that_is_missing_or_too_old(tmp_path, monkeypatch):
    with pytest.raises(DeviceError, match="There is no adb at '/nowhere/adb'"):
        find_adb("/nowhere/adb")
    old = script(tmp_path / "adb", "echo Android Debug Bridge version 1.0.31")
    with pytest.raises(DeviceError, match=r"version 1\.0\.31; at least 1\.0\.39"):
        adb_version(old)
    with pytest.raises(DeviceError, match="is not adb"):
        adb_version(script(tmp_path / "other", "echo hello"))
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(DeviceError, match="apt-get install adb"):
        find_adb()


def test_adb_server_port_that_another_program_has():
    for _ in range(20):
        console = free_console_port()
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", 20_000 + console)):
            server = AdbServer.for_console(find_adb(), console)
            assert server.port != 20_000 + console
            server.stop()
            return
    pytest.fail("no port was free")


def test_no_forwarder(served_phone, tmp_path):
    apk = tmp_path / "missing.apk"
    device = EmulatorDevice(served_phone.name, accessibility="uiautomator")
    device.shell(f"pm uninstall {'com.google.androidenv.accessibilityforwarder'}")
    name = device.snapshot()
    device.close()
    options = {"name": served_phone.name, "snapshot": name}
    with pytest.raises(DeviceError, match="no accessibility forwarder.*forwarder_apk"):
        EmulatorDevice(**options, accessibility="forwarder")
    with pytest.raises(DeviceError, match="There is no APK"):
        EmulatorDevice(**options, forwarder_apk=str(apk))
    device = EmulatorDevice(**options)
    assert device.forest() is None
    assert device.ui_elements()
    device.close()


def test_subprocess_is_never_told_of_other_servers(served_phone, monkeypatch):
    """ANDROID_ADB_SERVER_PORT of the user's is neither used nor lost."""
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", "6037")
    device = make_device(served_phone.name)
    assert os.environ["ANDROID_ADB_SERVER_PORT"] == "6037"
    assert subprocess.run(["true"]).returncode == 0
    device.close()


def test_a_device_is_taken_up_where_it_began(served_phone):
    """After any user, and however it was left."""
    first = make_device(served_phone.name)
    before = first.screenshot((108, 240))
    first.shell("settings put global left 1; am start -a android.settings.SETTINGS")
    first.close()
    second = make_device(served_phone.name)
    assert second.get_setting("global", "left") is None
    assert np.array_equal(second.screenshot((108, 240)), before)
    second.close()


def test_root_is_asked_for(served_phone):
    device = make_device(served_phone.name)
    device._server.run("-s", served_phone.name, "unroot")
    device.close()
    device = make_device(served_phone.name)
    assert device.shell("whoami") == "root\n"
    device.close()


def test_an_emulator_without_root():
    with ServedPhone(["--virtual-time", "--no-root"]) as phone:
        message = (
            rf"{phone.name} can't run as root: 'adbd cannot run as root in production builds'.*"
        )
        with pytest.raises(DeviceError, match=message + "Google APIs, not with Google Play"):
            make_device(phone.name)
        found = {finding.what: finding for finding in examine_device(phone.name)}
        assert (found["root"].state, found["root"].found) == ("missing", "user build")
        assert "not with Google Play" in found["root"].remedy


@pytest.mark.parametrize("size", [0, 40_000, 40_001, 49_000, 60_000, 70_000, 300_000])
def test_files_of_any_size_go_over_the_wire(device, size):
    content = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    path = f"/sdcard/Download/{'a folder ' * 20}/it's {size}"
    device.push(path, content)
    assert device.pull(path) == content


@pytest.mark.parametrize("count", [100, 14_000, 20_000, 70_000])
def test_statements_of_any_length_go_over_the_wire(device, count):
    device.launch("pro expense")
    text = "'" * count  # a quote takes two characters in SQL, and ten in a command
    device.execute(ROWS[0], "INSERT INTO expense (name, amount, category, note, created_date, "
                   "modified_date) VALUES ('x', 1, 1, ?, 0, 0)", [(text,)])  # fmt: skip
    found = device.query(ROWS[0], "SELECT length(note) FROM expense WHERE name = 'x'")
    assert found == [(count,)]
