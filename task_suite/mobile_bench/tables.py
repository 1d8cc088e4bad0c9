"""Rows of apps as the tasks compare them: fields of the adapters of questions, read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from android_gym.devices.user_tables import ALARM_DATE, DATED_ALARMS
from android_gym.task_suite.android_world.calendar.rows import DATABASE as EVENTS
from android_gym.task_suite.android_world.calendar.rows import UNASKED as UNASKED_OF_EVENTS
from android_gym.task_suite.android_world.clock.alarms import HAS_USUAL_SOUND
from android_gym.task_suite.android_world.clock.tasks import ALARMS
from android_gym.task_suite.android_world.contacts.tasks import DATABASE as CONTACTS
from android_gym.task_suite.android_world.contacts.tasks import (
    OTHER_DETAIL,
    SAID_OTHERWISE,
    new_item,
)
from android_gym.task_suite.android_world.expense.rows import CATEGORIES
from android_gym.task_suite.android_world.expense.rows import DATABASE as EXPENSES
from android_gym.task_suite.android_world.tasks.questions import DATABASE as TASKS
from android_gym.task_suite.questions.values import START, TODAY
from android_gym.task_suite.task import Params

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["READERS", "AppRows", "Rows", "fill_rows", "table_of"]

Row = Mapping[str, str]
Rows = tuple[Row, ...]
"""Rows by field, with templates for values."""


def fill_rows(rows: Sequence[Row], params: Params) -> list[dict[str, str]]:
    """Return rows with parameters in their places."""
    return [{name: text.format_map(params) for name, text in row.items()} for row in rows]


@dataclass(frozen=True)
class AppRows:
    """Rows of an app: how they are read, and what they hold where a goal says nothing.

    Attributes:
        database: Path of the database.
        columns: SQL of each field. SQLite tells what it can't convert (a moment beyond its
            calendar, a word for a number) by NULL or 0, so that whatever is there is read.
        source: What follows ``FROM``.
        plain: Value of a field in a row that is made anew and of which the goal says nothing.
        unasked: SQL that gives the newest row something that no goal asks for, by what it gives.
    """

    database: str
    columns: Mapping[str, str]
    source: str
    plain: Mapping[str, str] = field(default_factory=dict)
    unasked: Mapping[str, str] = field(default_factory=dict)

    def read(self, device: Device) -> list[dict[str, str]]:
        """Return the rows, by field.

        Raises:
            DeviceCommandError: If there is no such table.
        """
        sql = f"SELECT {', '.join(self.columns.values())} FROM {self.source} LIMIT 1000"
        rows = device.query(self.database, sql)
        return [
            {name: "" if v is None else str(v) for name, v in zip(self.columns, row, strict=True)}
            for row in rows
        ]


def _names(names: Mapping[int, str], column: str) -> str:
    """Return SQL for the name of a number; empty for one that has none."""
    cases = " ".join(f"WHEN {number} THEN '{name}'" for number, name in names.items())
    return f"CASE {column} {cases} ELSE '' END"


_ITEM: Final = "vnd.android.cursor.item"
_OF_CONTACT: Final = (
    "FROM data JOIN mimetypes ON mimetypes._id = mimetype_id WHERE raw_contact_id = "
    "raw_contacts._id AND"
)
_NUMBERS: Final = f"{_OF_CONTACT} ifnull(data1, '') != '' AND mimetype = '{_ITEM}/phone_v2'"
_OF_PERSON: Final = "(SELECT {} FROM contacts WHERE contacts._id = raw_contacts.contact_id)"
_NEWEST_CONTACT: Final = "(SELECT max(_id) FROM raw_contacts)"
_NEWEST_PERSON: Final = "(SELECT contact_id FROM raw_contacts ORDER BY _id DESC LIMIT 1)"


_NOW_MINUTES: Final = START.hour * 60 + START.minute
_NEXT: Final = f"date('{TODAY}', iif(hour * 60 + minutes > {_NOW_MINUTES}, '0 days', '1 day'))"
"""SQL of the day on which an alarm without a date rings next."""

READERS: Final[Mapping[str, AppRows]] = {
    "alarms": AppRows(
        ALARMS,
        {
            "time": "printf('%02d:%02d', hour, minutes)",
            "enabled": "iif(enabled, '1', '')",
            "label": "label",
            "sound": f"CASE WHEN {HAS_USUAL_SOUND} THEN '' WHEN ringtone = '' THEN 'none' "
            "ELSE ringtone END",
            "vibration": "iif(vibrate, '', 'none')",
            "date": f"iif({ALARM_DATE} = {_NEXT}, '', {ALARM_DATE})",
        },
        f"{DATED_ALARMS} WHERE daysofweek = 0",
        {"label": "", "sound": "", "vibration": "", "date": ""},
        {
            "no sound": "UPDATE alarm_templates SET ringtone = ''",
            "another sound": "UPDATE alarm_templates SET ringtone = 'Argon'",
            "a label": "UPDATE alarm_templates SET label = 'Ferry' WHERE _id = "
            "(SELECT max(_id) FROM alarm_templates)",
            "no vibration": "UPDATE alarm_templates SET vibrate = 0",
            "a later date": "UPDATE alarm_templates SET scheduled_date = '2023-10-30'",
        },
    ),
    "contacts": AppRows(
        CONTACTS,
        {
            "name": "display_name",
            "number": "(SELECT group_concat(number, ' and ') FROM (SELECT replace(replace("
            "replace(replace(replace(data1, ' ', ''), '-', ''), '(', ''), ')', ''), '.', '') AS "
            f"number {_NUMBERS} ORDER BY number))",
            "more": "CASE WHEN starred THEN 'a star' "
            f"WHEN {_OF_PERSON.format('send_to_voicemail')} THEN 'voicemail' "
            f"WHEN {_OF_PERSON.format('custom_ringtone')} IS NOT NULL THEN 'a ringtone' "
            f"ELSE (SELECT group_concat(mimetype) {_OF_CONTACT} ({OTHER_DETAIL} OR "
            f"{SAID_OTHERWISE})) END",
        },
        "raw_contacts WHERE deleted = 0",
        {"more": ""},
        {
            "a star": "UPDATE raw_contacts SET starred = 1",
            "voicemail": f"UPDATE contacts SET send_to_voicemail = 1 WHERE _id = {_NEWEST_PERSON}",
            "a ringtone": f"UPDATE contacts SET custom_ringtone = '' WHERE _id = {_NEWEST_PERSON}",
            "a second number": "INSERT INTO data (mimetype_id, raw_contact_id, data1, data2) "
            f"SELECT mimetype_id, raw_contact_id, '+13055550142', 1 {_NUMBERS} "
            f"AND raw_contacts._id = {_NEWEST_CONTACT}".replace(
                "FROM data JOIN mimetypes", "FROM raw_contacts JOIN data JOIN mimetypes"
            ),
            "a picture": new_item("photo", "data14", "1"),
            "a pronunciation": f"UPDATE data SET data7 = 'Ah' WHERE raw_contact_id = "
            f"{_NEWEST_CONTACT} AND mimetype_id = (SELECT _id FROM mimetypes WHERE mimetype = "
            f"'{_ITEM}/name')",
            "a note": new_item("note", "data1", "'Owes me a lamp'"),
        },
    ),
    "events": AppRows(
        EVENTS,
        {
            "title": "title",
            "start_date": "date(start_ts, 'unixepoch')",
            "start_time": "strftime('%H:%M', start_ts, 'unixepoch')",
            "duration": "(end_ts - start_ts) / 60",
            "location": "location",
            "description": "description",
            "repeats": "iif(repeat_interval = 0, '', repeat_interval)",
            "kind": "iif(type = 0, '', type)",
            "all_day": "iif(flags & 1, 'all day', '')",
            "more": f"iif({UNASKED_OF_EVENTS}, 'more', '')",
        },
        "events",
        dict.fromkeys("location description repeats kind all_day more".split(), ""),
        {
            "every week": "UPDATE events SET repeat_interval = 604800, repeat_rule = 64",
            "a location": "UPDATE events SET location = 'The barn'",
            "a description": "UPDATE events SET description = 'Bring chairs'",
            "a tick box": "UPDATE events SET type = 1",
            "all day": "UPDATE events SET flags = 1",
            "another reminder": "UPDATE events SET reminder_2_minutes = 60",
            "a colour": "UPDATE events SET color = -65536",
            "free": "UPDATE events SET availability = 1",
        },
    ),
    "expenses": AppRows(
        EXPENSES,
        {
            "name": "name",
            "amount": "printf('%.2f', amount / 100.0)",
            "category": _names(CATEGORIES, "category"),
            "note": "note",
            "date": "date(created_date / 1000, 'unixepoch')",
        },
        "expense",
        {"note": "", "date": TODAY.isoformat()},
        {
            "a remark": "UPDATE expense SET note = 'Too dear'",
            "another day": "UPDATE expense SET created_date = created_date - 86400000",
        },
    ),
    "tasks": AppRows(
        TASKS,
        {
            "title": "title",
            "importance": "importance",
            "due_date": "iif(dueDate = 0, '', ifnull(date(dueDate / 1000, 'unixepoch'), '?'))",
            "completed": "iif(completed = 0, '', completed)",
            "notes": "notes",
            "repeats": "recurrence",
            "urgent": "iif(importance < 2, importance, '')",
            "begins": "iif(hideUntil = 0, '', hideUntil)",
            "reminds": "(SELECT group_concat(time) FROM alarms WHERE task = tasks._id)",
            "part": "iif(parent = 0, '', parent)",
            "place": "(SELECT group_concat(place) FROM geofences WHERE task = tasks._id)",
            "timed": "iif(estimatedSeconds OR elapsedSeconds OR timerStart, 'timed', '')",
        },
        "tasks WHERE deleted = 0",
        dict.fromkeys(
            "due_date completed notes repeats urgent begins reminds part place timed".split(), ""
        ),
        {
            "a tick": "UPDATE tasks SET completed = 1697384040000",
            "a day": "UPDATE tasks SET dueDate = 1697500801000",
            "a remark": "UPDATE tasks SET notes = 'Soon'",
            "every day": "UPDATE tasks SET recurrence = 'RRULE:FREQ=DAILY'",
            "a high priority": "UPDATE tasks SET importance = 0",
            "a start date": "UPDATE tasks SET hideUntil = 1697500800000",
            "a reminder": "INSERT INTO alarms (task, time, type, repeat, interval) "
            "SELECT max(_id), 1697500800000, 0, 0, 0 FROM tasks",
            "a task above": "UPDATE tasks SET parent = 12",
            "an estimate": "UPDATE tasks SET estimatedSeconds = 3600",
            "a running timer": "UPDATE tasks SET timerStart = 1697384040000",
            "a place": "INSERT INTO geofences (task, place, arrival, departure) "
            "SELECT max(_id), 'x', 1, 0 FROM tasks",
        },
    ),
}
"""Rows of an app, by the adapter's name; texts as templates give them."""

_TABLES: Final = {"events": "calendar events"}


def table_of(adapter: str) -> str:
    """Return what `android_gym.devices.user_data` calls an adapter's rows."""
    return _TABLES.get(adapter, adapter)
