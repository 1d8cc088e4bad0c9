"""Tasks of Pro Expense: adding expenses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.expense.rows import (
    CATEGORIES,
    DATABASE,
    NAMES,
    NOTE_LENGTH,
    NOTES,
    Expense,
    ExpenseTask,
    delete,
    does,
    harms,
    insert,
)
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.task import Disputed, NearMiss, Params
from android_gym.task_suite.text_match import fuzzy_match, most_matches
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "ExpenseAddMultiple",
    "ExpenseAddMultipleFromMarkor",
    "ExpenseAddSingle",
]


class _ExpenseAdd(ExpenseTask):
    """Adding expenses to the ones that are there."""

    template = ""
    others = 10

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the expenses and how the goal writes them: ``"csv"`` or ``"text_block"``."""
        form = ("csv", "text_block")[int(rng.integers(2))]
        return {**super().sample(rng), "format": form}

    def before(self, params: Params) -> list[Expense]:
        """The expenses on the phone at the start."""
        return list(params["noise"])

    def goal(self, params: Params) -> Goal:
        """Return the instruction, with the expenses as a table or as blocks of lines."""
        write = _csv if params["format"] == "csv" else _text_block
        return Goal(self.template, {"expenses": write(params["expenses"])})

    def check(self, params: Mapping[str, Any]) -> None:
        """Refuse expenses that the app could not hold, and unknown formats.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        if params["format"] not in ("csv", "text_block"):
            raise OptionError(f"format must be 'csv' or 'text_block', got {params['format']!r}.")

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return as many new expenses as are asked for."""
        return [Rows("expenses", added=len(params["expenses"]))]

    def _new(self, device: Device, params: Params) -> list[tuple[Any, ...]]:
        """The rows that were added, but at most one more than wanted."""
        return device.query(
            DATABASE,
            "SELECT name, amount, category, note FROM expense WHERE expense_id > ? "
            "ORDER BY expense_id LIMIT ?",
            (len(params["noise"]), len(params["expenses"]) + 1),
        )

    def _share(self, device: Device, params: Params) -> float:
        """Share of wanted rows added; surplus rows, and at the end changed old ones, lower it."""
        new = self._new(device, params)
        wanted = params["expenses"]
        share = most_matches(wanted, new, _is_expense) / max(len(wanted), len(new))
        return share if share < 1.0 else self.intact(device, params, added=True)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Wrong values, a row too few, a row too many, an old row touched."""
        wanted: list[Expense] = params["expenses"]
        last = wanted[-1]
        first_id = len(params["noise"]) + 1

        def adds(*expenses: Expense) -> NearMiss:
            return does(lambda device: insert(device, expenses, first_id))

        def but(**changes: Any) -> NearMiss:
            return adds(*wanted[:-1], {**last, **changes})

        category = last["category"] % len(CATEGORIES) + 1
        note = NOTES[0] if not fuzzy_match(last["note"], NOTES[0]) else NOTES[1]

        def loses_old(device: Device) -> None:
            insert(device, wanted, first_id)
            delete(device, [1])

        def edits_old(device: Device) -> None:
            insert(device, wanted, first_id)
            device.execute(DATABASE, "UPDATE expense SET amount = amount + 1 WHERE expense_id = 1")

        return {
            "an amount a cent too high": but(amount=last["amount"] + 1),
            "an amount without its cents' point": but(amount=last["amount"] * 100),
            "another category": but(category=category),
            "another name": but(name=NAMES[category][0]),
            "another note": but(note=note),
            "an empty note": but(note=""),
            "an item missing": adds(*wanted[:-1]),
            "an item twice": adds(*wanted, last),
            "an old expense deleted": does(loses_old),
            "an old expense edited": does(edits_old),
            "a folder deleted": harms(lambda device: insert(device, wanted, first_id)),
        }


def _is_expense(expense: Expense, row: tuple[Any, ...]) -> bool:
    name, amount, category, note = row
    return (
        amount == expense["amount"]
        and category == expense["category"]
        and fuzzy_match(name, expense["name"])
        and fuzzy_match(note, expense["note"])
    )


def _dollars(expense: Expense) -> str:
    return f"${expense['amount'] / 100}"  # AndroidWorld writes $67.4 for 67.40


def _csv(expenses: Sequence[Expense]) -> str:
    lines = ["name|amount_dollars|category_name|note"]
    for expense in expenses:
        category = CATEGORIES[expense["category"]]
        lines.append("|".join((expense["name"], _dollars(expense), category, expense["note"])))
    return "\n".join(lines)


def _text_block(expenses: Sequence[Expense]) -> str:
    return "\n".join(
        f"Expense: {expense['name']}\n amount_dollars: {_dollars(expense)}\n"
        f" category_name: {CATEGORIES[expense['category']]}\n note: {expense['note']}\n"
        for expense in expenses
    )


class ExpenseAddSingle(_ExpenseAdd):
    """Add one expense; ten others are there already."""

    template = "Add the following expenses into the pro expense:\n{expenses}"
    rewordings = (
        "Please enter these expenses in pro expense:\n{expenses}",
        "Here is what I spent. Put all of it into the pro expense app:\n{expenses}",
        "Open pro expense and create an entry for each expense listed here:\n{expenses}",
        "My bookkeeping in pro expense lacks the expenses below, so add them:\n{expenses}",
    )
    tags = ("parameterized", "data_entry", "search")
    complexity = 1.2


class ExpenseAddMultiple(_ExpenseAdd):
    """Add three expenses; ten others are there already."""

    template = ExpenseAddSingle.template
    rewordings = ExpenseAddSingle.rewordings
    difficulty = "medium"
    tags = ("data_entry", "parameterized")
    complexity = 6.0
    targets = 3


class ExpenseAddMultipleFromMarkor(_ExpenseAdd):
    """Add the two expenses of a list in Markor whose notes call them reimbursable.

    The list has all hundred and two; a hundred are in the app already.
    """

    template = (
        "Go through the transactions in my_expenses.txt in Markor. Log the reimbursable "
        "transactions in the pro expense."
    )
    rewordings = (
        "Read my_expenses.txt in Markor and enter every transaction in it that is reimbursable "
        "into pro expense.",
        "Which transactions in Markor's my_expenses.txt are reimbursable? Add just those to the "
        "pro expense app.",
        "Some transactions in the Markor file my_expenses.txt will be reimbursed. Record these, "
        "and no others, in pro expense.",
        "I noted transactions in my_expenses.txt, which Markor opens. Please transfer the "
        "reimbursable ones to pro expense.",
    )
    apps: ClassVar[tuple[str, ...]] = ("Pro Expense", "Markor")
    difficulty = "hard"
    tags = (
        "transcription", "repetition", "multi_app", "data_entry", "memorization", "parameterized",
    )  # fmt: skip
    complexity = 6.0
    targets = 2
    others = 100
    list_path: ClassVar[str] = "/storage/emulated/0/Documents/Markor/my_expenses.txt"
    mark: ClassVar[str] = ". Reimbursable."

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the expenses; the list shows them by date."""
        return ExpenseTask.sample(self, rng)

    def goal(self, params: Params) -> Goal:
        """Return the instruction, which names no expense."""
        return Goal(self.template, {})

    def check(self, params: Mapping[str, Any]) -> None:
        """Refuse expenses that the app could not hold.

        Raises:
            OptionError: Naming the value at fault.
        """
        ExpenseTask.check(self, params)
        for expense in params["expenses"]:
            if len(expense["note"] + self.mark) > NOTE_LENGTH:
                raise OptionError(
                    f"A note has no room for {self.mark!r} in {NOTE_LENGTH} characters: "
                    f"{expense['note']!r}."
                )

    def setup(self, device: Device, params: Params) -> None:
        """Fill the app, and write the list."""
        super().setup(device, params)
        folder = self.list_path.rpartition("/")[0]
        device.force_stop("net.gsantner.markor")
        device.remove(folder)
        marked = [{**row, "note": row["note"] + self.mark} for row in params["expenses"]]
        rows = sorted([*marked, *params["noise"]], key=lambda row: row["date"])
        device.mkdir(folder)
        device.push(self.list_path, _csv(rows) + "\n")

    def _share(self, device: Device, params: Params) -> float:
        """As for other additions; a note may be copied with or without the mark."""
        new = self._new(device, params)
        wanted = params["expenses"]

        def matches(expense: Expense, row: tuple[Any, ...]) -> bool:
            marked = {**expense, "note": expense["note"] + self.mark}
            return _is_expense(expense, row) or _is_expense(marked, row)

        share = most_matches(wanted, new, matches) / max(len(wanted), len(new))
        return share if share < 1.0 else self.intact(device, params, added=True)

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if exactly the expenses were added, with their notes as they are without the mark."""
        if self.success(device, params, answer) < 1.0:
            return 0.0
        new, wanted = self._new(device, params), params["expenses"]
        return float(most_matches(wanted, new, _is_expense) == len(wanted))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Those of other additions, and: the list in Markor changed, or deleted."""
        first_id = len(params["noise"]) + 1

        def adds_and(command: str) -> NearMiss:
            def attempt(device: Device) -> None:
                insert(device, params["expenses"], first_id)
                device.shell(f"{command} {self.list_path}")

            return Disputed(does(attempt))

        return {
            **super().near_misses(params),
            "the list deleted": adds_and("rm"),
            "the list changed": adds_and("echo done >>"),
        }
