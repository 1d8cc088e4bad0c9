"""The viewer of vCard files, which can add their contacts to the contacts app."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from immutables import Map

from android_gym.simulator.appkit.simple_views import FAINT, RELATIVE, avatar
from android_gym.simulator.appkit.vcards import VCARD, VCard, VCardField
from android_gym.simulator.apps.sms_messenger.actions import Actions
from android_gym.simulator.apps.sms_messenger.model import Attachment
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, column, full_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

WORDS = {
    "company": "Company", "title": "Job position", "nickname": "Nickname", "address": "Address",
    "website": "Website", "date": "Birthday", "notes": "Notes", "email": "Email",
}  # fmt: skip


@dataclass(frozen=True)
class CardsState:
    """State of the viewer.

    Attributes:
        closed: Indices of collapsed contacts; a single contact is expanded at first.
    """

    closed: tuple[int, ...] = ()


class VCardViewerActivity(Actions[CardsState]):
    """The contacts in a file."""

    def on_create(self) -> CardsState:
        """Expand a single contact; collapse several."""
        cards = self._cards()
        return CardsState(tuple(range(len(cards))) if len(cards) > 1 else ())

    def _cards(self) -> tuple[VCard, ...]:
        name = self.intent.get_str("vcard_name")
        return self.cards(Attachment(self.intent.get_str("vcard"), VCARD, name))

    def build(self) -> Screen:
        """Build the contacts with their details."""
        rows: list[View] = []
        for number, card in enumerate(self._cards()):
            closed = number in self.state.closed
            rows.append(self._contact(number, card, closed))
            if not closed:
                rows += [
                    self._field(number, place, field) for place, field in enumerate(card.fields)
                ]
        add = MenuItem("Add contact", self._add, id="add_contact", icon="account_plus")
        content = full_column(
            self.toolbar("Contact details", add, id="vcard_toolbar"),
            RecyclerView(rows, id="contacts_list", width=MATCH, height=0, weight=1),
            id="vcard_viewer_coordinator",
        )
        return Screen(content, title="Contact details")

    def _contact(self, number: int, card: VCard, closed: bool) -> View:
        name = card.name or next((field.text for field in card.fields), "")
        return wide_row(
            avatar(name, 48, "item_contact_image"),
            TextView(
                name, id="item_contact_name", size=16, width=0, weight=1, max_lines=1, margin=(8, 0)
            ),
            ImageView("expand_more" if closed else "expand_less", id="expand_collapse_icon"),
            id="item_contact_holder",
            key=("contact", number),
            min_height=60,
            padding=(12, 8, 14, 8),
            content_gravity="center_vertical",
            on_click=partial(self._toggle, number),
        )

    def _field(self, number: int, place: int, field: VCardField) -> View:
        kind = field.label or WORDS.get(field.kind, "")
        lines = column(
            TextView(field.text, id="item_vcard_property_title", size=16),
            TextView(kind, id="item_vcard_property_subtitle", size=14, color=FAINT),
            width=MATCH,
            id="item_vcard_property_holder",
            class_name=RELATIVE,
            padding=(66, 8, 16, 8),
            min_height=60,
        )
        lines.key = ("field", number, place)
        use = {"phone": self.dial, "email": self._mail, "website": self._browse}.get(field.kind)
        if use is not None:
            lines.on_click, lines.clickable = partial(use, field.text), True
        lines.on_long_click, lines.long_clickable = partial(self.copy, field.text), True
        return lines

    def _toggle(self, number: int) -> None:
        rest = tuple(other for other in self.state.closed if other != number)
        self.update(closed=rest if number in self.state.closed else (*rest, number))

    def _mail(self, address: str) -> None:
        self.open_elsewhere(Intent("android.intent.action.SENDTO", data=f"mailto:{address}"))

    def _browse(self, address: str) -> None:
        url = address if "://" in address else f"https://{address}"
        self.open_elsewhere(Intent("android.intent.action.VIEW", data=url))

    def _add(self) -> None:
        """Add the first contact to the contacts app."""
        cards = self._cards()
        if not cards:
            return
        extras: Map[str, str] = Map(name=cards[0].name)
        names = {
            "phone": ["phone", "secondary_phone", "tertiary_phone"],
            "email": ["email", "secondary_email", "tertiary_email"],
            "company": ["company"],
            "title": ["job_title"],
            "notes": ["notes"],
            "address": ["postal"],
        }
        for field in cards[0].fields:
            free = names.get(field.kind, [])
            if free:
                extras = extras.set(free.pop(0), field.text)
        self.open_elsewhere(
            Intent(
                "android.intent.action.INSERT_OR_EDIT",
                type="vnd.android.cursor.item/contact",
                extras=extras,
            )
        )
