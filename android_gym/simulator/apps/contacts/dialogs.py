"""Contacts' dialogs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from android_gym.simulator.appkit.dialogs import (
    ChoiceDialog,
    ConfirmDialog,
    DateDialog,
    MultiChoiceDialog,
    TextDialog,
)
from android_gym.simulator.apps.contacts.actions import ContactsScreen, EditorActions
from android_gym.simulator.apps.contacts.model import Kind
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.geometry import WRAP
from android_gym.simulator.ui.view import View

__all__ = [
    "ChangePhoto",
    "ChooseLabel",
    "ContactLabels",
    "CustomLabel",
    "DeleteContacts",
    "DeleteLabel",
    "DiscardChanges",
    "LinkedContacts",
    "NewLabel",
    "SignificantDate",
    "Unlink",
    "day_of",
]


def day_of(text: str) -> dt.date | None:
    """Parse a date as stored by the provider; None if it is invalid."""
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None


@dataclass(frozen=True)
class DeleteContacts(ConfirmDialog[ContactsScreen[Any]]):
    """Ask before deleting contacts."""

    POSITIVE = "Delete"
    contacts: tuple[int, ...] = ()

    def message(self, screen: ContactsScreen[Any]) -> str:
        """Return the question."""
        return f"Delete {'this contact' if len(self.contacts) == 1 else 'selected contacts'}?"

    def on_confirm(self, screen: ContactsScreen[Any]) -> None:
        """Delete the contacts."""
        screen.delete(self.contacts)


@dataclass(frozen=True)
class DiscardChanges(ConfirmDialog[EditorActions]):
    """Ask before discarding changes."""

    MESSAGE = "Discard your changes?"
    POSITIVE, NEGATIVE = "Discard", "Keep editing"

    def on_confirm(self, screen: EditorActions) -> None:
        """Leave the form."""
        screen.finish()


@dataclass(frozen=True)
class CustomLabel(ConfirmDialog[EditorActions]):
    """Ask for a custom label of an entry.

    Attributes:
        kind: Kind of the entry.
        index: Index of the entry.
        text: Typed label.
    """

    TITLE = "Custom label name"
    kind: Kind = "phones"
    index: int = 0
    text: str = ""

    def on_confirm(self, screen: EditorActions) -> None:
        """Save the label unless it is empty."""
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
    """Pick a significant date.

    Attributes:
        index: Index of the date in the form.
    """

    index: int = 0

    def day(self, screen: EditorActions) -> dt.date:
        """Return the date in the form, or else today."""
        entry = screen.entry("dates", self.index)
        return day_of(entry.text if entry else "") or screen.context.system.clock.today()

    def on_pick(self, screen: EditorActions, day: dt.date) -> None:
        """Put the date into the form."""
        screen.type("dates", self.index, day.isoformat())


@dataclass(frozen=True)
class NewLabel(TextDialog[ContactsScreen[Any]]):
    """Ask for the name of a new label, or a new name for an existing one.

    Attributes:
        group: Id of the label to rename; 0 for a new one.
        contacts: Contacts to add to the new label.
    """

    HINT = "Label name"
    CAPITALIZE = "words"
    FIELD_ID = "android:id/text1"
    group: int = 0
    contacts: tuple[int, ...] = ()

    def title(self, screen: ContactsScreen[Any]) -> str:
        """Return the title for creating or renaming."""
        return "Rename label" if self.group else "Create label"

    def _taken(self, screen: ContactsScreen[Any]) -> bool:
        wanted = self.text.strip().casefold()
        others = (group for group in screen.store.groups() if group.id != self.group)
        return any(group.title.casefold() == wanted for group in others)

    def valid(self, screen: ContactsScreen[Any]) -> bool:
        """Return whether the name is neither empty nor taken."""
        return bool(self.text.strip()) and not self._taken(screen)

    def body(self, screen: ContactsScreen[Any]) -> View:
        """Build the field with the error below it."""
        field = self.text_field(
            screen, "text", id=self.FIELD_ID, hint=self.HINT, capitalize="words", autofocus=True
        )
        error = "That label already exists" if self._taken(screen) else None
        return TextInputLayout(field, error=error, id="text_input_layout", padding=(24, 8))

    def on_accept(self, screen: ContactsScreen[Any], text: str) -> None:
        """Save the name."""
        screen.keep_label(self.group, text.strip(), self.contacts)


@dataclass(frozen=True)
class DeleteLabel(ConfirmDialog[ContactsScreen[Any]]):
    """Ask before deleting a label.

    Attributes:
        group: Id of the label.
        name: Name of the label.
    """

    POSITIVE = "Delete"
    group: int = 0
    name: str = ""

    def message(self, screen: ContactsScreen[Any]) -> str:
        """Return the question."""
        return f'Delete the label "{self.name}"? (Contacts themselves will not be deleted.)'

    def on_confirm(self, screen: ContactsScreen[Any]) -> None:
        """Delete the label."""
        screen.delete_label(self.group)


@dataclass(frozen=True)
class ChooseLabel(ChoiceDialog[ContactsScreen[Any]]):
    """Choose the label to add contacts to, or create one.

    Attributes:
        contacts: The contacts.
    """

    TITLE = "Add to label"
    MARKED = False
    contacts: tuple[int, ...] = ()

    def choices(self, screen: ContactsScreen[Any]) -> Sequence[str]:
        """Return the labels' names, and an entry for a new one."""
        return [*(group.title for group in screen.store.groups()), "Create label"]

    def on_choose(self, screen: ContactsScreen[Any], index: int) -> None:
        """Add the contacts to the label."""
        groups = screen.store.groups()
        if index >= len(groups):
            screen.show_dialog(NewLabel(contacts=self.contacts))
        else:
            screen.add_to_label(groups[index].id, self.contacts)


@dataclass(frozen=True)
class LinkedContacts(ConfirmDialog[ContactsScreen[Any]]):
    """Show the parts of a linked contact, and offer to unlink them.

    Attributes:
        contact: Id of the contact.
    """

    TITLE, POSITIVE = "Linked contacts", "Unlink"
    contact: int = 0

    def message(self, screen: ContactsScreen[Any]) -> str:
        """Return the names of the parts."""
        return "\n".join(name for _, name in screen.store.raw_contacts(self.contact))

    def on_confirm(self, screen: ContactsScreen[Any]) -> None:
        """Ask for confirmation."""
        screen.show_dialog(Unlink(self.contact))


@dataclass(frozen=True)
class Unlink(ConfirmDialog[ContactsScreen[Any]]):
    """Ask before unlinking a contact.

    Attributes:
        contact: Id of the contact.
    """

    MESSAGE = "Unlink this contact into multiple contacts?"
    POSITIVE = "Unlink"
    contact: int = 0

    def on_confirm(self, screen: ContactsScreen[Any]) -> None:
        """Unlink the contact."""
        screen.unlink(self.contact)


@dataclass(frozen=True)
class ContactLabels(MultiChoiceDialog[EditorActions]):
    """Choose the labels of the contact in the form."""

    TITLE = "Labels"

    def choices(self, screen: EditorActions) -> Sequence[str]:
        """Return the labels' names."""
        return [group.title for group in screen.store.groups()]

    def on_accept(self, screen: EditorActions, ticked: frozenset[int]) -> None:
        """Put the labels into the form."""
        groups = screen.store.groups()
        chosen = tuple(group.id for place, group in enumerate(groups) if place in ticked)
        screen.update(card=replace(screen.state.card, groups=tuple(sorted(chosen))))


@dataclass(frozen=True)
class ChangePhoto(ChoiceDialog[EditorActions]):
    """Choose the source of a photo."""

    TITLE = "Change photo"
    NEGATIVE = None
    MARKED = False

    def choices(self, screen: EditorActions) -> Sequence[str]:
        """Return the camera and the gallery."""
        return ("Take photo", "Choose photo")

    def on_choose(self, screen: EditorActions, index: int) -> None:
        """Open the camera or an app with pictures."""
        if index:
            intent = Intent("android.intent.action.GET_CONTENT", type="image/*")
        else:
            intent = Intent("android.media.action.IMAGE_CAPTURE")
        if not screen.start_activity(intent, request="photo"):
            screen.toast("No app found to handle this action.")
