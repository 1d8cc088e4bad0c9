"""Each kind of mistake in a file of questions is an error of ours with file, line and remedy."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from android_gym.errors import OptionError
from android_gym.task_suite.questions.sampling import check_file, draw
from android_gym.task_suite.questions.schema import Question, load

GOOD = """\
app = "Pro Expense"
rows = "expenses"
noise = 5

[pools]
days = ["October 5 2023", "October 8 2023"]
things = ["Canoe Paddle", "Goat Cheese", "Lamp Oil", "Ski Wax"]
prices = { from = 1, to = 90 }

[views.logs]
open = [{ open = "Pro Expense" }, { tap = "Logs of {date}" }]
row = { resource_id = "tv_name" }
columns.name = { resource_id = "tv_name" }
columns.date = { resource_id = "tv_date", pattern = '^\\w+' }

[questions.Bought]
summary = "List what was bought."
prompt = "What did I buy {date}?"
rewordings = ["Bought {date}?", "Had {date}?", "Paid {date}?", "Got {date}?"]
parameters.date = { pool = "days", say = "on day" }
parameters.name = "things"
parameters.price = "prices"
create = [
  { name = "{name*}", amount = "{price*}", date = "{date}", times = 2 },
]
decoys = [{ name = "{name*}", amount = 7, date = "October 1 2023" }]
exclude = ["date == {date}"]
answer = { list = "name" }
demonstration = { view = "logs", keep = ["date == {date}"], until = ["date < {date}"] }
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


def changed(old: str, new: str) -> str:
    assert GOOD.count(old) == 1, old
    return GOOD.replace(old, new)


def test_a_good_file_is_read(tmp_path: Path) -> None:
    (question,) = check_file(write(tmp_path, GOOD))
    assert question.name == "Bought"
    assert question.noise == 5
    assert question.apps == ("Pro Expense",)
    assert [row.times for row in question.create] == [(2, 2)]
    assert question.parameters["price"].pool[:3] == ("1", "2", "3")
    assert len(question.parameters["price"].pool) == 90
    assert str(question.place) == "mine/expense.toml:16"
    assert [str(condition) for condition in question.exclude] == ["date == {date}"]


MISTAKES = {
    "no TOML": ("noise = 5", "noise = ", r"mine/expense.toml: no TOML: .*line 3"),
    "unknown key": ("noise = 5", "noice = 5", r":3: there is no key .* 'noice'. Did you mean"),
    "no app": ('app = "Pro Expense"', "", r":1: the file needs 'app'. Add a line `app = ...`"),
    "wrong type": ("noise = 5", 'noise = "5"', r":3: 'noise' must be a whole number, got '5'"),
    "a bool is no number": ("noise = 5", "noise = true", r":3: 'noise' must be a whole number"),
    "unknown rows": ('"expenses"', '"expense"', r":2: there is no kind of rows .* mean 'expenses'"),
    "unused pool": (
        "[pools]", '[pools]\nmore = ["a"]', r":6: no entry uses the pool 'more'.*delete it",
    ),
    "empty pool": (
        'days = ["October 5 2023", "October 8 2023"]', "days = []",
        r":6: the pool 'days' has 0 values, of 1 to 1000",
    ),
    "a pool of tables": ('"Canoe Paddle",', "{ a = 1 },", r":7: a pool holds strings"),
    "a range that goes down": ("from = 1, to = 90", "from = 9, to = 1", r":8: a range has to go"),
    "a range without end": ("from = 1, to = 90", "from = 1", r":8: pools.prices needs 'to'"),
    "missing pool": (
        'parameters.name = "things"', 'parameters.name = "thing"',
        r":21: there is no pool called 'thing'. Did you mean 'things'",
    ),
    "unknown way to say": ('say = "on day"', 'say = "in day"', r":20: .*Did you mean 'on day'"),
    "saying what is no date": (
        'parameters.name = "things"', 'parameters.name = { pool = "things", say = "day" }',
        r":21: 'Canoe Paddle' is no date",
    ),
    "unused parameter": (
        'parameters.name = "things"', 'parameters.name = "things"\nparameters.more = ["a"]',
        r":22: nothing uses the parameter 'more'",
    ),
    "a pool that runs out": (
        "times = 2", "times = 3", r":21: 5 different values of 'name' are needed, .* has 4",
    ),
    "a parameter's odd name": (
        'parameters.name = "things"', 'parameters.name = "things"\nparameters."a b" = ["a"]',
        r":22: a parameter is called like",
    ),
    "no questions": ("[questions.Bought]", "[questions]\n[other]", r":1: a file .* needs at least"),
    "a question's odd name": ("questions.Bought", 'questions."a b"', r":16: a question's name is"),
    "no prompt": ('prompt = "What did I buy {date}?"', "", r":16: questions.Bought needs 'prompt'"),
    "a parameter that is missing": (
        "What did I buy {date}?", "What did I buy {day}?",
        r":18: there is no parameter called 'day'",
    ),
    "a star in a goal": ("What did I buy {date}?", "{date*}?", r":18: only `create` and `decoys`"),
    "lone braces": ("What did I buy {date}?", "{ {date}?", r":18: braces are for parameters"),
    "three rewordings": ('"Had {date}?", ', "", r":19: there are 4 rewordings or none, not 3"),
    "a rewording without its field": ("Had {date}?", "Had it?", r":19: a rewording has all"),
    "nothing to create": (
        '  { name = "{name*}", amount = "{price*}", date = "{date}", times = 2 },', "",
        r":16: the question needs `create`",
    ),
    "unknown field": ("decoys = [{ name", "decoys = [{ title", r":26: there is no field .*'title'"),
    "a value that is none": ("amount = 7", 'amount = "much"', r":26: 'much' is no number in '\$'"),
    "a pool's value that is none": (
        'amount = "{price*}"', 'amount = "{name*}"', r":24: 'Canoe Paddle' is no number",
    ),
    "too many rows": ("times = 2", "times = 200", r":24: 'times' must be 1 to 100, got 200"),
    "a missing field": (", amount = 7", "", r":26: a row needs a value for 'amount'; the app can"),
    "what the app cannot hold": (
        '{ name = "{name*}", amount = 7', f'{{ name = "{"x" * 21}", amount = 7',
        r":26: An expense's name must be a line of at most 20",
    ),
    "no condition": ('"date == {date}"]\nanswer', '"date"]\nanswer', r":27: 'date' is no cond"),
    "a condition on an unknown field": (
        '["date == {date}"]\nanswer', '["day == {date}"]\nanswer', r":27: there is no field .*'day",
    ),
    "an operator that makes no sense": (
        '["date == {date}"]\nanswer', '["name < {date}"]\nanswer', r":27: 'name' is a text",
    ),
    "a sum that is no time": (
        '["date == {date}"]\nanswer', '["time + amount > noon"]\nanswer',
        r":27: 'time' \+ 'amount' is no time",
    ),
    "a condition on no value": (
        '["date == {date}"]\nanswer', '["date == soon"]\nanswer', r":27: 'soon' is no date",
    ),
    "two answers": (
        '{ list = "name" }', '{ list = "name", count = true }', r":28: an answer is one of .*list",
    ),
    "no answer": ('{ list = "name" }', "{}", r":28: an answer is one of .* none"),
    "an identity of two": ('list = "name"', 'identity = "name"', r":28: an identity is of one row"),
    "the sum of texts": ('list = "name"', 'sum = "name"', r":28: a sum is of one field"),
    "two fields that are no moment": (
        'list = "name"', 'list = ["name", "date"]', r":28: an answer of two fields is a date",
    ),
    "a tolerance of texts": (
        'list = "name"', 'list = "name", tolerance = 1', r":28: a tolerance is for numbers",
    ),
    "an unknown match": ('list = "name"', 'list = "name", match = "x"', r":28: there is no match"),
    "an unknown unit": ('list = "name"', 'list = "name", unit = "x"', r":28: there is no unit"),
    "count is not true": ('list = "name"', "count = false", r":28: write `count = true`"),
    "no demonstration": (
        'demonstration = { view = "logs", keep = ["date == {date}"], until = ["date < {date}"] }',
        "", r":16: questions.Bought needs 'demonstration'",
    ),
    "a demonstration of another kind": (
        '{ view = "logs", keep = ["date == {date}"], until = ["date < {date}"] }', '"scripts"',
        r":29: a demonstration is a table",
    ),
    "unknown view": ('view = "logs"', 'view = "log"', r":29: there is no view .* mean 'logs'"),
    "a view without the answer's column": (
        'columns.name = { resource_id = "tv_name" }', "", r":29: there is no column called 'name'",
    ),
    "a demonstration that knows too much": (
        'keep = ["date == {date}"]', 'keep = ["name == {name}"]',
        r":29: there is no parameter called 'name'",
    ),
    "neither view nor answer": ('view = "logs"', "steps = []", r":29: .*without a view needs"),
    "no pattern": (r"'^\w+'", "'('", r":14: '\(' is no pattern of RE2: missing \): \(\."),
    "an unknown criterion": (
        'row = { resource_id', 'row = { resource_ids',
        r"views.logs.row called 'resource_ids'. Did you mean 'resource_id'\? There are: 'text',",
    ),
    "noise that may be the answer": (
        'exclude = ["date == {date}"]\n', "", r":16: the question needs `exclude`",
    ),
    "no criteria": ('row = { resource_id = "tv_name" }', "row = {}", r":12: 'row' needs criteria"),
    "unknown criterion": ('row = { resource_id', "row = { id", r":12: .*'id'"),
    "no columns": (
        'columns.name = { resource_id = "tv_name" }\ncolumns.date = { resource_id = "tv_date", '
        "pattern = '^\\w+' }",
        "", r":10: a view needs columns",
    ),
    "an unknown step": ('{ tap = "Logs of {date}" }', "{ jump = 3 }", r":11: a step is one of"),
    "two steps in one": ('{ tap = "Logs', '{ type = "a", tap = "Logs', r":11: a step is one of"),
    "a word that the goal does not tell": (
        "Logs of {date}", "Logs of {name}", r":29: there is no word called 'name'",
    ),
    "difficulty": ('answer =', 'difficulty = "mad"\nanswer =', r":28: there is no difficulty"),
    "complexity that is no number": (
        "answer =", "complexity = nan\nanswer =", r":28: 'complexity' must be above 0",
    ),
    "complexity of nothing": ("answer =", "complexity = 0\nanswer =", r":28: 'complexity' must be"),
    "too much complexity": ("answer =", "complexity = 101\nanswer =", r":28: 'complexity' must be"),
    "a range that has no rows": (
        "times = 2", "times = { from = 0, to = 2 }", r":24: 'from' must be 1 to 100, got 0",
    ),
    "a range of rows that goes down": (
        "times = 2", "times = { from = 3, to = 2 }", r":24: 'to' must be 3 to 100, got 2",
    ),
    "a range of rows that its pool runs out of": (
        "times = 2", "times = { from = 1, to = 3 }", r":21: 5 different values of 'name'",
    ),
    "an identity of one row or two": (
        'times = 2 },\n]\ndecoys = [{ name = "{name*}", amount = 7, date = "October 1 2023" }]\n'
        'exclude = ["date == {date}"]\nanswer = { list',
        'times = { from = 1, to = 2 } },\n]\nexclude = ["date == {date}"]\nanswer = { identity',
        r": an identity is of one row, and 2 are created",
    ),
    "a key of a range": (
        "times = 2", "times = { from = 1, to = 2, by = 1 }", r":24: there is no key .*'by'",
    ),
    "a question's endless name": (
        "questions.Bought", f"questions.B{'o' * 90}", r":16: a question's name is up to 80",
    ),
    "no app's label": ('app = "Pro Expense"', 'app = " "', r":1: there is no app .* ''"),
    "an unknown app": (
        'app = "Pro Expense"', 'app = "Pro Expenses"',
        r":1: there is no app of a suite called 'pro expenses'. Did you mean 'pro expense'",
    ),
    "unknown apps": (
        "answer =", 'apps = ["Markor", "Klock"]\nanswer =',
        r":28: there is no app .* 'klock'. Did you mean 'clock'",
    ),
    "an unknown app to open": (
        'open = "Pro Expense"', 'open = "Expanse"',
        r":11: there is no app .* 'expanse'. Did you mean 'expense'",
    ),
    "an unknown key to press": (
        '{ tap = "Logs of {date}" }', '{ press = "BAK" }', r":11: there is no key .*'BAK'. Did you",
    ),
    "unused view": (
        "[questions.Bought]",
        '[views.more]\nrow = { text = "a" }\ncolumns.name = { text = "a" }\n\n[questions.Bought]',
        r":16: no entry uses the view 'more'.*delete it",
    ),
    "no apps": ("answer =", "apps = []\nanswer =", r":28: 'apps' must name an app"),
    "an empty goal": (
        'prompt = "What did I buy {date}?"\nrewordings = ["Bought {date}?", "Had {date}?", '
        '"Paid {date}?", "Got {date}?"]', 'prompt = " "', r":18: a goal has 1 to 1000 characters",
    ),
    "an endless goal": (
        "What did I buy {date}?", "What did I buy {date}?" + "?" * 1000,
        r":18: a goal has 1 to 1000",
    ),
    "a parameter twice in a goal": (
        'prompt = "What did I buy {date}?"\nrewordings = ["Bought {date}?", "Had {date}?", '
        '"Paid {date}?", "Got {date}?"]',
        'prompt = "{date}, {date}?"', r":18: a goal names each parameter once",
    ),
    "parameters without words between": (
        'prompt = "What did I buy {date}?"\nrewordings = ["Bought {date}?", "Had {date}?", '
        '"Paid {date}?", "Got {date}?"]',
        'prompt = "What {date}{name}?"', r":18: a goal names each parameter once",
    ),
    "a wording twice": ("Had {date}?", "bought {date}?", r":19: this says the same as another"),
    "a wording that is the goal": ("Had {date}?", "What did I buy {date}?", r":19: this says the"),
    "an attribute in a goal": ("What did I buy {date}?", "{date.x}?", r":18: braces are for param"),
    "an attribute in a word": ("Logs of {date}", "Logs of {date.x}", r":29: braces are for words"),
    "lone braces in a word": ("Logs of {date}", "Logs of }", r":29: braces are for words alone"),
    "lone braces in a pool": ('"Ski Wax"', '"Ski {Wax"', r":21: braces are for parameters alone"),
    "an attribute in a pool": ('"Ski Wax"', '"{price.x}"', r":21: braces are for parameters alone"),
    "a star in a pool": ('"Ski Wax"', '"{price*}"', r":21: only `create` and `decoys`"),
    "a pool that names itself": ('"Ski Wax"', '"{name}"', r":21: .* names 'name', whose values"),
    "saying what is no date, listed": (
        'parameters.name = "things"', 'parameters.name = { pool = ["Tea"], say = "day" }',
        r":21: 'Tea' is no date",
    ),
    "a form of no date": (
        "pattern = '^\\w+' }", "form = '%d' }", r":14: '%d' is no form of a date",
    ),
    "a form that is none": ("pattern = '^\\w+' }", "form = '%Q' }", r":14: '%Q' is no form"),
    "a form of a text": (
        'columns.name = { resource_id = "tv_name" }',
        'columns.name = { resource_id = "tv_name", form = "%d.%m" }', r":13: '%d.%m' is no form",
    ),
    "a tolerance that is no number": (
        'answer = { list = "name" }', "answer = { count = true, tolerance = nan }",
        r":28: a tolerance is for numbers, from 0",
    ),
    "a tolerance without end": (
        'answer = { list = "name" }', "answer = { count = true, tolerance = inf }",
        r":28: a tolerance is for numbers, from 0",
    ),
    "a pool of too many values": (
        '"Canoe Paddle",', '"x",' * 1000, r":7: the pool 'things' has 1003 values",
    ),
    "complexity": ('answer =', 'complexity = "2"\nanswer =', r":28: 'complexity' must be"),
    # Faults that only draws can show:
    "an answer that is empty": (
        '"Canoe Paddle", "Goat Cheese", "Lamp Oil", "Ski Wax"', '" ", "  ", "   ", ". "',
        r":28: .* would not be taken for the right answer to Bought",
    ),
    "an answer that is no date": (
        'answer = { list = "name" }', 'answer = { list = "name", match = "date" }',
        r":28: .* Let each item be what 'date' compares",
    ),
    "a demonstration that keeps nothing": (
        'keep = ["date == {date}"]', 'keep = ["date == {date}", "date != {date}"]',
        r":29: the demonstration of Bought would not keep the row",
    ),
    "a demonstration that ends too early": (
        'until = ["date < {date}"]', 'until = ["date <= {date}"]',
        r":29: the demonstration of Bought would not keep the row",
    ),
    "an exclusion that leaves no noise": (
        '["date == {date}"]\nanswer', '["date >= October 1 2023"]\nanswer',
        r":27: hardly any row is left for the noise of Bought: .* all but 0",
    ),
    "a contradiction that excludes nothing": (
        '["date == {date}"]\nanswer', '["date == {date}", "date < October 2 2023"]\nanswer',
        r":27: Bought asks for the row .*, which `exclude` does not match",
    ),
    "a decoy that is an answer": (
        'date = "October 1 2023"', 'date = "{date}"', r":27: the decoys of Bought hold",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_told_with_its_place(what: str, tmp_path: Path) -> None:
    old, new, message = MISTAKES[what]
    text = error(tmp_path, changed(old, new))
    assert re.search(message, text), text
    assert text.startswith("mine/expense.toml")
    assert len(text) < 1000


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = write(tmp_path, "")
    path.write_bytes(b'app = "a"\n\xff')
    with pytest.raises(OptionError, match=r"expense.toml:2: not UTF-8. Save the file as UTF-8"):
        load(path)
    path.write_bytes(b"#" * (1 << 21))
    with pytest.raises(OptionError, match="at most 262144. Split the file"):
        load(path)
    path.write_bytes(GOOD.encode("utf-16"))
    with pytest.raises(OptionError, match="expense.toml:1: not UTF-8"):
        load(path)
    path.write_text("a = " + "[" * 5000)
    with pytest.raises(OptionError, match="nested too deeply|no TOML"):
        load(path)
    for deep in ("a = " + "[" * 25 + "]" * 25, "a = " + "{a=" * 25 + "1" + "}" * 25):
        path.write_text(deep)
        with pytest.raises(OptionError, match="nested too deeply"):
            load(path)
    for key in (".".join(["a"] * 60_000), " . ".join(['"a b"'] * 30), "[" + "a." * 20 + "a]"):
        path.write_text(f"{key} = 1")
        with pytest.raises(OptionError, match="a key has too many dots"):
            load(path)
    path.write_text(f"noise = {'9' * 5000}")
    with pytest.raises(OptionError, match="a value can't be read: .*4300 digits"):
        load(path)
    with pytest.raises(OptionError, match="There is no file"):
        check_file(path.parent / "none.toml")


def test_a_mark_of_byte_order_and_other_line_ends_are_no_mistake(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert [one.name for one in load(path)] == ["Bought"]


def question(folder: Path, text: str = GOOD) -> Question:
    return load(write(folder, text))[0]


def test_values_without_replacement_differ(tmp_path: Path) -> None:
    one = question(tmp_path)
    for seed in range(30):
        params = draw(one, np.random.default_rng(seed))
        rows = [*params["rows"], *params["decoys"]]
        assert len({row["name"] for row in rows}) == 3
        assert len(params["noise"]) == 5


def test_the_same_seed_draws_the_same_and_others_differ(tmp_path: Path) -> None:
    one = question(tmp_path)
    drawn = [draw(one, np.random.default_rng(seed)) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_no_noise_is_an_answer(tmp_path: Path) -> None:
    one = question(tmp_path, changed("noise = 5", "noise = 40"))
    for seed in range(10):
        params = draw(one, np.random.default_rng(seed))
        day = params["rows"][0]["date"]
        assert all(row["date"] != day for row in params["noise"])
        assert all(row["date"] == day for row in params["rows"])


def test_a_date_is_said_in_several_ways_and_means_the_same(tmp_path: Path) -> None:
    one = question(tmp_path)
    said = {draw(one, np.random.default_rng(seed))["said"]["date"] for seed in range(40)}
    assert said == {"on October 5", "on October 5 2023", "on October 8", "on October 8 2023"}


def test_a_pool_may_name_parameters_and_values_are_never_read_again(tmp_path: Path) -> None:
    text = changed('"Canoe Paddle", "Goat', '"Tea of {date}", "Tea of {date}", "Tea of {date}", "T')
    text = text.replace('"Lamp Oil", "Ski Wax"', '"Tea {date}"')
    text = text.replace("amount = 7", "amount = 8").replace("October 5 2023", "Oct 5")
    text = text.replace('"October 8 2023"', '"Oct 8"')
    for seed in range(8):
        params = draw(question(tmp_path, text), np.random.default_rng(seed))
        day = params["values"]["date"]
        assert all(day in row["name"] or row["name"] == "T Cheese" for row in params["rows"])
    with pytest.raises(OptionError, match="parameter called 'dates'"):
        load(write(tmp_path, changed('"Ski Wax"', '"Tea {dates}"')))
