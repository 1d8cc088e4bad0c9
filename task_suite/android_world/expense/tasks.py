"""Tasks of Pro Expense: adding expenses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, ClassVar

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.expense.rows import (
    CATEGORIES,
    DAY_MS,
    NAMES,
    NOTE_LENGTH,
    NOTES,
    Expense,
    ExpenseTask,
    start_of_day,
)
from android_gym.task_suite.android_world.picture_tasks import AddRowsOfPicture
from android_gym.task_suite.android_world.row_tasks import AddRows, note_near_misses, put_note
from android_gym.task_suite.android_world.rows import does
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.task import Disputed, NearMiss, Params
from android_gym.task_suite.text_match import fuzzy_match, same_text

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "ExpenseAddMultiple",
    "ExpenseAddMultipleFromGallery",
    "ExpenseAddMultipleFromMarkor",
    "ExpenseAddSingle",
]


Match = Callable[[str | None, str | None], bool]


class _ExpenseAdd(ExpenseTask, AddRows):
    """Adding expenses to the existing ones."""

    template = ""
    others = 10
    columns = ("name", "amount", "category", "note", "created_date")

    def goal(self, params: Params) -> Goal:
        """Return the instruction, with the expenses as a table or as blocks of lines."""
        write = _csv if params["format"] == "csv" else _text_block
        return Goal(self.template, {"expenses": write(params["expenses"])})

    def matches(self, item: Expense, row: tuple[Any, ...]) -> bool:
        """Compare all values; name and note by their words."""
        return _is_expense(item, row, same_text)

    def originally_matches(self, item: Expense, row: tuple[Any, ...]) -> bool:
        """Compare amount and category exactly, name and note with AndroidWorld's tolerance."""
        return _is_expense(item, row, fuzzy_match)

    def _share(self, device: Device, params: Params) -> float:
        """Return the share of expenses added with today's date, as no goal gives a date."""
        day = cache(partial(start_of_day, device))  # only called if there is a new row

        def matches(item: Expense, row: tuple[Any, ...]) -> bool:
            when = row[-1]
            today = isinstance(when, int) and day() <= when < day() + DAY_MS
            return today and self.matches(item, row)

        return self._added(device, params, matches)

    def as_added(self, device: Device, item: Expense) -> Expense:
        """Return an expense with the date that the app sets by default."""
        return {**item, "date": device.now_ms()}

    def mistakes(self, item: Expense) -> Mapping[str, Expense]:
        """Return copies of the expense with one wrong value each, by the mistake."""
        category = item["category"] % len(CATEGORIES) + 1
        note = NOTES[0] if not fuzzy_match(item["note"], NOTES[0]) else NOTES[1]
        return {
            "an amount a cent too high": {**item, "amount": item["amount"] + 1},
            "an amount without its cents' point": {**item, "amount": item["amount"] * 100},
            "another category": {**item, "category": category},
            "another name": {**item, "name": NAMES[category][0]},
            "another note": {**item, "note": note},
            "an empty note": {**item, "note": ""},
        }

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the near misses of all additions, and wrong dates."""
        *others, last = params["expenses"]

        def dated(shift_ms: int) -> NearMiss:
            def attempt(device: Device) -> None:
                rows = [self.as_added(device, item) for item in (*others, last)]
                rows[-1]["date"] += shift_ms
                values = [self.values(item) for item in rows]
                self.rows.insert(device, values, len(params["noise"]) + 1)

            return Disputed(does(attempt))

        return {
            **super().near_misses(params),
            "the day before": dated(-DAY_MS),
            "the day after": dated(DAY_MS),
        }

    def edit_old(self, device: Device) -> None:
        """Change the amount of the oldest row by a cent."""
        device.execute(
            self.rows.database, "UPDATE expense SET amount = amount + 1 WHERE expense_id = 1"
        )


def _is_expense(expense: Expense, row: tuple[Any, ...], match: Match) -> bool:
    name, amount, category, note, _ = row
    return (
        amount == expense["amount"]
        and category == expense["category"]
        and match(name, expense["name"])
        and match(note, expense["note"])
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
    """Add one expense to ten existing ones."""

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
    """Add three expenses to ten existing ones."""

    template = ExpenseAddSingle.template
    rewordings = ExpenseAddSingle.rewordings
    difficulty = "medium"
    tags = ("data_entry", "parameterized")
    complexity = 6.0
    targets = 3


class ExpenseAddMultipleFromMarkor(_ExpenseAdd):
    """Add the two expenses marked as reimbursable in a list in Markor.

    The list contains 102 expenses; a hundred of them are in the app already.
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
    forms = ()
    list_path: ClassVar[str] = "/storage/emulated/0/Documents/Markor/my_expenses.txt"
    mark: ClassVar[str] = ". Reimbursable."

    def goal(self, params: Params) -> Goal:
        """Return the instruction, which names no expense."""
        return Goal(self.template, {})

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject expenses that the app could not hold.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        for expense in params["expenses"]:
            if len(expense["note"] + self.mark) > NOTE_LENGTH:
                raise OptionError(
                    f"A note has no room for {self.mark!r} in {NOTE_LENGTH} characters: "
                    f"{expense['note']!r}."
                )

    def setup(self, device: Device, params: Params) -> None:
        """Fill the app, and write the list sorted by date."""
        super().setup(device, params)
        marked = [{**row, "note": row["note"] + self.mark} for row in params["expenses"]]
        rows = sorted([*marked, *params["noise"]], key=lambda row: row["date"])
        put_note(device, self.list_path, _csv(rows) + "\n")

    def matches(self, item: Expense, row: tuple[Any, ...]) -> bool:
        """Compare as for other additions; a note may be copied with or without the mark."""
        marked = {**item, "note": item["note"] + self.mark}
        return super().matches(item, row) or super().matches(marked, row)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the near misses of all additions, and the list in Markor changed or deleted."""
        return {**super().near_misses(params), **note_near_misses(self, params, self.list_path)}


class ExpenseAddMultipleFromGallery(AddRowsOfPicture, _ExpenseAdd):
    """Add the three expenses of a picture to ten existing ones.

    Ten other, newer pictures show three of the existing ones.
    """

    template = "Add the expenses from expenses.jpg in Simple Gallery Pro to pro expense."
    rewordings = (
        "Look at expenses.jpg in Simple Gallery Pro and enter the expenses it shows in pro "
        "expense.",
        "The picture expenses.jpg, which Simple Gallery Pro opens, lists expenses. Record each of "
        "them in the pro expense app.",
        "Please put what I spent into pro expense; it is all in expenses.jpg in Simple Gallery "
        "Pro.",
        "My entries in pro expense lack those of expenses.jpg. Read that picture in Simple "
        "Gallery Pro and add them.",
    )
    apps: ClassVar[tuple[str, ...]] = ("Pro Expense", "Simple Gallery Pro")
    difficulty = "hard"
    tags = (
        "multi_app", "screen_reading", "data_entry", "information_retrieval", "parameterized",
    )  # fmt: skip
    complexity = 6.0
    targets = 3
    picture = "expenses.jpg"
    old_pictures = tuple(f"old_expenses_{number}.jpg" for number in range(10))

    def written(self, items: Sequence[Expense]) -> str:
        """Return expenses as blocks of lines."""
        return _text_block(items)
