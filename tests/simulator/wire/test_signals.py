"""A server ends when it is told to, whatever it is busy with."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from android_gym.testing.serving import free_console_port

SCRIPT = """
import asyncio, sys
from android_gym.simulator.serve import Ports, ServeOptions, serve

def ready():
    def work():
        print("busy", flush=True)
        {work}
    asyncio.get_running_loop().call_later(0.1, work)

serve(ServeOptions(Ports({port}, {port} + 1, 0, ())), ready)
"""
IN_PYTHON = "while True: pass"
IN_C = "import time; time.sleep(3600)"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("work", [IN_PYTHON, IN_C])
def test_a_busy_server_ends(work: str, number: int) -> None:
    port = free_console_port()
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT.format(work=work, port=port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None and process.stdout.readline() == "busy\n"
        process.send_signal(number)
        _, errors = process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0
    assert "was busy" in errors
