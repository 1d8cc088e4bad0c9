"""The message editor."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from android_gym.simulator.appkit.dialogs import ConfirmDialog, MessageDialog
from android_gym.simulator.appkit.people import avatar
from android_gym.simulator.apps.gmail.dialogs import SnoozeSheet, WhenDate, WhenTime
from android_gym.simulator.apps.gmail.editing import Editing
from android_gym.simulator.apps.gmail.look import file_card, icon_button
from android_gym.simulator.apps.gmail.model import Address, Field
from android_gym.simulator.apps.gmail.storage import ACCOUNT
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import Chip, MenuItem, Toolbar
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FlowLayout,
    ScrollView,
    column,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, EditText, TextView

__all__ = ["ComposeActivity"]

_NAMES: dict[Field, str] = {"to": "To", "cc": "Cc", "bcc": "Bcc"}


@dataclass(frozen=True)
class CannotSend(MessageDialog[Editing]):
    """Reports why a message can't be sent."""

    POSITIVE = "OK"
    reason: str = ""

    def message(self, screen: Editing) -> str:
        """Return the reason."""
        return self.reason


@dataclass(frozen=True)
class SendAnyway(ConfirmDialog[Editing]):
    """Asks for confirmation before an incomplete message is sent, or any if the user wants that.

    Attributes:
        question: The question.
        time_ms: When to send it, epoch milliseconds; 0 for now.
    """

    POSITIVE = "Send"
    question: str = "Send this message?"
    time_ms: int = 0

    def message(self, screen: Editing) -> str:
        """Return the question."""
        return self.question

    def on_confirm(self, screen: Editing) -> None:
        """Send or schedule the message."""
        if self.time_ms:
            screen.send_at(self.time_ms)
        else:
            screen.send()


@dataclass(frozen=True)
class DiscardDraft(ConfirmDialog[Editing]):
    """Asks for confirmation before the message is discarded."""

    POSITIVE = "Discard"
    MESSAGE = "Discard this message?"

    def on_confirm(self, screen: Editing) -> None:
        """Discard the message."""
        screen.discard()


class ComposeActivity(Editing):
    """The message editor."""

    DIALOGS = (CannotSend, DiscardDraft, SendAnyway, SnoozeSheet, WhenDate, WhenTime)

    def build(self) -> Screen:
        """Build the toolbar, recipients, subject, text and attachments."""
        state = self.state
        typing = next((field for field in _NAMES if self.suggestions(field)), None)
        fields: list[View | None] = [
            wide_row(
                TextView("From", size=16, color="text_secondary", width=64),
                TextView(ACCOUNT, id="from_account_name", size=16, width=0, weight=1, max_lines=1),
                id="from_account_wrapper",
                min_height=56,
                padding=(16, 4),
                content_gravity="center_vertical",
            ),
            *self._people("to", typing),
            *(self._people("cc", typing) if state.more else ()),
            *(self._people("bcc", typing) if state.more else ()),
        ]
        if typing is None:
            fields += [self._subject(), Divider(), self._body(), self._quoted(), *self._files()]
        return Screen(
            full_column(
                self._bar(),
                ScrollView(
                    wide_column(*fields, id="composearea"), id="compose_scroller", width=MATCH,
                    height=0, weight=1,
                ),
                id="compose",
            ),
            title="Compose",
        )  # fmt: skip

    def _bar(self) -> View:
        state = self.state
        words = "Forward" if state.forward else "Reply" if state.answers else "Compose"
        return Toolbar(
            words if state.answers else "Compose",
            navigation="arrow_back",
            on_navigation=self.leave,
            menu=[
                MenuItem("Attach file", self._choose_file, id="add_attachment", icon="paperclip"),
                MenuItem("Send", self._ask_send, id="send", icon="send_outline"),
                MenuItem("Schedule send", self._ask_time, id="schedule_send"),
                MenuItem("Save draft", self._save, id="save", enabled=not self.empty),
                MenuItem("Discard", self._ask_discard, id="discard"),
                MenuItem(
                    "Settings",
                    lambda: self.start_activity(".ui.settings.SettingsActivity"),
                    id="settings",
                ),
            ],
            id="mail_toolbar",
            background="background",
        )

    # -- fields

    def _people(self, field: Field, typing: Field | None) -> list[View | None]:
        chips = [
            Chip(
                person.shown if person.valid else str(person),
                key=(field, place),
                icon=None if person.valid else "alert_circle_outline",
                content_description=str(person),
                on_close=partial(self.remove, field, place),
            )
            for place, person in enumerate(self.people(field))
        ]
        entry = EditText(
            self.typed(field),
            id=field,
            on_text_change=partial(self.type, field),
            on_editor_action=partial(self.commit, field),
            on_focus_change=partial(self.leave_field, field),
            input_type="email",
            ime_action="next",
            autofocus=field == "to" and not self.state.to,
            content_description=_NAMES[field],
            max_length=2000,
            background="transparent",
            size=16,
            width=MATCH,
            min_height=36 if chips else 48,
            padding=(0, 6 if chips else 12),
        )
        offers = self.suggestions(field) if typing == field else []
        return [
            wide_row(
                TextView(_NAMES[field], id=f"{field}_label", size=16, color="text_secondary",
                         width=48, padding=(0, 14)),
                wide_column(
                    FlowLayout(chips, key="chips", width=MATCH, spacing=(8, 0)) if chips else None,
                    entry,
                    width=0,
                    weight=1,
                ),
                icon_button("chevron_down", "add_cc_bcc", "Add Cc/Bcc",
                            lambda: self.update(more=True))
                if field == "to" and not self.state.more
                else None,
                key=f"{field}_row",
                padding=(16, 0, 4, 0),
                content_gravity="top",
            ),
            Divider(key=f"{field}_line"),
            *(self._offer(field, person) for person in offers),
        ]  # fmt: skip

    def _offer(self, field: Field, person: Address) -> View:
        return wide_row(
            avatar(person.shown, 40, nobody="account", margin=(0, 0, 16, 0)),
            column(
                TextView(person.shown, id="peoplekit_listview_contact_name", size=16, max_lines=1),
                TextView(person.email, id="peoplekit_listview_contact_method", size=14,
                         color="text_secondary", max_lines=1),
                width=0,
                weight=1,
            ),
            id="peoplekit_listview_flattened_row",
            key=("offer", person.email),
            min_height=56,
            padding=(16, 8),
            content_gravity="center_vertical",
            on_click=partial(self.add, field, person),
        )  # fmt: skip

    def _subject(self) -> View:
        return EditText(
            self.state.subject,
            id="subject",
            hint="Subject",
            on_text_change=lambda text: self.update(subject=text),
            capitalize="sentences",
            ime_action="next",
            max_length=1000,
            background="transparent",
            size=16,
            width=MATCH,
            min_height=56,
            padding=(16, 16),
        )

    def _body(self) -> View:
        return EditText(
            self.state.body,
            id="composearea_tap_trap_bottom",
            hint="Compose email",
            on_text_change=lambda text: self.update(body=text),
            capitalize="sentences",
            multi_line=True,
            autofocus=bool(self.state.answers and not self.state.forward),
            cursor=0,
            max_length=100_000,
            background="transparent",
            size=16,
            width=MATCH,
            min_height=160,
            padding=(16, 16),
        )

    def _quoted(self) -> View | None:
        quoted = self.state.quoted
        if not quoted:
            return None
        return wide_column(
            wide_row(
                TextView("Quoted text", id="respond_inline_label", size=14, color="text_secondary",
                         width=0, weight=1),
                icon_button("close", "hide_quoted_text", "Remove quoted text",
                            lambda: self.update(quoted="")),
                content_gravity="center_vertical",
            ),
            TextView(quoted, id="quoted_text", size=14, color="text_secondary", width=MATCH),
            key="quoted",
            padding=(16, 0, 4, 16),
        )  # fmt: skip

    def _files(self) -> list[View]:
        number = self.state.draft
        return [
            file_card(
                file,
                on_click=None,
                after=icon_button("close", "remove_attachment", "Remove attachment",
                                  partial(self.detach, file)),
            )
            for file in (self.mailbox.files(number) if number else ())
        ]  # fmt: skip

    # -- toolbar

    def _choose_file(self) -> None:
        self.start_activity(
            Intent(
                "android.intent.action.OPEN_DOCUMENT",
                type="*/*",
                categories=("android.intent.category.OPENABLE",),
            ),
            request="file",
        )

    def _save(self) -> None:
        self.save()
        self.toast("Message saved as draft")

    def _ask_discard(self) -> None:
        if self.empty:
            self.discard()
        else:
            self.show_dialog(DiscardDraft())

    def _ready(self) -> bool:
        """Return whether the message can be sent; if not, show why."""
        for field in _NAMES:
            self.commit(field)
        reason = self.fault()
        if reason:
            self.show_dialog(CannotSend(reason))
        return not reason

    def _ask_send(self, time_ms: int = 0) -> None:
        if not self._ready():
            return
        state = self.state
        if not state.subject.strip():
            self.show_dialog(SendAnyway("There's no text in the message subject.", time_ms))
        elif not state.body.strip() and not state.quoted:
            self.show_dialog(SendAnyway("There's no text in the message body.", time_ms))
        elif self.settings.flag("confirm_send") and not time_ms:
            self.show_dialog(SendAnyway())
        elif time_ms:
            self.send_at(time_ms)
        else:
            self.send()

    def _ask_time(self) -> None:
        if self._ready():
            self.hide_keyboard()
            self.show_dialog(SnoozeSheet())

    def chosen_time(self, numbers: tuple[int, ...], time_ms: int) -> None:
        """Schedule the message for the chosen time."""
        self._ask_send(time_ms)

    def on_back(self) -> bool:
        """Save what was written."""
        self.leave()
        return True
