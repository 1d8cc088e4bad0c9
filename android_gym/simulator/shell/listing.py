"""The command `ls`, as in toybox."""

from __future__ import annotations

import re

from android_gym.errors import FileError
from android_gym.simulator.shell.command import Invocation, Options, command, options
from android_gym.simulator.shell.file_words import (
    blocks,
    format_time,
    human,
    join,
    lstat_of,
    mode_string,
    stat_of,
)
from android_gym.simulator.shell.selinux import file_label
from android_gym.simulator.system.inodes import Stat
from android_gym.simulator.system.users import user_name


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
        listing.show(files)
    ordered = sorted(folders) if not listing.unsorted else folders
    headed = len(folders) + len(files) > 1 or "R" in found or len(found.args) > 1
    first = not files
    pending = [(folder, frozenset[int]()) for folder in reversed(ordered)]
    while pending:
        folder, above = pending.pop()
        try:
            entries = io.files.scandir(io.path(folder))
            io.process.budget.spend(100 * len(entries))
        except FileError as error:
            io.complain(f"{folder}: {error.strerror}")
            status = 1
            continue
        if headed:
            io.out(f"{folder}:\n" if first else f"\n{folder}:\n")
        first = False
        children = listing.visible(folder, entries)
        shown = listing.show(children, folder)
        if "R" in found:
            above |= {io.files.stat(io.path(folder)).ino}
            below = listing.below(folder, shown, above if "L" in found else frozenset())
            pending.extend((path, above) for path in reversed(below))
    return status


def _ls_options(io: Invocation) -> Options:
    """Parse options, including the few long ones that scripts use."""
    args: list[str] = []
    for word in io.args:
        if word == "--full-time":
            args.append("-ll")
        elif not word.startswith(("--color", "--show-control-chars", "--time-style")):
            args.append(word)
    io.args = args
    return options(io, "ACFHLNRSZabcdfghiklmnopqrstuw:x1")


class _Listing:
    """Output format of `ls`."""

    def __init__(self, io: Invocation, found: Options) -> None:
        self.io = io
        self.found = found
        self.unsorted = "f" in found or "U" in found

    def below(self, folder: str, shown: list[tuple[str, Stat]], above: frozenset[int]) -> list[str]:
        """Return the subdirectories to list next, except those that are being listed already.

        Args:
            folder: The directory that was listed.
            shown: Its entries.
            above: Inodes of the directories being listed, to stop at links that lead back up.
        """
        return [
            join(folder, name)
            for name, stat in shown
            if stat.kind == "dir" and name not in (".", "..") and stat.ino not in above
        ]

    def stat(self, path: str, *, top: bool = False) -> Stat:
        """Return a path's status; links to directories are followed at the top level without -l."""
        follow = "L" in self.found or "H" in self.found
        if top and not any(flag in self.found for flag in "ldFi"):
            try:
                stat = stat_of(self.io, path)
                if stat.kind == "dir":
                    return stat
            except FileError:
                pass
        if top and path.endswith("/"):
            follow = True
        return stat_of(self.io, path) if follow else lstat_of(self.io, path)

    def visible(self, folder: str, entries: list[tuple[str, Stat]]) -> list[tuple[str, Stat]]:
        """Return the entries to show."""
        found = self.found
        hidden = "a" in found or "A" in found or "f" in found
        kept = [item for item in entries if hidden or not item[0].startswith(".")]
        if "L" in found:
            kept = [(name, self._followed(folder, name, stat)) for name, stat in kept]
        if "a" in found or "f" in found:
            dots = [(".", stat_of(self.io, folder)), ("..", stat_of(self.io, join(folder, "..")))]
            kept = dots + kept
        return kept

    def _followed(self, folder: str, name: str, stat: Stat) -> Stat:
        try:
            return stat_of(self.io, join(folder, name)) if stat.kind == "link" else stat
        except FileError:
            return stat

    def show(self, entries: list[tuple[str, Stat]], folder: str = "") -> list[tuple[str, Stat]]:
        """Print entries of a folder, or paths, in order, and return them in that order."""
        found = self.found
        if not self.unsorted:
            entries = sorted(entries, key=lambda item: item[0].encode("utf-8", "surrogateescape"))
            if "t" in found:
                entries.sort(key=lambda item: -self.time(item[1]))
            elif "S" in found:
                entries.sort(key=lambda item: -item[1].size)
            if "r" in found:
                entries.reverse()
        if folder and ("l" in found or "s" in found):
            size = sum(blocks(stat) for _, stat in entries)
            shown = human(size * 512) if "h" in found else str(size // 2)
            self.io.out(f"total {shown}\n")
        rows = [self.row(name, stat, folder) for name, stat in entries]
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
        """Print names in columns, 80 characters wide."""
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
        """Return the time that is shown and sorted by."""
        if "u" in self.found:
            return stat.atime_ms
        return stat.ctime_ms if "c" in self.found else stat.mtime_ms

    left: frozenset[int] = frozenset()

    def row(self, name: str, stat: Stat, folder: str) -> list[str]:
        """Return the columns of one entry of a folder, the name last."""
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
            row.append(file_label(self.io, join(folder, name) if folder else name, stat))
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
        """Return the name with its suffix."""
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
