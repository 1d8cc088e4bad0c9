"""Views shared by the browser and the picker: the documents, and the drawer of roots."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable
from functools import partial

from android_gym.simulator.appkit.times import moment, time_of_day
from android_gym.simulator.apps.documentsui.actions import viewing
from android_gym.simulator.apps.documentsui.look import Entry, card, line
from android_gym.simulator.apps.documentsui.model import (
    ROOTS,
    Document,
    Root,
    date_text,
    size_text,
)
from android_gym.simulator.apps.documentsui.screens.header import Header
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import DrawerLayout, Toolbar
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    column,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

MOST_IN_SIGHT = 5
"""Number of lines that are visible on every screen."""

LEAD = 2
"""Number of lines above a new folder that had been out of sight."""


class Browser(Header):
    """Base of the browser and the picker; subclasses add menus and a footer."""

    @property
    def selects(self) -> bool:
        """True if a long press selects a document."""
        return True

    def previews(self, document: Document) -> bool:
        """Return whether a document has a preview button."""
        return False

    def preview(self, document: Document) -> None:
        """Preview a document."""
        if not self.start_activity(viewing(document.path, document.mime)):
            self.show_snackbar("Can\u2019t open file")

    def build(self) -> Screen:
        """Build the bar, the header, the documents, and the drawer."""
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
        """Build the part below the documents; None for none."""
        return None

    def _body(self) -> View:
        found = self.documents()
        grid = self.grid
        if self.state.query == "" and self.searches:
            return self._history()
        header: list[View] = [self.directory_header(grid, found)]
        if message := self.message():
            header.append(message)
        if not found:
            documents = RecyclerView(
                [*header, self._nothing()], id="dir_list", width=MATCH, height=MATCH
            )
        else:
            documents = self._documents(header, found, grid)
        return FrameLayout(
            [FrameLayout([documents], id="refresh_layout", width=MATCH, height=MATCH)],
            id="container_directory",
            width=MATCH,
            height=0,
            weight=1,
        )

    def message(self) -> View | None:
        """Build the message above the documents; None for none."""
        return None

    def _history(self) -> View:
        searches = self.searches
        chips = self.chip_row()
        rows = RecyclerView(
            1 + len(searches),
            lambda index: self.history_row(searches[index - 1]) if index else chips,
            row_key=lambda index: searches[index - 1] if index else "chips",
            id="history_list",
            width=MATCH,
            height=MATCH,
        )
        return FrameLayout([rows], id="container_search_fragment", width=MATCH, height=0, weight=1)

    def _documents(self, header: list[View], found: list[Document], grid: bool) -> RecyclerView:
        lead = len(header)
        lines, members = self._lines(found, grid)
        files = self.files

        def build(index: int) -> View:
            if index < lead:
                return header[index]
            entries = [self._entry(found[i]) for i in members(index - lead)]
            if not grid:
                return line(files, entries[0])
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
            height=MATCH,
            padding=(0, 0, 0, 24),
        )

    def _lines(self, found: list[Document], grid: bool) -> tuple[int, Callable[[int], range]]:
        """Return the number of lines, and a function from a line to its documents' indices.

        A line of the grid never mixes folders and files.
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
            partial(self.toggle, document) if self.selects else None,
            partial(self.preview, document) if self.previews(document) else None,
        )

    def _nothing(self) -> View:
        text = f"No matches in {self.here}" if self.state.query else "No items"
        nothing = wide_column(
            ImageView("folder_open_outline", size=120, tint="text_tertiary", id="artwork"),
            TextView(text, id="message", style="body_large", color="text_secondary"),
            id="content",
            height=420,
            content_gravity="center",
        )
        return FrameLayout([nothing], id="empty", width=MATCH)

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
            FrameLayout(
                [
                    RecyclerView(
                        [item(root) for root in ROOTS if self.offers(root)],
                        id="roots_list",
                        class_name="android.widget.ListView",
                        width=MATCH,
                        height=MATCH,
                    )
                ],
                id="container_roots",
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
