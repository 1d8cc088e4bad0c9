"""Simple Gallery Pro's data: media, folders, orders, and the state of each screen."""

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
"""Kinds of media, as the app's settings and its database keep them."""
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
    """Return a file's name without its ending, and the ending without its dot."""
    stem, dot, ending = name.rpartition(".")
    return (stem, ending) if dot and stem else (name, "")


def kind_of(name: str) -> int:
    """Return the kind of medium that a file's name tells, 0 for none."""
    return _KINDS.get(name.rpartition(".")[2].lower(), 0)


def mime_type(name: str) -> str:
    """Return the MIME type of a medium by its name."""
    ending, kind = name.rpartition(".")[2].lower(), kind_of(name)
    return _MIME.get(ending) or f"{'video' if kind == VIDEO else 'image'}/{ending}"


def folder_name(path: str) -> str:
    """Return what a folder is called on the screen."""
    known = {STORAGE: "Internal", RECYCLE_BIN: "Recycle Bin", FAVORITES: "Favorites"}
    return known.get(path) or path.rpartition("/")[2]


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that sorts names with numbers in them by the numbers' values."""
    parts = _DIGITS.split(name.lower())
    # int() of very long digits is slow: those are compared as texts of their length.
    return tuple(
        (len(part.lstrip("0")), 0, part.lstrip("0")) if index % 2 else (0, 1, part)
        for index, part in enumerate(parts)
        if part
    )


def size_text(size: int) -> str:
    """Return a number of bytes as the app writes it: ``12.3 kB``."""
    value, units = float(max(0, size)), ["B", "kB", "MB", "GB", "TB"]
    while value >= 1024 and len(units) > 1:
        value, units = value / 1024, units[1:]
    return f"{value:,.1f}".removesuffix(".0") + f" {units[0]}"


@dataclass(frozen=True)
class Medium:
    """A picture or video.

    Attributes:
        path: Where it is; in the recycle bin, where it is among the app's files.
        kind: `IMAGE`, `VIDEO`, `GIF`, `RAW` or `SVG`.
        size: Bytes.
        modified_ms: When it was changed, ms since 1970.
        taken_ms: When its EXIF data say that it was taken; otherwise when it was changed.
        ino: Number of its inode, which another file in its place has not.
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
        """The folder it is in."""
        return self.path.rpartition("/")[0]


@dataclass(frozen=True)
class Directory:
    """A folder with media, as the first screen shows it.

    Attributes:
        path: Where it is, or `RECYCLE_BIN` or `FAVORITES`.
        name: What it is called.
        cover: Path of the medium that it is shown by.
        count: Media in it.
        modified_ms: When the newest of them was changed.
        taken_ms: When the newest was taken.
        size: Bytes of all of them.
        kinds: Their kinds, as bits.
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
    """State that dies with the process.

    Attributes:
        asked: Whether access to all files was asked for.
        hidden: Whether hidden folders and files are shown for now.
        excluded: Whether excluded folders are shown for now.
        delete: Whether files are deleted without a question; into the bin or for good.
        lines: What the random order is made of.
    """

    asked: bool = False
    hidden: bool = False
    excluded: bool = False
    delete: Literal["", "bin", "forever"] = ""
    lines: int = 0


Decision = Literal["", "skip", "overwrite", "keep"]
"""The fate of a file whose name is taken at its destination; empty where it is not."""


@dataclass(frozen=True)
class Transfer:
    """Files to copy or move, and what was decided about those whose names are taken.

    Attributes:
        paths: The files.
        folder: Where to.
        move: Whether they leave their place.
        decided: For the first of the paths, what becomes of each.
        rest: What becomes of all others; empty to ask.
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
        query: What is searched for; None while the search is closed.
        selected: Paths of the marked folders.
        pinch: How far two fingers have come apart since they came down; 0 once that has changed
            the columns.
    """

    query: str | None = None
    selected: tuple[str, ...] = ()
    pinch: float = 1.0


@dataclass(frozen=True)
class MediaState:
    """State of a folder's screen.

    Attributes:
        folder: Its path; empty for all folders at once.
        query: What is searched for; None while the search is closed.
        selected: Paths of the marked media.
        pinch: As of `FoldersState`.
    """

    folder: str = ""
    query: str | None = None
    selected: tuple[str, ...] = ()
    pinch: float = 1.0


@dataclass(frozen=True)
class PhotoState:
    """The part of a picture that is seen in the viewer.

    Attributes:
        zoom: Times larger than to fit, from 1.
        x: From the view's middle to the picture's, in widths of the view, positive to the right.
        y: The same in heights, positive downwards.
        turned: Degrees by which it is turned and not saved yet: 0, 90, 180 or 270.
        angle: Degrees by which two fingers turn it at the moment.
    """

    zoom: float = 1.0
    x: float = 0.0
    y: float = 0.0
    turned: int = 0
    angle: float = 0.0


@dataclass(frozen=True)
class VideoState:
    """The place up to which a video has been played.

    Attributes:
        begun: Whether it was started at all; its first frame is shown before.
        offset_ms: Where in it the player is, or was when it went on last.
        since_ms: When it went on, in ms since the phone booted; -1 while it stands.
    """

    begun: bool = False
    offset_ms: int = 0
    since_ms: int = -1


@dataclass(frozen=True)
class ViewerState:
    """State of the viewer.

    Attributes:
        folder: Whose media are shown; empty for those of all folders.
        path: The medium in sight.
        bars: Whether the bars are shown.
        photo: How the picture in sight is seen.
        slideshow: Number of the slideshow that goes on; 0 while none does.
        query: Names that the list was searched for when it was left.
        taps: Taps on the picture, and other gestures, so far.
        place: Number of the medium in the list when it was shown, for when it is gone.
        video: How far the video in sight has been played.
        kept: Whether the user keeps the screen one way up.
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
    """One step of the editor.

    Attributes:
        kind: What is done.
        numbers: For "rotate" the degrees, "crop" left, top, right, bottom and "resize" width and
            height in pixels, "filter" its number, "line" width and points (x, y, x, y ...).
        color: Of a line, ``#RRGGBB``.
    """

    kind: Literal["rotate", "flip_x", "flip_y", "crop", "resize", "filter", "line"]
    numbers: tuple[float, ...] = ()
    color: str = ""


@dataclass(frozen=True)
class EditState:
    """State of the editor.

    Attributes:
        path: The picture.
        changes: What was done, in order.
        tool: The row of tools that is open.
        ratios: Whether the row of aspect ratios is open.
        ratio: Width and height that the cut-out keeps; (0, 0) for any.
        crop: The cut-out: left, top, right, bottom as parts of the picture's width and height.
        color: Colour of the brush.
        width: Size of the brush, 0 to 100.
        line: Where the finger has been since it came down, in pixels of the picture.
        grip: Sides of the cut-out that the finger has taken hold of, of "ltrb"; all of them to
            move it, none where it missed.
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
        selected: Paths of the marked folders.
    """

    selected: tuple[str, ...] = ()


@dataclass(frozen=True)
class WallpaperState:
    """State of the screen that sets the wallpaper.

    Attributes:
        path: The picture.
        free: Whether the ratio of the frame's sides may change.
        edit: The frame, and how the picture is turned.
    """

    path: str = ""
    free: bool = False
    edit: EditState = EditState()
