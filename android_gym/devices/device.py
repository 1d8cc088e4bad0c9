"""Device: the operations that tasks and actions may use on any phone.

Everything goes through ``AndroidEnv.execute_adb_call``, so that code which works on one phone works
on another. Commands and files are those of `android_gym.devices.adb_shell.AdbShell`.
"""

from __future__ import annotations

import re
import shlex
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Generic, Literal, TypeVar

import numpy as np
from android_env.components import errors as android_env_errors

from android_gym.accessibility import UIElement
from android_gym.checks import shown
from android_gym.devices.adb_shell import AdbShell
from android_gym.devices.apps import fold_label, package_of
from android_gym.devices.sql import SqlValue, bind, bind_all, parse_rows
from android_gym.errors import ActionError, DeviceCommandError, DeviceError
from android_gym.events import (
    DeviceEvent,
    Launch,
    Pinch,
    Text,
    Touch,
    Wait,
    pinch_fingers,
    shell_command,
)

__all__ = ["Device", "Namespace", "SqlValue"]

_T = TypeVar("_T")

Namespace = Literal["global", "secure", "system"]


_IN_QUOTES: Final = re.compile(r'[\\"$`]')


def _quoted(sql: str) -> str:
    """Quote SQL for a shell: in double quotes, as SQL texts are in single quotes."""
    return '"' + _IN_QUOTES.sub(r"\\\g<0>", sql) + '"' if "'" in sql else shlex.quote(sql)


class Device(AdbShell, ABC):
    """A phone behind an AndroidEnv.

    Attributes:
        step_ms: How long a raw touch lasts, in milliseconds of the device's time.
        apps: Package by label, in lower case; `launch` looks up labels here before it uses those of
            all suites.
    """

    def __init__(self, android_env: Any) -> None:
        super().__init__(android_env)
        self.step_ms = 100
        self.apps: Mapping[str, str] = {}

    # --- databases -------------------------------------------------------------------------------

    def query(
        self, database_path: str, sql: str, parameters: Sequence[SqlValue] = ()
    ) -> list[tuple[SqlValue, ...]]:
        """Query a database on the device, through the device's own ``sqlite3``.

        Args:
            database_path: Absolute path of the database.
            sql: One statement that only reads, and uses neither the time nor random numbers; ``?``
                stands for parameters.
            parameters: Their values.

        Returns:
            Rows, with values exactly as stored. A database that has not changed may not be queried
            again, see `reread`.

        Raises:
            DeviceCommandError: If the database is missing or does not understand `sql`.
        """
        return list(self.reread(_Query(database_path, bind(sql, parameters))))

    def execute(
        self, database_path: str, sql: str, rows: Iterable[Sequence[SqlValue]] = ((),)
    ) -> None:
        """Change a database on the device, in a single transaction.

        An app that has it open may not notice; force-stop it first.

        Args:
            database_path: Absolute path of the database.
            sql: A statement; ``?`` stands for parameters. Or several, separated by semicolons, if
                there are no parameters.
            rows: Parameter values; the statement is executed once for each row.

        Raises:
            DeviceCommandError: If the database is missing or does not understand `sql`.
        """
        statement = sql.strip().rstrip(";")
        script = ";\n".join(["BEGIN", *bind_all(statement, rows), "COMMIT;"])
        path = shlex.quote(database_path)
        quoted = _quoted(script)
        if len(quoted.encode(errors="replace")) <= _COMMAND_BYTES:
            self.shell(f"sqlite3 {path} {quoted}")
            return
        self.push(_SQL_SCRIPT, script)
        self.shell(f"sqlite3 -bail {path} < {_SQL_SCRIPT}; code=$?; rm {_SQL_SCRIPT}; exit $code")

    # --- settings and clock ----------------------------------------------------------------------

    def get_setting(self, namespace: Namespace, key: str) -> str | None:
        """Return a setting's value, None if it was never set. It may be cached, see `reread`."""
        return self.reread(_GetSetting(namespace, key))

    def put_setting(self, namespace: Namespace, key: str, value: str | int) -> None:
        """Put a setting."""
        self.shell(f"settings put {namespace} {shlex.quote(key)} {shlex.quote(str(value))}")

    def delete_setting(self, namespace: Namespace, key: str) -> None:
        """Delete a setting; a missing one is ignored."""
        self.shell(f"settings delete {namespace} {shlex.quote(key)}")

    def now(self) -> datetime:
        """Return the device's time, to the second, in UTC."""
        return datetime.fromtimestamp(int(self.shell("date +%s")), UTC)

    def now_ms(self) -> int:
        """Return the device's time, in milliseconds since 1970."""
        return round(float(self.shell("date +%s.%N")) * 1000)

    def set_time(self, time: datetime) -> None:
        """Set the device's clock, and turn automatic time off.

        Args:
            time: With a time zone; without one it counts as UTC.
        """
        if time.tzinfo is not None:
            time = time.astimezone(UTC)
        self.shell(f"settings put global auto_time 0; date -u {time:%m%d%H%M%Y.%S}")

    # --- apps ------------------------------------------------------------------------------------

    def foreground_activity(self) -> str:
        """Return the activity in front, as ``package/full.ClassName``; empty if there is none."""
        for line in self.shell("am stack list").splitlines():
            if "visible=true" in line and (found := re.search(r".*\{(.*)\}", line)):
                return found[1]
        return ""

    def launch(self, app: str) -> None:
        """Bring an app to the front.

        Args:
            app: Its label, its package, or a component ``package/.Activity``.

        Raises:
            ActionError: If there is no such app.
        """
        named = shown(app)
        if "/" in app:
            command = f"am start -W -n {shlex.quote(app)}"
        else:
            package = self.apps.get(fold_label(app)) or package_of(app) or app.strip()
            if not re.fullmatch(r"\w+(\.\w+)+", package, re.ASCII):
                raise ActionError(
                    f"No app is called {shown(app)}. Give a label that `apps` of a suite names, "
                    "or a package."
                )
            named += f", which is {package}" if package != app.strip() else ""
            command = f"monkey -p {package} -c android.intent.category.LAUNCHER 1"
        output, code = self.run(command)
        if code or "Error" in output or "No activities found" in output:
            raise ActionError(
                f"The device can't launch {named}: {output.strip().splitlines()[-1:]}. "
                "See `pm list packages` for what is installed."
            )

    def force_stop(self, package: str) -> None:
        """End an app's processes and tasks."""
        self.shell(f"am force-stop {shlex.quote(package)}")

    def require_web(self) -> None:  # noqa: B027
        """Make sure that apps can show web pages.

        By default phones can; the phone in Python needs a browser on this computer.

        Raises:
            DependencyError: If there is none; it says what to install.
        """

    def clear(self, package: str) -> None:
        """Delete an app's data, as if it were newly installed."""
        self.shell(f"pm clear {shlex.quote(package)}")

    def broadcast(self, arguments: str) -> str:
        """Send ``am broadcast <arguments>``; return what it prints."""
        return self.shell(f"am broadcast {arguments}")

    def get_clipboard(self) -> str:
        """Return the clipboard's text.

        It is read by the Clipper app, which comes to the front for a moment; phones with a better
        way override this.
        """
        return self._clipper("-a clipper.get")

    def set_clipboard(self, text: str) -> None:
        """Put text on the clipboard; see `get_clipboard`."""
        self._clipper(f"-a clipper.set -e text {shlex.quote(text)}")

    def _clipper(self, arguments: str) -> str:
        output = self.shell(
            "am start -W -n ca.zgrs.clipper/ca.zgrs.clipper.Main; sleep 0.5\n"
            f"am broadcast {arguments}; input keyevent KEYCODE_BACK"
        )
        found = re.search(r'Broadcast completed: result=-1, data="(.*)"', output, re.DOTALL)
        if found is None:
            raise DeviceError(
                f"The Clipper app did not return the clipboard: {output.strip()!r}. "
                "Install it on the device."
            )
        return found[1]

    # --- screen ----------------------------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the screen in pixels, in its current rotation."""
        found = re.findall(r"logicalFrame=\[0, 0, (\d+), (\d+)\]", self.shell("dumpsys input"))
        for width, height in found:
            if int(width) and int(height):
                return int(width), int(height)
        raise DeviceError("`dumpsys input` has no logicalFrame. Is the device's screen on?")

    @abstractmethod
    def screenshot(self, size: tuple[int, int] | None = None) -> np.ndarray:
        """Return a picture of the screen.

        Args:
            size: (width, height) of the picture; the screen's own by default.

        Returns:
            uint8 array of shape (height, width, 3), RGB, read-only. It is the same object as before
            if the screen is known to be unchanged.
        """

    def copy_screenshot(self, size: tuple[int, int] | None = None) -> np.ndarray:
        """Return a picture of the screen as `screenshot` does, in an array that the caller owns."""
        return self.screenshot(size).copy()

    @abstractmethod
    def ui_elements(self) -> tuple[UIElement, ...]:
        """Return the visible elements on the screen, in the order of the forest.

        It is the same object as before if the screen is known to be unchanged.
        """

    def forest(self) -> Any | None:
        """Return the screen as an `AndroidAccessibilityForest`; None if the device has none."""
        return None

    # --- state -----------------------------------------------------------------------------------

    @abstractmethod
    def snapshot(self) -> Any:
        """Take a snapshot of the device's whole state; return the handle for `restore`."""

    @abstractmethod
    def restore(self, handle: Any | None = None) -> None:
        """Restore a snapshot, by default that of the freshly started device."""

    def remember(self, read: Callable[[Device], _T]) -> Callable[[], _T]:
        """Make it possible to read the device's current state later.

        Args:
            read: Reads something over adb and changes nothing.

        Returns:
            A function that returns `read` of the device's current state, as often as it is called.
            The device is read at once, unless its snapshots are cheap enough to go back for a
            moment when the function is first called.

        Raises:
            DeviceError: If the device fails.
        """
        return _Read(read(self))

    def reread(self, read: Callable[[Device], _T]) -> _T:
        """Return `read` of the device's current state.

        A device that tracks what was read may return the result of an earlier call, if nothing has
        changed since. Others read.

        Args:
            read: Reads files, databases, settings, packages or an app's answer to a broadcast over
                adb and changes nothing. Equal functions read the same. It must not read anything
                that changes by itself (time, logs).

        Returns:
            The result, which must not be modified, as it may be returned again.

        Raises:
            DeviceError: If the device fails.
        """
        return read(self)

    def reset(self) -> None:
        """Begin an episode: reset the AndroidEnv, then restore the state of a fresh start."""
        try:
            self.android_env.reset()
        except android_env_errors.AndroidEnvError as error:
            raise DeviceError(f"AndroidEnv can't be reset: {error}") from error
        self.restore()

    def seed(self, rng: np.random.Generator) -> None:  # noqa: B027 - most need not do anything
        """Seed the device's own random numbers; most devices have none.

        Args:
            rng: The episode's generator, which must not be advanced: draw from a copy.
        """

    def revision(self) -> int | None:
        """Return a number that changes with anything adb can read; None if unknown."""
        return None

    @property
    def twin(self) -> Mapping[str, Any] | None:
        """Return `make_device` options for a device that can exchange snapshots with this one.

        None if there can't be one.
        """
        return None

    @abstractmethod
    def recover(self) -> None:
        """Make a device that hung or died healthy again, e.g. by restarting it.

        Raises:
            DeviceError: If that can't be done.
        """

    @abstractmethod
    def close(self) -> None:
        """Release the device. Can be called again."""

    # --- input -----------------------------------------------------------------------------------

    def perform(self, events: Iterable[DeviceEvent]) -> None:
        """Perform the events of an action, one command for a gesture.

        Raises:
            ActionError: If an event can't be carried out (no such app, no such key).
        """
        try:
            for event in events:
                match event:
                    case Touch(action_type, x, y):
                        self.touch(action_type, x, y)
                    case Text(text):
                        self._type(text)
                    case Launch(app):
                        self.launch(app)
                    case Pinch():
                        self._pinch(event)
                    case _:
                        command = shell_command(event)
                        if command is None:
                            raise ActionError(f"A device can't perform {event!r}.")
                        limit = None
                        if isinstance(event, Wait):
                            limit = self.timeout_s + event.duration_ms / 1000
                        self.shell(command, limit)
        except DeviceCommandError as error:
            raise ActionError(
                f"The device can't perform {shown(event)}: exit code {error.exit_code}, "
                f"{shown(error.output.strip())}"
            ) from error

    def _type(self, text: str) -> None:
        """Type any text, and give the app time to process it.

        ``input text`` knows only the characters of a US keyboard, and turns ``%s`` into a space.

        Raises:
            ActionError: If no field can hold it: it has a NUL or half a surrogate pair.
        """
        if _NO_TEXT.search(text):
            raise ActionError(
                f"A device can't type {shown(text)}: it has a NUL or half a character (a "
                "lone surrogate)."
            )
        commands: list[str] = []
        for run in re.findall(r"[ -~]+|\n|\t|[^ -~\n\t]+", text):
            if run in _KEY_OF:
                commands.append(f"input keyevent {_KEY_OF[run]}")
            elif " " <= run[0] <= "~":
                # "%" and "s" in separate commands are typed as they are.
                parts = re.split(r"(?<=%)(?=s)", run)
                commands += (f"input text {shlex.quote(part)}" for part in parts)
            else:
                if commands:
                    self.shell(" && ".join(commands))
                    commands.clear()
                self._type_unicode(run)
        commands.append(f"sleep {_TYPED_S}")
        self.shell(" && ".join(commands))

    def _type_unicode(self, text: str) -> None:
        """Type a text that ``input text`` can't, by way of the clipboard."""
        self.set_clipboard(text)
        self.shell("input keyevent KEYCODE_PASTE")

    def _pinch(self, event: Pinch) -> None:
        """Move two fingers, as ``input`` moves only one."""
        width, height = self.size
        steps = max(1, min(_PINCH_STEPS, event.duration_ms // _PINCH_STEP_MS))
        passed = 0
        fingers: list[tuple[int, int]] = []
        for step in range(steps + 1):
            until = event.duration_ms * step // steps
            if until > passed:
                self._let_pass(until - passed)
            passed = until
            fingers = [
                (min(max(round(x), 0), width - 1), min(max(round(y), 0), height - 1))
                for x, y in pinch_fingers(event, step / steps)
            ]
            self._send_touches([(x, y, True, finger) for finger, (x, y) in enumerate(fingers)])
        self._send_touches([(x, y, False, finger) for finger, (x, y) in enumerate(fingers)])

    @abstractmethod
    def _send_touches(self, touches: Sequence[tuple[int, int, bool, int]]) -> None:
        """Put fingers down, move or lift them, all at the same time.

        Args:
            touches: (x, y, True if the finger is down, number of the finger), in pixels of the
                screen in its current rotation.
        """

    @abstractmethod
    def _let_pass(self, duration_ms: int) -> None:
        """Let the device's time pass, with the fingers where they are."""

    def touch(self, action_type: int, x: float, y: float) -> None:
        """Take one raw step of AndroidEnv; see `android_gym.events.Touch`.

        Raises:
            DeviceError: If the device doesn't accept it.
        """
        start = time.monotonic()
        self._step(action_type, x, y)
        rest = self.step_ms / 1000 - (time.monotonic() - start)
        if rest > 0:
            time.sleep(rest)

    def _step(self, action_type: int, x: float, y: float) -> None:
        # AndroidEnv compares and unpacks plain numbers faster than arrays.
        action = {"action_type": action_type, "touch_position": (x, y)}
        try:
            timestep = self.android_env.step(action)
        except android_env_errors.AndroidEnvError as error:
            raise DeviceError(f"AndroidEnv's step failed: {error}") from error
        if timestep.last():
            raise DeviceError("AndroidEnv lost the device and ended its episode.")


@dataclass(frozen=True)
class _Read(Generic[_T]):
    """A result that was read at once, and is returned by each call."""

    value: _T

    def __call__(self) -> _T:
        return self.value


@dataclass(frozen=True, slots=True)
class _Query:
    """Query of a database; queries with the same statement are equal."""

    database_path: str
    sql: str

    def __call__(self, device: Device) -> list[tuple[SqlValue, ...]]:
        command = "sqlite3 -readonly -cmd '.mode quote'"
        path, sql = shlex.quote(self.database_path), _quoted(self.sql)
        return parse_rows(device.shell(f"{command} {path} {sql}"))


@dataclass(frozen=True)
class _GetSetting:
    """Reading of a setting."""

    namespace: Namespace
    key: str

    def __call__(self, device: Device) -> str | None:
        value = device.shell(f"settings get {self.namespace} {shlex.quote(self.key)}").rstrip("\n")
        return None if value == "null" else value


_NO_TEXT = re.compile("[\0\ud800-\udfff]")
# Apps react to typing with a delay, so that they don't search or enable a button at every letter:
# half a second in Markor. AndroidWorld waits for a second.
_TYPED_S = 0.6
_KEY_OF = {"\n": "KEYCODE_ENTER", "\t": "KEYCODE_TAB"}

_PINCH_STEP_MS = 8
_PINCH_STEPS = 32
"""Maximum number of steps of a pinch, 8 ms each; every step is a call to an emulator."""

_COMMAND_BYTES = 60_000
"""Maximum length of a command in bytes: an adb server takes requests of 65,535."""


_SQL_SCRIPT = "/data/local/tmp/android_gym.sql"
