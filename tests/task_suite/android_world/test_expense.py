"""Tasks of Pro Expense: values, goals, rules."""

from __future__ import annotations

import itertools
import json
from typing import Any

import numpy as np
import pytest

from android_gym.errors import DeviceCommandError, OptionError, TaskError
from android_gym.task_suite.android_world.expense.deleting import (
    ExpenseDeleteDuplicates,
    ExpenseDeleteDuplicates2,
    ExpenseDeleteMultiple,
    ExpenseDeleteMultiple2,
    ExpenseDeleteSingle,
)
from android_gym.task_suite.android_world.expense.demonstrations import read_expenses
from android_gym.task_suite.android_world.expense.rows import CATEGORIES, DATABASE, NAMES, NOTES
from android_gym.task_suite.android_world.expense.tasks import ExpenseAddMultiple, ExpenseAddSingle
from android_gym.task_suite.demonstrations.script import parse
from android_gym.task_suite.suite import tasks
from android_gym.task_suite.task import Disputed, Task
from android_gym.task_suite.text_match import fuzzy_match

SEEDS = range(200)
ADD = (ExpenseAddSingle, ExpenseAddMultiple)
DELETE = (ExpenseDeleteSingle, ExpenseDeleteMultiple, ExpenseDeleteMultiple2)
DUPLICATES = (ExpenseDeleteDuplicates, ExpenseDeleteDuplicates2)
ALL = (*ADD, *DELETE, *DUPLICATES)


def sample(task: type[Task], seed: int = 0) -> dict[str, Any]:
    return task().sample(np.random.default_rng(seed))


def rows(device: Any) -> list[tuple[Any, ...]]:
    return device.query(DATABASE, "SELECT * FROM expense ORDER BY expense_id")


def insert(device: Any, *expenses: dict[str, Any]) -> None:
    """Add rows as the app does: with the moment as the date."""
    device.execute(
        DATABASE,
        "INSERT INTO expense (name, amount, category, note, created_date, modified_date) "
        "VALUES (?, ?, ?, ?, 1697384040000, 1697384040000)",
        [(e["name"], e["amount"], e["category"], e["note"]) for e in expenses],
    )


def delete(device: Any, *names: str) -> None:
    device.execute(DATABASE, "DELETE FROM expense WHERE name = ?", [(name,) for name in names])


def solve(device: Any, task: type[Task], params: dict[str, Any]) -> None:
    if task in ADD:
        insert(device, *params["expenses"])
    elif task in DELETE:
        delete(device, *(expense["name"] for expense in params["expenses"]))
    else:
        device.execute(DATABASE, "DELETE FROM expense WHERE expense_id = ?", [(len(rows(device)),)])


def test_the_pools_are_large_and_unambiguous() -> None:
    names = [name for pool in NAMES.values() for name in pool]
    assert NAMES.keys() == CATEGORIES.keys()
    assert len(names) >= 100
    assert len(NOTES) == 20
    for pool, length in ((names, 20), (NOTES, 100)):
        assert all(0 < len(text) <= length and text.isascii() for text in pool)
        for one, other in itertools.combinations(pool, 2):
            assert not fuzzy_match(one, other), (one, other)
    assert not set("|,'\"$\n") & set("".join([*names, *NOTES]))


@pytest.mark.parametrize("task", ALL)
def test_samples_are_plain_accepted_and_differ(task: type[Task]) -> None:
    found = [sample(task, seed) for seed in SEEDS]
    for params in found:
        assert json.loads(json.dumps(params)) == params
        task().check(params)
    assert len({json.dumps(params) for params in found}) == len(found)


@pytest.mark.parametrize("task", ALL)
def test_no_expense_is_in_the_future_and_dates_order_them(task: type[Task]) -> None:
    start = 1_697_384_040_000  # 2023-10-15 15:34 UTC, when a task starts
    for seed in SEEDS:
        params = sample(task, seed)
        dates = [e["date"] for e in (params["expenses"][:1] + params["noise"])]
        assert all(1_696_118_400_000 <= date < start for date in dates)
        assert len(set(dates)) == len(dates)


@pytest.mark.parametrize("task", ADD)
def test_a_goal_read_backwards_gives_the_expenses(task: type[Task]) -> None:
    for seed in SEEDS:
        params = sample(task, seed)
        text = parse(task.template, str(task().goal(params)))
        assert text is not None
        read = read_expenses(text["expenses"])
        assert read == [
            {
                "name": e["name"],
                "amount": str(e["amount"] / 100),
                "category": CATEGORIES[e["category"]],
                "note": e["note"],
            }
            for e in params["expenses"]
        ]
    assert {sample(task, seed)["format"] for seed in SEEDS} == {"csv", "text_block"}


def test_goals_are_worded_as_in_android_world() -> None:
    expense = {"name": "Rye Bread", "amount": 6740, "category": 3, "note": "Cash only", "date": 0}
    params = {"expenses": [expense], "noise": [], "format": "csv"}
    assert str(ExpenseAddSingle().goal(params)) == (
        "Add the following expenses into the pro expense:\n"
        "name|amount_dollars|category_name|note\nRye Bread|$67.4|Food|Cash only"
    )
    assert str(ExpenseAddSingle().goal({**params, "format": "text_block"})) == (
        "Add the following expenses into the pro expense:\n"
        "Expense: Rye Bread\n amount_dollars: $67.4\n category_name: Food\n note: Cash only\n"
    )
    two = {"expenses": [expense, {**expense, "name": "Taco Truck"}], "noise": []}
    assert str(ExpenseDeleteMultiple().goal(two)) == (
        "Delete the following expenses from pro expense: Rye Bread, Taco Truck."
    )


@pytest.mark.parametrize("task", ALL)
def test_solved_earns_one_and_nothing_earns_nothing(device: Any, task: type[Task]) -> None:
    for seed in range(20):
        params = sample(task, seed)
        task().setup(device, params)
        assert task().success(device, params, None) == 0.0
        assert task().progress(device, params) == 0.0
        solve(device, task, params)
        assert task().success(device, params, None) == 1.0
        assert task().progress(device, params) == 1.0


@pytest.mark.parametrize("task", ALL)
def test_near_misses_earn_less(device: Any, task: type[Task]) -> None:
    for seed in range(20):
        params = sample(task, seed)
        misses = task().near_misses(params)
        assert len(misses) >= 2
        for what, attempt in misses.items():
            if isinstance(attempt, Disputed):
                continue  # the harm is for the judge to see
            task().setup(device, params)
            answer = attempt(device)
            assert task().success(device, params, answer) < 1.0, what
            assert 0.0 <= task().progress(device, params) < 1.0, what


@pytest.mark.parametrize("task", (*ADD, *DELETE))
def test_the_solution_of_one_seed_fails_on_another(device: Any, task: type[Task]) -> None:
    params, other = sample(task, 1), sample(task, 2)
    task().setup(device, params)
    solve(device, task, other)
    assert task().success(device, params, None) == 0.0


def test_setup_leaves_exactly_the_rows_of_the_parameters(device: Any) -> None:
    params = sample(ExpenseDeleteMultiple2)
    for _ in range(2):  # ids start again at 1
        insert(device, params["noise"][0])
        ExpenseDeleteMultiple2().setup(device, params)
        expected = [*params["noise"], *params["expenses"]]
        assert rows(device) == [
            (i, e["name"], e["amount"], e["category"], e["note"], e["date"], e["date"])
            for i, e in enumerate(expected, 1)
        ]
    assert "am force-stop com.arduia.expense" in device.commands


def test_progress_counts_rows(device: Any) -> None:
    task, params = ExpenseAddMultiple(), sample(ExpenseAddMultiple)
    task.setup(device, params)
    seen = []
    for expense in params["expenses"]:
        insert(device, expense)
        seen.append(task.progress(device, params))
    assert seen == [pytest.approx(1 / 3), pytest.approx(2 / 3), 1.0]
    insert(device, params["expenses"][0])
    assert task.progress(device, params) == 0.75
    assert task.success(device, params, None) == 0.0


def test_capitals_and_blanks_are_forgiven_and_no_slip(device: Any) -> None:
    task, params = ExpenseAddSingle(), sample(ExpenseAddSingle)
    wanted = {**params["expenses"][0], "name": "Market Stall Sales", "note": "Cash only"}
    params["expenses"] = [wanted]
    for changes, score in (
        ({"name": "market stall  sales"}, 1.0),
        ({"name": "market stall sale"}, 0.0),
        ({"name": "Market Stall"}, 0.0),
        ({"note": "Cash only\n"}, 1.0),
        ({"note": ""}, 0.0),
        ({"amount": wanted["amount"] + 1}, 0.0),
    ):
        task.setup(device, params)
        insert(device, {**wanted, **changes})
        assert task.success(device, params, None) == score, changes


@pytest.mark.parametrize("task", DUPLICATES)
@pytest.mark.parametrize("which", [0, 1])
def test_either_duplicate_may_go(device: Any, task: type[Task], which: int) -> None:
    params = sample(task)
    task().setup(device, params)
    identity = len(params["noise"]) + 1 + which
    device.execute(DATABASE, "DELETE FROM expense WHERE expense_id = ?", [(identity,)])
    assert task().success(device, params, None) == 1.0


def test_the_look_alikes_differ_in_amount_and_date() -> None:
    for seed in SEEDS:
        params = sample(ExpenseDeleteDuplicates2, seed)
        pair = params["expenses"][0]
        alike = [e for e in params["noise"] if e["name"] == pair["name"]]
        assert len(alike) == 3
        assert len({e["amount"] for e in alike}) == 3
        for expense in alike:
            assert 50 <= expense["amount"] - pair["amount"] <= 999
            assert (expense["note"], expense["category"]) == (pair["note"], pair["category"])
            assert expense["date"] != pair["date"]


@pytest.mark.parametrize("task", ALL)
def test_wiping_the_apps_data_solves_nothing(device: Any, task: type[Task]) -> None:
    params = sample(task)
    task().setup(device, params)
    device.execute(DATABASE, "DROP TABLE expense")
    assert task().success(device, params, None) == 0.0


def test_another_failure_of_the_database_is_not_a_score(
    device: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    params = sample(ExpenseAddSingle)
    ExpenseAddSingle().setup(device, params)

    def locked(*_: Any) -> None:
        raise DeviceCommandError("sqlite3", 1, "Error: database is locked")

    monkeypatch.setattr(device, "query", locked)
    with pytest.raises(DeviceCommandError):
        ExpenseAddSingle().success(device, params, None)


def test_an_app_never_started_is_said(device: Any) -> None:
    device.execute(DATABASE, "DROP TABLE expense")
    with pytest.raises(TaskError, match="first-run"):
        ExpenseAddSingle().setup(device, sample(ExpenseAddSingle))


@pytest.mark.parametrize("task", ALL)
def test_judging_costs_the_same_in_a_crowded_app(device: Any, task: type[Task]) -> None:
    params = sample(task)
    crowd = {**params["expenses"][0], "amount": 1}
    costs: dict[int, list[int]] = {}
    for size in (100, 10_000):
        crowded = {**params, "noise": [{**crowd, "name": f"Item {i}"} for i in range(size)]}
        task().check(crowded)
        task().setup(device, crowded)
        for act, what in ((None, ()), (solve, (task, crowded)), (insert, (crowd,))):
            if act:
                act(device, *what)
            device.steps = 0
            task().success(device, crowded, None)
            costs.setdefault(size, []).append(device.steps)
    few, many = costs[100], costs[10_000]
    assert all(b <= a + 10 for a, b in zip(few, many, strict=True)), costs  # a scan is 300 more


def test_a_change_undone_is_no_change(device: Any) -> None:
    params = sample(ExpenseDeleteMultiple2)
    task = ExpenseDeleteMultiple2()
    task.setup(device, params)
    solve(device, ExpenseDeleteMultiple2, params)
    for change, score in (("amount + 1", 0.0), ("amount - 1", 1.0)):
        device.execute(DATABASE, f"UPDATE expense SET amount = {change} WHERE expense_id = 1")
        assert task.success(device, params, None) == score
    insert(device, params["noise"][0])
    assert task.success(device, params, None) == 0.0
    device.execute(DATABASE, "DELETE FROM expense WHERE expense_id > 53")
    assert task.success(device, params, None) == 1.0


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"amount": -1}, "amount"),
        ({"amount": 1.5}, "amount"),
        ({"amount": True}, "amount"),
        ({"category": 12}, "category"),
        ({"name": "x" * 21}, "name"),
        ({"name": "a|b"}, "name"),
        ({"note": "a\nb"}, "note"),
        ({"date": "today"}, "date"),
        ({"colour": "red"}, "keys"),
    ],
)
def test_impossible_expenses_are_refused(change: dict[str, Any], named: str) -> None:
    params = sample(ExpenseAddSingle)
    params["expenses"][0].update(change)
    with pytest.raises(OptionError, match=named):
        ExpenseAddSingle().check(params)


def test_other_impossible_parameters_are_refused() -> None:
    add, delete_two = sample(ExpenseAddSingle), sample(ExpenseDeleteMultiple2)
    twins = sample(ExpenseDeleteDuplicates)
    with pytest.raises(OptionError, match="format"):
        ExpenseAddSingle().check({**add, "format": "xml"})
    with pytest.raises(OptionError, match="1 expenses"):
        ExpenseAddSingle().check({**add, "expenses": add["expenses"] * 2})
    with pytest.raises(OptionError, match="only once"):
        noise = [*delete_two["noise"], delete_two["expenses"][0]]
        ExpenseDeleteMultiple2().check({**delete_two, "noise": noise})
    with pytest.raises(OptionError, match="same expense twice"):
        one, two = twins["expenses"]
        ExpenseDeleteDuplicates().check({**twins, "expenses": [one, {**two, "amount": 1}]})
    with pytest.raises(OptionError, match="same expense twice"):
        ExpenseDeleteDuplicates().check({**twins, "noise": twins["noise"] * 2})


def test_metadata_are_android_worlds() -> None:
    found = {
        name: (task().budget, task.difficulty, set(task.tags), task.apps)
        for name, task in tasks("AndroidWorld").items()
        if task.__module__.startswith("android_gym.task_suite.android_world.expense.")
    }
    app = ("Pro Expense",)
    assert found == {
        "ExpenseAddMultiple": (60, "medium", {"data_entry", "parameterized"}, app),
        "ExpenseAddMultipleFromMarkor": (
            60, "hard",
            {"transcription", "repetition", "multi_app", "data_entry", "memorization",
             "parameterized"},
            ("Pro Expense", "Markor"),
        ),
        "ExpenseAddMultipleFromGallery": (
            60, "hard",
            {"multi_app", "screen_reading", "data_entry", "information_retrieval",
             "parameterized"},
            ("Pro Expense", "Simple Gallery Pro"),
        ),
        "ExpenseAddSingle": (12, "easy", {"parameterized", "data_entry", "search"}, app),
        "ExpenseDeleteDuplicates": (12, "medium", {"data_edit", "parameterized"}, app),
        "ExpenseDeleteDuplicates2": (
            18, "medium", {"data_edit", "requires_setup", "parameterized"}, app,
        ),
        "ExpenseDeleteMultiple": (20, "easy", {"data_edit", "parameterized"}, app),
        "ExpenseDeleteMultiple2": (34, "hard", {"screen_reading", "parameterized"}, app),
        "ExpenseDeleteSingle": (10, "easy", {"screen_reading", "parameterized"}, app),
    }  # fmt: skip
