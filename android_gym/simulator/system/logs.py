"""logcat's ring buffers.

Writing a line only stores its entry; nothing is formatted until somebody reads it. Readers that
follow the log register a listener and are called at once, so that nobody has to poll.
"""

from __future__ import annotations

import datetime as dt
import struct
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from immutables import Map

from android_gym.errors import OptionError
from android_gym.simulator.state import State
from android_gym.simulator.system.clock import Clock

__all__ = [
    "BUFFERS",
    "BUFFER_SIZES",
    "CAPACITY",
    "FORMATS",
    "PRIORITIES",
    "SYSTEM_SERVER_PID",
    "LogEntry",
    "LogFilter",
    "LogRing",
    "Logs",
    "binary_entry",
    "entry_size",
    "format_entry",
]

BUFFERS: Final = ("main", "system", "crash", "radio", "events")
SYSTEM_SERVER_PID: Final = 583
"""Process id of ``system_server``, which runs the system's services."""

PRIORITIES: Final = "VDIWEF"
"""Verbose, debug, info, warning, error, fatal, in ascending order."""

_BINARY_HEADER: Final = struct.Struct("<2H2i3I")
"""Lengths of payload and header, process, thread, seconds, nanoseconds, buffer."""

CAPACITY: Final = 2_000
"""Maximum number of entries in one buffer."""

BUFFER_SIZE: Final = 256 << 10
"""Maximum bytes in one buffer, until ``logcat -G`` changes it."""

BUFFER_SIZES: Final = range(64 << 10, (256 << 20) + 1)
"""Sizes that a buffer can be given, in bytes (``LOG_BUFFER_MIN_SIZE``, ``_MAX_SIZE``)."""

MAX_PAYLOAD: Final = 4068
"""Maximum bytes of priority, tag and message in one entry (``LOGGER_ENTRY_MAX_PAYLOAD``)."""

_HEADER: Final = 28
"""Bytes of an entry's header (``struct logger_entry``)."""

FORMATS: Final = ("brief", "process", "tag", "thread", "raw", "time", "threadtime", "long")
"""Formats of `format_entry`; ``epoch`` and others only change how the time is written."""


class LogEntry(NamedTuple):
    """A log entry of one or more lines.

    Attributes:
        number: Number of the entry since boot, counted over all buffers.
        time_ms: Milliseconds since 1970.
        pid: Process that wrote it.
        tid: Thread that wrote it.
        priority: One letter of `PRIORITIES`.
        tag: Name of the component that wrote it.
        message: The text; may have several lines.
        buffer: One of `BUFFERS`.
        elapsed_ms: Milliseconds since boot.
    """

    number: int
    time_ms: int
    pid: int
    tid: int
    priority: str
    tag: str
    message: str
    buffer: str = "main"
    elapsed_ms: int = 0


class LogRing(NamedTuple):
    """A log buffer: entries by number, from `first` up to `end`, of at most `most` bytes."""

    first: int
    end: int
    entries: Map[int, LogEntry]
    size: int = 0
    most: int = BUFFER_SIZE


class LogFilter:
    """A filter built from logcat's filter specs.

    Args:
        specs: Such as ``ActivityManager:I`` or ``*:S``; ``TAG`` alone means ``TAG:V``.

    Raises:
        OptionError: If a spec has an unknown priority.
    """

    def __init__(self, specs: Iterable[str] = ()) -> None:
        self._least: dict[str, int] = {}
        self._default = 0
        for spec in specs:
            tag, _, letter = spec.partition(":")
            level = self._level(letter or ("V" if tag != "*" else "D"), spec)
            if tag == "*":
                self._default = level
            else:
                self._least[tag] = level

    def __call__(self, entry: LogEntry) -> bool:
        """Return whether the entry passes the filter."""
        least = self._least.get(entry.tag, self._default)
        return PRIORITIES.index(entry.priority) >= least

    def _level(self, letter: str, spec: str) -> int:
        letter = letter.upper()
        if letter == "S":
            return len(PRIORITIES)
        if letter == "*":
            return 0
        if len(letter) != 1 or letter not in PRIORITIES:
            raise OptionError(f"Invalid filter expression '{spec}'")
        return PRIORITIES.index(letter)


class Logs:
    """The log of the whole phone. It is not part of the state whose changes adb observes."""

    def __init__(self, state: State, clock: Clock) -> None:
        self._clock = clock
        empty = LogRing(0, 0, Map())
        self._rings = {
            buffer: state.slot(f"logs.{buffer}", empty, observable=False) for buffer in BUFFERS
        }
        self._number = state.slot("logs.number", 0, observable=False)
        self._listeners: list[Callable[[LogEntry], None]] = []

    def write(
        self,
        priority: str,
        tag: str,
        message: str,
        *,
        pid: int = SYSTEM_SERVER_PID,
        tid: int | None = None,
        buffer: str = "main",
    ) -> LogEntry:
        """Write an entry to the log.

        Args:
            priority: One letter of `PRIORITIES`.
            tag: Name of the component that writes.
            message: The text; several lines make one entry. It is truncated if tag and message
                exceed `MAX_PAYLOAD`.
            pid: Process id of the writer; by default the system's.
            tid: Thread id of the writer; None for the process's main thread.
            buffer: One of `BUFFERS`.

        Raises:
            OptionError: If there is no such priority or buffer.
        """
        if len(priority) != 1 or priority not in PRIORITIES:
            raise OptionError(f"Unknown priority {priority!r}; give one of {PRIORITIES}.")
        slot = self._rings[_checked(buffer)]
        room = MAX_PAYLOAD - 3  # the priority, and a NUL after tag and message each
        tag = _cut(tag, room)
        message = _cut(message, room - _length(tag))
        number = self._number.peek() + 1
        self._number.set_quietly(number)
        entry = LogEntry(
            number,
            self._clock.now_ms(),
            pid,
            pid if tid is None else tid,
            priority,
            tag,
            message,
            buffer,
            self._clock.elapsed_ms(),
        )
        first, end, entries, size, most = slot.peek()
        entries = entries.set(end, entry)
        size += entry_size(entry)
        slot.set_quietly(_trimmed(first, end + 1, entries, size, most))
        for listener in tuple(self._listeners):
            listener(entry)
        return entry

    def read(
        self, buffers: Iterable[str] = ("main", "system", "crash"), last: int | None = None
    ) -> list[LogEntry]:
        """Return the buffers' entries, oldest first.

        Args:
            buffers: Names of the buffers.
            last: Number of newest entries to return; None for all.

        Raises:
            OptionError: If there is no such buffer.
        """
        found: list[LogEntry] = []
        for buffer in dict.fromkeys(buffers):
            found.extend(self._rings[_checked(buffer)].peek().entries.values())
        found.sort()
        return found if last is None else found[max(0, len(found) - last) :]

    def clear(self, buffers: Iterable[str] = BUFFERS) -> None:
        """Empty buffers."""
        for buffer in buffers:
            slot = self._rings[_checked(buffer)]
            ring = slot.peek()
            slot.set_quietly(LogRing(ring.end, ring.end, Map(), most=ring.most))

    def buffer_size(self, buffer: str) -> int:
        """Return the maximum bytes in a buffer.

        Raises:
            OptionError: If there is no such buffer.
        """
        return self._rings[_checked(buffer)].peek().most

    def resize(self, buffer: str, most: int) -> None:
        """Set the maximum bytes in a buffer; the oldest entries beyond it are dropped.

        The number of entries is limited by `CAPACITY` all the same.

        Raises:
            OptionError: If there is no such buffer, or the size is not one of `BUFFER_SIZES`.
        """
        slot = self._rings[_checked(buffer)]
        if most not in BUFFER_SIZES:
            raise OptionError(f"A log buffer has 64 KiB to 256 MiB, not {most} bytes.")
        first, end, entries, size, _ = slot.peek()
        slot.set_quietly(_trimmed(first, end, entries, size, most))

    def listen(self, listener: Callable[[LogEntry], None]) -> Callable[[], None]:
        """Have `listener` called with each entry as it is written.

        Returns:
            A function that unregisters it.
        """
        self._listeners.append(listener)

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return end


def format_entry(
    entry: LogEntry,
    form: str = "threadtime",
    *,
    time: str = "local",
    zone: dt.tzinfo = dt.UTC,
    year: bool = False,
) -> str:
    """Format an entry as logcat prints it, each line ending in a newline.

    Args:
        entry: The entry.
        form: One of `FORMATS`.
        time: ``local``, ``epoch`` (seconds since 1970) or ``monotonic`` (since boot).
        zone: The phone's time zone, for local time.
        year: Whether local time includes the year.

    Raises:
        OptionError: If there is no such format.
    """
    if form == "raw":
        return "".join(f"{line}\n" for line in entry.message.split("\n"))
    when = _time(entry, time, zone, year)
    level, tag, pid, tid = entry.priority, f"{entry.tag:<8}", entry.pid, entry.tid
    suffix = "\n"
    if form == "threadtime":
        prefix = f"{when} {pid:5} {tid:5} {level} {tag}: "
    elif form == "time":
        prefix = f"{when} {level}/{tag}({pid:5}): "
    elif form == "brief":
        prefix = f"{level}/{tag}({pid:5}): "
    elif form == "tag":
        prefix = f"{level}/{tag}: "
    elif form == "process":
        prefix, suffix = f"{level}({pid:5}) ", f"  ({entry.tag})\n"
    elif form == "thread":
        prefix = f"{level}({pid:5}:{tid:5}) "
    elif form == "long":
        return f"[ {when} {pid:5}:{tid:5} {level}/{tag} ]\n{entry.message}\n\n"
    else:
        raise OptionError(f'Invalid parameter "{form}" to -v; there are {", ".join(FORMATS)}.')
    return "".join(f"{prefix}{line}{suffix}" for line in entry.message.split("\n"))


def _time(entry: LogEntry, time: str, zone: dt.tzinfo, year: bool) -> str:
    if time == "epoch":
        return f"{entry.time_ms // 1000:19}.{entry.time_ms % 1000:03}"
    if time == "monotonic":
        return f"{entry.elapsed_ms // 1000:6}.{entry.elapsed_ms % 1000:03}"
    seconds, millis = divmod(entry.time_ms, 1000)
    moment = dt.datetime.fromtimestamp(seconds, zone)
    return moment.strftime("%Y-%m-%d %H:%M:%S" if year else "%m-%d %H:%M:%S") + f".{millis:03}"


def _trimmed(first: int, end: int, entries: Map[int, LogEntry], size: int, most: int) -> LogRing:
    """Return a ring of these entries, without the oldest ones that exceed its limits."""
    while end - first > CAPACITY or size > most:
        size -= entry_size(entries[first])
        entries = entries.delete(first)
        first += 1
    return LogRing(first, end, entries, size, most)


def _checked(buffer: str) -> str:
    if buffer not in BUFFERS:
        raise OptionError(f"Unknown log buffer {buffer!r}; there are {', '.join(BUFFERS)}.")
    return buffer


def _length(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def _cut(text: str, most: int) -> str:
    """Truncate a text to at most `most` bytes."""
    if _length(text) <= most:
        return text
    return text[:most].encode("utf-8", "surrogatepass")[:most].decode("utf-8", "ignore")


_LOG_IDS: Final = {"main": 0, "radio": 1, "events": 2, "system": 3, "crash": 4}
"""Numbers of the buffers (``log_id_t``)."""


def binary_entry(entry: LogEntry) -> bytes:
    """Return an entry as ``logcat -B`` writes it.

    The header is ``struct logger_entry`` up to the buffer's number: readers skip the length that it
    states. What follows is the priority, tag and message, each text with a zero byte.
    """
    texts = b"".join(
        text.encode("utf-8", "surrogateescape") + b"\0" for text in (entry.tag, entry.message)
    )
    payload = bytes([2 + PRIORITIES.index(entry.priority)]) + texts
    seconds, ms = divmod(entry.time_ms, 1000)
    numbers = (entry.pid, entry.tid, seconds, ms * 1_000_000, _LOG_IDS[entry.buffer])
    return _BINARY_HEADER.pack(len(payload), _BINARY_HEADER.size, *numbers) + payload


def entry_size(entry: LogEntry) -> int:
    """Return the size of an entry in its buffer, in bytes."""
    return _HEADER + 3 + _length(entry.tag) + _length(entry.message)
