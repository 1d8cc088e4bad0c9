"""Suggestions for the beginning of a word, and auto-corrections.

The word list is original, with more frequent words first.
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
    """Return the words by their lower-case forms, in order of frequency."""
    text = (Path(__file__).parent / "words.txt").read_text("utf-8")
    words: dict[str, str] = {}
    for word in text.split():
        words.setdefault(word.lower(), word)
    return words


@cache
def _sorted() -> list[tuple[str, int]]:
    """Return the lower-case forms in alphabetical order, each with its frequency rank."""
    return sorted((word, place) for place, word in enumerate(_words()))


def _beginning(start: str) -> list[str]:
    """Return the words with a prefix, more frequent ones first."""
    known = _sorted()
    first, last = bisect(known, (start, -1)), bisect(known, (start + "\U0010ffff", -1))
    words = _words()
    return [words[word] for word, _ in sorted(known[first:last], key=itemgetter(1))]


def word_before(text: str, cursor: int) -> str:
    """Return the word that ends at the cursor; empty if there is none."""
    start = cursor
    while start > 0 and (text[start - 1].isalpha() or text[start - 1] == "'"):
        start -= 1
    ends = cursor == len(text) or not text[cursor].isalnum()
    return text[start:cursor] if ends else ""


@lru_cache(maxsize=1024)
def suggestions(typed: str) -> tuple[str, ...]:
    """Return up to three suggestions for the typed text, best first.

    The typed text is among them, so that it can always be chosen.
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
    """Return the auto-correction of a word, or the word itself."""
    lower = typed.lower()
    known = _words().get(lower)
    if known is not None:  # "i" is "I"
        return typed if known == lower else _shaped(known, typed)
    near = _near(lower)
    return _shaped(near[0], typed) if near else typed


def _near(lower: str) -> list[str]:
    """Return the words one edit away: a letter missing, extra or replaced, or two swapped."""
    if len(lower) < 3:
        return []
    splits = [(lower[:i], lower[i:]) for i in range(len(lower) + 1)]
    # Likeliest typos first: swapped letters, a missing one, an extra one, a wrong one.
    slips = (
        {a + b[1] + b[0] + b[2:] for a, b in splits if len(b) > 1},
        {a + c + b for a, b in splits for c in _LETTERS},
        {a + b[1:] for a, b in splits if b},
        {a + c + b[1:] for a, b in splits if b for c in _LETTERS},
    )
    return [word for slip in slips for known, word in _words().items() if known in slip]


def _shaped(word: str, typed: str) -> str:
    """Return a word with the capitalisation of the typed text."""
    if len(typed) > 1 and typed.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if typed[:1].isupper() else word
