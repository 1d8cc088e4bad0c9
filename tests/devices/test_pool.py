"""Devices that environments share."""

from __future__ import annotations

import copy
import os
import shutil
import signal
import subprocess
import sys
import time

import gymnasium as gym
import psutil
import pytest

import android_gym  # noqa: F401  (registers the ids)
import android_gym.devices.pool as pool
from android_gym.devices import leases as leases_module
from android_gym.devices import make_device
from android_gym.devices.emulator import EmulatorDevice
from android_gym.devices.leases import take
from android_gym.devices.pool import leases
from android_gym.errors import DeviceError, OptionError
from android_gym.testing.serving import ServedPhone, free_console_port

pytestmark = pytest.mark.skipif(shutil.which("adb") is None, reason="needs adb")

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"
SMALL = {"observation_size": (108, 240)}


@pytest.fixture(scope="module")
def phones():
    with ServedPhone(["--virtual-time"]) as one, ServedPhone(["--virtual-time"]) as two:
        yield one, two


def options(phones, **more):
    return {"kind": "pool", "devices": [p.name for p in phones], "command_timeout_s": 3, **more}


def test_each_device_has_one_user(phones):
    names = [phone.name for phone in phones]
    first, second = make_device(options(phones)), make_device(options(phones))
    assert {first.serial, second.serial} == set(names)
    assert leases(names) == dict.fromkeys(names, os.getpid())
    with pytest.raises(DeviceError, match=rf"All devices.*{os.getpid()}.*give wait_s"):
        make_device(options(phones))
    second.close()
    assert leases(names)[second.serial] is None
    third = make_device(options(phones, wait_s=5))
    assert third.shell("echo hi") == "hi\n"
    for device in (first, third):
        device.close()
        device.close()
    assert leases(names) == dict.fromkeys(names)


def test_a_device_of_a_dead_process_is_free(phones):
    names = [phone.name for phone in phones]
    code = (
        "import sys, time; from android_gym.devices.leases import take\n"
        "lease = take(sys.argv[1]); print('leased', flush=True); time.sleep(100)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, names[0]], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "leased\n"
    assert leases(names) == {names[0]: process.pid, names[1]: None}
    process.kill()
    process.wait()
    process.stdout.close()
    assert leases(names) == dict.fromkeys(names)


def test_a_device_named_alone_has_one_user(phones):
    """An environment, also one of a pool; whatever runs the device, tools may look at it."""
    phone, other = phones
    device = {"kind": "emulator", "name": phone.name, "command_timeout_s": 3}
    in_use = rf"{phone.name} is in use by another environment or command, of this process. Close"
    env = gym.make(WIFI, device=device, **SMALL)
    assert leases([phone.name]) == {phone.name: os.getpid()}
    with pytest.raises(DeviceError, match=in_use):
        gym.make(WIFI, device=phone.name)
    with pytest.raises(DeviceError, match=in_use):  # the same device by its port
        make_device({"kind": "emulator", "adb_port": phone.console_port + 1, "grpc_port": 9})
    with pytest.raises(DeviceError, match="All devices of the pool are in use"):
        make_device(options((phone,)))
    make_device({**device, "reset": "none"}).close()
    pooled = make_device(options(phones))
    assert pooled.serial == other.name
    with pytest.raises(DeviceError, match=f"{other.name} is in use"):
        make_device(other.name)
    pooled.close()
    with pytest.raises(TypeError, match=f"{phone.name} has connections.*Make another"):
        copy.deepcopy(env)
    env.reset(seed=0)
    env.unwrapped.device.recover()  # keeps what it has
    with pytest.raises(DeviceError, match=in_use):
        make_device(device)
    env.close()
    assert leases([phone.name, other.name]) == {phone.name: None, other.name: None}
    make_device(device).close()


def test_a_device_that_cannot_be_started_is_free_again():
    name = f"emulator-{free_console_port()}"
    for _ in range(2):
        with pytest.raises(DeviceError, match="Nothing listens"):
            make_device(name)
        assert leases([name]) == {name: None}


def test_a_device_in_use_by_another_process(phones, tmp_path, monkeypatch):
    """The error names the process, whatever its TMPDIR is; its end frees the device."""
    name = phones[0].name
    code = (
        "import sys, time; from android_gym.devices import make_device\n"
        "device = make_device(sys.argv[1]); print('leased', flush=True); time.sleep(100)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, name],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert process.stdout.readline() == "leased\n"
    with pytest.raises(DeviceError, match=f"of the process {process.pid}"):
        make_device(name)
    process.kill()
    process.wait()
    process.stdout.close()
    make_device(name).close()


def test_forked_processes_keep_no_lease():
    """Neither one that is closed meanwhile, nor that of a parent that died."""
    names = [f"emulator-{free_console_port()}", "emulator-of-the-dead"]
    code = (
        "import os, sys; from android_gym.devices.leases import holder, take\n"
        "closed, kept = map(take, sys.argv[1:])\n"
        "receiver, sender = os.pipe()\n"
        "if os.fork():\n"
        "    closed.close(); print(holder(sys.argv[1]), flush=True)\n"
        "    print(os.read(receiver, 1), flush=True); os._exit(0)\n"
        "os.write(sender, b'x'); sys.stdin.read(1)"
    )
    command = [sys.executable, "-c", code, *names]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "None\n"
        assert process.stdout.readline() == "b'x'\n"  # the child runs
        process.wait()
        assert leases(names) == dict.fromkeys(names)


def test_a_folder_of_somebody_else_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(leases_module, "_SHARED", tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / f"android_gym-{os.getuid()}").symlink_to(elsewhere)
    with pytest.raises(DeviceError, match="is not a folder of this user's"):
        take("emulator-5554")


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_vector_environments(phones, mode):
    envs = gym.make_vec(WIFI, num_envs=2, vectorization_mode=mode, device=options(phones), **SMALL)
    try:
        envs.reset(seed=0)
        envs.step(envs.action_space.sample())
        assert None not in leases([phone.name for phone in phones]).values()
    finally:
        envs.close()
    deadline = time.monotonic() + 60
    while any(leases([phone.name for phone in phones]).values()):
        assert time.monotonic() < deadline


def test_a_dead_device_is_replaced_by_another():
    with ServedPhone(["--virtual-time"]) as one, ServedPhone(["--virtual-time"]) as two:
        env = gym.make(WIFI, device=options((one, two)), **SMALL)
        env.reset(seed=0)
        assert env.unwrapped.device.serial == one.name
        one.process.kill()
        *_, truncated, info = env.step(env.action_space.sample())
        assert truncated
        assert info["device_error"]
        env.reset(seed=0)
        assert env.unwrapped.device.serial == two.name
        *_, truncated, info = env.step(env.action_space.sample())
        assert not truncated
        env.close()


def test_a_dead_device_is_started_anew():
    console = free_console_port()
    command = [sys.executable, "-m", "android_gym.cli", "phone", "serve", "--virtual-time"]
    command += ["--console", "{console_port}", "--grpc", "{grpc_port}"]
    name = f"emulator-{console}"
    env = gym.make(
        WIFI,
        device={"kind": "pool", "devices": [name], "restart": command, "command_timeout_s": 3},
        **SMALL,
    )
    env.reset(seed=0)
    process = env.unwrapped.device._process
    process.kill()
    assert env.step(env.action_space.sample())[3]
    env.reset(seed=0)
    again = env.unwrapped.device._process
    assert again.pid != process.pid
    env.close()
    assert again.poll() is not None
    assert not psutil.pid_exists(again.pid) or again.returncode is not None


def test_a_frozen_device_is_known_by_its_heartbeat(monkeypatch):
    monkeypatch.setattr(pool, "_ANSWER_S", 0.3)
    with ServedPhone(["--virtual-time"]) as phone:
        device = make_device(options((phone,), heartbeat_s=0.1))
        assert device.shell("echo hi") == "hi\n"
        phone.process.send_signal(signal.SIGSTOP)
        deadline = time.monotonic() + 60
        while not device._dead:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        with monkeypatch.context() as nothing_is_asked:
            nothing_is_asked.setattr(EmulatorDevice, "call", lambda *_: pytest.fail("asked"))
            with pytest.raises(DeviceError, match="has not answered its heartbeat"):
                device.shell("echo hi")
        phone.process.send_signal(signal.SIGCONT)
        device.recover()
        assert device.shell("echo hi") == "hi\n"
        device.close()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"wait": 3}, "'wait'. Did you mean 'wait_s'"),
        ({"adb_prt": 3}, "'adb_prt'. Did you mean 'adb_port'"),
        ({"devices": [{"grpc_prt": 3}]}, "'grpc_prt'. Did you mean 'grpc_port'"),
        ({"devices": [3]}, "A device of a pool must be a dict"),
        ({"devices": 3}, "list of emulators"),
        ({"devices": ["phone-5554"]}, "emulator-<console port>, got 'phone-5554'"),
        ({"console_port": "5554"}, "console_port must be a whole number"),
    ],
)
def test_wrong_options_are_named_before_a_device_is_taken(options, words):
    name = f"emulator-{free_console_port()}"
    with pytest.raises(OptionError, match=words):
        make_device({"kind": "pool", "devices": [name], **options})
    assert leases([name]) == {name: None}


def test_bad_options(phones):
    with pytest.raises(OptionError, match="list of emulators"):
        make_device({"kind": "pool", "devices": []})
    with pytest.raises(OptionError, match="list of emulators"):
        make_device({"kind": "pool", "devices": "emulator-5554"})
    with pytest.raises(DeviceError, match="No device of the pool can be used: Nothing listens"):
        make_device({"kind": "pool", "devices": [f"emulator-{free_console_port()}"]})
    with pytest.raises(DeviceError, match="can't be run"):
        make_device(
            {
                "kind": "pool",
                "devices": [f"emulator-{free_console_port()}"],
                "restart": ["/nowhere/x"],
            }
        )
    with pytest.raises(DeviceError, match="ended with 1"):
        make_device(
            {"kind": "pool", "devices": [f"emulator-{free_console_port()}"], "restart": ["false"]}
        )
