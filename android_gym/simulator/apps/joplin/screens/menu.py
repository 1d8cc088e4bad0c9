"""The side menu: all notes, the notebooks, the trash, and the app's other screens."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.apps.joplin.actions import Actions
from android_gym.simulator.apps.joplin.dialogs.lists import NotebookMenu, TrashMenu
from android_gym.simulator.apps.joplin.look import GROUP, SCROLL, glyph, touchable, words
from android_gym.simulator.apps.joplin.model import ALL, CONFLICTS, TRASH, Folder, Place, Route
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider

__all__ = ["MENU_WIDTH", "side_menu"]

MENU_WIDTH = 250.0
ROW = 36.0
INDENT = 10.0
COLLAPSED = "collapsedFolderIds"

SCREENS: tuple[tuple[str, str, Route], ...] = (
    ("Tags", "tag_multiple", "Tags"),
    ("Configuration", "cog", "Config"),
)
NO_TARGET = "Please select a synchronisation target in the configuration."


def side_menu(app: Actions) -> View:
    """Build the menu."""
    rows = _rows(app)
    listed = RecyclerView(
        len(rows),
        rows.__getitem__,
        class_name=SCROLL,
        width=MATCH,
        height=0,
        weight=1,
        key="folders",
        padding=(0, 10, 0, 0),
    )
    return full_column(
        listed,
        wide_column(
            Divider(width=MATCH, margin=(0, 10)),
            _button("New Notebook", "folder_outline", app.edit_folder),
            *(_button(label, icon, partial(app.go, route)) for label, icon, route in SCREENS),
            Divider(width=MATCH, margin=(0, 10)),
            _button("Synchronise", "sync", partial(_synchronise, app)),
            class_name=GROUP,
            padding=(0, 0, 0, 10),
        ),
        background="background",
        class_name=GROUP,
    )


def _synchronise(app: Actions) -> None:
    """Ask for a sync target if none is chosen; the others need a network."""
    if app.settings.get("sync.target"):
        app.toast("Completed with errors: Network request failed", long=True)
        return
    app.go("Config")
    app.toast(NO_TARGET, long=True)


def _button(label: str, icon: str, click: object) -> View:
    assert callable(click)
    return touchable(
        glyph(icon, 22, margin=(0, 0, 10, 0)),
        words(label, max_lines=1),
        key=label,
        width=MATCH,
        min_height=ROW,
        padding=(15, 0),
        on_click=click,
    )


def _rows(app: Actions) -> list[View]:
    store = app.store
    collapsed = frozenset(store.setting(COLLAPSED).split(","))
    rows: list[View] = [
        _button("All notes", "file_document", partial(app.show_place, ALL)),
        Divider(width=MATCH, margin=(0, 10)),
        wide_row(
            glyph("folder_outline", 22, margin=(0, 0, 10, 0)),
            words("Notebooks"),
            class_name=GROUP,
            min_height=ROW,
            padding=(15, 0),
            content_gravity="center_vertical",
        ),
    ]
    folders = store.folders()
    rows += _tree(app, folders, collapsed, 0)
    if store.has_conflicts():
        rows.append(_virtual(app, "Conflicts", CONFLICTS))
    rows.append(_virtual(app, "\U0001f5d1\ufe0f Trash", TRASH))
    rows += _tree(app, store.folders(deleted=True), collapsed, 1)
    return rows


def _tree(app: Actions, folders: list[Folder], collapsed: frozenset[str], depth: int) -> list[View]:
    rows: list[View] = []
    hidden_below: int | None = None
    for folder in folders:
        if hidden_below is not None and folder.depth > hidden_below:
            continue
        hidden_below = folder.depth if folder.id in collapsed else None
        rows.append(_folder(app, folder, folder.id in collapsed, folder.depth + depth))
    return rows


def _toggle(app: Actions, number: str) -> None:
    kept = [each for each in app.store.setting(COLLAPSED).split(",") if each]
    rest = [each for each in kept if each != number]
    app.store.put_setting(COLLAPSED, ",".join(rest if number in kept else [*kept, number]))


def _folder(app: Actions, folder: Folder, collapsed: bool, depth: int) -> View:
    place = app.place
    marked = place == Place("folder", folder.id)
    title = words(
        f"{folder.emoji} {folder.title}".strip() or "Untitled",
        max_lines=1,
        width=0,
        weight=1,
        padding=(10, 0, 0, 0),
    )
    toggle = None
    if folder.children:
        toggle = touchable(
            glyph("chevron_right" if collapsed else "chevron_down", 22),
            class_name="android.widget.ToggleButton",
            content_description="Expand" if collapsed else "Collapse",
            checked=not collapsed,
            min_height=ROW,
            padding=(8, 0, 10, 0),
            key="toggle",
            on_click=partial(_toggle, app, folder.id),
        )
    return wide_row(
        touchable(
            title,
            key="folder",
            width=0,
            weight=1,
            min_height=ROW,
            padding=(15 + INDENT * depth, 0, 15, 0),
            on_click=partial(app.show_place, Place("folder", folder.id)),
            on_long_click=lambda: app.show_dialog(NotebookMenu(folder.id)),
        ),
        toggle,
        key=folder.id,
        class_name=GROUP,
        background="selected" if marked else None,
    )


def _virtual(app: Actions, label: str, place: Place) -> View:
    hold = (lambda: app.show_dialog(TrashMenu())) if place == TRASH else None
    return touchable(
        words(label, max_lines=1, width=0, weight=1, padding=(10, 0, 0, 0)),
        key=place.kind,
        width=MATCH,
        min_height=ROW,
        padding=(15, 0),
        background="selected" if app.place == place else None,
        on_click=partial(app.show_place, place),
        on_long_click=hold,
    )
