"""A contact's page."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from urllib.parse import quote

from android_gym.simulator.appkit.people import Contact, avatar, two_lines
from android_gym.simulator.apps.contacts.actions import ContactsScreen
from android_gym.simulator.apps.contacts.dialogs import ChooseRingtone, DeleteContacts
from android_gym.simulator.apps.contacts.model import Card, contact_number
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem, Toolbar, empty_state
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import ScrollView, column, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageButton, ImageView, TextView

__all__ = ["QuickContactActivity"]

OTHERS = (
    ("nickname", "account_outline", "Nickname"),
    ("address", "map_marker_outline", "Address"),
    ("website", "web", "Website"),
    ("date", "calendar", "Birthday"),
    ("notes", "note_text_outline", "Notes"),
)
"""Fields below numbers and addresses: name, icon, label."""

Click = Callable[[], object]


class QuickContactActivity(ContactsScreen):
    """Shows name, ways to reach the contact, and what else is known."""

    DIALOGS = (DeleteContacts, ChooseRingtone)

    @property
    def number(self) -> int:
        """Number of the contact."""
        given = self.intent.extra("contact")
        return given if isinstance(given, int) else contact_number(self.intent.data) or 0

    def build(self) -> Screen:
        """Build bar and page."""
        contact = self.store.get(self.number)
        if contact is None:
            gone = empty_state("The contact doesn't exist.")
            up = Toolbar(navigation="arrow_back", on_navigation=self.finish)
            return Screen(full_column(up, gone))
        card = self.store.card(contact.id)
        name = contact.name
        about = " \u2022 ".join(filter(None, (card.get("title"), card.get("company"))))
        body = wide_column(
            avatar(name, 128, gravity="center_horizontal", margin=(0, 8, 0, 16)),
            TextView(name, id="large_title", size=28, align="center", width=MATCH, padding=(24, 0)),
            TextView(about, color="text_secondary", align="center", width=MATCH, padding=(24, 4))
            if about
            else None,
            self._actions(card),
            self._info(card),
            padding=(0, 0, 0, 24),
        )
        page = ScrollView(body, width=MATCH, height=0, weight=1)
        bar = self._bar(contact)
        return Screen(full_column(bar, page), title=name)

    def _bar(self, contact: Contact) -> View:
        starred, routed = contact.starred, contact.to_voicemail
        delete, ringtone = DeleteContacts((contact.id,)), ChooseRingtone(contact.id)
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
                MenuItem("Share", lambda: self.share((contact.id,))),
                MenuItem("Delete", lambda: self.show_dialog(delete)),
                MenuItem("Set ringtone", lambda: self.show_dialog(ringtone)),
                MenuItem(
                    "Don\u2019t route to voicemail" if routed else "Route to voicemail",
                    lambda: self._route(not routed),
                ),
            ],
        )

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

    def _info(self, card: Card) -> View:
        lines: list[View] = []
        for phone in card.phones:
            text, label = phone.text, phone.label
            write = ImageButton(
                "message_outline",
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
        for name, icon, label in OTHERS:
            if text := card.get(name):
                opens = _address(name, text)
                view = partial(self._view, opens) if opens else None
                lines.append(_line(icon, text, label, on_click=view))
        if not lines:
            edit = partial(self.open_editor, self.number)
            lines = [
                _line("phone_outline", "Add phone number", on_click=edit),
                _line("email_outline", "Add email", on_click=edit),
            ]
        return wide_column(
            TextView("Contact info", size=16, weight_font=500, padding=(16, 16, 16, 8)),
            *lines,
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


def _address(field: str, text: str) -> str | None:
    """Return what a line of `OTHERS` opens: a page for a website, the map for an address."""
    if field == "address":
        return f"geo:0,0?q={quote(text)}"
    if field == "website":
        scheme = re.match(r"[a-z][a-z0-9+.-]*:", text, re.IGNORECASE)
        # Schemes are compared as they are written, so Android writes them small.
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
        ImageView(icon, margin=(0, 0, 16, 0)),
        TextView(text, id="header", size=16),
        second,
        after,
        min_height=64,
        content_description=words,
        on_click=on_click,
    )
