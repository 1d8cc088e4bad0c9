"""SQL literals: binding parameters into statements, and parsing rows that sqlite3 prints."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from android_gym.errors import DeviceError, OptionError

__all__ = ["SqlValue", "bind", "bind_all", "literal", "parse_rows"]

SqlValue = int | float | str | bytes | None
"""A value of a database's column."""

_TOKEN = re.compile(
    r"""('(?:[^']|'')*' | "(?:[^"]|"")*" | `[^`]*` | \[[^\]]*\] | --[^\n]* | /\*.*?\*/) | \?""",
    re.VERBOSE | re.DOTALL,
)

_VALUE = re.compile(
    r"""(?: '(?P<text>(?:[^']++|'')*+)' | X'(?P<blob>(?:[0-9A-Fa-f]{2})*)'
          | (?P<number>-?(?:[0-9]+(?:\.[0-9]*)?(?:e[-+]?[0-9]+)?|Inf)) | NULL ) (?P<end>,|\r?\n)""",
    re.VERBOSE,
)


def literal(value: SqlValue) -> str:
    """Return the SQL literal of a value."""
    if type(value) is str and "\0" not in value:  # nearly all values are of these two types
        return "'" + value.replace("'", "''") + "'"
    if type(value) is int:
        return str(value)
    match value:
        case None:
            return "NULL"
        case bytes():
            return f"X'{value.hex()}'"
        case int():  # including bool
            return str(int(value))
        case float():
            if math.isnan(value):
                return "NULL"  # as SQLite stores it
            return repr(value) if math.isfinite(value) else f"{'-' * (value < 0)}9e999"
        case str() if "\0" not in value:
            return "'" + value.replace("'", "''") + "'"
    raise OptionError(
        f"{value!r} can't be stored in a database from the command line. "
        "Give an int, a float, a str without NUL, bytes or None."
    )


def bind(sql: str, parameters: Sequence[SqlValue]) -> str:
    """Replace each ``?`` that is not in a string, name or comment by a literal."""
    return bind_all(sql, (parameters,))[0]


def bind_all(sql: str, rows: Iterable[Sequence[SqlValue]]) -> list[str]:
    """Bind several rows of parameters as `bind` does, parsing the statement only once."""
    pieces, end = [], 0
    for found in _TOKEN.finditer(sql) if "?" in sql else ():
        if found[1] is None:
            pieces.append(sql[end : found.start()])
            end = found.end()
    bound = []
    for row in rows:
        if len(row) != len(pieces):
            raise OptionError(
                f"{sql!r} has {len(pieces)} placeholders, got {len(row)} parameters: {list(row)!r}."
            )
        filled = [part for pair in zip(pieces, map(literal, row), strict=True) for part in pair]
        bound.append("".join([*filled, sql[end:]]))
    return bound


def parse_rows(output: str) -> list[tuple[SqlValue, ...]]:
    """Parse the output of sqlite3 in ``.mode quote``: SQL literals, lossless."""
    rows: list[tuple[SqlValue, ...]] = []
    row: list[SqlValue] = []
    position = 0
    while position < len(output):
        found = _VALUE.match(output, position)
        if found is None:
            raise DeviceError(f"sqlite3 printed {output[position : position + 200]!r}, no values.")
        position = found.end()
        row.append(_value(found))
        if found["end"] != ",":
            rows.append(tuple(row))
            row = []
    return rows


def _value(found: re.Match[str]) -> SqlValue:
    if (text := found["text"]) is not None:
        return text.replace("''", "'")
    if (number := found["number"]) is not None:
        return int(number) if number.lstrip("-").isdecimal() else float(number)
    return None if found["blob"] is None else bytes.fromhex(found["blob"])
