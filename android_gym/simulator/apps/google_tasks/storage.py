"""Google Tasks' database, at the path of a per-account database of the real app."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any, Final

from android_gym.simulator.apps.google_tasks.model import (
    DAY_MS,
    SORTS,
    Due,
    Sort,
    Task,
    TaskList,
)
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["LONGEST_DETAILS", "LONGEST_TITLE", "TaskStore", "install"]

LONGEST_TITLE: Final = 1023
LONGEST_DETAILS: Final = 8192
"""Largest number of characters that Google's Tasks API accepts for titles and notes."""

_SCHEMA: Final = """
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE TaskLists (
  TaskListId INTEGER PRIMARY KEY AUTOINCREMENT, Title TEXT NOT NULL,
  SortOrder INTEGER NOT NULL DEFAULT 0, HasDirtyState INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE TaskRecurrences (
  TaskRecurrenceId INTEGER PRIMARY KEY AUTOINCREMENT, Rule TEXT NOT NULL
);
CREATE TABLE Tasks (
  TaskId INTEGER PRIMARY KEY AUTOINCREMENT, TaskListId INTEGER NOT NULL,
  TaskRecurrenceId INTEGER, ParentTaskId INTEGER, Position INTEGER NOT NULL DEFAULT 0,
  Title TEXT NOT NULL DEFAULT '', Details TEXT NOT NULL DEFAULT '',
  DueDate INTEGER, DueMinutes INTEGER, Starred INTEGER NOT NULL DEFAULT 0,
  StarredTime INTEGER NOT NULL DEFAULT 0, Completed INTEGER NOT NULL DEFAULT 0,
  CompletedTime INTEGER NOT NULL DEFAULT 0, CreatedTime INTEGER NOT NULL DEFAULT 0,
  Deleted INTEGER NOT NULL DEFAULT 0, HasDirtyState INTEGER NOT NULL DEFAULT 1
);
CREATE INDEX TasksByList ON Tasks (TaskListId, Completed, Deleted);
INSERT INTO TaskLists (Title) VALUES ('My Tasks');
"""

_COLUMNS: Final = (
    "TaskId, TaskListId, Title, Details, ParentTaskId, DueDate, DueMinutes, Rule, Starred, "
    "Completed, CompletedTime"
)
_FROM: Final = "Tasks LEFT JOIN TaskRecurrences USING (TaskRecurrenceId)"
_EPOCH: Final = dt.date(1970, 1, 1)
_LATEST: Final = (dt.date.max - _EPOCH).days

_BY_HAND: Final = "CASE WHEN p.TaskId IS NULL THEN t.Position ELSE p.Position END"
_ORDERS: Final[dict[Sort, str]] = {
    "my_order": f"{_BY_HAND}, coalesce(p.TaskId, t.TaskId), p.TaskId IS NOT NULL, t.Position",
    "date": "typeof(t.DueDate) != 'integer', t.DueDate, coalesce(t.DueMinutes, -1), t.Position",
    "starred": f"t.Starred DESC, t.StarredTime DESC, {_BY_HAND}, p.TaskId IS NOT NULL, t.Position",
}


def _create(database: Database) -> None:
    database.script(_SCHEMA)


def install(context: Context, *, cleared: bool) -> None:
    """Create the database, as on a phone where the app was started once.

    Args:
        context: The app's context.
        cleared: Whether its data was just cleared; the database is then created on the next start.
    """
    if not cleared:
        TaskStore(context).database.close()


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _day(value: object) -> dt.date | None:
    """Return the day of a stored due date; None if adb has written anything invalid."""
    if not isinstance(value, int) or not 0 <= value // DAY_MS <= _LATEST:
        return None
    return _EPOCH + dt.timedelta(days=value // DAY_MS)


def _task(row: Sequence[Any]) -> Task:
    number, owner, title, details, parent, day, minutes, rule, star, done, done_ms = row
    due = _day(day)
    timed = due is not None and isinstance(minutes, int) and 0 <= minutes < 1440
    return Task(
        number,
        _number(owner),
        _text(title),
        _text(details),
        _number(parent),
        Due(due, minutes if timed else None, _text(rule)) if due is not None else Due(),
        bool(star),
        max(1, _number(done_ms)) if done else 0,
    )


def _stored(day: dt.date | None) -> int | None:
    return None if day is None else (day - _EPOCH).days * DAY_MS


class TaskStore:
    """Reads and changes the database, which is created if it's missing."""

    def __init__(self, context: Context) -> None:
        self.context = context
        path = f"{context.data_dir}/files/tasks-local/data.db"
        self.database = context.database(path, wal=True, version=1, create=_create)

    # -- lists

    def lists(self) -> list[TaskList]:
        """Return all lists in the order of creation."""
        rows = self.database.query("SELECT TaskListId, Title, SortOrder FROM TaskLists ORDER BY 1")
        return [
            TaskList(number, _text(title), SORTS[sort if sort in range(len(SORTS)) else 0][0])
            for number, title, sort in rows
        ]

    def add_list(self, title: str) -> int:
        """Add a list; return its id."""
        return self.database.insert("TaskLists", {"Title": title})

    def change_list(self, number: int, **values: Any) -> None:
        """Change columns of a list."""
        self.database.update("TaskLists", values, "TaskListId = ?", (number,))

    def sort(self, number: int, sort: Sort) -> None:
        """Set a list's sort order."""
        self.change_list(number, SortOrder=[name for name, _ in SORTS].index(sort))

    def delete_list(self, number: int) -> None:
        """Delete a list and its tasks."""
        with self.database.transaction():
            self.database.execute("DELETE FROM Tasks WHERE TaskListId = ?", (number,))
            self.database.execute("DELETE FROM TaskLists WHERE TaskListId = ?", (number,))

    # -- tasks of a list

    def open_tasks(self, number: int, sort: Sort) -> list[tuple[int, bool, dt.date | None]]:
        """Return a list's open tasks: id, whether it is shown below its parent, and due day."""
        rows = self.database.query(
            "SELECT t.TaskId, p.TaskId IS NOT NULL, t.DueDate FROM Tasks AS t LEFT JOIN Tasks AS p "
            "ON p.TaskId = t.ParentTaskId AND p.TaskListId = t.TaskListId AND p.Completed = 0 "
            "AND p.Deleted = 0 WHERE t.TaskListId = ? AND t.Completed = 0 AND t.Deleted = 0 "
            f"ORDER BY {_ORDERS[sort]}, t.TaskId",
            (number,),
        )
        return [(task, bool(child) and sort == "my_order", _day(day)) for task, child, day in rows]

    def starred(self) -> list[int]:
        """Return the open starred tasks, the latest starred first."""
        sql = "SELECT TaskId FROM Tasks WHERE Starred AND Completed = 0 AND Deleted = 0 "
        return [task for (task,) in self.database.query(sql + "ORDER BY StarredTime DESC, TaskId")]

    def completed(self, number: int) -> list[int]:
        """Return a list's completed tasks, the latest first."""
        sql = "SELECT TaskId FROM Tasks WHERE TaskListId = ? AND Completed AND Deleted = 0 "
        rows = self.database.query(sql + "ORDER BY CompletedTime DESC, TaskId", (number,))
        return [task for (task,) in rows]

    def subtasks(self, task: int) -> list[Task]:
        """Return the subtasks of a task, open ones first."""
        return self._tasks("ParentTaskId = ? AND Deleted = 0 ORDER BY Completed, Position", task)

    def get(self, task: int) -> Task | None:
        """Return a task; None if it doesn't exist or is deleted."""
        return next(iter(self._tasks("TaskId = ? AND Deleted = 0", task)), None)

    def _tasks(self, where: str, *values: Any) -> list[Task]:
        sql = f"SELECT {_COLUMNS} FROM {_FROM} WHERE {where} LIMIT 500"
        return [_task(row) for row in self.database.query(sql, values)]

    def due_times(self, day: dt.date) -> list[tuple[dt.date, int | None]]:
        """Return the due times of open tasks on or after a day, the soonest first, each once."""
        rows = self.database.query(
            "SELECT DISTINCT DueDate, DueMinutes FROM Tasks WHERE Completed = 0 AND Deleted = 0 "
            "AND DueDate >= ? ORDER BY 1, 2 LIMIT 500",
            (_stored(day),),
        )
        found = ((_day(stored), minutes) for stored, minutes in rows)
        return [
            (day, minutes if isinstance(minutes, int) and 0 <= minutes < 1440 else None)
            for day, minutes in found
            if day is not None
        ]

    def due_at(self, day: dt.date, minutes: int | None) -> list[Task]:
        """Return the open tasks that are due at a time of a day."""
        where = "Completed = 0 AND Deleted = 0 AND DueDate = ? AND DueMinutes IS ? ORDER BY TaskId"
        return self._tasks(where, _stored(day), minutes)

    # -- changes

    def add(self, task: Task) -> int:
        """Add a task at the top of its list, or a subtask below the others; return its id."""
        now, parent = self.context.system.clock.now_ms(), task.parent or None
        last = "max(Position) + 1" if parent else "min(Position) - 1"
        place = self.database.value(
            f"SELECT coalesce({last}, 0) FROM Tasks WHERE TaskListId = ? AND ParentTaskId IS ?",
            (task.list, parent),
        )
        return self.database.insert(
            "Tasks",
            {
                "TaskListId": task.list,
                "ParentTaskId": parent,
                "Position": place,
                "Title": task.title,
                "Details": task.details,
                "Starred": int(task.starred),
                "StarredTime": now if task.starred else 0,
                "CreatedTime": now,
                **self._due(task.due),
            },
        )

    def _due(self, due: Due) -> dict[str, int | None]:
        rule = self.database.insert("TaskRecurrences", {"Rule": due.rule}) if due.rule else None
        day = _stored(due.day)
        return {"DueDate": day, "DueMinutes": due.minutes, "TaskRecurrenceId": rule}

    def change(self, tasks: Sequence[int], **values: Any) -> None:
        """Change columns of tasks."""
        for task in tasks:
            self.database.update("Tasks", {**values, "HasDirtyState": 1}, "TaskId = ?", (task,))

    def set_due(self, task: int, due: Due) -> None:
        """Set when a task is due, and how it repeats."""
        self.change((task,), **self._due(due))

    def with_subtasks(self, task: int) -> tuple[int, ...]:
        """Return a task's id, and those of its subtasks that are neither done nor deleted."""
        sql = "SELECT TaskId FROM Tasks WHERE ParentTaskId = ? AND Completed = 0 AND Deleted = 0"
        return (task, *(number for (number,) in self.database.query(sql, (task,))))

    def move(self, task: Task, target: int) -> None:
        """Move a task and its subtasks to the top of another list."""
        top = "SELECT coalesce(min(Position) - 1, 0) FROM Tasks WHERE TaskListId = ?"
        place = self.database.value(top, (target,))
        with self.database.transaction():
            self.change((task.id,), TaskListId=target, Position=place, ParentTaskId=None)
            children = "UPDATE Tasks SET TaskListId = ? WHERE ParentTaskId = ?"
            self.database.execute(children, (target, task.id))

    def place(self, tasks: Sequence[int]) -> None:
        """Store the order of tasks in a list."""
        rows = [(place, task) for place, task in enumerate(tasks)]
        self.database.executemany("UPDATE Tasks SET Position = ? WHERE TaskId = ?", rows)
