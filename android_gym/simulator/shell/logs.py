"""The commands `logcat` and `log`."""

from __future__ import annotations

import datetime as dt
import re
from typing import Final

from android_gym.errors import FileError, OptionError
from android_gym.simulator.shell.command import Invocation, command, options
from android_gym.simulator.shell.regexes import RegexFault, compile_regex
from android_gym.simulator.system.expression_nodes import Work
from android_gym.simulator.system.logs import (
    BUFFERS,
    FORMATS,
    LogEntry,
    LogFilter,
    binary_entry,
    format_entry,
)
from android_gym.simulator.system.matching import Expression

_LONG = {
    "buffer": "b", "clear": "c", "dump": "d", "format": "v", "max-count": "m", "tail": "t",
    "regex": "e", "pid": "p", "file": "f", "last": "L", "buffer-size": "g", "statistics": "S",
    "dividers": "D", "print": "P", "binary": "B",
}  # fmt: skip


class LogcatOptions:
    """Options of a logcat command line.

    Attributes:
        buffers: Names of the buffers.
        form: Format, one of `FORMATS`.
        time: ``local``, ``epoch`` or ``monotonic``.
        year: Whether local times include the year.
        clear: Whether to clear the buffers instead of reading them.
        dump: Whether to exit at the end instead of waiting for more.
        tail: Number of newest entries to show; None for all.
        since_ms: Time of the first entry to show, in epoch milliseconds.
        count: Maximum number of entries to show; None for no limit.
        sizes: Whether to show the buffers' sizes instead.
        resize: Bytes to give to each buffer instead; None to leave the sizes.
        file: File to append to, instead of the output.
        binary: Whether to write entries as the log daemon sends them, for a reader's own parser.
        accepts: Filters that entries have to pass.
        work: Charged for matching.
    """

    def __init__(self, work: Work) -> None:
        self.work = work
        self.buffers: tuple[str, ...] = ("main", "system", "crash")
        self.form = "threadtime"
        self.time = "local"
        self.year = False
        self.clear = False
        self.dump = False
        self.tail: int | None = None
        self.since_ms = 0
        self.count: int | None = None
        self.sizes = False
        self.resize: int | None = None
        self.file: str | None = None
        self.binary = False
        self.regex: Expression | None = None
        self.pid: int | None = None
        self.filter = LogFilter()

    def accepts(self, entry: LogEntry) -> bool:
        """Return whether the entry passes the filters."""
        if entry.time_ms < self.since_ms or (self.pid is not None and entry.pid != self.pid):
            return False
        if self.regex is not None and not self.regex.occurs_in(entry.message, self.work):
            return False
        return self.filter(entry)

    def format(self, entry: LogEntry, zone: dt.tzinfo) -> bytes:
        """Format an entry."""
        if self.binary:
            return binary_entry(entry)
        text = format_entry(entry, self.form, time=self.time, zone=zone, year=self.year)
        return text.encode("utf-8", "surrogateescape")


def _parse(io: Invocation) -> LogcatOptions:
    """Parse the command line.

    Raises:
        CommandExit: After a message, if it is malformed.
    """
    io.args = [re.sub("^--buffer-size=", "-G", word) for word in io.args]
    found = options(io, "b:cdv:m:t:T:e:p:f:LgSDPBG:r:n:s", long=_LONG)
    if "S" in found:
        raise io.fail("There are no statistics on this device")
    if "L" in found:  # an emulator keeps no log of the time before its last start
        raise io.fail("Logcat read failure: No such file or directory")
    wanted = LogcatOptions(io.process.budget)
    if "b" in found:
        wanted.buffers = _buffers(io, ",".join(found.all("b")).split(","))
    for name in ",".join(found.all("v")).split(","):
        if name in FORMATS:
            wanted.form = name
        elif name in ("epoch", "monotonic"):
            wanted.time = name
        elif name == "year":
            wanted.year = True
        elif name not in _IGNORED_FORMATS:
            raise io.fail(f'Invalid parameter "{name}" to -v')
    wanted.clear = "c" in found
    wanted.dump = "d" in found or "t" in found
    wanted.sizes = "g" in found
    wanted.resize = _size(io, found["G"]) if "G" in found else None
    since = found.get("t", found.get("T", ""))
    if since:
        _set_start(io, wanted, since)
    wanted.file = found["f"] if "f" in found else None
    wanted.binary = "B" in found
    wanted.count = io.integer(found["m"]) if "m" in found else None
    wanted.pid = io.integer(found["p"]) if "p" in found else None
    specs = ["*:S"] * ("s" in found) + found.args
    environment = io.env.get("ANDROID_LOG_TAGS", "").strip("'\"").split()
    try:
        wanted.regex = (
            compile_regex(found["e"], io.process.budget, extended=True) if "e" in found else None
        )
        wanted.filter = LogFilter(specs or environment)
    except (OptionError, RegexFault) as error:
        raise io.fail(str(error)) from None
    return wanted


_UNITS: Final = {"": 0, "K": 10, "M": 20, "G": 30}


def _size(io: Invocation, text: str) -> int:
    """Return the bytes of a size such as ``65536``, ``64K`` or ``16M``."""
    match = re.fullmatch("([0-9]{1,12})([KMG]?)B?", text.upper())
    if match is None:
        raise io.fail(f"Invalid -G size '{text}'")
    return int(match.group(1)) << _UNITS[match.group(2)]


def _shown(size: int) -> str:
    """Return a size of at least 64 KiB as ``logcat -g`` shows it, rounded down."""
    unit = "M" if size >= 1 << 20 else "K"
    return f"{size >> _UNITS[unit]} {unit}iB"


_IGNORED_FORMATS = frozenset(
    ["", "UTC", "zone", "usec", "nsec", "color", "colour", "printable", "uid", "descriptive"]
)
_GROUPS = {"all": BUFFERS, "default": ("main", "system", "crash")}


def _buffers(io: Invocation, names: list[str]) -> tuple[str, ...]:
    chosen: list[str] = []
    for name in names:
        if name not in (*_GROUPS, *BUFFERS, "kernel", "security", "stats"):
            raise io.fail(f"unknown buffer {name}")
        chosen += [buffer for buffer in _GROUPS.get(name, (name,)) if buffer in BUFFERS]
    return tuple(dict.fromkeys(chosen))


def _set_start(io: Invocation, wanted: LogcatOptions, text: str) -> None:
    if re.fullmatch("[0-9]{1,9}", text):
        wanted.tail = int(text)
        return
    now = io.system.clock.datetime()
    for form in ("%m-%d %H:%M:%S.%f", "%Y-%m-%d %H:%M:%S.%f", "%m-%d %H:%M:%S"):
        try:
            moment = dt.datetime.strptime(text, form)
        except ValueError:
            continue
        year = now.year if "%Y" not in form else moment.year
        aware = moment.replace(year=year, tzinfo=io.system.clock.zone())
        wanted.since_ms = round(aware.timestamp() * 1000)
        return
    match = re.fullmatch("([0-9]{1,12})[.]([0-9]{1,3})", text)
    if match is None:
        raise io.fail(f'Invalid argument: "{text}"')
    wanted.since_ms = int(match.group(1)) * 1000 + int(match.group(2).ljust(3, "0"))


@command("logcat")
def run_logcat(io: Invocation) -> int:
    """Print the log, and follow it if the output supports that."""
    wanted = _parse(io)
    logs = io.system.logs
    if wanted.clear:
        logs.clear(wanted.buffers)
        return 0
    if wanted.resize is not None or wanted.sizes:
        return _sizes(io, wanted)
    entries = [entry for entry in logs.read(wanted.buffers) if wanted.accepts(entry)]
    if wanted.tail is not None:
        entries = entries[max(0, len(entries) - wanted.tail) :]
    if wanted.count is not None:
        entries = entries[: wanted.count]
    _write(io, wanted, _text(io, wanted, entries))
    left = None if wanted.count is None else wanted.count - len(entries)
    if wanted.dump or left == 0:
        return 0
    for entry in io.follow(logs.listen):
        if entry.buffer in wanted.buffers and wanted.accepts(entry):
            _write(io, wanted, wanted.format(entry, io.system.clock.zone()))
            left = None if left is None else left - 1
            if left == 0:
                break
    return 0


def _text(io: Invocation, wanted: LogcatOptions, entries: list[LogEntry]) -> bytes:
    """Return entries; as text, with a line before the first one of each buffer."""
    zone = io.system.clock.zone()
    seen: set[str] = set()
    out: list[bytes] = []
    for entry in entries:
        if entry.buffer not in seen and not wanted.binary:
            out.append(f"--------- beginning of {entry.buffer}\n".encode())
            seen.add(entry.buffer)
        out.append(wanted.format(entry, zone))
    return b"".join(out)


def _write(io: Invocation, wanted: LogcatOptions, data: bytes) -> None:
    """Write to the output, or to the file of ``-f``."""
    if wanted.file is None:
        io.out(data)
        return
    try:
        io.write_file(wanted.file, data, append=True)
    except FileError as error:
        raise io.fail(f"Couldn't open output file '{wanted.file}': {error.strerror}") from None


def _sizes(io: Invocation, wanted: LogcatOptions) -> int:
    """Set or show the buffers' sizes."""
    logs = io.system.logs
    for buffer in wanted.buffers:
        if wanted.resize is None:
            io.out(
                f"{buffer}: ring buffer is {_shown(logs.buffer_size(buffer))} (0 B consumed, "
                "512 B readable), max entry is 5120 B, max payload is 4068 B\n"
            )
            continue
        try:
            logs.resize(buffer, wanted.resize)
        except OptionError:
            io.complain(f"failed to set the '{buffer}' log size")
            return 1
    return 0


@command("log")
def run_log(io: Invocation) -> int:
    """Write to the log."""
    found = options(io, "p:t:", minimum=1)
    priority = found.get("p", "i")[:1].upper()
    if priority not in "VDIWEF":
        raise io.fail(f"bad -p '{found['p']}'")
    io.system.logs.write(priority, found.get("t", "log"), " ".join(found.args), pid=io.process.pid)
    return 0
