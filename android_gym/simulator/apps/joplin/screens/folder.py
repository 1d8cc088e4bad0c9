"""The notebook form."""

from __future__ import annotations

from dataclasses import replace

from android_gym.simulator.apps.joplin.actions import Actions
from android_gym.simulator.apps.joplin.dialogs.lists import PickFolder
from android_gym.simulator.apps.joplin.look import (
    back_button,
    header,
    header_button,
    screen_of,
    touchable,
    words,
)
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, EditText

__all__ = ["folder"]


def folder(app: Actions) -> View:
    """Build the fields for the title and the parent notebook."""
    form = app.state.folder
    above = app.store.folder(form.parent) if form.parent else None
    field = EditText(
        form.title,
        key="folder_title",
        hint="Enter notebook title",
        on_text_change=lambda text: app.update(folder=replace(form, title=text)),
        capitalize="sentences",
        background="transparent",
        color="text_primary",
        width=MATCH,
        padding=(14, 12),
    )
    picker = touchable(
        words(
            above.title if above is not None else "Select parent notebook",
            max_lines=1,
            width=0,
            weight=1,
        ),
        words("\u25bc", size=14),
        key="parent",
        width=MATCH,
        height=46,
        padding=(14, 12),
        on_click=lambda: app.show_dialog(PickFolder()),
    )
    save = header_button("content_save", "Save changes", app.save_folder)
    return screen_of(
        header(back_button(app.on_back), "Edit notebook", save),
        field,
        Divider(width=MATCH),
        picker,
        Divider(width=MATCH),
        View(height=0, weight=1),
    )
