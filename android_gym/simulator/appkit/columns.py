"""Column values as Android's Cursor reads them, since SQLite stores any type in any column."""

from __future__ import annotations

from typing import Final

__all__ = ["number_of", "text_of"]

_LARGEST: Final = 2**63


def text_of(value: object) -> str:
    """Convert a value to text, "" for NULL."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return "" if value is None else str(value)


def number_of(value: object, default: int = 0) -> int:
    """Convert a value to a 64-bit integer; return `default` if that isn't possible."""
    if isinstance(value, float):
        return int(value) if abs(value) < _LARGEST else default
    return value if isinstance(value, int) else default
