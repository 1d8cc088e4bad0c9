"""Comparing texts that a person typed with what a task asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from itertools import permutations
from typing import TypeVar

__all__ = ["FUZZY_RATIO", "fuzzy_match", "most_matches"]

FUZZY_RATIO = 0.9
"""Lowest similarity that AndroidWorld takes for equal; about one slip in ten letters."""

A = TypeVar("A")
B = TypeVar("B")


def fuzzy_match(first: str | None, second: str | None, ratio: float = FUZZY_RATIO) -> bool:
    """Whether two texts are alike, as AndroidWorld measures it.

    Case does not matter; the measure is difflib's ratio. A missing text is like nothing, two
    empty texts are alike.

    Args:
        first: A text, or None where there is none.
        second: Another.
        ratio: Lowest similarity that counts, in [0, 1].
    """
    if first is None or second is None:
        return False
    return SequenceMatcher(None, first.lower(), second.lower()).ratio() >= ratio


def most_matches(wanted: Sequence[A], found: Sequence[B], matches: Callable[[A, B], bool]) -> int:
    """The largest number of pairs that match, each item being used at most once.

    Tries every assignment, so it is for a handful of items: at most five of either.
    """
    if len(wanted) > len(found):
        return most_matches(found, wanted, lambda one, other: matches(other, one))
    table = [[matches(one, other) for other in found] for one in wanted]
    return max(
        sum(row[column] for row, column in zip(table, chosen, strict=True))
        for chosen in permutations(range(len(found)), len(wanted))
    )
