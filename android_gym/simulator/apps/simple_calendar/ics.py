"""iCalendar files (RFC 5545) of events and tasks, written and parsed with the package icalendar.

A file is split into entries at their BEGIN and END lines, and each entry is parsed on its own. A
truncated file therefore yields all its complete entries, as in the app, which parses line by line.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from android_gym.simulator.apps.simple_calendar.model import (
    ALL_DAY,
    COMPLETED,
    DAY_S,
    EVENT,
    IMPORTED,
    LAST_DAY,
    LAST_WEEKDAY,
    MONTH_S,
    NO_REMINDER,
    ORDER_WEEKDAY,
    SAME_DAY,
    TASK,
    WEEK_S,
    YEAR_S,
    Event,
    Repetition,
)
from android_gym.simulator.apps.simple_calendar.recurrence import day_code, local, stamp
from android_gym.simulator.apps.simple_calendar.storage import CalendarStore

if TYPE_CHECKING:
    from icalendar import Component

__all__ = ["MAX_BYTES", "Import", "read_calendar", "write_calendar"]

MAX_BYTES: Final = 8 << 20
"""Maximum size in bytes of a file that is read."""
MAX_ENTRIES: Final = 10_000
"""Maximum number of entries read from a file."""

_CODES: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_FREQUENCIES: Final = {"DAILY": DAY_S, "WEEKLY": WEEK_S, "MONTHLY": MONTH_S, "YEARLY": YEAR_S}
_BEGIN: Final = re.compile(r"^BEGIN:(VEVENT|VTODO)\s*$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True)
class Import:
    """Entries read from a file.

    Attributes:
        events: Events and tasks without ids, with the titles of their types.
        failed: Number of entries that could not be read.
    """

    events: tuple[tuple[Event, str], ...] = ()
    failed: int = 0


# -- writing


def write_calendar(store: CalendarStore, events: Iterable[Event]) -> bytes:
    """Return an iCalendar file with events and tasks."""
    import icalendar

    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Simple Mobile Tools//NONSGML Event Calendar//EN")
    calendar.add("version", "2.0")
    for event in events:
        calendar.add_component(_component(store, event))
    return bytes(calendar.to_ical())


def _component(store: CalendarStore, event: Event) -> Component:
    import icalendar

    item: Any = icalendar.Todo() if event.kind == TASK else icalendar.Event()
    kind = store.type_of(event.event_type)
    texts = (
        ("summary", event.title),
        ("uid", event.import_id),
        ("location", event.location),
        ("description", event.description),
    )
    for name, text in texts:
        if text:
            item.add(name, text)
    item.add("categories", [kind.title])
    item.add("last-modified", _utc(event.last_updated // 1000))
    item.add("dtstamp", _utc(store.context.system.clock.now_ms() // 1000))
    _add_times(item, event, store.context.system.clock.zone())
    for minutes in event.reminders:
        if minutes != NO_REMINDER:
            alarm = icalendar.Alarm()
            alarm.add("action", "DISPLAY")
            alarm.add("description", "Reminder")
            alarm.add("trigger", dt.timedelta(minutes=-minutes))
            item.add_component(alarm)
    component: Component = item
    return component


def _add_times(item: Any, event: Event, zone: dt.tzinfo) -> None:
    """Add start, end, repetition and excluded days."""
    if event.all_day:
        item.add("dtstart", local(event.start, zone).date())
    else:
        item.add("dtstart", _utc(event.start))
    if event.kind == EVENT and event.all_day:
        item.add("dtend", local(event.end, zone).date() + dt.timedelta(days=1))
    elif event.kind == EVENT:
        item.add("dtend", _utc(event.end))
    elif event.flags & COMPLETED:
        item.add("status", "COMPLETED")
    if event.repetition.interval > 0:
        item.add("rrule", _rule(event, zone))
    for code in event.exceptions:
        item.add("exdate", dt.date(int(code[:4]), int(code[4:6]), int(code[6:])))


def _utc(second: int) -> dt.datetime:
    return local(second, dt.UTC)


def _rule(event: Event, zone: dt.tzinfo) -> dict[str, Any]:
    repetition = event.repetition
    frequency, unit = next(
        (name, unit)
        for name, unit in (
            ("YEARLY", YEAR_S), ("MONTHLY", MONTH_S), ("WEEKLY", WEEK_S), ("DAILY", DAY_S),
            ("SECONDLY", 1),
        )
        if repetition.interval % unit == 0
    )  # fmt: skip
    rule: dict[str, Any] = {"freq": frequency, "interval": repetition.interval // unit}
    start = local(event.start, zone)
    if repetition.limit > 0:
        rule["until"] = _utc(repetition.limit)
    elif repetition.limit < 0:
        rule["count"] = -repetition.limit
    if frequency == "WEEKLY":
        rule["byday"] = [code for day, code in enumerate(_CODES) if repetition.rule >> day & 1]
    elif frequency in ("MONTHLY", "YEARLY"):
        code = _CODES[start.weekday()]
        if repetition.rule == ORDER_WEEKDAY:
            rule["byday"] = f"{(start.day - 1) // 7 + 1}{code}"
        elif repetition.rule == LAST_WEEKDAY:
            rule["byday"] = f"-1{code}"
        elif repetition.rule == LAST_DAY:
            rule["bymonthday"] = -1
    return rule


# -- reading


def read_calendar(content: bytes, zone: dt.tzinfo, zone_name: str, now_ms: int) -> Import:
    """Read the complete entries of a file.

    Args:
        content: The file; no more than `MAX_BYTES` and `MAX_ENTRIES` of it are read.
        zone: Time zone of times that name none.
        zone_name: Name of that zone.
        now_ms: Modification time of the new rows, epoch milliseconds.
    """
    text = content[:MAX_BYTES].decode("utf-8", "replace").replace("\r\n", "\n")
    found: list[tuple[Event, str]] = []
    failed = 0
    for entry in _entries(text):
        if len(found) + failed >= MAX_ENTRIES:
            break
        event = _read(entry, zone, zone_name, now_ms)
        if event is None:
            failed += 1
        else:
            found.append(event)
    return Import(tuple(found), failed)


def _entries(text: str) -> Iterator[str | None]:
    """Yield the text of each entry; None for an entry without an end."""
    starts = list(_BEGIN.finditer(text))
    for index, start in enumerate(starts):
        limit = starts[index + 1].start() if index + 1 < len(starts) else len(text)
        end = re.compile(rf"^END:{start[1]}\s*$", re.IGNORECASE | re.MULTILINE).search(
            text, start.end(), limit
        )
        yield None if end is None else text[start.start() : end.end()].rstrip() + "\n"


def _read(
    entry: str | None, zone: dt.tzinfo, zone_name: str, now_ms: int
) -> tuple[Event, str] | None:
    import icalendar

    if entry is None:
        return None
    kind = TASK if entry[:12].upper().startswith("BEGIN:VTODO") else EVENT
    reader: Any = icalendar.Todo if kind == TASK else icalendar.Event
    try:
        item = reader.from_ical(entry.replace("\n", "\r\n"))
        start, all_day = _moment(item.get("dtstart"), zone)
        end = _end(item, start, all_day, zone)
        event = Event(
            0,
            start,
            end,
            str(item.get("summary", ""))[:MAX_BYTES],
            str(item.get("location", "")),
            str(item.get("description", "")),
            reminders=_reminders(item),
            repetition=_repetition(item, start, zone),
            exceptions=_exceptions(item, zone),
            import_id=str(item.get("uid", "")),
            time_zone=zone_name,
            flags=(ALL_DAY if all_day else 0)
            | (COMPLETED if str(item.get("status", "")).upper() == "COMPLETED" else 0),
            last_updated=now_ms,
            source=IMPORTED,
            kind=kind,
        )
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError):
        return None
    names = item.get("categories")
    titles = [str(each) for each in getattr(names, "cats", ())]
    return event, titles[0][:80] if titles else ""


def _moment(value: Any, zone: dt.tzinfo) -> tuple[int, bool]:
    """Return a property's epoch second, and whether it is a date without a time."""
    if value is None:
        raise ValueError("An entry without a start.")
    moment = value.dt
    if not isinstance(moment, dt.datetime):
        return stamp(dt.datetime.combine(moment, dt.time()), zone), True
    if moment.tzinfo is None:
        return stamp(moment, zone), False
    return int(moment.timestamp()), False


def _end(item: Any, start: int, all_day: bool, zone: dt.tzinfo) -> int:
    """Return the end: as given, from a duration, or the start; all-day events end at noon."""
    if "dtend" in item:
        end = _moment(item.get("dtend"), zone)[0]
    elif "duration" in item:
        end = start + int(item.get("duration").dt.total_seconds())
    else:
        end = start + (DAY_S if all_day else 0)
    if not all_day:
        return max(start, end)
    last = max(local(start, zone).toordinal(), local(end, zone).toordinal() - 1)
    return stamp(dt.datetime.combine(dt.date.fromordinal(last), dt.time(12)), zone)


def _reminders(item: Any) -> tuple[int, int, int]:
    found = []
    for alarm in item.walk("VALARM"):
        trigger = getattr(alarm.get("trigger"), "dt", None)
        if isinstance(trigger, dt.timedelta):
            found.append(max(0, -int(trigger.total_seconds()) // 60))
    first, second, third = (*sorted(found)[:3], *[NO_REMINDER] * 3)[:3]
    return first, second, third


def _repetition(item: Any, start: int, zone: dt.tzinfo) -> Repetition:
    rule = item.get("rrule")
    if rule is None:
        return Repetition()
    unit = _FREQUENCIES[str(rule["freq"][0]).upper()]
    interval = unit * max(1, int(rule.get("interval", [1])[0]))
    limit = 0
    if "until" in rule:
        until = rule["until"][0]
        if not isinstance(until, dt.datetime):
            limit = stamp(dt.datetime.combine(until, dt.time(23, 59, 59)), zone)
        else:
            limit = int((until if until.tzinfo else until.replace(tzinfo=zone)).timestamp())
    elif "count" in rule:
        limit = -int(rule["count"][0])
    days = [str(day).upper() for day in rule.get("byday", [])]
    weekday = local(start, zone).weekday()
    if interval % WEEK_S == 0 and unit in (DAY_S, WEEK_S):
        bits = sum(1 << _CODES.index(day) for day in dict.fromkeys(days)) or 1 << weekday
        return Repetition(interval, bits, limit)
    if unit == DAY_S:
        return Repetition(interval, 0, limit)
    if days:
        return Repetition(interval, LAST_WEEKDAY if days[0][0] == "-" else ORDER_WEEKDAY, limit)
    last = unit == MONTH_S and [int(day) for day in rule.get("bymonthday", [])] == [-1]
    return Repetition(interval, LAST_DAY if last else SAME_DAY, limit)


def _exceptions(item: Any, zone: dt.tzinfo) -> tuple[str, ...]:
    given = item.get("exdate", [])
    codes = []
    for entry in given if isinstance(given, list) else [given]:
        for each in entry.dts:
            codes.append(day_code(_moment(each, zone)[0], zone))
    return tuple(dict.fromkeys(codes))
