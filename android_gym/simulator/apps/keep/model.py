"""Keep's data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

__all__ = [
    "COLORS",
    "TRASH_DAYS",
    "Color",
    "Content",
    "Item",
    "KeepState",
    "Label",
    "Listed",
    "Note",
    "Page",
    "color_of",
]

TRASH_DAYS: Final = 7


@dataclass(frozen=True)
class Color:
    """A colour of notes.

    Attributes:
        name: As the database has it.
        words: What it is called.
        light: On a light phone.
        dark: On a dark one.
    """

    name: str
    words: str
    light: str
    dark: str


COLORS: Final = (
    Color("DEFAULT", "Default", "background", "background"),
    Color("RED", "Coral", "#FAAFA8", "#77172E"),
    Color("ORANGE", "Peach", "#F39F76", "#692B17"),
    Color("YELLOW", "Sand", "#FFF8B8", "#7C4A03"),
    Color("GREEN", "Mint", "#E2F6D3", "#264D3B"),
    Color("TEAL", "Sage", "#B4DDD3", "#0C625D"),
    Color("BLUE", "Fog", "#D4E4ED", "#256377"),
    Color("CERULEAN", "Storm", "#AECCDC", "#284255"),
    Color("PURPLE", "Dusk", "#D3BFDB", "#472E5B"),
    Color("PINK", "Blossom", "#F6E2DD", "#6C394F"),
    Color("BROWN", "Clay", "#E9E3D4", "#4B443A"),
    Color("GRAY", "Chalk", "#EFEFF1", "#232427"),
)


def color_of(name: str) -> Color:
    """Return a colour by its name, the default one where there is none of it."""
    return next((color for color in COLORS if color.name == name), COLORS[0])


@dataclass(frozen=True)
class Item:
    """An item of a list; a note that is no list has one, its text.

    Attributes:
        id: Its row; 0 for one that is not stored yet.
        text: The text.
        checked: Whether it is ticked.
        indented: Whether it belongs to the one above.
    """

    id: int
    text: str
    checked: bool = False
    indented: bool = False


@dataclass(frozen=True)
class Content:
    """The part of a note that undo brings back.

    Attributes:
        title: Title of the note.
        items: Its items, in order.
        is_list: Whether they are a list's.
    """

    title: str = ""
    items: tuple[Item, ...] = ()
    is_list: bool = False

    @property
    def text(self) -> str:
        """The items, one a line."""
        return "\n".join(item.text for item in self.items)

    @property
    def empty(self) -> bool:
        """True if there is nothing in it."""
        return not self.title and not self.text.strip()


@dataclass(frozen=True)
class Label:
    """A label."""

    id: int
    name: str


class Listed(NamedTuple):
    """The part of a note that a list has to know before it is on the screen.

    Attributes:
        id: Its row.
        pinned: Whether it stands at the top.
        archived: Whether it is in the archive.
    """

    id: int
    pinned: bool
    archived: bool


@dataclass(frozen=True)
class Note:
    """A note.

    Attributes:
        id: Its row.
        content: Title and items.
        color: Name of its colour.
        pinned: Whether it stands at the top.
        archived: Whether it is in the archive.
        trashed_ms: When it went to the trash, epoch milliseconds; 0 elsewhere.
        edited_ms: When it was edited last.
        labels: Its labels, by name.
        reminder_ms: When it reminds; 0 for never.
    """

    id: int
    content: Content
    color: str = "DEFAULT"
    pinned: bool = False
    archived: bool = False
    trashed_ms: int = 0
    edited_ms: int = 0
    labels: tuple[Label, ...] = ()
    reminder_ms: int = 0


Page = Literal["notes", "reminders", "archive", "trash", "label"]


@dataclass(frozen=True)
class KeepState:
    """State of the screen.

    Attributes:
        page: Which notes are shown.
        label: Row of the label whose notes they are.
        drawer: Whether the drawer is open.
        selected: Marked notes.
        query: What is searched for; None while the search is closed.
        color: Name of the colour that is searched for; "" for any.
        kind: "list" or "reminder", where only these are searched for; "" for all.
        found_label: Row of the label that is searched for; 0 for any.
        editing: The note in the editor; 0 for none.
        created: Whether it was made when the editor was opened.
        undo: What its contents were, the latest last.
        redo: What was undone, the latest last.
        folded: Whether ticked items are folded away.
        labelling: Notes whose labels are chosen; none while they are not.
        label_query: What is typed there.
        managing: Whether labels are edited.
        new_label: What is typed for a new label there.
    """

    page: Page = "notes"
    label: int = 0
    drawer: bool = False
    selected: tuple[int, ...] = ()
    query: str | None = None
    color: str = ""
    kind: str = ""
    found_label: int = 0
    editing: int = 0
    created: bool = False
    undo: tuple[Content, ...] = ()
    redo: tuple[Content, ...] = ()
    folded: bool = False
    labelling: tuple[int, ...] = ()
    label_query: str = ""
    managing: bool = False
    new_label: str = ""
