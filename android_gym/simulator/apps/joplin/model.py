"""Joplin's data: notes, notebooks, tags, and the state of its one activity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from android_gym.simulator.appkit.text_edits import Change

__all__ = [
    "ALL",
    "CONFLICTS",
    "PAGE",
    "TRASH",
    "ConfigState",
    "FolderState",
    "Folder",
    "Listing",
    "MainState",
    "Note",
    "NoteRow",
    "NoteState",
    "Order",
    "Place",
    "Route",
    "SearchState",
    "Tag",
]

PAGE: Final = 50
"""Number of notes that a list loads at once."""

Order = Literal["user_updated_time", "user_created_time", "title", "order"]
"""Column that a list is sorted by."""

Route = Literal["Notes", "Note", "Search", "Folder", "Tags", "Config", "Status", "Log"]
"""Name of a screen in the app's router."""


@dataclass(frozen=True)
class Place:
    """A place whose notes a list shows.

    Attributes:
        kind: A notebook, all notes, the notes with a tag, the trash, or conflicts.
        id: Id of the notebook or tag.
    """

    kind: Literal["folder", "all", "tag", "trash", "conflicts"] = "folder"
    id: str = ""


ALL: Final = Place("all")
TRASH: Final = Place("trash")
CONFLICTS: Final = Place("conflicts")


@dataclass(frozen=True)
class Listing:
    """The sort order of a list.

    Attributes:
        order: Column to sort by.
        reverse: Whether to sort in descending order.
        open_first: Whether uncompleted to-dos come first.
        completed: Whether completed to-dos are shown.
    """

    order: Order = "user_updated_time"
    reverse: bool = True
    open_first: bool = True
    completed: bool = True


@dataclass(frozen=True)
class NoteRow:
    """A note as shown in lists; times are epoch milliseconds, 0 for none."""

    id: str
    title: str
    is_todo: bool
    completed_ms: int


@dataclass(frozen=True)
class Note:
    """One row of ``notes``; times are epoch milliseconds, 0 for none."""

    id: str = ""
    folder: str = ""
    title: str = ""
    body: str = ""
    is_todo: bool = False
    due_ms: int = 0
    completed_ms: int = 0
    created_ms: int = 0
    updated_ms: int = 0
    deleted_ms: int = 0
    latitude: float = 0.0
    longitude: float = 0.0
    source_url: str = ""
    html: bool = False


@dataclass(frozen=True)
class Folder:
    """One row of ``folders``: a notebook.

    Attributes:
        id: 32 hexadecimal digits.
        title: Its name.
        parent: Id of the parent notebook; empty for none.
        emoji: Its icon; empty for none.
        deleted_ms: Time of deletion, epoch milliseconds; 0 for never.
        depth: Number of its ancestors.
        children: Whether it contains notebooks.
    """

    id: str
    title: str
    parent: str = ""
    emoji: str = ""
    deleted_ms: int = 0
    depth: int = 0
    children: bool = False


@dataclass(frozen=True)
class Tag:
    """One row of ``tags``."""

    id: str
    title: str


@dataclass(frozen=True)
class NoteState:
    """State of the note on screen.

    Attributes:
        id: Id of the note.
        editing: Whether the text can be edited.
        provisional: Whether the note is new, and is removed again if it stays empty.
        auto_title: Whether the first line is the title, as in a new note without a title.
        title: Unsaved title; None if it is unchanged.
        body: Unsaved text; None if it is unchanged.
        cursor: Cursor position after a button has changed the text; None for the end.
        undo: Edits that can be undone, the last one last.
        redo: Edits that were undone.
        find: Text to find; None while the panel is closed.
        replace: Replacement text.
        advanced: Whether the panel shows the replacement field.
        regex: Whether `find` is a regular expression.
        case: Whether the search is case-sensitive.
        overflow: Whether all buttons of the toolbar are shown.
    """

    id: str = ""
    editing: bool = False
    provisional: bool = False
    auto_title: bool = False
    title: str | None = None
    body: str | None = None
    cursor: int | None = None
    undo: tuple[Change, ...] = ()
    redo: tuple[Change, ...] = ()
    find: str | None = None
    replace: str = ""
    advanced: bool = False
    regex: bool = False
    case: bool = False
    overflow: bool = False


@dataclass(frozen=True)
class SearchState:
    """State of the search screen.

    Attributes:
        query: Text in the search field.
        found: Query that is searched for; follows `query` after a delay.
        timer: Id of the timer for that delay; 0 for none.
    """

    query: str = ""
    found: str = ""
    timer: int = 0


@dataclass(frozen=True)
class FolderState:
    """State of the notebook form.

    Attributes:
        id: Id of the edited notebook; empty for a new one.
        title: Its name.
        parent: Id of the parent notebook; empty for none.
    """

    id: str = ""
    title: str = ""
    parent: str = ""


@dataclass(frozen=True)
class ConfigState:
    """State of the configuration screen.

    Attributes:
        section: Section on screen; empty for the list of sections.
        query: Search text; None while the search is closed.
        changes: (key, value as JSON) of unsaved settings.
        advanced: Whether advanced settings are shown.
    """

    section: str = ""
    query: str | None = None
    changes: tuple[tuple[str, str], ...] = ()
    advanced: bool = False


@dataclass(frozen=True)
class MainState:
    """State of the main activity.

    Attributes:
        route: Screen on top.
        history: Screens that BACK returns to, the last one first.
        place: Place shown by the list of notes; its id is empty until there is a notebook.
        menu: Whether the side menu is open.
        adding: Whether the buttons for a new note and a new to-do are shown.
        selected: Ids of the selected notes, in the order of selection.
        note: The note on screen.
        search: The search.
        folder: The form of a notebook.
        config: The configuration.
    """

    route: Route = "Notes"
    history: tuple[Route, ...] = ()
    place: Place = Place()
    menu: bool = False
    adding: bool = False
    selected: tuple[str, ...] = ()
    note: NoteState = NoteState()
    search: SearchState = SearchState()
    folder: FolderState = FolderState()
    config: ConfigState = ConfigState()
