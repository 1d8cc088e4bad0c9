"""VLC's data: the library's rows, the queue, and the states of the screens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, cast, get_args

from android_gym.simulator.apps.vlc.titles import media_kind, resolution_class

__all__ = [
    "AUDIO",
    "ROOT",
    "TABS",
    "VIDEO",
    "Album",
    "BrowserState",
    "Card",
    "Entry",
    "Grouping",
    "HeaderState",
    "InfoState",
    "MainState",
    "Media",
    "Memory",
    "PlayerState",
    "Playlist",
    "PrefsState",
    "Queue",
    "Kind",
    "Repeat",
    "SearchState",
    "Subject",
    "Track",
]

ROOT: Final = "/storage/emulated/0"
VIDEO: Final = 1
AUDIO: Final = 2
TABS: Final = ("nav_video", "nav_audio", "nav_directories", "nav_playlists", "nav_more")
"""Ids of the bottom navigation's items, also stored to remember the last tab."""

Grouping = Literal["name", "folder", "none"]
Repeat = Literal["none", "one", "all"]


@dataclass(frozen=True)
class Media:
    """A row of ``Media`` with the related rows' values.

    Attributes:
        id: Its id.
        type: 0 unknown, 1 video, 2 audio.
        title: Title.
        filename: Name of its file.
        path: Path of its file; empty if the library knows none in shared storage.
        duration_ms: Length; -1 if unknown.
        play_count: How often it was played to its end.
        last_time_ms: Position where playing it was left; -1 for none.
        inserted_s: Time when it was added to the library, in seconds since 1970.
        width: Pixels; 0 if unknown.
        height: Pixels; 0 if unknown.
        size: Bytes.
        artist: Name of the artist.
        album: Title of the album.
        album_id: Id of the album; 0 for none.
        number: Track number.
        group_id: Id of its group; 0 for none.
    """

    id: int
    type: int = 0
    title: str = ""
    filename: str = ""
    path: str = ""
    duration_ms: int = -1
    play_count: int = 0
    last_time_ms: int = -1
    inserted_s: int = 0
    width: int = 0
    height: int = 0
    size: int = 0
    artist: str = ""
    album: str = ""
    album_id: int = 0
    number: int = 0
    group_id: int = 0

    @property
    def is_video(self) -> bool:
        """True for a video; a media of unknown type is judged by its file name."""
        return self.type == VIDEO or (self.type == 0 and media_kind(self.filename) == "video")

    @property
    def resolution(self) -> str:
        """The name of its resolution, such as "720p"."""
        return resolution_class(self.width, self.height)


Kind = Literal[
    "media", "group", "folder", "playlist", "artist", "album", "genre", "file", "dir", "track",
    "queue",
]  # fmt: skip
"""Kinds of subjects: rows of the library, files, entries of a playlist or the queue."""


@dataclass(frozen=True)
class Subject:
    """The subject of a sheet, a dialog or an action.

    Attributes:
        kind: Its kind.
        number: Its id; for an entry of a playlist the playlist's id.
        path: Path of a file or folder.
        position: Index in a playlist or the queue.
        name: Its name.
    """

    kind: Kind
    number: int = 0
    path: str = ""
    position: int = 0
    name: str = ""

    @property
    def key(self) -> str:
        """Identity in a list, which `of` turns back into a subject."""
        return f"{self.kind}:{self.path or self.number}:{self.position}"

    @classmethod
    def of(cls, key: str) -> Subject:
        """Return the subject with a key; its name is empty."""
        kind, _, rest = key.partition(":")
        middle, _, position = rest.rpartition(":")
        known = cast("Kind", kind if kind in get_args(Kind) else "media")
        place = int(position) if position.isdecimal() else 0
        if known in ("file", "dir"):
            return cls(known, path=middle, position=place)
        return cls(known, int(middle) if middle.isdecimal() else 0, position=place)


@dataclass(frozen=True)
class Card:
    """A card of the video tab: a video, or a group or folder of videos.

    Attributes:
        kind: "media", "group" or "folder".
        id: Id of the media, group or folder.
        title: Its title.
        count: Number of videos.
        media: The video, if the card shows one.
    """

    kind: Literal["media", "group", "folder"]
    id: int
    title: str
    count: int = 1
    media: Media | None = None

    @property
    def subject(self) -> Subject:
        """The subject of its actions."""
        return Subject(self.kind, self.id, name=self.title)


@dataclass(frozen=True)
class Playlist:
    """A row of ``Playlist``; `count` and `duration_ms` are the totals of its media."""

    id: int
    name: str
    count: int = 0
    duration_ms: int = 0


@dataclass(frozen=True)
class Album:
    """An album, artist or genre; `count` is its number of tracks, `detail` its second line."""

    id: int
    name: str
    detail: str = ""
    count: int = 0


@dataclass(frozen=True)
class Track:
    """An entry of a playlist: the media and its index."""

    position: int
    media: Media


@dataclass(frozen=True)
class Entry:
    """A file or folder in the browser.

    Attributes:
        path: Its path.
        folder: Whether it is a folder.
        size: Bytes.
        folders: Number of folders in a folder.
        files: Number of media files in a folder.
    """

    path: str
    folder: bool
    size: int = 0
    folders: int = 0
    files: int = 0

    @property
    def name(self) -> str:
        """Name without the folder."""
        return self.path.rpartition("/")[2]


@dataclass(frozen=True)
class Queue:
    """The queue of playing media.

    Attributes:
        media: Ids of media, in order.
        as_audio: Whether only a video's sound is played.
        shuffle: Whether the order is random.
        repeat: What is repeated.
        speed: Playback speed; 1.0 is normal.
        stop_after: Index after which playing ends; -1 for none.
        resumes: Whether the following videos resume where they were left.
        ab_on: Whether A-B repeat is on, even if its ends are still to be chosen.
        ab_start: Start of the repeated section, ms; -1 if not chosen yet.
        ab_end: End of the repeated section, ms; -1 if not chosen yet.
    """

    media: tuple[int, ...] = ()
    as_audio: bool = False
    shuffle: bool = False
    repeat: Repeat = "none"
    speed: float = 1.0
    stop_after: int = -1
    resumes: bool = False
    ab_on: bool = False
    ab_start: int = -1
    ab_end: int = -1


@dataclass(frozen=True)
class Memory:
    """State that is lost when the process dies.

    Attributes:
        queue: The queue.
        discovered: Whether the storage was scanned since the process started.
    """

    queue: Queue = Queue()
    discovered: bool = False


@dataclass(frozen=True)
class MainState:
    """State of the main screen.

    Attributes:
        tab: Index in `TABS`.
        audio_tab: 0 artists, 1 albums, 2 tracks, 3 genres.
        selected: Keys of the selected rows, in the order of selection.
        query: Search text; None while the search is closed.
        sheet: Whether the audio player is open.
        playlist: Whether the audio player shows the queue.
        search: Search text in the queue; None while that search is closed.
        asked: Whether access to the storage was requested.
    """

    tab: int = 0
    audio_tab: int = 0
    selected: tuple[str, ...] = ()
    query: str | None = None
    sheet: bool = False
    playlist: bool = False
    search: str | None = None
    asked: bool = False


@dataclass(frozen=True)
class BrowserState:
    """State of a list in its own screen; like `MainState`, for the list named by the intent.

    Attributes:
        path: The folder on screen.
        selected: Keys of the selected rows, in the order of selection.
        query: Search text; None while the search is closed.
        sheet: Whether the audio player is open.
        playlist: Whether the audio player shows the queue.
        search: Search text in the queue; None while that search is closed.
        tab: Index of the page on screen, if there are several.
    """

    path: str = ""
    selected: tuple[str, ...] = ()
    query: str | None = None
    sheet: bool = False
    playlist: bool = False
    search: str | None = None
    tab: int = 0


@dataclass(frozen=True)
class HeaderState:
    """State of a playlist's or an album's screen; see `BrowserState`."""

    selected: tuple[str, ...] = ()
    query: str | None = None
    sheet: bool = False
    playlist: bool = False
    search: str | None = None


@dataclass(frozen=True)
class InfoState:
    """State of the information page of a media; `tab` is the page on screen."""

    tab: int = 0


@dataclass(frozen=True)
class SearchState:
    """State of the search in the library."""

    query: str = ""


@dataclass(frozen=True)
class PrefsState:
    """State of a page of preferences; `query` is the search text, None for no search."""

    query: str | None = None


@dataclass(frozen=True)
class PlayerState:
    """State of the video player.

    Attributes:
        shown: Whether the controls are shown.
        locked: Whether touches are ignored.
        tips: Whether the tips of the first start are shown.
        aspect: Index in `ASPECTS`.
        note: A short message in the middle of the screen.
        playlist: Whether the queue is shown.
        search: Search text in the queue; None while that search is closed.
        stats: Whether the video's statistics are shown.
        options: Whether the list of advanced options is open.
        hide_timer: Id of the timer that hides the controls; 0 for none.
    """

    shown: bool = True
    locked: bool = False
    tips: bool = False
    aspect: int = 0
    note: str = ""
    playlist: bool = False
    search: str | None = None
    stats: bool = False
    options: bool = False
    hide_timer: int = 0
