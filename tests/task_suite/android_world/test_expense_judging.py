"""The rules of the tasks of Pro Expense, at their thresholds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from android_gym.errors import DeviceCommandError
from android_gym.task_suite.android_world.expense.deleting import (
    ExpenseDeleteDuplicates,
    ExpenseDeleteMultiple,
    ExpenseDeleteMultiple2,
    ExpenseDeleteSingle,
)
from android_gym.task_suite.android_world.expense.questions import Expenses
from android_gym.task_suite.android_world.expense.rows import DATABASE
from android_gym.task_suite.android_world.expense.tasks import (
    ExpenseAddMultiple,
    ExpenseAddMultipleFromMarkor,
    ExpenseAddSingle,
)
from android_gym.task_suite.task import Params, Task
from android_gym.task_suite.touches import Rows


class Case:
    """A task that was set up on a device with a database of expenses."""

    def __init__(self, device: Any, task: type[Task], seed: int = 0, **changes: Any) -> None:
        self.device, self.task = device, task()
        self.params: Params = self.task.sample(np.random.default_rng(seed)) | changes
        device.push = device.mkdir = device.remove = lambda *arguments: None
        self.task.setup(device, self.params)

    @property
    def scores(self) -> tuple[float, float]:
        return (
            self.task.success(self.device, self.params, None),
            self.task.progress(self.device, self.params),
        )

    @property
    def before(self) -> int:
        """Return how many rows there were at the start."""
        rows = [*self.params["noise"]]
        return len(rows) + (0 if "Add" in self.task.name else len(self.params["expenses"]))

    def add(self, row: dict[str, Any], **changes: Any) -> None:
        added = changes.pop("created_date", NOON)
        row = {**row, **changes}
        self.device.execute(
            DATABASE,
            "INSERT INTO expense (name, amount, category, note, created_date, modified_date) "
            "VALUES (?, ?, ?, ?, ?, 2)",
            [(*(row[name] for name in ("name", "amount", "category", "note")), added)],
        )

    def delete(self, *ids: int) -> None:
        self.device.execute(
            DATABASE, "DELETE FROM expense WHERE expense_id = ?", [(i,) for i in ids]
        )

    def set(self, number: int, column: str, value: Any) -> None:
        self.device.execute(
            DATABASE,
            f"UPDATE expense SET {column} = ? WHERE expense_id = ?",
            [(value, number)],
        )


TODAY = 1_697_328_000_000  # the midnight before the fake device's 15:34
NOON = TODAY + 12 * 3_600_000

OTHER_VALUES = {
    "name": "Other",
    "amount": 1,
    "category": 12,
    "note": "Other",
    "created_date": 1,
    "modified_date": 1,
}
WANTED = {"name": "abcdefghij", "amount": 1234, "category": 3, "note": "ABCDEFGHIJ", "date": 0}


@pytest.mark.parametrize(
    ("changes", "score"),
    [
        ({}, 1.0),
        ({"name": "ABCDEFGHIJ"}, 1.0),
        ({"name": "abcdefghiX"}, 0.0),
        ({"name": ""}, 0.0),
        ({"note": "abcdefghij"}, 1.0),
        ({"note": "abcdefghiX"}, 0.0),
        ({"note": "abcdefghi"}, 0.0),
        ({"note": None}, 0.0),
        ({"amount": 1235}, 0.0),
        ({"amount": 1233}, 0.0),
        ({"category": 4}, 0.0),
        ({"category": 2}, 0.0),
        ({"created_date": TODAY}, 1.0),
        ({"created_date": TODAY - 1}, 0.0),
        ({"created_date": TODAY + 86_399_999}, 1.0),
        ({"created_date": TODAY + 86_400_000}, 0.0),
        ({"created_date": 0}, 0.0),
        ({"created_date": 4_070_908_800_000}, 0.0),  # in 2099
        ({"created_date": "today"}, 0.0),
        ({"name": b"abcdefghij"}, 0.0),
    ],
)
def test_what_is_added_must_be_right(device: Any, changes: Any, score: float) -> None:
    case = Case(device, ExpenseAddSingle, expenses=[WANTED])
    assert case.scores == (0.0, 0.0)
    case.add(WANTED, **changes)
    assert case.scores == (score, score)


@pytest.mark.parametrize(
    ("time", "start"),
    [("1697384040 17 34 07", 1_697_320_793), ("1697384040 00 00 59", 1_697_383_981)],
)
def test_the_day_is_that_of_the_device(device: Any, time: str, start: int) -> None:
    device.time = time
    for date, score in ((1000 * start, 1.0), (1000 * start - 1, 0.0)):
        case = Case(device, ExpenseAddSingle)
        case.add(case.params["expenses"][0], created_date=date)
        assert case.scores == (score, score)


@pytest.mark.parametrize(("text", "score"), [("abcdefghiX", 1.0), ("abcdefghXX", 0.0)])
@pytest.mark.parametrize("column", ["name", "note"])
def test_the_original_forgives_slips_and_asks_for_no_date(
    device: Any, column: str, text: str, score: float
) -> None:
    case = Case(device, ExpenseAddSingle, expenses=[WANTED])
    case.add(WANTED, **{column: text, "created_date": 1})
    assert case.task.original_success(device, case.params, None) == score
    assert case.scores == (0.0, 0.0)


@pytest.mark.parametrize("task", [ExpenseAddSingle, ExpenseAddMultipleFromMarkor])
def test_the_original_compares_amount_and_category(device: Any, task: type[Task]) -> None:
    for change in ({"amount": 1}, {"category": 12}):
        case = Case(device, task)
        *others, last = case.params["expenses"]
        for row in others:
            case.add(row)
        case.add(last, **change)
        assert case.task.original_success(device, case.params, None) == 0.0


def test_all_must_be_added_and_no_more(device: Any) -> None:
    case = Case(device, ExpenseAddMultiple)
    first, second, third = case.params["expenses"]
    case.add(third)
    assert case.scores == (0.0, pytest.approx(1 / 3))
    case.add(first)
    assert case.scores == (0.0, pytest.approx(2 / 3))
    case.add(second)
    assert case.scores == (1.0, 1.0)
    case.add(second)
    assert case.scores == (0.0, 0.75)
    case.add(second)
    assert case.scores == (0.0, 0.75)  # one too many is looked at, however many there are


def test_one_row_is_not_two(device: Any) -> None:
    case = Case(device, ExpenseAddMultiple, expenses=[WANTED, WANTED, WANTED])
    case.add(WANTED)
    assert case.scores == (0.0, pytest.approx(1 / 3))


@pytest.mark.parametrize("column", OTHER_VALUES)
@pytest.mark.parametrize("number", [1, 5, 10])
def test_old_rows_stay_as_they_were(device: Any, number: int, column: str) -> None:
    case = Case(device, ExpenseAddSingle)
    case.add(case.params["expenses"][0])
    assert case.scores == (1.0, 1.0)
    case.set(number, column, OTHER_VALUES[column])
    assert case.scores == (0.0, 0.5)


def test_every_old_row_counts(device: Any) -> None:
    case = Case(device, ExpenseAddSingle)
    case.add(case.params["expenses"][0])
    case.delete(3)
    assert case.scores == (0.0, 0.5)
    case.set(4, "name", "Other")
    assert case.scores == (0.0, pytest.approx(1 / 3))
    case.delete(1, 2, 4, *range(5, 11))
    assert case.scores == (0.0, pytest.approx(1 / 11))


def test_an_old_row_edited_into_the_wanted_one_is_no_new_one(device: Any) -> None:
    case = Case(device, ExpenseAddSingle)
    for column in ("name", "amount", "category", "note"):
        case.set(10, column, case.params["expenses"][0][column])
    assert case.scores == (0.0, 0.0)


def test_a_change_undone_is_none(device: Any) -> None:
    case = Case(device, ExpenseAddSingle)
    case.add(case.params["expenses"][0])
    for number in (1, 5, 10):
        case.set(number, "amount", 1)
        case.set(number, "amount", case.params["noise"][number - 1]["amount"])
        assert case.scores == (1.0, 1.0)


@pytest.mark.parametrize(("mark", "score"), [("", 1.0), (". Reimbursable.", 1.0), (". Paid.", 0.0)])
def test_the_mark_may_be_copied(device: Any, mark: str, score: float) -> None:
    rows = [{**WANTED, "note": "12345"}, {**WANTED, "name": "0123456789", "note": "67890"}]
    case = Case(device, ExpenseAddMultipleFromMarkor, expenses=rows)
    case.add(rows[0], note=f"12345{mark}")
    assert case.scores == (0.0, score / 2)
    case.add(rows[1], note=f"67890{mark}")
    assert case.scores == (score, score)
    case.set(100, "amount", 1)
    assert case.scores == ((0.0, 0.5) if score else (0.0, 0.0))


def test_the_list_is_copied_once(device: Any) -> None:
    case = Case(device, ExpenseAddMultipleFromMarkor)
    for row in (*case.params["expenses"], case.params["noise"][0]):
        case.add(row)
    assert case.scores == (0.0, pytest.approx(2 / 3))


@pytest.mark.parametrize(
    "task", [ExpenseDeleteSingle, ExpenseDeleteMultiple, ExpenseDeleteMultiple2]
)
def test_all_named_must_be_deleted_and_no_more(device: Any, task: type[Task]) -> None:
    case = Case(device, task)
    wanted = len(case.params["expenses"])
    assert case.scores == (0.0, 0.0)
    ids = range(case.before - wanted + 1, case.before + 1)
    for gone, number in enumerate(reversed(ids), start=1):
        case.delete(number)
        assert case.scores == (float(gone == wanted), pytest.approx(gone / wanted))
    case.add(WANTED)
    assert case.scores == (0.0, 0.5)
    case.delete(case.before + 1)
    assert case.scores == (1.0, 1.0)
    if case.params["noise"]:
        case.delete(case.before - wanted)
        assert case.scores == (0.0, 0.5)
        case.set(1, "amount", 1)
        assert case.scores == (0.0, pytest.approx(1 / 3))


def test_others_deleted_do_not_count_for_those_named(device: Any) -> None:
    case = Case(device, ExpenseDeleteMultiple2)
    case.delete(1, 2, 50)
    assert case.scores == (0.0, 0.0)
    case.delete(51)
    assert case.scores == (0.0, pytest.approx(1 / 3))


@pytest.mark.parametrize("column", OTHER_VALUES)
def test_other_rows_stay_as_they_were(device: Any, column: str) -> None:
    case = Case(device, ExpenseDeleteMultiple2)
    case.delete(51, 52, 53)
    assert case.scores == (1.0, 1.0)
    case.set(50, column, OTHER_VALUES[column])
    assert case.scores == (0.0, 0.5)


def test_exactly_one_duplicate_must_go(device: Any) -> None:
    case = Case(device, ExpenseDeleteDuplicates)
    assert (case.before, case.scores) == (7, (0.0, 0.0))
    case.delete(6)
    assert case.scores == (1.0, 1.0)
    case.delete(7)
    assert case.scores == (0.0, 0.0)


@pytest.mark.parametrize("gone", [6, 7])
def test_with_the_duplicate_nothing_else_goes(device: Any, gone: int) -> None:
    case = Case(device, ExpenseDeleteDuplicates)
    case.delete(gone)
    assert case.scores == (1.0, 1.0)
    case.set(13 - gone, "note", "Other")  # the one that was to stay
    assert case.scores == (0.0, 0.5)
    case.delete(5)
    assert case.scores == (0.0, pytest.approx(1 / 3))
    case.add(WANTED)
    assert case.scores == (0.0, 0.25)


def test_another_row_deleted_is_no_duplicate(device: Any) -> None:
    case = Case(device, ExpenseDeleteDuplicates)
    case.delete(5)
    assert case.scores == (0.0, 0.0)


@pytest.mark.parametrize("message", ["no such table", "unable to open database", "not a database"])
def test_without_its_data_the_app_scores_nothing(
    device: Any, monkeypatch: pytest.MonkeyPatch, message: str
) -> None:
    case = Case(device, ExpenseAddSingle)

    def query(*arguments: Any) -> Any:
        raise DeviceCommandError("sqlite3", 1, f"Error: {message}: expense")

    monkeypatch.setattr(device, "query", query)
    assert case.scores == (0.0, 0.0)


def test_other_failures_are_no_score(device: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case(device, ExpenseAddSingle)

    def query(*arguments: Any) -> Any:
        raise DeviceCommandError("sqlite3", 1, "Error: database is locked")

    monkeypatch.setattr(device, "query", query)
    with pytest.raises(DeviceCommandError):
        assert case.scores


def test_the_original_too_wants_old_rows_as_they_were(device: Any) -> None:
    case = Case(device, ExpenseAddMultipleFromMarkor)
    for row in case.params["expenses"]:
        assert case.task.original_success(device, case.params, None) == 0.0
        case.add(row)
    assert case.task.original_success(device, case.params, None) == 1.0
    case.set(1, "amount", 1)
    assert case.task.original_success(device, case.params, None) == 0.0


@pytest.mark.parametrize(
    ("task", "touch"),
    [
        (ExpenseAddSingle, Rows("expenses", added=1)),
        (ExpenseAddMultiple, Rows("expenses", added=3)),
        (ExpenseAddMultipleFromMarkor, Rows("expenses", added=2)),
        (ExpenseDeleteSingle, Rows("expenses", lost=1)),
        (ExpenseDeleteMultiple2, Rows("expenses", lost=3)),
        (ExpenseDeleteDuplicates, Rows("expenses", lost=1)),
    ],
)
def test_which_rows_may_differ(task: type[Task], touch: Rows) -> None:
    assert task().touches(task().sample(np.random.default_rng(0))) == [touch]


@pytest.mark.parametrize(
    ("field", "value", "text"), [("amount", 12.5, "12.50"), ("name", "Rye Bread", "Rye Bread")]
)
def test_an_amount_is_written_with_its_cents(field: str, value: Any, text: str) -> None:
    assert Expenses().written(field, value) == text
