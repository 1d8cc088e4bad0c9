"""A contact's page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from android_gym.simulator.apps.contacts.look import ContactsScreen, avatar
from android_gym.simulator.apps.contacts.storage import Card, Contact, contact_number
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.components import MenuItem, Toolbar, empty_state
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import ScrollView, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageButton, ImageView, TextView

__all__ = ["QuickContactActivity"]


RINGTONES = ("Default ringtone", "None", "Bollywood", "Carina", "Flutey phone", "Pixie dust",
             "Ring ring", "The big adventure", "Zen")  # fmt: skip
"""The phone's own, silence, and sounds of AOSP."""

_RINGTONE_URI = "content://media/internal/audio/media/"


@dataclass(frozen=True)
class DetailState:
    """The dialog that is open: "delete", "ringtone" or none."""

    dialog: str = ""


class QuickContactActivity(ContactsScreen[DetailState]):
    """Name, ways to reach the contact, and what else is known."""

    @property
    def number(self) -> int:
        """Number of the contact."""
        given = self.intent.extra("contact")
        return given if isinstance(given, int) else contact_number(self.intent.data) or 0

    def build(self) -> Screen:
        """Everything that is known."""
        contact = self.store.get(self.number)
        if contact is None:
            return Screen(
                column(
                    Toolbar(navigation="arrow_back", on_navigation=self.finish),
                    empty_state("The contact doesn't exist."),
                    width=MATCH,
                    height=MATCH,
                )
            )
        card = self.store.card(contact.id)
        dialog = None
        if self.state.dialog == "delete":
            dialog = self.delete_dialog(1, self._delete, self._close)
        elif self.state.dialog == "ringtone":
            dialog = self._ringtones(contact)
        body = column(
            avatar(contact.name, 128, gravity="center_horizontal", margin=(0, 8, 0, 16)),
            TextView(
                contact.name,
                id="large_title",
                size=28,
                align="center",
                width=MATCH,
                padding=(24, 0),
            ),
            self._about(card),
            self._actions(card),
            self._info(card),
            width=MATCH,
            padding=(0, 0, 0, 24),
        )
        return Screen(
            column(
                self._bar(contact, card),
                ScrollView(body, width=MATCH, height=0, weight=1),
                width=MATCH,
                height=MATCH,
            ),
            overlays=[dialog],
            title=contact.name,
        )

    def _bar(self, contact: Contact, card: Card) -> View:
        starred = contact.starred
        lines = [contact.name, *(entry.text for entry in (*card.phones, *card.emails))]
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
                MenuItem("Share", lambda: self.share("\n".join(lines))),
                MenuItem("Delete", lambda: self.update(dialog="delete")),
                MenuItem("Set ringtone", lambda: self.update(dialog="ringtone")),
                MenuItem(
                    "Don\u2019t route to voicemail"
                    if contact.to_voicemail
                    else "Route to voicemail",
                    lambda: self._route(not contact.to_voicemail),
                ),
            ],
        )

    def _about(self, card: Card) -> View | None:
        text = " \u2022 ".join(filter(None, (card.get("title"), card.get("company"))))
        if not text:
            return None
        return TextView(text, color="text_secondary", align="center", width=MATCH, padding=(24, 4))

    def _actions(self, card: Card) -> View:
        phone = card.phones[0].text if card.phones else None
        email = card.emails[0].text if card.emails else None

        def action(label: str, icon: str, click: Callable[[], None] | None) -> View:
            on = click is not None
            return column(
                ImageView(
                    icon,
                    width=56,
                    height=40,
                    tint="on_secondary_container" if on else "text_disabled",
                    background=Rounded("secondary_container" if on else "bottom_bar", 20),
                ),
                TextView(
                    label,
                    size=12,
                    margin=(0, 6, 0, 0),
                    color="text_primary" if on else "text_disabled",
                ),
                key=label,
                width=0,
                weight=1,
                content_gravity="center_horizontal",
                padding=(0, 8),
                class_name="android.widget.Button",
                content_description=label,
                enabled=on,
                on_click=click,
            )

        return row(
            action("Call", "phone", (lambda: self._call(phone)) if phone else None),
            action("Text", "message_outline", (lambda: self._text(phone)) if phone else None),
            action("Video", "video_outline", None),
            action("Email", "email_outline", (lambda: self._mail(email)) if email else None),
            width=MATCH,
            padding=(32, 16, 32, 8),
        )

    def _info(self, card: Card) -> View:
        lines: list[View | None] = [
            TextView("Contact info", size=16, weight_font=500, padding=(16, 16, 16, 8))
        ]
        for entry in card.phones:
            text = entry.text
            lines.append(
                self._line(
                    "phone_outline",
                    text,
                    entry.label,
                    f"Call {entry.label} {text}",
                    partial(self._call, text),
                    ImageButton(
                        "message_outline",
                        content_description=f"Text {entry.label} {text}",
                        on_click=partial(self._text, text),
                    ),
                )
            )
        for entry in card.emails:
            text = entry.text
            lines.append(
                self._line(
                    "email_outline",
                    text,
                    entry.label,
                    f"Email {entry.label} {text}",
                    partial(self._mail, text),
                )
            )
        others = (
            ("nickname", "account_outline", "Nickname"),
            ("address", "map_marker_outline", "Address"),
            ("website", "web", "Website"),
            ("date", "calendar", "Birthday"),
            ("notes", "note_text_outline", "Notes"),
        )
        for name, icon, label in others:
            if text := card.get(name):
                lines.append(self._line(icon, text, label, None, None))
        if len(lines) == 1:
            lines += [
                self._line(
                    "phone_outline", "Add phone number", None, None,
                    lambda: self.open_editor(self.number),
                ),
                self._line(
                    "email_outline", "Add email", None, None,
                    lambda: self.open_editor(self.number),
                ),
            ]  # fmt: skip
        return column(
            *lines, width=MATCH, margin=(16, 16, 16, 0), padding=(0, 0, 0, 8),
            background=Rounded("bottom_bar", 16),
        )  # fmt: skip

    def _line(
        self,
        icon: str,
        text: str,
        label: str | None,
        words: str | None,
        click: Callable[[], None] | None,
        after: View | None = None,
    ) -> View:
        return row(
            ImageView(icon, margin=(0, 0, 16, 0)),
            column(
                TextView(text, id="header", size=16),
                TextView(label, id="sub_header", size=14, color="text_secondary")
                if label
                else None,
                width=0,
                weight=1,
            ),
            after,
            width=MATCH,
            min_height=64,
            padding=(16, 8),
            content_gravity="center_vertical",
            content_description=words,
            on_click=click,
        )

    def _call(self, number: str) -> None:
        self.open_elsewhere(Intent("android.intent.action.CALL", data=f"tel:{number}"))

    def _text(self, number: str) -> None:
        self.open_elsewhere(Intent("android.intent.action.SENDTO", data=f"smsto:{number}"))

    def _mail(self, address: str) -> None:
        self.open_elsewhere(Intent("android.intent.action.SENDTO", data=f"mailto:{address}"))

    def _star(self, starred: bool) -> None:
        self.store.star(self.number, starred)
        self.toast("Added to favorites" if starred else "Removed from favorites")

    def _close(self) -> None:
        self.update(dialog="")

    def _route(self, to_voicemail: bool) -> None:
        self.store.route(self.number, to_voicemail)
        self.toast(
            "Calls from this contact will be sent directly to voicemail"
            if to_voicemail
            else "Calls from this contact will not be sent directly to voicemail"
        )

    def _ringtones(self, contact: Contact) -> Overlay:
        present = 0
        if contact.ringtone.startswith(_RINGTONE_URI):
            number = contact.ringtone.removeprefix(_RINGTONE_URI)
            present = int(number) if number.isdecimal() and int(number) < len(RINGTONES) else -1
        elif contact.ringtone:
            present = 1 if contact.ringtone == "null" else -1

        def choose(index: int) -> None:
            uris = {0: None, 1: "null"}
            self.store.set_ringtone(self.number, uris.get(index, f"{_RINGTONE_URI}{index}"))
            self._close()

        return alert_dialog(
            "Ringtones",
            items=list(RINGTONES),
            selected=present,
            on_item=choose,
            on_dismiss=self._close,
            negative="Cancel",
        )

    def _delete(self) -> None:
        self.store.delete([self.number])
        self.toast("Contact deleted")
        self.finish()
