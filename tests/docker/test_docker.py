"""The containers' files: linted, and their scripts run without Docker."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from android_gym.testing.serving import free_console_port

DOCKER = Path(__file__).parents[2] / "docker"
SCRIPTS = sorted(DOCKER.glob("*.sh"))
BIN = Path(sys.executable).parent


def tool(name):
    found = shutil.which(name, path=f"{BIN}:{os.environ['PATH']}")
    return found or pytest.skip(f"needs {name}")


def test_shell_scripts_are_linted():
    subprocess.run([tool("shellcheck"), "-x", *SCRIPTS], check=True, cwd=DOCKER.parent)
    assert all(os.access(script, os.X_OK) for script in SCRIPTS)


@pytest.mark.parametrize("name", ["phone", "emulator"])
def test_dockerfiles_are_linted(name):
    subprocess.run([tool("hadolint"), DOCKER / f"{name}.Dockerfile"], check=True)


@pytest.mark.parametrize("name", ["phone", "emulator"])
def test_dockerfiles_copy_what_there_is(name):
    text = (DOCKER / f"{name}.Dockerfile").read_text()
    copied = [word for line in text.splitlines() if line.startswith("COPY docker/")
              for word in line.split()[1:-1]]  # fmt: skip
    assert copied
    assert all((DOCKER.parent / path).is_file() for path in copied)
    assert "LICENSE" not in text or "ARG ACCEPT_ANDROID_SDK_LICENSE=no" in text


def test_compose_gives_each_its_own_ports():
    compose = yaml.safe_load((DOCKER / "compose.yaml").read_text())
    for profile in ("phones", "emulators"):
        services = {
            name: service
            for name, service in compose["services"].items()
            if profile in service["profiles"]
        }
        assert len(services) >= 2
        taken = set()
        for name, service in services.items():
            environment = service["environment"]
            console, grpc = environment["CONSOLE_PORT"], environment["GRPC_PORT"]
            assert name.endswith(f"-{console}")
            assert grpc == console + 3000
            wanted = [f"127.0.0.1:{port}:{port}" for port in (console, console + 1, grpc)]
            assert service["ports"] == wanted
            assert not taken & set(wanted)
            taken |= set(wanted)
            dockerfile = DOCKER.parent / service["build"]["dockerfile"]
            assert "HEALTHCHECK" in dockerfile.read_text()


def stub(folder, name, text='echo "$0 $*" | sed "s|.*/||"'):
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.fixture
def path(tmp_path):
    """A PATH with stubs before everything else."""
    for name in ("emulator", "android-gym", "socat"):
        stub(tmp_path, name)
    stub(tmp_path, "hostname", "echo 172.17.0.2 ::1")
    return f"{tmp_path}:{os.environ['PATH']}"


def script(name, path, *args, **environment):
    return subprocess.run(
        [DOCKER / name, *args],
        env={"PATH": path, "HOME": "/tmp", **environment},
        capture_output=True,
        text=True,
        timeout=20,
    )


def test_phone_entry_point(path):
    result = script(
        "phone-entrypoint.sh", path, "--count", "1", CONSOLE_PORT="5560", GRPC_PORT="8560",
        PHONE_OPTIONS="--virtual-time --size 720x1600",
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    lines = sorted(result.stdout.splitlines())
    assert lines[0] == (
        "android-gym phone serve --console 5560 --grpc 8560 --virtual-time --size 720x1600 "
        "--count 1"
    )
    assert lines[1:] == [
        f"socat TCP-LISTEN:{port},bind=172.17.0.2,fork,reuseaddr TCP:127.0.0.1:{port}"
        for port in (5560, 5561, 8560)
    ]


def test_emulator_entry_point(path):
    options = {"WITHOUT_KVM": "yes", "HAND_ON": "no"}
    result = script("emulator-entrypoint.sh", path, **options)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith(
        "emulator -avd AndroidWorldAvd -ports 5554,5555 -grpc 8554 -no-window -no-audio"
    )
    assert "-no-snapshot-load" in result.stdout
    result = script(
        "emulator-entrypoint.sh", path, SNAPSHOT="android_gym", EMULATOR_OPTIONS="-memory 4096",
        **options,
    )  # fmt: skip
    assert "-snapshot android_gym" in result.stdout
    assert "-memory 4096" in result.stdout
    assert "-no-snapshot-load" not in result.stdout


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"CONSOLE_PORT": "5555"}, "CONSOLE_PORT must be even, not 5555"),
        ({"CONSOLE_PORT": "x"}, "CONSOLE_PORT must be a port number, not 'x'"),
        ({"GRPC_PORT": "80"}, "GRPC_PORT must be 1024 to 65534, not 80"),
    ],
)
@pytest.mark.parametrize("name", ["phone-entrypoint.sh", "emulator-entrypoint.sh"])
def test_wrong_ports(path, name, environment, message):
    result = script(name, path, WITHOUT_KVM="yes", **environment)
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_emulator_without_kvm(path):
    result = script("emulator-entrypoint.sh", path, KVM="/nowhere/kvm")
    assert result.returncode == 2
    assert "there is no /nowhere/kvm: run with --device /dev/kvm" in result.stderr
    options = {"KVM": "/nowhere/kvm", "WITHOUT_KVM": "yes", "HAND_ON": "no"}
    assert "-no-accel" in script("emulator-entrypoint.sh", path, **options).stdout


@pytest.mark.skipif(shutil.which("adb") is None, reason="needs adb")
def test_a_phone_by_its_entry_point_is_healthy(tmp_path):
    console = free_console_port()
    path = f"{BIN}:{os.environ['PATH']}"
    environment = {
        "PATH": path, "HOME": str(tmp_path), "CONSOLE_PORT": str(console),
        "GRPC_PORT": str(console + 3000), "HAND_ON": "no",
        # An adb server of its own, to which the phone announces itself.
        "ANDROID_ADB_SERVER_PORT": str(console + 1000),
    }  # fmt: skip
    phone = subprocess.Popen(
        [DOCKER / "phone-entrypoint.sh"], env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert "is ready" in phone.stdout.readline()
        subprocess.run(["adb", "start-server"], env=environment, check=True, capture_output=True)
        subprocess.run(
            ["adb", "-s", f"emulator-{console}", "wait-for-device"],
            env=environment, check=True, timeout=20,
        )  # fmt: skip
        assert subprocess.run([DOCKER / "healthcheck.sh"], env=environment).returncode == 0
        phone.send_signal(signal.SIGTERM)
        assert phone.wait(20) == 0
        assert subprocess.run([DOCKER / "healthcheck.sh"], env=environment).returncode != 0
    finally:
        phone.kill()
        phone.stdout.close()
        subprocess.run(["adb", "kill-server"], env=environment, capture_output=True)
