"""What Contacts reads from and writes to the contacts provider."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from android_gym.simulator.ui.activity import Context

__all__ = [
    "EMAIL_LABELS",
    "NAME_PARTS",
    "PHONE_LABELS",
    "Card",
    "Contact",
    "ContactStore",
    "Entry",
    "contact_number",
    "install",
    "split_name",
]

URI: Final = "content://com.android.contacts"
ITEM: Final = "vnd.android.cursor.item"
PAGE: Final = 50

PHONE_LABELS: Final[Mapping[str, int]] = {
    "Mobile": 2, "Home": 1, "Work": 3, "Work Fax": 4, "Home Fax": 5, "Pager": 6, "Other": 7,
    "Custom": 0, "Callback": 8, "Car": 9, "Company Main": 10, "ISDN": 11, "Main": 12,
    "Other Fax": 13, "Radio": 14, "Telex": 15, "TTY TDD": 16, "Work Mobile": 17,
    "Work Pager": 18, "Assistant": 19, "MMS": 20,
}  # fmt: skip
"""Types of phone numbers by label, in the order in which a contact in no account offers them."""

EMAIL_LABELS: Final[Mapping[str, int]] = {
    "Home": 1,
    "Work": 2,
    "Other": 3,
    "Mobile": 4,
    "Custom": 0,
}
"""Types of email addresses by label."""

NAME_PARTS: Final = {
    "prefix": "data4", "first": "data2", "middle": "data5", "last": "data3", "suffix": "data6",
}  # fmt: skip
"""Columns of a name's parts, in the order in which they are written."""

_SINGLE: Final = {
    "company": ("organization", "data1"),
    "title": ("organization", "data4"),
    "nickname": ("nickname", "data1"),
    "address": ("postal-address_v2", "data1"),
    "website": ("website", "data1"),
    "date": ("contact_event", "data1"),
    "notes": ("note", "data1"),
}
"""Kind and column of the fields of which the editor has one each."""


SORT_BY = "android.contacts.SORT_ORDER"
NAME_FORMAT = "android.contacts.DISPLAY_ORDER"


@dataclass(frozen=True)
class Entry:
    """A phone number or an email address.

    Attributes:
        text: Number or address.
        label: Name of its type, or what the user calls it.
        row: Row of the provider's ``data``; 0 for a new one.
    """

    text: str = ""
    label: str = "Mobile"
    row: int = 0


@dataclass(frozen=True)
class Contact:
    """A contact in a list."""

    id: int
    name: str
    section: str
    starred: bool
    to_voicemail: bool = False
    ringtone: str = ""


@dataclass(frozen=True)
class Card:
    """All that the editor knows about a contact.

    Attributes:
        fields: (name, text) of the parts of its name and of the fields that there are one of.
        phones: Numbers.
        emails: Addresses.
    """

    fields: tuple[tuple[str, str], ...] = ()
    phones: tuple[Entry, ...] = (Entry(),)
    emails: tuple[Entry, ...] = (Entry(label="Home"),)

    def get(self, name: str) -> str:
        """Text of a field."""
        return dict(self.fields).get(name, "")

    def having(self, name: str, text: str) -> Card:
        """The same with another text in a field; an empty one is left out."""
        fields = {**dict(self.fields), name: text}
        return replace(self, fields=tuple(sorted((k, v) for k, v in fields.items() if v)))

    @property
    def name(self) -> str:
        """The whole name."""
        return " ".join(filter(None, (self.get(part).strip() for part in NAME_PARTS)))

    @property
    def empty(self) -> bool:
        """Whether there is nothing worth keeping."""
        texts = [text for _, text in self.fields]
        texts += [entry.text for entry in (*self.phones, *self.emails)]
        return not any(text.strip() for text in texts)


def split_name(name: str) -> dict[str, str]:
    """First, middle and last name; small words (de, van der) belong to the last."""
    words = name.split()
    parts = {"first": words.pop(0)} if words else {}
    if words:
        last = [words.pop()]
        while words and words[-1].islower():
            last.insert(0, words.pop())
        parts["last"] = " ".join(last)
    if words:
        parts["middle"] = " ".join(words)
    return parts


def contact_number(uri: str | None) -> int | None:
    """The number of the contact in a URI; None where it names none."""
    path = (uri or "").partition("://")[2].partition("?")[0].strip("/").split("/")
    return int(path[-1]) if path[-1].isdecimal() and len(path[-1]) < 19 else None


def install(context: Context, *, cleared: bool) -> None:
    """The prepared image is past the first run; a cleared app is not."""
    if not cleared:
        context.preferences().put(welcomed=True)


def _label(labels: Mapping[str, int], kind: Any, custom: Any) -> str:
    if str(kind) == "0":
        return str(custom or "Custom")
    return next((name for name, number in labels.items() if str(number) == str(kind)), "Other")


class ContactStore:
    """Queries and changes."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._provider = context.provider("com.android.contacts")

    def _query(
        self, path: str, columns: Sequence[str], where: str | None, sort: str, *values: Any
    ) -> Sequence[Sequence[Any]]:
        _, rows = self._provider.query(f"{URI}/{path}", list(columns), where, sort, values)
        return rows

    # -- lists

    @staticmethod
    def _matching(text: str) -> tuple[str | None, tuple[str, ...]]:
        words = text.split()
        if not words:
            return None, ()
        escape = "LIKE ? ESCAPE '\\'"
        values: list[str] = []
        parts = []
        for word in words:
            plain = re.sub(r"([\\%_])", r"\\\1", word)
            parts.append(
                f"(display_name {escape} OR display_name {escape} OR _id IN (SELECT contact_id "
                f"FROM view_data WHERE mimetype IN ('{ITEM}/phone_v2', '{ITEM}/email_v2') AND "
                f"(data1 {escape} OR data4 {escape})))"
            )
            number = re.fullmatch(r"(?=\D*+\d)[\d+().\-]++", word)
            digits = re.sub(r"\D", "", word) if number else plain
            values += [f"{plain}%", f"% {plain}%", f"{plain}%", f"%{digits}%"]
        return " AND ".join(parts), tuple(values)

    def count(self, text: str = "", *, starred: bool = False) -> int:
        """Number of contacts, of those found by a text, or of favorites."""
        where, values = self._matching(text)
        if starred:
            where = "starred = 1"
        return int(self._query("contacts", ["count(*)"], where, "", *values)[0][0])

    @property
    def by_last_name(self) -> bool:
        """Whether lists are sorted by last name."""
        return self._context.preferences().get(SORT_BY, 1) == 2

    @property
    def last_name_first(self) -> bool:
        """Whether names are written with the last name first."""
        return self._context.preferences().get(NAME_FORMAT, 1) == 2

    @property
    def _columns(self) -> list[str]:
        last = self.by_last_name
        return [
            "_id",
            "display_name_alt" if self.last_name_first else "display_name",
            "phonebook_label_alt" if last else "phonebook_label",
            "starred",
        ]

    def page(self, number: int, text: str = "", *, starred: bool = False) -> list[Contact]:
        """A page of `PAGE` contacts by name."""
        where, values = self._matching(text)
        if starred:
            where = "starred = 1"
        key = "sort_key_alt" if self.by_last_name else "sort_key"
        rows = self._query(
            "contacts",
            self._columns,
            where,
            f"{key} IS NULL OR {key} = '', {key} COLLATE NOCASE, _id "
            f"LIMIT {PAGE} OFFSET {number * PAGE}",
            *values,
        )
        return [Contact(i, str(name or "(No name)"), str(s or "…"), star == 1)
                for i, name, s, star in rows]  # fmt: skip

    def ids(self) -> list[int]:
        """Numbers of all contacts."""
        return [int(row[0]) for row in self._query("contacts", ["_id"], None, "_id")]

    def get(self, contact: int) -> Contact | None:
        """One contact."""
        rows = self._query(
            f"contacts/{contact}",
            [*self._columns[1:], "send_to_voicemail", "custom_ringtone"],
            None,
            "",
        )
        if not rows:
            return None
        name, section, star, voicemail, ringtone = rows[0]
        name, section = str(name or "(No name)"), str(section or "…")
        return Contact(contact, name, section, star == 1, voicemail == 1, str(ringtone or ""))

    # -- one contact

    def _rows(self, contact: int) -> list[tuple[int, int, str, dict[str, Any]]]:
        names = [f"data{n}" for n in range(1, 7)]
        rows = self._query(
            f"contacts/{contact}/data", ["_id", "raw_contact_id", "mimetype", *names], None, "_id"
        )
        return [
            (number, raw, str(kind).removeprefix(f"{ITEM}/"), dict(zip(names, rest, strict=True)))
            for number, raw, kind, *rest in rows
        ]

    def card(self, contact: int) -> Card:
        """What is known about a contact, without empty fields for more."""
        card = Card(phones=(), emails=())
        for number, _, kind, data in self._rows(contact):
            text = str(data["data1"] or "")
            if kind == "phone_v2":
                label = _label(PHONE_LABELS, data["data2"], data["data3"])
                card = replace(card, phones=(*card.phones, Entry(text, label, number)))
            elif kind == "email_v2":
                label = _label(EMAIL_LABELS, data["data2"], data["data3"])
                card = replace(card, emails=(*card.emails, Entry(text, label, number)))
            elif kind == "name":
                for part, column in NAME_PARTS.items():
                    card = card.having(part, str(data[column] or ""))
            for name, (wanted, column) in _SINGLE.items():
                if kind == wanted and not card.get(name):
                    card = card.having(name, str(data[column] or ""))
        return card

    def save(self, card: Card, contact: int | None = None) -> int:
        """Adds a contact, or changes one; returns its number."""
        if contact is None:
            uri = self._provider.insert(f"{URI}/raw_contacts", {})
            raw = contact_number(uri) or 0
            contact = int(self._query(f"raw_contacts/{raw}", ["contact_id"], None, "")[0][0])
        else:
            raw = int(self._query(f"contacts/{contact}", ["name_raw_contact_id"], None, "")[0][0])
        rows = self._rows(contact)
        name = {column: card.get(part).strip() or None for part, column in NAME_PARTS.items()}
        self._keep(raw, rows, "name", {"data1": card.name or None, **name})
        for kind in dict.fromkeys(kind for kind, _ in _SINGLE.values()):
            values = {
                column: card.get(field).strip() or None
                for field, (other, column) in _SINGLE.items()
                if other == kind
            }
            self._keep(raw, rows, kind, values)
        self._keep_entries(raw, rows, "phone_v2", card.phones, PHONE_LABELS)
        self._keep_entries(raw, rows, "email_v2", card.emails, EMAIL_LABELS)
        return contact

    def _keep(self, raw: int, rows: Sequence[Any], kind: str, values: dict[str, Any]) -> None:
        """Makes the row of a kind say this, or takes it away where there is nothing to say."""
        found = next((row for row in rows if row[2] == kind), None)
        if found is not None and all(found[3][name] == text for name, text in values.items()):
            return
        if any(values.values()):
            self._put(raw, found[0] if found else 0, kind, values)
        elif found is not None:
            self._provider.delete(f"{URI}/data/{found[0]}")

    def _keep_entries(
        self,
        raw: int,
        rows: Sequence[Any],
        kind: str,
        entries: Sequence[Entry],
        labels: Mapping[str, int],
    ) -> None:
        kept = {entry.row for entry in entries if entry.text.strip()}
        for number, _, other, _ in rows:
            if other == kind and number not in kept:
                self._provider.delete(f"{URI}/data/{number}")
        for entry in entries:
            if entry.text.strip():
                values = {
                    "data1": entry.text.strip(),
                    "data2": labels.get(entry.label, 0),
                    "data3": None if entry.label in labels else entry.label,
                }
                self._put(raw, entry.row, kind, values)

    def _put(self, raw: int, row: int, kind: str, values: Mapping[str, Any]) -> None:
        if row:
            self._provider.update(f"{URI}/data/{row}", values)
        else:
            self._provider.insert(
                f"{URI}/data", {"raw_contact_id": raw, "mimetype": f"{ITEM}/{kind}", **values}
            )

    def star(self, contact: int, starred: bool) -> None:
        """Makes a contact a favorite, or no longer."""
        self._provider.update(f"{URI}/contacts/{contact}", {"starred": int(starred)})

    def route(self, contact: int, to_voicemail: bool) -> None:
        """Sends a contact's calls to voicemail, or no longer."""
        self._provider.update(f"{URI}/contacts/{contact}", {"send_to_voicemail": int(to_voicemail)})

    def set_ringtone(self, contact: int, uri: str | None) -> None:
        """Sets what rings when a contact calls; None for the phone's own."""
        self._provider.update(f"{URI}/contacts/{contact}", {"custom_ringtone": uri})

    def delete(self, contacts: Sequence[int]) -> None:
        """Deletes contacts."""
        for contact in contacts:
            self._provider.delete(f"{URI}/contacts/{contact}")
