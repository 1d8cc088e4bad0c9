"""Tasks.org's tasks as their editor shows them, for changes."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.task_suite.android_gym.tasks.settings import SETTINGS
from android_gym.task_suite.android_world.tasks.questions import DATABASE, PACKAGE
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.tables import read_texts, replace_tables
from android_gym.task_suite.questions.values import START, Field, epoch_seconds
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device, SqlValue

__all__ = ["ADAPTERS", "ToDos"]

_PRIORITIES: Final = ("high", "medium", "low", "none")
"""By what the app stores; a new task has the third."""

_ZEROS: Final = (
    "hideUntil deleted estimatedSeconds elapsedSeconds timerStart notificationFlags lastNotified "
    "repeat_from collapsed parent read_only"
).split()
_DAY_MS: Final = 86_400_000
_SET: Final = f"type != 4 AND NOT (type = 2 AND time IN (0, {_DAY_MS}))"
"""SQL of a reminder that somebody has set; others come with the due date, or are put off."""

_MORE: Final = " ".join(
    f"|| ifnull(' {word} ' || (SELECT group_concat({value}) FROM {rows}), '')"
    for word, value, rows in (
        ("at", "time || '/' || type", f"alarms WHERE task = tasks._id AND {_SET}"),
        ("tagged", "name", "tags WHERE task = tasks._id"),
        ("near", "place", "geofences WHERE task = tasks._id"),
        ("with", "file", "attachment WHERE task = tasks._id"),
    )
)
"""SQL of what no row has."""


class ToDos(Adapter):
    """Tasks in the default list, due on a day rather than at a time, without reminders."""

    name = "todos"
    fields: ClassVar[Mapping[str, Field]] = {
        "title": Field("text"),
        "priority": Field("text", default="low"),
        "due": Field("date", optional=True),
        "notes": Field("text", optional=True),
        "done": Field("flag", default=False),
    }

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a task."""
        return {
            "title": f"Look after number {int(rng.integers(100, 1000))}",
            "priority": _PRIORITIES[int(rng.integers(len(_PRIORITIES)))],
            "due": None,
            "notes": None,
            "done": bool(rng.integers(2)),
        }

    def settle(self, row: Row) -> Row:
        """Refuse other priorities, and titles that are no line."""
        settled = super().settle(row)
        if settled["priority"] not in _PRIORITIES:
            raise ValueError(f"{settled['priority']!r} is none of {_PRIORITIES}")
        if not str(settled["title"]).strip() or "\n" in str(settled["title"]):
            raise ValueError("a title is one line, and not empty")
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all tasks, with what belongs to them.

        Raises:
            TaskError: If the app has not made its database yet.
        """
        noon = int(START.timestamp() // 86_400) * _DAY_MS - _DAY_MS // 2
        stored: list[Mapping[str, SqlValue]] = [
            {
                "title": str(row["title"]),
                "importance": _PRIORITIES.index(str(row["priority"])),
                # The app writes a day as noon.
                "dueDate": 1000 * epoch_seconds(row["due"], "12:00"),
                "completed": noon if row["done"] else 0,
                "created": noon - number,
                "modified": noon - number,
                "notes": str(row["notes"] or ""),
                "remoteId": str(uuid.UUID(int=number << 64).int),
                **dict.fromkeys(_ZEROS, 0),
            }
            for number, row in enumerate(rows, 1)
        ]
        replace_tables(device, PACKAGE, DATABASE, {"tasks": stored, "alarms": [], "tags": []})

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read all tasks; one that is due at a time, or repeats, is due on no day of ours.

        What no row has, such as a reminder or a running timer, a task says in its title.
        """
        columns = (
            "title || ifnull(' from ' || nullif(hideUntil, 0), '') "
            "|| ifnull(' below ' || nullif(parent, 0), '') "
            "|| ifnull(' takes ' || nullif(estimatedSeconds, 0), '') "
            "|| ifnull(' took ' || nullif(elapsedSeconds, 0), '') "
            "|| ifnull(' timed from ' || nullif(timerStart, 0), '') "
            f"{_MORE}, importance, dueDate, notes, completed, ifnull(recurrence, '')"
        )
        return [
            {
                "title": title,
                "priority": _PRIORITIES[int(importance)],
                "due": _day(int(due)) + recurrence if int(due) else None,
                "notes": notes or None,
                "done": bool(int(completed)),
            }
            for title, importance, due, notes, completed, recurrence in read_texts(
                device, DATABASE, f"SELECT {columns} FROM tasks WHERE deleted = 0"
            )
        ]

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for as many tasks."""
        return [Rows("tasks", added=len(new), lost=len(lost))]


def _day(epoch_ms: int) -> str:
    """Return a day, with its time of day where the app marks one, by odd seconds."""
    then = datetime.fromtimestamp(epoch_ms // 1000, UTC)
    return then.date().isoformat() if epoch_ms % 60_000 == 0 else then.isoformat()


ADAPTERS = (ToDos(), SETTINGS)
