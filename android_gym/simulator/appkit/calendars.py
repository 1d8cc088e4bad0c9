"""The phone's calendars: events of the calendar provider, and the times at which they take place.

The provider answers queries for instances with `expand`; apps use `Calendars`.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from android_gym.simulator.appkit.recurrence import parse, starts
from android_gym.simulator.system.clock import find_zone
from android_gym.simulator.ui.activity import Context

__all__ = [
    "AUTHORITY",
    "CANCELED",
    "COLUMNS",
    "URI",
    "Calendar",
    "Calendars",
    "Event",
    "Instance",
    "day_in",
    "event_of",
    "expand",
    "stamp",
]

AUTHORITY: Final = "com.android.calendar"
URI: Final = f"content://{AUTHORITY}"

CANCELED: Final = 2
"""``eventStatus`` of an event that doesn't take place."""

COLUMNS: Final = (
    "_id", "calendar_id", "title", "eventLocation", "description", "dtstart", "dtend", "duration",
    "allDay", "eventTimezone", "rrule", "exdate", "eventColor", "eventStatus", "original_id",
    "originalInstanceTime",
)  # fmt: skip
"""Columns of ``events`` in the order in which `event_of` reads them."""

_EPOCH: Final = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_FIRST_MS, _LAST_MS = -62_135_424_000_000, 253_402_128_000_000
"""Two days less than the range of `datetime`."""

_DURATION: Final = re.compile(
    r"P(?:(\d{1,6})W)?(?:(\d{1,6})D)?T?(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9})S)?"
)
_UNITS_MS: Final = (604_800_000, 86_400_000, 3_600_000, 60_000, 1000)


@dataclass(frozen=True)
class Event:
    """A calendar event.

    Attributes:
        id: Its row in ``events``.
        calendar: Its calendar's row in ``calendars``.
        begin_ms: Start of its first occurrence, epoch milliseconds; midnight UTC for whole days.
        length_ms: Its duration in milliseconds.
        all_day: Whether it lasts whole days.
        zone: Time zone in which it repeats.
        rule: RRULE, "" for none.
        dropped: Start times of excluded occurrences, epoch milliseconds (EXDATE).
        color: Its own colour, ``#RRGGBB``; "" for that of its calendar.
        canceled: Whether it doesn't take place.
        original: Id of the repeating event of which it replaces one occurrence; 0 for none.
        original_ms: Original start of that occurrence, epoch milliseconds.
    """

    id: int
    calendar: int
    title: str = ""
    location: str = ""
    description: str = ""
    begin_ms: int = 0
    length_ms: int = 0
    all_day: bool = False
    zone: str = "UTC"
    rule: str = ""
    dropped: tuple[int, ...] = ()
    color: str = ""
    canceled: bool = False
    original: int = 0
    original_ms: int = 0


@dataclass(frozen=True)
class Instance:
    """One occurrence of an event.

    Attributes:
        event: The event.
        begin_ms: Epoch milliseconds.
        end_ms: Epoch milliseconds.
    """

    event: Event
    begin_ms: int
    end_ms: int

    def days(self, zone: dt.tzinfo) -> tuple[dt.date, dt.date]:
        """Return its first and last day; one that ends at midnight ends the day before."""
        where = dt.UTC if self.event.all_day else zone
        first = _moment(self.begin_ms, where).date()
        last = _moment(max(self.begin_ms, self.end_ms - 1), where).date()
        return first, last

    def times(self, zone: dt.tzinfo) -> tuple[dt.datetime, dt.datetime]:
        """Return its start and end in a zone; for whole days, midnights."""
        where = dt.UTC if self.event.all_day else zone
        return _moment(self.begin_ms, where), _moment(self.end_ms, where)


@dataclass(frozen=True)
class Calendar:
    """A calendar.

    Attributes:
        id: Its row in ``calendars``.
        name: Its name.
        account: Account it belongs to.
        color: ``#RRGGBB``.
        visible: Whether its events are shown.
        writable: Whether its events can be changed.
    """

    id: int
    name: str
    account: str
    color: str
    visible: bool
    writable: bool


def _moment(ms: int, zone: dt.tzinfo) -> dt.datetime:
    clamped = max(_FIRST_MS, min(_LAST_MS, ms))
    return (_EPOCH + dt.timedelta(milliseconds=clamped)).astimezone(zone)


def day_in(uri: str, zone: dt.tzinfo) -> dt.date | None:
    """Return the day of the provider's URI of a time, ``time/<epoch milliseconds>``."""
    found = re.fullmatch(rf"{re.escape(URI)}/time/(\d{{1,15}})", uri)
    return _moment(int(found[1]), zone).date() if found else None


def stamp(moment: dt.datetime) -> int:
    """Convert a moment to epoch milliseconds."""
    return (moment - _EPOCH) // dt.timedelta(milliseconds=1)


def _number(value: object) -> int:
    return max(_FIRST_MS, min(_LAST_MS, value)) if isinstance(value, int) else 0


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _length(begin: object, end: object, duration: object) -> int:
    """Return the duration of an event in milliseconds, from ``dtend`` or ``duration``."""
    if isinstance(end, int):
        return max(0, _number(end) - _number(begin))
    found = _DURATION.fullmatch(_text(duration))
    if found is None:
        return 0
    parts = zip(found.groups(), _UNITS_MS, strict=True)
    return sum(int(count) * unit for count, unit in parts if count)


def color_of(value: object) -> str:
    """Convert a colour from Android's integer to ``#RRGGBB``; "" for none."""
    return f"#{value & 0xFFFFFF:06X}" if isinstance(value, int) else ""


def _dropped(text: str) -> tuple[int, ...]:
    """Parse the times of EXDATE, which are in UTC."""
    found = []
    for part in text.split(",")[:1000]:
        try:
            moment = dt.datetime.strptime(part.strip().rstrip("Z"), "%Y%m%dT%H%M%S")
        except ValueError:
            continue
        found.append(stamp(moment.replace(tzinfo=dt.UTC)))
    return tuple(found)


def event_of(row: Sequence[Any]) -> Event:
    """Return the event of a row with `COLUMNS`."""
    number, calendar, title, place, words, begin, end, duration, all_day, zone, *more = row
    rule, dropped, color, status, original, original_ms = more
    return Event(
        number,
        _number(calendar),
        _text(title),
        _text(place),
        _text(words),
        _number(begin),
        _length(begin, end, duration),
        bool(all_day),
        "UTC" if all_day else _text(zone) or "UTC",
        _text(rule),
        _dropped(_text(dropped)),
        color_of(color),
        status == CANCELED,
        _number(original),
        _number(original_ms),
    )


def expand(
    events: Sequence[Event], first_ms: int, last_ms: int, most: int | None = None
) -> list[Instance]:
    """Return the occurrences of events, by start, longer ones first.

    Args:
        events: Events, including those that replace single occurrences of others.
        first_ms: Epoch milliseconds; occurrences that end earlier are omitted.
        last_ms: Epoch milliseconds; occurrences that start later are omitted.
        most: Most occurrences; None for no limit.

    Raises:
        ValueError: If there are more than `most`.
    """
    replaced = {(each.original, each.original_ms) for each in events if each.original}
    found = []
    for event in events:
        if event.canceled:
            continue
        rule, zone = event.rule, event.zone
        for begin in _begins(rule, zone, event.begin_ms, event.length_ms, first_ms, last_ms):
            end = begin + event.length_ms
            gone = (event.id, begin) in replaced or begin in event.dropped
            if begin <= last_ms and end >= first_ms and not gone:
                found.append(Instance(event, begin, end))
        if most is not None and len(found) > most:
            raise ValueError(f"There are more than {most} times of events in this range")
    return sorted(found, key=lambda i: (i.begin_ms, -i.end_ms, i.event.title, i.event.id))


@lru_cache(maxsize=2048)
def _begins(
    rule_text: str, zone_name: str, begin_ms: int, length_ms: int, first_ms: int, last_ms: int
) -> tuple[int, ...]:
    rule = parse(rule_text)
    if rule is None:
        return (begin_ms,)
    zone = find_zone(zone_name) or dt.UTC

    def local(ms: int) -> dt.datetime:
        return _moment(ms, zone).replace(tzinfo=None)

    after, before = local(first_ms - length_ms), local(last_ms) + dt.timedelta(milliseconds=1)
    moments = starts(rule, local(begin_ms), after, before)
    return tuple([stamp(moment.replace(tzinfo=zone)) for moment in moments])


class Calendars:
    """Access to the calendar provider.

    Args:
        context: Context of the calling app.
    """

    def __init__(self, context: Context) -> None:
        self._provider = context.provider(AUTHORITY)
        self.zone = context.system.clock.zone()

    def _query(
        self, path: str, columns: Sequence[str], where: str | None = None, *values: Any
    ) -> Sequence[Sequence[Any]]:
        _, rows = self._provider.query(f"{URI}/{path}", list(columns), where, "_id", values)
        found: Sequence[Sequence[Any]] = rows
        return found

    def calendars(self) -> list[Calendar]:
        """Return all calendars."""
        columns = (
            "_id", "calendar_displayName", "account_name", "calendar_color", "visible",
            "calendar_access_level",
        )  # fmt: skip
        return [
            Calendar(
                number,
                _text(name) or "(No name)",
                _text(account),
                color_of(color) or "#4285F4",
                visible == 1,
                isinstance(level, int) and level >= 500,
            )
            for number, name, account, color, visible, level in self._query("calendars", columns)
        ]

    def show(self, calendar: int, visible: bool) -> None:
        """Show or hide the events of a calendar."""
        self._provider.update(f"{URI}/calendars/{calendar}", {"visible": int(visible)})

    def events(self, where: str = "deleted = 0", *values: Any) -> list[Event]:
        """Return events."""
        return [event_of(row) for row in self._query("events", COLUMNS, where, *values)]

    def get(self, event: int) -> Event | None:
        """Return an event, or None if it doesn't exist."""
        return next(iter(self.events("deleted = 0 AND _id = ?", event)), None)

    def between(self, first: dt.date, last: dt.date) -> list[Instance]:
        """Return the occurrences in visible calendars on a range of days, including the last."""
        begin = stamp(dt.datetime.combine(first, dt.time(), self.zone))
        end = stamp(dt.datetime.combine(last, dt.time(23, 59, 59, 999_000), self.zone))
        day = 86_400_000  # whole days are in UTC, and may start up to a day earlier or later
        where = "deleted = 0 AND visible = 1 AND ifnull(dtstart, 0) <= ? AND "
        where += "(rrule IS NOT NULL OR original_id IS NOT NULL OR ifnull(lastDate, dtend) >= ?)"
        found = expand(self.events(where, end + day, begin - day), begin - day, end + day)
        return [
            each
            for each in found
            for days in [each.days(self.zone)]
            if days[0] <= last and days[1] >= first
        ]

    def reminders(self, event: int) -> list[int]:
        """Return the reminders of an event, in minutes before it."""
        rows = self._query("reminders", ("minutes",), "event_id = ?", event)
        return sorted({minutes for (minutes,) in rows if isinstance(minutes, int)})

    def add(self, values: Mapping[str, Any], reminders: Sequence[int] = ()) -> int:
        """Add an event with its reminders; return its id."""
        uri = self._provider.insert(f"{URI}/events", values)
        number = int(str(uri).rpartition("/")[2])
        self.set_reminders(number, reminders)
        return number

    def change(self, event: int, values: Mapping[str, Any]) -> None:
        """Change columns of an event."""
        self._provider.update(f"{URI}/events/{event}", values)

    def set_reminders(self, event: int, minutes: Sequence[int]) -> None:
        """Replace an event's reminders."""
        self._provider.delete(f"{URI}/reminders", "event_id = ?", (event,))
        for each in sorted(set(minutes)):
            row = {"event_id": event, "minutes": each, "method": 1}
            self._provider.insert(f"{URI}/reminders", row)

    def delete(self, event: int) -> None:
        """Delete an event with all its occurrences."""
        self._provider.delete(f"{URI}/events/{event}")

    def cancel(self, event: Event, begin_ms: int) -> None:
        """Cancel one occurrence of an event."""
        values = {"originalInstanceTime": begin_ms, "eventStatus": CANCELED}
        self._provider.insert(f"{URI}/exception/{event.id}", values)
