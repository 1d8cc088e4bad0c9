"""Times as apps show them."""

from __future__ import annotations

import datetime as dt

from android_gym.simulator.system.words import half_day_text
from android_gym.simulator.ui.activity import Context

__all__ = ["is_24_hour", "moment", "time_of_day"]

FIRST_MS, LAST_MS = -62_135_510_400_000, 253_402_214_400_000
"""A day inside what `datetime` can hold, for the phone's zone may add or take hours."""


def moment(context: Context, epoch_ms: int) -> dt.datetime:
    """Return a stored time in the phone's zone; one that `datetime` can't hold is clamped."""
    return context.system.clock.datetime(max(FIRST_MS, min(LAST_MS, epoch_ms)))


def is_24_hour(context: Context) -> bool:
    """Return whether times are written in 24 hours: as set, else as the language has them."""
    return context.system.locales.is_24_hour


def time_of_day(context: Context, moment: dt.datetime) -> str:
    """Return a time of day as the phone is set: ``15:34`` or ``3:34 PM``."""
    if is_24_hour(context):
        return f"{moment:%H:%M}"
    english = f"{moment.hour % 12 or 12}:{moment:%M} {'AM' if moment.hour < 12 else 'PM'}"
    return half_day_text(english, moment.time())
