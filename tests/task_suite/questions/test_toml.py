"""Tables that know where they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from android_gym.errors import OptionError
from android_gym.task_suite.questions.toml import Table, read_file

TEXT = """\
name = "a"
count = 3
texts = [
  "x",
  "y",
]
[inner]
flag = true
[[many]]
size = 1
[[many]]
size = 2
"""


@pytest.fixture
def top(tmp_path: Path) -> Table:
    path = tmp_path / "own.toml"
    path.write_text(TEXT)
    return read_file(path, "mine/own.toml")


def test_values_are_taken_by_name_and_kind(top: Table) -> None:
    assert list(top.keys()) == ["name", "count", "texts", "inner", "many"]
    assert top.take("name", str) == "a" and top.take("count", (str, int)) == 3
    assert top.take("missing", str, "b") == "b" and top.take("missing", str, None) is None
    assert top.texts("texts") == ("x", "y") and top.texts("missing", []) == ()
    assert top.table("inner").take("flag", bool) is True
    assert list(top.table("missing").keys()) == []
    assert [table.take("size", int) for table in top.tables("many")] == [1, 2]
    assert top.table("inner").path == ("inner",)
    assert [table.path for table in top.tables("many")] == [("many", 0), ("many", 1)]


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("name", int, r"^mine/own.toml:1: 'name' must be a whole number, got 'a'\.$"),
        ("count", (str, dict), r":2: 'count' must be a string or a table, got 3\.$"),
        ("count", bool, r":2: 'count' must be true or false, got 3\.$"),
        ("missing", str, r":1: the file needs 'missing'. Add a line `missing = ...`\.$"),
    ],
)
def test_what_is_missing_or_of_another_kind_is_told(
    top: Table, name: str, kind: type, message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        top.take(name, kind)


def test_what_is_wrong_inside_is_told_with_its_line(top: Table) -> None:
    with pytest.raises(OptionError, match=r":8: 'flag' must be a string, got True"):
        top.table("inner").take("flag", str)
    with pytest.raises(OptionError, match=r":7: inner needs 'other'"):
        top.table("inner").take("other", str)
    with pytest.raises(OptionError, match=r":11: many.1 needs 'other'"):
        top.tables("many")[1].take("other", str)
    assert str(top.place("texts", 1)) == "mine/own.toml:5"
    assert str(top.place("texts", 9)) == "mine/own.toml:3"
    assert str(top.place("nowhere", 9)) == "mine/own.toml:1"
    assert str(top.tables("many")[1].place("size")) == "mine/own.toml:12"


def test_lists_hold_texts_or_tables_alone(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('texts = [\n"x",\n3]\n')
    with pytest.raises(OptionError, match=r":3: 'texts' must be a string, got 3"):
        read_file(path, "own").texts("texts")
    with pytest.raises(OptionError, match=r":2: 'texts' must be a table, got 'x'"):
        read_file(path, "own").tables("texts")
