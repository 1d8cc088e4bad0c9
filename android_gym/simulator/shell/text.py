"""Text utilities, as toybox 0.8 has them: head, tail, wc, sort, uniq, cut, tr, diff, seq ..."""

from __future__ import annotations

import difflib
import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal

import numpy as np

from android_gym.errors import FileError
from android_gym.simulator.shell.command import Invocation, command, options
from android_gym.simulator.shell.file_words import format_time
from android_gym.simulator.shell.streams import PipeSink, Source


def _inputs(
    io: Invocation,
    paths: list[str],
    failed: list[int],
    code: int = 1,
    most: int | None = None,
) -> Iterator[tuple[str, bytes]]:
    """Yield each file's name and content; those that can't be read are reported.

    At least `most` bytes are there, where the file has as many.
    """
    for path in paths or ["-"]:
        try:
            yield path, io.stdin if path == "-" else io.read_file(path, most)
        except FileError as error:
            io.complain(f"{path}: {error.strerror}")
            failed.append(code)


def _lines(io: Invocation, data: bytes) -> list[bytes]:
    """Lines with their newlines; each costs a unit of work."""
    io.spend(data.count(b"\n"))
    return data.splitlines(keepends=True) if b"\r" not in data and not re.search(
        rb"[\x0b\x0c\x1c-\x1e\x85]", data
    ) else [line for line in re.split(rb"(?<=\n)", data) if line]  # fmt: skip


def _bare_lines(io: Invocation, data: bytes, end: bytes = b"\n") -> list[bytes]:
    """Lines without what ends them; each costs a unit of work."""
    io.spend(data.count(end))
    lines = data.split(end)
    if lines[-1] == b"":
        lines.pop()
    return lines


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _count(io: Invocation, text: str) -> int:
    """A count with a unit, such as ``4k``."""
    match = re.fullmatch(r"([-+]?\d{1,12})([bkKmMgGcw]?)[bB]?", text)
    if match is None:
        raise io.fail(f"not integer: {text}")
    unit = {"": 1, "c": 1, "w": 2, "b": 512, "k": 1024, "m": 1 << 20, "g": 1 << 30}
    return int(match.group(1)) * unit[match.group(2).lower()]


def _old_style(args: list[str]) -> list[str]:
    """``-5`` means ``-n 5``."""
    return [
        part
        for before, word in zip(["", *args], args, strict=False)
        for part in (
            ["-n", word[1:]]
            if re.fullmatch(r"-\d+", word) and before not in ("-n", "-c")
            else [word]
        )
    ]


@command("head")
def run_head(io: Invocation) -> int:
    """Write the first lines."""
    io.args = _old_style(io.args)
    found = options(io, "qvn:c:")
    count = _count(io, found["c"] if "c" in found else found.get("n", "10"))
    failed: list[int] = []
    titled = (len(found.args) > 1 and "q" not in found) or "v" in found
    first = True
    if not found.args:
        _head(io, io.process.source(), "c" in found, count)
        return 0
    most = count if "c" in found and count >= 0 else None
    for path, data in _inputs(io, found.args, failed, most=most):
        if titled:
            io.out(f"{'' if first else chr(10)}==> {path} <==\n")
        first = False
        _head(io, Source(data), "c" in found, count)
    return max(failed, default=0)


def _head(io: Invocation, source: Source, chars: bool, count: int) -> None:
    """Write the first of what a source has, or all but the last where `count` is negative."""
    if chars:
        io.out(source.take(count) if count >= 0 else source.read()[:count])
    elif count < 0:
        data = source.read()
        io.out(data[: _last_lines(io, data, -count)])
    else:
        for _ in range(count):
            line = source.line()
            if not line:
                break
            io.out(line)


def _nth_line(io: Invocation, data: bytes, number: int) -> int:
    """Return where a line begins, counted from 1; the end where there are not so many."""
    at = 0
    for _ in range(1, number):
        io.spend(1)
        at = data.find(b"\n", at) + 1
        if not at:
            return len(data)
    return at


def _last_lines(io: Invocation, data: bytes, count: int) -> int:
    """Return where the last `count` lines begin."""
    at = len(data)
    for _ in range(count):
        if at <= 0:
            break
        io.spend(1)
        at = data.rfind(b"\n", 0, at - 1) + 1
    return at


@command("tail")
def run_tail(io: Invocation) -> int:
    """Write the last lines; ``-f`` ends at the end, for nothing else can write meanwhile."""
    io.args = _old_style(io.args)
    found = options(io, "fFc:n:s:qv")
    text = found["c"] if "c" in found else found.get("n", "10")
    count = _count(io, text)
    failed: list[int] = []
    titled = len(found.args) > 1 and "q" not in found
    first = True
    for path, data in _inputs(io, found.args, failed):
        if titled:
            io.out(f"{'' if first else chr(10)}==> {path} <==\n")
        first = False
        if "c" in found:
            at = max(count - 1, 0) if text.startswith("+") else max(len(data) - abs(count), 0)
        elif text.startswith("+"):
            at = _nth_line(io, data, count)
        else:
            at = _last_lines(io, data, abs(count))
        io.out(data[at:])
    return max(failed, default=0)


@command("wc")
def run_wc(io: Invocation) -> int:
    """Count lines, words, bytes."""
    found = options(io, "Lcmwl")
    chosen = [flag for flag in "lwcmL" if flag in found] or ["l", "w", "c"]
    failed: list[int] = []
    totals = dict.fromkeys(chosen, 0)
    padded = len(found.args) > 1 or (not found.args and len(chosen) > 1)

    def show(counts: dict[str, int], name: str) -> None:
        cells = [f"{counts[flag]:7d}" if padded else str(counts[flag]) for flag in chosen]
        io.out(" ".join(cells) + (f" {name}" if name != "-" else "") + "\n")

    for path, data in _inputs(io, found.args, failed):
        counts = {flag: _COUNTS[flag](io, data) for flag in chosen}
        show(counts, path)
        for flag in chosen:
            change = max if flag == "L" else int.__add__
            totals[flag] = change(totals[flag], counts[flag])
    if len(found.args) > 1:
        show(totals, "total")
    return max(failed, default=0)


_BLOCK = 1 << 20
_BLANK = np.isin(np.arange(256), list(b" \t\n\r\v\f"))


def _blocks(io: Invocation, data: bytes) -> Iterator[np.ndarray]:
    """Yield the bytes in arrays of a megabyte; eight of them cost a unit of work per kilobyte."""
    for at in range(0, len(data), _BLOCK):
        block = np.frombuffer(data, np.uint8, min(_BLOCK, len(data) - at), at)
        io.spend(len(block) >> 9)
        yield block


def _words(io: Invocation, data: bytes) -> int:
    """Return how many words there are: how often a blank, or the start, is before what is none."""
    words, blank = 0, True
    for block in _blocks(io, data):
        blanks = _BLANK[block]
        words += int(np.count_nonzero(blanks[:-1] & ~blanks[1:])) + int(blank and not blanks[0])
        blank = bool(blanks[-1])
    return words


def _chars(io: Invocation, data: bytes) -> int:
    """Return how many characters there are; a byte that is part of none counts as one."""
    io.spend(len(data) >> 5)
    return len(_decode(data))


def _widest(io: Invocation, data: bytes) -> int:
    lines = _bare_lines(io, data)
    io.spend(len(data) >> 5)
    return max((len(_decode(line).expandtabs()) for line in lines), default=0)


_COUNTS: dict[str, Callable[[Invocation, bytes], int]] = {
    "l": lambda io, data: data.count(b"\n"),
    "w": _words,
    "c": lambda io, data: len(data),
    "m": _chars,
    "L": _widest,
}


# --- sort and uniq -------------------------------------------------------------------------------


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
    for _, data in _inputs(io, found.args, failed, 2):
        lines.extend(_bare_lines(io, data, end))
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
                io.complain(f"{name}: {place + 1}: disorder: {_decode(line)}")
                return 1
        return 0
    if "u" in found:
        groups = itertools.groupby(lines, key=lambda line: [key.value(line) for key in keys])
        lines = [next(group) for _, group in groups]
    out = b"".join(line + end for line in lines)
    if "o" in found:
        io.system.files.write(io.path(found["o"]), out, mode=0o666 & ~io.process.umask)
    else:
        io.out(out)
    return 0


class _SortKey:
    """One ``-k`` key, or the whole line."""

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
        """The part of the line that is compared."""
        if not self.start:
            return line
        if self.separator is not None:
            spans = []
            at = 0
            for piece in line.split(_encode(self.separator)):
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
    """Return a line without its first fields and the blanks before each."""
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
    for _, data in _inputs(io, found.args[:1], failed):
        lines = _bare_lines(io, data)
        io.spend(len(lines))
        for _, group in itertools.groupby(lines, key):
            line, *others = group
            count = 1 + len(others)
            if ("d" in found and count < 2) or ("u" in found and count > 1):
                continue
            out += (b"%7d " % count if "c" in found else b"") + line + b"\n"
    if len(found.args) > 1:
        path, data = io.path(found.args[1]), bytes(out)
        io.system.files.write(path, data, mode=0o666 & ~io.process.umask)
    else:
        io.out(bytes(out))
    return max(failed, default=0)


# --- columns and characters ----------------------------------------------------------------------


@command("cut")
def run_cut(io: Invocation) -> int:
    """Pick columns."""
    found = options(io, "b:c:f:d:O:sDn")
    mode = next((flag for flag in "bcf" if flag in found), "")
    if not mode:
        raise io.fail('Needs -CFfcb (see "cut --help")')
    ranges: list[tuple[int, int]] = []
    for piece in found[mode].split(","):
        match = re.fullmatch(r"(\d{0,9})(-?)(\d{0,9})", piece)
        if match is None or not (match.group(1) or match.group(3)) or piece == "0":
            raise io.fail(f"bad {found[mode]}")
        low, dash, high = match.groups()
        ranges.append((int(low or 1), int(high or 1 << 30) if dash else int(low)))
    ranges.sort()
    delimiter = found.get("d", "\t") or "\0"
    failed: list[int] = []
    for _, data in _inputs(io, found.args, failed):
        for line in _bare_lines(io, data):
            if mode == "b":
                io.out(b"".join(line[a - 1 : b] for a, b in _merged(ranges)) + b"\n")
                continue
            text = _decode(line)
            if mode == "c":
                io.out("".join(text[a - 1 : b] for a, b in _merged(ranges)) + "\n")
                continue
            fields = text.split(delimiter)
            if len(fields) == 1:
                if "s" not in found:
                    io.out(text + "\n")
                continue
            chosen = [cell for a, b in _merged(ranges) for cell in fields[a - 1 : b]]
            io.out(found.get("O", delimiter).join(chosen) + "\n")
    return max(failed, default=0)


def _merged(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for low, high in ranges:
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    return merged


@command("tr")
def run_tr(io: Invocation) -> int:
    """Translates, squeezes or deletes bytes."""
    found = options(io, "Ccsdt", in_order=True, minimum=1, maximum=2)
    first = _tr_set(io, found.args[0])
    second = _tr_set(io, found.args[1]) if len(found.args) > 1 else []
    complement = "c" in found or "C" in found
    if complement:
        members = set(first)
        first = [byte for byte in range(256) if byte not in members]
    data = io.stdin
    squeezed = second or first
    if "d" in found:
        data = data.translate(None, bytes(set(first)))
    elif second:
        if complement:
            second = [second[-1]] * len(first)
        padded = second + [second[-1]] * (len(first) - len(second))
        table = bytearray(range(256))
        for source, target in zip(first, padded, strict=False):
            table[source] = target
        data = data.translate(bytes(table))
    elif "s" not in found:
        raise io.fail('Need 2 arguments (see "tr --help")')
    if "s" in found:
        io.spend(len(data) >> 5)
        if squeezed:
            squeezable = b"".join(b"\\x%02x" % byte for byte in squeezed)
            data = re.sub(b"([" + squeezable + b"])\\1+", rb"\1", data)
    io.out(data)
    return 0


_TR_CLASSES: dict[str, Callable[[str], bool]] = {
    "alpha": str.isalpha, "digit": str.isdigit, "alnum": str.isalnum, "upper": str.isupper,
    "lower": str.islower, "space": str.isspace,
    "blank": lambda char: char in " \t", "cntrl": lambda char: ord(char) < 32 or ord(char) == 127,
    "punct": lambda char: 32 < ord(char) < 127 and not char.isalnum(),
    "print": lambda char: 31 < ord(char) < 127, "graph": lambda char: 32 < ord(char) < 127,
    "xdigit": lambda char: char in "0123456789abcdefABCDEF",
}  # fmt: skip


def _tr_set(io: Invocation, text: str) -> list[int]:
    r"""Expand a set such as ``a-z\n[:digit:]``."""
    data = _encode(text)
    escapes = {ord("n"): 10, ord("t"): 9, ord("r"): 13, ord("a"): 7, ord("b"): 8, ord("f"): 12,
               ord("v"): 11, ord("\\"): 92}  # fmt: skip
    out: list[int] = []
    place = 0

    def one() -> int:
        nonlocal place
        byte = data[place]
        place += 1
        if byte == 92 and place < len(data):
            octal = re.compile(rb"[0-7]{1,3}").match(data, place)
            if octal:
                place = octal.end()
                return int(octal.group(), 8) & 255
            byte = escapes.get(data[place], data[place])
            place += 1
        return byte

    while place < len(data):
        named = re.compile(rb"\[:(\w+):\]").match(data, place)
        if named and named.group(1).decode() in _TR_CLASSES:
            test = _TR_CLASSES[named.group(1).decode()]
            out.extend(byte for byte in range(128) if test(chr(byte)))
            place = named.end()
            continue
        low = one()
        if place + 1 < len(data) and data[place] == 45:
            place += 1
            high = one()
            if high < low:
                raise io.fail(f"bad range '{text}'")
            out.extend(range(low, high + 1))
        else:
            out.append(low)
    return out


@command("tac", "rev", "nl", "fold", "expand", "strings")
def run_filters(io: Invocation) -> int:
    """Small filters of lines."""
    spec = {"nl": "v:s:n:b:w:l:E", "fold": "bsuw:", "expand": "t:", "strings": "t:an:fo"}
    found = options(io, spec.get(io.name, ""))
    failed: list[int] = []
    number = io.integer(found.get("v", "1")) if io.name == "nl" else 1
    for _, data in _inputs(io, found.args, failed):
        io.spend(len(data) >> 5)
        if io.name == "tac":
            io.out(b"".join(reversed(_lines(io, data))))
        elif io.name == "rev":
            io.out("".join(_decode(line)[::-1] + "\n" for line in _bare_lines(io, data)))
        elif io.name == "expand":
            io.out(_decode(data).expandtabs(io.integer(found.get("t", "8"), 1, 4096)))
        elif io.name == "strings":
            least = io.integer(found.get("n", "4"), 1)
            runs = re.finditer(rb"[\x20-\x7e\t]{%d,}" % min(least, 1 << 20), data)
            io.out(b"".join(run[0] + b"\n" for run in runs if len(run[0]) >= least))
        elif io.name == "fold":
            width = io.integer(found.get("w", "80"), 1)
            for line in _bare_lines(io, data):
                text = _decode(line)
                for at in range(0, max(len(text), 1), width):
                    io.out(text[at : at + width] + "\n")
        else:
            width = io.integer(found.get("w", "6"), 1, 4096)
            for line in _bare_lines(io, data):
                if line or found.get("b", "t") == "a":
                    io.out(f"{number:{width}d}{found.get('s', chr(9))}")
                    io.out(line + b"\n")
                    number += 1
                else:
                    io.out(" " * (width + 1) + "\n")
    return max(failed, default=0)


@command("paste")
def run_paste(io: Invocation) -> int:
    """Join lines of files."""
    found = options(io, "d:s")
    delimiter = found.get("d", "\t").replace("\\n", "\n").replace("\\t", "\t")[:1]
    failed: list[int] = []
    columns = [
        [_decode(line) for line in _bare_lines(io, data)]
        for _, data in _inputs(io, found.args, failed)
    ]
    if "s" in found:
        io.out("".join(delimiter.join(lines) + "\n" for lines in columns))
    else:
        for row in range(max((len(lines) for lines in columns), default=0)):
            cells = [lines[row] if row < len(lines) else "" for lines in columns]
            io.out(delimiter.join(cells) + "\n")
    return max(failed, default=0)


@command("tee")
def run_tee(io: Invocation) -> int:
    """Copy input to output and to files."""
    found = options(io, "ia")
    data = io.stdin
    status = 0
    for path in found.args:
        try:
            io.process.demand(io.path(path), "w")
            io.system.files.write(
                io.path(path), data, mode=0o666 & ~io.process.umask, append="a" in found
            )
        except FileError as error:
            io.complain(f"{path}: {error.strerror}")
            status = 1
    io.out(data)
    return status


@command("yes")
def run_yes(io: Invocation) -> int:
    """Repeat a line until nobody reads any more."""
    line = (" ".join(io.args) or "y") + "\n"
    block = line * 512
    out = io.process.fds[1]
    if isinstance(out, PipeSink):
        out.repeat(block.encode("utf-8", "surrogateescape"))
    while True:
        io.process.step()
        io.out(block)


# --- comparing -----------------------------------------------------------------------------------


@command("cmp")
def run_cmp(io: Invocation) -> int:
    """Compare files byte by byte."""
    found = options(io, "lsn:", minimum=1, failure=2)
    names = [*found.args, "-"][:2]
    failed: list[int] = []
    contents = [data for _, data in _inputs(io, names, failed, 2)]
    if failed:
        return 2
    first, second = contents
    status = 0
    for place in _differences(io, first, second):
        status = 1
        if "s" in found:
            return 1
        if "l" in found:
            io.out(f"{place + 1} {first[place]:o} {second[place]:o}\n")
            continue
        line = first.count(b"\n", 0, place) + 1
        io.out(f"{names[0]} {names[1]} differ: char {place + 1}, line {line}\n")
        return 1
    if len(first) != len(second):
        status = 1
        if "s" not in found:
            short = 0 if len(first) < len(second) else 1
            count = min(len(first), len(second))
            io.err(f"cmp: EOF on {names[short]} after byte {count}\n")
    return status


def _differences(io: Invocation, first: bytes, second: bytes) -> Iterator[int]:
    """Yield the places where two texts have different bytes, as far as both go."""
    start = 0
    for one, two in zip(_blocks(io, first), _blocks(io, second), strict=False):
        both = min(len(one), len(two))
        for place in np.flatnonzero(one[:both] != two[:both]):
            yield start + int(place)
        start += both


@command("comm")
def run_comm(io: Invocation) -> int:
    """Show what two sorted files have in common."""
    found = options(io, "123", minimum=2, maximum=2)
    failed: list[int] = []
    contents = [_bare_lines(io, data) for _, data in _inputs(io, found.args, failed)]
    if failed:
        return 1
    left, right = contents
    a = b = 0

    def show(column: int, line: bytes) -> None:
        if str(column) not in found:
            tabs = sum(str(before) not in found for before in range(1, column))
            io.out(b"\t" * tabs + line + b"\n")

    while a < len(left) or b < len(right):
        if b >= len(right) or (a < len(left) and left[a] < right[b]):
            show(1, left[a])
            a += 1
        elif a >= len(left) or left[a] > right[b]:
            show(2, right[b])
            b += 1
        else:
            show(3, left[a])
            a += 1
            b += 1
    return 0


@command("diff")
def run_diff(io: Invocation) -> int:
    """Compare files line by line; toybox's diff is always unified."""
    found = options(
        io,
        "BNTabdiqrstuwU:L:S:x",
        minimum=2,
        maximum=2,
        failure=2,
        long={"brief": "q", "unified": "u", "recursive": "r"},
    )
    one, two = found.args
    if io.system.files.is_dir(io.path(one)) and io.system.files.is_dir(io.path(two)):
        return _diff_folders(io, found, one, two)
    if io.system.files.is_dir(io.path(two)):
        two = f"{two.rstrip('/')}/{one.rpartition('/')[2]}"
    return _diff_files(io, found, one, two)


def _diff_folders(io: Invocation, found: object, one: str, two: str) -> int:
    from android_gym.simulator.shell.command import Options

    assert isinstance(found, Options)
    files = io.system.files
    status = 0
    names = sorted({*files.listdir(io.path(one)), *files.listdir(io.path(two))})
    for name in names:
        left, right = f"{one}/{name}", f"{two}/{name}"
        if not files.exists(io.path(left)) or not files.exists(io.path(right)):
            io.out(f"Only in {one if files.exists(io.path(left)) else two}: {name}\n")
            status = 1
        elif files.is_dir(io.path(left)) and files.is_dir(io.path(right)):
            if "r" in found:
                status = _diff_folders(io, found, left, right) or status
            else:
                io.out(f"Common subdirectories: {left} and {right}\n")
        else:
            status = _diff_files(io, found, left, right) or status
    return status


def _diff_files(io: Invocation, found: object, one: str, two: str) -> int:
    from android_gym.simulator.shell.command import Options

    assert isinstance(found, Options)
    failed: list[int] = []
    contents = [_decode(data) for _, data in _inputs(io, [one, two], failed, 2)]
    if failed:
        return 2

    def key(line: str) -> str:
        line = line.lower() if "i" in found else line
        line = re.sub(r"\s+", "", line) if "w" in found else line
        return re.sub(r"\s+", " ", line).rstrip() if "b" in found else line

    io.spend(sum(text.count("\n") for text in contents))
    left, right = [text.splitlines() for text in contents]
    if [key(line) for line in left] == [key(line) for line in right] and (
        contents[0].endswith("\n") == contents[1].endswith("\n") or "w" in found
    ):
        if "s" in found:
            io.out(f"Files {one} and {two} are identical\n")
        return 0
    if "q" in found:
        io.out(f"Files {one} and {two} differ\n")
        return 1
    pairs, others = Counter(map(key, left)), Counter(map(key, right))
    io.spend(sum(count * others[line] for line, count in pairs.items()) >> 2)
    io.spend(len(left) * len(right) >> 6)
    context = io.integer(found.get("U", "3"))
    io.out(f"--- {one}{_stamp(io, one)}\n+++ {two}{_stamp(io, two)}\n")
    matcher = difflib.SequenceMatcher(
        None, [key(line) for line in left], [key(line) for line in right], autojunk=False
    )
    for group in matcher.get_grouped_opcodes(context):
        a, b, c, d = group[0][1], group[-1][2], group[0][3], group[-1][4]
        io.out(f"@@ -{_span(a, b)} +{_span(c, d)} @@\n")
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                io.out("".join(f" {line}\n" for line in left[i1:i2]))
                continue
            for lines, start, stop, sign, text in (
                (left, i1, i2, "-", contents[0]),
                (right, j1, j2, "+", contents[1]),
            ):
                for place in range(start, stop):
                    io.out(f"{sign}{lines[place]}\n")
                    if place == len(lines) - 1 and not text.endswith("\n"):
                        io.out("\\ No newline at end of file\n")
    return 1


def _span(start: int, stop: int) -> str:
    length = stop - start
    return str(start + 1) if length == 1 else f"{start + 1 if length else start},{length}"


def _stamp(io: Invocation, path: str) -> str:
    stat = io.process.stat(path)
    if stat is None:
        return ""
    return "\t" + format_time(io, stat.mtime_ms, "%Y-%m-%d %H:%M:%S.%N %z")


# --- numbers -------------------------------------------------------------------------------------


@command("seq")
def run_seq(io: Invocation) -> int:
    """Counts."""
    # A negative number is no option.
    numbers = [word for word in io.args if re.match(r"-[\d.]", word)]
    marks = {f"\0{place}": word for place, word in enumerate(numbers)}
    names = iter(marks)
    io.args = [next(names) if word in numbers else word for word in io.args]
    found = options(io, "f:s:w", minimum=1, maximum=3)
    values: list[Decimal] = []
    for text in found.args:
        text = marks.get(text, text)
        if re.fullmatch(r"[-+]?(\d{1,18}(\.\d{0,9})?|\.\d{1,9})(e[-+]?\d)?", text) is None:
            raise io.fail(f"bad float {text}")
        values.append(Decimal(text))
    first = values[0] if len(values) > 1 else Decimal(1)
    step = values[1] if len(values) == 3 else Decimal(1)
    last = values[-1]
    places = max(0, *(-int(value.as_tuple().exponent) for value in (first, step)))
    count = int((last - first) / step) + 1 if step else 0
    form = found.get("f", "") or f"%.{places}f"
    width = 0
    if "w" in found and count > 0:
        ends = (first, first + step * (count - 1))
        width = max(len(_seq_form(form, value)) for value in ends)
    separator = found.get("s", "\n")
    for start in range(0, count, _SEQ_BLOCK):
        end = min(start + _SEQ_BLOCK, count)
        io.process.budget.spend(5 * (end - start))
        texts = [_seq_form(form, first + step * place).zfill(width) for place in range(start, end)]
        io.out(separator.join(texts) + (separator if end < count else "\n"))
    return 0


_SEQ_BLOCK = 1000  # numbers that are written at a time; whoever reads may have gone


def _seq_form(form: str, value: Decimal) -> str:
    try:
        return form % float(value)
    except (TypeError, ValueError):
        return form


@command("factor")
def run_factor(io: Invocation) -> int:
    """Factors numbers."""
    status = 0
    for text in io.args or _decode(io.stdin).split():
        if not re.fullmatch("[0-9]{1,12}", text):
            io.complain(f"{text}: not integer")
            status = 1
            continue
        number, out, divisor = int(text), [f"{text}:"], 2
        while divisor * divisor <= number:
            if not divisor & 15:
                io.spend(1)
            while number % divisor == 0:
                out.append(str(divisor))
                number //= divisor
            divisor += 1
        io.out(" ".join([*out, str(number)] if number > 1 else out) + "\n")
    return status
