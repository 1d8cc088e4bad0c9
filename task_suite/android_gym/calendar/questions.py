"""Simple Calendar Pro's events with all that their editor shows, for changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from android_gym.task_suite.android_gym.calendar.settings import SETTINGS
from android_gym.task_suite.android_world.calendar.questions import Events
from android_gym.task_suite.android_world.calendar.rows import DATABASE
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.tables import read_texts
from android_gym.task_suite.questions.values import day_and_time
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["ADAPTERS", "Appointments"]

_OTHERS = (
    "repeat_interval != 0 OR flags & 1 OR type != 0 OR event_type != 1 OR color != 0 "
    "OR availability != 0 OR max(reminder_1_minutes, reminder_2_minutes, reminder_3_minutes) >= 0"
)
"""SQL of what makes an event another than its fields say: it repeats, reminds, lasts all day."""


class Appointments(Events):
    """Events that do not repeat or remind, of the regular type."""

    name = "appointments"

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read all events; one that repeats, reminds or is of a type has that in its title."""
        found: list[Row] = []
        for title, start, end, place, about, other in read_texts(
            device,
            DATABASE,
            "SELECT title, start_ts, end_ts, location, description, "
            f"CASE WHEN {_OTHERS} THEN ' (and more)' ELSE '' END FROM events",
        ):
            began = day_and_time(int(start))
            found.append(
                {
                    "title": title + other,
                    "start_date": began["date"],
                    "start_time": began["time"],
                    "duration": (int(end) - int(start)) / 60,
                    "location": place,
                    "description": about,
                }
            )
        return found

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for as many events."""
        return [Rows("calendar events", added=len(new), lost=len(lost))]


ADAPTERS = (Appointments(), SETTINGS)
