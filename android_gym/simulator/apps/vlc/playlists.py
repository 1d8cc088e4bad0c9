"""Playlists: rows of ``Playlist`` and ``PlaylistMediaRelation``."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.appkit.lists import Pages
from android_gym.simulator.apps.vlc.library import PAGE, Library, whole
from android_gym.simulator.apps.vlc.model import Playlist, Track
from android_gym.simulator.apps.vlc.storage import changing

__all__ = ["Playlists"]

_PLAYLIST = (
    "SELECT id_playlist, name, (SELECT count(*) FROM PlaylistMediaRelation "
    "WHERE playlist_id = id_playlist), duration FROM Playlist"
)


def _playlist(row: tuple[object, ...]) -> Playlist:
    number, name, count, duration = row
    text = name if isinstance(name, str) else "" if name is None else str(name)
    return Playlist(whole(number), text[:1000], whole(count), max(0, whole(duration)))


class Playlists:
    """Reads and changes playlists."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.database = library.database

    def count(self, found: str = "") -> int:
        """Return the number of playlists, or of those that match a search."""
        where = " WHERE name LIKE ?" * bool(found)
        parameters = (f"%{found}%",) if found else ()
        return whole(self.database.value(f"SELECT count(*) FROM Playlist{where}", parameters))

    def page(self, number: int, *, down: bool = False, found: str = "") -> list[Playlist]:
        """Return a page of playlists, sorted by name."""
        where = " WHERE name LIKE ?" * bool(found)
        rows = self.database.query(
            f"{_PLAYLIST}{where} ORDER BY name COLLATE NOCASE {'DESC' if down else 'ASC'}, "
            f"id_playlist LIMIT {PAGE} OFFSET {number * PAGE}",
            (f"%{found}%",) if found else (),
        )
        return [_playlist(row) for row in rows]

    def pages(self, *, down: bool = False, found: str = "") -> Pages[Playlist]:
        """Return all playlists, sorted by name, loaded page by page."""
        return Pages(lambda number: self.page(number, down=down, found=found), PAGE)

    def get(self, number: int) -> Playlist | None:
        """Return a playlist; None if it doesn't exist."""
        rows = self.database.query(f"{_PLAYLIST} WHERE id_playlist = ?", (number,))
        return _playlist(rows[0]) if rows else None

    def named(self, name: str) -> bool:
        """Return whether there is a playlist with exactly this name."""
        sql = "SELECT 1 FROM Playlist WHERE name = ? COLLATE BINARY"
        return bool(self.database.query(sql, (name,)))

    def create(self, name: str) -> int:
        """Create a playlist; return its id."""
        now = self._library.context.system.clock.now_ms() // 1000
        return self.database.insert("Playlist", {"name": name, "creation_date": now})

    def rename(self, number: int, name: str) -> None:
        """Rename a playlist."""
        self.database.update("Playlist", {"name": name}, "id_playlist = ?", (number,))

    def delete(self, numbers: Sequence[int]) -> None:
        """Delete playlists."""
        with changing(self.database):
            for number in numbers:
                # From the end, so that no positions have to be shifted.
                rows = self.database.query(
                    "SELECT rowid FROM PlaylistMediaRelation WHERE playlist_id = ? "
                    "ORDER BY position DESC, rowid DESC",
                    (number,),
                )
                sql = "DELETE FROM PlaylistMediaRelation WHERE rowid = ?"
                self.database.executemany(sql, rows)
                self.database.execute("DELETE FROM Playlist WHERE id_playlist = ?", (number,))

    # -- the entries of a playlist

    def media_ids(self, number: int) -> list[int]:
        """Return the ids of a playlist's media, in order; some may have no row in ``Media``."""
        rows = self.database.query(
            "SELECT media_id FROM PlaylistMediaRelation WHERE playlist_id = ? "
            "ORDER BY position, rowid",
            (number,),
        )
        return [whole(media) for (media,) in rows]

    def tracks(self, number: int, found: str = "") -> list[tuple[int, int]]:
        """Return (position, media id) of a playlist's entries whose media exist."""
        rows = self.database.query(
            "SELECT p.position, p.media_id FROM PlaylistMediaRelation p "
            "JOIN Media m ON m.id_media = p.media_id WHERE p.playlist_id = ?"
            + " AND m.title LIKE ?" * bool(found)
            + " ORDER BY p.position, p.rowid",
            (number, *((f"%{found}%",) if found else ())),
        )
        return [(whole(position), whole(media)) for position, media in rows]

    def track(self, number: int, position: int) -> Track | None:
        """Return the entry at a position of a playlist; None if there is none."""
        media = self.database.value(
            "SELECT media_id FROM PlaylistMediaRelation WHERE playlist_id = ? AND position = ?",
            (number, position),
        )
        found = self._library.one(whole(media))
        return Track(position, found) if found is not None else None

    def append(self, number: int, media: Sequence[int]) -> None:
        """Append media in the given order."""
        start = whole(
            self.database.value(
                "SELECT count(*) FROM PlaylistMediaRelation WHERE playlist_id = ?", (number,)
            )
        )
        with changing(self.database):
            for offset, each in enumerate(media):
                values = {"media_id": each, "playlist_id": number, "position": start + offset}
                self.database.insert("PlaylistMediaRelation", values)

    def insert(self, number: int, media: int, position: int) -> None:
        """Insert a media at a position; the entries from there on move down."""
        values = {"media_id": media, "playlist_id": number, "position": position}
        with changing(self.database):
            self.database.insert("PlaylistMediaRelation", values)

    def remove(self, number: int, position: int) -> int:
        """Remove the entry at a position; return its media id, 0 if there was none."""
        rows = self.database.query(
            "SELECT rowid, media_id FROM PlaylistMediaRelation "
            "WHERE playlist_id = ? AND position = ? LIMIT 1",
            (number, position),
        )
        if not rows:
            return 0
        rowid, media = rows[0]
        with changing(self.database):
            self.database.execute("DELETE FROM PlaylistMediaRelation WHERE rowid = ?", (rowid,))
        return whole(media)

    def move(self, number: int, source: int, target: int) -> None:
        """Move an entry to another position."""
        with changing(self.database):
            media = self.remove(number, source)
            if media:
                self.insert(number, media, target)
