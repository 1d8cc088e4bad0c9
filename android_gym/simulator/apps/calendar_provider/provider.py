"""The content provider of ``content://com.android.calendar``: calendars, events, instances."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from android_gym.simulator.appkit.calendars import COLUMNS, event_of, expand
from android_gym.simulator.appkit.providers import ContentProvider, QueryArgs, Rows, Source, Uri
from android_gym.simulator.appkit.recurrence import parse
from android_gym.simulator.apps.calendar_provider.storage import open_database
from android_gym.simulator.system.databases import Database

__all__ = ["CalendarProvider"]

_TABLES: Final = {
    "calendars": "Calendars",
    "events": "Events",
    "attendees": "Attendees",
    "reminders": "Reminders",
    "calendar_alerts": "CalendarAlerts",
    "extendedproperties": "ExtendedProperties",
    "colors": "Colors",
}
_JULIAN_EPOCH: Final = 2_440_588
"""Julian day of 1970-01-01; ``startDay`` and ``endDay`` are Julian days (``Time.getJulianDay``)."""

_MOST: Final = 20_000
"""Largest number of instances in a query's result, as rules without an end have no limit."""

_INSTANCES: Final = (
    "(SELECT json_extract(value, '$[0]') AS event_id, json_extract(value, '$[1]') AS begin, "
    "json_extract(value, '$[2]') AS end, json_extract(value, '$[3]') AS startDay, "
    "json_extract(value, '$[4]') AS endDay, json_extract(value, '$[5]') AS startMinute, "
    "json_extract(value, '$[6]') AS endMinute FROM json_each(?)) AS Instances "
    "JOIN view_events ON (Instances.event_id = view_events._id)"
)


class CalendarProvider(ContentProvider):
    """Calendars and their events; the instances of events are computed by each query."""

    KIND = "event"

    def open(self) -> Database:
        """Open the database."""
        return open_database(self.context)

    def source(self, uri: Uri) -> Source:
        """Return the source of the rows of a URI."""
        match uri.path:
            case (name,) if name in _TABLES:
                return Source(_TABLES[name])
            case (name, number) if name in _TABLES and number.isdecimal():
                return Source(_TABLES[name], ("_id = ?",), (int(number),))
            case ("event_entities", *_):
                return Source("view_events")
        raise uri.unknown()

    def answer(self, uri: Uri, args: QueryArgs) -> Rows:
        """Return rows; those of events include their calendars' columns."""
        match uri.path:
            case ("instances", "when" | "whenbyday" as kind, first, last):
                source = self._instances(kind, first, last, uri)
            case _:
                source = self.source(uri)
                if source.table == "Events":
                    source = replace(source, table="view_events")
        return self.select(source, args)

    def _instances(self, kind: str, first: str, last: str, uri: Uri) -> Source:
        """Return the instances of events between two times or two Julian days."""
        try:
            begin, end = int(first), int(last)
        except ValueError:
            raise ValueError(f"Cannot parse begin or end of {uri.text}") from None
        zone = self.context.system.clock.zone()
        if kind == "whenbyday":
            begin = (begin - _JULIAN_EPOCH - 1) * 86_400_000
            end = (end - _JULIAN_EPOCH + 2) * 86_400_000
        rows = self.database.query(f"SELECT {', '.join(COLUMNS)} FROM Events WHERE deleted = 0")
        found = []
        for each in expand([event_of(row) for row in rows], begin, end, _MOST):
            days = [day.toordinal() - 719_163 + _JULIAN_EPOCH for day in each.days(zone)]
            if kind == "whenbyday" and not (days[0] <= int(last) and days[1] >= int(first)):
                continue
            minutes = [moment.hour * 60 + moment.minute for moment in each.times(zone)]
            found.append([each.event.id, each.begin_ms, each.end_ms, *days, *minutes])
        columns = tuple(
            "event_id begin end startDay endDay startMinute endMinute title allDay eventLocation "
            "description calendar_id dtstart dtend rrule visible".split()
        )
        return Source(_INSTANCES, (), (json.dumps(found),), columns, "begin, event_id")

    def get_type(self, uri: str) -> str | None:
        """Return the MIME type of a URI; that of a time opens a calendar at it."""
        match Uri.parse(uri).path:
            case ("time", *_):
                return "time/epoch"
            case ("calendars" | "reminders" as name, *rest):
                return f"vnd.android.cursor.{'item' if rest else 'dir'}/{name.removesuffix('s')}"
        return super().get_type(uri)

    def insert(self, uri: str, values: Mapping[str, Any]) -> str | None:
        """Add a row, or an exception to a repeating event.

        Raises:
            ValueError: If an event has no calendar or no beginning.
        """
        parsed = Uri.parse(uri)
        match parsed.path:
            case ("exception", number) if number.isdecimal():
                return self._except(int(number), values)
            case ("events",):
                return f"{uri}/{self.database.insert('Events', self._checked(values))}"
        return super().insert(uri, values)

    def _checked(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return an event's row with its derived columns."""
        for name in ("calendar_id", "dtstart"):
            if values.get(name) is None:
                raise ValueError(f"{name} field missing from event")
        row = {"eventTimezone": "UTC", "dirty": 1, **values}
        if row.get("dtend") is None and row.get("duration") is None:
            raise ValueError("DTEND and DURATION cannot both be null for an event.")
        return row | self._last(row)

    def _last(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the ``lastDate`` column: the end of an event; None if it repeats by a rule."""
        event = event_of([row.get(name, 0 if name == "_id" else None) for name in COLUMNS])
        if parse(event.rule) is None:
            return {"lastDate": event.begin_ms + event.length_ms}
        return {"lastDate": None}

    def _except(self, number: int, values: Mapping[str, Any]) -> str:
        """Replace an instance of a repeating event by an exception.

        Raises:
            ValueError: If there is no such event, or the instance's time is missing.
        """
        rows = self.database.query_dicts("SELECT * FROM Events WHERE _id = ?", (number,))
        begin = values.get("originalInstanceTime")
        if not rows or not isinstance(begin, int):
            raise ValueError(f"No time of an event {number} is given by originalInstanceTime")
        kept = dict(rows[0])
        length = event_of([kept[name] for name in COLUMNS]).length_ms
        for name in ("_id", "rrule", "rdate", "exrule", "exdate", "duration", "_sync_id"):
            kept.pop(name)
        own = {"dtstart": begin, "dtend": begin + length, "original_id": number}
        row = {**kept, **own, "originalAllDay": kept["allDay"], **values}
        row |= self._last(row)
        before = "DELETE FROM Events WHERE original_id = ? AND originalInstanceTime = ?"
        with self.database.transaction():
            self.database.execute(before, (number, begin))
            added = self.database.insert("Events", row)
            self.database.execute(
                "INSERT INTO Reminders (event_id, minutes, method) "
                "SELECT ?, minutes, method FROM Reminders WHERE event_id = ?",
                (added, number),
            )
        return f"content://com.android.calendar/events/{added}"

    def update(
        self,
        uri: str,
        values: Mapping[str, Any],
        where: str | None = None,
        parameters: Sequence[Any] = (),
    ) -> int:
        """Change rows; return how many."""
        changed = super().update(uri, values, where, parameters)
        if changed and self.source(Uri.parse(uri)).table == "Events":
            self._mend_last()
        return changed

    def _mend_last(self) -> None:
        """Update ``lastDate`` of the events whose times have changed."""
        for row in self.database.query_dicts(
            "SELECT * FROM Events WHERE (rrule IS NULL AND lastDate IS NOT dtend) "
            "OR (rrule IS NOT NULL AND lastDate IS NOT NULL) LIMIT 1000"
        ):
            last = self._last(row)["lastDate"]
            if last != row["lastDate"]:
                self.database.update("Events", {"lastDate": last}, "_id = ?", (row["_id"],))

    def delete(self, uri: str, where: str | None = None, parameters: Sequence[Any] = ()) -> int:
        """Delete rows; return how many. Exceptions are deleted with their event."""
        removed = super().delete(uri, where, parameters)
        if removed and self.source(Uri.parse(uri)).table == "Events":
            self.database.execute(
                "DELETE FROM Events WHERE original_id IS NOT NULL AND original_id NOT IN "
                "(SELECT _id FROM Events)"
            )
        return removed
