"""Large files with adb itself: what they cost the phone's process, and when there is no room."""

from __future__ import annotations

import filecmp
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from android_gym.devices.adb_server import AdbServer
from android_gym.simulator.system import file_tree
from android_gym.testing.serving import ServedPhone

adbutils = pytest.importorskip("adbutils")

DEBIAN = shutil.which("adb")
NEWER = str(Path(adbutils.__file__).parent / "binaries" / "adb")
BINARIES = [
    pytest.param(DEBIAN, id="debian", marks=pytest.mark.skipif(not DEBIAN, reason="no adb")),
    pytest.param(NEWER, id="adbutils"),
]
MIB = 1 << 20


class Adb:
    """adb's command line with one phone, by a server of its own."""

    def __init__(self, binary, port, name, adb_port):
        self.server = AdbServer(binary, port)
        self.name = name
        self.server.start()
        self.server.register(adb_port)
        self.server.wait_for(name, 20)

    def __call__(self, *args, **kwargs):
        command = [self.server.adb_path, "-P", str(self.server.port), "-s", self.name, *args]
        return subprocess.run(command, capture_output=True, text=True, timeout=300, **kwargs)


@pytest.mark.parametrize("binary", BINARIES)
def test_a_full_phone_says_so(binary, serving, monkeypatch, tmp_path):
    monkeypatch.setattr(file_tree, "CAPACITY_BYTES", file_tree._USED_BYTES + 8 * MIB)
    large, small = tmp_path / "large", tmp_path / "small"
    large.write_bytes(bytes(40 * MIB))
    small.write_bytes(b"small")
    with serving() as ports:
        name = f"emulator-{ports.console}"
        adb = Adb(binary, 20000 + ports.console, name, ports.adb)
        try:
            free = adb("shell", "df /data")
            result = adb("push", str(large), "/sdcard/large")
            assert result.returncode == 1
            assert "No space left on device" in result.stdout + result.stderr
            assert adb("shell", "ls /sdcard/large").returncode == 1
            assert adb("shell", "df /data").stdout == free.stdout
            assert adb("push", str(small), "/sdcard/small").returncode == 0
            result = adb("shell", "cat > /sdcard/in", input="x" * (12 * MIB))
            assert "No space left on device" in result.stderr
            assert adb("shell", "cat /sdcard/small").stdout == "small"
        finally:
            adb.server.stop()


@pytest.fixture(scope="module")
def phone():
    with ServedPhone() as phone:
        yield phone


def megabytes(phone, name):
    status = Path(f"/proc/{phone.process.pid}/status").read_text()
    return int(re.search(rf"{name}:\s+(\d+)", status)[1]) / 1024


@pytest.mark.skipif(not os.path.exists("/proc/self/clear_refs"), reason="needs Linux's /proc")
@pytest.mark.parametrize(
    "size",
    [
        pytest.param(64, id="64MB"),
        pytest.param(1024, id="1GB", marks=[pytest.mark.nightly, pytest.mark.timeout(600)]),
    ],
)
def test_a_file_is_in_memory_once(phone, tmp_path, size):
    """The peak of the resident set while it comes, goes, and is deleted."""

    def measure(*args, **kwargs):
        Path(f"/proc/{phone.process.pid}/clear_refs").write_text("5")
        before = megabytes(phone, "VmRSS")
        result = adb(*args, **kwargs)
        assert result.returncode == 0, result
        return megabytes(phone, "VmHWM") - before

    local, back = tmp_path / "file", tmp_path / "back"
    with local.open("wb") as file:
        for _ in range(size):
            file.write(os.urandom(MIB))
    adb = Adb(NEWER, 20000 + phone.console_port, phone.name, phone.adb_port)
    try:
        assert adb("shell", "sqlite3 -version").returncode == 0
        assert size < measure("push", str(local), "/sdcard/file") < 1.15 * size + 8
        assert measure("pull", "/sdcard/file", str(back)) < 12
        assert filecmp.cmp(local, back, shallow=False)
        assert (
            measure("shell", "cat /sdcard/file > /dev/null; cat /sdcard/file | head -c 1 | wc -c")
            < 12
        )
        assert measure("push", str(local), "/sdcard/file") < 0.15 * size + 8
        before = megabytes(phone, "VmRSS")
        adb("shell", "rm /sdcard/file")
        assert before - megabytes(phone, "VmRSS") > 0.9 * size
    finally:
        adb.server.stop()
