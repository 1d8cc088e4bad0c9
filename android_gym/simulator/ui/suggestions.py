"""The list below a field that completes what is typed, as AutoCompleteTextView has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import RecyclerView
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["ROW", "drop_down", "matching", "suggestions"]

ROW: float = 48
"""Height of a row in dp."""


def matching(entries: Sequence[str], typed: str) -> list[str]:
    """Return the entries that begin, or have a word that begins, with what is typed.

    As Android's ArrayAdapter filters: case does not count, and words end at spaces.
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
    most_rows: int = 5,
    content_description: str | None = None,
) -> RecyclerView:
    """Build the rows that stand below a field.

    Args:
        count: How many there are.
        build: Builds the one of a number, `ROW` dp high.
        most_rows: Rows that are shown without scrolling.
        content_description: What a screen reader says of them.
    """
    return RecyclerView(
        count,
        build,
        class_name="android.widget.ListView",
        content_description=content_description,
        width=MATCH,
        height=ROW * min(most_rows, count),
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
    most_rows: int = 5,
) -> Overlay | None:
    """Build the list below a field; the keyboard stays, and typing goes on.

    Args:
        anchor: Resource id of the field.
        entries: What fits, see `matching`.
        on_choose: Called with the entry that was tapped.
        on_dismiss: Called when a touch outside or BACK closes the list.
        width: Width in dp.
        most_rows: Rows that are shown without scrolling.

    Returns:
        The window; None where nothing fits.
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
        drop_down(len(entries), build, most_rows=most_rows),
        key=("suggestions", anchor),
        anchor=anchor,
        width=width,
        gravity="start",
        margin=(8, 8, 8, 8),
        modal=False,
        focusable=False,
        on_dismiss=on_dismiss,
    )
