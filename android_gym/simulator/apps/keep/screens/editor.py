"""The note editor: a text, or items with check boxes."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.apps.keep.actions import Actions
from android_gym.simulator.apps.keep.dialogs import (
    AddSheet,
    ColorSheet,
    DeleteForever,
    MoreSheet,
    ReminderSheet,
)
from android_gym.simulator.apps.keep.look import chip, fill_of, icon_button
from android_gym.simulator.apps.keep.model import Item, Note
from android_gym.simulator.apps.keep.screens.base import Base
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FlowLayout,
    ScrollView,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.reorder import DragHandle, ReorderRow
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckBox, EditText, ImageView, TextView

__all__ = ["editor"]


def editor(app: Base, note: Note) -> Screen:
    """Build the toolbar, title, content, and the bottom bar."""
    ground = fill_of(app.context, note.color)
    locked = bool(note.trashed_ms)
    body = wide_column(
        EditText(
            note.content.title,
            id="editable_title",
            hint="Title",
            on_text_change=app.type_title,
            enabled=not locked,
            size=22,
            capitalize="sentences",
            ime_action="next",
            max_length=999,
            background="transparent",
            padding=(24, 12),
            width=MATCH,
        ),
        *(_items(app, note, locked) if note.content.is_list else [_text(app, note, locked)]),
        _chips(app, note, locked),
        id="browse_note_interior_content",
    )
    return Screen(
        full_column(
            _bar(app, note, locked),
            ScrollView(body, width=MATCH, height=0, weight=1, id="editor_container"),
            _bottom(app, note, locked),
            id="editor_coordinator",
        ),
        background=ground,
        status_bar=ground,
        navigation_bar=ground,
    )


def _bar(app: Base, note: Note, locked: bool) -> View:
    one = (note.id,)
    if locked:
        actions = [
            icon_button("restore", "menu_restore", "Restore", partial(_restore, app, note.id)),
            icon_button(
                "delete_forever_outline",
                "menu_delete_forever",
                "Delete forever",
                lambda: app.show_dialog(DeleteForever(one)),
            ),
        ]
    else:
        actions = [
            icon_button(
                "pin" if note.pinned else "pin_outline",
                "menu_pin",
                "Unpin" if note.pinned else "Pin",
                lambda: app.pin(one),
            ),
            icon_button(
                "bell_ring_outline" if note.reminder_ms else "bell_plus_outline",
                "menu_reminder",
                "Reminder",
                lambda: app.show_dialog(ReminderSheet(one)),
            ),
            icon_button(
                "archive_arrow_up_outline" if note.archived else "archive_arrow_down_outline",
                "menu_unarchive" if note.archived else "menu_archive",
                "Unarchive" if note.archived else "Archive",
                lambda: app.archive(one, not note.archived),
            ),
        ]
    return wide_row(
        icon_button("arrow_back", "navigate_up", "Navigate up", app.leave_editor),
        View(width=0, weight=1),
        *actions,
        id="toolbar",
        min_height=56,
        padding=(4, 0),
        content_gravity="center_vertical",
    )


def _restore(app: Base, number: int) -> None:
    app.leave_editor()
    app.restore((number,))
    app.show_snackbar("Note restored")


def _text(app: Actions, note: Note, locked: bool) -> View:
    return EditText(
        note.content.text,
        id="edit_note_text",
        hint="Note",
        on_text_change=app.type_text,
        enabled=not locked,
        multi_line=True,
        capitalize="sentences",
        max_length=19_999,
        size=16,
        background="transparent",
        padding=(24, 8),
        width=MATCH,
        min_height=200,
    )


def _items(app: Actions, note: Note, locked: bool) -> list[View | None]:
    places = list(enumerate(note.content.items))
    ticked = [(place, item) for place, item in places if item.checked]
    rows: list[View | None] = [
        _item(app, place, item, locked) for place, item in places if not item.checked
    ]
    if not locked:
        rows.append(
            wide_row(
                ImageView("add", margin=(24, 0, 16, 0)),
                TextView("List item", id="add_item_text_view", size=16, color="text_secondary"),
                id="list_footer_container",
                min_height=48,
                padding=(16, 4),
                content_gravity="center_vertical",
                on_click=app.add_item,
            )
        )
    if ticked:
        folded = app.state.folded
        rows.append(
            wide_row(
                ImageView("chevron_right" if folded else "chevron_down", margin=(0, 0, 16, 0)),
                TextView(
                    f"{len(ticked)} checked item{'s' if len(ticked) > 1 else ''}",
                    id="num_checked_items_text",
                    size=16,
                    color="text_secondary",
                ),
                id="checked_items_header",
                content_description="Expand" if folded else "Collapse",
                min_height=48,
                padding=(16, 4),
                content_gravity="center_vertical",
                on_click=lambda: app.update(folded=not folded),
            )
        )
        if not folded:
            rows += [_item(app, place, item, locked) for place, item in ticked]
    return rows


def _item(app: Actions, place: int, item: Item, locked: bool) -> View:
    handle = DragHandle(
        "drag_indicator",
        id="drag_handle",
        content_description="Reorder",
        visibility="invisible" if item.checked or locked else "visible",
        width=36,
        height=48,
        # In the real app, a sideways drag indents an item.
        on_click=partial(app.indent, place),
        tooltip="Indent",
    )
    front = wide_row(
        handle,
        CheckBox(
            "",
            id="checkbox",
            checked=item.checked,
            enabled=not locked,
            on_checked_change=partial(app.check, place),
            content_description="Checkbox",
        ),
        EditText(
            item.text,
            id="description",
            key=f"item{item.id}",
            on_text_change=partial(app.type_item, place),
            on_editor_action=partial(app.type_item, place, f"{item.text}\n"),
            enabled=not locked,
            capitalize="sentences",
            ime_action="next",
            max_length=1000,
            strike=item.checked,
            color="text_secondary" if item.checked else None,
            size=16,
            background="transparent",
            padding=(4, 10),
            width=0,
            weight=1,
        ),
        icon_button("close", "delete_button", "Delete list item", partial(app.remove_item, place))
        if not locked
        else None,
        padding=(4 + (28 if item.indented else 0), 0, 4, 0),
        content_gravity="center_vertical",
    )
    return ReorderRow(front, partial(app.move_item, place), key=f"row{item.id}")


def _chips(app: Base, note: Note, locked: bool) -> View | None:
    chips = []
    if note.reminder_ms:
        reminder = chip(app.moment(note.reminder_ms), "reminder_chip", "alarm")
        reminder.on_click = lambda: app.show_dialog(ReminderSheet((note.id,)))
        chips.append(reminder)
    for label in note.labels:
        shown = chip(label.name, "label_chip")
        shown.on_click = lambda: app.choose_labels((note.id,))
        chips.append(shown)
    if locked:
        for shown in chips:
            shown.on_click = None
    return FlowLayout(chips, width=MATCH, padding=(24, 8), key="chips") if chips else None


def _bottom(app: Base, note: Note, locked: bool) -> View:
    if locked:
        words = "Note in Trash"
    else:
        words = f"Edited {app.moment(note.edited_ms).removeprefix('Today, ')}"
    state = app.state
    middle: list[View | None]
    if state.undo or state.redo:
        middle = [
            View(width=0, weight=1),
            icon_button("undo", "menu_undo", "Undo", app.undo, enabled=bool(state.undo)),
            icon_button("redo", "menu_redo", "Redo", app.redo, enabled=bool(state.redo)),
            View(width=0, weight=1, key="end"),
        ]
    else:
        middle = [
            TextView(
                words, id="timestamp", size=12, color="text_secondary", align="center", width=0,
                weight=1, max_lines=1,
            )
        ]  # fmt: skip
    return wide_row(
        icon_button(
            "plus_box_outline", "bs_add_button", "Add", lambda: app.show_dialog(AddSheet(note.id)),
            enabled=not locked,
        ),
        icon_button(
            "palette_outline", "bs_color_button", "Theme",
            lambda: app.show_dialog(ColorSheet((note.id,))), enabled=not locked,
        ),
        *middle,
        icon_button(
            "dots_vertical", "bs_action_button", "Action",
            lambda: app.show_dialog(MoreSheet(note.id)), enabled=not locked,
        ),
        id="editor_bottom_bar",
        min_height=48,
        padding=(4, 0),
        content_gravity="center_vertical",
    )  # fmt: skip
