"""The playing queue: two tables of ``music_playback_state.db``, and where in it the player is.

``playing_queue`` is what is played, ``original_playing_queue`` the same songs as they were before
they were shuffled. Rows have no key: their order is that of their row ids. Columns of titles are
declared STRING, which SQLite takes for numeric: the title "1999" is kept as a number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
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
_INSERT: Final = f"({_COLUMNS}) VALUES ({', '.join('?' * 11)}, NULLIF(?, ''))"


def _create(database: Database) -> None:
    database.execute("CREATE TABLE android_metadata (locale TEXT)")
    database.execute("INSERT INTO android_metadata VALUES ('en_US')")
    for table in (PLAYING, ORIGINAL):
        database.execute(f"CREATE TABLE {table}{_SCHEMA}")


def open_queue(context: Context) -> Database:
    """Open ``music_playback_state.db``, making it where it is missing."""
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


_values: Final = attrgetter(
    "id", "title", "track", "year", "duration", "path", "date_modified", "album_id", "album",
    "artist_id", "artist", "composer",
)  # fmt: skip


class QueueStore:
    """Queries of the queue, and the preferences that say where the player is in it."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @property
    def database(self) -> Database:
        """The open database."""
        return open_queue(self._context)

    # -- reading

    def count(self) -> int:
        """Return how many songs there are."""
        return number_of(self.database.value(f"SELECT count(*) FROM {PLAYING}"))

    def at(self, place: int) -> Song | None:
        """Return the song at a place, None where there is none."""
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
        """Return all songs as they stood before they were shuffled."""
        return self.songs(ORIGINAL)

    def length_after(self, place: int) -> int:
        """Return the length (ms) of all songs after a place."""
        return number_of(
            self.database.value(
                f"SELECT total(duration) FROM (SELECT duration FROM {PLAYING} ORDER BY rowid "
                "LIMIT -1 OFFSET ?)",
                (place + 1,),
            )
        )

    # -- changing

    def replace(self, songs: Sequence[Song], originals: Sequence[Song] | None = None) -> None:
        """Put other songs in place of the queue.

        Args:
            songs: As they are played.
            originals: As they stood before they were shuffled; by default the same.
        """
        if originals is None and self._holds(songs):
            return
        self._write(PLAYING, songs)
        if originals is None:
            self.database.execute(f"DELETE FROM {ORIGINAL}")
            self.database.execute(
                f"INSERT INTO {ORIGINAL} ({_COLUMNS}) SELECT {_COLUMNS} FROM {PLAYING} "
                "ORDER BY rowid"
            )
        else:
            self._write(ORIGINAL, originals)

    def _holds(self, songs: Sequence[Song]) -> bool:
        """Return whether both tables hold just these songs: a list is often queued again."""
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
            database.executemany(f"INSERT INTO {table} {_INSERT}", map(_values, songs))

    def append(self, songs: Sequence[Song]) -> None:
        """Put songs at the end."""
        rows = list(map(_values, songs))
        for table in (PLAYING, ORIGINAL):
            self.database.executemany(f"INSERT INTO {table} {_INSERT}", rows)

    def insert(self, place: int, songs: Sequence[Song]) -> None:
        """Put songs before the one at a place."""

        def change(queue: list[Song]) -> None:
            queue[place:place] = songs

        self._edit(change)

    def move(self, start: int, end: int) -> None:
        """Move the song at one place to another."""
        shown = self.songs()
        shown.insert(end, shown.pop(start))
        self._write(PLAYING, shown)
        if not self.shuffled:
            self._write(ORIGINAL, shown)

    def remove_at(self, place: int) -> None:
        """Take the song at a place out."""
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

    # -- the player's place

    def _number(self, name: str, default: int) -> int:
        kept = self._context.preferences().get(name, default)
        return kept if isinstance(kept, int) else default

    @property
    def position(self) -> int:
        """Place of the song that is or was played; -1 where there is none."""
        return min(self._number("POSITION", -1), self.count() - 1)

    def set_position(self, place: int) -> None:
        """Move on to another place."""
        self._context.preferences().put(POSITION=place)

    @property
    def position_in_track(self) -> int:
        """Place (ms) in the song when it was left."""
        return max(0, self._number("POSITION_IN_TRACK", 0))

    def set_position_in_track(self, milliseconds: int) -> None:
        """Keep how far the song is."""
        self._context.preferences().put(POSITION_IN_TRACK=milliseconds)

    @property
    def shuffled(self) -> bool:
        """True while the queue is shuffled."""
        return self._number("SHUFFLE_MODE", 0) == 1

    def set_shuffled(self, shuffled: bool) -> None:
        """Keep whether the queue is shuffled."""
        self._context.preferences().put(SHUFFLE_MODE=int(shuffled))

    @property
    def repeat(self) -> int:
        """0 to end with the last song, 1 to begin again, 2 to repeat one song."""
        return min(max(self._number("REPEAT_MODE", 0), 0), 2)

    def set_repeat(self, mode: int) -> None:
        """Keep how songs are repeated."""
        self._context.preferences().put(REPEAT_MODE=mode)
