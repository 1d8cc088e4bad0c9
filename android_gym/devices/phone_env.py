"""The built-in phone behind an unmodified AndroidEnv, in this process.

android_env's Coordinator, TaskManager and DeviceSettings drive a `BaseSimulator` and an
`AdbController`; those of this module pass everything on to a `Phone`. Three things need care:

* AndroidEnv fetches a screenshot in every step, which environments with small frames, or none,
  don't need. So `PhoneSimulator.get_screenshot` paints only while `painting` is on: it is on for
  direct users of the AndroidEnv, off while `SimulatedDevice` steps it.
* The size of the touch screen is read from the first frame of a launch, so that frame always has
  the phone's own size.
* A simulator isn't told that a step repeats the last action, but every step asks for a screenshot,
  after the touch if there is one. That is where the step's time passes.
"""

from __future__ import annotations

import queue
import subprocess
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from android_env import environment
from android_env.components import (
    adb_controller,
    config_classes,
    coordinator,
    device_settings,
    errors,
    log_stream,
    task_manager,
)
from android_env.components.simulators import base_simulator
from android_env.proto import state_pb2, task_pb2

from android_gym.devices.adb_commands import COMMANDS
from android_gym.errors import SimulatorError

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone
    from android_gym.simulator.system.logs import LogEntry
    from android_gym.simulator.wire.console import Console

__all__ = ["PhoneAdbController", "PhoneLogStream", "PhoneSimulator", "load", "new_phone"]


class PhoneLogStream(log_stream.LogStream):  # type: ignore[misc]
    """The phone's log, line by line as ``logcat -v epoch`` prints it.

    A reader waits until a line is written; nothing polls.
    """

    def __init__(self, phone: Phone, verbose: bool = False) -> None:
        super().__init__(verbose=verbose)
        from android_gym.simulator.system import logs

        self._logs = logs
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._lets_through = logs.LogFilter(["*:S"])
        self._end = phone.system.logs.listen(self._write)

    def set_log_filters(self, log_filters: Sequence[str]) -> None:
        """Set which lines pass, in logcat's form ``TAG:LEVEL``; all others are dropped."""
        super().set_log_filters(log_filters)
        self._lets_through = self._logs.LogFilter(self._filters)

    def _write(self, entry: LogEntry) -> None:
        if self._lets_through(entry):
            for line in self._logs.format_entry(entry, time="epoch").splitlines():
                self._lines.put(line)

    def drain(self) -> None:
        """Wait until everything written has been read, so that no reward comes a step late."""
        lines = self._lines
        if lines.unfinished_tasks:
            with lines.all_tasks_done:  # Queue.join, but with a limit in case the reader has died
                lines.all_tasks_done.wait_for(lambda: not lines.unfinished_tasks, timeout=1.0)

    def _get_stream_output(self) -> Iterator[str]:
        while True:
            line = self._lines.get()
            try:
                if line is None:
                    return
                yield line
            finally:
                self._lines.task_done()

    def stop_stream(self) -> None:
        """End the stream: the reader wakes up and sees its end."""
        self._end()
        self._lines.put(None)


class PhoneAdbController(adb_controller.AdbController):  # type: ignore[misc]
    """Controller that answers adb commands from the phone itself, without processes or waiting."""

    def __init__(self, simulator: PhoneSimulator) -> None:
        # Not super().__init__, which removes Android's variables from the process's environment.
        self._config = config_classes.AdbControllerConfig(adb_path="adb", device_name="simulator")
        self._os_env_vars: dict[str, str] = {}
        # Not the phone: android_env keeps a controller across a relaunch, which makes a new phone.
        self._simulator = simulator

    def execute_command(
        self, args: list[str], timeout: float | None = None, device_specific: bool = True
    ) -> bytes:
        """Execute an adb command.

        Args:
            args: As on adb's command line, e.g. ``["shell", "input", "tap", "5", "5"]``.
            timeout: Limit in seconds of the phone's time.
            device_specific: Ignored; there is one device.

        Returns:
            stdout and stderr, in the order in which they were written.

        Raises:
            android_env.components.errors.AdbControllerError: If adb would exit non-zero, or take
                longer than `timeout`.
        """
        phone = self._simulator.phone
        clock = phone.system.clock
        start = clock.elapsed_ms()
        handler = COMMANDS.get(args[0]) if args else None
        if args[:1] == ["emu"]:
            code, output = 0, self._simulator.console.run(" ".join(args[1:])).encode()
        elif handler is None:
            code, output = 1, f"adb: unknown command {' '.join(args[:1])}\n".encode()
        else:
            code, output = handler(phone, args[1:])
        limit = self._config.default_timeout if timeout is None else timeout
        if code == 0 and clock.elapsed_ms() - start <= limit * 1000:
            return output
        cause: Exception
        if code:
            cause = subprocess.CalledProcessError(code, ["adb", *args], output)
        else:
            cause = subprocess.TimeoutExpired(["adb", *args], limit, output)
        raise errors.AdbControllerError(
            f"Error executing adb command: [adb {' '.join(args)}]\nCaused by: {cause}\n"
            f"{output.decode('utf-8', 'replace')}"
        ) from cause


class PhoneSimulator(base_simulator.BaseSimulator):  # type: ignore[misc]
    """The phone as android_env's simulator.

    Attributes:
        phone: The phone of the current launch.
        console: Its console, for ``adb emu``.
        painting: Whether screenshots show the screen; otherwise they repeat the last frame.
        step_ms: How long a step of AndroidEnv lasts, in milliseconds of the phone's time.
    """

    phone: Phone
    console: Console

    def __init__(
        self,
        make_phone: Callable[[], Phone],
        config: config_classes.SimulatorConfig | None = None,
    ) -> None:
        super().__init__(config or config_classes.SimulatorConfig())
        self._make_phone = make_phone
        self._stream: PhoneLogStream | None = None
        self.painting = True
        self.step_ms = 0

    def adb_device_name(self) -> str:
        """Return the device's name for ``adb -s``."""
        return "simulator"

    def create_adb_controller(self) -> PhoneAdbController:
        """Return a controller of the current phone."""
        return PhoneAdbController(self)

    def create_log_stream(self) -> PhoneLogStream:
        """Return a stream of the phone's log from now on."""
        self._stream = PhoneLogStream(self.phone, verbose=self._config.verbose_logs)
        return self._stream

    def _launch_impl(self) -> None:
        from android_gym.simulator.wire.console import Console, Snapshots

        if hasattr(self, "phone"):
            self.phone.close()
        self.phone = self._make_phone()
        self._snapshots = Snapshots(self.phone)
        self.console = Console(self.phone, self._snapshots)
        # A single broadcast pixel: it has a frame's size without its memory.
        pixel = np.zeros((1, 1, 3), np.uint8)
        width, height = self.phone.windows.size
        self._frame = np.broadcast_to(pixel, (height, width, 3))
        self._launching = True

    def send_touch(self, touches: list[tuple[int, int, bool, int]]) -> None:
        """Put fingers down, move or lift them, all at the same time.

        Args:
            touches: (x, y, True if the finger is down, number of the finger), in pixels of the
                panel; if ``wm size`` has set another size, that is mapped onto the panel, as in
                Android.
        """
        display = self.phone.system.display
        across = down = 1.0
        if display.override_size is not None:
            across, down = (
                own / panel
                for own, panel in zip(display.override_size, display.physical_size, strict=True)
            )
        if len(touches) == 1:
            x, y, is_down, finger = touches[0]
            self.phone.touch(x * across, y * down, bool(is_down), finger)
        else:
            self.phone.touches(
                [(x * across, y * down, bool(is_down), finger) for x, y, is_down, finger in touches]
            )

    def send_key(self, keycode: np.int32, event_type: str) -> None:
        """Send a key.

        Args:
            keycode: XKB code, as the emulator takes it on Linux.
            event_type: ``keydown``, ``keyup`` or ``keypress``.
        """
        from android_gym.simulator.system.keycodes import KEY_OF_EVDEV

        key = KEY_OF_EVDEV.get(int(keycode) - 8)  # X counts from 8
        if key is not None and event_type != "keyup":  # the phone takes whole key presses
            self.phone.press_key(key)

    def _get_screenshot_impl(self) -> np.ndarray:
        if self._launching:  # DeviceSettings asks for the size
            self._launching = False
            return self._frame
        if self.step_ms:
            self.phone.advance(self.step_ms)
        if self._stream is not None:
            self._stream.drain()
        if self.painting:
            self._frame = self.phone.screenshot()
        return self._frame

    def save_state(self, request: state_pb2.SaveStateRequest) -> state_pb2.SaveStateResponse:
        """Save the phone's state under the name ``args["snapshot_name"]``."""
        status = state_pb2.SaveStateResponse.Status
        try:
            self._snapshots.save(request.args.get("snapshot_name", _DEFAULT_SNAPSHOT))
        except SimulatorError as error:
            return state_pb2.SaveStateResponse(status=status.ERROR, error_message=str(error))
        return state_pb2.SaveStateResponse(status=status.OK)

    def load_state(self, request: state_pb2.LoadStateRequest) -> state_pb2.LoadStateResponse:
        """Load the state saved under the name ``args["snapshot_name"]``."""
        status = state_pb2.LoadStateResponse.Status
        name = request.args.get("snapshot_name", _DEFAULT_SNAPSHOT)
        if name not in dict(self._snapshots.list()):
            return state_pb2.LoadStateResponse(status=status.NOT_FOUND)
        self._snapshots.load(name)
        return state_pb2.LoadStateResponse(status=status.OK)

    def get_logs(self) -> str:
        """Return the phone's log."""
        if not hasattr(self, "phone"):
            return ""
        return self.phone.shell("logcat -d").stdout.decode("utf-8", "replace")


_DEFAULT_SNAPSHOT = "default"


class _LazyForest:
    """Stand-in for the array of forests in the extras, which makes the forest on demand.

    AndroidEnv copies extras by ``astype`` only when somebody calls ``task_extras``.
    """

    dtype = np.dtype(object)

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def astype(self, dtype: Any) -> np.ndarray:
        """Return the current forest in an array of shape (1,)."""
        forests = np.empty(1, dtype)
        forests[0] = self._phone.forest()
        return forests


class _TaskManager(task_manager.TaskManager):  # type: ignore[misc]
    """Task manager that adds the accessibility forest to the extras, by A11yGrpcWrapper's name."""

    def __init__(self, simulator: PhoneSimulator, task: task_pb2.Task) -> None:
        # Asking for the activity every n steps starts a thread each time; tasks here are judged
        # over adb.
        config = config_classes.TaskManagerConfig(
            dumpsys_check_frequency=150 if task.HasField("expected_app_screen") else 0
        )
        super().__init__(task, config)
        self._simulator = simulator

    def _get_current_extras(self) -> dict[str, Any]:
        extras = super()._get_current_extras() if self._latest_values["extra"] else {}
        extras["accessibility_tree"] = _LazyForest(self._simulator.phone)
        return extras


def new_phone(**options: Any) -> Phone:
    """Return a phone, see `android_gym.simulator.phone.Phone`."""
    from android_gym.simulator.phone import Phone  # loads all apps, which takes a while

    return Phone(**options)


def load(
    make_phone: Callable[[], Phone] | None = None,
    task: task_pb2.Task | None = None,
    num_fingers: int = 1,
    enable_key_events: bool = False,
    step_ms: int = 100,
) -> environment.AndroidEnv:
    """Load an AndroidEnv over a phone in this process, as `android_env.loader.load` would.

    Args:
        make_phone: Makes the phone, at each launch; by default ``Phone()``.
        task: android_env's task: what the log says about rewards, setup steps and so on.
        num_fingers: Fingers in the action.
        enable_key_events: Whether the action has keys.
        step_ms: How long a step lasts, in milliseconds of the phone's time.

    Returns:
        The environment. Frames are painted at the phone's own size. In addition to extras from the
        log, `task_extras` has ``accessibility_tree``, an `AndroidAccessibilityForest`.
    """
    simulator = PhoneSimulator(make_phone or new_phone)
    manager = _TaskManager(simulator, task or task_pb2.Task())
    config = config_classes.CoordinatorConfig(
        num_fingers=num_fingers,
        enable_key_events=enable_key_events,
        device_settings=config_classes.DeviceSettingsConfig(
            show_touches=False,
            show_pointer_location=False,
            show_status_bar=True,
            show_navigation_bar=True,
        ),
    )
    settings = device_settings.DeviceSettings(simulator)
    env = environment.AndroidEnv(
        simulator=simulator,
        coordinator=coordinator.Coordinator(simulator, manager, settings, config),
        task_manager=manager,
    )
    simulator.step_ms = step_ms
    return env
