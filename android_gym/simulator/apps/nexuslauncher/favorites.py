"""The icons on the home screen, as stored.

Launcher3 uses a database; here each occupied cell is an entry in the launcher's preferences.
Nothing is written until the user moves something.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from android_gym.simulator.ui.activity import Context

__all__ = [
    "COLUMNS",
    "HOTSEAT",
    "MOST_SCREENS",
    "ROWS",
    "Item",
    "Spot",
    "dropped",
    "free_spot",
    "read",
    "taken_out",
    "write",
]

COLUMNS: Final = 4
ROWS: Final = 4
"""Rows of cells on a page of the home screen, below the date."""

HOTSEAT: Final = -1
"""Number of the "screen" that stands for the hotseat, the row below all pages."""

MOST_SCREENS: Final = 9

_PREFERENCES: Final = "com.android.launcher3.prefs"
_CELL: Final = "cell "
_EDITED: Final = "cells_edited"
_MOST_ITEMS: Final = 64
"""Maximum number of apps in a folder."""


@dataclass(frozen=True, order=True)
class Spot:
    """A cell of the home screen.

    Attributes:
        screen: Number of the screen, from 0, or `HOTSEAT`.
        row: Row from the top, 0 in the hotseat.
        column: Column from the start.
    """

    screen: int
    row: int
    column: int

    @property
    def exists(self) -> bool:
        """True if the cell exists."""
        hotseat = self.screen == HOTSEAT and self.row == 0
        there = hotseat or (0 <= self.screen < MOST_SCREENS and 0 <= self.row < ROWS)
        return there and 0 <= self.column < COLUMNS


@dataclass(frozen=True)
class Item:
    """An app or folder on the home screen.

    Attributes:
        spot: Cell of the item.
        components: Component of the app; several make a folder.
        title: Name of the folder.
    """

    spot: Spot
    components: tuple[str, ...]
    title: str = ""

    @property
    def folder(self) -> bool:
        """True if it is a folder."""
        return len(self.components) > 1


def read(context: Context) -> tuple[Item, ...] | None:
    """Return the home screen's items; None if the user has never moved anything.

    Invalid entries are skipped.
    """
    values = context.preferences(_PREFERENCES).all()
    if not values.get(_EDITED):
        return None
    items = {}
    for name, value in values.items():
        numbers = name.removeprefix(_CELL).split(",")
        if not name.startswith(_CELL) or not isinstance(value, str) or len(numbers) != 3:
            continue
        if not all(number.removeprefix("-").isdecimal() for number in numbers):
            continue
        spot = Spot(*(int(number[:9]) for number in numbers))
        title, *components = value.split("\n")
        if spot.exists and components:
            items[spot] = Item(spot, tuple(dict.fromkeys(components[:_MOST_ITEMS])), title)
    return tuple(items[spot] for spot in sorted(items))


def write(context: Context, items: Sequence[Item]) -> None:
    """Write the home screen's items."""
    preferences = context.preferences(_PREFERENCES)
    values: dict[str, str | bool | None] = {
        name: None for name in preferences.all() if name.startswith(_CELL)
    }
    for item in items:
        spot = item.spot
        name = f"{_CELL}{spot.screen},{spot.row},{spot.column}"
        values[name] = "\n".join((item.title, *item.components))
    values[_EDITED] = True
    preferences.put(**values)


def dropped(
    items: Sequence[Item], component: str, start: Spot | None, end: Spot | None
) -> tuple[Item, ...] | None:
    """Return the home screen's items after a drop.

    Args:
        items: Items before the drop.
        component: Component of the dragged app, or of a folder's first app.
        start: Original cell of the app or whole folder; None if it comes from all apps.
        end: Target cell; None removes the item.

    Returns:
        Items after the drop; None if it isn't allowed there and nothing changes.
    """
    there = {item.spot: item for item in items}
    moved = there.pop(start, None) if start is not None else None
    if moved is None:
        moved = Item(end or Spot(0, 0, 0), (component,))
    if end is None:
        return tuple(there[spot] for spot in sorted(there))
    below = there.get(end)
    if below is not None:
        full = len(below.components) >= _MOST_ITEMS
        if moved.folder or component in below.components or full:
            return None
        there[end] = replace(below, components=(*below.components, component))
    elif end.exists:
        there[end] = replace(moved, spot=end)
    else:
        return None
    return tuple(there[spot] for spot in sorted(there))


def taken_out(items: Sequence[Item], folder: Spot, component: str) -> tuple[Item, ...]:
    """Return the items without one app of a folder; a folder with one app left becomes that app."""
    found = []
    for item in items:
        if item.spot == folder:
            rest = tuple(each for each in item.components if each != component)
            title = item.title if len(rest) > 1 else ""
            item = replace(item, components=rest, title=title)
        if item.components:
            found.append(item)
    return tuple(found)


def free_spot(items: Sequence[Item], screen: int) -> Spot | None:
    """Return the first free cell of a page; None if there is none."""
    taken = {item.spot for item in items}
    cells = (Spot(screen, row, column) for row in range(ROWS) for column in range(COLUMNS))
    return next((spot for spot in cells if spot.exists and spot not in taken), None)
