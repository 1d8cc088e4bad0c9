"""Actions of Contacts' activities, without their views."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from immutables import Map

from android_gym.simulator.appkit.people import NO_NAME, theme_of
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.appkit.vcards import (
    MOST_BYTES,
    VCARD,
    VCard,
    contact_card,
    read_vcards,
    write_vcards,
)
from android_gym.simulator.apps.contacts.model import (
    LABELS,
    Card,
    EditorState,
    Entry,
    Kind,
    blank,
    card_of,
    contact_number,
    split_name,
)
from android_gym.simulator.apps.contacts.storage import ContactStore
from android_gym.simulator.system.documents import shared_path, shared_uri
from android_gym.simulator.system.intents import Extra, Intent
from android_gym.simulator.system.phone_numbers import as_typed
from android_gym.simulator.ui.activity import Activity, S_co
from android_gym.simulator.ui.theme import Theme

__all__ = ["MORE_FIELDS", "MORE_LISTS", "ContactsScreen", "EditorActions"]

MORE_FIELDS = (
    "phonetic_last", "phonetic_middle", "phonetic_first", "nickname", "title", "department", "sip",
    "notes",
)  # fmt: skip
"""Fields that the editor shows if they are filled, or under "More fields"."""

MORE_LISTS: tuple[Kind, ...] = ("addresses", "websites", "relations", "chats")
"""Fields under "More fields" that can have several entries."""

_INSERTED = {
    "company": "company", "job_title": "title", "notes": "notes",
    "phonetic_name": "phonetic_first",
}  # fmt: skip
"""Contact fields by intent extra (ContactsContract.Intents.Insert)."""


class ContactsScreen(Activity[S_co]):
    """Base of all screens."""

    @property
    def store(self) -> ContactStore:
        """The contact store."""
        return ContactStore(self.context)

    def theme(self) -> Theme:
        """Return the light or dark theme, as set on the phone."""
        return theme_of("contacts", self.context.system.display.dark)

    def open_detail(self, contact: int) -> None:
        """Show a contact."""
        self.start_activity(
            "com.android.contacts.quickcontact.QuickContactActivity", contact=contact
        )

    def open_editor(self, contact: int | None = None, **extras: Extra) -> None:
        """Open the editor of an existing or a new contact."""
        if contact is not None:
            extras["contact"] = contact
        self.start_activity("com.android.contacts.activities.ContactEditorActivity", **extras)

    def open_elsewhere(self, intent: Intent) -> None:
        """Start another app's activity, or show a message if there is none."""
        if not self.start_activity(intent):
            self.toast("No app found to handle this action.")

    def open_help(self) -> None:
        """Open the help pages."""
        address = "https://support.google.com/contacts"
        self.open_elsewhere(Intent("android.intent.action.VIEW", data=address))

    def share(self, contacts: tuple[int, ...]) -> None:
        """Share contacts as a vCard file with an app that the user chooses."""
        found = (contact_card(self.context, contact) for contact in contacts)
        cards = [card for card in found if card is not None]
        if not cards:
            self.toast("The contact doesn't exist.")
            return
        name = cards[0].file_name if len(cards) == 1 else "contacts.vcf"
        files, folder = self.context.system.files, f"{self.context.data_dir}/cache"
        if not files.exists(folder):
            files.mkdir(folder, parents=True, owner=self.context.uid)
        path = f"{folder}/{name}"
        files.write(path, write_vcards(cards), owner=self.context.uid)
        stream = shared_uri(self.context.package, path)
        extras = Map({"android.intent.extra.STREAM": stream})
        choose_app(self, Intent("android.intent.action.SEND", type=VCARD, extras=extras))

    def read_cards(self, uri: str) -> tuple[VCard, ...]:
        """Return the vCards in another app's file; empty if it can't be read."""
        path, files = shared_path(uri), self.context.system.files
        if path is None or not files.is_file(path) or files.stat(path).size > MOST_BYTES:
            return ()
        return read_vcards(files.read(path))

    def add_cards(self, cards: tuple[VCard, ...]) -> None:
        """Add contacts."""
        for card in cards:
            self.store.save(card_of(card))

    def delete(self, contacts: tuple[int, ...]) -> None:
        """Delete contacts."""
        self.store.delete(contacts)
        count = len(contacts)
        self.toast("Contact deleted" if count == 1 else f"{count} contacts deleted")

    # -- labels

    def keep_label(self, group: int, title: str, contacts: tuple[int, ...]) -> None:
        """Create a label for contacts or, if `group` isn't 0, rename one."""
        if group:
            self.store.rename_group(group, title)
            self.toast("Label updated")
            return
        self.store.add_to_group(self.store.add_group(title), contacts)
        self.toast("Label created")

    def add_to_label(self, group: int, contacts: tuple[int, ...]) -> None:
        """Add contacts to a label."""
        self.store.add_to_group(group, contacts)
        self.toast("Added to label")

    def link(self, contacts: tuple[int, ...]) -> int:
        """Link several contacts into one; return its id."""
        kept = self.store.link(contacts)
        named = self.store.get(kept)
        known = named is not None and named.name != NO_NAME
        self.toast(f"{named.name} linked" if named is not None and known else "Contacts linked")
        return kept

    def unlink(self, contact: int) -> None:
        """Split a linked contact into its parts."""
        self.store.unlink(contact)
        self.toast("Contacts unlinked")

    def ask_link(self, contact: int) -> None:
        """Let the user choose the contact to link another with."""
        self.start_activity(
            "com.android.contacts.activities.JoinContactActivity", request="link", contact=contact
        )

    def delete_label(self, group: int) -> None:
        """Delete a label."""
        self.store.delete_group(group)


class EditorActions(ContactsScreen[EditorState]):
    """Base of the contact editor."""

    def on_create(self) -> EditorState:
        """Fill in the contact and the intent's extras."""
        contact = self.intent.extra("contact")
        if not isinstance(contact, int):
            contact = None
            if self.intent.action != "android.intent.action.INSERT":
                contact = contact_number(self.intent.data)
        before = Card()
        if contact is not None:
            if self.store.get(contact) is None:
                self.toast("The contact doesn't exist.")
                self.finish()
                return EditorState()
            before = self.store.card(contact)
        card = self._filled(before)
        return EditorState(
            contact,
            before,
            card,
            names=any(card.get(part) for part in ("prefix", "middle", "suffix")),
            more=any(card.get(name) for name in MORE_FIELDS)
            or any(card.entries(kind) for kind in MORE_LISTS),
            places=any(entry.parts for entry in card.entries("addresses")),
        )

    def _filled(self, card: Card) -> Card:
        """Return a card with the intent's extras filled in (ContactsContract.Intents.Insert)."""

        def given(name: str) -> str:
            value = self.intent.extra(name)
            return "" if value is None else str(value).strip()

        for part, text in split_name(given("name")).items():
            card = card.having(part, text)
        for name, field in _INSERTED.items():
            if text := given(name):
                card = card.having(field, text)
        extras: tuple[tuple[Kind, str], ...] = (
            ("phones", "phone"), ("emails", "email"), ("addresses", "postal"),
        )  # fmt: skip
        for kind, last in extras:
            for name in (last, f"secondary_{last}", f"tertiary_{last}"):
                if text := given(name):
                    label = _given_label(LABELS[kind], given(f"{name}_type"))
                    kept = tuple(entry for entry in card.entries(kind) if entry.text)
                    entry = Entry(as_typed(text) if kind == "phones" else text, label)
                    card = card.with_entries(kind, (*kept, entry))
        return card

    def change(self, name: str, text: str) -> None:
        """Change a single-entry field."""
        self.update(card=self.state.card.having(name, text))

    def entry(self, kind: Kind, index: int) -> Entry | None:
        """Return an entry of a multi-entry field; None if the index is out of range."""
        entries = self.state.card.shown(kind)
        return entries[index] if index < len(entries) else None

    def put(self, kind: Kind, index: int, entry: Entry | None) -> None:
        """Replace an entry, append it, or (None) remove it."""
        entries = list(self.state.card.shown(kind))
        entries[index : index + 1] = [entry] if entry is not None else []
        self.update(card=self.state.card.with_entries(kind, tuple(entries)))

    def type(self, kind: Kind, index: int, text: str) -> None:
        """Change the text of an entry."""
        entry = self.entry(kind, index) or blank(kind)
        # Android's formatter only handles changes at the end of the text.
        if kind == "phones" and (text.startswith(entry.text) or entry.text.startswith(text)):
            text = as_typed(text)
        self.put(kind, index, replace(entry, text=text))

    def type_part(self, index: int, name: str, text: str) -> None:
        """Change a part of a postal address."""
        entry = self.entry("addresses", index) or blank("addresses")
        self.put("addresses", index, entry.with_part(name, text))

    def label(self, kind: Kind, index: int, label: str) -> None:
        """Change the label of an entry."""
        if (entry := self.entry(kind, index)) is not None:
            self.put(kind, index, replace(entry, label=label))

    @property
    def changed(self) -> bool:
        """True if the form has unsaved changes."""
        return self.state.card != self.state.before

    def save(self) -> None:
        """Save the contact if there is anything to save, and leave."""
        state, store = self.state, self.store
        if (state.contact is None and state.card.empty) or not self.changed:
            self.finish()
            return
        if state.contact is not None and store.get(state.contact) is None:
            self.toast("The contact doesn't exist.")
            self.finish()
            return
        contact = store.save(state.card, state.contact)
        saved = store.get(contact)
        named = saved is not None and saved.name != NO_NAME
        self.toast(f"{saved.name} saved" if saved is not None and named else "Contact saved")
        if state.contact is None and not self.intent.extra("finishActivityOnSaveCompleted"):
            self.open_detail(contact)
        self.finish(-1, Intent(data=f"content://com.android.contacts/contacts/{contact}"))

    def unlink(self, contact: int) -> None:
        """Unlink the contact and leave."""
        super().unlink(contact)
        self.finish()

    def delete(self, contacts: tuple[int, ...]) -> None:
        """Delete the contact and leave."""
        super().delete(contacts)
        self.finish()


def _given_label(labels: Mapping[str, int], kind: str) -> str:
    """Return the label for an intent's type: a predefined type's number, or a custom label."""
    if not kind:
        return next(iter(labels))
    return next((name for name, number in labels.items() if str(number) == kind), kind)
