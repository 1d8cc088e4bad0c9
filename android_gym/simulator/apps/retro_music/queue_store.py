"""The playing queue: two tables of ``music_playback_state.db``, and the position in it.

``playing_queue`` holds the songs as they are played, ``original_playing_queue`` the same songs in
their order before shuffling. Rows have no key and are ordered by rowid. Title columns are declared
STRING, which SQLite treats as numeric, so the title "1999" is stored as a number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from android_gym.simulator.appkit.columns import number_of, text_of
from android_gym.simulator.apps.retro_music.model import PAGE, Song
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["QueueStore", "open_queue"]

PLAYING: Final = "playing_queue"
ORIGINAL: Final = "original_playing_queue"

_SCHEMA: Final = (
    "(_id INT NOT NULL,title STRING NOT NULL,track INT NOT NULL,year INT NOT NULL,duration LONG "
    "NOT NULL,_data STRING NOT NULL,date_modified LONG NOT NULL,album_id INT NOT NULL,"
    "album STRING NOT NULL,artist_id INT NOT NULL,artist STRING NOT NULL,composer STRING,"
    "album_artist STRING)"
)
_COLUMNS: Final = (
    "_id, title, track, year, duration, _data, date_modified, album_id, album, artist_id, artist, "
    "composer"
)
_ROW: Final = f"({', '.join('?' * 11)}, NULLIF(?, ''))"
_AT_ONCE: Final = 50
"""Rows of one statement, which is quicker than a statement for each."""


def _create(database: Database) -> None:
    database.execute("CREATE TABLE android_metadata (locale TEXT)")
    database.execute("INSERT INTO android_metadata VALUES ('en_US')")
    for table in (PLAYING, ORIGINAL):
        database.execute(f"CREATE TABLE {table}{_SCHEMA}")


def open_queue(context: Context) -> Database:
    """Open ``music_playback_state.db``; create it if it's missing."""
    return context.database("music_playback_state.db", wal=False, version=12, create=_create)


def _song(row: Sequence[Any]) -> Song:
    number, title, track, year, duration, path, modified, album_id, album, artist_id, *rest = row
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
        text_of(rest[0]),
        text_of(rest[1]),
    )


def _insert(database: Database, table: str, songs: Sequence[Song]) -> None:
    """Add songs to the end of a table."""
    whole = len(songs) - len(songs) % _AT_ONCE
    for some, each in ((songs[:whole], _AT_ONCE), (songs[whole:], 1)):
        values = [value for song in some for value in song.queued]
        sql = f"INSERT INTO {table} ({_COLUMNS}) VALUES {', '.join([_ROW] * each)}"
        step = each * _ROW.count("?")
        database.executemany(sql, [values[i : i + step] for i in range(0, len(values), step)])


class QueueStore:
    """Reads and changes the queue, and the preferences that store the position in it."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @property
    def database(self) -> Database:
        """The open database."""
        return open_queue(self._context)

    # -- reading

    def count(self) -> int:
        """Return the number of songs."""
        return number_of(self.database.value(f"SELECT count(*) FROM {PLAYING}"))

    def at(self, place: int) -> Song | None:
        """Return the song at an index; None if there is none."""
        if place < 0:
            return None
        rows = self.database.query(
            f"SELECT {_COLUMNS} FROM {PLAYING} ORDER BY rowid LIMIT 1 OFFSET ?", (place,)
        )
        return _song(rows[0]) if rows else None

    def page(self, number: int) -> list[Song]:
        """Return a page of `PAGE` songs."""
        rows = self.database.query(
            f"SELECT {_COLUMNS} FROM {PLAYING} ORDER BY rowid LIMIT {PAGE} OFFSET ?",
            (number * PAGE,),
        )
        return [_song(row) for row in rows]

    def songs(self, table: str = PLAYING) -> list[Song]:
        """Return all songs in order."""
        rows = self.database.query(f"SELECT {_COLUMNS} FROM {table} ORDER BY rowid")
        return [_song(row) for row in rows]

    def originals(self) -> list[Song]:
        """Return all songs in their order before shuffling."""
        return self.songs(ORIGINAL)

    def length_after(self, place: int) -> int:
        """Return the total duration (ms) of the songs after an index."""
        return number_of(
            self.database.value(
                f"SELECT total(duration) FROM (SELECT duration FROM {PLAYING} ORDER BY rowid "
                "LIMIT -1 OFFSET ?)",
                (place + 1,),
            )
        )

    # -- changing

    def replace(self, songs: Sequence[Song], originals: Sequence[Song] | None = None) -> None:
        """Replace the queue.

        Args:
            songs: The songs in playing order.
            originals: The songs in their order before shuffling; by default the same.
        """
        if originals is None and self._holds(songs):
            return
        self._write(PLAYING, songs)
        if originals is None:
            self.database.execute(f"DELETE FROM {ORIGINAL}")
            # Between empty tables of equal columns SQLite copies rows as they are.
            self.database.execute(f"INSERT INTO {ORIGINAL} SELECT * FROM {PLAYING}")
        else:
            self._write(ORIGINAL, originals)

    def _holds(self, songs: Sequence[Song]) -> bool:
        """Return whether both tables contain exactly these songs: lists are often queued twice."""
        if self.count() != len(songs):
            return False
        wanted = ",".join([f"{song.id} {song.date_modified}" for song in songs])
        mark = "group_concat(_id || ' ' || date_modified)"
        return all(
            text_of(self.database.value(f"SELECT {mark} FROM {table}")) == wanted
            for table in (PLAYING, ORIGINAL)
        )

    def _write(self, table: str, songs: Sequence[Song]) -> None:
        database = self.database
        with database.transaction():
            database.execute(f"DELETE FROM {table}")
            _insert(database, table, songs)

    def append(self, songs: Sequence[Song]) -> None:
        """Add songs to the end."""
        for table in (PLAYING, ORIGINAL):
            _insert(self.database, table, songs)

    def insert(self, place: int, songs: Sequence[Song]) -> None:
        """Insert songs at an index."""

        def change(queue: list[Song]) -> None:
            queue[place:place] = songs

        self._edit(change)

    def move(self, start: int, end: int) -> None:
        """Move a song from one index to another."""
        shown = self.songs()
        shown.insert(end, shown.pop(start))
        self._write(PLAYING, shown)
        if not self.shuffled:
            self._write(ORIGINAL, shown)

    def remove_at(self, place: int) -> None:
        """Remove the song at an index."""
        song = self.at(place)
        if song is None:
            return
        database = self.database
        with database.transaction():
            database.execute(
                f"DELETE FROM {PLAYING} WHERE rowid = (SELECT rowid FROM {PLAYING} ORDER BY rowid "
                "LIMIT 1 OFFSET ?)",
                (place,),
            )
            database.execute(
                f"DELETE FROM {ORIGINAL} WHERE rowid = (SELECT rowid FROM {ORIGINAL} WHERE _id = ? "
                "ORDER BY rowid LIMIT 1)",
                (song.id,),
            )

    def _edit(self, change: Callable[[list[Song]], None]) -> None:
        songs, originals = self.songs(), self.originals()
        change(songs)
        change(originals)
        self.replace(songs, originals)

    # -- position

    def _number(self, name: str, default: int) -> int:
        return self._context.preferences().get(name, default)

    @property
    def position(self) -> int:
        """Index of the current song; -1 if there is none."""
        return min(self._number("POSITION", -1), self.count() - 1)

    def set_position(self, place: int) -> None:
        """Store the index of the current song."""
        self._context.preferences().put(POSITION=place)

    @property
    def position_in_track(self) -> int:
        """Stored playback position (ms) in the current song."""
        return max(0, self._number("POSITION_IN_TRACK", 0))

    def set_position_in_track(self, milliseconds: int) -> None:
        """Store the playback position in the current song."""
        self._context.preferences().put(POSITION_IN_TRACK=milliseconds)

    @property
    def shuffled(self) -> bool:
        """True while the queue is shuffled."""
        return self._number("SHUFFLE_MODE", 0) == 1

    def set_shuffled(self, shuffled: bool) -> None:
        """Store whether the queue is shuffled."""
        self._context.preferences().put(SHUFFLE_MODE=int(shuffled))

    @property
    def repeat(self) -> int:
        """0 to stop after the last song, 1 to repeat the queue, 2 to repeat one song."""
        return min(max(self._number("REPEAT_MODE", 0), 0), 2)

    def set_repeat(self, mode: int) -> None:
        """Store the repeat mode."""
        self._context.preferences().put(REPEAT_MODE=mode)
