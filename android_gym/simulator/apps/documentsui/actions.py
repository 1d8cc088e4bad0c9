"""Base of the browser and the picker, without views: roots, folders, search, sorting, selection."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from immutables import Map

from android_gym.simulator.appkit.list_bars import toggled
from android_gym.simulator.apps.documentsui import storage
from android_gym.simulator.apps.documentsui.look import theme_of
from android_gym.simulator.apps.documentsui.model import (
    DIRECTORY,
    FILTER_CHIPS,
    KIND_CHIPS,
    ROOTS,
    STORAGE,
    WORKS,
    BrowserState,
    ChipKind,
    Document,
    Order,
    Root,
    counted,
    sorted_documents,
)
from android_gym.simulator.state import Observation
from android_gym.simulator.system.documents import document_uri
from android_gym.simulator.system.files import Files
from android_gym.simulator.system.intents import (
    FLAG_ACTIVITY_MULTIPLE_TASK,
    FLAG_ACTIVITY_NEW_DOCUMENT,
    Intent,
)
from android_gym.simulator.system.listing import Listing
from android_gym.simulator.system.notifications import (
    IMPORTANCE_LOW,
    Channel,
    Notification,
    PendingIntent,
)
from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.theme import Theme

FILES = "com.google.android.documentsui/com.android.documentsui.files.FilesActivity"
FAILED, FAILED_AT = "failed", "failed_at"
"""Intent extras of a failure notification: names of documents, and the failed operation."""

RESULT_OK = -1
MOST_NAME_BYTES = 255
MOST_SEARCHES = 200
"""Maximum number of remembered searches (``config_maximum_search_history``)."""

DAY_MS = 86_400_000


def viewing(path: str, mime: str) -> Intent:
    """Return the intent to view a document."""
    return Intent(
        "android.intent.action.VIEW",
        data=document_uri(path),
        type=mime,
        flags=1,  # FLAG_GRANT_READ_URI_PERMISSION
    )


class Actions(Activity[BrowserState]):
    """Base of the document browsers; subclasses define what a tap on a file does."""

    _listed: tuple[Hashable, Observation, list[Document]] | None = None
    _sorted: tuple[Hashable, Listing[Document]] | None = None

    def theme(self) -> Theme:
        """Return the light or dark theme, as set on the phone."""
        return theme_of(self.context.system.display.dark)

    @property
    def files(self) -> Files:
        """The phone's files."""
        return self.context.system.files

    # -- locations

    @property
    def root(self) -> Root:
        """The current root."""
        return next((r for r in ROOTS if r.id == self.state.root), ROOTS[-1])

    def title_of(self, root: Root) -> str:
        """Return a root's title; the storage root is titled like the phone."""
        return root.title or self.context.system.properties.get("ro.product.model")

    @property
    def at_root(self) -> bool:
        """True if the root itself is shown, not one of its folders."""
        return self.state.folder in ("", self.root.folder)

    @property
    def here(self) -> str:
        """Name of the current folder or root."""
        if self.at_root:
            return self.title_of(self.root)
        return str(self.state.folder.rpartition("/")[2])

    @property
    def writable(self) -> bool:
        """True if documents can be created in the current folder."""
        folder = self.state.folder
        return bool(folder and self.root.folder and self.files.is_dir(folder))

    def show_root(self, root: Root) -> None:
        """Open a root."""
        self.reset(
            BrowserState(root.id, root.folder, hidden=self.state.hidden, name=self.state.name)
        )

    def show_folder(self, folder: str) -> None:
        """Open a folder of the current root."""
        self.update(folder=folder, query=None, chips=(), selected=(), made="")

    def on_back(self) -> bool:
        """Close the drawer, clear the selection, the search or the chips, or go up."""
        state = self.state
        if state.drawer:
            self.update(drawer=False)
        elif state.selected:
            self.update(selected=())
        elif state.query is not None or state.chips:
            self.update(query=None, chips=())
        elif self.at_root:
            return False
        else:
            self.show_folder(state.folder.rpartition("/")[0] if self.root.folder else "")
        return True

    def on_resume(self) -> None:
        """Leave a folder that no longer exists."""
        folder = self.state.folder
        while folder and folder != self.root.folder and not self.files.is_dir(folder):
            folder = folder.rpartition("/")[0]
        if folder != self.state.folder:
            self.show_folder(folder if self.root.folder else "")

    def folder_made(self, folder: str) -> None:
        """Show a newly created folder in the list."""
        self.update(query=None, chips=(), selected=(), made=folder)

    # -- documents

    @property
    def chips(self) -> tuple[ChipKind, ...]:
        """The chips of the current root."""
        return FILTER_CHIPS if self.root.kinds else KIND_CHIPS

    @property
    def order(self) -> Order:
        """The chosen order, or else the root's default."""
        return self.state.order or (Order("date", True) if self.root.newest_first else Order())

    def accepts(self, document: Document) -> bool:
        """Return whether a document can be chosen."""
        return True

    def documents(self) -> list[Document]:
        """Return the sorted documents shown, cached until something changes."""
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
        state, files, root = self.state, self.files, self.root
        chips = [chip for chip in self.chips if chip.name in state.chips]
        if state.query or chips:
            kinds = tuple(kind for chip in chips for kind in chip.kinds)
            folder = state.folder or STORAGE
            kinds = kinds or root.kinds
            if root.kinds:
                known = storage.collected(self.context.system, root)
                found = storage.matching(known, state.query or "", kinds)
            else:
                found = storage.search(files, folder, state.query or "", kinds, hidden=state.hidden)
            for chip in chips:
                oldest = self.context.system.clock.now_ms() - chip.days * DAY_MS if chip.days else 0
                found = [d for d in found if d.size >= chip.least and d.mtime_ms >= oldest]
            return sorted_documents(found, state.order or Order("date", True))
        if state.folder and root.folder:
            wanted = (state.folder, self.order, state.hidden)
            if self._sorted is None or self._sorted[0] != wanted:
                self._sorted = (wanted, storage.sorted_listing(*wanted))
            return self._sorted[1].read(files)
        found = storage.collected(self.context.system, root)
        if root.id == "recent":
            found = [d for d in found if self.accepts(d)]  # RecentsLoader
            if state.order is None:
                return found
        if root.kinds and root.id != "documents_root":
            found = self._bucketed(found)
        return sorted_documents(found, self.order)

    def _bucketed(self, found: list[Document]) -> list[Document]:
        """Return folders that contain files, or the files in the open folder."""
        here = self.state.folder
        if here:
            return [d for d in found if d.path.rpartition("/")[0] == here]
        newest: dict[str, int] = {}
        for document in found:
            folder = document.path.rpartition("/")[0]
            newest[folder] = max(newest.get(folder, 0), document.mtime_ms)
        return [Document(folder, True, 0, when) for folder, when in newest.items()]

    # -- taps

    def open(self, document: Document) -> None:
        """Open a document, or toggle its selection while others are selected."""
        if self.state.selected:
            self.toggle(document)
        elif document.is_folder:
            self.show_folder(document.path)
        else:
            self.choose(document)

    def choose(self, document: Document) -> None:
        """Handle a tap on a file."""
        raise NotImplementedError(f"{type(self).__name__} must say what a tap on a file does.")

    def toggle(self, document: Document) -> None:
        """Select or deselect a document."""
        self.update(selected=toggled(self.state.selected, document.path))

    def take_selected(self) -> tuple[str, ...]:
        """Return the selected paths and clear the selection."""
        selected = self.state.selected
        self.update(selected=())
        return selected

    def select_all(self) -> None:
        """Select everything shown, or nothing if everything is selected."""
        shown = tuple(d.path for d in self.documents() if self.accepts(d))
        everything = len(self.state.selected) == len(shown)
        self.update(selected=() if everything else shown)

    @property
    def grid(self) -> bool:
        """True if the current root is shown as a grid."""
        mode = self.context.preferences().get(f"rootViewMode-{self.state.root}", 2)
        return mode != 1

    def set_grid(self, on: bool) -> None:
        """Show the current root as a grid or a list."""
        self.context.preferences().put(**{f"rootViewMode-{self.state.root}": 2 if on else 1})

    # -- previous searches

    @property
    def searches(self) -> list[str]:
        """Previous searches, the latest first."""
        kept = self.context.preferences().get("searchHistory", "")
        return [text for text in kept.split("\n") if text]

    def submit_search(self) -> None:
        """Remember the text in the search field, as on the keyboard's search key."""
        text = " ".join((self.state.query or "").split())
        self.hide_keyboard()
        if text:
            others = [other for other in self.searches if other.casefold() != text.casefold()]
            kept = "\n".join([text, *others][:MOST_SEARCHES])
            self.context.preferences().put(searchHistory=kept)

    def forget_search(self, text: str) -> None:
        """Remove a previous search."""
        kept = "\n".join(other for other in self.searches if other != text)
        self.context.preferences().put(searchHistory=kept)

    # -- changes

    def bad_name(self, name: str, folder: str, old: str = "") -> str:
        """Return the error for a new name in a folder; empty if it is valid."""
        if not name.strip():
            return "You need to rename this" if old else "You need to add a folder name"
        too_long = len(name.encode("utf-8", "surrogatepass")) > MOST_NAME_BYTES
        if too_long or "/" in name or "\0" in name or name in (".", ".."):
            return "Failed to rename document" if old else "Failed to create folder"
        here = self.files.listdir(folder) if self.files.is_dir(folder) else []
        if name != old and name in here:  # with the same case
            return "A file with this name already exists."
        return ""

    def tell(self, failed: Sequence[str], what: str, number: int) -> None:
        """Show a snackbar about an operation, and post a notification if it failed on some."""
        work = WORKS[what]
        self.show_snackbar(counted(number, *work.doing))
        if not failed:
            return
        notifications, package = self.context.system.notifications, self.context.package
        extras: Map[str, Any] = Map({FAILED: tuple(failed), FAILED_AT: what})
        details = Intent(
            component=FILES,
            data=document_uri(self.state.folder or STORAGE),
            flags=FLAG_ACTIVITY_NEW_DOCUMENT | FLAG_ACTIVITY_MULTIPLE_TASK,
            extras=extras,
        )
        notifications.create_channel(package, Channel("channel_id", "Files", IMPORTANCE_LOW))
        notifications.post(
            Notification(
                package,
                1,
                counted(len(failed), *work.failed),
                "Tap to view details",
                icon="content_copy",
                tag=f"{what}{self.context.system.clock.now_ms()}",
                channel="channel_id",
                content=PendingIntent(details),
                category="err",
            )
        )

    def delete(self, paths: tuple[str, ...]) -> None:
        """Delete documents."""
        self.update(selected=())
        self.tell(storage.delete(self.files, paths), "delete", len(paths))

    def answer(self, path: str, mime: str) -> None:
        """Return a document or folder to the calling app."""
        uri = document_uri(path)
        if mime == DIRECTORY and (self.intent.action or "").endswith("OPEN_DOCUMENT_TREE"):
            uri = uri.replace("/document/", "/tree/")
        self.finish(RESULT_OK, Intent(data=uri, type=mime, flags=3))  # read and write permission
