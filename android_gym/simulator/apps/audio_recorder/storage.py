"""Audio Recorder's storage: the database, the preferences, the folder of recordings."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from typing import Any, Final

from android_gym.errors import FileError
from android_gym.simulator.apps.audio_recorder.model import (
    BITRATES,
    CHANNELS,
    FORMATS,
    NAMINGS,
    ORDERS,
    RATES,
    THEMES,
    Record,
    RecorderSettings,
)
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context, Preferences

__all__ = ["DOWNLOADS", "RecordStore", "folder", "install", "order", "prefs", "settings"]

DOWNLOADS: Final = "/storage/emulated/0/Download"
TRASH_DAYS: Final = 60
_DAY_MS: Final = 86_400_000
VERSION: Final = 3

_COLUMNS: Final = """_id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,
duration LONG NOT NULL, created LONG NOT NULL, added LONG NOT NULL, {removed}path TEXT NOT NULL,
format TEXT NOT NULL DEFAULT '', size LONG NOT NULL DEFAULT 0,
sample_rate INTEGER NOT NULL DEFAULT 0, channel_count INTEGER NOT NULL DEFAULT 0,
bitrate INTEGER NOT NULL DEFAULT 0, data BLOB NOT NULL, bookmark INTEGER NOT NULL DEFAULT 0,
waveform_processed INTEGER NOT NULL DEFAULT 0, data_str BLOB NOT NULL"""

_READ: Final = (
    "_id, name, duration, created, added, path, format, size, sample_rate, channel_count, bitrate, "
    "bookmark"
)
_COPIED: Final = (
    "name, duration, created, added, path, format, size, sample_rate, channel_count, bitrate, "
    "data, bookmark, waveform_processed, data_str"
)


def _create(database: Database) -> None:
    removed = _COLUMNS.format(removed="removed LONG NOT NULL, ")
    database.script(
        "CREATE TABLE android_metadata (locale TEXT);\n"
        "INSERT INTO android_metadata VALUES ('en_US');\n"
        f"CREATE TABLE records ({_COLUMNS.format(removed='')});\n"
        f"CREATE TABLE trash ({removed});"
    )


def install(context: Context, *, cleared: bool = False) -> None:
    """Create the folder and the database, as on the first start; if cleared, delete the folder."""
    files, private = context.system.files, f"/storage/emulated/0/Android/data/{context.package}"
    if cleared:
        if files.exists(private):
            files.rmtree(private)
        return
    folder(context)
    RecordStore(context)
    context.system.databases.close_owner(context.package)


def folder(context: Context) -> str:
    """Return the folder of recordings; create it if it's missing."""
    path = f"/storage/emulated/0/Android/data/{context.package}/files/Music/records"
    files = context.system.files
    if not files.is_dir(path):
        try:
            files.mkdir(path, parents=True, owner=context.uid)
        except FileError:
            pass  # something else is in its place: recording will report it
    return path


def prefs(context: Context) -> Preferences:
    """Return the app's preferences."""
    return context.preferences(f"{context.package}.data.PrefsImpl")


def settings(context: Context) -> RecorderSettings:
    """Return the recorder's settings, with the default for each invalid value."""
    stored, usual = prefs(context).all(), RecorderSettings()

    def kept(key: str, valid: Sequence[Any], default: Any) -> Any:
        value = stored.get(key, default)
        return value if value in valid else default

    container = kept("setting_recording_format", [key for key, _ in FORMATS], usual.format)
    rate = kept("setting_sample_rate", [key for key, _ in RATES], usual.sample_rate)
    return RecorderSettings(
        container,
        min(rate, 16_000) if container == "3gp" else rate,
        kept("setting_bitrate", [key for key, _ in BITRATES], usual.bitrate),
        1
        if container == "3gp"
        else kept("setting_channel_count", [key for key, _ in CHANNELS], usual.channels),
        kept("setting_naming_format", NAMINGS, usual.naming),
        kept("setting_theme_color", [key for key, _ in THEMES], usual.theme),
    )


def order(context: Context) -> tuple[int, str, str]:
    """Return the number, label and SQL of the list's sort order."""
    number = prefs(context).get("pref_records_order", 1)
    return next((found for found in ORDERS if found[0] == number), ORDERS[0])


def _whole(cell: Any) -> int:
    return cell if isinstance(cell, int) and abs(cell) < 1 << 53 else 0


def _record(row: tuple[Any, ...]) -> Record:
    """Return the record in a row, whose values may be of any type, as adb can write them."""
    number, name, duration, created, added, path, container, size, rate, channels, *rest = row
    bitrate, bookmark, *removed = rest
    return Record(
        number,
        str(name),
        max(0, _whole(duration)),
        _whole(created),
        _whole(added),
        str(path),
        str(container),
        max(0, _whole(size)),
        _whole(rate),
        _whole(channels),
        _whole(bitrate),
        bool(bookmark),
        _whole(removed[0]) if removed else 0,
    )


class RecordStore:
    """Stores records and the trash, with their files."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.database = context.database("records.db", version=VERSION, create=_create)

    # -- rows

    def get(self, number: int) -> Record | None:
        """Return a record; None if it doesn't exist."""
        rows = self.database.query(f"SELECT {_READ} FROM records WHERE _id = ?", (number,))
        return _record(rows[0]) if rows else None

    def ids(self, sql: str, *, bookmarks: bool = False) -> list[int]:
        """Return the ids of all (or only bookmarked) records in an order of `ORDERS`."""
        where = " WHERE bookmark = 1" if bookmarks else ""
        found = self.database.query(f"SELECT _id FROM records{where} ORDER BY {sql}")
        return [number for (number,) in found]

    def waveform(self, number: int) -> bytes:
        """Return the amplitudes of a record, 0 to 255 each."""
        data = self.database.value("SELECT data FROM records WHERE _id = ?", (number,), b"")
        return bytes((byte + 128) % 256 for byte in data) if isinstance(data, bytes) else b""

    def totals(self) -> tuple[int, int]:
        """Return the number of records, and their total duration in microseconds."""
        sql = "SELECT COUNT(*), SUM(CAST(duration AS INTEGER)) FROM records"
        count, total = self.database.query(sql)[0]
        return count, _whole(total)

    def is_lost(self, record: Record) -> bool:
        """Return whether a record's file is missing."""
        return not self.context.system.files.is_file(record.path)

    def add(self, record: Record, samples: int) -> int:
        """Add a row for a recording that has started, with a flat waveform."""
        return self.database.insert("records", self._values(record, bytes(samples)))

    def finish(self, record: Record, waveform: bytes) -> None:
        """Store the final values of a recording."""
        data = bytes((byte - 128) % 256 for byte in waveform)
        values = self._values(record, data) | {"waveform_processed": 1}
        self.database.update("records", values, "_id = ?", (record.id,))

    @staticmethod
    def _values(record: Record, data: bytes) -> dict[str, Any]:
        return {
            "name": record.name,
            "duration": record.duration_us,
            "created": record.created,
            "added": record.added,
            "path": record.path,
            "format": record.format,
            "size": record.size,
            "sample_rate": record.sample_rate,
            "channel_count": record.channels,
            "bitrate": record.bitrate,
            "data": data,
            "bookmark": int(record.bookmark),
            "data_str": "",
        }

    def set_bookmark(self, number: int, on: bool) -> None:
        """Bookmark a record, or remove its bookmark."""
        self.database.update("records", {"bookmark": int(on)}, "_id = ?", (number,))

    def forget(self, numbers: Sequence[int]) -> None:
        """Delete rows whose files are missing."""
        self.database.executemany("DELETE FROM records WHERE _id = ?", [(n,) for n in numbers])

    def remove(self, record: Record) -> None:
        """Delete a record and its file."""
        self._unlink(record.path)
        self.forget((record.id,))

    def _unlink(self, path: str) -> None:
        try:
            self.context.system.files.remove(path)
        except FileError:
            pass  # already deleted

    # -- names

    def rename(self, record: Record, name: str) -> bool:
        """Rename a record and its file; return whether that succeeded."""
        where, extension = posixpath.dirname(record.path), posixpath.splitext(record.path)[1]
        path = f"{where}/{name}{extension}"
        try:
            self.context.system.files.rename(record.path, path)
        except FileError:
            return False
        self.database.update("records", {"name": name, "path": path}, "_id = ?", (record.id,))
        return True

    # -- trash

    def trash(self) -> list[Record]:
        """Return the records in the trash, the latest first."""
        rows = self.database.query(
            f"SELECT {_READ}, removed FROM trash ORDER BY removed DESC, _id DESC LIMIT 1000"
        )
        return [_record(row) for row in rows]

    def trash_count(self) -> int:
        """Return the number of records in the trash."""
        count: int = self.database.value("SELECT COUNT(*) FROM trash")
        return count

    def trashed(self, number: int) -> Record | None:
        """Return a record in the trash; None if it isn't there."""
        sql = f"SELECT {_READ}, removed FROM trash WHERE _id = ?"
        rows = self.database.query(sql, (number,))
        return _record(rows[0]) if rows else None

    def throw_away(self, record: Record) -> bool:
        """Move a record to the trash; return whether its file could be renamed."""
        path = f"{record.path}.del"
        try:
            self.context.system.files.rename(record.path, path)
        except FileError:
            return False
        now = self.context.system.clock.now_ms()
        with self.database.transaction():
            self.database.execute(
                f"INSERT INTO trash ({_COPIED}, removed) SELECT {_COPIED}, ? FROM records "
                "WHERE _id = ?",
                (now, record.id),
            )
            last = self.database.value("SELECT MAX(_id) FROM trash")
            self.database.update("trash", {"path": path}, "_id = ?", (last,))
            self.forget((record.id,))
        return True

    def restore(self, record: Record) -> bool:
        """Restore a record from the trash; return whether its file could be renamed."""
        path = record.path.removesuffix(".del")
        try:
            self.context.system.files.rename(record.path, path)
        except FileError:
            return False
        with self.database.transaction():
            self.database.execute(
                f"INSERT INTO records ({_COPIED}) SELECT {_COPIED} FROM trash WHERE _id = ?",
                (record.id,),
            )
            last = self.database.value("SELECT MAX(_id) FROM records")
            self.database.update("records", {"path": path}, "_id = ?", (last,))
            self.database.execute("DELETE FROM trash WHERE _id = ?", (record.id,))
        return True

    def destroy(self, record: Record) -> None:
        """Permanently delete a record in the trash."""
        self._unlink(record.path)
        self.database.execute("DELETE FROM trash WHERE _id = ?", (record.id,))

    def tidy_trash(self) -> None:
        """Permanently delete records that have been in the trash for 60 days."""
        oldest = self.context.system.clock.now_ms() - TRASH_DAYS * _DAY_MS
        for record in self.trash():
            if record.removed < oldest:
                self.destroy(record)
