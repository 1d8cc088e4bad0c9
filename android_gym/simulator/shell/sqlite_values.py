"""Conversions between values and text for the ``sqlite3`` command."""

from __future__ import annotations

import re
from typing import Any


def if_not_exists(sql: str) -> str:
    """Add IF NOT EXISTS to a CREATE TABLE with a quoted name, as the CLI does."""
    return re.sub(r"\ACREATE TABLE (?=['\"])", "CREATE TABLE IF NOT EXISTS ", sql)


def encode_text(text: str) -> bytes:
    """Return the bytes that a text was decoded from."""
    return text.encode("utf-8", "surrogateescape")


def decode_text(value: str | bytes) -> str:
    """Decode a cell's bytes as text; returns text unchanged."""
    return value if isinstance(value, str) else value.decode("utf-8", "replace")


def real_text(value: float, digits: int) -> str:
    """Format a number like SQLite's ``%!.<digits>g``, always with a decimal point."""
    if value != value:
        return ""
    if value in (float("inf"), float("-inf")):
        return "Inf" if value > 0 else "-Inf"
    text = f"{value:.{digits}g}"
    mantissa, exponent, power = text.partition("e")
    if "." not in mantissa:
        mantissa += ".0"
    return mantissa + exponent + power


def literal_of(value: Any) -> str | bytes:
    """Return a value as an SQL literal."""
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f"X'{value.hex()}'"
    if isinstance(value, float):
        if value in (float("inf"), float("-inf")):
            return "1e999" if value > 0 else "-1e999"
        return real_text(value, 20)
    if isinstance(value, int):
        return str(value)
    return "'" + str(value).partition("\0")[0].replace("'", "''") + "'"


def escaped_literal(value: Any) -> str:
    """Return a value as a literal on one line, as ``.dump`` and insert mode write it."""
    literal = literal_of(value)
    assert isinstance(literal, str)
    if not isinstance(value, str) or not re.search(r"[\r\n]", literal):
        return literal
    for char, name, code in (("\n", "\\n", 10), ("\r", "\\r", 13)):
        if char in literal:
            literal = f"replace({literal.replace(char, name)},'{name}',char({code}))"
    return literal


def shown_text(text: str) -> str:
    """Return text with control characters made visible."""
    escaped = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
    return '"' + escaped.replace("\r", "\\r") + '"'


def is_on(text: str) -> bool:
    """Return whether an option's value means yes."""
    return text.lower() in ("on", "yes", "true") or (text.isdecimal() and int(text) != 0)


def unescape(text: str) -> str:
    """Return a separator with its escapes resolved."""
    return re.sub(
        r"\\(.)",
        lambda match: {"n": "\n", "t": "\t", "r": "\r"}.get(match.group(1), match.group(1)),
        text,
    )


def dot_words(line: str) -> list[str]:
    """Split a dot command into words; double quotes support escapes, single quotes do not."""
    words: list[str] = []
    for match in re.finditer(r"\s*(?:'([^']*)'?|\"((?:[^\"\\]|\\.)*)\"?|(\S+))", line.rstrip()):
        single, double, bare = match.groups()
        if single is not None:
            words.append(single)
        elif double is not None:
            words.append(unescape(double))
        else:
            words.append(unescape(bare) if words else bare)
    return words
