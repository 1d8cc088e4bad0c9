"""The phone's songs from MediaStore: filtered, sorted and grouped.

The library is cached, and built again only if MediaStore, a preference or the blacklist changes.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from android_gym.simulator.apps.retro_music.model import Album, Artist, Genre, Song
from android_gym.simulator.apps.retro_music.storage import BlacklistStore
from android_gym.simulator.system.accents import folded
from android_gym.simulator.ui.activity import Context

if TYPE_CHECKING:
    from android_gym.simulator.system.media.store import MediaFile, MediaStore

__all__ = ["ADDED_SINCE", "SONG_ORDERS", "Library", "added_since", "library_of", "ordered"]

MUSIC: Final = "/storage/emulated/0/Music/"
UNKNOWN: Final = "<unknown>"
SHORTEST_S: Final = 20
"""Default minimum duration of a listed song, in seconds."""


Order = Callable[[Song], Any]

SONG_ORDERS: Final[dict[str, tuple[str, Order]]] = {
    "default_sort_order": ("Default", lambda song: song.id),
    "title_key": ("Ascending", lambda song: folded(song.title)),
    "title_key DESC": ("Descending", lambda song: folded(song.title)),
    "artist_key": ("Artist", lambda song: folded(song.artist)),
    "album_key": ("Album", lambda song: folded(song.album)),
    "year DESC": ("Year", lambda song: song.year),
    "date_added DESC": ("Date added", lambda song: song.date_added),
    "date_modified DESC": ("Date modified", lambda song: song.date_modified),
    "composer": ("Composer", lambda song: folded(song.composer)),
    "album_artist": ("Album artist", lambda song: folded(song.album_artist)),
    "track, disc": ("Track number", lambda song: song.track),
    "duration DESC": ("Song duration", lambda song: song.duration),
}
"""Label and sort key of each order of songs, by its value in preferences."""


ADDED_SINCE: Final = {
    "today": "Today",
    "this_week": "This week",
    "this_month": "This month",
    "past_three_months": "Past 3 months",
    "this_year": "This year",
}
"""Labels of the intervals for the list of songs added last, by their values in preferences."""


def added_since(context: Context) -> int:
    """Return the time (ms since 1970) from which on songs count as added last."""
    clock = context.system.clock
    today = clock.minute().replace(hour=0, minute=0)
    match context.preferences().get("last_added_interval", "this_month"):
        case "today":
            start = today
        case "this_week":
            start = today - dt.timedelta(days=(today.weekday() + 1) % 7)
        case "past_three_months":
            months = today.year * 12 + today.month - 1 - 3
            start = today.replace(year=months // 12, month=months % 12 + 1, day=1)
        case "this_year":
            start = today.replace(month=1, day=1)
        case _:
            start = today.replace(day=1)
    return round(start.timestamp() * 1000)


def ordered(songs: Iterable[Song], order: str) -> tuple[Song, ...]:
    """Sort songs; an unknown order sorts by title."""
    key = SONG_ORDERS.get(order, SONG_ORDERS["title_key"])[1]
    return tuple(sorted(songs, key=key, reverse=order.endswith(" DESC")))


def _song(file: MediaFile) -> Song:
    found = file.metadata
    folder = file.path.rpartition("/")[0].rpartition("/")[2]
    stem = file.display_name.rpartition(".")[0] or file.display_name
    return Song(
        file.id,
        found.title or stem,
        found.track or 0,
        found.year or 0,
        found.duration_ms or 0,
        file.path,
        file.date_modified,
        file.album_id or 0,
        found.album or folder,
        file.artist_id or 0,
        found.artist or UNKNOWN,
        found.composer or "",
        found.album_artist or "",
        file.date_added,
        found.genre or "",
    )


@dataclass(frozen=True)
class _Key:
    """The settings that determine a library's content.

    Attributes:
        shortest: Minimum duration of a song in ms.
        hidden: Blacklisted paths.
        only_music: Whether only songs in the music folder are listed.
        order: Order of the songs.
    """

    shortest: int
    hidden: tuple[str, ...]
    only_music: bool
    order: str


class Library:
    """An immutable set of songs, and their groups.

    Attributes:
        songs: All songs in the configured order.
    """

    def __init__(self, files: tuple[MediaFile, ...], key: _Key) -> None:
        hidden = tuple(f"{path}/" for path in key.hidden)
        found = [
            _song(file)
            for file in files
            if file.is_music
            and (file.metadata.duration_ms or 0) >= key.shortest
            and not f"{file.path}/".startswith(hidden)
            and (not key.only_music or file.path.startswith(MUSIC))
        ]
        self.songs = ordered(found, key.order)
        self._places = {song.id: place for place, song in enumerate(self.songs)}

    @cached_property
    def ids(self) -> tuple[int, ...]:
        """The ids of all songs, in order."""
        return tuple(song.id for song in self.songs)

    def get(self, number: int) -> Song | None:
        """Return a song by its id."""
        place = self._places.get(number)
        return None if place is None else self.songs[place]

    def place(self, number: int) -> int:
        """Return the index of a song among all; -1 if it doesn't exist."""
        return self._places.get(number, -1)

    def some(self, numbers: Iterable[int]) -> list[Song]:
        """Return songs by their ids; missing ones are left out."""
        return [song for song in map(self.get, numbers) if song is not None]

    @cached_property
    def by_path(self) -> dict[str, Song]:
        """Songs by the paths of their files."""
        return {song.path: song for song in self.songs}

    @cached_property
    def albums(self) -> tuple[Album, ...]:
        """All albums, sorted by title."""
        return _albums(self.songs)

    @cached_property
    def _albums(self) -> dict[int, Album]:
        return {album.id: album for album in self.albums}

    @cached_property
    def albums_by_artist(self) -> tuple[Album, ...]:
        """All albums, sorted by artist."""
        return tuple(sorted(self.albums, key=lambda album: folded(album.artist)))

    @cached_property
    def albums_by_year(self) -> tuple[Album, ...]:
        """All albums, the newest first."""
        return tuple(sorted(self.albums, key=lambda album: -album.year))

    def album(self, number: int) -> Album | None:
        """Return an album by its id."""
        return self._albums.get(number)

    @cached_property
    def artists(self) -> tuple[Artist, ...]:
        """All artists, sorted by name."""
        groups: dict[int, list[Song]] = {}
        for song in self.songs:
            groups.setdefault(song.artist_id, []).append(song)
        made = [Artist(key, songs[0].artist, _albums(songs)) for key, songs in groups.items()]
        return tuple(sorted(made, key=lambda artist: (folded(artist.name), artist.id)))

    @cached_property
    def _artists(self) -> dict[int, Artist]:
        return {artist.id: artist for artist in self.artists}

    def artist(self, number: int) -> Artist | None:
        """Return an artist by its id."""
        return self._artists.get(number)

    @cached_property
    def genres(self) -> tuple[Genre, ...]:
        """All genres, sorted by name; songs without a genre are left out."""
        groups: dict[str, list[Song]] = {}
        for song in self.songs:
            if song.genre:
                groups.setdefault(song.genre, []).append(song)
        return tuple(Genre(name, tuple(groups[name])) for name in sorted(groups, key=folded))

    def genre(self, name: str) -> Genre | None:
        """Return a genre by its name."""
        return next((genre for genre in self.genres if genre.name == name), None)

    @cached_property
    def newest(self) -> tuple[Song, ...]:
        """All songs, the last added first."""
        return ordered(self.songs, "date_added DESC")

    @cached_property
    def searched(self) -> tuple[tuple[str, Song], ...]:
        """The text that a search looks in, and the song, for each song."""
        return tuple((folded(song.title), song) for song in self.songs)


def _albums(songs: Iterable[Song]) -> tuple[Album, ...]:
    groups: dict[int, list[Song]] = {}
    for song in songs:
        groups.setdefault(song.album_id, []).append(song)
    made = []
    for key, members in groups.items():
        members.sort(key=lambda song: (song.track, folded(song.title), song.id))
        first = members[0]
        made.append(
            Album(
                key,
                first.album,
                first.album_artist or first.artist,
                first.artist_id,
                max(song.year for song in members),
                tuple(members),
            )
        )
    return tuple(sorted(made, key=lambda album: (folded(album.title), album.id)))


_MADE: Final[WeakKeyDictionary[MediaStore, tuple[int, _Key, Library]]] = WeakKeyDictionary()
"""The last built library by MediaStore, as a cache; a changed version or key invalidates it."""


def library_of(context: Context) -> Library:
    """Return the phone's songs, from the cache if nothing has changed."""
    kept = context.preferences().all()
    length = kept.get("filter_song", SHORTEST_S)
    order = kept.get("song_sort_order", "title_key")
    allowed = context.granted("android.permission.READ_MEDIA_AUDIO")
    key = _Key(
        (length if isinstance(length, int) else SHORTEST_S) * 1000,
        BlacklistStore(context).paths(),
        kept.get("whitelist_music") is True,
        order if isinstance(order, str) else "title_key",
    )
    store = context.system.media
    revision = store.revision if allowed else -1
    known = _MADE.get(store)
    if known is None or known[:2] != (revision, key):
        known = (revision, key, Library(store.audio() if allowed else (), key))
        _MADE[store] = known
    return known[2]
