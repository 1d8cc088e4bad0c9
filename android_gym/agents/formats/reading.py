"""Reading what models write: objects amid prose, calls, tags. All of it takes linear time.

Replies come from outside. Nothing here evaluates them; objects are bounded in depth and number
before any parser of Python's own sees them.
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
_ATTEMPTS = 16  # braces that open nothing, as in set notation, before the search is given up
_MAX_MS = 600_000


def find_objects(text: str) -> Iterator[dict[str, JSON]]:
    """Yield the objects in a text, as JSON or as Python writes it, in order.

    Args:
        text: Prose, code fences and the like around them are passed over.
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
        raise ReplyError(f"The JSON object is cut or wrong: {shown(text[text.find('{') :])}.")
    raise ReplyError(f"There is no JSON object in {shown(text)}.")


def _end_of(text: str, start: int) -> int:
    """Return where the brace opened at `start` is closed; -1 if never, or nested too deeply."""
    depth, i = 0, start
    before = ""  # the last character that is no space
    while i < len(text):
        char = text[i]
        # An apostrophe opens a string only where a value or a key may stand.
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
    """Return where the string that begins at `start` is over; -1 if never."""
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
        # Tuples become lists; what JSON can't hold is refused.
        found = json.loads(json.dumps(ast.literal_eval(text)))
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return None
    return found if isinstance(found, dict) else None


def read_json(text: str) -> dict[str, JSON]:
    """Return the object that a whole JSON text is.

    Raises:
        ReplyError: If it is none.
    """
    try:
        found: object = json.loads(text, strict=False)
    except (ValueError, RecursionError) as error:
        raise ReplyError(f"{shown(text)} is no JSON object.") from error
    if not isinstance(found, dict):
        raise ReplyError(f"{shown(text)} is no JSON object.")
    return found


def tagged(text: str, *tags: str) -> list[str]:
    """Return what stands between ``<tag>`` and ``</tag>``, each time, without space around.

    A tag that is never closed holds the rest of the text. Case does not count.

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
    """Arguments of an action, checked as they are taken.

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
        """Return True if one of these is given, and not as null."""
        return any(self.values.get(name) is not None for name in names)

    def _value(self, names: tuple[str, ...]) -> JSON:
        for name in names:
            if self.values.get(name) is not None:
                return self.values[name]
        raise ReplyError(f"{shown(self.action)} needs {names[0]!r}, got {shown(self.values)}.")

    def text(self, *names: str, default: str | None = None, empty: bool = True) -> str:
        """Return a text; a number is one too.

        Args:
            names: The argument's name and its synonyms.
            default: What it is if it is not given; None if it must be.
            empty: Whether it may be empty.

        Raises:
            ReplyError: If it is missing, none, too long, or holds half a character.
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
        """Return a finite number; its decimals as a text will do.

        Raises:
            ReplyError: If it is missing or none.
        """
        if default is not None and not self.has(*names):
            return default
        value = self._value(names)
        number = _number(value)
        if number is None:
            raise self._wrong(names, "a number", value)
        return number

    def seconds(self, *names: str, default: float) -> int:
        """Return a time in milliseconds, at most ten minutes, that is given in seconds.

        Raises:
            ReplyError: If it is no such time.
        """
        value = self.number(*names, default=default)
        if not 0 <= value * 1000 <= _MAX_MS:
            raise self._wrong(names, f"0 to {_MAX_MS // 1000} seconds", value)
        return round(value * 1000)

    def choice(self, choices: Sequence[str], *names: str, default: str | None = None) -> str:
        """Return one of `choices`, which are in lower case; the argument need not be.

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
        """Return the pixel of a place; of four numbers, which are a box, its middle's.

        Raises:
            ReplyError: If it is none, or off the screen.
        """
        match self.numbers(*names):
            case [x, y]:
                return self.grid.to_pixel(x, y, self.size)
            case [left, top, right, bottom]:
                return self.grid.to_pixel((left + right) / 2, (top + bottom) / 2, self.size)
            case _:
                raise self._wrong(names, "two numbers", self._value(names))

    def xy(self, x: str = "x", y: str = "y") -> tuple[int, int]:
        """Return the pixel of a place whose two numbers are two arguments.

        Raises:
            ReplyError: If they are none, or off the screen.
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
