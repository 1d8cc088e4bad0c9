"""Retro Music's data: songs and what they are grouped by, and the state of each screen."""

from __future__ import annotations

from dataclasses import dataclass
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
"""Rows that a list reads at once."""

Kind = Literal[
    "home", "songs", "albums", "artists", "playlists", "genres", "folders",
    "search", "playlist", "album", "artist", "genre", "list", "queue", "lyrics", "profile",
    "settings", "report",
]  # fmt: skip
"""Screens: the tabs first, then those that open over them."""

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
"""Titles of the lists that open from the home tab."""

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
"""Label, resource id and icon of the tabs, of which at most five are shown."""


@dataclass(frozen=True)
class Song:
    """A song, as the media store, the queue and playlists tell of it.

    Attributes:
        id: Its row in the media store.
        title: Title.
        track: Number on its album, 1000 more for each disc.
        year: Year, 0 where unknown.
        duration: Length, ms.
        path: Absolute path of its file.
        date_modified: When the file was changed, seconds since 1970.
        album_id: The album's id in the media store.
        album: Name of the album.
        artist_id: The artist's id in the media store.
        artist: Name of the artist.
        composer: Name of the composer; empty where unknown.
        album_artist: Name of the album's artist; empty where unknown.
        date_added: When it was found, seconds since 1970; 0 in a queue or a playlist.
        genre: Genre; empty where unknown, and in a queue or a playlist.
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


@dataclass(frozen=True)
class Album:
    """Songs with the same album.

    Attributes:
        id: Id in the media store.
        title: Name.
        artist: Name of its artist.
        artist_id: Id of the artist of its first song.
        year: Year, 0 where unknown.
        songs: The songs, by track.
    """

    id: int
    title: str
    artist: str
    artist_id: int
    year: int
    songs: tuple[Song, ...]


@dataclass(frozen=True)
class Artist:
    """Albums with songs of the same artist.

    Attributes:
        id: Id in the media store.
        name: Name.
        albums: The albums, by title; each has only this artist's songs.
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
    """Songs with the same genre."""

    name: str
    songs: tuple[Song, ...]


@dataclass(frozen=True)
class Playlist:
    """A row of ``PlaylistEntity`` with what its songs come to.

    Attributes:
        id: Its id.
        name: Its name.
        count: How many songs it has.
        duration: Length of all, ms.
    """

    id: int
    name: str
    count: int = 0
    duration: int = 0


def length_text(milliseconds: int) -> str:
    """Write a length as mm:ss, or hh:mm:ss from an hour on."""
    seconds = max(0, milliseconds) // 1000
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours:02d}:{minutes:02d}:{seconds:02d}"
    return f"{minutes:02d}:{seconds:02d}"


def songs_text(count: int) -> str:
    """Write how many songs there are."""
    return f"{count} {'Song' if count == 1 else 'Songs'}"


def count_and_length(count: int, duration: int) -> str:
    """Write how many songs there are, and how long (ms) they take together."""
    return f"{songs_text(count)}  •  {length_text(duration)}"


@dataclass(frozen=True)
class Destination:
    """A page over the tabs.

    Attributes:
        kind: Which one.
        subject: Id of the playlist, album or artist that it is about.
        text: Name of the genre, key of the list or of the page of settings, folder.
    """

    kind: Kind = "home"
    subject: int = 0
    text: str = ""


@dataclass(frozen=True)
class MainState:
    """The main activity.

    Attributes:
        tab: The tab at the bottom of everything.
        stack: Pages over it, the last on top.
        expanded: Whether the player fills the screen.
        selected: Ids of the marked rows, in the order of marking.
        query: What is searched for.
        chip: What the search is limited to; empty for everything.
        folder: Folder on the tab of folders.
        mix: How often other suggestions were asked for.
        asked: Whether the sheet with the news was shown.
        profile: Name typed on the page of the profile.
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
    """The page of a song's lyrics."""

    query: str = ""


@dataclass(frozen=True)
class EditorState:
    """A tag editor.

    Attributes:
        ids: The songs whose tags are edited.
        texts: (field, text) pairs as they stand.
    """

    ids: tuple[int, ...] = ()
    texts: tuple[tuple[str, str], ...] = ()

    def text(self, field: str) -> str:
        """Return the text of a field."""
        return dict(self.texts).get(field, "")
