"""The "Share to..." screen, which asks where to put shared text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from immutables import Map

from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.apps.markor.editor import EditorActivity
from android_gym.simulator.apps.markor.look import bar
from android_gym.simulator.apps.markor.model import (
    FAVOURITES,
    POPULAR,
    RECENT,
    DocumentState,
    ShareState,
    kind_of,
)
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, EditText, ImageView, TextView

App = EditorActivity[DocumentState]


def share_into(app: App, state: ShareState) -> Screen:
    """Build the text and the list of targets."""

    def change(**changes: str) -> None:
        app.update(share=replace(app.state.share or state, **changes))

    places = _documents(app, state.listed) if state.listed else _places(app, state, change)
    shown = app.screen(
        bar("Share to..."),
        EditText(
            state.text,
            id="document__fragment__share_into__highlighting_editor",
            on_text_change=lambda text: change(text=text),
            multi_line=True,
            vertical="top",
            width=MATCH,
            height=180,
            padding=16,
            background="transparent",
        ),
        Divider(width=MATCH),
        ScrollView(wide_column(*places), width=MATCH, height=0, weight=1),
    )
    shown.navigation_bar = None
    return shown


def _line(title: str, icon: str, on_click: Callable[[], object]) -> View:
    return wide_row(
        ImageView(icon, margin=(0, 0, 24, 0)),
        TextView(title, id="android:id/title", size=16, color="text_primary"),
        key=title,
        min_height=52,
        padding=(16, 0),
        content_gravity="center_vertical",
        on_click=on_click,
    )


def _documents(app: App, listed: str) -> list[View]:
    lists = {"recent": RECENT, "popular": POPULAR, "favourites": FAVOURITES}
    entries = app.notebook.entries(lists.get(listed, app.notebook.folder))
    return [
        _line(entry.name, "file_document", partial(_append, app, entry.path))
        for entry in entries
        if not entry.folder
    ]


def _places(app: App, state: ShareState, change: Callable[..., None]) -> list[View]:
    notebook, text = app.notebook, state.text
    action = "android.intent.action."
    send = Intent(
        f"{action}SEND", type="text/plain", extras=Map({"android.intent.extra.TEXT": text})
    )
    event = Intent(
        f"{action}INSERT",
        type="vnd.android.cursor.item/event",
        extras=Map({"description": text}),
    )
    link = text.strip()
    view = Intent(f"{action}VIEW", data=link)
    is_link = link.startswith(("http://", "https://")) and " " not in link

    def copy() -> None:
        app.context.system.clipboard.set_text(text, source=app.context.package)
        app.finish()

    def create() -> None:
        now = app.context.system.clock.datetime()
        _append(app, f"{notebook.folder}/{now:%Y-%m-%d_%H-%M-%S}.md")

    return [
        _line("QuickNote", "lightning_bolt", partial(_append, app, notebook.quicknote)),
        _line("To-Do", "clipboard_check", partial(_append, app, notebook.todo)),
        _line("Share", "share", partial(choose_app, app, send)),
        _line("Clipboard", "content_copy", copy),
        *([_line("Web browser", "web", partial(app.start_activity, view))] if is_link else ()),
        _line("Calendar", "calendar", partial(app.start_activity, event)),
        _line("Favourites", "star", partial(change, listed="favourites")),
        _line("Recently viewed documents", "history", partial(change, listed="recent")),
        _line("Popular documents", "heart", partial(change, listed="popular")),
        _line("Select existing document", "file_document", partial(change, listed="all")),
        _line("Create new document", "file_plus", create),
    ]


def _append(app: App, path: str) -> None:
    """Append the shared text to a document and open it."""
    share, notebook = app.state.share, app.notebook
    text = share.text if share is not None else ""
    editor = app.editor("document")
    before = editor.opened(path).text.rstrip("\n")
    if kind_of(path) == "markdown" and path == notebook.quicknote:
        text = f"- {text}"
    notebook.make_folder(path.rpartition("/")[0])
    notebook.write(path, f"{before}\n{text}\n" if before else f"{text}\n")
    app.update(share=None, document=editor.opened(path))
