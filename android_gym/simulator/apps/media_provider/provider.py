"""The provider behind ``content://media/external``.

No scanner runs by itself: each query looks at shared storage first, so the table is never behind.
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Sequence
from typing import Any

from android_gym.errors import FileError
from android_gym.simulator.appkit.providers import ContentProvider, Source, Uri
from android_gym.simulator.system.databases import Database

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


class MediaProvider(ContentProvider):
    """Answers ``content query`` and ``content delete`` over files on shared storage."""

    WRITES = frozenset(("delete",))

    def _table(self) -> Database:
        return self.context.database("external.db", version=1400, create=_create)

    def open(self) -> Database:
        """Return the table, brought up to what is on shared storage."""
        files = self.context.system.files
        database = self._table()
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

    def source(self, uri: Uri) -> Source:
        """Return a collection, or one file of it."""
        path = "/".join(uri.path).removeprefix("media/")
        found = re.fullmatch(r"(?:external|external_primary)/([a-z/]+?)(?:/(\d+))?", path)
        if found is None or found[1] not in _WHERE:
            raise uri.unknown()
        conditions, parameters = [_WHERE[found[1]]], []
        if found[2]:
            conditions.append("_id = ?")
            parameters.append(int(found[2]))
        columns = tuple(COLUMNS.split(", "))
        return Source("files", tuple(conditions), tuple(parameters), columns, "_id")

    def delete(self, uri: str, where: str | None = None, parameters: Sequence[Any] = ()) -> int:
        """Delete rows with their files; return how many."""
        source = self.source(Uri.parse(uri))
        _, rows = self.select(source, ("_id", "_data"), where, None, parameters)
        database = self._table()
        for number, path in rows:
            try:
                self.context.system.files.remove(str(path))
            except FileError:
                pass
            database.execute("DELETE FROM files WHERE _id = ?", (number,))
        return len(rows)
