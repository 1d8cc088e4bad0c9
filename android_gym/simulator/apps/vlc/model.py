"""VLC's data: what the library holds, what is played, and the states of the screens."""

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
"""Destinations of the bar at the bottom, by their ids, which are also what is kept of the last."""

Grouping = Literal["name", "folder", "none"]
Repeat = Literal["none", "one", "all"]


@dataclass(frozen=True)
class Media:
    """A row of ``Media`` with what belongs to it.

    Attributes:
        id: Its id.
        type: 0 unknown, 1 video, 2 audio.
        title: Title.
        filename: Name of its file.
        path: Path of its file; empty where the library knows none that is in the shared storage.
        duration_ms: Length; -1 where unknown.
        play_count: How often it was played to its end.
        last_time_ms: Where playing it was left; -1 for nowhere.
        inserted_s: When it came into the library, seconds since 1970.
        width: Pixels; 0 where unknown.
        height: Pixels; 0 where unknown.
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
        """True for a video; what was never parsed is judged by its name."""
        return self.type == VIDEO or (self.type == 0 and media_kind(self.filename) == "video")

    @property
    def resolution(self) -> str:
        """The name of its size."""
        return resolution_class(self.width, self.height)


Kind = Literal[
    "media", "group", "folder", "playlist", "artist", "album", "genre", "file", "dir", "track",
    "queue",
]  # fmt: skip
"""Kinds of subjects: rows of the library, files, a place in a playlist or queue."""


@dataclass(frozen=True)
class Subject:
    """The subject of a sheet, a dialog or an action.

    Attributes:
        kind: What it is.
        number: Its id; of a place in a playlist that of the playlist.
        path: Path of a file or folder.
        position: Place in a playlist or queue, from 0.
        name: What it is called.
    """

    kind: Kind
    number: int = 0
    path: str = ""
    position: int = 0
    name: str = ""

    @property
    def key(self) -> str:
        """Identity in a list, of which `of` makes a subject again."""
        return f"{self.kind}:{self.path or self.number}:{self.position}"

    @classmethod
    def of(cls, key: str) -> Subject:
        """Return the subject of a key, without its name."""
        kind, _, rest = key.partition(":")
        middle, _, position = rest.rpartition(":")
        known = cast("Kind", kind if kind in get_args(Kind) else "media")
        place = int(position) if position.isdecimal() else 0
        if known in ("file", "dir"):
            return cls(known, path=middle, position=place)
        return cls(known, int(middle) if middle.isdecimal() else 0, position=place)


@dataclass(frozen=True)
class Card:
    """A card of the video tab: a video, or a group or folder of them.

    Attributes:
        kind: "media", "group" or "folder".
        id: Id of the media, group or folder.
        title: What it says.
        count: Number of videos.
        media: The video, of a card that is one.
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
    """A row of ``Playlist``; `count` and `duration_ms` are those of its media."""

    id: int
    name: str
    count: int = 0
    duration_ms: int = 0


@dataclass(frozen=True)
class Album:
    """An album, artist or genre: `count` of tracks, and `detail` for the second line."""

    id: int
    name: str
    detail: str = ""
    count: int = 0


@dataclass(frozen=True)
class Track:
    """A place in a playlist: the media, and where it stands from 0."""

    position: int
    media: Media


@dataclass(frozen=True)
class Entry:
    """A file or folder of the browser.

    Attributes:
        path: Its path.
        folder: Whether it is a folder.
        size: Bytes.
        folders: Folders in a folder.
        files: Media files in a folder.
    """

    path: str
    folder: bool
    size: int = 0
    folders: int = 0
    files: int = 0

    @property
    def name(self) -> str:
        """Name in its folder."""
        return self.path.rpartition("/")[2]


@dataclass(frozen=True)
class Queue:
    """The queue that is played.

    Attributes:
        media: Ids of media, in order.
        as_audio: A video is heard without being seen.
        shuffle: Whether the next is drawn.
        repeat: What is repeated.
        speed: 1.0 as it was recorded.
        stop_after: Index after which playing ends; -1 for none.
        resumes: Whether videos that follow go on where they were left.
        ab_on: Whether a part of what is on is repeated, or is about to be.
        ab_start: Where this part begins, ms; -1 while that is not chosen.
        ab_end: Where it ends.
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
    """State that dies with the process.

    Attributes:
        queue: What is played.
        discovered: Whether the storage was looked through since the process began.
    """

    queue: Queue = Queue()
    discovered: bool = False


@dataclass(frozen=True)
class MainState:
    """State of the main screen.

    Attributes:
        tab: Index in `TABS`.
        audio_tab: 0 artists, 1 albums, 2 tracks, 3 genres.
        selected: Keys of the marked rows, in the order of marking.
        query: What is searched for; None while the search is closed.
        sheet: Whether the audio player is open.
        playlist: Whether it shows the queue.
        search: What is searched for in the queue; None while that is closed.
        asked: Whether access to the storage was asked for.
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
    """State of a list in a screen of its own: as `MainState`, for what the intent names.

    Attributes:
        path: The folder on screen.
        selected: Keys of the marked rows, in the order of marking.
        query: What is searched for; None while the search is closed.
        sheet: Whether the audio player is open.
        playlist: Whether it shows the queue.
        search: What is searched for in the queue; None while that is closed.
        tab: Page on screen, where there are several.
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
    """State of the page about a media; `tab` is its page."""

    tab: int = 0


@dataclass(frozen=True)
class SearchState:
    """State of the search through the library."""

    query: str = ""


@dataclass(frozen=True)
class PrefsState:
    """State of a page of preferences; `query` is what is searched for, None for nothing."""

    query: str | None = None


@dataclass(frozen=True)
class PlayerState:
    """State of the video player.

    Attributes:
        shown: Whether the controls are over the video.
        locked: Whether touches are ignored.
        tips: Whether the first start's tips are over it.
        aspect: Index of the way in which the video fills the screen.
        note: A short text in the middle of the screen.
        playlist: Whether the queue is over it.
        search: What is searched for in the queue; None while that is closed.
        stats: Whether facts about the video are over it.
        options: Whether the list of advanced options is open.
        hide_timer: Number of the timer that takes the controls away; 0 for none.
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
