"""Times formatted by patterns of Java's SimpleDateFormat."""

from __future__ import annotations

import datetime as dt
import re

__all__ = ["java_time"]

_TOKEN = re.compile(r"'([^']*)'|([A-Za-z])\2*|.", re.DOTALL)


def java_time(form: str, when: dt.datetime) -> str | None:
    """Format a time by a SimpleDateFormat pattern; None if the pattern is invalid."""
    if form.count("'") % 2:
        return None
    pieces = []
    for match in _TOKEN.finditer(form):
        token = match[0]
        if match[1] is not None:
            pieces.append(match[1] or "'")
        elif match[2] is None:
            pieces.append(token)
        elif (value := _field(match[2], len(token), when)) is None:
            return None
        else:
            pieces.append(value)
    return "".join(pieces)


def _field(letter: str, width: int, when: dt.datetime) -> str | None:
    match letter:
        case "y":
            return f"{when.year % 100:02}" if width == 2 else f"{when.year:0{width}}"
        case "M" if width >= 3:
            return f"{when:%B}" if width > 3 else f"{when:%b}"
        case "E":
            return f"{when:%A}" if width > 3 else f"{when:%a}"
        case "a":
            return f"{when:%p}"
        case "Z":
            return f"{when:%z}"
    numbers = {
        "M": when.month,
        "d": when.day,
        "D": when.timetuple().tm_yday,
        "w": when.isocalendar().week,
        "u": when.isoweekday(),
        "H": when.hour,
        "h": (when.hour + 11) % 12 + 1,
        "m": when.minute,
        "s": when.second,
        "S": when.microsecond // 1000,
    }
    return f"{numbers[letter]:0{width}}" if letter in numbers else None
