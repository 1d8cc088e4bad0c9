"""Commands and files of a phone, over the adb of an AndroidEnv.

If a command exits non-zero, android_env restarts the adb server, which serves all devices. So every
command is run in a subshell, with its exit code appended to its output, and the outer shell always
exits 0.
"""

from __future__ import annotations

import base64
import posixpath
import shlex
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from android_env.components import errors as android_env_errors
from android_env.proto import adb_pb2

from android_gym.errors import DeviceCommandError, DeviceError

__all__ = ["AdbShell"]


class AdbShell:
    """A phone that is reached through adb only.

    Attributes:
        android_env: The `android_env.environment.AndroidEnv`.
        timeout_s: Default limit for a command, in seconds.
    """

    def __init__(self, android_env: Any) -> None:
        self.android_env = android_env
        self.timeout_s = 30.0

    # --- commands --------------------------------------------------------------------------------

    def call(self, request: adb_pb2.AdbRequest) -> adb_pb2.AdbResponse:
        """Execute one of android_env's adb requests.

        Raises:
            DeviceError: If the response is not OK.
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

        For shell commands prefer `shell` and `run`, which don't harm other devices when they fail.
        """
        request = adb_pb2.AdbRequest(
            generic=adb_pb2.AdbRequest.GenericRequest(args=args),
            timeout_sec=self.timeout_s if timeout_s is None else timeout_s,
        )
        return self.call(request).generic.output

    def run(self, command: str, timeout_s: float | None = None) -> tuple[str, int]:
        """Run a command line in the device's shell.

        Args:
            command: Anything the shell understands, including several lines.
            timeout_s: Limit of real time, by default `timeout_s` of the device.

        Returns:
            What it printed (stdout and stderr in order) and its exit code. Bytes that are not UTF-8
            become surrogate escapes.
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
        """Run a command as `run` does, and require that it succeeds.

        Raises:
            DeviceCommandError: If it exits non-zero.
        """
        output, code = self.run(command, timeout_s)
        if code:
            raise DeviceCommandError(command, code, output)
        return output

    def console(self, command: str) -> str:
        """Send a command to the emulator's console, e.g. ``sms send +15551234 Hello there``.

        Raises:
            DeviceCommandError: If the console refuses it.
        """
        output = self.adb("emu", *command.split(" ")).decode("utf-8", "replace")
        if "KO:" in output:
            raise DeviceCommandError(f"emu {command}", 1, output)
        return output

    # --- files -----------------------------------------------------------------------------------

    def push(self, path: str, data: bytes | str, mode: int = 0o666) -> None:
        """Write a file, with folders as needed; it is modified at the device's current time.

        Args:
            path: Absolute path on the device.
            data: Content; text is written as UTF-8.
            mode: Permissions; by default everyone may write, as in AndroidWorld.
        """
        content = data.encode() if isinstance(data, str) else data
        name = shlex.quote(path)
        if len(content) <= _INLINE_BYTES:
            # `adb push` needs a file on this computer, and a second command for mode and time.
            text = base64.b64encode(content).decode()
            self.shell(
                f"mkdir -p {shlex.quote(posixpath.dirname(path) or '/')} && rm -f {name} && "
                f"echo {text} | base64 -d > {name} && chmod {mode:o} {name}"
            )
            return
        self._send(path, content)
        self.shell(f"chmod {mode:o} {name} && touch {name}")  # adb gave it this computer's time

    def _send(self, path: str, content: bytes) -> None:
        """Write a file by `adb push`, with this computer's time."""
        request = adb_pb2.AdbRequest(timeout_sec=self.timeout_s)
        request.push.path, request.push.content = path, content  # copied once: may be megabytes
        self.call(request)

    def push_all(
        self,
        files: Mapping[str, bytes | str],
        mode: int = 0o666,
        *,
        modified_s: Mapping[str, int] | None = None,
    ) -> None:
        """Write several files as `push` does, in a command or two for hundreds of them.

        They are sent as archives, which the device's own ``tar`` unpacks.

        Args:
            files: Content by absolute path on the device.
            mode: Permissions of each.
            modified_s: Time of last modification by path, in seconds since 1970; None: now.
        """
        for paths in _packed(files):
            if len(paths) == 1 and modified_s is None:
                self.push(paths[0], files[paths[0]], mode)
                continue
            names = shlex.join(paths)
            # Links are replaced, not followed. Owners are the device's, as those of the archive
            # mean nothing there; so are the times, unless they are given.
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
            DeviceCommandError: If it doesn't exist.
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
            DeviceCommandError: If it doesn't exist.
        """
        return self.shell(f"cat {shlex.quote(path)}")

    def exists(self, path: str) -> bool:
        """Return whether there is a file or folder at `path`."""
        return self.run(f"test -e {shlex.quote(path)}")[1] == 0

    def listdir(self, path: str) -> list[str]:
        """Return the names in a folder, including hidden ones, sorted.

        Raises:
            DeviceCommandError: If there is no such folder.
        """
        return sorted(self.shell(f"ls -1A {shlex.quote(path)}").splitlines())

    def remove(self, *paths: str) -> None:
        """Remove files, and folders with their contents; missing ones are ignored."""
        self.shell(f"rm -rf {shlex.join(paths)}")

    def mkdir(self, path: str) -> None:
        """Create a folder and its parents, as needed."""
        self.shell(f"mkdir -p {shlex.quote(path)}")


_OK: Final = adb_pb2.AdbResponse.Status.OK

_INLINE_BYTES = 40_000
"""Largest file that is put into a command itself, as base64: four bytes for three."""

_NAMES_BYTES = 4_000
"""Bytes of the names of files written by one command, which contains them three times."""

_PACKED_BYTES = 64 << 20
"""Bytes of files in one archive."""

_ARCHIVE = "/data/local/tmp/android_gym.tar"


def _packed(files: Mapping[str, bytes | str]) -> Iterator[list[str]]:
    """Yield paths of files, in order, grouped so that each group fits one archive."""
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
    """Return an archive of files, in a format that old and new ``tar`` can read."""
    parts: list[bytes] = []  # joined once, as contents may be megabytes
    for path in paths:
        data = files[path]
        content = data.encode() if isinstance(data, str) else data
        head = tarfile.TarInfo(path.lstrip("/"))
        head.size, head.mtime = len(content), modified_s.get(path, 0)
        parts += head.tobuf(tarfile.GNU_FORMAT), content, bytes(-len(content) % tarfile.BLOCKSIZE)
    return b"".join((*parts, bytes(2 * tarfile.BLOCKSIZE)))
