"""The data that pages keep in ``localStorage`` and ``sessionStorage``.

Chrome 103 keeps the former in a LevelDB. Here it is a SQLite file as Chrome had them before version
61, one for each origin; all files have one origin. Incognito tabs keep nothing. The latter belongs
to a tab, as long as its process lives.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from android_gym.simulator.apps.chrome.urls import scheme_of
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["SiteData", "changed", "is_kept"]

_FILES: Final = "file__0.localstorage"
_MOST: Final = 5 << 20
"""Characters that an origin may keep (blink's kMaxTotalSizeOfItems, in UTF-16 code units)."""


def _create(database: Database) -> None:
    database.execute(
        "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, "
        "value BLOB NOT NULL ON CONFLICT FAIL)"
    )


def is_kept(url: str) -> bool:
    """Return True if a page has an origin whose data is kept."""
    return scheme_of(url) == "file"


def changed(
    items: Sequence[tuple[str, str]], changes: Sequence[tuple[str, str | None]]
) -> dict[str, str]:
    """Return items after values of keys were set, and keys removed whose value is None.

    If they were more than an origin may keep, they stay as they are.
    """
    made = dict(items)
    for key, value in changes:
        if value is None:
            made.pop(key, None)
        else:
            made[key] = value
    return made if _characters(made.items()) <= _MOST else dict(items)


def _characters(items: Iterable[tuple[str, str]]) -> int:
    return sum(len(key) + len(value) for key, value in items)


class SiteData:
    """The ``localStorage`` of pages from files."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._path = f"{context.data_dir}/app_chrome/Default/Local Storage/{_FILES}"

    def items_of(self, url: str) -> tuple[tuple[str, str], ...] | None:
        """Return the keys and values of a page; None if it has no origin whose data is kept."""
        return self.items() if is_kept(url) else None

    def items(self) -> tuple[tuple[str, str], ...]:
        """Return the keys and values, by key, but no more of them than an origin may keep."""
        if not self._context.system.files.is_file(self._path):
            return ()
        made: list[tuple[str, str]] = []
        left = _MOST
        for key, value in self._database.query("SELECT key, value FROM ItemTable ORDER BY key"):
            if not isinstance(key, str) or not isinstance(value, bytes):
                continue
            item = key, value.decode("utf-16-le", "replace")
            left -= _characters([item])
            if left < 0:
                break
            made.append(item)
        return tuple(made)

    def change(self, changes: Sequence[tuple[str, str | None]]) -> None:
        """Set values of keys, and remove keys whose value is None; beyond the limit, do nothing."""
        database = self._database
        before = self.items()
        after = changed(before, changes)
        if after == dict(before):
            return
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
        database = self._context.database(self._path, wal=False, create=_create)
        if not database.value("SELECT count(*) FROM sqlite_master WHERE name = 'ItemTable'"):
            _create(database)  # another program has removed it; as Chrome, begin anew
        return database
