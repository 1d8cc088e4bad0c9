"""Lists of included, excluded and hidden folders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from android_gym.simulator.appkit.list_bars import toggled
from android_gym.simulator.appkit.simple_views import RELATIVE, link, marking_bar, placeholder
from android_gym.simulator.apps.gallery.actions import Actions
from android_gym.simulator.apps.gallery.dialogs import FilePicker
from android_gym.simulator.apps.gallery.dialogs.names import CreateFolder, shown_path
from android_gym.simulator.apps.gallery.model import ManagedState, Transfer
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem, OverflowButton
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["ExcludedFoldersActivity", "HiddenFoldersActivity", "IncludedFoldersActivity"]


class _FoldersActivity(Actions[ManagedState]):
    """Base class of lists of folders, from which the selected ones can be removed."""

    DIALOGS = (FilePicker, CreateFolder)
    TITLE: ClassVar[str] = ""
    EMPTY: ClassVar[str] = ""
    SETTING: ClassVar[str] = ""
    REMOVE: ClassVar[tuple[str, str, str]] = ("Remove", "cab_remove", "minus_circle_outline")

    def listed(self) -> list[str]:
        """List the folders."""
        return sorted(self.settings.texts(self.SETTING), key=str.lower)

    def add(self) -> None:
        """Ask for a folder to add."""
        self.show_dialog(FilePicker(purpose="include"))

    def choose_folder(self, purpose: str, plan: Transfer, folder: str) -> None:
        """Add the chosen folder to the list."""
        self.settings.put(**{self.SETTING: self.settings.texts(self.SETTING) | {folder}})

    def remove(self, folders: Sequence[str]) -> None:
        """Remove folders from the list."""
        self.settings.put(**{self.SETTING: self.settings.texts(self.SETTING) - set(folders)})
        self.update(selected=())

    def on_back(self) -> bool:
        """Clear the selection."""
        if not self.state.selected:
            return False
        self.update(selected=())
        return True

    def toggle(self, path: str) -> None:
        """Select a folder, or deselect it."""
        self.update(selected=toggled(self.state.selected, path))

    def build(self) -> Screen:
        """Build the toolbar and the list."""
        folders, marked = self.listed(), self.state.selected
        words, id, icon = self.REMOVE

        def line(index: int) -> View:
            path = folders[index]
            return wide_row(
                TextView(shown_path(path), id="manage_folder_title", size=16, width=0, weight=1),
                OverflowButton(
                    [MenuItem(words, lambda: self.remove((path,)))],
                    id="overflow_menu_icon",
                    width=56,
                    height=56,
                ),
                id="manage_folder_holder",
                key=path,
                class_name=RELATIVE,
                padding=(16, 0, 0, 0),
                margin=(0, 0, 0, 2),
                content_gravity="center_vertical",
                selected=path in marked,
                background="primary@0.2" if path in marked else None,
                on_click=lambda: self.toggle(path) if marked else None,
                on_long_click=lambda: self.toggle(path),
            )

        body: View = RecyclerView(
            len(folders), line, row_key=lambda index: folders[index], id="manage_folders_list"
        )
        if not folders:
            body = wide_column(
                placeholder(self.EMPTY, "manage_folders_placeholder"),
                link("Add folder", "manage_folders_placeholder_2", self.add)
                if self.SETTING == "included_folders"
                else None,
                content_gravity="center_horizontal",
            )
        body.width, body.height = MATCH, MATCH
        plus = MenuItem("Add folder", self.add, id="add_folder", icon="plus")
        bar: View = self.toolbar(
            self.TITLE, plus if self.SETTING else None, id="manage_folders_toolbar"
        )
        if marked:
            bar = marking_bar(
                len(marked),
                len(folders),
                lambda: self.update(selected=()),
                lambda: self.update(selected=tuple(folders)),
                MenuItem(words, lambda: self.remove(marked), id=id, icon=icon),
            )
        holder = FrameLayout(
            [body], id="manage_folders_holder", class_name=RELATIVE, width=MATCH, height=0, weight=1
        )
        return Screen(
            full_column(
                bar, holder, id="manage_folders_coordinator", class_name="android.view.ViewGroup"
            ),
            title=self.TITLE,
        )


class IncludedFoldersActivity(_FoldersActivity):
    """Lists folders that are searched although the app would not find them by itself."""

    TITLE = "Included folders"
    EMPTY = (
        "If you have some folders which contain media, but were not recognized by the app, you "
        "can add them manually here.\n\nAdding some items here will not exclude any other folder."
    )
    SETTING = "included_folders"


class ExcludedFoldersActivity(_FoldersActivity):
    """Lists folders that are hidden with everything in them."""

    TITLE = "Excluded folders"
    EMPTY = (
        "Excluding folders will make them together with their subfolders hidden just in Simple "
        "Gallery, they will still be visible in other applications.\n\nIf you want to hide them "
        "from other apps too, use the Hide function."
    )
    SETTING = "excluded_folders"


class HiddenFoldersActivity(_FoldersActivity):
    """Lists folders that are hidden by a file ``.nomedia``."""

    TITLE = "Hidden folders"
    EMPTY = 'Seems like you don\'t have any folders hidden with a ".nomedia" file.'
    REMOVE = ("Unhide", "cab_unhide", "eye")

    def listed(self) -> list[str]:
        """List the folders that contain such a file."""
        return self.library.hidden_folders()

    def remove(self, folders: Sequence[str]) -> None:
        """Remove the files."""
        self.changes.hide_folders(folders, False)
        self.update(selected=())
