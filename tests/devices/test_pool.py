"""Devices that environments share."""

from __future__ import annotations

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
from android_gym.devices import make_device
from android_gym.devices.emulator import EmulatorDevice
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
