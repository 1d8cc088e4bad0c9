"""Values of columns as Android's Cursor reads them: SQLite keeps any kind in any column."""

from __future__ import annotations

from typing import Final

__all__ = ["number_of", "text_of"]

_LARGEST: Final = 2**63


def text_of(value: object) -> str:
    """Return a value as text, "" for NULL."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return "" if value is None else str(value)


def number_of(value: object, default: int = 0) -> int:
    """Return a value as a whole number of 64 bits; `default` for what is none."""
    if isinstance(value, float):
        return int(value) if abs(value) < _LARGEST else default
    return value if isinstance(value, int) else default
