"""Commands that compare files: `cmp`, `comm` and `diff`."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator

import numpy as np

from android_gym.simulator.shell.command import Invocation, command, options
from android_gym.simulator.shell.file_words import format_time
from android_gym.simulator.shell.text_inputs import bare_lines, blocks_of, decode, inputs


@command("cmp")
def run_cmp(io: Invocation) -> int:
    """Compare files byte by byte."""
    found = options(io, "lsn:", minimum=1, failure=2)
    names = [*found.args, "-"][:2]
    failed: list[int] = []
    contents = [data for _, data in inputs(io, names, failed, 2)]
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
    """Yield the offsets at which two texts differ, up to the end of the shorter one."""
    start = 0
    for one, two in zip(blocks_of(io, first), blocks_of(io, second), strict=False):
        both = min(len(one), len(two))
        for place in np.flatnonzero(one[:both] != two[:both]):
            yield start + int(place)
        start += both


@command("comm")
def run_comm(io: Invocation) -> int:
    """Show the lines that two sorted files have in common."""
    found = options(io, "123", minimum=2, maximum=2)
    failed: list[int] = []
    contents = [bare_lines(io, data) for _, data in inputs(io, found.args, failed)]
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
    if io.files.is_dir(io.path(one)) and io.files.is_dir(io.path(two)):
        return _diff_folders(io, found, one, two)
    if io.files.is_dir(io.path(two)):
        two = f"{two.rstrip('/')}/{one.rpartition('/')[2]}"
    return _diff_files(io, found, one, two)


def _diff_folders(io: Invocation, found: object, one: str, two: str) -> int:
    from android_gym.simulator.shell.command import Options

    assert isinstance(found, Options)
    files = io.files
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
    contents = [decode(data) for _, data in inputs(io, [one, two], failed, 2)]
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
