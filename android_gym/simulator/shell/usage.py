"""Commands that describe files and file systems: `stat`, `du` and `df`."""

from __future__ import annotations

import re
from collections.abc import Callable

from android_gym.errors import FileError
from android_gym.simulator.shell.command import Invocation, command, options
from android_gym.simulator.shell.file_words import (
    KIND_BITS,
    blocks,
    for_each,
    format_time,
    human,
    join,
    lstat_of,
    mode_string,
    stat_of,
)
from android_gym.simulator.shell.selinux import file_label
from android_gym.simulator.system.files import MAX_INODES
from android_gym.simulator.system.inodes import Stat
from android_gym.simulator.system.users import user_name


@command("stat")
def run_stat(io: Invocation) -> int:
    """Show files' status."""
    found = options(io, "Lfc:t", minimum=1)

    def show(path: str) -> None:
        stat = stat_of(io, path) if "L" in found else lstat_of(io, path)
        if "f" in found:
            io.out(_file_system(io, path))
        elif "c" in found:
            io.out(_stat_format(io, path, stat, found["c"]) + "\n")
        else:
            io.out(_stat_default(io, path, stat))

    return for_each(io, found.args, show, "'{}'")


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
        "b": lambda: str(blocks(stat)), "B": lambda: "512", "C": lambda: file_label(io, path, stat),
        "d": lambda: str(device), "D": lambda: f"{device:x}",
        "f": lambda: f"{stat.mode | KIND_BITS[stat.kind]:x}", "F": lambda: _kind_name(stat),
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
    space = io.files.space()
    return (
        f'  File: "{path}"\n    ID: 4a6f6e6e79204bee Namelen: 255    Type: ext3\n'
        "Block Size: 4096    Fundamental block size: 4096\n"
        f"Blocks: Total: {space.total // 4096}\tFree: {space.free // 4096}\t"
        f"Available: {space.free // 4096}\n"
        f"Inodes: Total: {MAX_INODES}\tFree: {space.free_inodes}\n"
    )


@command("du")
def run_du(io: Invocation) -> int:
    """Sum up disk usage, subdirectories first."""
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
            try:
                entries = io.files.scandir(io.path(path))
            except FileError as error:
                io.complain(f"{path}: {error.strerror}")
                failed.append(1)
                entries = []
            for name, child in entries:
                io.process.budget.spend(40)
                total += descend(join(path, name), child, depth + 1)
        if (stat.kind == "dir" or "a" in found or depth == 0) and depth <= limit:
            io.out(f"{shown(total)}\t{path}\n")
        return total

    totals: list[int] = []
    failed: list[int] = []
    status = for_each(
        io,
        found.args or ["."],
        lambda path: totals.append(descend(path, lstat_of(io, path), 0)),
        "{}",
    )
    if "c" in found:
        io.out(f"{shown(sum(totals))}\ttotal\n")
    return max(failed, default=status)


@command("df")
def run_df(io: Invocation) -> int:
    """Show the volumes' disk usage."""
    found = options(io, "aHhikPt:")
    space = io.files.space()
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
                resolved = io.files.resolve(io.path(path))
                stat_of(io, path)
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
