"""What the files app and the picker share: roots, folders, search, order, new folders."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from android_gym.errors import FileError
from android_gym.simulator.apps.documentsui import documents
from android_gym.simulator.apps.documentsui.documents import ORDERS, ROOTS, Document, Order, Root
from android_gym.simulator.apps.documentsui.look import Entry, card, line, theme_of
from android_gym.simulator.state import Observation
from android_gym.simulator.system.listing import Listing
from android_gym.simulator.ui.activity import Activity, Overlay, Screen
from android_gym.simulator.ui.components import (
    Chip,
    DrawerLayout,
    MenuItem,
    SearchView,
    TextInputLayout,
    Toolbar,
)
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    HorizontalScrollView,
    RecyclerView,
    column,
    row,
)
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import EditText, ImageButton, ImageView, TextView

__all__ = ["Browser", "BrowserState"]

CHIPS = (
    ("Images", "image", ("image/",)),
    ("Audio", "music_note", ("audio/",)),
    ("Videos", "movie", ("video/",)),
    ("Documents", "file_document", documents.DOCUMENT_TYPES),
)

MOST_NAME_BYTES = 255
MOST_SEARCHES = 5
"""So many searches are remembered."""


@dataclass(frozen=True)
class BrowserState:
    """What a browser shows.

    Attributes:
        root: Id of the root.
        folder: The folder below (or at) the root's; empty in a root that has none.
        selected: Paths of what is selected.
        order: How it is sorted; None as the root has it.
        query: What is searched for; None while search is closed.
        chips: Names of the chips that are on.
        drawer: Whether the roots are shown.
        dialog: Kind of the dialog and what it is about.
        draft: Text typed in it.
        error: What is wrong with that.
        hidden: Whether hidden files are shown.
        name: Name typed for a document that is created.
    """

    root: str = "downloads"
    folder: str = f"{documents.STORAGE}/Download"
    selected: tuple[str, ...] = ()
    order: Order | None = None
    query: str | None = None
    chips: tuple[str, ...] = ()
    drawer: bool = False
    dialog: tuple[Any, ...] = ()
    draft: str = ""
    error: str = ""
    hidden: bool = False
    name: str = ""


class Browser(Activity[BrowserState]):
    """A browser of documents. Subclasses say what a tap on a file does, and add menus."""

    SELECTS = True

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._listed: tuple[Hashable, Observation, list[Document]] | None = None
        self._sorted: tuple[Hashable, Listing[Document]] | None = None

    def theme(self) -> Theme:
        """Light or dark as the phone is."""
        return theme_of(self.context.system.display.dark)

    # -- where

    @property
    def root(self) -> Root:
        """The root shown."""
        return next((r for r in ROOTS if r.id == self.state.root), ROOTS[-1])

    def title_of(self, root: Root) -> str:
        """What a root is called; the storage like the phone."""
        return root.title or self.context.system.properties.get("ro.product.model")

    @property
    def here(self) -> str:
        """Name of the folder, or of the root."""
        state = self.state
        if not state.folder or state.folder == self.root.folder:
            return self.title_of(self.root)
        return str(state.folder.rpartition("/")[2])

    @property
    def writable(self) -> bool:
        """Whether documents can be created here."""
        folder = self.state.folder
        return bool(folder and self.root.folder and self.context.system.files.is_dir(folder))

    def show_root(self, root: Root) -> None:
        """Goes to a root."""
        self.update(
            root=root.id,
            folder=root.folder,
            drawer=False,
            selected=(),
            query=None,
            chips=(),
            order=None,
        )

    def show_folder(self, folder: str) -> None:
        """Goes to a folder of this root."""
        self.update(folder=folder, query=None, chips=(), selected=())

    def up(self) -> bool:
        """Goes to the folder above. Returns False at the root."""
        state = self.state
        if not state.folder or state.folder == self.root.folder:
            return False
        self.show_folder(state.folder.rpartition("/")[0] if self.root.folder else "")
        return True

    def on_back(self) -> bool:
        """Ends selection, search, chips; then goes up."""
        state = self.state
        if state.drawer:
            self.update(drawer=False)
        elif state.selected:
            self.update(selected=())
        elif state.query is not None or state.chips:
            self.update(query=None, chips=())
        else:
            return self.up()
        return True

    def on_resume(self) -> None:
        """Leaves a folder that has gone meanwhile."""
        files = self.context.system.files
        folder = self.state.folder
        while folder and folder != self.root.folder and not files.is_dir(folder):
            folder = folder.rpartition("/")[0]
        if folder != self.state.folder:
            self.show_folder(folder if self.root.folder else "")

    # -- what there is

    @property
    def order(self) -> Order:
        """How it is sorted."""
        default = Order("date", True) if self.root.newest_first else Order()
        return self.state.order or default

    def accepts(self, document: Document) -> bool:
        """Whether a document can be chosen."""
        return True

    def documents(self) -> list[Document]:
        """What is shown, sorted; remembered as long as nothing changes."""
        state, system = self.state, self.context.system
        key = (state.root, state.folder, self.order, state.query, state.chips, state.hidden)
        known = self._listed
        if known is not None and known[0] == key and not known[1].changed():
            system.state.depend_on(known[1])
            return known[2]
        with system.state.observe() as seen:
            found = self._find()
        self._listed = (key, seen, found)
        return found

    def _find(self) -> list[Document]:
        state, files = self.state, self.context.system.files
        root = self.root
        kinds = tuple(k for name, _, ks in CHIPS if name in state.chips for k in ks)
        if state.query or kinds:
            folder = state.folder or documents.STORAGE
            kinds = kinds or root.kinds
            found = documents.search(files, folder, state.query or "", kinds, hidden=state.hidden)
            return documents.sorted_documents(found, state.order or Order("date", True))
        if state.folder and root.folder:
            wanted = (state.folder, self.order, state.hidden)
            if self._sorted is None or self._sorted[0] != wanted:
                self._sorted = (wanted, documents.sorted_listing(*wanted))
            return self._sorted[1].read(files)
        found = documents.collected(files, root, self.context.system.clock.now_ms())
        if root.id == "recent" and state.order is None:
            return found
        if root.kinds and root.id != "documents_root":
            found = self._bucketed(found)
        return documents.sorted_documents(found, self.order)

    def _bucketed(self, found: list[Document]) -> list[Document]:
        """The folders that hold files, or the files of the one that is open."""
        here = self.state.folder
        if here:
            return [d for d in found if d.path.rpartition("/")[0] == here]
        newest: dict[str, int] = {}
        for document in found:
            folder = document.path.rpartition("/")[0]
            newest[folder] = max(newest.get(folder, 0), document.mtime_ms)
        return [Document(folder, True, 0, when) for folder, when in newest.items()]

    # -- what taps do

    def open(self, document: Document) -> None:
        """A tap on a document."""
        if self.state.selected:
            self.toggle(document)
        elif document.is_folder:
            self.show_folder(document.path)
        else:
            self.choose(document)

    def choose(self, document: Document) -> None:
        """A tap on a file."""
        raise NotImplementedError(f"{type(self).__name__} must say what a tap on a file does.")

    def toggle(self, document: Document) -> None:
        """Selects a document, or no longer."""
        selected = self.state.selected
        if document.path in selected:
            self.update(selected=tuple(path for path in selected if path != document.path))
        else:
            self.update(selected=(*selected, document.path))

    def select_all(self) -> None:
        """Selects all that is shown, or, if all is, nothing."""
        shown = tuple(d.path for d in self.documents() if self.accepts(d))
        everything = len(self.state.selected) == len(shown)
        self.update(selected=() if everything else shown)

    @property
    def grid(self) -> bool:
        """Whether this root is shown as a grid."""
        mode = self.context.preferences().get(f"rootViewMode-{self.state.root}", 2)
        return bool(mode != 1)

    def set_grid(self, on: bool) -> None:
        """Shows this root as a grid or as a list."""
        self.context.preferences().put(**{f"rootViewMode-{self.state.root}": 2 if on else 1})

    def ask(self, kind: str, *subject: Any, draft: str = "") -> None:
        """Opens a dialog."""
        self.update(dialog=(kind, *subject), draft=draft, error="")

    def close_dialog(self) -> None:
        """Closes the dialog."""
        self.update(dialog=(), draft="", error="")

    # -- views

    def build(self) -> Screen:
        """Bar, header, documents; the drawer over them."""
        content = column(
            self.bar(),
            self._body(),
            self.footer(),
            id="coordinator_layout",
            class_name="android.view.ViewGroup",
            width=MATCH,
            height=MATCH,
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
            ),
            overlays=[self.dialog()],
        )

    def footer(self) -> View | None:
        """What stands below the documents."""
        return None

    def menu(self) -> list[MenuItem | None]:
        """The overflow menu while nothing is selected."""
        raise NotImplementedError(f"{type(self).__name__} must have a menu.")

    def bar(self) -> View:
        """The toolbar, or the search field in its place."""
        state = self.state
        if state.query is not None:
            return Toolbar(
                navigation="arrow_back",
                on_navigation=lambda: self.update(query=None),
                navigation_description="Collapse",
                content=SearchView(
                    state.query,
                    lambda text: self.update(query=text),
                    hint="Search this phone",
                    on_submit=self._submit,
                ),
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

    @property
    def _searches(self) -> list[str]:
        """What was searched for, the last one first."""
        kept = str(self.context.preferences().get("searchHistory", ""))
        return [text for text in kept.split("\n") if text]

    def _submit(self) -> None:
        """The search key remembers what was searched for."""
        text = " ".join((self.state.query or "").split())
        self.hide_keyboard()
        if text:
            others = [other for other in self._searches if other.casefold() != text.casefold()]
            kept = "\n".join([text, *others][:MOST_SEARCHES])
            self.context.preferences().put(searchHistory=kept)

    def _history(self) -> View | None:
        """Earlier searches, while the field is empty."""
        if self.state.query != "" or not self._searches:
            return None

        def item(text: str) -> View:
            return row(
                ImageView("history"),
                TextView(text, id="android:id/title", style="body_large", padding=(16, 0)),
                key=text,
                width=MATCH,
                height=56,
                padding=(24, 0),
                content_gravity="center_vertical",
                on_click=lambda: self.update(query=text),
            )

        return column(*map(item, self._searches), id="history_list", width=MATCH)

    def search_item(self) -> MenuItem:
        """The button that opens the search field."""
        return MenuItem(
            "Search", lambda: self.update(query=""), id="option_menu_search", icon="magnify"
        )

    def _body(self) -> View:
        found = self.documents()
        grid = self.grid
        history = self._history()
        if history is not None:
            head: list[View | None] = [self._chips(), history]
            return RecyclerView(head, id="dir_list", width=MATCH, height=0, weight=1)
        head = [self._breadcrumb(), self._chips(), self._header(grid, found)]
        if not found:
            head.append(self._nothing())
            return RecyclerView(head, id="dir_list", width=MATCH, height=0, weight=1)
        header = [view for view in head if view is not None]
        lead = len(header)
        lines, members = self._line(found, grid)
        files = self.context.system.files

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
            return row(*cells, width=MATCH, padding=(12, 0))

        def key(index: int) -> Hashable:
            return ("head", index) if index < lead else found[members(index - lead)[0]].path

        return RecyclerView(
            lead + lines,
            build,
            row_key=key,
            id="dir_list",
            key=("dir_list", self.state.root, self.state.folder),
            width=MATCH,
            height=0,
            weight=1,
            padding=(0, 0, 0, 24),
        )

    def _line(self, found: list[Document], grid: bool) -> tuple[int, Callable[[int], range]]:
        """How many lines there are, and the documents that stand in one of them.

        No line of the grid has folders and files.
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
        clock = self.context.system.clock
        hours_24 = self.context.system.settings.get("system", "time_12_24") == "24"
        now = clock.datetime()
        limit = max(0, min(document.mtime_ms, 253_402_214_400_000))
        selecting = bool(self.state.selected)
        preview = None
        if selecting and not document.is_folder:
            preview = lambda: self.choose(document)  # noqa: E731
        return Entry(
            document,
            documents.date_text(clock.datetime(limit), now, hours_24),
            document.path in self.state.selected,
            document.is_folder or self.accepts(document),
            preview,
            lambda: self.open(document),
            (lambda: self.toggle(document)) if self.SELECTS else None,
        )

    def _breadcrumb(self) -> View | None:
        """The way from the root to this folder; a tap goes back up."""
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
                    on_click=None if last else self._going_to(path),
                )
            )
            if not last:
                arrow = ImageView("chevron_right", key=("arrow", number), size=18)
                views.append(arrow)
        return HorizontalScrollView(
            row(*views, content_gravity="center_vertical"),
            id="horizontal_breadcrumb",
            class_name="androidx.recyclerview.widget.RecyclerView",
            width=MATCH,
            padding=(20, 0),
        )

    def _going_to(self, path: str) -> Callable[[], None]:
        return lambda: self.show_folder(path)

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
        return row(
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
            width=MATCH,
            padding=(24, 0, 12, 0),
            content_gravity="center_vertical",
        )

    def _nothing(self) -> View:
        text = "No items"
        if self.state.query:
            text = f"No matches in {self.here}"
        return column(
            ImageView("folder_open_outline", size=120, tint="text_tertiary", id="artwork"),
            TextView(text, id="message", style="body_large", color="text_secondary"),
            id="content",
            width=MATCH,
            height=420,
            content_gravity="center",
        )

    def _drawer(self) -> View:
        def item(root: Root) -> View:
            on = root.id == self.state.root
            summary = None
            if root.id == "primary":
                free = self.context.system.files.space().free
                summary = TextView(
                    f"{documents.size_text(free)} free",
                    id="android:id/summary",
                    style="body_small",
                    color="text_secondary",
                )
            return row(
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
                width=MATCH,
                min_height=56,
                padding=(16, 0),
                margin=(8, 0),
                content_gravity="center_vertical",
                background=Rounded("secondary_container", 28) if on else None,
                selected=on,
                on_click=lambda: self.show_root(root),
            )

        shown = [root for root in ROOTS if self.offers(root)]
        windows = self.context.windows
        return column(
            Toolbar(self.drawer_title, id="roots_toolbar", background="transparent"),
            RecyclerView(
                [item(root) for root in shown],
                id="roots_list",
                class_name="android.widget.ListView",
                width=MATCH,
                height=0,
                weight=1,
            ),
            id="drawer_roots",
            width=MATCH,
            height=MATCH,
            padding=(0, windows.status_bar_height / windows.density, 0, 0),
            background="card",
        )

    drawer_title = "Files"

    def offers(self, root: Root) -> bool:
        """Whether the drawer shows a root."""
        return True

    # -- dialogs

    def dialog(self) -> Overlay | None:
        """The dialog that is open."""
        dialog = self.state.dialog
        if not dialog:
            return None
        if dialog[0] == "sort":
            return self._sort_dialog()
        if dialog[0] == "new folder":
            return self.name_dialog("New folder", "Folder name", self._create_folder)
        return None

    def _sort_dialog(self) -> Overlay:
        order = self.order
        present = next((i for i, (_, o) in enumerate(ORDERS) if o == order), -1)

        def choose(index: int) -> None:
            self.close_dialog()
            self.update(order=ORDERS[index][1])

        return alert_dialog(
            "Sort by",
            items=[title for title, _ in ORDERS],
            selected=present,
            on_item=choose,
            on_dismiss=self.close_dialog,
        )

    def name_dialog(
        self, title: str, hint: str, on_ok: Callable[[], None], *, selected: int = 0
    ) -> Overlay:
        """Asks for a name, of which the first characters may be selected."""
        state = self.state
        field = EditText(
            state.draft,
            id="android:id/text1",
            hint=hint,
            on_text_change=lambda text: self.update(draft=text, error=""),
            on_editor_action=on_ok,
            ime_action="done",
            autofocus=True,
            cursor=(0, selected) if selected else None,
            max_lines=1,
        )
        return alert_dialog(
            title,
            content=TextInputLayout(field, error=state.error or None, padding=(24, 8)),
            on_dismiss=self.close_dialog,
            positive="OK",
            on_positive=on_ok,
            negative="Cancel",
        )

    def bad_name(self, name: str, folder: str, old: str = "") -> str:
        """What is wrong with a name for something in a folder; empty if nothing is."""
        if not name.strip():
            return "The name can\u2019t be empty"
        too_long = len(name.encode("utf-8", "surrogatepass")) > MOST_NAME_BYTES
        if too_long or "/" in name or "\0" in name or name in (".", ".."):
            return "Failed to rename document" if old else "Failed to create folder"
        exists = self.context.system.files.exists(f"{folder}/{name}")
        if exists and name.casefold() != old.casefold():
            return "A file with this name already exists."
        return ""

    def _create_folder(self) -> None:
        name, folder = self.state.draft.strip(), self.state.folder
        error = self.bad_name(name, folder)
        if not error:
            try:
                self.context.system.files.mkdir(f"{folder}/{name}")
            except FileError:
                error = "Failed to create folder"
        if error:
            self.update(error=error)
            return
        self.close_dialog()
        self.hide_keyboard()
        self.show_folder(f"{folder}/{name}")
