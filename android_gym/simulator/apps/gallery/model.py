"""Simple Gallery Pro's data: media, folders, transfers, and the state of each screen."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

__all__ = [
    "ALL_KINDS",
    "FAVORITES",
    "GIF",
    "IMAGE",
    "RAW",
    "RECYCLE_BIN",
    "STORAGE",
    "SVG",
    "VIDEO",
    "Change",
    "Decision",
    "Directory",
    "EditState",
    "FoldersState",
    "ManagedState",
    "MediaState",
    "Medium",
    "PhotoState",
    "Session",
    "Transfer",
    "VideoState",
    "ViewerState",
    "WallpaperState",
    "folder_name",
    "kind_of",
    "mime_type",
    "natural",
    "size_text",
    "split_name",
]

STORAGE: Final = "/storage/emulated/0"
RECYCLE_BIN: Final = "recycle_bin"
FAVORITES: Final = "favorites"

IMAGE, VIDEO, GIF, RAW, SVG = 1, 2, 4, 8, 16
"""Kinds of media, with the values used in the app's settings and database."""
ALL_KINDS: Final = IMAGE | VIDEO | GIF | RAW | SVG

_ENDINGS: Final[dict[int, str]] = {
    IMAGE: "jpg png jpeg bmp webp heic heif apng avif",
    VIDEO: "mp4 mkv webm avi 3gp mov m4v 3gpp",
    GIF: "gif",
    RAW: "dng orf nef arw rw2 cr2 cr3",
    SVG: "svg",
}
_KINDS: Final = {ending: kind for kind, words in _ENDINGS.items() for ending in words.split()}
_MIME: Final = {
    "jpg": "image/jpeg", "svg": "image/svg+xml", "bmp": "image/x-ms-bmp", "mkv": "video/x-matroska",
    "avi": "video/avi", "3gp": "video/3gpp", "3gpp": "video/3gpp", "mov": "video/quicktime",
    "m4v": "video/mp4",
}  # fmt: skip
_DIGITS: Final = re.compile(r"([0-9]+)")


def split_name(name: str) -> tuple[str, str]:
    """Return a file's name without its extension, and the extension without its dot."""
    stem, dot, ending = name.rpartition(".")
    return (stem, ending) if dot and stem else (name, "")


def kind_of(name: str) -> int:
    """Return the kind of a medium by its file name; 0 for none."""
    return _KINDS.get(name.rpartition(".")[2].lower(), 0)


def mime_type(name: str) -> str:
    """Return the MIME type of a medium by its name."""
    ending, kind = name.rpartition(".")[2].lower(), kind_of(name)
    return _MIME.get(ending) or f"{'video' if kind == VIDEO else 'image'}/{ending}"


def folder_name(path: str) -> str:
    """Return the name of a folder on screen."""
    known = {STORAGE: "Internal", RECYCLE_BIN: "Recycle Bin", FAVORITES: "Favorites"}
    return known.get(path) or path.rpartition("/")[2]


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key that orders numbers in names by value."""
    parts = _DIGITS.split(name.lower())
    # int() is slow for very long digits, so those are compared by length, then as text.
    return tuple(
        (len(part.lstrip("0")), 0, part.lstrip("0")) if index % 2 else (0, 1, part)
        for index, part in enumerate(parts)
        if part
    )


def size_text(size: int) -> str:
    """Format a number of bytes as the app does: ``12.3 kB``."""
    value, units = float(max(0, size)), ["B", "kB", "MB", "GB", "TB"]
    while value >= 1024 and len(units) > 1:
        value, units = value / 1024, units[1:]
    return f"{value:,.1f}".removesuffix(".0") + f" {units[0]}"


@dataclass(frozen=True)
class Medium:
    """A picture or video.

    Attributes:
        path: Its path; in the recycle bin, its path among the app's files.
        kind: `IMAGE`, `VIDEO`, `GIF`, `RAW` or `SVG`.
        size: Bytes.
        modified_ms: Time of the last change, ms since 1970.
        taken_ms: Time when it was taken by its EXIF data; else that of the last change.
        ino: Number of its inode, which differs if another file replaces it.
    """

    path: str
    kind: int
    size: int
    modified_ms: int
    taken_ms: int
    ino: int

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.rpartition("/")[2]

    @property
    def folder(self) -> str:
        """The folder that contains it."""
        return self.path.rpartition("/")[0]


@dataclass(frozen=True)
class Directory:
    """A folder with media, as the first screen shows it.

    Attributes:
        path: Its path, or `RECYCLE_BIN` or `FAVORITES`.
        name: Its name on screen.
        cover: Path of the medium whose thumbnail is shown.
        count: Number of media in it.
        modified_ms: Latest change of a medium in it.
        taken_ms: Latest time when one of them was taken.
        size: Total size in bytes.
        kinds: Kinds of its media, as bits.
    """

    path: str
    name: str
    cover: str
    count: int
    modified_ms: int
    taken_ms: int
    size: int
    kinds: int


@dataclass(frozen=True)
class Session:
    """State that is lost when the process dies.

    Attributes:
        asked: Whether access to all files was requested.
        hidden: Whether hidden folders and files are shown temporarily.
        excluded: Whether excluded folders are shown temporarily.
        delete: How files are deleted without confirmation: into the recycle bin or permanently.
        lines: Seed of the random order.
    """

    asked: bool = False
    hidden: bool = False
    excluded: bool = False
    delete: Literal["", "bin", "forever"] = ""
    lines: int = 0


Decision = Literal["", "skip", "overwrite", "keep"]
"""Decision about a file whose name exists at its destination; empty if it doesn't."""


@dataclass(frozen=True)
class Transfer:
    """Files to copy or move, and the decisions about those whose names already exist.

    Attributes:
        paths: The files.
        folder: The destination.
        move: Whether to move them rather than copy.
        decided: The decision for each of the first paths.
        rest: The decision for all others; empty to ask.
    """

    paths: tuple[str, ...] = ()
    folder: str = ""
    move: bool = False
    decided: tuple[Decision, ...] = ()
    rest: Decision = ""


@dataclass(frozen=True)
class FoldersState:
    """State of the first screen.

    Attributes:
        query: Search text; None while the search is closed.
        selected: Paths of the selected folders.
        pinch: Scale of the current pinch gesture; 0 once it has changed the columns.
    """

    query: str | None = None
    selected: tuple[str, ...] = ()
    pinch: float = 1.0


@dataclass(frozen=True)
class MediaState:
    """State of a folder's screen.

    Attributes:
        folder: Its path; empty for all folders at once.
        query: Search text; None while the search is closed.
        selected: Paths of the selected media.
        pinch: See `FoldersState`.
    """

    folder: str = ""
    query: str | None = None
    selected: tuple[str, ...] = ()
    pinch: float = 1.0


@dataclass(frozen=True)
class PhotoState:
    """The visible part of a picture in the viewer.

    Attributes:
        zoom: Scale relative to the fitted size, from 1.
        x: Offset of the picture's centre from the view's, in view widths, positive to the right.
        y: The same in view heights, positive downwards.
        turned: Unsaved rotation in degrees: 0, 90, 180 or 270.
        angle: Degrees by which a two-finger gesture currently rotates it.
    """

    zoom: float = 1.0
    x: float = 0.0
    y: float = 0.0
    turned: int = 0
    angle: float = 0.0


@dataclass(frozen=True)
class VideoState:
    """The playback state of a video.

    Attributes:
        begun: Whether it was started; its first frame is shown before.
        offset_ms: Position when it was paused or last resumed.
        since_ms: Time when it was last resumed, in ms since boot; -1 while paused.
    """

    begun: bool = False
    offset_ms: int = 0
    since_ms: int = -1


@dataclass(frozen=True)
class ViewerState:
    """State of the viewer.

    Attributes:
        folder: Folder whose media are shown; empty for those of all folders.
        path: The current medium.
        bars: Whether the bars are shown.
        photo: The visible part of the current picture.
        slideshow: Number of the running slideshow; 0 if none runs.
        query: Search text of the list that the viewer was opened from.
        taps: Number of taps and other gestures on the picture so far.
        place: Index of the medium when it was shown, for when it is deleted.
        video: Playback state of the current video.
        kept: Whether the user has locked the screen's orientation.
    """

    folder: str = ""
    path: str = ""
    bars: bool = True
    photo: PhotoState = PhotoState()
    slideshow: int = 0
    query: str = ""
    taps: int = 0
    place: int = 0
    video: VideoState = VideoState()
    kept: bool = False


@dataclass(frozen=True)
class Change:
    """A step of the editor.

    Attributes:
        kind: The kind of change.
        numbers: For "rotate" the degrees; for "crop" left, top, right, bottom and for "resize"
            width and height, in pixels; for "filter" its index; for "line" its width and points (x,
            y, x, y ...).
        color: Colour of a line, ``#RRGGBB``.
    """

    kind: Literal["rotate", "flip_x", "flip_y", "crop", "resize", "filter", "line"]
    numbers: tuple[float, ...] = ()
    color: str = ""


@dataclass(frozen=True)
class EditState:
    """State of the editor.

    Attributes:
        path: The picture.
        changes: The changes so far, in order.
        tool: The open row of tools.
        ratios: Whether the row of aspect ratios is open.
        ratio: Width and height of the crop frame's aspect ratio; (0, 0) for any.
        crop: The crop frame: left, top, right, bottom as fractions of the picture's width and
            height.
        color: Colour of the brush.
        width: Size of the brush, 0 to 100.
        line: Points of the line being drawn, in pixels of the picture.
        grip: The sides of the crop frame that are dragged, of "ltrb"; all to move it, empty if the
            finger missed it.
    """

    path: str = ""
    changes: tuple[Change, ...] = ()
    tool: Literal["", "filter", "crop", "draw"] = ""
    ratios: bool = False
    ratio: tuple[int, int] = (0, 0)
    crop: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    color: str = "#219BCC"
    width: float = 50.0
    line: tuple[float, ...] = ()
    grip: str = ""


@dataclass(frozen=True)
class ManagedState:
    """State of a list of folders.

    Attributes:
        selected: Paths of the selected folders.
    """

    selected: tuple[str, ...] = ()


@dataclass(frozen=True)
class WallpaperState:
    """State of the screen that sets the wallpaper.

    Attributes:
        path: The picture.
        free: Whether the frame's aspect ratio may change.
        edit: The frame and the picture's rotation.
    """

    path: str = ""
    free: bool = False
    edit: EditState = EditState()
