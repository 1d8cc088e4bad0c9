"""Dialogs of Contacts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from android_gym.simulator.appkit.dialogs import ChoiceDialog, ConfirmDialog, DateDialog
from android_gym.simulator.apps.contacts.actions import ContactsScreen, EditorActions
from android_gym.simulator.apps.contacts.model import Kind
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.view import WRAP, View

__all__ = [
    "ChangePhoto",
    "ChooseRingtone",
    "CustomLabel",
    "DeleteContacts",
    "DiscardChanges",
    "SignificantDate",
    "day_of",
]

RINGTONES = ("Default ringtone", "None", "Bollywood", "Carina", "Flutey phone", "Pixie dust",
             "Ring ring", "The big adventure", "Zen")  # fmt: skip
"""The phone's own, silence, and sounds of AOSP."""

_RINGTONE_URI = "content://media/internal/audio/media/"


def day_of(text: str) -> dt.date | None:
    """Read a date as the provider keeps it, None where it is none."""
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None


@dataclass(frozen=True)
class DeleteContacts(ConfirmDialog[ContactsScreen[Any]]):
    """Ask before contacts are deleted."""

    POSITIVE = "Delete"
    contacts: tuple[int, ...] = ()

    def message(self, screen: ContactsScreen[Any]) -> str:
        """Return the question."""
        return f"Delete {'this contact' if len(self.contacts) == 1 else 'selected contacts'}?"

    def on_confirm(self, screen: ContactsScreen[Any]) -> None:
        """Delete them."""
        screen.delete(self.contacts)


@dataclass(frozen=True)
class ChooseRingtone(ChoiceDialog[ContactsScreen[Any]]):
    """Choose the sound of a contact's calls."""

    TITLE = "Ringtones"
    contact: int = 0

    def choices(self, screen: ContactsScreen[Any]) -> Sequence[str]:
        """Return the names of the sounds."""
        return RINGTONES

    def selected(self, screen: ContactsScreen[Any]) -> int:
        """Return the index of the present one, -1 for one that is not listed."""
        contact = screen.store.get(self.contact)
        uri = contact.ringtone if contact is not None else ""
        number = uri.removeprefix(_RINGTONE_URI)
        if number != uri:
            return int(number) if number in map(str, range(len(RINGTONES))) else -1
        return {"": 0, "null": 1}.get(uri, -1)

    def on_choose(self, screen: ContactsScreen[Any], index: int) -> None:
        """Keep the sound's URI."""
        uri = {0: None, 1: "null"}.get(index, f"{_RINGTONE_URI}{index}")
        screen.store.change(self.contact, custom_ringtone=uri)


@dataclass(frozen=True)
class DiscardChanges(ConfirmDialog[EditorActions]):
    """Ask before changes are lost."""

    MESSAGE = "Discard your changes?"
    POSITIVE, NEGATIVE = "Discard", "Keep editing"

    def on_confirm(self, screen: EditorActions) -> None:
        """Leave the form."""
        screen.finish()


@dataclass(frozen=True)
class CustomLabel(ConfirmDialog[EditorActions]):
    """Ask for the user's own label of a number or an address.

    Attributes:
        kind: Number or address.
        index: Which of them.
        text: Label typed so far.
    """

    TITLE = "Custom label name"
    kind: Kind = "phones"
    index: int = 0
    text: str = ""

    def on_confirm(self, screen: EditorActions) -> None:
        """Keep the label, unless it is empty."""
        if label := self.text.strip():
            screen.label(self.kind, self.index, label)

    def body(self, screen: EditorActions) -> View:
        """Build the field."""

        def done() -> None:
            screen.dismiss_dialog()
            self.on_confirm(screen)

        field = self.text_field(
            screen,
            "text",
            id="custom_dialog_content",
            hint="Custom label name",
            on_editor_action=done,
            autofocus=True,
            width=WRAP,
        )
        return TextInputLayout(field, padding=(24, 8))


@dataclass(frozen=True)
class SignificantDate(DateDialog[EditorActions]):
    """Pick a date."""

    def day(self, screen: EditorActions) -> dt.date:
        """Return the date in the form, else today."""
        return day_of(screen.state.card.get("date")) or screen.context.system.clock.today()

    def on_pick(self, screen: EditorActions, day: dt.date) -> None:
        """Put it into the form."""
        screen.change("date", day.isoformat())


@dataclass(frozen=True)
class ChangePhoto(ChoiceDialog[EditorActions]):
    """Choose where a photo comes from."""

    TITLE = "Change photo"
    NEGATIVE = None
    MARKED = False

    def choices(self, screen: EditorActions) -> Sequence[str]:
        """Return camera and files."""
        return ("Take photo", "Choose photo")

    def on_choose(self, screen: EditorActions, index: int) -> None:
        """Ask the camera, or an app with pictures."""
        if index:
            intent = Intent("android.intent.action.GET_CONTENT", type="image/*")
        else:
            intent = Intent("android.media.action.IMAGE_CAPTURE")
        if not screen.start_activity(intent, request="photo"):
            screen.toast("No app found to handle this action.")
