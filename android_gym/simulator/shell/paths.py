"""Commands for file names: `basename`, `dirname`, `realpath`, `readlink` and `mktemp`."""

from __future__ import annotations

import posixpath

from android_gym.errors import FileError
from android_gym.simulator.shell.command import Invocation, command, options
from android_gym.simulator.shell.file_words import join, stat_of


@command("basename")
def run_basename(io: Invocation) -> None:
    """Print the last components of paths."""
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
    """Print the directories of paths."""
    for path in options(io, "", minimum=1).args:
        io.out((posixpath.dirname(path.rstrip("/") or path) or ".") + "\n")


@command("realpath", builtin="regular")
def run_realpath(io: Invocation) -> int:
    """Print a canonical path, like the shell's built-in: its last component may be missing."""
    args = io.args[1:] if io.args[:1] == ["--"] else io.args
    if len(args) != 1:
        io.process.complain("realpath: syntax error")
        return 1
    try:
        if not args[0]:
            stat_of(io, "")
        io.out(_physical(io, args[0]) + "\n")
    except FileError as error:
        io.process.complain(f"realpath: {args[0]}: {error.strerror}")
        return 1
    return 0


def _physical(io: Invocation, path: str) -> str:
    """Return the canonical path, following links by hand so that bind mounts keep their name."""
    files = io.files
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
    """Print the targets of links."""
    found = options(io, "efmnq", minimum=1)
    status = 0
    for path in found.args:
        try:
            if any(flag in found for flag in "efm"):
                if "e" in found:
                    stat_of(io, path)
                text = _physical(io, path)
            else:
                text = io.files.readlink(io.path(path))
        except FileError:
            status = 1
            continue
        io.out(text if "n" in found else text + "\n")
    return status


@command("mktemp")
def run_mktemp(io: Invocation) -> int:
    """Create a file or directory with a unique name."""
    found = options(io, "dp:qtu", maximum=1)
    template = found.args[0] if found.args else "tmp.XXXXXXXXXX"
    if not found.args or "p" in found or "t" in found:
        folder = found.get("p", io.env.get("TMPDIR", "/tmp"))
        template = join(folder or "/tmp", template)
    count = len(template) - len(template.rstrip("X"))
    if count < 3:
        raise io.fail("need XXX: No such file or directory")
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    seed = len(io.files.listdir(io.path(posixpath.dirname(template) or ".")))
    while True:
        digits = io.process.random_bytes(count + seed)[-count:]
        path = template[:-count] + "".join(alphabet[byte % 62] for byte in digits)
        if io.process.stat(path) is None:
            break
        seed += 1
    if "u" not in found:
        if "d" in found:
            io.files.mkdir(io.path(path), mode=0o700)
        else:
            io.write_file(path, b"", mode=0o600)
    io.out(path + "\n")
    return 0
