"""The data that pages keep in ``localStorage``.

Chrome 103 keeps it in a LevelDB. Here it is a SQLite file as Chrome had them before version 61, one
for each origin; all files have one origin. Incognito tabs keep nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from android_gym.simulator.apps.chrome.urls import scheme_of
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["SiteData"]

_FILES: Final = "file__0.localstorage"
_MOST: Final = 5 << 20
"""Characters that an origin may keep (blink's kMaxTotalSizeOfItems, in UTF-16 code units)."""


def _create(database: Database) -> None:
    database.execute(
        "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, "
        "value BLOB NOT NULL ON CONFLICT FAIL)"
    )


class SiteData:
    """The ``localStorage`` of pages from files."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._path = f"{context.data_dir}/app_chrome/Default/Local Storage/{_FILES}"

    def items_of(self, url: str) -> tuple[tuple[str, str], ...] | None:
        """Return the keys and values of a page; None if it has no origin whose data is kept."""
        return self.items() if scheme_of(url) == "file" else None

    def items(self) -> tuple[tuple[str, str], ...]:
        """Return the keys and values, by key."""
        if not self._context.system.files.is_file(self._path):
            return ()
        rows = self._database.query("SELECT key, value FROM ItemTable ORDER BY key")
        return tuple(
            (key, value.decode("utf-16-le", "replace"))
            for key, value in rows
            if isinstance(key, str) and isinstance(value, bytes)
        )

    def change(self, changes: Sequence[tuple[str, str | None]]) -> None:
        """Set values of keys, and remove keys whose value is None; beyond the limit, do nothing."""
        changed = dict(self.items())
        for key, value in changes:
            if value is None:
                changed.pop(key, None)
            else:
                changed[key] = value
        if sum(len(key) + len(value) for key, value in changed.items()) > _MOST:
            return
        database = self._database
        with database.transaction():
            for key, value in changes:
                if value is None:
                    database.execute("DELETE FROM ItemTable WHERE key = ?", (key,))
                else:
                    database.insert("ItemTable", {"key": key, "value": value.encode("utf-16-le")})

    def clear(self) -> None:
        """Remove everything."""
        if self._context.system.files.is_file(self._path):
            self._database.execute("DELETE FROM ItemTable")

    @property
    def _database(self) -> Database:
        return self._context.database(self._path, wal=False, create=_create)
