"""Markor's main activity: Files, To-Do, QuickNote, More."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.apps.markor.chooser import ChooserState, chooser
from android_gym.simulator.apps.markor.dialogs import browser_dialog, new_file
from android_gym.simulator.apps.markor.editor import (
    Editor,
    EditorActivity,
    EditorState,
    open_document,
    share,
)
from android_gym.simulator.apps.markor.look import bar, theme_of
from android_gym.simulator.apps.markor.notebook import (
    FAVOURITES,
    POPULAR,
    RECENT,
    SHARED,
    VIRTUAL,
    Entry,
    Notebook,
    mime_of,
)
from android_gym.simulator.apps.markor.settings import more_page
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.listing import Listing
from android_gym.simulator.ui.activity import Screen, callback
from android_gym.simulator.ui.components import (
    BottomNavigationView,
    FloatingActionButton,
    MenuItem,
    NavItem,
    ViewPager,
)
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, SwipeLayout, column, row
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["MainActivity"]

PAGES = (
    NavItem("Files", "folder", id="nav_notebook"),
    NavItem("To-Do", "clipboard_check", id="nav_todo"),
    NavItem("QuickNote", "lightning_bolt", id="nav_quicknote"),
    NavItem("More", "heart", id="nav_more"),
)
EDITORS = {1: "todo", 2: "quicknote"}
EXIT_MS = 2000


@dataclass(frozen=True)
class MainState:
    """State of the main activity.

    Attributes:
        page: Index in `PAGES`.
        folder: Folder on screen; empty for the notebook.
        entries: What was in it when it was last read.
        read: Whether it was read at all.
        known: What tells whether it has changed since: its names, and the order of the rows.
        bound: Whether its rows were shown before: they then say their date to services.
        selected: Paths that are ticked, in the order of ticking.
        dialog: What is open, and its values.
        chooser: The folder chooser, while it is open.
        back_ms: When Back was last pressed in the notebook, in ms since boot.
        todo: The To-Do page.
        quicknote: The QuickNote page.
    """

    page: int = 0
    folder: str = ""
    entries: tuple[Entry, ...] = ()
    read: bool = False
    known: tuple[Any, ...] = ()
    bound: bool = False
    selected: tuple[str, ...] = ()
    dialog: tuple[Any, ...] = ()
    chooser: ChooserState | None = None
    back_ms: int = -EXIT_MS
    todo: EditorState = field(default_factory=EditorState)
    quicknote: EditorState = field(default_factory=EditorState)


class MainActivity(EditorActivity[MainState]):
    """The four pages."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._listing: tuple[Any, Listing[Entry]] | None = None

    def theme(self) -> Theme:
        """Markor's colours."""
        return theme_of(self.context)

    @property
    def notebook(self) -> Notebook:
        """Files and preferences."""
        return Notebook(self.context)

    @property
    def folder(self) -> str:
        """The folder on screen."""
        return self.state.folder or self.notebook.folder

    @property
    def write_folder(self) -> str:
        """The folder that new files go to."""
        return self.notebook.folder if self.folder in VIRTUAL else self.folder

    # -- life

    def on_resume(self) -> None:
        """Shows the intro or asks for access, else reads what is on screen anew."""
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
        """Saves what is being edited."""
        self._leave_page()

    def _leave_page(self) -> None:
        slot = EDITORS.get(self.state.page)
        if slot is not None and self.state.todo.path:
            self.editor(slot).pause()

    def show_page(self, page: int) -> None:
        """Goes to one of the four pages."""
        if page == self.state.page:
            return
        self._leave_page()
        self.hide_keyboard()
        self.update(page=page, selected=())

    @callback
    def show_name_keyboard(self) -> None:
        """The new-file dialog asks for a name."""
        if self.state.dialog[:1] == ("new",):
            self.show_keyboard("new_file_dialog__name")

    # -- the browser

    def reload(self) -> None:
        """Reads the folder on screen; one that has gone gives way to the notebook."""
        notebook, folder = self.notebook, self.folder
        if folder not in VIRTUAL and not notebook.files.is_dir(folder):
            while folder not in ("/", "") and not notebook.files.is_dir(folder):
                folder = posixpath.dirname(folder)
        same = self.state.read and folder == self.folder
        order = notebook.order
        names = None
        if folder.startswith(SHARED) and order[0] in ("NAME", "MIMETYPE"):
            names = notebook.files.names(folder)
        known = self.state.known
        if same and names is not None and known and known[0] is names and known[1] == order:
            # Rows ask for their dates themselves, so that a crowded folder is read only once.
            self.update(bound=True)
            return
        entries = tuple(self.listing(folder))
        paths = {entry.path for entry in entries} if self.state.selected else set()
        self.update(
            folder="" if folder == notebook.folder else folder,
            entries=entries,
            read=True,
            known=(names, order),
            bound=same,
            selected=tuple(path for path in self.state.selected if path in paths),
        )

    def listing(self, folder: str) -> Sequence[Entry]:
        """What is in a folder, as far as the app may look into it."""
        notebook = self.notebook
        if folder == "/storage":
            names = ("/storage/emulated", *VIRTUAL)
            return [Entry(p, True, 0, 0, VIRTUAL.get(p, posixpath.basename(p))) for p in names]
        if folder == "/storage/emulated":
            return [Entry(SHARED, True, 0, 0, "0")]
        if folder not in VIRTUAL and not folder.startswith(SHARED):
            try:
                if not notebook.files.may(folder, self.context.uid, "r"):
                    return []
            except FileError:
                return []
        if folder in VIRTUAL:
            return notebook.entries(folder)
        wanted = (folder, notebook.order)
        if self._listing is None or self._listing[0] != wanted:
            self._listing = (wanted, notebook.listing(folder))
        return self._listing[1].read(notebook.files)

    def go(self, folder: str) -> None:
        """Opens a folder."""
        self.update(
            folder="" if folder == self.notebook.folder else folder,
            selected=(),
            read=False,
        )
        self.reload()

    def go_to(self, folder: str) -> None:
        """Opens one of the places of the menu "Go to"."""
        if folder not in VIRTUAL:
            self.notebook.make_folder(folder)
        self.go(folder)
        self.toast(folder)

    def open(self, path: str, line: int | None = None) -> None:
        """Opens what a row stands for."""
        files = self.notebook.files
        if files.is_dir(path) or path in VIRTUAL:
            self.go(path)
        elif not files.exists(path):
            self.reload()
        elif self.notebook.is_text(path):
            open_document(self, path, line)
        else:
            data = f"content://{self.context.package}.provider{path}"
            intent = Intent("android.intent.action.VIEW", data=data, type=mime_of(path))
            if not self.start_activity(intent):
                open_document(self, path, line)

    def up(self) -> None:
        """Goes to the folder above."""
        folder = self.folder
        self.go(self.notebook.folder if folder in VIRTUAL else posixpath.dirname(folder))

    def on_back(self) -> bool:
        """Closes what is open, goes up, and leaves at the second press in the notebook."""
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

    # -- selection

    def toggle(self, path: str) -> None:
        """Ticks a row, or takes its tick away."""
        selected = self.state.selected
        changed = tuple(p for p in selected if p != path) if path in selected else (*selected, path)
        self.update(selected=changed, bound=True)

    def put_into(self, folder: str, *, copy: bool) -> None:
        """Moves or copies what is selected into a folder, asking where names are taken."""
        paths = self.state.selected
        self.update(chooser=None, selected=())
        self._put(list(paths), folder, copy)

    def _put(self, paths: list[str], folder: str, copy: bool, how: str | None = None) -> None:
        files = self.notebook.files
        for index, path in enumerate(paths):
            target = f"{folder.rstrip('/')}/{posixpath.basename(path)}"
            taken = files.exists(target)
            if taken and how is None:
                rest = paths[index:]
                self.update(dialog=("clash", copy, folder, len(paths) > 1, *rest))
                self.reload()
                return
            if not taken or how:
                self.notebook.put_into(path, folder, copy=copy, clash=how or "")
        self.reload()

    def resolve_clash(
        self, paths: list[str], folder: str, copy: bool, how: str, *, to_all: bool
    ) -> None:
        """Goes on after the user has said what to do with a name that is taken."""
        self.update(dialog=())
        if to_all:
            self._put(paths, folder, copy, how)
            return
        if how:
            self.notebook.put_into(paths[0], folder, copy=copy, clash=how)
        self._put(paths[1:], folder, copy)

    def import_files(self, paths: Sequence[str]) -> None:
        """Copies files chosen elsewhere into the folder on screen."""
        self.update(chooser=None)
        self._put(list(paths), self.write_folder, True)

    def _copy_text(self) -> None:
        try:
            data = self.notebook.files.read(self.state.selected[0])
        except FileError:
            data = b""
        text = data.decode("utf-8", "replace")
        self.context.system.clipboard.set_text(text, source=self.context.package)
        self.update(selected=())

    def _share(self) -> None:
        paths = self.state.selected
        provider = f"content://{self.context.package}.provider"
        streams = tuple(provider + path for path in paths)
        self.update(selected=())
        several = len(paths) > 1
        share(
            self,
            Intent(
                f"android.intent.action.SEND{'_MULTIPLE' if several else ''}",
                type="text/plain" if all(map(self.notebook.is_text, paths)) else "*/*",
                extras=Map({"android.intent.extra.STREAM": streams if several else streams[0]}),
            ),
        )

    # -- what it looks like

    def build(self) -> Screen:
        """Bar, page, navigation, what is open over them."""
        state = self.state
        slot = EDITORS.get(state.page)
        editor = self.editor(slot) if slot is not None else None
        body = column(
            column(self._bar(editor), id="appbar", width=MATCH),
            ViewPager(
                4,
                self._page,
                id="main__view_pager_container",
                class_name="androidx.viewpager.widget.ViewPager",
                current=state.page,
                on_page=self.show_page,
                height=0,
                weight=1,
            ),
            BottomNavigationView(
                PAGES,
                state.page,
                self.show_page,
                id="bottom_navigation_bar",
                background="bar",
                color="#B0B3C0",
                chosen_color="#FFFFFF",
            ),
            width=MATCH,
            height=MATCH,
        )
        add = FloatingActionButton(
            "plus",
            id="fab_add_new_item",
            content_description="Create a new file or folder",
            margin=(0, 0, 16, 72),
            on_click=self._add,
            on_long_click=lambda: self.go_to(RECENT if self.folder == FAVOURITES else FAVOURITES),
            visibility="visible" if state.page == 0 else "gone",
        )
        overlays = [browser_dialog(self), chooser(self)]
        if editor is not None:
            overlays += editor.overlays()
        return Screen(
            FrameLayout([body, add], id="main_content", width=MATCH, height=MATCH),
            overlays=overlays,
            status_bar="status_bar",
            navigation_bar="navigation_bar",
            light_bars=False,
        )

    def _add(self) -> None:
        if self.folder in VIRTUAL:
            self.go(self.notebook.folder)
        else:
            new_file(self)

    def _bar(self, editor: Editor | None) -> View:
        state = self.state
        if editor is not None:
            if (searching := editor.search_bar()) is not None:
                return searching
            return bar(PAGES[state.page].title, editor.menu(), on_long_click=editor.jump_to_end)
        if state.page == 3:
            return bar("More")
        if state.selected:
            return bar("", self._selection_menu())
        folder = self.folder
        title = "Markor" if folder == self.notebook.folder else f"> {_name(folder)}"
        return bar(title, self._menu())

    def _menu(self) -> list[MenuItem]:
        data = f"/storage/emulated/0/Android/data/{self.context.package}/files"

        def place(title: str, icon: str, folder: str) -> MenuItem:
            return MenuItem(title, lambda: self.go_to(folder), icon=icon)

        return [
            MenuItem(
                "Go to",
                icon="assistant",
                id="action_go_to",
                submenu=(
                    place("AppData (private)", "database", f"{self.context.data_dir}/files"),
                    place("AppData (public)", "database", data),
                    place("Internal storage", "sd_card", SHARED),
                    place("Recently viewed documents", "history", RECENT),
                    place("Popular documents", "heart", POPULAR),
                    place("Favourites", "star", FAVOURITES),
                    place("Notebook", "home", self.notebook.folder),
                ),
            ),
            MenuItem("Sort by", icon="sort", id="action_sort", submenu=self._sort_menu()),
            MenuItem(
                "Search",
                lambda: self.update(dialog=("search", "", False, False, False, False)),
                icon="search",
                id="action_search",
            ),
            MenuItem("Import from device", self._import),
            MenuItem("Settings", lambda: self._settings()),
        ]

    def _settings(self) -> None:
        self.start_activity(".activity.SettingsActivity")

    def _import(self) -> None:
        state = ChooserState("import", SHARED)
        self.update(chooser=state)

    def _sort_menu(self) -> tuple[MenuItem, ...]:
        notebook = self.notebook
        order = notebook.get("pref_key__file_browser_sort_by", "NAME")

        def put(**values: Any) -> None:
            notebook.put(**values)
            self.reload()

        def key(title: str, name: str, icon: str) -> MenuItem:
            return MenuItem(
                title,
                lambda: put(pref_key__file_browser_sort_by=name),
                icon=icon,
                checked=order == name,
                exclusive=True,
            )

        def flag(title: str, name: str, icon: str, default: bool) -> MenuItem:
            on = bool(notebook.get(name, default))
            return MenuItem(title, lambda: put(**{name: not on}), icon=icon, checked=on)

        base = "pref_key__file_browser_"
        return (
            key("Name", "NAME", "sort_alphabetical_variant"),
            key("Date", "DATE", "calendar"),
            key("Size", "FILESIZE", "arrow_expand_vertical"),
            key("MIME type", "MIMETYPE", "tag"),
            flag("Folder first", f"{base}folder_first", "folder", True),
            flag("Reverse order", f"{base}sort_reverse", "swap_vertical", False),
            flag(".dotfiles", f"{base}dot_files", "dots_horizontal", True),
        )

    def _selection_menu(self) -> list[MenuItem | None]:
        paths = self.state.selected
        notebook = self.notebook
        one = len(paths) == 1
        files = not any(notebook.files.is_dir(path) for path in paths)

        def show(name: str, *values: Any) -> None:
            self.update(dialog=(name, *values))

        def choose(kind: str) -> None:
            self.update(chooser=ChooserState(kind, self.write_folder))

        def favourite() -> None:
            notebook.toggle_favourite(paths[0])
            self.update(selected=())

        def rename() -> None:
            show("rename", posixpath.basename(paths[0]), "")

        star = "star" if one and notebook.is_favourite(paths[0]) else "star_outline"
        return [
            MenuItem("Favourite", favourite, icon=star, id="action_favourite") if one else None,
            MenuItem("Rename", rename, icon="form_textbox", id="action_rename_selected_item")
            if one
            else None,
            MenuItem("Details", lambda: show("details"), icon="information", id="action_info")
            if one
            else None,
            MenuItem(
                "Delete", lambda: show("delete"), icon="delete", id="action_delete_selected_items"
            ),
            MenuItem("Clipboard", self._copy_text)
            if one and files and notebook.is_text(paths[0])
            else None,
            MenuItem("Move", lambda: choose("move")),
            MenuItem("Copy", lambda: choose("copy")),
            MenuItem("Create shortcut", lambda: self.update(selected=())) if one else None,
            MenuItem("Share", self._share) if files else None,
        ]

    def _page(self, index: int) -> View:
        if index in EDITORS:
            return self.editor(EDITORS[index]).body()
        if index == 3:
            return more_page(self)
        return self._browser()

    def _browser(self) -> View:
        state = self.state
        entries = state.entries
        folder = self.folder
        above = VIRTUAL.get(folder) or posixpath.dirname(folder)
        first = 0 if folder == "/" else 1

        def build(index: int) -> View:
            if index < first:
                parent = self.notebook.folder if folder in VIRTUAL else above
                return self.row("..", parent, "Folder", "folder", self.up, key="..")
            return self._row(entries[index - first])

        empty = TextView(
            "¯\\_(ツ)_/¯",
            id="empty_hint",
            size=48,
            gravity="center",
            align="center",
            width=MATCH,
            margin=(0, 0, 0, 56),
            visibility="visible" if state.read and not entries else "gone",
        )
        listing = RecyclerView(
            len(entries) + first,
            build,
            row_key=lambda index: ".." if index < first else entries[index - first].path,
            id="ui__filesystem_dialog__list",
            key=folder,
            width=MATCH,
            height=MATCH,
            padding=(0, 0, 0, 80),
        )
        return FrameLayout(
            [
                empty,
                SwipeLayout(
                    [listing],
                    on_swipe={"down": self.reload},
                    distance={"down": 64},
                    id="pull_to_refresh",
                    class_name="android.view.ViewGroup",
                    width=MATCH,
                    height=MATCH,
                ),
            ],
            id="ui__filesystem_dialog__root",
            width=MATCH,
            height=MATCH,
        )

    def _row(self, entry: Entry) -> View:
        selected = self.state.selected
        ticked = entry.path in selected
        icon = "folder" if entry.folder else _icon(entry.name)

        def tap() -> None:
            if self.state.selected:
                self.toggle(entry.path)
            else:
                self.open(entry.path)

        kind = "Selected" if ticked else "Folder" if entry.folder else "File"
        present = self.notebook.entry(entry.path) if entry.mtime_ms else None
        when = self.notebook.date_text((present or entry).mtime_ms) if entry.mtime_ms else ""
        return self.row(
            entry.name,
            when,
            kind,
            "check" if ticked else icon,
            tap,
            key=entry.path,
            accent=ticked,
            on_long_click=lambda: self.toggle(entry.path),
            said=when if self.state.bound else "",
        )

    @staticmethod
    def row(
        title: str,
        description: str,
        kind: str,
        icon: str,
        on_click: Any,
        *,
        key: str,
        accent: bool = False,
        said: str = "",
        on_long_click: Any = None,
    ) -> View:
        """One row of a list of files: services read its description alone."""
        base = "opoc_filesystem_item__"
        return row(
            ImageView(
                icon,
                id=f"{base}image",
                size=28,
                tint="accent" if accent else "icon",
                important_for_accessibility="no",
                margin=(0, 0, 16, 0),
            ),
            column(
                TextView(
                    title,
                    id=f"{base}title",
                    size=19,
                    color="text_primary",
                    max_lines=1,
                    important_for_accessibility="no",
                ),
                TextView(
                    description,
                    id=f"{base}description",
                    size=15,
                    color="text_secondary",
                    max_lines=1,
                    important_for_accessibility="no",
                ),
                width=0,
                weight=1,
            ),
            id=f"{base}root",
            key=key,
            content_description=f"{kind} {title} {said}",
            content_gravity="center_vertical",
            width=MATCH,
            min_height=56,
            padding=(16, 4),
            on_click=on_click if title != ".." or on_click else None,
            on_long_click=on_long_click,
        )


def _name(folder: str) -> str:
    return VIRTUAL.get(folder) or posixpath.basename(folder) or "/"


def _icon(name: str) -> str:
    mime = mime_of(name)
    for start, icon in (("image/", "image"), ("audio/", "music_note"), ("video/", "movie")):
        if mime.startswith(start):
            return icon
    return "file_document" if mime.startswith("text/") or "." not in name else "file"
