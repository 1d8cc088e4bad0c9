"""The provider behind ``content://media/external``.

There is no scanner that runs by itself: what is on shared storage is looked at whenever somebody
asks, so that the table is never behind.
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Sequence
from typing import Any

from android_gym.errors import FileError
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["MediaProvider"]

STORAGE = "/storage/emulated/0"
SCHEMA = """
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE files (_id INTEGER PRIMARY KEY AUTOINCREMENT, _data TEXT UNIQUE COLLATE NOCASE,
_display_name TEXT, _size INTEGER, mime_type TEXT, media_type INTEGER, title TEXT,
date_added INTEGER, date_modified INTEGER, relative_path TEXT, bucket_display_name TEXT,
is_download INTEGER);
"""
COLUMNS = (
    "_id, _data, _display_name, _size, mime_type, media_type, title, date_added, date_modified, "
    "relative_path, bucket_display_name, is_download"
)
_TYPES = mimetypes.MimeTypes()
"""Python's own table, without what the host's files add."""

_MEDIA_TYPES = {"image": 1, "audio": 2, "video": 3}
_WHERE = {
    "images/media": "media_type = 1",
    "audio/media": "media_type = 2",
    "video/media": "media_type = 3",
    "downloads": "is_download = 1",
    "file": "1",
}


def _create(database: Database) -> None:
    database.script(SCHEMA)


class MediaProvider:
    """Answers ``content query`` and ``content delete``."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def _scanned(self) -> Database:
        """The table, brought up to what is on shared storage."""
        files = self.context.system.files
        database = self.context.database("external.db", version=1400, create=_create)
        known = {
            str(path): (int(number), size, changed)
            for number, path, size, changed in database.query(
                "SELECT _id, _data, _size, date_modified FROM files"
            )
        }
        added = self.context.system.clock.now_ms() // 1000
        for path, stat in files.walk(STORAGE) if files.is_dir(STORAGE) else ():
            inside = path.removeprefix(f"{STORAGE}/")
            hidden = inside.startswith(("Android/data/", "Android/obb/")) or "/." in path
            if stat.kind != "file" or hidden:
                continue
            changed = stat.mtime_ms // 1000
            row = known.pop(path, None)
            if row is None:
                folder, _, name = inside.rpartition("/")
                mime = _TYPES.guess_type(name)[0] or "application/octet-stream"
                values = {
                    "_data": path,
                    "_display_name": name,
                    "_size": stat.size,
                    "mime_type": mime,
                    "media_type": _MEDIA_TYPES.get(mime.partition("/")[0], 0),
                    "title": name.rpartition(".")[0] or name,
                    "date_added": added,
                    "date_modified": changed,
                    "relative_path": f"{folder}/" if folder else "/",
                    "bucket_display_name": folder.rpartition("/")[2] or None,
                    "is_download": int(f"{folder}/".startswith("Download/")),
                }
                database.insert("files", values)
            elif row[1:] != (stat.size, changed):
                database.execute(
                    "UPDATE files SET _size = ?, date_modified = ? WHERE _id = ?",
                    (stat.size, changed, row[0]),
                )
        for number, _, _ in known.values():
            database.execute("DELETE FROM files WHERE _id = ?", (number,))
        return database

    def _selection(self, uri: str, where: str | None) -> str:
        """The condition that a URI and a ``--where`` make together.

        Raises:
            ValueError: If there is no such collection.
        """
        path = uri.partition("://")[2].partition("?")[0].strip("/").removeprefix("media/")
        found = re.fullmatch(r"(?:external|external_primary)/([a-z/]+?)(?:/(\d+))?", path)
        if found is None or found[1] not in _WHERE:
            raise ValueError(f"Unknown URL {uri}")
        parts = [_WHERE[found[1]], f"_id = {found[2]}" if found[2] else "", where or ""]
        return " AND ".join(f"({part})" for part in parts if part)

    def query(
        self,
        uri: str,
        projection: Sequence[str] | None = None,
        where: str | None = None,
        sort: str | None = None,
    ) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        """Lists what is in a collection."""
        selection = self._selection(uri, where)
        names = list(projection or COLUMNS.split(", "))
        order = f" ORDER BY {sort}" if sort else " ORDER BY _id"
        columns = ", ".join(names)
        sql = f"SELECT {columns} FROM files WHERE {selection}{order}"
        return names, self._scanned().query(sql)

    def delete(self, uri: str, where: str | None = None) -> int:
        """Deletes rows with their files; returns how many."""
        selection = self._selection(uri, where)
        database = self._scanned()
        rows = database.query(f"SELECT _id, _data FROM files WHERE {selection}")
        for number, path in rows:
            try:
                self.context.system.files.remove(str(path))
            except FileError:
                pass
            database.execute("DELETE FROM files WHERE _id = ?", (number,))
        return len(rows)
