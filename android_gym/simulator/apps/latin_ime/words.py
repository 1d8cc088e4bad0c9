"""Suggestions for the beginning of a word, and corrections of one.

The words are a list of our own, the more usual ones first.
"""

from __future__ import annotations

from bisect import bisect
from functools import cache, lru_cache
from operator import itemgetter
from pathlib import Path
from typing import Final

__all__ = ["correction", "suggestions", "word_before"]

MOST: Final = 3
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz'"


@cache
def _words() -> dict[str, str]:
    """The words by their lower-case forms, in the order of their use."""
    text = (Path(__file__).parent / "words.txt").read_text("utf-8")
    words: dict[str, str] = {}
    for word in text.split():
        words.setdefault(word.lower(), word)
    return words


@cache
def _sorted() -> list[tuple[str, int]]:
    """The lower-case forms in alphabetical order, each with its place in the order of use."""
    return sorted((word, place) for place, word in enumerate(_words()))


def _beginning(start: str) -> list[str]:
    """The words that begin with some letters, the more usual ones first."""
    known = _sorted()
    first, last = bisect(known, (start, -1)), bisect(known, (start + "\U0010ffff", -1))
    words = _words()
    return [words[word] for word, _ in sorted(known[first:last], key=itemgetter(1))]


def word_before(text: str, cursor: int) -> str:
    """Return the word that ends at the cursor, empty where there is none."""
    start = cursor
    while start > 0 and (text[start - 1].isalpha() or text[start - 1] == "'"):
        start -= 1
    ends = cursor == len(text) or not text[cursor].isalnum()
    return text[start:cursor] if ends else ""


@lru_cache(maxsize=1024)
def suggestions(typed: str) -> tuple[str, ...]:
    """Return up to three words for what is typed, the best first.

    What is typed is among them, so that the list never refuses it.
    """
    lower = typed.lower()
    words = _words()
    found = _beginning(lower)
    if lower in words:
        found.insert(0, words[lower])
    elif not found:
        found = _near(lower)
    shaped = [_shaped(word, typed) for word in found]
    best = list(dict.fromkeys(shaped))[:MOST]
    if typed not in best:
        best.insert(min(1, len(best)), typed)
    return tuple(best[:MOST])


@lru_cache(maxsize=1024)
def correction(typed: str) -> str:
    """Return the word that auto-correction puts in place of a word, or the word itself."""
    lower = typed.lower()
    known = _words().get(lower)
    if known is not None:  # "i" is "I"
        return typed if known == lower else _shaped(known, typed)
    near = _near(lower)
    return _shaped(near[0], typed) if near else typed


def _near(lower: str) -> list[str]:
    """The words that are one letter away: left out, too many, another, or two swapped."""
    if len(lower) < 3:
        return []
    splits = [(lower[:i], lower[i:]) for i in range(len(lower) + 1)]
    # The likeliest slip first: letters swapped, one left out, one too many, another one.
    slips = (
        {a + b[1] + b[0] + b[2:] for a, b in splits if len(b) > 1},
        {a + c + b for a, b in splits for c in _LETTERS},
        {a + b[1:] for a, b in splits if b},
        {a + c + b[1:] for a, b in splits if b for c in _LETTERS},
    )
    return [word for slip in slips for known, word in _words().items() if known in slip]


def _shaped(word: str, typed: str) -> str:
    """A word with the capitals of what was typed."""
    if len(typed) > 1 and typed.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if typed[:1].isupper() else word
