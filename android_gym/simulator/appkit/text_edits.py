"""Edits of Markdown text: by buttons, by Enter in a list; and how edits are merged for undo."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

__all__ = [
    "Change",
    "Edited",
    "around",
    "check",
    "continue_list",
    "difference",
    "each_line",
    "insert",
    "joins",
    "lines_of",
    "toggle_prefix",
]

Change = tuple[int, str, str]
"""An edit of a text: its offset, the old text, the new text."""


@dataclass(frozen=True)
class Edited:
    """A text with its selection."""

    text: str
    start: int
    end: int


_LIST = re.compile(r"^(\s*)(?:([-*+]) \[([ xX])\] |([-*+]) |(\d+)([.)]) )?")
_PREFIX = re.compile(r"^(\s*)(?:[-*+] \[[ xX]\] |[-*+] |\d+[.)] |#{1,6} |> )?")


def lines_of(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the start of the first selected line and the end of the last."""
    stop = text.find("\n", end)
    return text.rfind("\n", 0, start) + 1, len(text) if stop < 0 else stop


def each_line(change: Callable[[str, int], str]) -> Callable[[Edited], Edited]:
    """Return an edit that changes each selected line; `change` gets the line and its number."""

    def act(old: Edited) -> Edited:
        first, last = lines_of(old.text, old.start, old.end)
        lines = old.text[first:last].split("\n")
        new = "\n".join(change(line, number) for number, line in enumerate(lines))
        grown = len(new) - (last - first)
        cursor = max(first, old.end + grown)
        text = old.text[:first] + new + old.text[last:]
        return Edited(text, cursor if old.start == old.end else first, cursor)

    return act


def toggle_prefix(prefix: str) -> Callable[[Edited], Edited]:
    """Return an edit that adds a mark at the start of the selected lines, or removes it."""

    def change(line: str, number: int) -> str:
        wanted = prefix.replace("1", str(number + 1)) if prefix == "1. " else prefix
        found = _PREFIX.match(line)
        indent = found[1] if found else ""
        rest = line[found.end() :] if found else line
        marker = line[len(indent) : len(line) - len(rest)]
        same = marker == wanted or (prefix == "1. " and marker[:1].isdigit())
        return indent + rest if same else indent + wanted + rest

    return each_line(change)


def check(line: str, number: int) -> str:
    """Turn a line into a check list item, or toggle its box."""
    found = re.match(r"^(\s*[-*+] \[)([ xX])(\] .*)$", line)
    if found:
        return found[1] + ("x" if found[2] == " " else " ") + found[3]
    prefix = _PREFIX.match(line)
    indent = prefix[1] if prefix else ""
    return f"{indent}- [ ] {line[prefix.end() :] if prefix else line}"


def around(mark: str) -> Callable[[Edited], Edited]:
    """Return an edit that adds a mark before and after the selection, or removes both."""

    def act(old: Edited) -> Edited:
        text, start, end = old.text, old.start, old.end
        width = len(mark)
        if text[:start].endswith(mark) and text[end:].startswith(mark):
            text = text[: start - width] + text[start:end] + text[end + width :]
            return Edited(text, start - width, end - width)
        text = text[:start] + mark + text[start:end] + mark + text[end:]
        return Edited(text, start + width, end + width)

    return act


def insert(text: str, back: int = 0) -> Callable[[Edited], Edited]:
    """Return an edit that replaces the selection by a text.

    Args:
        text: The text.
        back: Number of characters between the text's end and the cursor.
    """

    def act(old: Edited) -> Edited:
        cursor = old.start + len(text) - back
        return Edited(old.text[: old.start] + text + old.text[old.end :], cursor, cursor)

    return act


def continue_list(new: Edited) -> Edited:
    """Add indentation and list marker after a line feed that was typed before the cursor.

    After an item without text, the marker is removed instead.
    """
    text, cursor = new.text, new.end
    begin = text.rfind("\n", 0, cursor - 1) + 1
    line = text[begin : cursor - 1]
    found = _LIST.match(line)
    if found is None:
        return new
    indent, box, _, bullet, number, dot = found.groups()
    if found.end() == len(line) and (box or bullet or number):
        return Edited(text[:begin] + text[cursor:], begin, begin)
    marker = indent
    if box:
        marker += f"{box} [ ] "
    elif bullet:
        marker += f"{bullet} "
    elif number:
        marker += f"{int(number) + 1}{dot} "
    if not marker:
        return new
    return Edited(
        text[:cursor] + marker + text[cursor:], cursor + len(marker), cursor + len(marker)
    )


def difference(old: str, new: str) -> Change:
    """Return the single change between two texts.

    Their common start takes precedence: a digit repeated at the end isn't a common end.
    """
    start = _common(old, new)
    limit = min(len(old), len(new)) - start
    end = _common(old[::-1][:limit], new[::-1][:limit])
    return start, old[start : len(old) - end], new[start : len(new) - end]


def _common(a: str, b: str) -> int:
    """Return the length of the longest common start, by binary search, as texts may be long."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def joins(last: Change, change: Change) -> bool:
    """Return whether a typed letter continues the word of the previous change."""
    start, removed, added = change
    return (
        not removed
        and len(added) == 1
        and added.isalnum()
        and not last[1]
        and len(last[2]) < 40
        and last[2][-1:].isalnum()
        and start == last[0] + len(last[2])
    )
