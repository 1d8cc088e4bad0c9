"""The tasks of a list in order, with their group headings."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from android_gym.simulator.appkit.columns import text_of
from android_gym.simulator.appkit.lists import Pages
from android_gym.simulator.appkit.times import moment
from android_gym.simulator.apps.tasks_org.criteria import Condition, condition, read_criteria
from android_gym.simulator.apps.tasks_org.model import PRIORITIES, Group, Order, Place, Task
from android_gym.simulator.apps.tasks_org.settings import Options
from android_gym.simulator.apps.tasks_org.storage import COLUMNS, DEEPEST, Store, task_of
from android_gym.simulator.apps.tasks_org.times import DAY_MS, date_text, day_end

__all__ = ["Entry", "Heading", "Listing", "count", "listing"]

PAGE: Final = 50
"""Number of rows that are loaded at once."""

COMPLETED: Final = -(1 << 50)
"""Key of the group of completed tasks."""

ANY: Final = Condition("1")

NO_DATE: Final = (1 << 50) - 1
OVERDUE: Final = -(1 << 49)

_NOON_TO_END_MS: Final = 43_140_000
_PRIORITY_MS: Final = 172_799_999

_COLUMN: Final[dict[Group, str]] = {
    "none": "0",
    "due": "dueDate",
    "start": "hideUntil",
    "priority": "importance",
    "modified": "modified",
    "created": "created",
    "list": "(SELECT cdl_id FROM caldav_tasks JOIN caldav_lists ON cd_calendar = cdl_uuid "
    "WHERE cd_task = tasks._id AND cd_deleted = 0)",
}
"""SQL expression of the grouping value, by name of the grouping."""


class Heading(NamedTuple):
    """The heading of a group.

    Attributes:
        key: Key of the group.
        text: Text of the heading.
        folded: Whether the group is collapsed.
    """

    key: int
    text: str
    folded: bool


class Entry(NamedTuple):
    """A task in a list.

    Attributes:
        task: The task.
        depth: Number of its ancestors in the list.
        subtasks: Number of its direct subtasks.
    """

    task: Task
    depth: int
    subtasks: int


@dataclass
class _Lines:
    """All lines of a list with headings or subtasks.

    Attributes:
        ids: The task of each line, 0 for a heading.
        headings: Headings by line number.
        depths: Number of a subtask's ancestors, by its id.
        subtasks: Number of a task's direct subtasks, by its id.
    """

    ids: list[int] = field(default_factory=list)
    headings: dict[int, Heading] = field(default_factory=dict)
    depths: dict[int, int] = field(default_factory=dict)
    subtasks: dict[int, int] = field(default_factory=dict)


class Listing:
    """The lines of a list, loaded as they scroll into view.

    Args:
        store: The database.
        lines: All lines if the list has headings or subtasks; otherwise None.
        query: Condition that selects the tasks; used without `lines`.
        order: ORDER BY expression of the tasks; used without `lines`.
    """

    def __init__(
        self,
        store: Store,
        lines: _Lines | None,
        query: Condition = ANY,
        order: str = "",
    ) -> None:
        self._store = store
        self._lines = lines
        self._query = query
        self._order = order
        self._pages = Pages(self._read, PAGE)
        self.length = (
            len(lines.ids)
            if lines is not None
            else store.database.value(f"SELECT count(*) FROM tasks WHERE {query.sql}", query.values)
        )

    def get(self, index: int) -> Entry | Heading | None:
        """Return a line; None if the index is out of range."""
        return self._pages.get(index)

    def ids(self) -> list[int]:
        """Return the ids of all tasks in the list."""
        if self._lines is not None:
            return [task for task in self._lines.ids if task]
        sql = f"SELECT _id FROM tasks WHERE {self._query.sql} ORDER BY {self._order}"
        return [row[0] for row in self._store.database.query(sql, self._query.values)]

    def _read(self, page: int) -> list[Entry | Heading]:
        database = self._store.database
        if self._lines is None:
            sql = (
                f"SELECT {COLUMNS} FROM tasks WHERE {self._query.sql} "
                f"ORDER BY {self._order} LIMIT {PAGE} OFFSET ?"
            )
            rows = database.query(sql, (*self._query.values, page * PAGE))
            return [Entry(task_of(row), 0, 0) for row in rows]
        lines, first = self._lines, page * PAGE
        ids = lines.ids[first : first + PAGE]
        marks = ", ".join("?" * len(ids))
        rows = database.query(f"SELECT {COLUMNS} FROM tasks WHERE _id IN ({marks})", ids)
        tasks = {row[0]: task_of(row) for row in rows}
        return [
            Entry(tasks[task], lines.depths.get(task, 0), lines.subtasks.get(task, 0))
            if task
            else lines.headings[first + index]
            for index, task in enumerate(ids)
        ]


def _place(store: Store, place: Place) -> Condition:
    """Return the condition for the tasks that belong to a list."""
    clock = store.context.system.clock
    match place.kind:
        case "today":
            end = day_end(clock.minute())
            return Condition("dueDate > 0 AND dueDate <= ?", (end,))
        case "recent":
            return Condition("modified > ?", (clock.watch(60_000) * 60_000 - DAY_MS,))
        case "snoozed":
            return Condition("_id IN (SELECT task FROM alarms WHERE type = 4)")
        case "list":
            sql = "SELECT cd_task FROM caldav_tasks WHERE cd_calendar = ? AND cd_deleted = 0"
            return Condition(f"_id IN ({sql})", (place.key,))
        case "tag":
            return Condition("_id IN (SELECT task FROM tags WHERE tag_uid = ?)", (place.key,))
        case "place":
            return Condition("_id IN (SELECT task FROM geofences WHERE place = ?)", (place.key,))
        case "filter":
            kept = store.database.value("SELECT criterion FROM filters WHERE _id = ?", (place.key,))
            return condition(store, read_criteria(text_of(kept)))
        case "search":
            return _search(place.key)
    return ANY


def _search(query: str) -> Condition:
    """Return the condition for tasks with a text in title, notes, comments or related names."""
    places = (
        "instr(lower(title), lower(?))",
        "instr(lower(notes), lower(?))",
        "remoteId IN (SELECT target_id FROM userActivity WHERE instr(lower(message), lower(?)))",
        "_id IN (SELECT task FROM tags WHERE instr(lower(name), lower(?)))",
        "_id IN (SELECT cd_task FROM caldav_tasks JOIN caldav_lists ON cd_calendar = cdl_uuid "
        "WHERE instr(lower(cdl_name), lower(?)))",
        "_id IN (SELECT task FROM geofences JOIN places ON place = uid "
        "WHERE instr(lower(name), lower(?)) OR instr(lower(address), lower(?)))",
    )
    sql = " OR ".join(places)
    return Condition(f"({sql})", (query,) * sql.count("?"))


def _shown(store: Store, options: Options, which: Condition) -> Condition:
    """Return the condition for those of a list's tasks that are shown."""
    sql, values = f"deleted = 0 AND {which.sql}", which.values
    if not options.show_completed:
        sql += " AND completed = 0"
    if not options.show_hidden:
        now = store.context.system.clock.watch(60_000) * 60_000
        sql, values = f"{sql} AND hideUntil <= ?", (*values, now)
    return Condition(sql, values)


def count(store: Store, place: Place) -> int:
    """Return the number of a list's open tasks that have started, as counted in the drawer."""
    which = _place(store, place)
    now = store.context.system.clock.watch(60_000) * 60_000
    sql = f"SELECT count(*) FROM tasks WHERE deleted = 0 AND completed = 0 AND {which.sql}"
    number: int = store.database.value(f"{sql} AND hideUntil <= ?", (*which.values, now))
    return number


def _key(order: Order, twice_now: int) -> str:
    """Return the SQL expression for a sort order."""
    due = (
        f"CASE WHEN dueDate = 0 THEN {twice_now} WHEN dueDate % 60000 > 0 THEN dueDate "
        f"ELSE dueDate + {_NOON_TO_END_MS} END"
    )
    return {
        "smart": f"{due} + importance * {_PRIORITY_MS}",
        "due": due,
        "start": f"CASE WHEN hideUntil = 0 THEN {twice_now} ELSE hideUntil END",
        "priority": "importance",
        "title": "upper(title)",
        "modified": "modified",
        "created": "created",
        "completed": "completed",
    }[order]


def _order(store: Store, options: Options, place: Place) -> str:
    """Return the ORDER BY expression of a list."""
    twice_now = 2 * store.context.system.clock.watch(900_000) * 900_000
    order, up = options.order, options.ascending or options.order == "smart"
    if place.kind == "recent":
        order, up = "modified", False
    main = f"{_key(order, twice_now)} {'ASC' if up else 'DESC'}"
    last = "upper(title), created, _id"
    if not options.completed_last:
        return f"{main}, {last}"
    done = _key(options.completed_order, twice_now)
    turn = "ASC" if options.completed_ascending else "DESC"
    return f"completed > 0, CASE WHEN completed > 0 THEN {done} END {turn}, {main}, {last}"


def _subtask_order(options: Options, twice_now: int) -> str:
    if options.subtask_order is None:
        return 'completed > 0, "order", created, _id'
    turn = "ASC" if options.subtask_ascending else "DESC"
    return f"completed > 0, {_key(options.subtask_order, twice_now)} {turn}, upper(title), _id"


def listing(store: Store, options: Options, place: Place, folded: frozenset[int]) -> Listing:
    """Return the contents of a list.

    Args:
        store: The database.
        options: The user's list options.
        place: The list.
        folded: Keys of the collapsed groups.
    """
    query = _shown(store, options, _place(store, place))
    order = _order(store, options, place)
    grouped = options.group != "none" and place.kind not in ("recent", "search")
    nested = place.kind != "search" and store.database.query(
        "SELECT 1 FROM tasks WHERE parent > 0 AND deleted = 0 LIMIT 1"
    )
    if not grouped and not nested:
        return Listing(store, None, query, order)
    below = _Subtasks(store, options) if nested else None
    if not grouped:
        ids = list(map(int, _joined(store, "_id", query, order)))
        lines = _Lines()
        _append(lines, _roots(ids, below), below)
        return Listing(store, lines)
    return Listing(store, _grouped(store, options, query, order, below, folded))


def _joined(store: Store, what: str, query: Condition, order: str) -> list[str]:
    """Return an expression's value for each task in order, read as one joined text for speed."""
    sql = (
        "SELECT group_concat(line, char(30)) FROM "
        f"(SELECT {what} AS line FROM tasks WHERE {query.sql} ORDER BY {order})"
    )
    found = text_of(store.database.value(f"SELECT CAST(({sql}) AS TEXT)", query.values))
    return found.split("\x1e") if found else []


class _Subtasks:
    """All visible subtasks by their parent tasks."""

    def __init__(self, store: Store, options: Options) -> None:
        query = _shown(store, options, Condition("parent > 0"))
        twice_now = 2 * store.context.system.clock.watch(900_000) * 900_000
        sql = f"SELECT _id, parent FROM tasks WHERE {query.sql} ORDER BY "
        rows = store.database.query(sql + _subtask_order(options, twice_now), query.values)
        self.parents: dict[int, int] = dict(rows)
        self.children: dict[int, list[int]] = {}
        for task, parent in rows:
            self.children.setdefault(parent, []).append(task)
        self.collapsed = {
            row[0] for row in store.database.query("SELECT _id FROM tasks WHERE collapsed = 1")
        }


def _roots(ids: Sequence[int], below: _Subtasks | None) -> Sequence[int]:
    """Return the tasks of a list whose parent is not in the list."""
    if below is None or not below.parents:
        return ids
    here = set(ids)
    roots = [task for task in ids if below.parents.get(task, 0) not in here]
    return roots or ids  # a cycle of parents, only possible in a foreign database


def _append(lines: _Lines, tasks: Iterable[int], below: _Subtasks | None) -> None:
    """Append tasks, each followed by its subtasks; a task is added once, even in a cycle."""
    if below is None or not below.parents:
        lines.ids.extend(tasks)
        return
    ids, families = lines.ids, below.children
    for root in tasks:
        if root not in families:
            if root not in lines.depths:
                ids.append(root)
            continue
        stack = [(root, 0)]
        while stack:
            task, depth = stack.pop()
            if task in lines.subtasks or task in lines.depths or depth > DEEPEST:
                continue
            ids.append(task)
            if depth:
                lines.depths[task] = depth
            children = families.get(task, [])
            if children:
                lines.subtasks[task] = len(children)
            if task not in below.collapsed:
                stack += [(child, depth + 1) for child in reversed(children)]


def _grouped(
    store: Store,
    options: Options,
    query: Condition,
    order: str,
    below: _Subtasks | None,
    folded: frozenset[int],
) -> _Lines:
    """Return tasks grouped under headings."""
    keys = _Keys(store, options)
    # Force integers, whatever adb has written: the fields are separated by spaces.
    value = f"printf('%d', {_COLUMN[options.group]})"
    what = f"_id || ' ' || (completed > 0) || ' ' || {value}"
    parts = [part.split(" ") for part in _joined(store, what, query, order)]
    group_of = {int(task): keys.key(done == "1", int(value)) for task, done, value in parts}
    groups: dict[int, list[int]] = {}
    for task in _roots(list(group_of), below):
        groups.setdefault(group_of[task], []).append(task)
    open_groups = sorted(
        (key for key in groups if key != COMPLETED),
        key=keys.rank,
        reverse=not options.group_ascending,
    )
    lines = _Lines()
    for key in (*open_groups, *(key for key in groups if key == COMPLETED)):
        hidden = key in folded
        lines.headings[len(lines.ids)] = Heading(key, keys.text(key), hidden)
        lines.ids.append(0)
        if not hidden:
            _append(lines, groups[key], below)
    return lines


class _Keys:
    """The groups of tasks: their keys, order and headings."""

    def __init__(self, store: Store, options: Options) -> None:
        self._context = store.context
        self._options = options
        self._today = self._context.system.clock.today()
        self._lists = {named.id: named for named in store.lists()}
        self._known: dict[int, int] = {}

    def key(self, done: bool, value: int) -> int:
        """Return the key of a task's group.

        Args:
            done: Whether the task is completed.
            value: Value of the grouping expression; a row id if grouped by list.
        """
        options = self._options
        if done and options.completed_last:
            return COMPLETED
        if options.group == "list":
            return value
        known = self._known.get(value)
        if known is None:
            known = self._known[value] = self._of_number(value)
        return known

    def _of_number(self, value: int) -> int:
        if self._options.group == "priority":
            return value if value in (0, 1, 2) else 3
        if value <= 0:
            return NO_DATE
        day = moment(self._context, value).date()
        if self._options.group == "due" and day < self._today:
            return OVERDUE
        return day.toordinal()

    def rank(self, key: int) -> tuple[int, str]:
        """Return the sort key of a group."""
        if self._options.group == "list":
            return 0, self._lists[key].name.upper() if key in self._lists else ""
        return key, ""

    def text(self, key: int) -> str:
        """Return the heading of a group."""
        group = self._options.group
        if key == COMPLETED:
            return "Completed"
        if key == OVERDUE:
            return "Overdue"
        if group == "priority":
            return f"{PRIORITIES[key]} priority" if key < 3 else "No priority"
        if group == "list":
            return self._lists[key].name if key in self._lists else "My Tasks"
        if key == NO_DATE:
            return "No start date" if group == "start" else "No due date"
        day = dt.datetime.combine(dt.date.fromordinal(key), dt.time(12))
        at = int(day.replace(tzinfo=self._context.system.clock.zone()).timestamp() * 1000)
        words = date_text(self._context, at, long=abs((day.date() - self._today).days) < 7)
        first = {"due": "Due", "start": "Start", "modified": "Modified", "created": "Created"}
        return f"{first[group]} {words}"
