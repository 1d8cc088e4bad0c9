"""Documents: what is in a folder of shared storage, and what can be done with it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from android_gym.errors import FileError
from android_gym.simulator.system.files import Files, Stat
from android_gym.simulator.system.listing import Listing

__all__ = [
    "DIRECTORY",
    "STORAGE",
    "Document",
    "Order",
    "ROOTS",
    "Root",
    "copy",
    "date_text",
    "delete",
    "free_name",
    "listing",
    "mime_type",
    "search",
    "size_text",
    "sorted_documents",
    "sorted_listing",
    "type_name",
]

STORAGE: Final = "/storage/emulated/0"
DIRECTORY: Final = "vnd.android.document/directory"

_TYPES: Final = {
    "application/epub+zip": "epub",
    "application/gpx+xml": "gpx",
    "application/json": "json",
    "application/msword": "doc",
    "application/octet-stream": "bin",
    "application/pdf": "pdf",
    "application/rtf": "rtf",
    "application/vnd.android.package-archive": "apk",
    "application/vnd.ms-excel": "xls",
    "application/vnd.ms-powerpoint": "ppt",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/x-tar": "tar",
    "application/zip": "zip",
    "application/gzip": "gz",
    "audio/aac": "aac",
    "audio/amr": "amr",
    "audio/flac": "flac",
    "audio/midi": "mid",
    "audio/mp4": "m4a",
    "audio/mpeg": "mp3",
    "audio/ogg": "ogg oga opus",
    "audio/x-wav": "wav",
    "image/bmp": "bmp",
    "image/gif": "gif",
    "image/heic": "heic",
    "image/jpeg": "jpg jpeg",
    "image/png": "png",
    "image/svg+xml": "svg",
    "image/webp": "webp",
    "text/calendar": "ics",
    "text/comma-separated-values": "csv",
    "text/css": "css",
    "text/html": "html htm",
    "text/javascript": "js",
    "text/markdown": "md",
    "text/plain": "txt text log",
    "text/x-vcard": "vcf",
    "text/xml": "xml",
    "video/3gpp": "3gp",
    "video/mp4": "mp4",
    "video/webm": "webm",
    "video/x-matroska": "mkv",
    "video/quicktime": "mov",
    "video/x-msvideo": "avi",
}
_MIME: Final = {end: mime for mime, ends in _TYPES.items() for end in ends.split()}

DOCUMENT_TYPES: Final = ("application/pdf", "application/msword", "application/vnd.", "text/")
"""Beginnings of the types that the chip Documents and the root Documents show."""


def mime_type(name: str) -> str:
    """Type of a file by its name."""
    return _MIME.get(name.rpartition(".")[2].lower(), "application/octet-stream")


def type_name(mime: str, name: str) -> str:
    """What a type is called: ``Folder``, ``MP3 audio``, ``JPG image``, ``PDF document``."""
    if mime == DIRECTORY:
        return "Folder"
    kind, _, sub = mime.partition("/")
    end = name.rpartition(".")[2].upper() if "." in name else ""
    words = {"audio": "audio", "image": "image", "video": "video"}.get(kind)
    if words is not None:
        return f"{end} {words}" if end else words.capitalize()
    if mime == "text/plain" and end == "TXT":
        return "Plain text"
    if mime == "application/vnd.android.package-archive":
        return "Android application"
    if sub in ("zip", "gzip", "x-tar"):
        return "Compressed archive"
    if mime == "application/octet-stream":
        return f"{end} file" if end else "File"
    return f"{end} document" if end else "Document"


class Document(NamedTuple):
    """A file or folder. A folder with thousands of them is listed in every change.

    Attributes:
        path: Where it is.
        is_folder: Whether it is a folder.
        size: Bytes.
        mtime_ms: Last change, epoch milliseconds.
    """

    path: str
    is_folder: bool
    size: int
    mtime_ms: int

    @property
    def name(self) -> str:
        """Its name."""
        return self.path.rpartition("/")[2]

    @property
    def mime(self) -> str:
        """Its type; `DIRECTORY` for a folder."""
        return DIRECTORY if self.is_folder else mime_type(self.name)


# --- order ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Order:
    """How documents are sorted.

    Attributes:
        by: "name", "type", "size" or "date".
        descending: From the last to the first.
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
def _natural(name: str) -> tuple[tuple[int, int | str], ...]:
    """Sorts names without case, and digits as numbers."""
    parts = re.findall(r"[0-9]{1,18}|[^0-9]+|[0-9]+", name.casefold())
    return tuple((0, int(p)) if p.isdecimal() and p.isascii() else (1, p) for p in parts)


@lru_cache(maxsize=8192)
def _by_name(document: Document) -> tuple[Any, ...]:
    return (not document.is_folder, _natural(document.name), document.path)


def _type(document: Document) -> str:
    return type_name(document.mime, document.name).casefold()


_KEYS: Final[dict[Order, Callable[[Document], Any]]] = {
    Order("name"): _by_name,
    Order("type"): lambda d: (not d.is_folder, _type(d), *_by_name(d)),
    Order("size"): lambda d: (not d.is_folder, d.size, *_by_name(d)),
    Order("size", True): lambda d: (not d.is_folder, -d.size, *_by_name(d)),
    Order("date"): lambda d: (not d.is_folder, d.mtime_ms, *_by_name(d)),
    Order("date", True): lambda d: (not d.is_folder, -d.mtime_ms, *_by_name(d)),
}
"""What documents are compared by, where that can be said in one."""


def sorted_documents(documents: Iterable[Document], order: Order) -> list[Document]:
    """Sorts documents: folders first, equals by name."""
    key = _KEYS.get(order)
    if key is not None:
        return sorted(documents, key=key)
    found = sorted(documents, key=_by_name, reverse=order.by == "name")
    if order.by == "type":
        found.sort(key=_type, reverse=True)
    return sorted(found, key=lambda document: not document.is_folder)


# --- roots ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Root:
    """Where browsing can begin.

    Attributes:
        id: Its name in preferences.
        title: What it is called; empty for the storage, which is called like the phone.
        icon: Its icon.
        folder: The folder that it shows; empty for those that collect files from everywhere.
        kinds: Beginnings of the types it collects.
        newest_first: Whether it is sorted by date unless told otherwise.
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

RECENT_MS: Final = 45 * 86_400_000
MOST_RECENT: Final = 64
MOST_FOUND: Final = 500


def listing(files: Files, folder: str, hidden: bool = False) -> list[Document]:
    """What is in a folder; nothing where there is none."""
    try:
        entries = files.scandir(folder)
    except FileError:
        return []
    return [
        _document(folder, name, stat)
        for name, stat in entries
        if hidden or not name.startswith(".")
    ]


def _document(folder: str, name: str, stat: Stat) -> Document:
    return Document(f"{folder}/{name}", stat.kind == "dir", stat.size, stat.mtime_ms)


def sorted_listing(folder: str, order: Order, hidden: bool) -> Listing[Document]:
    """What is in a folder, sorted, to be read again and again."""
    return Listing(
        folder,
        lambda name, stat: _document(folder, name, stat) if hidden or name[0] != "." else None,
        lambda documents: sorted_documents(documents, order),
        _KEYS.get(order),
    )


def _everywhere(files: Files, folder: str, hidden: bool) -> Iterable[Document]:
    """All below a folder but what apps keep below ``Android``."""
    if not files.is_dir(folder):
        return
    pending = [folder]
    while pending:
        here = pending.pop()
        for document in listing(files, here, hidden):
            yield document
            if document.is_folder and document.path != f"{STORAGE}/Android":
                pending.append(document.path)


def collected(files: Files, root: Root, now_ms: int) -> list[Document]:
    """The files of a root that has no folder."""
    found = [d for d in _everywhere(files, STORAGE, False) if not d.is_folder]
    if root.id == "recent":
        found = [d for d in found if d.mtime_ms >= now_ms - RECENT_MS]
        found.sort(key=lambda d: (-d.mtime_ms, _natural(d.name)))
        return found[:MOST_RECENT]
    return [d for d in found if d.mime.startswith(root.kinds)]


def search(
    files: Files, folder: str, query: str, kinds: Sequence[str], *, hidden: bool = False
) -> list[Document]:
    """What below a folder has a text in its name and one of the types (any if there are none)."""
    wanted = query.casefold()
    found = []
    for document in _everywhere(files, folder, hidden):
        if kinds and (document.is_folder or not document.mime.startswith(tuple(kinds))):
            continue
        if wanted in document.name.casefold():
            found.append(document)
            if len(found) == MOST_FOUND:
                break
    return found


# --- operations ----------------------------------------------------------------------------------


def free_name(files: Files, folder: str, name: str) -> str:
    """A name that nothing in the folder has: ``a.txt``, else ``a (1).txt``."""
    stem, dot, end = name.rpartition(".")
    if not stem:
        stem, dot, end = name, "", ""
    number, free = 0, name
    while files.exists(f"{folder}/{free}"):
        number += 1
        free = f"{stem} ({number}){dot}{end}"
    return free


def copy(files: Files, paths: Sequence[str], folder: str, *, move: bool) -> list[str]:
    """Copies or moves documents into a folder. Returns the names of those that couldn't be."""
    failed = []
    for path in paths:
        name = path.rpartition("/")[2]
        if move and path.rpartition("/")[0] == folder:
            continue  # it is there already
        try:
            target = f"{folder}/{free_name(files, folder, name)}"
            if move:
                files.rename(path, target)
            else:
                files.copy(path, target)
        except FileError:
            failed.append(name)
    return failed


def delete(files: Files, paths: Sequence[str]) -> list[str]:
    """Deletes documents, folders with all in them. Returns the names of those that couldn't be."""
    failed = []
    for path in paths:
        try:
            if files.is_dir(path):
                files.rmtree(path)
            else:
                files.remove(path)
        except FileError:
            failed.append(path.rpartition("/")[2])
    return failed


# --- texts ---------------------------------------------------------------------------------------


def size_text(size: int) -> str:
    """A size as Android writes it: ``21 B``, ``1.50 kB``, ``12.34 MB``."""
    if size < 1000:
        return f"{size} B"
    value = float(size)
    for unit in ("kB", "MB", "GB", "TB"):
        value /= 1000
        if value < 900 or unit == "TB":
            break
    digits = 2 if value < 10 else 1 if value < 100 else 0
    if unit in ("GB", "TB") or value < 100:
        digits = 2
    return f"{value:.{digits}f} {unit}"


def date_text(moment: dt.datetime, now: dt.datetime, hours_24: bool) -> str:
    """When something was changed: the time today, the day this year, else the date."""
    if moment.date() == now.date():
        if hours_24:
            return f"{moment.hour:02}:{moment.minute:02}"
        return (
            f"{(moment.hour - 1) % 12 + 1}:{moment.minute:02} {'AM' if moment.hour < 12 else 'PM'}"
        )
    if moment.year == now.year:
        return f"{moment:%b} {moment.day}"
    return f"{moment:%b} {moment.day}, {moment.year}"
