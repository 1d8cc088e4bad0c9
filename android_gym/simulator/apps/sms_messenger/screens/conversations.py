"""Lists of conversations: their rows, selection, the archive and the recycle bin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from android_gym.simulator.appkit.simple_commons import avatar, list_date, text_size
from android_gym.simulator.appkit.simple_views import RELATIVE, marking_bar, placeholder
from android_gym.simulator.apps.sms_messenger.actions import ConversationsActions
from android_gym.simulator.apps.sms_messenger.dialogs import (
    DeleteConversations,
    EmptyArchive,
    EmptyBin,
    RestoreConversations,
)
from android_gym.simulator.apps.sms_messenger.model import Conversation
from android_gym.simulator.ui.activity import Dialogs, Screen
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    column,
    full_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView


class ConversationsScreen(ConversationsActions):
    """A list of conversations with a bar for the selection."""

    DIALOGS: ClassVar[Dialogs] = (DeleteConversations,)

    def listing(self, empty: View) -> View:
        """Build the list, or `empty` if there are no conversations."""
        store = self.store
        keys = self.keys() if store.available else []
        if not keys:
            return empty

        def build(index: int) -> View:
            talk = store.conversation(keys[index])
            # The conversation may be deleted while the list is on screen.
            return self._row(talk) if talk is not None else View(height=1)

        rows = RecyclerView(
            len(keys),
            build,
            id="conversations_list",
            width=MATCH,
            height=MATCH,
            padding=(0, 0, 0, 80),
        )
        return FrameLayout(
            [rows],
            id="conversations_fastscroller",
            class_name=RELATIVE,
            width=MATCH,
            height=MATCH,
        )

    def _row(self, talk: Conversation) -> View:
        size = text_size(self.context)
        weight, color = (400, "text_primary@0.7") if talk.read else (700, "text_primary@1.0")
        title = TextView(
            talk.title,
            id="conversation_address",
            size=1.2 * size,
            weight_font=weight,
            max_lines=1,
            width=0,
            weight=1,
        )
        draft = TextView(
            "Draft",
            id="draft_indicator",
            size=0.9 * size,
            italic=True,
            color="primary",
            margin=(0, 2, 0, 0),
        )
        snippet = TextView(
            (talk.draft or talk.snippet).replace("\n", " "),
            id="conversation_body_short",
            size=0.9 * size,
            weight_font=weight,
            color=color,
            max_lines=1,
            width=0,
            weight=1,
        )
        date = TextView(
            list_date(self.context, talk.date_ms),
            id="conversation_date",
            size=0.8 * size,
            color="text_primary@0.4",
            margin=(8, 0, 0, 0),
        )
        pin = None
        if talk.pinned:
            image = ImageView("pin", id="pin_indicator", size=15, margin=(4, 0))
            pin = FrameLayout([image], id="pin_indicator_l", class_name=RELATIVE)
        holder = wide_row(
            avatar(talk.title, 48, "conversation_image"),
            column(
                wide_row(title, pin),
                draft if talk.draft else None,
                wide_row(snippet, date, margin=(0, 4, 0, 0)),
                width=0,
                weight=1,
                margin=(12, 0, 0, 0),
            ),
            id="conversation_holder",
            class_name=RELATIVE,
            content_gravity="center_vertical",
            min_height=84,
            padding=(12, 16, 16, 16),
        )
        selected = self.state.selected
        marked = talk.id in selected
        return FrameLayout(
            [holder],
            id="conversation_frame",
            key=talk.id,
            width=MATCH,
            margin=(0, 0, 0, 2),
            background="primary@0.2" if marked else None,
            selected=marked,
            on_click=lambda: self.toggle(talk.id) if selected else self.open(talk),
            on_long_click=lambda: self.toggle(talk.id),
        )

    def marked_bar(self, *menu: MenuItem | None) -> View:
        """Build the bar that replaces the toolbar while conversations are selected."""
        all_item = MenuItem("Select all", self.select_all, id="cab_select_all")
        return marking_bar(
            len(self.state.selected), len(self.keys()), self.done, self.select_all, *menu, all_item
        )

    def delete_item(self, *, into_bin: bool = False) -> MenuItem:
        """Return the menu entry that deletes the selected conversations."""
        dialog = DeleteConversations(self.state.selected, into_bin)
        return MenuItem("Delete", lambda: self.show_dialog(dialog), id="cab_delete", icon="delete")


class _SideList(ConversationsScreen):
    """A list with a toolbar, opened from the main list."""

    TITLE: ClassVar[str]
    EMPTY: ClassVar[str]
    ID: ClassVar[str]

    def empty_item(self) -> MenuItem:
        """Return the menu entry that empties the list."""
        raise NotImplementedError

    def marked_item(self, selected: tuple[int, ...]) -> MenuItem:
        """Return the menu entry that moves the selected conversations back."""
        raise NotImplementedError

    def build(self) -> Screen:
        """Build the toolbar and the list."""
        if selected := self.state.selected:
            bar = self.marked_bar(self.delete_item(), self.marked_item(selected))
        else:
            menu: Sequence[MenuItem] = [self.empty_item()] if self.keys() else []
            bar = self.toolbar(self.TITLE, *menu, id=self.ID)
        empty = placeholder(self.EMPTY, "no_conversations_placeholder")
        body = FrameLayout([self.listing(empty)], width=MATCH, height=0, weight=1)
        return Screen(full_column(bar, body), title=self.TITLE)


class ArchivedConversationsActivity(_SideList):
    """The list of archived conversations."""

    DIALOGS = (EmptyArchive,)
    TITLE = "Archive"
    EMPTY = "No archived conversations have been found"
    ID = "archive_toolbar"

    def keys(self) -> list[int]:
        """Return the ids of archived conversations."""
        return self.store.threads(archived=True)

    def empty_item(self) -> MenuItem:
        """Return the menu entry that deletes all archived conversations."""
        return MenuItem("Empty the archive", lambda: self.show_dialog(EmptyArchive()))

    def marked_item(self, selected: tuple[int, ...]) -> MenuItem:
        """Return the menu entry that unarchives conversations."""
        unarchive = self.then_done(self.store.set_archived, selected, False)
        return MenuItem("Unarchive", unarchive, id="cab_unarchive", icon="package_up")


class RecycleBinConversationsActivity(_SideList):
    """The list of conversations with messages in the recycle bin."""

    DIALOGS = (EmptyBin, RestoreConversations)
    TITLE = "Recycle Bin"
    EMPTY = "The Recycle Bin is empty"
    ID = "recycle_bin_toolbar"

    def keys(self) -> list[int]:
        """Return the ids of conversations with messages in the recycle bin."""
        return self.store.recycled_threads()

    def open(self, talk: Conversation) -> None:
        """Show the conversation's deleted messages."""
        self.open_thread(talk.id, talk.title, is_recycle_bin=True)

    def delete(self, threads: tuple[int, ...]) -> None:
        """Permanently delete the messages of conversations."""
        self.store.empty_bin(threads)
        self.done()

    def empty_item(self) -> MenuItem:
        """Return the menu entry that empties the recycle bin."""
        return MenuItem("Empty the Recycle Bin", lambda: self.show_dialog(EmptyBin()))

    def marked_item(self, selected: tuple[int, ...]) -> MenuItem:
        """Return the menu entry that restores conversations."""
        ask = RestoreConversations(selected)
        return MenuItem("Restore all messages", lambda: self.show_dialog(ask), id="cab_restore")
