"""A sorted directory listing that is updated incrementally: only changed entries are sorted in."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable
from itertools import compress
from operator import is_not
from typing import Any, Generic, TypeVar

from android_gym.errors import FileError
from android_gym.simulator.system.files import Files
from android_gym.simulator.system.inodes import Stat

__all__ = ["Listing"]

T = TypeVar("T")

_MOST_INSERTED = 20
"""Above this number of changes the whole list is sorted again."""


class Listing(Generic[T]):
    """Entries of one folder, sorted.

    Args:
        folder: Path of the folder.
        make: Makes an item from a name and its `Stat`; None leaves the file out. Called again
            whenever the `Stat` has changed, and each time for links.
        sort: Sorts all items.
        key: Sort key that `sort` compares by; None if no single key expresses the order. No two
            items may have equal keys.
        backwards: Whether `sort` puts the largest key first.
    """

    def __init__(
        self,
        folder: str,
        make: Callable[[str, Stat], T | None],
        sort: Callable[[Iterable[T]], list[T]],
        key: Callable[[T], Any] | None = None,
        backwards: bool = False,
    ) -> None:
        self.folder = folder
        self._make = make
        self._sort = sort
        self._key = key
        self._backwards = backwards
        self._names: object = None
        self._stats: dict[str, Stat] = {}
        self._links: set[str] = set()
        self._made: dict[str, T | None] = {}
        self._sorted: list[T] = []

    def read(self, files: Files) -> list[T]:
        """Return the folder's current items, not to be modified; empty without the folder."""
        try:
            names: object = files.names(self.folder)
            stats = files.stats(self.folder)
        except FileError:
            names, stats = None, {}
        before = self._stats
        if names is self._names:  # then both are in the same order; few are looked at themselves
            differ = compress(stats, map(is_not, stats.values(), before.values()))
            changed = list(self._links.union(differ))
        else:
            changed = [
                name
                for name, stat in stats.items()
                if before.get(name) is not stat or name in self._links
            ]
        new_names = sum(name not in before for name in changed)
        gone = before.keys() - stats.keys() if len(before) + new_names > len(stats) else set()
        if changed or gone:
            made = self._made
            old = [made[name] for name in changed if name in made]
            old += [made.pop(name) for name in gone]
            new = {name: self._make(name, stats[name]) for name in changed}
            made.update(new)
            removed = [item for item in old if item is not None]
            added = [item for item in new.values() if item is not None]
            if self._key is None or len(removed) + len(added) > _MOST_INSERTED:
                without = {id(item) for item in removed}
                kept = [item for item in self._sorted if id(item) not in without]
                found = self._sort([*kept, *added])
            else:
                found = self._exchanged(removed, added, self._key)
            self._sorted = found
            self._links = {name for name in changed if stats[name].kind == "link"}
        self._names, self._stats = names, stats
        return self._sorted

    def _exchanged(self, removed: list[T], added: list[T], key: Callable[[T], Any]) -> list[T]:
        """Return the sorted items with a few exchanged, without re-sorting the others."""
        found = self._sorted.copy()
        if self._backwards:
            found.reverse()
        for item in removed:
            place = bisect_left(found, key(item), key=key)
            while found[place] is not item:  # should keys be equal after all
                place += 1
            del found[place]
        for item in added:
            insort(found, item, key=key)
        if self._backwards:
            found.reverse()
        return found
