"""Amounts and dates as Pro Expense writes them."""

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
"""Pattern of the texts that the amount field accepts."""


def amount_text(value: int) -> str:
    """Hundredths as shown: grouped, at most two decimals, no zeros at the end."""
    return _trim(f"{value / 100:,.2f}")


def plain_amount(value: int) -> str:
    """Hundredths as the entry screen shows them, without grouping."""
    return _trim(f"{value / 100:.2f}")


def _trim(text: str) -> str:
    return text.rstrip("0").rstrip(".")


def cents(text: str) -> int | None:
    """Read the amount field; None where there is no number."""
    if not AMOUNT.fullmatch(text) or not any(c.isdigit() for c in text):
        return None
    whole, _, part = text.partition(".")
    return int(whole or "0") * 100 + int((part + "00")[:2])


def _time(moment: dt.datetime) -> str:
    return f"{moment.hour % 12 or 12}:{moment.minute:02} {'AM' if moment.hour < 12 else 'PM'}"


def row_date(moment: dt.datetime, today: dt.date) -> str:
    """A date in lists, relative to the day on which the process started."""
    day = moment.date()
    if day == today:
        return f"Today {_time(moment)}"
    if day == today - dt.timedelta(days=1) and day.month == today.month:
        return f"Yesterday {_time(moment)}"
    if day.year == today.year and day.month != today.month:
        return f"{moment:%b} {day.day}"
    return f"{day.year} {moment:%b} {day.day}"


def entry_date(moment: dt.datetime) -> str:
    """The date on the entry screen, always with the 12-hour clock."""
    return f"{moment.day} {moment:%b} {moment.year} {_time(moment)}"


def date_range(first: dt.datetime, last: dt.datetime) -> str:
    """A range of days, as short as it can be."""
    start = f"{first.year} {first:%b} {first.day}"
    if first.date() == last.date():
        return start
    if (first.year, first.month) == (last.year, last.month):
        return f"{start} - {last.day}"
    if first.year == last.year:
        return f"{start} - {last:%b} {last.day}"
    return f"{start} - {last.year} {last:%b} {last.day}"


def week_start(now: dt.datetime) -> dt.datetime:
    """Midnight at the beginning of this week's Sunday."""
    days = (now.weekday() + 1) % 7
    return now.replace(hour=0, minute=0, second=0, microsecond=0) - dt.timedelta(days=days)


def week_range(now: dt.datetime) -> str:
    """The week on the home screen; the app ends it on the next Sunday."""
    first = week_start(now)
    last = first + dt.timedelta(days=7)
    end = f"{last.day}" if first.month == last.month else f"{last:%b} {last.day}"
    return f"{first:%b} {first.day} - {end}".upper()
