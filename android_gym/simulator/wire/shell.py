"""The services ``shell:`` and ``exec:``: command lines with their streams on the wire.

With ``shell,v2`` the stream consists of packets that separate stdout and stderr and end with the
exit code; without, everything is one stream. Input may come at any time, and a command that reads
waits for it.
"""

from __future__ import annotations

import logging
import struct
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, Protocol

from greenlet import GreenletExit

from android_gym.errors import FileError, SimulatorError
from android_gym.simulator.shell.interaction import interact
from android_gym.simulator.shell.interpreter import Process
from android_gym.simulator.shell.shell import Shell
from android_gym.simulator.shell.streams import Budget, Source, Stream
from android_gym.simulator.shell.syntax import Node, Simple
from android_gym.simulator.shell.syntax import Program as SyntaxTree
from android_gym.simulator.wire.programs import Program, Programs

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone
    from android_gym.simulator.system.files import Files

__all__ = ["Link", "ShellPackets", "ShellSession", "parse_shell_service"]

STDIN, STDOUT, STDERR, EXIT, CLOSE_STDIN, WINDOW_SIZE = range(6)

_log = logging.getLogger(__name__)
_HEADER: Final = struct.Struct("<BI")
_MAX_PACKET: Final = 1 << 20
_MAX_UNREAD: Final = 256 << 10
"""Bytes of input accepted before a command reads them."""
_FREE_INPUT: Final = 2 << 20
"""Bytes of input that take up no space on the phone: what comes before the host is told to wait."""
_MAX_UNSENT: Final = 1 << 20
"""Bytes of output written before the host must read some."""
_FLUSH: Final = 64 << 10
_MAX_LINE: Final = 4096
"""Maximum bytes of a line typed at a terminal, as in Linux."""
_MAX_UNHEARD: Final = 10_000
"""Events, such as log lines, queued for a host that does not read them."""


class Link(Protocol):
    """Methods of a stream that services use; see `adb.Stream`."""

    @property
    def pending(self) -> int:
        """Number of bytes that the host has not acknowledged."""

    @property
    def closed(self) -> bool:
        """Return whether the stream can't be used any more."""

    def write(self, data: bytes | memoryview) -> None:
        """Send data to the host."""

    def acknowledge(self) -> None:
        """Let the host send more data."""

    def close(self) -> None:
        """Close the stream once everything is sent."""

    def abort(self) -> None:
        """Close the stream at once."""


class ShellPackets:
    """Splits the host's bytes into packets of the shell protocol."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def receive(self, data: bytes) -> list[tuple[int, bytes]]:
        """Process bytes; return the packets (id, content) that are complete.

        Raises:
            SimulatorError: If they are not valid packets.
        """
        self._buffer += data
        packets: list[tuple[int, bytes]] = []
        position = 0
        while len(self._buffer) - position >= _HEADER.size:
            kind, length = _HEADER.unpack_from(self._buffer, position)
            if kind > WINDOW_SIZE or length > _MAX_PACKET:
                raise SimulatorError(f"No packet of the shell has id {kind} and {length} bytes.")
            start = position + _HEADER.size
            if len(self._buffer) < start + length:
                break
            packets.append((kind, bytes(self._buffer[start : start + length])))
            position = start + length
        del self._buffer[:position]
        return packets


def parse_shell_service(service: str) -> tuple[bool, bool, str] | None:
    """Parse a service such as ``shell,v2,TERM=xterm,raw:command``.

    Returns:
        Whether it uses the shell protocol, whether it wants a terminal, and the command; None if it
            is not a shell service.
    """
    head, colon, command = service.partition(":")
    name, *options = head.split(",")
    if not colon or name not in ("shell", "exec"):
        return None
    if name == "exec":
        return False, False, command
    terminal = "pty" in options or (not command and "raw" not in options)
    return "v2" in options, terminal, command


class _Input(Source):
    """Standard input that arrives in pieces; a reader waits until there is enough.

    While a command waits for input, the host may send on, and what has arrived takes up space on
    the phone. If there is no space left, the reader gets ENOSPC.

    Attributes:
        taken: Called when something was read, or a reader waits for more.
    """

    __slots__ = (
        "_awaited", "_ended", "_files", "_more", "_programs", "_reader", "_refused", "_room",
        "_size", "taken",
    )  # fmt: skip

    def __init__(self, programs: Programs, files: Files) -> None:
        super().__init__(b"")
        self._programs = programs
        self._files = files
        self._more = BytesIO()  # data that follows `data`
        self._size = 0
        self._room = 0
        self._ended = False
        self._refused: FileError | None = None
        self._awaited = b""  # the line ending that a reader waits for
        self._reader: Program | None = None
        self.taken: Callable[[], None] = lambda: None

    @property
    def wants_more(self) -> bool:
        """Return whether the host may send more."""
        return self._reader is not None or self._size < _MAX_UNREAD

    def feed(self, data: bytes) -> None:
        """Append data from the host."""
        try:
            self._resize(self._size + len(data))
        except FileError as error:
            self._refused = error
        else:
            self._more.write(data)
            if self._awaited and self._awaited in data:
                self._awaited = b""
        if self._reader is not None:
            self._reader.wake()

    def end(self) -> None:
        """Mark the end of input."""
        self._ended = True
        if self._reader is not None:
            self._reader.wake()

    def drop(self) -> None:
        """Discard data that nobody will read any more."""
        self.data, self.position, self._more = b"", 0, BytesIO()
        self._resize(0)

    def read(self) -> bytes:
        """Take the whole rest, once input has ended."""
        self._wait(lambda: False)
        return self._take(len(self.data))

    def take(self, count: int) -> bytes:
        """Take `count` bytes, fewer only at the end."""
        self._wait(lambda: self._size >= count)
        return self._take(count)

    def line(self, delimiter: bytes = b"\n") -> bytes:
        """Take a line including its newline (or other delimiter); empty at the end."""
        self._gather()
        if self.data.find(delimiter, self.position) < 0:
            self._awaited = delimiter
            self._wait(lambda: not self._awaited)
        end = self.data.find(delimiter, self.position)
        return self._take((len(self.data) if end < 0 else end + 1) - self.position)

    def _wait(self, enough: Callable[[], bool]) -> None:
        while not (self._ended or self._refused or enough()):
            self._reader = self._programs.current
            self.taken()
            try:
                self._programs.wait()
            finally:
                self._reader = None
        self._awaited = b""
        if self._refused is not None:
            self.drop()
            raise self._refused
        self._gather()

    def _gather(self) -> None:
        """Append new data to the unread rest; without a rest, use the buffer itself."""
        if not self._more.tell():
            return
        more, self._more = self._more.getvalue(), BytesIO()
        self.data = self.data[self.position :] + more if self.position < len(self.data) else more
        self.position = 0

    def _take(self, count: int) -> bytes:
        data = super().take(count)
        if self.position == len(self.data):  # otherwise it would be kept beside the data taken
            self.data, self.position = b"", 0
        self._resize(self._size - len(data))
        self.taken()
        return data

    def _resize(self, size: int) -> None:
        """Reserve space for input beyond what a host sends unasked, or release it."""
        room = max(0, size - _FREE_INPUT)
        if room > self._room:
            self._files.take_room(room - self._room, "standard input")
        else:
            self._files.give_room(self._room - room)
        self._size, self._room = size, room


class _Output:
    """Standard output or error on the wire. Writing waits while the host does not read."""

    def __init__(self, session: ShellSession, stream: int) -> None:
        self._session = session
        self.stream = stream
        self.chunks = self

    def write(self, data: bytes) -> None:
        """Send bytes, with some buffering."""
        self._session.emit(self.stream, data)

    def append(self, chunk: tuple[int, bytes]) -> None:
        """Append a final message (see `Process.main`)."""
        self._session.emit(*chunk)

    def follow(
        self, listen: Callable[[Callable[[Any], None]], Callable[[], None]]
    ) -> Iterator[Any]:
        """See `Invocation.follow`."""
        return self._session.follow(listen)


class ShellSession:
    """One command line, or one interactive shell.

    Args:
        programs: Runs it.
        phone: The phone.
        link: Its stream.
        service: The requested service, such as ``shell,v2,raw:ls``.
        uid: User id: 0 for root, 2000 for shell.
        acted: Called within the program before the answer to the host is complete, so that its
            effects are visible when the host learns of the command's end.
    """

    def __init__(
        self,
        programs: Programs,
        phone: Phone,
        link: Link,
        service: str,
        uid: int,
        acted: Callable[[], None] = lambda: None,
    ) -> None:
        parsed = parse_shell_service(service)
        if parsed is None:
            raise SimulatorError(f"{service!r} is no shell service.")
        has_packets, self._terminal, self._command = parsed
        self._packets = ShellPackets() if has_packets else None
        self._programs = programs
        self._phone = phone
        self._link = link
        self._uid = uid
        self._acted = acted
        self._input = _Input(programs, phone.system.files)
        self._input.taken = self._answer
        self._unanswered = 0
        self._line = bytearray()
        self._unsent: list[tuple[int, bytes | memoryview]] = []
        self._unsent_size = 0
        self._jobs: list[int] = []
        self._waiting: list[Program] = []
        self._program = programs.start(self._main)
        self._program.before_wait = self._flush

    # --- from the host ---------------------------------------------------------------------------

    def received(self, data: bytes) -> None:
        """Process data of the stream.

        Raises:
            SimulatorError: If it is malformed.
        """
        self._unanswered += 1
        if self._packets is None:
            self._feed(data)
        else:
            for kind, content in self._packets.receive(data):
                if kind == STDIN:
                    self._feed(content)
                elif kind == CLOSE_STDIN:
                    self._input.end()
        self._answer()

    def _answer(self) -> None:
        """Let the host send more, unless too much is unread."""
        while self._unanswered and self._input.wants_more:
            self._unanswered -= 1
            self._link.acknowledge()

    def written(self) -> None:
        """Called when the host has acknowledged all output."""
        self._program.wake()

    def closed(self) -> None:
        """Kill the command, as the host is gone."""
        self._input.end()
        self._input.drop()
        self._unsent, self._unsent_size = [], 0
        self._program.kill()

    def _feed(self, data: bytes) -> None:
        if self._terminal:
            self._type(data)
        else:
            self._input.feed(data)

    def _type(self, data: bytes) -> None:
        """Apply a terminal's line discipline: echo, backspace, interrupt, end of file."""
        for byte in data:
            if byte in (0x08, 0x7F):
                if self._line:
                    del self._line[-1:]
                    self._echo(b"\b \b")
            elif byte == 0x03:
                self._line.clear()
                self._echo(b"^C\n")
                self._program.interrupt(KeyboardInterrupt())
            elif byte == 0x04:
                if self._line:
                    self._input.feed(bytes(self._line))
                    self._line.clear()
                else:
                    self._input.end()
            elif len(self._line) < _MAX_LINE or byte in (0x0A, 0x0D):
                self._line.append(0x0A if byte == 0x0D else byte)
                self._echo(bytes(self._line[-1:]))
                if self._line[-1] == 0x0A:
                    self._input.feed(bytes(self._line))
                    self._line.clear()

    def _echo(self, data: bytes) -> None:
        self.emit(STDOUT, data)
        self._flush()

    # --- the program -----------------------------------------------------------------------------

    def _main(self) -> None:
        try:
            code = self._run()
            self._acted()
        except (GreenletExit, KeyboardInterrupt):
            code = 130
        except Exception as error:  # a bug here must not close the connection
            _log.exception("The command %r failed.", self._command)
            self.emit(STDERR, f"Internal error of the simulator: {error!r}\n".encode())
            code = 1
        self._flush(b"" if self._packets is None else _HEADER.pack(EXIT, 1) + bytes((code,)))
        self._link.close()

    def _run(self) -> int:
        phone = self._phone
        shell = Shell(phone)
        shell.pause = self._programs.pause
        shell.start_job = self._start_job
        shell.wait_jobs = self._wait_jobs
        streams: dict[int, Stream] = {
            0: self._input,
            1: _Output(self, STDOUT),
            2: _Output(self, STDERR),
        }
        if self._command:
            phone.windows.refresh()
            return shell.execute(self._command, streams, self._uid)
        process = Process(shell, streams, self._uid)
        name = phone.system.properties.get("ro.product.device")
        sign = "$" if self._uid else "#"
        return interact(process, f"{name}:%s {sign} " if self._terminal else "")

    def _start_job(self, process: Process, node: Node) -> int:
        """Run a command in the background; it outlives the command line that started it.

        A job that starts others shares its budget with them, so that a fork bomb burns out.

        Raises:
            ShellFault: If too many programs run.
        """
        running = self._phone.system.running
        if running.full:
            raise process.fault("can't fork - try again")
        child = process.fork()
        child.fds = {**process.fds, 0: Source(b"")}
        by_job = self._programs.current is not self._program
        child.budget = process.budget.half() if by_job else Budget(self._programs.pause)

        def run() -> None:
            try:
                child.main(SyntaxTree(((node, False),)))
                self._acted()
            except (GreenletExit, KeyboardInterrupt):
                pass  # ended by a signal
            except Exception:  # a bug here must end only the job
                _log.exception("A job of %r failed.", self._command)
            finally:
                running.end(child.pid)
                self._flush()
                for waiter in self._waiting:
                    waiter.wake()

        program = self._programs.start(run)
        program.before_wait = self._flush
        job = running.start(
            _title(process, node), process.pid, self._uid, lambda number: program.kill()
        )
        child.pid = job.pid
        self._jobs.append(job.pid)
        return job.pid

    def _wait_jobs(self, wanted: Sequence[int]) -> None:
        program, running = self._programs.current, self._phone.system.running
        if program is None:
            return
        self._waiting.append(program)
        try:
            jobs = [pid for pid in self._jobs if not wanted or pid in wanted]
            while any(pid in running for pid in jobs):
                self._programs.wait()
        finally:
            self._waiting.remove(program)

    def emit(self, stream: int, data: bytes) -> None:
        """Send output; the calling program waits while the host does not read."""
        if self._link.closed:
            return  # output of a job that nobody receives any more
        if len(data) <= _MAX_UNSENT:
            self._emit(stream, data)
            return
        pieces = memoryview(data)
        for start in range(0, len(data), _MAX_UNSENT):
            self._emit(stream, pieces[start : start + _MAX_UNSENT])

    def _emit(self, stream: int, data: bytes | memoryview) -> None:
        if self._terminal:
            data = bytes(data).replace(b"\n", b"\r\n")
            stream = STDOUT
        if not data:
            return
        self._unsent.append((stream, data))
        self._unsent_size += len(data)
        if self._unsent_size < _FLUSH and self._link.pending <= _MAX_UNSENT:
            return
        self._flush()
        if self._programs.current is self._program:
            while self._link.pending > _MAX_UNSENT:
                self._programs.wait()
            if self._link.closed:
                raise GreenletExit

    def _flush(self, tail: bytes = b"") -> None:
        """Send buffered output, followed by `tail`."""
        unsent, self._unsent, self._unsent_size = self._unsent, [], 0
        if not (unsent or tail):
            return
        if self._packets is None:
            self._link.write(b"".join(data for _, data in unsent))
            return
        out = bytearray()
        place = 0
        while place < len(unsent):
            stream = unsent[place][0]
            end = place
            while end < len(unsent) and unsent[end][0] == stream:
                end += 1
            data = b"".join(data for _, data in unsent[place:end])
            for start in range(0, len(data), _FLUSH):
                piece = data[start : start + _FLUSH]
                out += _HEADER.pack(stream, len(piece)) + piece
            place = end
        self._link.write(bytes(out) + tail)

    def follow(
        self, listen: Callable[[Callable[[Any], None]], Callable[[], None]]
    ) -> Iterator[Any]:
        """See `Invocation.follow`."""
        program = self._programs.current
        if program is None:
            return
        # A slow reader loses the oldest lines, as on Android.
        found: deque[Any] = deque(maxlen=_MAX_UNHEARD)

        def heard(item: Any) -> None:
            found.append(item)
            program.wake()

        end = listen(heard)
        try:
            while not self._link.closed:
                while found:
                    yield found.popleft()
                self._programs.wait()
        finally:
            end()


def _title(process: Process, node: Node) -> str:
    """Return the name of a job's process: a program's own if it runs nothing else."""
    words = [word for word in node.words if word != "nohup"] if isinstance(node, Simple) else []
    name = words[0].rpartition("/")[2] if words and isinstance(words[0], str) else ""
    found = process.shell.commands.get(name)
    return name if found is not None and found.path else "sh"
