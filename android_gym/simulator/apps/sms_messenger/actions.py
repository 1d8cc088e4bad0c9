"""The messenger's activities without their views, for screens and dialogs to read and call."""

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
"""Types of files with cards."""


class Actions(SimpleScreen[S_co]):
    """The base of all screens of the app."""

    NAME = "Simple SMS Messenger"

    def theme(self) -> Theme:
        """Return the app's colours."""
        return theme_of(look_of(self.context))

    @property
    def store(self) -> MessageStore:
        """Messages and conversations."""
        return MessageStore(self.context)

    def name_of(self, number: str) -> str:
        """Return the name of the contact with a number, else the number."""
        return name_of(self.context, number)

    def dial(self, number: str) -> None:
        """Show a number in the phone's dialler."""
        self.open_elsewhere(Intent("android.intent.action.DIAL", data=f"tel:{number}"))

    def add_contact(self, number: str) -> None:
        """Have the contacts app keep a number."""
        self.open_elsewhere(
            Intent(
                "android.intent.action.INSERT_OR_EDIT",
                type="vnd.android.cursor.item/contact",
                extras=Map(phone=number),
            )
        )

    def cards(self, attachment: Attachment) -> tuple[VCard, ...]:
        """Return the cards of an attachment; none where it has none."""
        if attachment.mime not in VCARDS:
            return ()
        path, files = self.path_of(attachment.uri), self.context.system.files
        if not files.is_file(path) or files.stat(path).size > MOST_BYTES:
            return ()
        return read_vcards(files.read(path))

    @staticmethod
    def path_of(uri: str) -> str:
        """Return the path of an attachment."""
        return shared_path(uri) or uri

    def show_cards(self, attachment: Attachment) -> None:
        """Show what is in a file with cards."""
        self.start_activity(
            ".activities.VCardViewerActivity", vcard=attachment.uri, vcard_name=attachment.name
        )

    def open_new(self) -> None:
        """Ask whom to write to."""
        self.start_activity(".activities.NewConversationActivity")

    def open_thread(self, thread: int, title: str, **extras: Extra) -> None:
        """Open a conversation.

        Args:
            thread: Its number.
            title: Its title.
            **extras: ``thread_text``, ``thread_stream`` with its ``thread_stream_type``, and
                ``is_recycle_bin``.
        """
        self.start_activity(
            ".activities.ThreadActivity", thread_id=thread, thread_title=title, **extras
        )

    def open_people(self, numbers: Sequence[str], text: str, **extras: Extra) -> None:
        """Open the conversation with these people; extras as for `open_thread`."""
        thread = self.store.thread_id(numbers)
        talk = self.store.conversation(thread)
        self.hide_keyboard()
        title = talk.title if talk else ", ".join(numbers)
        self.open_thread(thread, title, thread_text=text, **extras)

    def rename(self, thread: int, title: str) -> None:
        """Give a group a title."""
        self.store.rename(thread, title)


class ConversationsActions(Actions[ConversationsState]):
    """A list of conversations."""

    def keys(self) -> list[int]:
        """Return the ids of the conversations in the list, in order."""
        return self.store.threads()

    def open(self, talk: Conversation) -> None:
        """Open a conversation."""
        self.open_thread(talk.id, talk.title)

    def toggle(self, thread: int) -> None:
        """Mark a conversation, or no longer."""
        self.update(selected=toggled(self.state.selected, thread))

    def marked(self) -> list[Conversation]:
        """Return the marked conversations."""
        found = map(self.store.conversation, self.state.selected)
        return [talk for talk in found if talk is not None]

    def done(self) -> None:
        """End marking."""
        self.update(selected=())

    def then_done(self, action: Callable[..., object], *arguments: object) -> Callable[[], None]:
        """Return a callback that calls `action` and ends marking."""

        def run() -> None:
            action(*arguments)
            self.done()

        return run

    def select_all(self) -> None:
        """Mark all, or none where all are."""
        keys = tuple(self.keys())
        self.update(selected=() if len(self.state.selected) == len(keys) else keys)

    def delete(self, threads: tuple[int, ...]) -> None:
        """Delete conversations, or move them to the recycle bin where that is in use."""
        self.store.delete_threads(threads)
        self.done()

    def restore(self, threads: tuple[int, ...]) -> None:
        """Take the messages of conversations out of the recycle bin."""
        self.store.restore(threads)
        self.done()

    def block(self, threads: tuple[int, ...], numbers: tuple[str, ...]) -> None:
        """Block numbers and delete their conversations."""
        self.store.block(numbers)
        self.store.delete_threads(threads, for_good=True)
        self.done()

    def empty_archive(self) -> None:
        """Delete all conversations of the archive."""
        self.store.delete_threads(self.keys(), for_good=True)

    def rename(self, thread: int, title: str) -> None:
        """Give a group a title, and end marking."""
        super().rename(thread, title)
        self.done()

    # -- searching

    def open_search(self) -> None:
        """Open the search and its keyboard."""
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
        """End marking, then close the search."""
        if self.state.selected:
            self.done()
        elif self.state.query is not None:
            self.close_search()
        else:
            return False
        return True


class NewConversationActions(Actions[NewState]):
    """Asks for a number or a contact."""

    def on_create(self) -> NewState:
        """Go straight on where the intent names somebody."""
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
        """Open the conversation with these people, with the text that came with the intent."""
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
        """Write to the numbers that were typed."""
        numbers = [part.strip() for part in self.state.text.split(";") if part.strip()]
        if any(map(short_code, numbers)):
            self.update(text="")
            self.toast("Can't reply to short codes like this")
        elif numbers:
            self.write_to(numbers)


class ThreadActions(Actions[ThreadState]):
    """One conversation."""

    @property
    def thread(self) -> int:
        """The conversation's id."""
        return self.intent.get_int("thread_id")

    @property
    def binned(self) -> bool:
        """True if it shows the recycle bin's part of the conversation."""
        return self.intent.get_bool("is_recycle_bin")

    def talk(self) -> Conversation | None:
        """Return the conversation; None where there is none of this id."""
        return self.store.conversation(self.thread)

    def count(self) -> int:
        """Return the number of messages shown, without scheduled ones."""
        return self.store.message_count(self.thread, binned=self.binned)

    # -- life

    def on_create(self) -> ThreadState:
        """Take up the draft, or the text that came with the intent."""
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
        """Mark what is on screen as read."""
        if self.store.available and not self.binned:
            self.store.set_read([self.thread], True)

    def on_pause(self) -> None:
        """Keep what was typed as a draft."""
        if self.store.available and not self.binned:
            self.store.save_draft(self.thread, self.state.text.strip())

    def on_back(self) -> bool:
        """End marking, or close the kinds of attachments."""
        if self.state.selected:
            self.clear_selection()
        elif self.state.picker:
            self.update(picker=False)
        else:
            return False
        return True

    def leave(self) -> None:
        """Leave the conversation without a draft."""
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
        """Show who takes part."""
        self.start_activity(".activities.ConversationDetailsActivity", thread_id=self.thread)

    def mark_unread(self) -> None:
        """Mark the conversation as unread and leave it."""
        self.store.set_read([self.thread], False)
        self.finish()

    # -- marked messages

    def toggle(self, message: int) -> None:
        """Mark a message, or no longer."""
        self.update(selected=toggled(self.state.selected, message))

    def clear_selection(self) -> None:
        """End marking."""
        self.update(selected=())

    def select_all(self) -> None:
        """Mark all messages."""
        every = self.store.every_message(self.thread, binned=self.binned)
        self.update(selected=tuple(message.id for message in every))

    def marked_text(self) -> str:
        """Return the texts of the marked messages, oldest first."""
        found = [m for m in map(self.store.message, self.state.selected) if m is not None]
        return "\n\n".join(m.body for m in sorted(found, key=lambda m: (m.date_ms, m.id)))

    def delete_messages(self, messages: tuple[int, ...], *, for_good: bool = False) -> None:
        """Delete messages; leave the conversation where none is left.

        Args:
            messages: Their ids.
            for_good: Pass by the recycle bin, where that is in use.
        """
        self.clear_selection()
        self.store.delete_messages(messages, for_good=for_good or self.binned)
        if not self.count():
            self.finish()

    def with_text(self, action: Callable[[str], object]) -> Callable[[], None]:
        """Return a callback that hands the marked texts to `action` and ends marking."""

        def run() -> None:
            action(self.marked_text())
            self.clear_selection()

        return run

    def share(self, text: str) -> None:
        """Hand a text to another app, which the user chooses."""
        wanted = Intent("android.intent.action.SEND", type="text/plain", extras=Map({_TEXT: text}))
        choose_app(self, wanted, "Share via")

    def forward(self, text: str) -> None:
        """Ask whom to send a text on to."""
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
        """Open or close the bar that adds people."""
        adding = not self.state.adding
        self.update(adding=adding, number="", picker=False)
        if adding:
            self.show_keyboard("add_contact_or_number")

    def add_person(self, number: str) -> None:
        """Add a number to those that the message goes to."""
        people = self.state.people
        if number.strip() and number not in people:
            people = (*people, number.strip())
        self.update(people=people, number="")

    def confirm_people(self) -> None:
        """Go on in the conversation with the people chosen."""
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
        """Offer the kinds of attachments, or no longer."""
        self.hide_keyboard()
        self.update(picker=not self.state.picker)

    def attach(self, wanted: str) -> None:
        """Ask another app for an attachment, by a type of content or an action."""
        if "/" in wanted:
            openable = ("android.intent.category.OPENABLE",)
            intent = Intent("android.intent.action.GET_CONTENT", type=wanted, categories=openable)
            self.open_elsewhere(intent, "attachment")
        elif wanted.endswith("PICK"):
            self.open_elsewhere(Intent(wanted, type="vnd.android.cursor.dir/contact"), "contact")
        else:
            self.open_elsewhere(Intent(wanted))

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Attach what was chosen."""
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
        """Attach the card of a contact, as a file of the app's own."""
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
        """Add a file to the message, once."""
        if chosen.uri and chosen not in self.state.attachments:
            self.update(attachments=(*self.state.attachments, chosen), picker=False)

    # -- sending

    def multimedia(self) -> bool:
        """Return whether what is being written goes out as a multimedia message."""
        state = self.state
        if state.attachments:
            return True
        group = len(state.people) > 1 and self.store.setting("send_group_message_mms")
        return group and bool(state.text)

    def in_future(self, when_ms: int) -> bool:
        """Return whether a time in ms since the epoch is to come; say so where it isn't."""
        if when_ms > self.context.system.clock.now_ms():
            return True
        self.toast("You must pick a time in the future")
        return False

    def send(self, ask_again: Callable[[], None]) -> None:
        """Send what was written, or keep it until its time.

        Args:
            ask_again: Called where that time has passed.
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
        """Send a scheduled message at once; it is no longer kept."""
        send(self.store, self.state.people, message.body)

    def change(self, message: Message) -> None:
        """Take up a scheduled message again; what is sent or scheduled next replaces it."""
        day = self.context.system.clock.datetime(message.date_ms).date()
        self.update(text=message.body, replaces=message.id, when_ms=message.date_ms, day=day)
        self.show_keyboard(MESSAGE_FIELD)

    def retry(self, message: Message) -> None:
        """Send a multimedia message that failed again; the text of another goes into the field."""
        if message.id >= MMS_FROM:
            resend_multimedia(self.store, message.id)
            return
        self.update(text=message.body, resend=message.id)
        self.show_keyboard(MESSAGE_FIELD)
