"""The views that Files and the picker share: bar, breadcrumb, chips, documents, drawer."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable
from functools import partial

from android_gym.simulator.appkit.list_bars import search_bar
from android_gym.simulator.appkit.times import moment, time_of_day
from android_gym.simulator.apps.documentsui.actions import Actions
from android_gym.simulator.apps.documentsui.dialogs import NewFolder, SortDialog
from android_gym.simulator.apps.documentsui.look import Entry, card, line
from android_gym.simulator.apps.documentsui.model import (
    CHIPS,
    ROOTS,
    Document,
    Root,
    date_text,
    size_text,
)
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import Chip, DrawerLayout, MenuItem, Toolbar
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    HorizontalScrollView,
    RecyclerView,
    column,
    full_column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageButton, ImageView, TextView

MOST_IN_SIGHT = 5
"""Lines that are in sight on every screen."""

LEAD = 2
"""Lines above a folder that was just made, where it was out of sight."""


class Browser(Actions):
    """A browser of documents. Subclasses add menus and what stands below the documents."""

    SELECTS = True

    def build(self) -> Screen:
        """Build bar, header, documents, and the drawer over them."""
        content = full_column(
            self.bar(),
            self._body(),
            self.footer(),
            id="coordinator_layout",
            class_name="android.view.ViewGroup",
        )
        drawer = self._drawer() if self.state.drawer else View()
        return Screen(
            DrawerLayout(
                content,
                drawer,
                self.state.drawer,
                lambda: self.update(drawer=False),
                drawer_width=280,
                id="drawer_layout",
            )
        )

    def footer(self) -> View | None:
        """Build what stands below the documents."""
        return None

    def menu(self) -> list[MenuItem | None]:
        """Return the entries of the bar while nothing is marked."""
        raise NotImplementedError(f"{type(self).__name__} must have a menu.")

    def bar(self) -> View:
        """Build the toolbar, or the search field in its place."""
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
            navigation_description="Show roots",
            menu=self.menu(),
            menu_title_id="android:id/title",
            id="toolbar",
        )

    def _history(self) -> View | None:
        """Build the earlier searches, while the field is empty."""
        if self.state.query != "" or not self.searches:
            return None

        def item(text: str) -> View:
            return wide_row(
                ImageView("history"),
                TextView(text, id="android:id/title", style="body_large", padding=(16, 0)),
                key=text,
                height=56,
                padding=(24, 0),
                content_gravity="center_vertical",
                on_click=lambda: self.update(query=text),
            )

        return wide_column(*map(item, self.searches), id="history_list")

    def search_item(self) -> MenuItem:
        """Return the button that opens the search field."""
        return MenuItem(
            "Search", lambda: self.update(query=""), id="option_menu_search", icon="magnify"
        )

    def new_folder_item(self, icon: str | None = None) -> MenuItem | None:
        """Return the entry that asks for a new folder, where one can be made."""
        ask = lambda: self.show_dialog(NewFolder())  # noqa: E731
        item = MenuItem("New folder", ask, id="option_menu_create_dir", icon=icon)
        return item if self.writable else None

    def sort_item(self) -> MenuItem:
        """Return the entry that asks for the order."""
        return MenuItem("Sort by...", lambda: self.show_dialog(SortDialog()), id="option_menu_sort")

    def _body(self) -> View:
        found = self.documents()
        grid = self.grid
        history = self._history()
        head = [self._chips(), history]
        if history is None:
            head = [self._breadcrumb(), self._chips(), self._header(grid, found)]
            head += [] if found else [self._nothing()]
        if history is not None or not found:
            return RecyclerView(head, id="dir_list", width=MATCH, height=0, weight=1)
        header = [view for view in head if view is not None]
        lead = len(header)
        lines, members = self._line(found, grid)
        files = self.files

        def build(index: int) -> View:
            if index < lead:
                return header[index]
            entries = [self._entry(found[i]) for i in members(index - lead)]
            if not grid:
                return line(entries[0])
            cells: list[View] = [
                FrameLayout([card(files, e)], width=0, weight=1, key=e.document.path)
                for e in entries
            ]
            if len(cells) == 1:
                cells.append(View(width=0, weight=1, key="rest"))
            return wide_row(*cells, padding=(12, 0))

        def key(index: int) -> Hashable:
            return ("head", index) if index < lead else found[members(index - lead)[0]].path

        start = 0
        if self.state.made:
            place = next((i for i, each in enumerate(found) if each.path == self.state.made), 0)
            line_made = lead + (place // 2 if grid else place)  # folders stand first
            start = line_made - LEAD if line_made > MOST_IN_SIGHT else 0
        return RecyclerView(
            lead + lines,
            build,
            row_key=key,
            start=start,
            id="dir_list",
            key=("dir_list", self.state.root, self.state.folder, self.state.made),
            width=MATCH,
            height=0,
            weight=1,
            padding=(0, 0, 0, 24),
        )

    def _line(self, found: list[Document], grid: bool) -> tuple[int, Callable[[int], range]]:
        """Return the number of lines, and a function from a line to the indices of its documents.

        No line of the grid has both folders and files.
        """
        if not grid:
            return len(found), lambda number: range(number, number + 1)
        folders = bisect_left(found, True, key=lambda document: not document.is_folder)
        above = -(-folders // 2)

        def members(number: int) -> range:
            if number < above:
                return range(2 * number, min(2 * number + 2, folders))
            first = folders + 2 * (number - above)
            return range(first, min(first + 2, len(found)))

        return above - (folders - len(found)) // 2, members

    def _entry(self, document: Document) -> Entry:
        when = moment(self.context, max(0, document.mtime_ms))
        now = self.context.system.clock.datetime()
        return Entry(
            document,
            date_text(when, now, time_of_day(self.context, when)),
            document.path in self.state.selected,
            document.is_folder or self.accepts(document),
            partial(self.open, document),
            partial(self.toggle, document) if self.SELECTS else None,
        )

    def _breadcrumb(self) -> View | None:
        """Build the way from the root to this folder; a tap on a step goes back up."""
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
        views: list[View] = []
        for number, (name, path) in enumerate(steps):
            last = number == len(steps) - 1
            views.append(
                TextView(
                    name,
                    id="breadcrumb_text",
                    key=("step", number),
                    style="body_medium",
                    color="text_primary" if last else "text_secondary",
                    padding=(4, 8),
                    on_click=None if last else partial(self.show_folder, path),
                )
            )
            if not last:
                views.append(ImageView("chevron_right", key=("arrow", number), size=18))
        return HorizontalScrollView(
            row(*views, content_gravity="center_vertical"),
            id="horizontal_breadcrumb",
            class_name="androidx.recyclerview.widget.RecyclerView",
            width=MATCH,
            padding=(20, 0),
        )

    def _chips(self) -> View:
        def chip(name: str, icon: str) -> View:
            on = name in self.state.chips
            chips = tuple(c for c in self.state.chips if c != name) if on else (name,)
            return Chip(
                name,
                icon=icon,
                checked=on,
                margin=(0, 0, 8, 0),
                on_click=lambda: self.update(chips=chips, selected=()),
            )

        return HorizontalScrollView(
            row(*(chip(name, icon) for name, icon, _ in CHIPS), id="search_chip_group"),
            id="search_chip_group_container",
            width=MATCH,
            padding=(24, 0),
        )

    def _header(self, grid: bool, found: list[Document]) -> View:
        state, here = self.state, self.here
        what = state.chips[0] if state.chips else "Files"
        if state.query:
            text = what if found else f"No matches in {here}"
        elif self.root.id == "recent" and not state.chips:
            text = "Recent files"
        elif here == self.title_of(ROOTS[-1]):
            text = f"{what} on {here}"
        else:
            text = f"{what} in {here}"
        return wide_row(
            TextView(text, id="header_title", style="title_small", width=0, weight=1, max_lines=1),
            ImageButton(
                "format_list_bulleted" if grid else "view_grid_outline",
                id="sub_menu_list" if grid else "sub_menu_grid",
                class_name="android.widget.Button",
                content_description="List view" if grid else "Grid view",
                tooltip="List view" if grid else "Grid view",
                on_click=lambda: self.set_grid(not grid),
            ),
            id="header_container",
            padding=(24, 0, 12, 0),
            content_gravity="center_vertical",
        )

    def _nothing(self) -> View:
        text = f"No matches in {self.here}" if self.state.query else "No items"
        return wide_column(
            ImageView("folder_open_outline", size=120, tint="text_tertiary", id="artwork"),
            TextView(text, id="message", style="body_large", color="text_secondary"),
            id="content",
            height=420,
            content_gravity="center",
        )

    def _drawer(self) -> View:
        def item(root: Root) -> View:
            on = root.id == self.state.root
            summary = None
            if root.id == "primary":
                free = f"{size_text(self.files.space().free)} free"
                summary = TextView(
                    free, id="android:id/summary", style="body_small", color="text_secondary"
                )
            return wide_row(
                ImageView(root.icon, id="icon", tint="on_secondary_container" if on else "icon"),
                column(
                    TextView(
                        self.title_of(root),
                        id="android:id/title",
                        style="title_small",
                        max_lines=1,
                    ),
                    summary,
                    width=0,
                    weight=1,
                    margin=(16, 0, 0, 0),
                ),
                id="item_root",
                key=root.id,
                min_height=56,
                padding=(16, 0),
                margin=(8, 0),
                content_gravity="center_vertical",
                background=Rounded("secondary_container", 28) if on else None,
                selected=on,
                on_click=partial(self.show_root, root),
            )

        windows = self.context.windows
        return full_column(
            Toolbar(self.drawer_title(), id="roots_toolbar", background="transparent"),
            RecyclerView(
                [item(root) for root in ROOTS if self.offers(root)],
                id="roots_list",
                class_name="android.widget.ListView",
                width=MATCH,
                height=0,
                weight=1,
            ),
            id="drawer_roots",
            padding=(0, windows.status_bar_height / windows.density, 0, 0),
            background="card",
        )

    def drawer_title(self) -> str:
        """Return the title of the drawer."""
        return "Files"

    def offers(self, root: Root) -> bool:
        """Return whether the drawer shows a root."""
        return True
