"""The bookmarks screen, and the screen that edits a bookmark."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from immutables import Map

from android_gym.simulator.apps.chrome.actions import RESULT_OK, Actions
from android_gym.simulator.apps.chrome.dialogs import NewFolder
from android_gym.simulator.apps.chrome.look import empty, favicon
from android_gym.simulator.apps.chrome.marked_list import MarkedList
from android_gym.simulator.apps.chrome.model import Bookmark, BookmarkState
from android_gym.simulator.apps.chrome.urls import address_of, site
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen, callback
from android_gym.simulator.ui.components import (
    ListItem,
    MenuItem,
    OverflowButton,
    TextInputLayout,
    Toolbar,
)
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, full_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText

__all__ = ["BookmarkActivity", "BookmarkEditActivity", "EditState"]

_EDIT = "org.chromium.chrome.browser.app.bookmarks.BookmarkEditActivity"


class BookmarkActivity(MarkedList[BookmarkState]):
    """Lists the bookmarks of a folder."""

    DIALOGS = (NewFolder,)

    def build(self) -> Screen:
        """Build the bar and the list."""
        return Screen(full_column(self._bar(), self._list()), title="Bookmarks")

    def _shown(self) -> Sequence[Bookmark]:
        state = self.state
        if state.query is not None:
            return self.bookmarks.search(state.query)
        return self.bookmarks.inside(state.folder)

    def on_back(self) -> bool:
        """Clear the selection, end the search, or go up a folder."""
        folder = self.bookmarks.get(self.state.folder)
        if super().on_back():
            return True
        if folder is None:
            return False
        self.update(folder=folder.parent)
        return True

    def _bar(self) -> View:
        state = self.state
        if state.selected:
            one = len(state.selected) == 1
            menu = [
                MenuItem("Edit bookmark", lambda: self._edit(state.selected[0]),
                         id="selection_mode_edit_menu_id", icon="pencil") if one else None,
                MenuItem("Delete bookmarks", partial(self._delete, state.selected),
                         id="selection_mode_delete_menu_id", icon="delete"),
            ]  # fmt: skip
            return self.marking_bar(len(state.selected), menu)
        if state.query is not None:
            return self.search_bar(state.query, "Search your bookmarks")
        folder = self.bookmarks.get(state.folder)
        return Toolbar(
            folder.title if folder is not None else "Bookmarks",
            navigation="arrow_back" if folder is not None else None,
            on_navigation=self.up,
            menu=[
                MenuItem("Search", lambda: self.update(query=""), id="search_menu_id",
                         icon="magnify"),
                MenuItem("New folder", lambda: self.show_dialog(NewFolder(parent=state.folder)),
                         id="new_folder_menu_id", icon="folder_plus_outline")
                if folder is not None
                else None,
                MenuItem("Close", self.finish, id="close_menu_id", icon="close"),
            ],
        )  # fmt: skip

    def _list(self) -> View:
        shown = self._shown()
        if not shown:
            words = "No results" if self.state.query is not None else "No bookmarks"
            body = empty("star_outline", words)
        else:
            body = RecyclerView(
                len(shown),
                lambda index: self._row(shown[index]),
                id="selectable_list_recycler_view",
            )
        body.width, body.height, body.weight = MATCH, 0, 1
        return body

    def _row(self, bookmark: Bookmark) -> View:
        root = bookmark.parent == 0
        count = len(self.bookmarks.inside(bookmark.id)) if bookmark.folder else 0
        below = site(bookmark.url)
        if bookmark.folder:
            below = f"{count} bookmark{'s' * (count != 1)}" if count else "No bookmarks"
        menu = [
            MenuItem("Select", partial(self.toggle, bookmark.id)),
            MenuItem("Edit", partial(self._edit, bookmark.id)),
            MenuItem("Delete", partial(self._delete, (bookmark.id,))),
        ]
        marked = bookmark.id in self.state.selected
        dots = OverflowButton(menu, id="more", content_description=f"Options for {bookmark.title}")
        return ListItem(
            bookmark.title or below,
            below,
            icon="folder" if bookmark.folder else None,
            leading=None if bookmark.folder else favicon(bookmark.url),
            trailing=None if root or self.state.selected else dots,
            title_id="title",
            subtitle_id="description",
            subtitle_lines=1,
            key=bookmark.id,
            selected=marked,
            background="primary@0.12" if marked else None,
            on_click=partial(self._tap, bookmark),
            on_long_click=None if root else partial(self.toggle, bookmark.id),
        )

    def _tap(self, bookmark: Bookmark) -> None:
        if self.state.selected:
            if bookmark.parent:
                self.toggle(bookmark.id)
        elif bookmark.folder:
            self.update(folder=bookmark.id, query=None)
        else:
            self.show_url(bookmark.url)

    def _edit(self, number: int) -> None:
        self.update(selected=())
        self.start_activity(_EDIT, request="edit", number=number, listed=True)

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Delete the bookmark if its page was left by "Delete"."""
        number = data.get_int("deleted") if code == RESULT_OK and data is not None else 0
        if number:
            self._delete((number,))

    def _delete(self, numbers: tuple[int, ...]) -> None:
        bookmark = self.bookmarks.get(numbers[0])
        self.update(selected=(), deleted=self.bookmarks.delete(numbers))
        title = bookmark.title if bookmark is not None else ""
        words = f"Deleted {title}" if len(numbers) == 1 else f"{len(numbers)} bookmarks deleted"
        self.show_snackbar(words, action="Undo", method="undo_deleting")

    @callback
    def undo_deleting(self) -> None:
        """Restore the bookmarks just deleted, at their positions."""
        self.bookmarks.restore(self.state.deleted)
        self.update(deleted=())


@dataclass(frozen=True)
class EditState:
    """State of the screen that edits a bookmark.

    Attributes:
        number: Id of the bookmark; 0 if it is gone.
        title: Text in the field of its title.
        url: Text in the field of its URL.
    """

    number: int = 0
    title: str = ""
    url: str = ""


class BookmarkEditActivity(Actions[EditState]):
    """Edits a bookmark; changes are saved on leaving the screen, as in Chrome."""

    def on_create(self) -> EditState:
        """Load the bookmark that the intent names."""
        bookmark = self.bookmarks.get(self.intent.get_int("number"))
        if bookmark is None:
            return EditState()
        return EditState(bookmark.id, bookmark.title, bookmark.url)

    def on_back(self) -> bool:
        """Save the changes, if they are valid."""
        self._keep()
        return False

    def _keep(self) -> None:
        state = self.state
        bookmark = self.bookmarks.get(state.number)
        title, url = state.title.strip(), address_of(state.url)
        if bookmark is None or not title or bool(url) == bookmark.folder:
            return
        changed = replace(bookmark, title=title, url="" if bookmark.folder else url)
        if changed != bookmark:
            self.bookmarks.change(changed)

    def _up(self) -> None:
        self._keep()
        self.finish()

    def _delete(self) -> None:
        if self.intent.get_bool("listed"):  # The list deletes it, so that it can undo that.
            self.finish(RESULT_OK, Intent(extras=Map({"deleted": self.state.number})))
        else:
            self.bookmarks.delete((self.state.number,))
            self.finish()

    def build(self) -> Screen:
        """Build the two fields."""
        state = self.state
        bookmark = self.bookmarks.get(state.number)
        folder = bookmark is not None and bookmark.folder
        title = TextInputLayout(
            EditText(
                state.title,
                id="title_text",
                hint="Name",
                on_text_change=lambda text: self.update(title=text),
            ),
            kind="line",
            error=None if state.title.strip() else "Can\u2019t be empty",
            margin=(16, 16, 16, 0),
        )
        address = TextInputLayout(
            EditText(
                state.url,
                id="url_text",
                hint="URL",
                input_type="uri",
                on_text_change=lambda text: self.update(url=text),
            ),
            kind="line",
            error=None if address_of(state.url) else "Can\u2019t be empty",
            margin=(16, 16, 16, 0),
        )
        content = full_column(
            Toolbar(
                "Edit folder" if folder else "Edit bookmark",
                navigation="arrow_back",
                on_navigation=self._up,
                menu=[MenuItem("Delete", self._delete, id="delete", icon="delete")],
            ),
            title,
            None if folder else address,
        )
        return Screen(content, title="Edit bookmark")
