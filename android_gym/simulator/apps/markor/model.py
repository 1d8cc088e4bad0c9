"""Document formats, rows of the file browser, and the screens' states."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from immutables import Map

SHARED = "/storage/emulated/0"
FAVOURITES = "/storage/favourite-files"
RECENT = "/storage/recent-files"
POPULAR = "/storage/popular-files"
VIRTUAL = {
    FAVOURITES: "Favourites",
    RECENT: "Recently viewed documents",
    POPULAR: "Popular documents",
}
"""Virtual folders that list documents, with their titles."""

EXTENSIONS = {
    "markdown": ("md", "markdown", "mkd", "mdown", "mkdn", "mdwn", "rmd"),
    "asciidoc": ("adoc", "asciidoc", "asc"),
    "csv": ("csv", "tsv", "tab"),
    "keyvalue": ("json", "yml", "yaml", "toml", "ini", "vcf", "ics", "lng", "zim", "cfg", "conf"),
    "plaintext": (
        "txt", "taskpaper", "html", "htm", "xml", "log", "py", "java", "c", "cpp", "h", "js",
        "css", "sh", "lua", "php", "rb", "go", "kt", "diff", "ass", "srt", "tex", "org", "rst",
        "properties", "bat", "sql", "svg", "gradle", "m3u", "m3u8",
    ),
}  # fmt: skip
MIME = {
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "webp": "image/webp", "pdf": "application/pdf", "mp3": "audio/mpeg", "m4a": "audio/mp4",
    "ogg": "audio/ogg", "mp4": "video/mp4", "zip": "application/zip",
    "apk": "application/vnd.android.package-archive",
}  # fmt: skip


def kind_of(name: str) -> str | None:
    """Return a text file's format by its name: a key of `EXTENSIONS`, "todotxt" or None."""
    name = name.lower()
    stem, dot, extension = name.rpartition(".")
    if not dot or not stem:
        return None
    if name == "todo.txt" or name.endswith((".todo.txt", "_todo.txt", "-todo.txt")):
        return "todotxt"
    return next((kind for kind, ends in EXTENSIONS.items() if extension in ends), None)


def mime_of(name: str) -> str:
    """Return a file's MIME type by its name."""
    kind = kind_of(name)
    if kind is None:
        return MIME.get(name.lower().rpartition(".")[2], "*/*")
    return f"text/{kind}" if kind in ("markdown", "asciidoc", "csv") else "text/plain"


def size_text(size: int) -> str:
    """Format a size as Markor does: ``20 Bytes``, ``1.5 KB``."""
    if size < 1024:
        return f"{size} Bytes"
    power = min((size.bit_length() - 1) // 10, 3)
    value = f"{size / 1024**power:.2f}".rstrip("0").rstrip(".")
    return f"{value} {('Bytes', 'KB', 'MB', 'GB')[power]}"


class Entry(NamedTuple):
    """One row of the file browser.

    Attributes:
        path: Absolute path.
        folder: True for a folder.
        size: Bytes.
        mtime_ms: Modification time, epoch milliseconds.
        name: Title of the row.
    """

    path: str
    folder: bool
    size: int
    mtime_ms: int
    name: str


class Sorting(NamedTuple):
    """Sort order of the file browser.

    Attributes:
        by: "NAME", "DATE", "FILESIZE" or "MIMETYPE".
        reverse: Whether the order is reversed.
        folder_first: Whether folders come before files.
        dot_files: Whether hidden files are shown.
    """

    by: str
    reverse: bool
    folder_first: bool
    dot_files: bool


Change = tuple[int, str, str]
"""A text change: offset, removed text, inserted text."""


@dataclass(frozen=True)
class EditorState:
    """State of a document being edited.

    Attributes:
        path: The file; empty for none.
        text: The text on screen.
        saved: Content of the file when it was last read or written.
        mtime_ms: The file's modification time then; 0 while there is no file.
        bom: Whether the file begins with a byte order mark, which is preserved.
        cursor: Cursor position after the app has changed the text.
        undo: Changes that can be undone, the last one last.
        redo: Changes that were undone.
        ready: Whether Save is enabled, which happens a moment after a change.
        preview: Whether the text is shown rendered.
        search: Search text in view mode; None while the search field is closed.
        word: Index of the word that Speed Read shows; -1 while it is closed.
    """

    path: str = ""
    text: str = ""
    saved: str = ""
    mtime_ms: int = 0
    bom: bool = False
    cursor: int = 0
    undo: tuple[Change, ...] = ()
    redo: tuple[Change, ...] = ()
    ready: bool = False
    preview: bool = False
    search: str | None = None
    word: int = -1


@dataclass(frozen=True)
class Known:
    """Key of the rows read from a folder; while it is equal, they are still valid.

    Attributes:
        names: The folder's names; replaced by another object when one changes.
        sorting: Order of the rows.
    """

    names: Map[str, tuple[str, int]]
    sorting: Sorting


@dataclass(frozen=True)
class MainState:
    """State of the main activity.

    Attributes:
        page: Index of Files, To-Do, QuickNote, More.
        folder: Folder on screen; empty for the notebook.
        entries: The folder's rows when it was last read.
        read: Whether the folder has been read.
        known: Key of the rows; None until it is known.
        bound: Whether the rows are shown again; their accessibility text then has the date.
        selected: Selected paths, in the order of selection.
        back_ms: Time of the last BACK in the notebook, milliseconds since boot.
        todo: The To-Do page.
        quicknote: The QuickNote page.
    """

    page: int = 0
    folder: str = ""
    entries: tuple[Entry, ...] = ()
    read: bool = False
    known: Known | None = None
    bound: bool = False
    selected: tuple[str, ...] = ()
    back_ms: int = -2000
    todo: EditorState = field(default_factory=EditorState)
    quicknote: EditorState = field(default_factory=EditorState)


@dataclass(frozen=True)
class ShareState:
    """Text shared by another app.

    Attributes:
        text: The editable text.
        listed: Expanded list of documents: "", "recent", "popular", "favourites" or "all".
    """

    text: str
    listed: str = ""


@dataclass(frozen=True)
class DocumentState:
    """State of a document screen.

    Attributes:
        document: The document.
        share: Text shared to Markor, until the user has chosen where it goes.
    """

    document: EditorState = field(default_factory=EditorState)
    share: ShareState | None = None
