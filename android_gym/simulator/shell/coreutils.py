"""File utilities, as in toybox 0.8: `cat`, `cp`, `mv`, `rm`, `mkdir`, `touch`, `ln`, `chmod` ..."""

from __future__ import annotations

import contextlib
import posixpath
import re

from android_gym.errors import FileError
from android_gym.simulator.shell.command import Invocation, Options, command, options
from android_gym.simulator.shell.file_words import (
    for_each,
    join,
    lstat_of,
    parse_date,
    parse_posix_date,
    stat_of,
    tree,
)
from android_gym.simulator.system.inodes import Stat
from android_gym.simulator.system.users import user_id

# --- making and removing -------------------------------------------------------------------------


@command("cat")
def run_cat(io: Invocation) -> int:
    """Concatenate files."""
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

    return for_each(io, found.args or ["-"], show, "{}")


def _visible(byte: int, found: Options) -> bytes:
    """Return the representation of a byte in ``cat -etv``."""
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
    """Create directories."""
    found = options(io, "m:pvZ:", minimum=1, long={"parents": "p", "mode": "m"})
    mode = 0o777 & ~io.process.umask
    if "m" in found:
        mode = _mode(io, found["m"], 0o777, True)

    def make(path: str) -> None:
        if not path:
            lstat_of(io, path)
        absolute = io.path(path)
        if "p" in found:
            if io.files.is_dir(absolute):
                return
            io.files.mkdir(absolute, True, mode)
        else:
            io.files.mkdir(absolute, mode=mode)
        if "v" in found:
            io.out(f"mkdir: created directory '{path}'\n")

    return for_each(io, found.args, make, "'{}'")


@command("rmdir")
def run_rmdir(io: Invocation) -> int:
    """Remove empty directories."""
    found = options(io, "pv", minimum=1, long={"ignore-fail-on-non-empty": "v", "parents": "p"})

    def remove(path: str) -> None:
        io.files.rmdir(io.path(path))
        while "p" in found and "/" in path.strip("/"):
            path = posixpath.dirname(path.rstrip("/"))
            io.files.rmdir(io.path(path))

    return for_each(io, found.args, remove, "{}")


@command("unlink")
def run_unlink(io: Invocation) -> int:
    """Remove one file."""
    found = options(io, "", minimum=1, maximum=1)

    def remove(path: str) -> None:
        io.files.remove(io.path(path))

    return for_each(io, found.args, remove, "couldn't unlink '{}'")


@command("rm")
def run_rm(io: Invocation) -> int:
    """Remove files and trees."""
    found = options(io, "fiRrv", long={"force": "f", "recursive": "r", "verbose": "v"})
    forced = "f" in found
    if not found.args and not forced:
        raise io.fail('Needs 1 argument (see "rm --help")')
    status = 0
    for path in found.args:
        if path.rstrip("/").rpartition("/")[2] in (".", ".."):
            continue
        if path and not path.strip("/"):
            io.complain("rm /. if you mean it")
            status = 1
            continue
        try:
            status |= not _remove(io, path, found)
        except FileError as error:
            if not (forced and error.errno in (2, 20)):
                io.complain(f"{path}: {error.strerror}")
                status = 1
    return status


def _remove(io: Invocation, path: str, found: Options) -> bool:
    """Remove what `rm` is given; return whether nothing of it is left."""
    told = "v" in found
    if lstat_of(io, path.rstrip("/")).kind == "dir" and ("r" in found or "R" in found):
        return _remove_tree(io, path.rstrip("/"), forced="f" in found, told=told)
    io.files.remove(io.path(path))
    if told:
        io.out(f"rm '{path}'\n")
    return True


def _remove_tree(io: Invocation, path: str, *, forced: bool, told: bool) -> bool:
    """Remove what may be removed of a directory and all below it; return whether that is all.

    A directory that is left because of something in it is not complained about itself.
    """
    files, top = io.files, io.path(path)
    if not told:
        with contextlib.suppress(FileError):
            files.rmtree(top)
            return True
    doomed = []
    for each, stat in files.walk(top, lambda error: None):
        io.spend(5)
        doomed.append((each, stat.kind))
        if forced and stat.kind == "dir" and not files.may(each, "r"):
            with contextlib.suppress(FileError):
                files.chmod(each, 0o700)
    left: set[str] = set()
    for each, kind in reversed(doomed):
        try:
            (files.rmdir if kind == "dir" else files.remove)(each)
        except FileError as error:
            if each not in left:
                io.complain(
                    f"{path if each == top else posixpath.basename(each)}: {error.strerror}"
                )
            left.add(posixpath.dirname(each))
        else:
            if told:
                io.out(f"{'rmdir' if kind == 'dir' else 'rm'} '{path}{each[len(top) :]}'\n")
    return not left


@command("touch")
def run_touch(io: Invocation) -> int:
    """Create files, or set their times."""
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
        reference = stat_of(io, found["r"])
        modified, accessed = reference.mtime_ms, reference.atime_ms

    def touch(path: str) -> None:
        stat = io.process.stat(path)
        if stat is None:
            if not path:
                lstat_of(io, path)
            if "c" in found:
                return
            io.write_file(path, b"")
            stat = stat_of(io, path)
        io.files.utime(
            io.path(path),
            stat.mtime_ms if "a" in found and "m" not in found else modified,
            stat.atime_ms if "m" in found and "a" not in found else accessed,
        )

    return for_each(io, found.args, touch, "'{}'")


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
    files = io.files
    into = files.is_dir(io.path(target)) and "T" not in found and bool(target)
    if (len(sources) > 1 or target.endswith("/")) and not into:
        if len(sources) > 1 or not moving:
            raise io.fail(f"'{target}' not directory")
    copier = _Copier(io, found, moving)
    for source in sources:
        name = source.rstrip("/").rpartition("/")[2] or "/"
        # "cp -a src/. dst/" copies the contents of src.
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
        """Copy one source to its destination."""
        io, files = self.io, self.io.files
        try:
            stat = lstat_of(io, source) if self.links or self.moving else stat_of(io, source)
            if source.endswith("/") and stat.kind == "link":
                stat = stat_of(io, source)
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
            if self.moving:
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
        self.io.files.rename(self.io.path(source), self.io.path(target))

    def copy(self, source: str, target: str, stat: Stat) -> None:
        io, files = self.io, self.io.files
        if "v" in self.found:
            io.out(f"cp '{source}'\n")
        absolute = io.path(target)
        there = io.process.stat(target)
        if stat.kind == "dir":
            if there is None:
                # A completely new tree is copied in one call, which shares contents.
                if self.preserve and "v" not in self.found and not io.uid:
                    files.copy(io.path(source), absolute, preserve=True)
                    return
                mode = stat.mode if self.preserve else stat.mode & ~io.process.umask
                files.mkdir(absolute, False, mode, owner=stat.uid if self.preserve else None)
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
            files.symlink(stat.target, absolute, owner=stat.uid if self.preserve else None)
            return
        else:
            data = io.read_file(source)
            if there is not None and there.kind == "dir":
                self.complain(f"dir at '{target}'")
                return
            mode = stat.mode if self.preserve else stat.mode & ~io.process.umask
            owner, group = (stat.uid, stat.gid) if self.preserve else (None, None)
            files.write(absolute, data, mode=mode, owner=owner, group=group)
        if self.preserve:
            with contextlib.suppress(FileError):  # only root gives files away
                files.chown(absolute, stat.uid, stat.gid)
            files.chmod(absolute, stat.mode)
            files.utime(absolute, stat.mtime_ms, stat.atime_ms)


@command("ln")
def run_ln(io: Invocation) -> int:
    """Create links; hard links are copies, as the file tree does not support them."""
    found = options(io, "rt:Tvnfs", minimum=1)
    sources = list(found.args)
    target = sources.pop() if len(sources) > 1 else "."
    into = io.files.is_dir(io.path(target)) and "T" not in found and "n" not in found
    status = 0
    files = io.files
    for source in sources:
        place = join(target, source.rstrip("/").rpartition("/")[2]) if into else target
        kind = "symbolic" if "s" in found else "hard"
        try:
            if "f" in found and io.process.stat(place, follow=False) is not None:
                files.remove(io.path(place))
            if "s" in found:
                files.symlink(source, io.path(place))
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
        for each, stat in tree(io, path, "R" in found):
            if stat.kind == "link":
                continue
            mode = _mode(io, text, stat.mode, stat.kind == "dir")
            io.files.chmod(each, mode)
            if "v" in found:
                io.out(f"chmod '{path}' to {mode:o}\n")

    return for_each(io, found.args, change, "{}")


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

    def change(path: str) -> None:
        for each, stat in tree(io, path, "R" in found):
            if stat.kind != "link":
                io.files.chown(each, stat.uid if uid is None else uid, gid)

    return for_each(io, found.args, change, "{}")


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
        io.write_file(path, data[:size].ljust(size, b"\0"))

    return for_each(io, found.args, resize, "{}")


@command("sync", "fsync")
def run_sync(io: Invocation) -> None:
    """Flush caches, of which there are none."""
