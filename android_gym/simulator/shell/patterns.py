"""Shell patterns (``*``, ``?``, ``[a-z]``, ``@(a|b)``) as regular expressions.

A pattern is text in which a backslash makes the next character ordinary.
"""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["compile_pattern", "escape", "is_magic"]

_CLASSES = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z",
    "space": r"\s", "blank": " \\t", "punct": r"!-/:-@\[-`{-~", "xdigit": "0-9A-Fa-f",
    "cntrl": r"\x00-\x1f\x7f", "print": r"\x20-\x7e", "graph": r"\x21-\x7e",
}  # fmt: skip
_SPECIAL = re.compile(r"[\\*?\[\]@+!()|]")
_MAGIC = re.compile(r"(?:[^\\]|\\.)*?(?:[*?]|\[|[@+!]\()", re.DOTALL)


def escape(text: str) -> str:
    """Makes a pattern that matches `text` alone."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def is_magic(pattern: str) -> bool:
    """Whether the pattern can match anything but its own text."""
    return _MAGIC.match(pattern) is not None


@lru_cache(maxsize=512)
def compile_pattern(pattern: str, *, ignore_case: bool = False) -> re.Pattern[str]:
    """Returns the regular expression; use its `fullmatch`."""
    source, _ = _translate(pattern, 0, "")
    try:
        return re.compile(source, re.DOTALL | (re.IGNORECASE if ignore_case else 0))
    except re.error:
        return re.compile(re.escape(pattern), re.DOTALL)


def _translate(pattern: str, position: int, stops: str) -> tuple[str, int]:
    out: list[str] = []
    while position < len(pattern):
        char = pattern[position]
        if char in stops:
            break
        position += 1
        if char == "\\":
            out.append(re.escape(pattern[position : position + 1] or "\\"))
            position += 1
        elif char in "@*+?!" and pattern.startswith("(", position):
            alternatives: list[str] = []
            inside = position
            while inside < len(pattern) and pattern[inside] in "(|":
                source, inside = _translate(pattern, inside + 1, "|)")
                alternatives.append(source)
            if inside >= len(pattern):
                out.append(re.escape(char))
                continue
            position = inside + 1
            group = "|".join(alternatives)
            if char == "!":
                rest, position = _translate(pattern, position, stops)
                closing = "" if stops else r"\Z"
                out.append(f"(?!(?:{group}){rest}{closing}).*{rest}")
            else:
                out.append(f"(?:{group})" + {"@": "", "*": "*", "+": "+", "?": "?"}[char])
        elif char == "*":
            if not out or out[-1] != ".*":
                out.append(".*")
        elif char == "?":
            out.append(".")
        elif char == "[":
            source, end = _bracket(pattern, position)
            out.append(source)
            position = end
        else:
            out.append(re.escape(char))
    return "".join(out), position


def _bracket(pattern: str, position: int) -> tuple[str, int]:
    """Translates a bracket expression whose ``[`` stands before `position`."""
    start = position
    negate = pattern[position : position + 1] in ("!", "^")
    position += negate
    out: list[str] = []
    first = True
    while position < len(pattern):
        char = pattern[position]
        if char == "]" and not first:
            body = "".join(out)
            return ("[^" if negate else "[") + body + "]", position + 1
        first = False
        position += 1
        if char == "[" and pattern.startswith(":", position):
            end = pattern.find(":]", position)
            name = pattern[position + 1 : end] if end > 0 else ""
            if name in _CLASSES:
                out.append(_CLASSES[name])
                position = end + 2
                continue
        if char == "\\" and position < len(pattern):
            char = pattern[position]
            position += 1
            out.append(re.escape(char))
        elif char == "-":
            # A range, unless the dash is first or last.
            edge = not out or pattern.startswith("]", position)
            out.append(r"\-" if edge else "-")
        else:
            out.append("\\" + char if char in "[]^&~|\\" else char)
    return r"\[", start
