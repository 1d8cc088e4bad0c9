"""A note: its title, its text (rendered or in an editor) and the editor's toolbar."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.appkit.markdown import Look, Renderer
from android_gym.simulator.apps.joplin.actions import Actions
from android_gym.simulator.apps.joplin.dialogs.lists import PickFolder
from android_gym.simulator.apps.joplin.dialogs.note import Attach, EditLink, NoteMenu
from android_gym.simulator.apps.joplin.editing import BODY, TITLE, TOOLBAR
from android_gym.simulator.apps.joplin.look import (
    BUTTON,
    GROUP,
    HEADER,
    WEB,
    back_button,
    check_box,
    glyph,
    header,
    header_button,
    screen_of,
    touchable,
    words,
)
from android_gym.simulator.apps.joplin.model import Note
from android_gym.simulator.apps.joplin.screens.finding import find_panel
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    HorizontalScrollView,
    RecyclerView,
    row,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, EditText, ImageView

__all__ = ["note"]

PAGE = Look(
    size=16,
    headings=(24.0, 20.8, 17.6, 16.0, 16.0, 16.0),
    line_height=25.6,
    text="text_primary",
    link="url",
    code="code_ground",
    rule="divider",
    breaks=True,
    lists="android.view.View",
    letter_spacing=0.0,
)
PICTURE = 380.0
"""Maximum width of a picture in dp."""


def note(app: Actions) -> View:
    """Build the note on screen; only the header bar if the note has been deleted elsewhere."""
    shown = app.note
    if shown is None:
        return screen_of(header(back_button(app.on_back), ""), View(height=0, weight=1))
    state = app.state.note
    title, text = app.texts(shown)
    bodies: list[View]
    if state.editing and not shown.deleted_ms:
        bodies = [
            _editor(app, text),
            find_panel(app, text) if state.find is not None else _toolbar(app),
        ]
    else:
        bodies = [_page(app, shown, text)]
    page = screen_of(_bar(app, shown), _title(app, shown, title), Divider(width=MATCH), *bodies)
    fab = None
    if not state.editing and not shown.deleted_ms:
        fab = touchable(
            glyph("pencil", 24, "on_fab"),
            class_name=BUTTON,
            content_description="Edit",
            key="Edit",
            width=56,
            height=56,
            content_gravity="center",
            gravity="end|bottom",
            margin=16,
            background=Rounded("fab_red", 16),
            elevation=6,
            on_click=app.edit,
        )
    return FrameLayout([page, fab], width=MATCH, height=MATCH, class_name=GROUP, key="Note")


def _bar(app: Actions, shown: Note) -> View:
    state = app.state.note
    folder = app.store.folder(shown.folder)
    picker: View
    if shown.deleted_ms:
        picker = words("Trash", color="on_header", weight_font=700, padding=(10, 15), max_lines=1)
    else:
        picker = touchable(
            words(
                f"{folder.emoji} {folder.title}".strip() if folder is not None else "",
                color="on_header",
                max_lines=1,
                width=0,
                weight=1,
            ),
            words("\u25bc", color="on_header", size=14),
            key="picker",
            height=HEADER,
            padding=(10, 0),
            on_click=lambda: app.show_dialog(PickFolder((shown.id,))),
        )
    undo = redo = None
    if state.editing:
        if state.undo:
            undo = header_button("undo_variant", "Undo", app.step)
        if state.redo:
            redo = header_button("redo_variant", "Redo", partial(app.step, forward=True))
    return header(
        back_button(app.on_back),
        picker,
        undo,
        redo,
        header_button(
            "more_vert", "Actions", lambda: app.show_dialog(NoteMenu()), class_name=GROUP
        ),
    )


def _title(app: Actions, shown: Note, title: str) -> View:
    done = shown.completed_ms > 0
    box = None
    if shown.is_todo:
        box = check_box(
            done,
            None,
            partial(app.set_completed, shown.id, not done),
            padding=(15, 10, 10, 10),
            key="box",
        )
    field = EditText(
        title,
        key=TITLE,
        hint="Add title",
        on_text_change=app.typed_title,
        enabled=not shown.deleted_ms,
        capitalize="sentences",
        background="transparent",
        color="text_primary",
        weight_font=700,
        size=16,
        letter_spacing=0.0,
        width=0,
        weight=1,
        padding=(5 if shown.is_todo else 15, 12, 15, 12),
        alpha=0.4 if done else 1.0,
    )
    return wide_row(box, field, content_gravity="center_vertical", class_name=GROUP)


def _page(app: Actions, shown: Note, text: str) -> View:
    """Build the rendered text, whose parts are built as they scroll into view."""
    if not text:
        return View(height=0, weight=1)

    def picture(target: str) -> View | None:
        found = app.store.resource(target[2:]) if target.startswith(":/") else None
        if found is None or not found[1].startswith("image/"):
            return None
        drawable = Bitmap(found[2])
        if drawable.size is None:
            return None
        width, height = drawable.size
        scale = min(1.0, PICTURE / max(1, width))
        return ImageView(
            drawable,
            content_description=found[0],
            scale="fit",
            width=max(1.0, width * scale),
            height=max(1.0, height * scale),
        )

    check = None if shown.deleted_ms else app.check
    renderer = Renderer(app.open_link, PAGE, on_check=check, picture=picture)
    count, build = renderer.pieces(text)
    return RecyclerView(
        count,
        build,
        class_name=WEB,
        width=MATCH,
        height=0,
        weight=1,
        padding=(10, 10, 10, 80),
        key=("page", shown.id),
    )


def _editor(app: Actions, text: str) -> View:
    settings = app.settings
    field = EditText(
        text,
        key=BODY,
        on_text_change=app.typed_body,
        multi_line=True,
        capitalize="sentences",
        size=float(settings.get("style.editor.fontSize")),
        vertical="top",
        background="transparent",
        color="text_primary",
        width=MATCH,
        height=MATCH,
        padding=(10, 10),
        cursor=app.state.note.cursor,
    )
    return FrameLayout([field], class_name=WEB, width=MATCH, height=0, weight=1, key="editor")


def _run(app: Actions, name: str) -> None:
    match name:
        case "Link":
            selected = app.selected_text()
            app.show_dialog(EditLink(selected.text[selected.start : selected.end]))
        case "Attach":
            app.show_dialog(Attach())
        case "Find and replace":
            app.change_note(find="")
        case "Hide keyboard":
            app.hide_keyboard()
        case _:
            app.run(name)


def _toolbar(app: Actions) -> View:
    if not app.settings.flag("editor.mobile.toolbarEnabled"):
        return View(height=0)
    buttons = row(
        *(
            touchable(
                glyph(icon, 22),
                class_name=BUTTON,
                content_description=label,
                key=label,
                width=44,
                height=44,
                content_gravity="center",
                on_click=partial(_run, app, label),
            )
            for label, icon in TOOLBAR
        ),
        height=44,
    )
    return HorizontalScrollView(
        buttons, width=MATCH, height=44, background="background", elevation=4, key="toolbar"
    )
