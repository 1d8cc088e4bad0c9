"""Keep's database, ``keep.db``, and its preferences.

The tables and known columns are those of the real app; the others are guesses (docs/fidelity.md).
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from android_gym.simulator.apps.keep.model import (
    COLORS,
    TRASH_DAYS,
    Content,
    Item,
    KeepState,
    Label,
    Listed,
    Note,
)
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["ACCOUNT", "Notes", "Settings"]

ACCOUNT: Final = "Local notes"
"""Name of the only account, as nobody is signed in."""

_NOTE, _LIST = 0, 1
_DAY_MS: Final = 24 * 3600 * 1000

_SCHEMA: Final = (
    "CREATE TABLE account (_id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL)",
    "CREATE TABLE tree_entity (_id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, "
    "uuid TEXT, server_id TEXT, type INTEGER NOT NULL DEFAULT 0, title TEXT, "
    "color_name TEXT NOT NULL DEFAULT 'DEFAULT', is_archived INTEGER NOT NULL DEFAULT 0, "
    "is_trashed INTEGER NOT NULL DEFAULT 0, is_pinned INTEGER NOT NULL DEFAULT 0, "
    "is_deleted INTEGER NOT NULL DEFAULT 0, is_owner INTEGER NOT NULL DEFAULT 1, "
    "order_in_parent INTEGER NOT NULL DEFAULT 0, time_created INTEGER, time_last_updated INTEGER, "
    "user_edited_timestamp INTEGER, shared_timestamp INTEGER, trashed_timestamp INTEGER, "
    "last_modifier_email TEXT)",
    "CREATE TABLE list_item (_id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, "
    "uuid TEXT, server_id TEXT, list_parent_id INTEGER NOT NULL, text TEXT, synced_text TEXT, "
    "is_checked INTEGER NOT NULL DEFAULT 0, is_indented INTEGER NOT NULL DEFAULT 0, "
    "order_in_parent INTEGER NOT NULL DEFAULT 0, is_deleted INTEGER NOT NULL DEFAULT 0, "
    "time_created INTEGER, time_last_updated INTEGER)",
    "CREATE INDEX list_item_parent ON list_item (list_parent_id)",
    "CREATE TABLE label (_id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, "
    "uuid TEXT, name TEXT NOT NULL, is_deleted INTEGER NOT NULL DEFAULT 0, time_created INTEGER, "
    "last_used_timestamp INTEGER)",
    "CREATE TABLE note_label (_id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, "
    "tree_entity_id INTEGER NOT NULL, label_id INTEGER NOT NULL, "
    "is_deleted INTEGER NOT NULL DEFAULT 0)",
    "CREATE TABLE reminder (_id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, "
    "tree_entity_id INTEGER NOT NULL, time INTEGER NOT NULL, state INTEGER NOT NULL DEFAULT 0)",
)


def _create(database: Database) -> None:
    for statement in _SCHEMA:
        database.execute(statement)
    database.insert("account", {"name": ACCOUNT})


def _whole(value: Any) -> int:
    """Return a column's value as a number, whatever adb may have written there."""
    return value if isinstance(value, int) else 0


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)


def _marks(numbers: Sequence[int]) -> str:
    return ", ".join("?" * len(numbers))


class Notes:
    """Reads and changes the database."""

    def __init__(self, context: Context) -> None:
        self._clock = context.system.clock
        self.database: Database = context.database("keep.db", version=1, create=_create)

    def _uuid(self) -> str:
        """Return a unique name for a row, from the time and the number of rows so far."""
        sql = "SELECT TOTAL(seq) FROM sqlite_sequence"
        [(count,)] = self.database.query(sql)
        seed = f"{self._clock.now_ms()} {count}"
        return str(uuid.uuid5(uuid.NAMESPACE_OID, seed))

    # -- reading

    def listed(self, state: KeepState) -> list[Listed]:
        """Return the notes on screen, pinned ones first, then the newest."""
        where, values = ["t.is_deleted = 0"], list[Any]()
        if state.query is not None:
            where.append("t.is_trashed = 0")
            for word in state.query.split():
                pattern = "%" + word.translate({37: "\\%", 95: "\\_", 92: "\\\\"}) + "%"
                where.append(
                    "(t.title LIKE ? ESCAPE '\\' OR EXISTS (SELECT 1 FROM list_item AS i WHERE "
                    "i.list_parent_id = t._id AND i.is_deleted = 0 AND i.text LIKE ? ESCAPE '\\') "
                    "OR EXISTS (SELECT 1 FROM note_label AS n JOIN label AS l ON l._id = n.label_id"
                    " WHERE n.tree_entity_id = t._id AND n.is_deleted = 0 AND l.is_deleted = 0 AND "
                    "l.name LIKE ? ESCAPE '\\'))"
                )
                values += [pattern] * 3
            if state.color:
                where.append("t.color_name = ?")
                values.append(state.color)
            if state.kind == "list":
                where.append(f"t.type = {_LIST}")
            if state.kind == "reminder":
                where.append("EXISTS (SELECT 1 FROM reminder AS r WHERE r.tree_entity_id = t._id)")
            label = state.found_label
        else:
            label = state.label if state.page == "label" else 0
            where.append(f"t.is_trashed = {int(state.page == 'trash')}")
            if state.page == "reminders":
                where.append("EXISTS (SELECT 1 FROM reminder AS r WHERE r.tree_entity_id = t._id)")
            elif state.page in ("notes", "archive"):
                where.append(f"t.is_archived = {int(state.page == 'archive')}")
        if label:
            where.append(
                "EXISTS (SELECT 1 FROM note_label AS n WHERE n.tree_entity_id = t._id AND "
                "n.is_deleted = 0 AND n.label_id = ?)"
            )
            values.append(label)
        sql = "SELECT t._id, t.is_pinned, t.is_archived FROM tree_entity AS t WHERE "
        sql += f"{' AND '.join(where)} "
        sql += "ORDER BY t.is_archived, t.is_pinned DESC, t.order_in_parent DESC, t._id DESC"
        rows = self.database.query(sql, tuple(values))
        return [Listed(number, bool(pinned), bool(archived)) for number, pinned, archived in rows]

    def get(self, number: int) -> Note | None:
        """Return a note; None if it doesn't exist."""
        rows = self.database.query(
            "SELECT type, title, color_name, is_pinned, is_archived, is_trashed, "
            "trashed_timestamp, user_edited_timestamp FROM tree_entity "
            "WHERE _id = ? AND is_deleted = 0",
            (number,),
        )
        if not rows:
            return None
        kind, title, color, pinned, archived, trashed, at, edited = rows[0]
        items = self.database.query(
            "SELECT _id, text, is_checked, is_indented FROM list_item WHERE list_parent_id = ? AND "
            "is_deleted = 0 ORDER BY order_in_parent, _id",
            (number,),
        )
        labels = self.database.query(
            "SELECT DISTINCT l._id, l.name FROM note_label AS n "
            "JOIN label AS l ON l._id = n.label_id "
            "WHERE n.tree_entity_id = ? AND n.is_deleted = 0 AND l.is_deleted = 0 "
            "ORDER BY l.name COLLATE NOCASE",
            (number,),
        )
        reminders = self.database.query(
            "SELECT time FROM reminder WHERE tree_entity_id = ? ORDER BY _id DESC LIMIT 1",
            (number,),
        )
        content = Content(
            _text(title),
            tuple(Item(row, _text(text), bool(on), bool(sub)) for row, text, on, sub in items),
            kind == _LIST,
        )
        return Note(
            number,
            content,
            _text(color),
            bool(pinned),
            bool(archived),
            max(1, _whole(at)) if trashed else 0,
            max(0, _whole(edited)),
            tuple(Label(row, _text(name)) for row, name in labels),
            max(0, _whole(reminders[0][0])) if reminders else 0,
        )

    def labels(self) -> list[Label]:
        """Return all labels, sorted by name."""
        sql = "SELECT _id, name FROM label WHERE is_deleted = 0 ORDER BY name COLLATE NOCASE, _id"
        return [Label(row, _text(name)) for row, name in self.database.query(sql)]

    def colors(self) -> list[str]:
        """Return the names of the colours in use, except for the default one."""
        sql = "SELECT DISTINCT color_name FROM tree_entity WHERE is_deleted = 0 AND is_trashed = 0"
        found = {name for (name,) in self.database.query(sql)}
        return [color.name for color in COLORS[1:] if color.name in found]

    def reminders(self) -> list[tuple[int, int]]:
        """Return (note, epoch milliseconds) of the reminders that were not shown yet."""
        sql = "SELECT tree_entity_id, time FROM reminder WHERE state = 0 ORDER BY _id"
        return [(_whole(note), _whole(time)) for note, time in self.database.query(sql)]

    # -- writing

    def add(self, content: Content, color: str = "DEFAULT") -> int:
        """Add a note; return its id."""
        now = self._clock.now_ms()
        number = self.database.insert(
            "tree_entity",
            {
                "account_id": 1,
                "uuid": self._uuid(),
                "type": _LIST if content.is_list else _NOTE,
                "title": content.title,
                "color_name": color,
                "time_created": now,
                "time_last_updated": now,
                "user_edited_timestamp": now,
                "order_in_parent": now,
            },
        )
        number = _whole(number)
        self._write_items(number, content.items)
        return number

    def save(self, number: int, content: Content) -> None:
        """Replace the title and items of a note."""
        note = self.get(number)
        if note is None or note.content == content:
            return
        now = self._clock.now_ms()
        self.database.execute(
            "UPDATE tree_entity SET title = ?, type = ?, time_last_updated = ?, "
            "user_edited_timestamp = ? WHERE _id = ?",
            (content.title, _LIST if content.is_list else _NOTE, now, now, number),
        )
        if note.content.items != content.items:
            self._write_items(number, content.items)

    def _write_items(self, number: int, items: Sequence[Item]) -> None:
        now = self._clock.now_ms()
        rows = self.database.query(
            "SELECT _id FROM list_item WHERE list_parent_id = ? AND is_deleted = 0", (number,)
        )
        kept = {row for (row,) in rows}
        gone = kept - {item.id for item in items}
        for row in sorted(gone):
            self.database.execute("DELETE FROM list_item WHERE _id = ?", (row,))
        for order, item in enumerate(items):
            if item.id in kept:
                self.database.execute(
                    "UPDATE list_item SET text = ?, is_checked = ?, is_indented = ?, "
                    "order_in_parent = ?, time_last_updated = ? WHERE _id = ?",
                    (item.text, int(item.checked), int(item.indented), order, now, item.id),
                )
            else:
                values: dict[str, Any] = {
                    "account_id": 1,
                    "uuid": self._uuid(),
                    "list_parent_id": number,
                    "text": item.text,
                    "is_checked": int(item.checked),
                    "is_indented": int(item.indented),
                    "order_in_parent": order,
                    "time_created": now,
                    "time_last_updated": now,
                }
                self.database.insert("list_item", values)

    def _set(self, numbers: Iterable[int], assignments: str, *values: Any) -> None:
        chosen = tuple(numbers)
        if chosen:
            self.database.execute(
                f"UPDATE tree_entity SET {assignments}, time_last_updated = ? "
                f"WHERE _id IN ({_marks(chosen)})",
                (*values, self._clock.now_ms(), *chosen),
            )

    def set_color(self, numbers: Iterable[int], color: str) -> None:
        """Set the colour of notes."""
        self._set(numbers, "color_name = ?", color)

    def pin(self, numbers: Iterable[int], pinned: bool) -> None:
        """Pin notes, which unarchives them, or unpin them."""
        if pinned:
            self._set(numbers, "is_pinned = 1, is_archived = 0")
        else:
            self._set(numbers, "is_pinned = 0")

    def archive(self, numbers: Iterable[int], archived: bool) -> None:
        """Archive notes, which unpins them, or unarchive them."""
        if archived:
            self._set(numbers, "is_archived = 1, is_pinned = 0")
        else:
            self._set(numbers, "is_archived = 0")

    def trash(self, numbers: Iterable[int]) -> None:
        """Move notes to the trash."""
        now = self._clock.now_ms()
        self._set(numbers, "is_trashed = 1, is_pinned = 0, trashed_timestamp = ?", now)

    def restore(self, numbers: Iterable[int]) -> None:
        """Restore notes from the trash."""
        self._set(numbers, "is_trashed = 0, trashed_timestamp = NULL")

    def delete(self, numbers: Iterable[int]) -> None:
        """Permanently delete notes."""
        for number in tuple(numbers):
            for table, column in (
                ("tree_entity", "_id"),
                ("list_item", "list_parent_id"),
                ("note_label", "tree_entity_id"),
                ("reminder", "tree_entity_id"),
            ):
                self.database.execute(f"DELETE FROM {table} WHERE {column} = ?", (number,))

    def trashed(self, before_ms: int | None = None) -> list[int]:
        """Return all notes in the trash, or those moved there before a time."""
        sql = "SELECT _id FROM tree_entity WHERE is_trashed = 1"
        if before_ms is None:
            return [number for (number,) in self.database.query(sql)]
        sql += " AND trashed_timestamp < ?"
        return [number for (number,) in self.database.query(sql, (before_ms,))]

    def purge(self) -> None:
        """Delete the notes that have been in the trash for seven days."""
        self.delete(self.trashed(self._clock.now_ms() - TRASH_DAYS * _DAY_MS))

    def copy(self, number: int) -> int:
        """Add a copy of a note with its labels; return its id, 0 if the note doesn't exist."""
        note = self.get(number)
        if note is None:
            return 0
        items = tuple(replace(item, id=0) for item in note.content.items)
        made = self.add(replace(note.content, items=items), note.color)
        for label in note.labels:
            self.put_label((made,), label.id, True)
        return made

    # -- labels and reminders

    def add_label(self, name: str) -> int:
        """Return the id of the label with a name; create it if there is none."""
        for label in self.labels():
            if label.name.casefold() == name.casefold():
                return label.id
        now = self._clock.now_ms()
        values = {"account_id": 1, "uuid": self._uuid(), "name": name, "time_created": now,
                  "last_used_timestamp": now}  # fmt: skip
        return _whole(self.database.insert("label", values))

    def rename_label(self, number: int, name: str) -> bool:
        """Rename a label; return False if another one has the name."""
        taken = any(
            label.id != number and label.name.casefold() == name.casefold()
            for label in self.labels()
        )
        if not taken:
            self.database.execute("UPDATE label SET name = ? WHERE _id = ?", (name, number))
        return not taken

    def delete_label(self, number: int) -> None:
        """Delete a label, and remove it from all notes."""
        self.database.execute("DELETE FROM label WHERE _id = ?", (number,))
        self.database.execute("DELETE FROM note_label WHERE label_id = ?", (number,))

    def put_label(self, notes: Iterable[int], label: int, on: bool) -> None:
        """Add a label to notes, or remove it."""
        for note in tuple(notes):
            self.database.execute(
                "DELETE FROM note_label WHERE tree_entity_id = ? AND label_id = ?", (note, label)
            )
            if on:
                values = {"account_id": 1, "tree_entity_id": note, "label_id": label}
                self.database.insert("note_label", values)

    def remind(self, notes: Iterable[int], time_ms: int) -> None:
        """Set the reminder of notes, replacing the present one; 0 removes it."""
        for note in tuple(notes):
            self.database.execute("DELETE FROM reminder WHERE tree_entity_id = ?", (note,))
            if time_ms:
                values = {"account_id": 1, "tree_entity_id": note, "time": time_ms}
                self.database.insert("reminder", values)

    def reminded(self, note: int) -> None:
        """Record that a reminder was shown."""
        self.database.execute("UPDATE reminder SET state = 1 WHERE tree_entity_id = ?", (note,))


class Settings:
    """The user's settings."""

    def __init__(self, context: Context) -> None:
        self._prefs = context.preferences()

    @property
    def grid(self) -> bool:
        """True if notes are shown in a grid."""
        return self._prefs.get("grid_mode", True)

    def set_grid(self, grid: bool) -> None:
        """Set whether notes are shown in a grid."""
        self._prefs.put(grid_mode=grid)
