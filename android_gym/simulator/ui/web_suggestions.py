"""The popup below a page's input field that shows its suggestions."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Final

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.geometry import MATCH, Rect
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.suggestions import ROW, drop_down
from android_gym.simulator.ui.text import layout_text
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView
from android_gym.simulator.web.reports import PageSuggestions

__all__ = ["SUGGESTIONS", "suggestions_window"]

SUGGESTIONS: Final[Hashable] = "page_suggestions"
"""Last part of the key of the window."""

_SIDE_DP: Final = 16
_MEASURED: Final = 4
"""Number of rows, those with the longest texts, that are measured for the window's width."""


def suggestions_window(
    ui: Ui,
    suggested: PageSuggestions,
    choose: Callable[[str], object],
    anchor: Callable[[], Rect],
) -> Overlay:
    """Return Chrome's popup of suggestions for a field (`AutofillPopup`); typing stays possible.

    Args:
        ui: The window of the page.
        suggested: The suggestions.
        choose: Called with the value of a tapped row.
        anchor: Returns the bounds of the field, in pixels of the screen.
    """
    rows = suggested.rows
    left, _, right, _ = suggested.bounds
    widest = max((right - left) / ui.density, _width(ui, rows))

    def build(index: int) -> View:
        value, words = rows[index]
        label = TextView(
            value, id="dropdown_label", style="menu_item", max_lines=1, width=MATCH,
        )  # fmt: skip
        below = TextView(
            words, id="dropdown_sublabel", style="body_small", color="text_secondary", max_lines=1,
            width=MATCH,
        )  # fmt: skip
        return column(
            label,
            below if words else None,
            id="dropdown_label_wrapper",
            content_gravity="center_vertical",
            width=MATCH,
            height=ROW,
            padding=(_SIDE_DP, 0),
            on_click=partial(choose, value),
        )

    listing = drop_down(len(rows), build, content_description="Currently showing Autofill popup")
    return Overlay(
        listing,
        key=SUGGESTIONS,
        anchor=anchor,
        turns_up=True,
        width=widest,
        gravity="start",
        margin=(8, 0, 8, 0),
        modal=False,
        focusable=False,
    )


def _width(ui: Ui, rows: tuple[tuple[str, str], ...]) -> float:
    """Return the width that the rows need, in dp."""
    longest = sorted((max(row, key=len) for row in rows), key=len)[-_MEASURED:]
    style = ui.theme.text_style("menu_item")
    width = max(layout_text(text, style, ui.density).width for text in longest)
    return width / ui.density + 2 * _SIDE_DP
