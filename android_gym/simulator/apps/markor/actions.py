"""The main activity without its views: the file browser, the selection, the pages' editors."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from typing import Any

from immutables import Map

from android_gym.simulator.appkit.list_bars import toggled
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.apps.markor.editor import EditorActivity, open_document
from android_gym.simulator.apps.markor.model import (
    SHARED,
    VIRTUAL,
    Entry,
    Known,
    MainState,
    mime_of,
)
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.listing import Listing

EDITORS = {1: "todo", 2: "quicknote"}
"""Name of the state field with each page's editor, by page."""

EXIT_MS = 2000


class Actions(EditorActivity[MainState]):
    """Base of the main activity: everything that its pages and dialogs read and do."""

    _listing: tuple[Any, Listing[Entry]] | None = None

    @property
    def folder(self) -> str:
        """The folder on screen."""
        return self.state.folder or self.notebook.folder

    @property
    def write_folder(self) -> str:
        """The folder for new files."""
        return self.notebook.folder if self.folder in VIRTUAL else self.folder

    # -- lifecycle

    def on_create(self) -> MainState:
        """Start at the page and in the folder chosen in the settings."""
        notebook = self.notebook
        tab = str(notebook.get("pref_key__app_start_tab_v2", "0"))
        folder = notebook.start_folder
        return MainState(
            page=int(tab) if tab in ("1", "2") else 0,
            folder="" if folder == notebook.folder else folder,
        )

    def on_resume(self) -> None:
        """Show the intro or request access if needed, else reload the screen's content."""
        notebook = self.notebook
        if not notebook.intro_shown:
            self.start_activity(".activity.IntroActivity")
            return
        if not notebook.granted:
            self.start_activity(".activity.StoragePermissionActivity")
            return
        notebook.make_folder(notebook.folder)
        self.reload()
        for slot, path in (("todo", notebook.todo), ("quicknote", notebook.quicknote)):
            editor = self.editor(slot)
            if editor.state.path != path:
                editor.put(editor.opened(path))
            else:
                editor.resume()

    def on_pause(self) -> None:
        """Save the edited document."""
        slot = EDITORS.get(self.state.page)
        if slot is not None and self.state.todo.path:
            self.editor(slot).pause()

    def show_page(self, page: int) -> None:
        """Show one of the four pages."""
        if page != self.state.page:
            self.on_pause()
            self.hide_keyboard()
            self.update(page=page, selected=())

    def on_back(self) -> bool:
        """Close the search or go up; in the notebook leave the app on the second press."""
        state = self.state
        if state.page in EDITORS:
            editor = self.editor(EDITORS[state.page])
            if editor.state.search is not None:
                editor.change(search=None)
                return True
        elif state.page == 0 and self.folder not in (self.notebook.folder, "/"):
            self.up()
            return True
        now = self.context.system.clock.elapsed_ms()
        if now - state.back_ms <= EXIT_MS:
            return False
        self.update(back_ms=now)
        self.show_snackbar(
            "Press 'Back' again to exit",
            action="EXIT",
            method="finish",
            duration_ms=EXIT_MS,
            bottom=56,
        )
        return True

    # -- the browser

    def reload(self) -> None:
        """Read the folder on screen; if it is gone, show the one above."""
        notebook, folder = self.notebook, self.folder
        if folder not in VIRTUAL:
            while folder not in ("/", "") and not notebook.files.is_dir(folder):
                folder = posixpath.dirname(folder)
        same = self.state.read and folder == self.folder
        sorting = notebook.sorting
        names = None
        if folder.startswith(SHARED) and sorting.by in ("NAME", "MIMETYPE"):
            names = notebook.files.names(folder)
        known = self.state.known
        if same and known is not None and known.names is names and known.sorting == sorting:
            # Rows format their own dates, so a crowded folder is read only once.
            self.update(bound=True)
            return
        entries = tuple(self.listing(folder))
        paths = {entry.path for entry in entries} if self.state.selected else set()
        self.update(
            folder="" if folder == notebook.folder else folder,
            entries=entries,
            read=True,
            known=Known(names, sorting) if names is not None else None,
            bound=same,
            selected=tuple(path for path in self.state.selected if path in paths),
        )

    def listing(self, folder: str) -> Sequence[Entry]:
        """List a folder if the app may read it."""
        notebook = self.notebook
        if folder == "/storage":
            names = ("/storage/emulated", *VIRTUAL)
            return [Entry(p, True, 0, 0, VIRTUAL.get(p, posixpath.basename(p))) for p in names]
        if folder == "/storage/emulated":
            return [Entry(SHARED, True, 0, 0, "0")]
        if folder in VIRTUAL:
            return notebook.entries(folder)
        if not folder.startswith(SHARED):
            if not notebook.files.as_user(self.context.uid).may(folder, "r"):
                return []
        wanted = (folder, notebook.sorting)
        if self._listing is None or self._listing[0] != wanted:
            self._listing = (wanted, notebook.listing(folder))
        return self._listing[1].read(notebook.files)

    def go(self, folder: str) -> None:
        """Open a folder."""
        shown = "" if folder == self.notebook.folder else folder
        self.update(folder=shown, selected=(), read=False)
        self.reload()

    def go_to(self, folder: str) -> None:
        """Open one of the places in the "Go to" menu."""
        if folder not in VIRTUAL:
            self.notebook.make_folder(folder)
        self.go(folder)
        self.toast(folder)

    def up(self) -> None:
        """Go to the folder above."""
        folder = self.folder
        self.go(self.notebook.folder if folder in VIRTUAL else posixpath.dirname(folder))

    def open(self, path: str, line: int | None = None, *, keyboard: bool = False) -> None:
        """Open a row's file or folder; with `keyboard`, keep the keyboard up."""
        files = self.notebook.files
        if files.is_dir(path) or path in VIRTUAL:
            self.go(path)
        elif not files.exists(path):
            self.reload()
        elif self.notebook.is_text(path):
            open_document(self, path, line, keyboard=keyboard)
        else:
            data = f"content://{self.context.package}.provider{path}"
            intent = Intent("android.intent.action.VIEW", data=data, type=mime_of(path))
            if not self.start_activity(intent):
                open_document(self, path, line)

    # -- selection

    def toggle(self, path: str) -> None:
        """Select or deselect a row."""
        self.update(selected=toggled(self.state.selected, path), bound=True)

    def clear_selection(self) -> None:
        """Clear the selection."""
        self.update(selected=())

    def toggle_favourite(self, path: str) -> None:
        """Add a document to the favourites or remove it."""
        self.notebook.toggle_favourite(path)
        self.clear_selection()

    def copy_text(self, path: str) -> None:
        """Copy a file's text to the clipboard."""
        text = self.notebook.read_text(path)
        self.context.system.clipboard.set_text(text, source=self.context.package)
        self.clear_selection()

    def share_files(self, paths: tuple[str, ...]) -> None:
        """Share files with other apps."""
        streams = tuple(f"content://{self.context.package}.provider{path}" for path in paths)
        self.clear_selection()
        many = len(paths) > 1
        extras = Map({"android.intent.extra.STREAM": streams if many else streams[0]})
        mime = "text/plain" if all(map(self.notebook.is_text, paths)) else "*/*"
        action = f"android.intent.action.SEND{'_MULTIPLE' if many else ''}"
        choose_app(self, Intent(action, type=mime, extras=extras))
