"""Outputs of AWK programs: standard output, files and commands."""

from __future__ import annotations

from android_gym.errors import FileError
from android_gym.simulator.shell.awk_values import AwkError
from android_gym.simulator.shell.command import Invocation
from android_gym.simulator.shell.streams import Sink, Source

__all__ = ["Outputs"]

_PENDING = 1 << 16


class Outputs:
    """The outputs of one run.

    Args:
        io: The command.
    """

    def __init__(self, io: Invocation) -> None:
        self._io = io
        self._out: list[str] = []
        self._size = 0
        self._open: dict[str, tuple[str, list[str]]] = {}

    def write(self, text: str) -> None:
        """Write to standard output."""
        self._out.append(text)
        self._size += len(text)
        if self._size > _PENDING:
            self.flush()

    def flush(self) -> None:
        """Write what was kept back."""
        if self._out:
            self._io.out("".join(self._out))
        self._out.clear()
        self._size = 0

    def send(self, where: str, name: str, text: str) -> None:
        """Write to a file (``>``, ``>>``) or a command (``|``)."""
        if name in ("/dev/stdout", "-") and where != "|":
            self.write(text)
        elif name == "/dev/stderr" and where != "|":
            self._io.err(text)
        else:
            if name not in self._open and where != "|":
                self._begin(where, name)
            self._open.setdefault(name, (where, []))[1].append(text)
            self._io.spend(1 + (len(text) >> 6))

    def _begin(self, where: str, name: str) -> None:
        """Make an output file, and empty it unless it is appended to."""
        io = self._io
        if name == "/dev/null":
            return
        try:
            io.write_file(name, b"", append=where == ">>")
        except FileError:
            raise AwkError(f"can't redirect to {name}") from None

    def close(self, name: str) -> int | None:
        """Close a file or command; return its code, None if it is not open."""
        if name not in self._open:
            return None
        where, parts = self._open.pop(name)
        data = "".join(parts).encode("utf-8", "surrogateescape")
        io = self._io
        if where == "|":
            self.flush()
            return io.run(["sh", "-c", name], data)
        if name != "/dev/null":
            io.write_file(name, data, append=True)
        return 0

    def close_all(self) -> None:
        """Write everything; commands that are written to run now."""
        self.flush()
        for name in list(self._open):
            self.close(name)

    def sync(self) -> None:
        """Write what other programs may read, and leave everything open."""
        self.flush()
        for name, (where, _) in list(self._open.items()):
            if where != "|":
                self.close(name)
                self._open[name] = (where, [])

    def system(self, line: str) -> int:
        """Run a command line."""
        self.sync()
        return self._io.run(["sh", "-c", line])

    def output_of(self, line: str) -> bytes:
        """Return what a command line writes to standard output."""
        self.sync()
        child = self._io.process.fork()
        sink = Sink()
        child.fds[0], child.fds[1] = Source(b""), sink
        child.run_program(["sh", "-c", line])
        return b"".join(data for _, data in sink.chunks)
