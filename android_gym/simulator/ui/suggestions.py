"""A list of suggestions below a text field, as of AutoCompleteTextView."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["ROW", "drop_down", "matching", "suggestions"]

ROW: float = 48
"""Height of a row in dp."""

_MOST_ROWS: Final = 5
"""Most rows that are visible without scrolling."""


def matching(entries: Sequence[str], typed: str) -> list[str]:
    """Return the entries of which any word, or the whole, starts with the typed text.

    Filters like Android's ArrayAdapter: case is ignored, and words are separated by spaces.
    """
    prefix = typed.lower()
    return [
        entry
        for entry in entries
        if entry.lower().startswith(prefix)
        or any(word.startswith(prefix) for word in entry.lower().split(" "))
    ]


def drop_down(
    count: int,
    build: Callable[[int], View],
    *,
    content_description: str | None = None,
) -> RecyclerView:
    """Return a list to be shown below a field.

    Args:
        count: Number of rows.
        build: Builds the row of an index, `ROW` dp high.
        content_description: Content description of the list.
    """
    return RecyclerView(
        count,
        build,
        class_name="android.widget.ListView",
        content_description=content_description,
        width=MATCH,
        height=ROW * min(_MOST_ROWS, count),
        background=Rounded("menu", 4),
        elevation=3,
    )


def suggestions(
    anchor: str,
    entries: Sequence[str],
    on_choose: Callable[[str], object],
    on_dismiss: Callable[[], object],
    *,
    width: float,
) -> Overlay | None:
    """Return the suggestions below a field; the keyboard stays, and typing stays possible.

    Args:
        anchor: Resource id of the field.
        entries: Entries that match; see `matching`.
        on_choose: Called with the entry that was tapped.
        on_dismiss: Called when a touch outside or BACK closes the list.
        width: Width in dp.

    Returns:
        The window; None if there are no entries.
    """
    if not entries:
        return None

    def build(index: int) -> TextView:
        return TextView(
            entries[index],
            id="android:id/text1",
            style="menu_item",
            max_lines=1,
            vertical="center",
            width=MATCH,
            height=ROW,
            padding=(16, 0),
            on_click=partial(on_choose, entries[index]),
        )

    return Overlay(
        drop_down(len(entries), build),
        key=("suggestions", anchor),
        anchor=anchor,
        width=width,
        gravity="start",
        margin=(8, 8, 8, 8),
        modal=False,
        focusable=False,
        on_dismiss=on_dismiss,
    )
