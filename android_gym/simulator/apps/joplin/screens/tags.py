"""The list of tags."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.apps.joplin.actions import Actions
from android_gym.simulator.apps.joplin.look import (
    SCROLL,
    header,
    header_button,
    list_row,
    screen_of,
    words,
)
from android_gym.simulator.apps.joplin.model import Place
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView
from android_gym.simulator.ui.view import View

__all__ = ["tags"]


def tags(app: Actions) -> View:
    """Build the tags in use."""
    listed = app.store.tags(used=True)

    def row(index: int) -> View:
        tag = listed[index]
        return list_row(
            words(tag.title, width=0, weight=1, padding=(15, 10)),
            key=tag.id,
            on_click=partial(app.show_place, Place("tag", tag.id)),
        )

    return screen_of(
        header(header_button("menu", "Sidebar", partial(app.set_menu, True), wide=True), "Tags"),
        RecyclerView(len(listed), row, class_name=SCROLL, width=MATCH, height=0, weight=1),
    )
