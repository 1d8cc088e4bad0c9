"""The files app and the picker."""

from __future__ import annotations

from typing import Any

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.apps.documentsui import documents
from android_gym.simulator.apps.documentsui.browser import Browser, BrowserState
from android_gym.simulator.apps.documentsui.documents import DIRECTORY, ROOTS, Document, Root
from android_gym.simulator.system.documents import document_path, document_uri
from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_DOCUMENT, Intent
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.components import MenuItem, Toolbar
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.layouts import row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, EditText

__all__ = ["FilesActivity", "PickActivity"]

PICKER = "com.google.android.documentsui/com.android.documentsui.picker.PickActivity"
INSPECTOR = "com.google.android.documentsui/com.android.documentsui.inspector.InspectorActivity"
DESTINATION = "com.android.documentsui.PICK_COPY_DESTINATION"
_RESULT_OK = -1


def _items(number: int) -> str:
    return f"{number} item{'' if number == 1 else 's'}"


class FilesActivity(Browser):
    """Files: everything that can be done with documents."""

    def on_create(self) -> BrowserState:
        """Begins in Downloads, or in what the intent names."""
        path = document_path(self.intent.data or "")
        if path is not None and self.context.system.files.is_dir(path):
            return BrowserState(root="primary", folder=path)
        return BrowserState()

    # -- bars and menus

    def bar(self) -> View:
        """The bar of the selection while there is one."""
        selected = self.state.selected
        if not selected:
            return super().bar()
        folders = any(self.context.system.files.is_dir(path) for path in selected)
        share = MenuItem("Share", self._share, id="action_menu_share", icon="share")
        return Toolbar(
            f"{len(selected)} selected",
            navigation="close",
            on_navigation=lambda: self.update(selected=()),
            navigation_description="Cancel",
            menu=[
                None if folders else share,
                MenuItem(
                    "Delete", lambda: self.ask("delete"), id="action_menu_delete", icon="delete"
                ),
                *self._selection_menu(selected, folders),
            ],
            menu_title_id="android:id/title",
            id="toolbar",
        )

    def _selection_menu(self, selected: tuple[str, ...], folders: bool) -> list[MenuItem | None]:
        single = len(selected) == 1
        everything = len(selected) == len(self.documents())
        name = selected[0].rpartition("/")[2]
        archive = single and name.lower().endswith(".zip")
        return [
            MenuItem("Open with", lambda: self._open_with(selected[0]))
            if single and not folders
            else None,
            MenuItem("Sort by...", lambda: self.ask("sort")),
            MenuItem("Deselect all" if everything else "Select all", self.select_all),
            MenuItem("Copy to\u2026", lambda: self._pick("copy")),
            MenuItem("Move to\u2026", lambda: self._pick("move")) if self.root.folder else None,
            MenuItem("Compress", self._compress) if self.writable and not archive else None,
            MenuItem("Extract to\u2026", lambda: self._pick("extract")) if archive else None,
            MenuItem("Rename", lambda: self.ask("rename", selected[0], draft=name))
            if single and self.root.folder
            else None,
            MenuItem("Get info", lambda: self._info(selected[0])) if single else None,
        ]

    def menu(self) -> list[MenuItem | None]:
        """Everything that concerns the folder."""
        hidden = self.state.hidden
        storage = self.root.id == "primary"
        return [
            self.search_item(),
            MenuItem("New window", self._new_window),
            MenuItem("New folder", lambda: self.ask("new folder")) if self.writable else None,
            MenuItem("Sort by...", lambda: self.ask("sort")),
            MenuItem("Select all", self.select_all),
            MenuItem("Storage settings", self._storage_settings) if storage else None,
            MenuItem("Get info", lambda: self._info(self.state.folder)) if self.writable else None,
            MenuItem(
                "Don\u2019t show hidden files" if hidden else "Show hidden files",
                lambda: self.update(hidden=not hidden),
            ),
        ]

    def _new_window(self) -> None:
        component = f"{self.context.package}/com.android.documentsui.files.FilesActivity"
        folder = self.state.folder or documents.STORAGE
        intent = Intent(
            component=component, data=document_uri(folder), flags=FLAG_ACTIVITY_NEW_DOCUMENT
        )
        self.context.system.activities.start(intent)

    def _storage_settings(self) -> None:
        self.start_activity(Intent(action="android.settings.INTERNAL_STORAGE_SETTINGS"))

    # -- what can be done

    def choose(self, document: Document) -> None:
        """Opens a file with an app."""
        self._view(document, None)

    def _open_with(self, path: str) -> None:
        self.update(selected=())
        self._view(Document(path, False, 0, 0), "Open with")

    def _view(self, document: Document, title: str | None) -> None:
        intent = Intent(
            action="android.intent.action.VIEW",
            data=document_uri(document.path),
            type=document.mime,
            flags=1,  # FLAG_GRANT_READ_URI_PERMISSION
        )
        if title is not None:
            extras: Map[str, Any] = Map(
                {"android.intent.extra.INTENT": intent, "android.intent.extra.TITLE": title}
            )
            chooser = Intent(action="android.intent.action.CHOOSER", extras=extras)
            self.start_activity(chooser)
        elif not self.start_activity(intent):
            self.show_snackbar("Can\u2019t open file")

    def _share(self) -> None:
        selected = self.state.selected
        uris = tuple(document_uri(path) for path in selected)
        types = {documents.mime_type(path) for path in selected}
        mime = types.pop() if len(types) == 1 else "*/*"
        many = len(uris) > 1
        stream: Any = uris if many else uris[0]
        send = Intent(
            action="android.intent.action.SEND_MULTIPLE" if many else "android.intent.action.SEND",
            type=mime,
            extras=Map({"android.intent.extra.STREAM": stream}),
        )
        extras: Map[str, Any] = Map({"android.intent.extra.INTENT": send})
        self.update(selected=())
        self.start_activity(Intent(action="android.intent.action.CHOOSER", extras=extras))

    def _info(self, path: str) -> None:
        self.update(selected=())
        self.start_activity(Intent(component=INSPECTOR, data=document_uri(path)))

    def _pick(self, what: str) -> None:
        selected = self.state.selected
        self.update(selected=())
        extras: Map[str, Any] = Map({"operation": what})
        intent = Intent(component=PICKER, action=DESTINATION, extras=extras)
        self.start_activity(intent, request=(what, selected))

    def on_activity_result(self, request: Any, code: int, data: Any) -> None:
        """Copies, moves or extracts into the folder that was picked."""
        folder = document_path(data.data or "") if isinstance(data, Intent) else None
        if code != _RESULT_OK or folder is None:
            return
        what, paths = request
        files = self.context.system.files
        if what == "extract":
            from android_gym.simulator.apps.documentsui.archives import extract

            failed = extract(files, paths[0], folder)
            doing, verb = "Extracting", "extract"
        else:
            failed = documents.copy(files, paths, folder, move=what == "move")
            doing, verb = ("Moving", "move") if what == "move" else ("Copying", "copy")
        if failed:
            self.show_snackbar(f"Couldn\u2019t {verb} {_items(len(failed))}")
        else:
            self.show_snackbar(f"{doing} {_items(len(paths))}.")

    def _compress(self) -> None:
        from android_gym.simulator.apps.documentsui.archives import compress

        selected = self.state.selected
        self.update(selected=())
        try:
            compress(self.context.system.files, selected, self.state.folder)
        except FileError:
            self.show_snackbar(f"Couldn\u2019t compress {_items(len(selected))}")
            return
        self.show_snackbar(f"Compressing {_items(len(selected))}.")

    # -- dialogs

    def dialog(self) -> Overlay | None:
        """Adds those of the selection."""
        kind = self.state.dialog[0] if self.state.dialog else ""
        if kind == "delete":
            return alert_dialog(
                message=self._question(),
                on_dismiss=self.close_dialog,
                positive="OK",
                on_positive=self._delete,
                negative="Cancel",
            )
        if kind == "rename":
            name = str(self.state.dialog[1]).rpartition("/")[2]
            stem = name.rpartition(".")[0] or name
            if self.context.system.files.is_dir(self.state.dialog[1]):
                stem = name
            return self.name_dialog("Rename", "", self._rename, selected=len(stem))
        return super().dialog()

    def _question(self) -> str:
        selected = self.state.selected
        files = self.context.system.files
        folders = sum(files.is_dir(path) for path in selected)
        name = selected[0].rpartition("/")[2] if selected else ""
        if len(selected) == 1:
            return f'Delete folder "{name}" and its contents?' if folders else f'Delete "{name}"?'
        if folders == len(selected):
            return f"Delete {folders} folders and their contents?"
        return f"Delete {len(selected)} {'items' if folders else 'files'}?"

    def _delete(self) -> None:
        selected = self.state.selected
        self.close_dialog()
        self.update(selected=())
        failed = documents.delete(self.context.system.files, selected)
        if failed:
            self.show_snackbar(f"Couldn\u2019t delete {_items(len(failed))}")
        else:
            self.show_snackbar(f"Deleting {_items(len(selected))}.")

    def _rename(self) -> None:
        path, name = self.state.dialog[1], self.state.draft
        folder, _, old = path.rpartition("/")
        error = self.bad_name(name, folder, old)
        if not error and name != old:
            try:
                self.context.system.files.rename(path, f"{folder}/{name}")
            except FileError:
                error = "Failed to rename document"
        if error:
            self.update(error=error)
            return
        self.close_dialog()
        self.hide_keyboard()
        self.update(selected=())


class PickActivity(Browser):
    """Lets the user choose documents, a folder, or where to put something."""

    SELECTS = False

    @property
    def _action(self) -> str:
        return (self.intent.action or "").rpartition(".")[2]

    @property
    def drawer_title(self) -> str:  # type: ignore[override]
        """What the drawer is for."""
        what = {"move": "Move to\u2026", "copy": "Copy to\u2026", "extract": "Extract to\u2026"}
        if self._action == "PICK_COPY_DESTINATION":
            return what.get(self.intent.extra("operation"), "Copy to\u2026")
        return "Save to" if self._action == "CREATE_DOCUMENT" else "Open from"

    @property
    def _picks_folder(self) -> bool:
        return self._action in ("PICK_COPY_DESTINATION", "OPEN_DOCUMENT_TREE")

    def on_create(self) -> BrowserState:
        """Begins in the root that the files were in, else in Downloads or Recent."""
        name = str(self.intent.extra("android.intent.extra.TITLE") or "")
        wanted = "downloads"
        if self._action in ("OPEN_DOCUMENT", "GET_CONTENT"):
            wanted = "recent"
        elif self._action == "OPEN_DOCUMENT_TREE":
            wanted = "primary"
        root = next((r for r in ROOTS if r.id == wanted and self.offers(r)), ROOTS[-2])
        return BrowserState(root=root.id, folder=root.folder, name=name)

    def offers(self, root: Root) -> bool:
        """Where something is put, only roots with folders."""
        if self._action in ("OPEN_DOCUMENT", "GET_CONTENT"):
            wanted = self._types()
            kinds = root.kinds
            return (
                not kinds
                or "*/*" in wanted
                or any(t.startswith(kinds) or k.startswith(t[:-1]) for t in wanted for k in kinds)
            )
        return bool(root.folder)

    def _types(self) -> tuple[str, ...]:
        extra = self.intent.extra("android.intent.extra.MIME_TYPES")
        if isinstance(extra, tuple) and extra:
            return tuple(str(kind) for kind in extra)
        return (self.intent.type or "*/*",)

    def accepts(self, document: Document) -> bool:
        """Files are grey where a folder is wanted, or another type."""
        if self._action not in ("OPEN_DOCUMENT", "GET_CONTENT"):
            return self._action == "CREATE_DOCUMENT" and not document.is_folder
        return any(
            kind == "*/*" or document.mime.startswith(kind.removesuffix("*"))
            for kind in self._types()
        )

    def menu(self) -> list[MenuItem | None]:
        """Search, new folder, order."""
        folder = MenuItem("New folder", lambda: self.ask("new folder"), icon="folder_plus")
        place = self._picks_folder or self._action == "CREATE_DOCUMENT"
        return [
            folder if place and self.writable else None,
            None if place else self.search_item(),
            MenuItem("Sort by...", lambda: self.ask("sort")),
        ]

    def choose(self, document: Document) -> None:
        """Returns a file, or takes its name."""
        if not self.accepts(document):
            return
        if self._action == "CREATE_DOCUMENT":
            self.update(name=document.name)
        else:
            self._return(document.path, document.mime)

    def _return(self, path: str, mime: str) -> None:
        uri = document_uri(path)
        if self._action == "OPEN_DOCUMENT_TREE":
            uri = uri.replace("/document/", "/tree/")
        result = Intent(data=uri, type=mime, flags=3)  # may be read and written
        self.finish(_RESULT_OK, result)

    def footer(self) -> View | None:
        """Cancel and Move, Save or Use this folder."""
        if self._action == "CREATE_DOCUMENT":
            name = self.state.name
            return row(
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
                width=MATCH,
                padding=(24, 8),
                content_gravity="center_vertical",
                background="bottom_bar",
            )
        if not self._picks_folder:
            return None
        if self._action == "OPEN_DOCUMENT_TREE":
            label = "Use this folder"
        else:
            what = {"move": "Move", "extract": "Extract"}
            label = what.get(self.intent.extra("operation"), "Copy")
        return row(
            View(width=0, weight=1, height=1),
            Button("Cancel", id="android:id/button2", all_caps=True, on_click=self.finish),
            Button(
                label,
                id="android:id/button1",
                all_caps=True,
                enabled=self.writable,
                on_click=lambda: self._return(self.state.folder, DIRECTORY),
            ),
            id="container_save",
            width=MATCH,
            padding=(16, 8),
            background="bottom_bar",
        )

    def _save(self) -> None:
        name, folder = self.state.name.strip(), self.state.folder
        files = self.context.system.files
        if self.bad_name(name, "/nowhere"):
            self.show_snackbar("Failed to save document")
        elif files.is_file(f"{folder}/{name}"):
            self.ask("overwrite", f"{folder}/{name}")
        else:
            mime = self.intent.type or documents.mime_type(name)
            try:
                path = f"{folder}/{documents.free_name(files, folder, name)}"
                files.write(path, b"")
            except FileError:
                self.show_snackbar("Failed to save document")
                return
            self._return(path, mime)

    def dialog(self) -> Overlay | None:
        """Adds the question whether to write over a file."""
        if self.state.dialog and self.state.dialog[0] == "overwrite":
            path = self.state.dialog[1]
            name = path.rpartition("/")[2]
            return alert_dialog(
                message=f"Overwrite {name}?",
                on_dismiss=self.close_dialog,
                positive="OK",
                on_positive=lambda: self._return(path, documents.mime_type(name)),
                negative="Cancel",
            )
        return super().dialog()
