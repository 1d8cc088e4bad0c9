"""The list of notes, and the note row that all lists share."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from android_gym.simulator.appkit.lists import Pages
from android_gym.simulator.apps.joplin.actions import Actions
from android_gym.simulator.apps.joplin.dialogs.lists import PickFolder, SortNotes
from android_gym.simulator.apps.joplin.look import (
    BUTTON,
    GROUP,
    HEADER,
    SCROLL,
    back_button,
    check_box,
    glyph,
    header,
    header_button,
    list_row,
    message,
    native_button,
    screen_of,
    touchable,
    words,
)
from android_gym.simulator.apps.joplin.model import PAGE, NoteRow, Place
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row, wide_column
from android_gym.simulator.ui.view import View

__all__ = ["note_list", "notes", "title_of"]

EMPTY = "There are currently no notes. Create one by clicking on the (+) button."
NO_NOTEBOOKS = "You currently have no notebooks."


def title_of(app: Actions, place: Place) -> str:
    """Return the title of a list of notes."""
    if place.kind == "tag":
        tag = app.store.tag(place.id)
        return tag.title if tag is not None else ""
    if place.kind != "folder":
        return {"all": "All notes", "trash": "Trash", "conflicts": "Conflicts"}[place.kind]
    folder = app.store.folder(place.id)
    return f"{folder.emoji} {folder.title}".strip() if folder is not None else ""


def note_row(app: Actions, note: NoteRow | None) -> View:
    """Build a note's row: its title, after a check box if it is a to-do."""
    if note is None:
        return View()
    selected = app.state.selected
    marked = note.id in selected
    done = note.is_todo and note.completed_ms > 0
    box: View | None = None
    if note.is_todo:
        box = check_box(
            done,
            f"to-do: {note.title}",
            partial(app.set_completed, note.id, not done),
            key="box",
            padding=(15, 10, 10, 10),
        )
    title = words(
        note.title or "Untitled",
        width=0,
        weight=1,
        padding=(0 if note.is_todo else 15, 10, 15, 10),
    )
    tap = app.toggle_selected if selected else app.show_note
    hold = partial(app.toggle_selected, note.id) if app.state.route == "Notes" else None
    return list_row(
        box,
        title,
        key=note.id,
        alpha=0.4 if done else 1.0,
        selected=marked,
        background="selected" if marked else None,
        on_click=partial(tap, note.id),
        on_long_click=hold,
    )


def note_list(app: Actions, total: int, read: Callable[[int], list[NoteRow]], key: object) -> View:
    """Build a list that loads its notes as they scroll into view."""
    pages = Pages(read, PAGE)
    return RecyclerView(
        total,
        lambda index: note_row(app, pages.get(index)),
        class_name=SCROLL,
        width=MATCH,
        height=0,
        weight=1,
        key=("notes", key),
    )


def notes(app: Actions) -> View:
    """Build the list of notes of the current place."""
    store, place, listing = app.store, app.place, app.settings.listing()
    body: View
    if place.kind == "folder" and not place.id:
        make = native_button("Create a notebook", app.edit_folder, gravity="center_horizontal")
        body = wide_column(message(NO_NOTEBOOKS), make, class_name=GROUP)
    else:
        total = store.count(place, listing)
        if total:
            read = partial(store.page, place=place, listing=listing)
            body = note_list(app, total, read, (place, listing))
        else:
            body = message(EMPTY)
    body.height, body.weight = 0, 1
    page = screen_of(_bar(app, place), body)
    return FrameLayout(
        [page, *_adding(app, place)], width=MATCH, height=MATCH, class_name=GROUP, key="Notes"
    )


def _bar(app: Actions, place: Place) -> View:
    selected = app.state.selected
    if selected:
        return _selection_bar(app, place, selected)
    return header(
        header_button("menu", "Sidebar", partial(app.set_menu, True), wide=True),
        title_of(app, place),
        header_button("magnify", "Search", app.start_search),
        header_button("filter_variant", "Sort notes by", lambda: app.show_dialog(SortNotes())),
    )


def _selection_bar(app: Actions, place: Place, selected: tuple[str, ...]) -> View:
    ask = PickFolder(selected, ask=True)
    picker: View = touchable(
        words("Move to notebook...", color="on_header", max_lines=1, width=0, weight=1),
        words("\u25bc", color="on_header", size=14),
        key="picker",
        padding=(10, 0),
        height=HEADER,
        on_click=lambda: app.show_dialog(ask),
    )
    trashed = place.kind == "trash" or _deleted(app, place)
    duplicate = restore = None
    if trashed:
        picker = words("Trash", color="on_header", weight_font=700, padding=(10, 15))
        restore = header_button("restore", "Restore", partial(app.restore_notes, selected))
    else:
        duplicate = header_button(
            "content_copy", "Duplicate", partial(app.duplicate_notes, selected)
        )
    return header(
        back_button(app.on_back),
        picker,
        header_button("check_circle_outline", "Select all", app.select_all),
        header_button("trash", "Delete", partial(app.delete_notes, selected)),
        restore,
        duplicate,
    )


def _deleted(app: Actions, place: Place) -> bool:
    folder = app.store.folder(place.id) if place.kind == "folder" else None
    return folder is not None and folder.deleted_ms > 0


def _adding(app: Actions, place: Place) -> list[View]:
    """Build the add button, and the two buttons that it reveals."""
    if app.state.selected or place.kind in ("trash", "conflicts") or _deleted(app, place):
        return []
    if not app.present_folder:
        return []
    shown = app.state.adding
    main = _round("close" if shown else "plus", "Add new", "fab_red", 56, lambda: _toggle(app))
    main.gravity, main.margin = "end|bottom", 16
    if not shown:
        return [main]
    scrim = View(
        key="scrim",
        width=MATCH,
        height=MATCH,
        background="#66322F37",
        important_for_accessibility="no",
        on_click=lambda: app.update(adding=False),
    )
    actions = column(
        _entry("New to-do", "checkbox_marked_outline", partial(app.new_note, todo=True)),
        _entry("New note", "file_document", app.new_note),
        gravity="end|bottom",
        content_gravity="end",
        margin=(16, 16, 24, 88),
        class_name=GROUP,
        key="actions",
    )
    return [scrim, actions, main]


def _toggle(app: Actions) -> None:
    app.update(adding=not app.state.adding)


def _round(icon: str, label: str, color: str, side: float, click: Callable[[], object]) -> View:
    return touchable(
        glyph(icon, 24, "on_fab"),
        class_name=BUTTON,
        content_description=label,
        key=label,
        width=side,
        height=side,
        content_gravity="center",
        background=Rounded(color, 16 if side > 40 else 12),
        elevation=6,
        on_click=click,
    )


def _entry(label: str, icon: str, click: Callable[[], object]) -> View:
    text = touchable(
        words(label, size=16, weight_font=500),
        padding=(12, 8),
        margin=(0, 0, 16, 0),
        background=Rounded("background", 4),
        class_name=BUTTON,
        on_click=click,
        content_description=label,
        key="label",
    )
    return row(
        text,
        _round(icon, label, "fab_purple", 40, click),
        content_gravity="center_vertical",
        margin=(0, 0, 0, 16),
        class_name=GROUP,
        key=label,
    )
