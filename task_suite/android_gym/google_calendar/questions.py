"""Google Calendar's events of the phone's own calendar, for questions and changes."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.errors import TaskError
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.tables import read_texts
from android_gym.task_suite.questions.values import (
    START,
    Field,
    day_and_time,
    epoch_seconds,
    moment,
)
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["ADAPTERS", "PhoneEvents"]

PACKAGE: Final = "com.google.android.calendar"
DATABASE: Final = "/data/data/com.android.providers.calendar/databases/calendar.db"
_URI: Final = "content://com.android.calendar/events"
_OWN: Final = 1
"""Id of the phone's own calendar; the others are of holidays, and stay."""

_USUAL_REMINDER: Final = 30
"""Minutes before a new event at which the app reminds of it, unless it is told otherwise."""

_OUTPUT: Final = 500


class PhoneEvents(Adapter):
    """Events in the phone's own calendar, of some hours on one day, that happen once."""

    name = "phone events"
    fields: ClassVar[Mapping[str, Field]] = {
        "title": Field("text"),
        "location": Field("text", optional=True),
        "description": Field("text", optional=True),
        "start_date": Field("date"),
        "start_time": Field("time"),
        "duration": Field("number", "min", default=60),
    }

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw an event of the next two weeks."""
        return {
            "title": f"Watch {int(rng.integers(100, 1000))}",
            "start_date": f"2023-10-{int(rng.integers(16, 30))}",
            "start_time": f"{int(rng.integers(7, 20)):02}:00",
        }

    def settle(self, row: Row) -> Row:
        """Refuse events without a title, and those that have begun."""
        settled = super().settle(row)
        if not str(settled["title"]).strip():
            raise ValueError("an event needs a title")
        if moment(settled["start_date"], settled["start_time"]) <= START:
            raise ValueError("an event has to be ahead")
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all events of the calendar, without reminders.

        Raises:
            TaskError: If the phone has no such calendar.
        """
        device.force_stop(PACKAGE)
        lines = [f"content delete --uri {_URI} --where calendar_id={_OWN}", *map(_insert, rows)]
        output = device.shell("\n".join(f"{line} 2>&1" for line in lines))
        if "Error" in output or "Exception" in output:
            raise TaskError(f"The device does not take the events: {output.strip()[:_OUTPUT]}")

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read the calendar; what no row has, such as a color, an event says in its title.

        The reminder that the app gives to a new event is nothing of note.
        """
        columns = (
            "title || CASE allDay WHEN 0 THEN '' ELSE ' (all day)' END || ifnull(rrule, '') "
            "|| ifnull(' in color ' || nullif(eventColor, 0), '') "
            "|| ifnull(' available ' || nullif(availability, 0), '') "
            "|| ifnull(' visible ' || nullif(accessLevel, 0), '') "
            "|| ifnull(' with ' || (SELECT group_concat(attendeeEmail) FROM Attendees "
            "WHERE event_id = Events._id), '') || ifnull(' reminds ' || nullif((SELECT "
            "group_concat(minutes) FROM Reminders WHERE event_id = Events._id), "
            f"'{_USUAL_REMINDER}'), ''), "
            "eventLocation, description, dtstart, ifnull(dtend, dtstart)"
        )
        rows = read_texts(
            device,
            DATABASE,
            f"SELECT {columns} FROM Events WHERE deleted = 0 AND calendar_id = {_OWN}",
        )
        return [
            {
                "title": title,
                "location": place or None,
                "description": about or None,
                **_start(int(begin) // 1000),
                "duration": (int(end) - int(begin)) // 60_000,
            }
            for title, place, about, begin, end in rows
        ]

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for as many events."""
        return [Rows("events of the phone's calendars", added=len(new), lost=len(lost))]


def _start(seconds: int) -> Row:
    found = day_and_time(seconds)
    return {"start_date": found["date"], "start_time": found["time"]}


def _insert(row: Row) -> str:
    """Return the command that puts an event into the calendar."""
    begin = epoch_seconds(row["start_date"], row["start_time"]) * 1000
    values = {
        "calendar_id:i": _OWN,
        "title:s": row["title"],
        "eventLocation:s": row["location"],
        "description:s": row["description"],
        "dtstart:l": begin,
        "dtend:l": begin + round(float(str(row["duration"])) * 60_000),
        "eventTimezone:s": "UTC",
    }
    binds = (f"--bind {shlex.quote(f'{k}:{v}')}" for k, v in values.items() if v is not None)
    return f"content insert --uri {_URI} {' '.join(binds)}"


ADAPTERS = (PhoneEvents(),)
