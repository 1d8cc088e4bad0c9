"""Helpers for file utilities: formatting modes, sizes and times, and the status of files."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable

from android_gym.errors import FileError
from android_gym.simulator.shell.command import Invocation
from android_gym.simulator.system.clock import find_zone
from android_gym.simulator.system.inodes import Stat

__all__ = [
    "KIND_BITS",
    "blocks",
    "for_each",
    "format_time",
    "human",
    "join",
    "lstat_of",
    "mode_string",
    "parse_date",
    "parse_posix_date",
    "stat_of",
    "tree",
    "zone_of",
]

_KIND_LETTER = {"dir": "d", "link": "l", "char": "c", "file": "-"}


KIND_BITS = {"dir": 0o040000, "link": 0o120000, "char": 0o020000, "file": 0o100000}


def join(folder: str, name: str) -> str:
    """Join a directory and a name as the tools print them."""
    return f"{folder}{name}" if folder.endswith("/") else f"{folder}/{name}"


def mode_string(stat: Stat) -> str:
    """Return the file mode as shown by ``ls -l``."""
    out = _KIND_LETTER[stat.kind]
    for shift, special, letter in ((6, 0o4000, "s"), (3, 0o2000, "s"), (0, 0o1000, "t")):
        bits = stat.mode >> shift
        out += "r" if bits & 4 else "-"
        out += "w" if bits & 2 else "-"
        if stat.mode & special:
            out += letter if bits & 1 else letter.upper()
        else:
            out += "x" if bits & 1 else "-"
    return out


def blocks(stat: Stat) -> int:
    """Return the number of 512-byte blocks that a file occupies."""
    return 0 if stat.kind in ("link", "char") else (stat.size + 4095) // 4096 * 8


def human(size: int) -> str:
    """Format a size such as ``1.9M``, as toybox's ``-h`` does."""
    units = " KMGTPE"
    value = float(size)
    place = 0
    while value >= 1024 and place < len(units) - 1:
        value /= 1024
        place += 1
    unit = units[place].strip()
    if place == 0:
        return str(size)
    tenths = int(value * 10 + (0.5 if value < 99.95 else 0))
    if tenths < 100:
        return f"{tenths // 10}.{tenths % 10}{unit}"
    whole = int(value + 0.5)
    return f"{whole}{unit}"


def format_time(io: Invocation, epoch_ms: int, form: str) -> str:
    """Format a time in the phone's zone; ``%N`` stands for nanoseconds."""
    moment = io.system.clock.datetime(epoch_ms)
    return moment.strftime(form.replace("%N", f"{epoch_ms % 1000:03d}000000"))


def zone_of(io: Invocation) -> dt.tzinfo:
    """Return a program's time zone: the phone's, unless ``TZ`` names another."""
    if "TZ" not in io.env:
        return io.system.clock.zone()
    return find_zone(io.env["TZ"]) or dt.UTC  # libc treats unknown zones as UTC, too


def parse_date(io: Invocation, text: str, local: dt.tzinfo | None = None) -> int | None:
    """Parse a date as ``touch -d`` and ``date -d`` do; return epoch milliseconds.

    A date without a zone is in `local`, by default the zone of `zone_of`.
    """
    local = local or zone_of(io)
    match = re.fullmatch(r"@(-?\d{1,11})(\.\d+)?", text)
    if match:
        return int(match.group(1)) * 1000 + int(float(match.group(2) or 0) * 1000)
    match = re.fullmatch(
        r"(\d{4})-(\d\d?)-(\d\d?)(?:[T ](\d\d?):(\d\d)(?::(\d\d)(\.\d+)?)?)?(Z| ?[+-]\d\d:?\d\d)?",
        text,
    )
    now = io.system.clock.datetime().astimezone(local)
    if match:
        year, month, day, hour, minute, second, fraction, zone = match.groups()
        parts = [int(value or 0) for value in (year, month, day, hour, minute, second)]
        return _epoch(parts, float(fraction or 0), zone, local)
    match = re.fullmatch(r"(\d\d?):(\d\d)(?::(\d\d))?", text)
    if match:
        hours = [int(value or 0) for value in match.groups()]
        return _epoch([now.year, now.month, now.day, *hours], 0.0, None, local)
    return parse_posix_date(io, text, local)


def parse_posix_date(
    io: Invocation, text: str, local: dt.tzinfo | None = None, *, year_first: bool = False
) -> int | None:
    """Parse ``MMDDhhmm[[CC]YY][.SS]``, or with `year_first` touch's ``[[CC]YY]MMDDhhmm[.SS]``."""
    match = re.fullmatch(r"(\d{8}|\d{10}|\d{12})(?:\.(\d\d))?", text)
    if match is None:
        return None
    digits, seconds = match.groups()
    if year_first:
        digits = digits[-8:] + digits[:-8]
    century = digits[8:]
    local = local or zone_of(io)
    year = io.system.clock.datetime().astimezone(local).year
    if len(century) == 4:
        year = int(century)
    elif century:
        year = int(century) + (2000 if int(century) < 69 else 1900)
    parts = [year, *(int(digits[at : at + 2]) for at in (0, 2, 4, 6)), int(seconds or 0)]
    return _epoch(parts, 0.0, None, local)


def _epoch(parts: list[int], fraction: float, zone: str | None, local: dt.tzinfo) -> int | None:
    year, month, day, hour, minute, second = parts
    try:
        moment = dt.datetime(year, month, day, hour, minute, min(second, 59))
    except ValueError:
        return None
    if zone is None:
        aware = moment.replace(tzinfo=local)
    elif zone == "Z":
        aware = moment.replace(tzinfo=dt.UTC)
    else:
        sign, digits = zone.strip()[0], zone.strip()[1:].replace(":", "")
        offset = dt.timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
        aware = moment.replace(tzinfo=dt.timezone(offset if sign == "+" else -offset))
    return round(aware.timestamp() * 1000 + fraction * 1000)


def for_each(io: Invocation, paths: Iterable[str], act: Callable[[str], None], form: str) -> int:
    """Apply a function to each path; errors are reported and make the exit code non-zero."""
    status = 0
    for path in paths:
        try:
            act(path)
        except FileError as error:
            io.complain(f"{form.format(path)}: {error.strerror}")
            status = 1
    return status


def lstat_of(io: Invocation, path: str) -> Stat:
    """Return the `lstat` of a path as typed; raises `FileError`."""
    if not path:
        from android_gym.simulator.system.inodes import file_error

        raise file_error(2, path)
    return io.files.lstat(io.path(path))


def stat_of(io: Invocation, path: str) -> Stat:
    """Return the `stat` of a path as typed; raises `FileError`."""
    if not path:
        return lstat_of(io, path)
    return io.files.stat(io.path(path))


def tree(io: Invocation, path: str, recursive: bool) -> list[tuple[str, Stat]]:
    """Return a path as typed with its status; if `recursive`, also all below, links unfollowed."""
    if not recursive:
        return [(io.path(path), stat_of(io, path))]
    found = list(io.files.walk(io.path(path)))
    io.spend(20 * len(found))
    return found
