"""Occurrences of events by the app's repetition rules, computed without iterating over the past.

The rules are those of RFC 5545 with weeks that start on Monday: months without the day (e.g. years
without 29 February, months without a fifth Sunday) are skipped, and the time of day is kept across
DST changes. Only intervals of several days that aren't whole weeks are counted in seconds, as in
the app, so their time of day shifts by an hour at a DST change.
"""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Iterator
from itertools import islice, takewhile
from typing import Final

from android_gym.simulator.apps.simple_calendar.model import (
    DAY_S,
    LAST_DAY,
    LAST_WEEKDAY,
    MONTH_S,
    ORDER_WEEKDAY,
    WEEK_S,
    YEAR_S,
    Event,
    Occurrence,
    Repetition,
)

__all__ = ["FIRST_S", "LAST_S", "day_code", "local", "next_start", "occurrences", "stamp"]

FIRST_S: Final = -62_135_424_000
LAST_S: Final = 253_402_128_000
"""Two days before the end of `datetime`'s range, in epoch seconds, to allow for any time zone."""

MOST: Final = 4000
"""Maximum number of occurrences of one event found at once."""

_MONTHS_MAX: Final = 9999 * 12 - 1
_EPOCH_DAY: Final = dt.date(1970, 1, 1).toordinal()


def local(second: int, zone: dt.tzinfo) -> dt.datetime:
    """Convert an epoch second to a datetime in a zone, clamped to `datetime`'s range."""
    return dt.datetime.fromtimestamp(max(FIRST_S, min(LAST_S, second)), zone)


def stamp(moment: dt.datetime, zone: dt.tzinfo) -> int:
    """Convert a local datetime to an epoch second."""
    return max(FIRST_S, min(LAST_S, int(moment.replace(tzinfo=zone).timestamp())))


def day_code(second: int, zone: dt.tzinfo) -> str:
    """Return the day of an epoch second in the app's format, yyyyMMdd."""
    moment = local(second, zone)
    return f"{moment.year:04}{moment.month:02}{moment.day:02}"


def occurrences(event: Event, first: int, last: int, zone: dt.tzinfo) -> list[Occurrence]:
    """Return an event's occurrences between two times, in order; at most `MOST` of them.

    Args:
        event: The event.
        first: Epoch second; occurrences that end earlier are left out.
        last: Epoch second; occurrences that start later are left out.
        zone: The phone's time zone.
    """
    length = max(0, event.end - event.start)
    rule = event.repetition
    if rule.interval <= 0:
        inside = event.start <= last and event.start + length >= first
        return [Occurrence(event, event.start, event.end)] if inside else []
    if rule.limit > 0:
        last = min(last, rule.limit)
    last = min(last, LAST_S)
    if not FIRST_S <= event.start <= last:
        return []
    found: list[Occurrence] = []
    for start in takewhile(lambda second: second <= last, _starts(event, first - length, zone)):
        if start + length < first:
            continue
        if event.exceptions and day_code(start, zone) in event.exceptions:
            continue
        found.append(Occurrence(event, start, start + length))
        if len(found) == MOST:
            break
    return found


def next_start(event: Event, after: int, zone: dt.tzinfo) -> int | None:
    """Return an event's first start after a time; None if there is none."""
    if event.repetition.interval <= 0:
        return event.start if event.start > after else None
    limit = event.repetition.limit
    for start in islice(_starts(event, after, zone), MOST):
        if 0 < limit < start:
            return None
        if start > after and day_code(start, zone) not in event.exceptions:
            return start
    return None


def _starts(event: Event, low: int, zone: dt.tzinfo) -> Iterator[int]:
    """Yield starts in order from a little before `low`; ends at the count, if there is one."""
    rule = event.repetition
    count = -rule.limit if rule.limit < 0 else None
    base = local(event.start, zone)
    if rule.interval % YEAR_S == 0:
        return _of_months(base, rule, 12 * (rule.interval // YEAR_S), low, count, zone)
    if rule.interval % MONTH_S == 0:
        return _of_months(base, rule, rule.interval // MONTH_S, low, count, zone)
    if rule.interval % WEEK_S == 0:
        return _of_weeks(base, rule, low, count, zone)
    if rule.interval == DAY_S:
        return _of_days(base, low, count, zone)
    return _of_seconds(event.start, rule.interval, low, count)


def _at(day: int, base: dt.datetime, zone: dt.tzinfo) -> int:
    """Return the epoch second of a day (an ordinal) at the base's time of day."""
    if zone is dt.UTC or getattr(zone, "key", None) == "UTC":
        time = base.hour * 3600 + base.minute * 60 + base.second
        return (day - _EPOCH_DAY) * DAY_S + time
    date = dt.date.fromordinal(day)
    return int(dt.datetime.combine(date, base.time(), zone).timestamp())


_LAST_DAY: Final = local(LAST_S, dt.UTC).toordinal()


def _day_of(second: int, zone: dt.tzinfo) -> int:
    return local(second, zone).toordinal()


def _of_seconds(start: int, step: int, low: int, count: int | None) -> Iterator[int]:
    index = max(0, (low - start) // step)
    while (count is None or index < count) and (at := start + index * step) <= LAST_S:
        yield at
        index += 1


def _of_days(base: dt.datetime, low: int, count: int | None, zone: dt.tzinfo) -> Iterator[int]:
    first = base.toordinal()
    index = max(0, _day_of(low, zone) - first - 1)
    while (count is None or index < count) and first + index <= _LAST_DAY:
        yield _at(first + index, base, zone)
        index += 1


def _of_weeks(
    base: dt.datetime, rule: Repetition, low: int, count: int | None, zone: dt.tzinfo
) -> Iterator[int]:
    """Yield starts on the rule's days of every nth week; the base's day only if listed."""
    days = [day for day in range(7) if rule.rule >> day & 1]
    if not days:
        return
    step = 7 * (rule.interval // WEEK_S)
    first = base.toordinal()
    monday = first - base.weekday()
    begun = [day for day in days if monday + day >= first]
    week = max(0, (_day_of(low, zone) - monday - 7) // step)
    index = 0 if week == 0 else len(begun) + (week - 1) * len(days)
    while True:
        for day in begun if week == 0 else days:
            if (count is not None and index >= count) or monday + week * step + day > _LAST_DAY:
                return
            yield _at(monday + week * step + day, base, zone)
            index += 1
        week += 1


def _of_months(
    base: dt.datetime, rule: Repetition, step: int, low: int, count: int | None, zone: dt.tzinfo
) -> Iterator[int]:
    """Yield starts in every nth month that has the day."""
    first = base.year * 12 + base.month - 1
    turn = 0
    if count is None:  # with a count, months have to be checked one by one for the day
        moment = local(low, zone)
        turn = max(0, (moment.year * 12 + moment.month - 1 - first) // step - 1)
    found = 0
    while (month := first + turn * step) <= _MONTHS_MAX and (count is None or found < count):
        day = _day_in(month // 12, month % 12 + 1, base, rule.rule)
        turn += 1
        if day is not None and day.toordinal() <= _LAST_DAY:
            yield _at(day.toordinal(), base, zone)
            found += 1


def _day_in(year: int, month: int, base: dt.datetime, rule: int) -> dt.date | None:
    """Return the day of a month that a rule selects; None if the month has none."""
    weekday, days = calendar.monthrange(year, month)
    if rule == LAST_DAY:
        number = days
    elif rule == LAST_WEEKDAY:
        number = days - (weekday + days - 1 - base.weekday()) % 7
    elif rule == ORDER_WEEKDAY:
        number = 1 + (base.weekday() - weekday) % 7 + 7 * ((base.day - 1) // 7)
    else:
        number = base.day
    return dt.date(year, month, number) if number <= days else None
