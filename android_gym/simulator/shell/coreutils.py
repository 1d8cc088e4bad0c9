"""File utilities, as toybox 0.8 has them: ls, cp, mv, rm, mkdir, chmod, stat, du, df ..."""

from __future__ import annotations

import datetime as dt
import posixpath
import re
import zoneinfo
from collections.abc import Callable, Iterable

from android_gym.errors import FileError
from android_gym.simulator.shell.command import CommandExit, Invocation, Options, command, options
from android_gym.simulator.system.files import MAX_INODES, Stat
from android_gym.simulator.system.users import user_id, user_name

__all__ = ["blocks", "format_time", "human", "join", "mode_string", "parse_date", "security_label"]

_KIND_LETTER = {"dir": "d", "link": "l", "char": "c", "file": "-"}
_KIND_BITS = {"dir": 0o040000, "link": 0o120000, "char": 0o020000, "file": 0o100000}


# --- shared helpers ------------------------------------------------------------------------------


def join(folder: str, name: str) -> str:
    """Join a typed directory and a name as the tools print it."""
    return f"{folder}{name}" if folder.endswith("/") else f"{folder}/{name}"


def mode_string(stat: Stat) -> str:
    """Return the mode as ``ls -l`` shows it."""
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
    """Return how many 512-byte blocks a file takes."""
    return 0 if stat.kind in ("link", "char") else (stat.size + 4095) // 4096 * 8


def human(size: int) -> str:
    """Return a size such as ``1.9M``, as toybox's ``-h`` does."""
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
    """Format a time in the phone's zone; ``%N`` gives nanoseconds."""
    moment = io.system.clock.datetime(epoch_ms)
    return moment.strftime(form.replace("%N", f"{epoch_ms % 1000:03d}000000"))


def security_label(io: Invocation, path: str) -> str:
    """Return the SELinux label that a file at this path would have."""
    try:
        path = io.system.files.resolve(io.path(path))
    except FileError:
        path = io.path(path)
    if path.startswith("/storage/emulated/0/Android/data/"):
        return "u:object_r:media_rw_data_file:s0"
    if path.startswith("/data/data/"):
        return "u:object_r:app_data_file:s0:c512,c768"
    for prefix, label in _LABELS:
        if path.startswith(prefix):
            return f"u:object_r:{label}:s0"
    return "u:object_r:rootfs:s0"


_LABELS = (
    ("/storage/emulated", "fuse"),
    ("/storage", "storage_file"),
    ("/data/local/tmp", "shell_data_file"),
    ("/data/media", "media_rw_data_file"),
    ("/data/app", "apk_data_file"),
    ("/data/system", "system_data_file"),
    ("/data", "system_data_file"),
    ("/system", "system_file"),
    ("/vendor", "vendor_file"),
    ("/product", "system_file"),
    ("/proc", "proc"),
    ("/sys", "sysfs"),
    ("/dev", "device"),
)


def zone_of(io: Invocation) -> dt.tzinfo:
    """Return the time zone that a program counts in: the phone's, unless ``TZ`` names another."""
    try:
        return zoneinfo.ZoneInfo(io.env["TZ"]) if "TZ" in io.env else io.system.clock.zone()
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return dt.UTC  # as for any zone that libc does not know


def parse_date(io: Invocation, text: str, local: dt.tzinfo | None = None) -> int | None:
    """Read a date as ``touch -d`` and ``date -d`` do; return epoch milliseconds.

    A date that names no zone is one in `local`, by default that of `zone_of`.
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
    """Read ``MMDDhhmm[[CC]YY][.SS]``, or with `year_first` touch's ``[[CC]YY]MMDDhhmm[.SS]``."""
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


def _each(io: Invocation, paths: Iterable[str], act: Callable[[str], None], form: str) -> int:
    """Do something with each path; errors are reported and remembered."""
    status = 0
    for path in paths:
        try:
            act(path)
        except FileError as error:
            io.complain(f"{form.format(path)}: {error.strerror}")
            status = 1
    return status


def _lstat(io: Invocation, path: str) -> Stat:
    if not path:
        from android_gym.simulator.system.files import file_error

        raise file_error(2, path)
    return io.system.files.lstat(io.path(path))


def _stat(io: Invocation, path: str) -> Stat:
    if not path:
        return _lstat(io, path)
    return io.system.files.stat(io.path(path))


def _demand_parent(io: Invocation, path: str) -> None:
    """Refuse users who may not write into the directory of a path."""
    if io.uid:
        io.process.demand(posixpath.dirname(io.path(path).rstrip("/")) or "/", "w")


# --- ls ------------------------------------------------------------------------------------------


@command("ls", "ll")
def run_ls(io: Invocation) -> int:
    """List files."""
    found = _ls_options(io)
    if io.name == "ll":
        found.set("l")
        found.set("a")
    for implied in "ogn":
        if implied in found:
            found.set("l")
    listing = _Listing(io, found)
    status = 0
    files: list[tuple[str, Stat]] = []
    folders: list[str] = []
    for path in found.args or ["."]:
        try:
            stat = listing.stat(path, top=True)
        except FileError as error:
            io.complain(f"{path}: {error.strerror}")
            status = 1
            continue
        if stat.kind == "dir" and "d" not in found:
            folders.append(path)
        else:
            files.append((path, stat))
    if files:
        listing.show(files, total=False)
    ordered = sorted(folders) if not listing.unsorted else folders
    headed = len(folders) + len(files) > 1 or "R" in found or len(found.args) > 1
    first = not files
    pending = [(folder, frozenset[int]()) for folder in reversed(ordered)]
    while pending:
        folder, above = pending.pop()
        try:
            io.process.demand(io.path(folder), "r")
            entries = io.system.files.scandir(io.path(folder))
            io.process.budget.spend(100 * len(entries))
        except FileError as error:
            io.complain(f"{folder}: {error.strerror}")
            status = 1
            continue
        if headed:
            io.out(f"{folder}:\n" if first else f"\n{folder}:\n")
        first = False
        children = listing.visible(folder, entries)
        shown = listing.show(children, total=True)
        if "R" in found:
            above |= {io.system.files.stat(io.path(folder)).ino}
            below = listing.below(folder, shown, above if "L" in found else frozenset())
            pending.extend((path, above) for path in reversed(below))
    return status


def _ls_options(io: Invocation) -> Options:
    """Parse options, among them the few long ones that scripts use."""
    args: list[str] = []
    for word in io.args:
        if word == "--full-time":
            args.append("-ll")
        elif not word.startswith(("--color", "--show-control-chars", "--time-style")):
            args.append(word)
    io.args = args
    return options(io, "ACFHLNRSZabcdfghiklmnopqrstuw:x1")


class _Listing:
    """Format in which `ls` shows entries."""

    def __init__(self, io: Invocation, found: Options) -> None:
        self.io = io
        self.found = found
        self.unsorted = "f" in found or "U" in found

    def below(self, folder: str, shown: list[tuple[str, Stat]], above: frozenset[int]) -> list[str]:
        """Return the directories to list next, but those that links lead back up to.

        Args:
            folder: The directory that was listed.
            shown: Its entries.
            above: Inodes of directories that are not listed once more.
        """
        return [
            join(folder, name)
            for name, stat in shown
            if stat.kind == "dir" and name not in (".", "..") and stat.ino not in above
        ]

    def stat(self, path: str, *, top: bool = False) -> Stat:
        """Status of a path: links are followed at the top level, unless long."""
        follow = "L" in self.found or "H" in self.found
        if top and not any(flag in self.found for flag in "ldFi"):
            try:
                stat = _stat(self.io, path)
                if stat.kind == "dir":
                    return stat
            except FileError:
                pass
        if top and path.endswith("/"):
            follow = True
        return _stat(self.io, path) if follow else _lstat(self.io, path)

    def visible(self, folder: str, entries: list[tuple[str, Stat]]) -> list[tuple[str, Stat]]:
        """The entries to show."""
        found = self.found
        hidden = "a" in found or "A" in found or "f" in found
        kept = [item for item in entries if hidden or not item[0].startswith(".")]
        if "L" in found:
            kept = [(name, self._followed(folder, name, stat)) for name, stat in kept]
        if "a" in found or "f" in found:
            dots = [(".", _stat(self.io, folder)), ("..", _stat(self.io, join(folder, "..")))]
            kept = dots + kept
        return kept

    def _followed(self, folder: str, name: str, stat: Stat) -> Stat:
        try:
            return _stat(self.io, join(folder, name)) if stat.kind == "link" else stat
        except FileError:
            return stat

    def show(self, entries: list[tuple[str, Stat]], *, total: bool) -> list[tuple[str, Stat]]:
        """Write the entries in order, and return them so."""
        found = self.found
        if not self.unsorted:
            entries = sorted(entries, key=lambda item: item[0].encode("utf-8", "surrogateescape"))
            if "t" in found:
                entries.sort(key=lambda item: -self.time(item[1]))
            elif "S" in found:
                entries.sort(key=lambda item: -item[1].size)
            if "r" in found:
                entries.reverse()
        if total and ("l" in found or "s" in found):
            size = sum(blocks(stat) for _, stat in entries)
            shown = human(size * 512) if "h" in found else str(size // 2)
            self.io.out(f"total {shown}\n")
        rows = [self.row(name, stat) for name, stat in entries]
        if not rows:
            return entries
        if "l" not in found and "m" in found:
            self.io.out(", ".join("".join(row) for row in rows) + "\n")
            return entries
        if "l" not in found and ("C" in found or "x" in found) and "1" not in found:
            self.columns(["".join(row) for row in rows])
            return entries
        widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]) - 1)]
        lines = []
        for row in rows:
            fields = [
                cell.ljust(width) if cell[:1].isalpha() or place in self.left else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=False))
            ]
            lines.append(" ".join([*fields, row[-1]]) + "\n")
        self.io.out("".join(lines))
        return entries

    def columns(self, names: list[str]) -> None:
        """Lay names out in columns, 80 wide."""
        width = self.io.integer(self.found.get("w", "80"))
        for count in range(len(names), 0, -1):
            rows = -(-len(names) // count)
            across = "x" in self.found
            table = [
                [names[r * count + c] if across else names[c * rows + r]
                 for c in range(count) if (r * count + c if across else c * rows + r) < len(names)]
                for r in range(rows)
            ]  # fmt: skip
            sizes = [
                max(len(row[c]) for row in table if c < len(row)) for c in range(len(table[0]))
            ]
            if sum(sizes) + 2 * len(sizes) - 2 <= width or count == 1:
                for row in table:
                    line = "  ".join(cell.ljust(sizes[c]) for c, cell in enumerate(row))
                    self.io.out(line.rstrip() + "\n")
                return

    def time(self, stat: Stat) -> int:
        """The time that is shown and sorted by."""
        if "u" in self.found:
            return stat.atime_ms
        return stat.ctime_ms if "c" in self.found else stat.mtime_ms

    left: frozenset[int] = frozenset()

    def row(self, name: str, stat: Stat) -> list[str]:
        """Columns of one entry, the name last."""
        found = self.found
        row: list[str] = []
        left: set[int] = set()
        if "i" in found:
            row.append(str(stat.ino))
        if "s" in found:
            row.append(human(blocks(stat) * 512) if "h" in found else str(blocks(stat) // 2))
        if "l" in found:
            row += [mode_string(stat), str(stat.nlink)]
            numeric = "n" in found
            if "g" not in found:
                left.add(len(row))
                row.append(str(stat.uid) if numeric else user_name(stat.uid))
            if "o" not in found:
                left.add(len(row))
                row.append(str(stat.gid) if numeric else user_name(stat.gid))
        if "Z" in found:
            left.add(len(row))
            row.append(security_label(self.io, name))
        if "l" in found:
            row.append(
                "1,   3"
                if stat.kind == "char"
                else human(stat.size)
                if "h" in found
                else str(stat.size)
            )
            form = "%Y-%m-%d %H:%M"
            if found.count("l") > 1:
                form = "%Y-%m-%d %H:%M:%S.%N %z"
            row.append(format_time(self.io, self.time(stat), form))
        self.left = frozenset(left)
        row.append(self.decorated(name, stat))
        return row

    def decorated(self, name: str, stat: Stat) -> str:
        """The name with what follows it."""
        found = self.found
        if "b" in found:
            name = name.replace("\\", "\\\\").replace(" ", "\\ ").replace("\n", "\\n")
        elif "q" in found:
            name = re.sub(r"[\x00-\x1f\x7f]", "?", name)
        if "F" in found:
            if stat.kind == "dir":
                name += "/"
            elif stat.kind == "link" and "l" not in found:
                name += "@"
            elif stat.kind == "file" and stat.mode & 0o111:
                name += "*"
        elif "p" in found and stat.kind == "dir":
            name += "/"
        if "l" in found and stat.kind == "link":
            name += f" -> {stat.target}"
        return name


# --- making and removing -------------------------------------------------------------------------


@command("cat")
def run_cat(io: Invocation) -> int:
    """Write files one after the other."""
    found = options(io, "etuv")
    decorate = any(flag in found for flag in "etv")

    looks = [_visible(byte, found) for byte in range(256)]

    def show(path: str) -> None:
        data = io.stdin if path == "-" else io.read_file(path)
        if not decorate:
            io.out(data)
            return
        io.spend(len(data) >> 4)
        io.out(b"".join(map(looks.__getitem__, data)))

    return _each(io, found.args or ["-"], show, "{}")


def _visible(byte: int, found: Options) -> bytes:
    """Return how ``cat -etv`` writes a byte."""
    if byte == 10:
        return b"$\n" if "e" in found else b"\n"
    if byte == 9:
        return b"^I" if "t" in found else b"\t"
    if "v" not in found:
        return bytes([byte])
    high, low = b"M-" if byte >= 128 else b"", byte & 127
    return high + (bytes([94, low ^ 64]) if low < 32 or low == 127 else bytes([low]))


@command("mkdir")
def run_mkdir(io: Invocation) -> int:
    """Make directories."""
    found = options(io, "m:pvZ:", minimum=1, long={"parents": "p", "mode": "m"})
    mode = 0o777 & ~io.process.umask
    if "m" in found:
        mode = _mode(io, found["m"], 0o777, True)

    def make(path: str) -> None:
        if not path:
            _lstat(io, path)
        absolute = io.path(path)
        if "p" in found and io.system.files.is_dir(absolute):
            return
        if "p" not in found:
            _demand_parent(io, path)
        io.system.files.mkdir(absolute, "p" in found, mode, owner=io.uid)
        if "v" in found:
            io.out(f"mkdir: created directory '{path}'\n")

    return _each(io, found.args, make, "'{}'")


@command("rmdir")
def run_rmdir(io: Invocation) -> int:
    """Remove empty directories."""
    found = options(io, "pv", minimum=1, long={"ignore-fail-on-non-empty": "v", "parents": "p"})

    def remove(path: str) -> None:
        _demand_parent(io, path)
        io.system.files.rmdir(io.path(path))
        while "p" in found and "/" in path.strip("/"):
            path = posixpath.dirname(path.rstrip("/"))
            io.system.files.rmdir(io.path(path))

    return _each(io, found.args, remove, "{}")


@command("unlink")
def run_unlink(io: Invocation) -> int:
    """Remove one file."""
    found = options(io, "", minimum=1, maximum=1)
    return _each(
        io, found.args, lambda path: io.system.files.remove(io.path(path)), "couldn't unlink '{}'"
    )


@command("rm")
def run_rm(io: Invocation) -> int:
    """Remove files and trees."""
    found = options(io, "fiRrv", long={"force": "f", "recursive": "r", "verbose": "v"})
    forced = "f" in found
    if not found.args and not forced:
        raise io.fail('Needs 1 argument (see "rm --help")')
    recursive = "r" in found or "R" in found
    status = 0
    files = io.system.files
    for path in found.args:
        if path.rstrip("/").rpartition("/")[2] in (".", "..") or not path.strip("/"):
            if path:
                continue
        try:
            absolute = io.path(path)
            stat = _lstat(io, path.rstrip("/"))
            _demand_parent(io, path)
            if "v" in found:
                for each, below in reversed(list(files.walk(absolute)) if recursive
                                            else [(absolute, stat)]):  # fmt: skip
                    verb = "rmdir" if below.kind == "dir" else "rm"
                    io.out(f"{verb} '{path.rstrip('/') + each[len(absolute.rstrip('/')) :]}'\n")
            if stat.kind == "dir":
                if not recursive:
                    io.complain(f"{path}: Is a directory")
                    status = 1
                    continue
                files.rmtree(absolute)
            else:
                files.remove(absolute)
        except FileError as error:
            if forced and error.errno in (2, 20):
                continue
            io.complain(f"{path}: {error.strerror}")
            status = 1
    return status


@command("touch")
def run_touch(io: Invocation) -> int:
    """Make files, or set their times."""
    found = options(
        io, "acd:fmr:t:h", minimum=1, long={"no-create": "c", "date": "d", "reference": "r"}
    )
    now = io.system.clock.now_ms()
    modified = accessed = now
    if "d" in found or "t" in found:
        text = found["d"] if "d" in found else found["t"]
        parsed = (
            parse_date(io, text) if "d" in found else parse_posix_date(io, text, year_first=True)
        )
        if parsed is None:
            raise io.fail(f"bad date {text}")
        modified = accessed = parsed
    elif "r" in found:
        reference = _stat(io, found["r"])
        modified, accessed = reference.mtime_ms, reference.atime_ms

    def touch(path: str) -> None:
        stat = io.process.stat(path)
        if stat is None:
            if not path:
                _lstat(io, path)
            if "c" in found:
                return
            _demand_parent(io, path)
            io.system.files.write(io.path(path), b"", mode=0o666 & ~io.process.umask, owner=io.uid)
            stat = _stat(io, path)
        io.system.files.utime(
            io.path(path),
            stat.mtime_ms if "a" in found and "m" not in found else modified,
            stat.atime_ms if "m" in found and "a" not in found else accessed,
        )

    return _each(io, found.args, touch, "'{}'")


@command("cp", "mv")
def run_cp(io: Invocation) -> int:
    """Copy or move files."""
    moving = io.name == "mv"
    spec = "dDfinRrvaHLPpslTtF" if not moving else "finTv"
    found = options(
        io,
        spec.replace("t", "t:"),
        long={"recursive": "r", "archive": "a", "force": "f", "verbose": "v", "preserve": "p"},
    )
    sources = list(found.args)
    if len(sources) < 2:
        raise io.fail("Needs 2 arguments")
    target = sources.pop()
    files = io.system.files
    into = files.is_dir(io.path(target)) and "T" not in found and bool(target)
    if (len(sources) > 1 or target.endswith("/")) and not into:
        if len(sources) > 1 or not moving:
            raise io.fail(f"'{target}' not directory")
    copier = _Copier(io, found, moving)
    for source in sources:
        name = source.rstrip("/").rpartition("/")[2] or "/"
        # "cp -a src/. dst/" copies what is in src.
        place = join(target, name) if into and name not in (".", "..", "/") else target
        copier.run(source, place)
    return copier.status


class _Copier:
    """Carries out `cp` and `mv`."""

    def __init__(self, io: Invocation, found: Options, moving: bool) -> None:
        self.io = io
        self.found = found
        self.moving = moving
        self.recursive = moving or any(flag in found for flag in "rRa")
        self.preserve = moving or "a" in found or "p" in found
        self.links = any(flag in found for flag in "adP") or self.recursive and "L" not in found
        self.status = 0

    def complain(self, message: str) -> None:
        self.io.complain(message)
        self.status = 1

    def run(self, source: str, target: str) -> None:
        """Copy one source to its place."""
        io, files = self.io, self.io.system.files
        try:
            stat = _lstat(io, source) if self.links or self.moving else _stat(io, source)
            if source.endswith("/") and stat.kind == "link":
                stat = _stat(io, source)
        except FileError as error:
            self.complain(f"bad '{source}': {error.strerror}")
            return
        there = io.process.stat(target, follow=False)
        if there is not None and there.ino == stat.ino:
            if not self.moving:
                self.complain(f"'{target}' is '{source}'")
                return
            if target == source:
                return
        if there is not None and "n" in self.found:
            return
        try:
            _demand_parent(io, target)
            if self.moving:
                _demand_parent(io, source)
                self.move(source, target, stat, there)
            else:
                if stat.kind == "dir" and not self.recursive:
                    self.complain(f"Skipped dir '{target}': No such file or directory")
                    return
                inner = f"{files.resolve(io.path(source)).rstrip('/')}/"
                if stat.kind == "dir" and f"{files.resolve(io.path(target))}/".startswith(inner):
                    self.complain(f"recursive directory copy '{source}' to '{target}'")
                    return
                self.copy(source, target, stat)
        except FileError as error:
            place = f"bad '{source}'" if self.moving else target
            self.complain(f"{place}: {error.strerror}")

    def move(self, source: str, target: str, stat: Stat, there: Stat | None) -> None:
        if there is not None and there.kind == "dir" and stat.kind != "dir":
            self.complain(f"{target}: Is a directory")
            return
        self.io.system.files.rename(self.io.path(source), self.io.path(target))

    def copy(self, source: str, target: str, stat: Stat) -> None:
        io, files = self.io, self.io.system.files
        if "v" in self.found:
            io.out(f"cp '{source}'\n")
        absolute = io.path(target)
        there = io.process.stat(target)
        if stat.kind == "dir":
            if there is None:
                # A whole new tree: one call that shares contents.
                if self.preserve and "v" not in self.found and not io.uid:
                    files.copy(io.path(source), absolute, preserve=True)
                    return
                mode = stat.mode if self.preserve else stat.mode & ~io.process.umask
                files.mkdir(absolute, False, mode, owner=stat.uid if self.preserve else io.uid)
            elif there.kind != "dir":
                self.complain(f"dir at '{target}'")
                return
            for name, child in files.scandir(io.path(source)):
                io.process.budget.spend(100)
                try:
                    self.copy(join(source, name), join(target, name), child)
                except FileError as error:
                    self.complain(f"{join(target, name)}: {error.strerror}")
        elif stat.kind == "link":
            if there is not None or io.process.stat(target, follow=False) is not None:
                files.remove(absolute)
            files.symlink(stat.target, absolute, owner=stat.uid if self.preserve else io.uid)
            return
        else:
            data = io.read_file(source)
            if there is not None and there.kind == "dir":
                self.complain(f"dir at '{target}'")
                return
            mode = stat.mode if self.preserve else stat.mode & ~io.process.umask
            owner, group = (stat.uid, stat.gid) if self.preserve else (io.uid, None)
            files.write(absolute, data, mode=mode, owner=owner, group=group)
        if self.preserve:
            files.chown(absolute, stat.uid, stat.gid)
            files.chmod(absolute, stat.mode)
            files.utime(absolute, stat.mtime_ms, stat.atime_ms)


@command("ln")
def run_ln(io: Invocation) -> int:
    """Make links; hard ones are copies, for the file tree has none."""
    found = options(io, "rt:Tvnfs", minimum=1)
    sources = list(found.args)
    target = sources.pop() if len(sources) > 1 else "."
    into = io.system.files.is_dir(io.path(target)) and "T" not in found and "n" not in found
    status = 0
    files = io.system.files
    for source in sources:
        place = join(target, source.rstrip("/").rpartition("/")[2]) if into else target
        kind = "symbolic" if "s" in found else "hard"
        try:
            _demand_parent(io, place)
            if "f" in found and io.process.stat(place, follow=False) is not None:
                files.remove(io.path(place))
            if "s" in found:
                files.symlink(source, io.path(place), owner=io.uid)
            else:
                files.hard_link(io.path(source), io.path(place))
            if "v" in found:
                io.out(f"'{place}' -> '{source}'\n")
        except FileError as error:
            io.complain(f"cannot create {kind} link from '{source}' to '{place}': {error.strerror}")
            status = 1
    return status


# --- attributes ----------------------------------------------------------------------------------


def _mode(io: Invocation, text: str, old: int, folder: bool) -> int:
    """Apply a mode such as ``755`` or ``u+x,go-w`` to an old one."""
    if re.fullmatch("[0-7]{1,5}", text):
        return int(text, 8) & 0o7777
    mode = old
    for clause in text.split(","):
        match = re.fullmatch(r"([ugoa]*)((?:[-+=][rwxXstugo]*)+)", clause)
        if match is None:
            raise io.fail(f"bad mode '{text}'")
        who = match.group(1) or "a"
        for sign, letters in re.findall(r"([-+=])([rwxXstugo]*)", match.group(2)):
            for name, shift in (("u", 6), ("g", 3), ("o", 0)):
                if name not in who and "a" not in who:
                    continue
                bits = 0
                for letter in letters:
                    bits |= {"r": 4, "w": 2, "x": 1}.get(letter, 0)
                    if letter == "X" and (folder or old & 0o111):
                        bits |= 1
                    if letter in "ugo":
                        bits |= old >> {"u": 6, "g": 3, "o": 0}[letter] & 7
                special = {"u": 0o4000, "g": 0o2000}.get(name, 0) if "s" in letters else 0
                special |= 0o1000 if "t" in letters and name == "o" else 0
                if sign == "+":
                    mode |= bits << shift | special
                elif sign == "-":
                    mode &= ~(bits << shift | special)
                else:
                    mode = mode & ~(7 << shift) | bits << shift | special
    return mode


def _tree(io: Invocation, path: str, recursive: bool) -> list[tuple[str, Stat]]:
    if not recursive:
        return [(io.path(path), _stat(io, path))]
    found = list(io.system.files.walk(io.path(path)))
    io.process.budget.spend(20 * len(found))
    return found


@command("chmod")
def run_chmod(io: Invocation) -> int:
    """Change permission bits."""
    args = []
    symbolic = ""
    for word in io.args:
        # "-x" and "-rw" are modes, not options.
        if re.fullmatch("-[rwxXst]+", word) and not symbolic:
            symbolic = word
        else:
            args.append(word)
    io.args = args
    found = options(io, "vfR", minimum=1 if symbolic else 2)
    text = symbolic or found.args.pop(0)
    _mode(io, text, 0, False)

    def change(path: str) -> None:
        for each, stat in _tree(io, path, "R" in found):
            if stat.kind == "link":
                continue
            if io.uid and stat.uid != io.uid and stat.device != 3:
                io.complain(f"{path}: Operation not permitted")
                raise CommandExit(1)
            mode = _mode(io, text, stat.mode, stat.kind == "dir")
            io.system.files.chmod(each, mode)
            if "v" in found:
                io.out(f"chmod '{path}' to {mode:o}\n")

    return _each(io, found.args, change, "{}")


@command("chown", "chgrp")
def run_chown(io: Invocation) -> int:
    """Change owner and group."""
    found = options(io, "hRHLPfv", minimum=2)
    text = found.args.pop(0)
    owner, separator, group = text.partition(":" if ":" in text else ".")
    if io.name == "chgrp":
        owner, group = "", text
    uid = user_id(owner) if owner else None
    gid = user_id(group) if group else None
    if owner and uid is None:
        raise io.fail(f"bad user '{owner}'")
    if group and gid is None:
        raise io.fail(f"bad group '{group}'")
    if io.uid:
        for path in found.args:
            _stat(io, path)
            io.complain(f"'{path}': Operation not permitted")
        return 1

    def change(path: str) -> None:
        for each, stat in _tree(io, path, "R" in found):
            if stat.kind != "link":
                io.system.files.chown(each, stat.uid if uid is None else uid, gid)

    return _each(io, found.args, change, "{}")


@command("chcon", "restorecon")
def run_chcon(io: Invocation) -> int:
    """Set SELinux labels: check the paths and change nothing, for labels follow from paths."""
    if io.name == "chcon":
        found = options(io, "hvR", minimum=2)
        found.args.pop(0)
    else:
        found = options(io, "DFnrRv", minimum=1)
    return _each(io, found.args, lambda path: _lstat(io, path) and None, "{}")


@command("truncate")
def run_truncate(io: Invocation) -> int:
    """Set the size of files."""
    found = options(io, "cs:", minimum=1)
    if "s" not in found:
        raise io.fail('Needs -s (see "truncate --help")')
    match = re.fullmatch(r"([-+<>/%]?)(\d+)([kKmMgG]?)[bB]?", found["s"])
    if match is None:
        raise io.fail(f"not integer: {found['s']}")
    sign, digits, unit = match.groups()
    amount = int(digits) * 1024 ** " kmg".index(unit.lower() or " ")
    if amount > 1 << 28:
        raise io.fail(f"{found.args[0]}: File too large")

    def resize(path: str) -> None:
        stat = io.process.stat(path)
        if stat is None and "c" in found:
            return
        data = io.read_file(path) if stat is not None else b""
        size = {
            "+": len(data) + amount,
            "-": max(len(data) - amount, 0),
            "<": min(len(data), amount),
            ">": max(len(data), amount),
        }.get(sign, amount)
        io.system.files.write(
            io.path(path), data[:size].ljust(size, b"\0"), mode=0o666 & ~io.process.umask
        )

    return _each(io, found.args, resize, "{}")


@command("sync", "fsync")
def run_sync(io: Invocation) -> None:
    """Write caches: there are none."""


# --- stat, du, df --------------------------------------------------------------------------------


@command("stat")
def run_stat(io: Invocation) -> int:
    """Show what stat(2) tells."""
    found = options(io, "Lfc:t", minimum=1)

    def show(path: str) -> None:
        stat = _stat(io, path) if "L" in found else _lstat(io, path)
        if "f" in found:
            io.out(_file_system(io, path))
        elif "c" in found:
            io.out(_stat_format(io, path, stat, found["c"]) + "\n")
        else:
            io.out(_stat_default(io, path, stat))

    return _each(io, found.args, show, "'{}'")


_DEVICES = {1: 0xFE00, 2: 0xFE05, 3: 0x5D, 4: 0x18, 5: 0x16}


def _kind_name(stat: Stat) -> str:
    if stat.kind == "file" and stat.size == 0:
        return "regular empty file"
    return {"file": "regular file", "dir": "directory", "link": "symbolic link",
            "char": "character device"}[stat.kind]  # fmt: skip


def _stat_default(io: Invocation, path: str, stat: Stat) -> str:
    arrow = f" -> '{stat.target}'" if stat.kind == "link" else ""
    form = "%Y-%m-%d %H:%M:%S.%N %z"
    device = _DEVICES.get(stat.device, stat.device)
    return (
        f"  File: {path}{arrow}\n"
        f"  Size: {stat.size}\t Blocks: {blocks(stat)}\t IO Blocks: 512\t {_kind_name(stat)}\n"
        f"Device: {device:x}h/{device}d\t Inode: {stat.ino}\t Links: {stat.nlink}\t"
        " Device type: 0,0\n"
        f"Access: ({stat.mode:04o}/{mode_string(stat)})\tUid: ({stat.uid:5d}/"
        f"{user_name(stat.uid):>8})\tGid: ({stat.gid:5d}/{user_name(stat.gid):>8})\n"
        f"Access: {format_time(io, stat.atime_ms, form)}\n"
        f"Modify: {format_time(io, stat.mtime_ms, form)}\n"
        f"Change: {format_time(io, stat.ctime_ms, form)}\n"
    )


def _stat_format(io: Invocation, path: str, stat: Stat, form: str) -> str:
    long = "%Y-%m-%d %H:%M:%S.%N %z"
    arrow = f" -> '{stat.target}'" if stat.kind == "link" else ""
    device = _DEVICES.get(stat.device, stat.device)
    values: dict[str, Callable[[], str]] = {
        "a": lambda: f"{stat.mode:o}", "A": lambda: mode_string(stat),
        "b": lambda: str(blocks(stat)), "B": lambda: "512", "C": lambda: security_label(io, path),
        "d": lambda: str(device), "D": lambda: f"{device:x}",
        "f": lambda: f"{stat.mode | _KIND_BITS[stat.kind]:x}", "F": lambda: _kind_name(stat),
        "g": lambda: str(stat.gid), "G": lambda: user_name(stat.gid),
        "h": lambda: str(stat.nlink), "i": lambda: str(stat.ino), "m": lambda: "/",
        "n": lambda: path, "N": lambda: path + arrow, "o": lambda: "4096",
        "s": lambda: str(stat.size), "t": lambda: "0", "T": lambda: "0",
        "u": lambda: str(stat.uid), "U": lambda: user_name(stat.uid),
        "x": lambda: format_time(io, stat.atime_ms, long), "X": lambda: str(stat.atime_ms // 1000),
        "y": lambda: format_time(io, stat.mtime_ms, long), "Y": lambda: str(stat.mtime_ms // 1000),
        "z": lambda: format_time(io, stat.ctime_ms, long), "Z": lambda: str(stat.ctime_ms // 1000),
        "%": lambda: "%",
    }  # fmt: skip
    form = form.replace("\\n", "\n").replace("\\t", "\t")

    def replace(match: re.Match[str]) -> str:
        width, letter = match.groups()
        value = values[letter]() if letter in values else match.group()
        return f"{value:>{width}}" if width else value

    return re.sub(r"%(\d*)(.)", replace, form)


def _file_system(io: Invocation, path: str) -> str:
    space = io.system.files.space()
    return (
        f'  File: "{path}"\n    ID: 4a6f6e6e79204bee Namelen: 255    Type: ext3\n'
        "Block Size: 4096    Fundamental block size: 4096\n"
        f"Blocks: Total: {space.total // 4096}\tFree: {space.free // 4096}\t"
        f"Available: {space.free // 4096}\n"
        f"Inodes: Total: {MAX_INODES}\tFree: {space.free_inodes}\n"
    )


@command("du")
def run_du(io: Invocation) -> int:
    """Sums up disk usage, sub-directories first."""
    found = options(io, "abcd:hHkKlLmsx", long={"max-depth": "d"})
    limit = 0 if "s" in found else int(found["d"]) if found.get("d", "").isdecimal() else 1 << 30
    unit = 1 << 20 if "m" in found else 1024

    def shown(size: int) -> str:
        if "h" in found:
            return human(size)
        if "b" in found:
            return str(size)
        return str(-(-size // unit))

    def size_of(stat: Stat) -> int:
        return stat.size if "b" in found else blocks(stat) * 512

    def descend(path: str, stat: Stat, depth: int) -> int:
        total = size_of(stat)
        if stat.kind == "dir":
            for name, child in io.system.files.scandir(io.path(path)):
                io.process.budget.spend(40)
                total += descend(join(path, name), child, depth + 1)
        if (stat.kind == "dir" or "a" in found or depth == 0) and depth <= limit:
            io.out(f"{shown(total)}\t{path}\n")
        return total

    totals: list[int] = []
    status = _each(
        io,
        found.args or ["."],
        lambda path: totals.append(descend(path, _lstat(io, path), 0)),
        "{}",
    )
    if "c" in found:
        io.out(f"{shown(sum(totals))}\ttotal\n")
    return status


@command("df")
def run_df(io: Invocation) -> int:
    """Show how full the volumes are."""
    found = options(io, "aHhikPt:")
    space = io.system.files.space()
    volumes = [
        ("/dev/block/dm-0", 821_284_864, 818_696_192, "/"),
        ("tmpfs", 1_036_038_144, 1_187_840, "/dev"),
        ("tmpfs", 1_036_038_144, 0, "/mnt"),
        ("/dev/block/dm-5", space.total, space.used, "/data"),
        ("/dev/fuse", space.total, space.used, "/storage/emulated"),
    ]
    status = 0
    if found.args:
        wanted: list[str] = []
        for path in found.args:
            try:
                resolved = io.system.files.resolve(io.path(path))
                _stat(io, path)
            except FileError as error:
                io.complain(f"{path}: {error.strerror}")
                status = 1
                continue
            wanted.append(
                max(
                    (
                        row[3]
                        for row in volumes
                        if f"{resolved}/".startswith(row[3].rstrip("/") + "/")
                    ),
                    key=len,
                )
            )
        volumes = [next(row for row in volumes if row[3] == place) for place in wanted]
        if not volumes:
            return status
    if "h" in found or "H" in found:
        header = ["Filesystem", "Size", "Used", "Avail", "Use%", "Mounted on"]
        shown: Callable[[int], str] = human
    else:
        header = ["Filesystem", "1K-blocks", "Used", "Available", "Use%", "Mounted on"]

        def shown(size: int) -> str:
            return str(size // 1024)

    rows = [header]
    for device, total, used, place in volumes:
        percent = f"{-(-used * 100 // total) if total else 0}%"
        rows.append([device, shown(total), shown(used), shown(total - used), percent, place])
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    widths[0] = max(widths[0], 14)
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [row[column].rjust(widths[column]) for column in range(1, 5)]
        io.out(" ".join(cells) + f" {row[5]}\n")
    return status


# --- names ---------------------------------------------------------------------------------------


@command("basename")
def run_basename(io: Invocation) -> None:
    """Write the last part of paths."""
    found = options(io, "as:", minimum=1)
    suffix = found.get("s", "")
    names = found.args
    if "a" not in found and "s" not in found and len(names) > 1:
        suffix, names = names[1], names[:1]
    for path in names:
        base = path.rstrip("/").rpartition("/")[2] or ("/" if path else "")
        if suffix and base != suffix:
            base = base.removesuffix(suffix)
        io.out(base + "\n")


@command("dirname")
def run_dirname(io: Invocation) -> None:
    """Write the directories of paths."""
    for path in options(io, "", minimum=1).args:
        io.out((posixpath.dirname(path.rstrip("/") or path) or ".") + "\n")


@command("realpath", builtin="regular")
def run_realpath(io: Invocation) -> int:
    """Write a canonical path, as the shell's built-in does: its last part may be missing."""
    args = io.args[1:] if io.args[:1] == ["--"] else io.args
    if len(args) != 1:
        io.process.complain("realpath: syntax error")
        return 1
    try:
        if not args[0]:
            _stat(io, "")
        io.out(_physical(io, args[0]) + "\n")
    except FileError as error:
        io.process.complain(f"realpath: {args[0]}: {error.strerror}")
        return 1
    return 0


def _physical(io: Invocation, path: str) -> str:
    """Canonical path, following links by hand so that bind mounts keep the name they were given."""
    files = io.system.files
    pending = io.path(path).split("/")[::-1]
    parts: list[str] = []
    links = 0
    while pending:
        part = pending.pop()
        if part in ("", "."):
            continue
        if part == "..":
            del parts[-1:]
            continue
        here = "/" + "/".join([*parts, part])
        try:
            stat = files.lstat(here)
        except FileError:
            if pending and any(pending):
                raise
            files.resolve(here)
            parts.append(part)
            continue
        if stat.kind == "link":
            links += 1
            if links > 40:
                files.stat(here)
                break
            if stat.target.startswith("/"):
                parts = []
            pending.extend(stat.target.split("/")[::-1])
        else:
            parts.append(part)
    return "/" + "/".join(parts)


@command("readlink")
def run_readlink(io: Invocation) -> int:
    """Write where links lead."""
    found = options(io, "efmnq", minimum=1)
    status = 0
    for path in found.args:
        try:
            if any(flag in found for flag in "efm"):
                if "e" in found:
                    _stat(io, path)
                text = _physical(io, path)
            else:
                text = io.system.files.readlink(io.path(path))
        except FileError:
            status = 1
            continue
        io.out(text if "n" in found else text + "\n")
    return status


@command("mktemp")
def run_mktemp(io: Invocation) -> int:
    """Make a file or directory with a new name."""
    found = options(io, "dp:qtu", maximum=1)
    template = found.args[0] if found.args else "tmp.XXXXXXXXXX"
    if not found.args or "p" in found or "t" in found:
        folder = found.get("p", io.env.get("TMPDIR", "/tmp"))
        template = join(folder or "/tmp", template)
    count = len(template) - len(template.rstrip("X"))
    if count < 3:
        raise io.fail("need XXX: No such file or directory")
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    seed = len(io.system.files.listdir(io.path(posixpath.dirname(template) or ".")))
    while True:
        digits = io.process.random_bytes(count + seed)[-count:]
        path = template[:-count] + "".join(alphabet[byte % 62] for byte in digits)
        if io.process.stat(path) is None:
            break
        seed += 1
    if "u" not in found:
        if "d" in found:
            io.system.files.mkdir(io.path(path), mode=0o700, owner=io.uid)
        else:
            io.system.files.write(io.path(path), b"", mode=0o600, owner=io.uid)
    io.out(path + "\n")
    return 0
