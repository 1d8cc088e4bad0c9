"""The page that assigns labels to notes, and the page that edits labels."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.apps.keep.dialogs import DeleteLabel
from android_gym.simulator.apps.keep.look import icon_button
from android_gym.simulator.apps.keep.model import Label
from android_gym.simulator.apps.keep.screens.base import Base
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import Toolbar
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckBox, EditText, ImageView, TextView

__all__ = ["choose_labels", "manage_labels"]

_LONGEST = 50


def choose_labels(app: Base) -> Screen:
    """Build a field that finds or creates labels, and a check box for each."""
    state = app.state
    typed = state.label_query.strip()
    labels = [each for each in app.notes.labels() if typed.casefold() in each.name.casefold()]
    known = any(each.name.casefold() == typed.casefold() for each in labels)
    notes = [note for note in map(app.notes.get, state.labelling) if note is not None]

    def tick(label: Label, checked: bool) -> None:
        app.notes.put_label(state.labelling, label.id, checked)

    rows: list[View | None] = []
    if typed and not known:
        rows.append(
            wide_row(
                ImageView("add", tint="primary", margin=(0, 0, 24, 0)),
                TextView(f"Create “{typed}”", id="create_label_text", size=16, width=0, weight=1),
                id="create_label_container",
                min_height=56,
                padding=(24, 8),
                content_gravity="center_vertical",
                on_click=partial(app.create_label, typed),
            )
        )
    for label in labels:
        on = bool(notes) and all(label in note.labels for note in notes)
        rows.append(
            wide_row(
                ImageView("label_outline", margin=(0, 0, 24, 0)),
                TextView(label.name, id="label_name", size=16, width=0, weight=1, max_lines=1),
                CheckBox(
                    "",
                    id="label_checkbox",
                    checked=on,
                    content_description=label.name,
                    on_checked_change=partial(tick, label),
                ),
                key=f"label{label.id}",
                min_height=56,
                padding=(24, 4),
                content_gravity="center_vertical",
                on_click=partial(tick, label, not on),
            )
        )
    field = EditText(
        state.label_query,
        id="search_term",
        hint="Enter label name",
        on_text_change=lambda text: app.update(label_query=text),
        on_editor_action=lambda: None if known else app.create_label(typed),
        max_length=_LONGEST,
        autofocus=True,
        background="transparent",
        size=18,
        width=MATCH,
    )
    bar = Toolbar(
        navigation="arrow_back",
        on_navigation=app.close_labels,
        content=field,
        id="label_toolbar",
    )
    return Screen(
        full_column(
            bar,
            ScrollView(wide_column(*rows, id="label_list"), width=MATCH, height=0, weight=1),
        )
    )


def manage_labels(app: Base) -> Screen:
    """Build a field for a new label, and one for each existing label."""
    state = app.state

    def add() -> None:
        app.create_label(state.new_label)

    rows = [
        wide_row(
            icon_button("add", "create_icon", "Create new label", add),
            EditText(
                state.new_label,
                id="label_name_new",
                hint="Create new label",
                on_text_change=lambda text: app.update(new_label=text),
                on_editor_action=add,
                max_length=_LONGEST,
                background="transparent",
                width=0,
                weight=1,
            ),
            icon_button("check", "confirm_new", "Create label", add)
            if state.new_label.strip()
            else None,
            min_height=56,
            padding=(8, 4),
            content_gravity="center_vertical",
        ),
        *(_edited(app, label) for label in app.notes.labels()),
    ]
    bar = Toolbar(
        "Edit labels",
        navigation="arrow_back",
        on_navigation=lambda: app.update(managing=False, new_label=""),
    )
    return Screen(full_column(bar, ScrollView(wide_column(*rows), width=MATCH, height=0, weight=1)))


def _edited(app: Base, label: Label) -> View:
    def rename(text: str) -> None:
        if text.strip() and not app.notes.rename_label(label.id, text):
            app.toast("Label already exists")

    return wide_row(
        icon_button(
            "delete_outline", "delete_label", "Delete label",
            lambda: app.show_dialog(DeleteLabel(label.id)),
        ),
        EditText(
            label.name,
            id="label_name",
            key=f"label{label.id}",
            on_text_change=rename,
            accept=lambda text: bool(text.strip()),
            max_length=_LONGEST,
            background="transparent",
            width=0,
            weight=1,
        ),
        key=f"row{label.id}",
        min_height=56,
        padding=(8, 4),
        content_gravity="center_vertical",
    )  # fmt: skip
