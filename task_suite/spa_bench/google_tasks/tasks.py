"""SPA-Bench's tasks of Google Tasks: lists, and what is in them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.task_suite.spa_bench.live import LiveTask
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.text_match import same_text
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["MakeList", "MakeListWithDatedTask", "MakeListWithTask"]

_PACKAGE: Final = "com.google.android.apps.tasks"
_DATABASE: Final = f"/data/data/{_PACKAGE}/files/tasks-local/data.db"
_IN_LISTS: Final = (
    "SELECT TaskLists.Title, TaskLists.TaskListId, Tasks.Title, Completed OR Starred OR "
    "Details != '' OR DueMinutes IS NOT NULL OR TaskRecurrenceId IS NOT NULL, DueDate FROM "
    "TaskLists LEFT JOIN Tasks ON Tasks.TaskListId = TaskLists.TaskListId AND Deleted = 0 LIMIT 50"
)
_DAY_MS: Final = 86_400_000


def _day_of_month(due_ms: object) -> int | None:
    """Return the day of the month of a due date, which is midnight UTC; None for no date."""
    if not isinstance(due_ms, int):
        return None
    try:
        return dt.datetime.fromtimestamp(due_ms / 1000, dt.UTC).day
    except (ValueError, OverflowError, OSError):
        return None


def _adds(
    *lists: str, task: str = "", into: str = "", day: int = 0, done: bool = False, more: str = ""
) -> NearMiss:
    """Add lists, and a task to one of them (to that which is there, for none), due in a month.

    Values of more columns may follow, as SQL.
    """

    def act(device: Device) -> None:
        device.force_stop(_PACKAGE)
        device.execute(
            _DATABASE, "INSERT INTO TaskLists (Title) VALUES (?)", [(name,) for name in lists]
        )
        if task:
            due = int(dt.datetime(2023, 11, day, tzinfo=dt.UTC).timestamp()) * 1000 if day else None
            device.execute(
                _DATABASE,
                "INSERT INTO Tasks (TaskListId, Title, DueDate, Completed) SELECT TaskListId, ?, "
                "?, ? FROM TaskLists WHERE Title = ?",
                [(task, due, int(done), into or "My Tasks")],
            )
        if more:
            device.execute(_DATABASE, f"UPDATE Tasks SET {more}")

    return act


class _ListTask(LiveTask):
    """A task that makes a list, and perhaps puts a task into it.

    Attributes:
        list: Title of the list.
        task: Title of the one task in it, "" for none.
        day: Day of the month on which that is due; None for no date.
    """

    apps = ("Google Tasks",)
    list: ClassVar[str] = ""
    task: ClassVar[str] = ""
    day: ClassVar[int | None] = None

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the new list and the new task."""
        table = "tasks of Google Tasks"
        return [Rows("lists of Google Tasks", added=1), Rows(table, added=int(bool(self.task)))]

    def _found(self, device: Device) -> tuple[int, bool, bool]:
        """Return how many such lists there are, and whether the task and its date are right.

        A task that is done, starred or repeats, or has details or a time of day, is another one.
        """
        rows = [
            row for name, *row in device.query(_DATABASE, _IN_LISTS) if same_text(name, self.list)
        ]
        tasks = [row[1:] for row in rows if row[1] is not None]
        lists = len({number for number, *_ in rows})
        named = len(tasks) == int(bool(self.task)) and all(
            same_text(title, self.task) and not more for title, more, _ in tasks
        )
        dated = named and all(_day_of_month(due) == self.day for *_, due in tasks)
        return lists, named, dated

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if there is one list with this title, with only the wanted task and date, if any."""
        return float(self._found(device) == (1, True, True))

    def progress(self, device: Device, params: Params) -> float:
        """Return the share of list, task and date that are there."""
        lists, named, dated = self._found(device)
        parts = [lists == 1]
        if self.task:
            parts.append(lists == 1 and named)
        if self.day is not None:
            parts.append(lists == 1 and dated)
        return sum(parts) / len(parts)


class MakeList(_ListTask):
    """Make a list."""

    uid = "ENG/google_tasks_0"
    list = "Work"
    rewordings = (
        "Make a new list called 'Work'.",
        "I need another list in Google Tasks: 'Work'.",
        "Please add a list of tasks with the title 'Work'.",
        "In Google Tasks, set up the list 'Work'.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Other titles, twice, a task in place of a list, a task in it."""
        return {
            "another title": _adds("Works"),
            "twice": _adds("Work", "Work"),
            "a task": _adds(task="Work"),
            "another list too": _adds("Work", "Home"),
            "with a task": _adds("Work", task="Work", into="Work"),
        }


class MakeListWithTask(_ListTask):
    """Make a list, and put a task into it."""

    uid = "ENG/google_tasks_1"
    list = "Weekend"
    task = "Buy groceries"
    rewordings = (
        "Make the list 'Weekend' and put the task 'Buy groceries' into it.",
        "In Google Tasks, add a list called 'Weekend' with the task 'Buy groceries'.",
        "I need a new list 'Weekend'. Its only task is 'Buy groceries'.",
        "Set up a list of tasks, 'Weekend', and add 'Buy groceries' there.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """One of both, the task elsewhere, done, or another one."""
        return {
            "the list only": _adds("Weekend"),
            "the task only": _adds(task="Buy groceries"),
            "in another list": _adds("Weekend", task="Buy groceries"),
            "another task": _adds("Weekend", task="Buy food", into="Weekend"),
            "done already": _adds("Weekend", task="Buy groceries", into="Weekend", done=True),
            "another list": _adds("Weekends", task="Buy groceries", into="Weekends"),
            "with a date": _adds("Weekend", task="Buy groceries", into="Weekend", day=12),
            "with details": _adds(
                "Weekend", task="Buy groceries", into="Weekend", more="Details = 'Milk'"
            ),
            "starred": _adds("Weekend", task="Buy groceries", into="Weekend", more="Starred = 1"),
        }


class MakeListWithDatedTask(_ListTask):
    """Make a list, and put a task into it that is due on the 12th."""

    uid = "ENG/google_tasks_2"
    list = "Travel"
    task = "Visa"
    day = 12
    rewordings = (
        "Make the list 'Travel' with a task 'Visa' that is due on the 12th of some month.",
        "In Google Tasks, add a list called 'Travel' and in it the task 'Visa', dated the 12th "
        "of any month.",
        "I need a new list 'Travel'. Its only task is 'Visa', on the 12th (whichever month).",
        "Set up the list 'Travel', add 'Visa' there, and set its date to a 12th.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Another day, none, another list, done."""
        return {
            "without a date": _adds("Travel", task="Visa", into="Travel"),
            "a day late": _adds("Travel", task="Visa", into="Travel", day=13),
            "in another list": _adds("Travel", task="Visa", day=12),
            "another task": _adds("Travel", task="Visum", into="Travel", day=12),
            "done already": _adds("Travel", task="Visa", into="Travel", day=12, done=True),
            "the list only": _adds("Travel"),
            "every week": _adds(
                "Travel", task="Visa", into="Travel", day=12, more="TaskRecurrenceId = 1"
            ),
            "at an hour": _adds(
                "Travel", task="Visa", into="Travel", day=12, more="DueMinutes = 540"
            ),
        }
