"""Simple Calendar Pro's table of events, and a base class of its tasks.

The events that a task puts on the phone get the ids 1, 2, ... in the order of its parameters. A new
row has a higher id (SQLite's AUTOINCREMENT never reuses one), and an old one must match the
parameters. So judging reads the old rows and the first few new ones, however many there are.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from android_gym.errors import DeviceCommandError, OptionError, TaskError
from android_gym.task_suite.task import Params, Task

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "ACTIONS",
    "COLUMNS",
    "DATABASE",
    "DAYS",
    "DURATIONS",
    "FIRST",
    "LAST",
    "NAMES",
    "NOTES",
    "PACKAGE",
    "PREFIXES",
    "SUBJECTS",
    "TODAY",
    "TOPICS",
    "UNASKED",
    "CalendarTask",
    "Row",
    "check_row",
    "clear",
    "day_of",
    "delete",
    "draw_text",
    "draw_title",
    "insert",
    "instant",
    "row",
]

PACKAGE = "com.simplemobiletools.calendar.pro"
DATABASE = f"/data/data/{PACKAGE}/databases/events.db"

TODAY = dt.date(2023, 10, 15)
"""The date on which every AndroidWorld task begins, a Sunday."""
FIRST, LAST = dt.date(2023, 10, 1), dt.date(2023, 10, 31)
"""First and last day on which there can be events."""
DURATIONS = (15, 30, 45, 60)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

Row = dict[str, Any]
"""An event: start (epoch seconds), minutes, title, description, optionally a location."""

# No two of these are similar, and none contains a quotation mark, which goals put around them.
PREFIXES = (
    "Meeting with", "Call with", "Workshop on", "Appointment for", "Catch up on",
    "Review session for",
)  # fmt: skip
NAMES = ("Priya", "Tomasz", "Ingrid", "Kwame", "Lucia", "the Harbour Team")
SUBJECTS = ("Payroll", "Warehouse Layout", "Spring Catalogue", "Fire Safety")
ACTIONS = (
    "agree on", "sketch", "go over", "test", "estimate", "reorder", "celebrate", "rewrite",
    "photograph", "compare",
)  # fmt: skip
TOPICS = (
    "the delivery dates", "the new seating plan", "last month's figures", "the travel budget",
    "our opening hours", "the guest list", "the window display", "the training manual",
    "the parking permits",
)  # fmt: skip
NOTES = (
    "Bring the blue folder.", "Dial in if you are travelling.", "Coffee will be served.",
    "Keep it short, please.", "Room key is at the front desk.",
)  # fmt: skip

_USUAL_REMINDER = 10
"""Minutes before an event at which the app reminds of a new one."""

UNASKED = (
    f"(reminder_1_minutes NOT IN (-1, {_USUAL_REMINDER}) OR reminder_2_minutes != -1 "
    "OR reminder_3_minutes != -1 OR color != 0 OR event_type != 1 OR availability != 0)"
)
"""SQL condition of events with what a new one doesn't have: reminders, a colour, a type, free."""

_NUMBERS = (
    "reminder_1_minutes, reminder_2_minutes, reminder_3_minutes, reminder_1_type, "
    "reminder_2_type, reminder_3_type, repeat_interval, repeat_rule, repeat_limit, "
    "flags, event_type, parent_id, color, type"
)
_KEPT = f"start_ts, end_ts, title, location, description, repetition_exceptions, {_NUMBERS}"
"""Columns that are visible to a user."""
_KEPT_AFTER = ("[]", -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0)
_BESIDE = {
    "attendees": "", "import_id": "", "time_zone": "UTC", "last_updated": 0,
    "source": "imported-ics", "availability": 0,
}  # fmt: skip
COLUMNS = (
    "start_ts, end_ts, title, location, description, reminder_1_minutes, reminder_2_minutes, "
    "reminder_3_minutes, reminder_1_type, reminder_2_type, reminder_3_type, repeat_interval, "
    "repeat_rule, repeat_limit, repetition_exceptions, attendees, import_id, time_zone, flags, "
    "event_type, parent_id, last_updated, source, availability, color, type"
)
"""All columns but the id, in order."""
_CLEAR = "DELETE FROM events; DELETE FROM tasks; DELETE FROM sqlite_sequence WHERE name = 'events'"


def instant(day: dt.date, hour: int) -> int:
    """Return an hour of a day in epoch seconds (UTC)."""
    return int(dt.datetime(day.year, day.month, day.day, hour, tzinfo=dt.UTC).timestamp())


def day_of(event: Row) -> dt.date:
    """Return the day on which an event starts."""
    return dt.datetime.fromtimestamp(event["start"], dt.UTC).date()


def row(day: dt.date, hour: int, minutes: int, title: str, description: str) -> Row:
    """Return an event."""
    return {
        "start": instant(day, hour),
        "minutes": minutes,
        "title": title,
        "description": description,
    }


def _choose(rng: np.random.Generator, pool: Sequence[Any]) -> Any:
    return pool[int(rng.integers(len(pool)))]


def draw_title(rng: np.random.Generator) -> str:
    """Draw a title, with a person or about a subject."""
    prefix = _choose(rng, PREFIXES)
    return f"{prefix} {_choose(rng, NAMES if 'with' in prefix else SUBJECTS)}"


def draw_text(rng: np.random.Generator) -> str:
    """Draw a description; every other one has a second sentence."""
    text = f"We will {_choose(rng, ACTIONS)} {_choose(rng, TOPICS)}."
    return f"{text} {_choose(rng, NOTES)}" if rng.integers(2) else text


def _values(event: Row) -> tuple[Any, ...]:
    """Return the `_KEPT` columns of a task's event."""
    end = event["start"] + 60 * event["minutes"]
    place = event.get("location", "")
    return (event["start"], end, event["title"], place, event["description"], *_KEPT_AFTER)


def insert(device: Device, events: Sequence[Row], first_id: int, **changes: Any) -> None:
    """Insert events into the app's table, with ids from `first_id` on.

    Args:
        device: The phone.
        events: The events.
        first_id: Id of the first event.
        **changes: Columns with other values than a task's events have, for all of them.
    """
    if not events:
        return
    names = _KEPT.split(", ")
    rows = []
    for index, event in enumerate(events):
        values = dict(zip(names, _values(event), strict=True))
        rows.append({"id": first_id + index, **values, **_BESIDE, **changes})
    columns = ", ".join(rows[0])
    marks = ", ".join("?" * len(rows[0]))
    device.execute(
        DATABASE,
        f"INSERT INTO events ({columns}) VALUES ({marks})",
        [tuple(each.values()) for each in rows],
    )


def clear(device: Device) -> None:
    """Stop the app and delete all its events; new ones begin with id 1.

    Raises:
        TaskError: If the app has not created its database yet.
    """
    device.force_stop(PACKAGE)
    try:
        device.execute(DATABASE, _CLEAR)
    except DeviceCommandError as error:
        raise TaskError(
            f"Simple Calendar Pro has no table of events in {DATABASE}: {error}. Install the app "
            "on the device, open it once, and save the base state."
        ) from error


def delete(device: Device, ids: Collection[int]) -> None:
    """Delete rows by their ids."""
    device.execute(DATABASE, "DELETE FROM events WHERE id = ?", [(number,) for number in ids])


class CalendarTask(Task):
    """Base class of Simple Calendar Pro's tasks, which put events on the phone at the start."""

    apps: ClassVar[tuple[str, ...]] = ("Simple Calendar Pro",)

    def before(self, params: Params) -> list[Row]:
        """Return the events on the phone at the start; the first has id 1."""
        raise NotImplementedError

    def setup(self, device: Device, params: Params) -> None:
        """Replace all events by the task's events.

        Raises:
            TaskError: If the app has not created its database yet.
        """
        clear(device)
        insert(device, self.before(params), 1)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if exactly the events that the goal asks for were added or deleted."""
        return float(self.progress(device, params) == 1.0)

    def progress(self, device: Device, params: Params) -> float:
        """Return the progress, 1.0 only if the task is solved; 0.0 if the app's data is gone."""
        try:
            return self._share(device, params)
        except DeviceCommandError as error:
            if error.lacks_rows:
                return 0.0
            raise

    def _share(self, device: Device, params: Params) -> float:
        raise NotImplementedError

    def spoiled(self, device: Device, params: Params, gone: Collection[int] = ()) -> int:
        """Count the old events that have changed, except that those of `gone` may be deleted."""
        before = self.before(params)
        rows: list[tuple[Any, ...]] = device.query(
            DATABASE, f"SELECT id, {_KEPT} FROM events WHERE id <= ? ORDER BY id", (len(before),)
        )
        found = {number: values for number, *values in rows}
        return sum(
            number in found
            if number in gone
            else number not in found or tuple(found[number]) != _values(event)
            for number, event in enumerate(before, 1)
        )

    def new_rows(self, device: Device, params: Params, columns: str, most: int) -> list[Any]:
        """Return columns of the first new events, at most `most`."""
        found: list[Any] = device.query(
            DATABASE,
            f"SELECT {columns} FROM events WHERE id > ? ORDER BY id LIMIT ?",
            (len(self.before(params)), most),
        )
        return found

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject events that the app could not hold.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        for event in self.before(dict(params)):
            check_row(event)


def check_row(event: Any) -> None:
    """Check that an event given by hand is one that the app can hold.

    Raises:
        OptionError: Naming the value at fault.
    """
    keys = ["start", "minutes", "title", "description"]
    if not isinstance(event, Mapping) or set(event) != set(keys):
        raise OptionError(f"An event needs exactly the keys {keys}, got {event!r}.")
    for name, length in (("title", 180), ("description", 1000)):
        text = event[name]
        if not isinstance(text, str) or len(text) > length or not text.isprintable():
            raise OptionError(
                f"An event's {name} must be a line of at most {length} characters, got {text!r}."
            )
    if type(event["start"]) is not int or not 0 <= event["start"] < 4_102_444_800:
        raise OptionError(
            f"An event's start must be an epoch second before 2100, got {event['start']!r}."
        )
    if type(event["minutes"]) is not int or not 0 <= event["minutes"] <= 1440:
        raise OptionError(f"An event lasts 0 to 1440 minutes, got {event['minutes']!r}.")
