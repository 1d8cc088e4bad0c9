"""Values of AWK: texts that look like numbers, conversions, ``printf``, the order of arrays."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Final

from android_gym.simulator.shell.streams import MAX_VALUE, Killed

__all__ = [
    "UNSET",
    "AwkError",
    "Field",
    "Value",
    "compare",
    "format_text",
    "in_order",
    "number_of",
    "power",
    "text_of",
    "true",
]


class AwkError(Exception):
    """A fault of a running program; the message is awk's."""


class Field(str):
    """A text from the input, which counts as a number if it looks like one."""

    __slots__ = ()


Value = float | str
UNSET: Final = Field("")
"""The value of a variable that was never set: "" and 0."""

_LOOKS: Final = re.compile(r"\s*[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?\s*", re.ASCII)
_PREFIX: Final = re.compile(r"\s*[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?", re.ASCII)
_MAX_DIGITS: Final = 400


def number_of(value: Value) -> float:
    """Return a value as a number: of a text, what it begins with."""
    if isinstance(value, float):
        return value
    match = _PREFIX.match(value)
    return float(match.group()[:_MAX_DIGITS]) if match else 0.0


def text_of(value: Value, form: str = "%.6g") -> str:
    """Return a value as text; a number that is not an integer is written in the given form."""
    if isinstance(value, str):
        return value
    if math.isfinite(value) and value == int(value):
        return f"{int(value)}" if abs(value) < 1e30 else f"{value:.30g}"
    return format_text(form, [value]) if math.isfinite(value) else _special(value)


def _special(value: float) -> str:
    return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"


def _numeric(value: Value) -> bool:
    if isinstance(value, float) or value is UNSET:
        return True
    return isinstance(value, Field) and _LOOKS.fullmatch(value) is not None


def true(value: Value) -> bool:
    """Return whether a value counts as true."""
    if isinstance(value, float) or _numeric(value):
        return number_of(value) != 0
    return value != ""


def compare(left: Value, right: Value, form: str) -> int:
    """Return -1, 0 or 1: as numbers if both are or look like one, or else as texts."""
    if _numeric(left) and _numeric(right):
        a, b = number_of(left), number_of(right)
        return (a > b) - (a < b)
    x, y = text_of(left, form), text_of(right, form)
    return (x > y) - (x < y)


def power(base: float, exponent: float) -> float:
    """Return a power; what is too large is infinite, what is no number is nan."""
    try:
        result = base**exponent
    except OverflowError:
        return math.inf
    except ZeroDivisionError:
        return math.inf
    return result if isinstance(result, float) else math.nan


_CONVERSION: Final = re.compile(
    r"%(?P<flags>[-+ #0]*)(?P<width>\*|[0-9]*)(?:\.(?P<precision>\*|[0-9]*))?(?:hh|ll|[hlqjzt])?"
    r"(?P<kind>.)",
    re.DOTALL,
)


def format_text(form: str, values: Sequence[Value]) -> str:
    """Return what ``printf`` writes.

    Raises:
        Killed: If it would be too long.
    """
    rest = iter(values)
    out: list[str] = []
    place = 0
    while place < len(form):
        at = form.find("%", place)
        if at < 0:
            break
        out.append(form[place:at])
        match = _CONVERSION.match(form, at)
        if match is None:
            place = at
            break
        out.append(_converted(match, rest))
        place = match.end()
    out.append(form[place:])
    return "".join(out)


def _converted(match: re.Match[str], rest: Iterable[Value]) -> str:
    values = iter(rest)
    kind, flags = match["kind"], match["flags"]
    if kind == "%":
        return "%"
    if kind not in "diouxXeEfFgGaAcs":
        return match.group()
    width = _count(match["width"], values)
    if width.startswith("-"):
        flags, width = flags + "-", width[1:]
    precision = match["precision"]
    digits = "" if precision is None else "." + (_count(precision, values) or "0")
    if int(width or 0) > MAX_VALUE or int(digits[1:] or 0) > MAX_VALUE:
        raise Killed
    value: Value = next(values, UNSET)
    if kind == "c":
        number = number_of(value) if isinstance(value, float) else 0
        text = _char(number) if isinstance(value, float) else value[:1]
        return format(text, f"{'<' if '-' in flags else '>'}{width}")
    if kind == "s":
        return f"%{flags.replace('0', '')}{width}{digits}s" % text_of(value)
    number = number_of(value)
    if not math.isfinite(number):
        return f"%{flags.replace('0', '')}{width}s" % _special(number)
    if kind in "eEfFgGaA":
        digits = digits if len(digits) < 5 else "." + str(min(int(digits[1:]), _MAX_DIGITS))
        return f"%{flags}{width}{digits}{kind.replace('a', 'e').replace('A', 'E')}" % number
    whole = max(-(1 << 63), min((1 << 63) - 1, int(number)))
    if kind in "ouxX" and whole < 0:
        whole += 1 << 64
    return f"%{flags}{width}{digits}{'d' if kind in 'iu' else kind}" % whole


def _char(number: float) -> str:
    code = int(number) if math.isfinite(number) else 0
    return chr(code) if 0 <= code < 0xD800 or 0xE000 <= code < 0x110000 else ""


def _count(text: str, values: Iterable[Value]) -> str:
    if text != "*":
        return text[:9]
    number = number_of(next(iter(values), UNSET))
    return str(int(number))[:9] if math.isfinite(number) else "0"


_BUCKETS: Final = 50
_FULL, _GROWTH = 2, 4


def in_order(keys: Iterable[str]) -> list[str]:
    """Return an array's keys as awk goes over them: by the buckets of its hash table."""
    size = _BUCKETS
    table: list[list[str]] = [[] for _ in range(size)]
    for count, key in enumerate(keys, 1):
        if count > _FULL * size:
            old, size = table, size * _GROWTH
            table = [[] for _ in range(size)]
            for bucket in old:
                for other in reversed(bucket):
                    table[_hash(other, size)].append(other)
        table[_hash(key, size)].append(key)
    # A bucket's newest key comes first.
    return [key for bucket in table for key in reversed(bucket)]


def _hash(key: str, size: int) -> int:
    value = 0
    for byte in key.encode("utf-8", "surrogateescape"):
        value = (byte + 31 * value) & 0xFFFFFFFF
    return value % size
