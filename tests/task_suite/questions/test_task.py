"""Tasks made of questions: how they are found, what they refuse, what they do to a phone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import android_gym
from android_gym import registration
from android_gym.devices import apps
from android_gym.errors import DemonstrationError, OptionError
from android_gym.task_suite import suite
from android_gym.task_suite.demonstrations import demonstration
from android_gym.task_suite.questions.adapter import adapters
from android_gym.task_suite.questions.task import QuestionTask
from android_gym.task_suite.suite import tasks
from android_gym.testing.demonstrations import play

MODULE = "android_gym.task_suite.asking"
ID = "AndroidGym/ExpensesOnDate-v0"

FILE = """
app = "Pro Expense"
rows = "expenses"
noise = 3
[questions.Teas]
summary = "Count the teas."
prompt = "How many teas are there?"
create = [{ name = "Tea", amount = 2, date = "October 5 2023", times = 3 }]
exclude = ["name contains Tea"]
answer = { count = true }
demonstration = "script"
"""

SUITE = """
from android_gym.task_suite.suite import Suite

SUITE = Suite("Asking", apps={"Pro Expense": "com.arduia.expense"})
"""


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Path]:
    """A suite in a folder of a user's own, which holds no question yet."""
    import android_gym.simulator.apps
    import android_gym.task_suite

    paths = [android_gym.task_suite.__path__, android_gym.simulator.apps.__path__]
    before = [list(path) for path in paths]
    labels = dict(apps._packages)
    folder = tmp_path / "task_suite" / "asking"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(SUITE)
    try:
        yield folder
    finally:
        for path, old in zip(paths, before, strict=True):
            path[:] = old
        if str(tmp_path.resolve()) in registration._folders:
            registration._folders.remove(str(tmp_path.resolve()))
        gym.registry.pop("Asking/Teas-v0", None)
        apps._packages.clear()
        apps._packages.update(labels)
        for name in [name for name in sys.modules if name.startswith(MODULE)]:
            del sys.modules[name]
        suite.clear()


def test_a_file_in_a_folder_of_ones_own_registers(asking: Path) -> None:
    (asking / "tea.toml").write_text(FILE)
    android_gym.add_folder(asking.parent.parent)
    env = gym.make("Asking/Teas-v0", termination="declared", observation="goal")
    _, info = env.reset(seed=0)
    assert info["goal"] == "How many teas are there?"
    task: Any = env.get_wrapper_attr("task")
    assert task.apps == ("Pro Expense",) and task.answers
    assert task.expected(info["params"]) == ["3"]
    assert type(task).__doc__ == "Count the teas."
    assert suite.suite_of(type(task)) is suite.suites()["Asking"]
    with pytest.raises(DemonstrationError, match="SCRIPTS in a module .*asking.demonstrations"):
        demonstration(type(task))
    env.close()


def test_a_mistake_stops_the_registration_and_is_told(asking: Path) -> None:
    (asking / "tea.toml").write_text(FILE.replace("noise", "noice"))
    with pytest.raises(OptionError, match="asking/tea.toml:4: there is no key .* 'noise'"):
        android_gym.add_folder(asking.parent.parent)


def test_two_questions_of_one_name_are_refused(asking: Path) -> None:
    (asking / "tea.toml").write_text(FILE)
    (asking / "cup.toml").write_text(FILE)
    with pytest.raises(OptionError, match=r"tea.toml:\d+: .*asking.cup has a task called 'Teas'"):
        android_gym.add_folder(asking.parent.parent)


def test_adapters_are_found_and_have_names_of_their_own(asking: Path) -> None:
    assert adapters()["expenses"].fields["amount"].unit == "$"
    (asking / "questions.py").write_text(
        "from android_gym.task_suite.android_world.expense.questions import Expenses\n"
        "ADAPTERS = (Expenses(),)\n"
    )
    with pytest.raises(OptionError, match="an adapter called 'expenses'. Give one another"):
        android_gym.add_folder(asking.parent.parent)
    (asking / "questions.py").write_text("ADAPTERS = (3,)\n# another size\n")
    del sys.modules[f"{MODULE}.questions"]
    suite.clear()
    with pytest.raises(OptionError, match="must hold Adapters, got 3"):
        adapters()


def test_a_file_without_entries_is_refused(asking: Path) -> None:
    (asking / "tea.toml").write_text('[composite.Both]\nkind = "all"\n')
    with pytest.raises(
        OptionError, match=r"asking/tea.toml:1: .* no entries, only \['composite'\]"
    ):
        android_gym.add_folder(asking.parent.parent)


def test_noise_that_an_app_cannot_hold_is_refused(asking: Path) -> None:
    (asking / "questions.py").write_text(
        "from android_gym.task_suite.android_world.expense.questions import Expenses\n"
        "class Odd(Expenses):\n"
        "    name = 'odd'\n"
        "    def noise(self, rng):\n"
        "        return {**super().noise(rng), 'amonut': 2}\n"
        "ADAPTERS = (Odd(),)\n"
    )
    (asking / "tea.toml").write_text(FILE.replace('"expenses"', '"odd"'))
    android_gym.add_folder(asking.parent.parent)
    with pytest.raises(
        OptionError, match="'odd' draws noise .*: a row has no field 'amonut', only"
    ):
        tasks("Asking")["Teas"]().sample(np.random.default_rng(0))


def test_a_column_that_no_row_has_is_told(asking: Path) -> None:
    view = """
[views.logs]
open = [
  { open = "Pro Expense" },
  { wait_for = { resource_id = "fb_main_add" } },
  { tap = { class_name = "ImageButton", clickable = true } },
  { tap = { text = "Expense Logs" } },
  { wait_for = { description = "Filter" } },
]
row = { resource_id = "tv_name" }
columns.name = { resource_id = "tv_name" }
columns.amount = { resource_id = "tv_amnt" }
[questions.Teas]
"""
    demo = 'demonstration = { view = "logs", keep = ["name contains Tea"] }'
    text = FILE.replace('demonstration = "script"', demo)
    (asking / "tea.toml").write_text(text.replace("[questions.Teas]\n", view))
    android_gym.add_folder(asking.parent.parent)
    env = gym.make("Asking/Teas-v0", termination="declared", observation="goal")
    with pytest.raises(DemonstrationError, match="no row has all columns .*'tv_amnt'"):
        play(env, seed=0)
    env.close()


@pytest.fixture
def env() -> Iterator[gym.Env[Any, Any]]:
    env = gym.make(ID, termination="declared", observation="goal")
    yield env
    env.close()


def params_of(env: gym.Env[Any, Any]) -> dict[str, Any]:
    return deepcopy(env.reset(seed=0)[1]["params"])


def test_parameters_by_hand_are_what_is_asked_about(env: gym.Env[Any, Any]) -> None:
    params = params_of(env)
    params["rows"][0]["name"] = "Wooden Spoon"
    episode = play(env, seed=0, options={"params": params})
    assert episode.reward == 1.0
    assert "Wooden Spoon" in env.get_wrapper_attr("task").expected(episode.params)


def test_parameters_by_hand_must_leave_the_answer_certain(env: gym.Env[Any, Any]) -> None:
    params = params_of(env)
    day = params["rows"][0]["date"]
    cases: list[tuple[str, Any, str]] = [
        ("noise", [{**params["noise"][0], "date": day}], "the noise of ExpensesOnDate hold"),
        ("decoys", [{**params["noise"][0], "date": day}], "the decoys of ExpensesOnDate hold"),
        ("rows", [{**params["rows"][0], "date": "2023-10-01"}], "`exclude` does not match"),
        ("rows", [], "'rows' must have what is asked for"),
        ("rows", [{"name": "x"}], "needs exactly the fields"),
        ("rows", [{**params["rows"][0], "amount": -1}], "amount must be 0 to"),
        ("rows", [{**params["rows"][0], "amount": 0.001}], "The app would hold"),
        ("rows", [{**params["rows"][0], "category": "Fun"}], "'Fun' is none of"),
        ("values", {}, "'values' must have a string for each of"),
        ("said", {**params["said"], "date": 3}, "'said' must have a string for each of"),
    ]
    for name, value, message in cases:
        with pytest.raises(OptionError, match=message):
            env.reset(options={"params": {**params, name: value}})


def test_the_phone_has_the_rows_and_the_time_of_the_question(env: gym.Env[Any, Any]) -> None:
    params = params_of(env)
    device = env.get_wrapper_attr("device")
    database = "/data/data/com.arduia.expense/databases/accounting.db"
    names = [row[0] for row in device.query(database, "SELECT name FROM expense")]
    wanted = [row["name"] for key in ("noise", "decoys", "rows") for row in params[key]]
    assert sorted(names) == sorted(wanted)
    device.shell("date -u 010100002030.00")
    task = env.get_wrapper_attr("task")
    task.setup(device, params)
    assert f"{device.now():%Y-%m-%d %H:%M}" == "2023-10-15 15:34"
    now = device.now()
    task.setup(device, params)
    assert (device.now() - now).total_seconds() < 60  # a clock that is right goes on


def test_every_question_says_what_it_asks_for() -> None:
    for cls in tasks("AndroidGym").values():
        assert cls.__doc__ and cls.__doc__.endswith(".")
        if issubclass(cls, QuestionTask):
            assert cls.answers and not cls().touches({})
