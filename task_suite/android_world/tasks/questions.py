"""Tasks.org's rows, for questions about tasks."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, ClassVar

from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.tables import replace_rows
from android_gym.task_suite.questions.values import TODAY, Field, epoch_seconds

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["ADAPTERS", "DATABASE", "PACKAGE", "Tasks"]

PACKAGE = "org.tasks"
DATABASE = f"/data/data/{PACKAGE}/databases/database"

# No title contains a comma, and none is similar to another or to one that a question is about.
TITLES = (
    "Bleed the radiators", "Book the dentist", "Buy train tickets", "Charge the drill",
    "Clean the aquarium", "Cut the hedge", "Descale the kettle", "Feed the sourdough",
    "Frame the poster", "Hang the curtains", "Iron the costumes", "Oil the hinges",
    "Pick up dry cleaning", "Polish the trophy", "Prune the roses", "Refill the printer",
    "Replace the doormat", "Rotate the mattresses", "Send birthday cards", "Sharpen the knives",
    "Shovel the gravel", "Stack the firewood", "Test smoke alarms", "Tune the violin",
    "Unpack the boxes", "Vaccinate the cat", "Varnish the bench", "Wash the windows",
    "Weigh the luggage", "Write to the council",
)  # fmt: skip
"""Titles of noise tasks."""

NOTES = (
    "Not before Wednesday.",
    "The tools are in the cellar.",
    "Half an hour at most.",
    "Aunt Vera asked for it.",
    "Check the price online.",
    "Only if it does not rain.",
)

MONTH = 30
"""Days before and after today within which noise tasks are due (AndroidWorld's rule)."""

_ZEROS = (
    "deleted estimatedSeconds elapsedSeconds timerStart notificationFlags lastNotified repeat_from "
    "collapsed parent read_only"
).split()

_BEFORE_MS = 25_200_000
"""Time from a task's creation until it is due, as in AndroidWorld."""


class Tasks(Adapter):
    """Tasks in no list, without reminders; a completed task has a completion date."""

    name = "tasks"
    fields: ClassVar[Mapping[str, Field]] = {
        "title": Field("text"),
        "importance": Field("number", default=3),
        "due_date": Field("date", optional=True),
        "due_time": Field("time", optional=True),
        "hide_until_date": Field("date", optional=True),
        "hide_until_time": Field("time", optional=True),
        "completed_date": Field("date", optional=True),
        "completed_time": Field("time", optional=True),
        "notes": Field("text", optional=True, default=""),
    }

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a task due around today; about half are completed, about half have notes."""
        due = TODAY + timedelta(days=int(rng.integers(-MONTH, MONTH + 1)))
        done = bool(rng.integers(2))
        finished = min(due, TODAY) - timedelta(days=int(rng.integers(3)))
        return {
            "title": str(TITLES[int(rng.integers(len(TITLES)))]),
            "importance": int(rng.integers(4)),
            "due_date": due.isoformat(),
            "due_time": _time(rng),
            "hide_until_date": (due - timedelta(days=int(rng.integers(4, 9)))).isoformat(),
            "hide_until_time": _time(rng),
            "completed_date": finished.isoformat() if done else None,
            "completed_time": _time(rng) if done else None,
            "notes": str(NOTES[int(rng.integers(len(NOTES)))]) if rng.integers(2) else "",
        }

    def settle(self, row: Row) -> Row:
        """Reject priorities other than 0 (high) to 3 (none), times without dates, long titles."""
        settled = super().settle(row)
        if settled["importance"] not in (0, 1, 2, 3):
            raise ValueError(f"importance is 0 to 3, not {settled['importance']}")
        for name in ("due", "hide_until", "completed"):
            day = settled[f"{name}_date"]
            if day is None and settled[f"{name}_time"] is not None:
                raise ValueError(f"{name}_time needs a {name}_date")
            if day is not None and not 1970 <= date.fromisoformat(str(day)).year <= 2100:
                raise ValueError(f"{name}_date is {day}, which is not from 1970 to 2100")
        if not str(settled["title"]).strip() or "\n" in str(settled["title"]):
            raise ValueError("a title is one line, and not empty")
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all tasks, with their related rows."""
        stored = []
        for number, row in enumerate(rows, 1):
            due, hide, done = (
                epoch_seconds(row[f"{name}_date"], row[f"{name}_time"]) * 1000
                for name in ("due", "hide_until", "completed")
            )
            created = max(due - _BEFORE_MS, 0)
            stored.append(
                {
                    "title": row["title"],
                    "importance": row["importance"],
                    "dueDate": due,
                    "hideUntil": hide,
                    "completed": done,
                    "created": created,
                    "modified": created,
                    "notes": row["notes"],
                    "remoteId": str(uuid.UUID(int=number << 64).int),
                    **dict.fromkeys(_ZEROS, 0),
                }
            )
        replace_rows(device, PACKAGE, DATABASE, "tasks", stored)


def _time(rng: np.random.Generator) -> str:
    return f"{int(rng.integers(6, 22)):02}:{int(rng.integers(12)) * 5:02}"


ADAPTERS = (Tasks(),)
