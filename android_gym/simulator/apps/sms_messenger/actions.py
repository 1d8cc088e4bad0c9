"""The messenger's activities without their views, for use by screens and dialogs."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from urllib.parse import unquote

from immutables import Map

from android_gym.simulator.appkit.list_bars import toggled
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.appkit.simple_commons import SimpleScreen
from android_gym.simulator.appkit.simple_theme import look_of
from android_gym.simulator.appkit.vcards import (
    MOST_BYTES,
    VCARD,
    VCard,
    contact_card,
    read_vcards,
    write_vcards,
)
from android_gym.simulator.apps.sms_messenger.look import theme_of
from android_gym.simulator.apps.sms_messenger.model import (
    MMS_FROM,
    Attachment,
    Conversation,
    ConversationsState,
    Message,
    NewState,
    ThreadState,
    short_code,
)
from android_gym.simulator.apps.sms_messenger.storage import MessageStore, name_of
from android_gym.simulator.apps.sms_messenger.storage.sending import (
    resend_multimedia,
    schedule,
    send,
    send_multimedia,
)
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.documents import document_path, shared_path
from android_gym.simulator.system.intents import Extra, Intent
from android_gym.simulator.ui.activity import S_co
from android_gym.simulator.ui.theme import Theme

MESSAGE_FIELD = "thread_type_message"
_TEXT = "android.intent.extra.TEXT"
VCARDS = (VCARD, "text/vcard")
"""MIME types of vCard files."""


class Actions(SimpleScreen[S_co]):
    """Base of all screens of the app."""

    NAME = "Simple SMS Messenger"

    def theme(self) -> Theme:
        """Return the app's colours."""
        return theme_of(look_of(self.context))

    @property
    def store(self) -> MessageStore:
        """The store of messages and conversations."""
        return MessageStore(self.context)

    def name_of(self, number: str) -> str:
        """Return the name of the contact with a number, or the number itself."""
        return name_of(self.context, number)

    def dial(self, number: str) -> None:
        """Open a number in the phone's dialler."""
        self.open_elsewhere(Intent("android.intent.action.DIAL", data=f"tel:{number}"))

    def add_contact(self, number: str) -> None:
        """Add a number to the contacts app."""
        self.open_elsewhere(
            Intent(
                "android.intent.action.INSERT_OR_EDIT",
                type="vnd.android.cursor.item/contact",
                extras=Map(phone=number),
            )
        )

    def cards(self, attachment: Attachment) -> tuple[VCard, ...]:
        """Return the vCards in an attachment; empty if it has none."""
        if attachment.mime not in VCARDS:
            return ()
        path, files = self.path_of(attachment.uri), self.context.system.files
        if not files.is_file(path) or files.stat(path).size > MOST_BYTES:
            return ()
        return read_vcards(files.read(path))

    @staticmethod
    def path_of(uri: str) -> str:
        """Return the file path of an attachment."""
        return shared_path(uri) or uri

    def show_cards(self, attachment: Attachment) -> None:
        """Open an attachment's vCards in the viewer."""
        self.start_activity(
            ".activities.VCardViewerActivity", vcard=attachment.uri, vcard_name=attachment.name
        )

    def open_new(self) -> None:
        """Open the screen for a new conversation."""
        self.start_activity(".activities.NewConversationActivity")

    def open_thread(self, thread: int, title: str, **extras: Extra) -> None:
        """Open a conversation.

        Args:
            thread: Thread id.
            title: Title of the conversation.
            **extras: ``thread_text``, ``thread_stream`` with its ``thread_stream_type``, and
                ``is_recycle_bin``.
        """
        self.start_activity(
            ".activities.ThreadActivity", thread_id=thread, thread_title=title, **extras
        )

    def open_people(self, numbers: Sequence[str], text: str, **extras: Extra) -> None:
        """Open the conversation with some people; extras as for `open_thread`."""
        thread = self.store.thread_id(numbers)
        talk = self.store.conversation(thread)
        self.hide_keyboard()
        title = talk.title if talk else ", ".join(numbers)
        self.open_thread(thread, title, thread_text=text, **extras)

    def rename(self, thread: int, title: str) -> None:
        """Set the title of a group conversation."""
        self.store.rename(thread, title)


class ConversationsActions(Actions[ConversationsState]):
    """Base of the lists of conversations."""

    def keys(self) -> list[int]:
        """Return the ids of the conversations in the list, in order."""
        return self.store.threads()

    def open(self, talk: Conversation) -> None:
        """Open a conversation."""
        self.open_thread(talk.id, talk.title)

    def toggle(self, thread: int) -> None:
        """Select or deselect a conversation."""
        self.update(selected=toggled(self.state.selected, thread))

    def marked(self) -> list[Conversation]:
        """Return the selected conversations."""
        found = map(self.store.conversation, self.state.selected)
        return [talk for talk in found if talk is not None]

    def done(self) -> None:
        """Clear the selection."""
        self.update(selected=())

    def then_done(self, action: Callable[..., object], *arguments: object) -> Callable[[], None]:
        """Return a callback that calls `action` and clears the selection."""

        def run() -> None:
            action(*arguments)
            self.done()

        return run

    def select_all(self) -> None:
        """Select all conversations, or none if all are selected."""
        keys = tuple(self.keys())
        self.update(selected=() if len(self.state.selected) == len(keys) else keys)

    def delete(self, threads: tuple[int, ...]) -> None:
        """Delete conversations, or move them to the recycle bin if it is in use."""
        self.store.delete_threads(threads)
        self.done()

    def restore(self, threads: tuple[int, ...]) -> None:
        """Restore the messages of conversations from the recycle bin."""
        self.store.restore(threads)
        self.done()

    def block(self, threads: tuple[int, ...], numbers: tuple[str, ...]) -> None:
        """Block numbers and delete their conversations."""
        self.store.block(numbers)
        self.store.delete_threads(threads, for_good=True)
        self.done()

    def empty_archive(self) -> None:
        """Delete all archived conversations."""
        self.store.delete_threads(self.keys(), for_good=True)

    def rename(self, thread: int, title: str) -> None:
        """Set the title of a group conversation and clear the selection."""
        super().rename(thread, title)
        self.done()

    # -- searching

    def open_search(self) -> None:
        """Open the search with the keyboard."""
        self.update(query="")
        self.show_keyboard("top_toolbar_search")

    def search(self, text: str) -> None:
        """Search for a text."""
        self.update(query=text)

    def close_search(self) -> None:
        """Close the search."""
        self.update(query=None)
        self.hide_keyboard()

    def on_search_focus(self, focused: bool) -> None:
        """Open the search when its field is tapped."""
        if focused and self.state.query is None:
            self.update(query="")

    def on_back(self) -> bool:
        """Clear the selection, or close the search."""
        if self.state.selected:
            self.done()
        elif self.state.query is not None:
            self.close_search()
        else:
            return False
        return True


class NewConversationActions(Actions[NewState]):
    """Base of the screen for a new conversation: asks for a number or a contact."""

    def on_create(self) -> NewState:
        """Open the conversation directly if the intent names a recipient."""
        intent = self.intent
        if intent.data and intent.action != "android.intent.action.SEND":
            scheme, _, rest = intent.data.partition(":")
            numbers = unquote(rest.removeprefix("//").partition("?")[0])
            if scheme in ("sms", "smsto", "mms", "mmsto") and numbers.strip():
                self.write_to([part.strip() for part in numbers.split(";") if part.strip()])
                self.finish()
                return NewState()
        self.show_keyboard("new_conversation_address")
        return NewState()

    def write_to(self, numbers: Sequence[str]) -> None:
        """Open the conversation with some people, with the intent's text."""
        if not self.store.available:
            self.toast("An unknown error occurred")
            return
        extras = self.intent.extras
        text = str(extras.get(_TEXT) or extras.get("sms_body") or "")
        stream = extras.get("android.intent.extra.STREAM")
        if isinstance(stream, str):
            kind = self.intent.type or ""
            self.open_people(numbers, text, thread_stream=stream, thread_stream_type=kind)
        else:
            self.open_people(numbers, text)

    def confirm(self) -> None:
        """Open the conversation with the typed numbers."""
        numbers = [part.strip() for part in self.state.text.split(";") if part.strip()]
        if any(map(short_code, numbers)):
            self.update(text="")
            self.toast("Can't reply to short codes like this")
        elif numbers:
            self.write_to(numbers)


class ThreadActions(Actions[ThreadState]):
    """Base of the screen of one conversation."""

    @property
    def thread(self) -> int:
        """The conversation's id."""
        return self.intent.get_int("thread_id")

    @property
    def binned(self) -> bool:
        """True if the screen shows the conversation's messages in the recycle bin."""
        return self.intent.get_bool("is_recycle_bin")

    def talk(self) -> Conversation | None:
        """Return the conversation; None if it doesn't exist."""
        return self.store.conversation(self.thread)

    def count(self) -> int:
        """Return the number of messages shown, excluding scheduled ones."""
        return self.store.message_count(self.thread, binned=self.binned)

    # -- lifecycle

    def on_create(self) -> ThreadState:
        """Start with the draft, or with the intent's text."""
        store = self.store
        if not store.available:
            return ThreadState()
        talk = self.talk()
        text = str(self.intent.extra("thread_text") or "") or store.draft(self.thread)
        if not self.count() and not self.binned:
            self.show_keyboard(MESSAGE_FIELD)
        stream = str(self.intent.extra("thread_stream") or "")
        mime = str(self.intent.extra("thread_stream_type") or "application/octet-stream")
        path = shared_path(stream)
        files = (Attachment(stream, mime, path.rpartition("/")[2]),) if path else ()
        return ThreadState(text=text, people=talk.numbers if talk else (), attachments=files)

    def on_new_intent(self) -> None:
        """Show another conversation."""
        self.reset(self.on_create())

    def on_resume(self) -> None:
        """Mark the messages on screen as read."""
        if self.store.available and not self.binned:
            self.store.set_read([self.thread], True)

    def on_pause(self) -> None:
        """Save the typed text as a draft."""
        if self.store.available and not self.binned:
            self.store.save_draft(self.thread, self.state.text.strip())

    def on_back(self) -> bool:
        """Clear the selection, or close the attachment picker."""
        if self.state.selected:
            self.clear_selection()
        elif self.state.picker:
            self.update(picker=False)
        else:
            return False
        return True

    def leave(self) -> None:
        """Leave the conversation without saving a draft."""
        self.update(text="")
        self.finish()

    # -- the conversation

    def delete(self) -> None:
        """Delete all messages shown."""
        if self.binned:
            self.store.empty_bin([self.thread])
        else:
            self.store.delete_threads([self.thread])

    def details(self) -> None:
        """Show the participants."""
        self.start_activity(".activities.ConversationDetailsActivity", thread_id=self.thread)

    def mark_unread(self) -> None:
        """Mark the conversation as unread and leave."""
        self.store.set_read([self.thread], False)
        self.finish()

    # -- selection

    def toggle(self, message: int) -> None:
        """Select or deselect a message."""
        self.update(selected=toggled(self.state.selected, message))

    def clear_selection(self) -> None:
        """Clear the selection."""
        self.update(selected=())

    def select_all(self) -> None:
        """Select all messages."""
        every = self.store.every_message(self.thread, binned=self.binned)
        self.update(selected=tuple(message.id for message in every))

    def marked_text(self) -> str:
        """Return the texts of the selected messages, oldest first."""
        found = [m for m in map(self.store.message, self.state.selected) if m is not None]
        return "\n\n".join(m.body for m in sorted(found, key=lambda m: (m.date_ms, m.id)))

    def delete_messages(self, messages: tuple[int, ...], *, for_good: bool = False) -> None:
        """Delete messages, and leave the conversation if none are left.

        Args:
            messages: Ids of the messages.
            for_good: Whether to bypass the recycle bin.
        """
        self.clear_selection()
        self.store.delete_messages(messages, for_good=for_good or self.binned)
        if not self.count():
            self.finish()

    def with_text(self, action: Callable[[str], object]) -> Callable[[], None]:
        """Return a callback that passes the selected texts to `action` and clears the selection."""

        def run() -> None:
            action(self.marked_text())
            self.clear_selection()

        return run

    def share(self, text: str) -> None:
        """Share a text with an app that the user chooses."""
        wanted = Intent("android.intent.action.SEND", type="text/plain", extras=Map({_TEXT: text}))
        choose_app(self, wanted, "Share via")

    def forward(self, text: str) -> None:
        """Open the screen for a new conversation, with a text to forward."""
        self.start_activity(
            Intent(
                "android.intent.action.SEND",
                type="text/plain",
                component=self.context.manifest.component(".activities.NewConversationActivity"),
                extras=Map({_TEXT: text}),
            )
        )

    # -- people

    def toggle_adding(self) -> None:
        """Open or close the bar for adding people."""
        adding = not self.state.adding
        self.update(adding=adding, number="", picker=False)
        if adding:
            self.show_keyboard("add_contact_or_number")

    def add_person(self, number: str) -> None:
        """Add a number to the recipients."""
        people = self.state.people
        if number.strip() and number not in people:
            people = (*people, number.strip())
        self.update(people=people, number="")

    def confirm_people(self) -> None:
        """Continue with the conversation of the chosen people."""
        self.hide_keyboard()
        people, text = self.state.people, self.state.text
        if not people:
            return
        if self.store.thread_id(people) == self.thread:
            self.update(adding=False)
            return
        self.update(text="", adding=False)
        self.finish()
        self.open_people(people, text)

    # -- attachments

    def toggle_picker(self) -> None:
        """Open or close the attachment picker."""
        self.hide_keyboard()
        self.update(picker=not self.state.picker)

    def attach(self, wanted: str) -> None:
        """Ask another app for an attachment by a MIME type or an action."""
        if "/" in wanted:
            openable = ("android.intent.category.OPENABLE",)
            intent = Intent("android.intent.action.GET_CONTENT", type=wanted, categories=openable)
            self.open_elsewhere(intent, "attachment")
        elif wanted.endswith("PICK"):
            self.open_elsewhere(Intent(wanted, type="vnd.android.cursor.dir/contact"), "contact")
        else:
            self.open_elsewhere(Intent(wanted))

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Attach the chosen file."""
        if code != RESULT_OK or data is None:
            return
        if request == "contact":
            self._attach_contact(data.data or "")
        if request != "attachment":
            return
        name = (document_path(data.data or "") or data.data or "").rpartition("/")[2]
        chosen = Attachment(data.data or "", data.type or "application/octet-stream", name)
        self.attach_file(chosen)

    def _attach_contact(self, uri: str) -> None:
        """Attach a contact's vCard, written to a file of the app."""
        number = re.fullmatch(r"content://com\.android\.contacts/contacts/(\d{1,18})", uri)
        card = contact_card(self.context, int(number[1])) if number is not None else None
        if number is None or card is None:
            self.toast("An unknown error occurred")
            return
        files, folder = self.context.system.files, f"{self.context.data_dir}/cache"
        if not files.exists(folder):
            files.mkdir(folder, parents=True, owner=self.context.uid)
        path = f"{folder}/{number[1]}_{card.file_name}"
        files.write(path, write_vcards([card]), owner=self.context.uid)
        self.attach_file(Attachment(path, VCARD, card.file_name))

    def attach_file(self, chosen: Attachment) -> None:
        """Attach a file to the message unless it is attached already."""
        if chosen.uri and chosen not in self.state.attachments:
            self.update(attachments=(*self.state.attachments, chosen), picker=False)

    # -- sending

    def multimedia(self) -> bool:
        """Return whether the message being written will be sent as an MMS."""
        state = self.state
        if state.attachments:
            return True
        group = len(state.people) > 1 and self.store.setting("send_group_message_mms")
        return group and bool(state.text)

    def in_future(self, when_ms: int) -> bool:
        """Return whether a time in epoch milliseconds is in the future; if not, show a toast."""
        if when_ms > self.context.system.clock.now_ms():
            return True
        self.toast("You must pick a time in the future")
        return False

    def send(self, ask_again: Callable[[], None]) -> None:
        """Send the message being written, or schedule it.

        Args:
            ask_again: Called if the scheduled time has passed.
        """
        state, store = self.state, self.store
        body = state.text.strip()
        if not (body or state.attachments) or not state.people:
            return
        if self.multimedia():
            send_multimedia(store, state.people, body, state.attachments)
            self.update(attachments=(), when_ms=0)
        elif state.when_ms:
            if not self.in_future(state.when_ms):
                ask_again()
                return
            schedule(store, self.thread, state.people, body, state.when_ms)
        else:
            send(store, state.people, body, resend=state.resend)
        if state.replaces:
            store.delete_messages([state.replaces])
        self.update(text="", resend=None, replaces=0, when_ms=0)
        store.save_draft(self.thread, "")

    def send_now(self, message: Message) -> None:
        """Send the text of a scheduled message now."""
        send(self.store, self.state.people, message.body)

    def change(self, message: Message) -> None:
        """Edit a scheduled message; the next message sent or scheduled replaces it."""
        day = self.context.system.clock.datetime(message.date_ms).date()
        self.update(text=message.body, replaces=message.id, when_ms=message.date_ms, day=day)
        self.show_keyboard(MESSAGE_FIELD)

    def retry(self, message: Message) -> None:
        """Resend a failed MMS; put a failed text back into the field."""
        if message.id >= MMS_FROM:
            resend_multimedia(self.store, message.id)
            return
        self.update(text=message.body, resend=message.id)
        self.show_keyboard(MESSAGE_FIELD)
