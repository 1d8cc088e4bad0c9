"""EmulatorDevice: an emulator, Google's or the built-in one, behind an unmodified AndroidEnv.

android_env's own `EmulatorSimulator` does the work. This module adds what it leaves to its user: a
deadline for every call, an adb server for each device, accessibility trees of the screen, and a
state that every episode begins from.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import grpc
import numpy as np
from android_env import environment
from android_env.components import config_classes
from android_env.components import errors as android_env_errors
from android_env.proto import (
    adb_pb2,
    emulator_controller_pb2,
    snapshot_service_pb2,
    snapshot_service_pb2_grpc,
    state_pb2,
)

from android_gym.accessibility import UIElement, forest_to_ui_elements, xml_to_ui_elements
from android_gym.checks import check_number, check_text, check_whole
from android_gym.devices import forests, leases
from android_gym.devices.adb_server import AdbServer, adb_version, find_adb, is_listening
from android_gym.devices.copies import AppCopies
from android_gym.devices.device import Device
from android_gym.devices.forests import ForestReceiver
from android_gym.devices.upstream import GRPC_S, SNAPSHOT_S, Simulator, make_env
from android_gym.discovery import find_grpc_token
from android_gym.errors import DeviceError, OptionError
from android_gym.events import DeviceEvent

__all__ = ["EmulatorDevice", "console_of", "save_image"]

_BASE: Final = "android_gym"
"""Snapshot that episodes begin from, if none is named."""

_DUMP: Final = "/data/local/tmp/android_gym.xml"
_ONLINE_S: Final = 30.0
_FOREST_S: Final = 5.0
_STALE_S: Final = 0.15
"""The forwarder sends every 100 ms: a tree that arrives later was read after the action."""
_STILL_S: Final = 0.3
_SETTLE_S: Final = 3.0

Reset = Literal["auto", "snapshot", "copy", "none"]
Accessibility = Literal["auto", "forwarder", "uiautomator"]
AdbShell = Literal["socket", "process"]


class EmulatorDevice(Device):
    """A running emulator, or one that is launched and ends with the device.

    Without `avd_name`, the device attaches to an emulator by its name or its ports; that has to run
    with ``-grpc PORT``. With `avd_name`, it launches one.

    Args:
        name: ``emulator-<console port>``.
        console_port: By default taken from `name`, else 5554.
        adb_port: By default the console port plus 1.
        grpc_port: By default the console port plus 3000, which is the emulator's own choice.
        grpc_token: The token that an emulator with ``-grpc-use-token`` asks for; by default that of
            its discovery file, if there is one.
        adb_path: The adb binary; by default looked for on PATH and in the SDK.
        adb_server_port: Port of the adb server; by default one for this device alone.
        adb_shell: How the adb server is asked to run shell commands: through a socket of this
            process (``"socket"``), or by starting the adb binary each time, as android_env itself
            does (``"process"``, some ms slower).
        avd_name: Name of the Android Virtual Device to launch.
        emulator_path: The emulator's binary; by default that of the SDK.
        launch_options: Further fields of android_env's `EmulatorLauncherConfig`, e.g.
            ``{"run_headless": False}``.
        snapshot: Name of the emulator's snapshot that every episode begins from. By default
            ``android_gym``, which is taken now if there is none of that name.
        reset: How to return to that state: ``"snapshot"``, ``"copy"`` (copies of apps' data,
            settings and shared storage, for devices without snapshots), whichever works
            (``"auto"``), or not at all (``"none"``, for tools).
        accessibility: Source of the accessibility trees: ``"forwarder"``, ``"uiautomator"``, or
            whichever works (``"auto"``).
        forwarder_apk: The forwarder's APK, to install if it is missing. By default looked for in
            ``~/.cache/android_gym``.
        command_timeout_s: How long a command may take.
        lease: Whether to claim the device, so that nobody else uses it meanwhile; by default,
            unless `reset` is ``"none"``.

    Raises:
        OptionError: If the arguments contradict each other.
        DeviceError: If there is no such device, or something that it needs is missing; the message
            says what; or another environment uses it, also in another process.
    """

    _lease: leases.Lease | None = None

    def __init__(
        self,
        name: str | None = None,
        *,
        console_port: int | None = None,
        adb_port: int | None = None,
        grpc_port: int | None = None,
        grpc_token: str | None = None,
        adb_path: str | None = None,
        adb_server_port: int | None = None,
        adb_shell: AdbShell = "socket",
        avd_name: str | None = None,
        emulator_path: str | None = None,
        launch_options: dict[str, Any] | None = None,
        snapshot: str | None = None,
        reset: Reset = "auto",
        accessibility: Accessibility = "auto",
        forwarder_apk: str | None = None,
        command_timeout_s: float = 30.0,
        lease: bool | None = None,
    ) -> None:
        _check(reset, "reset", ("auto", "snapshot", "copy", "none"))
        _check(accessibility, "accessibility", ("auto", "forwarder", "uiautomator"))
        _check(adb_shell, "adb_shell", ("socket", "process"))
        _check_texts(grpc_token=grpc_token, avd_name=avd_name, snapshot=snapshot)
        _check_ports(adb_port=adb_port, grpc_port=grpc_port, adb_server_port=adb_server_port)
        check_number("command_timeout_s", command_timeout_s, 1e-3, 1e6)
        self._console = console_of(name, console_port)
        self._adb_port = adb_port or self._console + 1
        self._grpc_port = grpc_port or self._console + 3000
        self._grpc_token = grpc_token
        self._adb_server_port = adb_server_port
        self._adb_shell = adb_shell
        self._adb_path = find_adb(adb_path)
        self._avd_name = avd_name
        self._emulator_path = emulator_path
        self._launch_options = dict(launch_options or {})
        if avd_name is None and (emulator_path or launch_options):
            raise OptionError("emulator_path and launch_options need avd_name: the AVD to launch.")
        if avd_name is not None and (name or console_port or adb_port or grpc_port):
            raise OptionError(
                "With avd_name, leave out the name and ports: the launched emulator chooses them."
            )
        self._snapshot = snapshot
        self._reset = reset
        self._accessibility = accessibility
        self._forwarder_apk = forwarder_apk
        self._command_timeout_s = command_timeout_s
        self._leases = reset != "none" if lease is None else lease
        self._receiver: ForestReceiver | None = None
        self._copies: AppCopies | None = None
        self._closed = False
        adb_version(self._adb_path)
        try:
            if avd_name is None:
                self._claim()
            self._start()
        except BaseException:
            self._give_back()
            raise

    def __reduce__(self) -> str:
        """Refuse to be pickled or copied.

        Raises:
            TypeError: Always.
        """
        raise TypeError(
            f"{self.serial} has connections of this process, so an environment on it can't be "
            "pickled or copied. Make another one, on another device."
        )

    # --- starting and stopping -------------------------------------------------------------------

    def _claim(self) -> None:
        """Lease the device, unless this is a tool that only looks at it.

        Raises:
            DeviceError: If another environment or command has it.
        """
        if not self._leases:
            return
        self._lease = leases.take(self.serial)
        if self._lease is None:
            user = leases.last_holder(self.serial)
            whose = "this process" if user == os.getpid() else f"the process {user or '(unknown)'}"
            raise DeviceError(
                f"{self.serial} is in use by another environment or command, of {whose}. Close "
                "that first (env.close(); in a notebook also before a cell makes it again), choose "
                'another device, or give {"kind": "pool", "devices": [...], "wait_s": ...} to wait.'
            )

    def _give_back(self) -> None:
        lease, self._lease = self._lease, None
        if lease is not None:
            lease.close()

    def _start(self) -> None:
        launching = self._avd_name is not None
        if not launching:
            self._check_listening()
        try:
            if self._adb_server_port is not None:
                self._server = AdbServer(self._adb_path, self._adb_server_port)
                self._server.start()
            else:
                key = os.getpid() if launching else self._console
                self._server = AdbServer.for_console(self._adb_path, key)
            if not launching:
                self._server.register(self._adb_port)
                self._server.wait_for(self.serial, _ONLINE_S)
            with _launch_lock() if launching else contextlib.nullcontext():
                env = self._load()
            super().__init__(env)
            self.timeout_s = self._command_timeout_s
            self._simulator: Simulator = env._simulator
            self._console, self._adb_port, self._grpc_port = self._simulator.ports
            if launching:
                self._give_back()  # of the emulator that was launched before, at other ports
                self._claim()
            self._prepare()
        except BaseException as error:
            self._release()
            if isinstance(error, DeviceError | OptionError) or not isinstance(error, Exception):
                raise
            raise DeviceError(f"{self.serial} can't be started: {_cause(error)}") from error

    def _check_listening(self) -> None:
        if not is_listening(self._adb_port):
            raise DeviceError(
                f"Nothing listens on 127.0.0.1:{self._adb_port}: {self.serial} does not run. "
                "Start the emulator, or `android-gym phone serve`; see `adb devices`."
            )
        if not is_listening(self._grpc_port):
            raise DeviceError(
                f"{self.serial} has no gRPC on 127.0.0.1:{self._grpc_port}. Start the emulator "
                f"with `-grpc {self._grpc_port}` (`android-gym phone serve` with `--grpc "
                f"{self._grpc_port}`), or give grpc_port."
            )

    @property
    def serial(self) -> str:
        """Return the device's serial number in adb."""
        return f"emulator-{self._adb_port - 1}"

    def _load(self) -> environment.AndroidEnv:
        launcher = config_classes.EmulatorLauncherConfig(
            emulator_console_port=self._console,
            adb_port=self._adb_port,
            grpc_port=self._grpc_port,
        )
        if self._avd_name is not None:
            launcher = config_classes.EmulatorLauncherConfig(
                avd_name=self._avd_name,
                tmp_dir=os.path.join(tempfile.gettempdir(), f"android_gym-{os.getuid()}"),
                **self._launch_options,
            )
            if self._emulator_path is not None:
                launcher.emulator_path = self._emulator_path
            for field in ("emulator_path", "android_sdk_root", "android_avd_home"):
                setattr(launcher, field, os.path.expanduser(getattr(launcher, field)))
            if not os.access(launcher.emulator_path, os.X_OK):
                raise DeviceError(
                    f"There is no emulator at {launcher.emulator_path}. Install the Android SDK's "
                    "emulator, or give emulator_path (the built-in phone's is "
                    "`android-gym-emulator`)."
                )
        return make_env(
            launcher,
            self._server,
            self._command_timeout_s,
            self._adb_shell == "socket",
            self._grpc_token,
        )

    def _prepare(self) -> None:
        """Put the device into the condition that tasks expect, and save the state to begin from."""
        self._become_root()
        self._is_virtual = self._property("ro.boot.clock") == "virtual"
        self._is_prompt = self._property("ro.boot.forwarder") == "synchronous"
        self._last_number = -1
        self._last_end = time.monotonic()
        self._elements: tuple[Any, tuple[UIElement, ...]] | None = None
        if self._snapshot is not None and self._reset == "copy":
            raise OptionError("`snapshot` is an emulator's snapshot; reset='copy' has none.")
        self._base: str | None = None
        if self._reset in ("auto", "snapshot"):
            self._base = self._begin_from(self._snapshot or _BASE)
        if self._base is None and self._reset != "none":
            self._copies = AppCopies(self)
            self._copies.begin()
        if self._receiver is None:
            self._start_forwarder()

    def _begin_from(self, name: str) -> str | None:
        """Load a snapshot; the default one is taken first if missing. None if snapshots fail."""
        try:
            if name in self._snapshot_names() or self._snapshot is not None:
                self._load_snapshot(name)
                return name
        except DeviceError:
            if self._snapshot is not None or self._reset == "snapshot":
                raise
            return None
        self._start_forwarder()
        return self._take_snapshot(name, must=self._reset == "snapshot")

    def _snapshot_names(self) -> list[str]:
        everything = snapshot_service_pb2.SnapshotFilter(
            statusFilter=snapshot_service_pb2.SnapshotFilter.LoadStatus.All
        )
        try:
            kept = self._simulator.snapshots.ListSnapshots(everything)
        except grpc.RpcError as error:
            raise DeviceError(
                f"{self.serial} has no snapshots: {_cause(error)}. Use reset='copy'."
            ) from error
        return sorted(details.snapshot_id for details in kept.snapshots)

    def _become_root(self) -> None:
        if self.shell("whoami").strip() == "root":
            return
        output = self._server.run("-s", self.serial, "root", timeout_s=_ONLINE_S)
        if "cannot run as root" in output:
            raise DeviceError(
                f"{self.serial} can't run as root: {output.strip()!r}. Use a system image with "
                "Google APIs, not with Google Play."
            )
        self._server.wait_for(self.serial, _ONLINE_S)

    def _property(self, name: str) -> str:
        return self.shell(f"getprop {name}").strip()

    def recover(self) -> None:
        """Attach or launch again.

        Raises:
            DeviceError: If the device does not come back.
        """
        self._release()
        self._closed = False
        deadline = time.monotonic() + _ONLINE_S
        while self._avd_name is None:
            try:
                self._check_listening()
                break
            except DeviceError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)  # there is no notification of an open port
        self._start()

    def close(self) -> None:
        """Release the device; a launched emulator ends. Can be called again."""
        if not self._closed:
            self._closed = True
            try:
                self._release()
            finally:
                self._give_back()

    def _release(self) -> None:
        env = self.__dict__.pop("android_env", None)
        if env is not None:
            env.close()
        if self._receiver is not None:
            self._receiver.close()
            self._receiver = None
        if self._adb_server_port is None and hasattr(self, "_server"):
            self._server.stop()

    # --- commands --------------------------------------------------------------------------------

    def call(self, request: adb_pb2.AdbRequest) -> adb_pb2.AdbResponse:
        """See `Device.call`."""
        if "android_env" not in self.__dict__:
            raise DeviceError(f"{self.serial} is closed. Reset it, or make the environment again.")
        number = -1 if self._receiver is None else self._receiver.number
        try:
            return super().call(request)
        except grpc.RpcError as error:
            raise DeviceError(f"{self.serial} does not answer: {_cause(error)}") from error
        finally:
            self._last_number = number
            self._last_end = time.monotonic()

    def perform(self, events: Iterable[DeviceEvent]) -> None:
        """See `Device.perform`. Then wait until the screen is still, for at most three seconds."""
        super().perform(events)
        if self._receiver is not None and not self._is_prompt:
            self._settle(self._receiver)

    def _settle(self, receiver: ForestReceiver) -> None:
        deadline = time.monotonic() + _SETTLE_S
        shown, since = None, time.monotonic()
        while time.monotonic() < deadline and time.monotonic() - since < _STILL_S:
            tree = receiver.latest(receiver.number, 0.0, _STALE_S * 2)
            if tree is not None and tree != shown:
                shown, since = tree, time.monotonic()

    # --- screen ----------------------------------------------------------------------------------

    def screenshot(self, size: tuple[int, int] | None = None) -> np.ndarray:
        """See `Device.screenshot`."""
        import cv2

        turned = self._rotation()
        form = emulator_controller_pb2.ImageFormat(
            format=emulator_controller_pb2.ImageFormat.RGB888
        )
        if size is not None:
            # The emulator keeps the aspect ratio and stays within the given size: request one that
            # covers it.
            width, height = size[::-1] if turned % 2 else size
            full_width, full_height = self._simulator.panel
            scale = max(width / full_width, height / full_height)
            form.width, form.height = round(full_width * scale), round(full_height * scale)
        image = self._ask(self._simulator.controller.getScreenshot, form)
        shape = image.format.height, image.format.width, 3
        if not 0 < shape[0] * shape[1] * 3 <= len(image.image):
            raise DeviceError(f"{self.serial} gave no screenshot. Is its screen on?")
        frame = np.frombuffer(image.image, np.uint8, count=shape[0] * shape[1] * 3).reshape(shape)
        if turned and not (turned % 2 and shape[1] > shape[0]):  # the emulator did not rotate it
            frame = np.rot90(frame, turned)
        if size is not None and frame.shape[1::-1] != tuple(size):
            frame = cv2.resize(frame, tuple(size), interpolation=cv2.INTER_AREA)
        frame.flags.writeable = False
        return frame

    def _rotation(self) -> int:
        """Return the screen's rotation in quarter turns, asking the device only if need be."""
        tree = None if self._receiver is None else self._receiver.latest(-1, 0.0, 0.0)
        if tree is not None and tree.windows:
            bounds = [window.bounds_in_screen for window in tree.windows]
            if max(b.right for b in bounds) <= max(b.bottom for b in bounds):
                return 0
        found = re.search(
            r"(?:SurfaceOrientation|InputDeviceOrientation):\s+(?:Rotation)?(\d)",
            self.shell("dumpsys input"),
        )
        return int(found[1]) % 4 if found is not None else 0

    def _ask(self, method: Any, request: Any) -> Any:
        if "android_env" not in self.__dict__:
            raise DeviceError(f"{self.serial} is closed. Reset it, or make the environment again.")
        try:
            return method(request)
        except grpc.RpcError as error:
            raise DeviceError(f"{self.serial} does not answer: {_cause(error)}") from error

    def ui_elements(self) -> tuple[UIElement, ...]:
        """See `Device.ui_elements`."""
        tree = self.forest()
        if tree is not None:
            if self._elements is None or self._elements[0] is not tree:
                elements = forest_to_ui_elements(tree, exclude_invisible_elements=True)
                self._elements = (tree, tuple(elements))
            return self._elements[1]
        self._elements = None
        xml = self.shell(f"uiautomator dump {_DUMP} >/dev/null && cat {_DUMP}")
        return tuple(xml_to_ui_elements(xml))

    def forest(self) -> Any | None:
        """See `Device.forest`."""
        receiver = self._receiver
        if receiver is None:
            return None
        if self._is_prompt:  # the tree was sent before the last command was answered
            return receiver.latest(self._last_number, 0.0, 0.0)
        return receiver.latest(-1, self._last_end + _STALE_S, _FOREST_S)

    def _start_forwarder(self) -> None:
        """Start the forwarder, so that the device sends trees, if it can."""
        if self._accessibility == "uiautomator":
            return
        installed = forests.is_installed(self)
        apk = Path(self._forwarder_apk) if self._forwarder_apk else forests.cached_apk()
        if not installed and apk is not None:
            self.install(apk)
            installed = True
        if not installed and self._accessibility == "auto":
            return
        if not installed:
            raise DeviceError(
                f"{self.serial} has no accessibility forwarder. Give forwarder_apk, or put "
                f"android_env's accessibility_forwarder.apk into {forests.CACHE}."
            )
        self._receiver = self._receiver or ForestReceiver()
        forests.direct(self, self._receiver)
        if self._receiver.latest(self._receiver.number - 1, 0.0, _FOREST_S) is None:
            if self._accessibility == "forwarder":
                raise DeviceError(f"{self.serial}'s accessibility forwarder sends nothing.")
            self._receiver.close()
            self._receiver = None

    def install(self, apk: Path) -> None:
        """Install an APK.

        Raises:
            DeviceError: If it doesn't exist, or the device refuses it.
        """
        if not apk.is_file():
            raise DeviceError(f"There is no APK at {apk}.")
        self._server.run(
            "-s", self.serial, "install", "-r", "-t", "-g", str(apk), timeout_s=SNAPSHOT_S
        )

    # --- state -----------------------------------------------------------------------------------

    def snapshot(self) -> str:
        """See `Device.snapshot`. The handle is the name of an emulator snapshot.

        Raises:
            DeviceError: If the device has no snapshots.
        """
        name = f"android_gym_{time.time_ns()}"
        self.save(name)
        return name

    def save(self, name: str) -> None:
        """Take an emulator snapshot of this name.

        Raises:
            DeviceError: If the device has no snapshots.
        """
        self._take_snapshot(name, must=True)

    def _take_snapshot(self, name: str, must: bool) -> str | None:
        request = state_pb2.SaveStateRequest(args={"snapshot_name": name})
        try:
            response = self.android_env.save_state(request)
        except grpc.RpcError as error:
            if must:
                raise DeviceError(
                    f"{self.serial} has no snapshots: {_cause(error)}. Use reset='copy'."
                ) from error
            return None
        if response.status == state_pb2.SaveStateResponse.Status.OK:
            return name
        if must:
            raise DeviceError(f"{self.serial} can't take a snapshot: {response.error_message}")
        return None

    def restore(self, handle: Any | None = None) -> None:
        """See `Device.restore`."""
        name = self._base if handle is None else str(handle)
        if name is None and self._copies is not None:
            self._copies.restore()
            return
        if name is None:
            raise DeviceError(f"{self.serial} was opened with reset='none', so it can't be reset.")
        self._load_snapshot(name)
        if self._receiver is not None:
            forests.direct(self, self._receiver)

    def _load_snapshot(self, name: str) -> None:
        request = state_pb2.LoadStateRequest(args={"snapshot_name": name})
        try:
            response = self.android_env.load_state(request)
        except (grpc.RpcError, android_env_errors.AndroidEnvError) as error:
            raise DeviceError(f"{self.serial} can't load {name!r}: {_cause(error)}") from error
        status = state_pb2.LoadStateResponse.Status
        if response.status == status.NOT_FOUND:
            names = self._snapshot_names()
            raise DeviceError(f"{self.serial} has no snapshot {name!r}; there are {names}.")
        if response.status != status.OK:
            raise DeviceError(f"{self.serial} can't load {name!r}: {response.error_message}")
        if not self._is_prompt:  # a real emulator's adb disconnects for a moment
            self._server.wait_for(self.serial, _ONLINE_S)
            self._become_root()

    def reset(self) -> None:
        """See `Device.reset`."""
        self._simulator.fetching = False
        try:
            super().reset()
        except grpc.RpcError as error:
            raise DeviceError(f"{self.serial} does not answer: {_cause(error)}") from error
        finally:
            self._simulator.fetching = True

    # --- input -----------------------------------------------------------------------------------

    def touch(self, action_type: int, x: float, y: float) -> None:
        """See `Device.touch`."""
        self._simulator.fetching = False
        try:
            if self._is_virtual:  # its time passes only through commands
                self._step(action_type, x, y)
                self.shell(f"sleep {self.step_ms / 1000:g}")
            else:
                super().touch(action_type, x, y)
        except grpc.RpcError as error:
            raise DeviceError(f"{self.serial} does not answer: {_cause(error)}") from error
        finally:
            self._simulator.fetching = True

    def _send_touches(self, touches: Sequence[tuple[int, int, bool, int]]) -> None:
        width, height = self.size
        turned = self._rotation()
        across, down = self._simulator.panel
        sent = []
        for x, y, is_down, finger in touches:
            # The panel does not rotate with the screen.
            panel = {
                0: (x / width, y / height),
                1: (1 - y / height, x / width),
                2: (1 - x / width, 1 - y / height),
                3: (y / height, 1 - x / width),
            }[turned]
            left, top = round(panel[0] * across), round(panel[1] * down)
            sent.append((min(left, across - 1), min(top, down - 1), is_down, finger))
        try:
            self._simulator.send_touch(sent)
        except grpc.RpcError as error:
            raise DeviceError(f"{self.serial} does not answer: {_cause(error)}") from error

    def _let_pass(self, duration_ms: int) -> None:
        if self._is_virtual:  # its time passes only through commands
            self.shell(f"sleep {duration_ms / 1000:g}")
        else:
            time.sleep(duration_ms / 1000)

    def get_clipboard(self) -> str:
        """Return the clipboard's text, which the emulator shares with its host."""
        from google.protobuf import empty_pb2

        clip = self._ask(self._simulator.controller.getClipboard, empty_pb2.Empty())
        return str(clip.text)

    def set_clipboard(self, text: str) -> None:
        """Put text on the clipboard."""
        clip = emulator_controller_pb2.ClipData(text=text)
        self._ask(self._simulator.controller.setClipboard, clip)


def save_image(grpc_port: int) -> bytes:
    """Fetch the state of a phone served by this package, for ``android-gym phone serve --image``.

    Raises:
        DeviceError: If there is no such phone.
    """
    name = "android_gym_image"
    package = snapshot_service_pb2.SnapshotPackage(snapshot_id=name)
    token = find_grpc_token(grpc_port)
    metadata = [("authorization", f"Bearer {token}")] if token else None
    with grpc.insecure_channel(
        f"127.0.0.1:{grpc_port}", [("grpc.max_receive_message_length", -1)]
    ) as channel:
        stub = snapshot_service_pb2_grpc.SnapshotServiceStub(channel)
        try:
            stub.SaveSnapshot(package, timeout=GRPC_S, metadata=metadata)
            parts = list(stub.PullSnapshot(package, timeout=SNAPSHOT_S, metadata=metadata))
            stub.DeleteSnapshot(package, timeout=GRPC_S, metadata=metadata)
        except grpc.RpcError as error:
            raise DeviceError(
                f"No phone with snapshots answers on port {grpc_port}: {_cause(error)}"
            ) from error
    if not all(part.success for part in parts):
        raise DeviceError(parts[-1].err.decode("utf-8", "replace"))
    return b"".join(part.payload for part in parts)


def _check(value: str, name: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise OptionError(f"{name} must be one of {', '.join(choices)}, got {value!r}.")


def _check_texts(**texts: str | None) -> None:
    for name, text in texts.items():
        if text is not None:
            check_text(name, text)


def _check_ports(**ports: int | None) -> None:
    for name, port in ports.items():
        if port is not None:
            check_whole(1, 65535, **{name: port})


def console_of(name: str | None, port: int | None) -> int:
    """Return an emulator's console port, which its name or the port itself says.

    Raises:
        OptionError: If the name is not an emulator's, or the two contradict each other.
    """
    _check_texts(name=name)
    _check_ports(console_port=port)
    if name is None:
        return 5554 if port is None else port
    found = re.fullmatch(r"emulator-(\d{1,5})", name)
    if found is None:
        raise OptionError(f"An emulator's name must be emulator-<console port>, got {name!r}.")
    if port is not None and port != int(found[1]):
        raise OptionError(f"{name} has its console at {found[1]}, not at {port}.")
    return int(found[1])


def _cause(error: BaseException) -> str:
    """Return the innermost cause of an error, on one line."""
    while error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, grpc.RpcError) and hasattr(error, "code"):
        return f"gRPC {error.code().name}: {error.details()}"
    return f"{type(error).__name__}: {error}".splitlines()[0]


@contextlib.contextmanager
def _launch_lock() -> Iterator[None]:
    """Hold a lock while launching, so that no two emulators choose the same free ports."""
    path = Path(tempfile.gettempdir()) / f"android_gym-{os.getuid()}.lock"
    with open(path, "w", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
