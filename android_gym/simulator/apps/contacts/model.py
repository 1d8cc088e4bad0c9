"""A contact as shown in the editor, and the states of the screens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from android_gym.simulator.appkit.contact_kinds import ADDRESS_PARTS, DATA_KINDS, FieldKind
from android_gym.simulator.appkit.vcards import VCard

__all__ = [
    "FIELD_KINDS",
    "LABELS",
    "NAME_PARTS",
    "PHONETIC_PARTS",
    "Card",
    "EditorState",
    "Entry",
    "Kind",
    "blank",
    "card_of",
    "contact_number",
    "split_name",
]

Kind = Literal["phones", "emails", "dates", "addresses", "websites", "relations", "chats"]
"""Fields that can have several entries."""

FIELD_KINDS: Final[Mapping[Kind, FieldKind]] = {
    "phones": "phone", "emails": "email", "dates": "date", "addresses": "address",
    "websites": "website", "relations": "relation", "chats": "chat",
}  # fmt: skip
"""Kinds of data of these fields."""

LABELS: Final[Mapping[Kind, Mapping[str, int]]] = {
    kind: DATA_KINDS[field].labels for kind, field in FIELD_KINDS.items()
}
"""Types by label; a new entry gets the first."""

NAME_PARTS: Final = {
    "prefix": "data4", "first": "data2", "middle": "data5", "last": "data3", "suffix": "data6",
}  # fmt: skip
"""Columns of a name's parts, in the order of display."""

PHONETIC_PARTS: Final = {
    "phonetic_last": "data9", "phonetic_middle": "data8", "phonetic_first": "data7",
}  # fmt: skip
"""Columns of the phonetic name's parts."""

NO_ADDRESS: Final = ("",) * len(ADDRESS_PARTS)
_STREET: Final = [*ADDRESS_PARTS].index("Street")


@dataclass(frozen=True)
class Entry:
    """An entry of a multi-entry field, such as a phone number or email address.

    Attributes:
        text: Number or address; for a postal address, the text that `with_part` formats.
        label: Name of the type, or a custom label; "" for none.
        row: Row id in the provider's ``data``; 0 for a new one.
        parts: For a postal address, its parts in the order of `ADDRESS_PARTS`.
    """

    text: str = ""
    label: str = "Mobile"
    row: int = 0
    parts: tuple[str, ...] = ()

    def part(self, name: str) -> str:
        """Return a part of a postal address; an address without parts is all street."""
        parts = self.parts or (*NO_ADDRESS[:_STREET], self.text, *NO_ADDRESS[_STREET + 1 :])
        return parts[[*ADDRESS_PARTS].index(name)]

    def with_part(self, name: str, text: str) -> Entry:
        """Return the entry with a part of its postal address changed, and its text updated."""
        parts = {each: self.part(each) for each in ADDRESS_PARTS} | {name: text}
        place = " ".join(filter(None, (parts["State"], parts["ZIP code"])))
        lines = (
            parts["Street"], parts["PO box"], parts["Neighborhood"],
            ", ".join(filter(None, (parts["City"], place))), parts["Country"],
        )  # fmt: skip
        return replace(self, text="\n".join(filter(None, lines)), parts=tuple(parts.values()))


def blank(kind: Kind) -> Entry:
    """Return an empty entry with the default label."""
    return Entry(label=next(iter(LABELS[kind]), ""))


@dataclass(frozen=True)
class Card:
    """A contact in the editor.

    Attributes:
        fields: (name, text) of the name's parts and the single-entry fields.
        lists: (kind, entries) of the multi-entry fields.
        groups: Ids of the contact's labels.
    """

    fields: tuple[tuple[str, str], ...] = ()
    lists: tuple[tuple[Kind, tuple[Entry, ...]], ...] = ()
    groups: tuple[int, ...] = ()

    def get(self, name: str) -> str:
        """Return the text of a field."""
        return dict(self.fields).get(name, "")

    def having(self, name: str, text: str) -> Card:
        """Return a copy with a field changed; an empty text removes it."""
        fields = {**dict(self.fields), name: text}
        return replace(self, fields=tuple(sorted((k, v) for k, v in fields.items() if v)))

    def entries(self, kind: Kind) -> tuple[Entry, ...]:
        """Return the entries of a kind."""
        return dict(self.lists).get(kind, ())

    def shown(self, kind: Kind) -> tuple[Entry, ...]:
        """Return the entries of a kind, or a blank one if there are none."""
        return self.entries(kind) or (blank(kind),)

    def with_entries(self, kind: Kind, entries: tuple[Entry, ...]) -> Card:
        """Return a copy with the entries of a kind replaced; a single blank entry is dropped."""
        lists = {**dict(self.lists), kind: entries}
        unlike = {key: some for key, some in lists.items() if some and some != (blank(key),)}
        return replace(self, lists=tuple((key, unlike[key]) for key in LABELS if key in unlike))

    @property
    def phones(self) -> tuple[Entry, ...]:
        """The phone numbers."""
        return self.entries("phones")

    @property
    def emails(self) -> tuple[Entry, ...]:
        """The email addresses."""
        return self.entries("emails")

    @property
    def name(self) -> str:
        """The full name."""
        return " ".join(filter(None, (self.get(part).strip() for part in NAME_PARTS)))

    @property
    def empty(self) -> bool:
        """True if the card has no text."""
        texts = [text for _, text in self.fields]
        texts += [entry.text for _, entries in self.lists for entry in entries]
        return not any(text.strip() for text in texts)


@dataclass(frozen=True)
class EditorState:
    """State of the contact editor.

    Attributes:
        contact: Id of the edited contact; None for a new one.
        before: The initial card.
        card: The current card.
        names: Whether all parts of the name are shown.
        more: Whether the fields under "More fields" are shown.
        places: Whether the parts of postal addresses are shown.
    """

    contact: int | None = None
    before: Card = Card()
    card: Card = Card()
    names: bool = False
    more: bool = False
    places: bool = False


def split_name(name: str) -> dict[str, str]:
    """Split a name into first, middle and last; particles (de, van der) belong to the last name."""
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
    """Return the id of the contact in a URI; None if it has none."""
    path = (uri or "").partition("://")[2].partition("?")[0].strip("/").split("/")
    return int(path[-1]) if path[-1].isdecimal() and len(path[-1]) < 19 else None


def card_of(card: VCard) -> Card:
    """Convert a vCard to an editor card."""
    last, first, middle, prefix, suffix = card.parts
    parts = {"prefix": prefix, "first": first, "middle": middle, "last": last, "suffix": suffix}
    if not any(parts.values()):
        parts = split_name(card.name)
    found = Card()
    for part, text in parts.items():
        found = found.having(part, text)
    several = {field: kind for kind, field in FIELD_KINDS.items()}
    for field in card.fields:
        kind = several.get(field.kind)
        if kind is not None:
            label = field.label or blank(kind).label
            entry = Entry(field.text, label, parts=field.parts)
            if field.parts:
                entry = entry.with_part("Street", entry.part("Street"))
            found = found.with_entries(kind, (*found.entries(kind), entry))
        elif not found.get(field.kind):
            found = found.having(field.kind, field.text)
    return found
