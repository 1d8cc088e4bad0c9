"""The phone's shell, from command lines to output and exit codes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from android_gym.simulator.shell.command import commands
from android_gym.simulator.shell.interpreter import Process
from android_gym.simulator.shell.parser import parse
from android_gym.simulator.shell.streams import Pipes, Sink, Source, Stream
from android_gym.simulator.shell.syntax import Node, Program
from android_gym.simulator.system.users import ROOT, SHELL

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone
    from android_gym.simulator.system import System
    from android_gym.simulator.system.files import Files

__all__ = ["Shell", "ShellResult"]


_CACHED_LENGTH: Final = 4096


@dataclass(frozen=True, slots=True)
class ShellResult:
    """Result of a command line.

    Attributes:
        stdout: Standard output.
        stderr: Standard error.
        exit_code: 0 to 255.
        chunks: Both streams in the order written: (1 or 2, bytes).
    """

    stdout: bytes
    stderr: bytes
    exit_code: int
    chunks: tuple[tuple[int, bytes], ...] = ()

    @property
    def output(self) -> bytes:
        """Both streams merged in the order written, as on a terminal."""
        return b"".join(data for _, data in self.chunks)


class Shell:
    """The phone's shell.

    Attributes:
        phone: The phone.
        system: Its services.
        commands: All commands by name.
        pause: See `Budget`.
        pipes: Counts the bytes in all pipes.
        start_job: Runs a command in the background and returns its job number; None if background
            jobs are not supported and run in the foreground.
        wait_jobs: Waits until the jobs with the given numbers, or all, have ended.
    """

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.system: System = phone.system
        self.commands = commands()
        self.pause: Callable[[], None] | None = None
        self.pipes = Pipes()
        self.start_job: Callable[[Process, Node], int] | None = None
        self._files = {uid: self.system.files.as_user(uid) for uid in (ROOT, SHELL)}
        self.wait_jobs: Callable[[Sequence[int]], None] = lambda jobs: None

    def files_of(self, uid: int) -> Files:
        """Return the phone's files as a user reaches them."""
        return self._files.get(uid) or self.system.files.as_user(uid)

    def run(self, command: str | bytes, stdin: bytes = b"", uid: int = 0) -> ShellResult:
        """Run a command line as ``adb shell`` does.

        Args:
            command: Shell program; invalid UTF-8 bytes are preserved.
            stdin: Standard input.
            uid: User id: 0 for root (after ``adb root``), 2000 for shell.

        Returns:
            Output and exit code. A program that does not end is killed: exit code 137.
        """
        chunks: list[tuple[int, bytes]] = []
        streams: dict[int, Stream] = {0: Source(stdin), 1: Sink(1, chunks), 2: Sink(2, chunks)}
        code = self.execute(command, streams, uid)
        if len(chunks) == 1:
            stream, data = chunks[0]
            out, err = (data, b"") if stream == 1 else (b"", data)
        else:
            out = b"".join(data for stream, data in chunks if stream == 1)
            err = b"".join(data for stream, data in chunks if stream == 2)
        return ShellResult(out, err, code, tuple(chunks))

    def execute(self, command: str | bytes, streams: dict[int, Stream], uid: int = 0) -> int:
        """Run a command line on given streams (see `Source` and `Sink`).

        Returns:
            Its exit code.
        """
        text = command.decode("utf-8", "surrogateescape") if isinstance(command, bytes) else command
        process = Process(self, streams, uid)
        return process.main(_parse(text) if len(text) <= _CACHED_LENGTH else parse(text))


@lru_cache(maxsize=256)
def _parse(text: str) -> Program:
    return parse(text)
