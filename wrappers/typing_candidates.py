"""Texts in a goal that may have to be typed, found by one parser for all tasks."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["typing_candidates"]

_PATTERNS = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        r"^ *[A-Za-z_]+: (.+)$",  # a field on a line of its own
        r'"([^"]+)"',
        r"(?<!\w)'([^']+(?:'\w[^']*)*)'(?!\w)",
        r"(?:message|text|content|clipboard): ((?s:.+?))(?=\.? Share | in Simple |\Z)",
        r"\bwith (?!the |message|following)((?s:.+))\Z",
        r"(\+\d{7,15})",
        r"\b([\w-]+\.[a-z][a-z0-9]{1,3})\b",
        r"\b(?:named|titled|called) ([^\s,]+)",
        r"\b((?:\w+_)+\w+)\b",
        r"\b(\d+(?:\.\d+)?)\b",
        r"\b([A-Z]\w*(?: [A-Z]\w*)+)",
    )
)
_LIST = re.compile(r": ([^\n:]+)\.?$", re.MULTILINE)
_TABLE_ROW = re.compile(r"^[^|\n]+(?:\|[^|\n]*)+$", re.MULTILINE)


def typing_candidates(goal: str) -> list[str]:
    """Return parts of a goal that may have to be typed, most likely first, each once.

    They are fields of tables and of lines ``name: value`` (without a dollar sign), quoted text,
    messages, phone numbers, names of files (with and without extension), names after "named",
    numbers, words in capitals, and items of lists. The parser knows nothing but the goal's text;
    what it finds may be wrong, and what is wanted may be missing.
    """
    found: dict[str, None] = {}
    for text in _parts(goal):
        text = text.strip().removeprefix("$")
        if text.endswith(".."):
            text = text[:-1]
        if text:
            found.setdefault(text)
    return list(found)


def _parts(goal: str) -> Iterator[str]:
    rows = [match[0].split("|") for match in _TABLE_ROW.finditer(goal)]
    for row in rows[1:]:  # the first row has the columns' names
        yield from row
    if rows:
        return  # words within a table's texts are no candidates of their own
    for pattern in _PATTERNS:
        for match in pattern.finditer(goal):
            text = match[1]
            if pattern is not _PATTERNS[7] or not text.endswith("."):
                yield text
            else:
                yield text.rstrip(".")
            stem, dot, extension = text.rpartition(".")
            if dot and re.fullmatch(r"[a-z][a-z0-9]{1,3}", extension) and " " not in stem:
                yield stem
    for match in _LIST.finditer(goal):
        items = match[1].rstrip(".").split(", ")
        if len(items) > 1 or len(items[0].split()) <= 4:
            yield from items
