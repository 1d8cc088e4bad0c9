"""Linux's limits on the arguments of a program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

__all__ = ["batches", "fit"]

_MAX_ARGUMENT: Final = 131_072
"""Bytes of one argument with its NUL (``MAX_ARG_STRLEN``: 32 pages)."""

_MAX_ARGUMENTS: Final = 2 << 20
"""Bytes of all, with a pointer to each: a fourth of the stack's limit, which is 8 MiB."""

_MAX_BATCH: Final = 131_072
"""Bytes that `xargs` and ``find -exec ... +`` give to one program (toybox's default)."""

_POINTER: Final = 8


def fit(argv: Sequence[str]) -> bool:
    """Return whether a program can be started with these arguments (else: ``E2BIG``)."""
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
    """Yield command lines that begin with `base` and have all of the words between them.

    Args:
        base: The program and its first arguments.
        words: What is distributed, in order. A word that fits no command line stands alone.
        most: Words that a command line may have; None: as many as fit.
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
    """Return the bytes of an argument with its NUL."""
    size = len(word) if word.isascii() else len(word.encode("utf-8", "surrogateescape"))
    return size + 1
