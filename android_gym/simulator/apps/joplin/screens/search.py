"""The search screen."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.apps.joplin.actions import Actions
from android_gym.simulator.apps.joplin.look import (
    GROUP,
    back_button,
    glyph,
    header,
    screen_of,
    touchable,
)
from android_gym.simulator.apps.joplin.screens.notes import note_list
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, EditText

__all__ = ["search"]


def search(app: Actions) -> View:
    """Build the search field and the results."""
    state, store = app.state.search, app.store
    field = EditText(
        state.query,
        key="search",
        on_text_change=app.search,
        ime_action="search",
        background="transparent",
        color="text_primary",
        width=0,
        weight=1,
        padding=(15, 12),
    )
    clear = touchable(
        glyph("close_circle", 24, "text_secondary"),
        content_description="Clear",
        key="Clear",
        padding=(10, 10, 15, 10),
        on_click=app.clear_search,
    )
    found = state.found
    total = store.count_found(found) if found else 0
    results = note_list(app, total, partial(store.page_found, query=found), found)
    return screen_of(
        header(back_button(app.on_back), "Search"),
        wide_row(field, clear, content_gravity="center_vertical", class_name=GROUP),
        Divider(width=MATCH),
        results,
    )
