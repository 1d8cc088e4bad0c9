"""Markor's files, preferences, and lists of documents."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from android_gym.errors import FileError
from android_gym.simulator.appkit.searching import compile_search
from android_gym.simulator.appkit.storage_access import (
    allow_all_files,
    forbid_all_files,
    may_manage_files,
)
from android_gym.simulator.appkit.times import moment, time_of_day
from android_gym.simulator.apps.markor.java_time import java_time
from android_gym.simulator.apps.markor.model import (
    FAVOURITES,
    POPULAR,
    RECENT,
    SHARED,
    VIRTUAL,
    Entry,
    Sorting,
    kind_of,
    mime_of,
    size_text,
)
from android_gym.simulator.system.inodes import Stat
from android_gym.simulator.system.listing import Listing
from android_gym.simulator.ui.activity import Context

NOTEBOOK = f"{SHARED}/Documents/markor"
INTRO = "net.gsantner.markor.activity.IntroActivitywas_shown"
BOM = "\ufeff"
LISTS = {
    FAVOURITES: "pref_key__favourite_files",
    RECENT: "pref_key__recent_documents",
    POPULAR: "pref_key__popular_documents",
}
LIST_LENGTH = 20
LARGEST_BACKUP = 1 << 20
"""Maximum size in bytes of a settings backup that is read."""

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
        """Return a setting; the default if it is missing or has another type."""
        return self.context.preferences("app").get(name, default)

    def put(self, **values: Any) -> None:
        """Change settings; None removes a setting."""
        self.context.preferences("app").put(**values)

    def back_up(self, folder: str) -> str | None:
        """Write all settings to a file; return its path, or None if it can't be written."""
        now = self.context.system.clock.datetime()
        path = f"{folder.rstrip('/')}/BACKUP_markor_{now:%Y-%m-%dT%H-%M-%S}.json"
        kept = self.context.preferences("app").all()
        data = {"app": {key: kept[key] for key in sorted(kept) if "password" not in key}}
        return path if self.write(path, json.dumps(data, ensure_ascii=False, indent=2)) else None

    def restore(self, path: str) -> bool:
        """Restore the settings from a backup; return whether the file is one."""
        try:
            if self.files.stat(path).size > LARGEST_BACKUP:
                return False
            data = json.loads(self.files.read(path))
        except (FileError, ValueError, RecursionError):
            return False
        kept = data.get("app") if isinstance(data, dict) else None
        if not isinstance(kept, dict):
            return False
        self.put(**{key: value for key, value in kept.items() if _plain(key) and _plain(value)})
        return True

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
    def start_folder(self) -> str:
        """The folder that the app starts in."""
        places = {
            "favourites": FAVOURITES,
            "internal_storage": SHARED,
            "appdata_public": f"{SHARED}/Android/data/{self.context.package}/files",
            "appdata_private": f"{self.context.data_dir}/files",
            "popular_documents": POPULAR,
            "recently_viewed_documents": RECENT,
        }
        return places.get(self.get("pref_key__app_start_folder", "notebook"), self.folder)

    @property
    def intro_shown(self) -> bool:
        """True once the intro has been completed."""
        return self.context.preferences().get(INTRO, False)

    def intro_done(self) -> None:
        """Record that the intro has been completed."""
        self.context.preferences().put(**{INTRO: True})

    @property
    def granted(self) -> bool:
        """True if the app may manage all files."""
        return may_manage_files(self.context)

    # -- lists of documents

    def listed(self, folder: str) -> list[str]:
        """Return the paths in one of the lists (`VIRTUAL`) that still exist."""
        text = str(self.get(LISTS[folder], ""))
        return [path for path in text.split("\n") if path and self.files.exists(path)]

    def is_favourite(self, path: str) -> bool:
        """Return whether a document is a favourite."""
        return path in self.listed(FAVOURITES)

    def toggle_favourite(self, path: str) -> None:
        """Add a document to the favourites or remove it."""
        paths = self.listed(FAVOURITES)
        changed = [p for p in paths if p != path] if path in paths else [*paths, path]
        self.put(**{LISTS[FAVOURITES]: "\n".join(changed)})

    def visited(self, path: str) -> None:
        """Put a document at the top of the recent ones and count the visit."""
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

    # -- listing and searching

    def entries(self, folder: str) -> list[Entry]:
        """List a folder in the settings' sort order; empty if it can't be read."""
        if folder in VIRTUAL:
            return [e for path in self.listed(folder) if (e := self.entry(path)) is not None]
        return self.listing(folder).read(self.files)

    def listing(self, folder: str) -> Listing[Entry]:
        """Return a folder's sorted contents as a reusable listing."""
        base = folder.rstrip("/") + "/"

        def make(name: str, stat: Stat) -> Entry | None:
            if stat.kind == "link":
                return self.entry(base + name)
            if stat.kind not in ("file", "dir"):
                return None
            return Entry(base + name, stat.kind == "dir", stat.size, stat.mtime_ms, name)

        sorting = self.sorting
        key = None
        if sorting.dot_files and not sorting.reverse:
            compared = _KEYS.get(sorting.by, _KEYS["NAME"])

            def key(entry: Entry) -> Any:
                return (sorting.folder_first and not entry.folder, compared(entry), entry.name)

        return Listing(folder, make, self.sorted, key)

    def entry(self, path: str) -> Entry | None:
        """Return one file or folder; None if it doesn't exist."""
        try:
            stat = self.files.stat(path)
        except FileError:
            return None
        name = posixpath.basename(path) or path
        return Entry(path, stat.kind == "dir", stat.size, stat.mtime_ms, name)

    @property
    def sorting(self) -> Sorting:
        """The sort order chosen in the settings."""
        values = self.context.preferences("app").all()
        base = "pref_key__file_browser_"
        return Sorting(
            str(values.get(f"{base}sort_by", "NAME")),
            bool(values.get(f"{base}sort_reverse", False)),
            bool(values.get(f"{base}folder_first", True)),
            bool(values.get(f"{base}dot_files", True)),
        )

    def sorted(self, entries: Iterable[Entry]) -> list[Entry]:
        """Sort rows and drop the hidden ones."""
        sorting = self.sorting
        if not sorting.dot_files:
            entries = (e for e in entries if not e.name.startswith("."))
        named = sorted(entries, key=lambda e: e.name)
        compared = _KEYS.get(sorting.by, _KEYS["NAME"])
        found = sorted(named, key=compared, reverse=sorting.reverse)
        if sorting.folder_first:
            found.sort(key=lambda e: not e.folder)
        return found

    def is_text(self, path: str) -> bool:
        """Return whether Markor edits a file, judged by its extension, else by its content."""
        name = posixpath.basename(path)
        if kind_of(name) is not None:
            return True
        if name.lower().endswith(self._always_opened):
            return True
        if "." in name.lstrip("."):
            return False
        try:
            data = self.files.read(path)
        except FileError:
            return False
        return not data or all(b >= 32 or b in b"\t\n\r\f\b\x1b" for b in data[:4096])

    @property
    def _always_opened(self) -> tuple[str, ...]:
        """Extensions of files that are opened here whatever their content."""
        text = str(self.get("pref_key__exts_to_always_open_in_this_app", ""))
        return tuple(end for end in re.split(r"[\s,]+", text.lower()) if end.strip("."))

    def search(
        self, folder: str, text: str, *, regex: bool, case: bool, content: bool, first: bool
    ) -> list[str]:
        """Search file names, and optionally contents, below a folder.

        Returns:
            Result lines: a path relative to `folder`, followed by ``:line`` if the content matched.
        """
        pattern = compile_search(text, regex=regex, ignore_case=not case)
        if pattern is None:
            return []
        base = folder.rstrip("/") + "/"
        ignored = set(str(self.get("pref_key__filesearch_ignorelist", "")).split("\n"))
        depth = str(self.get("pref_key__max_search_depth", "0"))
        deepest = int(depth) if depth.isdigit() else 0
        results: list[str] = []
        try:
            walked = list(self.files.walk(folder))
        except FileError:
            return []
        for path, stat in walked:
            name = path.removeprefix(base)
            parts = name.split("/")
            if path == folder or not ignored.isdisjoint(parts):
                continue
            if 0 < deepest < len(parts):
                continue
            if pattern.search(posixpath.basename(path)):
                results.append(name)
            if not content or stat.kind != "file" or not self.is_text(path):
                continue
            for number, line in enumerate(self.read_text(path).split("\n"), 1):
                if pattern.search(line):
                    results.append(f"{name}:{number}")
                    if first:
                        break
        return results

    # -- changing

    def _try(self, change: Callable[..., object], *arguments: Any, **options: Any) -> bool:
        """Make a change to files; return whether it succeeded."""
        try:
            change(*arguments, **options)
        except FileError:
            return False
        return True

    def write(self, path: str, text: str) -> bool:
        """Write a whole document; return whether it succeeded."""
        data = text.encode("utf-8", "replace")
        return self._try(self.files.write, path, data, owner=self.context.uid)

    def make_folder(self, path: str) -> None:
        """Create a folder and its parents."""
        self._try(self.files.mkdir, path, parents=True, owner=self.context.uid)

    def delete(self, paths: Sequence[str]) -> None:
        """Delete files, and folders with their contents."""
        for path in paths:
            self._try(self.files.rmtree, path)

    def rename(self, path: str, name: str) -> None:
        """Rename a file or folder."""
        self._try(self.files.rename, path, f"{posixpath.dirname(path)}/{name}")

    def put_into(self, path: str, folder: str, *, copy: bool, clash: str = "") -> None:
        """Move or copy a file or folder into a folder.

        Args:
            path: The file or folder.
            folder: Target folder.
            copy: Whether to copy instead of move.
            clash: If the name is taken: "keep" picks a free name, "overwrite" replaces the file.
        """
        folder, name = folder.rstrip("/"), posixpath.basename(path)
        target = f"{folder}/{name}"
        stem, dot, extension = name.rpartition(".")
        number = 1
        while clash == "keep" and self.files.exists(target):
            renamed = f"{stem}_{number}{dot}{extension}" if stem else f"{name}_{number}"
            target = f"{folder}/{renamed}"
            number += 1
        if clash == "overwrite" and self.files.exists(target):
            if self.files.resolve(target) == self.files.resolve(path):
                return
            if not self._try(self.files.rmtree, target):
                return
        self._try(self.files.copy if copy else self.files.rename, path, target)

    # -- texts

    def description(self, entry: Entry) -> str:
        """Return a row's second line: its time, or the format from the settings filled in.

        ``FS`` in the format stands for the size.
        """
        form = str(self.get("pref_key__file_description_format", ""))
        size = size_text(entry.size).replace("'", "")
        pattern = re.sub(r"FS(?=([^']*'[^']*')*[^']*$)", f"'{size}'", form)
        written = java_time(pattern, moment(self.context, entry.mtime_ms)) if form else None
        return self.date_text(entry.mtime_ms) if written is None else written

    def date_text(self, mtime_ms: int) -> str:
        """Format a time as rows show it, e.g. ``10/15/2023, 15:34``."""
        when = moment(self.context, mtime_ms)
        return f"{when:%m/%d}/{when.year:04}, {time_of_day(self.context, when)}"

    def read_text(self, path: str) -> str:
        """Read a text file, replacing invalid UTF-8; empty if it can't be read."""
        try:
            return self.files.read(path).decode("utf-8", "replace")
        except FileError:
            return ""

    @property
    def snippets(self) -> str:
        """The folder of the user's own templates."""
        return f"{self.folder}/.app/snippets"

    def snippet_names(self) -> list[str]:
        """List the user's own templates."""
        return [entry.name for entry in self.entries(self.snippets) if not entry.folder]


def _plain(value: object) -> bool:
    """Return whether a value read from a backup is valid as a setting."""
    if isinstance(value, str):
        return value.replace("\n", "").replace("\t", "").isprintable()
    return isinstance(value, int) and -(1 << 31) <= value < 1 << 31


def install(context: Context, *, cleared: bool) -> None:
    """Skip the intro and grant access to all files, like the prepared image; not when cleared."""
    if cleared:
        forbid_all_files(context)
        return
    allow_all_files(context)
    Notebook(context).intro_done()
