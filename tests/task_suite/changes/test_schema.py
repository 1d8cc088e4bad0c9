"""Each kind of mistake in a file of changes is an error of ours with file, line and remedy."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from android_gym.errors import OptionError
from android_gym.task_suite.changes.sampling import check_file, draw
from android_gym.task_suite.changes.schema import Change, load

GOOD = """\
app = "Pro Expense"
rows = "expenses"
noise = 4

[pools]
days = ["October 5 2023", "October 8 2023", "October 9 2023"]
things = ["Canoe Paddle", "Goat Cheese", "Lamp Oil", "Ski Wax", "Tea Set", "Yoyo"]
prices = { from = 1, to = 90 }

[around]
name = "{things}"
amount = "{prices}"
date = "{days}"

[views.logs]
open = [{ open = "Pro Expense" }, { tap = "Logs" }]
row = { resource_id = "tv_name" }
columns.name = { resource_id = "tv_name" }
columns.date = { resource_id = "tv_date" }

[changes.Rename]
summary = "Give it another name."
prompt = "Rename {name} to {new}."
rewordings = ["{name} is {new}.", "Call {name} {new}.", "Let {name} be {new}.", "{new} for {name}."]
parameters = { name = "things", new = "things", price = "prices", day = "days" }
targets = [{ name = "{name}", amount = "{price}", date = "{day}" }]
decoys = [{ name = "{name*} 2", amount = "{price*}", date = "{day}" }]
exclude = ["name == {name}"]
change = { name = "{new}" }
start = "logs"
demonstration = [{ tap = "{name}" }, { fill = "Name", with = "{new}" }]

[changes.Clear]
summary = "Delete those of a day."
prompt = "Delete all {day}."
rewordings = ["Remove all {day}.", "Clear {day}.", "None {day}.", "Away {day}."]
parameters = { day = { pool = "days", say = "on day" }, name = "things", price = "prices" }
targets = [{ name = "{name*}", amount = "{price*}", date = "{day}", times = 2 }]
exclude = ["date == {day}"]
delete = true
demonstration = [{ each = "logs", where = ["date == {day}"], steps = [{ tap = "Delete" }] }]

[changes.Enter]
summary = "Add one."
prompt = "Add {name} for {price}."
rewordings = ["{name}: {price}.", "Buy {name}, {price}.", "Pay {name} {price}.", "{price}, {name}."]
parameters = { name = "things", price = "prices" }
add = [{ name = "{name}", amount = "{price}" }]
demonstration = "script"
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "mine" / "expense.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


def error(folder: Path, text: str) -> str:
    with pytest.raises(OptionError) as caught:
        check_file(write(folder, text))
    return str(caught.value)


def changes(folder: Path, text: str = GOOD) -> dict[str, Change]:
    return {change.name: change for change in check_file(write(folder, text))}


def test_a_good_file_is_read(tmp_path: Path) -> None:
    found = changes(tmp_path)
    rename, clear, enter = found["Rename"], found["Clear"], found["Enter"]
    assert [change.verb for change in (rename, clear, enter)] == ["change", "delete", "add"]
    assert [step.verb for step in rename.steps] == ["open", "tap", "tap", "fill"]
    assert [step.verb for step in clear.steps] == ["each"]
    assert enter.steps == ()
    assert (rename.given, clear.given, enter.given) == ({"name"}, frozenset(), {"name", "amount"})
    assert rename.stamped == frozenset() and enter.stamped == {"date", "time"}
    assert str(rename.place) == "mine/expense.toml:21"


def test_what_is_drawn(tmp_path: Path) -> None:
    found = changes(tmp_path)
    for seed in range(30):
        params = draw(found["Rename"], np.random.default_rng(seed))
        (target,) = params["targets"]
        old, (new,) = params["rows"][target], params["wanted"]
        assert {**old, "name": new["name"]} == new != old
        assert len(params["rows"]) == 6 and old["name"] == params["values"]["name"]
        names = [row["name"] for row in params["rows"]]
        assert names.count(old["name"]) == 1 and any(name.endswith(" 2") for name in names)
        params = draw(found["Clear"], np.random.default_rng(seed))
        days = [row["date"] for row in params["rows"]]
        assert [i for i, day in enumerate(days) if days.count(day) and i in params["targets"]]
        asked = {days[i] for i in params["targets"]}
        assert len(asked) == 1 and params["wanted"] == []
        assert not asked & {day for i, day in enumerate(days) if i not in params["targets"]}
    places = {draw(found["Rename"], np.random.default_rng(s))["targets"][0] for s in range(40)}
    assert places == set(range(6)), "where it stands among the others tells nothing"


MISTAKES = {
    "another table": ("[changes.Rename]", "[other.Rename]", r"for the file called 'other'"),
    "unknown key": ("delete = true", "delete = true\ndeleet = 1", r"'deleet'\. Did you mean"),
    "no verb": ("delete = true\n", "", r":33: a change is one of add, change, copy, delete.* none"),
    "two verbs": (
        "delete = true", "delete = true\ncopy = {}", r"one of .* this one has copy, delete"
    ),
    "not deleted": ("delete = true", "delete = false", r"write `delete = true`"),
    "nothing changed": ('change = { name = "{new}" }', "change = {}", r":29: write what changes"),
    "unknown field": ('change = { name = "{new}" }', 'change = { nam = "{new}" }', r"field called"),
    "wrong value": ('change = { name = "{new}" }', 'change = { date = "{new}" }', r":29: .*date"),
    "starred change": ('{ name = "{new}" }', '{ name = "{new*}" }', r"value that is not used yet"),
    "no target": (
        'targets = [{ name = "{name*}", amount = "{price*}", date = "{day}", times = 2 }]\n', "",
        r"`targets` are the rows that",
    ),
    "nothing added": ('add = [{ name = "{name}", amount = "{price}" }]', "add = []", r"write the"),
    "rows that differ": (
        'add = [{ name = "{name}", amount = "{price}" }]',
        'add = [{ name = "{name}", amount = "{price}" }, { name = "{name*}" }]',
        r"have the same fields",
    ),
    "some added": (
        'add = [{ name = "{name}", amount = "{price}" }]',
        'add = [{ name = "{name*}", amount = "{price*}", times = { from = 1, to = 2 } }]',
        r"`times` is no range",
    ),
    "no demonstration": ('demonstration = "script"', "demonstration = []", r"at least one step"),
    "a word": ('demonstration = "script"', 'demonstration = "scripts"', r'list of steps, or "scri'),
    "unknown start": ('start = "logs"', 'start = "log"', r"way or view called .*'logs'"),
    "unknown view": ('each = "logs"', 'each = "log"', r"view called 'log'. Did you mean 'logs'"),
    "unknown column": (
        'where = ["date == {day}"]', 'where = ["amount == 3"]', r"column called 'amount'"
    ),
    "word not told": ('{ tap = "{name}" }', '{ tap = "{price}" }', r"word called 'price'"),
    "unused parameter": ("day = \"days\" }", 'day = "days", other = "days" }', r"'other'"),
    "unused pool": ("[pools]", '[pools]\nmore = ["a"]', r"no entry uses the pool 'more'"),
    "unused way": ("[around]", '[ways]\nthere = [{ tap = "x" }]\n[around]', r"the way 'there'"),
    "around a pool": ('name = "{things}"', 'name = "{thing}"', r":11: .*Did you mean 'things'"),
    "around a star": ('name = "{things}"', 'name = "{things*}"', r":11: .* not used yet"),
    "bad around": ('date = "{days}"\n', 'date = "{days}"\ncategory = "{things}"\n', r":10: .*none"),
    "no fill": ('{ fill = "Name", with = "{new}" }', '{ fill = "Name" }', r"needs 'with'"),
    "a switch": ('{ fill = "Name", with = "{new}" }', '{ switch = "Wi-Fi", to = "of" }', r"'of'"),
    "target in noise": (
        'exclude = ["name == {name}"]', 'exclude = ["name contains x"]', r":28: .*does not match"
    ),
    "nothing excluded": ('exclude = ["name == {name}"]\n', "", r":26: `exclude` has to say which"),
    "decoy asked for": (
        'exclude = ["name == {name}"]', 'exclude = ["amount > 0"]', r":28: .*(leaves|hardly)"
    ),
    "pool too small": (
        'things = ["Canoe Paddle", "Goat Cheese", "Lamp Oil", "Ski Wax", "Tea Set", "Yoyo"]',
        'things = ["Canoe Paddle"]', r"fewer values than parameters|different values",
    ),
    "difficulty": ("delete = true", 'delete = true\ndifficulty = "hrad"', r"Did you mean 'hard'"),
}  # fmt: skip


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_told_with_its_line(what: str, tmp_path: Path) -> None:
    old, new, expected = MISTAKES[what]
    assert GOOD.count(old) == 1, old
    said = error(tmp_path, GOOD.replace(old, new))
    assert re.match(r"mine/expense\.toml:\d+: ", said), said
    assert re.search(expected, said), said


def test_a_change_that_is_done_already_is_refused(tmp_path: Path) -> None:
    text = GOOD.replace('change = { name = "{new}" }', 'change = { note = "{new}" }')
    text = text.replace('date = "{day}" }]\ndecoys', 'date = "{day}", note = "{new}" }]\ndecoys')
    assert re.search(r":21: Rename wants the row .* there already", error(tmp_path, text))


def test_there_is_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="There is no file"):
        check_file(tmp_path / "none.toml")
    with pytest.raises(OptionError, match="can't be read"):
        load(tmp_path / "none.toml")


ALIKE = GOOD.replace(
    "[changes.Rename]",
    """\
[kinds.cheap]
parameters = { name = "things", price = "prices" }
add = [{ name = "{name} <what>", amount = "{price}" }]
summary = "Add <what>."
demonstration = "script"
complexity = 3

[changes.Cheap]
like = "cheap"
with = { what = "soap" }
prompt = "Soap: {name}, {price}."
rewordings = ["{name}: {price}!", "Buy {name}, {price}!", "Pay {name} {price}!", "{price}! {name}."]
complexity = 2

[changes.Rename]""",
    1,
)


def test_entries_of_a_kind_take_from_it_what_they_leave_out(tmp_path: Path) -> None:
    cheap = changes(tmp_path, ALIKE)["Cheap"]
    assert (cheap.summary, cheap.complexity, cheap.verb) == ("Add soap.", 2, "add")
    (row,) = draw(cheap, np.random.default_rng(0))["wanted"]
    assert str(row["name"]).endswith(" soap")
    assert str(cheap.place) == "mine/expense.toml:28"


KIND_MISTAKES = {
    "unknown kind": ('like = "cheap"', 'like = "cheep"', r":29: .*kind called 'cheep'. Did you"),
    "missing word": (
        'with = { what = "soap" }\n', "", r":28: there is no word for 'add' in `with` .*'what'"
    ),
    "word too many": (
        '{ what = "soap" }', '{ what = "soap", watt = "3" }', r":30: .* leaves open called 'watt'"
    ),
    "word that is overruled": (
        "complexity = 2", 'summary = "Add."\nadd = [{ name = "{name}", amount = "{price}" }]',
        r":30: there is no word that its kind leaves open called 'what'",
    ),
    "fault in the kind": ('{price}" }]\nsum', '{price}", cost = 1 }]\nsum', r":23: .*field"),
    "unknown key in the kind": ("complexity = 3", "complex = 3", r":26: there is no key .*complex"),
    "unused kind": (
        "[changes.Cheap]", "[kinds.other]\nnoise = 3\n\n[changes.Cheap]",
        r":28: no entry is like 'other'",
    ),
    "words without a kind": (
        "[changes.Clear]", '[changes.Clear]\nwith = { a = "b" }', r":48: there is no key .*'with'"
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", KIND_MISTAKES)
def test_a_mistake_about_kinds_is_told_with_its_place(what: str, tmp_path: Path) -> None:
    old, new, message = KIND_MISTAKES[what]
    assert old in ALIKE
    text = error(tmp_path, ALIKE.replace(old, new, 1))
    assert re.search(message, text), text
