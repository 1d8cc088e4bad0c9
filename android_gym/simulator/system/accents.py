"""Texts without accents, as searches compare them."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

__all__ = ["folded", "without_accents"]

_MARKS: Final = re.compile("[\u0300-\u036f]+")
"""Unicode's block of combining diacritical marks: accents of Latin, Greek and Cyrillic letters."""

_STROKES: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe"}
)
"""Letters that Unicode doesn't decompose, but which collate like plain ones."""


def without_accents(text: str) -> str:
    """Return a text without accents. Marks of scripts that can't be read without them stay."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFD", text)))


def folded(text: str) -> str:
    """Return a text without case and accents, as ICU compares texts at its primary strength."""
    return without_accents(text.casefold()).translate(_STROKES)
