"""Retro Music's songs and playlists, for questions and changes."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.task_suite.android_world.media_files import FRAME_MS, make_mp3
from android_gym.task_suite.android_world.retro_music.files import (
    MUSIC,
    PACKAGE,
    PLAYLISTS,
    path_of,
)
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.tables import read_texts, replace_tables
from android_gym.task_suite.questions.values import Field
from android_gym.task_suite.touches import FileAt, Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device, SqlValue

__all__ = ["PlaylistNames", "PlaylistSongs", "Songs"]

_LENGTH_MS: Final = 1000 * FRAME_MS
"""Length of each song."""

_EMPTY: Final = ("SongEntity", "PlaylistEntity", "HistoryEntity", "PlayCountEntity")


def _put_files(device: Device, songs: Mapping[str, tuple[str, str]]) -> None:
    """Make songs the only files in Music, by title: artist and album."""
    device.force_stop(PACKAGE)
    device.remove(MUSIC)
    device.mkdir(MUSIC)
    device.push_all(
        {
            path_of(title): make_mp3(title, artist, album, _LENGTH_MS)
            for title, (artist, album) in songs.items()
        }
    )
    scan = "-a android.intent.action.MEDIA_SCANNER_SCAN_FILE"
    device.broadcast(f"{scan} -d file://{MUSIC}")


def _replace(
    device: Device,
    playlists: Sequence[Mapping[str, SqlValue]] = (),
    songs: Sequence[Mapping[str, SqlValue]] = (),
) -> None:
    """Make playlists and their songs the only ones.

    Raises:
        TaskError: If the app has not made its database yet.
    """
    empty: dict[str, Sequence[Mapping[str, SqlValue]]] = dict.fromkeys(_EMPTY, ())
    tables = {**empty, "PlaylistEntity": playlists, "SongEntity": songs}
    replace_tables(device, PACKAGE, PLAYLISTS, tables)


def _check_name(name: str, what: str) -> None:
    if name != name.strip() or not name or len(name) > 60 or {*name} & {*'/:\n"<>|?*\\'}:
        raise ValueError(f"no {what} is called {name!r}")


class Songs(Adapter):
    """Songs in the folder Music: title, artist and album."""

    name = "songs"
    fields: ClassVar[Mapping[str, Field]] = {
        "title": Field("text"),
        "artist": Field("text"),
        "album": Field("text"),
    }
    key: ClassVar[tuple[str, ...]] = ("title",)

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a song."""
        number = int(rng.integers(100, 1000))
        return {"title": f"Track {number}", "artist": "Unnamed Band", "album": "Loose ends"}

    def settle(self, row: Row) -> Row:
        """Refuse titles that can't be names of files."""
        settled = super().settle(row)
        for name, value in settled.items():
            _check_name(str(value), name)
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all music and all playlists.

        Raises:
            TaskError: If the app has not made its database yet.
        """
        _put_files(device, {str(r["title"]): (str(r["artist"]), str(r["album"])) for r in rows})
        _replace(device)

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read which of the songs that were put are there, by their files."""
        names = {posixpath.splitext(name)[0] for name in device.listdir(MUSIC)}
        return [dict(row) for row in put if row["title"] in names]

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for these files."""
        return [FileAt(path_of(str(row["title"]))) for row in (*lost, *new)]


class PlaylistSongs(Adapter):
    """Songs in playlists, by title; each song of `TITLES` is on the phone."""

    name = "songs in playlists"
    fields: ClassVar[Mapping[str, Field]] = {"playlist": Field("text"), "title": Field("text")}
    key: ClassVar[tuple[str, ...]] = ("playlist", "title")

    TITLES: Final = (
        "Amber Lamps", "Brine and Oak", "Cinder Path", "Dusty Ledger", "Ebb Tide Waltz",
        "Fennel Field", "Gull Pier", "Hollow Reed",
    )  # fmt: skip

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a song in a playlist."""
        title = self.TITLES[int(rng.integers(len(self.TITLES)))]
        return {"playlist": f"Evening {int(rng.integers(10, 100))}", "title": title}

    def settle(self, row: Row) -> Row:
        """Refuse songs that are not on the phone."""
        settled = super().settle(row)
        _check_name(str(settled["playlist"]), "playlist")
        if settled["title"] not in self.TITLES:
            raise ValueError(f"{settled['title']!r} is none of the songs {self.TITLES}")
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all music and all playlists.

        Raises:
            TaskError: If the app has not made its database yet.
        """
        _put_files(device, {title: ("Quarry Lane", "Millstones") for title in self.TITLES})
        ids = _media_ids(device)
        names = list(dict.fromkeys(str(row["playlist"]) for row in rows))
        _replace(
            device,
            _playlists(names),
            [
                {
                    "playlist_creator_id": names.index(str(row["playlist"])) + 1,
                    "id": ids.get(path_of(str(row["title"])), 0),
                    "title": str(row["title"]),
                    "track_number": 0,
                    "year": 0,
                    "duration": _LENGTH_MS,
                    "data": path_of(str(row["title"])),
                    "date_modified": 0,
                    "album_id": 1,
                    "album_name": "Millstones",
                    "artist_id": 1,
                    "artist_name": "Quarry Lane",
                }
                for row in rows
            ],
        )

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read the songs of all playlists; one that plays another file has that in its title."""
        sql = (
            "SELECT playlist_name, title, data FROM PlaylistEntity LEFT JOIN SongEntity ON "
            "playlist_creator_id = playlist_id"
        )
        known = {str(row["playlist"]) for row in put}
        found: list[Row] = []
        for playlist, title, data in read_texts(device, PLAYLISTS, sql):
            if title or playlist not in known:  # one that is empty now is there all the same
                own = title if data == path_of(title) else f"{title} (of {data})"
                found.append({"playlist": playlist, "title": own})
        return found

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for as many songs."""
        return [Rows("songs in playlists", added=len(new), lost=len(lost))]


def _media_ids(device: Device) -> dict[str, int]:
    """Return the ids that the phone's media store has for sounds, by their paths."""
    output = device.shell(
        "content query --uri content://media/external/audio/media --projection _id:_data; true"
    )
    return {path: int(n) for n, path in re.findall(r"_id=(\d+), _data=(.*)", output)}


def _playlists(names: Sequence[str]) -> list[dict[str, SqlValue]]:
    return [{"playlist_id": n, "playlist_name": name} for n, name in enumerate(names, 1)]


class PlaylistNames(Adapter):
    """Playlists without songs."""

    name = "playlists"
    fields: ClassVar[Mapping[str, Field]] = {"name": Field("text")}
    key: ClassVar[tuple[str, ...]] = ("name",)
    exact: ClassVar[tuple[str, ...]] = ()

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a playlist."""
        return {"name": f"Evening {int(rng.integers(10, 100))}"}

    def settle(self, row: Row) -> Row:
        """Refuse names that the app doesn't take."""
        settled = super().settle(row)
        _check_name(str(settled["name"]), "playlist")
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all playlists.

        Raises:
            TaskError: If the app has not made its database yet.
        """
        _replace(device, _playlists([str(row["name"]) for row in rows]))

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read all playlists; one with songs has that in its name."""
        sql = (
            "SELECT playlist_name, (SELECT count(*) FROM SongEntity WHERE playlist_creator_id = "
            "playlist_id) FROM PlaylistEntity"
        )
        rows = read_texts(device, PLAYLISTS, sql)
        return [{"name": name if n == "0" else f"{name} ({n} songs)"} for name, n in rows]

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for as many playlists."""
        return [Rows("playlists", added=len(new), lost=len(lost))]
