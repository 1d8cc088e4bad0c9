"""The messenger's dialogs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from typing_extensions import TypeVar

from android_gym.simulator.appkit.dialogs import (
    ChoiceDialog,
    DateDialog,
    DialogScreen,
    MessageDialog,
    TextDialog,
    TimeDialog,
)
from android_gym.simulator.appkit.simple_commons import ConfirmationDialog, clock_time, day_text
from android_gym.simulator.appkit.simple_views import RELATIVE
from android_gym.simulator.apps.sms_messenger.actions import (
    Actions,
    ConversationsActions,
    NewConversationActions,
    ThreadActions,
)
from android_gym.simulator.apps.sms_messenger.model import INBOX, Message
from android_gym.simulator.apps.sms_messenger.storage import contacts
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.date_pickers import LAST_DATE
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import wide_column
from android_gym.simulator.ui.options import Insets
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckBox, EditText, TextView

A_contra = TypeVar("A_contra", contravariant=True, bound=DialogScreen)


@dataclass(frozen=True)
class _MarkedDialog(ConfirmationDialog[A_contra]):
    """Base of the questions about selected items.

    Attributes:
        ids: Ids of the selected items.
        VERB: Verb of the question.
        NOUN: Noun of the question, in the singular.
    """

    MESSAGE = "Are you sure you want to {VERB} {counted}?"
    VERB: ClassVar[str] = "delete"
    NOUN: ClassVar[str]
    ids: tuple[int, ...]

    @property
    def counted(self) -> str:
        """The number of selected items with the noun."""
        return f"{len(self.ids)} {self.NOUN}{'' if len(self.ids) == 1 else 's'}"


# -- lists of conversations


@dataclass(frozen=True)
class DeleteConversations(_MarkedDialog[ConversationsActions]):
    """Ask before deleting conversations.

    Attributes:
        into_bin: Whether they are moved to the recycle bin.
    """

    NOUN = "conversation"
    into_bin: bool = False

    def message(self, screen: ConversationsActions) -> str | None:
        """Return the question."""
        if self.into_bin:
            return f"Are you sure you want to move {self.counted} into the Recycle Bin?"
        return super().message(screen)

    def on_confirm(self, screen: ConversationsActions) -> None:
        """Delete the conversations."""
        screen.delete(self.ids)


@dataclass(frozen=True)
class RestoreConversations(_MarkedDialog[ConversationsActions]):
    """Ask before restoring conversations from the recycle bin."""

    VERB = "restore"
    NOUN = "conversation"

    def on_confirm(self, screen: ConversationsActions) -> None:
        """Restore the conversations."""
        screen.restore(self.ids)


@dataclass(frozen=True)
class BlockConversations(ConfirmationDialog[ConversationsActions]):
    """Ask before blocking the people of conversations.

    Attributes:
        threads: Ids of the conversations.
        numbers: Numbers of the people.
    """

    threads: tuple[int, ...]
    numbers: tuple[str, ...]

    def message(self, screen: ConversationsActions) -> str:
        """Return the question."""
        return f"Are you sure you want to block {', '.join(self.numbers)}?"

    def on_confirm(self, screen: ConversationsActions) -> None:
        """Block the people."""
        screen.block(self.threads, self.numbers)


@dataclass(frozen=True)
class EmptyArchive(ConfirmationDialog[ConversationsActions]):
    """Ask before deleting all archived conversations."""

    MESSAGE = (
        "Are you sure you want to empty the Archive? "
        "All archived conversations will be permanently lost."
    )

    def on_confirm(self, screen: ConversationsActions) -> None:
        """Delete the archived conversations."""
        screen.empty_archive()


@dataclass(frozen=True)
class EmptyBin(ConfirmationDialog[Actions[Any]]):
    """Ask before emptying the recycle bin."""

    MESSAGE = (
        "Are you sure you want to empty the Recycle Bin? The messages will be permanently lost."
    )

    def on_confirm(self, screen: Actions[Any]) -> None:
        """Empty the recycle bin."""
        screen.store.empty_bin()


@dataclass(frozen=True)
class RenameConversation(TextDialog[Actions[Any]]):
    """Ask for the title of a group conversation.

    Attributes:
        thread: Id of the conversation.
    """

    TITLE = "Rename conversation"
    HINT = "Title"
    CAPITALIZE = "words"
    FIELD_ID = "rename_conv_edit_text"
    thread: int = 0

    def on_accept(self, screen: Actions[Any], text: str) -> None:
        """Set the title; if it is empty, the dialog stays open."""
        if text.strip():
            screen.rename(self.thread, text.strip())
        else:
            screen.toast("Name cannot be empty")
            screen.show_dialog(self)


# -- a conversation


@dataclass(frozen=True)
class DeleteConversation(ConfirmationDialog[ThreadActions]):
    """Ask before deleting a conversation."""

    MESSAGE = "Are you sure you want to delete all messages of this conversation?"

    def on_confirm(self, screen: ThreadActions) -> None:
        """Delete the conversation and leave."""
        screen.delete()
        screen.leave()


@dataclass(frozen=True)
class RestoreConversation(ConfirmationDialog[ThreadActions]):
    """Ask before restoring a conversation from the recycle bin."""

    MESSAGE = "Are you sure you want to restore all messages of this conversation?"

    def on_confirm(self, screen: ThreadActions) -> None:
        """Restore the conversation and leave."""
        screen.store.restore([screen.thread])
        screen.leave()


@dataclass(frozen=True)
class ArchiveConversation(ConfirmationDialog[ThreadActions]):
    """Ask before archiving or unarchiving a conversation.

    Attributes:
        archive: Whether to archive it.
    """

    archive: bool = True

    def message(self, screen: ThreadActions) -> str:
        """Return the question."""
        verb = "archive" if self.archive else "unarchive"
        return f"Are you sure you want to {verb} this conversation?"

    def on_confirm(self, screen: ThreadActions) -> None:
        """Archive or unarchive the conversation, and leave."""
        screen.store.set_archived([screen.thread], self.archive)
        screen.leave()


@dataclass(frozen=True)
class BlockConversation(ConfirmationDialog[ThreadActions]):
    """Ask before blocking the people of a conversation.

    Attributes:
        numbers: Numbers of the people.
    """

    numbers: tuple[str, ...]

    def message(self, screen: ThreadActions) -> str:
        """Return the question."""
        return f"Are you sure you want to block {', '.join(self.numbers)}?"

    def on_confirm(self, screen: ThreadActions) -> None:
        """Block the people and leave."""
        screen.store.block(self.numbers)
        screen.leave()


# -- messages


@dataclass(frozen=True)
class DeleteMessages(_MarkedDialog[ThreadActions]):
    """Ask before deleting messages.

    Attributes:
        for_good: Whether to bypass the recycle bin.
    """

    NOUN = "message"
    for_good: bool = False

    def on_confirm(self, screen: ThreadActions) -> None:
        """Delete the messages."""
        screen.delete_messages(self.ids, for_good=self.for_good)

    def build(self, screen: ThreadActions) -> Overlay:
        """Build the question, with an option to bypass the recycle bin."""

        def yes() -> None:
            screen.dismiss_dialog()
            self.on_confirm(screen)

        skip = None
        if screen.store.setting("use_recycle_bin") and not screen.binned:
            skip = CheckBox(
                "Skip the Recycle Bin, delete messages directly",
                id="skip_the_recycle_bin_checkbox",
                checked=self.for_good,
                size=14,
                width=MATCH,
                min_height=48,
                margin=(0, 16, 0, 0),
                on_checked_change=lambda on: screen.update_dialog(replace(self, for_good=on)),
            )
        question = TextView(
            self.message(screen) or "",
            id="delete_remember_title",
            style="dialog_message",
            width=MATCH,
        )
        return alert_dialog(
            content=wide_column(
                question,
                skip,
                id="delete_remember_holder",
                class_name=RELATIVE,
                padding=(24, 24, 24, 0),
            ),
            positive=self.POSITIVE,
            on_positive=yes,
            negative=self.NEGATIVE,
            on_dismiss=lambda: self.cancel(screen),
        )


@dataclass(frozen=True)
class RestoreMessages(_MarkedDialog[ThreadActions]):
    """Ask before restoring messages from the recycle bin."""

    VERB = "restore"
    NOUN = "message"

    def on_confirm(self, screen: ThreadActions) -> None:
        """Restore the messages."""
        screen.clear_selection()
        screen.store.take_back(self.ids)


@dataclass(frozen=True)
class _OneMessageDialog(MessageDialog[ThreadActions]):
    """A dialog about the one selected message.

    Attributes:
        number: Id of the message.
    """

    number: int

    def content(self, screen: ThreadActions, message: Message) -> View:
        """Build the dialog's content."""
        raise NotImplementedError(f"{type(self).__name__} must build its content.")

    def on_cancel(self, screen: ThreadActions) -> None:
        """Clear the selection."""
        screen.clear_selection()

    def build(self, screen: ThreadActions) -> Overlay | None:
        """Build the dialog; None if the message has been deleted."""
        message = screen.store.message(self.number)
        if message is None:
            return None
        content = self.content(screen, message)
        return self.alert(screen, lambda: self.on_cancel(screen), content=content)


@dataclass(frozen=True)
class Properties(_OneMessageDialog):
    """Show a message's properties: people, time and the like."""

    TITLE = "Message details"

    def content(self, screen: ThreadActions, message: Message) -> View:
        """Build the lines of properties."""
        talk = screen.talk()
        received = message.type == INBOX
        numbers = (message.address,) if received else talk.numbers if talk else ()
        names = [(screen.name_of(number), number) for number in numbers]
        people = (name if name == number else f"{name} ({number})" for name, number in names)
        context = screen.context
        moment = context.system.clock.datetime(message.date_ms)
        lines = (
            ("Sender" if received else "Receiver", "\n".join(people)),
            ("SIM", "1 (T-Mobile)"),
            (
                "Received at" if received else "Sent at",
                f"{day_text(context, moment)} {clock_time(context, moment)}",
            ),
        )
        name = "dialog_message_details_text_value"
        views = (
            TextView(f"{label}: {value}", id=name, key=label, size=16, width=MATCH, padding=(24, 6))
            for label, value in lines
        )
        return wide_column(*views)


@dataclass(frozen=True)
class SelectText(_OneMessageDialog):
    """Show a message's text in a field, to select parts of it."""

    def content(self, screen: ThreadActions, message: Message) -> View:
        """Build the field, which rejects edits."""
        return EditText(
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


@dataclass(frozen=True)
class ScheduledMessage(ChoiceDialog[ThreadActions]):
    """Options for a scheduled message.

    Attributes:
        number: Id of the message.
    """

    TITLE = "Scheduled message"
    MARKED = False
    number: int

    def choices(self, screen: ThreadActions) -> Sequence[str]:
        """Return the options: update, send now, delete."""
        return ("Update message", "Send now", "Delete")

    def on_choose(self, screen: ThreadActions, index: int) -> None:
        """Edit the message, or delete it and, for "Send now", send it first."""
        message = screen.store.message(self.number)
        if message is not None and index == 0:
            screen.change(message)
            return
        screen.store.delete_messages([self.number])
        if message is not None and index == 1:
            screen.send_now(message)

    def build(self, screen: ThreadActions) -> Overlay | None:
        """Build the list; None if the message has been sent."""
        return super().build(screen) if screen.store.message(self.number) else None


# -- writing


@dataclass(frozen=True)
class ShortCode(ConfirmationDialog[DialogScreen]):
    """Explain why there is no field to write in."""

    MESSAGE = (
        "You cannot send messages to short codes that contain letters like this, only to numbers."
    )
    POSITIVE = "OK"
    NEGATIVE = None

    def on_confirm(self, screen: DialogScreen) -> None:
        """Close the dialog only."""


@dataclass(frozen=True)
class ScheduleDate(DateDialog[ThreadActions]):
    """Choose the date for a scheduled message."""

    def day(self, screen: ThreadActions) -> dt.date:
        """Return the last chosen date, else today."""
        return screen.state.day or screen.context.system.clock.datetime().date()

    def span(self, screen: ThreadActions) -> tuple[dt.date, dt.date]:
        """Return the range from today to the last possible date."""
        return screen.context.system.clock.datetime().date(), LAST_DATE

    def on_pick(self, screen: ThreadActions, day: dt.date) -> None:
        """Ask for the time."""
        screen.update(day=day)
        screen.show_dialog(ScheduleTime())


@dataclass(frozen=True)
class ScheduleTime(TimeDialog[ThreadActions]):
    """Choose the time for a scheduled message."""

    def time(self, screen: ThreadActions) -> dt.time:
        """Return the time in five minutes."""
        return (screen.context.system.clock.datetime() + dt.timedelta(minutes=5)).time()

    def on_pick(self, screen: ThreadActions, time: dt.time) -> None:
        """Schedule the message; if the time has passed, the dialog stays open."""
        now = screen.context.system.clock.datetime()
        moment = dt.datetime.combine(screen.state.day or now.date(), time, tzinfo=now.tzinfo)
        when_ms = int(moment.timestamp() * 1000)
        if screen.in_future(when_ms):
            screen.update(when_ms=when_ms)
        else:
            screen.show_dialog(self)


@dataclass(frozen=True)
class PickNumber(ChoiceDialog[NewConversationActions]):
    """Choose which of a contact's numbers to write to.

    Attributes:
        numbers: The numbers.
    """

    NEGATIVE = None
    numbers: tuple[str, ...]

    def choices(self, screen: NewConversationActions) -> Sequence[str]:
        """Return the numbers with their types."""
        kinds = {person.number: person.kind for person in contacts(screen.context)}
        return [f"{number} ({kinds.get(number, 'Mobile')})" for number in self.numbers]

    def on_choose(self, screen: NewConversationActions, index: int) -> None:
        """Open the conversation with the number."""
        screen.write_to([self.numbers[index]])


# -- blocking lists


@dataclass(frozen=True)
class BlockDialog(TextDialog[Actions[Any]]):
    """Ask for an entry of a blocking list.

    Attributes:
        old: The entry to replace; empty for a new one.
    """

    old: str = ""

    def padding(self, screen: Actions[Any]) -> Insets:
        """Return the padding around the field."""
        return (24, 16, 24, 8)

    def change(self, screen: Actions[Any], text: str) -> None:
        """Save the entry."""
        raise NotImplementedError(f"{type(self).__name__} must say what it keeps.")

    def on_accept(self, screen: Actions[Any], text: str) -> None:
        """Save the entry unless it is empty."""
        if text.strip():
            self.change(screen, text.strip())


@dataclass(frozen=True)
class BlockKeyword(BlockDialog):
    """Ask for a keyword whose messages are blocked."""

    HINT = "Keyword"
    FIELD_ID = "add_blocked_keyword_edittext"

    def change(self, screen: Actions[Any], text: str) -> None:
        """Save the keyword."""
        screen.store.replace_keyword(self.old, text)


@dataclass(frozen=True)
class BlockNumber(BlockDialog):
    """Ask for a number whose messages are blocked."""

    HINT = "Number"
    FIELD_ID = "add_blocked_number_edittext"

    def change(self, screen: Actions[Any], text: str) -> None:
        """Save the number."""
        screen.store.replace_number(self.old, text)
