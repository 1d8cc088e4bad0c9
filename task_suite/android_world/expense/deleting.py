"""Tasks of Pro Expense: deleting expenses and duplicates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.expense.rows import (
    _FIELDS,
    DATABASE,
    Expense,
    ExpenseTask,
    delete,
    does,
    harms,
    insert,
)
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "ExpenseDeleteDuplicates",
    "ExpenseDeleteDuplicates2",
    "ExpenseDeleteMultiple",
    "ExpenseDeleteMultiple2",
    "ExpenseDeleteSingle",
]


class _ExpenseDelete(ExpenseTask):
    """Deleting all of ``params["expenses"]`` and nothing else."""

    def goal(self, params: Params) -> Goal:
        """Return the instruction, naming the expenses."""
        names = ", ".join(row["name"] for row in params["expenses"])
        return Goal(self.template, {"names": names})

    def check(self, params: Mapping[str, Any]) -> None:
        """Refuse expenses that the app could not hold, or whose names are not unique.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        names = [expense["name"] for expense in self.before(dict(params))]
        for expense in params["expenses"]:
            if names.count(expense["name"]) != 1:
                raise OptionError(
                    f"The goal names expenses, so {expense['name']!r} must occur only once."
                )

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return that the named expenses may go."""
        return [Rows("expenses", lost=len(params["expenses"]))]

    def _ids(self, params: Params) -> range:
        first = len(params["noise"]) + 1
        return range(first, first + len(params["expenses"]))

    def _gone(self, device: Device, params: Params) -> set[int]:
        """Ids of the wanted expenses that are deleted."""
        ids = self._ids(params)
        rows = device.query(
            DATABASE,
            "SELECT expense_id FROM expense WHERE expense_id BETWEEN ? AND ?",
            (ids[0], ids[-1]),
        )
        return set(ids) - {row[0] for row in rows}

    def _share(self, device: Device, params: Params) -> float:
        """Share of wanted rows deleted; once all are, less for every other change."""
        gone = self._gone(device, params)
        share = len(gone) / len(params["expenses"])
        return share if share < 1.0 else self.intact(device, params, gone)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """One deleted too few, one too many, one added, one edited in place of deleted."""
        ids = list(self._ids(params))
        wanted, noise = params["expenses"], params["noise"]

        def edits(device: Device) -> None:
            delete(device, ids[:-1])
            device.execute(
                DATABASE, "UPDATE expense SET name = '' WHERE expense_id = ?", [(ids[-1],)]
            )

        def adds(device: Device) -> None:
            delete(device, ids)
            insert(device, [{**wanted[-1], "amount": 1}], ids[-1] + 1)

        found = {
            "an item left": does(lambda device: delete(device, ids[:-1])),
            "an item emptied, not deleted": does(edits),
            "an expense added": does(adds),
            "a folder deleted": harms(lambda device: delete(device, ids)),
        }
        if noise:
            found["one deleted too many"] = does(lambda device: delete(device, [1, *ids]))
            found["another deleted instead"] = does(lambda device: delete(device, [1, *ids[1:]]))
        return found


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


class _ExpenseDeleteDuplicates(ExpenseTask):
    """Deleting one of two equal expenses: ``params["expenses"]``, the last two rows."""

    difficulty = "medium"

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw one expense, which is there twice, and the others."""
        params = super().sample(rng)
        return {**params, "expenses": [params["expenses"][0], dict(params["expenses"][0])]}

    def check(self, params: Mapping[str, Any]) -> None:
        """Refuse anything but two equal expenses among others that are all different.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)

        def what(expense: Expense) -> tuple[Any, ...]:
            return tuple(expense[field] for field in _FIELDS[:-1])

        kinds = [what(expense) for expense in params["expenses"]]
        others = [what(expense) for expense in params["noise"]]
        if not others or len({*kinds, *others}) != len(others) + 1:
            raise OptionError(
                "expenses must be the same expense twice, and noise other expenses, all different."
            )

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return that one expense may go."""
        return [Rows("expenses", lost=1)]

    def _share(self, device: Device, params: Params) -> float:
        """0.0 until one of the two is gone, then less for every other change."""
        last = len(params["noise"]) + 2
        rows = device.query(
            DATABASE,
            "SELECT expense_id FROM expense WHERE expense_id BETWEEN ? AND ?",
            (last - 1, last),
        )
        gone = {last - 1, last} - {row[0] for row in rows}
        return self.intact(device, params, gone) if len(gone) == 1 else 0.0

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Both deleted, another deleted, one more deleted, one edited."""
        last = len(params["noise"]) + 2

        def edits(device: Device) -> None:
            device.execute(
                DATABASE, "UPDATE expense SET amount = amount + 1 WHERE expense_id = ?", [(last,)]
            )

        return {
            "both deleted": does(lambda device: delete(device, [last - 1, last])),
            "another deleted": does(lambda device: delete(device, [last - 2])),
            "one deleted too many": does(lambda device: delete(device, [last - 2, last])),
            "one edited, not deleted": does(edits),
            "a folder deleted": harms(lambda device: delete(device, [last])),
        }


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
    """The same among forty others, three of which differ from the pair in amount and date only."""

    template = ExpenseDeleteDuplicates.template
    rewordings = ExpenseDeleteDuplicates.rewordings
    tags = ("data_edit", "requires_setup", "parameterized")
    complexity = 1.8
    others = 40

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the expenses; the last three of ``noise`` look much like the pair."""
        params = super().sample(rng)
        extra = 50 + rng.choice(950, size=3, replace=False)
        pair = params["expenses"][0]
        for row, more in zip(params["noise"][-3:], extra, strict=True):
            row.update({**pair, "amount": pair["amount"] + int(more), "date": row["date"]})
        return params
