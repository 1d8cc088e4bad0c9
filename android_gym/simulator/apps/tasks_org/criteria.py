"""Custom filters: reads and writes their criteria, and turns them into SQL conditions."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple, get_args

from android_gym.simulator.apps.tasks_org.model import PRIORITIES, Criterion
from android_gym.simulator.apps.tasks_org.storage import Store
from android_gym.simulator.apps.tasks_org.times import day_end, ms

__all__ = ["KINDS", "Condition", "condition", "label", "read_criteria", "write_criteria"]

How = Literal["and", "or", "not"]
_DAYS: Final = (
    ("overdue", "Overdue"),
    ("yesterday", "Yesterday"),
    ("today", "Today"),
    ("tomorrow", "Tomorrow"),
    ("2", "Day after tomorrow"),
    ("7", "Next week"),
)
_SHIFT: Final = {"overdue": -1, "yesterday": -1, "today": 0, "tomorrow": 1, "2": 2, "7": 7}


class Condition(NamedTuple):
    """An SQL condition on ``tasks`` with its parameters."""

    sql: str
    values: tuple[int | str, ...] = ()


class Kind(NamedTuple):
    """A kind of criterion.

    Attributes:
        title: Name in the list of criteria.
        text: Text of a filter's line, with ``?`` for the choice.
        choices: (value, name) pairs to choose from; None if text is entered instead, empty if there
            is no choice.
    """

    title: str
    text: str
    choices: Callable[[Store], Sequence[tuple[str, str]]] | None


def _dates(none: str) -> Callable[[Store], Sequence[tuple[str, str]]]:
    return lambda store: (("none", none), *_DAYS)


KINDS: Final = {
    "tag": Kind("Tag…", "Tag: ?", lambda store: [(t.key, t.name) for t in store.tags()]),
    "tag_contains": Kind("Tag name contains…", "Tag name contains: ?", None),
    "due": Kind("Due By…", "Due By: ?", _dates("No due date")),
    "start": Kind("Start by…", "Start by: ?", _dates("No start date")),
    "priority": Kind(
        "Priority…",
        "Priority at least ?",
        lambda store: [(str(n), name) for n, name in enumerate(PRIORITIES)],
    ),
    "title": Kind("Title contains…", "Title contains: ?", None),
    "list": Kind("In list…", "In List: ?", lambda store: [(e.key, e.name) for e in store.lists()]),
    "recurring": Kind("Recurring", "Recurring", lambda store: ()),
    "completed": Kind("Completed", "Completed", lambda store: ()),
    "unstarted": Kind("Not started", "Not started", lambda store: ()),
    "parent": Kind("Has subtasks", "Has subtasks", lambda store: ()),
    "subtask": Kind("Is subtask", "Is subtask", lambda store: ()),
    "reminder": Kind("Has reminder", "Has reminder", lambda store: ()),
}
"""Kinds of criteria by their name in the database."""


def label(store: Store, line: Criterion) -> str:
    """Return the text of a filter's line."""
    kind = KINDS[line.kind]
    names = {} if kind.choices is None else dict(kind.choices(store))
    return kind.text.replace("?", names.get(line.value, line.value))


_FIXED: Final = {
    "recurring": "length(recurrence) > 0",
    "completed": "completed > 0",
    "parent": "_id IN (SELECT parent FROM tasks WHERE deleted = 0)",
    "subtask": "parent > 0",
    "reminder": "_id IN (SELECT task FROM alarms)",
}
"""Conditions without a parameter."""

_CHOSEN: Final = {
    "tag": "_id IN (SELECT task FROM tags WHERE tag_uid = ?)",
    "tag_contains": "_id IN (SELECT task FROM tags WHERE instr(lower(name), lower(?)) > 0)",
    "title": "instr(lower(title), lower(?)) > 0",
    "list": "_id IN (SELECT cd_task FROM caldav_tasks WHERE cd_calendar = ?)",
}
"""Conditions whose parameter is the chosen value."""


def _one(store: Store, line: Criterion) -> Condition:
    if line.kind in _FIXED:
        return Condition(_FIXED[line.kind])
    if line.kind in _CHOSEN:
        return Condition(_CHOSEN[line.kind], (line.value,))
    if line.kind == "priority":
        return Condition(
            "importance <= ?", (int(line.value) if line.value in ("0", "1", "2") else 3,)
        )
    now = store.context.system.clock.minute()
    if line.kind == "unstarted":
        return Condition("hideUntil > ?", (ms(now),))
    column = "dueDate" if line.kind == "due" else "hideUntil"
    if line.value == "none":
        return Condition(f"{column} = 0")
    end = day_end(now + dt.timedelta(days=_SHIFT.get(line.value, 0)))
    return Condition(f"{column} > 0 AND {column} <= ?", (end,))


def condition(store: Store, lines: Sequence[Criterion]) -> Condition:
    """Return the condition of a filter, combining its lines in order."""
    sql = "1"
    values: tuple[int | str, ...] = ()
    for line in lines:
        part = _one(store, line)
        values = (*values, *part.values)
        match line.how:
            case "and":
                sql = f"({sql} AND ({part.sql}))"
            case "or":
                sql = f"({sql} OR ({part.sql}))"
            case "not":
                sql = f"({sql} AND NOT ({part.sql}))"
    return Condition(sql, values)


def write_criteria(lines: Sequence[Criterion]) -> str:
    """Serialize a filter: one line per criterion, fields escaped and separated by ``|``."""

    def escaped(value: str) -> str:
        return value.replace("\\", "\\\\").replace("|", "\\p").replace("\n", " ")

    return "\n".join(f"{line.kind}|{line.how}|{escaped(line.value)}" for line in lines)


def read_criteria(text: str) -> tuple[Criterion, ...]:
    """Parse a filter's lines, skipping invalid ones."""
    lines = []
    for line in text.splitlines()[:50]:
        kind, _, rest = line.partition("|")
        how, _, value = rest.partition("|")
        known: How | None = next((each for each in get_args(How) if each == how), None)
        if kind in KINDS and known is not None:
            plain = re.sub(r"\\(.)", lambda found: "|" if found[1] == "p" else found[1], value)
            lines.append(Criterion(kind, plain, known))
    return tuple(lines)
