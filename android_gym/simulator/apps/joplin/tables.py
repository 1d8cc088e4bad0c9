"""Joplin's database: its location, version, ids, settings, attachments and logs."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from android_gym.errors import FileError
from android_gym.simulator.apps.joplin.schema import SCHEMA, SCHEMA_VERSION
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["LIVE", "MOST_ATTACHMENT", "NewerProfileError", "Tables", "like", "number_of", "text_of"]

DATABASE: Final = "joplin.sqlite"
LOG: Final = "log.sqlite"

MOST_ATTACHMENT: Final = 32 << 20
"""Maximum size in bytes of an attached file."""


class NewerProfileError(Exception):
    """The error raised for a database made by a newer version of the app."""


def _create(database: Database) -> None:
    for statement in SCHEMA:
        database.execute(statement)


def _create_log(database: Database) -> None:
    database.execute(
        "CREATE TABLE logs (id INTEGER PRIMARY KEY, source TEXT, level INT NOT NULL, "
        "message TEXT NOT NULL, `timestamp` INT NOT NULL)"
    )


def open_database(context: Context) -> Database:
    """Open the database, creating it if it is missing."""
    return context.database(DATABASE, create=_create)


def text_of(value: Any) -> str:
    """Return a value if it is a text, else an empty text."""
    return value if isinstance(value, str) else ""


def number_of(value: Any) -> int:
    """Return a value if it is a number, else 0."""
    return int(value) if isinstance(value, (int, float)) and abs(value) < 1e18 else 0


def like(text: str) -> str:
    """Escape text for LIKE so that it matches literally."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


LIVE: Final = "notes.deleted_time = 0 AND notes.is_conflict = 0"
"""SQL condition for notes that are neither in the trash nor conflicts."""


class Tables:
    """The database and its tables other than notes and notebooks.

    Args:
        context: The app's context.
    """

    def __init__(self, context: Context) -> None:
        self._context = context

    @property
    def database(self) -> Database:
        """The open database."""
        return open_database(self._context)

    @property
    def now_ms(self) -> int:
        """The current time, epoch milliseconds."""
        return self._context.system.clock.now_ms()

    def new_id(self) -> str:
        """Return an unused id: 32 hexadecimal digits."""
        query = (
            "SELECT (SELECT count(*) FROM notes) + (SELECT count(*) FROM folders) + "
            "(SELECT count(*) FROM tags) + (SELECT count(*) FROM resources)"
        )
        number = self.database.value(query)
        while True:
            seed = f"{self.now_ms} {number}".encode()
            made = hashlib.blake2b(seed, digest_size=16).hexdigest()
            taken = (
                f"SELECT {' + '.join(f'EXISTS(SELECT * FROM {t} WHERE id = :id)' for t in _TABLES)}"
            )
            if not self.database.value(taken, {"id": made}):
                return made
            number += 1

    def times(self) -> dict[str, int]:
        """Return the four time columns of a new row, all set to now."""
        names = ("created_time", "updated_time", "user_created_time", "user_updated_time")
        return dict.fromkeys(names, self.now_ms)

    def check(self) -> None:
        """Open the database.

        Raises:
            NewerProfileError: If the database has a newer version.
        """
        self._context.database(LOG, create=_create_log)
        version = self.database.value("SELECT max(version) FROM version")
        if isinstance(version, int) and version > SCHEMA_VERSION:
            raise NewerProfileError("Unknown profile version. Please upgrade your application.")

    # -- internal settings

    def setting(self, key: str) -> str:
        """Return a value from the table ``settings``; empty if there is none."""
        return str(self.database.value("SELECT value FROM settings WHERE `key` = ?", (key,)) or "")

    def put_setting(self, key: str, value: str, kind: int = 2) -> None:
        """Store a value; `kind` is the app's number for its type (1 int, 2 text, 3 bool)."""
        if self.setting(key) != value:
            self.database.execute(
                "INSERT OR REPLACE INTO settings (`key`, `value`, `type`) VALUES (?, ?, ?)",
                (key, value, kind),
            )

    # -- attachments

    def _resource_path(self, number: str, extension: str) -> str:
        dot = f".{extension}" if extension else ""
        return f"{self._context.data_dir}/files/{number}{dot}"

    def attach(self, title: str, mime: str, content: bytes) -> str:
        """Store a file as an attachment and return its id."""
        number, now = self.new_id(), self.now_ms
        stem, _, extension = title.rpartition(".")
        extension = (
            extension.lower() if stem and extension.isalnum() and extension.isascii() else ""
        )
        extension = extension[:10]
        path = self._resource_path(number, extension)
        files = self._context.system.files
        if not files.exists(path.rpartition("/")[0]):
            files.mkdir(path.rpartition("/")[0], parents=True)
        files.write(path, content)
        values = {"title": title, "mime": mime, "file_extension": extension, "size": len(content)}
        times = {**self.times(), "blob_updated_time": now}
        self.database.insert("resources", {"id": number, **values, **times})
        return number

    def resource(self, number: str) -> tuple[str, str, bytes] | None:
        """Return title, MIME type and content of an attachment; None if there is none."""
        rows = self.database.query(
            "SELECT title, mime, file_extension FROM resources WHERE id = ?", (number,)
        )
        if not rows:
            return None
        title, mime, extension = map(text_of, rows[0])
        if not extension.isalnum() and extension:
            return None
        path, files = self._resource_path(number, extension), self._context.system.files
        try:
            content = files.read(path) if files.stat(path).size <= MOST_ATTACHMENT else b""
        except FileError:
            content = b""
        return title, mime, content

    # -- statistics

    def totals(self) -> tuple[int, ...]:
        """Return the counts of notes, notebooks, tags, attachments, deletions and conflicts."""
        rows = self.database.query(
            "SELECT (SELECT count(*) FROM notes), (SELECT count(*) FROM folders), "
            "(SELECT count(*) FROM tags), (SELECT count(*) FROM resources), "
            "(SELECT count(*) FROM deleted_items), "
            "(SELECT count(*) FROM notes WHERE is_conflict = 1)"
        )
        return tuple(rows[0])

    def folder_totals(self) -> list[tuple[str, int]]:
        """Return each notebook's name and number of notes."""
        rows = self.database.query(
            "SELECT title, (SELECT count(*) FROM notes WHERE parent_id = folders.id AND "
            "deleted_time = 0) FROM folders WHERE deleted_time = 0 "
            "ORDER BY title COLLATE NOCASE, rowid"
        )
        return [(text_of(title), number) for title, number in rows]

    def log(self) -> list[str]:
        """Return the log entries, newest first."""
        database = self._context.database(LOG, create=_create_log)
        rows = database.query("SELECT message FROM logs ORDER BY id DESC LIMIT 1000")
        return [text_of(row[0]) for row in rows]


_TABLES: Final = ("notes", "folders", "tags", "resources")
