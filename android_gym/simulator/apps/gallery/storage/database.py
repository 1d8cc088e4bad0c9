"""``gallery.db``: the favourites and the recycle bin's entries; the app's caches stay empty."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from android_gym.simulator.appkit.room import RoomSchema
from android_gym.simulator.appkit.simple_commons import prefs
from android_gym.simulator.appkit.storage_access import allow_all_files, forbid_all_files
from android_gym.simulator.apps.gallery.model import RECYCLE_BIN, kind_of
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["BIN_DAYS", "Records", "install"]

BIN_DAYS: Final = 30
"""Days that a file stays in the recycle bin."""
_DAY_MS: Final = 86_400_000

_SCHEMA: Final = RoomSchema(
    "gallery.db",
    version=10,
    script="""
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE `directories` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `path` TEXT NOT NULL,
`thumbnail` TEXT NOT NULL, `filename` TEXT NOT NULL, `media_count` INTEGER NOT NULL,
`last_modified` INTEGER NOT NULL, `date_taken` INTEGER NOT NULL, `size` INTEGER NOT NULL,
`location` INTEGER NOT NULL, `media_types` INTEGER NOT NULL, `sort_value` TEXT NOT NULL);
CREATE UNIQUE INDEX `index_directories_path` ON `directories` (`path`);
CREATE TABLE `media` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `filename` TEXT NOT NULL,
`full_path` TEXT NOT NULL, `parent_path` TEXT NOT NULL, `last_modified` INTEGER NOT NULL,
`date_taken` INTEGER NOT NULL, `size` INTEGER NOT NULL, `type` INTEGER NOT NULL,
`video_duration` INTEGER NOT NULL, `is_favorite` INTEGER NOT NULL, `deleted_ts` INTEGER NOT NULL,
`media_store_id` INTEGER NOT NULL);
CREATE UNIQUE INDEX `index_media_full_path` ON `media` (`full_path`);
CREATE TABLE `widgets` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `widget_id` INTEGER NOT NULL,
`folder_path` TEXT NOT NULL);
CREATE UNIQUE INDEX `index_widgets_widget_id` ON `widgets` (`widget_id`);
CREATE TABLE `date_takens` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `full_path` TEXT NOT NULL,
`filename` TEXT NOT NULL, `parent_path` TEXT NOT NULL, `date_taken` INTEGER NOT NULL,
`last_fixed` INTEGER NOT NULL, `last_modified` INTEGER NOT NULL);
CREATE UNIQUE INDEX `index_date_takens_full_path` ON `date_takens` (`full_path`);
CREATE TABLE `favorites` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `full_path` TEXT NOT NULL,
`filename` TEXT NOT NULL, `parent_path` TEXT NOT NULL);
CREATE UNIQUE INDEX `index_favorites_full_path` ON `favorites` (`full_path`);
CREATE TABLE room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT);
""",
)


def open_database(context: Context) -> Database:
    """Open the database; create it or its tables if missing."""
    return _SCHEMA.open(context)


def install(context: Context, *, cleared: bool) -> None:
    """Grant all files access, as in AndroidWorld's image; after clearing, the app requests it."""
    if cleared:
        forbid_all_files(context)
        return
    allow_all_files(context)
    prefs(context).put(app_run_count=1, internal_storage_path="/storage/emulated/0")
    open_database(context)
    context.system.databases.close_owner(context.package)


class Records:
    """Records of favourites, and of when files were moved to the recycle bin.

    Args:
        context: The app's context.
    """

    def __init__(self, context: Context) -> None:
        self._context = context

    @property
    def _database(self) -> Database:
        return open_database(self._context)

    # -- favourites

    def favorites(self) -> list[str]:
        """List the paths of the favourites."""
        rows = self._database.query("SELECT full_path FROM favorites ORDER BY id")
        return [row[0] for row in rows if isinstance(row[0], str)]

    def is_favorite(self, path: str) -> bool:
        """Return whether a medium is a favourite."""
        return bool(self._database.query("SELECT 1 FROM favorites WHERE full_path = ?", (path,)))

    def set_favorites(self, paths: Iterable[str], on: bool) -> None:
        """Add media to the favourites, or remove them."""
        if on:
            rows = [(path, path.rpartition("/")[2], path.rpartition("/")[0]) for path in paths]
            self._database.executemany(
                "INSERT OR IGNORE INTO favorites (full_path, filename, parent_path) "
                "VALUES (?, ?, ?)",
                rows,
            )
        else:
            self._database.executemany(
                "DELETE FROM favorites WHERE full_path = ?", [(path,) for path in paths]
            )

    def moved(self, old: str, new: str) -> None:
        """Update a favourite whose path has changed."""
        values = (new, new.rpartition("/")[2], new.rpartition("/")[0], old)
        self._database.execute(
            "UPDATE OR REPLACE favorites SET full_path = ?, filename = ?, parent_path = ? "
            "WHERE full_path = ?",
            values,
        )

    # -- the recycle bin

    def deleted(self) -> list[tuple[str, int]]:
        """List the files in the recycle bin by original path, with the deletion time in ms."""
        rows = self._database.query(
            "SELECT full_path, deleted_ts FROM media WHERE deleted_ts != 0 ORDER BY id"
        )
        return [
            (path.removeprefix(RECYCLE_BIN), at)
            for path, at in rows
            if isinstance(path, str) and path.startswith(f"{RECYCLE_BIN}/") and isinstance(at, int)
        ]

    def bury(self, path: str, size: int, modified_ms: int) -> None:
        """Record that a file was moved to the recycle bin."""
        now = self._context.system.clock.now_ms()
        folder, _, name = path.rpartition("/")
        self._database.execute(
            "INSERT OR REPLACE INTO media (filename, full_path, parent_path, last_modified, "
            "date_taken, size, type, video_duration, is_favorite, deleted_ts, media_store_id) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, ?, 0)",
            (name, f"{RECYCLE_BIN}{path}", folder, modified_ms, modified_ms, size,
             kind_of(name), now),
        )  # fmt: skip

    def unbury(self, paths: Iterable[str]) -> None:
        """Remove the records of files that were in the recycle bin."""
        self._database.executemany(
            "DELETE FROM media WHERE full_path = ?", [(f"{RECYCLE_BIN}{path}",) for path in paths]
        )

    def expired(self) -> list[str]:
        """List the files that have been in the recycle bin for too long."""
        before = self._context.system.clock.now_ms() - BIN_DAYS * _DAY_MS
        return [path for path, at in self.deleted() if at < before]
