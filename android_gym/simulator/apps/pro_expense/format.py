"""Pro Expense's formats of amounts and dates."""

from __future__ import annotations

import datetime as dt
import re

__all__ = [
    "AMOUNT",
    "amount_text",
    "cents",
    "date_range",
    "entry_date",
    "plain_amount",
    "row_date",
    "week_range",
    "week_start",
]

AMOUNT = re.compile(r"\d{0,8}(\.\d{0,2})?")
"""Pattern of texts accepted in the amount field."""


def amount_text(value: int) -> str:
    """Format hundredths: grouped, at most two decimals, no trailing zeros."""
    return _trim(f"{value / 100:,.2f}")


def plain_amount(value: int) -> str:
    """Format hundredths for the entry screen, without grouping."""
    return _trim(f"{value / 100:.2f}")


def _trim(text: str) -> str:
    return text.rstrip("0").rstrip(".")


def cents(text: str) -> int | None:
    """Parse the amount field to hundredths; None if there is no number."""
    if not AMOUNT.fullmatch(text) or not any(c.isdigit() for c in text):
        return None
    whole, _, part = text.partition(".")
    return int(whole or "0") * 100 + int((part + "00")[:2])


def _time(moment: dt.datetime) -> str:
    return f"{moment.hour % 12 or 12}:{moment.minute:02} {'AM' if moment.hour < 12 else 'PM'}"


def row_date(moment: dt.datetime, today: dt.date) -> str:
    """Format a date in lists, relative to the day on which the process started."""
    day = moment.date()
    if day == today:
        return f"Today {_time(moment)}"
    if day == today - dt.timedelta(days=1) and day.month == today.month:
        return f"Yesterday {_time(moment)}"
    if day.year == today.year and day.month != today.month:
        return f"{moment:%b} {day.day}"
    return f"{day.year} {moment:%b} {day.day}"


def entry_date(moment: dt.datetime) -> str:
    """Format the date on the entry screen, always in the 12-hour format."""
    return f"{moment.day} {moment:%b} {moment.year} {_time(moment)}"


def date_range(first: dt.datetime, last: dt.datetime) -> str:
    """Format a range of days as briefly as possible."""
    start = f"{first.year} {first:%b} {first.day}"
    if first.date() == last.date():
        return start
    if (first.year, first.month) == (last.year, last.month):
        return f"{start} - {last.day}"
    if first.year == last.year:
        return f"{start} - {last:%b} {last.day}"
    return f"{start} - {last.year} {last:%b} {last.day}"


def week_start(now: dt.datetime) -> dt.datetime:
    """Return midnight at the start of this week's Sunday."""
    days = (now.weekday() + 1) % 7
    return now.replace(hour=0, minute=0, second=0, microsecond=0) - dt.timedelta(days=days)


def week_range(now: dt.datetime) -> str:
    """Format the week on the home screen; the app ends it on the next Sunday."""
    first = week_start(now)
    last = first + dt.timedelta(days=7)
    end = f"{last.day}" if first.month == last.month else f"{last:%b} {last.day}"
    return f"{first:%b} {first.day} - {end}".upper()
