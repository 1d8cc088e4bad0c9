"""Queries of the library: videos, groups, folders, artists, albums, tracks, genres.

adb may have changed the database's file, so values of any type are converted as Android's Cursor
does.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from typing import Any, Final, Literal

from android_gym.simulator.appkit.storage_access import may_manage_files
from android_gym.simulator.apps.vlc.model import (
    AUDIO,
    VIDEO,
    Album,
    Card,
    Grouping,
    Media,
)
from android_gym.simulator.apps.vlc.scanner import Scanner
from android_gym.simulator.apps.vlc.storage import changing, library_database
from android_gym.simulator.apps.vlc.titles import mrl_of, path_of, plural
from android_gym.simulator.ui.activity import Context

__all__ = ["PAGE", "Library", "Shelf", "whole"]

PAGE: Final = 50
"""Rows read at a time."""

Shelf = Literal["artists", "albums", "tracks", "genres"]

_MEDIA: Final = """
SELECT m.id_media, m.type, m.title, m.filename, (SELECT mrl FROM File WHERE media_id = m.id_media
ORDER BY type = 1 DESC, id_file LIMIT 1), m.duration, m.play_count, m.last_time, m.insertion_date,
(SELECT width FROM VideoTrack WHERE media_id = m.id_media LIMIT 1),
(SELECT height FROM VideoTrack WHERE media_id = m.id_media LIMIT 1),
(SELECT size FROM File WHERE media_id = m.id_media LIMIT 1),
(SELECT name FROM Artist WHERE id_artist = m.artist_id),
(SELECT title FROM Album WHERE id_album = m.album_id), m.album_id, m.track_number, m.group_id
FROM Media m
"""
_THERE: Final = "type = 1 AND is_present != 0 AND import_type = 0"
_HEARD: Final = "type = 2 AND is_present != 0 AND import_type = 0"

_VIDEO_ORDERS: Final = {
    "name": "title COLLATE NOCASE",
    "filename": "filename COLLATE NOCASE",
    "length": "duration",
    "insertion": "insertion_date",
    "number": "title COLLATE NOCASE",
}
_GROUP_ORDERS: Final = {
    "name": "name COLLATE NOCASE",
    "filename": "name COLLATE NOCASE",
    "length": "duration",
    "insertion": "last_modification_date",
    "number": "nb_present_video",
}
_SHELVES: Final = {
    "artists": ("Artist", "id_artist", "name", "is_present > 0"),
    "albums": ("Album", "id_album", "title", "is_present > 0"),
    "genres": ("Genre", "id_genre", "name", "is_present > 0"),
}


def whole(value: object, default: int = 0) -> int:
    """Return a value as ``Cursor.getLong`` does; `default` if it isn't a number."""
    if isinstance(value, int):
        return value if abs(value) < 1 << 62 else default
    if isinstance(value, float) and abs(value) < 1e18:
        return int(value)
    return default


def _text(value: object) -> str:
    return value[:1000] if isinstance(value, str) else "" if value is None else str(value)[:1000]


def _media(row: Sequence[Any]) -> Media:
    (
        number, kind, title, filename, mrl, duration, played, last, inserted, width, height, size,
        artist, album, album_id, track, group,
    ) = row  # fmt: skip
    return Media(
        whole(number),
        whole(kind),
        _text(title) or _text(filename),
        _text(filename),
        path_of(_text(mrl)),
        whole(duration, -1),
        whole(played),
        whole(last, -1),
        whole(inserted),
        max(0, whole(width)),
        max(0, whole(height)),
        max(0, whole(size)),
        _text(artist),
        _text(album),
        whole(album_id),
        whole(track),
        whole(group),
    )


class Library:
    """Reads and changes the library, and scans the storage to keep it up to date."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.database = library_database(context)

    def scan(self) -> bool:
        """Scan the storage if that is allowed; return whether anything has changed."""
        return may_manage_files(self.context) and Scanner(self.context, self.database).run()

    # -- media

    def media(self, numbers: Sequence[int]) -> list[Media]:
        """Return media by id, in the given order; missing ones are left out."""
        found: dict[int, Media] = {}
        asked = list(dict.fromkeys(numbers))
        for start in range(0, len(asked), 500):
            part = asked[start : start + 500]
            marks = ", ".join("?" * len(part))
            rows = self.database.query(f"{_MEDIA} WHERE m.id_media IN ({marks})", part)
            found |= {whole(row[0]): _media(row) for row in rows}
        return [found[number] for number in numbers if number in found]

    def one(self, number: int) -> Media | None:
        """Return a media; None if it doesn't exist."""
        found = self.media((number,)) if number else []
        return found[0] if found else None

    def at(self, path: str) -> Media | None:
        """Return the media of a file; None if the library doesn't know it."""
        number = self.database.value(
            "SELECT m.id_media FROM File f JOIN Media m ON m.id_media = f.media_id "
            "WHERE f.mrl = ? ORDER BY m.id_media LIMIT 1",
            (mrl_of(path),),
        )
        return self.one(whole(number)) if number is not None else None

    def ensure(self, path: str) -> int:
        """Return the id of a file's media; a file outside the library is added as external."""
        known = self.at(path)
        if known is not None:
            return known.id
        name = posixpath.basename(path)
        now = self.context.system.clock.now_ms() // 1000
        database = self.database
        with database.transaction():
            media = database.insert(
                "Media",
                {
                    "type": 0,
                    "title": name,
                    "filename": name,
                    "import_type": 1,
                    "insertion_date": now,
                    "is_present": 1,
                },
            )
            database.execute("DELETE FROM File WHERE mrl = ?", (mrl_of(path),))
            values = {"media_id": media, "mrl": mrl_of(path), "type": 1, "is_removable": 0}
            database.insert("File", {**values, "is_external": 1, "is_network": 0})
        return media

    def remove(self, numbers: Sequence[int]) -> None:
        """Remove media whose files were deleted."""
        with changing(self.database):
            for table in ("File", "VideoTrack", "AudioTrack"):
                sql = f"DELETE FROM {table} WHERE media_id = ?"
                self.database.executemany(sql, [(number,) for number in numbers])
            sql = "DELETE FROM Media WHERE id_media = ?"
            self.database.executemany(sql, [(number,) for number in numbers])

    def played(self, number: int, position_ms: int, *, to_end: bool) -> None:
        """Record that a media was played: when, and up to which position or to its end."""
        media = self.one(number)
        if media is None:
            return
        now = self.context.system.clock.now_ms() // 1000
        values: dict[str, Any] = {"last_played_date": now}
        if to_end:
            values |= {"play_count": media.play_count + 1, "last_time": -1, "last_position": -1.0}
        elif media.duration_ms > 0:
            share = min(1.0, position_ms / media.duration_ms)
            values |= {"last_time": position_ms, "last_position": share}
        with changing(self.database):
            self.database.update("Media", values, "id_media = ?", (number,))

    def mark_played(self, numbers: Sequence[int], *, played: bool) -> None:
        """Mark media as played or unplayed."""
        for number in numbers:
            values = {"play_count": int(played), "last_time": -1, "last_position": -1.0}
            with changing(self.database):
                self.database.update("Media", values, "id_media = ?", (number,))

    def history(self, most: int = 100) -> list[Media]:
        """Return the media played last, the latest first."""
        rows = self.database.query(
            f"{_MEDIA} WHERE m.last_played_date IS NOT NULL AND m.last_played_date != 0 "
            f"ORDER BY m.last_played_date DESC, m.id_media LIMIT {most}"
        )
        return [_media(row) for row in rows]

    def clear_history(self) -> None:
        """Clear the history and the positions where media were left."""
        with changing(self.database):
            self.database.execute(
                "UPDATE Media SET last_played_date = NULL, last_time = -1, last_position = -1, "
                "play_count = 0 WHERE last_played_date IS NOT NULL OR play_count != 0"
            )

    # -- videos

    def count_cards(self, grouping: Grouping, found: str = "") -> int:
        """Return the number of cards of the video tab."""
        table, where, parameters = self._card_source(grouping, found)
        return whole(self.database.value(f"SELECT count(*) FROM {table} WHERE {where}", parameters))

    @staticmethod
    def _card_source(grouping: Grouping, found: str) -> tuple[str, str, tuple[str, ...]]:
        like = (f"%{found}%",) if found else ()
        if grouping == "name":
            return "MediaGroup", "nb_present_video > 0" + " AND name LIKE ?" * bool(found), like
        if grouping == "folder":
            return "Folder", "nb_video > 0" + " AND name LIKE ?" * bool(found), like
        return "Media", _THERE + " AND title LIKE ?" * bool(found), like

    def cards(
        self, grouping: Grouping, page: int, order: str, *, down: bool = False, found: str = ""
    ) -> list[Card]:
        """Return a page of cards in the given order."""
        table, where, parameters = self._card_source(grouping, found)
        way = "DESC" if down else "ASC"
        limit = f"LIMIT {PAGE} OFFSET {page * PAGE}"
        database = self.database
        if grouping == "none":
            by = _VIDEO_ORDERS.get(order, _VIDEO_ORDERS["name"])
            rows = database.query(
                f"SELECT id_media FROM {table} WHERE {where} ORDER BY {by} {way}, id_media {limit}",
                parameters,
            )
            media = self.media([whole(number) for (number,) in rows])
            return [Card("media", each.id, each.title, 1, each) for each in media]
        if grouping == "folder":
            rows = database.query(
                f"SELECT id_folder, name, path, nb_video FROM {table} WHERE {where} "
                f"ORDER BY name COLLATE NOCASE {way}, id_folder {limit}",
                parameters,
            )
            return [
                Card("folder", number, _text(name) or "Internal memory", whole(count))
                for number, name, _, count in rows
            ]
        by = _GROUP_ORDERS.get(order, _GROUP_ORDERS["name"])
        rows = database.query(
            f"SELECT id_group, name, nb_present_video FROM {table} WHERE {where} "
            f"ORDER BY {by} {way}, id_group {limit}",
            parameters,
        )
        singles = [whole(number) for number, _, count in rows if count == 1]
        alone = {media.group_id: media for media in self._of_groups(singles)}
        cards = []
        for number, name, count in rows:
            media_alone = alone.get(whole(number))
            if media_alone is not None:
                cards.append(Card("media", media_alone.id, media_alone.title, 1, media_alone))
            else:
                cards.append(Card("group", whole(number), _text(name), whole(count)))
        return cards

    def _of_groups(self, numbers: Sequence[int]) -> list[Media]:
        marks = ", ".join("?" * len(numbers))
        sql = f"{_MEDIA} WHERE m.group_id IN ({marks}) AND m.type = 1 AND m.is_present != 0"
        return [_media(row) for row in self.database.query(sql, numbers)] if numbers else []

    def group_name(self, number: int) -> str:
        """Return the name of a group."""
        sql = "SELECT name FROM MediaGroup WHERE id_group = ?"
        return _text(self.database.value(sql, (number,), ""))

    def folder_name(self, number: int) -> str:
        """Return the name of a folder."""
        sql = "SELECT name FROM Folder WHERE id_folder = ?"
        return _text(self.database.value(sql, (number,), "")) or "Internal memory"

    def video_ids(
        self,
        *,
        group: int = 0,
        folder: int = 0,
        order: str = "name",
        down: bool = False,
        found: str = "",
    ) -> list[int]:
        """Return the ids of a group's, a folder's or all videos, sorted."""
        where, parameters = [_THERE], []
        for column, value in (("group_id", group), ("folder_id", folder)):
            if value:
                where.append(f"{column} = ?")
                parameters.append(value)
        if found:
            where.append("title LIKE ?")
        by, way = _VIDEO_ORDERS.get(order, _VIDEO_ORDERS["name"]), "DESC" if down else "ASC"
        rows = self.database.query(
            f"SELECT id_media FROM Media WHERE {' AND '.join(where)} ORDER BY {by} {way}, id_media",
            (*parameters, *((f"%{found}%",) if found else ())),
        )
        return [whole(number) for (number,) in rows]

    # -- groups

    def rename_group(self, number: int, name: str) -> None:
        """Set a group's name, which marks it as chosen by the user."""
        values = {"name": name, "user_interacted": 1}
        self.database.update("MediaGroup", values, "id_group = ?", (number,))

    def ungroup(self, number: int) -> None:
        """Put each video of a group into a group of its own."""
        with self.database.transaction():
            for media in self._of_groups((number,)):
                self.set_group((media.id,), self._new_group(media.title, alone=True))

    def set_group(self, numbers: Sequence[int], group: int) -> None:
        """Put videos into a group."""
        with changing(self.database):
            self.database.executemany(
                "UPDATE Media SET group_id = ? WHERE id_media = ?",
                [(group, number) for number in numbers],
            )

    def new_group(self, numbers: Sequence[int]) -> int:
        """Put videos into a new group, which is named after the first; return its id."""
        media = self.media(numbers)
        group = self._new_group(media[0].title if media else "", alone=False)
        self.set_group([each.id for each in media], group)
        return group

    def _new_group(self, name: str, *, alone: bool) -> int:
        now = self.context.system.clock.now_ms() // 1000
        values: dict[str, Any] = {"name": name, "creation_date": now, "last_modification_date": now}
        values |= {"user_interacted": int(not alone), "forced_singleton": int(alone)}
        return self.database.insert("MediaGroup", values)

    def groups(self) -> list[Card]:
        """Return all groups that have more than one video."""
        rows = self.database.query(
            "SELECT id_group, name, nb_present_video FROM MediaGroup WHERE nb_present_video > 1 "
            "ORDER BY name COLLATE NOCASE, id_group LIMIT 500"
        )
        return [Card("group", whole(n), _text(name), whole(count)) for n, name, count in rows]

    # -- music

    def count_shelf(self, shelf: Shelf, found: str = "") -> int:
        """Return the number of rows of a page of the audio tab."""
        table, _, column, where = self._shelf(shelf)
        where += f" AND {column} LIKE ?" * bool(found)
        parameters = (f"%{found}%",) if found else ()
        return whole(self.database.value(f"SELECT count(*) FROM {table} WHERE {where}", parameters))

    @staticmethod
    def _shelf(shelf: Shelf) -> tuple[str, str, str, str]:
        return ("Media", "id_media", "title", _HEARD) if shelf == "tracks" else _SHELVES[shelf]

    def shelf(self, shelf: Shelf, page: int, *, down: bool = False, found: str = "") -> list[Album]:
        """Return a page of artists, albums or genres, sorted by name."""
        table, key, column, where = self._shelf(shelf)
        where += f" AND {column} LIKE ?" * bool(found)
        extra = "nb_albums" if shelf == "artists" else "0"
        if shelf == "albums":
            extra = "(SELECT name FROM Artist WHERE id_artist = artist_id)"
        rows = self.database.query(
            f"SELECT {key}, {column}, nb_tracks, {extra} FROM {table} WHERE {where} ORDER BY "
            f"{column} COLLATE NOCASE {'DESC' if down else 'ASC'}, {key} "
            f"LIMIT {PAGE} OFFSET {page * PAGE}",
            (f"%{found}%",) if found else (),
        )
        made = []
        for number, name, tracks, more in rows:
            count = whole(tracks)
            detail = plural(count, "track", "tracks")
            if shelf == "artists" and whole(more):
                detail = f"{plural(whole(more), 'album', 'albums')}  •  {detail}"
            elif shelf == "albums":
                detail = _text(more) or "Unknown Artist"
            made.append(Album(whole(number), _text(name), detail, count))
        return made

    def shelf_name(self, shelf: Shelf, number: int) -> str:
        """Return the name of an artist, album or genre."""
        table, key, column, _ = self._shelf(shelf)
        sql = f"SELECT {column} FROM {table} WHERE {key} = ?"
        return _text(self.database.value(sql, (number,), ""))

    def track_ids(
        self, shelf: Shelf = "tracks", number: int = 0, *, down: bool = False, found: str = ""
    ) -> list[int]:
        """Return the ids of all tracks, or of those of an artist, album or genre."""
        column = {"artists": "artist_id", "albums": "album_id", "genres": "genre_id"}.get(shelf)
        where = (
            _HEARD + (f" AND {column} = ?" if column else "") + " AND title LIKE ?" * bool(found)
        )
        order = "track_number, " if shelf == "albums" else ""
        rows = self.database.query(
            f"SELECT id_media FROM Media WHERE {where} ORDER BY {order}title COLLATE NOCASE "
            f"{'DESC' if down else 'ASC'}, id_media",
            (*((number,) if column else ()), *((f"%{found}%",) if found else ())),
        )
        return [whole(each) for (each,) in rows]

    def album_year(self, number: int) -> int:
        """Return an album's release year; 0 if unknown."""
        sql = "SELECT release_year FROM Album WHERE id_album = ?"
        return whole(self.database.value(sql, (number,), 0))

    def remove_from_group(self, numbers: Sequence[int]) -> None:
        """Move each of the videos from its group into a group of its own."""
        with changing(self.database):
            for media in self.media(numbers):
                self.set_group((media.id,), self._new_group(media.title, alone=True))

    def album_ids(self, artist: int) -> list[Album]:
        """Return an artist's albums."""
        rows = self.database.query(
            "SELECT id_album, title, nb_tracks FROM Album WHERE artist_id = ? AND is_present > 0 "
            "ORDER BY title COLLATE NOCASE, id_album LIMIT 500",
            (artist,),
        )
        return [
            Album(whole(n), _text(title), plural(whole(count), "track", "tracks"), whole(count))
            for n, title, count in rows
        ]

    # -- search

    def search(self, query: str, kind: int, most: int = 20) -> list[Media]:
        """Return the videos or tracks whose titles contain a text."""
        rows = self.database.query(
            f"{_MEDIA} WHERE m.type = ? AND m.is_present != 0 AND m.title LIKE ? "
            f"ORDER BY m.title COLLATE NOCASE, m.id_media LIMIT {most}",
            (VIDEO if kind == VIDEO else AUDIO, f"%{query}%"),
        )
        return [_media(row) for row in rows]
