"""Tasks of Pro Expense: deleting expenses and duplicates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from android_gym.task_suite.android_world.expense.rows import FIELDS, Expense, ExpenseTask
from android_gym.task_suite.android_world.row_tasks import DeleteDuplicateRows, DeleteRows
from android_gym.task_suite.task import Params

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "ExpenseDeleteDuplicates",
    "ExpenseDeleteDuplicates2",
    "ExpenseDeleteMultiple",
    "ExpenseDeleteMultiple2",
    "ExpenseDeleteSingle",
]


class _ExpenseDelete(ExpenseTask, DeleteRows):
    """Deleting expenses that the goal names."""

    label = "name"
    listing = "names"


class ExpenseDeleteSingle(_ExpenseDelete):
    """Delete the only expense."""

    template = "Delete the following expenses from pro expense: {names}."
    rewordings = (
        "Please remove these expenses from pro expense: {names}.",
        "In pro expense, get rid of the following: {names}.",
        "Some entries in the pro expense app are wrong and have to go, namely {names}.",
        "Open pro expense and erase what is listed here: {names}.",
    )
    tags = ("screen_reading", "parameterized")


class ExpenseDeleteMultiple(_ExpenseDelete):
    """Delete the three expenses there are."""

    template = ExpenseDeleteSingle.template
    rewordings = ExpenseDeleteSingle.rewordings
    tags = ("data_edit", "parameterized")
    complexity = 2.0
    targets = 3


class ExpenseDeleteMultiple2(_ExpenseDelete):
    """Delete three expenses and leave fifty others."""

    template = ExpenseDeleteSingle.template
    rewordings = ExpenseDeleteSingle.rewordings
    difficulty = "hard"
    tags = ("screen_reading", "parameterized")
    complexity = 3.4
    targets = 3
    others = 50


class _ExpenseDeleteDuplicates(ExpenseTask, DeleteDuplicateRows):
    """Deleting one of two equal expenses."""

    difficulty = "medium"

    @staticmethod
    def identity(item: Expense) -> tuple[Any, ...]:
        """Return all values except the date."""
        return tuple(item[field] for field in FIELDS[:-1])

    def edit(self, device: Device, number: int) -> None:
        """Change the amount by a cent."""
        device.execute(
            self.rows.database,
            "UPDATE expense SET amount = amount + 1 WHERE expense_id = ?",
            [(number,)],
        )


class ExpenseDeleteDuplicates(_ExpenseDeleteDuplicates):
    """Delete one of two equal expenses and leave five others."""

    template = (
        "Delete all but one of any expenses in pro expense that are exact duplicates, ensuring at "
        "least one instance of each unique expense remains."
    )
    rewordings = (
        "Some expenses in pro expense were entered more than once, exactly alike. Remove the "
        "surplus copies so that every expense is there once.",
        "Clean up pro expense: where entries are identical in everything, keep one of them and "
        "delete the others.",
        "Look for exact duplicates in the pro expense app and delete the extra ones. One of each "
        "must stay.",
        "No expense should stand in pro expense twice. Delete repetitions that agree in every "
        "detail, but never the last copy.",
    )
    tags = ("data_edit", "parameterized")
    complexity = 1.2
    others = 5


class ExpenseDeleteDuplicates2(_ExpenseDeleteDuplicates):
    """Delete one of two equal expenses among forty others.

    Three of the others differ from the pair only in amount and date.
    """

    template = ExpenseDeleteDuplicates.template
    rewordings = ExpenseDeleteDuplicates.rewordings
    tags = ("data_edit", "requires_setup", "parameterized")
    complexity = 1.8
    others = 40

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the expenses; the last three of ``noise`` resemble the pair."""
        params = super().sample(rng)
        extra = 50 + rng.choice(950, size=3, replace=False)
        pair = params["expenses"][0]
        for row, more in zip(params["noise"][-3:], extra, strict=True):
            row.update({**pair, "amount": pair["amount"] + int(more), "date": row["date"]})
        return params
