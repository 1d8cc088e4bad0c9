"""Linux's limits on program arguments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

__all__ = ["batches", "fit"]

_MAX_ARGUMENT: Final = 131_072
"""Maximum bytes of one argument with its NUL (``MAX_ARG_STRLEN``: 32 pages)."""

_MAX_ARGUMENTS: Final = 2 << 20
"""Maximum bytes of all arguments with their pointers: a fourth of the stack limit of 8 MiB."""

_MAX_BATCH: Final = 131_072
"""Bytes of arguments that `xargs` and ``find -exec ... +`` pass to one program (toybox's
default)."""

_POINTER: Final = 8


def fit(argv: Sequence[str]) -> bool:
    """Return whether a program can be started with these arguments (otherwise ``E2BIG``)."""
    total = 0
    for word in argv:
        size = _size(word)
        total += size + _POINTER
        if size > _MAX_ARGUMENT or total > _MAX_ARGUMENTS:
            return False
    return True


def batches(
    base: Sequence[str], words: Sequence[str], most: int | None = None
) -> Iterator[list[str]]:
    """Yield command lines that begin with `base` and together contain all of the words.

    Args:
        base: The program and its first arguments.
        words: Words to distribute, in order. A word that fits no command line gets its own.
        most: Maximum words per command line; None for as many as fit.
    """
    room = _MAX_BATCH - sum(_size(word) + _POINTER for word in base)
    batch: list[str] = []
    used = 0
    for word in words:
        size = _size(word) + _POINTER
        if batch and (used + size > room or len(batch) == most):
            yield [*base, *batch]
            batch, used = [], 0
        batch.append(word)
        used += size
    if batch:
        yield [*base, *batch]


def _size(word: str) -> int:
    """Return the size of an argument with its NUL, in bytes."""
    size = len(word) if word.isascii() else len(word.encode("utf-8", "surrogateescape"))
    return size + 1
