"""Google Tasks' tasks, for changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.errors import TaskError
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.tables import read_texts, replace_tables
from android_gym.task_suite.questions.values import START, Field
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device, SqlValue

__all__ = ["ADAPTERS", "ListedTasks"]

PACKAGE: Final = "com.google.android.apps.tasks"
DATABASE: Final = f"/data/data/{PACKAGE}/files/tasks-local/data.db"


class ListedTasks(Adapter):
    """Tasks in the app's first list, without dates, above each other in no order."""

    name = "listed tasks"
    fields: ClassVar[Mapping[str, Field]] = {
        "title": Field("text"),
        "details": Field("text", optional=True),
        "starred": Field("flag", default=False),
        "done": Field("flag", default=False),
    }

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a task."""
        return {
            "title": f"See to number {int(rng.integers(100, 1000))}",
            "details": None,
            "starred": bool(rng.integers(2)),
            "done": False,
        }

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all tasks.

        Raises:
            TaskError: If the app has not made its database and its first list yet.
        """
        lists = read_texts(device, DATABASE, "SELECT TaskListId FROM TaskLists ORDER BY TaskListId")
        if not lists:
            raise TaskError(
                "Google Tasks has no list yet. Open the app once, and save the base state."
            )
        now_ms = int(START.timestamp()) * 1000
        stored: list[Mapping[str, SqlValue]] = [
            {
                "TaskListId": int(lists[0][0]),
                "Position": number,
                "Title": str(row["title"]),
                "Details": str(row["details"] or ""),
                "Starred": int(bool(row["starred"])),
                "StarredTime": now_ms - number if row["starred"] else 0,
                "Completed": int(bool(row["done"])),
                "CompletedTime": now_ms - number if row["done"] else 0,
                "CreatedTime": now_ms - number,
            }
            for number, row in enumerate(rows)
        ]
        replace_tables(device, PACKAGE, DATABASE, {"Tasks": stored})

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read all tasks; one with a date, or below another, has that in its details."""
        columns = (
            "Title, Details || ifnull(' ' || DueDate, '') || ifnull(' ' || ParentTaskId, ''), "
            "Starred, Completed"
        )
        return [
            {
                "title": title,
                "details": details or None,
                "starred": starred == "1",
                "done": done == "1",
            }
            for title, details, starred, done in read_texts(
                device, DATABASE, f"SELECT {columns} FROM Tasks WHERE Deleted = 0"
            )
        ]

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for as many tasks."""
        return [Rows("tasks of Google Tasks", added=len(new), lost=len(lost))]


ADAPTERS = (ListedTasks(),)
