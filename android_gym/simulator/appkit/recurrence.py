"""Recurrence rules (RFC 5545's RRULE) as used by Google's apps and the calendar provider.

Rules consist of FREQ (DAILY to YEARLY), INTERVAL, BYDAY, BYMONTHDAY, BYMONTH, COUNT, UNTIL and
WKST; rules with any other part aren't supported. Dates are computed by the package dateutil, in
local time.
"""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

__all__ = [
    "FREQUENCIES",
    "MOST",
    "UNITS",
    "WEEKDAYS",
    "Rule",
    "describe",
    "next_start",
    "parse",
    "render",
    "starts",
]

FREQUENCIES: Final = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
UNITS: Final = ("day", "week", "month", "year")
"""Unit of each frequency."""

WEEKDAYS: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")

MOST: Final = 5000
"""Most dates that are computed of one rule."""

_ORDINALS: Final = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last"}
_PARTS: Final = frozenset(
    ("FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYMONTH", "COUNT", "UNTIL", "WKST")
)
_NUMBERS: Final = {"YEARLY": 0, "MONTHLY": 1, "WEEKLY": 2, "DAILY": 3}
"""Dateutil's numbers of the frequencies."""

_LONGEST: Final = 500
"""Most characters of a rule; longer ones are invalid."""


@dataclass(frozen=True)
class Rule:
    """A recurrence rule.

    Attributes:
        freq: One of `FREQUENCIES`.
        interval: Interval in units of the frequency, 1 to 999.
        days: Weekdays, 0 for Monday, in order.
        nth: Which of these weekdays in a month or year, -1 for the last; 0 for all.
        month_days: Days of the month, -31 to 31.
        months: Months, 1 to 12.
        count: Number of occurrences; 0 for no limit.
        until: Last day, or None.
        week_start: First day of the week.
    """

    freq: str = "DAILY"
    interval: int = 1
    days: tuple[int, ...] = ()
    nth: int = 0
    month_days: tuple[int, ...] = ()
    months: tuple[int, ...] = ()
    count: int = 0
    until: dt.date | None = None
    week_start: int = 0


def parse(text: str) -> Rule | None:
    """Parse a rule; return None if it isn't valid or not supported."""
    if not text or len(text) > _LONGEST:
        return None
    fields = {}
    for part in text.upper().removeprefix("RRULE:").rstrip(";").split(";"):
        name, _, value = part.partition("=")
        fields[name.strip()] = value.strip()
    if not _PARTS.issuperset(fields) or fields.get("FREQ") not in FREQUENCIES:
        return None
    try:
        days, nth = _weekdays(fields.get("BYDAY", ""))
        until = fields.get("UNTIL")
        return Rule(
            fields["FREQ"],
            _whole(fields.get("INTERVAL", "1"), 1, 999),
            days,
            nth,
            _numbers(fields.get("BYMONTHDAY", ""), -31, 31),
            _numbers(fields.get("BYMONTH", ""), 1, 12),
            _whole(fields["COUNT"], 1, MOST) if "COUNT" in fields else 0,
            dt.datetime.strptime(until[:8], "%Y%m%d").date() if until else None,
            WEEKDAYS.index(fields.get("WKST", "MO")),
        )
    except ValueError:
        return None


def _whole(text: str, least: int, most: int) -> int:
    number = int(text) if text.isascii() and len(text) <= 9 else 0
    if not number or not least <= number <= most:
        raise ValueError(f"{text!r} is no number from {least} to {most}")
    return number


def _numbers(text: str, least: int, most: int) -> tuple[int, ...]:
    return tuple(sorted({_whole(part, least, most) for part in text.split(",")})) if text else ()


def _weekdays(text: str) -> tuple[tuple[int, ...], int]:
    """Return the weekdays of BYDAY and their common ordinal."""
    names = text.split(",") if text else []
    ordinals = {_whole(name[:-2], -53, 53) if name[:-2] else 0 for name in names}
    if len(ordinals) > 1:
        raise ValueError("weekdays with different ordinals")
    days = tuple(sorted({WEEKDAYS.index(name[-2:]) for name in names}))
    return days, next(iter(ordinals), 0)


def render(rule: Rule) -> str:
    """Format a rule as RRULE."""
    parts = [f"FREQ={rule.freq}"]
    if rule.until is not None:
        parts.append(f"UNTIL={rule.until:%Y%m%d}T235959Z")
    if rule.count:
        parts.append(f"COUNT={rule.count}")
    if rule.interval > 1:
        parts.append(f"INTERVAL={rule.interval}")
    parts.append(f"WKST={WEEKDAYS[rule.week_start]}")
    if rule.days:
        first = str(rule.nth) if rule.nth else ""
        parts.append("BYDAY=" + ",".join(first + WEEKDAYS[day] for day in rule.days))
    if rule.month_days:
        parts.append("BYMONTHDAY=" + ",".join(map(str, rule.month_days)))
    if rule.months:
        parts.append("BYMONTH=" + ",".join(map(str, rule.months)))
    return ";".join(parts)


def describe(rule: Rule) -> str:
    """Describe a rule in words: ``Every 2 weeks on Mon, Fri; 5 times``."""
    unit = UNITS[FREQUENCIES.index(rule.freq)]
    words = f"Every {rule.interval} {unit}s" if rule.interval > 1 else f"Every {unit}"
    names = [calendar.day_name[day] for day in rule.days]
    if names and rule.nth:
        which = _ORDINALS.get(rule.nth, f"{rule.nth}.")
        words += f" on the {which} {', '.join(names)}"
    elif names:
        words += " on " + ", ".join(name[:3] for name in names)
    elif rule.month_days:
        words += " on day " + ", ".join(map(str, rule.month_days))
    if rule.count:
        words += f"; {rule.count} {'time' if rule.count == 1 else 'times'}"
    elif rule.until is not None:
        words += f"; until {rule.until:%b} {rule.until.day}, {rule.until.year}"
    return words


def starts(
    rule: Rule, first: dt.datetime, after: dt.datetime, before: dt.datetime
) -> Iterator[dt.datetime]:
    """Yield the starts of a recurring event; at most `MOST` of them.

    Args:
        rule: The rule.
        first: First start, local and naive; included whatever the rule says.
        after: Earlier starts are omitted.
        before: Starts at this moment or later are omitted.
    """
    from dateutil import rrule

    if after <= first < before:
        yield first
    begin = first
    if not rule.count and rule.freq in ("DAILY", "WEEKLY") and after > first:
        # Skip whole periods at once, since the first start may be centuries ago.
        period = rule.interval * (7 if rule.freq == "WEEKLY" else 1)
        begin = first + (after - first) // dt.timedelta(period) * dt.timedelta(period)
    last = before - dt.timedelta(microseconds=1)
    if rule.until is not None:
        last = min(last, dt.datetime.combine(rule.until, dt.time.max))
    if begin > last or _never_matches(rule, begin):
        return
    days = [rrule.weekday(day, rule.nth or None) for day in rule.days]
    with_days = rule.freq in ("MONTHLY", "YEARLY")
    found = rrule.rrule(
        _NUMBERS[rule.freq],
        dtstart=begin,
        interval=rule.interval,
        wkst=rule.week_start,
        count=rule.count or None,
        until=None if rule.count else last,
        bymonth=rule.months or None,
        bymonthday=rule.month_days or None,
        byweekday=(days if with_days else [rrule.weekday(day) for day in rule.days]) or None,
    )
    for moment in islice(found, MOST):
        if moment > last:
            return
        if moment >= after and moment != first:
            yield moment


def _never_matches(rule: Rule, begin: dt.datetime) -> bool:
    """Return whether a rule obviously has no dates; dateutil would search until the year 9999."""
    if rule.freq == "DAILY" and rule.interval % 7 == 0 and rule.days:
        return begin.weekday() not in rule.days  # it always falls on the same weekday
    longest = max((calendar.monthrange(2024, month)[1] for month in rule.months), default=31)
    return bool(rule.month_days) and min(map(abs, rule.month_days)) > longest


def next_start(rule: Rule, first: dt.datetime, after: dt.datetime) -> dt.datetime | None:
    """Return the first start after a moment; None if there are no more."""
    if after.year == dt.MAXYEAR:
        return None
    begin = after + dt.timedelta(microseconds=1)
    for years in (1, 10, 100):
        end = dt.datetime(min(dt.MAXYEAR, after.year + 1 + years), 1, 1)
        for moment in starts(rule, first, begin, end):
            return moment
    return None
