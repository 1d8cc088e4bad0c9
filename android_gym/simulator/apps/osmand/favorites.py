"""Favourites: a file for each group, and backups of all of them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from typing import Final

from android_gym.simulator.apps.osmand import gpx
from android_gym.simulator.apps.osmand.model import Favorite, Group
from android_gym.simulator.apps.osmand.storage import ROOT, now_of, write_file
from android_gym.simulator.ui.activity import Context

__all__ = ["FavoriteStore"]

FAVORITES: Final = f"{ROOT}/favorites"

_LEGACY: Final = "/data/user/0/net.osmand/files"
_SLASH: Final = "_%_"
_MOST_BACKUPS: Final = 10


class FavoriteStore:
    """Stores favourites, with a file for each group."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def files(self) -> list[tuple[str, bytes]]:
        """Return (group, content) of each file: the default group first, the others by name."""
        files = self.context.system.files
        if not files.is_dir(FAVORITES):
            return []
        found = []
        for name in files.listdir(FAVORITES):
            group = _group_of(name)
            if group is not None and files.is_file(f"{FAVORITES}/{name}"):
                found.append((group, files.read(f"{FAVORITES}/{name}")))
        return sorted(found, key=lambda each: (each[0] != "", each[0].casefold(), each[0]))

    def groups(self) -> list[Group]:
        """Return the groups: the default one first, the others by name."""
        found = [Group(name, gpx.read_favorites(data, name)) for name, data in self.files()]
        return [group for group in found if group.favorites or group.name]

    def get(self, group: str, name: str) -> Favorite | None:
        """Return a favourite; None if it doesn't exist."""
        for favorite in self._read(group):
            if favorite.name == name:
                return favorite
        return None

    def _read(self, group: str) -> tuple[Favorite, ...]:
        files, path = self.context.system.files, f"{FAVORITES}/{_file_of(group)}"
        if not files.is_file(path):
            return ()
        return gpx.read_favorites(files.read(path), group)

    def put(self, favorite: Favorite, replaced: Favorite | None = None) -> None:
        """Add a favourite, or replace one.

        Raises:
            FileError: If it can't be written.
        """
        kept = list(self._read(favorite.group))
        if replaced is not None and replaced.group == favorite.group:
            places = [i for i, each in enumerate(kept) if each.name == replaced.name]
            if places:
                kept[places[0]] = favorite
                self._write(favorite.group, kept)
                return
        kept = [each for each in kept if each.name != favorite.name]
        self._write(favorite.group, [*kept, favorite])
        if replaced is not None and replaced.group != favorite.group:
            self.delete(replaced.group, frozenset((replaced.name,)))

    def delete(self, group: str, names: frozenset[str]) -> None:
        """Delete favourites of a group.

        Raises:
            FileError: If the others can't be written.
        """
        kept = self._read(group)
        left = [each for each in kept if each.name not in names]
        if len(left) < len(kept):
            self._write(group, left)

    def delete_group(self, group: str) -> None:
        """Delete a group and its favourites; do nothing if it doesn't exist."""
        files, path = self.context.system.files, f"{FAVORITES}/{_file_of(group)}"
        if files.is_file(path):
            files.remove(path)
            self._back_up()

    def add_group(self, group: str) -> None:
        """Create an empty group.

        Raises:
            FileError: If it can't be written.
        """
        if not self._read(group):
            self._write(group, [])

    def _write(self, group: str, favorites: Sequence[Favorite]) -> None:
        name = _file_of(group).removesuffix(".gpx")
        data = gpx.write_favorites(name, gpx.iso_time(now_of(self.context)), favorites)
        write_file(self.context, f"{FAVORITES}/{name}.gpx", data)
        self._back_up()

    def _back_up(self) -> None:
        """Write a backup of all favourites, and keep the last ten as archives."""
        favorites = [each for group in self.groups() for each in group.favorites]
        now = now_of(self.context)
        data = gpx.write_favorites("favourites_bak", gpx.iso_time(now), favorites)
        write_file(self.context, f"{_LEGACY}/favourites_bak.gpx", data)
        stamp = self.context.system.clock.datetime().strftime("%Y-%m-%d_%H%M%S")
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            entry = zipfile.ZipInfo("favourites.gpx", (2023, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
        folder = f"{_LEGACY}/backup"
        write_file(self.context, f"{folder}/favorites_bak_{stamp}.gpx.zip", packed.getvalue())
        files = self.context.system.files
        old = [n for n in sorted(files.listdir(folder)) if n.startswith("favorites_bak_")]
        for name in old[:-_MOST_BACKUPS]:
            files.remove(f"{folder}/{name}")


def _file_of(group: str) -> str:
    return f"favorites-{group.replace('/', _SLASH)}.gpx" if group else "favorites.gpx"


def _group_of(name: str) -> str | None:
    """Return the name of a file's group; None for other files."""
    if name == "favorites.gpx":
        return ""
    if name.startswith("favorites-") and name.endswith(".gpx"):
        return name[len("favorites-") : -len(".gpx")].replace(_SLASH, "/")
    return None
