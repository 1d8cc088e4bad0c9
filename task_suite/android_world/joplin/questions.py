"""Joplin's rows, for questions about notes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.tables import read_texts, replace_tables
from android_gym.task_suite.questions.values import (
    START,
    TODAY,
    Field,
    day_and_time,
    epoch_seconds,
    moment,
)
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device, SqlValue

__all__ = ["ADAPTERS", "DATABASE", "Notes"]

PACKAGE: Final = "net.cozic.joplin"
DATABASE: Final = f"/data/data/{PACKAGE}/databases/joplin.sqlite"

FOLDERS: Final = (
    *("Recipes", "Tasks", "Meeting Notes") * 3,
    *("Personal", "Work", "School", "Home", "Projects", "Ideas", "Health", "Travel", "Finance") * 2,
)
"""Notebooks of the noise, repeated by their frequency (about AndroidWorld's)."""

SUBJECTS: Final = (
    "Amber", "Barge", "Cedar", "Delta", "Ember", "Fjord", "Grove", "Haven", "Inlet", "Juniper",
    "Kiosk", "Lagoon", "Meadow", "Nectar", "Orchid", "Pebble", "Quartz", "Raven", "Saddle",
    "Thistle", "Umber", "Violet", "Willow", "Yarrow",
)  # fmt: skip
KINDS: Final = (
    "address", "almanac", "ballot", "catalogue", "diary", "errand", "glossary", "invoice",
    "leaflet", "memo", "outline", "quiz", "register", "sketch", "timetable", "voucher",
)  # fmt: skip
BODIES: Final = (
    "Nothing yet.",
    "Look it up at the library.\nThe shelf by the window.",
    "- two of the small ones\n- one of the large ones",
    "Ring back on Thursday, after lunch.",
    "1. Fold it twice.\n2. Put it away.",
    "They said it would take a fortnight.",
    "- [ ] find the key\n- [x] oil the lock",
)

_EMPTY: Final = (
    "encryption_cipher_text", "share_id", "master_key_id", "user_data",
)  # fmt: skip
_NOTE_EMPTY: Final = (
    *_EMPTY, "author", "source_url", "source", "source_application", "application_data",
    "conflict_original_id",
)  # fmt: skip
_NOTE_ZERO: Final = (
    "is_conflict", "latitude", "longitude", "altitude", "todo_due", "order", "encryption_applied",
    "is_shared",
)  # fmt: skip


def _id(kind: str, number: int) -> str:
    return hashlib.blake2b(f"{kind} {number}".encode(), digest_size=16).hexdigest()


class Notes(Adapter):
    """Notes and to-dos in notebooks, and when they were last changed."""

    name = "notes"
    fields: ClassVar[Mapping[str, Field]] = {
        "folder": Field("text"),
        "title": Field("text"),
        "body": Field("text", default="Nothing yet."),
        "is_todo": Field("flag", default=False),
        "completed": Field("flag", default=False),
        "date": Field("date", default="2023-10-14"),
        "time": Field("time", default="15:34"),
    }

    made_at: ClassVar[frozenset[str]] = frozenset({"date", "time"})
    saved_at: ClassVar[frozenset[str]] = frozenset({"date", "time"})

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a note; about half are to-dos, and about a third of these are completed."""
        todo = bool(rng.integers(2))
        subject, kind = (pool[int(rng.integers(len(pool)))] for pool in (SUBJECTS, KINDS))
        return {
            "folder": FOLDERS[int(rng.integers(len(FOLDERS)))],
            "title": f"{subject} {kind}",
            "body": BODIES[int(rng.integers(len(BODIES)))],
            "is_todo": todo,
            "completed": todo and bool(rng.integers(3) == 0),
            "date": (TODAY - timedelta(days=int(rng.integers(1, 21)))).isoformat(),
            "time": f"{int(rng.integers(7, 23)):02}:{int(rng.integers(60)):02}",
        }

    def settle(self, row: Row) -> Row:
        """Reject names of several lines, completed notes, and changes in the future."""
        settled = super().settle(row)
        for name in ("folder", "title"):
            if not str(settled[name]).strip() or "\n" in str(settled[name]):
                raise ValueError(f"a {name} is one line, and not empty")
        if settled["completed"] and not settled["is_todo"]:
            raise ValueError("only a to-do can be completed")
        if moment(settled["date"], settled["time"]) >= START:
            raise ValueError("a note can't have been changed after the question is asked")
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all notebooks and notes, and the search index."""
        names = dict.fromkeys(str(row["folder"]) for row in rows)
        folders = {name: _id("folder", number) for number, name in enumerate(names, 1)}
        start_ms = (int(START.timestamp()) - 86_400) * 1000
        notes, index = [], []
        for number, row in enumerate(rows, 1):
            note = _note(row, _id("note", number), folders[str(row["folder"])])
            notes.append(note)
            index.append(_normalized(note))
        replace_tables(
            device,
            PACKAGE,
            DATABASE,
            {
                "folders": [_folder(name, number, start_ms) for name, number in folders.items()],
                "notes": notes,
                "notes_normalized": index,
                "note_tags": [],
            },
        )

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read all notes that are not in the trash; an alarm or tags are part of the title."""
        columns = (
            "(SELECT title FROM folders WHERE id = notes.parent_id), "
            "title || ifnull(' at ' || nullif(todo_due, 0), '') || ifnull(' tagged ' || "
            "(SELECT group_concat(tag_id) FROM note_tags WHERE note_id = notes.id), ''), "
            "body, is_todo, todo_completed, user_updated_time"
        )
        return [
            {
                "folder": folder,
                "title": title,
                "body": body,
                "is_todo": todo == "1",
                "completed": bool(int(completed)),
                **day_and_time(int(epoch_ms) // 1000),
            }
            for folder, title, body, todo, completed, epoch_ms in read_texts(
                device,
                DATABASE,
                f"SELECT {columns} FROM notes WHERE deleted_time = 0 AND is_conflict = 0",
            )
        ]

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow as many lost and new notes as given."""
        return [Rows("notes", added=len(new), lost=len(lost))]


def _times(epoch_ms: int) -> dict[str, SqlValue]:
    names = ("created_time", "updated_time", "user_created_time", "user_updated_time")
    return dict.fromkeys(names, epoch_ms)


def _folder(name: str, number: str, epoch_ms: int) -> dict[str, SqlValue]:
    return {
        "id": number,
        "title": name,
        **_times(epoch_ms),
        **dict.fromkeys((*_EMPTY, "parent_id", "icon"), ""),
        "encryption_applied": 0,
        "is_shared": 0,
    }


def _note(row: Row, number: str, folder: str) -> dict[str, SqlValue]:
    epoch_ms = epoch_seconds(row["date"], row["time"]) * 1000
    return {
        "id": number,
        "parent_id": folder,
        "title": str(row["title"]),
        "body": str(row["body"]),
        "is_todo": int(bool(row["is_todo"])),
        "todo_completed": epoch_ms if row["completed"] else 0,
        "markup_language": 1,
        **_times(epoch_ms),
        **dict.fromkeys(_NOTE_EMPTY, ""),
        **dict.fromkeys(_NOTE_ZERO, 0),
    }


def _normalized(note: Mapping[str, SqlValue]) -> dict[str, SqlValue]:
    """Return the row of the search index, in which texts are in lower case."""
    columns = (
        "id", "parent_id", "title", "body", "latitude", "longitude", "altitude", "source_url",
        "is_todo", "todo_due", "todo_completed", "user_created_time", "user_updated_time",
    )  # fmt: skip
    lower = {name: str(note[name]).lower() for name in ("title", "body")}
    return {**{name: note[name] for name in columns}, **lower}


ADAPTERS = (Notes(),)
