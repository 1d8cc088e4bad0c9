"""Recurrence rules: RRULEs as Tasks writes them, their description, and the next date.

A rule has FREQ, INTERVAL, BYDAY (weekdays of weekly rules, one with a number in monthly ones),
COUNT and UNTIL (RFC 5545). Other parts of a rule are ignored.
"""

from __future__ import annotations

import calendar
import datetime as dt
from dataclasses import dataclass, replace
from typing import Final

__all__ = ["PRESETS", "UNITS", "WEEKDAYS", "Rule", "describe", "next_date", "parse", "render"]

WEEKDAYS: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
UNITS: Final = {
    "MINUTELY": ("minutely", "minute"),
    "HOURLY": ("hourly", "hour"),
    "DAILY": ("daily", "day"),
    "WEEKLY": ("weekly", "week"),
    "MONTHLY": ("monthly", "month"),
    "YEARLY": ("yearly", "year"),
}
"""Adverb and unit, by FREQ."""

PRESETS: Final = (
    ("Does not repeat", ""),
    ("Every day", "FREQ=DAILY"),
    ("Every week", "FREQ=WEEKLY"),
    ("Every month", "FREQ=MONTHLY"),
    ("Every year", "FREQ=YEARLY"),
)

_MOST: Final = 999
_ORDINALS: Final = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last"}


@dataclass(frozen=True)
class Rule:
    """A recurrence rule.

    Attributes:
        freq: A key of `UNITS`.
        interval: Number of units between occurrences.
        days: Weekdays, 0 for Monday, in order.
        nth: Ordinal of the weekday in a monthly rule, -1 for the last; 0 for other rules.
        count: Remaining occurrences; 0 for no limit.
        until: Last day, or None.
    """

    freq: str = "DAILY"
    interval: int = 1
    days: tuple[int, ...] = ()
    nth: int = 0
    count: int = 0
    until: dt.date | None = None


def parse(text: str) -> Rule | None:
    """Parse a rule; return None if it is invalid."""
    fields = dict(
        part.partition("=")[::2] for part in text.removeprefix("RRULE:").upper().split(";")[:20]
    )
    freq = fields.get("FREQ", "")
    if freq not in UNITS:
        return None
    days, nth = [], 0
    for name in fields.get("BYDAY", "").split(",")[:7]:
        if name[-2:] in WEEKDAYS:
            days.append(WEEKDAYS.index(name[-2:]))
            nth = _whole(name[:-2], -1, 5)
    return Rule(
        freq,
        max(1, _whole(fields.get("INTERVAL", "1"), 1, _MOST)),
        tuple(sorted(set(days))),
        nth if freq == "MONTHLY" else 0,
        _whole(fields.get("COUNT", "0"), 0, _MOST),
        _date(fields.get("UNTIL", "")),
    )


def _whole(text: str, least: int, most: int) -> int:
    try:
        return max(least, min(most, int(text[:9])))
    except ValueError:
        return 0


def _date(text: str) -> dt.date | None:
    try:
        return dt.datetime.strptime(text[:8], "%Y%m%d").date()
    except ValueError:
        return None


def render(rule: Rule) -> str:
    """Serialize a rule."""
    parts = [f"FREQ={rule.freq}"]
    if rule.interval > 1:
        parts.append(f"INTERVAL={rule.interval}")
    if rule.days:
        first = str(rule.nth) if rule.nth else ""
        parts.append("BYDAY=" + ",".join(first + WEEKDAYS[day] for day in rule.days))
    if rule.count:
        parts.append(f"COUNT={rule.count}")
    if rule.until is not None:
        parts.append(f"UNTIL={rule.until:%Y%m%d}")
    return ";".join(parts)


def describe(text: str) -> str:
    """Return the edit screen's description of a rule."""
    rule = parse(text)
    if rule is None:
        return "Does not repeat"
    once, unit = UNITS[rule.freq]
    every = f"every {rule.interval} {unit}s" if rule.interval > 1 else once
    words = f"Repeats {every}"
    names = [calendar.day_name[day] for day in rule.days]
    if rule.nth and names:
        words += f" on every {_ORDINALS.get(rule.nth, str(rule.nth))} {names[0]}"
    elif names:
        words += " on " + ", ".join(name[:3] for name in names)
    if rule.count:
        words += f", occurs {rule.count} {'time' if rule.count == 1 else 'times'}"
    elif rule.until is not None:
        words += f" until {rule.until:%B} {rule.until.day}, {rule.until.year}"
    return words


def next_date(rule: Rule, start: dt.datetime) -> dt.datetime | None:
    """Return the next date of a rule after a date; None once the rule has ended."""
    try:
        found = _next(rule, start)
    except OverflowError:
        return None
    if rule.count == 1 or (rule.until is not None and found.date() > rule.until):
        return None
    return found


def _next(rule: Rule, start: dt.datetime) -> dt.datetime:
    step = rule.interval
    match rule.freq:
        case "MINUTELY":
            return start + dt.timedelta(minutes=step)
        case "HOURLY":
            return start + dt.timedelta(hours=step)
        case "DAILY":
            return start + dt.timedelta(days=step)
        case "WEEKLY":
            later = [day for day in rule.days if day > start.weekday()]
            if later:
                return start + dt.timedelta(days=later[0] - start.weekday())
            first = rule.days[0] - start.weekday() if rule.days else 0
            return start + dt.timedelta(weeks=step, days=first)
        case "MONTHLY":
            return _in_month(rule, start, step)
    return _in_month(replace(rule, nth=0, days=()), start, 12 * step)


def _in_month(rule: Rule, start: dt.datetime, months: int) -> dt.datetime:
    """Return the date a number of months later, skipping months without that day."""
    number = start.year * 12 + start.month - 1
    for _ in range(100):
        number += months
        year, month = divmod(number, 12)
        if year > 9998:
            break
        length = calendar.monthrange(year, month + 1)[1]
        if rule.nth and rule.days:
            first = dt.date(year, month + 1, 1).weekday()
            days = list(range(1 + (rule.days[0] - first) % 7, length + 1, 7))
            index = rule.nth if rule.nth < 0 else rule.nth - 1
            day = days[index] if index < len(days) else 0
        else:
            day = start.day if start.day <= length else 0
        if day:
            return start.replace(year=year, month=month + 1, day=day)
    raise OverflowError
