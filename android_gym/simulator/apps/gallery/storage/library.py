"""The media in shared storage: the folders that contain some, and the media in each."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.apps.gallery.model import (
    FAVORITES,
    RECYCLE_BIN,
    STORAGE,
    Directory,
    Medium,
    folder_name,
    kind_of,
    natural,
)
from android_gym.simulator.apps.gallery.storage.database import Records
from android_gym.simulator.apps.gallery.storage.settings import (
    BY_CUSTOM,
    BY_DATE,
    BY_NAME,
    BY_PATH,
    BY_RANDOM,
    BY_SIZE,
    BY_TAKEN,
    Order,
    Settings,
)
from android_gym.simulator.system.inodes import Stat
from android_gym.simulator.system.listing import Listing
from android_gym.simulator.system.media.exif import read_exif
from android_gym.simulator.ui.activity import Context

__all__ = ["Library", "arranged"]

_OF_APPS: Final = frozenset({f"{STORAGE}/Android/data", f"{STORAGE}/Android/obb"})
_MOST_LISTINGS: Final = 512
_MOST_EXIF: Final = 32 << 20

Key = Callable[[Medium], tuple[Any, ...]]


def _key(order: Order) -> tuple[Key, bool]:
    """Return the sort key of an order, and whether the sorted list is reversed."""
    sign = -1 if order.descending else 1
    if order.by == BY_DATE:
        return (
            lambda medium: (sign * medium.modified_ms, natural(medium.path), medium.path)
        ), False
    if order.by == BY_TAKEN:
        return (lambda medium: (sign * medium.taken_ms, natural(medium.path), medium.path)), False
    if order.by == BY_SIZE:
        return (lambda medium: (sign * medium.size, natural(medium.path), medium.path)), False
    if order.by == BY_RANDOM:
        return (lambda medium: (zlib.crc32(medium.path.encode()), medium.path)), False
    whole = order.by == BY_PATH
    fold: Callable[[str], Any] = natural if order.numeric else str.lower
    if whole:
        return (lambda medium: (fold(medium.path), medium.path)), order.descending
    return (lambda medium: (fold(medium.name), medium.path)), order.descending


def arranged(media: Iterable[Medium], order: Order) -> list[Medium]:
    """Return media sorted in an order."""
    key, backwards = _key(order)
    return sorted(media, key=key, reverse=backwards)


class Library:
    """Finds the media and their folders.

    Results are cached, and only changed folders are read again, so a screen may query its library
    at every step.

    Args:
        context: The app's context.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._files = context.system.files
        self.settings = Settings(context)
        self.records = Records(context)
        self._inside: dict[str, tuple[Map[str, tuple[str, int]], tuple[str, ...]]] = {}
        self._listings: dict[Hashable, Listing[Medium]] = {}
        self._summaries: dict[str, tuple[list[Medium], Directory]] = {}
        self._all: tuple[Order, tuple[list[Medium], ...], list[Medium]] | None = None

    @property
    def bin_folder(self) -> str:
        """The folder that contains the files in the recycle bin."""
        return f"{self._context.data_dir}/files"

    # -- folders

    def _subfolders(self, folder: str) -> tuple[Map[str, tuple[str, int]], tuple[str, ...]] | None:
        try:
            names = self._files.names(folder)
            known = self._inside.get(folder)
            if known is None or known[0] is not names:
                stats = self._files.stats(folder)
                inside = tuple(sorted(name for name, stat in stats.items() if stat.kind == "dir"))
                known = self._inside[folder] = (names, inside)
        except FileError:
            return None
        return known

    def hides_itself(self, folder: str) -> bool:
        """Return whether a folder contains a file ``.nomedia``."""
        return self._files.exists(f"{folder}/.nomedia")

    def folders(self, hidden: bool = False, excluded: bool = False) -> list[str]:
        """List the folders of shared storage that may contain media.

        Args:
            hidden: Whether to include those hidden by a dot or a file ``.nomedia``.
            excluded: Whether to include those that the user has excluded.
        """
        out = frozenset() if excluded else self.settings.texts("excluded_folders")
        pending, found = [STORAGE, *sorted(self.settings.texts("included_folders"))], []
        seen = set()
        while pending:
            folder = pending.pop(0)
            if folder in seen or folder in out:
                continue
            seen.add(folder)
            inside = self._subfolders(folder)
            if inside is None or (not hidden and ".nomedia" in inside[0]):
                continue
            found.append(folder)
            for name in inside[1]:
                path = f"{folder}/{name}"
                if path not in _OF_APPS and (hidden or name[0] != "."):
                    pending.append(path)
        return found

    def hidden_folders(self) -> list[str]:
        """List the folders that contain a file ``.nomedia``."""
        return [folder for folder in self.folders(True, True) if self.hides_itself(folder)]

    # -- media

    def _medium(self, folder: str, name: str, stat: Stat) -> Medium:
        path, taken = f"{folder}/{name}", None
        if name.lower().endswith((".jpg", ".jpeg")) and stat.size <= _MOST_EXIF:
            try:
                exif = read_exif(self._files.read(path))
            except FileError:
                exif = None
            taken = exif.taken_ms if exif is not None else None
        modified = stat.mtime_ms
        return Medium(path, kind_of(name), stat.size, modified, taken or modified, stat.ino)

    def at(self, path: str) -> Medium | None:
        """Return the medium at a path; None if there is none."""
        folder, _, name = path.rpartition("/")
        try:
            stat = self._files.stat(path)
        except FileError:
            return None
        return self._medium(folder, name, stat) if stat.kind == "file" and kind_of(name) else None

    def in_folder(self, folder: str, order: Order, hidden: bool = False) -> list[Medium]:
        """List the media directly in a folder; the same list object while nothing has changed."""
        kinds = self.settings.kinds
        known = (folder, order, kinds, hidden)
        listing = self._listings.get(known)
        if listing is None:
            if len(self._listings) >= _MOST_LISTINGS:
                self._listings.clear()

            def make(name: str, stat: Stat) -> Medium | None:
                shown = stat.kind == "file" and kind_of(name) & kinds
                return (
                    self._medium(folder, name, stat)
                    if shown and (hidden or name[0] != ".")
                    else None
                )

            key, backwards = _key(order)
            listing = self._listings[known] = Listing(
                folder, make, lambda media: arranged(media, order), key, backwards
            )
        return listing.read(self._files)

    def favorites(self, order: Order) -> list[Medium]:
        """List the favourites that exist."""
        kinds = self.settings.kinds
        found = (self.at(path) for path in self.records.favorites())
        return arranged((medium for medium in found if medium and medium.kind & kinds), order)

    def in_bin(self, order: Order) -> list[Medium]:
        """List the media in the recycle bin."""
        found = (self.at(self.bin_folder + path) for path, _ in self.records.deleted())
        return arranged((medium for medium in found if medium), order)

    def everything(
        self, order: Order, hidden: bool = False, excluded: bool = False
    ) -> list[Medium]:
        """List the media of all folders."""
        parts = tuple(
            self.in_folder(folder, order, hidden) for folder in self.folders(hidden, excluded)
        )
        known = self._all
        if (
            known is not None
            and known[0] == order
            and len(known[1]) == len(parts)
            and all(old is new for old, new in zip(known[1], parts, strict=True))
        ):
            return known[2]
        found = arranged((medium for part in parts for medium in part), order)
        self._all = (order, parts, found)
        return found

    def media(self, folder: str, hidden: bool = False, excluded: bool = False) -> list[Medium]:
        """List the media of a folder, the recycle bin, the favourites, or (empty) all folders."""
        order = self.settings.media_order(folder)
        if folder == RECYCLE_BIN:
            return self.in_bin(order)
        if folder == FAVORITES:
            return self.favorites(order)
        if not folder:
            return self.everything(order, hidden, excluded)
        return self.in_folder(folder, order, hidden)

    # -- folders and their media

    def directories(
        self, hidden: bool = False, excluded: bool = False, special: bool = True
    ) -> list[Directory]:
        """List the folders with media, in the user's order.

        Args:
            hidden: Whether to include hidden folders and files.
            excluded: Whether to include excluded folders.
            special: Whether to include the recycle bin and the favourites.
        """
        found = []
        settings = self.settings
        for folder in self.folders(hidden, excluded):
            media = self.in_folder(folder, settings.media_order(folder), hidden)
            if media:
                found.append(self._summary(folder, media))
        if special:
            found += self._special()
        return self._sorted(found)

    def _special(self) -> Sequence[Directory]:
        settings, found = self.settings, []
        if favorites := self.media(FAVORITES):
            found.append(self._summary(FAVORITES, favorites))
        if settings.uses_bin and settings.flag("show_recycle_bin_at_folders", True):
            if deleted := self.media(RECYCLE_BIN):
                found.append(self._summary(RECYCLE_BIN, deleted))
        return found

    def _summary(self, folder: str, media: list[Medium]) -> Directory:
        known = self._summaries.get(folder)
        cover = self.settings.cover(folder)
        if known is None or known[0] is not media:
            kinds = 0
            for medium in media:
                kinds |= medium.kind
            directory = Directory(
                folder,
                folder_name(folder),
                media[0].path,
                len(media),
                max(medium.modified_ms for medium in media),
                max(medium.taken_ms for medium in media),
                sum(medium.size for medium in media),
                kinds,
            )
            known = self._summaries[folder] = (media, directory)
        directory = known[1]
        if cover and self._files.is_file(cover):
            return Directory(*(directory.path, directory.name, cover), *_rest(directory))
        return directory

    def _sorted(self, found: list[Directory]) -> list[Directory]:
        order, settings = self.settings.folder_order, self.settings
        names: Callable[[str], Any] = natural if order.numeric else str.lower
        backwards = order.descending
        if order.by == BY_CUSTOM:
            custom = settings.text("custom_folders_order").split("|||")
            places = {path: place for place, path in enumerate(custom)}
            found.sort(key=lambda one: (places.get(one.path, len(places)), one.path))
        elif order.by == BY_RANDOM:
            found.sort(key=lambda one: (zlib.crc32(one.path.encode()), one.path))
        else:
            key: Callable[[Directory], Any] = {
                BY_NAME: lambda one: names(one.name),
                BY_PATH: lambda one: names(one.path),
                BY_SIZE: lambda one: one.size,
                BY_TAKEN: lambda one: one.taken_ms,
            }.get(order.by, lambda one: one.modified_ms)
            found.sort(key=lambda one: one.path)
            found.sort(key=key, reverse=backwards)
        pinned, last = settings.pinned, settings.flag("show_recycle_bin_last")
        if last:
            pinned -= {RECYCLE_BIN}
        found.sort(key=lambda one: (last and one.path == RECYCLE_BIN, one.path not in pinned))
        return found


def _rest(one: Directory) -> tuple[int, int, int, int, int]:
    return one.count, one.modified_ms, one.taken_ms, one.size, one.kinds
