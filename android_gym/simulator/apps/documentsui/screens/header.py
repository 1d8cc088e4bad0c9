"""The parts above the documents: bar, breadcrumb, chips, other apps, view switch."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.appkit.list_bars import search_bar
from android_gym.simulator.apps.documentsui.actions import Actions
from android_gym.simulator.apps.documentsui.dialogs import NewFolder, SortDialog
from android_gym.simulator.apps.documentsui.model import ROOTS, ChipKind, Document
from android_gym.simulator.system.packages import ActivityInfo, Manifest
from android_gym.simulator.ui.components import Chip, MenuItem, Toolbar
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import (
    HorizontalScrollView,
    column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, ImageView, TextView


class Header(Actions):
    """Base of the browsers, with the parts above the documents."""

    @property
    def only_images(self) -> bool:
        """True if only images are requested."""
        return False

    # -- the bar

    def menu(self) -> list[MenuItem | None]:
        """Return the bar's menu entries while nothing is selected."""
        raise NotImplementedError(f"{type(self).__name__} must have a menu.")

    def bar(self) -> View:
        """Build the toolbar or the search field."""
        state = self.state
        if state.query is not None:
            return search_bar(
                state.query,
                lambda text: self.update(query=text),
                "Search this phone",
                on_submit=self.submit_search,
                id="toolbar",
            )
        return Toolbar(
            self.here,
            navigation="menu",
            on_navigation=lambda: self.update(drawer=True),
            navigation_description="Hide roots" if state.drawer else "Show roots",
            menu=self.menu(),
            menu_title_id="android:id/title",
            id="toolbar",
        )

    def marked_bar(self, menu: list[MenuItem | None]) -> View:
        """Build the bar for selected documents."""
        return Toolbar(
            f"{len(self.state.selected)} selected",
            navigation="close",
            on_navigation=lambda: self.update(selected=()),
            navigation_description="Cancel",
            menu=menu,
            menu_title_id="android:id/title",
            id="toolbar",
        )

    def search_item(self) -> MenuItem:
        """Return the button that opens the search field."""
        return MenuItem(
            "Search", lambda: self.update(query=""), id="option_menu_search", icon="magnify"
        )

    def new_folder_item(self, icon: str | None = None) -> MenuItem | None:
        """Return the menu entry for a new folder; None if it can't be created here."""
        item = MenuItem("New folder", self.ask_folder, id="option_menu_create_dir", icon=icon)
        return item if self.writable else None

    def ask_folder(self) -> None:
        """Ask for the name of a new folder."""
        self.show_dialog(NewFolder())

    def sort_item(self) -> MenuItem:
        """Return the menu entry that asks for the sort order."""
        return MenuItem("Sort by...", lambda: self.show_dialog(SortDialog()), id="option_menu_sort")

    def select_all_item(self) -> MenuItem:
        """Return the menu entry that selects everything, or nothing if everything is selected."""
        everything = len(self.state.selected) == len(self.documents())
        return MenuItem("Deselect all" if everything else "Select all", self.select_all)

    # -- previous searches

    def history_row(self, text: str) -> View:
        """Build the row of a previous search, with a button to remove it."""
        return wide_row(
            ImageView("history", padding=12),
            TextView(
                text,
                id="android:id/title",
                style="body_large",
                padding=(12, 0),
                width=0,
                weight=1,
                max_lines=1,
            ),
            ImageButton(
                "close",
                id="android:id/icon",
                class_name="android.widget.ImageView",
                content_description=f"Delete search history {text}",
                on_click=partial(self.forget_search, text),
            ),
            key=text,
            height=56,
            padding=(12, 0, 4, 0),
            content_gravity="center_vertical",
            on_click=lambda: self.update(query=text),
        )

    # -- above the documents

    def other_apps(self) -> list[tuple[Manifest, ActivityInfo]]:
        """Return other apps that can provide what is requested."""
        return []

    def open_app(self, component: str) -> None:
        """Open another app."""
        raise NotImplementedError(f"{type(self).__name__} must say how it opens {component}.")

    def directory_header(self, grid: bool, found: list[Document]) -> View:
        """Build the header that scrolls with the documents."""
        return wide_column(
            self._breadcrumb(),
            self.chip_row(),
            self._apps_row(),
            self._line(grid, found),
            id="directory_header",
            key="directory_header",
        )

    def _breadcrumb(self) -> View | None:
        """Build the path from the root to the current folder; tapping a step opens it."""
        root, folder = self.root, self.state.folder
        if self.state.query is not None:
            return None
        steps: list[tuple[str, str]] = [(self.title_of(root), root.folder)]
        if folder and root.folder and folder != root.folder:
            inside, path = folder.removeprefix(root.folder).strip("/"), root.folder
            for name in inside.split("/"):
                path = f"{path}/{name}"
                steps.append((name, path))
        elif folder and not root.folder:
            steps.append((folder.rpartition("/")[2], folder))

        def item(number: int, name: str, path: str) -> View:
            last = number == len(steps) - 1
            return row(
                TextView(
                    name,
                    id="breadcrumb_text",
                    style="body_medium",
                    color="text_primary" if last else "text_secondary",
                    padding=(4, 8),
                    on_click=None if last else partial(self.show_folder, path),
                ),
                None if last else ImageView("chevron_right", id="breadcrumb_arrow", size=18),
                key=("step", number),
                content_gravity="center_vertical",
            )

        views = [item(number, *step) for number, step in enumerate(steps)]
        return HorizontalScrollView(
            row(*views, content_gravity="center_vertical"),
            id="horizontal_breadcrumb",
            class_name="androidx.recyclerview.widget.RecyclerView",
            width=MATCH,
            padding=(20, 0),
        )

    def chip_row(self) -> View:
        """Build the chips."""

        def chip(one: ChipKind) -> View:
            on = one.name in self.state.chips
            chips = tuple(c for c in self.state.chips if c != one.name) if on else (one.name,)
            return Chip(
                one.name,
                icon=one.icon,
                checked=on,
                margin=(0, 0, 8, 0),
                on_click=lambda: self.update(chips=chips, selected=()),
            )

        return HorizontalScrollView(
            row(*map(chip, self.chips), id="search_chip_group"),
            id="search_chip_group_container",
            width=MATCH,
            padding=(24, 0),
        )

    def _apps_row(self) -> View | None:
        state = self.state
        if state.root != "recent" or state.query is not None or state.chips or state.selected:
            return None
        apps = self.other_apps()
        if not apps:
            return None

        def app(manifest: Manifest, info: ActivityInfo) -> View:
            return column(
                ImageView(
                    AppIcon(*manifest.icon),
                    id="app_icon",
                    size=32,
                    tint=None,
                    margin=(30, 6, 30, 10),
                ),
                TextView(
                    info.label or manifest.label,
                    id="android:id/title",
                    style="body_small",
                    max_lines=1,
                    ellipsize="end",
                    margin=(8, 0),
                ),
                key=manifest.package,
                padding=(0, 0, 0, 6),
                content_gravity="center_horizontal",
                on_click=partial(self.open_app, manifest.component(info.name)),
            )

        return wide_column(
            wide_row(
                TextView("Browse files in other apps", style="label_small", all_caps=True),
                height=48,
                padding=(24, 0),
                content_gravity="center_vertical",
            ),
            HorizontalScrollView(row(*(app(*each) for each in apps), id="apps_group"), width=MATCH),
            id="apps_row",
        )

    def _line(self, grid: bool, found: list[Document]) -> View:
        """Build the line with the list's title and the grid/list button."""
        state, here = self.state, self.here
        kind = next((c.name for c in self.chips if c.kinds and c.name in state.chips), "Files")
        what = "Images" if self.only_images else kind
        if state.query:
            text = what if found else f"No matches in {here}"
        elif self.root.id == "recent" and not state.chips:
            text = "Recent images" if self.only_images else "Recent files"
        elif here == self.title_of(ROOTS[-1]):
            text = f"{what} on {here}"
        else:
            text = f"{what} in {here}"
        button = ImageButton(
            "format_list_bulleted" if grid else "view_grid_outline",
            id="sub_menu_list" if grid else "sub_menu_grid",
            class_name="android.widget.Button",
            content_description="List view" if grid else "Grid view",
            tooltip="List view" if grid else "Grid view",
            on_click=lambda: self.set_grid(not grid),
        )
        return wide_row(
            TextView(text, id="header_title", style="title_small", width=0, weight=1, max_lines=1),
            row(button, id="sub_menu"),
            id="header_container",
            padding=(24, 0, 12, 0),
            content_gravity="center_vertical",
        )
