"""Hours as instructions write them."""

from __future__ import annotations

__all__ = ["hour_of"]


def hour_of(subject: str) -> int:
    """Return the hour of the day, from 0 to 23, of a text such as ``"10am"`` or ``"12pm"``."""
    return int(subject[:-2]) % 12 + (12 if subject.endswith("pm") else 0)
