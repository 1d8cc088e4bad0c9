"""The lists of conversations: all, archived ones, those in the recycle bin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from immutables import Map

from android_gym.simulator.appkit.simple_commons import avatar, confirm, list_date, text_size
from android_gym.simulator.apps.sms_messenger.look import AppScreen
from android_gym.simulator.apps.sms_messenger.storage import (
    Conversation,
    MessageStore,
    holds_role,
    preferences,
)
from android_gym.simulator.system.activities import RESULT_OK
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.components import (
    FloatingActionButton,
    MenuItem,
    OverflowButton,
    Toolbar,
)
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import EditText, ImageButton, ImageView, TextView

__all__ = [
    "ArchivedConversationsActivity",
    "MainActivity",
    "RecycleBinConversationsActivity",
    "conversation_row",
]

_PAGE = 50


@dataclass(frozen=True)
class ListState:
    """A list of conversations.

    Attributes:
        query: Text searched for; None while the search is closed.
        selected: Conversations that are marked, in the order of marking.
        dialog: Dialog that is open ("delete", "block", "rename", "empty").
        title: Text in the dialog that renames.
    """

    query: str | None = None
    selected: tuple[int, ...] = ()
    dialog: str = ""
    title: str = ""


def conversation_row(
    screen: AppScreen[Any],
    talk: Conversation,
    snippet: str,
    selected: bool,
    *,
    on_click: Callable[[], object] | None = None,
    on_long_click: Callable[[], object] | None = None,
) -> View:
    """One row of a list."""
    size = text_size(screen.context)
    weight = 400 if talk.read else 700
    faint = 0.7 if talk.read else 1.0
    texts = column(
        row(
            TextView(
                talk.title,
                id="conversation_address",
                size=1.2 * size,
                weight_font=weight,
                max_lines=1,
                width=0,
                weight=1,
            ),
            ImageView("pin", id="pin_indicator", size=15, margin=(4, 0)) if talk.pinned else None,
            width=MATCH,
        ),
        TextView(
            "Draft",
            id="draft_indicator",
            size=0.9 * size,
            italic=True,
            color="primary",
            margin=(0, 2, 0, 0),
        )
        if talk.draft
        else None,
        row(
            TextView(
                (talk.draft or snippet).replace("\n", " "),
                id="conversation_body_short",
                size=0.9 * size,
                weight_font=weight,
                color=f"text_primary@{faint}",
                max_lines=1,
                width=0,
                weight=1,
            ),
            TextView(
                list_date(screen.context, talk.date_ms),
                id="conversation_date",
                size=0.8 * size,
                color="text_primary@0.4",
                margin=(8, 0, 0, 0),
            ),
            width=MATCH,
            margin=(0, 4, 0, 0),
        ),
        width=0,
        weight=1,
        margin=(12, 0, 0, 0),
    )
    holder = row(
        avatar(talk.title, 48, "conversation_image"),
        texts,
        id="conversation_holder",
        class_name="android.widget.RelativeLayout",
        content_gravity="center_vertical",
        width=MATCH,
        min_height=84,
        padding=(12, 16, 16, 16),
    )
    return FrameLayout(
        [holder],
        id="conversation_frame",
        key=talk.id,
        width=MATCH,
        margin=(0, 0, 0, 2),
        background="primary@0.2" if selected else None,
        selected=selected,
        on_click=on_click,
        on_long_click=on_long_click,
    )


class _Conversations(AppScreen[ListState]):
    """What the three lists share: rows, marking, and what can be done with what is marked."""

    @property
    def store(self) -> MessageStore:
        """Messages and threads."""
        return MessageStore(self.context)

    def total(self) -> int:
        """Number of conversations in the list."""
        return self.store.count()

    def page(self, first: int, count: int) -> list[int]:
        """Ids of some of them."""
        return self.store.page(first, count)

    def open(self, talk: Conversation) -> None:
        """Opens a conversation."""
        self.start_activity(
            ".activities.ThreadActivity", thread_id=talk.id, thread_title=talk.title
        )

    def listing(self, empty: View) -> View:
        """The list, or what is there in its place."""
        store = self.store
        if not store.available:
            return empty
        total = self.total()
        if not total:
            return empty
        pages: dict[int, list[int]] = {}

        def build(index: int) -> View:
            number, offset = divmod(index, _PAGE)
            if number not in pages:
                pages[number] = self.page(number * _PAGE, _PAGE)
            ids = pages[number]
            talk = store.conversation(ids[offset]) if offset < len(ids) else None
            if talk is None:  # the list is changing under our hands
                return View(height=1)
            return self._row(talk)

        return RecyclerView(
            total,
            build,
            id="conversations_list",
            width=MATCH,
            height=MATCH,
            padding=(0, 0, 0, 80),
        )

    def _row(self, talk: Conversation) -> View:
        selected = self.state.selected

        def tap() -> None:
            if self.state.selected:
                self._toggle(talk.id)
            else:
                self.open(talk)

        return conversation_row(
            self,
            talk,
            talk.snippet,
            talk.id in selected,
            on_click=tap,
            on_long_click=lambda: self._toggle(talk.id),
        )

    def _toggle(self, thread: int) -> None:
        chosen = self.state.selected
        if thread in chosen:
            self.update(selected=tuple(t for t in chosen if t != thread))
        else:
            self.update(selected=(*chosen, thread))

    def marked(self) -> list[Conversation]:
        """The conversations that are marked."""
        store = self.store
        found = [store.conversation(thread) for thread in self.state.selected]
        return [talk for talk in found if talk is not None]

    def done(self) -> None:
        """Ends marking."""
        self.update(selected=(), dialog="")

    def select_all(self) -> None:
        """Marks all, or none where all are."""
        total = self.total()
        everything = tuple(self.page(0, total))
        self.update(selected=() if len(self.state.selected) == total else everything)

    def action_mode(self, *menu: MenuItem | None) -> View:
        """The bar that replaces the toolbar while something is marked."""
        chosen = len(self.state.selected)
        return Toolbar(
            navigation="arrow_back",
            navigation_description="Done",
            on_navigation=self.done,
            content=TextView(
                f"{chosen} / {self.total()}",
                style="app_bar_title",
                color="on_app_bar",
                width=MATCH,
                margin=(8, 0),
                on_click=self.select_all,
            ),
            menu=menu,
            id="action_context_bar",
        )

    def on_back(self) -> bool:
        """Ends marking, then closes the search."""
        if self.state.selected:
            self.done()
        elif self.state.query is not None:
            self.update(query=None)
            self.hide_keyboard()
        else:
            return False
        return True

    def ask(self, text: str, action: Any) -> Overlay:
        """Asks before something is done to what is marked."""

        def yes() -> None:
            action()
            self.done()

        return confirm(text, yes, lambda: self.update(dialog=""))

    @property
    def _counted(self) -> str:
        count = len(self.state.selected)
        return f"{count} conversation{'' if count == 1 else 's'}"


class MainActivity(_Conversations):
    """All conversations that are not archived."""

    def on_create(self) -> ListState:
        """Asks for the role of the SMS app, unless it is held."""
        if not holds_role(self.context):
            intent = Intent(
                "android.app.role.action.REQUEST_ROLE",
                extras=Map(role="android.app.role.SMS", package=self.context.package),
            )
            self.start_activity(intent, request="role")
        return ListState()

    def on_activity_result(self, request: Any, code: int, data: Any) -> None:
        """Without the role the app closes."""
        if request == "role" and code != RESULT_OK:
            self.finish()

    def build(self) -> Screen:
        """Search bar, list, round button."""
        state = self.state
        query = state.query
        body = self._results(query) if query else self.listing(self._empty())
        top = self._actions() if state.selected else self._menu()
        content = FrameLayout(
            [
                column(
                    top,
                    FrameLayout(
                        [body],
                        id="main_holder",
                        class_name="android.widget.RelativeLayout",
                        width=MATCH,
                        height=0,
                        weight=1,
                    ),
                    width=MATCH,
                    height=MATCH,
                ),
                FloatingActionButton(
                    "plus",
                    id="conversations_fab",
                    background=Rounded("fab", 16),
                    on_click=lambda: self.start_activity(".activities.NewConversationActivity"),
                )
                if query is None or not query
                else None,
            ],
            id="main_coordinator",
            class_name="android.view.ViewGroup",
            width=MATCH,
            height=MATCH,
        )
        return Screen(content, overlays=[self._dialog()], title="Simple SMS Messenger")

    def _menu(self) -> View:
        query = self.state.query
        field = EditText(
            query or "",
            id="top_toolbar_search",
            hint="Search",
            size=18,
            on_text_change=lambda text: self.update(query=text),
            on_focus_change=self._search_focus,
            ime_action="search",
            background="transparent",
            vertical="center",
            min_height=48,
            width=0,
            weight=1,
            padding=(4, 0),
        )
        bin_used = preferences(self.context).get("use_recycle_bin", False)
        go = self.start_activity
        icons = row(
            ImageButton(
                "cog",
                id="settings",
                class_name="android.widget.Button",
                content_description="Settings",
                on_click=lambda: go(".activities.SettingsActivity"),
            ),
            ImageButton(
                "information_outline",
                id="about",
                class_name="android.widget.Button",
                content_description="About",
                on_click=lambda: go("com.simplemobiletools.commons.activities.AboutActivity"),
            ),
            OverflowButton(
                [
                    MenuItem(
                        "Show the Recycle Bin",
                        lambda: go(".activities.RecycleBinConversationsActivity"),
                    )
                    if bin_used
                    else None,
                    MenuItem(
                        "Show archived conversations",
                        lambda: go(".activities.ArchivedConversationsActivity"),
                    ),
                ]
            ),
            id="top_toolbar",
            class_name="android.view.ViewGroup",
        )
        searching = query is not None
        holder = row(
            ImageView(
                "arrow_back" if searching else "magnify",
                id="top_toolbar_search_icon",
                content_description="Back" if searching else "Search",
                width=48,
                height=48,
                on_click=self._close_search if searching else self._open_search,
            ),
            field,
            icons,
            id="top_toolbar_holder",
            class_name="android.widget.RelativeLayout",
            width=MATCH,
            height=48,
            margin=(0, 8),
            background=Rounded("search_pill", 24),
        )
        return FrameLayout(
            [row(holder, id="top_app_bar_layout", width=MATCH, margin=(16, 0))],
            id="main_menu",
            class_name="android.widget.LinearLayout",
            width=MATCH,
        )

    def _open_search(self) -> None:
        self.update(query="")
        self.show_keyboard("top_toolbar_search")

    def _close_search(self) -> None:
        self.update(query=None)
        self.hide_keyboard()

    def _search_focus(self, focused: bool) -> None:
        if focused and self.state.query is None:
            self.update(query="")

    def _empty(self) -> View:
        return column(
            TextView(
                "No stored conversations have been found",
                id="no_conversations_placeholder",
                size=16,
                italic=True,
                color="text_primary@0.8",
                align="center",
                width=MATCH,
                padding=(16, 20, 16, 8),
            ),
            TextView(
                "Start a conversation",
                id="no_conversations_placeholder_2",
                size=16,
                color="primary",
                underline=True,
                padding=8,
                on_click=lambda: self.start_activity(".activities.NewConversationActivity"),
            ),
            width=MATCH,
            content_gravity="center_horizontal",
        )

    # -- search

    def _results(self, query: str) -> View:
        def placeholder(text: str, name: str) -> View:
            return TextView(
                text,
                id=name,
                size=16,
                italic=True,
                color="text_primary@0.8",
                align="center",
                width=MATCH,
                padding=(16, 20, 16, 0),
            )

        store = self.store
        if len(query) < 2 or not store.available:
            return column(
                placeholder("No items found.", "search_placeholder"),
                placeholder(
                    "Type in at least 2 characters to start the search.", "search_placeholder_2"
                ),
                id="search_holder",
                width=MATCH,
            )
        rows: list[View] = []
        for thread in store.page(0, 1000):
            talk = store.conversation(thread)
            if talk is not None and query.casefold() in talk.title.casefold():
                rows.append(self._result(talk, talk.title, talk.snippet, talk.date_ms, thread))
        for message, thread in store.search(query):
            talk = store.conversation(thread)
            if talk is not None:
                rows.append(
                    self._result(
                        talk, talk.title, message.body, message.date_ms, ("message", message.id)
                    )
                )
        if not rows:
            return column(
                placeholder("No items found.", "search_placeholder"),
                id="search_holder",
                width=MATCH,
            )
        return FrameLayout(
            [RecyclerView(rows, id="search_results_list", width=MATCH, height=MATCH)],
            id="search_holder",
            width=MATCH,
            height=MATCH,
        )

    def _result(self, talk: Conversation, title: str, snippet: str, date_ms: int, key: Any) -> View:
        size = text_size(self.context)
        return row(
            avatar(title, 48, "search_result_image"),
            column(
                TextView(title, id="search_result_title", size=1.2 * size, max_lines=1),
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
            ),
            TextView(
                list_date(self.context, date_ms),
                id="search_result_date",
                size=0.8 * size,
                color="text_primary@0.4",
            ),
            id="search_result_holder",
            class_name="android.widget.RelativeLayout",
            key=key,
            content_gravity="center_vertical",
            width=MATCH,
            min_height=84,
            padding=(12, 12, 16, 12),
            on_click=lambda: self.open(talk),
        )

    # -- what is marked

    def _actions(self) -> View:
        marked = self.marked()
        store = self.store
        numbers = [number for talk in marked for number in talk.numbers]
        single = len(marked) == 1 and len(marked[0].numbers) == 1
        group = len(marked) == 1 and len(marked[0].numbers) > 1
        ids = [talk.id for talk in marked]

        def then(action: Any) -> Any:
            def run() -> None:
                action()
                self.done()

            return run

        unknown = single and store.name_of(numbers[0]) == numbers[0]
        return self.action_mode(
            MenuItem(
                "Delete",
                lambda: self.update(dialog="delete"),
                id="cab_delete",
                icon="delete",
            ),
            MenuItem(
                "Add number to contact",
                then(lambda: self.add_contact(numbers[0])),
                id="cab_add_number_to_contact",
                icon="account_plus",
            )
            if unknown
            else None,
            MenuItem(
                "Dial number",
                then(lambda: self.dial(numbers[0])),
                id="cab_dial_number",
                icon="phone",
            )
            if single
            else None,
            MenuItem(
                "Block number" if len(numbers) == 1 else "Block numbers",
                lambda: self.update(dialog="block"),
                id="cab_block_number",
            ),
            MenuItem("Archive", then(lambda: store.set_archived(ids, True)), id="cab_archive"),
            MenuItem(
                "Copy number to clipboard",
                then(lambda: self.copy(numbers[0])),
                id="cab_copy_number",
            )
            if single
            else None,
            MenuItem(
                "Rename conversation",
                lambda: self.update(dialog="rename", title=marked[0].title),
                id="cab_rename_conversation",
            )
            if group
            else None,
            MenuItem("Mark as Read", then(lambda: store.set_read(ids, True)), id="cab_mark_as_read")
            if any(not talk.read for talk in marked)
            else None,
            MenuItem(
                "Mark as Unread",
                then(lambda: store.set_read(ids, False)),
                id="cab_mark_as_unread",
            )
            if any(talk.read for talk in marked)
            else None,
            MenuItem(
                "Pin to the top",
                then(lambda: store.pin(ids, True)),
                id="cab_pin_conversation",
            )
            if any(not talk.pinned for talk in marked)
            else None,
            MenuItem("Unpin", then(lambda: store.pin(ids, False)), id="cab_unpin_conversation")
            if any(talk.pinned for talk in marked)
            else None,
            MenuItem("Select all", self.select_all, id="cab_select_all"),
        )

    def _dialog(self) -> Overlay | None:
        state = self.state
        store = self.store
        if state.dialog == "delete":
            question = f"Are you sure you want to delete {self._counted}?"
            if preferences(self.context).get("use_recycle_bin", False):
                question = f"Are you sure you want to move {self._counted} into the Recycle Bin?"
            return self.ask(question, lambda: store.delete_threads(state.selected))
        if state.dialog == "block":
            numbers = [number for talk in self.marked() for number in talk.numbers]

            def block() -> None:
                store.block(numbers)
                store.delete_threads(state.selected, for_good=True)

            return self.ask(f"Are you sure you want to block {', '.join(numbers)}?", block)
        if state.dialog == "rename":
            return rename_dialog(
                state.title,
                lambda text: self.update(title=text),
                self._rename,
                lambda: self.update(dialog=""),
            )
        return None

    def _rename(self) -> None:
        title = self.state.title.strip()
        if not title:
            self.toast("Name cannot be empty")
            return
        self.store.rename(self.state.selected[0], title)
        self.done()


def rename_dialog(title: str, on_text: Any, on_ok: Any, on_dismiss: Any) -> Overlay:
    """Asks for a conversation's name."""
    field = EditText(
        title,
        id="rename_conv_edit_text",
        hint="Title",
        on_text_change=on_text,
        capitalize="words",
        autofocus=True,
        width=MATCH,
        margin=(24, 8, 24, 8),
    )
    return alert_dialog(
        "Rename conversation",
        content=field,
        positive="OK",
        on_positive=on_ok,
        negative="Cancel",
        on_dismiss=on_dismiss,
    )


class ArchivedConversationsActivity(_Conversations):
    """Conversations that were put away."""

    TITLE = "Archive"
    EMPTY = "No archived conversations have been found"
    ID = "archive_toolbar"

    def total(self) -> int:
        """Number of archived conversations."""
        return self.store.count(archived=True)

    def page(self, first: int, count: int) -> list[int]:
        """Ids of some of them."""
        return self.store.page(first, count, archived=True)

    def menu(self) -> Sequence[MenuItem | None]:
        """What the toolbar offers."""
        if not self.total():
            return ()
        return (MenuItem("Empty the archive", lambda: self.update(dialog="empty")),)

    def actions(self) -> Sequence[MenuItem]:
        """What can be done with what is marked."""
        store, ids = self.store, self.state.selected

        def unarchive() -> None:
            store.set_archived(ids, False)
            self.done()

        return (
            MenuItem("Delete", lambda: self.update(dialog="delete"), id="cab_delete",
                     icon="delete"),
            MenuItem("Unarchive", unarchive, id="cab_unarchive", icon="package_up"),
            MenuItem("Select all", self.select_all, id="cab_select_all"),
        )  # fmt: skip

    def windows(self) -> Overlay | None:
        """The question that is open."""
        store, ids = self.store, self.state.selected
        if self.state.dialog == "delete":
            return self.ask(
                f"Are you sure you want to delete {self._counted}?",
                lambda: store.delete_threads(ids),
            )
        if self.state.dialog == "empty":
            return self.ask(
                "Are you sure you want to empty the Archive? "
                "All archived conversations will be permanently lost.",
                lambda: store.delete_threads(self.page(0, self.total()), for_good=True),
            )
        return None

    def build(self) -> Screen:
        """Toolbar and list."""
        empty = TextView(
            self.EMPTY,
            id="no_conversations_placeholder",
            size=16,
            italic=True,
            color="text_primary@0.8",
            align="center",
            width=MATCH,
            padding=(16, 20, 16, 0),
        )
        bar = self.action_mode(*self.actions()) if self.state.selected else None
        return Screen(
            column(
                bar or self.toolbar(self.TITLE, *self.menu(), id=self.ID),
                FrameLayout([self.listing(empty)], width=MATCH, height=0, weight=1),
                width=MATCH,
                height=MATCH,
            ),
            overlays=[self.windows()],
            title=self.TITLE,
        )


class RecycleBinConversationsActivity(ArchivedConversationsActivity):
    """Conversations with messages that were deleted."""

    TITLE = "Recycle Bin"
    EMPTY = "The Recycle Bin is empty"
    ID = "recycle_bin_toolbar"

    def total(self) -> int:
        """Number of conversations."""
        return len(self.store.recycled_threads())

    def page(self, first: int, count: int) -> list[int]:
        """Ids of some of them."""
        return self.store.recycled_threads()[first : first + count]

    def open(self, talk: Conversation) -> None:
        """Shows the conversation's deleted messages."""
        self.start_activity(
            ".activities.ThreadActivity",
            thread_id=talk.id,
            thread_title=talk.title,
            is_recycle_bin=True,
        )

    def menu(self) -> Sequence[MenuItem | None]:
        """What the toolbar offers."""
        if not self.total():
            return ()
        return (MenuItem("Empty the Recycle Bin", lambda: self.update(dialog="empty")),)

    def actions(self) -> Sequence[MenuItem]:
        """What can be done with what is marked."""
        return (
            MenuItem("Delete", lambda: self.update(dialog="delete"), id="cab_delete",
                     icon="delete"),
            MenuItem("Restore", lambda: self.update(dialog="restore"), id="cab_restore",
                     icon="restore"),
            MenuItem("Select all", self.select_all, id="cab_select_all"),
        )  # fmt: skip

    def windows(self) -> Overlay | None:
        """The question that is open."""
        store, ids = self.store, self.state.selected
        match self.state.dialog:
            case "delete":
                return self.ask(
                    f"Are you sure you want to delete {self._counted}?",
                    lambda: store.empty_bin(ids),
                )
            case "restore":
                return self.ask(
                    f"Are you sure you want to restore {self._counted}?",
                    lambda: store.restore(ids),
                )
            case "empty":
                return self.ask(
                    "Are you sure you want to empty the Recycle Bin? "
                    "The messages will be permanently lost.",
                    store.empty_bin,
                )
        return None
