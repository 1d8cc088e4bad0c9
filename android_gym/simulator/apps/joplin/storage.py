"""Joplin's storage: notes, notebooks, and the state after installation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from android_gym.simulator.apps.joplin import welcome
from android_gym.simulator.apps.joplin.model import (
    Folder,
)
from android_gym.simulator.apps.joplin.note_table import NoteTable
from android_gym.simulator.apps.joplin.tables import (
    MOST_ATTACHMENT,
    NewerProfileError,
    number_of,
    text_of,
)
from android_gym.simulator.ui.activity import Context

__all__ = ["MOST_ATTACHMENT", "NewerProfileError", "Store", "install"]

MOST_DEPTH: Final = 20
"""Maximum depth of notebooks that the side menu indents."""


def install(context: Context, *, cleared: bool) -> None:
    """Mark the app as started, without notes, like the prepared image; not when cleared."""
    if cleared:
        return
    store = Store(context)
    store.check()
    store.put_setting("welcome.wasBuilt", "1", 3)
    context.system.databases.close_owner(context.package)


class Store(NoteTable):
    """Queries of the database.

    Args:
        context: The app's context.
    """

    def welcome(self) -> None:
        """Create the welcome notebook of a first start."""
        if self.setting("welcome.wasBuilt"):
            return
        with self.database.transaction():
            folder = self.save_folder(welcome.NOTEBOOK)
            for title, body in welcome.NOTES:
                self.save_note(self.new_note(folder), title=title, body=body)
            self.put_setting("welcome.wasBuilt", "1", 3)
            self.put_setting("activeFolderId", folder)

    def restore(self, numbers: Sequence[str]) -> None:
        """Restore notes from the trash."""
        with self.database.transaction():
            for number in numbers:
                note = self.note(number)
                parent = self.folder(note.folder) if note is not None else None
                if parent is not None and parent.deleted_ms:
                    self._restore_folder(parent.id)
                self.change(number, {"deleted_time": 0, "updated_time": self.now_ms})

    # -- notebooks

    def folder(self, number: str) -> Folder | None:
        """Return one notebook."""
        rows = self.database.query(f"SELECT {_FOLDER} FROM folders WHERE id = ?", (number,))
        return _folder(rows[0]) if rows else None

    def first_folder(self) -> str:
        """Return the id of the newest notebook; empty if there is none."""
        return str(
            self.database.value(
                "SELECT id FROM folders WHERE deleted_time = 0 "
                "ORDER BY created_time DESC, rowid DESC LIMIT 1"
            )
            or ""
        )

    def folders(self, *, deleted: bool = False) -> list[Folder]:
        """Return all notebooks in tree order, siblings by name, each with its depth."""
        rows = self.database.query(
            f"SELECT {_FOLDER} FROM folders WHERE (deleted_time > 0) = ? "
            "ORDER BY title COLLATE NOCASE, rowid",
            (int(deleted),),
        )
        found = [_folder(row) for row in rows]
        known = {folder.id for folder in found}
        below: dict[str, list[Folder]] = {}
        for folder in found:
            below.setdefault(folder.parent if folder.parent in known else "", []).append(folder)
        seen: set[str] = set()

        def walk(parent: str, depth: int) -> Iterator[Folder]:
            for folder in below.get(parent, ()):
                if folder.id not in seen:
                    seen.add(folder.id)
                    inside = folder.id in below
                    yield _at(folder, min(depth, MOST_DEPTH), inside)
                    if depth < 4 * MOST_DEPTH:
                        yield from walk(folder.id, depth + 1)

        tree = list(walk("", 0))
        # Notebooks that contain each other belong to no tree; show them at the end.
        return tree + [_at(folder, 0, False) for folder in found if folder.id not in seen]

    def save_folder(self, title: str, parent: str = "", number: str = "") -> str:
        """Add a notebook, or change one, and return its id."""
        now = self.now_ms
        times = {"updated_time": now, "user_updated_time": now}
        if number:
            values = {"title": title, "parent_id": parent, **times}
            self.database.update("folders", values, "id = ?", (number,))
            return number
        number = self.new_id()
        times |= {"created_time": now, "user_created_time": now}
        self.database.insert(
            "folders", {"id": number, "title": title, "parent_id": parent, **times}
        )
        return number

    def inside(self, number: str) -> list[str]:
        """Return the ids of a notebook and its descendants."""
        rows = self.database.query(
            "WITH RECURSIVE inside(id) AS (SELECT ? UNION SELECT folders.id FROM folders "
            "JOIN inside ON parent_id = inside.id) SELECT id FROM inside",
            (number,),
        )
        return [row[0] for row in rows]

    def delete_folder(self, number: str) -> None:
        """Move a notebook with its contents to the trash; permanently delete one already there."""
        folder = self.folder(number)
        with self.database.transaction():
            for each in self.inside(number):
                query = "SELECT id FROM notes WHERE parent_id = ? ORDER BY rowid"
                numbers = [row[0] for row in self.database.query(query, (each,))]
                if folder is not None and folder.deleted_ms:
                    for note in numbers:
                        self.erase(note)
                    self.database.execute("DELETE FROM folders WHERE id = ?", (each,))
                    continue
                times = {"deleted_time": self.now_ms, "updated_time": self.now_ms}
                for note in numbers:
                    self.change(note, times)
                self.database.update("folders", times, "id = ?", (each,))

    def restore_folder(self, number: str) -> None:
        """Restore a notebook with its contents from the trash."""
        with self.database.transaction():
            for each in self.inside(number):
                self._restore_folder(each)
                query = "SELECT id FROM notes WHERE parent_id = ? AND deleted_time > 0"
                for (note,) in self.database.query(query, (each,)):
                    self.change(note, {"deleted_time": 0, "updated_time": self.now_ms})

    def _restore_folder(self, number: str) -> None:
        folder = self.folder(number)
        above = self.folder(folder.parent) if folder is not None else None
        changes: dict[str, Any] = {"deleted_time": 0, "updated_time": self.now_ms}
        if above is None or above.deleted_ms:
            changes["parent_id"] = ""
        self.database.update("folders", changes, "id = ?", (number,))

    def empty_trash(self) -> None:
        """Permanently delete everything in the trash."""
        with self.database.transaction():
            for (number,) in self.database.query("SELECT id FROM notes WHERE deleted_time > 0"):
                self.erase(number)
            self.database.execute("DELETE FROM folders WHERE deleted_time > 0")

    def has_conflicts(self) -> bool:
        """Return whether any note is a conflict."""
        return bool(self.database.value("SELECT EXISTS(SELECT * FROM notes WHERE is_conflict = 1)"))


_FOLDER: Final = "id, title, parent_id, icon, deleted_time"


def _folder(row: Sequence[Any]) -> Folder:
    import json

    number, title, parent, icon, deleted = row
    emoji = ""
    try:
        found = json.loads(icon) if text_of(icon) else None
        emoji = text_of(found.get("emoji")) if isinstance(found, dict) else ""
    except (ValueError, RecursionError):
        emoji = ""
    return Folder(number, text_of(title), text_of(parent), emoji[:16], number_of(deleted))


def _at(folder: Folder, depth: int, children: bool) -> Folder:
    from dataclasses import replace

    return replace(folder, depth=depth, children=children)
