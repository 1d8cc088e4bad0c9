"""Clock's formats of times and durations."""

from __future__ import annotations

import datetime as dt

from android_gym.simulator.system.words import counted, day_text, half_day_text, joined, phrase

_WEEK = tuple(dt.date(2024, 1, day) for day in range(1, 8))  # the first is a Monday
DAYS = tuple(day_text(day, "EEEE") for day in _WEEK)
DAYS_SHORT = tuple(day_text(day, "E") for day in _WEEK)
DAYS_NARROW = tuple(day_text(day, "EEEEE") for day in _WEEK)

HAIR = "\u200a"
"""The hair space between a time and AM or PM."""


def clock_text(time: dt.time | dt.datetime, hours_24: bool, *, seconds: bool = False) -> str:
    """Format a time of day: ``15:34``, or ``3:34 PM`` with a hair space."""
    tail = f":{time.second:02}" if seconds else ""
    if hours_24:
        return f"{time.hour:02}:{time.minute:02}{tail}"
    half = "AM" if time.hour < 12 else "PM"
    english = f"{(time.hour - 1) % 12 + 1}:{time.minute:02}{tail}{HAIR}{half}"
    return half_day_text(english, dt.time(time.hour, time.minute, time.second), seconds=seconds)


def days_text(days: int, week_start: int = 6) -> str:
    """Format an alarm's repeat days: ``Mon, Tue``, or ``Every day``.

    Args:
        days: Bit mask, Monday's bit the lowest.
        week_start: First day of the week, 0 for Monday to 6 for Sunday.
    """
    if days & 127 == 127:
        return "Every day"
    order = [(week_start + offset) % 7 for offset in range(7)]
    return joined(", ", (DAYS_SHORT[day] for day in order if days >> day & 1))


def count(number: int, noun: str) -> str:
    """Format a number with its noun: ``1 hour``, ``2 hours``."""
    return counted(number, f"{{n}} {noun}", f"{{n}} {noun}s")


_UNITS = ("days", "hours", "minutes")


def time_to_go(milliseconds: int) -> str:
    """Format the time until an alarm: ``Alarm set for 1 hour and 5 minutes from now.``."""
    minutes = max(0, milliseconds) // 60_000
    if minutes == 0:
        return "Alarm set for less than 1 minute from now."
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    named = ((days, "day"), (hours, "hour"), (minutes, "minute"))
    parts = [count(n, noun) for n, noun in named if n]
    words = joined(" and ", parts)
    if len(parts) == 3:
        words = phrase("{days}, {hours}, and {minutes}", **dict(zip(_UNITS, parts, strict=True)))
    return phrase("Alarm set for {time} from now.", time=words)


def stopwatch_text(milliseconds: int) -> tuple[str, str]:
    """Format the stopwatch's time; return the part up to the seconds, and the hundredths."""
    seconds, rest = divmod(max(0, milliseconds), 1000)
    whole = _digits(seconds) if seconds >= 60 else f"{seconds:02}"
    return whole, f"{rest // 10:02}"


def left_text(milliseconds: int) -> str:
    """Format a timer's time left, rounded up to seconds; negative once expired."""
    if milliseconds < 0:
        return f"-{_digits(-milliseconds // 1000)}"
    return _digits(-(-milliseconds // 1000))


def _digits(seconds: int) -> str:
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    if hours:
        return f"{hours}:{minutes:02}:{seconds:02}"
    return f"{minutes}:{seconds:02}" if minutes else f"{seconds}"


def spoken(hours: int, minutes: int, seconds: int) -> str:
    """Format a duration for screen readers: ``0 hours, 5 minutes, 30 seconds``."""
    named = ((hours, "hour"), (minutes, "minute"), (seconds, "second"))
    return joined(", ", (count(number, noun) for number, noun in named))


def timer_name(milliseconds: int) -> str:
    """Return the default name of a timer: ``5m 30s Timer``."""
    seconds = milliseconds // 1000
    named = ((seconds // 3600, "h"), (seconds // 60 % 60, "m"), (seconds % 60, "s"))
    length = joined(" ", (phrase(f"{{n}}{unit}", n=n) for n, unit in named if n))
    return phrase("{length} Timer", length=length) if length else "Timer"
