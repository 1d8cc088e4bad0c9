"""Reading of models' replies: objects amid prose, calls, tags. All of it takes linear time.

Replies are untrusted. Nothing here evaluates them; the depth and number of objects are limited
before any of Python's own parsers sees them.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from android_gym.agents.formats.base import JSON
from android_gym.agents.formats.coordinates import Grid, Size
from android_gym.checks import shown
from android_gym.errors import ReplyError
from android_gym.events import MAX_TEXT

__all__ = ["Arguments", "find_object", "find_objects", "read_json", "tagged"]

_DEPTH = 32
_ATTEMPTS = 16  # maximum number of braces that open no object, as in set notation
_MAX_MS = 600_000


def find_objects(text: str) -> Iterator[dict[str, JSON]]:
    """Yield the objects in a text, as written in JSON or in Python, in order.

    Args:
        text: The text; prose, code fences and the like around objects are skipped.
    """
    start, failures = text.find("{"), 0
    while start >= 0 and failures < _ATTEMPTS:
        end = _end_of(text, start)
        found = None if end < 0 else _decode(text[start:end])
        if found is None:
            failures += 1
            end = start + 1
        else:
            yield found
        start = text.find("{", end)


def find_object(text: str) -> dict[str, JSON]:
    """Return the first object in a text.

    Raises:
        ReplyError: If there is none.
    """
    for found in find_objects(text):
        return found
    if "{" in text:
        raise ReplyError(
            f"The JSON object is incomplete or invalid: {shown(text[text.find('{') :])}."
        )
    raise ReplyError(f"There is no JSON object in {shown(text)}.")


def _end_of(text: str, start: int) -> int:
    """Return the position after the brace that closes the one at `start`; -1 if there is none."""
    depth, i = 0, start
    before = ""  # the last character that is not a space
    while i < len(text):
        char = text[i]
        # An apostrophe opens a string only where a value or a key may begin.
        if char == '"' or (char == "'" and before in "{[,:("):
            i = _end_of_string(text, i)
            if i < 0:
                return -1
            before = char
            continue
        if char in "{[(":
            depth += 1
            if depth > _DEPTH:
                return -1
        elif char in "}])":
            depth -= 1
            if depth == 0:
                return i + 1
        if not char.isspace():
            before = char
        i += 1
    return -1


def _end_of_string(text: str, start: int) -> int:
    """Return the position after the string that begins at `start`; -1 if it never ends."""
    quote, i = text[start], start + 1
    while i < len(text):
        if text[i] == "\\":
            i += 2
            continue
        if text[i] == quote:
            return i + 1
        i += 1
    return -1


def _decode(text: str) -> dict[str, JSON] | None:
    try:
        return read_json(text)
    except ReplyError:
        pass
    found: object = None
    try:
        # Tuples become lists; other values that JSON lacks are refused.
        found = json.loads(json.dumps(ast.literal_eval(text)))
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return None
    return found if isinstance(found, dict) else None


def read_json(text: str) -> dict[str, JSON]:
    """Return the object that a complete JSON text represents.

    Raises:
        ReplyError: If it isn't one.
    """
    try:
        found: object = json.loads(text, strict=False)
    except (ValueError, RecursionError) as error:
        raise ReplyError(f"{shown(text)} is not a JSON object.") from error
    if not isinstance(found, dict):
        raise ReplyError(f"{shown(text)} is not a JSON object.")
    return found


def tagged(text: str, *tags: str) -> list[str]:
    """Return each text between ``<tag>`` and ``</tag>``, without surrounding space.

    A tag that is never closed holds the rest of the text. Case does not matter.

    Args:
        text: The reply.
        tags: Synonyms.
    """
    names = "|".join(re.escape(tag) for tag in tags)
    opened = list(re.finditer(f"<(?:{names})>", text, re.IGNORECASE))
    closed = list(re.finditer(f"</(?:{names})>", text, re.IGNORECASE))
    parts, at, k = [], 0, 0
    for match in opened:
        if match.start() < at:
            continue
        while k < len(closed) and closed[k].start() < match.end():
            k += 1
        at = closed[k].start() if k < len(closed) else len(text)
        parts.append(text[match.end() : at].strip())
    return parts


@dataclass(frozen=True, slots=True)
class Arguments:
    """Arguments of an action, checked when they are read.

    Attributes:
        action: Its name, for messages.
        values: Arguments by name.
        grid: Coordinates of places.
        size: (width, height) of the screen in pixels.
    """

    action: str
    values: Mapping[str, JSON]
    grid: Grid
    size: Size

    def has(self, *names: str) -> bool:
        """Return True if one of these is given and not null."""
        return any(self.values.get(name) is not None for name in names)

    def _value(self, names: tuple[str, ...]) -> JSON:
        for name in names:
            if self.values.get(name) is not None:
                return self.values[name]
        raise ReplyError(f"{shown(self.action)} needs {names[0]!r}, got {shown(self.values)}.")

    def text(self, *names: str, default: str | None = None, empty: bool = True) -> str:
        """Return a text; a number counts as one.

        Args:
            names: The argument's name and its synonyms.
            default: Its value if it is not given; None if it is required.
            empty: Whether it may be empty.

        Raises:
            ReplyError: If it is missing, not a text, too long, or has half a character.
        """
        if default is not None and not self.has(*names):
            return default
        value = self._value(names)
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise self._wrong(names, "a text", value)
        if not isinstance(value, str):
            value = shown(value)
        if len(value) > MAX_TEXT or (not empty and not value.strip()):
            raise self._wrong(names, f"a text of up to {MAX_TEXT:,} characters", value)
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise self._wrong(names, "a text without half characters", value) from error
        return value

    def number(self, *names: str, default: float | None = None) -> float:
        """Return a finite number, which may be given as a text.

        Raises:
            ReplyError: If it is missing or not a number.
        """
        if default is not None and not self.has(*names):
            return default
        value = self._value(names)
        number = _number(value)
        if number is None:
            raise self._wrong(names, "a number", value)
        return number

    def seconds(self, *names: str, default: float) -> int:
        """Return a duration given in seconds as milliseconds, at most ten minutes.

        Raises:
            ReplyError: If it is not such a duration.
        """
        value = self.number(*names, default=default)
        if not 0 <= value * 1000 <= _MAX_MS:
            raise self._wrong(names, f"0 to {_MAX_MS // 1000} seconds", value)
        return round(value * 1000)

    def choice(self, choices: Sequence[str], *names: str, default: str | None = None) -> str:
        """Return one of `choices`, which are in lower case; the argument's case does not matter.

        Raises:
            ReplyError: If it is another.
        """
        value = self.text(*names, default=default).strip().lower()
        if value not in choices:
            raise self._wrong(names, f"one of {list(choices)}", value)
        return value

    def numbers(self, *names: str) -> list[float]:
        """Return the numbers of a list, or of a text such as ``"(12, 40)"``.

        Raises:
            ReplyError: If it is neither.
        """
        value = self._value(names)
        parts: Sequence[JSON] = ()
        if isinstance(value, str):
            parts = re.findall(r"-?\d+(?:\.\d+)?", value) if len(value) <= 200 else ()
        elif isinstance(value, Sequence):
            parts = value
        # Some models nest: [[x, y]].
        if len(parts) == 1 and isinstance(parts[0], Sequence) and not isinstance(parts[0], str):
            parts = parts[0]
        found = [_number(part) for part in parts[:8]]
        numbers = [number for number in found if number is not None]
        if not numbers or len(numbers) != len(parts):
            raise self._wrong(names, "numbers such as [12, 40]", value)
        return numbers

    def point(self, *names: str) -> tuple[int, int]:
        """Return the pixel of a place; four numbers are a box, of which it is the center.

        Raises:
            ReplyError: If it is not a place, or off the screen.
        """
        match self.numbers(*names):
            case [x, y]:
                return self.grid.to_pixel(x, y, self.size)
            case [left, top, right, bottom]:
                return self.grid.to_pixel((left + right) / 2, (top + bottom) / 2, self.size)
            case _:
                raise self._wrong(names, "two numbers", self._value(names))

    def xy(self, x: str = "x", y: str = "y") -> tuple[int, int]:
        """Return the pixel of a place whose coordinates are two arguments.

        Raises:
            ReplyError: If they are not numbers, or off the screen.
        """
        return self.grid.to_pixel(self.number(x), self.number(y), self.size)

    def _wrong(self, names: tuple[str, ...], wanted: str, value: object) -> ReplyError:
        return ReplyError(
            f"{names[0]!r} of {shown(self.action)} must be {wanted}, got {shown(value)}."
        )


def _number(value: JSON) -> float | None:
    if isinstance(value, str) and re.fullmatch(r"\s*-?\d{1,9}(\.\d{1,9})?\s*", value):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None
