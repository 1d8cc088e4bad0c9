"""Retro Music's data: songs and their groups, and the state of each screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Final, Literal

__all__ = [
    "DETAIL_LISTS",
    "PAGE",
    "TABS",
    "Album",
    "Artist",
    "Destination",
    "DetailList",
    "EditorState",
    "Genre",
    "Kind",
    "LyricsState",
    "MainState",
    "Playlist",
    "Song",
    "count_and_length",
    "length_text",
    "songs_text",
]

PAGE: Final = 50
"""Rows that a list reads at a time."""

Kind = Literal[
    "home", "songs", "albums", "artists", "playlists", "genres", "folders",
    "search", "playlist", "album", "artist", "genre", "list", "queue", "lyrics", "profile",
    "settings", "report",
]  # fmt: skip
"""Kinds of screens: the tabs first, then the pages that open over them."""

DetailList = Literal[
    "history", "last_added", "top_played", "favorites", "albums", "artists", "top_albums",
    "top_artists",
]  # fmt: skip
DETAIL_LISTS: Final[dict[DetailList, str]] = {
    "history": "History",
    "last_added": "Last added",
    "top_played": "Most played",
    "favorites": "Favorites",
    "albums": "Recent albums",
    "artists": "Recent artists",
    "top_albums": "Top albums",
    "top_artists": "Top artists",
}
"""Titles of the lists opened from the home tab."""

TABS: Final[dict[Kind, tuple[str, str, str]]] = {
    "home": ("For you", "action_home", "face"),
    "songs": ("Songs", "action_song", "music_note"),
    "albums": ("Albums", "action_album", "album"),
    "artists": ("Artists", "action_artist", "account_music"),
    "playlists": ("Playlists", "action_playlist", "playlist_music"),
    "genres": ("Genres", "action_genre", "guitar_acoustic"),
    "folders": ("Folders", "action_folder", "folder"),
    "search": ("Search", "action_search", "search"),
}
"""Label, resource id and icon of each tab; at most five are shown."""


_QUEUED: Final[Callable[[object], tuple[int | str, ...]]] = attrgetter(
    "id", "title", "track", "year", "duration", "path", "date_modified", "album_id", "album",
    "artist_id", "artist", "composer",
)  # fmt: skip


@dataclass(frozen=True)
class Song:
    """A song, as stored in MediaStore, the queue and playlists.

    Attributes:
        id: Its id in MediaStore.
        title: Title.
        track: Track number on its album, plus 1000 times the disc number.
        year: Year; 0 if unknown.
        duration: Duration in ms.
        path: Absolute path of its file.
        date_modified: When the file was changed, in seconds since 1970.
        album_id: The album's id in MediaStore.
        album: Name of the album.
        artist_id: The artist's id in MediaStore.
        artist: Name of the artist.
        composer: Name of the composer; empty if unknown.
        album_artist: Name of the album's artist; empty if unknown.
        date_added: When it was added to MediaStore, in seconds since 1970; 0 in a queue or
            playlist.
        genre: Genre; empty if unknown, and in a queue or playlist.
    """

    id: int
    title: str
    track: int
    year: int
    duration: int
    path: str
    date_modified: int
    album_id: int
    album: str
    artist_id: int
    artist: str
    composer: str = ""
    album_artist: str = ""
    date_added: int = 0
    genre: str = ""

    @cached_property
    def queued(self) -> tuple[int | str, ...]:
        """Its columns in the tables of the queue."""
        return _QUEUED(self)


@dataclass(frozen=True)
class Album:
    """The songs of an album.

    Attributes:
        id: Id in MediaStore.
        title: Name.
        artist: Name of its artist.
        artist_id: Id of its first song's artist.
        year: Year; 0 if unknown.
        songs: The songs, by track number.
    """

    id: int
    title: str
    artist: str
    artist_id: int
    year: int
    songs: tuple[Song, ...]


@dataclass(frozen=True)
class Artist:
    """The albums of an artist.

    Attributes:
        id: Id in MediaStore.
        name: Name.
        albums: The albums, by title; each contains only this artist's songs.
    """

    id: int
    name: str
    albums: tuple[Album, ...]

    @property
    def songs(self) -> tuple[Song, ...]:
        """All songs, album by album."""
        return tuple(song for album in self.albums for song in album.songs)


@dataclass(frozen=True)
class Genre:
    """The songs of a genre."""

    name: str
    songs: tuple[Song, ...]


@dataclass(frozen=True)
class Playlist:
    """A row of ``PlaylistEntity``, with totals of its songs.

    Attributes:
        id: Its id.
        name: Its name.
        count: Number of songs.
        duration: Total duration in ms.
    """

    id: int
    name: str
    count: int = 0
    duration: int = 0


def length_text(milliseconds: int) -> str:
    """Format a duration as mm:ss, or hh:mm:ss from an hour on."""
    seconds = max(0, milliseconds) // 1000
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours:02d}:{minutes:02d}:{seconds:02d}"
    return f"{minutes:02d}:{seconds:02d}"


def songs_text(count: int) -> str:
    """Format a number of songs."""
    return f"{count} {'Song' if count == 1 else 'Songs'}"


def count_and_length(count: int, duration: int) -> str:
    """Format a number of songs and their total duration (ms)."""
    return f"{songs_text(count)}  •  {length_text(duration)}"


@dataclass(frozen=True)
class Destination:
    """A page over the tabs.

    Attributes:
        kind: Its kind.
        subject: Id of its playlist, album or artist.
        text: Name of a genre, key of a list or settings page, or path of a folder.
    """

    kind: Kind = "home"
    subject: int = 0
    text: str = ""


@dataclass(frozen=True)
class MainState:
    """State of the main activity.

    Attributes:
        tab: The tab below all pages.
        stack: Pages over the tab, the last on top.
        expanded: Whether the full player is open.
        selected: Ids of the selected rows, in the order of selection.
        query: Search text.
        chip: What the search is limited to; empty for everything.
        folder: Folder shown on the folders tab.
        mix: How often the suggestions were refreshed.
        asked: Whether the changelog was shown.
        profile: Name typed on the profile page.
    """

    tab: Kind = "home"
    stack: tuple[Destination, ...] = ()
    expanded: bool = False
    selected: tuple[int, ...] = ()
    query: str = ""
    chip: str = ""
    folder: str = "/storage/emulated/0/Music"
    mix: int = 0
    asked: bool = False
    profile: str = ""

    @property
    def destination(self) -> Destination:
        """The page in front."""
        return self.stack[-1] if self.stack else Destination(self.tab)


@dataclass(frozen=True)
class LyricsState:
    """State of the lyrics page."""

    query: str = ""


@dataclass(frozen=True)
class EditorState:
    """State of a tag editor.

    Attributes:
        ids: Ids of the edited songs.
        texts: Pairs of field and current text.
    """

    ids: tuple[int, ...] = ()
    texts: tuple[tuple[str, str], ...] = ()

    def text(self, field: str) -> str:
        """Return the text of a field."""
        return dict(self.texts).get(field, "")
