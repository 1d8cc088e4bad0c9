"""Tasks' data: a task, what a list is of, and the states of the screens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

__all__ = [
    "ALL",
    "DEFAULT_REMINDERS",
    "DUE_CODES",
    "PRIORITIES",
    "Criterion",
    "Draft",
    "Editor",
    "Group",
    "MainState",
    "NamedThing",
    "Order",
    "Place",
    "Reminder",
    "Task",
]

PRIORITIES: Final = ("High", "Medium", "Low", "None")
"""Names by ``importance``."""

PlaceKind = Literal["all", "today", "recent", "snoozed", "list", "tag", "place", "filter", "search"]


@dataclass(frozen=True)
class Place:
    """State of the list screen.

    Attributes:
        kind: Which sort of list.
        key: The list's, tag's or place's uuid, the filter's number, or what is searched for.
    """

    kind: PlaceKind = "all"
    key: str = ""


ALL: Final = Place()
"""My Tasks."""


@dataclass(frozen=True)
class Task:
    """One row of ``tasks``; times are epoch milliseconds, 0 where there is none.

    Attributes:
        id: Row id.
        title: Its name.
        importance: 0 (high) to 3 (none).
        due_ms: Due date; with a time of day if it is not a multiple of a minute.
        hide_ms: Start date, in the same form.
        created_ms: When it was made.
        modified_ms: When it was changed last.
        completed_ms: When it was done.
        notes: Description.
        recurrence: RRULE, "" for none.
        from_completion: Whether it repeats from the day it was done.
        collapsed: Whether its subtasks are hidden.
        parent: Row id of the task that it is a subtask of, or 0.
        remote_id: What tags name it by.
    """

    id: int
    title: str = ""
    importance: int = 3
    due_ms: int = 0
    hide_ms: int = 0
    created_ms: int = 0
    modified_ms: int = 0
    completed_ms: int = 0
    notes: str = ""
    recurrence: str = ""
    from_completion: bool = False
    collapsed: bool = False
    parent: int = 0
    remote_id: str = ""


@dataclass(frozen=True)
class NamedThing:
    """A list, tag, filter or place: what the drawer and chips show of it.

    Attributes:
        key: Its uuid, or the filter's number.
        name: What it is called.
        color: ARGB integer as Java has it, 0 for none.
        id: Row id.
    """

    key: str
    name: str
    color: int = 0
    id: int = 0


@dataclass(frozen=True)
class Reminder:
    """One row of ``alarms`` (times and intervals in milliseconds).

    Attributes:
        type: 0 at a time, 1 relative to the start, 2 relative to the due date, 3 at random,
            4 snoozed.
        time: The moment, or what is added to the date; for 3 the mean time between two.
        repeat: How often it rings again.
        interval: Time between.
    """

    type: int = 0
    time: int = 0
    repeat: int = 0
    interval: int = 0


DAY_MS: Final = 86_400_000
WHEN_STARTED: Final = Reminder(1)
WHEN_DUE: Final = Reminder(2)
WHEN_OVERDUE: Final = Reminder(2, DAY_MS, 6, DAY_MS)
RANDOM_TYPE: Final = 3
SNOOZE_TYPE: Final = 4
DEFAULT_REMINDERS: Final = (WHEN_DUE, WHEN_OVERDUE)
"""Reminders that a new task with a due date gets."""

DUE_CODES: Final = {-1: "Due date", -2: "Due time", -3: "Day before due", -4: "Week before due"}
"""Start dates that follow the due date, as a draft holds them."""


@dataclass(frozen=True)
class Draft:
    """State of the edit screen.

    Attributes:
        hide: Start date in epoch ms, 0 for none, or one of `DUE_CODES`.
        tags: Uuids of its tags.
        list: Uuid of its list, "" for none.
        subtasks: Names of the subtasks to be added.
        place: Uuid of the place where it reminds, "" for none.
        files: (name, URI) of its attachments.
        spent: Seconds that the timer has counted.
        timer_ms: When the timer was started; 0 while it stands.
    """

    title: str = ""
    notes: str = ""
    importance: int = 3
    due_ms: int = 0
    hide: int = 0
    recurrence: str = ""
    from_completion: bool = False
    tags: tuple[str, ...] = ()
    list: str = ""
    reminders: tuple[Reminder, ...] = ()
    subtasks: tuple[str, ...] = ()
    place: str = ""
    files: tuple[tuple[str, str], ...] = ()
    spent: int = 0
    timer_ms: int = 0


@dataclass(frozen=True)
class Editor:
    """The edit screen.

    Attributes:
        task: Row id; 0 for a new task.
        draft: As it has been edited.
        original: As it was opened.
        parent: For a new subtask: row id of the task that it belongs to.
    """

    task: int = 0
    draft: Draft = field(default_factory=Draft)
    original: Draft = field(default_factory=Draft)
    parent: int = 0

    @property
    def changed(self) -> bool:
        """Return whether something has been edited."""
        return self.draft != self.original


@dataclass(frozen=True)
class MainState:
    """The app's main activity.

    Attributes:
        place: The list that is shown.
        query: What is typed into the search field; None while it is closed.
        selected: Marked tasks, in the order of marking.
        folded: Groups that are collapsed: what the list was grouped by, and their keys.
        editors: The edit screen; below it the ones that it was opened from (subtasks).
    """

    place: Place = ALL
    query: str | None = None
    selected: tuple[int, ...] = ()
    folded: frozenset[tuple[str, int]] = frozenset()
    editors: tuple[Editor, ...] = ()


Order = Literal["smart", "due", "start", "priority", "title", "modified", "created", "completed"]
"""Orders that tasks can be sorted in."""

Group = Literal["none", "due", "start", "priority", "modified", "created", "list"]
"""Properties that tasks can be grouped by."""


@dataclass(frozen=True)
class Criterion:
    """One line of a custom filter.

    Attributes:
        kind: What it asks for, a key of `filters.KINDS`.
        value: What of it.
        how: How it is joined to the lines above it.
    """

    kind: str
    value: str = ""
    how: Literal["and", "or", "not"] = "and"
