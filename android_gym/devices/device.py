"""Device: what a task or an action may ask of any phone.

Everything goes through ``AndroidEnv.execute_adb_call``, so that what works on one phone works on
another. android_env answers a command that exits non-zero by restarting the adb server, for all
devices. So every command is run in a subshell, with its exit code appended to its output, and the
outer shell always exits 0.
"""

from __future__ import annotations

import base64
import posixpath
import re
import shlex
import tarfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Generic, Literal, TypeVar

import numpy as np
from android_env.components import errors as android_env_errors
from android_env.proto import adb_pb2

from android_gym.accessibility import UIElement
from android_gym.checks import shown
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

__all__ = [
    "Device",
    "SqlValue",
]

_T = TypeVar("_T")

Namespace = Literal["global", "secure", "system"]


_IN_QUOTES: Final = re.compile(r'[\\"$`]')


def _quoted(sql: str) -> str:
    """Quote SQL for a shell: in double quotes, since there are single ones around each text."""
    return '"' + _IN_QUOTES.sub(r"\\\g<0>", sql) + '"' if "'" in sql else shlex.quote(sql)


class Device(ABC):
    """A phone behind an AndroidEnv.

    Attributes:
        android_env: The `android_env.environment.AndroidEnv`.
        step_ms: How long a raw touch lasts, in milliseconds of the device's time.
        timeout_s: How long a command may take, unless said otherwise.
        apps: Package by label, in lower case: how `launch` reads labels before it looks at those
            of all suites.
    """

    def __init__(self, android_env: Any) -> None:
        self.android_env = android_env
        self.step_ms = 100
        self.timeout_s = 30.0
        self.apps: Mapping[str, str] = {}

    # --- commands --------------------------------------------------------------------------------

    def call(self, request: adb_pb2.AdbRequest) -> adb_pb2.AdbResponse:
        """Execute one of android_env's adb requests.

        Raises:
            DeviceError: If the response says anything but OK.
        """
        try:
            response = self.android_env.execute_adb_call(request)
        except android_env_errors.AndroidEnvError as error:
            raise DeviceError(f"adb failed: {error}. Reset to get a healthy device.") from error
        if response.status != _OK:
            status = adb_pb2.AdbResponse.Status.Name(response.status)
            kind = request.WhichOneof("command")
            raise DeviceError(f"adb answered {kind!r} with {status}: {response.error_message}")
        return response

    def adb(self, *args: str, timeout_s: float | None = None) -> bytes:
        """Execute ``adb <args>`` and return what it prints; a non-zero exit is a `DeviceError`.

        For shell commands prefer `shell` and `run`: a failing one doesn't harm other devices.
        """
        request = adb_pb2.AdbRequest(
            generic=adb_pb2.AdbRequest.GenericRequest(args=args),
            timeout_sec=self.timeout_s if timeout_s is None else timeout_s,
        )
        return self.call(request).generic.output

    def run(self, command: str, timeout_s: float | None = None) -> tuple[str, int]:
        """Run a command line in the device's shell.

        Args:
            command: Anything the shell understands, several lines too.
            timeout_s: Limit of real time, `timeout_s` of the device unless given.

        Returns:
            What it printed (stdout and stderr in order) and its exit code. Bytes that are not UTF-8
            come as surrogate escapes.
        """
        # The newline before the parenthesis ends a trailing comment.
        output = self.adb("shell", f'({command}\n) 2>&1; echo "\n$?"', timeout_s=timeout_s)
        text, _, code = output.decode("utf-8", "surrogateescape").rstrip("\r\n").rpartition("\n")
        if not code.isdecimal():
            raise DeviceError(
                f"The device's shell ended in the middle of {command!r}; it printed "
                f"{output[-200:]!r}. Check the command's syntax."
            )
        return text, int(code)

    def shell(self, command: str, timeout_s: float | None = None) -> str:
        """Like `run`, for a command that has to succeed.

        Raises:
            DeviceCommandError: If it exits non-zero.
        """
        output, code = self.run(command, timeout_s)
        if code:
            raise DeviceCommandError(command, code, output)
        return output

    def console(self, command: str) -> str:
        """Give the emulator's console a command, e.g. ``sms send +15551234 Hello there``.

        Raises:
            DeviceCommandError: If the console refuses it.
        """
        output = self.adb("emu", *command.split(" ")).decode("utf-8", "replace")
        if "KO:" in output:
            raise DeviceCommandError(f"emu {command}", 1, output)
        return output

    # --- files -----------------------------------------------------------------------------------

    def push(self, path: str, data: bytes | str, mode: int = 0o666) -> None:
        """Write a file, with folders as needed; its time is the device's present.

        Args:
            path: Absolute path on the device.
            data: Content; text is written as UTF-8.
            mode: Permissions, as AndroidWorld does by default for all to write.
        """
        content = data.encode() if isinstance(data, str) else data
        name = shlex.quote(path)
        if len(content) <= _INLINE_BYTES:
            # adb's own way takes a file of this computer, and a second command for mode and time.
            text = base64.b64encode(content).decode()
            self.shell(
                f"mkdir -p {shlex.quote(posixpath.dirname(path) or '/')} && rm -f {name} && "
                f"echo {text} | base64 -d > {name} && chmod {mode:o} {name}"
            )
            return
        self._send(path, content)
        self.shell(f"chmod {mode:o} {name} && touch {name}")  # adb gave it this computer's time

    def _send(self, path: str, content: bytes) -> None:
        """Write a file in adb's own way, with this computer's time."""
        request = adb_pb2.AdbRequest(timeout_sec=self.timeout_s)
        request.push.path, request.push.content = path, content  # megabytes, copied once
        self.call(request)

    def push_all(
        self,
        files: Mapping[str, bytes | str],
        mode: int = 0o666,
        *,
        modified_s: Mapping[str, int] | None = None,
    ) -> None:
        """Write several files as `push` writes one, in a command or two for hundreds of them.

        They go as archives, which the device's own ``tar`` unpacks.

        Args:
            files: Content by absolute path on the device.
            mode: Permissions of each.
            modified_s: When each was changed last, by path, in seconds since 1970; None: now.
        """
        for paths in _packed(files):
            if len(paths) == 1 and modified_s is None:
                self.push(paths[0], files[paths[0]], mode)
                continue
            names = shlex.join(paths)
            # Links are replaced, not followed. Owners are the device's: those of the archive mean
            # nothing there. Nor do its times, unless they are asked for.
            options, touch = ("xom", f" && touch {names}") if modified_s is None else ("xo", "")
            unpack = f"rm -f {names} && tar -{options} -C / && chmod {mode:o} {names}{touch}"
            archive = _archive(files, paths, modified_s or {})
            if len(archive) <= _INLINE_BYTES:
                text = base64.b64encode(archive).decode()
                self.shell(f"echo {text} | base64 -d | ( {unpack} )")
                continue
            self._send(_ARCHIVE, archive)
            self.shell(f"( {unpack} ) < {_ARCHIVE}; code=$?; rm {_ARCHIVE}; exit $code")

    def pull(self, path: str) -> bytes:
        """Read a file.

        Raises:
            DeviceCommandError: If there is none.
        """
        name = shlex.quote(path)
        size = int(self.shell(f"stat -L -c %s {name}"))
        if size <= _INLINE_BYTES:
            return base64.b64decode(self.shell(f"base64 {name}"))
        request = adb_pb2.AdbRequest(
            pull=adb_pb2.AdbRequest.Pull(path=path), timeout_sec=self.timeout_s
        )
        return self.call(request).pull.content

    def read_text(self, path: str) -> str:
        """Read a text file in one command.

        Raises:
            DeviceCommandError: If there is none.
        """
        return self.shell(f"cat {shlex.quote(path)}")

    def exists(self, path: str) -> bool:
        """Return whether there is a file or folder at `path`."""
        return self.run(f"test -e {shlex.quote(path)}")[1] == 0

    def listdir(self, path: str) -> list[str]:
        """Names in a folder, hidden ones too, sorted.

        Raises:
            DeviceCommandError: If there is no such folder.
        """
        return sorted(self.shell(f"ls -1A {shlex.quote(path)}").splitlines())

    def remove(self, *paths: str) -> None:
        """Remove files and folders with all in them; what isn't there is fine."""
        self.shell(f"rm -rf {shlex.join(paths)}")

    def mkdir(self, path: str) -> None:
        """Make a folder and those above it, as needed."""
        self.shell(f"mkdir -p {shlex.quote(path)}")

    # --- databases -------------------------------------------------------------------------------

    def query(
        self, database_path: str, sql: str, parameters: Sequence[SqlValue] = ()
    ) -> list[tuple[SqlValue, ...]]:
        """Ask a database on the device, through the device's own ``sqlite3``.

        Args:
            database_path: Absolute path of the database.
            sql: One statement that reads, and asks for neither time nor chance; ``?`` stands for
                parameters.
            parameters: Their values.

        Returns:
            Rows, with values exactly as stored. A database that has not changed may not be asked
            again, see `reread`.

        Raises:
            DeviceCommandError: If the database is missing or does not understand `sql`.
        """
        return list(self.reread(_Query(database_path, bind(sql, parameters))))

    def execute(
        self, database_path: str, sql: str, rows: Iterable[Sequence[SqlValue]] = ((),)
    ) -> None:
        """Change a database on the device, all in one transaction.

        An app that has it open may not notice; force-stop it first.

        Args:
            database_path: Absolute path of the database.
            sql: A statement; ``?`` stands for parameters. Or several, with semicolons between
                them, where there are no parameters.
            rows: Their values; the statement is executed once for each of these.

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
        """A setting's value, None if it was never put. May not be asked again, see `reread`."""
        return self.reread(_GetSetting(namespace, key))

    def put_setting(self, namespace: Namespace, key: str, value: str | int) -> None:
        """Put a setting."""
        self.shell(f"settings put {namespace} {shlex.quote(key)} {shlex.quote(str(value))}")

    def delete_setting(self, namespace: Namespace, key: str) -> None:
        """Delete a setting; one that isn't there is fine."""
        self.shell(f"settings delete {namespace} {shlex.quote(key)}")

    def now(self) -> datetime:
        """The device's time, to the second, in UTC."""
        return datetime.fromtimestamp(int(self.shell("date +%s")), UTC)

    def now_ms(self) -> int:
        """Return the device's time, in milliseconds since 1970."""
        return round(float(self.shell("date +%s.%N")) * 1000)

    def set_time(self, time: datetime) -> None:
        """Set the device's clock, and stop it from setting itself.

        Args:
            time: With a time zone; without one it counts as UTC.
        """
        if time.tzinfo is not None:
            time = time.astimezone(UTC)
        self.shell(f"settings put global auto_time 0; date -u {time:%m%d%H%M%Y.%S}")

    # --- apps ------------------------------------------------------------------------------------

    def foreground_activity(self) -> str:
        """The activity in front, as ``package/full.ClassName``; empty if there is none."""
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
        if "/" in app:
            command = f"am start -W -n {shlex.quote(app)}"
        else:
            package = self.apps.get(fold_label(app)) or package_of(app) or app.strip()
            if not re.fullmatch(r"\w+(\.\w+)+", package, re.ASCII):
                raise ActionError(
                    f"No app is called {shown(app)}. Give a label of the launcher, or a package."
                )
            command = f"monkey -p {package} -c android.intent.category.LAUNCHER 1"
        output, code = self.run(command)
        if code or "Error" in output or "No activities found" in output:
            raise ActionError(
                f"The device can't launch {app!r}: {output.strip().splitlines()[-1:]}. "
                "See `pm list packages` for what is installed."
            )

    def force_stop(self, package: str) -> None:
        """End an app's processes and tasks."""
        self.shell(f"am force-stop {shlex.quote(package)}")

    def require_web(self) -> None:  # noqa: B027
        """Make sure that apps can show web pages.

        Phones can, unless told otherwise; the phone in Python needs a browser on this computer.

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
        """The clipboard's text.

        Through the Clipper app, which comes to the front for it and goes away again; phones with
        a better way to ask override this.
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
                f"The Clipper app gave no clipboard: {output.strip()!r}. Install it on the device."
            )
        return found[1]

    # --- screen ----------------------------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the screen in pixels, as it is turned now."""
        found = re.findall(r"logicalFrame=\[0, 0, (\d+), (\d+)\]", self.shell("dumpsys input"))
        for width, height in found:
            if int(width) and int(height):
                return int(width), int(height)
        raise DeviceError("`dumpsys input` tells no logicalFrame. Is the device's screen on?")

    @abstractmethod
    def screenshot(self, size: tuple[int, int] | None = None) -> np.ndarray:
        """Return what the screen shows.

        Args:
            size: (width, height) wanted; the screen's own by default.

        Returns:
            uint8 array of shape (height, width, 3), RGB, read-only. The same object as before
            where the screen is known to show the same.
        """

    @abstractmethod
    def ui_elements(self) -> tuple[UIElement, ...]:
        """Return what is on the screen, visible elements only, in the order of the forest.

        The same object as before where the screen is known to show the same.
        """

    def forest(self) -> Any | None:
        """The screen as android_env's `AndroidAccessibilityForest`; None if the device has none."""
        return None

    # --- state -----------------------------------------------------------------------------------

    @abstractmethod
    def snapshot(self) -> Any:
        """Keep the device's whole state; return the handle for `restore`."""

    @abstractmethod
    def restore(self, handle: Any | None = None) -> None:
        """Bring back the state of a snapshot, that of the freshly started device by default."""

    def remember(self, read: Callable[[Device], _T]) -> Callable[[], _T]:
        """Make it possible to read later what is on the device now.

        Args:
            read: Reads something over adb and changes nothing.

        Returns:
            A function that returns what `read` gives for the present state of the device, as often
            as it is called. The device is read at once, unless it keeps snapshots that are cheap
            enough to go back for a moment when the function is first called.

        Raises:
            DeviceError: If the device fails.
        """
        return _Read(read(self))

    def reread(self, read: Callable[[Device], _T]) -> _T:
        """Return what `read` gives for the present state of the device.

        A device that knows what was read may give what an earlier call gave, where that has not
        changed since. Others read.

        Args:
            read: Reads files, databases, settings, packages or an app's answer to a broadcast over
                adb and changes nothing. Equal functions read the same. What passes by itself (time,
                logs) is not to be read so.

        Returns:
            Not to be changed; it may be given again.

        Raises:
            DeviceError: If the device fails.
        """
        return read(self)

    def reset(self) -> None:
        """Begin an episode: the AndroidEnv's, then the freshly started device's state."""
        try:
            self.android_env.reset()
        except android_env_errors.AndroidEnvError as error:
            raise DeviceError(f"AndroidEnv can't be reset: {error}") from error
        self.restore()

    def seed(self, rng: np.random.Generator) -> None:  # noqa: B027 - most need not do anything
        """Seed what the device draws by itself; most devices draw nothing.

        Args:
            rng: The episode's generator, which must not be moved: draw from a copy.
        """

    def revision(self) -> int | None:
        """A number that moves when anything changed that adb can read; None if unknown."""
        return None

    @property
    def twin(self) -> Mapping[str, Any] | None:
        """Return what `make_device` takes for a device that can exchange snapshots with this one.

        None where there can't be one.
        """
        return None

    @abstractmethod
    def recover(self) -> None:
        """Make a device that hung or died healthy again, e.g. by starting it anew.

        Raises:
            DeviceError: If that can't be done.
        """

    @abstractmethod
    def close(self) -> None:
        """Let go of the device. Can be called again."""

    # --- input -----------------------------------------------------------------------------------

    def perform(self, events: Iterable[DeviceEvent]) -> None:
        """Carry out what an action is made of, one command for a gesture.

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
        """Type any text, and give the app time to take it in.

        ``input text`` knows the characters of a US keyboard only, and turns ``%s`` into a space.

        Raises:
            ActionError: If no field can hold it: it has a NUL or half a surrogate pair.
        """
        if _NO_TEXT.search(text):
            raise ActionError(
                f"A device can't type {shown(text)}: it has a NUL, or half a character (a "
                "lone surrogate)."
            )
        commands: list[str] = []
        for run in re.findall(r"[ -~]+|\n|\t|[^ -~\n\t]+", text):
            if run in _KEY_OF:
                commands.append(f"input keyevent {_KEY_OF[run]}")
            elif " " <= run[0] <= "~":
                # "%" and "s" in separate commands stay what they are.
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
        """Types what ``input text`` can't, by way of the clipboard."""
        self.set_clipboard(text)
        self.shell("input keyevent KEYCODE_PASTE")

    def _pinch(self, event: Pinch) -> None:
        """Move two fingers; ``input`` knows only one."""
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
            touches: (x, y, True if the finger is on the glass, number of the finger), in pixels of
                the screen as it is turned now.
        """

    @abstractmethod
    def _let_pass(self, duration_ms: int) -> None:
        """Let time of the device pass, with the fingers where they are."""

    def touch(self, action_type: int, x: float, y: float) -> None:
        """Take one raw step of AndroidEnv; see `android_gym.events.Touch`.

        Raises:
            DeviceError: If the device doesn't take it.
        """
        start = time.monotonic()
        self._step(action_type, x, y)
        rest = self.step_ms / 1000 - (time.monotonic() - start)
        if rest > 0:
            time.sleep(rest)

    def _step(self, action_type: int, x: float, y: float) -> None:
        # Python's numbers: AndroidEnv compares and unpacks them faster than arrays.
        action = {"action_type": action_type, "touch_position": (x, y)}
        try:
            timestep = self.android_env.step(action)
        except android_env_errors.AndroidEnvError as error:
            raise DeviceError(f"AndroidEnv's step failed: {error}") from error
        if timestep.last():
            raise DeviceError("AndroidEnv lost the device and ended its episode.")


@dataclass(frozen=True)
class _Read(Generic[_T]):
    """Cached readings, given again at each call."""

    value: _T

    def __call__(self) -> _T:
        return self.value


@dataclass(frozen=True, slots=True)
class _Query:
    """Asks a database; two of the same statement ask the same."""

    database_path: str
    sql: str

    def __call__(self, device: Device) -> list[tuple[SqlValue, ...]]:
        command = "sqlite3 -readonly -cmd '.mode quote'"
        path, sql = shlex.quote(self.database_path), _quoted(self.sql)
        return parse_rows(device.shell(f"{command} {path} {sql}"))


@dataclass(frozen=True)
class _GetSetting:
    """Asks for a setting."""

    namespace: Namespace
    key: str

    def __call__(self, device: Device) -> str | None:
        value = device.shell(f"settings get {self.namespace} {shlex.quote(self.key)}").rstrip("\n")
        return None if value == "null" else value


_OK: Final = adb_pb2.AdbResponse.Status.OK

_NO_TEXT = re.compile("[\0\ud800-\udfff]")
# Apps react to typing with a delay, so that not each letter makes them search or enables a button:
# half a second in Markor. AndroidWorld waits for a second.
_TYPED_S = 0.6
_KEY_OF = {"\n": "KEYCODE_ENTER", "\t": "KEYCODE_TAB"}

_PINCH_STEP_MS = 8
_PINCH_STEPS = 32
"""Two fingers are moved every 8 ms, in 32 steps at most; every step is a call to an emulator."""

_COMMAND_BYTES = 60_000
"""Bytes of a command at most: an adb server takes requests of 65,535."""

_INLINE_BYTES = 40_000
"""Bytes of a file that is put into a command itself, as base64: four bytes for three."""

_NAMES_BYTES = 4_000
"""Bytes of the names of files that are written by one command, which tells them three times."""

_PACKED_BYTES = 64 << 20
"""Bytes of files that go in one archive."""

_SQL_SCRIPT = "/data/local/tmp/android_gym.sql"
_ARCHIVE = "/data/local/tmp/android_gym.tar"


def _packed(files: Mapping[str, bytes | str]) -> Iterator[list[str]]:
    """Yield paths of files, in order, as many at a time as go in one archive."""
    part: list[str] = []
    names = content = 0
    for path, data in files.items():
        names += len(shlex.quote(path).encode()) + 1
        content += len(data)
        if part and (names > _NAMES_BYTES or content > _PACKED_BYTES):
            yield part
            part, names, content = [], len(shlex.quote(path).encode()) + 1, len(data)
        part.append(path)
    if part:
        yield part


def _archive(
    files: Mapping[str, bytes | str], paths: Iterable[str], modified_s: Mapping[str, int]
) -> bytes:
    """Return an archive of files, in the form that old and new ``tar`` read."""
    parts: list[bytes] = []  # joined once: contents may be megabytes
    for path in paths:
        data = files[path]
        content = data.encode() if isinstance(data, str) else data
        head = tarfile.TarInfo(path.lstrip("/"))
        head.size, head.mtime = len(content), modified_s.get(path, 0)
        parts += head.tobuf(tarfile.GNU_FORMAT), content, bytes(-len(content) % tarfile.BLOCKSIZE)
    return b"".join((*parts, bytes(2 * tarfile.BLOCKSIZE)))
