"""What Markor keeps: notes as files, preferences, and lists of documents."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from android_gym.errors import FileError
from android_gym.simulator.apps.markor.searching import compile_search
from android_gym.simulator.system.files import Stat
from android_gym.simulator.system.listing import Listing
from android_gym.simulator.ui.activity import Context

__all__ = ["BOM", "SHARED", "VIRTUAL", "Entry", "Notebook", "install", "kind_of"]

SHARED = "/storage/emulated/0"
NOTEBOOK = f"{SHARED}/Documents/markor"
INTRO = "net.gsantner.markor.activity.IntroActivitywas_shown"
BOM = "\ufeff"

FAVOURITES = "/storage/favourite-files"
RECENT = "/storage/recent-files"
POPULAR = "/storage/popular-files"
VIRTUAL = {
    FAVOURITES: "Favourites",
    RECENT: "Recently viewed documents",
    POPULAR: "Popular documents",
}
"""Folders that are lists of documents, and what they are called."""

LISTS = {
    FAVOURITES: "pref_key__favourite_files",
    RECENT: "pref_key__recent_documents",
    POPULAR: "pref_key__popular_documents",
}
LIST_LENGTH = 20

TYPES = {
    "markdown": "text/markdown",
    "wikitext": "text/plain",
    "todotxt": "text/plain",
    "plaintext": "text/plain",
    "asciidoc": "text/asciidoc",
    "csv": "text/csv",
    "keyvalue": "text/plain",
}
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
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "pdf": "application/pdf",
    "mp3": "audio/mpeg",
    "m4a": "audio/mp4",
    "ogg": "audio/ogg",
    "mp4": "video/mp4",
    "zip": "application/zip",
    "apk": "application/vnd.android.package-archive",
}


def kind_of(name: str) -> str | None:
    """Format of a text file by its name: a key of `EXTENSIONS`, "todotxt", "wikitext" or None."""
    name = name.lower()
    stem, dot, extension = name.rpartition(".")
    if not dot or not stem:
        return None
    if name == "todo.txt" or name.endswith((".todo.txt", "_todo.txt", "-todo.txt")):
        return "todotxt"
    for kind, extensions in EXTENSIONS.items():
        if extension in extensions:
            return kind
    return None


class Entry(NamedTuple):
    """One row of the browser.

    Attributes:
        path: Absolute path.
        folder: Whether it is a folder.
        size: Bytes.
        mtime_ms: Last change, epoch ms.
        name: What the row says.
    """

    path: str
    folder: bool
    size: int
    mtime_ms: int
    name: str


_KEYS: dict[str, Callable[[Entry], Any]] = {
    "NAME": lambda e: e.name.lower(),
    "DATE": lambda e: e.mtime_ms,
    "FILESIZE": lambda e: e.size,
    "MIMETYPE": lambda e: ("" if e.folder else mime_of(e.name), e.name.lower()),
}


class Notebook:
    """The app's files and preferences."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.files = context.system.files

    # -- preferences

    def get(self, name: str, default: Any = None) -> Any:
        """One of the app's settings; the default where it has another type."""
        value = self.context.preferences("app").get(name, default)
        return value if default is None or isinstance(value, type(default)) else default

    def put(self, **values: Any) -> None:
        """Changes settings; None removes one."""
        self.context.preferences("app").put(**values)

    @property
    def folder(self) -> str:
        """The notebook's folder."""
        return str(self.get("pref_key__notebook_directory", NOTEBOOK)).rstrip("/") or "/"

    @property
    def todo(self) -> str:
        """The file behind the To-Do page."""
        return str(self.get("pref_key__todo_filepath", f"{self.folder}/todo.txt"))

    @property
    def quicknote(self) -> str:
        """The file behind the QuickNote page."""
        return str(self.get("pref_key__quicknote_filepath", f"{self.folder}/QuickNote.md"))

    @property
    def intro_shown(self) -> bool:
        """Whether the intro was gone through."""
        return self.context.preferences().get(INTRO, False) is True

    def intro_done(self) -> None:
        """Stores that it was."""
        self.context.preferences().put(**{INTRO: True})

    @property
    def granted(self) -> bool:
        """Whether the app may manage all files."""
        state = self.context.system.packages.state(self.context.package)
        return state.app_ops.get("MANAGE_EXTERNAL_STORAGE") == "allow"

    # -- lists of documents

    def listed(self, folder: str) -> list[str]:
        """Paths in one of the lists (`VIRTUAL`), those that still exist."""
        text = str(self.get(LISTS[folder], ""))
        return [path for path in text.split("\n") if path and self.files.exists(path)]

    def is_favourite(self, path: str) -> bool:
        """Whether a document is among the favourites."""
        return path in self.listed(FAVOURITES)

    def toggle_favourite(self, path: str) -> None:
        """Adds a document to the favourites, or takes it away."""
        paths = self.listed(FAVOURITES)
        changed = [p for p in paths if p != path] if path in paths else [*paths, path]
        self.put(**{LISTS[FAVOURITES]: "\n".join(changed)})

    def visited(self, path: str) -> None:
        """Puts a document on top of the recent ones, and counts it."""
        if path in (self.todo, self.quicknote) or not self.get(f"list_in_recents:{path}", True):
            return
        recent = [path, *(p for p in self.listed(RECENT) if p != path)][:LIST_LENGTH]
        count = int(self.get(f"visits:{path}", 0)) + 1
        popular = {p: int(self.get(f"visits:{p}", 0)) for p in self.listed(POPULAR)}
        popular[path] = count
        ordered = sorted(popular, key=lambda p: (-popular[p], p))[:LIST_LENGTH]
        self.put(
            **{
                LISTS[RECENT]: "\n".join(recent),
                LISTS[POPULAR]: "\n".join(ordered),
                f"visits:{path}": count,
            }
        )

    # -- looking

    def entries(self, folder: str) -> list[Entry]:
        """What is in a folder, as the settings sort it; empty where it can't be read."""
        if folder in VIRTUAL:
            return [e for path in self.listed(folder) if (e := self.entry(path)) is not None]
        return self.listing(folder).read(self.files)

    def listing(self, folder: str) -> Listing[Entry]:
        """What is in a folder, to be read again and again."""
        base = folder.rstrip("/") + "/"

        def make(name: str, stat: Stat) -> Entry | None:
            if stat.kind == "link":
                return self.entry(base + name)
            if stat.kind not in ("file", "dir"):
                return None
            return Entry(base + name, stat.kind == "dir", stat.size, stat.mtime_ms, name)

        order, reverse, folder_first, dot_files = self.order
        key = None
        if dot_files and not reverse:
            compared = _KEYS.get(order, _KEYS["NAME"])

            def key(entry: Entry) -> Any:
                return (folder_first and not entry.folder, compared(entry), entry.name)

        return Listing(folder, make, self.sorted, key)

    def entry(self, path: str) -> Entry | None:
        """One file or folder; None where there is none."""
        try:
            stat = self.files.stat(path)
        except FileError:
            return None
        name = posixpath.basename(path) or path
        return Entry(path, stat.kind == "dir", stat.size, stat.mtime_ms, name)

    @property
    def order(self) -> tuple[str, bool, bool, bool]:
        """How rows are sorted: by what, reversed, folders first; and whether dot files show."""
        values = self.context.preferences("app").all()
        base = "pref_key__file_browser_"
        return (
            str(values.get(f"{base}sort_by", "NAME")),
            bool(values.get(f"{base}sort_reverse", False)),
            bool(values.get(f"{base}folder_first", True)),
            bool(values.get(f"{base}dot_files", True)),
        )

    def sorted(self, entries: Iterable[Entry]) -> list[Entry]:
        """Sorts rows and leaves out what is not to be shown."""
        order, reverse, folder_first, dot_files = self.order
        if not dot_files:
            entries = (e for e in entries if not e.name.startswith("."))
        named = sorted(entries, key=lambda e: e.name)
        found = sorted(named, key=_KEYS.get(order, _KEYS["NAME"]), reverse=reverse)
        if folder_first:
            found.sort(key=lambda e: not e.folder)
        return found

    def is_text(self, path: str) -> bool:
        """Whether Markor edits the file: by its extension, else by what it holds."""
        name = posixpath.basename(path)
        if kind_of(name) is not None:
            return True
        if "." in name.lstrip("."):
            return False
        try:
            data = self.files.read(path)
        except FileError:
            return False
        return not data or all(b >= 32 or b in b"\t\n\r\f\b\x1b" for b in data[:4096])

    def search(
        self, folder: str, text: str, *, regex: bool, case: bool, content: bool, first: bool
    ) -> list[str]:
        """Searches names, or contents too, below a folder.

        Returns:
            Lines for the list of results: a path relative to `folder`, with ``:line`` of the file
            behind it where that was found in the content.
        """
        pattern = compile_search(text, regex=regex, ignore_case=not case)
        if pattern is None:
            return []
        base = folder.rstrip("/") + "/"
        results: list[str] = []
        try:
            walked = list(self.files.walk(folder))
        except FileError:
            return []
        for path, stat in walked:
            name = path.removeprefix(base)
            if path == folder:
                continue
            if pattern.search(posixpath.basename(path)):
                results.append(name)
            if not content or stat.kind != "file" or not self.is_text(path):
                continue
            lines = self.files.read(path).decode("utf-8", "replace").split("\n")
            for number, line in enumerate(lines, 1):
                if pattern.search(line):
                    results.append(f"{name}:{number}")
                    if first:
                        break
        return results

    # -- changing; each says whether it worked

    def write(self, path: str, text: str) -> bool:
        """Writes a whole document."""
        try:
            self.files.write(path, text.encode("utf-8", "replace"), owner=self.context.uid)
        except FileError:
            return False
        return True

    def make_folder(self, path: str) -> bool:
        """Makes a folder, and those above it."""
        try:
            self.files.mkdir(path, parents=True, owner=self.context.uid)
        except FileError:
            return False
        return True

    def delete(self, paths: Sequence[str]) -> None:
        """Deletes files, and folders with all that is in them."""
        for path in paths:
            try:
                self.files.rmtree(path)
            except FileError:
                continue

    def rename(self, path: str, name: str) -> bool:
        """Gives a file or folder another name in its folder."""
        try:
            self.files.rename(path, f"{posixpath.dirname(path)}/{name}")
        except FileError:
            return False
        return True

    def put_into(self, path: str, folder: str, *, copy: bool, clash: str = "") -> bool:
        """Moves or copies into a folder.

        Args:
            path: What.
            folder: Where to.
            copy: Whether it stays where it is too.
            clash: "keep" gives it a free name, "overwrite" replaces what has its name.
        """
        name = posixpath.basename(path)
        target = f"{folder.rstrip('/')}/{name}"
        stem, dot, extension = name.rpartition(".")
        number = 1
        while clash == "keep" and self.files.exists(target):
            renamed = f"{stem}_{number}{dot}{extension}" if stem else f"{name}_{number}"
            target = f"{folder.rstrip('/')}/{renamed}"
            number += 1
        try:
            if clash == "overwrite" and self.files.exists(target):
                if self.files.resolve(target) == self.files.resolve(path):
                    return True
                self.files.rmtree(target)
            if copy:
                self.files.copy(path, target)
            else:
                self.files.rename(path, target)
        except FileError:
            return False
        return True

    # -- words

    def date_text(self, mtime_ms: int, *, seconds: bool = False) -> str:
        """A time as rows show it, e.g. ``10/15/2023, 15:34``."""
        moment = self.context.system.clock.datetime(
            max(-62_135_510_400_000, min(253_402_214_400_000, mtime_ms))
        )
        day = f"{moment.month:02}/{moment.day:02}/{moment.year:04}"
        if self.context.system.settings.get("system", "time_12_24") == "24":
            return f"{day}, {moment.hour:02}:{moment.minute:02}"
        half = "AM" if moment.hour < 12 else "PM"
        return f"{day}, {moment.hour % 12 or 12}:{moment.minute:02} {half}"


def mime_of(name: str) -> str:
    """MIME type by a file's name."""
    kind = kind_of(name)
    if kind is not None:
        return TYPES[kind]
    extension = name.lower().rpartition(".")[2]
    return MIME.get(extension, "*/*")


def size_text(size: int) -> str:
    """A size as Markor writes it: ``20 Bytes``, ``1.5 KB``."""
    if size < 1024:
        return f"{size} Bytes"
    power = min((size.bit_length() - 1) // 10, 3)
    value = f"{size / 1024**power:.2f}".rstrip("0").rstrip(".")
    return f"{value} {('Bytes', 'KB', 'MB', 'GB')[power]}"


def install(context: Context, *, cleared: bool) -> None:
    """The prepared image is past the intro and may manage all files; a cleared app is not."""
    packages = context.system.packages
    ops = packages.state(context.package).app_ops
    if cleared:
        if "MANAGE_EXTERNAL_STORAGE" in ops:
            ops = ops.delete("MANAGE_EXTERNAL_STORAGE")
            packages.change(context.package, app_ops=ops)
        return
    packages.change(context.package, app_ops=ops.set("MANAGE_EXTERNAL_STORAGE", "allow"))
    Notebook(context).intro_done()
