"""Streams that a shell process reads and writes, and the limits on one command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NoReturn, Protocol

from android_gym.errors import FileError

if TYPE_CHECKING:
    from android_gym.simulator.shell.interpreter import Process
    from android_gym.simulator.system.inodes import Stat

__all__ = [
    "DEVICE_BYTES",
    "LEAST_PIPE",
    "MAX_DEPTH",
    "MAX_OUTPUT",
    "MAX_PIPE",
    "MAX_PIPES",
    "MAX_STEPS",
    "MAX_VALUE",
    "MAX_WORK",
    "STREAM_DEVICES",
    "BrokenPipe",
    "Budget",
    "FileSink",
    "Killed",
    "NullSink",
    "PipeSink",
    "Pipes",
    "Sink",
    "Source",
    "Stream",
]

MAX_STEPS: Final = 100_000
"""Maximum steps of one command line: commands, loop iterations and the like."""

MAX_WORK: Final = 5_000_000
"""Maximum units of work, about a microsecond each, of one command line; see `Budget.spend`."""

_STEPS_PER_TURN: Final = 1000
_WORK_PER_TURN: Final = 20_000
"""Units of work after which other command lines get their turn."""

MAX_DEPTH: Final = 48
"""Maximum depth of nested functions, subshells and substitutions."""

MAX_VALUE: Final = 1 << 24
"""Maximum characters of a variable or an expanded command line."""

MAX_OUTPUT: Final = 1 << 28
"""Maximum bytes of output of one command line."""

MAX_PIPE: Final = 1 << 26
"""Maximum bytes held by one pipe."""

LEAST_PIPE: Final = 1 << 16
"""Bytes that a pipe accepts whatever other pipes hold, as the kernel's pipes do."""

MAX_PIPES: Final = 1 << 27
"""Maximum bytes held by the pipes of all concurrent command lines together."""

DEVICE_BYTES: Final = 1 << 20
"""Bytes returned when an endless device is read to its end."""

_WRITTEN_AHEAD: Final = 1 << 13


class Killed(Exception):
    """The program took too many steps or wrote too much."""


class BrokenPipe(Exception):
    """A stage of a pipeline wrote more than its pipe can hold, or than its reader wants."""


class Stream(Protocol):
    """A file descriptor of a process: something that is written, or a `Source`."""

    def write(self, data: bytes) -> None:
        """Write bytes, or fail."""


class Source:
    """Bytes to read from, with a position shared by all readers.

    Args:
        data: The bytes.
        cut_by: None if the data is complete; otherwise the budget of the program that was stopped
            before it wrote everything: reading to the end calls `Budget.cut_short`.
        repeated: Data that follows repeatedly without end (from `yes`), generated as it is read.
    """

    __slots__ = ("cut_by", "data", "position", "repeated")

    def __init__(self, data: bytes, cut_by: Budget | None = None, repeated: bytes = b"") -> None:
        self.data = data
        self.cut_by = cut_by
        self.position = 0
        self.repeated = repeated

    def read(self) -> bytes:
        """Take all remaining bytes."""
        if self.repeated:
            self._write_ahead(DEVICE_BYTES)
        if self.cut_by is not None:
            self.cut_by.cut_short()
        position, self.position = self.position, len(self.data)
        return self.data[position:] if position else self.data

    def take(self, count: int) -> bytes:
        """Take up to `count` bytes."""
        if self.repeated:
            self._write_ahead(count)
        start = self.position
        if start + count > len(self.data):
            return self.read()
        self.position = start + count
        return self.data[start : self.position]

    def line(self, delimiter: bytes = b"\n") -> bytes:
        """Take a line including its newline (or other delimiter); empty at the end."""
        if self.repeated:
            self._write_ahead(len(self.repeated))
        end = self.data.find(delimiter, self.position)
        if end < 0:
            return self.read()
        return self.take(end + 1 - self.position)

    def _write_ahead(self, count: int) -> None:
        """Buffer at least `count` bytes after the position from the repeated data.

        Raises:
            Killed: If a program may not write as many.
        """
        missing = count - (len(self.data) - self.position)
        if missing <= 0:
            return
        if missing > MAX_OUTPUT:
            raise Killed
        times = max(missing, _WRITTEN_AHEAD) // len(self.repeated) + 1
        self.data = self.data[self.position :] + self.repeated * times
        self.position = 0

    def write(self, data: bytes) -> None:
        """Fail, as the descriptor was opened for reading."""
        raise FileError(9, "Bad file descriptor", "")


class Sink:
    """Collects written bytes; `stream` distinguishes standard output from standard error."""

    __slots__ = ("chunks", "size", "stream")

    def __init__(self, stream: int = 1, chunks: list[tuple[int, bytes]] | None = None) -> None:
        self.chunks: list[tuple[int, bytes]] = [] if chunks is None else chunks
        self.stream = stream
        self.size = 0

    def write(self, data: bytes) -> None:
        """Append to the output."""
        if self.size > MAX_OUTPUT:
            raise Killed
        self.size += len(data)
        self.chunks.append((self.stream, data))

    def value(self) -> bytes:
        """Return everything that was written."""
        if len(self.chunks) == 1:
            return self.chunks[0][1]
        return b"".join(data for _, data in self.chunks)


class Pipes:
    """Counts the bytes held by all pipes of a phone, as they exist concurrently.

    Attributes:
        size: Number of bytes.
    """

    __slots__ = ("size",)

    def __init__(self) -> None:
        self.size = 0


class PipeSink(Sink):
    """Collects the output of a pipeline stage for the next stage.

    Args:
        pipes: The count of all pipes.

    Attributes:
        repeated: See `Source`.
    """

    __slots__ = ("pipes", "repeated")

    def __init__(self, pipes: Pipes) -> None:
        super().__init__()
        self.pipes = pipes
        self.repeated = b""

    def write(self, data: bytes) -> None:
        """Append to the output.

        Raises:
            BrokenPipe: If this pipe, or all together, hold too much. It keeps what fits.
        """
        room = len(data)
        if self.size > MAX_PIPE:
            room = 0
        elif self.pipes.size > MAX_PIPES:
            room = min(room, max(0, LEAST_PIPE - self.size))
        kept = data if room == len(data) else data[:room]
        self.pipes.size += len(kept)
        super().write(kept)
        if kept is not data:
            raise BrokenPipe

    def repeat(self, data: bytes) -> NoReturn:
        """Write the same data repeatedly, as long as the reader reads."""
        self.repeated = data
        raise BrokenPipe

    def close(self) -> None:
        """Release the pipe's bytes, as its reader has ended."""
        self.pipes.size -= self.size
        self.size = 0
        self.chunks.clear()


class NullSink:
    """The null device, which discards what is written."""

    __slots__ = ()

    def write(self, data: bytes) -> None:
        """Discard the data."""


class FileSink:
    """A file opened for writing. Writes are buffered until the file may be read."""

    __slots__ = ("ino", "offset", "path", "pending", "process")

    def __init__(self, process: Process, path: str, ino: int, append: bool) -> None:
        self.process = process
        self.path = path
        self.ino = ino
        self.offset = -1 if append else 0
        self.pending: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Write at the descriptor's position, or at the end when appending."""
        if data:
            if not self.pending:
                self.process.budget.unflushed.append(self)
            self.pending.append(data)

    def flush(self) -> None:
        """Write buffered data to the file that was opened, whatever its name and mode are now."""
        data, self.pending = b"".join(self.pending), []
        files, start = self.process.shell.system.files, self.offset
        stat = self._stat()
        if stat is None:
            files.append_moved(self.ino, data)
            return
        self.process.budget.spend((len(data) + stat.size) >> 10)
        if start < 0 or stat.size == start:
            files.write(self.path, data, append=True)
        else:
            old = files.read(self.path).ljust(start, b"\0")
            files.write(self.path, old[:start] + data + old[start + len(data) :])
        if start >= 0:
            self.offset += len(data)

    def _stat(self) -> Stat | None:
        """Return the file's status; None if it has been moved or removed since it was opened."""
        try:
            stat = self.process.shell.system.files.stat(self.path)
        except FileError:
            return None
        return stat if stat.ino == self.ino else None


class Budget:
    """Resources shared by all processes of one command line.

    A command line ends as if killed (exit code 137) when it has taken too many steps or too much
    work. Both are counted, not timed, so it ends at the same point on every machine.

    Args:
        pause: Called between two commands after a few milliseconds of work; None for never.

    Attributes:
        steps: Steps left: commands, loop iterations and the like.
        work: Units of work left.
        piped: Whether the current command writes into a pipe, which takes as much as its reader
            wants.
        partial: Whether the current command in a pipe has read truncated input; see `cut_short`.
    """

    __slots__ = (
        "background",
        "deadline_ms",
        "depth",
        "partial",
        "pause",
        "piped",
        "slept_ms",
        "steps",
        "unflushed",
        "work",
        "_paused_at",
    )

    def __init__(self, pause: Callable[[], None] | None = None) -> None:
        self.steps = MAX_STEPS
        self.work = MAX_WORK
        self.depth = 0
        self.piped = False
        self.partial = False
        self.background = 0
        self.slept_ms = 0
        self.deadline_ms = 1 << 62
        self.unflushed: list[FileSink] = []
        self.pause = pause
        self._paused_at = (MAX_STEPS, MAX_WORK)

    def half(self) -> Budget:
        """Return a budget with half of the steps and work left, which this one loses."""
        half = Budget(self.pause)
        half.steps, half.work = self.steps // 2, self.work // 2
        half._paused_at = (half.steps, half.work)
        self.steps -= half.steps
        self.work -= half.work
        return half

    def step(self) -> None:
        """Count a step: a command, a loop iteration or the like; pauses now and then.

        Raises:
            Killed: If there were too many.
        """
        self.steps -= 1
        if self.steps < 0:
            raise Killed
        self.rest()

    def rest(self) -> None:
        """Let other command lines run, if much was done since the last time."""
        if self.pause is not None:
            steps, work = self._paused_at
            if steps - self.steps > _STEPS_PER_TURN or work - self.work > _WORK_PER_TURN:
                self._paused_at = (self.steps, self.work)
                self.pause()

    def cut_short(self) -> None:
        """Note that truncated input was read to its end: from ``/dev/zero``, or from `yes`.

        In a pipe the output is then truncated as well (``cat /dev/urandom | tr -dc a-z | head -c
        8``).

        Raises:
            Killed: If the output is not a pipe: the program would read on for ever.
        """
        if not self.piped:
            raise Killed
        self.partial = True

    def spend(self, units: int) -> None:
        """Charge units of work; counting them makes a run end at the same point on every machine.

        Raises:
            Killed: If none are left.
        """
        self.work -= units
        if self.work < 0:
            raise Killed

    def flush(self) -> None:
        """Write buffered data to files."""
        while self.unflushed:
            self.unflushed.pop().flush()


STREAM_DEVICES: Final = {
    "/dev/null": "null",
    "/dev/full": "null",
    "/dev/tty": "1",
    "/dev/zero": "zero",
    "/dev/random": "random",
    "/dev/urandom": "random",
    "/dev/stdin": "0",
    "/dev/stdout": "1",
    "/dev/stderr": "2",
    "/dev/fd/0": "0",
    "/dev/fd/1": "1",
    "/dev/fd/2": "2",
    "/proc/self/fd/0": "0",
    "/proc/self/fd/1": "1",
    "/proc/self/fd/2": "2",
}
