"""The main screen: the conversation list with its toolbar, search and drawer, or a conversation."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial

from android_gym.simulator.appkit.list_bars import marked_bar
from android_gym.simulator.appkit.lists import Pages
from android_gym.simulator.appkit.people import avatar, search_pill
from android_gym.simulator.apps.gmail.actions import PLACES
from android_gym.simulator.apps.gmail.dialogs import ConfirmEmpty, CreateLabel, SearchLabel
from android_gym.simulator.apps.gmail.look import banner, icon_button
from android_gym.simulator.apps.gmail.model import DRAFT, INBOX, SPAM, TRASH, UNREAD, Search
from android_gym.simulator.apps.gmail.screens.base import Base
from android_gym.simulator.apps.gmail.screens.conversation import conversation
from android_gym.simulator.apps.gmail.screens.rows import conversation_row
from android_gym.simulator.apps.gmail.storage import ACCOUNT, OWNER
from android_gym.simulator.apps.gmail.storage.reading import PAGE
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import (
    Chip,
    DrawerLayout,
    ExtendedFloatingActionButton,
    MenuItem,
    NavigationView,
    empty_state,
    open_search_bar,
)
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    HorizontalScrollView,
    RecyclerView,
    full_column,
    row,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageView, TextView

__all__ = ["ConversationListActivity"]

_MOST_SUGGESTED = 6
_EMPTY = {
    INBOX: ("inbox_outline", "Nothing in Inbox"),
    TRASH: ("delete_outline", "Nothing in Trash"),
    SPAM: ("alert_octagon_outline", "Hooray, no spam here!"),
}
_NOTES = {
    TRASH: ("Items in Trash stay there until you delete them forever.", "Empty trash now"),
    SPAM: ("Items in Spam stay there until you delete them forever.", "Empty spam now"),
}
_MOST_COUNTED = 99
_SNACKBAR = 56
"""Height of a snackbar with its margin in dp."""


class ConversationListActivity(Base):
    """Shows the conversation list, the search, or the open conversation."""

    def build(self) -> Screen:
        """Build the open conversation, the search, or the list."""
        state = self.state
        if state.open:
            messages = self.mailbox.listed(state.open, self.label)
            if messages:
                return conversation(self, messages)
        body = self._suggestions() if self._typing else self._list()
        body.width = body.height = MATCH
        content = full_column(
            self._bar(),
            self._chips(),
            self._notice(),
            FrameLayout([body, self._fab()], width=MATCH, height=0, weight=1),
            id="mail_list",
        )
        drawer = DrawerLayout(
            content,
            self._drawer() if state.drawer else View(),
            state.drawer,
            lambda: self.update(drawer=False),
            id="drawer_container",
        )
        return Screen(drawer, title=f"{self.title_of(state.label)} - {ACCOUNT}")

    @property
    def _typing(self) -> bool:
        """True while a search is being typed."""
        return self.state.query is not None and self.state.search is None

    # -- the list

    def _list(self) -> View:
        state, mailbox = self.state, self.mailbox
        if state.search is not None:
            found = mailbox.find(state.search)
            if not found:
                return empty_state("No results", icon="magnify", id="empty_text")
            return self._rows(len(found), found.__getitem__)
        count = mailbox.count(state.label)
        if not count:
            icon, words = _EMPTY.get(
                state.label, ("email_outline", f"Nothing in {self.title_of(state.label)}")
            )
            return empty_state(words, icon=icon, id="empty_text")
        pages = Pages(lambda page: mailbox.page(state.label, page), PAGE)
        return self._rows(count, lambda index: pages.get(index) or 0)

    def _rows(self, count: int, number_at: Callable[[int], int]) -> View:
        heading = None if self.state.search is not None else self.title_of(self.state.label)
        above = int(heading is not None)

        def build(index: int) -> View:
            if index < above:
                return TextView(
                    heading or "",
                    id="folder_name",
                    key="folder",
                    size=12,
                    weight_font=500,
                    color="text_secondary",
                    padding=(16, 8),
                    width=MATCH,
                )
            return conversation_row(self, number_at(index - above))

        def key(index: int) -> Hashable:
            return "folder" if index < above else number_at(index - above)

        return RecyclerView(
            count + above, build, row_key=key, id="thread_list_view", padding=(0, 0, 0, 88)
        )  # fmt: skip

    def _fab(self) -> View | None:
        state = self.state
        if state.selected or state.query is not None:
            return None
        # It moves up for a snackbar, as in a CoordinatorLayout.
        below = 16 + (_SNACKBAR if self.snackbar_shown else 0)
        return ExtendedFloatingActionButton(
            "Compose", icon="pencil_outline", id="compose_button", content_description="Compose",
            margin=(16, 16, 16, below),
            on_click=self.compose,
        )  # fmt: skip

    def _notice(self) -> View | None:
        label = self.label
        if label not in _NOTES or self.state.query is not None or not self.mailbox.count(label):
            return None
        words, button = _NOTES[label]
        return banner(
            words,
            Button(button, id="empty_trash_spam_action", kind="text",
                   on_click=lambda: self.show_dialog(ConfirmEmpty(label))),
            id="folder_banner",
        )  # fmt: skip

    # -- toolbars

    def _bar(self) -> View:
        state = self.state
        if state.selected:
            return self._marking_bar(state.selected)
        if state.query is not None:
            return open_search_bar(
                state.query,
                "Search in mail",
                self.type_query,
                on_close=self.close_search,
                on_submit=self.submit,
            )
        face = avatar(OWNER, 32, id="account_face")
        return search_pill(
            "Search in mail",
            icon_button("menu", "open_drawer", "Open navigation drawer", self._open_drawer),
            FrameLayout(
                [face],
                id="selected_account_disc_gmail",
                content_description=f"Signed in as {OWNER} {ACCOUNT}. Account and settings.",
                padding=8,
                on_click=lambda: self.start_activity(".ui.settings.SettingsActivity"),
            ),
            on_click=lambda: self.update(query="", search=None),
            height=48,
            padding=(16, 8),
        )

    def _open_drawer(self) -> None:
        self.update(drawer=True)

    def _marking_bar(self, marked: tuple[int, ...]) -> View:
        mailbox = self.mailbox
        unread = any(mailbox.has(number, UNREAD) for number in marked)
        star = all(mailbox.has(number, "^t") for number in marked)
        menu: list[MenuItem | None] = [*self.buttons(marked)]
        if self.label != DRAFT:
            menu += [
                MenuItem(
                    "Mark read" if unread else "Mark unread",
                    lambda: self.read(marked, unread),
                    id="read" if unread else "unread",
                    icon="email_open_outline" if unread else "email_outline",
                ),
                *self.more(marked)[:3],
                MenuItem(
                    "Remove star" if star else "Add star", lambda: self.star(marked, not star)
                ),
                *self.more(marked)[3:],
            ]
        menu.append(MenuItem("Select all", self._select_all, id="select_all"))
        return marked_bar(
            str(len(marked)),
            lambda: self.update(selected=()),
            menu,
            navigation_description="Done",
        )

    def _select_all(self) -> None:
        search = self.state.search
        found = self.mailbox.find(search) if search else self.mailbox.every(self.state.label)
        self.update(selected=tuple(found))

    # -- the search

    def _chips(self) -> View | None:
        state = self.state
        if state.query is None or state.selected:
            return None
        search = state.search or Search(state.query)

        chips = [
            Chip(
                self.title_of(search.label) if search.label else "Label",
                key="label",
                checked=bool(search.label),
                on_click=lambda: self.show_dialog(SearchLabel()),
            ),
            Chip(
                "Attachment",
                checked=search.attached,
                on_click=lambda: self.search(replace(search, attached=not search.attached)),
            ),
            Chip(
                "Is unread",
                checked=search.unread,
                on_click=lambda: self.search(replace(search, unread=not search.unread)),
            ),
        ]
        for chip in chips:
            chip.margin = (0, 0, 8, 0)
        return HorizontalScrollView(
            row(*chips, padding=(16, 0)), id="search_filter_chips", width=MATCH
        )

    def _suggestions(self) -> View:
        """Build recent searches, or suggestions for the typed text."""
        query = (self.state.query or "").strip()
        if not query:
            recent = self.settings.searches
            rows = [self._suggested("history", text, Search(text)) for text in recent]
            heading = "Recent email searches" if rows else None
        else:
            people = [
                person
                for person in self.mailbox.people()
                if query.lower() in person.name.lower() or query.lower() in person.email.lower()
            ]
            rows = [
                self._suggested("account", str(person), Search(f"from:{person.email}"))
                for person in people[:3]
            ]
            found = self.mailbox.find(Search(query), _MOST_SUGGESTED)
            rows += [conversation_row(self, number) for number in found]
            heading = None
        above = (
            [TextView(heading, size=14, color="text_secondary", padding=(16, 12), width=MATCH)]
            if heading
            else []
        )
        return RecyclerView([*above, *rows], id="search_suggestions")

    def _suggested(self, icon: str, text: str, search: Search) -> View:
        return wide_row(
            ImageView(icon, margin=(0, 0, 24, 0)),
            TextView(text, id="search_suggestion_text", size=16, width=0, weight=1, max_lines=1),
            key=(icon, text),
            min_height=56,
            padding=(16, 8),
            content_gravity="center_vertical",
            on_click=partial(self.search, search),
        )

    # -- the drawer

    def _drawer(self) -> View:
        state, mailbox = self.state, self.mailbox

        def place(title: str, icon: str, label: str) -> MenuItem:
            # Drafts, outbox and scheduled show their total number, other labels the unread one.
            whole = label in (DRAFT, "^^out", "^scheduled")
            number = mailbox.count(label) if whole else mailbox.unread(label)
            shown = f"{_MOST_COUNTED}+" if number > _MOST_COUNTED else str(number)
            return MenuItem(
                title, partial(self.go, label), icon=icon,
                checked=(state.search is None and state.label == label) or None,
                badge=shown if number and label not in ("^all", TRASH) else None,
                id="folder_row",
            )  # fmt: skip

        def create() -> None:
            self.update(drawer=False)
            self.show_dialog(CreateLabel())

        def settings() -> None:
            self.update(drawer=False)
            self.start_activity(".ui.settings.SettingsActivity")

        labels = mailbox.labels()
        return NavigationView(
            [
                place("Inbox", "inbox_outline", INBOX),
                "ALL LABELS",
                *(place(name, icon, label) for label, name, icon in PLACES),
                None,
                *(place(label.name, "label_outline", label.name) for label in labels),
                MenuItem("Create new", create, icon="add", id="create_label"),
                None,
                MenuItem("Settings", settings, icon="cog_outline", id="settings"),
            ],
            header=TextView("Gmail", size=22, color="error", padding=(24, 20)),
            id="drawer_list",
        )
