"""Chrome's ``History`` database: URLs, visits and downloads.

It has the tables of Chrome 103 (schema version 55) that adb users may read. Times are microseconds
since 1601, as everywhere in Chromium.
"""

from __future__ import annotations

from typing import Final

from android_gym.simulator.apps.chrome.model import Download, Visit
from android_gym.simulator.apps.chrome.urls import scheme_of
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["History", "chromium_time", "unix_ms"]

_EPOCH_US: Final = 11_644_473_600_000_000
"""Microseconds from 1601 to 1970."""

_VERSION: Final = 55
_CORE: Final = 0x30000000
"""Qualifiers of a visit that begins and ends a redirect chain (ui::PageTransition)."""
_LINK, _TYPED = 0, 1
_COMPLETE: Final = 1
_UNSEEN: Final = frozenset(
    ("javascript", "about", "chrome", "chrome-native", "devtools", "view-source", "data", "")
)
"""Schemes whose pages are not added to the history (history::CanAddURLToHistory)."""

_SCHEMA: Final = """
CREATE TABLE meta(key LONGVARCHAR NOT NULL UNIQUE PRIMARY KEY, value LONGVARCHAR);
CREATE TABLE urls(id INTEGER PRIMARY KEY AUTOINCREMENT, url LONGVARCHAR, title LONGVARCHAR,
  visit_count INTEGER DEFAULT 0 NOT NULL, typed_count INTEGER DEFAULT 0 NOT NULL,
  last_visit_time INTEGER NOT NULL, hidden INTEGER DEFAULT 0 NOT NULL);
CREATE TABLE visits(id INTEGER PRIMARY KEY, url INTEGER NOT NULL, visit_time INTEGER NOT NULL,
  from_visit INTEGER, transition INTEGER DEFAULT 0 NOT NULL, segment_id INTEGER,
  visit_duration INTEGER DEFAULT 0 NOT NULL,
  incremented_omnibox_typed_score BOOLEAN DEFAULT FALSE NOT NULL, opener_visit INTEGER);
CREATE TABLE keyword_search_terms (keyword_id INTEGER NOT NULL, url_id INTEGER NOT NULL,
  term LONGVARCHAR NOT NULL, normalized_term LONGVARCHAR NOT NULL);
CREATE TABLE downloads (id INTEGER PRIMARY KEY, guid VARCHAR NOT NULL,
  current_path LONGVARCHAR NOT NULL, target_path LONGVARCHAR NOT NULL,
  start_time INTEGER NOT NULL, received_bytes INTEGER NOT NULL, total_bytes INTEGER NOT NULL,
  state INTEGER NOT NULL, end_time INTEGER NOT NULL, opened INTEGER NOT NULL,
  last_access_time INTEGER NOT NULL, referrer VARCHAR NOT NULL, tab_url VARCHAR NOT NULL,
  mime_type VARCHAR(255) NOT NULL, original_mime_type VARCHAR(255) NOT NULL);
CREATE TABLE downloads_url_chains (id INTEGER NOT NULL, chain_index INTEGER NOT NULL,
  url LONGVARCHAR NOT NULL, PRIMARY KEY (id, chain_index));
CREATE INDEX visits_url_index ON visits (url);
CREATE INDEX visits_time_index ON visits (visit_time);
CREATE INDEX urls_url_index ON urls (url);
"""


def chromium_time(unix_ms: int) -> int:
    """Convert milliseconds since 1970 to Chromium's microseconds since 1601."""
    return unix_ms * 1000 + _EPOCH_US


def unix_ms(time: object) -> int:
    """Convert Chromium's microseconds since 1601 to milliseconds since 1970; 0 if not a number."""
    return (time - _EPOCH_US) // 1000 if isinstance(time, int) else 0


def _create(database: Database) -> None:
    database.script(_SCHEMA)
    database.executemany(
        "INSERT INTO meta VALUES (?, ?)",
        [("mmap_status", "-1"), ("version", str(_VERSION)), ("last_compatible_version", "16"),
         ("early_expiration_threshold", "0")],
    )  # fmt: skip


class History:
    """Queries of the database, which is created if it is missing."""

    def __init__(self, context: Context) -> None:
        self._now_ms = context.system.clock.now_ms
        path = f"{context.data_dir}/app_chrome/Default/History"
        self.database = context.database(path, create=_create)

    # -- pages

    def visit(self, url: str, title: str = "", *, typed: bool = False) -> None:
        """Record a visit of a page, unless its scheme is kept out of the history."""
        if scheme_of(url) in _UNSEEN:
            return
        now = chromium_time(self._now_ms())
        with self.database.transaction():
            found = self.database.query("SELECT id FROM urls WHERE url = ?", (url,))
            if found:
                number = found[0][0]
                self.database.execute(
                    "UPDATE urls SET visit_count = visit_count + 1, last_visit_time = ?, "
                    "typed_count = typed_count + ?, hidden = 0 WHERE id = ?",
                    (now, int(typed), number),
                )
            else:
                number = self.database.insert(
                    "urls",
                    {"url": url, "title": title, "visit_count": 1, "typed_count": int(typed),
                     "last_visit_time": now, "hidden": 0},
                )  # fmt: skip
            self.database.insert(
                "visits",
                {"url": number, "visit_time": now, "from_visit": 0, "segment_id": 0,
                 "transition": _CORE | (_TYPED if typed else _LINK)},
            )  # fmt: skip

    def rename(self, url: str, title: str) -> None:
        """Update a page's title, if it is in the history."""
        self.database.execute("UPDATE urls SET title = ? WHERE url = ?", (title, url))

    def visits(self, query: str = "") -> list[Visit]:
        """Return the visited pages, the latest first, each once a day, as Chrome lists them.

        Args:
            query: Words that each have to occur in the title or the URL.
        """
        rows = self.database.query(
            "SELECT v.id, u.url, u.title, v.visit_time FROM visits v JOIN urls u ON u.id = v.url "
            "WHERE u.hidden = 0 ORDER BY v.visit_time DESC, v.id DESC"
        )
        words = query.casefold().split()
        found, seen = [], set()
        for number, url, title, time in rows:
            visit = Visit(number, str(url or ""), str(title or ""), unix_ms(time))
            text = f"{visit.title} {visit.url}".casefold()
            day = visit.time_ms // 86_400_000
            if (visit.url, day) in seen or any(word not in text for word in words):
                continue
            seen.add((visit.url, day))
            found.append(visit)
        return found

    def suggestions(self, typed: str, most: int = 5) -> list[Visit]:
        """Return visited pages whose title or URL contains a text, most typed and visited first."""
        pattern = "%" + typed.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
        rows = self.database.query(
            "SELECT id, url, title, last_visit_time FROM urls WHERE hidden = 0 AND "
            "(url LIKE ? ESCAPE '\\' OR title LIKE ? ESCAPE '\\') "
            "ORDER BY typed_count DESC, visit_count DESC, last_visit_time DESC LIMIT ?",
            (pattern, pattern, most),
        )
        return [Visit(i, str(u or ""), str(t or ""), unix_ms(when)) for i, u, t, when in rows]

    def delete(self, visits: tuple[int, ...]) -> None:
        """Delete these visits, and all others to the same pages on the same days."""
        for number in visits:
            found = self.database.query(
                "SELECT url, visit_time FROM visits WHERE id = ?", (number,)
            )
            for page, time in found:
                first = time - time % 86_400_000_000
                self.database.execute(
                    "DELETE FROM visits WHERE url = ? AND visit_time >= ? AND visit_time < ?",
                    (page, first, first + 86_400_000_000),
                )
        self._drop_unvisited()

    def clear(self, since_ms: int) -> None:
        """Delete visits and downloads since a time in milliseconds since 1970."""
        since = chromium_time(since_ms)
        self.database.execute("DELETE FROM visits WHERE visit_time >= ?", (since,))
        self.database.execute(
            "DELETE FROM downloads_url_chains WHERE id IN "
            "(SELECT id FROM downloads WHERE start_time >= ?)",
            (since,),
        )
        self.database.execute("DELETE FROM downloads WHERE start_time >= ?", (since,))
        self._drop_unvisited()

    def _drop_unvisited(self) -> None:
        self.database.execute("DELETE FROM urls WHERE id NOT IN (SELECT url FROM visits)")

    # -- downloads

    def downloaded(self, path: str, url: str, mime: str, size: int) -> None:
        """Record a completed download."""
        now = chromium_time(self._now_ms())
        number = self.database.insert(
            "downloads",
            {"guid": f"{now:032x}", "current_path": path, "target_path": path, "start_time": now,
             "received_bytes": size, "total_bytes": size, "state": _COMPLETE, "end_time": now,
             "opened": 0, "last_access_time": 0, "referrer": "", "tab_url": "",
             "mime_type": mime, "original_mime_type": mime},
        )  # fmt: skip
        self.database.insert(
            "downloads_url_chains", {"id": number, "chain_index": 0, "url": url[:2048]}
        )

    def downloads(self) -> list[Download]:
        """Return the completed downloads, the latest first."""
        rows = self.database.query(
            "SELECT d.id, target_path, COALESCE(url, ''), mime_type, total_bytes, end_time "
            "FROM downloads d LEFT JOIN downloads_url_chains c ON c.id = d.id AND chain_index = 0 "
            "WHERE state = ? ORDER BY end_time DESC, d.id DESC",
            (_COMPLETE,),
        )
        return [
            Download(i, str(path), str(url), str(mime), size if isinstance(size, int) else 0,
                     unix_ms(end))
            for i, path, url, mime, size, end in rows
        ]  # fmt: skip

    def move_download(self, number: int, path: str) -> None:
        """Update the path of a downloaded file."""
        self.database.execute(
            "UPDATE downloads SET current_path = ?, target_path = ? WHERE id = ?",
            (path, path, number),
        )

    def forget_download(self, number: int) -> None:
        """Remove a download from the list."""
        self.database.execute("DELETE FROM downloads WHERE id = ?", (number,))
        self.database.execute("DELETE FROM downloads_url_chains WHERE id = ?", (number,))
