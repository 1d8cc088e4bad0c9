"""Words of goals and screens, as row numbers of a table.

There is no list of words: a word's row is its checksum, so that no word is unknown, and two words
may share a row.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["ROWS", "Word", "row_of", "words_of"]

ROWS = 12_288
"""Rows of the table. 0 stands for no word, 1 for a word that was hidden in training."""

_WORD = re.compile(r"\d+|[㐀-鿿]|[^\W\d_㐀-鿿]+|[^\w\s]|_")
_MOST_CHARACTERS = 40


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text: letters, digits, or one other character.

    Attributes:
        text: The word in lower case.
        start: Position of its first character in the text.
        end: Position after its last one.
    """

    text: str
    start: int
    end: int


@lru_cache(maxsize=16_384)
def words_of(text: str) -> tuple[Word, ...]:
    """Return the words of a text, in their order."""
    return tuple(
        Word(match.group().lower(), match.start(), match.end()) for match in _WORD.finditer(text)
    )


@lru_cache(maxsize=65_536)
def row_of(word: str, kind: str = "") -> int:
    """Return the row of a word.

    Args:
        word: The word in lower case.
        kind: Distinguishes words of another sort, such as names of resources.
    """
    data = f"{kind}\0{word[:_MOST_CHARACTERS]}".encode("utf-8", "replace")
    return 2 + zlib.crc32(data) % (ROWS - 2)
