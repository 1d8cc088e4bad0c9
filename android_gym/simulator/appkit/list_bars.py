"""Bars of lists while rows are marked or searched for, and the marks themselves.

`lists.ListActivity` has all of it. A list that is laid out in another way takes these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, Unpack

from android_gym.simulator.ui.bars import SearchView, Toolbar
from android_gym.simulator.ui.menus import MenuItem
from android_gym.simulator.ui.options import ViewOptions

__all__ = ["marked_bar", "search_bar", "toggled"]

K = TypeVar("K")


class MarkedBarOptions(ViewOptions, total=False):
    """Options of `Toolbar` that apps set for their bar of marked rows."""

    navigation: str
    navigation_description: str
    title_id: str
    color: str
    gap: float


def toggled(marked: tuple[K, ...], key: K) -> tuple[K, ...]:
    """Return the marked keys with one more at their end, or without it if it is among them."""
    rest = tuple(other for other in marked if other != key)
    return rest if key in marked else (*marked, key)


def marked_bar(
    title: str,
    on_close: Callable[[], object],
    menu: Sequence[MenuItem | None],
    **options: Unpack[MarkedBarOptions],
) -> Toolbar:
    """Build the bar of marked rows, Android's action mode.

    Args:
        title: How many there are.
        on_close: Marks nothing any more.
        menu: What can be done with them.
        **options: See `Toolbar`.
    """
    options.setdefault("navigation", "arrow_back")
    options.setdefault("navigation_description", "Done")
    options.setdefault("id", "action_mode_bar")
    return Toolbar(title, on_navigation=on_close, menu=menu, **options)


def search_bar(
    query: str,
    search: Callable[[str | None], None],
    hint: str = "Search",
    *,
    on_submit: Callable[[], object] | None = None,
    field_class: str = "android.widget.AutoCompleteTextView",
    **options: Unpack[ViewOptions],
) -> Toolbar:
    """Build the bar of a search.

    Args:
        query: What is searched for.
        search: Called with each new text, and with None when the search is closed.
        hint: Shown while there is no text.
        on_submit: Called when the search key is pressed.
        field_class: Class of the field.
        **options: See `View`.
    """
    return Toolbar(
        navigation="arrow_back",
        navigation_description="Collapse",
        on_navigation=lambda: search(None),
        content=SearchView(query, search, hint=hint, on_submit=on_submit, field_class=field_class),
        **options,
    )
