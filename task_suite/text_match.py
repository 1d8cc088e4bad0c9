"""Comparing texts that a person typed with what a task asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from itertools import permutations
from typing import TypeVar

__all__ = [
    "FUZZY_RATIO",
    "fuzzy_match",
    "most_matches",
    "other_number",
    "same_text",
    "similar_text",
    "spoken",
]

FUZZY_RATIO = 0.9
"""Lowest similarity that AndroidWorld takes for equal; about one slip in ten letters."""

A = TypeVar("A")
B = TypeVar("B")


def fuzzy_match(first: object, second: object, ratio: float = FUZZY_RATIO) -> bool:
    """Return True if two texts are alike, as AndroidWorld measures it.

    Case does not matter; the measure is difflib's ratio. Two empty texts are alike.

    Args:
        first: A text; anything else that a database may hold, or None, is like nothing.
        second: Another.
        ratio: Lowest similarity that counts, in [0, 1].
    """
    if not (isinstance(first, str) and isinstance(second, str)):
        return False
    return SequenceMatcher(None, first.lower(), second.lower()).ratio() >= ratio


def similar_text(first: str | None, second: str | None, ratio: float = FUZZY_RATIO) -> bool:
    """Return True if a slip in ten letters makes one text of the other, and no number differs.

    Unlike `fuzzy_match`, it counts the letters of the longer text that the shorter one lacks, so
    that leaving out the end of a long text is no slip.

    Args:
        first: A text, or None where there is none.
        second: Another.
        ratio: Least share of either text's letters that both have in the same order, in [0, 1].
    """
    if first is None or second is None:
        return False
    longer = max(len(first), len(second))
    blocks = SequenceMatcher(None, first.lower(), second.lower()).get_matching_blocks()
    if sum(block.size for block in blocks) < ratio * longer:
        return False
    return re.findall(r"\d+", first) == re.findall(r"\d+", second)


def same_text(first: object, second: object) -> bool:
    """Return True if two texts say the same, word by word and line by line.

    Capitals, blanks beside a word and full stops at the end don't matter.

    Args:
        first: A text; anything else that a database may hold, or None, says nothing.
        second: Another.
    """
    if not (isinstance(first, str) and isinstance(second, str)):
        return False
    return spoken(first) == spoken(second)


def spoken(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the words of each line: two texts with equal ones say the same, see `same_text`."""
    lines = text.casefold().rstrip(" \t\r\n.").lstrip("\r\n").split("\n")
    return tuple(tuple(line.split()) for line in lines)


def other_number(text: str) -> str:
    """Return a text with another first digit, for near misses; the text itself if it has none."""
    return re.sub(r"\d", lambda found: str((int(found[0]) + 1) % 10), text, count=1)


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
