"""Dates and times as Tasks stores and shows them."""

from __future__ import annotations

import datetime as dt
from typing import Final

from android_gym.simulator.appkit.times import is_24_hour, moment
from android_gym.simulator.ui.activity import Context

__all__ = [
    "DAY_MS",
    "FIRST",
    "LAST",
    "date_text",
    "day_end",
    "day_only",
    "has_time",
    "ms",
    "overdue",
    "stamp",
    "start_of",
    "time_text",
    "weekday_text",
    "with_time",
]

MINUTE_MS: Final = 60_000
DAY_MS: Final = 86_400_000
FIRST, LAST = dt.date(1900, 1, 1), dt.date(2100, 12, 31)


def ms(when: dt.datetime) -> int:
    """Convert a datetime to epoch milliseconds."""
    return int(when.timestamp() * 1000)


def has_time(epoch_ms: int) -> bool:
    """Return whether a date has a time of day, which the app marks by a nonzero second."""
    return epoch_ms % MINUTE_MS > 0


def day_only(context: Context, day: dt.date, hour: int = 12) -> int:
    """Return a date without a time, stored as noon (due) or with `hour` 0 as midnight (start)."""
    return ms(dt.datetime(day.year, day.month, day.day, hour, tzinfo=context.system.clock.zone()))


def with_time(context: Context, day: dt.date, minutes: int) -> int:
    """Return a date with a time of day, marked by a nonzero second."""
    clock = dt.time(minutes // 60, minutes % 60, 1)
    return ms(dt.datetime.combine(day, clock, context.system.clock.zone()))


def start_of(when: dt.datetime) -> dt.datetime:
    """Return the midnight at the start of a day."""
    return when.replace(hour=0, minute=0, second=0, microsecond=0)


def day_end(when: dt.datetime) -> int:
    """Return the last millisecond of a day."""
    return ms(when.replace(hour=23, minute=59, second=59, microsecond=999_000))


def overdue(context: Context, due_ms: int) -> bool:
    """Return whether a due date is past; without a time, the whole day must be past."""
    if not due_ms:
        return False
    now = context.system.clock.minute()
    if has_time(due_ms):
        return due_ms < ms(now)
    return due_ms < ms(start_of(now))


def time_text(context: Context, when: dt.datetime) -> str:
    """Format a time of day: ``3 PM``, ``3:30 PM`` or ``15:00``."""
    if is_24_hour(context):
        return f"{when:%H:%M}"
    half = "AM" if when.hour < 12 else "PM"
    minutes = f":{when:%M}" if when.minute else ""
    return f"{when.hour % 12 or 12}{minutes} {half}"


def weekday_text(days: int) -> str:
    """Return the name of a weekday, 0 (Monday) to 6."""
    return dt.date(2023, 1, 2 + days).strftime("%a")


def date_text(
    context: Context, epoch_ms: int, *, long: bool = False, full: bool = False, time: bool = True
) -> str:
    """Format a date for display.

    Args:
        context: The app's context.
        epoch_ms: The date, with a time of day if it `has_time`.
        long: Use the edit screen's words ("Tomorrow", "Monday") instead of the list's ("Tmrw").
        full: Use the date itself instead of such words.
        time: Whether to include the time of day.
    """
    when, today = moment(context, epoch_ms), context.system.clock.today()
    clock = time_text(context, when) if time and has_time(epoch_ms) else ""
    away = (when.date() - today).days
    if away == 0 and not full and not long and clock:
        return clock
    words = _day(when.date(), away, today.year, long=long, full=full)
    return f"{words} {clock}" if clock else words


def _day(day: dt.date, away: int, year: int, *, long: bool, full: bool) -> str:
    if not full:
        if away == 0:
            return "Today"
        if abs(away) == 1:
            return ("Tomorrow" if long else "Tmrw") if away > 0 else "Yesterday" if long else "Yest"
        if abs(away) < 7:
            return day.strftime("%A" if long else "%a")
    words = f"{day:%A, %B}" if long else f"{day:%b}"
    return f"{words} {day.day}" + (f", {day.year}" if day.year != year else "")


def stamp(context: Context, epoch_ms: int) -> str:
    """Format a timestamp as at the bottom of the edit screen: ``2023-10-15 15:34``."""
    return moment(context, epoch_ms).strftime("%Y-%m-%d %H:%M")
