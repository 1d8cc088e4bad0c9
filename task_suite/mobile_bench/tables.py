"""Rows of apps as the tasks compare them: fields of the adapters of questions, read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from android_gym.task_suite.android_world.calendar.rows import DATABASE as EVENTS
from android_gym.task_suite.android_world.clock.tasks import ALARMS
from android_gym.task_suite.android_world.contacts.tasks import DATABASE as CONTACTS
from android_gym.task_suite.android_world.expense.rows import CATEGORIES
from android_gym.task_suite.android_world.expense.rows import DATABASE as EXPENSES
from android_gym.task_suite.android_world.joplin.questions import DATABASE as NOTES
from android_gym.task_suite.android_world.tasks.questions import DATABASE as TASKS
from android_gym.task_suite.task import Params

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["READERS", "Rows", "fill_rows", "table_of"]

Row = Mapping[str, str]
Rows = tuple[Row, ...]
"""Rows by field, with templates for values."""


def fill_rows(rows: Sequence[Row], params: Params) -> list[dict[str, str]]:
    """Return rows with parameters in their places."""
    return [{name: text.format_map(params) for name, text in row.items()} for row in rows]


def _alarms(device: Device) -> list[dict[str, str]]:
    rows = device.query(
        ALARMS, "SELECT hour, minutes, enabled, label FROM alarm_templates WHERE daysofweek = 0"
    )
    return [
        {
            "time": f"{hour!s:0>2}:{minute!s:0>2}",
            "enabled": "1" if on else "",
            "label": str(label or ""),
        }
        for hour, minute, on, label in rows
    ]


def _events(device: Device) -> list[dict[str, str]]:
    rows = device.query(EVENTS, "SELECT title, start_ts, end_ts, location, description FROM events")
    found = []
    for title, start, end, location, description in rows:
        begin = datetime.fromtimestamp(int(start or 0), UTC)
        found.append(
            {
                "title": str(title),
                "start_date": f"{begin:%Y-%m-%d}",
                "start_time": f"{begin:%H:%M}",
                "duration": str((int(end or 0) - int(start or 0)) // 60),
                "location": str(location),
                "description": str(description),
            }
        )
    return found


def _expenses(device: Device) -> list[dict[str, str]]:
    rows = device.query(EXPENSES, "SELECT name, amount, category, note FROM expense")
    return [
        {
            "name": str(name),
            "amount": f"{int(amount or 0) / 100:.2f}",
            "category": CATEGORIES[int(category or 1)],
            "note": str(note or ""),
        }
        for name, amount, category, note in rows
    ]


def _contacts(device: Device) -> list[dict[str, str]]:
    rows = device.query(
        CONTACTS,
        "SELECT display_name, (SELECT data1 FROM data WHERE raw_contact_id = raw_contacts._id AND "
        "mimetype_id = (SELECT _id FROM mimetypes WHERE mimetype = "
        "'vnd.android.cursor.item/phone_v2')) FROM raw_contacts WHERE deleted = 0",
    )
    return [
        {"name": str(name), "number": "".join(c for c in str(number) if c.isdigit() or c == "+")}
        for name, number in rows
    ]


def _tasks(device: Device) -> list[dict[str, str]]:
    rows = device.query(
        TASKS, "SELECT title, importance, dueDate, completed, notes FROM tasks WHERE deleted = 0"
    )
    return [
        {
            "title": str(title),
            "importance": str(importance),
            "due_date": f"{datetime.fromtimestamp(int(due) / 1000, UTC):%Y-%m-%d}" if due else "",
            "done": "1" if done else "",
            "notes": str(notes or ""),
        }
        for title, importance, due, done, notes in rows
    ]


def _notes(device: Device) -> list[dict[str, str]]:
    rows = device.query(
        NOTES,
        "SELECT title, body, is_todo, todo_completed > 0, "
        "(SELECT title FROM folders WHERE id = notes.parent_id) FROM notes WHERE deleted_time = 0",
    )
    return [
        {
            "title": str(title),
            "body": str(body).strip(),
            "is_todo": "1" if todo else "",
            "completed": "1" if done else "",
            "folder": str(folder),
        }
        for title, body, todo, done, folder in rows
    ]


READERS: Final[Mapping[str, Callable[[Device], list[dict[str, str]]]]] = {
    "alarms": _alarms,
    "contacts": _contacts,
    "events": _events,
    "expenses": _expenses,
    "notes": _notes,
    "tasks": _tasks,
}
"""What rows an app has, by the adapter's name; texts as templates give them."""

_TABLES: Final = {"events": "calendar events"}


def table_of(adapter: str) -> str:
    """Return what `android_gym.devices.user_data` calls an adapter's rows."""
    return _TABLES.get(adapter, adapter)
