"""The picker: lets the user choose a document or a folder, or where to save something."""

from __future__ import annotations

from android_gym.errors import FileError
from android_gym.simulator.apps.documentsui.dialogs import NewFolder, Overwrite, SortDialog
from android_gym.simulator.apps.documentsui.model import (
    DIRECTORY,
    OTHER,
    ROOTS,
    BrowserState,
    Document,
    Root,
    mime_type,
    name_of_type,
)
from android_gym.simulator.apps.documentsui.screens.browser import Browser
from android_gym.simulator.apps.documentsui.storage import free_name
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.layouts import wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText

WORDS = {"move": "Move", "copy": "Copy", "extract": "Extract"}


class PickActivity(Browser):
    """The screen that other apps start for a result."""

    DIALOGS = (NewFolder, Overwrite, SortDialog)
    SELECTS = False

    # -- the intent

    @property
    def _action(self) -> str:
        return (self.intent.action or "").rpartition(".")[2]

    @property
    def _opens(self) -> bool:
        return self._action in ("OPEN_DOCUMENT", "GET_CONTENT")

    @property
    def _creates(self) -> bool:
        return self._action == "CREATE_DOCUMENT"

    @property
    def _picks_folder(self) -> bool:
        return self._action in ("PICK_COPY_DESTINATION", "OPEN_DOCUMENT_TREE")

    @property
    def _word(self) -> str:
        return WORDS.get(self.intent.get_str("operation"), "Copy")

    def _types(self) -> tuple[str, ...]:
        extra = self.intent.extra("android.intent.extra.MIME_TYPES")
        if isinstance(extra, tuple) and extra:
            return tuple(str(kind) for kind in extra)
        return (self.intent.type or "*/*",)

    def on_create(self) -> BrowserState:
        """Begin in Recent, the storage or Downloads, as the action has it."""
        name = str(self.intent.extra("android.intent.extra.TITLE") or "")
        tree = self._action == "OPEN_DOCUMENT_TREE"
        wanted = "recent" if self._opens else "primary" if tree else "downloads"
        root = next((r for r in ROOTS if r.id == wanted and self.offers(r)), ROOTS[-2])
        return BrowserState(root=root.id, folder=root.folder, name=name)

    def drawer_title(self) -> str:
        """Return what is being chosen."""
        if self._action == "PICK_COPY_DESTINATION":
            return f"{self._word} to\u2026"
        return "Save to" if self._creates else "Open from"

    def offers(self, root: Root) -> bool:
        """Return whether a root may hold what is wanted; something is put into folders only."""
        if not self._opens:
            return bool(root.folder)
        wanted, kinds = self._types(), root.kinds
        return (
            not kinds
            or "*/*" in wanted
            or any(t.startswith(kinds) or k.startswith(t[:-1]) for t in wanted for k in kinds)
        )

    def accepts(self, document: Document) -> bool:
        """Return whether a document can be chosen: of the types wanted, or to be written over."""
        if not self._opens:
            return self._creates and not document.is_folder
        return any(
            kind == "*/*" or document.mime.startswith(kind.removesuffix("*"))
            for kind in self._types()
        )

    def menu(self) -> list[MenuItem | None]:
        """Return the entries of the bar."""
        place = self._picks_folder or self._creates
        return [
            self.new_folder_item("folder_plus") if place else None,
            None if place else self.search_item(),
            self.sort_item(),
        ]

    def choose(self, document: Document) -> None:
        """Answer with a file, or take its name."""
        if not self.accepts(document):
            return
        if self._creates:
            self.update(name=document.name)
        else:
            self.answer(document.path, document.mime)

    def folder_made(self, folder: str) -> None:
        """Enter the folder: it is where things shall go."""
        self.show_folder(folder)

    def footer(self) -> View | None:
        """Build Cancel and Move, Save or Use this folder."""
        if self._creates:
            name = self.state.name
            return wide_row(
                EditText(
                    name,
                    id="android:id/title",
                    hint="File name",
                    on_text_change=lambda text: self.update(name=text),
                    width=0,
                    weight=1,
                    max_lines=1,
                ),
                Button(
                    "Save",
                    id="android:id/button1",
                    all_caps=True,
                    enabled=self.writable and bool(name.strip()),
                    on_click=self._save,
                ),
                id="container_save",
                padding=(24, 8),
                content_gravity="center_vertical",
                background="bottom_bar",
            )
        if not self._picks_folder:
            return None
        return wide_row(
            View(width=0, weight=1, height=1),
            Button("Cancel", id="android:id/button2", all_caps=True, on_click=self.finish),
            Button(
                "Use this folder" if self._action == "OPEN_DOCUMENT_TREE" else self._word,
                id="android:id/button1",
                all_caps=True,
                enabled=self.writable,
                on_click=lambda: self.answer(self.state.folder, DIRECTORY),
            ),
            id="container_save",
            padding=(16, 8),
            background="bottom_bar",
        )

    def _save(self) -> None:
        folder = self.state.folder
        name = name_of_type(self.state.name.strip(), self.intent.type or OTHER)
        if self.bad_name(name, "/nowhere"):
            self.show_snackbar("Failed to save document")
        elif self.files.is_file(f"{folder}/{name}"):
            self.show_dialog(Overwrite(f"{folder}/{name}"))
        else:
            path = f"{folder}/{free_name(self.files, folder, name)}"
            try:
                self.files.write(path, b"")
            except FileError:
                self.show_snackbar("Failed to save document")
                return
            self.answer(path, self.intent.type or mime_type(name))
