"""Verdicts of tasks made of questions, without a phone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from android_gym.task_suite.questions import adapter
from android_gym.task_suite.questions.schema import Question
from android_gym.task_suite.questions.task import QuestionTask, made, tasks_of
from android_gym.task_suite.questions.toml import read_file
from android_gym.task_suite.task import Disputed

FILE = """
app = "Pro Expense"
rows = "expenses"
noise = 4
[pools]
names = ["Oat Bar", "Teapot", "Ski Wax", "Garden Hose"]
[questions.Names]
summary = "List what was bought."
prompt = "What did I buy, other than for {price}?"
parameters = { name = "names", price = ["12.40"] }
create = [{ name = "{name*}", amount = 3, date = "October 5 2023", times = 2 }]
decoys = [{ name = "Lamp Oil", amount = "{price}", date = "October 5 2023" }]
exclude = ["amount == 3"]
answer = { list = "name" }
demonstration = "script"
[questions.Price]
summary = "Tell a price."
prompt = "What did the {name} cost?"
parameters = { name = "names", price = ["12.40", "17.80", "21.90"] }
create = [{ name = "{name}", amount = "{price}", date = "October 5 2023" }]
exclude = ["name == {name}"]
answer = { text = "{price}", match = "number", unit = "$" }
demonstration = "script"
[questions.Time]
summary = "Tell a time."
prompt = "At what time did I buy the {name}?"
parameters = { name = "names" }
create = [{ name = "{name}", amount = 3, date = "October 5 2023", time = "9:45" }]
exclude = ["name == {name}"]
answer = { identity = "time" }
demonstration = "script"
"""


class Phone:
    """A device that is told things."""

    def __init__(self) -> None:
        self.commands: list[str] = []

    def shell(self, command: str) -> str:
        self.commands.append(command)
        return ""


@pytest.fixture
def tasks(tmp_path: Any) -> dict[str, type[QuestionTask]]:
    path = tmp_path / "own.toml"
    path.write_text(FILE)
    return tasks_of(read_file(path, "own.toml"), "android_gym.task_suite.own")


def of(cls: type[QuestionTask], seed: int = 0) -> tuple[QuestionTask, Any]:
    task = cls()
    return task, task.sample(np.random.default_rng(seed))


def test_both_rules_look_at_the_rows_that_are_asked_for(tasks: Any) -> None:
    task, params = of(tasks["Names"])
    names = [row["name"] for row in params["rows"]]
    phone: Any = Phone()
    assert task.expected(params) == names and len(set(names)) == 2
    assert task.success(phone, params, f"{names[1]} and {names[0]}") == 1.0
    assert task.original_success(phone, params, f"{names[1]}, {names[0]}") == 1.0
    assert task.original_success(phone, params, f"{names[0]}, {names[0]}") == 1.0
    for answer in (None, "", names[0], f"{names[0]}, {names[0]}", f"{names[0]}, Lamp Oil"):
        assert task.success(phone, params, answer) == 0.0
    assert task.original_success(phone, params, names[0]) == 0.0
    assert phone.commands == []


def test_an_answer_may_repeat_the_question_or_its_rewordings(tasks: Any) -> None:
    task, params = of(tasks["Names"])
    names = " and ".join(row["name"] for row in params["rows"])
    phone: Any = Phone()
    asked = f"The things you bought other than for {params['values']['price']} are"
    assert task.success(phone, params, f"{asked} {names}") == 1.0
    assert task.success(phone, params, f"The other things you bought are {names}") == 0.0
    in_other_words = "The others that you did buy are"
    assert task.success(phone, params, f"{in_other_words} {names}") == 0.0
    type(task).rewordings = ("Others that you did buy for less than {price}: which are they?",)
    assert task.success(phone, params, f"{in_other_words} {names}") == 1.0


def test_a_text_is_of_the_parameters_and_may_have_a_unit(tasks: Any) -> None:
    for seed in range(4):
        task, params = of(tasks["Price"], seed)
        price = params["values"]["price"]
        assert task.expected(params) == [price]
        assert task.success(Phone(), params, f"It was ${price}.") == 1.0  # type: ignore[arg-type]
        assert task.success(Phone(), params, f"{price}1") == 0.0  # type: ignore[arg-type]
        assert task.original_success(Phone(), params, price) == 1.0  # type: ignore[arg-type]


def test_a_time_may_be_told_with_the_date_of_its_row_only(tasks: Any) -> None:
    task, params = of(tasks["Time"])
    phone: Any = Phone()
    assert task.success(phone, params, "At 9:45 on October 5, 2023") == 1.0
    assert task.success(phone, params, "At 9:45 on October 6, 2023") == 0.0


def test_near_misses_are_wrong_or_do_harm(tasks: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    put: list[int] = []
    for cls in tasks.values():
        question: Question = cls.question
        monkeypatch.setattr(
            type(question.adapter), "put", lambda self, device, rows: put.append(len(rows))
        )
        for seed in range(6):
            task, params = of(cls, seed)
            misses = task.near_misses(params)
            assert {"no answer", "another answer", "an item too many", "an item twice"} <= set(
                misses
            )
            assert ("an item missing" in misses) == (len(task.expected(params)) > 1)
            for what, attempt in misses.items():
                phone: Any = Phone()
                answer = attempt(phone)
                assert task.success(phone, params, answer) == float(what.startswith("right, and"))
                assert task.original_success(phone, params, answer) == float(
                    isinstance(attempt, Disputed)
                )
                assert bool(phone.commands) == ("folder" in what)
            everything = sum(len(params[name]) for name in ("rows", "decoys", "noise"))
            assert put and set(put[-1:]) == {everything - 1}


def test_a_class_has_what_its_entry_says(tasks: Any) -> None:
    cls = tasks["Price"]
    assert cls.__name__ == "Price" and cls.__module__ == "android_gym.task_suite.own"
    assert cls.question.adapter is adapter.adapters()["expenses"]
    assert made(cls.question, "m").__doc__ == "Tell a price."
