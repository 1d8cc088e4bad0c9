"""The contacts provider's rows as contacts and cards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from android_gym.simulator.appkit.people import (
    CONTACTS,
    Contact,
    Contacts,
    label_of,
    like,
)
from android_gym.simulator.appkit.vcards import DATA_ROWS
from android_gym.simulator.apps.contacts.model import (
    LABELS,
    NAME_PARTS,
    Card,
    Entry,
    Kind,
    contact_number,
)
from android_gym.simulator.ui.activity import Context

__all__ = ["NAME_FORMAT", "SORT_BY", "ContactStore", "install"]

ITEM: Final = "vnd.android.cursor.item"

KINDS: Final[Mapping[str, Kind]] = {"phone_v2": "phones", "email_v2": "emails"}
"""Fields of which there can be several, by kind of data."""

_SINGLE: Final[Mapping[str, tuple[str, str]]] = {
    **{name: row for name, row in DATA_ROWS.items() if row[0] not in KINDS},
    **{part: ("name", column) for part, column in NAME_PARTS.items()},
}
"""Kind of data and column of the fields of which there is one each."""

SORT_BY = "android.contacts.SORT_ORDER"
NAME_FORMAT = "android.contacts.DISPLAY_ORDER"

Row = tuple[int, str, Mapping[str, Any]]
"""A row of ``data``: id, kind, columns by name."""


def install(context: Context, *, cleared: bool) -> None:
    """Leave the first run behind, as on the prepared image; a cleared app has it ahead."""
    if not cleared:
        context.preferences().put(welcomed=True)


def _matching(text: str) -> tuple[str | None, list[str]]:
    """Return the condition that names, numbers or addresses match all words, and its values."""
    escape = "LIKE ? ESCAPE '\\'"
    condition = (
        f"(display_name {escape} OR display_name {escape} OR _id IN (SELECT contact_id FROM "
        f"view_data WHERE mimetype IN ('{ITEM}/phone_v2', '{ITEM}/email_v2') AND "
        f"(data1 {escape} OR data4 {escape})))"
    )
    values: list[str] = []
    for word in text.split():
        plain = like(word)
        number = re.fullmatch(r"(?=\D*+\d)[\d+().\-]++", word)
        digits = re.sub(r"\D", "", word) if number else plain
        values += [f"{plain}%", f"% {plain}%", f"{plain}%", f"%{digits}%"]
    return " AND ".join([condition] * (len(values) // 4)) or None, values


class ContactStore(Contacts):
    """Contacts, and the cards of single ones."""

    def __init__(self, context: Context) -> None:
        kept = context.preferences()
        super().__init__(
            context,
            by_last_name=kept.get(SORT_BY, 1) == 2,
            last_name_first=kept.get(NAME_FORMAT, 1) == 2,
        )

    # -- lists

    def matches(self, text: str = "") -> int:
        """Return the number of contacts that a text finds."""
        where, values = _matching(text)
        return self.count(where, *values)

    def page(self, number: int, text: str = "") -> list[Contact]:
        """Return a page of `PAGE` contacts that a text finds, by name."""
        where, values = _matching(text)
        return self.find(where, *values, page=number)

    def ids(self) -> list[int]:
        """Return the ids of all contacts."""
        return [int(row[0]) for row in self.query("contacts", ["_id"], None, "_id")]

    # -- one contact

    def _rows(self, contact: int) -> list[Row]:
        names = [f"data{n}" for n in range(1, 7)]
        rows = self.query(f"contacts/{contact}/data", ["_id", "mimetype", *names], None, "_id")
        return [
            (number, str(kind).removeprefix(f"{ITEM}/"), dict(zip(names, data, strict=True)))
            for number, kind, *data in rows
        ]

    def card(self, contact: int) -> Card:
        """Return a contact's card, without empty fields for more."""
        card = Card(phones=(), emails=())
        for number, kind, data in self._rows(contact):
            if several := KINDS.get(kind):
                label = label_of(LABELS[several], data["data2"], data["data3"])
                entry = Entry(str(data["data1"] or ""), label, number)
                card = card.with_entries(several, (*card.entries(several), entry))
            for name, (wanted, column) in _SINGLE.items():
                if kind == wanted and not card.get(name):
                    card = card.having(name, str(data[column] or ""))
        return card

    def save(self, card: Card, contact: int | None = None) -> int:
        """Add a contact, or change one; returns its number."""
        if contact is None:
            uri = self._provider.insert(f"{CONTACTS}/raw_contacts", {})
            raw = contact_number(uri) or 0
            contact = int(self.query(f"raw_contacts/{raw}", ["contact_id"])[0][0])
        else:
            raw = int(self.query(f"contacts/{contact}", ["name_raw_contact_id"])[0][0])
        rows = self._rows(contact)
        for kind in dict.fromkeys(("name", *(kind for kind, _ in _SINGLE.values()))):
            values = {"data1": card.name or None} if kind == "name" else {}
            for field, (other, column) in _SINGLE.items():
                if other == kind:
                    values[column] = card.get(field).strip() or None
            self._keep(raw, rows, kind, values)
        for kind, several in KINDS.items():
            self._keep_entries(raw, rows, kind, several, card.entries(several))
        return contact

    def _keep(self, raw: int, rows: Sequence[Row], kind: str, values: Mapping[str, Any]) -> None:
        """Write the row of a kind, or delete it where nothing is left in it."""
        found, _, data = next((row for row in rows if row[1] == kind), (0, kind, {}))
        if found and all(data[name] == text for name, text in values.items()):
            return
        if any(values.values()):
            self._put(raw, found, kind, values)
        elif found:
            self._provider.delete(f"{CONTACTS}/data/{found}")

    def _keep_entries(
        self, raw: int, rows: Sequence[Row], kind: str, several: Kind, entries: Sequence[Entry]
    ) -> None:
        entries = [entry for entry in entries if entry.text.strip()]
        kept = {entry.row for entry in entries}
        for number, other, _ in rows:
            if other == kind and number not in kept:
                self._provider.delete(f"{CONTACTS}/data/{number}")
        labels = LABELS[several]
        for entry in entries:
            values = {
                "data1": entry.text.strip(),
                "data2": labels.get(entry.label, 0),
                "data3": None if entry.label in labels else entry.label,
            }
            self._put(raw, entry.row, kind, values)

    def _put(self, raw: int, row: int, kind: str, values: Mapping[str, Any]) -> None:
        if row:
            self._provider.update(f"{CONTACTS}/data/{row}", values)
        else:
            values = {"raw_contact_id": raw, "mimetype": f"{ITEM}/{kind}", **values}
            self._provider.insert(f"{CONTACTS}/data", values)

    def delete(self, contacts: Sequence[int]) -> None:
        """Delete contacts."""
        for contact in contacts:
            self._provider.delete(f"{CONTACTS}/contacts/{contact}")
