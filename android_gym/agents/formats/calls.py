"""Actions written as calls with named arguments, ``click(point='<point>3 4</point>')``.

They look like Python but are read by a scanner of their own: models leave quotes unescaped, break
lines within texts, and write other things that no parser would accept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from android_gym.agents.formats.base import JSON
from android_gym.checks import shown
from android_gym.errors import ReplyError

__all__ = ["Call", "quoted", "read_calls"]

_NAME = re.compile(r"\s*([A-Za-z_]\w{0,40})\s*\(", re.ASCII)
_ARGUMENT = re.compile(r"\s*([A-Za-z_]\w{0,40})\s*=\s*", re.ASCII)
_PLAIN = re.compile(r"[^\s,()\[\]'\"]{1,200}")
# A quote ends a text if the call continues or ends after it.
_AFTER_QUOTE = re.compile(
    r"\s{0,8}(?:,\s{0,8}[A-Za-z_]\w{0,40}\s{0,8}=|\)\s{0,8}(?:$|\n|[;,<]|[A-Za-z_]\w{0,40}\())"
)
_BEFORE_NEXT = re.compile(r"[\s;,]*")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "/": "/"}
_MOST = 64


@dataclass(frozen=True, slots=True)
class Call:
    """A call in a reply.

    Attributes:
        name: Name of the function, as it is written.
        values: Arguments by name.
    """

    name: str
    values: Mapping[str, JSON] = field(default_factory=dict)


def read_calls(text: str) -> list[Call]:
    """Return the calls that a text begins with.

    Args:
        text: Calls separated by spaces, commas, semicolons or line breaks.

    Raises:
        ReplyError: If it does not begin with a complete call.
    """
    calls: list[Call] = []
    at = 0
    while len(calls) < _MOST:
        match = _NAME.match(text, at)
        if match is None:
            break
        values, at = _arguments(text, match.end())
        calls.append(Call(match[1], values))
        between = _BEFORE_NEXT.match(text, at)
        at = at if between is None else between.end()
    if not calls:
        raise ReplyError(f"There is no call such as name(argument=...) in {shown(text)}.")
    return calls


def _arguments(text: str, at: int) -> tuple[dict[str, JSON], int]:
    """Read arguments up to the closing parenthesis; return them, and the position after it."""
    values: dict[str, JSON] = {}
    while True:
        while at < len(text) and text[at] in " \t\r\n,":
            at += 1
        if at >= len(text):
            raise _cut(text)
        if text[at] == ")":
            return values, at + 1
        match = _ARGUMENT.match(text, at)
        if match is None or len(values) >= _MOST:
            raise ReplyError(f"Arguments are written name=value, got {shown(text[at : at + 80])}.")
        values[match[1]], at = _value(text, match.end())


def _value(text: str, at: int) -> tuple[JSON, int]:
    if at >= len(text):
        raise _cut(text)
    if text[at] in "'\"":
        return _quoted(text, at)
    if text[at] in "([":
        return _list(text, at)
    match = _PLAIN.match(text, at)
    if match is None:
        raise ReplyError(f"{shown(text[at : at + 80])} is not a value.")
    return match[0], match.end()


def _list(text: str, at: int) -> tuple[JSON, int]:
    """Read numbers in parentheses or brackets, flattening nested ones."""
    end, depth = at, 0
    for end in range(at, min(len(text), at + 400)):
        depth += (text[end] in "([") - (text[end] in ")]")
        if depth == 0:
            break
    if depth:
        raise _cut(text)
    items = [item.strip(" '\"") for item in re.split(r"[,\s()\[\]]+", text[at : end + 1])]
    return [item for item in items if item], end + 1


def _quoted(text: str, at: int) -> tuple[str, int]:
    quote, i = text[at], at + 1
    parts: list[str] = []
    while i < len(text):
        char = text[i]
        if char == "\\" and i + 1 < len(text):
            if text[i + 1] == "x" and re.match(r"[0-9a-fA-F]{2}", text[i + 2 : i + 4]):
                parts.append(chr(int(text[i + 2 : i + 4], 16)))
                i += 4
                continue
            parts.append(_ESCAPES.get(text[i + 1], f"\\{text[i + 1]}"))
            i += 2
            continue
        if char == quote and _AFTER_QUOTE.match(text, i + 1):
            return "".join(parts), i + 1
        parts.append(char)
        i += 1
    raise _cut(text)


def _cut(text: str) -> ReplyError:
    return ReplyError(f"The call is cut, or its quotes don't match: {shown(text)}.")


def quoted(text: str, quote: str = "'") -> str:
    """Return a text in quotes, so that `read_calls` returns it unchanged.

    Args:
        text: Any text.
        quote: ``'`` or ``"``.
    """
    for char, escape in (
        ("\\", "\\\\"), (quote, f"\\{quote}"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t"),
        ("<", "\\x3c"),
    ):  # fmt: skip
        text = text.replace(char, escape)
    return f"{quote}{text}{quote}"
