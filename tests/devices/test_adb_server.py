"""Adb servers of devices: they end with the process that started them."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time

import pytest

from android_gym.devices.adb_server import is_listening

pytestmark = pytest.mark.skipif(shutil.which("adb") is None, reason="needs adb")

CODE = """
import os, sys
from android_gym.devices.adb_server import AdbServer, find_adb, is_listening

first, second = (AdbServer.for_console(find_adb(), 7777) for _ in range(2))  # nobody stops them
child = os.fork()
if not child:
    sys.exit()
os.waitpid(child, 0)
assert is_listening(first.port) and is_listening(second.port)
print(first.port, second.port)
"""


def test_a_server_that_nobody_stops_ends_with_its_process() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    first, second = (int(port) for port in done.stdout.split())
    assert first != second
    deadline = time.monotonic() + 60
    while is_listening(first) or is_listening(second):
        assert time.monotonic() < deadline, "an adb server was left behind"
        time.sleep(0.1)
