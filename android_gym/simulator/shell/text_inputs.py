"""Inputs of text filters, and splitting into lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from android_gym.errors import FileError
from android_gym.simulator.shell.command import Invocation

__all__ = ["bare_lines", "blocks_of", "decode", "encode", "inputs", "lines_of"]


def inputs(
    io: Invocation,
    paths: list[str],
    failed: list[int],
    code: int = 1,
    most: int | None = None,
) -> Iterator[tuple[str, bytes]]:
    """Yield each file's name and content; errors are reported.

    The content has at least `most` bytes, if the file has as many.
    """
    for path in paths or ["-"]:
        try:
            yield path, io.stdin if path == "-" else io.read_file(path, most)
        except FileError as error:
            io.complain(f"{path}: {error.strerror}")
            failed.append(code)


def lines_of(io: Invocation, data: bytes) -> list[bytes]:
    """Return lines with their newlines; each costs a unit of work."""
    io.spend(data.count(b"\n"))
    return data.splitlines(keepends=True) if b"\r" not in data and not re.search(
        rb"[\x0b\x0c\x1c-\x1e\x85]", data
    ) else [line for line in re.split(rb"(?<=\n)", data) if line]  # fmt: skip


def bare_lines(io: Invocation, data: bytes, end: bytes = b"\n") -> list[bytes]:
    """Return lines without their terminators; each costs a unit of work."""
    io.spend(data.count(end))
    lines = data.split(end)
    if lines[-1] == b"":
        lines.pop()
    return lines


def decode(data: bytes) -> str:
    """Return bytes as text; `encode` restores invalid UTF-8."""
    return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """Return the bytes that were passed to `decode`."""
    return text.encode("utf-8", "surrogateescape")


_BLOCK = 1 << 20


def blocks_of(io: Invocation, data: bytes) -> Iterator[np.ndarray]:
    """Yield the bytes in arrays of a megabyte; 512 bytes cost a unit of work."""
    for at in range(0, len(data), _BLOCK):
        block = np.frombuffer(data, np.uint8, min(_BLOCK, len(data) - at), at)
        io.spend(len(block) >> 9)
        yield block
