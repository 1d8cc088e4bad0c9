"""A phone served in another process, for tests of clients that use adb and gRPC."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from types import TracebackType
from typing import Final

from android_gym.errors import DeviceError

__all__ = ["ServedPhone", "free_console_port"]

_START_S: Final = 60.0
_STOP_S: Final = 20.0
_TRIES: Final = 5


def free_console_port(count: int = 1) -> int:
    """Find free ports for phones: a console port whose ports for adb and gRPC are free too.

    Args:
        count: Number of consecutive phones.
    """
    generator = random.SystemRandom()
    for _ in range(1000):
        console = generator.randrange(6000, 9000, 2)
        wanted = [
            port
            for first in range(console, console + 2 * count, 2)
            for port in (first, first + 1, first + 3000)
        ]
        if all(map(_is_free, wanted)):
            return console
    raise DeviceError("No free ports were found for a phone on this computer.")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


class ServedPhone:
    """``android-gym phone serve`` in a process of its own; a context manager.

    Args:
        options: Further options of the command, e.g. ``["--virtual-time"]``.
        console_port: Port of the console; a free one by default.
        adb_server_port: The adb server that it registers with; by default a port without one, so
            that no other server on this computer hears of it.

    Attributes:
        console_port: Port of the console; adb's is the next, gRPC's 3000 further.
        process: The process.
        log: The last lines that it printed.
    """

    def __init__(
        self,
        options: Sequence[str] = (),
        console_port: int | None = None,
        adb_server_port: int = 9,
    ) -> None:
        self._options = list(options)
        self._wanted = console_port
        self._adb_server_port = adb_server_port
        self.console_port = 0
        self.process: subprocess.Popen[str]
        self.log: deque[str] = deque(maxlen=1000)
        self._reader: threading.Thread | None = None

    @property
    def name(self) -> str:
        """Return its name, for ``device`` in ``gymnasium.make`` and as adb's serial."""
        return f"emulator-{self.console_port}"

    @property
    def adb_port(self) -> int:
        """Port of adbd."""
        return self.console_port + 1

    @property
    def grpc_port(self) -> int:
        """Port of the emulator's gRPC."""
        return self.console_port + 3000

    def start(self) -> None:
        """Start it, and return once it can be reached.

        Raises:
            DeviceError: If it can't be started.
        """
        tries = _TRIES if self._wanted is None else 1
        for attempt in range(tries):
            self.console_port = self._wanted or free_console_port()
            said = self._spawn()
            if " is ready" in said:
                # A process blocks if nobody reads its output.
                self._reader = threading.Thread(target=self._read, name="log", daemon=True)
                self._reader.start()
                return
            self.process.wait(_STOP_S)
            if self.process.stdout is not None:
                self.process.stdout.close()
            if attempt == tries - 1 or "taken" not in said:
                raise DeviceError(f"The phone did not start: {said.strip()}")

    def _read(self) -> None:
        output = self.process.stdout
        if output is not None:
            with output:
                self.log.extend(output)

    def _spawn(self) -> str:
        command = [sys.executable, "-m", "android_gym.cli", "phone", "serve", *self._options]
        command += ["--console", str(self.console_port), "--grpc", str(self.grpc_port)]
        environment = {**os.environ, "ANDROID_ADB_SERVER_PORT": str(self._adb_server_port)}
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        output = self.process.stdout
        if output is None:
            return ""
        guard = threading.Timer(_START_S, self.process.kill)
        guard.start()
        try:
            said = ""
            for line in output:
                said += line
                if " is ready" in line:
                    break
            return said
        finally:
            guard.cancel()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """End it; return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(number)
        try:
            return self.process.wait(_STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()
        finally:
            if self._reader is not None:
                self._reader.join(_STOP_S)
                self._reader = None
            elif self.process.stdout is not None:
                self.process.stdout.close()

    def __enter__(self) -> ServedPhone:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
