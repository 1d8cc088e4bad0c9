"""Dialogs of Phone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from android_gym.simulator.appkit.dialogs import (
    ChoiceDialog,
    ConfirmDialog,
    MessageDialog,
    TextDialog,
)
from android_gym.simulator.apps.dialer.actions import DialerScreen, MainActions
from android_gym.simulator.apps.dialer.model import HistoryState, shown_number
from android_gym.simulator.apps.dialer.storage import caller, quick_responses, send_message
from android_gym.simulator.system.phone_numbers import as_typed, digits_of
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import MenuItem, popup_menu

__all__ = [
    "AnswerByMessage",
    "BlockCaller",
    "BlockNumber",
    "CallError",
    "CallMenu",
    "ChooseNumber",
    "ClearHistory",
    "EditResponse",
    "FavoriteMenu",
    "Notice",
    "OwnAnswer",
    "UnblockNumber",
]


# --- the main screen -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Notice(MessageDialog[MainActions]):
    """The response to a code typed on the dial pad."""

    MESSAGE = "{text}"
    heading: str = ""
    text: str = ""

    def title(self, screen: MainActions) -> str | None:
        """Return the title; None for none."""
        return self.heading or None


@dataclass(frozen=True)
class FavoriteMenu(Dialog[MainActions]):
    """The menu of a favorite contact."""

    contact: int = 0

    def build(self, screen: MainActions) -> Overlay:
        """Build the menu."""
        contact = self.contact
        items = [
            MenuItem("Contact info", lambda: screen.show_contact(contact)),
            MenuItem("Remove", lambda: screen.people.star(contact, False)),
        ]
        if numbers := screen.people.numbers(contact):
            items[:0] = [
                MenuItem("Voice call", lambda: screen.call(numbers[0].number)),
                MenuItem("Message", lambda: screen.message(numbers[0].number)),
            ]
        return popup_menu(items, screen.dismiss_dialog)


@dataclass(frozen=True)
class ChooseNumber(ChoiceDialog[MainActions]):
    """Asks which number of a favorite to call.

    Attributes:
        contact: The favorite.
    """

    TITLE = "Choose number"
    MARKED = False
    contact: int = 0

    def choices(self, screen: MainActions) -> Sequence[str]:
        """Return the numbers with their labels."""
        numbers = screen.people.numbers(self.contact)
        return [f"{each.label} {shown_number(each.number)}" for each in numbers]

    def on_choose(self, screen: MainActions, index: int) -> None:
        """Call the number, unless it no longer exists."""
        numbers = screen.people.numbers(self.contact)
        if index < len(numbers):
            screen.call(numbers[index].number)


@dataclass(frozen=True)
class CallMenu(Dialog[MainActions]):
    """The menu of a row in Recents.

    Attributes:
        calls: Ids of the row's calls in the log.
    """

    calls: tuple[int, ...] = ()

    def build(self, screen: MainActions) -> Overlay | None:
        """Build the menu; None if the call no longer exists."""
        call = screen.log.get(self.calls[0]) if self.calls else None
        if call is None:
            return None
        number = call.number
        items = [MenuItem("Delete", lambda: screen.log.delete(self.calls))]
        if number:
            blocked = screen.blocked.blocks(number)

            def block() -> None:
                if not blocked:
                    screen.show_dialog(BlockCaller(number))
                    return
                screen.blocked.remove(number)
                screen.show_snackbar("Number unblocked", bottom=80)

            shown = shown_number(number)
            items[:0] = [
                MenuItem("Copy number", lambda: screen.copy(number)),
                MenuItem("Edit number before call", lambda: screen.show_dialpad(shown)),
                MenuItem("Unblock" if blocked else "Block", block),
            ]
        return popup_menu(items, screen.dismiss_dialog)


# --- the call history ----------------------------------------------------------------------------


@dataclass(frozen=True)
class ClearHistory(ConfirmDialog[DialerScreen[HistoryState]]):
    """Asks for confirmation before the call log is cleared."""

    TITLE = "Clear call history?"
    MESSAGE = "This will delete all calls from your history"

    def on_confirm(self, screen: DialerScreen[HistoryState]) -> None:
        """Clear the call log."""
        screen.log.clear()
        screen.cancel_missed()
        screen.update(expanded=0)


# --- a call --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CallError(MessageDialog[DialerScreen[Any]]):
    """Reports why a call can't be made."""

    MESSAGE = "{text}"
    text: str = ""

    def on_cancel(self, screen: DialerScreen[Any]) -> None:
        """Close the call's screen, unless there is another call."""
        if not screen.context.system.telephony.calls:
            screen.finish()


@dataclass(frozen=True)
class AnswerByMessage(ChoiceDialog[DialerScreen[Any]]):
    """Asks for the message with which to decline a call."""

    MARKED = False
    NEGATIVE = None
    call: int = 0
    number: str = ""

    def choices(self, screen: DialerScreen[Any]) -> Sequence[str]:
        """Return the user's quick responses, and an entry to write another."""
        return [*quick_responses(screen.context), "Write your own\u2026"]

    def on_choose(self, screen: DialerScreen[Any], index: int) -> None:
        """Decline the call and send the response, or ask for another text."""
        texts = quick_responses(screen.context)
        if index >= len(texts):
            screen.show_dialog(OwnAnswer(call=self.call, number=self.number))
            return
        screen.context.system.telephony.hang_up(self.call)
        send_message(screen.context, self.number, texts[index])
        screen.toast(f"Message sent to {caller(screen.context, self.number)[0]}.")

    def build(self, screen: DialerScreen[Any]) -> Overlay | None:
        """Build the list; None once the phone has stopped ringing."""
        return super().build(screen) if _rings(screen, self.call) else None


def _rings(screen: DialerScreen[Any], number: int) -> bool:
    """Return whether a call, given by its id, is still ringing."""
    calls = screen.context.system.telephony.calls
    return any(call.id == number and call.ringing for call in calls)


@dataclass(frozen=True)
class OwnAnswer(TextDialog[DialerScreen[Any]]):
    """Asks for a text with which to decline a call.

    Attributes:
        call: Id of the call.
        number: The caller's number.
    """

    TITLE, POSITIVE = "Write a custom message", "Send"
    FIELD_ID = "custom_sms_input"
    CAPITALIZE = "sentences"
    call: int = 0
    number: str = ""

    def build(self, screen: DialerScreen[Any]) -> Overlay | None:
        """Build the field; None once the phone has stopped ringing."""
        return super().build(screen) if _rings(screen, self.call) else None

    def valid(self, screen: DialerScreen[Any]) -> bool:
        """Return whether the text isn't blank."""
        return bool(self.text.strip())

    def on_accept(self, screen: DialerScreen[Any], text: str) -> None:
        """Decline the call and send the text."""
        screen.context.system.telephony.hang_up(self.call)
        send_message(screen.context, self.number, text.strip())
        screen.toast(f"Message sent to {caller(screen.context, self.number)[0]}.")


# --- settings ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EditResponse(TextDialog[DialerScreen[Any]]):
    """Edits a quick response.

    Attributes:
        number: Its number, from 1.
    """

    TITLE = "Quick response"
    CAPITALIZE = "sentences"
    number: int = 1

    def on_accept(self, screen: DialerScreen[Any], text: str) -> None:
        """Store the response, unless it is empty."""
        if text := text.strip():
            screen.context.preferences().put(**{f"canned_response_{self.number}": text})


@dataclass(frozen=True)
class BlockNumber(TextDialog[DialerScreen[Any]]):
    """Asks for a number to block."""

    TITLE = "Add a number to block"
    POSITIVE = "Block"
    HINT = "Phone number"
    INPUT_TYPE = "phone"

    def typed(self, text: str) -> str:
        """Group the digits."""
        return as_typed(text)

    def on_accept(self, screen: DialerScreen[Any], text: str) -> None:
        """Block the number, unless it is empty."""
        if number := digits_of(text):
            screen.blocked.add(number)
            screen.show_snackbar(f"{shown_number(number)} blocked")


@dataclass(frozen=True)
class BlockCaller(ConfirmDialog[DialerScreen[Any]]):
    """Asks for confirmation before a caller's number is blocked.

    Attributes:
        number: The number.
    """

    MESSAGE = "You will no longer receive calls or texts from this number."
    POSITIVE = "Block"
    number: str

    def title(self, screen: DialerScreen[Any]) -> str:
        """Return the question."""
        return f"Block {shown_number(self.number)}?"

    def on_confirm(self, screen: DialerScreen[Any]) -> None:
        """Block the number."""
        screen.blocked.add(self.number)
        screen.show_snackbar(f"{shown_number(self.number)} blocked", bottom=80)


@dataclass(frozen=True)
class UnblockNumber(ConfirmDialog[DialerScreen[Any]]):
    """Asks for confirmation before a number is unblocked."""

    POSITIVE = "Unblock"
    number: str = ""

    def title(self, screen: DialerScreen[Any]) -> str:
        """Return the question."""
        return f"Unblock {shown_number(self.number)}?"

    def on_confirm(self, screen: DialerScreen[Any]) -> None:
        """Unblock the number."""
        screen.blocked.remove(self.number)
        screen.show_snackbar(f"{shown_number(self.number)} unblocked")
