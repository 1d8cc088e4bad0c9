"""The Files app, with all operations on documents."""

from __future__ import annotations

from functools import partial
from typing import Any

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.apps.documentsui import storage
from android_gym.simulator.apps.documentsui.actions import (
    FAILED,
    FAILED_AT,
    FILES,
    viewing,
)
from android_gym.simulator.apps.documentsui.dialogs import (
    DeleteDocuments,
    NewFolder,
    NotDone,
    RenameDocument,
    SortDialog,
)
from android_gym.simulator.apps.documentsui.model import (
    ROOTS,
    STORAGE,
    WORKS,
    BrowserState,
    Document,
)
from android_gym.simulator.apps.documentsui.screens.browser import Browser
from android_gym.simulator.system.documents import chosen_path, document_path, document_uri
from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_DOCUMENT, Intent
from android_gym.simulator.system.mime_types import mime_type
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.view import View

PACKAGE = "com.google.android.documentsui"
PICKER = f"{PACKAGE}/com.android.documentsui.picker.PickActivity"
INSPECTOR = f"{PACKAGE}/com.android.documentsui.inspector.InspectorActivity"
MOST_SHARED = 100
"""Maximum number of files shared at once (``Shared.SHARE_FILES_COUNT_LIMIT``, from memory)."""

DESTINATION = "com.android.documentsui.PICK_COPY_DESTINATION"


class FilesActivity(Browser):
    """The browser, as started by the launcher."""

    DIALOGS = (DeleteDocuments, NewFolder, NotDone, RenameDocument, SortDialog)

    def on_create(self) -> BrowserState:
        """Start in Downloads, or in the intent's folder."""
        failed = self.intent.get_strs(FAILED)
        if failed and self.intent.get_str(FAILED_AT) in WORKS:
            self.show_dialog(NotDone(self.intent.get_str(FAILED_AT), failed))
        data = self.intent.data or ""
        if self.intent.type == "vnd.android.document/root":
            root = next((r for r in ROOTS if r.id == data.rpartition("/root/")[2]), None)
            if root is not None:
                return BrowserState(root=root.id, folder=root.folder)
        path = document_path(data)
        if path is not None and self.files.is_dir(path):
            return BrowserState(root="primary", folder=path)
        return BrowserState()

    # -- bars and menus

    def bar(self) -> View:
        """Build the bar, or the selection bar while documents are selected."""
        selected = self.state.selected
        if not selected:
            return super().bar()
        return self.marked_bar(self._selection_menu(selected))

    def _selection_menu(self, selected: tuple[str, ...]) -> list[MenuItem | None]:
        first = selected[0]
        name = first.rpartition("/")[2]
        folders = any(self.files.is_dir(path) for path in selected)
        single = len(selected) == 1
        file = single and not folders
        archive = single and name.lower().endswith(".zip")
        folder = bool(self.root.folder)
        delete = DeleteDocuments(selected)
        rename = RenameDocument(name, path=first)

        def entry(shown: bool, title: str, act: Any, *values: Any) -> MenuItem | None:
            return MenuItem(title, partial(act, *values)) if shown else None

        return [
            None
            if folders
            else MenuItem("Share", self._share, id="action_menu_share", icon="share"),
            MenuItem(
                "Delete",
                lambda: self.show_dialog(delete),
                id="action_menu_delete",
                icon="delete",
            ),
            entry(file, "Open with", self._open_with, first),
            self.sort_item(),
            self.select_all_item(),
            entry(True, "Copy to\u2026", self._pick, "copy"),
            entry(folder, "Move to\u2026", self._pick, "move"),
            entry(self.writable and not archive, "Compress", self._compress),
            entry(archive, "Extract to\u2026", self._pick, "extract"),
            entry(single and folder, "Rename", self.show_dialog, rename),
            entry(single, "Get info", self._info, first),
        ]

    def menu(self) -> list[MenuItem | None]:
        """Return the menu entries for the folder."""
        hidden = self.state.hidden
        storage_settings = Intent("android.settings.INTERNAL_STORAGE_SETTINGS")
        return [
            self.search_item(),
            MenuItem("New window", self._new_window),
            self.new_folder_item(),
            self.sort_item(),
            MenuItem("Select all", self.select_all),
            MenuItem("Storage settings", lambda: self.start_activity(storage_settings))
            if self.root.id == "primary"
            else None,
            MenuItem("Get info", lambda: self._info(self.state.folder)) if self.writable else None,
            MenuItem(
                "Don\u2019t show hidden files" if hidden else "Show hidden files",
                lambda: self.update(hidden=not hidden),
            ),
        ]

    def _new_window(self) -> None:
        data = document_uri(self.state.folder or STORAGE)
        intent = Intent(component=FILES, data=data, flags=FLAG_ACTIVITY_NEW_DOCUMENT)
        self.context.system.activities.start(intent)

    # -- with other apps

    def choose(self, document: Document) -> None:
        """Open a file with an app."""
        self.preview(document)

    def _open_with(self, path: str) -> None:
        self.update(selected=())
        choose_app(self, viewing(path, mime_type(path.rpartition("/")[2])), "Open with")

    def _share(self) -> None:
        if len(self.state.selected) > MOST_SHARED:
            self.toast(f"Can\u2019t share more than {MOST_SHARED} files")
            return
        selected = self.take_selected()
        uris = tuple(map(document_uri, selected))
        types = set(map(mime_type, selected))
        many = len(uris) > 1
        extras: Map[str, Any] = Map({"android.intent.extra.STREAM": uris if many else uris[0]})
        action = f"android.intent.action.SEND{'_MULTIPLE' if many else ''}"
        mime = types.pop() if len(types) == 1 else "*/*"
        choose_app(self, Intent(action, type=mime, extras=extras))

    def _info(self, path: str) -> None:
        self.update(selected=())
        self.start_activity(Intent(component=INSPECTOR, data=document_uri(path)))

    # -- changes

    def _pick(self, what: str) -> None:
        extras: Map[str, Any] = Map({"operation": what})
        intent = Intent(DESTINATION, component=PICKER, extras=extras)
        self.start_activity(intent, request=(what, self.take_selected()))

    def on_activity_result(self, request: Any, code: int, data: Intent | None) -> None:
        """Copy, move or extract into the chosen folder."""
        folder = chosen_path(code, data)
        if folder is None:
            return
        what, paths = request
        if what == "extract":
            failed = storage.extract(self.files, paths[0], folder)
        else:
            failed = storage.copy(self.files, paths, folder, move=what == "move")
        self.tell(failed, what, len(paths))

    def _compress(self) -> None:
        selected = self.take_selected()
        failed: tuple[str, ...] = ()
        try:
            storage.compress(self.files, selected, self.state.folder)
        except FileError:
            failed = tuple(path.rpartition("/")[2] for path in selected)
        self.tell(failed, "compress", len(selected))
