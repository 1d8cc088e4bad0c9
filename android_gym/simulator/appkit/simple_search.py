"""The search bar at the top of Simple Mobile Tools' main screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from android_gym.simulator.ui.components import MenuItem, OverflowButton
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageButton, ImageView

__all__ = ["SEARCH_FIELD", "search_bar"]

SEARCH_FIELD = "top_toolbar_search"
"""Resource id of the field."""


def search_bar(
    query: str | None,
    *,
    on_search: Callable[[str], None],
    on_open: Callable[[], None],
    on_close: Callable[[], None],
    back: bool = False,
    actions: Sequence[MenuItem] = (),
    overflow: Sequence[MenuItem | None] = (),
    hint: str = "Search",
    icon_description: tuple[str, str] | None = None,
    holder_id: str = "main_menu",
) -> View:
    """Return the rounded bar with the search field and the buttons of a main screen.

    Args:
        query: The search text; None while the search is closed.
        on_search: Called with the text after each edit.
        on_open: Called when the search icon or the field is tapped.
        on_close: Called when the arrow, shown in place of the search icon, is tapped.
        back: Whether the arrow is shown even while the search is closed.
        actions: Buttons with icons.
        overflow: Entries of the overflow menu.
        hint: Hint of the field.
        icon_description: Content descriptions of the search icon and of the arrow; None for none.
        holder_id: Resource id of the whole bar.
    """
    arrow = back or query is not None

    def focused(has: bool) -> None:
        if has and query is None:
            on_open()

    icon = ImageView(
        "arrow_back" if arrow else "magnify",
        id="top_toolbar_search_icon",
        content_description=icon_description[arrow] if icon_description is not None else None,
        width=48,
        height=40,
        on_click=on_close if arrow else on_open,
    )
    field = EditText(
        query or "",
        id=SEARCH_FIELD,
        hint=hint,
        size=18,
        on_text_change=on_search,
        on_focus_change=focused,
        ime_action="search",
        background="transparent",
        vertical="center",
        width=0,
        weight=1,
        height=40,
        padding=(8, 0),
    )
    buttons = [
        ImageButton(
            item.icon or "",
            id=item.id,
            class_name="android.widget.Button",
            content_description=item.title,
            width=48,
            height=40,
            on_click=item.on_click,
        )
        for item in actions
    ]
    more = OverflowButton(overflow, width=40, height=40) if overflow else None
    holder = row(
        icon,
        field,
        row(*buttons, more, id="top_toolbar", class_name="android.view.ViewGroup"),
        id="top_toolbar_holder",
        class_name="android.widget.RelativeLayout",
        width=MATCH,
        height=40,
        margin=(0, 8),
        padding=(0, 0, 4, 0),
        content_gravity="center_vertical",
        background=Rounded("search_pill", 20),
    )
    bar = row(holder, id="top_app_bar_layout", width=MATCH, height=56, margin=(16, 0))
    return FrameLayout([bar], id=holder_id, class_name="android.widget.LinearLayout", width=MATCH)
