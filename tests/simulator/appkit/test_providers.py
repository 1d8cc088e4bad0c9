"""Content providers over tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from android_gym.errors import DatabaseError
from android_gym.simulator.appkit.providers import (
    ContentProvider,
    Source,
    UnsupportedCallError,
    Uri,
)
from android_gym.simulator.system.databases import Database


class Notes(ContentProvider):
    KIND = "note"

    def open(self) -> Database:
        return self.context.database(
            "notes.db",
            version=1,
            create=lambda d: d.execute("CREATE TABLE notes (_id INTEGER PRIMARY KEY, body TEXT)"),
        )

    def source(self, uri: Uri) -> Source:
        match uri.path:
            case ("notes",):
                return Source("notes", sort="body DESC")
            case ("notes", number) if number.isdecimal():
                return Source("notes", ("_id = ?",), (int(number),), ("body",))
            case ("with", word):
                return Source("notes", ("body LIKE ?", "_id > 0"), (f"%{word}%",))
        raise uri.unknown()


class ReadOnly(Notes):
    WRITES = frozenset()


@pytest.fixture
def notes(phone: Any) -> Iterator[Notes]:
    provider = Notes(phone.host.context("com.sample"))
    for body in ("a", "c", "b"):
        provider.insert("content://n/notes", {"body": body})
    yield provider


ALL = "content://n/notes"


def test_a_uri_in_parts() -> None:
    uri = Uri.parse("content://n/with/a%20b%2Fc/?x=1&x=2&y=#f")
    assert uri.path == ("with", "a b/c")
    assert uri.query == {"x": ["1", "2"], "y": [""]}


def test_queries(notes: Notes) -> None:
    assert notes.query(ALL) == (["_id", "body"], [(2, "c"), (3, "b"), (1, "a")])
    assert notes.query(ALL, ["body AS text"], "_id < 3", "_id") == (["text"], [("a",), ("c",)])
    assert notes.query(f"{ALL}/3") == (["body"], [("b",)])
    # A URI's own condition and the caller's keep to themselves, whatever is in them.
    assert notes.query("content://n/with/a", ["_id"], "1 OR 1", None)[1] == [(1,)]
    assert notes.query("content://n/with/a", ["_id"], "body = ?", None, ("c",))[1] == []


def test_changes(notes: Notes) -> None:
    assert notes.insert(ALL, {"body": "d"}) == f"{ALL}/4"
    assert notes.update(f"{ALL}/4", {"body": "e"}) == 1
    assert notes.update(ALL, {"body": "f"}, "body IN (?, ?)", ("a", "b")) == 2
    assert notes.delete("content://n/with/f") == 2
    assert notes.query(ALL, ["body"])[1] == [("e",), ("c",)]
    assert notes.get_type(ALL) == "vnd.android.cursor.dir/note"
    assert notes.get_type(f"{ALL}/4") == "vnd.android.cursor.item/note"


def test_what_is_not_known_or_not_done(notes: Notes, phone: Any) -> None:
    with pytest.raises(ValueError, match="Unknown URL content://n/other"):
        notes.query("content://n/other")
    with pytest.raises(DatabaseError):
        notes.query(ALL, None, "nonsense(")
    frozen = ReadOnly(phone.host.context("com.sample"))
    assert len(frozen.query(ALL)[1]) == 3
    for change in (
        lambda: frozen.insert(ALL, {"body": "x"}),
        lambda: frozen.update(ALL, {"body": "x"}),
        lambda: frozen.delete(ALL),
        lambda: frozen.call("method", None),
        lambda: frozen.read(ALL),
        lambda: frozen.write(ALL, b""),
    ):
        with pytest.raises(UnsupportedCallError):
            change()
    assert len(frozen.query(ALL)[1]) == 3
