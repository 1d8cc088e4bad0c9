"""Retro Music's storage: playlists, history, play counts, and the blacklist.

``playlist.db`` is a Room database without foreign keys. A playlist contains a song at most once:
adding it again replaces its row with a new one at the end. Songs are ordered by ``song_key``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from android_gym.simulator.appkit.columns import number_of, text_of
from android_gym.simulator.apps.retro_music.model import PAGE, Playlist, Song
from android_gym.simulator.apps.retro_music.queue_store import open_queue
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["FAVORITES", "BlacklistStore", "PlaylistStore", "install", "number_of", "text_of"]

VERSION: Final = 24

_SONG_COLUMNS: Final = (
    "`title` TEXT NOT NULL, `track_number` INTEGER NOT NULL, `year` INTEGER NOT NULL, "
    "`duration` INTEGER NOT NULL, `data` TEXT NOT NULL, `date_modified` INTEGER NOT NULL, "
    "`album_id` INTEGER NOT NULL, `album_name` TEXT NOT NULL, `artist_id` INTEGER NOT NULL, "
    "`artist_name` TEXT NOT NULL, `composer` TEXT, `album_artist` TEXT"
)
SCHEMA: Final = (
    "CREATE TABLE android_metadata (locale TEXT)",
    "INSERT INTO android_metadata VALUES ('en_US')",
    "CREATE TABLE IF NOT EXISTS `PlaylistEntity` (`playlist_id` INTEGER PRIMARY KEY AUTOINCREMENT "
    "NOT NULL, `playlist_name` TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS `SongEntity` (`song_key` INTEGER PRIMARY KEY AUTOINCREMENT NOT "
    f"NULL, `playlist_creator_id` INTEGER NOT NULL, `id` INTEGER NOT NULL, {_SONG_COLUMNS})",
    "CREATE UNIQUE INDEX IF NOT EXISTS `index_SongEntity_playlist_creator_id_id` ON `SongEntity` "
    "(`playlist_creator_id`, `id`)",
    "CREATE TABLE IF NOT EXISTS `HistoryEntity` (`id` INTEGER NOT NULL, "
    f"{_SONG_COLUMNS}, `time_played` INTEGER NOT NULL, PRIMARY KEY(`id`))",
    "CREATE TABLE IF NOT EXISTS `PlayCountEntity` (`id` INTEGER NOT NULL, "
    f"{_SONG_COLUMNS}, `time_played` INTEGER NOT NULL, `play_count` INTEGER NOT NULL, "
    "PRIMARY KEY(`id`))",
    "CREATE TABLE IF NOT EXISTS room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT)",
    "INSERT OR REPLACE INTO room_master_table (id,identity_hash) "
    "VALUES(42, '5a7d0b5b1a1f0d6b8a1f7a3c2e4d9f60')",
)

_COLUMNS: Final = (
    "id", "title", "track_number", "year", "duration", "data", "date_modified", "album_id",
    "album_name", "artist_id", "artist_name", "composer", "album_artist",
)  # fmt: skip
_NAMES: Final = ", ".join(_COLUMNS)
_MARKS: Final = ", ".join("?" * len(_COLUMNS))

FAVORITES: Final = "Favorites"
"""Name of the playlist that the player's heart button adds to."""

_ORDERS: Final = {
    "name": "playlist_name",
    "name DESC": "playlist_name DESC",
    "playlist_song_count": "count(song_key)",
    "playlist_song_count DESC": "count(song_key) DESC",
}
"""SQL of each order of playlists, by its value in preferences."""


def song_of(row: Sequence[Any]) -> Song:
    """Return the song in a row of the columns `_COLUMNS`."""
    number, title, track, year, duration, path, modified, album_id, album, artist_id, *rest = row
    artist, composer, album_artist = rest
    return Song(
        number_of(number),
        text_of(title),
        number_of(track),
        number_of(year),
        number_of(duration),
        text_of(path),
        number_of(modified),
        number_of(album_id),
        text_of(album),
        number_of(artist_id),
        text_of(artist),
        text_of(composer),
        text_of(album_artist),
    )


def _values(song: Song) -> tuple[Any, ...]:
    return (
        song.id,
        song.title,
        song.track,
        song.year,
        song.duration,
        song.path,
        song.date_modified,
        song.album_id,
        song.album,
        song.artist_id,
        song.artist,
        song.composer or None,
        song.album_artist or None,
    )


def _create(database: Database) -> None:
    for statement in SCHEMA:
        database.execute(statement)


def open_playlists(context: Context) -> Database:
    """Open ``playlist.db``; create it if it's missing."""
    return context.database("playlist.db", wal=True, version=VERSION, create=_create)


def install(context: Context, *, cleared: bool) -> None:
    """Create the state of the prepared image, where the app was started once; not if cleared."""
    if cleared:
        return
    open_playlists(context)
    open_queue(context)
    BlacklistStore(context).begin()
    context.preferences().put(
        last_changelog_version=context.manifest.version_code, initialized_blacklist=True
    )
    context.system.databases.close_owner(context.package)


class PlaylistStore:
    """Reads and changes ``playlist.db``."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @property
    def database(self) -> Database:
        """The open database."""
        return open_playlists(self._context)

    # -- playlists

    def count(self) -> int:
        """Return the number of playlists."""
        return number_of(self.database.value("SELECT count(*) FROM PlaylistEntity"))

    def page(self, number: int, order: str = "name") -> list[Playlist]:
        """Return a page of `PAGE` playlists.

        Args:
            number: Number of the page, from 0.
            order: Value of the preference ``playlist_sort_order``.
        """
        by = _ORDERS.get(order, "playlist_name")
        source = "PlaylistEntity"
        if "count" in by:
            source += " LEFT JOIN SongEntity ON playlist_creator_id = playlist_id"
            by = f"{by}, playlist_name"
            source += " GROUP BY playlist_id"
        rows = self.database.query(
            f"SELECT playlist_id, playlist_name FROM {source} ORDER BY {by}, playlist_id "
            f"LIMIT {PAGE} OFFSET ?",
            (number * PAGE,),
        )
        return [self._filled(key, name) for key, name in rows]

    def _filled(self, number: int, name: Any) -> Playlist:
        count, duration = self.database.query(
            "SELECT count(*), total(duration) FROM SongEntity WHERE playlist_creator_id = ?",
            (number,),
        )[0]
        return Playlist(number_of(number), text_of(name), number_of(count), number_of(duration))

    def names(self) -> list[Playlist]:
        """Return all playlists in the order of creation, without totals."""
        rows = self.database.query(
            "SELECT playlist_id, playlist_name FROM PlaylistEntity ORDER BY playlist_id"
        )
        return [Playlist(number_of(key), text_of(name)) for key, name in rows]

    def get(self, number: int) -> Playlist | None:
        """Return a playlist; None if it doesn't exist."""
        rows = self.database.query(
            "SELECT playlist_id, playlist_name FROM PlaylistEntity WHERE playlist_id = ?", (number,)
        )
        return self._filled(*rows[0]) if rows else None

    def named(self, name: str) -> int | None:
        """Return the id of the playlist with exactly this name; None if there is none."""
        number = self.database.value(
            "SELECT playlist_id FROM PlaylistEntity WHERE playlist_name = ? ORDER BY playlist_id",
            (name,),
        )
        return None if number is None else number_of(number)

    def add(self, name: str) -> int:
        """Create a playlist; return its id."""
        return self.database.insert("PlaylistEntity", {"playlist_name": name})

    def rename(self, number: int, name: str) -> None:
        """Rename a playlist."""
        self.database.update(
            "PlaylistEntity", {"playlist_name": name}, "playlist_id = ?", (number,)
        )

    def delete(self, numbers: Iterable[int]) -> None:
        """Delete playlists with their songs."""
        keys = [(number,) for number in numbers]
        database = self.database
        with database.transaction():
            database.executemany("DELETE FROM PlaylistEntity WHERE playlist_id = ?", keys)
            database.executemany("DELETE FROM SongEntity WHERE playlist_creator_id = ?", keys)

    # -- their songs

    def songs(self, number: int) -> list[Song]:
        """Return all songs of a playlist, in order."""
        rows = self.database.query(
            f"SELECT {_NAMES} FROM SongEntity WHERE playlist_creator_id = ? ORDER BY song_key",
            (number,),
        )
        return [song_of(row) for row in rows]

    def song_page(self, number: int, page: int) -> list[Song]:
        """Return a page of `PAGE` songs of a playlist, in order."""
        rows = self.database.query(
            f"SELECT {_NAMES} FROM SongEntity WHERE playlist_creator_id = ? ORDER BY song_key "
            f"LIMIT {PAGE} OFFSET ?",
            (number, page * PAGE),
        )
        return [song_of(row) for row in rows]

    def add_songs(self, number: int, songs: Iterable[Song]) -> None:
        """Add songs to the end of a playlist; those already in it move there."""
        self.database.executemany(
            f"INSERT OR REPLACE INTO SongEntity (playlist_creator_id, {_NAMES}) "
            f"VALUES (?, {_MARKS})",
            [(number, *_values(song)) for song in songs],
        )

    def remove_songs(self, number: int, songs: Iterable[int]) -> None:
        """Remove songs from a playlist by their ids in MediaStore."""
        self.database.executemany(
            "DELETE FROM SongEntity WHERE playlist_creator_id = ? AND id = ?",
            [(number, song) for song in songs],
        )

    def holds(self, number: int, song: int) -> bool:
        """Return whether a playlist contains a song."""
        return bool(
            self.database.value(
                "SELECT 1 FROM SongEntity WHERE playlist_creator_id = ? AND id = ?", (number, song)
            )
        )

    def move_song(self, number: int, start: int, end: int) -> None:
        """Move a song within a playlist."""
        songs = self.songs(number)
        if not (0 <= start < len(songs) and 0 <= end < len(songs)) or start == end:
            return
        songs.insert(end, songs.pop(start))
        self.add_songs(number, songs)

    def forget(self, song: int) -> None:
        """Remove a song deleted from the phone from all tables."""
        database = self.database
        with database.transaction():
            for table in ("SongEntity", "HistoryEntity", "PlayCountEntity"):
                database.execute(f"DELETE FROM {table} WHERE id = ?", (song,))

    # -- history

    def played(self, song: Song, at_ms: int, *, paused: bool) -> None:
        """Record that a song has started playing.

        Args:
            song: The song.
            at_ms: Time, ms since 1970.
            paused: Whether the history is paused.
        """
        if not paused:
            self.restore_history([song], at_ms)

    def count_play(self, song: Song, at_ms: int) -> None:
        """Increment the play count of a song, played at a time (ms since 1970)."""
        database = self.database
        before = database.value(
            "SELECT play_count FROM PlayCountEntity WHERE id = ?", (song.id,), 0
        )
        database.execute(
            f"INSERT OR REPLACE INTO PlayCountEntity ({_NAMES}, time_played, play_count) "
            f"VALUES ({_MARKS}, ?, ?)",
            (*_values(song), at_ms, number_of(before) + 1),
        )

    def history(self, most: int = 100) -> list[Song]:
        """Return the songs played last, the newest first."""
        return self._noted("HistoryEntity", "time_played DESC", most)

    def most_played(self) -> list[Song]:
        """Return the 100 songs played most often."""
        return self._noted("PlayCountEntity", "play_count DESC", 100)

    def _noted(self, table: str, order: str, most: int) -> list[Song]:
        rows = self.database.query(
            f"SELECT {_NAMES} FROM {table} ORDER BY {order}, id LIMIT {most}"
        )
        return [song_of(row) for row in rows]

    def clear_history(self) -> None:
        """Clear the history."""
        self.database.execute("DELETE FROM HistoryEntity")

    def restore_history(self, songs: Iterable[Song], at_ms: int) -> None:
        """Restore a history, the newest song first, as of a time (ms since 1970)."""
        self.database.executemany(
            f"INSERT OR REPLACE INTO HistoryEntity ({_NAMES}, time_played) VALUES ({_MARKS}, ?)",
            [(*_values(song), at_ms - place) for place, song in enumerate(songs)],
        )


def _create_blacklist(database: Database) -> None:
    database.execute("CREATE TABLE android_metadata (locale TEXT)")
    database.execute("INSERT INTO android_metadata VALUES ('en_US')")
    database.execute("CREATE TABLE IF NOT EXISTS blacklist (path STRING NOT NULL)")


class BlacklistStore:
    """The blacklist in ``blacklist.db``: folders and files whose songs are hidden."""

    FIRST: Final = ("Alarms", "Notifications", "Ringtones")
    """Initial entries, in the shared storage."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @property
    def database(self) -> Database:
        """The open database."""
        return self._context.database(
            "blacklist.db", wal=False, version=2, create=_create_blacklist
        )

    def begin(self) -> None:
        """Add the initial entries; called once, when the app first starts."""
        self.database.executemany(
            "INSERT INTO blacklist VALUES (?)",
            [(f"/storage/emulated/0/{name}",) for name in self.FIRST],
        )

    def paths(self) -> tuple[str, ...]:
        """Return all paths in the order in which they were added."""
        rows = self.database.query("SELECT path FROM blacklist ORDER BY rowid")
        return tuple(text_of(path) for (path,) in rows)

    def add(self, path: str) -> None:
        """Add a folder or file."""
        if path not in self.paths():
            self.database.execute("INSERT INTO blacklist VALUES (?)", (path,))

    def remove(self, path: str) -> None:
        """Remove a path."""
        self.database.execute("DELETE FROM blacklist WHERE path = ?", (path,))

    def clear(self) -> None:
        """Remove all paths."""
        self.database.execute("DELETE FROM blacklist")
