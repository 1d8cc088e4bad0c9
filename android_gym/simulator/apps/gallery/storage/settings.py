"""The app's preferences, under the app's own names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from android_gym.simulator.appkit.simple_commons import prefs
from android_gym.simulator.apps.gallery.model import ALL_KINDS, FAVORITES, RECYCLE_BIN
from android_gym.simulator.ui.activity import Context

__all__ = [
    "ASCENDING_DATES",
    "BY_CUSTOM",
    "BY_DATE",
    "BY_NAME",
    "BY_PATH",
    "BY_RANDOM",
    "BY_SIZE",
    "BY_TAKEN",
    "Group",
    "Order",
    "Settings",
]

BY_NAME, BY_DATE, BY_SIZE, BY_TAKEN, BY_PATH = 1, 2, 4, 8, 32
BY_RANDOM, BY_CUSTOM = 16384, 131072
_DESCENDING, _NUMERIC = 1024, 32768
_WAYS: Final = (BY_NAME, BY_PATH, BY_SIZE, BY_DATE, BY_TAKEN, BY_RANDOM, BY_CUSTOM)

NO_GROUPS: Final = 1
ASCENDING_DATES: Final = (2, 4, 64, 128)
"""Groupings by date: day of change, day taken, month of change, month taken."""
_COUNTED: Final = 2048


@dataclass(frozen=True)
class Order:
    """An order of folders or media.

    Attributes:
        by: `BY_NAME` and so on.
        descending: Whether the order is descending.
        numeric: Whether numbers in names are compared by value.
    """

    by: int = BY_DATE
    descending: bool = True
    numeric: bool = False

    @classmethod
    def read(cls, bits: object, default: int) -> Order:
        """Return the order encoded as a number in the preferences."""
        number = bits if isinstance(bits, int) and not isinstance(bits, bool) else default
        by = next((way for way in _WAYS if number & way), BY_NAME)
        return cls(by, bool(number & _DESCENDING), bool(number & _NUMERIC))

    @property
    def bits(self) -> int:
        """The number stored in the preferences."""
        return self.by | _DESCENDING * self.descending | _NUMERIC * self.numeric


@dataclass(frozen=True)
class Group:
    """A grouping of media under headings.

    Attributes:
        by: 1 for no grouping, else 2, 4 ... 128, as the app numbers them.
        descending: Whether the groups are in descending order.
        counted: Whether headings show the number of media.
    """

    by: int = NO_GROUPS
    descending: bool = True
    counted: bool = False

    @classmethod
    def read(cls, bits: object) -> Group:
        """Return the grouping encoded as a number in the preferences."""
        number = bits if isinstance(bits, int) and not isinstance(bits, bool) else NO_GROUPS
        by = next((way for way in (2, 4, 8, 16, 32, 64, 128) if number & way), NO_GROUPS)
        return cls(by, bool(number & _DESCENDING), bool(number & _COUNTED))

    @property
    def bits(self) -> int:
        """The number stored in the preferences."""
        return self.by | _DESCENDING * self.descending | _COUNTED * self.counted


class Settings:
    """The app's preferences.

    Args:
        context: The app's context.
    """

    def __init__(self, context: Context) -> None:
        self._kept = prefs(context)

    def flag(self, name: str, default: bool = False) -> bool:
        """Return a boolean preference."""
        return self._kept.get(name, default)

    def number(self, name: str, default: int, low: int = 0, high: int = 1 << 31) -> int:
        """Return a number; the default if none is stored or it is out of range."""
        kept = self._kept.get(name, default)
        return kept if low <= kept <= high else default

    def text(self, name: str) -> str:
        """Return a string preference; empty if none is stored."""
        return self._kept.get(name, "")

    def texts(self, name: str, default: frozenset[str] = frozenset()) -> frozenset[str]:
        """Return a preference that is a set of strings."""
        return self._kept.get(name, default)

    def put(self, **values: Any) -> None:
        """Store preferences; None removes one."""
        self._kept.put(**values)

    # -- sorting, grouping and view type, of all folders or of one

    @property
    def folder_order(self) -> Order:
        """The order of the folders."""
        return Order.read(self._kept.get("directory_sort_order"), BY_DATE | _DESCENDING)

    def _own(self, prefix: str, folder: str) -> object:
        return self._kept.get(prefix + folder.lower())

    def has_order(self, folder: str) -> bool:
        """Return whether a folder has an order of its own."""
        return self._own("sort_folder_", folder) is not None

    def media_order(self, folder: str) -> Order:
        """Return the order of a folder's media."""
        usual = self.number("sort_order", _NUMERIC | _DESCENDING | BY_DATE)
        own = self._own("sort_folder_", folder)
        return Order.read(usual if own is None else own, usual)

    def set_order(self, order: Order, folder: str | None = None) -> None:
        """Store the order of one folder's media, or the default order."""
        self.put(
            **{"sort_order" if folder is None else f"sort_folder_{folder.lower()}": order.bits}
        )

    def has_groups(self, folder: str) -> bool:
        """Return whether a folder has a grouping of its own."""
        return self._own("group_folder_", folder) is not None

    def groups(self, folder: str) -> Group:
        """Return how a folder's media are grouped; those of all folders by day taken by default."""
        own = self._own("group_folder_", folder or "show_all")
        usual = self._kept.get("group_by", (4 | _DESCENDING) if not folder else NO_GROUPS)
        return Group.read(usual if own is None else own)

    def set_groups(self, group: Group, folder: str | None = None) -> None:
        """Store the grouping of one folder's media, or the default grouping."""
        name = "group_by" if folder is None else f"group_folder_{(folder or 'show_all').lower()}"
        self.put(**{name: group.bits})

    def has_view(self, folder: str) -> bool:
        """Return whether a folder has a view type of its own."""
        return self._own("view_type_folder_", folder or "show_all") is not None

    def is_list(self, folder: str) -> bool:
        """Return whether a folder's media are shown as a list instead of a grid."""
        own = self._own("view_type_folder_", folder or "show_all")
        return (self.number("view_type_files", 1) if own is None else own) == 2

    @property
    def folders_are_list(self) -> bool:
        """True if the folders are shown as a list instead of a grid."""
        return self.number("view_type_folders", 1) == 2

    @property
    def kinds(self) -> int:
        """Kinds of media to show, as bits."""
        return self.number("filter_media", ALL_KINDS, 0, 63)

    @property
    def pinned(self) -> frozenset[str]:
        """Folders pinned above all others."""
        return self.texts("pinned_folders", frozenset({FAVORITES, RECYCLE_BIN}))

    @property
    def uses_bin(self) -> bool:
        """True if deleted files are moved to the recycle bin."""
        return self.flag("use_recycle_bin", True)

    def cover(self, folder: str) -> str:
        """Return the path of the cover that the user chose for a folder; empty for none."""
        chosen = self._kept.get("album_covers_" + folder.lower())
        return chosen if isinstance(chosen, str) else ""

    def set_cover(self, folder: str, path: str | None) -> None:
        """Set a folder's cover; None resets it to the newest picture."""
        self.put(**{f"album_covers_{folder.lower()}": path})
