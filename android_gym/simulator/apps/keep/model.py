"""Keep's data: notes, items, labels, colours, and the state of its screen."""

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
        name: Its name in the database.
        words: Its name on screen.
        light: The colour in the light theme.
        dark: The colour in the dark theme.
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
    """Return the colour with a name; the default one if there is none."""
    return next((color for color in COLORS if color.name == name), COLORS[0])


@dataclass(frozen=True)
class Item:
    """An item of a list; the text of a note that isn't a list is a single item.

    Attributes:
        id: Its row; 0 if it isn't stored yet.
        text: The text.
        checked: Whether it is checked.
        indented: Whether it is indented below the one above.
    """

    id: int
    text: str
    checked: bool = False
    indented: bool = False


@dataclass(frozen=True)
class Content:
    """The part of a note that undo restores.

    Attributes:
        title: Title of the note.
        items: Its items in order.
        is_list: Whether the note is a list.
    """

    title: str = ""
    items: tuple[Item, ...] = ()
    is_list: bool = False

    @property
    def text(self) -> str:
        """The items' texts, one per line."""
        return "\n".join(item.text for item in self.items)

    @property
    def empty(self) -> bool:
        """True if there is no title and no text."""
        return not self.title and not self.text.strip()


@dataclass(frozen=True)
class Label:
    """A label."""

    id: int
    name: str


class Listed(NamedTuple):
    """The part of a note that a list needs before the note is on screen.

    Attributes:
        id: Its row.
        pinned: Whether it is pinned.
        archived: Whether it is archived.
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
        pinned: Whether it is pinned.
        archived: Whether it is archived.
        trashed_ms: When it was moved to the trash, epoch milliseconds; 0 if it wasn't.
        edited_ms: When it was last edited, epoch milliseconds.
        labels: Its labels, sorted by name.
        reminder_ms: Time of its reminder, epoch milliseconds; 0 for none.
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
        page: The notes on screen.
        label: Row of their label, on the page of a label.
        drawer: Whether the drawer is open.
        selected: Selected notes.
        query: Search text; None while the search is closed.
        color: Name of the colour to search for; "" for any.
        kind: "list" or "reminder" to search for these only; "" for all.
        found_label: Row of the label to search for; 0 for any.
        editing: The note in the editor; 0 for none.
        created: Whether it was created by opening the editor.
        undo: Its earlier contents, the latest last.
        redo: Its undone contents, the last undone last.
        folded: Whether checked items are collapsed.
        labelling: The notes to assign labels to; empty while that page is closed.
        label_query: Text typed on that page.
        managing: Whether the page that edits labels is open.
        new_label: Text typed there for a new label.
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
