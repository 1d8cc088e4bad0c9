"""The folder chooser for Move, Copy and "Import from device", and the question on taken names."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from android_gym.simulator.appkit.dialogs import ChoiceDialog
from android_gym.simulator.apps.markor.actions import Actions
from android_gym.simulator.apps.markor.look import file_row
from android_gym.simulator.apps.markor.model import SHARED, Entry
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, full_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageView, TextView

TITLES = {"move": "Move", "copy": "Copy", "import": "Import from device"}
HOW = {"Keep both": "keep", "Overwrite": "overwrite", "Skip": ""}
ID = "ui__filesystem_dialog__"


def put_files(
    app: Actions, paths: Sequence[str], folder: str, *, copy: bool, how: str | None = None
) -> None:
    """Move or copy files into a folder, asking what to do if a name is taken.

    Args:
        app: The main activity.
        paths: The files.
        folder: Target folder.
        copy: Whether to copy instead of move.
        how: Answer from `HOW` for all taken names; None to ask.
    """
    for index, path in enumerate(paths):
        taken = app.notebook.files.exists(f"{folder.rstrip('/')}/{posixpath.basename(path)}")
        if taken and how is None:
            app.show_dialog(NameTaken(tuple(paths[index:]), folder, copy, len(paths) > 1))
            break
        if not taken or how:
            app.notebook.put_into(path, folder, copy=copy, clash=how or "")
    app.reload()


@dataclass(frozen=True)
class NameTaken(ChoiceDialog[Actions]):
    """Ask what to do with a file whose name is taken.

    Attributes:
        paths: The file and the ones after it.
        folder: Target folder.
        copy: Whether to copy instead of move.
        several: Whether an answer for all files is offered.
    """

    NEGATIVE = None
    MARKED = False
    paths: tuple[str, ...]
    folder: str
    copy: bool
    several: bool

    def title(self, screen: Actions) -> str:
        """Return the question."""
        name = posixpath.basename(self.paths[0])
        return f"'{name}' already exists in {posixpath.basename(self.folder)}"

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the answers, for one file and for all files."""
        if not self.several:
            return list(HOW)
        return [label for one in HOW for label in (one, f"{one} (all)")]

    def on_choose(self, screen: Actions, index: int) -> None:
        """Continue with the file and the ones after it."""
        label = self.choices(screen)[index]
        how = HOW[label.removesuffix(" (all)")]
        if label.endswith("(all)"):
            put_files(screen, self.paths, self.folder, copy=self.copy, how=how)
            return
        if how:
            screen.notebook.put_into(self.paths[0], self.folder, copy=self.copy, clash=how)
        put_files(screen, self.paths[1:], self.folder, copy=self.copy)


@dataclass(frozen=True)
class FolderChooser(Dialog[Actions]):
    """A full-screen chooser of a folder or, for imports, of files.

    Attributes:
        kind: Purpose of the choice.
        folder: The folder shown.
        search: Text that names must contain; None while the search field is closed.
        chosen: Selected files, for "import".
    """

    kind: Literal["move", "copy", "import"]
    folder: str
    search: str | None = None
    chosen: tuple[str, ...] = ()

    def _entries(self, app: Actions) -> list[Entry]:
        wanted = (self.search or "").casefold()
        files = self.kind == "import"
        return [
            entry
            for entry in app.listing(self.folder)
            if (files or (entry.folder and entry.path not in app.state.selected))
            and wanted in entry.name.casefold()
        ]

    def _done(self, app: Actions) -> None:
        app.dismiss_dialog()
        if self.kind == "import":
            put_files(app, self.chosen, app.write_folder, copy=True)
            return
        paths = app.state.selected
        app.clear_selection()
        put_files(app, paths, self.folder, copy=self.kind == "copy")

    def build(self, screen: Actions) -> Overlay:
        """Build the title, the search, the list and the buttons."""
        content = full_column(
            TextView(
                f"{TITLES[self.kind]} → {posixpath.basename(self.folder) or '/'}",
                id=f"{ID}title",
                size=20,
                color="#FFFFFF",
                background="bar",
                width=MATCH,
                min_height=56,
                vertical="center",
                padding=(16, 0),
                max_lines=1,
            ),
            self._tools(screen),
            self._list(screen),
            wide_row(
                View(width=0, weight=1),
                _text_button("CANCEL", "button_cancel", screen.dismiss_dialog),
                _text_button(
                    "SELECT" if self.kind == "import" else "SELECT THIS FOLDER",
                    "button_ok",
                    lambda: self._done(screen),
                ),
                id=f"{ID}buttons",
                padding=(8, 4),
            ),
            id=f"{ID}root",
            class_name="android.widget.RelativeLayout",
            background="background",
        )
        windows = screen.context.windows
        bars = (windows.status_bar_height, windows.navigation_bar_height)
        top, bottom = (height / windows.density for height in bars)
        return Overlay(
            content, width=MATCH, height=MATCH, margin=(0, top, 0, bottom), title=TITLES[self.kind]
        )

    def _go(self, screen: Actions, path: str) -> Callable[[], None]:
        return partial(screen.update_dialog, replace(self, folder=path, search=None))

    def _tools(self, screen: Actions) -> View:
        search: View = View(width=0, weight=1)
        if self.search is not None:
            search = EditText(
                self.search,
                id=f"{ID}search_edit",
                hint="Search....",
                on_text_change=lambda text: screen.update_dialog(replace(self, search=text)),
                width=0,
                weight=1,
            )
        toggled = replace(self, search=None if self.search is not None else "")
        home = SHARED if self.kind == "import" else screen.notebook.folder
        return wide_row(
            search,
            _icon_button("home", "home", self._go(screen, home)),
            _icon_button("search", "search_button", partial(screen.update_dialog, toggled)),
            id=f"{ID}utilbar",
            padding=(16, 0, 8, 0),
        )

    def _list(self, screen: Actions) -> View:
        """Build the list: the folder above, except at the root, and what is in the folder."""
        folder, entries = self.folder, self._entries(screen)
        first = 0 if folder == "/" else 1

        def line(index: int) -> View:
            if index < first:
                go = self._go(screen, posixpath.dirname(folder))
                return file_row("..", posixpath.dirname(folder), "Folder", "folder", go, key="..")
            entry = entries[index - first]
            name, path = entry.name, entry.path
            if entry.folder:
                go = self._go(screen, path)
                return file_row(name, folder, "Folder", "folder", go, key=path)
            ticked = path in self.chosen
            rest = tuple(other for other in self.chosen if other != path)
            ticking = replace(self, chosen=rest if ticked else (*self.chosen, path))
            tick = partial(screen.update_dialog, ticking)
            kind = "Selected" if ticked else "File"
            return file_row(name, folder, kind, "file_document", tick, key=path)

        return RecyclerView(
            len(entries) + first,
            line,
            row_key=lambda index: ".." if index < first else entries[index - first].path,
            id=f"{ID}list",
            key=folder,
            width=MATCH,
            height=0,
            weight=1,
        )


def _icon_button(icon: str, name: str, on_click: Callable[[], object]) -> View:
    return ImageView(icon, id=ID + name, tint="icon", width=48, height=48, on_click=on_click)


def _text_button(text: str, name: str, on_click: Callable[[], object]) -> View:
    return TextView(
        text,
        id=ID + name,
        size=15,
        weight_font=500,
        color="accent",
        vertical="center",
        min_height=48,
        padding=(12, 0),
        on_click=on_click,
    )
