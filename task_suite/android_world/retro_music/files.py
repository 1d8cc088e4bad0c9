"""Files and databases of Retro Music, as its tasks set them up and read them."""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from android_gym.devices.user_data import STORAGE
from android_gym.errors import DeviceCommandError, TaskError
from android_gym.task_suite.android_world.file_names import choose
from android_gym.task_suite.android_world.media_files import FRAME_MS, make_mp3
from android_gym.task_suite.android_world.retro_music.pools import ARTISTS, TITLES

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "DOWNLOADS",
    "FILES",
    "MUSIC",
    "PACKAGE",
    "PLAYLISTS",
    "QUEUE",
    "Entry",
    "Playlist",
    "Song",
    "draw_songs",
    "path_of",
    "put_playlist",
    "put_queue",
    "read_playlists",
    "read_queue",
    "set_up",
    "whole_frames",
]

PACKAGE: Final = "code.name.monkey.retromusic"
_DATABASES: Final = f"/data/data/{PACKAGE}/databases"
PLAYLISTS: Final = f"{_DATABASES}/playlist.db"
QUEUE: Final = f"{_DATABASES}/music_playback_state.db"
MUSIC: Final = f"{STORAGE}/Music"
DOWNLOADS: Final = f"{STORAGE}/Download"

FILES: Final = 15
"""Number of songs on the phone."""

SHORTEST_MS, LONGEST_MS = 180_000, 300_000
"""Range of the lengths that are drawn for songs without special requirements."""

Song = dict[str, Any]
"""``title``, ``artist`` and ``duration_ms`` of a file, as in parameters."""


def whole_frames(milliseconds: float) -> int:
    """Return the nearest possible length of an audio file in ms."""
    return max(1, round(milliseconds / FRAME_MS)) * FRAME_MS


def draw_songs(rng: np.random.Generator, lengths: Sequence[int] = ()) -> list[Song]:
    """Draw the songs of an instance, in any order.

    Args:
        rng: The source of randomness.
        lengths: Lengths of the first songs in ms; those of the others are drawn.
    """
    drawn = [
        whole_frames(int(rng.integers(SHORTEST_MS, LONGEST_MS + 1)))
        for _ in range(FILES - len(lengths))
    ]
    titles = rng.choice(len(TITLES), size=FILES, replace=False)
    return [
        {"title": TITLES[int(index)], "artist": choose(rng, ARTISTS), "duration_ms": length}
        for index, length in zip(titles, [*lengths, *drawn], strict=True)
    ]


def path_of(title: str) -> str:
    """Return the path of a song's file."""
    return f"{MUSIC}/{title}.mp3"


def set_up(device: Device, songs: Iterable[Song]) -> None:
    """Empty shared storage, playlists and queue, and put songs on the phone.

    Raises:
        TaskError: If the app has not created its database yet.
    """
    device.force_stop(PACKAGE)
    clear = "; ".join(
        f"DELETE FROM {table}"
        for table in ("PlaylistEntity", "SongEntity", "HistoryEntity", "PlayCountEntity")
    )
    output, code = device.run(
        f"test -f {PLAYLISTS} && sqlite3 {PLAYLISTS} {shlex.quote(clear)} && rm -f {QUEUE}*"
    )
    if code:
        raise TaskError(
            f"Retro Music's database can't be emptied: {output.strip()!r}. Start the app once on "
            "the device, so that it makes its database."
        )
    device.shell(f"find {STORAGE} -mindepth 1 -type f -delete; mkdir -p {MUSIC} {DOWNLOADS}")
    device.push_all(
        {
            path_of(song["title"]): make_mp3(song["title"], song["artist"], "", song["duration_ms"])
            for song in songs
        }
    )
    scan = "-a android.intent.action.MEDIA_SCANNER_SCAN_FILE"
    device.broadcast(f"{scan} -d file://{shlex.quote(MUSIC)}")
    device.force_stop(PACKAGE)


@dataclass(frozen=True, slots=True)
class Entry:
    """A song in one of the app's lists.

    Attributes:
        title: Title in the list.
        path: File that is played.
        duration_ms: Length in the list; 0 in the queue.
    """

    title: str
    path: str
    duration_ms: int = 0

    def is_song(self, title: str) -> bool:
        """Return whether this is the song of a title, both by its shown title and its file."""
        return self.title == title and self.path == path_of(title)


@dataclass(frozen=True)
class Playlist:
    """A playlist as stored by the app.

    Attributes:
        name: Its name.
        songs: Its songs, in order.
    """

    name: str
    songs: tuple[Entry, ...]

    @property
    def titles(self) -> list[str]:
        """The titles of its songs, in order."""
        return [song.title for song in self.songs]


def _rows(device: Device, path: str, sql: str) -> list[tuple[Any, ...]]:
    """Query the app's database; returns nothing if it is not there yet, gone, or broken."""
    try:
        return device.query(path, sql)
    except DeviceCommandError:
        return []


def read_playlists(device: Device) -> list[Playlist]:
    """Return all playlists in order of creation."""
    rows = _rows(
        device,
        PLAYLISTS,
        "SELECT playlist_id, playlist_name, title, duration, data FROM PlaylistEntity LEFT JOIN "
        "SongEntity ON playlist_creator_id = playlist_id ORDER BY playlist_id, song_key",
    )
    names: dict[int, str] = {}
    songs: dict[int, list[Entry]] = {}
    for number, name, title, length, path in rows:
        names[number] = str(name)
        found = songs.setdefault(number, [])
        if title is not None:
            found.append(Entry(str(title), str(path), length if isinstance(length, int) else 0))
    return [Playlist(names[number], tuple(songs[number])) for number in names]


def read_queue(device: Device) -> list[Entry]:
    """Return the queue, in order."""
    rows = _rows(device, QUEUE, "SELECT title, _data FROM playing_queue ORDER BY rowid")
    return [Entry(str(title), str(path)) for title, path in rows]


# -- for near misses


def put_playlist(
    device: Device,
    name: str,
    titles: Sequence[str],
    songs: Mapping[str, int],
    file: str = "",
) -> None:
    """Create a playlist over adb.

    Args:
        device: The device.
        name: Name of the playlist.
        titles: Its songs.
        songs: Length of each song in ms, by its title.
        file: Title of the song whose file all of them play; "" for their own.
    """
    device.force_stop(PACKAGE)
    device.execute(PLAYLISTS, "INSERT INTO PlaylistEntity (playlist_name) VALUES (?)", [(name,)])
    number = device.query(PLAYLISTS, "SELECT max(playlist_id) FROM PlaylistEntity")[0][0]
    device.execute(
        PLAYLISTS,
        "INSERT INTO SongEntity (playlist_creator_id, id, title, track_number, year, duration, "
        "data, date_modified, album_id, album_name, artist_id, artist_name) VALUES "
        "(?, ?, ?, 0, 0, ?, ?, 0, 1, 'Music', 1, 'Someone')",
        [
            (number, place, title, songs.get(title, SHORTEST_MS), path_of(file or title))
            for place, title in enumerate(titles, start=1)
        ],
    )


def put_queue(device: Device, titles: Sequence[str]) -> None:
    """Have the app create its queue, and add songs to it over adb."""
    device.launch(f"{PACKAGE}/.activities.MainActivity")
    device.shell("sleep 1")
    device.force_stop(PACKAGE)
    device.execute(
        QUEUE,
        "INSERT INTO playing_queue (_id, title, track, year, duration, _data, date_modified, "
        "album_id, album, artist_id, artist) VALUES (?, ?, 0, 0, 180000, ?, 0, 1, 'Music', 1, "
        "'Someone')",
        [
            (place, title, posixpath.join(MUSIC, f"{title}.mp3"))
            for place, title in enumerate(titles, start=1)
        ],
    )
