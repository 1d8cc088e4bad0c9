"""Emulators shared by environments: each has one user at a time, also across processes.

A lease is a lock on a file, so a process's devices are free again however it ends. If a device
dies, its environment's next reset takes another one, or restarts it.
"""

from __future__ import annotations

import contextlib
import inspect
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import grpc
from google.protobuf import empty_pb2

from android_gym.checks import check_known, check_options, shown
from android_gym.devices.adb_server import is_listening
from android_gym.devices.emulator import EmulatorDevice, console_of
from android_gym.devices.leases import holder, take
from android_gym.errors import DeviceError, OptionError

__all__ = ["PooledDevice", "leases"]

_POLL_S: Final = 0.2
_START_S: Final = 120.0
_STOP_S: Final = 20.0
_ANSWER_S: Final = 5.0


def leases(names: Sequence[str]) -> dict[str, int | None]:
    """Return the id of the process that uses each device; None if the device is free."""
    return {name: holder(name) for name in names}


_EMULATORS: Final = tuple(inspect.signature(EmulatorDevice).parameters)
"""Names of an emulator's options."""


class PooledDevice(EmulatorDevice):
    """One of several running emulators: one that is free and healthy.

    Args:
        devices: Names (``emulator-5554``), or dicts of `EmulatorDevice`'s options.
        restart: A command that starts a device that isn't running, e.g. ``["android-gym", "phone",
            "serve", "--console", "{console_port}", "--grpc", "{grpc_port}"]``. It has to stay in
            the foreground; it is ended with the lease.
        wait_s: How long to wait for a device if all are in use.
        heartbeat_s: Interval of health checks, so that a dead device is noticed before it is used
            again. 0 turns them off.
        **options: Further options of each `EmulatorDevice`.

    Raises:
        OptionError: If there are no devices, or options are wrong.
        DeviceError: If none is free, or none can be started.
    """

    def __init__(
        self,
        devices: Sequence[str | Mapping[str, Any]],
        *,
        restart: Sequence[str] = (),
        wait_s: float = 0.0,
        heartbeat_s: float = 10.0,
        **options: Any,
    ) -> None:
        *own, _ = inspect.signature(PooledDevice).parameters
        check_known("Device 'pool'", options, [*own, *_EMULATORS])
        if isinstance(devices, str) or not isinstance(devices, Sequence) or not devices:
            raise OptionError(
                "devices must be a list of emulators, e.g. ['emulator-5554'], got "
                f"{shown(devices)}."
            )
        self._candidates = [{**options, **_options(device)} for device in devices]
        self._restart = list(restart)
        self._wait_s = wait_s
        self._heartbeat_s = heartbeat_s
        self._process: subprocess.Popen[bytes] | None = None
        self._dead = ""
        self._stop_heart = threading.Event()
        self._choose()

    # --- choosing --------------------------------------------------------------------------------

    def _choose(self, avoid: str = "") -> None:
        """Take the first free device that can be started; `avoid` only if there is no other."""
        deadline = time.monotonic() + self._wait_s
        ordered = sorted(self._candidates, key=lambda options: _name(options) == avoid)
        while True:
            faults: list[str] = []
            for options in ordered:
                self._lease = take(_name(options))
                if self._lease is None:
                    continue
                try:
                    self._use(options)
                except DeviceError as error:
                    faults.append(str(error))
                    self._give_back()
                else:
                    return
            if faults:
                raise DeviceError(f"No device of the pool can be used: {' '.join(faults)}")
            if time.monotonic() > deadline:
                users = leases([_name(options) for options in ordered])
                raise DeviceError(
                    f"All devices of the pool are in use (by the processes {users}). "
                    "Close an environment, add devices, or give wait_s."
                )
            time.sleep(_POLL_S)  # the release of another process's lock can't be waited for

    def _use(self, options: Mapping[str, Any]) -> None:
        self._dead = ""
        if self._restart and not is_listening(_ports(options)["adb_port"]):
            self._spawn(_ports(options))
        super().__init__(**options)
        self._stop_heart = threading.Event()
        if self._heartbeat_s > 0:
            threading.Thread(
                target=self._beat, args=(self._stop_heart,), name="heartbeat", daemon=True
            ).start()

    def _claim(self) -> None:
        """Do nothing: `_choose` has taken the lease."""

    def _spawn(self, ports: Mapping[str, int]) -> None:
        command = [part.format(**ports) for part in self._restart]
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            raise DeviceError(f"{command[0]} can't be run: {error}.") from error
        deadline = time.monotonic() + _START_S
        while not all(is_listening(ports[kind]) for kind in ("adb_port", "grpc_port")):
            if self._process.poll() is not None:
                raise DeviceError(f"`{' '.join(command)}` ended with {self._process.returncode}.")
            if time.monotonic() > deadline:
                raise DeviceError(f"`{' '.join(command)}` did not listen within {_START_S:g} s.")
            time.sleep(_POLL_S)  # there is no notification of an open port

    def _give_back(self) -> None:
        self._stop_heart.set()
        process, self._process = self._process, None
        if process is not None:
            process.terminate()
            try:
                process.wait(_STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        super()._give_back()

    # --- health ----------------------------------------------------------------------------------

    def _beat(self, stop: threading.Event) -> None:
        failures = 0
        while not stop.wait(self._heartbeat_s):
            try:
                self._simulator.controller.getStatus(empty_pb2.Empty(), timeout=_ANSWER_S)
                failures = 0
            except (grpc.RpcError, ValueError, AttributeError):  # a closed channel is a ValueError
                failures += 1
            if failures == 2 and not stop.is_set():
                self._dead = f"{self.serial} has not answered its heartbeat twice."

    def _check_alive(self) -> None:
        if self._dead:
            raise DeviceError(f"{self._dead} Reset to get a healthy device.")

    def call(self, request: Any) -> Any:
        """See `Device.call`."""
        self._check_alive()
        return super().call(request)

    def reset(self) -> None:
        """See `Device.reset`."""
        self._check_alive()
        super().reset()

    # --- recovering and closing ------------------------------------------------------------------

    def recover(self) -> None:
        """Take a healthy device: another one if possible, else this one again.

        Raises:
            DeviceError: If there is none.
        """
        avoid = self.serial
        self._release()
        self._give_back()
        self._choose(avoid)

    def close(self) -> None:
        """Return the device to the pool. Can be called again."""
        self._stop_heart.set()
        with contextlib.ExitStack() as stack:
            stack.callback(self._give_back)
            super().close()


def _options(device: str | Mapping[str, Any]) -> dict[str, Any]:
    """Return a device's own options, which are checked before any device is taken.

    Raises:
        OptionError: If one doesn't exist.
    """
    if isinstance(device, str):
        return {"name": device}
    options = check_options("A device of a pool", device)
    check_known("A device of a pool", options, _EMULATORS)
    return options


def _ports(options: Mapping[str, Any]) -> dict[str, int]:
    console = console_of(options.get("name"), options.get("console_port"))
    return {
        "console_port": console,
        "adb_port": options.get("adb_port") or console + 1,
        "grpc_port": options.get("grpc_port") or console + 3000,
    }


def _name(options: Mapping[str, Any]) -> str:
    return f"emulator-{_ports(options)['adb_port'] - 1}"
