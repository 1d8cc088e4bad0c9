"""A contact as the editor sees it, and the states of the screens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from android_gym.simulator.appkit.people import PHONE_LABELS
from android_gym.simulator.appkit.vcards import VCard

__all__ = [
    "LABELS",
    "NAME_PARTS",
    "Card",
    "EditorState",
    "Entry",
    "Kind",
    "card_of",
    "contact_number",
    "split_name",
]

Kind = Literal["phones", "emails"]
"""Fields of which a contact can have several."""

LABELS: Final[Mapping[Kind, Mapping[str, int]]] = {
    "phones": PHONE_LABELS,
    "emails": {"Home": 1, "Work": 2, "Other": 3, "Mobile": 4, "Custom": 0},
}
"""Types by label; the first is a new field's."""

NAME_PARTS: Final = {
    "prefix": "data4", "first": "data2", "middle": "data5", "last": "data3", "suffix": "data6",
}  # fmt: skip
"""Columns of a name's parts, in the order in which they are written."""


@dataclass(frozen=True)
class Entry:
    """A phone number or an email address.

    Attributes:
        text: Number or address.
        label: Name of its type, or the user's own word for it.
        row: Row of the provider's ``data``; 0 for a new one.
    """

    text: str = ""
    label: str = "Mobile"
    row: int = 0


@dataclass(frozen=True)
class Card:
    """A contact in the editor.

    Attributes:
        fields: (name, text) of the parts of its name and of the fields that there are one of.
        phones: Numbers.
        emails: Addresses.
    """

    fields: tuple[tuple[str, str], ...] = ()
    phones: tuple[Entry, ...] = (Entry(),)
    emails: tuple[Entry, ...] = (Entry(label="Home"),)

    def get(self, name: str) -> str:
        """Return the text of a field."""
        return dict(self.fields).get(name, "")

    def having(self, name: str, text: str) -> Card:
        """Return a copy with another text in a field; an empty one is left out."""
        fields = {**dict(self.fields), name: text}
        return replace(self, fields=tuple(sorted((k, v) for k, v in fields.items() if v)))

    def entries(self, kind: Kind) -> tuple[Entry, ...]:
        """Return the numbers or the addresses."""
        return self.phones if kind == "phones" else self.emails

    def with_entries(self, kind: Kind, entries: tuple[Entry, ...]) -> Card:
        """Return a copy with other numbers or addresses; an empty field where there are none."""
        entries = entries or Card().entries(kind)
        if kind == "phones":
            return replace(self, phones=entries)
        return replace(self, emails=entries)

    @property
    def name(self) -> str:
        """The whole name."""
        return " ".join(filter(None, (self.get(part).strip() for part in NAME_PARTS)))

    @property
    def empty(self) -> bool:
        """True where nothing is worth keeping."""
        texts = [text for _, text in self.fields]
        texts += [entry.text for entry in (*self.phones, *self.emails)]
        return not any(text.strip() for text in texts)


@dataclass(frozen=True)
class EditorState:
    """The form.

    Attributes:
        contact: Number of the contact that is changed; None for a new one.
        before: The card at first.
        card: The card now.
        names: Whether all parts of the name are shown.
        more: Whether the fields behind "More fields" are shown.
    """

    contact: int | None = None
    before: Card = Card()
    card: Card = Card()
    names: bool = False
    more: bool = False


def split_name(name: str) -> dict[str, str]:
    """Split a name into first, middle and last; small words (de, van der) belong to the last."""
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
    """Return the number of the contact in a URI, None where it names none."""
    path = (uri or "").partition("://")[2].partition("?")[0].strip("/").split("/")
    return int(path[-1]) if path[-1].isdecimal() and len(path[-1]) < 19 else None


def card_of(card: VCard) -> Card:
    """Return a card of a file as the editor has it."""
    last, first, middle, prefix, suffix = card.parts
    parts = {"prefix": prefix, "first": first, "middle": middle, "last": last, "suffix": suffix}
    if not any(parts.values()):
        parts = split_name(card.name)
    found = Card(phones=(), emails=())
    for part, text in parts.items():
        found = found.having(part, text)
    for field in card.fields:
        if field.kind == "phone":
            found = replace(found, phones=(*found.phones, Entry(field.text, field.label)))
        elif field.kind == "email":
            found = replace(found, emails=(*found.emails, Entry(field.text, field.label)))
        elif not found.get(field.kind):
            found = found.having(field.kind, field.text)
    return found
