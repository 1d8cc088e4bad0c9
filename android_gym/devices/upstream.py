"""android_env's own `EmulatorSimulator`, with additions that it leaves to its user.

These are a deadline for every call, shell commands that need no process each, a log stream that can
be stopped, and frames that are fetched only if somebody looks at them.
"""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator
from typing import Any, Final, TextIO

import grpc
import numpy as np
from android_env import environment
from android_env.components import (
    adb_controller,
    adb_log_stream,
    config_classes,
    coordinator,
    device_settings,
    task_manager,
)
from android_env.components import errors as android_env_errors
from android_env.components.simulators.emulator import emulator_simulator
from android_env.proto import (
    emulator_controller_pb2_grpc,
    snapshot_service_pb2_grpc,
    task_pb2,
)

from android_gym.devices.adb_server import AdbServer, InterruptedCommandError
from android_gym.discovery import find_grpc_token
from android_gym.errors import DeviceError

__all__ = ["GRPC_S", "SNAPSHOT_S", "Simulator", "make_env"]

GRPC_S: Final = 10.0
"""Deadline of a gRPC call."""

SNAPSHOT_S: Final = 120.0
"""Deadline of a gRPC call about snapshots."""

_CONNECT_S: Final = 10.0
_LAUNCH_S: Final = 180.0
_REMOVED: Final = ("ANDROID_HOME", "ANDROID_ADB_SERVER_PORT")
"""Environment variables that android_env's `AdbController` removes from this process."""


class _Deadline(grpc.UnaryUnaryClientInterceptor):  # type: ignore[misc]
    """Interceptor that gives each call a deadline; android_env's calls would wait forever."""

    def intercept_unary_unary(self, continuation: Any, details: Any, request: Any) -> Any:
        if details.timeout is None:
            slow = details.method.rpartition("/")[2].endswith("Snapshot")
            details = _Details(details, SNAPSHOT_S if slow else GRPC_S)
        return continuation(details, request)


class _Bearer(grpc.UnaryUnaryClientInterceptor):  # type: ignore[misc]
    """Interceptor that adds the token an emulator with ``-grpc-use-token`` asks for."""

    def __init__(self, token: str) -> None:
        self._metadata = ("authorization", f"Bearer {token}")

    def intercept_unary_unary(self, continuation: Any, details: Any, request: Any) -> Any:
        new = _Details(details, details.timeout)
        new.metadata = [*(details.metadata or ()), self._metadata]
        return continuation(new, request)


class _Details(grpc.ClientCallDetails):  # type: ignore[misc]
    def __init__(self, details: Any, timeout: float | None) -> None:
        self.method = details.method
        self.timeout = timeout
        self.metadata = details.metadata
        self.credentials = details.credentials
        self.wait_for_ready = details.wait_for_ready
        self.compression = details.compression


class _AdbController(adb_controller.AdbController):  # type: ignore[misc]
    """Controller that runs shell commands through the adb server; all else uses adb's binary.

    This saves a process per command. Also, upstream answers any failure by restarting the adb
    server and running the command again, which could tap twice. Here a command is sent again only
    if the device can't have received it yet.
    """

    def __init__(
        self, config: config_classes.AdbControllerConfig, server: AdbServer, by_socket: bool
    ) -> None:
        environment = {k: os.environ[k] for k in _REMOVED if k in os.environ}
        super().__init__(config)
        os.environ.update(environment)
        self._server = server
        self._by_socket = by_socket
        self.adb_port = 0

    def execute_command(
        self, args: list[str], timeout: float | None = None, device_specific: bool = True
    ) -> bytes:
        """See `android_env.components.adb_controller.AdbController`."""
        if self._by_socket and device_specific and args[:1] == ["shell"] and len(args) > 1:
            return self._shell(" ".join(args[1:]), timeout or self._config.default_timeout)
        output: bytes = super().execute_command(args, timeout, device_specific)
        if args == ["start-server"] and self.adb_port:
            self._server.register(self.adb_port)  # a restarted server has forgotten it
        return output

    def _shell(self, command: str, timeout_s: float) -> bytes:
        serial = self._config.device_name
        try:
            try:
                output, code = self._server.shell(serial, command, timeout_s)
            except InterruptedCommandError:
                raise
            except ConnectionError:  # the server has gone, or lost the device
                self._server.bring_back(serial, self.adb_port, timeout_s)
                output, code = self._server.shell(serial, command, timeout_s)
        except TimeoutError as error:
            raise android_env_errors.AdbControllerError(
                f"`adb shell {command}` took more than {timeout_s:g} s."
            ) from error
        except (ConnectionError, DeviceError) as error:
            raise android_env_errors.AdbControllerError(
                f"`adb shell {command}` on {serial}: {error}"
            ) from error
        if code:
            raise android_env_errors.AdbControllerError(
                f"`adb shell {command}` exited with {code}: {output[-500:]!r}"
            )
        return output


class _LogStream(adb_log_stream.AdbLogStream):  # type: ignore[misc]
    """Log stream that can be stopped at any time; upstream's can't until it is well under way."""

    def __init__(self, adb_command_prefix: list[str], verbose: bool = False) -> None:
        super().__init__(adb_command_prefix, verbose=verbose)
        self._lock = threading.Lock()
        self._is_stopped = False

    def _get_stream_output(self) -> Iterator[str]:
        with self._lock:
            if self._is_stopped:
                return
            try:
                output: TextIO = super()._get_stream_output()
            except (OSError, subprocess.SubprocessError):  # commands will fail too
                return
        try:
            with output:
                yield from output
        finally:
            self.stop_stream()  # adb may have ended by itself

    def stop_stream(self) -> None:
        """End the stream."""
        with self._lock:
            self._is_stopped = True
            process = getattr(self, "_adb_subprocess", None)
            if process is not None:
                process.kill()
                process.wait()


class Simulator(emulator_simulator.EmulatorSimulator):  # type: ignore[misc]
    """android_env's emulator with deadlines, whose frames are fetched only if needed.

    Attributes:
        fetching: Whether screenshots are fetched; otherwise they repeat the last frame.
    """

    def __init__(
        self,
        config: config_classes.EmulatorConfig,
        server: AdbServer,
        by_socket: bool,
        grpc_token: str | None = None,
    ) -> None:
        self._server = server
        self._by_socket = by_socket
        self._grpc_token = grpc_token
        self.fetching = True
        self._frame: np.ndarray | None = None
        self._launched = False
        super().__init__(config)

    @property
    def ports(self) -> tuple[int, int, int]:
        """Ports of the console, adb and gRPC."""
        launcher = self._config.emulator_launcher
        return launcher.emulator_console_port, launcher.adb_port, launcher.grpc_port

    @property
    def controller(self) -> Any:
        """The stub of EmulatorController, with deadlines."""
        return self._emulator_stub

    @property
    def snapshots(self) -> Any:
        """The stub of SnapshotService, with deadlines."""
        return self._snapshot_stub

    def create_adb_controller(self) -> _AdbController:
        """See `BaseSimulator`."""
        controller = _AdbController(self._config.adb_controller, self._server, self._by_socket)
        controller.adb_port = self._config.emulator_launcher.adb_port
        return controller

    def create_log_stream(self) -> _LogStream:
        """See `BaseSimulator`."""
        return _LogStream(self._adb_controller.command_prefix(), self._config.verbose_logs)

    def _connect_to_emulator(self, grpc_port: int, timeout_sec: int = 100) -> tuple[Any, Any]:
        wait = _LAUNCH_S if self._launcher is not None and not self._launched else _CONNECT_S
        super()._connect_to_emulator(grpc_port, timeout_sec=min(timeout_sec, wait))
        self._launched = True
        channel = grpc.intercept_channel(self._channel, _Deadline())
        token = self._grpc_token or find_grpc_token(grpc_port)
        if token:
            channel = grpc.intercept_channel(channel, _Bearer(token))
        return (
            emulator_controller_pb2_grpc.EmulatorControllerStub(channel),
            snapshot_service_pb2_grpc.SnapshotServiceStub(channel),
        )

    @property
    def panel(self) -> tuple[int, int]:
        """(width, height) of the panel in pixels, which doesn't rotate."""
        height, width = self._frame.shape[:2] if self._frame is not None else (0, 0)
        return width, height

    def _shutdown_emulator(self) -> None:
        try:
            super()._shutdown_emulator()
        except (grpc.RpcError, android_env_errors.AndroidEnvError):
            if self._launcher is not None and self._launcher._emulator is not None:
                self._launcher._emulator.kill()
                self._launcher.confirm_shutdown()

    def _get_screenshot_impl(self) -> np.ndarray:
        if self.fetching or self._frame is None:
            self._frame = super()._get_screenshot_impl()
        return self._frame


def make_env(
    launcher: config_classes.EmulatorLauncherConfig,
    server: AdbServer,
    timeout_s: float,
    by_socket: bool,
    grpc_token: str | None = None,
) -> environment.AndroidEnv:
    """Make an AndroidEnv that attaches to an emulator or launches one.

    Args:
        launcher: The emulator's ports, or how to launch it.
        server: The adb server.
        timeout_s: How long a command may take.
        by_socket: Whether shell commands go to the adb server through a socket; otherwise each
            starts adb's binary, as upstream does.
        grpc_token: The emulator's token; by default that of its discovery file.
    """
    config = config_classes.EmulatorConfig(
        emulator_launcher=launcher,
        adb_controller=config_classes.AdbControllerConfig(
            adb_path=server.adb_path, adb_server_port=server.port, default_timeout=timeout_s
        ),
    )
    simulator = Simulator(config, server, by_socket, grpc_token)
    # Asking for the activity every n steps starts a thread each time; tasks here are judged over
    # adb.
    manager = task_manager.TaskManager(
        task_pb2.Task(), config_classes.TaskManagerConfig(dumpsys_check_frequency=0)
    )
    coordinator_config = config_classes.CoordinatorConfig(
        device_settings=config_classes.DeviceSettingsConfig(
            show_touches=False,
            show_pointer_location=False,
            show_status_bar=True,
            show_navigation_bar=True,
        )
    )
    settings = device_settings.DeviceSettings(simulator)
    try:
        return environment.AndroidEnv(
            simulator=simulator,
            coordinator=coordinator.Coordinator(simulator, manager, settings, coordinator_config),
            task_manager=manager,
        )
    except BaseException:
        manager.stop()  # or its logcat would restart an adb server
        simulator.close()
        raise
