"""Tasks' data: tasks, lists, reminders, filters, and the states of the screens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

__all__ = [
    "ALL",
    "DAY_MS",
    "DEFAULT_REMINDERS",
    "DUE_CODES",
    "PRIORITIES",
    "RANDOM_TYPE",
    "SNOOZE_TYPE",
    "WHEN_DUE",
    "WHEN_OVERDUE",
    "WHEN_STARTED",
    "Criterion",
    "Draft",
    "Editor",
    "Group",
    "MainState",
    "NamedThing",
    "Order",
    "Place",
    "PlaceKind",
    "Reminder",
    "Task",
]

PRIORITIES: Final = ("High", "Medium", "Low", "None")
"""Priority names, indexed by ``importance``."""

PlaceKind = Literal["all", "today", "recent", "snoozed", "list", "tag", "place", "filter", "search"]


@dataclass(frozen=True)
class Place:
    """A list of tasks that can be shown.

    Attributes:
        kind: Kind of list.
        key: Uuid of the list, tag or place, id of the filter, or search text.
    """

    kind: PlaceKind = "all"
    key: str = ""


ALL: Final = Place()
"""The list "My Tasks"."""


@dataclass(frozen=True)
class Task:
    """One row of ``tasks``; times are epoch milliseconds, 0 for none.

    Attributes:
        id: Row id.
        title: Title.
        importance: 0 (high) to 3 (none).
        due_ms: Due date; it has a time of day unless it is a multiple of a minute.
        hide_ms: Start date, in the same form.
        created_ms: Time of creation.
        modified_ms: Time of the last change.
        completed_ms: Time of completion.
        notes: Description.
        recurrence: RRULE, "" for none.
        from_completion: Whether it recurs from the completion date instead of the due date.
        collapsed: Whether its subtasks are hidden.
        parent: Row id of the parent task, or 0.
        remote_id: Uuid by which tags refer to the task.
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
    """A list, tag, filter or place, as shown in the drawer and on chips.

    Attributes:
        key: Uuid, or id of the filter.
        name: Name.
        color: Java's signed ARGB integer, 0 for none.
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
        time: Absolute time, or offset from the date; for type 3, the mean time between reminders.
        repeat: Number of repetitions.
        interval: Time between repetitions.
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
"""Default reminders of a new task with a due date."""

DUE_CODES: Final = {-1: "Due date", -2: "Due time", -3: "Day before due", -4: "Week before due"}
"""Codes for start dates relative to the due date, as used in a draft."""


@dataclass(frozen=True)
class Draft:
    """The draft of a task on the edit screen.

    Attributes:
        hide: Start date in epoch ms, 0 for none, or one of `DUE_CODES`.
        tags: Uuids of the tags.
        list: Uuid of the list, "" for none.
        subtasks: Names of the subtasks to be added.
        place: Uuid of the place of the location reminder, "" for none.
        files: (name, URI) of each attachment.
        spent: Seconds that the timer has counted.
        timer_ms: Time at which the timer was started; 0 while it is stopped.
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
    """State of an edit screen.

    Attributes:
        task: Row id; 0 for a new task.
        draft: Current draft.
        original: Initial draft.
        parent: For a new subtask, row id of the parent task.
    """

    task: int = 0
    draft: Draft = field(default_factory=Draft)
    original: Draft = field(default_factory=Draft)
    parent: int = 0

    @property
    def changed(self) -> bool:
        """Return whether the draft has been edited."""
        return self.draft != self.original


@dataclass(frozen=True)
class MainState:
    """State of the app's main activity.

    Attributes:
        place: The list that is shown.
        query: Text in the search field; None while it is closed.
        selected: Selected tasks, in the order of selection.
        folded: Collapsed groups: the grouping, and the groups' keys.
        editors: Stack of edit screens; a subtask's is above its parent's.
    """

    place: Place = ALL
    query: str | None = None
    selected: tuple[int, ...] = ()
    folded: frozenset[tuple[str, int]] = frozenset()
    editors: tuple[Editor, ...] = ()


Order = Literal["smart", "due", "start", "priority", "title", "modified", "created", "completed"]
"""Sort orders of tasks."""

Group = Literal["none", "due", "start", "priority", "modified", "created", "list"]
"""Groupings of tasks."""


@dataclass(frozen=True)
class Criterion:
    """One line of a custom filter.

    Attributes:
        kind: Kind of criterion, a key of `criteria.KINDS`.
        value: Chosen value.
        how: How it is combined with the lines above it.
    """

    kind: str
    value: str = ""
    how: Literal["and", "or", "not"] = "and"
