"""Layouts of the recording screen: the values it shows, in which order and how large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from android_gym.simulator.ui.activity import Context

__all__ = [
    "DEFAULT_NAME",
    "MOST_COLUMNS",
    "TITLES",
    "Layout",
    "LayoutField",
    "keep",
    "layouts",
    "reset",
    "select",
    "selected",
]

DEFAULT_NAME: Final = "Default Layout"
MOST_COLUMNS: Final = 3
MOST_LAYOUTS: Final = 50

TITLES: Final = {
    "distance": "Distance",
    "total_time": "Total time",
    "speed": "Speed",
    "moving_time": "Moving time",
    "average_speed": "Avg speed",
    "max_speed": "Max speed",
    "average_moving_speed": "Avg moving speed",
    "altitude": "Elevation",
    "gain": "Gain",
    "loss": "Loss",
    "pace": "Pace",
    "average_moving_pace": "Avg moving pace",
    "average_pace": "Avg pace",
    "fastest_pace": "Fastest pace",
    "coordinates": "Coordinates",
    "heart_rate": "Heart rate",
    "cadence": "Cadence",
    "power": "Power",
    "time": "Clock",
}
"""Available values by key, in the order of a new layout."""

_PRIMARY: Final = ("distance", "total_time", "speed", "moving_time")
_SHOWN: Final = 10
"""Number of fields visible in a new layout, from the first on."""

_LAYOUTS: Final = "statsCustomLayoutFieldsKey"
_SELECTED: Final = "statsCustomSelectedLayoutKey"


@dataclass(frozen=True)
class LayoutField:
    """One value of a layout.

    Attributes:
        key: One of `TITLES`.
        visible: Whether the value is shown.
        primary: Whether the heading is large.
    """

    key: str
    visible: bool = True
    primary: bool = False


@dataclass(frozen=True)
class Layout:
    """A layout of the recording screen.

    Attributes:
        name: Name given by the user.
        columns: Values per row, 1 to `MOST_COLUMNS`.
        fields: All values, in order.
    """

    name: str
    columns: int = 2
    fields: tuple[LayoutField, ...] = tuple(
        LayoutField(key, place < _SHOWN, key in _PRIMARY) for place, key in enumerate(TITLES)
    )

    def changed(self, field: LayoutField) -> Layout:
        """Return the layout with one field changed."""
        fields = tuple(field if each.key == field.key else each for each in self.fields)
        return replace(self, fields=fields)

    def moved(self, key: str, by: int) -> Layout:
        """Return the layout with a visible field moved among the visible ones."""
        shown = [each for each in self.fields if each.visible]
        rest = tuple(each for each in self.fields if not each.visible)
        place = next((i for i, each in enumerate(shown) if each.key == key), None)
        if place is not None:
            shown.insert(max(0, min(len(shown) - 1, place + by)), shown.pop(place))
        return replace(self, fields=(*shown, *rest))


def layouts(context: Context) -> tuple[Layout, ...]:
    """Return the stored layouts, or the default one if they can't be read."""
    lines = context.preferences().get(_LAYOUTS, "").split("\n")
    found: dict[str, Layout] = {}
    for layout in map(_read, lines[:MOST_LAYOUTS]):
        if layout is not None:
            found.setdefault(layout.name, layout)
    return tuple(found.values()) or (Layout(DEFAULT_NAME),)


def _read(line: str) -> Layout | None:
    name, columns, *parts = (*line.split(";"), "", "")[: len(TITLES) + 2]
    fields: dict[str, LayoutField] = {}
    for part in parts:
        key, visible, primary = (*part.split(","), "", "", "")[:3]
        if key in TITLES:
            fields.setdefault(key, LayoutField(key, visible == "1", primary == "1"))
    if not name.strip() or columns not in ("1", "2", "3") or not fields:
        return None
    missing = (LayoutField(key, visible=False) for key in TITLES if key not in fields)
    return Layout(name, int(columns), (*fields.values(), *missing))


def keep(context: Context, kept: Sequence[Layout]) -> None:
    """Save all layouts."""
    lines = []
    for layout in kept:
        fields = (f"{f.key},{f.visible:d},{f.primary:d}" for f in layout.fields)
        lines.append(";".join((layout.name, str(layout.columns), *fields)))
    context.preferences().put(**{_LAYOUTS: "\n".join(lines)})


def selected(context: Context) -> Layout:
    """Return the selected layout, or else the first."""
    found = layouts(context)
    name = context.preferences().get(_SELECTED)
    return next((layout for layout in found if layout.name == name), found[0])


def select(context: Context, name: str) -> None:
    """Select a layout."""
    context.preferences().put(**{_SELECTED: name})


def reset(context: Context) -> None:
    """Reset to the default layout."""
    context.preferences().put(**{_LAYOUTS: None, _SELECTED: None})
