"""The main screen: all unarchived conversations, and the search."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial

from immutables import Map

from android_gym.simulator.appkit.simple_commons import COMMONS, avatar, list_date, text_size
from android_gym.simulator.appkit.simple_locks import LockableScreen
from android_gym.simulator.appkit.simple_views import (
    BARE,
    GROUP,
    RELATIVE,
    icon_button,
    link,
    placeholder,
)
from android_gym.simulator.apps.sms_messenger.dialogs import BlockConversations, RenameConversation
from android_gym.simulator.apps.sms_messenger.model import Conversation, ConversationsState
from android_gym.simulator.apps.sms_messenger.screens.conversations import ConversationsScreen
from android_gym.simulator.apps.sms_messenger.storage import holds_role
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import FloatingActionButton, MenuItem, OverflowButton
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    column,
    full_column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageButton, TextView

MAX_RESULTS = 1000
"""Maximum number of conversations whose titles are searched."""


class MainActivity(LockableScreen[ConversationsState], ConversationsScreen):
    """The main activity."""

    DIALOGS = (BlockConversations, RenameConversation)

    def on_create(self) -> ConversationsState:
        """Ask for the app's lock if it is locked."""
        self.lock_app()
        return ConversationsState()

    def begin(self) -> None:
        """Request the SMS role unless the app holds it."""
        if not holds_role(self.context):
            extras = Map(role="android.app.role.SMS", package=self.context.package)
            role = Intent("android.app.role.action.REQUEST_ROLE", extras=extras)
            self.start_activity(role, request="role")

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Close the app if the SMS role was denied."""
        if request == "role" and code != RESULT_OK:
            self.finish()

    def build(self) -> Screen:
        """Build the search bar, the list and the floating action button."""
        query = self.state.query
        if self.locked:
            body = View()
        else:
            body = self._results(query) if query else self.listing(self._empty())
        holder = FrameLayout(
            [body],
            id="main_holder",
            class_name=RELATIVE,
            width=MATCH,
            height=MATCH,
        )
        wrapper = FrameLayout(
            [holder], id="main_coordinator_wrapper", class_name=GROUP, width=MATCH, height=MATCH
        )
        scrolled = FrameLayout(
            [wrapper],
            id="main_nested_scrollview",
            class_name=RELATIVE,
            width=MATCH,
            height=0,
            weight=1,
        )
        bar = self._marking() if self.state.selected else self._search_bar()
        add = FloatingActionButton(
            "plus", id="conversations_fab", background=Rounded("fab", 16), on_click=self.open_new
        )
        content = FrameLayout(
            [full_column(bar, scrolled), None if query else add],
            id="main_coordinator",
            class_name=GROUP,
            width=MATCH,
            height=MATCH,
        )
        return Screen(content, title=self.NAME)

    def _empty(self) -> View:
        text, name = "No stored conversations have been found", "no_conversations_placeholder"
        return wide_column(
            placeholder(text, name, bottom=8),
            link("Start a conversation", f"{name}_2", self.open_new),
            content_gravity="center_horizontal",
        )

    # -- the search bar

    def _search_bar(self) -> View:
        query = self.state.query
        searching = query is not None
        holder = wide_row(
            icon_button(
                "arrow_back" if searching else "magnify",
                "top_toolbar_search_icon",
                "Back" if searching else "Search",
                self.close_search if searching else self.open_search,
            ),
            EditText(
                query or "",
                id="top_toolbar_search",
                hint="Search",
                size=18,
                on_text_change=self.search,
                on_focus_change=self.on_search_focus,
                ime_action="search",
                min_height=48,
                padding=(4, 0),
                **BARE,
            ),
            row(
                self._opener("cog", "settings", "Settings", ".activities.SettingsActivity"),
                self._opener("information_outline", "about", "About", f"{COMMONS}.AboutActivity"),
                OverflowButton(
                    [
                        self._list_item("Show the Recycle Bin", "RecycleBin")
                        if self.store.setting("use_recycle_bin")
                        else None,
                        self._list_item("Show archived conversations", "Archived"),
                    ]
                ),
                id="top_toolbar",
                class_name=GROUP,
            ),
            id="top_toolbar_holder",
            class_name=RELATIVE,
            height=48,
            margin=(0, 8),
            background=Rounded("search_pill", 24),
        )
        return FrameLayout(
            [wide_row(holder, id="top_app_bar_layout", margin=(16, 0))],
            id="main_menu",
            class_name="android.widget.LinearLayout",
            width=MATCH,
        )

    def _opener(self, icon: str, name: str, title: str, activity: str) -> View:
        return ImageButton(
            icon,
            id=name,
            class_name="android.widget.Button",
            content_description=title,
            on_click=lambda: self.start_activity(activity),
        )

    def _list_item(self, title: str, kind: str) -> MenuItem:
        return MenuItem(
            title, lambda: self.start_activity(f".activities.{kind}ConversationsActivity")
        )

    # -- search results

    def _results(self, query: str) -> View:
        store = self.store
        rows: list[View] = []
        hint = None
        if len(query) < 2 or not store.available:
            text = "Type in at least 2 characters to start the search."
            hint = placeholder(text, "search_placeholder_2")
        else:
            for thread in store.threads()[:MAX_RESULTS]:
                talk = store.conversation(thread)
                if talk is not None and query.casefold() in talk.title.casefold():
                    rows.append(self._result(talk, talk.snippet, talk.date_ms, thread))
            for message, thread in store.search(query):
                talk = store.conversation(thread)
                if talk is not None:
                    key = ("message", message.id)
                    rows.append(self._result(talk, message.body, message.date_ms, key))
        if not rows:
            none = placeholder("No items found.", "search_placeholder")
            return wide_column(none, hint, id="search_holder")
        return FrameLayout(
            [RecyclerView(rows, id="search_results_list", width=MATCH, height=MATCH)],
            id="search_holder",
            width=MATCH,
            height=MATCH,
        )

    def _result(self, talk: Conversation, snippet: str, date_ms: int, key: Hashable) -> View:
        size = text_size(self.context)
        texts = column(
            TextView(talk.title, id="search_result_title", size=1.2 * size, max_lines=1),
            TextView(
                snippet.replace("\n", " "),
                id="search_result_snippet",
                size=0.9 * size,
                color="text_primary@0.7",
                max_lines=1,
                margin=(0, 4, 0, 0),
            ),
            width=0,
            weight=1,
            margin=(12, 0, 8, 0),
        )
        date = TextView(
            list_date(self.context, date_ms),
            id="search_result_date",
            size=0.8 * size,
            color="text_primary@0.4",
        )
        return wide_row(
            avatar(talk.title, 48, "search_result_image"),
            texts,
            date,
            id="search_result_holder",
            class_name=RELATIVE,
            key=key,
            content_gravity="center_vertical",
            min_height=84,
            padding=(12, 12, 16, 12),
            on_click=lambda: self.open(talk),
        )

    # -- selection

    def _marking(self) -> View:
        store, marked = self.store, self.marked()
        ids = tuple(talk.id for talk in marked)
        numbers = tuple(number for talk in marked for number in talk.numbers)
        menu = [self.delete_item(into_bin=store.setting("use_recycle_bin"))]

        def add(title: str, name: str, icon: str | None, action: Callable[[], object]) -> None:
            menu.append(MenuItem(title, action, id=f"cab_{name}", icon=icon))

        then, single = self.then_done, len(marked) == len(numbers) == 1
        if single and self.name_of(numbers[0]) == numbers[0]:
            keep = then(self.add_contact, numbers[0])
            add("Add number to contact", "add_number_to_contact", "account_plus", keep)
        if single:
            add("Dial number", "dial_number", "phone", then(self.dial, numbers[0]))
        ask = partial(self.show_dialog, BlockConversations(self.state.selected, numbers))
        add("Block number" if len(numbers) == 1 else "Block numbers", "block_number", None, ask)
        add("Archive", "archive", None, then(store.set_archived, ids, True))
        if single:
            copy = then(self.copy, numbers[0])
            add("Copy number to clipboard", "copy_number", None, copy)
        if len(marked) == 1 and len(numbers) > 1:
            rename = partial(self.show_dialog, RenameConversation(marked[0].title, ids[0]))
            add("Rename conversation", "rename_conversation", None, rename)
        if not all(talk.read for talk in marked):
            add("Mark as Read", "mark_as_read", None, then(store.set_read, ids, True))
        if any(talk.read for talk in marked):
            add("Mark as Unread", "mark_as_unread", None, then(store.set_read, ids, False))
        if not all(talk.pinned for talk in marked):
            add("Pin to the top", "pin_conversation", None, then(store.pin, ids, True))
        if any(talk.pinned for talk in marked):
            add("Unpin", "unpin_conversation", None, then(store.pin, ids, False))
        return self.marked_bar(*menu)
