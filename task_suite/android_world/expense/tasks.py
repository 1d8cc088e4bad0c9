"""Tasks of Pro Expense: adding expenses, deleting some, deleting duplicates.

The rows that a task puts on the phone get the ids 1, 2, ... in the order in which its parameters
list them, and triggers note the ids of rows that change afterwards in a table of ours. So judging
reads what was changed, not the whole table, and needs no note of what was there before: a new row
has a higher id (SQLite's AUTOINCREMENT never gives one twice), an old one must be what the
parameters say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from android_gym.devices.user_data import STORAGE
from android_gym.errors import DeviceCommandError, OptionError, TaskError
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.task import Disputed, NearMiss, Params, Task
from android_gym.task_suite.text_match import fuzzy_match, most_matches
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "CATEGORIES",
    "DATABASE",
    "NAMES",
    "NOTES",
    "PACKAGE",
    "ExpenseAddMultiple",
    "ExpenseAddMultipleFromMarkor",
    "ExpenseAddSingle",
    "ExpenseDeleteDuplicates",
    "ExpenseDeleteDuplicates2",
    "ExpenseDeleteMultiple",
    "ExpenseDeleteMultiple2",
    "ExpenseDeleteSingle",
]

PACKAGE = "com.arduia.expense"
DATABASE = f"/data/data/{PACKAGE}/databases/accounting.db"

Expense = dict[str, Any]
"""A row: name, amount (cents), category (id), note, date (epoch ms, whole hours)."""

CATEGORIES = {
    1: "Others",
    2: "Income",
    3: "Food",
    4: "Housing",
    5: "Social",
    6: "Entertainment",
    7: "Transportation",
    8: "Clothes",
    9: "Health Care",
    10: "Education",
    11: "Donation",
}
"""The app's categories by the id it stores."""

# The app cuts names at 20 characters. No two names are fuzzily alike, and none holds a comma or a
# bar, so that every goal reads one way only.
NAMES: Mapping[int, tuple[str, ...]] = {
    1: (
        "Storage Locker", "Notary Stamp", "Lost Key Deposit", "Passport Photos", "Parcel Postage",
        "Battery Recycling", "Visa Application", "Coin Laundry", "Shoe Repair", "Gift Wrapping",
    ),
    2: (
        "October Salary", "Bottle Refund", "Sold Old Bicycle", "Tax Rebate", "Savings Interest",
        "Translation Job", "Market Stall Sales", "Won Photo Contest", "Sublet Payment",
        "Overtime Shift",
    ),
    3: (
        "Rye Bread", "Farmers Market", "Ramen Bar", "Cheese Board", "Office Canteen",
        "Frozen Berries", "Espresso Beans", "Taco Truck", "Birthday Cake", "Spice Refill",
    ),
    4: (
        "Studio Rent", "Boiler Service", "Window Cleaning", "Paint Rollers", "Water Meter Bill",
        "Heating Oil", "Chimney Sweep", "Door Lock", "Curtain Rails", "Roof Gutter Fix",
    ),
    5: (
        "Choir Membership", "Board Game Evening", "Wedding Present", "Picnic Share",
        "Reunion Dinner", "Karaoke Booth", "Baby Shower", "Chess Club Dues", "Team Breakfast",
        "Farewell Flowers",
    ),
    6: (
        "Jazz Concert", "Puppet Theatre", "Climbing Hall", "Science Museum", "Comedy Night",
        "Aquarium Visit", "Vinyl Record", "Film Festival", "Mini Golf", "Circus Tickets",
    ),
    7: (
        "Tram Pass", "Ferry Crossing", "Bike Inner Tube", "Car Wash", "Airport Shuttle",
        "Motorway Toll", "Winter Tyres", "Scooter Hire", "Night Bus", "Parking Fine",
    ),
    8: (
        "Rain Jacket", "Wool Socks", "Linen Shirt", "Hiking Boots", "Leather Belt",
        "Swim Goggles", "Silk Scarf", "Denim Overalls", "Straw Hat", "Tailor Alteration",
    ),
    9: (
        "Dental Checkup", "Flu Vaccine", "Reading Glasses", "Physio Session", "Cough Syrup",
        "Blood Test", "Knee Brace", "Skin Cream", "Hearing Exam", "First Aid Kit",
    ),
    10: (
        "Pottery Class", "Spanish Course", "Graph Paper", "Piano Lesson", "Exam Fee",
        "Library Card", "Coding Workshop", "Physics Textbook", "School Trip", "Drawing Pencils",
    ),
    11: (
        "Animal Shelter", "Food Bank", "Tree Planting", "Sea Rescue Fund", "Village Orchestra",
        "Refugee Aid", "Blind Guide Dogs", "Public Radio", "Hospice Appeal", "Museum Friends",
    ),
}  # fmt: skip
"""Names of expenses by category."""

NOTES = (
    "Shared with Petra",
    "Cash only",
    "Receipt in wallet",
    "Half price",
    "Claim from work",
    "Second instalment",
    "Agreed by phone",
    "For the spring trip",
    "Check the invoice",
    "Paid at the counter",
    "Promised to Omar",
    "Last one this year",
    "Refund expected",
    "Bought in a hurry",
    "Includes delivery",
    "Better than planned",
    "Split in three",
    "Ask for a discount next time",
    "Transferred on Monday",
    "Counts towards the budget",
)
"""Notes of expenses."""

_NAME_LENGTH, _NOTE_LENGTH = 20, 100  # what the app's fields take
_OCTOBER = 1_696_118_400_000  # 2023-10-01 00:00 UTC
_HOUR = 3_600_000
_HOURS = 14 * 24 + 15  # until 2023-10-15 14:00; a task starts at 15:34 that day

_COLUMNS = "name, amount, category, note, created_date, modified_date"
_FIELDS = ("name", "amount", "category", "note", "date")

_CHANGES = "android_gym_changes"
_TRIGGERS = {
    f"android_gym_{event}": f"AFTER {event} ON expense BEGIN "
    f"INSERT OR IGNORE INTO {_CHANGES} VALUES ({row}.expense_id); END"
    for event, row in (("insert", "new"), ("update", "old"), ("delete", "old"))
}
_CLEAR = ";\n".join(
    [
        *(f"DROP TRIGGER IF EXISTS {name}" for name in _TRIGGERS),
        f"DROP TABLE IF EXISTS {_CHANGES}",
        "DELETE FROM expense",
        "DELETE FROM sqlite_sequence WHERE name = 'expense'",  # ids start again at 1
    ]
)
_WATCH = ";\n".join(
    [
        f"CREATE TABLE {_CHANGES} (expense_id INTEGER PRIMARY KEY)",
        *(f"CREATE TRIGGER {name} {what}" for name, what in _TRIGGERS.items()),
    ]
)


def _draw(rng: np.random.Generator, count: int) -> list[Expense]:
    """`count` expenses with different names and different dates."""
    unused = {category: list(names) for category, names in NAMES.items()}
    hours = rng.choice(_HOURS, size=count, replace=False)
    expenses = []
    for hour in hours:
        open_categories = [category for category, names in unused.items() if names]
        category = open_categories[int(rng.integers(len(open_categories)))]
        names = unused[category]
        expenses.append(
            {
                "name": names.pop(int(rng.integers(len(names)))),
                "amount": int(rng.integers(1000, 50_001)),
                "category": category,
                "note": NOTES[int(rng.integers(len(NOTES)))],
                "date": _OCTOBER + int(hour) * _HOUR,
            }
        )
    return expenses


def _columns(expense: Expense) -> tuple[Any, ...]:
    """An expense as the database's columns after the id."""
    values = tuple(expense[field] for field in _FIELDS)
    return (*values, expense["date"])


def _insert(device: Device, expenses: Sequence[Expense], first_id: int) -> None:
    rows = [(first_id + i, *_columns(expense)) for i, expense in enumerate(expenses)]
    if rows:
        device.execute(
            DATABASE,
            f"INSERT INTO expense (expense_id, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
            rows,
        )


def _delete(device: Device, ids: Collection[int]) -> None:
    device.execute(DATABASE, "DELETE FROM expense WHERE expense_id = ?", [(i,) for i in ids])


class _ExpenseTask(Task):
    """What the tasks of Pro Expense share: rows on the phone before the start.

    Attributes:
        targets: Number of expenses in ``params["expenses"]``.
        others: Number of expenses in ``params["noise"]``.
    """

    apps: ClassVar[tuple[str, ...]] = ("Pro Expense",)
    targets: ClassVar[int] = 1
    others: ClassVar[int] = 0

    def sample(self, rng: np.random.Generator) -> Params:
        """Draws expenses, all with different names, some the task's own and the rest around them.

        Returns:
            ``expenses`` and ``noise``: lists of expenses, each a dict of name, amount in cents,
            category id, note and date in epoch ms.
        """
        drawn = _draw(rng, self.targets + self.others)
        return {"expenses": drawn[: self.targets], "noise": drawn[self.targets :]}

    def before(self, params: Params) -> list[Expense]:
        """The expenses on the phone at the start; the first one has the id 1."""
        return [*params["noise"], *params["expenses"]]

    def setup(self, device: Device, params: Params) -> None:
        """Replaces all expenses by the task's.

        Raises:
            TaskError: If the app has not made its database yet.
        """
        device.force_stop(PACKAGE)
        try:
            device.execute(DATABASE, _CLEAR)
        except DeviceCommandError as error:
            raise TaskError(
                f"Pro Expense has no table of expenses in {DATABASE}: {error}. Install the app on "
                "the device, go through its two first-run pages once, and save the base state."
            ) from error
        _insert(device, self.before(params), 1)
        device.execute(DATABASE, _WATCH)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if exactly the expenses were added or deleted that the goal is about."""
        return float(self.progress(device, params) == 1.0)

    def progress(self, device: Device, params: Params) -> float:
        """Share of the way, 1.0 only where the task is solved; 0.0 where the app's data is gone."""
        try:
            return self._share(device, params)
        except DeviceCommandError as error:
            if re.search("no such|unable to open|not a database", error.output):
                return 0.0
            raise

    def _share(self, device: Device, params: Params) -> float:
        raise NotImplementedError

    def check(self, params: Mapping[str, Any]) -> None:
        """Refuses expenses that the app could not hold, and a wrong number of ``expenses``.

        ``noise`` may have any length: a crowded app is harder.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        count = len(self.sample(np.random.default_rng(0))["expenses"])
        if len(params["expenses"]) != count:
            raise OptionError(
                f"Task {self.name} is about {count} expenses, got {len(params['expenses'])}."
            )
        for expense in [*params["expenses"], *params["noise"]]:
            _check(expense)

    def _intact(
        self, device: Device, params: Params, gone: Collection[int] = (), added: bool = False
    ) -> float:
        """1.0 if nothing has changed but that the ids `gone` are; less the more has.

        If `added`, rows may have been added, whatever they are.
        """
        before = self.before(params)
        rows: list[tuple[Any, ...]] = device.query(
            DATABASE,
            f"SELECT {_CHANGES}.expense_id, expense.expense_id, {_COLUMNS} FROM {_CHANGES} "
            "LEFT JOIN expense USING (expense_id) ORDER BY 1 LIMIT 100",
        )
        spoiled = 0
        for changed, found, *columns in rows:
            is_old = changed <= len(before)
            if is_old and changed not in gone:
                spoiled += tuple(columns) != _columns(before[changed - 1])
            elif is_old or not added:
                spoiled += found is not None
        return 1 / (1 + spoiled)


def _check(expense: Any) -> None:
    if not isinstance(expense, Mapping) or set(expense) != set(_FIELDS):
        raise OptionError(f"An expense needs exactly the keys {list(_FIELDS)}, got {expense!r}.")
    for field, length in (("name", _NAME_LENGTH), ("note", _NOTE_LENGTH)):
        text = expense[field]
        if not isinstance(text, str) or len(text) > length or not text.isprintable() or "|" in text:
            raise OptionError(
                f"An expense's {field} must be a line of at most {length} characters without '|', "
                f"got {text!r}."
            )
    amount, category, date = expense["amount"], expense["category"], expense["date"]
    if type(amount) is not int or not 0 <= amount < 10**10:
        raise OptionError(f"An expense's amount must be 0 to 9999999999 cents, got {amount!r}.")
    if category not in CATEGORIES:
        raise OptionError(f"An expense's category must be one of {CATEGORIES}, got {category!r}.")
    if type(date) is not int or date < 0:
        raise OptionError(f"An expense's date must be an epoch time in ms, got {date!r}.")


class _ExpenseAdd(_ExpenseTask):
    """Adding expenses to the ones that are there."""

    template = ""
    others = 10

    def sample(self, rng: np.random.Generator) -> Params:
        """Draws the expenses and how the goal writes them: ``"csv"`` or ``"text_block"``."""
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
        """Refuses expenses that the app could not hold, and unknown formats.

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
        return share if share < 1.0 else self._intact(device, params, added=True)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Wrong values, a row too few, a row too many, an old row touched."""
        wanted: list[Expense] = params["expenses"]
        last = wanted[-1]
        first_id = len(params["noise"]) + 1

        def adds(*expenses: Expense) -> NearMiss:
            return _does(lambda device: _insert(device, expenses, first_id))

        def but(**changes: Any) -> NearMiss:
            return adds(*wanted[:-1], {**last, **changes})

        category = last["category"] % len(CATEGORIES) + 1
        note = NOTES[0] if not fuzzy_match(last["note"], NOTES[0]) else NOTES[1]

        def loses_old(device: Device) -> None:
            _insert(device, wanted, first_id)
            _delete(device, [1])

        def edits_old(device: Device) -> None:
            _insert(device, wanted, first_id)
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
            "an old expense deleted": _does(loses_old),
            "an old expense edited": _does(edits_old),
            "a folder deleted": _harms(lambda device: _insert(device, wanted, first_id)),
        }


def _is_expense(expense: Expense, row: tuple[Any, ...]) -> bool:
    name, amount, category, note = row
    return (
        amount == expense["amount"]
        and category == expense["category"]
        and fuzzy_match(name, expense["name"])
        and fuzzy_match(note, expense["note"])
    )


def _does(attempt: Callable[[Device], None]) -> NearMiss:
    """A near miss that gives no answer."""

    def near_miss(device: Device) -> str | None:
        attempt(device)
        return None

    return near_miss


def _harms(solve: Callable[[Device], None]) -> NearMiss:
    """A solution that also deletes a folder which has nothing to do with it."""

    def attempt(device: Device) -> None:
        solve(device)
        device.shell(f"rmdir {STORAGE}/Ringtones")

    return Disputed(_does(attempt))


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
        """Draws the expenses; the list shows them by date."""
        return _ExpenseTask.sample(self, rng)

    def goal(self, params: Params) -> Goal:
        """Return the instruction, which names no expense."""
        return Goal(self.template, {})

    def check(self, params: Mapping[str, Any]) -> None:
        """Refuses expenses that the app could not hold.

        Raises:
            OptionError: Naming the value at fault.
        """
        _ExpenseTask.check(self, params)
        for expense in params["expenses"]:
            if len(expense["note"] + self.mark) > _NOTE_LENGTH:
                raise OptionError(
                    f"A note has no room for {self.mark!r} in {_NOTE_LENGTH} characters: "
                    f"{expense['note']!r}."
                )

    def setup(self, device: Device, params: Params) -> None:
        """Fills the app, and writes the list."""
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
        return share if share < 1.0 else self._intact(device, params, added=True)

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
                _insert(device, params["expenses"], first_id)
                device.shell(f"{command} {self.list_path}")

            return Disputed(_does(attempt))

        return {
            **super().near_misses(params),
            "the list deleted": adds_and("rm"),
            "the list changed": adds_and("echo done >>"),
        }


class _ExpenseDelete(_ExpenseTask):
    """Deleting all of ``params["expenses"]`` and nothing else."""

    def goal(self, params: Params) -> Goal:
        """Return the instruction, naming the expenses."""
        names = ", ".join(row["name"] for row in params["expenses"])
        return Goal(self.template, {"names": names})

    def check(self, params: Mapping[str, Any]) -> None:
        """Refuses expenses that the app could not hold, or whose names are not unique.

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
        return share if share < 1.0 else self._intact(device, params, gone)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """One deleted too few, one too many, one added, one edited in place of deleted."""
        ids = list(self._ids(params))
        wanted, noise = params["expenses"], params["noise"]

        def edits(device: Device) -> None:
            _delete(device, ids[:-1])
            device.execute(
                DATABASE, "UPDATE expense SET name = '' WHERE expense_id = ?", [(ids[-1],)]
            )

        def adds(device: Device) -> None:
            _delete(device, ids)
            _insert(device, [{**wanted[-1], "amount": 1}], ids[-1] + 1)

        found = {
            "an item left": _does(lambda device: _delete(device, ids[:-1])),
            "an item emptied, not deleted": _does(edits),
            "an expense added": _does(adds),
            "a folder deleted": _harms(lambda device: _delete(device, ids)),
        }
        if noise:
            found["one deleted too many"] = _does(lambda device: _delete(device, [1, *ids]))
            found["another deleted instead"] = _does(lambda device: _delete(device, [1, *ids[1:]]))
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


class _ExpenseDeleteDuplicates(_ExpenseTask):
    """Deleting one of two equal expenses: ``params["expenses"]``, the last two rows."""

    difficulty = "medium"

    def sample(self, rng: np.random.Generator) -> Params:
        """Draws one expense, which is there twice, and the others."""
        params = super().sample(rng)
        return {**params, "expenses": [params["expenses"][0], dict(params["expenses"][0])]}

    def check(self, params: Mapping[str, Any]) -> None:
        """Refuses anything but two equal expenses among others that are all different.

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
        return self._intact(device, params, gone) if len(gone) == 1 else 0.0

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Both deleted, another deleted, one more deleted, one edited."""
        last = len(params["noise"]) + 2

        def edits(device: Device) -> None:
            device.execute(
                DATABASE, "UPDATE expense SET amount = amount + 1 WHERE expense_id = ?", [(last,)]
            )

        return {
            "both deleted": _does(lambda device: _delete(device, [last - 1, last])),
            "another deleted": _does(lambda device: _delete(device, [last - 2])),
            "one deleted too many": _does(lambda device: _delete(device, [last - 2, last])),
            "one edited, not deleted": _does(edits),
            "a folder deleted": _harms(lambda device: _delete(device, [last])),
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
        """Draws the expenses; the last three of ``noise`` look much like the pair."""
        params = super().sample(rng)
        extra = 50 + rng.choice(950, size=3, replace=False)
        pair = params["expenses"][0]
        for row, more in zip(params["noise"][-3:], extra, strict=True):
            row.update({**pair, "amount": pair["amount"] + int(more), "date": row["date"]})
        return params
