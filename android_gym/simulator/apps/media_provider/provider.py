"""The content provider of ``content://media``: the rows of the phone's MediaStore."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from android_gym.simulator.appkit.providers import (
    ContentProvider,
    QueryArgs,
    Source,
    UnsupportedCallError,
    Uri,
)
from android_gym.simulator.system.databases import Database
from android_gym.simulator.system.media.schema import COLLECTIONS, COLUMNS
from android_gym.simulator.system.media.store import STORAGE, MediaFile, MediaStore

__all__ = ["MediaProvider"]

_VOLUMES = "external|external_primary"
_NO_FILES = frozenset({"audio_albums", "audio_artists", "audio_genres"})


class MediaProvider(ContentProvider):
    """Provides the media files in shared storage."""

    WRITES = frozenset(("update", "delete"))

    @property
    def _store(self) -> MediaStore:
        return self.context.system.media

    def open(self) -> Database:
        """Return the database, updated to the current files in shared storage."""
        return self._store.database()

    def source(self, uri: Uri) -> Source:
        """Return the source of a collection, or of a row in it."""
        path = "/".join(uri.path).removeprefix("media/")
        found = re.fullmatch(rf"(?:{_VOLUMES})/([a-z/]{{1,40}}?)(?:/(\d{{1,19}}))?", path)
        if found is None or found[1] not in COLLECTIONS:
            raise uri.unknown()
        table = COLLECTIONS[found[1]]
        if table in _NO_FILES:
            key = "album_id" if table == "audio_albums" else "_id"
            wanted = (f"{key} = ?",) if found[2] else ()
            return Source(table, wanted, (int(found[2]),) if found[2] else (), sort=key)
        conditions, parameters = [], []
        if found[2]:
            conditions.append("_id = ?")
            parameters.append(int(found[2]))
        if table != "files":
            conditions.append("is_pending = 0 AND is_trashed = 0")
        return Source(table, tuple(conditions), tuple(parameters), COLUMNS[table], "_id")

    def update(
        self,
        uri: str,
        values: Mapping[str, Any],
        where: str | None = None,
        parameters: Sequence[Any] = (),
    ) -> int:
        """Mark rows as favourites, trashed or pending; all other columns depend on the files.

        Raises:
            ValueError: If another column is changed.
        """
        if odd := sorted(values.keys() - {"is_favorite", "is_trashed", "is_pending"}):
            raise ValueError(f"Mutation of {odd[0]} is not allowed.")
        database, rows = self._rows(uri, where, parameters)
        for file in rows:
            database.update("files", values, "_id = ?", (file.id,))
        return len(rows)

    def delete(self, uri: str, where: str | None = None, parameters: Sequence[Any] = ()) -> int:
        """Delete rows and their files; return how many."""
        _, rows = self._rows(uri, where, parameters)
        return sum(self._store.delete(file.id) for file in rows)

    def get_type(self, uri: str) -> str | None:
        """Return the MIME type of a file or collection."""
        parsed = Uri.parse(uri)
        source = self.source(parsed)
        if source.parameters and source.table not in _NO_FILES:
            file = self._store.get(source.parameters[0])
            return None if file is None else file.metadata.mime_type
        kind = source.table.removeprefix("audio_").removesuffix("s")
        return f"vnd.android.cursor.{'item' if source.parameters else 'dir'}/{kind}"

    def call(self, method: str, argument: str | None) -> Mapping[str, Any] | None:
        """Scan a file (``scan_file``) or the volume (``scan_volume``)."""
        if method == "scan_file" and argument:
            file = self._store.scan(argument.removeprefix("file://"))
            return {} if file is None else {"android.intent.extra.STREAM": file.uri}
        if method == "scan_volume":
            self._store.scan(STORAGE)
            return {}
        raise UnsupportedCallError(f"MediaProvider has no method {method!r}.")

    def read(self, uri: str) -> bytes:
        """Read the file of a row."""
        return self.context.system.files.read(self._one(uri).path)

    def write(self, uri: str, data: bytes) -> None:
        """Replace the content of a row's file."""
        self.context.system.files.write(self._one(uri).path, data)

    def _one(self, uri: str) -> MediaFile:
        source = self.source(Uri.parse(uri))
        file = self._store.get(source.parameters[0]) if source.parameters else None
        if file is None:
            raise ValueError(f"No file at {uri}")
        return file

    def _rows(
        self, uri: str, where: str | None, parameters: Sequence[Any]
    ) -> tuple[Database, list[MediaFile]]:
        """Return the files that match a URI and a condition."""
        source = self.source(Uri.parse(uri))
        if source.table in _NO_FILES:
            raise UnsupportedCallError("Albums, artists and genres follow from the songs.")
        database = self.open()
        _, rows = self.select(source, QueryArgs(("_id",), where, None, parameters))
        wanted = {number for (number,) in rows}
        return database, [file for file in self._store.files() if file.id in wanted]
