"""Google Tasks' data, and the states of its screens."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final, Literal

__all__ = [
    "DAY_MS",
    "SORTS",
    "STARRED",
    "Due",
    "EditState",
    "Entry",
    "MainState",
    "NamingState",
    "Sort",
    "Task",
    "TaskList",
    "words_of_day",
]

STARRED: Final = 0
"""Used in place of a list's id for the tab with the starred tasks of all lists."""

DAY_MS: Final = 86_400_000

Sort = Literal["my_order", "date", "starred"]
"""Sort orders of a list: by hand, by due date, by when a star was added."""

SORTS: Final[tuple[tuple[Sort, str], ...]] = (
    ("my_order", "My order"),
    ("date", "Date"),
    ("starred", "Starred recently"),
)
"""Label of each order; the database stores their indexes."""


@dataclass(frozen=True)
class Due:
    """The due time of a task, and its repetition.

    Attributes:
        day: The day; None for none.
        minutes: Minute of that day; None for the whole day.
        rule: RRULE of its repetition, "" for none.
    """

    day: dt.date | None = None
    minutes: int | None = None
    rule: str = ""


@dataclass(frozen=True)
class TaskList:
    """A task list.

    Attributes:
        id: Row of ``TaskLists``.
        title: Its title.
        sort: Its sort order.
    """

    id: int
    title: str
    sort: Sort = "my_order"


@dataclass(frozen=True)
class Task:
    """A task.

    Attributes:
        id: Row of ``Tasks``.
        list: Id of its list.
        title: Its title.
        details: Its details.
        parent: Id of the task that it is a subtask of; 0 for none.
        due: When it is due.
        starred: Whether it is starred.
        completed_ms: When it was completed, epoch milliseconds; 0 while it is open.
    """

    id: int
    list: int
    title: str
    details: str = ""
    parent: int = 0
    due: Due = Due()
    starred: bool = False
    completed_ms: int = 0


@dataclass(frozen=True)
class Entry:
    """A row of the list on screen.

    Attributes:
        task: Id of the task; 0 for a heading.
        heading: Text of a heading.
        indented: Whether it is a subtask below its task.
        completed: Whether it belongs to the section of completed tasks.
    """

    task: int = 0
    heading: str = ""
    indented: bool = False
    completed: bool = False


@dataclass(frozen=True)
class MainState:
    """State of the task lists.

    Attributes:
        list: Id of the list on screen, `STARRED`, or -1 for the first.
        completed: Whether the section of completed tasks is expanded.
    """

    list: int = -1
    completed: bool = False


@dataclass(frozen=True)
class EditState:
    """State of a task's page.

    Attributes:
        task: Its id.
        subtasks: Whether the field for another subtask is shown.
        subtask: Text of that field.
    """

    task: int = 0
    subtasks: bool = False
    subtask: str = ""


@dataclass(frozen=True)
class NamingState:
    """State of the page that names a list.

    Attributes:
        list: Id of the list; 0 for a new one.
        title: Text of the field.
    """

    list: int = 0
    title: str = ""


def words_of_day(day: dt.date, today: dt.date) -> str:
    """Format a day as the app does: ``Today``, ``Tomorrow``, ``Thu, Oct 19``."""
    near = {-1: "Yesterday", 0: "Today", 1: "Tomorrow"}.get((day - today).days)
    words = f"{day:%a, %b} {day.day}"
    return near or (words if day.year == today.year else f"{words}, {day.year}")
