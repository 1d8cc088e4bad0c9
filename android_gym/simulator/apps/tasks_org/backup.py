"""Backups: writes tasks and their related rows to a JSON file, and restores them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from android_gym.errors import FileError
from android_gym.simulator.apps.tasks_org import reminders, settings
from android_gym.simulator.apps.tasks_org.manifest import MANIFEST
from android_gym.simulator.apps.tasks_org.schema import TABLES
from android_gym.simulator.apps.tasks_org.storage import Store
from android_gym.simulator.system.databases import Database
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.ui.activity import Context

__all__ = [
    "BackupError",
    "Restored",
    "back_up",
    "folder",
    "keep_folder",
    "last_backup_ms",
    "restore",
]

_DIRECTORY: Final = "/storage/emulated/0/Android/data/org.tasks/files/backups"
LARGEST: Final = 8 << 20
"""Maximum size in bytes of a backup that is read."""

_LAST: Final = "backups_last"
_FOLDER: Final = "p_backup_dir"
_OF_TASKS: Final = {
    "alarms": "task",
    "tags": "task",
    "geofences": "task",
    "caldav_tasks": "cd_task",
}
"""Tables whose rows belong to a task, and the column that refers to it."""

_OTHERS: Final = {
    "tagdata": "remoteId",
    "places": "uid",
    "caldav_accounts": "cda_uuid",
    "caldav_lists": "cdl_uuid",
    "filters": "title",
}
"""Other tables, and the column that identifies their rows."""

_KEYS: Final = frozenset(
    {"_id", "task", "cd_id", "cd_task", "place_id", "geofence_id", "cda_id", "cdl_id"}
)

Row = dict[str, Any]


class BackupError(Exception):
    """Error for a file that isn't a backup, or that can't be written."""


@dataclass(frozen=True)
class Restored:
    """Numbers of tasks found in a backup.

    Attributes:
        imported: Tasks that were added.
        existing: Tasks that existed already.
        errors: Tasks that could not be read.
    """

    imported: int = 0
    existing: int = 0
    errors: int = 0


def last_backup_ms(context: Context) -> int:
    """Return the time of the last backup; 0 for never."""
    return settings.read(context, _LAST, 0)


def folder(context: Context) -> str:
    """Return the backup folder: the chosen one, else the app's own."""
    return document_path(settings.read(context, _FOLDER, "")) or _DIRECTORY


def keep_folder(context: Context, uri: str) -> None:
    """Store the URI of the chosen folder."""
    settings.keep(context, **{_FOLDER: uri})


def back_up(context: Context) -> tuple[int, str]:
    """Write all tasks that are not deleted; return their number and the file.

    Raises:
        BackupError: If the file can't be written.
    """
    database = Store(context).database
    tasks = []
    for task in _rows(database, "tasks", "deleted = 0"):
        own = {
            table: _rows(database, table, f'"{column}" = ?', task["_id"])
            for table, column in _OF_TASKS.items()
        }
        tasks.append({"task": task, **own})
    clock = context.system.clock
    data = {"tasks": tasks, **{table: _rows(database, table) for table in _OTHERS}}
    written = {"version": MANIFEST.version_code, "timestamp": clock.now_ms(), "data": data}
    files = context.system.files
    directory = folder(context)
    path = f"{directory}/user.{clock.datetime():%y%m%d-%H%M}.json"
    try:
        if not files.exists(directory):
            files.mkdir(directory, parents=True)
        files.write(path, json.dumps(written, ensure_ascii=False).encode("utf-8", "replace"))
    except FileError as error:
        raise BackupError(f"{path}: {error}") from error
    settings.keep(context, **{_LAST: clock.now_ms()})
    return len(tasks), path


def _rows(database: Database, table: str, where: str = "1", *values: int) -> list[Row]:
    names = [row[1] for row in database.query(f"PRAGMA table_info('{table}')")]
    rows = database.query(f'SELECT * FROM "{table}" WHERE {where} ORDER BY 1', values)
    return [
        {
            name: value.decode("utf-8", "replace") if isinstance(value, bytes) else value
            for name, value in zip(names, row, strict=True)
        }
        for row in rows
    ]


def restore(context: Context, path: str) -> Restored:
    """Add a backup's tasks that do not exist yet.

    Raises:
        BackupError: If the file can't be read or isn't a backup.
    """
    data = _read(context, path)
    database = Store(context).database
    done = {"imported": 0, "existing": 0, "errors": 0}
    with database.transaction():
        for table, key in _OTHERS.items():
            for row in _dicts(data.get(table)):
                found = _kept(table, row)
                if found.get(key) and not _known(database, table, key, found[key]):
                    _insert(database, table, found)
        for item in _dicts(data.get("tasks")):
            done[_restore_task(database, item)] += 1
    reminders.schedule(context)
    return Restored(**done)


def _read(context: Context, path: str) -> Mapping[str, Any]:
    files = context.system.files
    try:
        if files.stat(path).size > LARGEST:
            raise BackupError(f"{path} is larger than {LARGEST} bytes.")
        found = json.loads(files.read(path))
    except (FileError, ValueError, RecursionError) as error:
        raise BackupError(f"{path}: {error}") from error
    data = found.get("data") if isinstance(found, dict) else None
    if not isinstance(data, dict):
        raise BackupError(f"{path} has no data.")
    return data


def _restore_task(database: Database, item: Row) -> str:
    """Add one task; return the field of `Restored` that it counts for."""
    row = item.get("task")
    values = _kept("tasks", row) if isinstance(row, dict) else {}
    uid = values.get("remoteId")
    if not isinstance(uid, str) or not uid:
        return "errors"
    if _known(database, "tasks", "remoteId", uid):
        return "existing"
    values["parent"] = 0  # the parent has another id on this phone
    task = _insert(database, "tasks", values)
    if not task:
        return "errors"
    for table, column in _OF_TASKS.items():
        for own in _dicts(item.get(table)):
            _insert(database, table, _kept(table, own) | {column: task})
    return "imported"


def _dicts(found: object) -> Sequence[Row]:
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def _kept(table: str, row: Row) -> Row:
    """Return the columns of a row that the table has, without keys of the source database."""
    return {
        name: value
        for name, value in row.items()
        if f"`{name}`" in TABLES[table] and name not in _KEYS and _fits(value)
    }


def _fits(value: object) -> bool:
    """Return whether SQLite can store a value: JSON allows larger integers and lone surrogates."""
    if isinstance(value, int):
        return -(1 << 63) <= value < 1 << 63
    if isinstance(value, str):
        return not any("\ud800" <= letter <= "\udfff" for letter in value)
    return value is None or isinstance(value, float)


def _known(database: Database, table: str, key: str, value: Any) -> bool:
    return bool(database.query(f'SELECT 1 FROM "{table}" WHERE "{key}" = ? LIMIT 1', (value,)))


def _insert(database: Database, table: str, row: Row) -> int:
    """Insert a row; return its id, or 0 if a required column is missing."""
    columns = ", ".join(f'"{name}"' for name in row)
    holes = ", ".join("?" * len(row))
    database.execute(
        f'INSERT OR IGNORE INTO "{table}" ({columns}) VALUES ({holes})', tuple(row.values())
    )
    return int(database.value("SELECT CASE changes() WHEN 0 THEN 0 ELSE last_insert_rowid() END"))
