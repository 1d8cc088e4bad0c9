"""The commands `dd`, `file` and `more`."""

from __future__ import annotations

import re

from android_gym.errors import FileError
from android_gym.simulator.shell.command import Invocation, command, options
from android_gym.simulator.shell.file_words import human

_UNITS = {"": 1, "c": 1, "w": 2, "b": 512, "k": 1024, "K": 1024, "M": 1 << 20, "G": 1 << 30}
_MOST = 1 << 28


@command("dd")
def run_dd(io: Invocation) -> int:
    """Copy blocks."""
    given = dict(word.partition("=")[::2] for word in io.args)
    for name in given:
        if name not in ("if", "of", "bs", "ibs", "obs", "count", "skip", "seek", "conv", "status",
                        "iflag", "oflag"):  # fmt: skip
            raise io.fail(f"bad arg '{name}'")
    size = _number(io, given.get("bs", given.get("ibs", "512")), 1)
    skip, seek = (_number(io, given.get(name, "0"), 0) for name in ("skip", "seek"))
    source = given.get("if", "")
    end = (skip + _number(io, given["count"], 0)) * size if "count" in given else None
    try:
        if source:
            data = io.read_file(source, end)
        else:
            data = io.stdin if end is None else io.process.source().take(end)
    except FileError as error:
        raise io.fail(f"{source}: {error.strerror}") from None
    data = data[skip * size : end]
    target = given.get("of", "")
    if target:
        _place(io, target, data, seek * size, "notrunc" in given.get("conv", ""))
    else:
        io.out(data)
    whole, part = divmod(len(data), size)
    if given.get("status") != "none":
        io.err(f"{whole}+{int(part > 0)} records in\n" * (given.get("status") != "noxfer"))
        io.err(f"{whole}+{int(part > 0)} records out\n")
        shown = human(len(data)) if len(data) >= 1024 else str(len(data))
        io.err(f"{len(data)} bytes ({shown}) copied, 0.000 s, {shown}/s\n")
    return 0


def _number(io: Invocation, text: str, least: int) -> int:
    match = re.fullmatch(r"(\d{1,12})([cwbkKMG]?)B?", text)
    value = int(match.group(1)) * _UNITS[match.group(2)] if match else -1
    if not least <= value <= 1 << 40:
        raise io.fail(f"bad number '{text}'")
    return value


def _place(io: Invocation, target: str, data: bytes, start: int, keep: bool) -> None:
    if io.path(target) in ("/dev/null", "/dev/zero"):
        return
    if start + len(data) > _MOST:
        raise io.fail(f"{target}: File too large")
    old = b""
    if start or keep:
        try:
            old = io.read_file(target)
        except FileError:
            old = b""
    head = old[:start].ljust(start, b"\0")
    tail = old[start + len(data) :] if keep else b""
    try:
        io.write_file(target, head + data + tail)
    except FileError as error:
        raise io.fail(f"{target}: {error.strerror}") from None


_MAGIC = (
    (b"\x7fELF", "ELF shared object, 64-bit LSB x86-64"),
    (b"\x89PNG", "PNG image data"),
    (b"\xff\xd8\xff", "JPEG image data"),
    (b"GIF8", "GIF image data"),
    (b"PK\x03\x04", "Zip archive data"),
    (b"\x1f\x8b", "gzip compressed data"),
    (b"SQLite format 3\0", "data"),
    (b"RIFF", "RIFF data"),
    (b"BM", "BMP image data"),
    (b"#!", "script"),
)


@command("file")
def run_file(io: Invocation) -> int:
    """Print the types of files."""
    found = options(io, "bhLs", minimum=1)
    width = max(len(path) for path in found.args) + 1
    for path in found.args:
        stat = io.process.stat(path, follow="L" in found)
        kind = "cannot open: No such file or directory"
        if stat is not None and stat.kind == "file":
            kind = _kind(io.read_file(path))
        elif stat is not None:
            kind = {"dir": "directory", "link": f"symbolic link to {stat.target}"}.get(
                stat.kind, "character special"
            )
        io.out(f"{kind}\n" if "b" in found else f"{path + ':':<{width}} {kind}\n")
    return 0


def _kind(data: bytes) -> str:
    if not data:
        return "empty"
    for magic, name in _MAGIC:
        if data.startswith(magic):
            if name == "script":
                return data[2:].split(b"\n")[0].decode("utf-8", "replace").strip() + " script"
            return name
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return "data"
    if any(ord(char) < 32 and char not in "\t\n\r\f\x1b\b" for char in text):
        return "data"
    return "ASCII text" if text.isascii() else "UTF-8 text"


@command("more")
def run_more(io: Invocation) -> int:
    """Print files; all at once, as there is no terminal."""
    return io.run(["cat", *io.args])
