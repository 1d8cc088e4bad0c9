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
"""Notes that a list reads at once."""

Order = Literal["user_updated_time", "user_created_time", "title", "order"]
"""Column that a list is sorted by."""

Route = Literal["Notes", "Note", "Search", "Folder", "Tags", "Config", "Status", "Log"]
"""Name of a screen, as the app's router has it."""


@dataclass(frozen=True)
class Place:
    """The contents of a list of notes.

    Attributes:
        kind: A notebook, everything, the notes with a tag, what was deleted, conflicts.
        id: Of the notebook or the tag.
    """

    kind: Literal["folder", "all", "tag", "trash", "conflicts"] = "folder"
    id: str = ""


ALL: Final = Place("all")
TRASH: Final = Place("trash")
CONFLICTS: Final = Place("conflicts")


@dataclass(frozen=True)
class Listing:
    """The order of a list.

    Attributes:
        order: Column that it is sorted by.
        reverse: Whether the largest comes first.
        open_first: Whether to-dos that are not completed come before all else.
        completed: Whether completed to-dos are shown.
    """

    order: Order = "user_updated_time"
    reverse: bool = True
    open_first: bool = True
    completed: bool = True


@dataclass(frozen=True)
class NoteRow:
    """A note as lists show it; times are epoch milliseconds, 0 for none."""

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
        parent: Notebook that it is in; empty for none.
        emoji: Its icon; empty for none.
        deleted_ms: When it was deleted, epoch milliseconds; 0 for never.
        depth: Notebooks above it.
        children: Whether it has notebooks in it.
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
    """The note on screen.

    Attributes:
        id: Its id.
        editing: Whether the text can be edited.
        provisional: Whether it is new, and goes away again if it stays empty.
        auto_title: Whether it is called by its first line: a new one that was given no title.
        title: What was typed and is not saved yet; None for what is saved.
        body: The same of the text.
        cursor: Where the cursor goes in a text that was changed by a button; None for its end.
        undo: Edits that can be undone, the last one last.
        redo: Edits that were undone.
        find: What is searched for in the text; None while the panel is closed.
        replace: What it is to be replaced by.
        advanced: Whether the panel shows the field for that.
        regex: Whether `find` is a regular expression.
        case: Whether capital letters matter.
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
    """The search.

    Attributes:
        query: What has been typed.
        found: What is searched for; it follows `query` after a moment.
        timer: Number of that timer; 0 for none.
    """

    query: str = ""
    found: str = ""
    timer: int = 0


@dataclass(frozen=True)
class FolderState:
    """The form of a notebook.

    Attributes:
        id: Notebook being changed; empty for a new one.
        title: Its name.
        parent: Notebook that it is in; empty for none.
    """

    id: str = ""
    title: str = ""
    parent: str = ""


@dataclass(frozen=True)
class ConfigState:
    """The configuration.

    Attributes:
        section: Section on screen; empty for their list.
        query: What is searched for; None while the search is closed.
        changes: (key, value as JSON) of settings that are not saved yet.
        advanced: Whether advanced settings are shown.
    """

    section: str = ""
    query: str | None = None
    changes: tuple[tuple[str, str], ...] = ()
    advanced: bool = False


@dataclass(frozen=True)
class MainState:
    """The activity.

    Attributes:
        route: Screen on top.
        history: Screens that BACK leads to, the last one first.
        place: What the list of notes shows; of no id until there is a notebook.
        menu: Whether the side menu is open.
        adding: Whether the buttons for a new note and a new to-do are there.
        selected: Ids of the marked notes, in the order of marking.
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
