"""A conversation: its messages, and the field for the next one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from immutables import Map

from android_gym.simulator.appkit.simple_commons import (
    avatar,
    clock_time,
    confirm,
    day_and_time,
    day_text,
    text_size,
)
from android_gym.simulator.apps.sms_messenger.conversations import rename_dialog
from android_gym.simulator.apps.sms_messenger.look import AppScreen
from android_gym.simulator.apps.sms_messenger.new_conversation import matching, short_code
from android_gym.simulator.apps.sms_messenger.storage import (
    FAILED,
    INBOX,
    MMS_FROM,
    OUTBOX,
    SENT,
    STATUS_COMPLETE,
    Attachment,
    Conversation,
    Message,
    MessageStore,
    Person,
    preferences,
)
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.components import MenuItem, Toolbar
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.layouts import (
    FlowLayout,
    FrameLayout,
    GridLayout,
    HorizontalScrollView,
    RecyclerView,
    ScrollView,
    column,
    row,
)
from android_gym.simulator.ui.pickers import date_picker_dialog, time_picker_dialog
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, Divider, EditText, ImageView, TextView

__all__ = ["ThreadActivity"]

_RESULT_OK = -1
_PAGE = 50
_HEADER_MS = 300_000
_FIELD = "thread_type_message"

_ATTACHMENTS = (
    ("choose_photo", "Choose photo", "image", "#D32F2F", "image/*"),
    ("choose_video", "Choose video", "video", "#5D4037", "video/*"),
    ("take_photo", "Take photo", "camera", "#C2185B", "android.media.action.IMAGE_CAPTURE"),
    ("record_video", "Record video", "video", "#7B1FA2", "android.media.action.VIDEO_CAPTURE"),
    (
        "record_audio",
        "Record audio",
        "microphone",
        "#00796B",
        "android.provider.MediaStore.RECORD_SOUND",
    ),
    ("pick_file", "Choose file", "file", "#388E3C", "*/*"),
    ("pick_contact", "Choose contact", "account", "#303F9F", "android.intent.action.PICK"),
    ("schedule_message", "Schedule message", "clock_outline", "#1976D2", ""),
)
"""Id, label, icon, colour, and the type of content or the action asked for."""


@dataclass(frozen=True)
class ThreadState:
    """A conversation on screen.

    Attributes:
        text: What is being typed.
        people: Numbers that the message goes to.
        adding: Whether the bar that adds people is open.
        number: Text in that bar.
        selected: Messages that are marked.
        dialog: Dialog that is open.
        picker: Whether the attachments are offered.
        resend: Message that failed and is being sent again.
        when_ms: When the message is to be sent; 0 for at once.
        day: The day chosen for that.
        title: Text in the dialog that renames.
        attachments: Files that go with the message.
    """

    text: str = ""
    people: tuple[str, ...] = ()
    adding: bool = False
    number: str = ""
    selected: tuple[int, ...] = ()
    dialog: str = ""
    picker: bool = False
    resend: int | None = None
    when_ms: int = 0
    day: dt.date | None = None
    title: str = ""
    attachments: tuple[Attachment, ...] = ()


class ThreadActivity(AppScreen[ThreadState]):
    """One conversation."""

    @property
    def store(self) -> MessageStore:
        """Messages."""
        return MessageStore(self.context)

    @property
    def thread(self) -> int:
        """The thread's number."""
        return int(self.intent.extra("thread_id", 0))

    @property
    def binned(self) -> bool:
        """Whether it shows what is in the recycle bin."""
        return bool(self.intent.extra("is_recycle_bin", False))

    # -- life

    def on_create(self) -> ThreadState:
        """Takes up the draft, or the text that came with the intent."""
        store = self.store
        if not store.available:
            return ThreadState()
        talk = store.conversation(self.thread)
        text = str(self.intent.extra("thread_text") or "") or store.draft(self.thread)
        if not store.message_count(self.thread, binned=self.binned) and not self.binned:
            self.show_keyboard(_FIELD)
        return ThreadState(text=text, people=talk.numbers if talk else ())

    def on_new_intent(self) -> None:
        """Shows another conversation."""
        self.reset(self.on_create())

    def on_resume(self) -> None:
        """What is on screen is read."""
        if self.store.available and not self.binned:
            self.store.set_read([self.thread], True)

    def on_pause(self) -> None:
        """Keeps what was typed as a draft."""
        if self.store.available and not self.binned:
            self.store.save_draft(self.thread, self.state.text.strip())

    def on_back(self) -> bool:
        """Closes what is open first."""
        if self.state.selected:
            self.update(selected=())
        elif self.state.picker:
            self.update(picker=False)
        else:
            return False
        return True

    # -- screen

    def build(self) -> Screen:
        """Toolbar, people being added, messages, the bar at the bottom."""
        store, state = self.store, self.state
        if not store.available:
            return Screen(self.toolbar("", id="thread_toolbar"))
        talk = store.conversation(self.thread)
        people = state.people
        title = talk.title if talk else str(self.intent.extra("thread_title", ""))
        if talk is not None and set(people) != set(talk.numbers) and people:
            title = ", ".join(store.name_of(number) for number in people)
        closed = self.binned or (len(people) == 1 and short_code(people[0]))
        bar = self._marking(talk) if state.selected else self._toolbar(title, talk)
        messages = FrameLayout(
            [self._messages(talk)],
            id="thread_messages_fastscroller",
            class_name="android.widget.RelativeLayout",
            width=MATCH,
            height=0,
            weight=1,
        )
        content = column(
            bar,
            column(
                self._adding() if state.adding else None,
                messages,
                (None if self.binned else self._no_reply()) if closed else self._composer(),
                id="thread_holder",
                class_name="android.view.ViewGroup",
                width=MATCH,
                height=0,
                weight=1,
            ),
            id="thread_coordinator",
            class_name="android.view.ViewGroup",
            width=MATCH,
            height=MATCH,
        )
        return Screen(
            content,
            overlays=[self._dialog(talk)],
            navigation_bar="bottom_bar",
            title=title,
        )

    def _toolbar(self, title: str, talk: Conversation | None) -> View:
        store = self.store
        count = store.message_count(self.thread, binned=self.binned)
        numbers = talk.numbers if talk else ()
        single = len(numbers) == 1
        archived = self.thread in store.archived()
        items: list[tuple[str, str, str, Callable[[], Any]] | None] = [
            ("Delete", "delete", "delete", lambda: self.update(dialog="delete")) if count else None,
            ("Restore all messages", "restore", "restore", lambda: self.update(dialog="restore"))
            if self.binned
            else None,
            ("Dial number", "dial_number", "phone", lambda: self.dial(numbers[0]))
            if single and not self.binned
            else None,
            ("Add Person", "manage_people", "account_plus", self._toggle_adding)
            if not self.binned
            else None,
            (
                "Rename conversation",
                "rename_conversation",
                "pencil",
                lambda: self.update(dialog="rename", title=title),
            )
            if len(numbers) > 1
            else None,
        ]
        more: list[tuple[str, str, Callable[[], Any]] | None] = []
        if not self.binned:
            unsaved = single and store.name_of(numbers[0]) == numbers[0]
            more = [
                ("Unarchive", "unarchive", lambda: self.update(dialog="unarchive"))
                if archived
                else ("Archive", "archive", lambda: self.update(dialog="archive"))
                if count
                else None,
                ("Conversation details", "conversation_details", self._details),
                (
                    "Add number to contact",
                    "add_number_to_contact",
                    lambda: self.add_contact(numbers[0]),
                )
                if unsaved
                else None,
                ("Block number", "block_number", lambda: self.update(dialog="block")),
                ("Mark as Unread", "mark_as_unread", self._unread) if count else None,
            ]
        menu = [MenuItem(item[0], item[3], id=item[1], icon=item[2]) for item in items if item] + [
            MenuItem(item[0], item[2], id=item[1]) for item in more if item
        ]
        return self.toolbar(title, *menu, id="thread_toolbar")

    def _details(self) -> None:
        self.start_activity(".activities.ConversationDetailsActivity", thread_id=self.thread)

    def _unread(self) -> None:
        self.store.set_read([self.thread], False)
        self.finish()

    # -- messages

    def _messages(self, talk: Conversation | None) -> View | None:
        store = self.store
        binned = self.binned
        later = () if binned else tuple(store.scheduled(self.thread))
        count = store.message_count(self.thread, binned=binned)
        total = count + len(later)
        if not total:
            return None
        newest = (later and later[-1].id) or (count and store.messages(
            self.thread, count - 1, 1, binned=binned)[0].id)  # fmt: skip
        pages: dict[int, tuple[list[Message], list[bool]]] = {}

        def find(index: int) -> tuple[Message, bool] | None:
            """A message and whether its time stands above it; pages are counted from the end."""
            if index >= count:
                return later[index - count], True
            number = (count - 1 - index) // _PAGE
            first = max(0, count - (number + 1) * _PAGE)
            if number not in pages:
                length = count - number * _PAGE - first
                found = store.messages(self.thread, first, length, binned=binned)
                heads, last = [], None
                for message in found:
                    head = last is None or message.date_ms - last > _HEADER_MS
                    last = message.date_ms if head else last
                    heads.append(head)
                pages[number] = (found, heads)
            found, heads = pages[number]
            offset = index - first
            return (found[offset], heads[offset]) if offset < len(found) else None

        def build(index: int) -> View:
            item = find(index)
            if item is None:
                return View(height=1)
            return self._item(talk, *item, last=index == count - 1)

        return RecyclerView(
            total,
            build,
            id="thread_messages_list",
            key=("thread_messages_list", newest, count),
            start=total - 1,
            width=MATCH,
            gravity="bottom",
            padding=(0, 8, 0, 8),
        )

    def _item(self, talk: Conversation | None, message: Message, head: bool, *, last: bool) -> View:
        header = None
        if head:
            header = FrameLayout(
                [
                    TextView(
                        day_and_time(self.context, message.date_ms),
                        id="thread_date_time",
                        size=0.8 * text_size(self.context),
                        color="text_primary@0.6",
                        align="center",
                        width=MATCH,
                    )
                ],
                id="thread_date_time_holder",
                width=MATCH,
                padding=(0, 12, 0, 8),
                important_for_accessibility="yes",
            )
        received = message.type == INBOX
        return column(
            header,
            self._message(talk, message),
            self._state_of(message, last) if not received else None,
            key=message.id,
            width=MATCH,
            important_for_accessibility="no",
        )

    def _message(self, talk: Conversation | None, message: Message) -> View:
        received = message.type == INBOX
        selected = message.id in self.state.selected

        def tap() -> None:
            if self.state.selected:
                self._toggle(message.id)
            elif message.scheduled:
                self.update(dialog=f"scheduled {message.id}")

        def hold() -> None:
            self._toggle(message.id)

        corners = (24, 24, 24, 4) if received else (24, 24, 4, 24)
        body: View = TextView(
            message.body,
            id="thread_message_body",
            size=text_size(self.context),
            color="text_primary" if received else "on_primary",
            padding=12,
            background=Rounded("bubble" if received else "primary", corners),
            on_click=tap,
            on_long_click=hold,
        )
        if message.attachments:
            body = column(
                *(_file(attachment, tap, hold) for attachment in message.attachments),
                body if message.body else None,
                id="thread_mesage_attachments_holder",
                content_gravity="start" if received else "end",
            )
        name = self.store.name_of(message.address) if received else ""
        photo = (
            avatar(name, 40, "thread_message_sender_photo", gravity="bottom", margin=(4, 0, 4, 0))
            if received
            else None
        )
        wrapper = row(
            photo,
            body,
            id="thread_message_wrapper",
            class_name="android.widget.RelativeLayout",
            gravity="start" if received else "end",
        )
        return FrameLayout(
            [wrapper],
            id="thread_message_holder",
            class_name="android.view.ViewGroup",
            width=MATCH,
            padding=(4, 2, 60, 2) if received else (84, 2, 8, 2),
            background="primary@0.2" if selected else None,
            selected=selected,
            on_click=tap,
            on_long_click=hold,
        )

    def _state_of(self, message: Message, last: bool) -> View | None:
        """What stands below a message that was sent."""
        if message.scheduled:
            return ImageView(
                "clock_outline",
                id="thread_message_scheduled_icon",
                size=16,
                gravity="end",
                margin=(0, 2, 12, 4),
            )
        if message.type == OUTBOX:
            return TextView(
                "Sending\u2026",
                id="thread_sending",
                size=14,
                color="text_primary@0.6",
                align="end",
                width=MATCH,
                padding=(12, 2, 12, 8),
            )
        if message.type == FAILED:
            return TextView(
                "Not sent. Touch to retry.",
                id="thread_error",
                size=14,
                color="text_primary@0.6",
                align="end",
                width=MATCH,
                padding=(12, 2, 12, 8),
                on_click=lambda: self._retry(message),
            )
        if message.type == SENT and last:
            arrived = message.status == STATUS_COMPLETE
            return ImageView(
                "check_all" if arrived else "check",
                id="thread_success",
                size=16,
                gravity="end",
                margin=(0, 2, 12, 4),
            )
        return None

    def _retry(self, message: Message) -> None:
        if message.id >= MMS_FROM:
            self.store.resend_multimedia(message.id)
            return
        self.update(text=message.body, resend=message.id)
        self.show_keyboard(_FIELD)

    # -- marked messages

    def _toggle(self, number: int) -> None:
        chosen = self.state.selected
        rest = tuple(n for n in chosen if n != number)
        self.update(selected=rest if number in chosen else (*chosen, number))

    def _marked(self) -> list[Message]:
        found = [self.store.message(number) for number in self.state.selected]
        return sorted((m for m in found if m is not None), key=lambda m: (m.date_ms, m.id))

    def _select_all(self) -> None:
        count = self.store.message_count(self.thread, binned=self.binned)
        every = self.store.messages(self.thread, 0, count, binned=self.binned)
        self.update(selected=tuple(message.id for message in every))

    def _marking(self, talk: Conversation | None) -> View:
        state = self.state
        marked = self._marked()
        single = len(marked) == 1
        text = "\n\n".join(message.body for message in marked)

        def then(action: Callable[[], Any]) -> Callable[[], None]:
            def run() -> None:
                action()
                self.update(selected=())

            return run

        total = self.store.message_count(self.thread, binned=self.binned)

        def ask(dialog: str) -> Callable[[], None]:
            return lambda: self.update(dialog=dialog)

        return Toolbar(
            navigation="arrow_back",
            navigation_description="Done",
            on_navigation=lambda: self.update(selected=()),
            content=TextView(
                f"{len(state.selected)} / {total}",
                style="app_bar_title",
                color="on_app_bar",
                width=MATCH,
                margin=(8, 0),
                on_click=self._select_all,
            ),
            menu=[
                MenuItem(
                    "Copy to clipboard",
                    then(lambda: self.copy(text)),
                    id="cab_copy_to_clipboard",
                    icon="content_copy",
                )
                if single
                else None,
                MenuItem(
                    "Share", then(lambda: self._share(text)), id="cab_share", icon="share_variant"
                )
                if single
                else None,
                MenuItem("Delete", ask("delete_messages"), id="cab_delete", icon="delete"),
                MenuItem("Restore", ask("restore_messages"), id="cab_restore", icon="restore")
                if self.binned
                else None,
                MenuItem(
                    "Properties", ask("properties"), id="cab_properties",
                    icon="information_outline",
                )
                if single
                else None,
                MenuItem("Forward", then(lambda: self._forward(text)), id="cab_forward_message")
                if single
                else None,
                MenuItem("Select text", ask("select_text"), id="cab_select_text")
                if single
                else None,
                MenuItem("Select all", self._select_all, id="cab_select_all"),
            ],
            id="action_context_bar",
        )  # fmt: skip

    def _share(self, text: str) -> None:
        wanted = Intent(
            "android.intent.action.SEND",
            type="text/plain",
            extras=Map({"android.intent.extra.TEXT": text}),
        )
        self.open_elsewhere(
            Intent("android.intent.action.CHOOSER", extras=Map(intent=wanted, title="Share via"))
        )

    def _forward(self, text: str) -> None:
        component = self.context.manifest.component(".activities.NewConversationActivity")
        self.start_activity(
            Intent(
                "android.intent.action.SEND",
                type="text/plain",
                component=component,
                extras=Map({"android.intent.extra.TEXT": text}),
            )
        )

    # -- adding people

    def _toggle_adding(self) -> None:
        adding = not self.state.adding
        self.update(adding=adding, number="", picker=False)
        if adding:
            self.show_keyboard("add_contact_or_number")

    def _add(self, number: str) -> None:
        if number.strip() and number not in self.state.people:
            self.update(people=(*self.state.people, number.strip()), number="")
        else:
            self.update(number="")

    def _confirm_people(self) -> None:
        self.hide_keyboard()
        store, people = self.store, self.state.people
        if not people:
            return
        thread = store.thread_id(people)
        if thread == self.thread:
            self.update(adding=False)
            return
        talk = store.conversation(thread)
        text = self.state.text
        self.update(text="", adding=False)
        self.finish()
        self.start_activity(
            ".activities.ThreadActivity",
            thread_id=thread,
            thread_title=talk.title if talk else ", ".join(people),
            thread_text=text,
        )

    def _adding(self) -> View:
        store, state = self.store, self.state
        chips = [
            row(
                TextView(store.name_of(number), id="selected_contact_name", size=14),
                ImageView(
                    "close",
                    id="selected_contact_remove",
                    size=18,
                    content_description=f"Remove {store.name_of(number)}",
                    width=32,
                    height=32,
                    on_click=partial(
                        self.update, people=tuple(n for n in state.people if n != number)
                    ),
                )
                if len(state.people) > 1
                else None,
                id="selected_contact_holder",
                class_name="android.widget.RelativeLayout",
                key=number,
                min_height=36,
                padding=(12, 2, 8, 2),
                margin=4,
                content_gravity="center_vertical",
                background=Rounded(None, 18, "primary"),
            )
            for number in state.people
        ]
        found = matching(store.people(), state.number)[:4] if state.number else []
        return column(
            row(
                FlowLayout(chips, id="selected_contacts", width=0, weight=1),
                ImageView(
                    "check",
                    id="confirm_manage_contacts",
                    content_description="OK",
                    width=48,
                    height=48,
                    on_click=self._confirm_people,
                ),
                width=MATCH,
                padding=(8, 4),
            ),
            row(
                EditText(
                    state.number,
                    id="add_contact_or_number",
                    hint="Add Contact or Number\u2026",
                    on_text_change=lambda text: self.update(number=text),
                    background="transparent",
                    vertical="center",
                    height=48,
                    width=0,
                    weight=1,
                    padding=(16, 0),
                ),
                ImageView(
                    "check",
                    id="confirm_inserted_number",
                    content_description="Confirm selection",
                    width=48,
                    height=48,
                    on_click=lambda: self._add(state.number),
                ),
                width=MATCH,
            ),
            *(self._offer(person) for person in found),
            Divider(width=MATCH),
            id="thread_add_contacts",
            class_name="android.widget.RelativeLayout",
            width=MATCH,
        )

    def _offer(self, person: Person) -> View:
        return column(
            TextView(person.name, id="item_contact_name", size=16),
            TextView(person.number, id="item_contact_number", size=14, color="text_primary@0.6"),
            key=(person.name, person.number),
            width=MATCH,
            padding=(16, 6),
            on_click=lambda: self._add(person.number),
        )

    # -- writing

    def _no_reply(self) -> View:
        return row(
            TextView(
                "Can't reply to short codes like this",
                id="reply_disabled_text",
                size=16,
                color="text_primary@0.8",
                width=0,
                weight=1,
            ),
            ImageView(
                "information_outline",
                id="reply_disabled_info",
                content_description="More info",
                width=48,
                height=48,
                on_click=lambda: self.update(dialog="short_code"),
            ),
            id="short_code_holder",
            class_name="android.view.ViewGroup",
            width=MATCH,
            padding=(16, 4, 4, 4),
            content_gravity="center_vertical",
            background="bottom_bar",
        )

    def _composer(self) -> View:
        state = self.state
        kept = preferences(self.context).all()
        ready = bool(state.text or state.attachments)
        send_on_enter = kept.get("send_on_enter", False) is True
        scheduled = None
        if state.when_ms:
            scheduled = row(
                Button(
                    day_and_time(self.context, state.when_ms),
                    id="scheduled_message_button",
                    icon="clock_outline",
                    color="text_primary",
                    on_click=lambda: self.update(dialog="date"),
                ),
                View(width=0, weight=1),
                ImageView(
                    "close",
                    id="discard_scheduled_message",
                    content_description="Discard",
                    width=48,
                    height=48,
                    on_click=lambda: self.update(when_ms=0),
                ),
                id="scheduled_message_holder",
                width=MATCH,
            )
        counter = None
        if kept.get("show_character_counter", False) is True:
            counter = TextView(_counter(state.text), id="thread_character_counter", size=12.8)
        send = Button(
            "MMS" if self._multimedia() else "SMS",
            id="thread_send_message",
            content_description="OK",
            icon="send",
            icon_top=True,
            icon_size=20,
            icon_padding=0,
            size=12,
            color="text_primary",
            padding=0,
            width=48,
            height=48,
            min_width=48,
            alpha=0.9 if ready else 0.4,
            clickable=ready,
            on_click=self._send if ready else None,
            on_long_click=lambda: self.update(dialog="date"),
        )
        bar = row(
            ImageView(
                "close" if state.picker else "plus",
                id="thread_add_attachment",
                content_description="Attachment",
                width=48,
                height=48,
                gravity="bottom",
                on_click=self._toggle_picker,
            ),
            EditText(
                state.text,
                id=_FIELD,
                hint="Type a message\u2026",
                on_text_change=self._typed,
                on_editor_action=self._send if send_on_enter else None,
                ime_action="send" if send_on_enter else "none",
                multi_line=not send_on_enter,
                capitalize="sentences",
                size=16,
                background="transparent",
                vertical="center",
                min_height=48,
                width=0,
                weight=1,
                padding=(8, 12),
            ),
            counter,
            send,
            width=MATCH,
            content_gravity="bottom",
            padding=(4, 4),
        )
        return column(
            scheduled,
            self._chosen() if state.attachments else None,
            bar,
            self._picker() if state.picker else None,
            id="message_holder",
            class_name="android.view.ViewGroup",
            width=MATCH,
            background="bottom_bar",
        )

    def _typed(self, text: str) -> None:
        self.update(text=text)

    def _toggle_picker(self) -> None:
        self.hide_keyboard()
        self.update(picker=not self.state.picker)

    def _picker(self) -> View:
        def choice(name: str, label: str, icon: str, color: str, wanted: str) -> View:
            return column(
                FrameLayout(
                    [ImageView(icon, tint="#FFFFFF", gravity="center")],
                    width=48,
                    height=48,
                    background=Oval(color),
                ),
                TextView(label, size=12, align="center", width=MATCH, margin=(0, 6, 0, 0)),
                id=name,
                width=90,
                height=96,
                content_gravity="center_horizontal",
                padding=(2, 8, 2, 0),
                on_click=lambda: self._attach(wanted),
            )

        grid = GridLayout(
            [choice(*item) for item in _ATTACHMENTS], columns=4, width=MATCH, padding=(8, 8)
        )
        return ScrollView(grid, id="attachment_picker_holder", width=MATCH, height=220)

    def _attach(self, wanted: str) -> None:
        if not wanted:
            self.update(dialog="date", picker=False)
        elif "/" in wanted:
            self.open_elsewhere(
                Intent(
                    "android.intent.action.GET_CONTENT",
                    type=wanted,
                    categories=("android.intent.category.OPENABLE",),
                ),
                "attachment",
            )
        elif wanted.endswith("PICK"):
            self.open_elsewhere(Intent(wanted, type="vnd.android.cursor.dir/contact"))
        else:
            self.open_elsewhere(Intent(wanted))

    def on_activity_result(self, request: Any, code: int, data: Any) -> None:
        """Attaches what was chosen."""
        if request != "attachment" or code != _RESULT_OK or not isinstance(data, Intent):
            return
        name = (document_path(data.data or "") or data.data or "").rpartition("/")[2]
        chosen = Attachment(data.data or "", data.type or "application/octet-stream", name)
        if chosen.uri and chosen not in self.state.attachments:
            self.update(attachments=(*self.state.attachments, chosen), picker=False)

    def _multimedia(self) -> bool:
        """Whether what is being written goes out as a multimedia message."""
        state = self.state
        if state.attachments:
            return True
        kept = preferences(self.context).all()
        group = kept.get("send_group_message_mms", False) is True and len(state.people) > 1
        return group and bool(state.text)

    def _chosen(self) -> View:
        """The files that go with the message, each with a button that takes it away."""

        def item(attachment: Attachment) -> View:
            rest = tuple(a for a in self.state.attachments if a != attachment)
            return row(
                _file(attachment),
                ImageView(
                    "close_circle",
                    id="remove_attachment_button",
                    content_description="Remove",
                    width=40,
                    height=40,
                    on_click=lambda: self.update(attachments=rest),
                ),
                id="document_attachment_holder",
                key=attachment.uri,
                content_gravity="center_vertical",
                margin=(8, 4),
            )

        return HorizontalScrollView(
            row(*map(item, self.state.attachments)),
            id="thread_attachments_recyclerview",
            class_name="androidx.recyclerview.widget.RecyclerView",
            width=MATCH,
        )

    def _send(self) -> None:
        state = self.state
        body = state.text.strip()
        if not (body or state.attachments) or not state.people:
            return
        store = self.store
        if self._multimedia():
            store.send_multimedia(state.people, body, state.attachments)
            self.update(attachments=(), when_ms=0)
        elif state.when_ms:
            if state.when_ms <= self.context.system.clock.now_ms():
                self.toast("You must pick a time in the future")
                self.update(dialog="date")
                return
            store.schedule(self.thread, state.people, body, state.when_ms)
        else:
            store.send(state.people, body, resend=state.resend)
        self.update(text="", resend=None, when_ms=0)
        store.save_draft(self.thread, "")

    # -- dialogs

    def _dialog(self, talk: Conversation | None) -> Overlay | None:
        name, _, argument = self.state.dialog.partition(" ")
        build = _DIALOGS.get(name)
        return build(self, talk, argument) if build is not None else None

    def close(self) -> None:
        """Closes the dialog."""
        self.update(dialog="")

    def ask(self, question: str, action: Callable[[], Any], *, leave: bool = False) -> Overlay:
        """Asks, does it and, if so wanted, leaves the conversation."""

        def yes() -> None:
            self.update(dialog="", selected=())
            action()
            if leave:
                self.update(text="")
                self.finish()

        return confirm(question, yes, self.close)


def _counter(text: str) -> str:
    """Characters left in this part, and the number of parts."""
    plain = all(character in _GSM for character in text)
    single, part = (160, 153) if plain else (70, 67)
    length = len(text) if plain else len(text.encode("utf-16-be")) // 2
    parts = 1 if length <= single else -(-length // part)
    return f"{single - length if parts == 1 else parts * part - length}/{parts}"


_GSM = frozenset(
    "@\u00a3$\u00a5\u00e8\u00e9\u00f9\u00ec\u00f2\u00c7\n\u00d8\u00f8\r\u00c5\u00e5\u0394_\u03a6"
    "\u0393\u039b\u03a9\u03a0\u03a8\u03a3\u0398\u039e\u00c6\u00e6\u00df\u00c9 !\"#\u00a4%&'()*+,-./"
    "0123456789:;<=>?\u00a1ABCDEFGHIJKLMNOPQRSTUVWXYZ\u00c4\u00d6\u00d1\u00dc\u00a7\u00bf"
    "abcdefghijklmnopqrstuvwxyz\u00e4\u00f6\u00f1\u00fc\u00e0"
)


def _delete(app: ThreadActivity, talk: Conversation | None, _: str) -> Overlay:
    def delete() -> None:
        if app.binned:
            app.store.empty_bin([app.thread])
        else:
            app.store.delete_threads([app.thread])

    return app.ask(
        "Are you sure you want to delete all messages of this conversation?", delete, leave=True
    )


def _restore(app: ThreadActivity, talk: Conversation | None, _: str) -> Overlay:
    return app.ask(
        "Are you sure you want to restore all messages of this conversation?",
        lambda: app.store.restore([app.thread]),
        leave=True,
    )


def _archive(app: ThreadActivity, talk: Conversation | None, _: str) -> Overlay:
    return app.ask(
        "Are you sure you want to archive this conversation?",
        lambda: app.store.set_archived([app.thread], True),
        leave=True,
    )


def _unarchive(app: ThreadActivity, talk: Conversation | None, _: str) -> Overlay:
    return app.ask(
        "Are you sure you want to unarchive this conversation?",
        lambda: app.store.set_archived([app.thread], False),
        leave=True,
    )


def _block(app: ThreadActivity, talk: Conversation | None, _: str) -> Overlay:
    numbers = talk.numbers if talk else ()
    return app.ask(
        f"Are you sure you want to block {', '.join(numbers)}?",
        lambda: app.store.block(numbers),
        leave=True,
    )


def _count(app: ThreadActivity) -> str:
    number = len(app.state.selected)
    return f"{number} message{'' if number == 1 else 's'}"


def _delete_messages(app: ThreadActivity, talk: Conversation | None, _: str) -> Overlay:
    chosen = app.state.selected

    def delete() -> None:
        app.store.delete_messages(chosen, for_good=app.binned)
        if not app.store.message_count(app.thread, binned=app.binned):
            app.finish()

    return app.ask(f"Are you sure you want to delete {_count(app)}?", delete)


def _restore_messages(app: ThreadActivity, talk: Conversation | None, _: str) -> Overlay:
    chosen = app.state.selected

    return app.ask(
        f"Are you sure you want to restore {_count(app)}?", lambda: app.store.take_back(chosen)
    )


def _properties(app: ThreadActivity, talk: Conversation | None, _: str) -> Overlay | None:
    message = next((app.store.message(number) for number in app.state.selected), None)
    if message is None:
        return None
    moment = app.context.system.clock.datetime(message.date_ms)
    received = message.type == INBOX
    numbers = [message.address] if received else list(talk.numbers if talk else ())
    people = "\n".join(
        number if (name := app.store.name_of(number)) == number else f"{name} ({number})"
        for number in numbers
    )
    stamp = f"{day_text(app.context, moment)} {clock_time(app.context, moment)}"
    lines = (
        ("Sender" if received else "Receiver", people),
        ("SIM", "1 (T-Mobile)"),
        ("Received at" if received else "Sent at", stamp),
    )

    def done() -> None:
        app.update(dialog="", selected=())

    body = column(
        *(
            TextView(
                f"{label}: {value}",
                id="dialog_message_details_text_value",
                key=label,
                size=16,
                width=MATCH,
                padding=(24, 6),
            )
            for label, value in lines
        ),
        width=MATCH,
    )
    return alert_dialog("Message details", content=body, positive="OK", on_dismiss=done)


def _select_text(app: ThreadActivity, talk: Conversation | None, _: str) -> Overlay | None:
    message = next((app.store.message(number) for number in app.state.selected), None)
    if message is None:
        return None

    def done() -> None:
        app.update(dialog="", selected=())

    field = EditText(
        message.body,
        id="dialog_select_text_value",
        class_name="android.widget.TextView",
        accept=lambda text: text == message.body,
        multi_line=True,
        size=16,
        background="transparent",
        width=MATCH,
        margin=(24, 16, 24, 0),
    )
    return alert_dialog(content=field, positive="OK", on_dismiss=done)


def _rename(app: ThreadActivity, talk: Conversation | None, _: str) -> Overlay:
    def ok() -> None:
        title = app.state.title.strip()
        if not title:
            app.toast("Name cannot be empty")
            return
        app.store.rename(app.thread, title)
        app.close()

    return rename_dialog(app.state.title, lambda text: app.update(title=text), ok, app.close)


def _short_code(app: ThreadActivity, talk: Conversation | None, _: str) -> Overlay:
    text = (
        "You cannot send messages to short codes that contain letters like this, only to numbers."
    )
    return confirm(text, app.close, app.close, yes="OK", no=None)


def _date(app: ThreadActivity, talk: Conversation | None, _: str) -> Overlay:
    now = app.context.system.clock.datetime()
    return date_picker_dialog(
        app.state.day or now.date(),
        lambda day: app.update(day=day, dialog="time"),
        app.close,
        first=now.date(),
        today=now.date(),
    )


def _time(app: ThreadActivity, talk: Conversation | None, _: str) -> Overlay:
    now = app.context.system.clock.datetime()

    def chosen(time: dt.time) -> None:
        day = app.state.day or now.date()
        moment = dt.datetime.combine(day, time, tzinfo=now.tzinfo)
        when = int(moment.timestamp() * 1000)
        if when <= app.context.system.clock.now_ms():
            app.toast("You must pick a time in the future")
            return
        app.update(dialog="", when_ms=when)

    later = now + dt.timedelta(minutes=5)
    is_24 = app.context.system.settings.get("system", "time_12_24") == "24"
    return time_picker_dialog(later.time(), chosen, app.close, is_24=is_24)


def _scheduled(app: ThreadActivity, talk: Conversation | None, argument: str) -> Overlay | None:
    number = int(argument or 0)
    message = app.store.message(number)
    if message is None:
        return None

    def act(index: int) -> None:
        app.close()
        app.store.delete_messages([number])
        if index == 0:
            app.store.send(app.state.people, message.body)

    return alert_dialog(
        "Schedule message",
        items=["Send now", "Cancel schedule send"],
        on_item=act,
        negative="Cancel",
        on_dismiss=app.close,
    )


_DIALOGS: dict[str, Callable[[ThreadActivity, Conversation | None, str], Overlay | None]] = {
    "delete": _delete,
    "restore": _restore,
    "archive": _archive,
    "unarchive": _unarchive,
    "block": _block,
    "delete_messages": _delete_messages,
    "restore_messages": _restore_messages,
    "properties": _properties,
    "select_text": _select_text,
    "rename": _rename,
    "short_code": _short_code,
    "date": _date,
    "time": _time,
    "scheduled": _scheduled,
}


def _file(
    attachment: Attachment,
    tap: Callable[[], None] | None = None,
    hold: Callable[[], None] | None = None,
) -> View:
    """A file with its name."""
    kind = attachment.mime.partition("/")[0]
    return row(
        ImageView(_ICONS.get(kind, "file"), id="icon", tint="on_primary"),
        TextView(
            attachment.name,
            id="filename",
            size=14,
            color="on_primary",
            max_lines=1,
            ellipsize="middle",
            padding=(8, 0, 0, 0),
        ),
        key=attachment.uri,
        min_height=48,
        padding=(12, 4),
        margin=(0, 2),
        content_gravity="center_vertical",
        background=Rounded("primary", 16),
        on_click=tap,
        on_long_click=hold,
    )


_ICONS = {"image": "image", "video": "video", "audio": "microphone"}
