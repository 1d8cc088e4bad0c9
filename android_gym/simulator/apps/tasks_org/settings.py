"""Tasks' preferences: names, defaults, and the options of a list."""

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
"""Sort orders by their number in the preferences (the app's SortHelper)."""

GROUPS: Final[dict[int, Group]] = {
    -1: "none",
    2: "due",
    3: "priority",
    4: "modified",
    5: "created",
    8: "start",
    9: "list",
}
"""Groupings by their number in the preferences."""

TIMES: Final = {
    "morning": ("date_shortcut_morning", 32_400_000),
    "afternoon": ("date_shortcut_afternoon", 46_800_000),
    "evening": ("date_shortcut_evening", 61_200_000),
    "night": ("date_shortcut_night", 72_000_000),
}
"""Preference and default, in milliseconds since midnight, of each time of day."""

QUIET_HOURS: Final = (("notif_qstart_new", 79_200_000), ("notif_qend_new", 36_000_000))
"""Preferences of the quiet hours, with defaults in milliseconds since midnight."""

T = TypeVar("T", int, str, bool)
A = TypeVar("A", bound=Activity[Any], contravariant=True)


def value(kept: Mapping[str, Any], name: str, default: T) -> T:
    """Return one value of `kept`; the default if it is missing or of another type."""
    found = kept.get(name, default)
    return found if type(found) is type(default) else default


def read(context: Context, name: str, default: T) -> T:
    """Return one preference; the default if it is missing or of another type."""
    return value(context.preferences().all(), name, default)


def keep(context: Context, **values: int | str | bool | None) -> None:
    """Write preferences; None removes a preference."""
    context.preferences().put(**values)


@dataclass(frozen=True)
class PickedDate(DateDialog[A]):
    """Material's date picker, as a calendar or a text field depending on the preferences."""

    MATERIAL = True

    def typed(self, screen: A) -> bool:
        """Return whether to show a text field."""
        return read(screen.context, "picker_mode_date", "0") == "1"


@dataclass(frozen=True)
class PickedTime(TimeDialog[A]):
    """Material's time picker, as a clock or text fields depending on the preferences."""

    MATERIAL = True

    def typed(self, screen: A) -> bool:
        """Return whether to show text fields."""
        return read(screen.context, "picker_mode_time", "0") == "1"


@dataclass(frozen=True)
class Options:
    """Preferences for which tasks a list shows, in which order, and how.

    Attributes:
        show_completed: Whether completed tasks are listed.
        show_hidden: Whether tasks with a future start date are listed.
        order: Sort order of tasks.
        ascending: Whether `order` is ascending; the smart order has only one direction.
        group: Grouping of tasks.
        group_ascending: Whether groups are ascending.
        completed_order: Sort order of completed tasks.
        completed_ascending: Whether `completed_order` is ascending.
        completed_last: Whether completed tasks come after all others.
        subtask_order: Sort order of subtasks; None for the manual order.
        subtask_ascending: Whether `subtask_order` is ascending.
        full_dates: Whether dates are written out.
        full_titles: Whether titles are shown in full.
        notes: Whether descriptions are shown.
        full_notes: Whether descriptions are shown in full.
        links: Whether links and phone numbers in descriptions are tappable.
        chips: Kinds of chips that are shown: "subtask", "start", "place", "list", "tag".
        title_size: Text size of titles in sp.
        row_padding: Padding above and below a row in dp.
        bar_on_top: Whether there is a single bar, at the top.
        bars_stay: Whether bars stay while the list scrolls.
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
        """Read the options from the preferences."""
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
