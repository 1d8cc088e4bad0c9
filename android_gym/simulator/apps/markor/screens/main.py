"""The main activity: Files, To-Do, QuickNote, More."""

from __future__ import annotations

import posixpath
from functools import partial
from typing import Any, Literal

from android_gym.simulator.apps.markor.actions import EDITORS, Actions
from android_gym.simulator.apps.markor.dialogs.chooser import FolderChooser, NameTaken
from android_gym.simulator.apps.markor.dialogs.editor import EDITOR_DIALOGS, FileInfo
from android_gym.simulator.apps.markor.dialogs.files import (
    DeleteFiles,
    NewFile,
    RenameFile,
    SearchFiles,
    SearchResults,
)
from android_gym.simulator.apps.markor.editor import Editor
from android_gym.simulator.apps.markor.look import bar, file_row
from android_gym.simulator.apps.markor.model import (
    FAVOURITES,
    POPULAR,
    RECENT,
    SHARED,
    VIRTUAL,
    Entry,
    mime_of,
)
from android_gym.simulator.apps.markor.screens import editor as views
from android_gym.simulator.apps.markor.screens.settings import more_page
from android_gym.simulator.ui.activity import Screen, callback
from android_gym.simulator.ui.components import (
    BottomNavigationView,
    FloatingActionButton,
    MenuItem,
    NavItem,
    ViewPager,
)
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, SwipeLayout, wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

PAGES = (
    NavItem("Files", "folder", id="nav_notebook"),
    NavItem("To-Do", "clipboard_check", id="nav_todo"),
    NavItem("QuickNote", "lightning_bolt", id="nav_quicknote"),
    NavItem("More", "heart", id="nav_more"),
)
MORE = 3
KEYBOARD_DELAY_MS = 200


class MainActivity(Actions):
    """The four pages."""

    DIALOGS = (
        *EDITOR_DIALOGS,
        DeleteFiles,
        FolderChooser,
        NameTaken,
        NewFile,
        RenameFile,
        SearchFiles,
        SearchResults,
    )

    @callback
    def show_name_keyboard(self) -> None:
        """Show the keyboard for a new file's name."""
        if self.dialogs and isinstance(self.dialogs[-1], NewFile):
            self.show_keyboard("new_file_dialog__name")

    def _add(self) -> None:
        if self.folder in VIRTUAL:
            self.go(self.notebook.folder)
        else:
            self.show_dialog(NewFile.opened(self))
            self.after(KEYBOARD_DELAY_MS, "show_name_keyboard")

    def build(self) -> Screen:
        """Build the bar, the page, the bottom navigation and the floating action button."""
        page = self.state.page
        shown = self.screen(
            wide_column(self._bar(), id="appbar"),
            ViewPager(
                len(PAGES),
                self._page,
                id="main__view_pager_container",
                class_name="androidx.viewpager.widget.ViewPager",
                current=page,
                on_page=self.show_page,
                height=0,
                weight=1,
            ),
            BottomNavigationView(
                PAGES,
                page,
                self.show_page,
                id="bottom_navigation_bar",
                background="bar",
                color="#FFFFFF",
                chosen_color="accent",
            ),
        )
        add = FloatingActionButton(
            "plus",
            id="fab_add_new_item",
            content_description="Create a new file or folder",
            margin=(0, 0, 16, 72),
            background=Rounded("fab", 16),
            on_click=self._add,
            on_long_click=lambda: self.go_to(RECENT if self.folder == FAVOURITES else FAVOURITES),
            visibility="visible" if page == 0 else "gone",
        )
        content = [shown.content, add]
        shown.content = FrameLayout(content, id="main_content", width=MATCH, height=MATCH)
        return shown

    def _editor(self, page: int) -> Editor | None:
        return self.editor(EDITORS[page]) if page in EDITORS else None

    def _page(self, index: int) -> View:
        editor = self._editor(index)
        if editor is not None:
            return views.body(editor)
        return more_page(self) if index == MORE else self._browser()

    # -- the bar

    def _bar(self) -> View:
        state = self.state
        editor = self._editor(state.page)
        if editor is not None:
            title, menu = PAGES[state.page].title, views.menu(editor)
            return views.search_bar(editor) or bar(title, menu, on_long_click=editor.jump_to_end)
        if state.page == MORE:
            return bar("More")
        if state.selected:
            return bar("", self._selection_menu(state.selected))
        folder = self.folder
        name = VIRTUAL.get(folder) or posixpath.basename(folder) or "/"
        return bar("Markor" if folder == self.notebook.folder else f"> {name}", self._menu())

    def _menu(self) -> list[MenuItem]:
        app_data = f"{SHARED}/Android/data/{self.context.package}/files"
        places = (
            ("AppData (private)", "database", f"{self.context.data_dir}/files"),
            ("AppData (public)", "database", app_data),
            ("Internal storage", "sd_card", SHARED),
            ("Recently viewed documents", "history", RECENT),
            ("Popular documents", "heart", POPULAR),
            ("Favourites", "star", FAVOURITES),
            ("Notebook", "home", self.notebook.folder),
        )
        go_to = tuple(
            MenuItem(title, partial(self.go_to, folder), icon=icon)
            for title, icon, folder in places
        )
        search = partial(self.show_dialog, SearchFiles())
        load = partial(self.show_dialog, FolderChooser("import", SHARED))
        settings = partial(self.start_activity, ".activity.SettingsActivity")
        return [
            MenuItem("Go to", icon="folder", id="action_go_to", submenu=go_to),
            MenuItem("Sort by", icon="sort_variant", id="action_sort", submenu=self._sort_menu()),
            MenuItem("Search", search, icon="search", id="action_search"),
            MenuItem("Import from device", load),
            MenuItem("Settings", settings),
        ]

    def _sort_menu(self) -> tuple[MenuItem, ...]:
        sorting = self.notebook.sorting

        def put(name: str, value: Any) -> None:
            self.notebook.put(**{f"pref_key__file_browser_{name}": value})
            self.reload()

        def key(title: str, name: str, icon: str) -> MenuItem:
            choose = partial(put, "sort_by", name)
            return MenuItem(title, choose, icon=icon, checked=sorting.by == name, exclusive=True)

        def flag(title: str, name: str, icon: str, on: bool) -> MenuItem:
            return MenuItem(title, partial(put, name, not on), icon=icon, checked=on)

        return (
            key("Name", "NAME", "sort_alphabetical_variant"),
            key("Date", "DATE", "calendar"),
            key("Size", "FILESIZE", "arrow_expand_vertical"),
            key("MIME type", "MIMETYPE", "tag"),
            flag("Folder first", "folder_first", "folder", sorting.folder_first),
            flag("Reverse order", "sort_reverse", "swap_vertical", sorting.reverse),
            flag(".dotfiles", "dot_files", "dots_horizontal", sorting.dot_files),
        )

    def _selection_menu(self, paths: tuple[str, ...]) -> list[MenuItem | None]:
        notebook, first = self.notebook, paths[0]
        one = len(paths) == 1
        files = not any(map(notebook.files.is_dir, paths))

        def choose(kind: Literal["move", "copy"]) -> None:
            self.show_dialog(FolderChooser(kind, self.write_folder))

        favourite = partial(self.toggle_favourite, first)
        rename = partial(self.show_dialog, RenameFile(first, posixpath.basename(first)))
        details = partial(self.show_dialog, FileInfo(first))
        delete = partial(self.show_dialog, DeleteFiles(paths))
        copy_text = partial(self.copy_text, first)
        star = "star" if one and notebook.is_favourite(first) else "star_outline"
        text = one and files and notebook.is_text(first)
        shown = (
            (one, MenuItem("Favourite", favourite, icon=star, id="action_favourite")),
            (
                one,
                MenuItem("Rename", rename, icon="form_textbox", id="action_rename_selected_item"),
            ),
            (one, MenuItem("Details", details, icon="information", id="action_info_selected_item")),
            (
                True,
                MenuItem("Delete", delete, icon="delete", id="action_delete_selected_items"),
            ),
            (text, MenuItem("Clipboard", copy_text)),
            (True, MenuItem("Move", lambda: choose("move"))),
            (True, MenuItem("Copy", lambda: choose("copy"))),
            (one, MenuItem("Create shortcut", self.clear_selection)),
            (files, MenuItem("Share", partial(self.share_files, paths))),
        )
        return [item for wanted, item in shown if wanted]

    # -- the browser

    def _browser(self) -> View:
        state = self.state
        entries = state.entries
        folder = self.folder
        first = 0 if folder == "/" else 1

        def line(index: int) -> View:
            if index < first:
                above = self.notebook.folder if folder in VIRTUAL else posixpath.dirname(folder)
                return file_row("..", above, "Folder", "folder", self.up, key="..")
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
            line,
            row_key=lambda index: ".." if index < first else entries[index - first].path,
            id="ui__filesystem_dialog__list",
            key=folder,
            width=MATCH,
            height=MATCH,
            padding=(0, 0, 0, 80),
        )
        pulled = SwipeLayout(
            [listing],
            on_swipe={"down": self.reload},
            distance={"down": 64},
            id="pull_to_refresh",
            class_name="android.view.ViewGroup",
            width=MATCH,
            height=MATCH,
        )
        return FrameLayout(
            [empty, pulled], id="ui__filesystem_dialog__root", width=MATCH, height=MATCH
        )

    def _row(self, entry: Entry) -> View:
        def tap() -> None:
            if self.state.selected:
                self.toggle(entry.path)
            else:
                self.open(entry.path)

        ticked = entry.path in self.state.selected
        present = self.notebook.entry(entry.path) if entry.mtime_ms else None
        when = self.notebook.description(present or entry) if entry.mtime_ms else ""
        return file_row(
            entry.name,
            when,
            "Selected" if ticked else "Folder" if entry.folder else "File",
            "folder" if entry.folder else _icon(entry.name),
            tap,
            key=entry.path,
            said=when if self.state.bound else "",
            on_long_click=partial(self.toggle, entry.path),
        )


def _icon(name: str) -> str:
    mime = mime_of(name)
    for start, icon in (("image/", "image"), ("audio/", "music_note"), ("video/", "movie")):
        if mime.startswith(start):
            return icon
    return "file_document" if mime.startswith("text/") or "." not in name else "file"
