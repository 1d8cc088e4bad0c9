"""App bars of lists while rows are selected or searched, and the selection itself.

`lists.ListActivity` includes all of this. Lists with another layout use these functions.
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
    """Options of `Toolbar` that apps set for their selection bar."""

    navigation: str
    navigation_description: str
    title_id: str
    color: str
    gap: float


def toggled(marked: tuple[K, ...], key: K) -> tuple[K, ...]:
    """Return the selected keys with a key added at the end, or removed if it was among them."""
    rest = tuple(other for other in marked if other != key)
    return rest if key in marked else (*marked, key)


def marked_bar(
    title: str,
    on_close: Callable[[], object],
    menu: Sequence[MenuItem | None],
    **options: Unpack[MarkedBarOptions],
) -> Toolbar:
    """Return the app bar for selected rows, Android's action mode.

    Args:
        title: Their number.
        on_close: Clears the selection.
        menu: Actions for the selected rows.
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
    """Return the app bar for a search.

    Args:
        query: The current text.
        search: Called with each new text, and with None to close the search.
        hint: Shown while there is no text.
        on_submit: Called when the search key is pressed.
        field_class: Class name of the text field.
        **options: See `View`.
    """
    return Toolbar(
        navigation="arrow_back",
        navigation_description="Collapse",
        on_navigation=lambda: search(None),
        content=SearchView(query, search, hint=hint, on_submit=on_submit, field_class=field_class),
        **options,
    )
