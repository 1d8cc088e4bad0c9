"""This computer's adb: finding the binary, running a server, and direct requests to it."""

from __future__ import annotations

import atexit
import contextlib
import os
import re
import shutil
import socket
import struct
import subprocess
import time
from typing import Final

from android_gym.devices import leases
from android_gym.errors import DeviceError

__all__ = ["AdbServer", "InterruptedCommandError", "adb_version", "find_adb", "is_listening"]

LEAST_ADB: Final = 39
"""Oldest protocol version (the last number of ``1.0.39``) whose shell returns exit codes."""

_ANSWER_S: Final = 10.0
_FREE_PORTS: Final = 3  # maximum number tried
_SHELL_PACKET: Final = struct.Struct("<BI")
_EXIT, _CLOSE_STDIN = 3, 4


def find_adb(path: str | None = None) -> str:
    """Find the adb binary.

    Args:
        path: Its path; by default it is looked for on PATH, then in the Android SDK.

    Raises:
        DeviceError: If there is none.
    """
    if path is not None:
        found = shutil.which(os.path.expanduser(path))
        if found is None:
            raise DeviceError(f"There is no adb at {path!r}. Give the path of the binary itself.")
        return os.path.abspath(found)
    roots = [os.environ.get(name, "") for name in ("ANDROID_HOME", "ANDROID_SDK_ROOT")]
    roots.append("~/Android/Sdk")
    places = [os.path.join(os.path.expanduser(r), "platform-tools", "adb") for r in roots if r]
    for place in [shutil.which("adb"), *places]:
        if place and shutil.which(place):
            return os.path.abspath(place)
    raise DeviceError(
        "adb is not on PATH and not in the Android SDK. Install it (Debian: apt-get install adb; "
        "elsewhere: Android's platform-tools), or give adb_path."
    )


def adb_version(adb_path: str) -> tuple[int, str]:
    """Return the output of ``adb version``: the protocol version (41 for 1.0.41), and all of it.

    Raises:
        DeviceError: If the binary is not adb, or is too old.
    """
    try:
        output = subprocess.run(
            [adb_path, "version"], capture_output=True, text=True, timeout=_ANSWER_S
        ).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        raise DeviceError(f"{adb_path} can't be run: {error}.") from error
    found = re.search(r"Android Debug Bridge version 1\.0\.(\d+)", output)
    if found is None:
        raise DeviceError(f"{adb_path} is not adb; `adb version` says {output[:100]!r}.")
    if int(found[1]) < LEAST_ADB:
        raise DeviceError(
            f"{adb_path} is version 1.0.{found[1]}; at least 1.0.{LEAST_ADB} is needed, for exit "
            "codes of shell commands. Install newer platform-tools."
        )
    return int(found[1]), output.strip()


def is_listening(port: int) -> bool:
    """Return whether a program on this computer accepts connections at a port."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1.0):
            return True
    except OSError:
        return False


def _receive(channel: socket.socket, count: int, deadline: float) -> bytes:
    """Receive exactly `count` bytes.

    Raises:
        ConnectionError: If the connection ends.
        TimeoutError: If they don't arrive in time.
    """
    data = bytearray()
    while len(data) < count:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        channel.settimeout(left)
        piece = channel.recv(min(count - len(data), 1 << 20))
        if not piece:
            raise ConnectionError("The connection to the device has ended.")
        data += piece
    return bytes(data)


def _shell_output(channel: socket.socket, deadline: float) -> tuple[bytes, int]:
    """Receive the output and exit code of a command that was started by ``shell,v2``."""
    channel.sendall(_SHELL_PACKET.pack(_CLOSE_STDIN, 0))
    output = bytearray()
    while True:
        kind, length = _SHELL_PACKET.unpack(_receive(channel, _SHELL_PACKET.size, deadline))
        data = _receive(channel, length, deadline)
        if kind == _EXIT:
            return bytes(output), data[0]
        output += data


class InterruptedCommandError(ConnectionError):
    """A connection that ended after a command was sent: it may have run, or not."""


class AdbServer:
    """An adb server on this computer.

    Args:
        adb_path: The binary, which starts the server when needed.
        port: Port of the server.
    """

    def __init__(self, adb_path: str, port: int) -> None:
        self.adb_path = adb_path
        self.port = port
        self._lease: leases.Lease | None = None
        self._owner = 0

    @classmethod
    def for_console(cls, adb_path: str, console_port: int) -> AdbServer:
        """Start a server for one device alone: restarting or ending it disturbs no other.

        It uses the same port each time, so that a server left behind by its owner is reused, or a
        free one if that port is taken. It ends with this process, even if nobody stops it.

        Raises:
            DeviceError: If no server can be started.
        """
        server = cls(adb_path, 20000 + console_port % 10000)
        server._lease = leases.take(f"adb-server-{server.port}")
        if server._lease is not None and not server._is_anothers():
            with contextlib.suppress(DeviceError):
                server.start()
                return server._own()
        for attempt in range(_FREE_PORTS):
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                server.port = free.getsockname()[1]
            try:
                server.start()
                break
            except DeviceError:
                # Another program may have taken the port meanwhile.
                if attempt == _FREE_PORTS - 1 or not server._is_anothers():
                    raise
        return server._own()

    def _own(self) -> AdbServer:
        """Have the server stopped at the end of this process."""
        self._owner = os.getpid()
        atexit.register(self._stop_at_exit)
        return self

    def _is_anothers(self) -> bool:
        """Return whether another program uses the port."""
        return is_listening(self.port) and self.ask("host:version", timeout_s=1.0) is None

    def ask(self, request: str, timeout_s: float = _ANSWER_S) -> bytes | None:
        """Send a request to the server if it is running.

        Args:
            request: A request such as ``host:devices``.
            timeout_s: How long to wait for an answer.

        Returns:
            The answer after ``OKAY``; None if the server is not running, or refuses.
        """
        data = request.encode()
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=timeout_s) as channel:
                channel.sendall(f"{len(data):04x}".encode() + data)
                answer = b""
                while piece := channel.recv(1 << 16):
                    answer += piece
        except OSError:
            return None
        return answer[4:] if answer.startswith(b"OKAY") else None

    def shell(self, serial: str, command: str, timeout_s: float) -> tuple[bytes, int]:
        """Run a shell command on a device without starting a process for it.

        Args:
            serial: The device.
            command: The command line.
            timeout_s: How long it may take in all.

        Returns:
            What it printed, stdout and stderr in order, and its exit code.

        Raises:
            ConnectionError: If the server or the device does not accept it.
            InterruptedCommandError: If the connection ends after they have accepted it.
            TimeoutError: If it takes longer than that.
        """
        deadline = time.monotonic() + timeout_s
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout_s) as channel:
            for request in (f"host:transport:{serial}", f"shell,v2,raw:{command}"):
                data = request.encode("utf-8", "surrogateescape")
                channel.sendall(f"{len(data):04x}".encode() + data)
                answer = _receive(channel, 4, deadline)
                if answer != b"OKAY":
                    reason = channel.recv(4096)[4:].decode("utf-8", "replace")
                    raise ConnectionError(f"The adb server says {reason!r}.")
            try:
                return _shell_output(channel, deadline)
            except ConnectionError as error:
                raise InterruptedCommandError(
                    "The connection ended while it ran; whether it had its effect is not known."
                ) from error

    def bring_back(self, serial: str, adb_port: int, timeout_s: float) -> None:
        """Restart the server if it has gone, and wait until it has the device.

        Args:
            serial: The device.
            adb_port: Its port.
            timeout_s: How long to wait.

        Raises:
            DeviceError: If the device isn't running, or doesn't come online.
        """
        if not is_listening(adb_port):
            raise DeviceError(f"nothing listens on 127.0.0.1:{adb_port} any more.")
        self.start()
        self.register(adb_port)
        self.wait_for(serial, timeout_s)

    def start(self) -> None:
        """Start the server, if it isn't running.

        Raises:
            DeviceError: If that fails.
        """
        self.run("start-server")

    def register(self, adb_port: int) -> None:
        """Register an emulator with the server, as emulators do when they start."""
        self.ask(f"host:emulator:{adb_port}")

    def run(self, *args: str, timeout_s: float = _ANSWER_S) -> str:
        """Run an adb command line against this server; return what it prints.

        Raises:
            DeviceError: If it fails, or takes too long.
        """
        command = [self.adb_path, "-P", str(self.port), *args]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("ANDROID_ADB_")}
        try:
            result = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=timeout_s,
                env=environment,
            )
        except subprocess.TimeoutExpired as error:
            raise DeviceError(f"`{' '.join(command)}` took more than {timeout_s:g} s.") from error
        except OSError as error:
            raise DeviceError(f"{self.adb_path} can't be run: {error}.") from error
        output = result.stdout.decode("utf-8", "replace")
        if result.returncode:
            raise DeviceError(f"`{' '.join(command)}` failed: {output.strip()!r}.")
        return output

    def wait_for(self, serial: str, timeout_s: float) -> None:
        """Wait until a device is online.

        Raises:
            DeviceError: If it doesn't come online in time.
        """
        try:
            self.run("-s", serial, "wait-for-device", timeout_s=timeout_s)
        except DeviceError as error:
            raise DeviceError(
                f"{serial} did not come online within {timeout_s:g} s. "
                f"See `adb -P {self.port} devices`."
            ) from error

    def _stop_at_exit(self) -> None:
        if os.getpid() == self._owner:  # a forked process uses the server, but doesn't own it
            self.stop()

    def stop(self) -> None:
        """Stop the server, if it runs. Can be called again."""
        atexit.unregister(self._stop_at_exit)
        self.ask("host:kill")
        if self._lease is not None:
            self._lease.close()
            self._lease = None
