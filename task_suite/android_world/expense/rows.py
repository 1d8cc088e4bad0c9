"""Pro Expense's table, and what its tasks share.

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
from android_gym.task_suite.task import Disputed, NearMiss, Params, Task

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "CATEGORIES",
    "CHANGES",
    "COLUMNS",
    "DATABASE",
    "Expense",
    "ExpenseTask",
    "NAMES",
    "NOTES",
    "NOTE_LENGTH",
    "PACKAGE",
    "check_expense",
    "columns_of",
    "delete",
    "does",
    "draw",
    "harms",
    "insert",
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

_NAME_LENGTH, NOTE_LENGTH = 20, 100  # what the app's fields take
_OCTOBER = 1_696_118_400_000  # 2023-10-01 00:00 UTC
_HOUR = 3_600_000
_HOURS = 14 * 24 + 15  # until 2023-10-15 14:00; a task starts at 15:34 that day

COLUMNS = "name, amount, category, note, created_date, modified_date"
_FIELDS = ("name", "amount", "category", "note", "date")

CHANGES = "android_gym_changes"
_TRIGGERS = {
    f"android_gym_{event}": f"AFTER {event} ON expense BEGIN "
    f"INSERT OR IGNORE INTO {CHANGES} VALUES ({row}.expense_id); END"
    for event, row in (("insert", "new"), ("update", "old"), ("delete", "old"))
}
_CLEAR = ";\n".join(
    [
        *(f"DROP TRIGGER IF EXISTS {name}" for name in _TRIGGERS),
        f"DROP TABLE IF EXISTS {CHANGES}",
        "DELETE FROM expense",
        "DELETE FROM sqlite_sequence WHERE name = 'expense'",  # ids start again at 1
    ]
)
_WATCH = ";\n".join(
    [
        f"CREATE TABLE {CHANGES} (expense_id INTEGER PRIMARY KEY)",
        *(f"CREATE TRIGGER {name} {what}" for name, what in _TRIGGERS.items()),
    ]
)


def draw(rng: np.random.Generator, count: int) -> list[Expense]:
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


def columns_of(expense: Expense) -> tuple[Any, ...]:
    """An expense as the database's columns after the id."""
    values = tuple(expense[field] for field in _FIELDS)
    return (*values, expense["date"])


def insert(device: Device, expenses: Sequence[Expense], first_id: int) -> None:
    """Put expenses into the app's table, with ids from `first_id` on."""
    rows = [(first_id + i, *columns_of(expense)) for i, expense in enumerate(expenses)]
    if rows:
        device.execute(
            DATABASE,
            f"INSERT INTO expense (expense_id, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
            rows,
        )


def delete(device: Device, ids: Collection[int]) -> None:
    """Delete rows by their ids."""
    device.execute(DATABASE, "DELETE FROM expense WHERE expense_id = ?", [(i,) for i in ids])


class ExpenseTask(Task):
    """Base class of Pro Expense's tasks: rows on the phone before the start.

    Attributes:
        targets: Number of expenses in ``params["expenses"]``.
        others: Number of expenses in ``params["noise"]``.
    """

    apps: ClassVar[tuple[str, ...]] = ("Pro Expense",)
    targets: ClassVar[int] = 1
    others: ClassVar[int] = 0

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw expenses, all with different names, some the task's own and the rest around them.

        Returns:
            ``expenses`` and ``noise``: lists of expenses, each a dict of name, amount in cents,
            category id, note and date in epoch ms.
        """
        drawn = draw(rng, self.targets + self.others)
        return {"expenses": drawn[: self.targets], "noise": drawn[self.targets :]}

    def before(self, params: Params) -> list[Expense]:
        """The expenses on the phone at the start; the first one has the id 1."""
        return [*params["noise"], *params["expenses"]]

    def setup(self, device: Device, params: Params) -> None:
        """Replace all expenses by the task's.

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
        insert(device, self.before(params), 1)
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
        """Refuse expenses that the app could not hold, and a wrong number of ``expenses``.

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
            check_expense(expense)

    def intact(
        self, device: Device, params: Params, gone: Collection[int] = (), added: bool = False
    ) -> float:
        """1.0 if nothing has changed but that the ids `gone` are; less the more has.

        If `added`, rows may have been added, whatever they are.
        """
        before = self.before(params)
        rows: list[tuple[Any, ...]] = device.query(
            DATABASE,
            f"SELECT {CHANGES}.expense_id, expense.expense_id, {COLUMNS} FROM {CHANGES} "
            "LEFT JOIN expense USING (expense_id) ORDER BY 1 LIMIT 100",
        )
        spoiled = 0
        for changed, found, *columns in rows:
            is_old = changed <= len(before)
            if is_old and changed not in gone:
                spoiled += tuple(columns) != columns_of(before[changed - 1])
            elif is_old or not added:
                spoiled += found is not None
        return 1 / (1 + spoiled)


def check_expense(expense: Any) -> None:
    """Check that an expense, given by hand, is one that the app can hold.

    Raises:
        OptionError: Naming the value at fault.
    """
    if not isinstance(expense, Mapping) or set(expense) != set(_FIELDS):
        raise OptionError(f"An expense needs exactly the keys {list(_FIELDS)}, got {expense!r}.")
    for field, length in (("name", _NAME_LENGTH), ("note", NOTE_LENGTH)):
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


def does(attempt: Callable[[Device], None]) -> NearMiss:
    """A near miss that gives no answer."""

    def near_miss(device: Device) -> str | None:
        attempt(device)
        return None

    return near_miss


def harms(solve: Callable[[Device], None]) -> NearMiss:
    """A solution that also deletes a folder which has nothing to do with it."""

    def attempt(device: Device) -> None:
        solve(device)
        device.shell(f"rmdir {STORAGE}/Ringtones")

    return Disputed(does(attempt))
