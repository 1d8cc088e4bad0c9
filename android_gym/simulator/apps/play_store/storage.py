"""The Play Store's databases: install states, owned apps, and the search history.

Names and columns of ``localappstate.db`` are those found in backups of the real app; ``library.db``
and ``suggestions.db`` have only the columns that are used.
"""

from __future__ import annotations

from typing import Any, Final

from android_gym.simulator.appkit.columns import number_of, text_of
from android_gym.simulator.apps.play_store.model import (
    DONE,
    DOWNLOADING,
    INSTALLING,
    PENDING,
    AppState,
)
from android_gym.simulator.system.databases import Database
from android_gym.simulator.system.notifications import IMPORTANCE_LOW, Channel
from android_gym.simulator.ui.activity import Context

__all__ = ["AppStates", "Library", "Searches", "install"]

CHANNELS: Final = (
    Channel("account-alerts", "Account alerts"),
    Channel("deals", "Deals and promotions"),
    Channel("updates", "Updates", IMPORTANCE_LOW),
    Channel("setup", "Device setup"),
)
_CACHE_BYTES: Final = 180_000
"""Size in bytes of a made-up file in the cache, so that there is something to clear."""

_STATES: Final = (PENDING, DOWNLOADING, INSTALLING)
_MOST_BYTES: Final = 1 << 40
_MOST_RECENT: Final = 20
_MOST_ROWS: Final = 1000
"""Largest number of rows shown of a table, as adb may write more."""

_APPSTATE: Final = """
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE appstate (
  package_name TEXT PRIMARY KEY, auto_update INTEGER DEFAULT 1,
  desired_version INTEGER DEFAULT -1, download_uri TEXT, delivery_data BLOB,
  delivery_data_timestamp_ms INTEGER DEFAULT 0, installer_state INTEGER DEFAULT 0,
  first_download_ms INTEGER DEFAULT 0, referrer TEXT, account TEXT, title TEXT,
  flags INTEGER DEFAULT 0, continue_url TEXT, last_notified_version INTEGER DEFAULT -1,
  last_update_timestamp_ms INTEGER DEFAULT 0, account_for_update TEXT, auto_acquire_tags TEXT,
  persistent_flags INTEGER DEFAULT 0, permissions_version INTEGER DEFAULT 1,
  total_completed_bytes_downloaded INTEGER DEFAULT 0, completed_split_ids TEXT,
  active_split_id TEXT, request_id TEXT, install_reason TEXT, requesting_package_name TEXT
);
"""
_LIBRARY: Final = """
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE ownership (
  account TEXT NOT NULL, library_id TEXT NOT NULL, backend INTEGER NOT NULL, doc_id TEXT NOT NULL,
  doc_type INTEGER NOT NULL, offer_type INTEGER NOT NULL, document_hash INTEGER,
  purchase_time INTEGER, PRIMARY KEY (account, library_id, backend, doc_id, doc_type, offer_type)
);
"""
_SUGGESTIONS: Final = """
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE suggestions (
  _id INTEGER PRIMARY KEY, display1 TEXT UNIQUE ON CONFLICT REPLACE, query TEXT, date LONG
);
"""


def install(context: Context, *, cleared: bool) -> None:
    """Create the notification channels, and a file in the cache."""
    for channel in CHANNELS:
        context.system.notifications.create_channel(context.package, channel)
    path = f"{context.data_dir}/cache/images.0"
    context.system.files.write(path, bytes(_CACHE_BYTES), owner=context.uid)


def _state(row: tuple[Any, ...]) -> AppState:
    package, state, version, received, requested, updated, auto = row
    return AppState(
        text_of(package),
        state if state in _STATES else DONE,
        number_of(version, -1),
        min(max(0, number_of(received)), _MOST_BYTES),
        max(0, number_of(requested)),
        max(0, number_of(updated)),
        bool(auto),
    )


class AppStates:
    """Reads and changes ``appstate``."""

    def __init__(self, context: Context) -> None:
        self.database: Database = context.database(
            "localappstate.db", version=1, create=lambda made: made.script(_APPSTATE)
        )

    def _select(self, where: str, *values: object) -> list[AppState]:
        sql = (
            "SELECT package_name, installer_state, desired_version, "
            "total_completed_bytes_downloaded, delivery_data_timestamp_ms, "
            f"last_update_timestamp_ms, auto_update FROM appstate WHERE {where} LIMIT {_MOST_ROWS}"
        )
        return [_state(row) for row in self.database.query(sql, values)]

    def get(self, package: str) -> AppState:
        """Return the row of a package; an empty one if there is none."""
        return next(iter(self._select("package_name = ?", package)), AppState(package))

    def active(self) -> list[AppState]:
        """Return the queue: started installations, then the others in order of their requests."""
        return self._select(
            f"typeof(package_name) = 'text' AND installer_state IN {_STATES} "
            "ORDER BY installer_state DESC, delivery_data_timestamp_ms, package_name"
        )

    def change(self, package: str, **values: object) -> None:
        """Change columns of a package's row; create the row if it's missing."""
        sql = "INSERT OR IGNORE INTO appstate (package_name) VALUES (?)"
        self.database.execute(sql, (package,))
        self.database.update("appstate", values, "package_name = ?", (package,))

    def request(self, package: str, title: str, version: int, now_ms: int, reason: str) -> None:
        """Add a package to the queue."""
        first = number_of(
            self.database.value(
                "SELECT first_download_ms FROM appstate WHERE package_name = ?", (package,)
            )
        )
        self.change(
            package,
            title=title,
            installer_state=PENDING,
            desired_version=version,
            delivery_data_timestamp_ms=now_ms,
            first_download_ms=first or now_ms,
            total_completed_bytes_downloaded=0,
            install_reason=reason,
        )

    def finish(self, package: str, now_ms: int = 0) -> None:
        """Remove a package from the queue; it was installed at `now_ms`, or 0 if it wasn't."""
        values: dict[str, object] = {"installer_state": DONE, "desired_version": -1}
        if now_ms:
            values["last_update_timestamp_ms"] = now_ms
        else:
            values["total_completed_bytes_downloaded"] = 0
        self.change(package, **values)


class Library:
    """Reads and changes ``ownership``: the apps that the user owns."""

    def __init__(self, context: Context) -> None:
        self.database: Database = context.database(
            "library.db", version=1, create=lambda made: made.script(_LIBRARY)
        )

    def packages(self) -> list[str]:
        """Return the packages, the latest first."""
        sql = f"SELECT doc_id FROM ownership ORDER BY purchase_time DESC, doc_id LIMIT {_MOST_ROWS}"
        return [text_of(name) for (name,) in self.database.query(sql)]

    def add(self, package: str, now_ms: int) -> None:
        """Add a package to the library."""
        self.database.execute(
            "INSERT OR IGNORE INTO ownership VALUES ('', '3', 3, ?, 1, 1, 0, ?)", (package, now_ms)
        )


class Searches:
    """Reads and changes ``suggestions``: the search history."""

    def __init__(self, context: Context) -> None:
        self.database: Database = context.database(
            "suggestions.db", version=1, create=lambda made: made.script(_SUGGESTIONS)
        )

    def recent(self) -> list[str]:
        """Return the recent searches, the latest first."""
        sql = f"SELECT query FROM suggestions ORDER BY date DESC, _id DESC LIMIT {_MOST_RECENT}"
        return [text_of(query) for (query,) in self.database.query(sql)]

    def add(self, query: str, now_ms: int) -> None:
        """Add a search to the history."""
        self.database.insert(
            "suggestions", {"display1": query.casefold(), "query": query, "date": now_ms}
        )

    def clear(self) -> None:
        """Clear the history."""
        self.database.execute("DELETE FROM suggestions")
