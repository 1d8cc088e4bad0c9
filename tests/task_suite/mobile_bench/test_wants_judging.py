"""Wants of tasks, each at its thresholds; whole tasks have their near misses."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import Any

import pytest

from android_gym.accessibility import UIElement
from android_gym.errors import DeviceCommandError
from android_gym.task_suite.mobile_bench.tables import READERS
from android_gym.task_suite.mobile_bench.wants import (
    Answered,
    Called,
    FilesAre,
    Given,
    InFront,
    RowsAre,
    Sent,
    SettingIs,
)
from android_gym.task_suite.touches import FileAt, Rows, Setting

PROVIDERS = "/data/data/com.android.providers"
NUMBER = "+12125550123"


class Phone:
    """A phone that answers queries with rows, and commands with texts."""

    def __init__(self, rows: list[tuple[Any, ...]] | None = None, text: str = "") -> None:
        self.rows, self.text = rows or [], text

    def query(self, path: str, sql: str) -> list[tuple[Any, ...]]:
        if path in {rows.database for rows in READERS.values()}:
            return self.rows
        table, columns = {
            f"{PROVIDERS}.telephony/databases/mmssms.db": ("sms", "address, body"),
            f"{PROVIDERS}.contacts/databases/calllog.db": ("calls", "number"),
        }[path]
        with closing(sqlite3.connect(":memory:")) as database:
            database.execute(f"CREATE TABLE {table} (type, {columns}, date INTEGER PRIMARY KEY)")
            marks = ", ".join("?" * (2 + columns.count(",")))
            for date, values in enumerate([*self.rows, *self.others]):
                kind = 2 if date < len(self.rows) else 1
                database.execute(f"INSERT INTO {table} VALUES ({marks}, ?)", (kind, *values, date))
            return database.execute(sql).fetchall()

    others: Sequence[tuple[Any, ...]] = ()
    """Rows of the messages that came in."""

    def shell(self, command: str) -> str:
        return self.text


def row(adapter: str, **values: str) -> tuple[str, ...]:
    """Return a row of an app as its reader's query gives it."""
    rows = READERS[adapter]
    full = {**dict.fromkeys(rows.columns, ""), **rows.plain, **values}
    return tuple(full[name] for name in rows.columns)


@pytest.mark.parametrize("adapter", READERS)
def test_what_no_goal_says_of_a_new_row_is_what_the_app_makes_it(adapter: str) -> None:
    columns = READERS[adapter].columns
    first, *_ = columns
    want = RowsAre(adapter, (), ({first: "x"},), {})
    met = want.met(Phone([row(adapter, **{first: "x"})]), {}, None)  # type: ignore[arg-type]
    assert met
    for name in columns:
        phone: Any = Phone([row(adapter, **{first: "x", name: "something else"})])
        free = name not in READERS[adapter].plain and name != first
        assert want.met(phone, {}, None) == free, name


def test_rows_are_as_many_and_each_is_used_once() -> None:
    want = RowsAre("tasks", (), ({"title": "{a}"}, {"title": "{b}"}), {})
    one, other = row("tasks", title="One"), row("tasks", title="other ")
    params = {"a": "one", "b": "Other"}
    for rows, met in (
        ([one, other], True),
        ([other, one], True),
        ([one, one], False),
        ([one], False),
        ([], False),
        ([one, other, one], False),
    ):
        phone: Any = Phone(rows)
        assert want.met(phone, params, None) == met


def test_of_rows_that_were_there_only_what_is_named_is_compared() -> None:
    kept = {"title": "Kept"}
    want = RowsAre("tasks", (kept,), (kept, {"title": "New"}), {})
    done, new = row("tasks", title="Kept", completed="1"), row("tasks", title="New")
    phone: Any = Phone([done, new])
    assert want.met(phone, {}, None)
    phone.rows = [row("tasks", title="Kept"), row("tasks", title="New", completed="1")]
    assert not want.met(phone, {}, None)


def test_each_row_is_compared_by_its_own_fields() -> None:
    before = ({"label": "Gym", "time": "22:20", "enabled": "1"},)
    after = ({"label": "Gym", "time": "22:20", "enabled": ""}, {"time": "07:00", "enabled": "1"})
    want = RowsAre("alarms", before, after, {"label": "Other", "time": "03:33", "enabled": ""})
    new = row("alarms", time="07:00", enabled="1")
    phone: Any = Phone([row("alarms", label="Gym", time="22:20"), new])
    assert want.met(phone, {}, None)
    phone.rows = [row("alarms", label="Nap", time="22:20"), new]
    assert not want.met(phone, {}, None)
    labelled = row("alarms", label="Nap", time="07:00", enabled="1")
    phone.rows = [row("alarms", label="Gym", time="22:20"), labelled]
    assert not want.met(phone, {}, None)
    assert sorted(want.mistakes({})) == [
        "a label in alarms",
        "a later date in alarms",
        "another enabled in row 2 of alarms",
        "another label in row 1 of alarms",
        "another sound in alarms",
        "another time in row 1 of alarms",
        "another time in row 2 of alarms",
        "no sound in alarms",
        "no vibration in alarms",
    ]


@pytest.mark.parametrize("output", ["no such table: tasks", "unable to open", "not a database"])
def test_an_apps_data_that_are_cleared_are_not_as_wanted(output: str) -> None:
    class Cleared(Phone):
        def query(self, path: str, sql: str) -> list[tuple[Any, ...]]:
            raise DeviceCommandError("sqlite3", 1, f"Error: {output}")

    phone: Any = Cleared()
    assert not RowsAre("tasks", (), ({"title": "x"},), {}).met(phone, {}, None)
    output = "syntax error"
    with pytest.raises(DeviceCommandError):
        RowsAre("tasks", (), ({"title": "x"},), {}).met(phone, {}, None)


@pytest.mark.parametrize(
    ("rows", "met"),
    [
        ([(NUMBER, "The lamp is lit")], True),
        ([("(212) 555-0123", "the lamp is lit.")], True),
        ([("12125550123", "The lamp is lit"), ("+13055550100", "Else")], True),
        ([], False),
        ([("+442125550123", "The lamp is lit")], False),
        ([("+12125550124", "The lamp is lit")], False),
        ([("2125550123 ", "The lamp is lit"), (NUMBER, "The lamp is lit")], False),
        ([(NUMBER, "The lamp is lit"), (NUMBER, "Else")], False),
        ([(NUMBER, "The lamp is lit today")], False),
        ([(None, None)], False),
    ],
)
def test_a_message_is_sent_once_to_that_number_of_that_country(
    rows: list[tuple[Any, ...]], met: bool
) -> None:
    phone: Any = Phone(rows)
    phone.others = [(NUMBER, "The lamp is lit")]  # from this number
    params = {"n": NUMBER, "t": "The lamp is lit"}
    assert Sent("{n}", "{t}").met(phone, params, None) == met
    assert Sent("{n}", "{t}").touches(params) == [Rows("sent messages", added=1)]


@pytest.mark.parametrize(
    ("text", "met"),
    [
        (NUMBER, True),
        ("+1 212-555-0123", True),
        ("(212) 555-0123", True),
        ("+1 212-555-0124", False),
        ("+44 212-555-0123", False),
        (f"{NUMBER} it is", False),
    ],
)
def test_a_number_that_is_sent_may_be_written_as_apps_write_it(text: str, met: bool) -> None:
    phone: Any = Phone([("+13055550100", text)])
    assert Sent("+13055550100", "{n}").met(phone, {"n": NUMBER}, None) == met


def test_a_code_that_is_sent_is_no_number_to_be_grouped() -> None:
    phone: Any = Phone([("+13055550100", "47-11")])
    assert not Sent("+13055550100", "4711").met(phone, {}, None)


@pytest.mark.parametrize(
    ("numbers", "met"),
    [
        ([NUMBER], True),
        (["212 555 0123", "+13055550100"], True),
        ([], False),
        (["+442125550123"], False),
        (["2125550124"], False),
        ([NUMBER, "(212) 555-0123"], False),
    ],
)
def test_a_call_is_made_once(numbers: list[str], met: bool) -> None:
    phone: Any = Phone([(number,) for number in numbers])
    phone.others = [(NUMBER,)]
    assert Called("{n}").met(phone, {"n": NUMBER}, None) == met
    assert Called("{n}").touches({"n": NUMBER}) == [Rows("outgoing calls", added=1)]


@pytest.mark.parametrize(
    ("place", "value", "found", "met"),
    [
        ("system font_scale", "1.3", "1.3\n", True),
        ("system font_scale", "1.3", "1.31\n", False),
        ("system time_12_24", "12", "null\n", True),
        ("system time_12_24", "24", "null\n", False),
        ("global low_power", "0", "null\n", True),
        ("global low_power", "1", "null\n", False),
    ],
)
def test_a_setting_that_was_never_made_has_a_meaning(
    place: str, value: str, found: str, met: bool
) -> None:
    phone: Any = Phone(text=found)
    assert SettingIs(place, value, "x").met(phone, {}, None) == met


@pytest.mark.parametrize(
    ("kind", "unit", "wanted", "answer", "met"),
    [
        ("number", "", "34", "34", True),
        ("number", "", "34", "There are 34 crates.", True),
        ("number", "", "34", "34 crates and 121 boxes", False),
        ("number", "", "34", "35", False),
        ("number", "", "34", "34 or 35", False),
        ("number", "", "34", None, False),
        ("number", "$", "34", "$34.00", True),
        ("number", "$", "34", "34 dollars", True),
        ("number", "$", "34", "34.5", False),
        ("number", "$", "34", "34 euros", False),
        ("phone", "", NUMBER, "+1 212-555-0123", True),
        ("phone", "", NUMBER, "The number is (212) 555-0123.", True),
        ("phone", "", NUMBER, f"{NUMBER} or +13055550100", False),
        ("phone", "", NUMBER, f"+13055550100, no: {NUMBER}", False),
        ("phone", "", NUMBER, "+44 212-555-0123", False),
        ("time", "", "21:35", "21:35", True),
        ("time", "", "21:35", "It rings at 9:35 PM.", True),
        ("time", "", "21:35", "9:35", False),
        ("time", "", "21:35", "9:35 AM", False),
        ("time", "", "21:35", "21:35 or 21:40", False),
    ],
)
def test_answers(kind: Any, unit: str, wanted: str, answer: str | None, met: bool) -> None:
    phone: Any = Phone()
    assert Answered("{w}", "x", kind, unit).met(phone, {"w": wanted}, answer) == met


def test_a_page_is_told_by_its_title_not_by_a_row() -> None:
    class Screen(Phone):
        elements: list[UIElement] = []

        def foreground_activity(self) -> str:
            return "com.android.settings/.Settings"

        def ui_elements(self) -> list[UIElement]:
            return self.elements

    phone: Any = Screen()
    want = InFront("com.android.settings", "a:id/bar", "{page}", "true", {})
    right = UIElement(resource_name="a:id/bar", content_description="Apps")
    for element, met in (
        (right, True),
        (UIElement(resource_name="a:id/bar", content_description="Storage"), False),
        (UIElement(resource_name="a:id/row", content_description="Apps"), False),
        (UIElement(resource_name="a:id/bar", text="Apps"), False),
    ):
        phone.elements = [UIElement(text="Apps"), element]
        assert want.met(phone, {"page": "Apps"}, None) == met
    phone.elements = [right]
    assert not InFront("org.tasks", "a:id/bar", "Apps", "true", {}).met(phone, {}, None)


def test_files() -> None:
    class Storage(Phone):
        entries: dict[str, str | None] = {}

        def run(self, command: str) -> tuple[str, int]:
            test, folder, path, *rest = command.split()
            assert (test, folder, rest) == (
                "test",
                "-d",
                ["&&", *f"echo d || test -e {path}".split()],
            )
            path = path.removeprefix("/storage/emulated/0/")
            if path not in self.entries:
                return "", 1
            return ("d\n" if self.entries[path] is None else ""), 0

        def read_text(self, path: str) -> str:
            return self.entries[path.removeprefix("/storage/emulated/0/")] or ""

    phone: Any = Storage()
    want = FilesAre({"a.txt": "One\n", "c": None}, {"b.txt": "{t}", "c": None})
    for entries, met in (
        ({"b.txt": "two.\n", "c": None, "d": None}, True),
        ({"b.txt": "Two", "c": "x"}, False),
        ({"b.txt": None, "c": None}, False),
        ({"b.txt": "Two", "a.txt": "One\n", "c": None}, False),
        ({"b.txt": "Three", "c": None}, False),
        ({"c": None}, False),
    ):
        phone.entries = entries
        assert want.met(phone, {"t": "Two"}, None) == met, entries


def test_rows_that_may_change_are_those_that_differ() -> None:
    old, new = {"title": "{a}"}, {"title": "{b}"}
    params = {"a": "Old", "b": "New"}
    for before, after, added, lost in (
        ((), (new,), 1, 0),
        ((old,), (old, new), 1, 0),
        ((old,), (new,), 1, 1),
        ((old, new), (old,), 0, 1),
        ((old, old, new), (old,), 0, 2),
    ):
        found = RowsAre("tasks", before, after, {}).touches(params)
        assert found == [Rows("tasks", added=added, lost=lost)]
    assert RowsAre("events", (), (new,), {}).touches(params) == [Rows("calendar events", added=1)]


def test_files_that_may_change_are_those_that_differ() -> None:
    want = FilesAre(
        {"kept": "Same", "folder": None, "{a}": "Old", "gone": None, "changed": "One"},
        {"kept": "Same", "folder": None, "made": None, "changed": "Two"},
    )
    storage = "/storage/emulated/0"
    found = want.touches({"a": "note.md"})
    assert found == [FileAt(f"{storage}/{name}") for name in ("changed", "gone", "made", "note.md")]


def test_settings_that_may_change_are_the_setting_and_those_that_move_with_it() -> None:
    want = SettingIs("global airplane_mode_on", "1", "0", along=("global wifi_on",))
    found = [Setting("global", "airplane_mode_on"), Setting("global", "wifi_on")]
    assert want.touches({}) == found


def test_nothing_is_wanted_of_what_is_given() -> None:
    given, phone = Given("tasks", ({"title": "x"},)), Phone()
    met = given.met(phone, {}, None)  # type: ignore[arg-type]
    assert met
    assert given.touches({}) == ()
