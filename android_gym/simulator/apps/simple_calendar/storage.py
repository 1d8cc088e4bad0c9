"""The calendar's storage: the Room database and the preferences."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final, overload

from android_gym.simulator.appkit.columns import text_of
from android_gym.simulator.appkit.lists import Pages
from android_gym.simulator.appkit.simple_commons import prefs
from android_gym.simulator.apps.simple_calendar.model import (
    REGULAR,
    Event,
    EventType,
    Occurrence,
    Place,
    Repetition,
)
from android_gym.simulator.apps.simple_calendar.recurrence import occurrences
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = [
    "PRIMARY",
    "CalendarStore",
    "event_of",
    "install",
    "marked_event",
    "open_database",
]

PRIMARY: Final = 0xFF219BCC - (1 << 32)
"""Colour of the first event type, from the wallpaper, as a signed ARGB integer."""

_VERSION: Final = 8
_SCHEMA = """
CREATE TABLE IF NOT EXISTS android_metadata (locale TEXT);
INSERT INTO android_metadata SELECT 'en_US' WHERE NOT EXISTS (SELECT 1 FROM android_metadata);
CREATE TABLE IF NOT EXISTS `events` (`id` INTEGER PRIMARY KEY AUTOINCREMENT,
`start_ts` INTEGER NOT NULL, `end_ts` INTEGER NOT NULL, `title` TEXT NOT NULL,
`location` TEXT NOT NULL, `description` TEXT NOT NULL, `reminder_1_minutes` INTEGER NOT NULL,
`reminder_2_minutes` INTEGER NOT NULL, `reminder_3_minutes` INTEGER NOT NULL,
`reminder_1_type` INTEGER NOT NULL, `reminder_2_type` INTEGER NOT NULL,
`reminder_3_type` INTEGER NOT NULL, `repeat_interval` INTEGER NOT NULL,
`repeat_rule` INTEGER NOT NULL, `repeat_limit` INTEGER NOT NULL,
`repetition_exceptions` TEXT NOT NULL, `attendees` TEXT NOT NULL, `import_id` TEXT NOT NULL,
`time_zone` TEXT NOT NULL, `flags` INTEGER NOT NULL, `event_type` INTEGER NOT NULL,
`parent_id` INTEGER NOT NULL, `last_updated` INTEGER NOT NULL, `source` TEXT NOT NULL,
`availability` INTEGER NOT NULL, `color` INTEGER NOT NULL, `type` INTEGER NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS `index_events_id` ON `events` (`id`);
CREATE TABLE IF NOT EXISTS `event_types` (`id` INTEGER PRIMARY KEY AUTOINCREMENT,
`title` TEXT NOT NULL, `color` INTEGER NOT NULL, `caldav_calendar_id` INTEGER NOT NULL,
`caldav_display_name` TEXT NOT NULL, `caldav_email` TEXT NOT NULL, `type` INTEGER NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS `index_event_types_id` ON `event_types` (`id`);
CREATE TABLE IF NOT EXISTS `widgets` (`id` INTEGER PRIMARY KEY AUTOINCREMENT,
`widget_id` INTEGER NOT NULL, `period` INTEGER NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS `index_widgets_widget_id` ON `widgets` (`widget_id`);
CREATE TABLE IF NOT EXISTS `tasks` (`id` INTEGER PRIMARY KEY AUTOINCREMENT,
`task_id` INTEGER NOT NULL, `start_ts` INTEGER NOT NULL, `flags` INTEGER NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS `index_tasks_id_task_id` ON `tasks` (`id`, `task_id`);
CREATE TABLE IF NOT EXISTS room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT);
INSERT OR REPLACE INTO room_master_table (id,identity_hash)
VALUES(42, '1d5b2fddcb258e43f2935820863057a9');
"""


def _create(database: Database) -> None:
    database.script(_SCHEMA)
    if not database.value("SELECT count(*) FROM event_types"):
        database.execute(
            "INSERT INTO event_types VALUES (1, 'Regular event', ?, 0, '', '', 0)", (PRIMARY,)
        )


def _upgrade(database: Database, old: int, new: int) -> None:
    # Create tables that an older version lacks and keep rows; a differing table fails when queried.
    _create(database)


def open_database(context: Context) -> Database:
    """Open ``events.db``, creating it with its first event type if it is missing."""
    database = context.database(
        "events.db", wal=True, version=_VERSION, create=_create, upgrade=_upgrade
    )
    if "display_event_types" not in prefs(context).all():
        prefs(context).put(display_event_types=frozenset({str(REGULAR)}))
    return database


def install(context: Context, *, cleared: bool) -> None:
    """Leave the app as after being opened and stopped once, like in AndroidWorld."""
    if cleared:
        return
    prefs(context).put(
        app_run_count=1, last_version=238, internal_storage_path="/storage/emulated/0"
    )
    open_database(context)
    context.system.databases.close_owner(context.package)


_COLUMNS = (
    "id, start_ts, end_ts, title, location, description, reminder_1_minutes, reminder_2_minutes, "
    "reminder_3_minutes, reminder_1_type, reminder_2_type, reminder_3_type, repeat_interval, "
    "repeat_rule, repeat_limit, repetition_exceptions, attendees, import_id, time_zone, flags, "
    "event_type, parent_id, last_updated, source, availability, color, type"
)
_NAMES = _COLUMNS.split(", ")


def _int(value: Any) -> int:
    """Return a column of any type as Android's Cursor.getLong does."""
    if isinstance(value, str):
        digits = re.match(r"\s*[-+]?\d{1,18}", value)
        return int(digits[0]) if digits else 0
    return int(value) if isinstance(value, int | float) and abs(value) < 1 << 63 else 0


@lru_cache(maxsize=4096)
def event_of(row: tuple[Any, ...]) -> Event:
    """Return the event of a row; equal rows give the same cached object."""
    return Event(
        id=row[0],
        start=_int(row[1]),
        end=_int(row[2]),
        title=text_of(row[3]),
        location=text_of(row[4]),
        description=text_of(row[5]),
        reminders=(_int(row[6]), _int(row[7]), _int(row[8])),
        reminder_kinds=(_int(row[9]), _int(row[10]), _int(row[11])),
        repetition=Repetition(_int(row[12]), _int(row[13]), _int(row[14])),
        exceptions=_exceptions(row[15]),
        attendees=text_of(row[16]),
        import_id=text_of(row[17]),
        time_zone=text_of(row[18]),
        flags=_int(row[19]),
        event_type=_int(row[20]),
        parent_id=_int(row[21]),
        last_updated=_int(row[22]),
        source=text_of(row[23]),
        availability=_int(row[24]),
        color=_int(row[25]),
        kind=_int(row[26]),
    )


_MARKS = (
    "id, start_ts, end_ts, title, repeat_interval, repeat_rule, repeat_limit, "
    "repetition_exceptions, flags, event_type, color, type"
)


class _Places(Sequence[Place]):
    """Places that are loaded page by page on access.

    Args:
        count: Number of places.
        read: Function of offset and count that returns the rows; fewer if rows have been deleted.
    """

    def __init__(self, count: int, read: Callable[[int, int], Sequence[tuple[Any, ...]]]) -> None:
        self._count = count
        self._read = read
        self._pages = Pages(lambda number: read(number * _PAGE, _PAGE), _PAGE)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Place: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Place]: ...

    def __getitem__(self, index: int | slice) -> Place | Sequence[Place]:
        if isinstance(index, slice):
            return list(self)[index]
        if not -self._count <= index < self._count:
            raise IndexError(index)
        row = self._pages.get(index % self._count)
        return NOWHERE if row is None else _place_of(row)

    def __iter__(self) -> Iterator[Place]:
        return map(_place_of, self._read(0, self._count))


_PAGE: Final = 50
"""Number of places loaded at once."""

NOWHERE: Final = Place(True, 0, 0, "", 0)
"""Placeholder for a row deleted since the list was counted; the list will be counted again."""


def _place_of(row: tuple[Any, ...]) -> Place:
    timed, start, end, title, number = row
    return Place(bool(timed), start, end, title, number)


_PLACE = (
    "(flags & 1) = 0, CAST(start_ts AS INTEGER), CAST(end_ts AS INTEGER), "
    "CAST(ifnull(title, '') AS TEXT), id"
)
_LISTED = "ORDER BY 1, 2, 3, 4, description, id"
_ONCE = "repeat_interval <= 0 AND start_ts <= ? AND max(end_ts, start_ts) >= ?"
_AGAIN = "repeat_interval > 0 AND start_ts <= ?"


def _place(found: Occurrence) -> Place:
    event = found.event
    return Place(not event.all_day, found.start, found.end, event.title, event.id)


def marked_event(row: tuple[Any, ...]) -> Event:
    """Return the event of a row of `CalendarStore.marks_between`, without location or text."""
    number, start, end, title, interval, rule, limit, exceptions, flags, kind, color, task = row
    return Event(
        number,
        _int(start),
        _int(end),
        text_of(title),
        repetition=Repetition(_int(interval), _int(rule), _int(limit)),
        exceptions=_exceptions(exceptions),
        flags=_int(flags),
        event_type=_int(kind),
        color=_int(color),
        kind=_int(task),
    )


def _exceptions(value: Any) -> tuple[str, ...]:
    """Return the days of a list in either of the app's formats."""
    return () if value == "[]" else tuple(re.findall(r"\d{8}", text_of(value)))


def _row(event: Event) -> dict[str, Any]:
    rule = event.repetition
    values = (
        event.id or None,
        event.start,
        event.end,
        event.title,
        event.location,
        event.description,
        *event.reminders,
        *event.reminder_kinds,
        rule.interval,
        rule.rule,
        rule.limit,
        json.dumps(event.exceptions, separators=(",", ":")),
        event.attendees,
        event.import_id,
        event.time_zone,
        event.flags,
        event.event_type,
        event.parent_id,
        event.last_updated,
        event.source,
        event.availability,
        event.color,
        event.kind,
    )
    return dict(zip(_NAMES, values, strict=True))


class CalendarStore:
    """Queries of the calendar's database."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @cached_property
    def database(self) -> Database:
        """The open database."""
        return open_database(self.context)

    # -- events

    def get(self, number: int) -> Event | None:
        """Return an event or task by its id."""
        rows = self.database.query(f"SELECT {_COLUMNS} FROM events WHERE id = ?", (number,))
        return event_of(rows[0]) if rows else None

    def synced(self, number: str) -> Event | None:
        """Return the copy of an event of the phone's calendars; its import id ends with its id."""
        rows = self.database.query(
            f"SELECT {_COLUMNS} FROM events WHERE import_id LIKE ? ORDER BY id LIMIT 1",
            (f"%-{number}",),
        )
        return event_of(rows[0]) if rows else None

    def marks_between(self, first: int, last: int) -> list[tuple[Any, ...]]:
        """Return rows like `rows_between`, but with only the columns that `marked_event` needs."""
        return self.rows_between(first, last, _MARKS)

    def _select(
        self, where: str, parameters: Sequence[Any], columns: str, rest: str = ""
    ) -> list[tuple[Any, ...]]:
        types = sorted(self.shown_types())
        marks = ", ".join("?" * len(types))
        return self.database.query(
            f"SELECT {columns} FROM events WHERE {where} AND event_type IN ({marks}) {rest}",
            (*parameters, *types),
        )

    def rows_between(self, first: int, last: int, columns: str = _COLUMNS) -> list[tuple[Any, ...]]:
        """Return rows of events that may occur between two times, of the visible event types.

        Args:
            first: Epoch second.
            last: Epoch second.
            columns: Columns to read.

        Returns:
            Rows of single events in that span, and of repeating events that start before its end.
        """
        return [
            *self._select(_ONCE, (last, first), columns, "ORDER BY id"),
            *self._select(_AGAIN, (last,), columns, "ORDER BY id"),
        ]

    def occurrences(self, first: int, last: int, text: str = "") -> list[Occurrence]:
        """Return the occurrences between two times, in the order of the app's lists.

        Args:
            first: Epoch second.
            last: Epoch second.
            text: Text in title, location or description, ignoring case; "" for all.
        """
        zone = self.context.system.clock.zone()
        lowered = text.casefold()
        found: list[Occurrence] = []
        for row in self.rows_between(first, last):
            event = event_of(row)
            texts = (event.title, event.location, event.description)
            if not lowered or any(lowered in each.casefold() for each in texts):
                found += occurrences(event, first, last, zone)
        return sorted(found, key=list_order)

    def places(self, first: int, last: int, text: str = "") -> Sequence[Place]:
        """Return the places of the occurrences between two times, in the order of lists.

        If no event repeats, they are only counted here and loaded on access.

        Args:
            first: Epoch second.
            last: Epoch second.
            text: As for `occurrences`.
        """
        if text:
            return [_place(each) for each in self.occurrences(first, last, text)]
        zone = self.context.system.clock.zone()
        again = [
            _place(each)
            for row in self._select(_AGAIN, (last,), _MARKS, "ORDER BY id")
            for each in occurrences(marked_event(row), first, last, zone)
        ]
        where = _ONCE, (last, first)

        def read(start: int, most: int) -> list[tuple[Any, ...]]:
            return self._select(*where, _PLACE, f"{_LISTED} LIMIT {most} OFFSET {start}")

        if again:
            rows = self._select(*where, _PLACE, _LISTED)
            return sorted([*map(_place_of, rows), *again])
        return _Places(self._select(*where, "count(*)")[0][0], read)

    def occurrence(self, place: Place) -> Occurrence | None:
        """Return the occurrence of a place; None if its event is gone."""
        event = self.get(place.id)
        return None if event is None else Occurrence(event, place.start, place.end)

    def all(self) -> list[Event]:
        """Return all events and tasks, visible or not, by id."""
        rows = self.database.query(f"SELECT {_COLUMNS} FROM events ORDER BY id")
        return [event_of(row) for row in rows]

    def reminding(self) -> list[Event]:
        """Return the events and tasks with a reminder, by id."""
        rows = self.database.query(
            f"SELECT {_COLUMNS} FROM events WHERE reminder_1_minutes != -1 OR "
            "reminder_2_minutes != -1 OR reminder_3_minutes != -1 ORDER BY id"
        )
        return [event_of(row) for row in rows]

    def save(self, event: Event) -> int:
        """Insert an event, or replace the one with its id; return the id."""
        if event.id:
            row = _row(event)
            names = ", ".join(f"{name} = ?" for name in row)
            self.database.execute(
                f"UPDATE events SET {names} WHERE id = ?", (*row.values(), event.id)
            )
            return event.id
        return self.database.insert("events", _row(event))

    def delete(self, numbers: Iterable[int]) -> None:
        """Delete events and the changed occurrences of their series."""
        ids = [(number,) for number in numbers]
        with self.database.transaction():
            self.database.executemany("DELETE FROM events WHERE id = ?", ids)
            self.database.executemany("DELETE FROM events WHERE parent_id = ?", ids)
            self.database.executemany("DELETE FROM tasks WHERE task_id = ?", ids)

    def delete_all(self) -> None:
        """Delete all events and tasks."""
        with self.database.transaction():
            self.database.execute("DELETE FROM events")
            self.database.execute("DELETE FROM tasks")

    def add_exception(self, number: int, code: str) -> None:
        """Exclude a day from an event's repetition, stored as plain numbers like the app does."""
        event = self.get(number)
        if event is not None and code not in event.exceptions:
            codes = ", ".join((*event.exceptions, code))
            self.database.execute(
                "UPDATE events SET repetition_exceptions = ? WHERE id = ?", (f"[{codes}]", number)
            )

    def set_limit(self, number: int, limit: int) -> None:
        """Set the last start of an event's repetition, in epoch seconds."""
        self.database.execute("UPDATE events SET repeat_limit = ? WHERE id = ?", (limit, number))

    def new_import_id(self, title: str, start: int) -> str:
        """Return a new id: 32 hexadecimal digits followed by the time in milliseconds.

        The digits are a hash of the event and the time, because the phone has no randomness of its
        own.
        """
        now = self.context.system.clock.now_ms()
        rows = self.database.value("SELECT coalesce(max(seq), 0) FROM sqlite_sequence") or 0
        digest = hashlib.md5(f"{now} {rows} {start} {title}".encode(), usedforsecurity=False)
        return f"{digest.hexdigest()}{now}"

    # -- tasks

    def completed(self, event: Event, start: int) -> bool:
        """Return whether a task's occurrence is completed."""
        if not event.repetition.interval:
            return bool(event.flags & 8)
        rows = self.database.query(
            "SELECT flags FROM tasks WHERE task_id = ? AND start_ts = ?", (event.id, start)
        )
        return any(_int(flags) & 8 for (flags,) in rows)

    def set_completed(self, event: Event, start: int, done: bool) -> None:
        """Mark a task's occurrence as completed or not."""
        if not event.repetition.interval:
            flags = event.flags | 8 if done else event.flags & ~8
            self.database.execute("UPDATE events SET flags = ? WHERE id = ?", (flags, event.id))
            return
        with self.database.transaction():
            self.database.execute(
                "DELETE FROM tasks WHERE task_id = ? AND start_ts = ?", (event.id, start)
            )
            if done:
                values = {"task_id": event.id, "start_ts": start, "flags": event.flags | 8}
                self.database.insert("tasks", values)

    # -- event types

    def types(self) -> list[EventType]:
        """Return the event types by title."""
        rows = self.database.query("SELECT id, title, color FROM event_types")
        found = [EventType(row[0], text_of(row[1]), _int(row[2])) for row in rows]
        return sorted(found, key=lambda each: (each.title.casefold(), each.id))

    def type_of(self, number: int) -> EventType:
        """Return an event type, or the first one if it is gone."""
        kinds = {each.id: each for each in self.types()}
        return (
            kinds.get(number) or kinds.get(REGULAR) or EventType(REGULAR, "Regular event", PRIMARY)
        )

    def save_type(self, number: int, title: str, color: int) -> int:
        """Change an event type, or with number 0 add a visible one; return its id."""
        if number:
            self.database.execute(
                "UPDATE event_types SET title = ?, color = ? WHERE id = ?", (title, color, number)
            )
            return number
        values = {"title": title, "color": color, "caldav_calendar_id": 0, "type": 0}
        added = self.database.insert(
            "event_types", {**values, "caldav_display_name": "", "caldav_email": ""}
        )
        self.show_types(self.shown_types() | {added})
        known, quick = self.types(), self.quick_types()
        if quick:
            self.put_quick_types(quick | {added})
        elif len(known) == 2:
            self.put_quick_types(kind.id for kind in known)
        return added

    def delete_types(self, numbers: Iterable[int], *, with_events: bool) -> None:
        """Delete event types except the first; delete their events or move them to the first."""
        gone = [number for number in numbers if number != REGULAR]
        change = "DELETE FROM events" if with_events else "UPDATE events SET event_type = 1"
        with self.database.transaction():
            for number in gone:
                self.database.execute(f"{change} WHERE event_type = ?", (number,))
                self.database.execute("DELETE FROM event_types WHERE id = ?", (number,))
        self.show_types(self.shown_types() - set(gone))

    def _kept_types(self, name: str, default: frozenset[str]) -> frozenset[int]:
        kept = prefs(self.context).get(name)
        texts = kept if isinstance(kept, frozenset) else default
        return frozenset(int(text) for text in texts if text.isdecimal() and len(text) < 18)

    def quick_types(self) -> frozenset[int]:
        """Return the ids of the event types with quick-filter buttons."""
        return self._kept_types("quick_filter_event_types", frozenset())

    def put_quick_types(self, numbers: Iterable[int]) -> None:
        """Set which event types have quick-filter buttons."""
        prefs(self.context).put(quick_filter_event_types=frozenset(map(str, numbers)))

    def shown_types(self) -> frozenset[int]:
        """Return the ids of the visible event types."""
        return self._kept_types("display_event_types", frozenset({str(REGULAR)}))

    def show_types(self, numbers: Iterable[int]) -> None:
        """Show the events of these types only."""
        prefs(self.context).put(display_event_types=frozenset(map(str, numbers)))


def list_order(found: Occurrence) -> tuple[bool, int, int, str, str]:
    """Return an occurrence's sort key: all-day first, then start, end, title, description."""
    event = found.event
    return not event.all_day, found.start, found.end, event.title, event.description
