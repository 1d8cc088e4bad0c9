"""Tasks' preferences: their names, defaults, and what the screens read of them at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from android_gym.simulator.appkit.dialogs import DateDialog, TimeDialog
from android_gym.simulator.apps.tasks_org.model import Group, Order
from android_gym.simulator.ui.activity import Activity, Context

__all__ = [
    "GROUPS",
    "ORDERS",
    "QUIET_HOURS",
    "TIMES",
    "Options",
    "PickedDate",
    "PickedTime",
    "keep",
    "read",
    "value",
]

ORDERS: Final[dict[int, Order]] = {
    0: "smart",
    1: "title",
    2: "due",
    3: "priority",
    4: "modified",
    5: "created",
    8: "start",
    10: "completed",
}
"""Orders by the number that the preferences keep (the app's SortHelper)."""

GROUPS: Final[dict[int, Group]] = {
    -1: "none",
    2: "due",
    3: "priority",
    4: "modified",
    5: "created",
    8: "start",
    9: "list",
}
"""Groupings by the number that the preferences keep."""

TIMES: Final = {
    "morning": ("date_shortcut_morning", 32_400_000),
    "afternoon": ("date_shortcut_afternoon", 46_800_000),
    "evening": ("date_shortcut_evening", 61_200_000),
    "night": ("date_shortcut_night", 72_000_000),
}
"""Preference and default, in milliseconds of the day, of each time of day."""

QUIET_HOURS: Final = (("notif_qstart_new", 79_200_000), ("notif_qend_new", 36_000_000))
"""Preferences of the hours without reminders, and defaults in milliseconds of the day."""

T = TypeVar("T", int, str, bool)
A = TypeVar("A", bound=Activity[Any], contravariant=True)


def value(kept: Mapping[str, Any], name: str, default: T) -> T:
    """Return one preference of all; the default where it is missing or of another type."""
    found = kept.get(name, default)
    return found if type(found) is type(default) else default


def read(context: Context, name: str, default: T) -> T:
    """Return one preference; the default where it is missing or of another type."""
    return value(context.preferences().all(), name, default)


def keep(context: Context, **values: int | str | bool | None) -> None:
    """Write preferences; None removes one."""
    context.preferences().put(**values)


@dataclass(frozen=True)
class PickedDate(DateDialog[A]):
    """Material's date picker: a calendar, or a field where the preferences say so."""

    MATERIAL = True

    def typed(self, screen: A) -> bool:
        """Return whether the date is typed."""
        return read(screen.context, "picker_mode_date", "0") == "1"


@dataclass(frozen=True)
class PickedTime(TimeDialog[A]):
    """Material's time picker: a clock, or fields where the preferences say so."""

    MATERIAL = True

    def typed(self, screen: A) -> bool:
        """Return whether the time is typed."""
        return read(screen.context, "picker_mode_time", "0") == "1"


@dataclass(frozen=True)
class Options:
    """Preferences that decide which tasks a list shows, in which order, and how.

    Attributes:
        show_completed: Whether tasks that are done are listed.
        show_hidden: Whether tasks whose start date is to come are listed.
        order: Order of tasks.
        ascending: Its direction; the smart order has one only.
        group: Grouping, and
        group_ascending: its direction.
        completed_order: Order of the tasks that are done, where
        completed_ascending: is its direction, and
        completed_last: they stand below all others.
        subtask_order: Order of subtasks; None for the order that they were put in, and
        subtask_ascending: its direction.
        full_dates: Whether dates are written out.
        full_titles: Whether titles take as many lines as they need.
        notes: Whether descriptions are shown, and
        full_notes: the whole of them.
        links: Whether addresses and numbers in descriptions can be tapped.
        chips: Kinds of chips that are shown: "subtask", "start", "place", "list", "tag".
        title_size: sp of a title.
        row_padding: dp above and below a row.
        bar_on_top: Whether there is one bar, at the top.
        bars_stay: Whether bars stay while the list is scrolled.
    """

    show_completed: bool
    show_hidden: bool
    order: Order
    ascending: bool
    group: Group
    group_ascending: bool
    completed_order: Order
    completed_ascending: bool
    completed_last: bool
    subtask_order: Order | None
    subtask_ascending: bool
    full_dates: bool
    full_titles: bool
    notes: bool
    full_notes: bool
    links: bool
    chips: frozenset[str]
    title_size: int
    row_padding: int
    bar_on_top: bool
    bars_stay: bool

    @classmethod
    def of(cls, context: Context) -> Options:
        """Read them."""
        kept = context.preferences().all()
        kinds = ("subtask", "start", "place", "list", "tag")
        return cls(
            show_completed=value(kept, "show_completed_tasks", True),
            show_hidden=value(kept, "show_hidden_tasks", True),
            order=ORDERS.get(value(kept, "sort_mode", 0), "smart"),
            ascending=value(kept, "sort_ascending", True),
            group=GROUPS.get(value(kept, "group_mode", -1), "none"),
            group_ascending=value(kept, "group_ascending", False),
            completed_order=ORDERS.get(value(kept, "completed_mode", 10), "completed"),
            completed_ascending=value(kept, "completed_ascending", False),
            completed_last=value(kept, "completed_tasks_at_bottom", True),
            subtask_order=ORDERS.get(value(kept, "subtask_mode", 11)),
            subtask_ascending=value(kept, "subtask_ascending", True),
            full_dates=value(kept, "always_display_full_date", False),
            full_titles=value(kept, "fullTaskTitle", False),
            notes=value(kept, "show_description", True),
            full_notes=value(kept, "show_full_description", False),
            links=value(kept, "linkify_task_list", False),
            chips=frozenset(kind for kind in kinds if value(kept, f"chips_{kind}", True)),
            title_size=max(10, min(48, value(kept, "font_size_v2", 16))),
            row_padding=max(0, min(16, value(kept, "row_padding", 16))),
            bar_on_top=value(kept, "app_bar_position", "1") == "0",
            bars_stay=not value(kept, "app_bar_collapse", True),
        )
