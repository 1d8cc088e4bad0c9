"""Conversion and formatting of times."""

from __future__ import annotations

import datetime as dt

from android_gym.simulator.system.words import half_day_text
from android_gym.simulator.ui.activity import Context

__all__ = ["is_24_hour", "moment", "time_of_day"]

FIRST_MS, LAST_MS = -62_135_510_400_000, 253_402_214_400_000
"""A day less than the range of `datetime`, since the phone's zone may add or subtract hours."""


def moment(context: Context, epoch_ms: int) -> dt.datetime:
    """Convert epoch milliseconds to the phone's zone, clamped to the range of `datetime`."""
    return context.system.clock.datetime(max(FIRST_MS, min(LAST_MS, epoch_ms)))


def is_24_hour(context: Context) -> bool:
    """Return whether times have 24 hours: as set, or else by the language."""
    return context.system.locales.is_24_hour


def time_of_day(context: Context, moment: dt.datetime) -> str:
    """Format a time of day as the phone is set: ``15:34`` or ``3:34 PM``."""
    if is_24_hour(context):
        return f"{moment:%H:%M}"
    english = f"{moment.hour % 12 or 12}:{moment:%M} {'AM' if moment.hour < 12 else 'PM'}"
    return half_day_text(english, moment.time())
