"""Tasks' storage: the Room database and its state after installation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from android_gym.errors import DatabaseError
from android_gym.simulator.appkit.columns import number_of, text_of
from android_gym.simulator.apps.tasks_org import settings
from android_gym.simulator.apps.tasks_org.model import SNOOZE_TYPE, NamedThing, Reminder, Task
from android_gym.simulator.apps.tasks_org.schema import IDENTITY, NAME, SCHEMA, VERSION
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["COLUMNS", "DEEPEST", "Store", "install", "task_of"]

COLUMNS: Final = (
    "_id, title, importance, dueDate, hideUntil, created, modified, completed, notes, recurrence, "
    "repeat_from, collapsed, parent, remoteId"
)
"""Columns of ``tasks`` read by `task_of`."""

DEEPEST: Final = 20
"""Maximum depth of subtasks that is followed; a foreign database may contain cycles."""


def _create(database: Database) -> None:
    database.script(SCHEMA)


def _migrate(database: Database, old: int, new: int) -> None:
    raise DatabaseError(
        f"A migration from {old} to {new} was required but not found.", "IllegalStateException"
    )


def open_database(context: Context) -> Database:
    """Open ``database``, creating it if it is missing.

    Raises:
        DatabaseError: If it belongs to another version, as in Room.
    """
    database = context.database(
        NAME, wal=True, foreign_keys=True, version=VERSION, create=_create, upgrade=_migrate
    )
    if database.value("SELECT identity_hash FROM room_master_table WHERE id = 42") != IDENTITY:
        raise DatabaseError(
            "Room cannot verify the data integrity. Looks like you've changed schema but forgot to "
            "update the version number.",
            "IllegalStateException",
        )
    return database


def install(context: Context, *, cleared: bool) -> None:
    """Leave the app as after AndroidWorld's setup: started once and stopped.

    Args:
        context: The app's context.
        cleared: Whether the data was just cleared; the app then has none until it starts.
    """
    if not cleared:
        open_database(context)
        context.system.databases.close_owner(context.package)


def task_of(row: Sequence[Any]) -> Task:
    """Return the task in a row of `COLUMNS`."""
    importance = number_of(row[2])
    due, hide, created, modified, completed = (number_of(cell) for cell in row[3:8])
    return Task(
        id=row[0],
        title=text_of(row[1]),
        importance=importance if 0 <= importance <= 3 else 3,
        due_ms=due,
        hide_ms=hide,
        created_ms=created,
        modified_ms=modified,
        completed_ms=completed,
        notes=text_of(row[8]),
        recurrence=text_of(row[9]),
        from_completion=number_of(row[10]) == 1,
        collapsed=bool(number_of(row[11])),
        parent=number_of(row[12]),
        remote_id=text_of(row[13]),
    )


class Store:
    """Queries of the database, except those of lists (`listing`)."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @property
    def database(self) -> Database:
        """The open database."""
        return open_database(self.context)

    def new_uid(self) -> str:
        """Return a new ``remoteId``: a large random number, like the app's."""
        return str(100_000_000 + self.database.value("SELECT abs(random() / 2)"))

    # -- tasks

    def get(self, task: int) -> Task | None:
        """Return a task; None if it doesn't exist or is deleted."""
        rows = self.database.query(
            f"SELECT {COLUMNS} FROM tasks WHERE _id = ? AND deleted = 0", (task,)
        )
        return task_of(rows[0]) if rows else None

    def change(self, tasks: Iterable[int], **values: int | str | None) -> None:
        """Change columns of tasks."""
        sets = ", ".join(f'"{name}" = ?' for name in values)
        given = tuple(values.values())
        self.database.executemany(
            f"UPDATE tasks SET {sets} WHERE _id = ?", [(*given, task) for task in tasks]
        )

    def add(self, **values: int | str | None) -> int:
        """Insert a task created now, with the given columns; return its id."""
        now = self.context.system.clock.now_ms()
        row: dict[str, int | str | None] = {
            "title": "",
            "importance": 3,
            "dueDate": 0,
            "hideUntil": 0,
            "created": now,
            "modified": now,
            "completed": 0,
            "deleted": 0,
            "estimatedSeconds": 0,
            "elapsedSeconds": 0,
            "timerStart": 0,
            "notificationFlags": 0,
            "lastNotified": 0,
            "remoteId": self.new_uid(),
            "collapsed": 0,
            "parent": 0,
        }
        return self.database.insert("tasks", row | values)

    def children(self, task: int) -> list[Task]:
        """Return the subtasks of a task in manual order."""
        rows = self.database.query(
            f"SELECT {COLUMNS} FROM tasks WHERE parent = ? AND deleted = 0 "
            'ORDER BY "order", created, _id',
            (task,),
        )
        return [task_of(row) for row in rows]

    def family(self, tasks: Iterable[int]) -> tuple[int, ...]:
        """Return tasks and all their descendants."""
        found = dict.fromkeys(tasks)
        level = list(found)
        if not self.database.query("SELECT 1 FROM tasks WHERE parent > 0 LIMIT 1"):
            return tuple(found)
        for _ in range(DEEPEST):
            below = [
                row[0]
                for task in level
                for row in self.database.query(
                    "SELECT _id FROM tasks WHERE parent = ? AND deleted = 0", (task,)
                )
            ]
            level = [task for task in below if task not in found]
            found.update(dict.fromkeys(level))
        return tuple(found)

    # -- data of a task

    def reminders(self, task: int) -> tuple[Reminder, ...]:
        """Return a task's reminders except snoozes."""
        rows = self.database.query(
            'SELECT type, time, repeat, "interval" FROM alarms WHERE task = ? AND type <> ? '
            "ORDER BY _id",
            (task, SNOOZE_TYPE),
        )
        return tuple(Reminder(*(number_of(cell) for cell in row)) for row in rows)

    def set_reminders(self, task: int, reminders: Iterable[Reminder]) -> None:
        """Replace a task's reminders, including snoozes."""
        database = self.database
        database.execute("DELETE FROM alarms WHERE task = ?", (task,))
        for each in reminders:
            database.execute(
                'INSERT INTO alarms (task, time, type, repeat, "interval") VALUES (?, ?, ?, ?, ?)',
                (task, each.time, each.type, each.repeat, each.interval),
            )

    def snooze(self, task: int, until_ms: int) -> None:
        """Snooze a task's reminder until a time; 0 cancels the snooze."""
        database = self.database
        database.execute("DELETE FROM alarms WHERE task = ? AND type = ?", (task, SNOOZE_TYPE))
        if until_ms:
            row = {"task": task, "time": until_ms, "type": SNOOZE_TYPE, "repeat": 0, "interval": 0}
            database.insert("alarms", row)

    def tags_of(self, task: int) -> tuple[str, ...]:
        """Return the uuids of a task's tags."""
        rows = self.database.query("SELECT tag_uid FROM tags WHERE task = ? ORDER BY _id", (task,))
        return tuple(dict.fromkeys(text_of(uid) for (uid,) in rows))

    def set_tags(self, task: int, tags: Iterable[str]) -> None:
        """Replace a task's tags."""
        database = self.database
        names = {tag.key: tag.name for tag in self.tags()}
        remote = database.value("SELECT remoteId FROM tasks WHERE _id = ?", (task,))
        database.execute("DELETE FROM tags WHERE task = ?", (task,))
        for tag in tags:
            row = {"task": task, "name": names.get(tag), "tag_uid": tag, "task_uid": remote}
            database.insert("tags", row)

    def list_of(self, task: int) -> str:
        """Return the uuid of a task's list; "" if it has none."""
        return text_of(
            self.database.value(
                "SELECT cd_calendar FROM caldav_tasks WHERE cd_task = ? AND cd_deleted = 0", (task,)
            )
        )

    def set_list(self, task: int, key: str) -> None:
        """Move a task to a list."""
        database = self.database
        if self.list_of(task) == key:
            return
        database.execute("DELETE FROM caldav_tasks WHERE cd_task = ?", (task,))
        uid = self.new_uid()
        row = {
            "cd_task": task,
            "cd_calendar": key,
            "cd_remote_id": uid,
            "cd_object": f"{uid}.ics",
            "cd_last_sync": 0,
            "cd_deleted": 0,
            "gt_moved": 0,
            "gt_remote_order": 0,
        }
        database.insert("caldav_tasks", row)

    def place_of(self, task: int) -> str:
        """Return the uuid of a task's place; "" if it has none."""
        return text_of(self.database.value("SELECT place FROM geofences WHERE task = ?", (task,)))

    def set_place(self, task: int, key: str) -> None:
        """Set the place where a task reminds on arrival; "" removes it."""
        self.database.execute("DELETE FROM geofences WHERE task = ?", (task,))
        if key:
            row = {"task": task, "place": key, "arrival": 1, "departure": 0}
            self.database.insert("geofences", row)

    def files_of(self, task: int) -> tuple[tuple[str, str], ...]:
        """Return (name, URI) of each attachment of a task."""
        rows = self.database.query(
            "SELECT filename, uri FROM attachment JOIN attachment_file ON file = file_id "
            "WHERE task = ? ORDER BY attachment_id",
            (task,),
        )
        return tuple((text_of(name), text_of(uri)) for name, uri in rows)

    def set_files(self, task: int, files: Iterable[tuple[str, str]]) -> None:
        """Replace a task's attachments."""
        database = self.database
        database.execute("DELETE FROM attachment WHERE task = ?", (task,))
        for name, uri in files:
            uid = self.new_uid()
            row = {"file_uuid": uid, "filename": name, "uri": uri}
            file = database.insert("attachment_file", row)
            database.insert("attachment", {"task": task, "file": file, "file_uuid": uid})

    def timer_of(self, task: int) -> tuple[int, int]:
        """Return a task's elapsed timer seconds, and the time at which the timer was started."""
        rows = self.database.query(
            "SELECT elapsedSeconds, timerStart FROM tasks WHERE _id = ?", (task,)
        )
        return (number_of(rows[0][0]), number_of(rows[0][1])) if rows else (0, 0)

    # -- lists, tags, filters

    def lists(self) -> list[NamedThing]:
        """Return all lists."""
        return self._named(
            "SELECT cdl_uuid, cdl_name, cdl_color, cdl_id FROM caldav_lists "
            "ORDER BY cdl_order, upper(cdl_name), cdl_id"
        )

    def tags(self) -> list[NamedThing]:
        """Return all tags."""
        return self._named(
            "SELECT remoteId, name, color, _id FROM tagdata WHERE name IS NOT NULL AND name <> '' "
            "ORDER BY td_order, upper(name), _id"
        )

    def filters(self) -> list[NamedThing]:
        """Return all custom filters."""
        return self._named(
            "SELECT CAST(_id AS TEXT), title, f_color, _id FROM filters "
            "ORDER BY f_order, upper(title), _id"
        )

    def places(self) -> list[NamedThing]:
        """Return all places."""
        return self._named(
            "SELECT uid, name, place_color, place_id FROM places "
            "ORDER BY place_order, upper(name), place_id"
        )

    def _named(self, sql: str) -> list[NamedThing]:
        return [
            NamedThing(text_of(key), text_of(name), number_of(color), row)
            for key, name, color, row in self.database.query(sql)
        ]

    def default_list(self) -> NamedThing:
        """Return the default list for new tasks: the one in the settings, else the first.

        The account and the list are created if there are none.
        """
        found = self.lists()
        if not found:
            self.add_list("Default list", order=-1)
            found = self.lists()
        chosen = settings.read(self.context, "default_remote_list", "")
        return next((each for each in found if each.key == chosen), found[0])

    def add_list(self, name: str, *, color: int = 0, order: int = 0) -> None:
        """Add a local list."""
        database = self.database
        if not database.query("SELECT 1 FROM caldav_accounts WHERE cda_uuid = 'local'"):
            account = {"cda_uuid": "local", "cda_account_type": 2, "cda_collapsed": 0}
            database.insert("caldav_accounts", account | {"cda_server_type": -1})
        row = {
            "cdl_account": "local",
            "cdl_uuid": self.new_uid(),
            "cdl_name": name,
            "cdl_color": color,
            "cdl_order": order,
            "cdl_access": 0,
            "cdl_last_sync": 0,
        }
        database.insert("caldav_lists", row)

    def add_tag(self, name: str, color: int = 0) -> str:
        """Add a tag; return its uuid."""
        uid = self.new_uid()
        row = {"remoteId": uid, "name": name, "color": color, "tagOrdering": "[]", "td_icon": -1}
        self.database.insert("tagdata", row | {"td_order": -1})
        return uid
