"""The first screen: the folders with media."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Final

from android_gym.simulator.appkit.list_bars import toggled
from android_gym.simulator.appkit.simple_commons import COMMONS
from android_gym.simulator.appkit.simple_locks import DELETION
from android_gym.simulator.appkit.simple_search import search_bar
from android_gym.simulator.appkit.simple_views import (
    GROUP,
    RELATIVE,
    link,
    marking_bar,
    placeholder,
)
from android_gym.simulator.apps.gallery.dialogs import (
    ChangeSorting,
    ChangeViewType,
    ColumnCount,
    CreateFolder,
    DeleteFolders,
    EmptyBin,
    FilePicker,
    FilterMedia,
    GrantAllFiles,
    HideFolders,
    PickMedium,
    Properties,
    RenameItem,
)
from android_gym.simulator.apps.gallery.look import DirectoryLook, directory_cell, directory_row
from android_gym.simulator.apps.gallery.model import (
    ALL_KINDS,
    FAVORITES,
    RECYCLE_BIN,
    STORAGE,
    Directory,
    FoldersState,
    Transfer,
)
from android_gym.simulator.apps.gallery.screens.common import FileScreen, columns_of, pinched
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen, callback
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, full_column, wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["MainActivity"]

_SPECIAL: Final = frozenset({RECYCLE_BIN, FAVORITES})
_PICKS: Final = ("android.intent.action.PICK", "android.intent.action.GET_CONTENT")
_PERMISSIONS: Final = tuple(
    f"android.permission.{name}"
    for name in ("READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO", "ACCESS_MEDIA_LOCATION")
)
_SWITCH: Final = "Switch to file search across all visible folders"


class MainActivity(FileScreen[FoldersState]):
    """Shows the folders in a grid or a list."""

    DIALOGS = (
        ChangeSorting, ChangeViewType, ColumnCount, DeleteFolders, FilterMedia, GrantAllFiles,
        HideFolders, PickMedium,
    )  # fmt: skip

    # -- lifecycle

    def on_create(self) -> FoldersState:
        """Lock the app, if a lock is set."""
        self.lock_app()
        return FoldersState()

    def begin(self) -> None:
        """Request permissions, and delete files that were in the recycle bin for too long."""
        if not self.allowed:
            self.request_permissions(_PERMISSIONS, "media")
        else:
            self.changes.forget(self.library.records.expired())
        self._ask_for_files()

    def on_permission_result(self, request: Hashable, granted: bool) -> None:
        """Finish if pictures can't be read."""
        if request == "media":
            if not self.allowed:
                self.toast("Storage permission is required")
                self.finish()
            else:
                self.on_resume()
            return
        super().on_permission_result(request, granted)

    def on_resume(self) -> None:
        """Request access to all files, once per process."""
        if not self.locked:
            self._ask_for_files()

    def _ask_for_files(self) -> None:
        if self.allowed and not self.manages and not self.session.asked:
            self.remember(asked=True)
            self.show_dialog(GrantAllFiles())

    def on_back(self) -> bool:
        """Clear the selection, then close the search."""
        if self.state.selected:
            self.update(selected=())
        elif self.state.query is not None:
            self._search(None)
        else:
            return False
        return True

    @property
    def picking(self) -> bool:
        """True if another app requested a medium."""
        return self.intent.action in _PICKS

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Return the medium picked in a folder to the app that requested it."""
        if request == "pick" and code == RESULT_OK and data is not None:
            self.finish(RESULT_OK, data)

    # -- folders

    def directories(self) -> list[Directory]:
        """List the folders shown."""
        if not self.allowed or self.locked:
            return []
        found = self.library.directories(
            self.shows_hidden, self.shows_excluded, special=not self.picking
        )
        if wanted := (self.state.query or "").casefold():
            found = [one for one in found if wanted in one.name.casefold()]
        return found

    def _open(self, one: Directory) -> None:
        if not self.picking:
            self.open_folder(one.path)
            return
        kind = self.intent.type or "image/*"
        self.start_activity(
            ".activities.MediaActivity",
            request="pick",
            directory=one.path,
            picks="video" if kind.startswith("video/") else "image",
        )

    def toggle(self, path: str) -> None:
        """Select a folder, or deselect it."""
        self.update(selected=toggled(self.state.selected, path))

    def settled(self) -> None:
        """Clear the selection."""
        self.update(selected=())

    def _ask_delete_folders(self, folders: tuple[str, ...]) -> None:
        if DELETION.is_on(self.context):
            self.guarded(DELETION, "delete_folders", *folders)
        else:
            self.show_dialog(DeleteFolders(folders))

    @callback
    def delete_folders(self, *folders: str) -> None:
        """Delete all media of folders; into the recycle bin if it is enabled."""
        self.changes.delete_folders(
            folders, into_bin=self.settings.uses_bin, hidden=self.shows_hidden
        )
        self.settled()

    def choose_cover(self, path: str) -> None:
        """Use a picture as the cover of the selected folders."""
        for folder in self.state.selected:
            self.settings.set_cover(folder, path)
        self.settled()

    def _search(self, query: str | None) -> None:
        if query is None:
            self.hide_keyboard()
        elif self.state.query is None and self.settings.flag("search_all_files_by_default"):
            self.hide_keyboard()
            self.start_activity(".activities.SearchActivity")
            return
        self.update(query=query)

    # -- toolbar

    def _bar(self) -> View:
        hidden, excluded = self.session.hidden, self.session.excluded
        settings, name = self.settings, columns_of(self, "dir")
        showing = MenuItem(
            "Stop showing hidden media" if hidden else "Temporarily show hidden",
            self.toggle_hidden,
        )
        showing_out = MenuItem(
            "Stop showing excluded" if excluded else "Temporarily show excluded",
            self.toggle_excluded,
        )
        in_menu = settings.uses_bin and not settings.flag("show_recycle_bin_at_folders", True)
        overflow: Sequence[MenuItem | None] = (
            MenuItem("Sort by", lambda: self.show_dialog(ChangeSorting.of(self, None))),
            MenuItem("Filter media", self._change_filters),
            MenuItem("Change view type", lambda: self.show_dialog(ChangeViewType.of(self, None))),
            showing,
            showing_out,
            MenuItem("Set as default folder", lambda: settings.put(default_folder=""))
            if settings.text("default_folder")
            else None,
            MenuItem("Create new folder", lambda: self.show_dialog(FilePicker(purpose="include"))),
            MenuItem("Open the Recycle Bin", lambda: self.open_folder(RECYCLE_BIN))
            if in_menu
            else None,
            MenuItem("Column count", lambda: self.show_dialog(ColumnCount(*name)))
            if not settings.folders_are_list
            else None,
            MenuItem("Settings", lambda: self.start_activity(".activities.SettingsActivity")),
            MenuItem("About", lambda: self.start_activity(f"{COMMONS}.AboutActivity")),
        )
        actions = [
            MenuItem("Open camera", self.open_camera, id="open_camera", icon="camera"),
            MenuItem(
                "Show all folders content", lambda: self.open_folder(""), id="show_all",
                icon="file_multiple",
            ),
        ]  # fmt: skip
        picking = self.picking
        return search_bar(
            self.state.query,
            on_search=self._search,
            on_open=lambda: self._search(""),
            on_close=lambda: self._search(None),
            actions=() if picking else actions,
            overflow=(showing, showing_out) if picking else overflow,
            hint="Search folders",
            icon_description=("Search", "Back"),
        )

    def choose_folder(self, purpose: str, plan: Transfer, folder: str) -> None:
        """Ask for the name of a folder to create in the chosen one."""
        if purpose == "include":
            self.show_dialog(CreateFolder(folder))
        else:
            super().choose_folder(purpose, plan, folder)

    def _marking(self, shown: Sequence[Directory]) -> View:
        marked, pinned = self.state.selected, self.settings.pinned
        real = tuple(path for path in marked if path not in _SPECIAL)
        only = marked[0] if len(marked) == 1 else ""
        bin_only = marked == (RECYCLE_BIN,)

        def contents() -> tuple[str, ...]:
            return tuple(m.path for folder in real for m in self.media(folder))

        own = bool(real) and len(real) == len(marked)
        hidden = own and all(self.library.hides_itself(path) for path in real)
        custom = self.settings.folder_order.by == 131072
        return marking_bar(
            len(marked),
            len(shown),
            self.settled,
            lambda: self.update(selected=tuple(one.path for one in shown)),
            MenuItem(
                "Delete",
                lambda: self._ask_delete_folders(real),
                id="cab_delete",
                icon="delete",
            )
            if own
            else None,
            MenuItem(
                "Properties", lambda: self.show_dialog(Properties(real)), id="cab_properties",
                icon="information_outline",
            ) if own else None,
            MenuItem("Pin to the top", lambda: self._put_pinned(pinned | set(marked)), id="cab_pin",
                     icon="pin")
            if any(path not in pinned for path in marked)
            else None,
            MenuItem("Unpin folder", lambda: self._put_pinned(pinned - set(marked)))
            if any(path in pinned for path in marked)
            else None,
            MenuItem("Move to the top", lambda: self._place(shown, top=True)) if custom else None,
            MenuItem("Move to the bottom", lambda: self._place(shown, top=False))
            if custom
            else None,
            MenuItem("Rename", lambda: self._rename(only)) if own and only else None,
            MenuItem("Hide folder", lambda: self._hide(real)) if own and not hidden else None,
            MenuItem("Unhide folder", lambda: self._unhide(real)) if own and hidden else None,
            MenuItem("Copy to", lambda: self.start_transfer(contents(), move=False))
            if own
            else None,
            MenuItem("Move to", lambda: self.start_transfer(contents(), move=True))
            if own
            else None,
            MenuItem("Empty the Recycle Bin", lambda: self.show_dialog(EmptyBin()))
            if bin_only
            else None,
            MenuItem("Empty and disable the Recycle Bin", lambda: self.show_dialog(EmptyBin(True)))
            if bin_only
            else None,
            MenuItem("Exclude", lambda: self._exclude(real)) if own else None,
            MenuItem(
                "Change cover image",
                submenu=(
                    MenuItem("Select photo", lambda: self.show_dialog(PickMedium(only))),
                    MenuItem("Use default", lambda: self._use_default_cover(only)),
                ),
            ) if own and only else None,
            MenuItem("Select all", lambda: self.update(selected=tuple(o.path for o in shown))),
        )  # fmt: skip

    def _put_pinned(self, folders: frozenset[str]) -> None:
        self.settings.put(pinned_folders=folders)
        self.settled()

    def _place(self, shown: Sequence[Directory], *, top: bool) -> None:
        """Move the marked folders to the top or the bottom of all."""
        marked = self.state.selected
        rest = [one.path for one in shown if one.path not in marked]
        paths = [*marked, *rest] if top else [*rest, *marked]
        self.settings.put(custom_folders_order="|||".join(paths), directory_sort_order=131072)
        self.settled()

    def _exclude(self, folders: Sequence[str]) -> None:
        out = self.settings.texts("excluded_folders")
        self.settings.put(excluded_folders=out | set(folders))
        self.settled()

    def _hide(self, folders: tuple[str, ...]) -> None:
        if not self.manages:
            self.ask_for_all_files()
        else:
            self.show_dialog(HideFolders(folders))

    def _unhide(self, folders: Sequence[str]) -> None:
        self.changes.hide_folders(folders, False)
        self.settled()

    def _use_default_cover(self, folder: str) -> None:
        self.settings.set_cover(folder, None)
        self.settled()

    def _rename(self, folder: str) -> None:
        if folder == STORAGE:
            self.toast("Cannot rename the root folder of a storage")
            return
        self.show_dialog(RenameItem.of(folder, folder=True))

    # -- views

    def build(self) -> Screen:
        """Build the toolbar and the folders."""
        shown = self.directories()
        searching = bool(self.state.query)
        body = self._grid(shown) if shown else View() if self.locked else self._nothing()
        body.width, body.height = MATCH, MATCH
        switch = TextView(
            _SWITCH, id="directories_switch_searching", size=16, color="primary", underline=True,
            align="center", width=MATCH, padding=16, on_click=self._search_files,
        )  # fmt: skip
        holder = wide_column(
            switch if searching else None,
            FrameLayout([body], key="body", width=MATCH, height=0, weight=1),
            id="directories_holder",
            class_name=RELATIVE,
            height=0,
            weight=1,
        )
        bar = self._marking(shown) if self.state.selected else self._bar()
        content = full_column(bar, holder, id="directories_coordinator", class_name=GROUP)
        return Screen(content, title="Gallery")

    def _search_files(self) -> None:
        query = self.state.query or ""
        self._search(None)
        self.start_activity(".activities.SearchActivity", query=query)

    def _nothing(self) -> View:
        words, go = "", self._change_filters
        if not self.manages or self.state.query:
            text = "No items found."
        elif self.settings.kinds != ALL_KINDS:
            text = "No media files have been found with the selected filters."
            words = "Change filters"
        else:
            text = (
                "No media files have been found. You can solve it by adding the folders "
                "containing media files manually."
            )
            words, go = "Add folder", self._include
        return wide_column(
            placeholder(text, "directories_empty_placeholder"),
            link(words, "directories_empty_placeholder_2", go) if words else None,
            content_gravity="center_horizontal",
        )

    def _change_filters(self) -> None:
        self.show_dialog(FilterMedia(self.settings.kinds))

    def _include(self) -> None:
        self.start_activity(".activities.IncludedFoldersActivity")

    def _look(self) -> tuple[DirectoryLook, int]:
        settings, windows = self.settings, self.context.windows
        _, columns = columns_of(self, "dir")
        return (
            DirectoryLook(
                windows.size[0] / windows.density / columns,
                rounded=settings.number("folder_thumbnail_style", 1) == 2,
                count=settings.number("folder_media_count", 1, 1, 3),
                crop=settings.flag("crop_thumbnails", True),
                one_line=settings.flag("folder_limit_title"),
            ),
            columns,
        )

    def _grid(self, shown: Sequence[Directory]) -> View:
        look, columns = self._look()
        marked, pinned, files = self.state.selected, self.settings.pinned, self.files
        listed, density = self.settings.folders_are_list, self.context.windows.density

        def cell(index: int) -> View:
            one = shown[index]
            path = one.path
            own = replace(
                look,
                selected=path in marked,
                pinned=path in pinned,
                on_click=lambda: self.toggle(path) if marked else self._open(one),
                on_long_click=None if self.picking else lambda: self.toggle(path),
            )
            if listed:
                return directory_row(files, one, own)
            return directory_cell(files, one, own, density)

        grid = RecyclerView(
            len(shown),
            cell,
            row_key=lambda index: shown[index].path,
            columns=1 if listed else columns,
            id="directories_grid",
            width=MATCH,
            height=MATCH,
            on_scale=None if listed else pinched(self, "dir", self.state.pinch),
        )
        fast = FrameLayout(
            [grid], id="directories_fastscroller", class_name=RELATIVE, width=MATCH, height=MATCH
        )
        return FrameLayout([fast], id="directories_refresh_layout", class_name=GROUP)
