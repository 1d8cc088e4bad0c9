"""Actions of Gmail's conversation list and of the open conversation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from android_gym.errors import FileError
from android_gym.simulator.appkit.list_bars import toggled
from android_gym.simulator.apps.gmail.look import day_words, theme_of
from android_gym.simulator.apps.gmail.mail import cancel, flush, plan
from android_gym.simulator.apps.gmail.model import (
    ALL,
    DRAFT,
    IMPORTANT,
    INBOX,
    OUTBOX,
    SCHEDULED,
    SENT,
    SNOOZED,
    SPAM,
    STARRED,
    TRASH,
    UNREAD,
    Attachment,
    Listed,
    MailState,
    Message,
    Search,
)
from android_gym.simulator.apps.gmail.notices import forget, seen
from android_gym.simulator.apps.gmail.storage import Labelled, Mailbox, Settings
from android_gym.simulator.apps.gmail.storage.searching import seen_under
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.documents import document_uri, shared_uri
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, callback
from android_gym.simulator.ui.theme import Theme

__all__ = ["PLACES", "Actions"]

PLACES: Final = (
    (STARRED, "Starred", "star_outline"),
    (SNOOZED, "Snoozed", "clock_outline"),
    (IMPORTANT, "Important", "label_variant_outline"),
    (SENT, "Sent", "send_outline"),
    (SCHEDULED, "Scheduled", "send_clock_outline"),
    (OUTBOX, "Outbox", "tray_arrow_up"),
    (DRAFT, "Drafts", "file_outline"),
    (ALL, "All mail", "email_multiple_outline"),
    (SPAM, "Spam", "alert_octagon_outline"),
    (TRASH, "Trash", "delete_outline"),
)
"""Gmail's system labels below the inbox: canonical name, name, icon."""


class Actions(Activity[MailState]):
    """The mailbox's activity, without its views."""

    @property
    def mailbox(self) -> Mailbox:
        """The mailbox."""
        return Mailbox(self.context)

    @property
    def settings(self) -> Settings:
        """The user's settings."""
        return Settings(self.context)

    def theme(self) -> Theme:
        """Return the theme that the user has chosen."""
        return theme_of(self.context)

    @property
    def label(self) -> str:
        """Canonical name of the label whose conversations are shown."""
        search = self.state.search
        return self.state.label if search is None else seen_under(search)

    def title_of(self, label: str) -> str:
        """Return a label's name on screen."""
        if label == INBOX:
            return "Inbox"
        return next((name for canonical, name, _ in PLACES if canonical == label), label)

    # -- lists

    def go(self, label: str) -> None:
        """Show the conversations of a label."""
        self.reset(MailState(label=label))

    def toggle(self, number: int) -> None:
        """Select a conversation, or deselect it."""
        self.update(selected=toggled(self.state.selected, number))

    def tap(self, number: int) -> None:
        """Open a conversation, or toggle its selection while others are selected."""
        if self.state.selected:
            self.toggle(number)
        else:
            self.open(number)

    def type_query(self, text: str) -> None:
        """Change the search text."""
        self.update(query=text, search=None)

    def search(self, search: Search) -> None:
        """Run a search."""
        self.settings.searched(search.text)
        self.hide_keyboard()
        self.update(query=search.text, search=search, selected=(), open=0)

    def submit(self) -> None:
        """Search for the typed text."""
        text = (self.state.query or "").strip()
        if text:
            self.search(Search(text))

    def close_search(self) -> None:
        """Close the search."""
        self.hide_keyboard()
        self.update(query=None, search=None, selected=())

    # -- actions that remove conversations from the list

    @callback
    def restore(self, numbers: tuple[int, ...], before: Labelled) -> None:
        """Undo the last change."""
        self.mailbox.relabel(numbers, before)
        plan(self.context)

    def archive(self, numbers: tuple[int, ...]) -> None:
        """Archive conversations."""
        before = self.mailbox.labelled(numbers)
        self._leave(numbers, lambda: self.mailbox.archive(numbers), "archived", before)

    def delete(self, numbers: tuple[int, ...]) -> None:
        """Move conversations to the trash."""
        before = self.mailbox.labelled(numbers)
        self._leave(numbers, lambda: self.mailbox.trash(numbers), "deleted", before)

    def spam(self, numbers: tuple[int, ...]) -> None:
        """Report conversations as spam."""
        before = self.mailbox.labelled(numbers)
        words = "reported as spam"
        self._leave(numbers, lambda: self.mailbox.spam(numbers), words, before)

    def move(self, numbers: tuple[int, ...], target: str) -> None:
        """Move conversations to a label."""
        before = self.mailbox.labelled(numbers)
        words = f"moved to {self.title_of(target)}"
        source = self.label
        self._leave(numbers, lambda: self.mailbox.move(numbers, source, target), words, before)

    def snooze(self, numbers: tuple[int, ...], wake_ms: int) -> None:
        """Snooze conversations until a time."""
        before = self.mailbox.labelled(numbers)
        words = f"snoozed until {day_words(self.context, wake_ms)}"
        self._leave(numbers, lambda: self.mailbox.snooze(numbers, wake_ms), words, before)

    def chosen_time(self, numbers: tuple[int, ...], time_ms: int) -> None:
        """Snooze conversations until the chosen time."""
        self.snooze(numbers, time_ms)

    def unsnooze(self, numbers: tuple[int, ...]) -> None:
        """Move snoozed conversations back to the inbox."""
        before = self.mailbox.labelled(numbers)

        def act() -> None:
            for number in numbers:
                self.mailbox.wake(number)

        self._leave(numbers, act, "unsnoozed", before)

    def _leave(
        self,
        numbers: tuple[int, ...],
        act: Callable[[], None],
        what: str,
        before: Labelled,
    ) -> None:
        # The conversation to show next is found before this one leaves the list.
        beside = self._beside()
        act()
        forget(self.context, numbers)
        plan(self.context)
        if not self.state.open:
            self.update(selected=())
        elif beside and beside not in numbers:
            self.open(beside)
        else:
            self.close()
        words = what[:1].upper() + what[1:] if len(numbers) == 1 else f"{len(numbers)} {what}"
        self.show_snackbar(
            words, action="Undo", method="restore", arguments=(tuple(numbers), before)
        )

    def _beside(self) -> int:
        """Return the conversation to show after the open one leaves the list; 0 for the list."""
        state, way = self.state, self.settings.text("auto_advance", "list")
        if not state.open or way == "list" or state.search is not None:
            return 0
        return self.mailbox.beside(state.label, state.open, newer=way == "newer")

    def delete_forever(self, numbers: tuple[int, ...]) -> None:
        """Permanently delete the messages of conversations that are in the trash or spam."""
        label = self.label
        self.mailbox.delete(numbers, label)
        forget(self.context, numbers)
        plan(self.context)
        self.update(selected=())
        if self.state.open in numbers:
            self.close()

    def discard_drafts(self, numbers: tuple[int, ...]) -> None:
        """Discard drafts."""
        for number in numbers:
            for each in self.mailbox.listed(number, DRAFT):
                if DRAFT in each.labels:
                    self.mailbox.delete_message(each.id)
        self.update(selected=())
        self.show_snackbar("Draft discarded" if len(numbers) == 1 else "Drafts discarded")

    # -- flags

    def read(self, numbers: tuple[int, ...], read: bool) -> None:
        """Mark conversations as read or unread."""
        self.mailbox.read(numbers, read)
        if read:
            forget(self.context, numbers)
        if self.state.open and not read:
            self.close()
        self.update(selected=())

    def star(self, numbers: tuple[int, ...], starred: bool) -> None:
        """Add a star to conversations, or remove their stars."""
        self.mailbox.star(numbers, starred)
        self.update(selected=())

    def star_message(self, message: Listed) -> None:
        """Add a star to a message, or remove it."""
        if STARRED in message.labels:
            self.mailbox.unlabel_message(message.id, STARRED)
        else:
            self.mailbox.label_message(message.id, STARRED)

    def important(self, numbers: tuple[int, ...], important: bool) -> None:
        """Mark conversations as important or not important."""
        if important:
            self.mailbox.put(numbers, IMPORTANT)
        else:
            self.mailbox.take(numbers, IMPORTANT)
        self.update(selected=())
        self.show_snackbar("Marked as important" if important else "Marked as not important")

    def change_labels(
        self, numbers: tuple[int, ...], on: Sequence[str], off: Sequence[str]
    ) -> None:
        """Add user labels to conversations, and remove others."""
        for label in on:
            self.mailbox.put(numbers, label)
        if off:
            self.mailbox.take(numbers, *off)
        self.update(selected=())

    # -- the conversation

    def open(self, number: int) -> None:
        """Open a conversation; a single draft opens in the editor."""
        messages = self.mailbox.listed(number, self.label)
        if len(messages) == 1 and DRAFT in messages[0].labels and TRASH not in messages[0].labels:
            self.compose(draft=messages[0].id)
            return
        unread = tuple(each.id for each in messages if UNREAD in each.labels)
        last = (messages[-1].id,) if messages else ()
        self.hide_snackbar()
        self.mailbox.read((number,), True)
        forget(self.context, (number,))
        self.update(
            open=number, unfolded=tuple(dict.fromkeys(unread + last)), older=False, details=(),
            quotes=(), drawer=False, selected=(),
        )  # fmt: skip

    def close(self) -> None:
        """Return to the list."""
        self.update(open=0, unfolded=(), older=False, details=(), quotes=())

    def fold(self, number: int) -> None:
        """Expand or collapse a message."""
        self.update(unfolded=toggled(self.state.unfolded, number))

    def show_file(self, file: Attachment) -> None:
        """Open an attachment with another app."""
        try:
            data = self.context.system.files.read(file.path)
        except FileError:
            self.toast("The attachment is not on this phone")
            return
        uri = document_uri(file.path)
        if not file.path.startswith("/storage/emulated/0/"):
            path = f"{self.context.data_dir}/cache/{file.id}-{file.name}".replace("#", "_")
            self.context.system.files.write(path, data, owner=self.context.uid)
            uri = shared_uri(self.context.package, path)
        shown = self.start_activity(Intent("android.intent.action.VIEW", data=uri, type=file.type))
        if not shown:
            self.toast("No app can open this attachment for viewing")

    # -- writing

    def compose(self, *, draft: int = 0, answer: int = 0, way: str = "") -> None:
        """Open the editor.

        Args:
            draft: The draft to edit; 0 for a new message.
            answer: The message to reply to or forward.
            way: "reply", "all" or "forward".
        """
        self.hide_snackbar()
        self.start_activity(
            ".ComposeActivityGmail", request="compose", draft=draft, answer=answer, way=way
        )

    def reply(self, message: Message | Listed) -> None:
        """Reply to a message, to all if that is the user's default."""
        all_of_them = self.settings.text("default_reply", "reply") == "all"
        self.compose(answer=message.id, way="all" if all_of_them else "reply")

    def on_activity_result(self, request: object, code: int, data: Intent | None) -> None:
        """Show a snackbar about the message that the editor sent, saved or scheduled."""
        if request != "compose" or code != RESULT_OK or data is None:
            return
        number, way = data.get_int("message"), data.get_str("way")
        match way:
            case "sent":
                self.show_snackbar(
                    "Sent", action="Undo", method="unsend", arguments=(number,), duration_ms=5000
                )
            case "queued":
                self.show_snackbar("Message will be sent when you are online")
            case "scheduled":
                when = day_words(self.context, data.get_int("time"))
                self.show_snackbar(
                    f"Send scheduled for {when}", action="Undo", method="unsend",
                    arguments=(number,), duration_ms=5000,
                )  # fmt: skip
            case "draft":
                self.show_snackbar(
                    "Message saved as draft", action="Discard", method="discard",
                    arguments=(number,),
                )  # fmt: skip
            case "discarded":
                self.show_snackbar("Message discarded")

    @callback
    def unsend(self, number: int) -> None:
        """Undo sending a message, and open it in the editor."""
        cancel(self.context, number)
        self.compose(draft=number)

    @callback
    def discard(self, number: int) -> None:
        """Discard a draft."""
        message = self.mailbox.message(number)
        if message is not None and DRAFT in message.labels:
            self.mailbox.delete_message(number)

    def cancel_send(self, message: Listed) -> None:
        """Cancel sending a scheduled or queued message, and open it as a draft."""
        cancel(self.context, message.id)
        self.close()
        self.compose(draft=message.id)

    # -- lifecycle

    def on_create(self) -> MailState:
        """Open the conversation of a notification."""
        state = MailState()
        number = self.intent.get_int("conversation")
        if number and self.mailbox.listed(number):
            messages = self.mailbox.listed(number)
            unread = tuple(each.id for each in messages if UNREAD in each.labels)
            self.mailbox.read((number,), True)
            return replace(state, open=number, unfolded=(*unread, messages[-1].id))
        return state

    def on_new_intent(self) -> None:
        """Open the conversation of a notification; if started by the launcher, change nothing."""
        number = self.intent.get_int("conversation")
        if number and self.mailbox.listed(number):
            self.reset(MailState())
            self.open(number)

    def on_resume(self) -> None:
        """Send queued messages, and clear the notifications of new mail."""
        flush(self.context)
        seen(self.context)

    def on_back(self) -> bool:
        """Close what is open."""
        state = self.state
        if state.drawer:
            self.update(drawer=False)
        elif state.open:
            self.close()
        elif state.selected:
            self.update(selected=())
        elif state.query is not None:
            self.close_search()
        elif state.label != INBOX:
            self.go(INBOX)
        else:
            return False
        return True
