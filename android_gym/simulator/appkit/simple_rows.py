"""Settings rows of the Simple Mobile Tools apps, with the ids of their layouts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from android_gym.simulator.appkit.preferences import (
    LinkPreference,
    ListPreference,
    Row,
    SwitchPreference,
    Value,
    ViewRow,
)
from android_gym.simulator.appkit.simple_manifests import COMMONS
from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["COLORS", "DATES", "Section", "check_row", "link_row", "list_row", "opening_row"]

DATES: Final = (
    "15.10.2023", "15/10/2023", "10/15/2023", "2023-10-15", "15 October 2023", "October 15 2023",
)  # fmt: skip
"""Examples of the date formats, in the order of the setting."""


@dataclass(frozen=True)
class Section(ViewRow):
    """The heading of a section, below a dividing line.

    Attributes:
        title: Its text.
        name: Name for the id; derived from the title if empty.
        after: Name of the previous section, "" for the first one.
    """

    title: str
    name: str = ""
    after: str = ""

    def view(self, screen: Activity[Any]) -> View:
        """Return the line and the heading."""
        name = self.name or self.title.casefold().replace(" ", "_")
        heading = TextView(
            self.title,
            id=f"settings_{name}_label",
            size=14,
            weight_font=500,
            color="primary",
            padding=(22, 24, 22, 8),
            width=MATCH,
        )
        line = View(
            id=f"settings_{self.after}_divider", width=MATCH, height=1, background="#55808080"
        )
        return wide_column(line if self.after else None, heading, key=("section", self.title))


def check_row(
    key: str, title: str, id: str | None = None, *, default: bool = False
) -> SwitchPreference:
    """Return a setting with a check box; its id is derived from the key unless given."""
    return SwitchPreference(
        key, title, default=default, widget="checkbox", id=f"settings_{id or key}"
    )


def list_row(
    key: str,
    title: str,
    *choices: tuple[Value, str],
    default: Value | None = None,
    summary: str | None = None,
    id: str | None = None,
) -> ListPreference:
    """Return a setting with a list of (value, label) pairs; its id is like that of `check_row`."""
    return ListPreference(
        key,
        title,
        summary,
        choices=choices,
        default=default,
        cancel=None,
        id=f"settings_{id or key}",
    )


def link_row(
    title: str, id: str, on_click: Callable[[Any], object], summary: str | None = None
) -> Row:
    """Return a row with an action."""
    return LinkPreference(title, on_click, summary, id=f"settings_{id}")


def opening_row(title: str, id: str, activity: str) -> Row:
    """Return a row that opens another of the app's activities."""
    return link_row(title, id, lambda screen: screen.start_activity(activity))


COLORS: Final = opening_row(
    "Customize colors", "color_customization", f"{COMMONS}.CustomizationActivity"
)
"""The row that opens the page of colours."""
