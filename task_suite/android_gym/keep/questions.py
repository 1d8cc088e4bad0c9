"""Keep's notes and the items of its lists, for questions and changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.errors import DeviceCommandError
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.tables import read_texts, replace_tables
from android_gym.task_suite.questions.values import START, Field
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device, SqlValue

__all__ = ["ADAPTERS", "KeptItems", "KeptNotes"]

PACKAGE: Final = "com.google.android.keep"
DATABASE: Final = f"/data/data/{PACKAGE}/databases/keep.db"

_NOTE, _LIST = 0, 1
_COLORS: Final = {
    "Default": "DEFAULT", "Coral": "RED", "Peach": "ORANGE", "Sand": "YELLOW", "Mint": "GREEN",
    "Sage": "TEAL", "Fog": "BLUE", "Storm": "CERULEAN", "Dusk": "PURPLE", "Blossom": "PINK",
    "Clay": "BROWN", "Chalk": "GRAY",
}  # fmt: skip
"""Stored values, by what the app calls them."""

_MINUTE_MS: Final = 60_000


def _replace(device: Device, tables: Mapping[str, Sequence[Mapping[str, SqlValue]]]) -> None:
    """Make notes the only ones, with all that belongs to them.

    Raises:
        TaskError: If the app makes no database.
    """
    try:
        device.query(DATABASE, "SELECT count(*) FROM tree_entity")
    except DeviceCommandError:  # it is made when the app is first opened
        device.launch(PACKAGE)
    whole: dict[str, Sequence[Mapping[str, SqlValue]]] = dict.fromkeys(
        ("tree_entity", "list_item", "label", "note_label", "reminder"), ()
    )
    replace_tables(device, PACKAGE, DATABASE, {**whole, **tables})


def _entity(number: int, kind: int, title: str) -> dict[str, SqlValue]:
    then = int(START.timestamp()) * 1000 - number * _MINUTE_MS
    return {
        "_id": number,
        "account_id": 1,
        "type": kind,
        "title": title,
        "time_created": then,
        "time_last_updated": then,
        "user_edited_timestamp": then,
    }


def _item(note: int, order: int, text: str, checked: bool) -> dict[str, SqlValue]:
    return {
        "account_id": 1,
        "list_parent_id": note,
        "text": text,
        "is_checked": int(checked),
        "order_in_parent": order,
    }


class KeptNotes(Adapter):
    """Notes with a title and a text, each with at most one label, without reminders.

    What is in the trash is gone.
    """

    name = "keep notes"
    fields: ClassVar[Mapping[str, Field]] = {
        "title": Field("text"),
        "text": Field("text", optional=True),
        "color": Field("text", default="Default"),
        "pinned": Field("flag", default=False),
        "archived": Field("flag", default=False),
        "label": Field("text", optional=True),
    }

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a note."""
        return {"title": f"Number {int(rng.integers(100, 1000))}", "text": "To be sorted."}

    def settle(self, row: Row) -> Row:
        """Refuse other colors, and notes that are pinned in the archive."""
        settled = super().settle(row)
        if settled["color"] not in _COLORS:
            raise ValueError(f"{settled['color']!r} is none of {sorted(_COLORS)}")
        if settled["pinned"] and settled["archived"]:
            raise ValueError("what is archived is not pinned")
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all notes and labels.

        Raises:
            TaskError: If the app makes no database.
        """
        labels = sorted({str(row["label"]) for row in rows if row["label"]})
        notes: list[Mapping[str, SqlValue]] = []
        texts: list[Mapping[str, SqlValue]] = []
        labelled: list[Mapping[str, SqlValue]] = []
        for number, row in enumerate(rows, 1):
            notes.append(
                {
                    **_entity(number, _NOTE, str(row["title"])),
                    "color_name": _COLORS[str(row["color"])],
                    "is_pinned": int(bool(row["pinned"])),
                    "is_archived": int(bool(row["archived"])),
                }
            )
            texts.append(_item(number, 0, str(row["text"] or ""), checked=False))
            if row["label"]:
                label = labels.index(str(row["label"])) + 1
                labelled.append({"account_id": 1, "tree_entity_id": number, "label_id": label})
        _replace(
            device,
            {
                "tree_entity": notes,
                "list_item": texts,
                "label": [
                    {"_id": number, "account_id": 1, "name": name}
                    for number, name in enumerate(labels, 1)
                ],
                "note_label": labelled,
            },
        )

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read all notes; a list, or one with a reminder, has that in its text."""
        names = {stored: name for name, stored in _COLORS.items()}
        return [
            {
                "title": title,
                "text": text or None,
                "color": names.get(color, color),
                "pinned": pinned == "1",
                "archived": archived == "1",
                "label": labels or None,
            }
            for title, text, color, pinned, archived, labels in read_texts(
                device,
                DATABASE,
                "SELECT title, (SELECT group_concat(text, char(10)) FROM (SELECT text FROM "
                "list_item WHERE list_parent_id = note._id AND is_deleted = 0 "
                "ORDER BY order_in_parent, _id)) || "
                f"CASE type WHEN {_NOTE} THEN '' ELSE ' (a list)' END || "
                "ifnull((SELECT ' (reminds)' FROM reminder WHERE tree_entity_id = note._id), ''), "
                "color_name, is_pinned, is_archived, "
                "(SELECT group_concat(name, '; ') FROM note_label JOIN label ON "
                "label._id = label_id WHERE tree_entity_id = note._id AND "
                "note_label.is_deleted = 0 AND label.is_deleted = 0) "
                "FROM tree_entity AS note WHERE is_trashed = 0 AND is_deleted = 0",
            )
        ]

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for as many notes."""
        return [Rows("notes of Keep", added=len(new), lost=len(lost))]


class KeptItems(Adapter):
    """Items of lists that have a title, each ticked or not."""

    name = "keep items"
    fields: ClassVar[Mapping[str, Field]] = {
        "list": Field("text"),
        "item": Field("text"),
        "done": Field("flag", default=False),
    }

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw an item."""
        return {"list": "Odds and ends", "item": f"Number {int(rng.integers(100, 1000))}"}

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all notes by lists of these items.

        Raises:
            TaskError: If the app makes no database.
        """
        titles = sorted({str(row["list"]) for row in rows})
        _replace(
            device,
            {
                "tree_entity": [_entity(n, _LIST, title) for n, title in enumerate(titles, 1)],
                "list_item": [
                    _item(
                        titles.index(str(row["list"])) + 1, n, str(row["item"]), bool(row["done"])
                    )
                    for n, row in enumerate(rows)
                ],
            },
        )

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read the items of all notes; empty ones, such as the app keeps at the end, do not count.

        One of a note that is no plain list, or is archived, pinned, in a color, or reminds, has
        that in its list's name. One that is indented has it in its own.
        """
        return [
            {"list": title, "item": text, "done": checked == "1"}
            for title, text, checked in read_texts(
                device,
                DATABASE,
                f"SELECT title || CASE WHEN type = {_LIST} AND is_archived = 0 AND is_pinned = 0 "
                "AND color_name = 'DEFAULT' AND note._id NOT IN "
                "(SELECT tree_entity_id FROM reminder) THEN '' ELSE ' (no plain list)' END, "
                "text || CASE is_indented WHEN 1 THEN ' (indented)' ELSE '' END, is_checked "
                "FROM list_item JOIN tree_entity AS note ON note._id = list_parent_id "
                "WHERE is_trashed = 0 AND note.is_deleted = 0 AND list_item.is_deleted = 0 "
                "AND ifnull(text, '') != ''",
            )
        ]

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for a change of each list that an item comes to or goes from."""
        lists = {str(row["list"]) for row in (*lost, *new)}
        return [Rows("notes of Keep", added=len(lists), lost=len(lists))]


ADAPTERS = (KeptNotes(), KeptItems())
