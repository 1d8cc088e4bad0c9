"""The page of a contact."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from urllib.parse import quote

from android_gym.simulator.appkit.people import Contact, avatar, two_lines
from android_gym.simulator.appkit.ringtones import PICKED_URI, picker
from android_gym.simulator.apps.contacts.actions import ContactsScreen
from android_gym.simulator.apps.contacts.dialogs import (
    ChooseLabel,
    DeleteContacts,
    LinkedContacts,
    NewLabel,
    Unlink,
    day_of,
)
from android_gym.simulator.apps.contacts.model import (
    PHONETIC_PARTS,
    Card,
    Kind,
    contact_number,
)
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.ringtones import RINGTONE
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem, Toolbar, empty_state
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, ImageView, TextView

__all__ = ["QuickContactActivity"]

ABOUT = (
    ("nickname", "account_outline", "Nickname"),
    ("sip", "dialpad", "SIP"),
    ("notes", "note_text_outline", "Notes"),
)
"""Single-entry fields below numbers and addresses: name, icon, label."""

LISTED: tuple[tuple[Kind, str, str], ...] = (
    ("addresses", "map_marker_outline", "Address"),
    ("websites", "web", "Website"),
    ("dates", "calendar", "Birthday"),
    ("relations", "account_multiple_outline", "Related person"),
    ("chats", "message_outline", "IM"),
)
"""Multi-entry fields: kind, icon, default label."""

Click = Callable[[], object]


class QuickContactActivity(ContactsScreen):
    """Shows a contact's name, ways to reach it, and other details."""

    DIALOGS = (ChooseLabel, DeleteContacts, LinkedContacts, NewLabel, Unlink)

    @property
    def number(self) -> int:
        """Id of the contact."""
        given = self.intent.extra("contact")
        return given if isinstance(given, int) else contact_number(self.intent.data) or 0

    def build(self) -> Screen:
        """Build the bar and the page."""
        contact = self.store.get(self.number)
        if contact is None:
            gone = empty_state("The contact doesn't exist.")
            up = Toolbar(navigation="arrow_back", on_navigation=self.finish)
            return Screen(full_column(up, gone))
        card = self.store.card(contact.id)
        name = contact.name
        parts = (card.get(field) for field in ("title", "department", "company"))
        about = " \u2022 ".join(filter(None, parts))
        spoken = " ".join(filter(None, (card.get(part) for part in PHONETIC_PARTS)))
        body = wide_column(
            avatar(name, 128, id="photo", gravity="center_horizontal", margin=(0, 8, 0, 16)),
            wide_column(
                TextView(name, id="large_title", size=28, align="center", width=MATCH),
                self._below(spoken, "phonetic_name"),
                self._below(about, "organization"),
                id="title_and_phonetic_name",
                padding=(24, 0),
            ),
            self._actions(card),
            self._contact_info(card),
            self._about(card),
            id="card_container",
            padding=(0, 0, 0, 24),
        )
        page = ScrollView(body, id="content_scroller", width=MATCH, height=0, weight=1)
        bar = self._bar(contact)
        return Screen(full_column(bar, page), title=name)

    def _bar(self, contact: Contact) -> View:
        starred, routed = contact.starred, contact.to_voicemail
        delete = DeleteContacts((contact.id,))
        return Toolbar(
            navigation="arrow_back",
            on_navigation=self.finish,
            menu=[
                MenuItem(
                    "Edit contact",
                    lambda: self.open_editor(contact.id),
                    id="menu_insert_or_edit",
                    icon="pencil_outline",
                ),
                MenuItem(
                    "Remove from favorites" if starred else "Add to favorites",
                    lambda: self._star(not starred),
                    id="menu_star",
                    icon="star" if starred else "star_outline",
                ),
                MenuItem("Link", lambda: self.ask_link(contact.id), id="menu_join"),
                MenuItem(
                    "View linked contacts",
                    lambda: self.show_dialog(LinkedContacts(contact.id)),
                    id="menu_linked_contacts",
                )
                if len(self.store.raw_contacts(contact.id)) > 1
                else None,
                MenuItem("Share", lambda: self.share((contact.id,))),
                MenuItem("Delete", lambda: self.show_dialog(delete)),
                MenuItem("Set ringtone", partial(self._ask_ringtone, contact)),
                MenuItem(
                    "Don\u2019t route to voicemail" if routed else "Route to voicemail",
                    lambda: self._route(not routed),
                ),
                MenuItem("Add to label", partial(self._label, contact.id)),
                MenuItem("Help & feedback", self.open_help),
            ],
        )

    def _label(self, contact: int) -> None:
        chosen = (contact,)
        self.show_dialog(ChooseLabel(chosen) if self.store.groups() else NewLabel(contacts=chosen))

    def _ask_ringtone(self, contact: Contact) -> None:
        """Open the list of ringtones; the provider keeps "null" for silence."""
        silent = contact.ringtone == "null"
        existing = "" if silent else contact.ringtone or RINGTONE.default_uri
        self.start_activity(picker(RINGTONE, existing), request="ringtone")

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Save the chosen ringtone, or show the contact that this one was linked into."""
        if request == "ringtone" and code == RESULT_OK and data is not None:
            uri = data.get_str(PICKED_URI)
            kept_uri = None if uri == RINGTONE.default_uri else uri or "null"
            self.store.change(self.number, custom_ringtone=kept_uri)
            return
        kept = contact_number(data.data) if data is not None else None
        if request == "link" and code == RESULT_OK and kept not in (None, self.number):
            self.open_detail(kept or 0)
            self.finish()

    def _actions(self, card: Card) -> View:
        phone = card.phones[0].text if card.phones else ""
        email = card.emails[0].text if card.emails else ""
        return wide_row(
            _action("Call", "phone", partial(self._reach, "tel", phone) if phone else None),
            _action(
                "Text", "message_outline", partial(self._reach, "smsto", phone) if phone else None
            ),
            _action("Video", "video_outline", None),
            _action(
                "Email", "email_outline", partial(self._reach, "mailto", email) if email else None
            ),
            padding=(32, 16, 32, 8),
        )

    def _below(self, text: str, id: str) -> View | None:
        if not text:
            return None
        return TextView(
            text, id=id, color="text_secondary", align="center", width=MATCH, padding=(0, 4)
        )

    def _contact_info(self, card: Card) -> View:
        lines: list[View] = []
        for phone in card.phones:
            text, label = phone.text, phone.label
            write = ImageButton(
                "message_outline",
                id="icon_alternate",
                content_description=f"Text {label} {text}",
                on_click=partial(self._reach, "smsto", text),
            )
            call = partial(self._reach, "tel", text)
            words = f"Call {label} {text}"
            lines.append(_line("phone_outline", text, label, words, call, write))
        for email in card.emails:
            text, label = email.text, email.label
            mail = partial(self._reach, "mailto", text)
            lines.append(_line("email_outline", text, label, f"Email {label} {text}", mail))
        if not lines:
            edit = partial(self.open_editor, self.number)
            lines = [
                _line("phone_outline", "Add phone number", on_click=edit),
                _line("email_outline", "Add email", on_click=edit),
            ]
        return self._card("communication_card", "Contact info", lines)

    def _about(self, card: Card) -> View | None:
        lines: list[View] = []
        for kind, icon, label in LISTED:
            for entry in card.entries(kind):
                opens = _address(kind, entry.text)
                view = partial(self._view, opens) if opens else None
                day = day_of(entry.text) if kind == "dates" else None
                text = f"{day:%B} {day.day}, {day.year}" if day else entry.text
                lines.append(_line(icon, text, entry.label or label, on_click=view))
        for name, icon, label in ABOUT:
            if text := card.get(name):
                lines.append(_line(icon, text, label))
        titles = {group.id: group.title for group in self.store.groups()}
        if labels := [titles[number] for number in card.groups if number in titles]:
            lines.append(_line("label_outline", ", ".join(labels), "Labels"))
        return self._card("about_card", "About", lines) if lines else None

    def _card(self, id: str, title: str, lines: Sequence[View]) -> View:
        return wide_column(
            TextView(title, id="title", size=16, weight_font=500, padding=(16, 16, 16, 8)),
            wide_column(*lines, id="content_area_linear_layout"),
            id=id,
            margin=(16, 16, 16, 0),
            padding=(0, 0, 0, 8),
            background=Rounded("bottom_bar", 16),
        )

    def _reach(self, scheme: str, address: str) -> None:
        action = "CALL" if scheme == "tel" else "SENDTO"
        self.open_elsewhere(Intent(f"android.intent.action.{action}", data=f"{scheme}:{address}"))

    def _view(self, address: str) -> None:
        self.open_elsewhere(Intent("android.intent.action.VIEW", data=address))

    def _star(self, starred: bool) -> None:
        self.store.star(self.number, starred)
        self.toast("Added to favorites" if starred else "Removed from favorites")

    def _route(self, to_voicemail: bool) -> None:
        self.store.change(self.number, send_to_voicemail=int(to_voicemail))
        will = "will be sent" if to_voicemail else "will not be sent"
        self.toast(f"Calls from this contact {will} directly to voicemail")

    def delete(self, contacts: tuple[int, ...]) -> None:
        """Delete the contact and leave."""
        super().delete(contacts)
        self.finish()


def _address(kind: Kind, text: str) -> str | None:
    """Return the URI that a line of `LISTED` opens: a web page, or an address on the map."""
    if kind == "addresses":
        return f"geo:0,0?q={quote(text)}"
    if kind == "websites":
        scheme = re.match(r"[a-z][a-z0-9+.-]*:", text, re.IGNORECASE)
        # Android lower-cases schemes, because matching is case-sensitive.
        return text[: scheme.end()].lower() + text[scheme.end() :] if scheme else f"http://{text}"
    return None


def _action(label: str, icon: str, on_click: Click | None) -> View:
    on = on_click is not None
    disc = Rounded("secondary_container" if on else "bottom_bar", 20)
    tint = "on_secondary_container" if on else "text_disabled"
    color = "text_primary" if on else "text_disabled"
    return column(
        ImageView(icon, width=56, height=40, tint=tint, background=disc),
        TextView(label, size=12, margin=(0, 6, 0, 0), color=color),
        key=label,
        width=0,
        weight=1,
        content_gravity="center_horizontal",
        padding=(0, 8),
        class_name="android.widget.Button",
        content_description=label,
        enabled=on,
        on_click=on_click,
    )


def _line(
    icon: str,
    text: str,
    label: str | None = None,
    words: str | None = None,
    on_click: Click | None = None,
    after: View | None = None,
) -> View:
    second = TextView(label, id="sub_header", size=14, color="text_secondary") if label else None
    return two_lines(
        ImageView(icon, id="icon", margin=(0, 0, 16, 0)),
        TextView(text, id="header", size=16),
        second,
        after,
        min_height=64,
        content_description=words,
        on_click=on_click,
    )
