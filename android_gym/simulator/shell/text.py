"""Text utilities, as in toybox 0.8: `head`, `tail`, `wc`, `cut`, `tr`, `tee`, `seq` and others."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

import numpy as np

from android_gym.errors import FileError
from android_gym.simulator.shell.command import Invocation, command, options
from android_gym.simulator.shell.streams import PipeSink, Source
from android_gym.simulator.shell.text_inputs import (
    bare_lines,
    blocks_of,
    decode,
    encode,
    inputs,
    lines_of,
)


def _count(io: Invocation, text: str) -> int:
    """Parse a count with a unit, such as ``4k``."""
    match = re.fullmatch(r"([-+]?\d{1,12})([bkKmMgGcw]?)[bB]?", text)
    if match is None:
        raise io.fail(f"not integer: {text}")
    unit = {"": 1, "c": 1, "w": 2, "b": 512, "k": 1024, "m": 1 << 20, "g": 1 << 30}
    return int(match.group(1)) * unit[match.group(2).lower()]


def _old_style(args: list[str]) -> list[str]:
    """Convert ``-5`` to ``-n 5``."""
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
    """Print the first lines."""
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
    for path, data in inputs(io, found.args, failed, most=most):
        if titled:
            io.out(f"{'' if first else chr(10)}==> {path} <==\n")
        first = False
        _head(io, Source(data), "c" in found, count)
    return max(failed, default=0)


def _head(io: Invocation, source: Source, chars: bool, count: int) -> None:
    """Print the start of a source, or all but its end if `count` is negative."""
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
    """Return the offset of a line, counted from 1; the end if there are fewer lines."""
    at = 0
    for _ in range(1, number):
        io.spend(1)
        at = data.find(b"\n", at) + 1
        if not at:
            return len(data)
    return at


def _last_lines(io: Invocation, data: bytes, count: int) -> int:
    """Return the offset of the last `count` lines."""
    at = len(data)
    for _ in range(count):
        if at <= 0:
            break
        io.spend(1)
        at = data.rfind(b"\n", 0, at - 1) + 1
    return at


@command("tail")
def run_tail(io: Invocation) -> int:
    """Print the last lines; ``-f`` stops at the end, as nothing else can write meanwhile."""
    io.args = _old_style(io.args)
    found = options(io, "fFc:n:s:qv")
    text = found["c"] if "c" in found else found.get("n", "10")
    count = _count(io, text)
    failed: list[int] = []
    titled = len(found.args) > 1 and "q" not in found
    first = True
    for path, data in inputs(io, found.args, failed):
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
    """Count lines, words and bytes."""
    found = options(io, "Lcmwl")
    chosen = [flag for flag in "lwcmL" if flag in found] or ["l", "w", "c"]
    failed: list[int] = []
    totals = dict.fromkeys(chosen, 0)
    padded = len(found.args) > 1 or (not found.args and len(chosen) > 1)

    def show(counts: dict[str, int], name: str) -> None:
        cells = [f"{counts[flag]:7d}" if padded else str(counts[flag]) for flag in chosen]
        io.out(" ".join(cells) + (f" {name}" if name != "-" else "") + "\n")

    for path, data in inputs(io, found.args, failed):
        counts = {flag: _COUNTS[flag](io, data) for flag in chosen}
        show(counts, path)
        for flag in chosen:
            change = max if flag == "L" else int.__add__
            totals[flag] = change(totals[flag], counts[flag])
    if len(found.args) > 1:
        show(totals, "total")
    return max(failed, default=0)


_BLANK = np.isin(np.arange(256), list(b" \t\n\r\v\f"))


def _words(io: Invocation, data: bytes) -> int:
    """Return the number of words: of non-blanks that follow a blank or the start."""
    words, blank = 0, True
    for block in blocks_of(io, data):
        blanks = _BLANK[block]
        words += int(np.count_nonzero(blanks[:-1] & ~blanks[1:])) + int(blank and not blanks[0])
        blank = bool(blanks[-1])
    return words


def _chars(io: Invocation, data: bytes) -> int:
    """Return the number of characters; an invalid byte counts as one."""
    io.spend(len(data) >> 5)
    return len(decode(data))


def _widest(io: Invocation, data: bytes) -> int:
    lines = bare_lines(io, data)
    io.spend(len(data) >> 5)
    return max((len(decode(line).expandtabs()) for line in lines), default=0)


_COUNTS: dict[str, Callable[[Invocation, bytes], int]] = {
    "l": lambda io, data: data.count(b"\n"),
    "w": _words,
    "c": lambda io, data: len(data),
    "m": _chars,
    "L": _widest,
}


# --- columns and characters ----------------------------------------------------------------------


@command("cut")
def run_cut(io: Invocation) -> int:
    """Select columns."""
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
    for _, data in inputs(io, found.args, failed):
        for line in bare_lines(io, data):
            if mode == "b":
                io.out(b"".join(line[a - 1 : b] for a, b in _merged(ranges)) + b"\n")
                continue
            text = decode(line)
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
    """Translate, squeeze or delete bytes."""
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
    data = encode(text)
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
    """Run simple line filters."""
    spec = {"nl": "v:s:n:b:w:l:E", "fold": "bsuw:", "expand": "t:", "strings": "t:an:fo"}
    found = options(io, spec.get(io.name, ""))
    failed: list[int] = []
    number = io.integer(found.get("v", "1")) if io.name == "nl" else 1
    for _, data in inputs(io, found.args, failed):
        io.spend(len(data) >> 5)
        if io.name == "tac":
            io.out(b"".join(reversed(lines_of(io, data))))
        elif io.name == "rev":
            io.out("".join(decode(line)[::-1] + "\n" for line in bare_lines(io, data)))
        elif io.name == "expand":
            io.out(decode(data).expandtabs(io.integer(found.get("t", "8"), 1, 4096)))
        elif io.name == "strings":
            least = io.integer(found.get("n", "4"), 1)
            runs = re.finditer(rb"[\x20-\x7e\t]{%d,}" % min(least, 1 << 20), data)
            io.out(b"".join(run[0] + b"\n" for run in runs if len(run[0]) >= least))
        elif io.name == "fold":
            width = io.integer(found.get("w", "80"), 1)
            for line in bare_lines(io, data):
                text = decode(line)
                for at in range(0, max(len(text), 1), width):
                    io.out(text[at : at + width] + "\n")
        else:
            width = io.integer(found.get("w", "6"), 1, 4096)
            for line in bare_lines(io, data):
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
        [decode(line) for line in bare_lines(io, data)]
        for _, data in inputs(io, found.args, failed)
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
            io.write_file(path, data, append="a" in found)
        except FileError as error:
            io.complain(f"{path}: {error.strerror}")
            status = 1
    io.out(data)
    return status


@command("yes")
def run_yes(io: Invocation) -> int:
    """Repeat a line until its reader stops reading."""
    line = (" ".join(io.args) or "y") + "\n"
    block = line * 512
    out = io.process.fds[1]
    if isinstance(out, PipeSink):
        out.repeat(block.encode("utf-8", "surrogateescape"))
    while True:
        io.process.step()
        io.out(block)


# --- numbers -------------------------------------------------------------------------------------


@command("seq")
def run_seq(io: Invocation) -> int:
    """Print a sequence of numbers."""
    # A negative number is not an option.
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


_SEQ_BLOCK = 1000  # numbers written at a time, as the reader may have stopped reading


def _seq_form(form: str, value: Decimal) -> str:
    try:
        return form % float(value)
    except (TypeError, ValueError):
        return form


@command("factor")
def run_factor(io: Invocation) -> int:
    """Print the prime factors of numbers."""
    status = 0
    for text in io.args or decode(io.stdin).split():
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
