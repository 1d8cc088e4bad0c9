"""Formats of documents, rows of the file browser, and the states of the screens."""

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
"""Folders that are lists of documents, and their titles."""

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
    """Return the format of a text file by its name: a key of `EXTENSIONS`, "todotxt" or None."""
    name = name.lower()
    stem, dot, extension = name.rpartition(".")
    if not dot or not stem:
        return None
    if name == "todo.txt" or name.endswith((".todo.txt", "_todo.txt", "-todo.txt")):
        return "todotxt"
    return next((kind for kind, ends in EXTENSIONS.items() if extension in ends), None)


def mime_of(name: str) -> str:
    """Return the MIME type of a file by its name."""
    kind = kind_of(name)
    if kind is None:
        return MIME.get(name.lower().rpartition(".")[2], "*/*")
    return f"text/{kind}" if kind in ("markdown", "asciidoc", "csv") else "text/plain"


def size_text(size: int) -> str:
    """Return a size as Markor writes it: ``20 Bytes``, ``1.5 KB``."""
    if size < 1024:
        return f"{size} Bytes"
    power = min((size.bit_length() - 1) // 10, 3)
    value = f"{size / 1024**power:.2f}".rstrip("0").rstrip(".")
    return f"{value} {('Bytes', 'KB', 'MB', 'GB')[power]}"


class Entry(NamedTuple):
    """One row of the browser.

    Attributes:
        path: Absolute path.
        folder: True for a folder.
        size: Bytes.
        mtime_ms: Last change, epoch ms.
        name: Title of the row.
    """

    path: str
    folder: bool
    size: int
    mtime_ms: int
    name: str


class Sorting(NamedTuple):
    """The order of the rows.

    Attributes:
        by: "NAME", "DATE", "FILESIZE" or "MIMETYPE".
        reverse: From the last to the first.
        folder_first: Folders stand above files.
        dot_files: Hidden files are shown.
    """

    by: str
    reverse: bool
    folder_first: bool
    dot_files: bool


Change = tuple[int, str, str]
"""A change of a text: offset, text removed there, text added there."""


@dataclass(frozen=True)
class EditorState:
    """A document being edited.

    Attributes:
        path: The file; empty for none.
        text: The text on screen.
        saved: What the file held when it was last read or written.
        mtime_ms: Its time then; 0 while there is no file.
        bom: The file begins with a byte order mark, which is kept.
        cursor: Where the cursor is put when the app changes the text.
        undo: Changes that can be undone, the last one last.
        redo: Changes that were undone.
        ready: Save may be tapped: some time after a change.
        preview: The text is rendered.
        search: Text looked for in the rendered text; None while the field is closed.
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
    """Key under which rows that were read stay valid.

    Attributes:
        names: The folder's names; another object once one has changed.
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
        entries: Its rows when it was last read.
        read: It was read.
        known: What the rows were read from.
        bound: Its rows were shown before: they then say their date to services.
        selected: Paths that are ticked, in the order of ticking.
        back_ms: Time of the last BACK in the notebook, in ms since boot.
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
    """Text that another app has shared.

    Attributes:
        text: The text, which can be edited.
        listed: Open list of documents: "", "recent", "popular", "favourites" or "all".
    """

    text: str
    listed: str = ""


@dataclass(frozen=True)
class DocumentState:
    """State of a document's screen.

    Attributes:
        document: The document.
        share: Text shared to Markor, until it is put somewhere.
    """

    document: EditorState = field(default_factory=EditorState)
    share: ShareState | None = None
