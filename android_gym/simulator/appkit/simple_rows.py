"""Rows of the settings of the Simple Mobile Tools apps, with the ids that their layouts have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from android_gym.simulator.appkit.preferences import LinkPreference, Row, SwitchPreference
from android_gym.simulator.appkit.simple_manifests import COMMONS

__all__ = ["COLORS", "DATES", "check_row", "link_row", "opening_row"]

DATES: Final = (
    "15.10.2023", "15/10/2023", "10/15/2023", "2023-10-15", "15 October 2023", "October 15 2023",
)  # fmt: skip
"""Examples of the forms in which dates are written, in the order of the setting."""


def check_row(
    key: str, title: str, id: str | None = None, *, default: bool = False
) -> SwitchPreference:
    """Return a setting with a check box; its id is its key's unless another is given."""
    return SwitchPreference(
        key, title, default=default, widget="checkbox", id=f"settings_{id or key}"
    )


def link_row(
    title: str, id: str, on_click: Callable[[Any], object], summary: str | None = None
) -> Row:
    """Return a row that does something when it is tapped."""
    return LinkPreference(title, on_click, summary, id=f"settings_{id}")


def opening_row(title: str, id: str, activity: str) -> Row:
    """Return a row that opens another of the app's activities."""
    return link_row(title, id, lambda screen: screen.start_activity(activity))


COLORS: Final = opening_row(
    "Customize colors", "color_customization", f"{COMMONS}.CustomizationActivity"
)
"""The row that opens the page of colours."""
