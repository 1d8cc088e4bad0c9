"""The picker of a document, of a folder, or of a place to save a document."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.apps.documentsui.actions import RESULT_OK
from android_gym.simulator.apps.documentsui.dialogs import (
    AllowAccess,
    NewFolder,
    Overwrite,
    SortDialog,
)
from android_gym.simulator.apps.documentsui.model import (
    DIRECTORY,
    ROOTS,
    STORAGE,
    BrowserState,
    Document,
    Root,
)
from android_gym.simulator.apps.documentsui.screens.browser import Browser
from android_gym.simulator.apps.documentsui.storage import free_name
from android_gym.simulator.system.documents import document_uri
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.mime_types import OTHER, mime_type, name_of_type
from android_gym.simulator.system.packages import ActivityInfo, Manifest
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import FrameLayout, column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText, ImageView, TextView

WORDS = {"move": "Move", "copy": "Copy", "extract": "Extract"}


class PickActivity(Browser):
    """The activity that other apps start for a result."""

    DIALOGS = (AllowAccess, NewFolder, Overwrite, SortDialog)

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
    def _picks_tree(self) -> bool:
        return self._action == "OPEN_DOCUMENT_TREE"

    @property
    def selects(self) -> bool:
        """True if the calling app accepts several documents."""
        return self._opens and self.intent.get_bool("android.intent.extra.ALLOW_MULTIPLE")

    @property
    def only_images(self) -> bool:
        """True if only images are requested."""
        return self._opens and all(kind.startswith("image/") for kind in self._types())

    @property
    def _word(self) -> str:
        return WORDS.get(self.intent.get_str("operation"), "Copy")

    def _types(self) -> tuple[str, ...]:
        extra = self.intent.extra("android.intent.extra.MIME_TYPES")
        if isinstance(extra, tuple) and extra:
            return tuple(str(kind) for kind in extra)
        return (self.intent.type or "*/*",)

    def on_create(self) -> BrowserState:
        """Start in Recent, the storage or Downloads, depending on the action."""
        name = str(self.intent.extra("android.intent.extra.TITLE") or "")
        tree = self._picks_tree
        wanted = "recent" if self._opens else "primary" if tree else "downloads"
        root = next((r for r in ROOTS if r.id == wanted and self.offers(r)), ROOTS[-2])
        return BrowserState(root=root.id, folder=root.folder, name=name)

    def drawer_title(self) -> str:
        """Return the title for what is being chosen."""
        if self._action == "PICK_COPY_DESTINATION":
            return f"{self._word} to\u2026"
        return "Save to" if self._creates else "Open from"

    def offers(self, root: Root) -> bool:
        """Return whether a root can hold the requested documents; saving needs a folder."""
        if not self._opens:
            return bool(root.folder)
        wanted, kinds = self._types(), root.kinds
        return (
            not kinds
            or "*/*" in wanted
            or any(t.startswith(kinds) or k.startswith(t[:-1]) for t in wanted for k in kinds)
        )

    def accepts(self, document: Document) -> bool:
        """Return whether a document can be chosen: of a requested type, or to overwrite it."""
        if not self._opens:
            return self._creates and not document.is_folder
        return any(
            kind == "*/*" or document.mime.startswith(kind.removesuffix("*"))
            for kind in self._types()
        )

    def previews(self, document: Document) -> bool:
        """Return whether a file can be previewed before it is chosen."""
        return self._opens and not document.is_folder and self.accepts(document)

    # -- other apps

    def other_apps(self) -> list[tuple[Manifest, ActivityInfo]]:
        """Return the apps that provide documents of their own."""
        if self._action != "GET_CONTENT":
            return []
        wanted = Intent(
            self.intent.action, type=self.intent.type or "*/*", categories=self.intent.categories
        )
        found = self.context.system.packages.query_activities(wanted)
        return [each for each in found if each[0].package != self.context.package]

    def open_app(self, component: str) -> None:
        """Let another app provide the result."""
        self.start_activity(replace(self.intent, component=component, flags=0), request="app")

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Pass on another app's result."""
        if request == "app" and code == RESULT_OK and isinstance(data, Intent):
            self.finish(RESULT_OK, data)

    # -- bar and menu

    def bar(self) -> View:
        """Build the bar, or the selection bar while documents are selected."""
        if not self.state.selected:
            return super().bar()
        select = MenuItem("Select", self._answer_several, id="action_menu_select", action=True)
        return self.marked_bar([select, self.sort_item(), self.select_all_item()])

    def _answer_several(self) -> None:
        uris = tuple(map(document_uri, self.take_selected()))
        # Intents carry the ClipData's URIs in this extra here.
        extras: Map[str, Any] = Map({"android.intent.extra.STREAM": uris})
        mime = self._types()[0]
        self.finish(RESULT_OK, Intent(data=uris[0], type=mime, flags=3, extras=extras))

    def menu(self) -> list[MenuItem | None]:
        """Return the bar's menu entries."""
        place = self._picks_folder or self._creates
        return [
            self.new_folder_item("folder_plus") if place else None,
            None if place else self.search_item(),
            self.sort_item(),
        ]

    def choose(self, document: Document) -> None:
        """Return the file to the caller, or use its name for saving."""
        if not self.accepts(document):
            return
        if self._creates:
            self.update(name=document.name)
        else:
            self.answer(document.path, document.mime)

    def folder_made(self, folder: str) -> None:
        """Enter the new folder, which is probably the target."""
        self.show_folder(folder)

    def footer(self) -> View | None:
        """Build the buttons: Cancel and Move, Save, or Use this folder."""
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
        enabled = self.writable and not self._blocked
        use = Button(
            "Use this folder" if self._picks_tree else self._word,
            id="android:id/button1",
            all_caps=True,
            enabled=enabled,
            on_click=self._use,
        )
        overlay = None if enabled else FrameLayout([], id="pick_button_overlay")
        return wide_row(
            View(width=0, weight=1, height=1),
            Button("Cancel", id="android:id/button2", all_caps=True, on_click=self.finish),
            FrameLayout([use, overlay]),
            id="container_save",
            padding=(16, 8),
            background="bottom_bar",
        )

    def _use(self) -> None:
        """Return the folder; access to everything in it is confirmed first."""
        if not self._picks_tree:
            self.answer(self.state.folder, DIRECTORY)
            return
        activities, packages = self.context.system.activities, self.context.system.packages
        own = activities.record(self.token)
        asking = activities.record(own.result_to) if own and own.result_to is not None else None
        label = packages.manifest(asking.package).label if asking is not None else "Anonymous"
        self.show_dialog(AllowAccess(app=label, folder=self.state.folder, name=self.here))

    # -- folders that apps may not get access to

    @property
    def _blocked(self) -> bool:
        """True if apps may not get access to this folder (since Android 11)."""
        inside = self.state.folder.removeprefix(STORAGE).strip("/").casefold()
        first = inside.partition("/")[0]
        return self._picks_tree and (inside in ("", "download") or first == "android")

    def message(self) -> View | None:
        """Build the message why this folder can't be used, with a button for a new one."""
        if not (self._blocked and self.state.query is None):
            return None
        words = column(
            TextView("Can\u2019t use this folder", id="message_title", style="title_medium"),
            TextView(
                "To protect your privacy, choose another folder",
                id="message_subtitle",
                style="body_small",
                color="text_secondary",
            ),
            width=0,
            weight=1,
            padding=(0, 12),
        )
        icon = ImageView("information_outline", id="message_icon", tint="primary", margin=8)
        button = Button(
            "Create new folder", id="action_button", kind="text", on_click=self.ask_folder
        )
        return wide_column(
            wide_row(icon, words, id="message_container", min_height=60),
            wide_row(View(width=0, weight=1, height=1), button, id="action_view"),
            id="item_root",
            key="message",
            margin=(16, 4),
            background=Rounded("background", 2, "outline_variant", 1),
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
