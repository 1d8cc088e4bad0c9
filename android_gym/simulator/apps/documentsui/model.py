"""Documents: type names, formats, sorting, roots, and the browser's state."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from android_gym.simulator.system.mime_types import MIME, OTHER, mime_type

STORAGE: Final = "/storage/emulated/0"
DIRECTORY: Final = "vnd.android.document/directory"

DOCUMENT_TYPES: Final = ("application/pdf", "application/msword", "application/vnd.", "text/")
"""MIME type prefixes shown by the chip Documents and the root Documents."""


class ChipKind(NamedTuple):
    """A chip above the documents, which filters them.

    Attributes:
        name: Label.
        icon: Icon before the label.
        kinds: MIME type prefixes; empty for all types.
        least: Minimum size in bytes.
        days: Maximum age in days; 0 for any age.
    """

    name: str
    icon: str
    kinds: tuple[str, ...] = ()
    least: int = 0
    days: int = 0


KIND_CHIPS: Final = (
    ChipKind("Images", "image", ("image/",)),
    ChipKind("Audio", "music_note", ("audio/",)),
    ChipKind("Videos", "movie", ("video/",)),
    ChipKind("Documents", "file_document", DOCUMENT_TYPES),
)
"""Chips of roots with files of several kinds."""

FILTER_CHIPS: Final = (
    ChipKind("Large files", "file_document_multiple", least=10_000_000),
    ChipKind("This week", "calendar_week", days=7),
)
"""Chips of roots with files of a single kind."""


def type_name(mime: str, name: str) -> str:
    """Return a type's description: ``Folder``, ``MP3 audio``, ``JPG image``, ``PDF document``."""
    kind, _, sub = mime.partition("/")
    end = name.rpartition(".")[2].upper() if "." in name else ""
    if mime == DIRECTORY:
        return "Folder"
    if kind in ("audio", "image", "video"):
        return f"{end} {kind}" if end else kind.capitalize()
    if mime == "text/plain" and end == "TXT":
        return "Plain text"
    if mime == MIME["apk"]:
        return "Android application"
    if sub in ("zip", "gzip", "x-tar"):
        return "Compressed archive"
    word = "file" if mime == OTHER else "document"
    return f"{end} {word}" if end else word.capitalize()


def size_text(size: int) -> str:
    """Format a size as Android does: ``21 B``, ``1.50 kB``, ``12.34 MB``."""
    if size < 1000:
        return f"{size} B"
    value = float(size)
    for unit in ("kB", "MB", "GB", "TB"):
        value /= 1000
        if value < 900 or unit == "TB":
            break
    digits = 2 if unit in ("GB", "TB") or value < 100 else 0
    return f"{value:.{digits}f} {unit}"


def date_text(moment: dt.datetime, now: dt.datetime, time: str) -> str:
    """Format a modification time: `time` if today, the day if this year, else the full date."""
    if moment.date() == now.date():
        return time
    return f"{moment:%b} {moment.day}" + (f", {moment.year}" if moment.year != now.year else "")


def counted(number: int, one: str, several: str) -> str:
    """Return the singular or plural sentence, with the number in place of ``{n}``."""
    return (one if number == 1 else several).format(n=number)


class Work(NamedTuple):
    """Messages about an operation on documents, each in singular and plural.

    Attributes:
        doing: Shown during the operation.
        failed: Title of the failure notification.
        undone: Message that names the documents on which it failed.
    """

    doing: tuple[str, str]
    failed: tuple[str, str]
    undone: tuple[str, str]


WORKS: Final = {
    "copy": Work(
        ("Copying {n} item.", "Copying {n} items."),
        ("Couldn\u2019t copy {n} item", "Couldn\u2019t copy {n} items"),
        ("This file wasn\u2019t copied: {names}", "These files weren\u2019t copied: {names}"),
    ),
    "move": Work(
        ("Moving {n} item.", "Moving {n} items."),
        ("Couldn\u2019t move {n} item", "Couldn\u2019t move {n} items"),
        ("This file wasn\u2019t moved: {names}", "These files weren\u2019t moved: {names}"),
    ),
    "delete": Work(
        ("Deleting {n} item.", "Deleting {n} items."),
        ("Couldn\u2019t delete {n} item", "Couldn\u2019t delete {n} items"),
        ("This file wasn\u2019t deleted: {names}", "These files weren\u2019t deleted: {names}"),
    ),
    "compress": Work(
        ("Compressing {n} file.", "Compressing {n} files."),
        ("Couldn\u2019t compress {n} file", "Couldn\u2019t compress {n} files"),
        (
            "This file wasn\u2019t compressed: {names}",
            "These files weren\u2019t compressed: {names}",
        ),
    ),
    "extract": Work(
        ("Extracting {n} file.", "Extracting {n} files."),
        ("Couldn\u2019t copy {n} item", "Couldn\u2019t copy {n} items"),
        ("This file wasn\u2019t extracted: {names}", "These files weren\u2019t extracted: {names}"),
    ),
}


class Document(NamedTuple):
    """A file or folder; a tuple, because a folder of thousands is listed again on each change.

    Attributes:
        path: Absolute path.
        is_folder: True for a folder.
        size: Bytes.
        mtime_ms: Modification time, epoch milliseconds.
    """

    path: str
    is_folder: bool
    size: int
    mtime_ms: int

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]

    @property
    def mime(self) -> str:
        """The MIME type; `DIRECTORY` for a folder."""
        return DIRECTORY if self.is_folder else mime_type(self.name)


# -- sorting


@dataclass(frozen=True)
class Order:
    """A sort order of documents.

    Attributes:
        by: "name", "type", "size" or "date".
        descending: Whether the order is descending.
    """

    by: str = "name"
    descending: bool = False


ORDERS: Final = (
    ("File name (A to Z)", Order("name")),
    ("File name (Z to A)", Order("name", True)),
    ("Type (A to Z)", Order("type")),
    ("Type (Z to A)", Order("type", True)),
    ("Size (smallest first)", Order("size")),
    ("Size (largest first)", Order("size", True)),
    ("Modified (oldest first)", Order("date")),
    ("Modified (newest first)", Order("date", True)),
)


@lru_cache(maxsize=8192)
def natural(name: str) -> tuple[tuple[int, int | str], ...]:
    """Return a natural sort key, which ignores case and compares digits as numbers."""
    parts = re.findall(r"[0-9]{1,18}|[^0-9]+|[0-9]+", name.casefold())
    return tuple((0, int(p)) if p.isdecimal() and p.isascii() else (1, p) for p in parts)


@lru_cache(maxsize=8192)
def _by_name(document: Document) -> tuple[Any, ...]:
    return (not document.is_folder, natural(document.name), document.path)


def _type(document: Document) -> str:
    return type_name(document.mime, document.name).casefold()


ORDER_KEYS: Final[dict[Order, Callable[[Document], Any]]] = {
    Order("name"): _by_name,
    Order("type"): lambda d: (not d.is_folder, _type(d), *_by_name(d)),
    Order("size"): lambda d: (not d.is_folder, d.size, *_by_name(d)),
    Order("size", True): lambda d: (not d.is_folder, -d.size, *_by_name(d)),
    Order("date"): lambda d: (not d.is_folder, d.mtime_ms, *_by_name(d)),
    Order("date", True): lambda d: (not d.is_folder, -d.mtime_ms, *_by_name(d)),
}
"""Sort keys of orders that a single key can express; the others need several passes."""


def sorted_documents(documents: Iterable[Document], order: Order) -> list[Document]:
    """Sort documents, folders first and equal ones by name."""
    key = ORDER_KEYS.get(order)
    if key is not None:
        return sorted(documents, key=key)
    found = sorted(documents, key=_by_name, reverse=order.by == "name")
    if order.by == "type":
        found.sort(key=_type, reverse=True)
    return sorted(found, key=lambda document: not document.is_folder)


# -- roots and states


@dataclass(frozen=True)
class Root:
    """A root: a place where browsing starts.

    Attributes:
        id: Name in the preferences.
        title: Title; empty for the storage root, which is titled like the phone.
        icon: Icon in the drawer.
        folder: Folder that it shows; empty for roots that collect files from everywhere.
        kinds: MIME type prefixes that it collects.
        newest_first: Whether it is sorted by date by default.
    """

    id: str
    title: str
    icon: str
    folder: str = ""
    kinds: tuple[str, ...] = ()
    newest_first: bool = True


ROOTS: Final = (
    Root("recent", "Recent", "clock_outline"),
    Root("images_root", "Images", "image", kinds=("image/",)),
    Root("videos_root", "Videos", "movie", kinds=("video/",)),
    Root("audio_root", "Audio", "music_note", kinds=("audio/",)),
    Root("documents_root", "Documents", "file_document", kinds=DOCUMENT_TYPES),
    Root("downloads", "Downloads", "download", f"{STORAGE}/Download"),
    Root("primary", "", "cellphone", STORAGE, newest_first=False),
)


@dataclass(frozen=True)
class BrowserState:
    """State of a browser or picker.

    Attributes:
        root: Id of the root.
        folder: Current folder, at or below the root's; empty in a root without one.
        selected: Paths of the selected documents.
        order: Sort order; None for the root's default.
        query: Search text; None while the search is closed.
        chips: Names of the active chips.
        drawer: Whether the drawer with the roots is open.
        hidden: Whether hidden files are shown.
        name: Typed name of a document to be created.
        made: Path of the folder created here last; the list starts near it.
    """

    root: str = "downloads"
    folder: str = f"{STORAGE}/Download"
    selected: tuple[str, ...] = ()
    order: Order | None = None
    query: str | None = None
    chips: tuple[str, ...] = ()
    drawer: bool = False
    hidden: bool = False
    name: str = ""
    made: str = ""
