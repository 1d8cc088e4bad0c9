"""Linking of contacts: the list to choose the other one from, and duplicates."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.appkit.people import Contact, avatar
from android_gym.simulator.apps.contacts.actions import ContactsScreen
from android_gym.simulator.apps.contacts.screens.people import contact_list
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import CardView, Toolbar, empty_state
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    column,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, TextView

__all__ = ["DuplicatesActivity", "JoinContactActivity"]


class JoinContactActivity(ContactsScreen):
    """Lets the user choose the contact to link another with."""

    @property
    def _number(self) -> int:
        return self.intent.get_int("contact")

    def build(self) -> Screen:
        """Build the question and the other contacts."""
        contact = self.store.get(self._number)
        name = contact.name if contact is not None else ""
        blurb = TextView(
            f"Choose the contact you want to link with {name}:",
            id="join_contact_blurb",
            color="text_secondary",
            padding=16,
            width=MATCH,
        )
        listed = contact_list(self.store, self._choose, without=self._number)
        body = FrameLayout([listed or empty_state("No contacts")], width=MATCH, height=0, weight=1)
        bar = Toolbar("Choose contact", navigation="arrow_back", on_navigation=self.finish)
        return Screen(full_column(bar, blurb, body), title="Choose contact")

    def _choose(self, contact: Contact) -> None:
        if self.store.get(self._number) is None:
            self.toast("Couldn't link contact")
            self.finish()
            return
        kept = self.link((self._number, contact.id))
        uri = f"content://com.android.contacts/contacts/{kept}"
        self.finish(RESULT_OK, Intent(data=uri))


class DuplicatesActivity(ContactsScreen):
    """Duplicate contacts, to be linked or dismissed."""

    def build(self) -> Screen:
        """Build a card for each set of duplicates."""
        sets = self._sets()
        bar = Toolbar("Merge duplicates", navigation="arrow_back", on_navigation=self.finish)
        if not sets:
            return Screen(full_column(bar, empty_state("No duplicates", icon="account_check")))
        rows: list[View] = [
            TextView("Possible duplicates", id="title", padding=(24, 8), color="text_secondary"),
            *(self._card(contacts) for contacts in sets),
        ]
        everything = Button(
            "Merge all",
            kind="filled",
            gravity="center_horizontal",
            margin=(0, 8),
            on_click=self._merge_all,
        )
        listed = RecyclerView(rows, id="suggestion_list", width=MATCH, height=0, weight=1)
        return Screen(
            full_column(bar, listed, everything if len(sets) > 1 else None),
            title="Merge duplicates",
        )

    def _sets(self) -> list[tuple[Contact, ...]]:
        left = frozenset(self.context.preferences().get("not_duplicates", "").split(";"))
        return [each for each in self.store.duplicates() if _key(each) not in left]

    def _card(self, contacts: tuple[Contact, ...]) -> View:
        people = [self._person(contact) for contact in contacts]
        buttons = wide_row(
            View(width=0, height=1, weight=1),
            Button("Dismiss", on_click=partial(self._dismiss, contacts)),
            Button("Merge", kind="tonal", on_click=partial(self._merge, contacts)),
            padding=(8, 0),
        )
        return CardView(
            wide_column(*people, buttons),
            kind="filled",
            corners=16,
            color="bottom_bar",
            key=_key(contacts),
            width=MATCH,
            margin=(16, 8),
            padding=(8, 8),
        )

    def _person(self, contact: Contact) -> View:
        card = self.store.card(contact.id)
        known = ", ".join(entry.text for entry in (*card.phones, *card.emails))
        lines = column(
            TextView(contact.name, id="suggestion_for_name", size=16, max_lines=1),
            TextView(
                known, id="suggestion_for_contacts_number", color="text_secondary", max_lines=1
            )
            if known
            else None,
            id="suggestion_for_contact_info",
            width=0,
            weight=1,
        )
        badge = avatar(contact.name, 40, id="suggestion_icon", margin=(8, 0, 16, 0))
        return wide_row(
            badge,
            lines,
            key=contact.id,
            min_height=64,
            content_gravity="center_vertical",
            on_click=partial(self.open_detail, contact.id),
        )

    def _dismiss(self, contacts: tuple[Contact, ...]) -> None:
        kept = self.context.preferences().get("not_duplicates", "")
        told = ";".join(filter(None, (kept, _key(contacts))))
        self.context.preferences().put(not_duplicates=told[-MOST_DISMISSED:])

    def _merge(self, contacts: tuple[Contact, ...]) -> None:
        self.link(tuple(contact.id for contact in contacts))

    def _merge_all(self) -> None:
        for contacts in self._sets():
            self._merge(contacts)


MOST_DISMISSED = 20_000
"""Maximum characters stored of the dismissed sets; the latest are kept."""


def _key(contacts: tuple[Contact, ...]) -> str:
    return ",".join(str(contact.id) for contact in contacts)
