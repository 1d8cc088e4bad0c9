"""Joplin's notes and tags: lists, searches, changes, and the search index."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from android_gym.simulator.apps.joplin import search
from android_gym.simulator.apps.joplin.model import (
    PAGE,
    Listing,
    Note,
    NoteRow,
    Place,
    Tag,
)
from android_gym.simulator.apps.joplin.tables import LIVE, Tables, like, number_of, text_of

__all__ = ["NoteTable"]

SOURCE: Final = "joplin"
APPLICATION: Final = "net.cozic.joplin-mobile"
_NOTE: Final = (
    "id, parent_id, title, body, is_todo, todo_due, todo_completed, user_created_time, "
    "user_updated_time, deleted_time, latitude, longitude, source_url, markup_language"
)
_INDEXED: Final = (
    "id, title, body, user_created_time, user_updated_time, is_todo, todo_completed, parent_id, "
    "latitude, longitude, altitude, source_url, todo_due"
)


def _note(row: Sequence[Any]) -> Note:
    number, folder, title, body, todo, due, done, created, updated, deleted, *rest = row
    latitude, longitude, source, markup = rest
    return Note(
        id=number,
        folder=text_of(folder),
        title=text_of(title),
        body=text_of(body),
        is_todo=bool(number_of(todo)),
        due_ms=number_of(due),
        completed_ms=number_of(done),
        created_ms=number_of(created),
        updated_ms=number_of(updated),
        deleted_ms=number_of(deleted),
        latitude=_real(latitude),
        longitude=_real(longitude),
        source_url=text_of(source),
        html=markup == 2,
    )


def _real(value: Any) -> float:
    return float(value) if isinstance(value, (int, float)) else 0.0


class NoteTable(Tables):
    """Queries of notes and tags."""

    # -- lists of notes

    def _where(self, place: Place) -> tuple[str, list[Any]]:
        match place.kind:
            case "all":
                return LIVE, []
            case "tag":
                inside = "notes.id IN (SELECT note_id FROM note_tags WHERE tag_id = ?)"
                return f"{LIVE} AND {inside}", [place.id]
            case "trash":
                gone = "SELECT id FROM folders WHERE deleted_time > 0"
                return f"notes.deleted_time > 0 AND notes.parent_id NOT IN ({gone})", []
            case "conflicts":
                return "notes.is_conflict = 1 AND notes.deleted_time = 0", []
            case _:
                live = "(notes.deleted_time > 0) = "
                live += "ifnull((SELECT deleted_time > 0 FROM folders WHERE id = ?1), 0)"
                return f"notes.parent_id = ?1 AND notes.is_conflict = 0 AND {live}", [place.id]

    def _listed(self, place: Place, listing: Listing) -> tuple[str, list[Any]]:
        where, values = self._where(place)
        if not listing.completed:
            where += " AND NOT (notes.is_todo = 1 AND notes.todo_completed > 0)"
        return where, values

    def count(self, place: Place, listing: Listing) -> int:
        """Return the number of notes in a list."""
        where, values = self._listed(place, listing)
        number: int = self.database.value(f"SELECT count(*) FROM notes WHERE {where}", values)
        return number

    def _order(self, listing: Listing) -> str:
        down = " DESC" if listing.reverse else ""
        first = "notes.is_todo = 1 AND notes.todo_completed = 0"
        keys = [f"({first}) DESC"] if listing.open_first else []
        if listing.order == "order":
            keys += ["notes.`order` DESC", "notes.user_created_time DESC"]
        elif listing.order == "title":
            keys.append(f"notes.title COLLATE NOCASE{down}")
        else:
            keys.append(f"notes.{listing.order}{down}")
        return ", ".join((*keys, "notes.rowid"))

    def page(self, number: int, place: Place, listing: Listing) -> list[NoteRow]:
        """Return a page of `PAGE` notes; pages are counted from 0."""
        where, values = self._listed(place, listing)
        rows = self.database.query(
            f"SELECT id, title, is_todo, todo_completed FROM notes WHERE {where} "
            f"ORDER BY {self._order(listing)} LIMIT {PAGE} OFFSET {number * PAGE}",
            values,
        )
        return [_row(row) for row in rows]

    def ids(self, place: Place, listing: Listing) -> list[str]:
        """Return the ids of all notes in a list."""
        where, values = self._listed(place, listing)
        return [
            row[0] for row in self.database.query(f"SELECT id FROM notes WHERE {where}", values)
        ]

    # -- searching

    def _found(self, query: str) -> tuple[str, list[Any]] | None:
        wanted = search.condition(query, self.now_ms)
        return None if wanted is None else (f"{LIVE} AND ({wanted.sql})", list(wanted.values))

    def count_found(self, query: str) -> int:
        """Return the number of notes that a search finds."""
        found = self._found(query)
        if found is None:
            return 0
        number: int = self.database.value(f"SELECT count(*) FROM notes WHERE {found[0]}", found[1])
        return number

    def page_found(self, number: int, query: str) -> list[NoteRow]:
        """Return a page of search results: matches in the title first, then the newest."""
        found = self._found(query)
        if found is None:
            return []
        titled = [f"%{like(word)}%" for word in search.words(query)]
        titles = " + ".join("(notes.title LIKE ? ESCAPE '\\')" for _ in titled)
        weight = f"{titles} DESC, " if titles else ""
        rows = self.database.query(
            f"SELECT id, title, is_todo, todo_completed FROM notes WHERE {found[0]} "
            f"ORDER BY {weight}notes.user_updated_time DESC, notes.rowid "
            f"LIMIT {PAGE} OFFSET {number * PAGE}",
            [*found[1], *titled],
        )
        return [_row(row) for row in rows]

    # -- notes

    def note(self, number: str) -> Note | None:
        """Return one note."""
        rows = self.database.query(f"SELECT {_NOTE} FROM notes WHERE id = ?", (number,))
        return _note(rows[0]) if rows else None

    def new_note(self, folder: str, *, todo: bool = False) -> str:
        """Add an empty note and return its id."""
        number, now = self.new_id(), self.now_ms
        self.database.insert(
            "notes",
            {
                "id": number,
                "parent_id": folder,
                "created_time": now,
                "updated_time": now,
                "user_created_time": now,
                "user_updated_time": now,
                "is_todo": int(todo),
                "source": SOURCE,
                "source_application": APPLICATION,
                "order": now,
            },
        )
        self._index(number)
        return number

    def save_note(self, number: str, **changes: Any) -> None:
        """Change columns of a note as an edit by the user."""
        now = self.now_ms
        values = {**changes, "updated_time": now, "user_updated_time": now}
        self.change(number, values)

    def set_completed(self, number: str, done: bool) -> None:
        """Tick or untick a to-do; a ticked one no longer rings."""
        now = self.now_ms
        values = {"todo_completed": now if done else 0, "updated_time": now}
        self.change(number, {**values, "user_updated_time": now})

    def change(self, number: str, values: Mapping[str, Any]) -> None:
        """Change columns of a note, including its times, and update the index."""
        with self.database.transaction():
            self.database.update("notes", values, "id = ?", (number,))
            self._index(number)

    def _index(self, number: str) -> None:
        """Update the index of one note; notes in the trash are not indexed."""
        self.database.execute("DELETE FROM notes_normalized WHERE id = ?", (number,))
        rows = self.database.query(
            f"SELECT {_INDEXED} FROM notes WHERE id = ? AND {LIVE}", (number,)
        )
        for note, title, body, *rest in rows:
            marks = ", ".join("?" * (len(rest) + 3))
            self.database.execute(
                f"INSERT INTO notes_normalized ({_INDEXED}) VALUES ({marks})",
                (note, search.normalise(text_of(title)), search.normalise(text_of(body)), *rest),
            )

    def rebuild_index(self) -> None:
        """Rebuild the index of all notes."""
        with self.database.transaction():
            self.database.execute("DELETE FROM notes_normalized")
            for (number,) in self.database.query("SELECT id FROM notes ORDER BY rowid"):
                self._index(number)

    def duplicate(self, number: str) -> str:
        """Copy a note, with its tags, and return the copy's id."""
        rows = self.database.query_dicts("SELECT * FROM notes WHERE id = ?", (number,))
        if not rows:
            return ""
        copy, now = self.new_id(), self.now_ms
        title = self._free_title(text_of(rows[0]["title"]), text_of(rows[0]["parent_id"]))
        times = dict.fromkeys(("created_time", "user_created_time", "order"), now)
        times |= dict.fromkeys(("updated_time", "user_updated_time"), now)
        with self.database.transaction():
            self.database.insert("notes", {**rows[0], **times, "id": copy, "title": title})
            self._index(copy)
            for tag in self.tags_of(number):
                self._add_tag(copy, tag.id)
        return copy

    def _free_title(self, title: str, folder: str) -> str:
        """Return a title with the lowest number that makes it unique in a notebook."""
        taken = {
            row[0]
            for row in self.database.query(
                "SELECT title FROM notes WHERE parent_id = ? AND title LIKE ? ESCAPE '\\'",
                (folder, f"{like(title)}%"),
            )
        }
        return next(
            made for n in range(1, len(taken) + 3) if (made := f"{title} ({n})") not in taken
        )

    def move(self, numbers: Sequence[str], folder: str) -> None:
        """Move notes to a notebook."""
        with self.database.transaction():
            for number in numbers:
                self.save_note(number, parent_id=folder, is_conflict=0)

    def delete(self, numbers: Sequence[str]) -> None:
        """Move notes to the trash; permanently delete those already there."""
        with self.database.transaction():
            for number in numbers:
                note = self.note(number)
                if note is not None and note.deleted_ms:
                    self.erase(number)
                elif note is not None:
                    self.change(number, {"deleted_time": self.now_ms, "updated_time": self.now_ms})

    def erase(self, number: str) -> None:
        """Delete a note permanently."""
        with self.database.transaction():
            self.database.execute("DELETE FROM notes WHERE id = ?", (number,))
            self.database.execute("DELETE FROM note_tags WHERE note_id = ?", (number,))
            self.database.execute("DELETE FROM alarms WHERE note_id = ?", (number,))
            self._index(number)

    # -- tags

    def tags(self, *, used: bool = False) -> list[Tag]:
        """Return all tags by name, or only those in use."""
        where = ""
        if used:
            where = (
                "WHERE id IN (SELECT tag_id FROM note_tags JOIN notes ON notes.id = note_id "
                f"WHERE {LIVE})"
            )
        rows = self.database.query(
            f"SELECT id, title FROM tags {where} ORDER BY title COLLATE NOCASE, rowid"
        )
        return [Tag(number, text_of(title)) for number, title in rows]

    def tags_of(self, note: str) -> list[Tag]:
        """Return the tags of a note by name."""
        rows = self.database.query(
            "SELECT id, title FROM tags WHERE id IN (SELECT tag_id FROM note_tags WHERE "
            "note_id = ?) ORDER BY title COLLATE NOCASE, rowid",
            (note,),
        )
        return [Tag(number, text_of(title)) for number, title in rows]

    def tag(self, number: str) -> Tag | None:
        """Return one tag."""
        rows = self.database.query("SELECT id, title FROM tags WHERE id = ?", (number,))
        return Tag(rows[0][0], text_of(rows[0][1])) if rows else None

    def set_tags(self, note: str, titles: Sequence[str]) -> None:
        """Replace a note's tags, creating those that are new."""
        wanted = dict.fromkeys(title for each in titles if (title := each.strip().lower()))
        with self.database.transaction():
            kept = {tag.title for tag in self.tags_of(note)}
            for tag in self.tags_of(note):
                if tag.title not in wanted:
                    self.database.execute(
                        "DELETE FROM note_tags WHERE note_id = ? AND tag_id = ?", (note, tag.id)
                    )
            for title in wanted:
                if title not in kept:
                    self._add_tag(note, self._tag_called(title))

    def _tag_called(self, title: str) -> str:
        found = self.database.value("SELECT id FROM tags WHERE title = ? COLLATE NOCASE", (title,))
        if found is not None:
            return str(found)
        number = self.new_id()
        self.database.insert("tags", {"id": number, "title": title, **self.times()})
        return number

    def _add_tag(self, note: str, tag: str) -> None:
        seed = hashlib.blake2b(f"{note} {tag}".encode(), digest_size=16).hexdigest()
        self.database.execute("DELETE FROM note_tags WHERE id = ?", (seed,))
        self.database.insert(
            "note_tags", {"id": seed, "note_id": note, "tag_id": tag, **self.times()}
        )

    # -- alarms

    def next_alarm(self) -> tuple[str, int] | None:
        """Return the id and time (epoch milliseconds) of the note whose alarm is next."""
        # Only the table of searchable notes has an index on the times.
        rows = self.database.query(
            "SELECT id, todo_due FROM notes_normalized WHERE todo_due > ? AND is_todo = 1 AND "
            "todo_completed = 0 ORDER BY todo_due, rowid LIMIT 1",
            (self.now_ms,),
        )
        return (rows[0][0], number_of(rows[0][1])) if rows else None


def _row(row: Sequence[Any]) -> NoteRow:
    return NoteRow(row[0], text_of(row[1]), bool(number_of(row[2])), number_of(row[3]))
