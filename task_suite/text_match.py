"""Comparison of typed texts with what a task asks for."""

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
"""Lowest similarity that AndroidWorld accepts as equal; about one typo in ten letters."""

_NUMBER = re.compile(r"\d+(?:[./:]\d+)*")
"""A number, fraction, time or date in digits: "1/2" is not "1.2", nor from 1 to 2."""

_QUOTES = str.maketrans("‘’“”", "''\"\"")
"""Quotation marks and apostrophes as keyboards and models write them, by those of goals."""

_MAIL_ADDRESS = re.compile(r"\s*\S+@\S+\s*")

A = TypeVar("A")
B = TypeVar("B")


def fuzzy_match(first: object, second: object, ratio: float = FUZZY_RATIO) -> bool:
    """Return whether two texts are alike by AndroidWorld's measure.

    The measure is difflib's ratio, ignoring case. Two empty texts are alike.

    Args:
        first: A text; other database values or None are like nothing.
        second: Another.
        ratio: Lowest similarity that counts, in [0, 1].
    """
    if not (isinstance(first, str) and isinstance(second, str)):
        return False
    return SequenceMatcher(None, first.lower(), second.lower()).ratio() >= ratio


def similar_text(first: str | None, second: str | None, ratio: float = FUZZY_RATIO) -> bool:
    """Return whether two texts differ by at most a typo in ten letters, and in no number.

    Unlike `fuzzy_match`, it counts the letters of the longer text that the shorter one lacks, so
    that a text without the end of a long one is not alike.

    Args:
        first: A text, or None if there is none.
        second: Another.
        ratio: Lowest share of either text's letters that both have in the same order, in [0, 1].
    """
    if first is None or second is None:
        return False
    longer = max(len(first), len(second))
    blocks = SequenceMatcher(None, first.lower(), second.lower()).get_matching_blocks()
    if sum(block.size for block in blocks) < ratio * longer:
        return False
    return _NUMBER.findall(first) == _NUMBER.findall(second)


def same_text(first: object, second: object) -> bool:
    """Return whether two texts have the same words, line by line.

    Case, extra spaces, the shape of quotation marks and full stops at the end don't matter, but an
    address of mail has none.

    Args:
        first: A text; other database values or None have no words.
        second: Another.
    """
    if not (isinstance(first, str) and isinstance(second, str)):
        return False
    return spoken(first) == spoken(second)


def spoken(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the words of each line, normalised for comparison, see `same_text`."""
    ends = " \t\r\n" if _MAIL_ADDRESS.fullmatch(text) else " \t\r\n."
    lines = text.casefold().translate(_QUOTES).rstrip(ends).lstrip("\r\n").split("\n")
    return tuple(tuple(line.split()) for line in lines)


def other_number(text: str) -> str:
    """Return a text with its first digit changed, for near misses; unchanged if it has none."""
    return re.sub(r"\d", lambda found: str((int(found[0]) + 1) % 10), text, count=1)


def most_matches(wanted: Sequence[A], found: Sequence[B], matches: Callable[[A, B], bool]) -> int:
    """Return the largest number of matching pairs, each item being used at most once.

    Tries every assignment, so it is for a handful of items: at most five of either.
    """
    if len(wanted) > len(found):
        return most_matches(found, wanted, lambda one, other: matches(other, one))
    table = [[matches(one, other) for other in found] for one in wanted]
    return max(
        sum(row[column] for row, column in zip(table, chosen, strict=True))
        for chosen in permutations(range(len(found)), len(wanted))
    )
