"""The folder chooser behind Move, Copy and "Import from device"."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from android_gym.simulator.apps.markor.notebook import SHARED, Entry
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.layouts import RecyclerView, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import EditText, ImageView, TextView

if TYPE_CHECKING:
    from android_gym.simulator.apps.markor.main import MainActivity

__all__ = ["ChooserState", "chooser"]

TITLES = {"move": "Move", "copy": "Copy", "import": "Import from device"}


@dataclass(frozen=True)
class ChooserState:
    """The open chooser.

    Attributes:
        kind: "move", "copy" or "import".
        folder: The folder shown.
        search: What names must hold; None while the field is closed.
        chosen: Files ticked, for "import".
    """

    kind: str
    folder: str
    search: str | None = None
    chosen: tuple[str, ...] = ()


def chooser(app: MainActivity) -> Overlay | None:
    """Builds its window."""
    state: ChooserState | None = app.state.chooser
    if state is None:
        return None

    def change(**changes: Any) -> None:
        app.update(chooser=replace(app.state.chooser or state, **changes))

    folder = state.folder
    wanted = (state.search or "").casefold()
    entries = [
        entry
        for entry in app.listing(folder)
        if (entry.folder or state.kind == "import")
        and (state.kind == "import" or entry.path not in app.state.selected)
        and wanted in entry.name.casefold()
    ]

    def go(path: str) -> None:
        change(folder=path, search=None)

    def tap(entry: Entry) -> None:
        if entry.folder:
            go(entry.path)
        else:
            chosen = (app.state.chooser or state).chosen
            change(
                chosen=tuple(p for p in chosen if p != entry.path)
                if entry.path in chosen
                else (*chosen, entry.path)
            )

    first = 0 if folder == "/" else 1

    def build(index: int) -> View:
        if index < first:
            above = posixpath.dirname(folder)
            return app.row("..", above, "Folder", "folder", lambda: go(above), key="..")
        entry = entries[index - first]
        ticked = entry.path in state.chosen
        kind = "Selected" if ticked else "Folder" if entry.folder else "File"
        icon = "check" if ticked else "folder" if entry.folder else "file_document"
        return app.row(
            entry.name,
            folder,
            kind,
            icon,
            lambda: tap(entry),
            key=entry.path,
            accent=ticked,
        )

    def done() -> None:
        if state.kind == "import":
            app.import_files(state.chosen)
        else:
            app.put_into(folder, copy=state.kind == "copy")

    def icon_button(icon: str, name: str, on_click: Any) -> View:
        return ImageView(icon, id=name, tint="icon", width=48, height=48, on_click=on_click)

    def text_button(text: str, name: str, on_click: Any) -> View:
        return TextView(
            text,
            id=name,
            size=15,
            weight_font=500,
            color="accent",
            vertical="center",
            min_height=48,
            padding=(12, 0),
            on_click=on_click,
        )

    close = lambda: app.update(chooser=None)  # noqa: E731
    base = "ui__filesystem_dialog__"
    home = SHARED if state.kind == "import" else app.notebook.folder
    ok = "SELECT" if state.kind == "import" else "SELECT THIS FOLDER"
    content = column(
        TextView(
            f"{TITLES[state.kind]} → {posixpath.basename(folder) or '/'}",
            id=f"{base}title",
            size=20,
            color="#FFFFFF",
            background="bar",
            width=MATCH,
            min_height=56,
            vertical="center",
            padding=(16, 0),
            max_lines=1,
        ),
        row(
            EditText(
                state.search or "",
                id=f"{base}search_edit",
                hint="Search....",
                on_text_change=lambda text: change(search=text),
                width=0,
                weight=1,
            )
            if state.search is not None
            else View(width=0, weight=1),
            icon_button("home", f"{base}home", lambda: go(home)),
            icon_button(
                "search",
                f"{base}search_button",
                lambda: change(search=None if state.search is not None else ""),
            ),
            id=f"{base}utilbar",
            width=MATCH,
            padding=(16, 0, 8, 0),
        ),
        RecyclerView(
            len(entries) + first,
            build,
            row_key=lambda index: ".." if index < first else entries[index - first].path,
            id=f"{base}list",
            key=folder,
            width=MATCH,
            height=0,
            weight=1,
        ),
        row(
            View(width=0, weight=1),
            text_button("CANCEL", f"{base}button_cancel", close),
            text_button(ok, f"{base}button_ok", done),
            width=MATCH,
            padding=(8, 4),
        ),
        id=f"{base}root",
        class_name="android.widget.RelativeLayout",
        width=MATCH,
        height=MATCH,
        background="background",
    )
    windows = app.context.windows
    bars = (windows.status_bar_height, windows.navigation_bar_height)
    top, bottom = (height / windows.density for height in bars)
    return Overlay(
        content,
        key="chooser",
        width=MATCH,
        height=MATCH,
        margin=(0, top, 0, bottom),
        on_dismiss=close,
        title=TITLES[state.kind],
    )
