"""Contacts and editor cards from the contacts provider's rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from android_gym.simulator.appkit.contact_kinds import ADDRESS_PARTS, DATA_KINDS, FieldKind
from android_gym.simulator.appkit.people import CONTACTS, NO_NAME, Contact, Contacts, like
from android_gym.simulator.apps.contacts.model import (
    FIELD_KINDS,
    NAME_PARTS,
    PHONETIC_PARTS,
    Card,
    Entry,
    Kind,
    contact_number,
)
from android_gym.simulator.system.accents import folded
from android_gym.simulator.ui.activity import Context

__all__ = ["NAME_FORMAT", "PHONETIC", "SORT_BY", "ContactStore", "Group", "install"]

ITEM: Final = "vnd.android.cursor.item"

KINDS: Final[Mapping[str, Kind]] = {
    DATA_KINDS[field].mime: kind for kind, field in FIELD_KINDS.items()
}
"""Multi-entry fields by kind of data."""

_ONE: Final[tuple[FieldKind, ...]] = (
    "company", "title", "department", "nickname", "sip", "notes",
)  # fmt: skip

_SINGLE: Final[Mapping[str, tuple[str, str]]] = {
    **{name: (DATA_KINDS[name].mime, DATA_KINDS[name].column) for name in _ONE},
    **{part: ("name", column) for part, column in (NAME_PARTS | PHONETIC_PARTS).items()},
}
"""Kind of data and column of the single-entry fields."""

SORT_BY = "android.contacts.SORT_ORDER"
NAME_FORMAT = "android.contacts.DISPLAY_ORDER"
PHONETIC = "Phonetic_name_display"

_MEMBERSHIP: Final = f"{ITEM}/group_membership"


@dataclass(frozen=True)
class Group:
    """A label.

    Attributes:
        id: Row id in the provider's ``groups``.
        title: Name of the label.
        count: Number of contacts with the label.
    """

    id: int
    title: str
    count: int


Row = tuple[int, str, Mapping[str, Any]]
"""A row of ``data``: id, kind, and values by column."""


def install(context: Context, *, cleared: bool) -> None:
    """Skip the first run, as in the prepared image; not for a cleared app."""
    if not cleared:
        context.preferences().put(welcomed=True)


def _matching(text: str, without: int) -> tuple[str | None, list[str]]:
    """Return the SQL condition that names, numbers or emails match all words, and its values.

    Args:
        text: The words.
        without: Id of a contact to leave out; 0 for none.
    """
    escape = "LIKE ? ESCAPE '\\'"
    condition = (
        f"(_FOLDED(display_name) {escape} OR _FOLDED(display_name) {escape} OR "
        f"_id IN (SELECT contact_id FROM view_data "
        f"WHERE mimetype IN ('{ITEM}/phone_v2', '{ITEM}/email_v2') "
        f"AND (data1 {escape} OR data4 {escape})))"
    )
    values: list[str] = []
    for word in text.split():
        plain = like(word)
        number = re.fullmatch(r"(?=\D*+\d)[\d+().\-]++", word)
        digits = re.sub(r"\D", "", word) if number else plain
        name = like(folded(word))
        values += [f"{name}%", f"% {name}%", f"{plain}%", f"%{digits}%"]
    conditions = [condition] * (len(values) // 4)
    if without:
        conditions.append(f"_id <> {without:d}")
    return " AND ".join(conditions) or None, values


class ContactStore(Contacts):
    """The contact store, with editor cards."""

    def __init__(self, context: Context) -> None:
        kept = context.preferences()
        super().__init__(
            context,
            by_last_name=kept.get(SORT_BY, 1) == 2,
            last_name_first=kept.get(NAME_FORMAT, 1) == 2,
        )

    # -- lists

    def matches(self, text: str = "", without: int = 0) -> int:
        """Return the number of contacts that match a text, except one."""
        where, values = _matching(text, without)
        return self.count(where, *values)

    def page(self, number: int, text: str = "", without: int = 0) -> list[Contact]:
        """Return a page of `PAGE` matching contacts, by name, except one."""
        where, values = _matching(text, without)
        return self.find(where, *values, page=number)

    def ids(self) -> list[int]:
        """Return the ids of all contacts."""
        return [int(row[0]) for row in self.query("contacts", ["_id"], None, "_id")]

    # -- single contacts

    def _rows(self, contact: int) -> list[Row]:
        """Return a contact's rows, those of the raw contact that provides the name first."""
        names = [f"data{n}" for n in range(1, 11)]
        rows = self.query(
            f"contacts/{contact}/data",
            ["_id", "mimetype", *names],
            None,
            "raw_contact_id = name_raw_contact_id DESC, _id",
        )
        return [
            (number, str(kind).removeprefix(f"{ITEM}/"), dict(zip(names, data, strict=True)))
            for number, kind, *data in rows
        ]

    def card(self, contact: int) -> Card:
        """Return a contact's card."""
        card = Card(groups=tuple(self.groups_of(contact)))
        for number, kind, data in self._rows(contact):
            if several := KINDS.get(kind):
                label = DATA_KINDS[FIELD_KINDS[several]].label(data)
                parts: tuple[str, ...] = ()
                if several == "addresses":
                    parts = tuple(str(data[column] or "") for column in ADDRESS_PARTS.values())
                parts = parts if any(parts) else ()
                entry = Entry(str(data["data1"] or ""), label, number, parts)
                card = card.with_entries(several, (*card.entries(several), entry))
            for name, (wanted, column) in _SINGLE.items():
                if kind == wanted and not card.get(name):
                    card = card.having(name, str(data[column] or ""))
        return card

    def save(self, card: Card, contact: int | None = None) -> int:
        """Add or change a contact; return its id."""
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
        self.put_groups(contact, card.groups)
        return contact

    def _keep(self, raw: int, rows: Sequence[Row], kind: str, values: Mapping[str, Any]) -> None:
        """Write the row of a kind, or delete it if it becomes empty."""
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
        of = DATA_KINDS[FIELD_KINDS[several]]
        for entry in entries:
            values: dict[str, Any] = {"data1": entry.text.strip(), **of.typed(entry.label)}
            if several == "addresses":
                values |= {
                    column: entry.part(name).strip() or None
                    for name, column in ADDRESS_PARTS.items()
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

    # -- labels

    def groups(self) -> list[Group]:
        """Return the user's labels, by name."""
        where = "deleted = 0 AND title IS NOT NULL AND auto_add = 0 AND favorites = 0"
        rows = self.query("groups", ["_id", "title"], where, "title COLLATE NOCASE, _id")
        had = self.query(
            "data", ["DISTINCT data1", "contact_id"], "mimetype = ?", None, _MEMBERSHIP
        )
        counts = Counter(str(number) for number, _ in had)
        return [Group(int(number), str(title), counts[str(number)]) for number, title in rows]

    def group(self, number: int) -> Group | None:
        """Return a label; None if it is gone."""
        return next((group for group in self.groups() if group.id == number), None)

    def add_group(self, title: str) -> int:
        """Create a label; return its id."""
        uri = self._provider.insert(f"{CONTACTS}/groups", {"title": title, "group_visible": 1})
        return contact_number(uri) or 0

    def rename_group(self, number: int, title: str) -> None:
        """Rename a label."""
        self._provider.update(f"{CONTACTS}/groups/{number}", {"title": title})

    def delete_group(self, number: int) -> None:
        """Delete a label but not its contacts."""
        self._provider.delete(
            f"{CONTACTS}/data", "mimetype = ? AND data1 = ?", (_MEMBERSHIP, str(number))
        )
        self._provider.delete(f"{CONTACTS}/groups/{number}")

    def groups_of(self, contact: int) -> list[int]:
        """Return the ids of a contact's labels."""
        rows = self.query(
            f"contacts/{contact}/data", ["data1"], "mimetype = ?", "data1", _MEMBERSHIP
        )
        return sorted({int(row[0]) for row in rows if str(row[0]).isdecimal()})

    def members(self, number: int) -> list[Contact]:
        """Return the contacts with a label, by name."""
        return self.find(
            "_id IN (SELECT contact_id FROM view_data WHERE mimetype = ? AND data1 = ?)",
            _MEMBERSHIP,
            str(number),
        )

    def put_groups(self, contact: int, groups: Sequence[int]) -> None:
        """Replace a contact's labels."""
        before = set(self.groups_of(contact))
        for number in sorted(before - set(groups)):
            self.remove_from_group(number, [contact])
        for number in sorted(set(groups) - before):
            self.add_to_group(number, [contact])

    def add_to_group(self, number: int, contacts: Sequence[int]) -> None:
        """Add contacts to a label."""
        for contact in contacts:
            if number not in self.groups_of(contact):
                raw = self.query(f"contacts/{contact}", ["name_raw_contact_id"])
                self._put(int(raw[0][0]), 0, "group_membership", {"data1": number})

    def remove_from_group(self, number: int, contacts: Sequence[int]) -> None:
        """Remove contacts from a label."""
        for contact in contacts:
            rows = self.query(
                f"contacts/{contact}/data",
                ["_id"],
                "mimetype = ? AND data1 = ?",
                None,
                _MEMBERSHIP,
                str(number),
            )
            for (row,) in rows:
                self._provider.delete(f"{CONTACTS}/data/{row}")

    # -- linked contacts

    def raw_contacts(self, contact: int) -> list[tuple[int, str]]:
        """Return (id, name) of the raw contacts that a contact consists of."""
        rows = self.query("raw_contacts", ["_id", "display_name"], "contact_id = ?", "_id", contact)
        return [(int(number), str(name or NO_NAME)) for number, name in rows]

    def link(self, contacts: Sequence[int]) -> int:
        """Link several contacts into one; return its id."""
        raws = [raw for contact in contacts for raw, _ in self.raw_contacts(contact)]
        for other in raws[1:]:
            self._keep_aggregated(1, raws[0], other)
        return int(self.query(f"raw_contacts/{raws[0]}", ["contact_id"])[0][0])

    def unlink(self, contact: int) -> None:
        """Split a linked contact into its raw contacts."""
        raws = [raw for raw, _ in self.raw_contacts(contact)]
        for place, one in enumerate(raws):
            for other in raws[place + 1 :]:
                self._keep_aggregated(2, one, other)

    def _keep_aggregated(self, kind: int, one: int, other: int) -> None:
        values = {"type": kind, "raw_contact_id1": one, "raw_contact_id2": other}
        self._provider.update(f"{CONTACTS}/aggregation_exceptions", values)

    def duplicates(self) -> list[tuple[Contact, ...]]:
        """Return sets of contacts with the same name, or a common number or email address.

        A contact is only in the first set it matches. Unlinked contacts are not joined again.
        """
        apart = {
            frozenset((int(one), int(other)))
            for one, other in self.query(
                "aggregation_exceptions", ["raw_contact_id1", "raw_contact_id2"], "type = 2"
            )
        }
        everybody = {contact.id: contact for contact in self.find()}
        raw_of = {
            int(number): int(raw)
            for number, raw in self.query("contacts", ["_id", "name_raw_contact_id"])
        }
        alike: dict[tuple[str, str], list[int]] = {}
        for contact in everybody.values():
            if contact.name == NO_NAME:
                continue
            alike.setdefault(("name", contact.name.casefold()), []).append(contact.id)
        where = f"mimetype IN ('{ITEM}/phone_v2', '{ITEM}/email_v2')"
        rows = self.query("data", ["contact_id", "mimetype", "data1"], where, "contact_id, _id")
        for number, kind, text in rows:
            told = str(text or "").strip().casefold()
            told = re.sub(r"[^\d+*#]", "", told) if "phone" in str(kind) else told
            if told and int(number) in everybody:
                alike.setdefault((str(kind), told), []).append(int(number))
        found: list[tuple[Contact, ...]] = []
        taken: set[int] = set()
        for numbers in alike.values():
            fresh = [number for number in dict.fromkeys(numbers) if number not in taken]
            pairs = {frozenset((raw_of[a], raw_of[b])) for a in fresh for b in fresh if a != b}
            if len(fresh) > 1 and not pairs & apart:
                found.append(tuple(everybody[number] for number in fresh))
                taken.update(fresh)
        return found
