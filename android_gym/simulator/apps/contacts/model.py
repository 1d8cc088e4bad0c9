"""A contact as the editor sees it, and the states of the screens."""

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
"""Fields of which a contact can have several."""

FIELD_KINDS: Final[Mapping[Kind, FieldKind]] = {
    "phones": "phone", "emails": "email", "dates": "date", "addresses": "address",
    "websites": "website", "relations": "relation", "chats": "chat",
}  # fmt: skip
"""Kinds of data of these fields."""

LABELS: Final[Mapping[Kind, Mapping[str, int]]] = {
    kind: DATA_KINDS[field].labels for kind, field in FIELD_KINDS.items()
}
"""Types by label; the first is a new field's."""

NAME_PARTS: Final = {
    "prefix": "data4", "first": "data2", "middle": "data5", "last": "data3", "suffix": "data6",
}  # fmt: skip
"""Columns of a name's parts, in the order in which they are written."""

PHONETIC_PARTS: Final = {
    "phonetic_last": "data9", "phonetic_middle": "data8", "phonetic_first": "data7",
}  # fmt: skip
"""Columns of how a name's parts are spoken."""

NO_ADDRESS: Final = ("",) * len(ADDRESS_PARTS)
_STREET: Final = [*ADDRESS_PARTS].index("Street")


@dataclass(frozen=True)
class Entry:
    """A phone number, an email address, or another of several.

    Attributes:
        text: Number or address; of a postal address what `with_part` makes of its parts.
        label: Name of its type, or the user's own word for it; "" where it has none.
        row: Row of the provider's ``data``; 0 for a new one.
        parts: Of a postal address: what `ADDRESS_PARTS` names.
    """

    text: str = ""
    label: str = "Mobile"
    row: int = 0
    parts: tuple[str, ...] = ()

    def part(self, name: str) -> str:
        """Return a part of a postal address; one that is whole is all in its street."""
        parts = self.parts or (*NO_ADDRESS[:_STREET], self.text, *NO_ADDRESS[_STREET + 1 :])
        return parts[[*ADDRESS_PARTS].index(name)]

    def with_part(self, name: str, text: str) -> Entry:
        """Return the entry with another part of a postal address, and the text of all."""
        parts = {each: self.part(each) for each in ADDRESS_PARTS} | {name: text}
        place = " ".join(filter(None, (parts["State"], parts["ZIP code"])))
        lines = (
            parts["Street"], parts["PO box"], parts["Neighborhood"],
            ", ".join(filter(None, (parts["City"], place))), parts["Country"],
        )  # fmt: skip
        return replace(self, text="\n".join(filter(None, lines)), parts=tuple(parts.values()))


def blank(kind: Kind) -> Entry:
    """Return an empty entry with the usual label."""
    return Entry(label=next(iter(LABELS[kind]), ""))


@dataclass(frozen=True)
class Card:
    """A contact in the editor.

    Attributes:
        fields: (name, text) of the parts of its name and of the fields that there are one of.
        lists: (kind, entries) of the fields that there are several of.
        groups: Ids of the labels that it has.
    """

    fields: tuple[tuple[str, str], ...] = ()
    lists: tuple[tuple[Kind, tuple[Entry, ...]], ...] = ()
    groups: tuple[int, ...] = ()

    def get(self, name: str) -> str:
        """Return the text of a field."""
        return dict(self.fields).get(name, "")

    def having(self, name: str, text: str) -> Card:
        """Return a copy with another text in a field; an empty one is left out."""
        fields = {**dict(self.fields), name: text}
        return replace(self, fields=tuple(sorted((k, v) for k, v in fields.items() if v)))

    def entries(self, kind: Kind) -> tuple[Entry, ...]:
        """Return the entries that there are of a kind."""
        return dict(self.lists).get(kind, ())

    def shown(self, kind: Kind) -> tuple[Entry, ...]:
        """Return the entries of a kind, an empty one where there are none."""
        return self.entries(kind) or (blank(kind),)

    def with_entries(self, kind: Kind, entries: tuple[Entry, ...]) -> Card:
        """Return a copy with other entries of a kind; a single blank one is none."""
        lists = {**dict(self.lists), kind: entries}
        unlike = {key: some for key, some in lists.items() if some and some != (blank(key),)}
        return replace(self, lists=tuple((key, unlike[key]) for key in LABELS if key in unlike))

    @property
    def phones(self) -> tuple[Entry, ...]:
        """The numbers."""
        return self.entries("phones")

    @property
    def emails(self) -> tuple[Entry, ...]:
        """The mail addresses."""
        return self.entries("emails")

    @property
    def name(self) -> str:
        """The whole name."""
        return " ".join(filter(None, (self.get(part).strip() for part in NAME_PARTS)))

    @property
    def empty(self) -> bool:
        """True where nothing is worth keeping."""
        texts = [text for _, text in self.fields]
        texts += [entry.text for _, entries in self.lists for entry in entries]
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
        places: Whether the parts of postal addresses are shown.
    """

    contact: int | None = None
    before: Card = Card()
    card: Card = Card()
    names: bool = False
    more: bool = False
    places: bool = False


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
