"""Chrome's ``Bookmarks`` file: JSON with the root folders and their contents."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Final, cast

from android_gym.errors import FileError
from android_gym.simulator.apps.chrome.history import chromium_time
from android_gym.simulator.apps.chrome.model import Bookmark, Deleted
from android_gym.simulator.ui.activity import Context

__all__ = ["MOBILE", "ROOTS", "BookmarkFile"]

Json = dict[str, "str | Json | list[Json]"]

ROOTS: Final = (("bookmark_bar", "Bookmarks bar", 1), ("other", "Other bookmarks", 2),
                ("synced", "Mobile bookmarks", 3))  # fmt: skip
"""Key, name and id of each root folder, which always exist."""

MOBILE: Final = 3
_NAMES: Final = {number: name for _, name, number in ROOTS}
_MOST_BYTES: Final = 16 << 20
_MOST_DEPTH: Final = 50


class BookmarkFile:
    """Reads and writes the file; an invalid file counts as one without bookmarks."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.path = f"{context.data_dir}/app_chrome/Default/Bookmarks"

    def all(self) -> list[Bookmark]:
        """Return all bookmarks and folders; the contents of a folder follow it, in order."""
        files = self._context.system.files
        try:
            if not files.is_file(self.path) or files.stat(self.path).size > _MOST_BYTES:
                return self._empty()
            written: object = json.loads(files.read(self.path))
        except (FileError, ValueError, RecursionError):
            return self._empty()
        roots = written.get("roots") if isinstance(written, dict) else None
        found: list[Bookmark] = []
        for key, name, number in ROOTS:
            found.append(Bookmark(number, name))
            root = roots.get(key) if isinstance(roots, dict) else None
            found += _inside(root, number, _MOST_DEPTH)
        return _numbered(found)

    @staticmethod
    def _empty() -> list[Bookmark]:
        return [Bookmark(number, name) for _, name, number in ROOTS]

    def inside(self, folder: int) -> list[Bookmark]:
        """Return the bookmarks and folders directly in a folder."""
        return [each for each in self.all() if each.parent == folder]

    def get(self, number: int) -> Bookmark | None:
        """Return a bookmark or folder by its id; None if there is none."""
        return next((each for each in self.all() if each.id == number), None)

    def of(self, url: str) -> Bookmark | None:
        """Return the first bookmark of a URL; None if there is none."""
        return next((each for each in self.all() if each.url == url), None)

    def search(self, query: str) -> list[Bookmark]:
        """Return the bookmarks in whose title or URL all words of a text occur."""
        words = query.casefold().split()
        return [
            each
            for each in self.all()
            if each.id not in _NAMES
            and all(word in f"{each.title} {each.url}".casefold() for word in words)
        ]

    def add(self, title: str, url: str = "", parent: int = MOBILE) -> int:
        """Add a bookmark, or a folder if there is no URL; return its id."""
        known = self.all()
        number = max(each.id for each in known) + 1
        self._write([*known, Bookmark(number, title, url, parent)])
        return number

    def change(self, bookmark: Bookmark) -> None:
        """Replace the bookmark that has the same id."""
        self._write([bookmark if each.id == bookmark.id else each for each in self.all()])

    def delete(self, numbers: tuple[int, ...]) -> Deleted:
        """Delete bookmarks, and folders with their contents; the root folders stay.

        Returns:
            What was deleted, for `restore`.
        """
        gone = set(numbers) - set(_NAMES)
        rest = []
        deleted = []
        for place, each in enumerate(self.all()):
            if each.id in gone or each.parent in gone:
                gone.add(each.id)
                deleted.append((place, each))
            else:
                rest.append(each)
        self._write(rest)
        return tuple(deleted)

    def restore(self, deleted: Deleted) -> None:
        """Put what was deleted back at its places, as far as its folders are still there."""
        known = self.all()
        ids = {each.id for each in known}
        for place, each in deleted:
            if each.id not in ids and each.parent in ids:
                known.insert(place, each)
                ids.add(each.id)
        self._write(known)

    def _write(self, bookmarks: list[Bookmark]) -> None:
        digest = hashlib.md5(usedforsecurity=False)
        added = str(chromium_time(self._context.system.clock.now_ms()))
        below: dict[int, list[Bookmark]] = {}
        for each in bookmarks:
            below.setdefault(each.parent, []).append(each)

        def node(bookmark: Bookmark) -> Json:
            kind = "folder" if bookmark.folder else "url"
            digest.update(str(bookmark.id).encode())
            digest.update(bookmark.title.encode("utf-16-le", "surrogatepass"))
            digest.update(kind.encode())
            common: Json = {"date_added": added, "id": str(bookmark.id), "name": bookmark.title,
                            "type": kind}  # fmt: skip
            if not bookmark.folder:
                digest.update(bookmark.url.encode("utf-8", "surrogatepass"))
                return {**common, "url": bookmark.url}
            return {**common, "children": [node(each) for each in below.get(bookmark.id, ())]}

        roots: Json = {key: node(Bookmark(number, name)) for key, name, number in ROOTS}
        text = json.dumps({"checksum": digest.hexdigest(), "roots": roots, "version": 1}, indent=3)
        files, folder = self._context.system.files, self.path.rpartition("/")[0]
        if not files.exists(folder):
            files.mkdir(folder, parents=True, mode=0o700, owner=self._context.uid)
        files.write(self.path, text.encode(), mode=0o600, owner=self._context.uid)


def _inside(node: object, parent: int, depth: int) -> Iterator[Bookmark]:
    """Yield the contents of a folder of the file, at any depth, without invalid entries."""
    children = node.get("children") if isinstance(node, dict) else None
    if not isinstance(children, list) or not depth:
        return
    for child in children:
        if not isinstance(child, dict):
            continue
        each = cast("dict[str, object]", child)
        number = str(each.get("id"))
        title, url = str(each.get("name", "")), each.get("url")
        if not number.isascii() or not number.isdigit() or len(number) > 18:
            number = "0"
        if each.get("type") == "url" and isinstance(url, str) and url:
            yield Bookmark(int(number), title, url, parent)
        elif each.get("type") == "folder":
            yield Bookmark(int(number), title, "", parent)
            yield from _inside(child, int(number), depth - 1)


def _numbered(bookmarks: list[Bookmark]) -> list[Bookmark]:
    """Drop bookmarks with a duplicate id, as the file may have been edited."""
    seen: set[int] = {0}
    kept = []
    for each in bookmarks:
        if each.id not in seen:
            seen.add(each.id)
            kept.append(each)
    return kept
