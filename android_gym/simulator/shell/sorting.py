"""The commands `sort` and `uniq`."""

from __future__ import annotations

import itertools
import re

from android_gym.simulator.shell.command import Invocation, command, options
from android_gym.simulator.shell.text_inputs import bare_lines, decode, encode, inputs


@command("sort")
def run_sort(io: Invocation) -> int:
    """Sort lines."""
    found = options(io, "gS:T:mo:k:t:xVbMCcszdfirun", failure=2)
    keys = [_SortKey(io, text, found) for text in found.all("k")] or [_SortKey(io, "", found)]
    for key in keys:
        key.separator = found["t"] if "t" in found else None
    failed: list[int] = []
    end = b"\0" if "z" in found else b"\n"
    lines: list[bytes] = []
    for _, data in inputs(io, found.args, failed, 2):
        lines.extend(bare_lines(io, data, end))
        io.spend(len(data) * len(keys) >> 4)
    if failed:
        return 2
    io.spend(len(lines) * (1 + 3 * len(keys)))
    given = list(lines)
    if "s" not in found and "u" not in found:
        lines.sort(reverse="r" in found)
    for key in reversed(keys):
        lines.sort(key=key.value, reverse=key.reverse)
    if "c" in found or "C" in found:
        for place, (line, wanted) in enumerate(zip(given, lines, strict=True)):
            if line != wanted:
                name = found.args[0] if found.args else "-"
                io.complain(f"{name}: {place + 1}: disorder: {decode(line)}")
                return 1
        return 0
    if "u" in found:
        groups = itertools.groupby(lines, key=lambda line: [key.value(line) for key in keys])
        lines = [next(group) for _, group in groups]
    out = b"".join(line + end for line in lines)
    if "o" in found:
        io.write_file(found["o"], out)
    else:
        io.out(out)
    return 0


class _SortKey:
    """A ``-k`` sort key, or the whole line."""

    def __init__(self, io: Invocation, text: str, found: object) -> None:
        from android_gym.simulator.shell.command import Options

        assert isinstance(found, Options)
        match = re.fullmatch(
            r"(?:(\d{1,6})(?:\.(\d{1,6}))?([a-zA-Z]*)(?:,(\d{1,6})(?:\.(\d{1,6}))?([a-zA-Z]*))?)?",
            text,
        )
        if match is None:
            raise io.fail(f"bad -k '{text}'", 2)
        start, offset, flags, end, end_offset, more = match.groups()
        self.start = int(start or 0)
        self.offset = int(offset or 1)
        self.end = int(end or 0)
        self.end_offset = int(end_offset or 0)
        flags = (flags or "") + (more or "")
        own = any(flag in flags for flag in "ngMVfdibrx")
        self.flags = set(flags) if own else {flag for flag in "ngMVfdibrxh" if flag in found}
        self.reverse = "r" in self.flags
        self.separator: str | None = None

    def text(self, line: bytes) -> bytes:
        """Return the part of the line to compare."""
        if not self.start:
            return line
        if self.separator is not None:
            spans = []
            at = 0
            for piece in line.split(encode(self.separator)):
                spans.append((at, at + len(piece)))
                at += len(piece) + 1
        else:
            spans = [match.span() for match in re.finditer(rb"(?:\A|(?<=\S))\s*+\S+", line)]
        if self.start > len(spans):
            return b""
        first = spans[self.start - 1][0] + self.offset - 1
        last = len(line)
        if self.end and self.end <= len(spans):
            left, right = spans[self.end - 1]
            last = left + self.end_offset if self.end_offset else right
        return line[first:last]

    def value(self, line: bytes) -> tuple[float, bytes]:
        """Return the key to sort by."""
        text = self.text(line)
        if "b" in self.flags:
            text = text.lstrip()
        if "n" in self.flags or "g" in self.flags:
            match = re.match(rb"\s*(-?\d*(?:\.\d+)?)", text)
            try:
                return (float(match.group(1)) if match else 0.0, b"")
            except ValueError:
                return (0.0, b"")
        if "x" in self.flags:
            match = re.match(rb"\s*(?:0x)?([0-9a-fA-F]+)", text)
            return (float(int(match.group(1), 16)) if match else 0.0, b"")
        if "M" in self.flags:
            months = b"jan feb mar apr may jun jul aug sep oct nov dec".split()
            month = text.strip()[:3].lower()
            return (months.index(month) + 1.0 if month in months else 0.0, b"")
        if "V" in self.flags:
            text = re.sub(rb"\d+", lambda m: m.group().zfill(20), text)
        if "d" in self.flags:
            text = re.sub(rb"[^0-9A-Za-z\s]", b"", text)
        if "f" in self.flags:
            text = text.upper()
        return (0.0, text)


_FIELD = re.compile(rb"\s*+\S++")


def _without_fields(line: bytes, count: int) -> bytes:
    """Return a line without its first fields and the blanks before them."""
    place = 0
    while count and (match := _FIELD.match(line, place)):
        place = match.end()
        count -= 1
    return line[place:]


@command("uniq")
def run_uniq(io: Invocation) -> int:
    """Drop repeated lines."""
    found = options(io, "f:s:w:zicdu")
    failed: list[int] = []
    fields, chars = io.integer(found.get("f", "0")), io.integer(found.get("s", "0"))
    width = io.integer(found["w"]) if "w" in found else None

    def key(line: bytes) -> bytes:
        line = _without_fields(line, fields)
        line = line[chars:] if width is None else line[chars : chars + width]
        return line.lower() if "i" in found else line

    out = bytearray()
    for _, data in inputs(io, found.args[:1], failed):
        lines = bare_lines(io, data)
        io.spend(len(lines))
        for _, group in itertools.groupby(lines, key):
            line, *others = group
            count = 1 + len(others)
            if ("d" in found and count < 2) or ("u" in found and count > 1):
                continue
            out += (b"%7d " % count if "c" in found else b"") + line + b"\n"
    if len(found.args) > 1:
        io.write_file(found.args[1], bytes(out))
    else:
        io.out(bytes(out))
    return max(failed, default=0)
