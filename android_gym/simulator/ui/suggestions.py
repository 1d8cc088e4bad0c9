"""The list below a field that completes what is typed, as AutoCompleteTextView has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import RecyclerView
from android_gym.simulator.ui.view import MATCH
from android_gym.simulator.ui.widgets import TextView

__all__ = ["matching", "suggestions"]

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

    listing = RecyclerView(
        len(entries),
        build,
        class_name="android.widget.ListView",
        width=MATCH,
        height=ROW * min(most_rows, len(entries)),
        background=Rounded("menu", 4),
        elevation=3,
    )
    return Overlay(
        listing,
        key=("suggestions", anchor),
        anchor=anchor,
        width=width,
        gravity="start",
        margin=(8, 8, 8, 8),
        modal=False,
        focusable=False,
        on_dismiss=on_dismiss,
    )
