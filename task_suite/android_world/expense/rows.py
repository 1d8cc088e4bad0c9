"""Pro Expense's table, and a base class of its tasks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.rows import Item, RowTable, RowTask, check_line

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "CATEGORIES",
    "DATABASE",
    "DAY_MS",
    "FIELDS",
    "NAMES",
    "NOTES",
    "NOTE_LENGTH",
    "PACKAGE",
    "TABLE",
    "Expense",
    "ExpenseTask",
    "check_expense",
    "draw",
    "insert",
    "start_of_day",
]

PACKAGE = "com.arduia.expense"
DATABASE = f"/data/data/{PACKAGE}/databases/accounting.db"

Expense = Item
"""A row: name, amount (cents), category (id), note, date (epoch ms, whole hours)."""

TABLE: Final = RowTable(
    PACKAGE,
    DATABASE,
    "expense",
    "expense_id",
    ("name", "amount", "category", "note", "created_date", "modified_date"),
    "Pro Expense has no table of expenses. Install the app on the device, go through its two "
    "first-run pages once, and save the base state.",
)

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
"""The app's categories by their stored id."""

# The app truncates names to 20 characters. No two names are similar, and none contains a comma or a
# bar, so that every goal is unambiguous.
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

_NAME_LENGTH, NOTE_LENGTH = 20, 100  # limits of the app's fields
_OCTOBER = 1_696_118_400_000  # 2023-10-01 00:00 UTC
_HOUR = 3_600_000
_HOURS = 14 * 24 + 15  # until 2023-10-15 14:00; a task starts at 15:34 that day

DAY_MS: Final = 24 * _HOUR
"""Milliseconds of a day."""

FIELDS: Final = ("name", "amount", "category", "note", "date")
"""Keys of an expense in a task's parameters."""


def draw(rng: np.random.Generator, count: int) -> list[Expense]:
    """Draw `count` expenses with different names and different dates."""
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


def insert(device: Device, expenses: Sequence[Expense], first_id: int) -> None:
    """Insert expenses into the app's table, with ids from `first_id` on."""
    TABLE.insert(device, [ExpenseTask.values(expense) for expense in expenses], first_id)


def check_expense(expense: Any) -> None:
    """Check that an expense given by hand is one that the app can hold.

    Raises:
        OptionError: Naming the value at fault.
    """
    if not isinstance(expense, Mapping) or set(expense) != set(FIELDS):
        raise OptionError(f"An expense needs exactly the keys {list(FIELDS)}, got {expense!r}.")
    for field, length in (("name", _NAME_LENGTH), ("note", NOTE_LENGTH)):
        check_line(f"An expense's {field}", expense[field], length)
    amount, category, date = expense["amount"], expense["category"], expense["date"]
    if type(amount) is not int or not 0 <= amount < 10**10:
        raise OptionError(f"An expense's amount must be 0 to 9999999999 cents, got {amount!r}.")
    if category not in CATEGORIES:
        raise OptionError(f"An expense's category must be one of {CATEGORIES}, got {category!r}.")
    if type(date) is not int or date < 0:
        raise OptionError(f"An expense's date must be an epoch time in ms, got {date!r}.")


def start_of_day(device: Device) -> int:
    """Return the start of the day by the device's clock and time zone, in epoch ms."""
    now, *time = map(int, device.shell("date '+%s %H %M %S'").split())
    hours, minutes, seconds = time
    return 1000 * (now - 3600 * hours - 60 * minutes - seconds)


class ExpenseTask(RowTask):
    """Base class of Pro Expense's tasks.

    An expense is a dict of name, amount in cents, category id, note and date in epoch ms.
    """

    apps: ClassVar[tuple[str, ...]] = ("Pro Expense",)
    rows = TABLE
    kind = "expenses"

    def draw(self, rng: np.random.Generator, count: int) -> list[Expense]:
        """Draw expenses with different names and different dates."""
        return draw(rng, count)

    @staticmethod
    def values(item: Expense) -> tuple[Any, ...]:
        """Return an expense as the table's columns; both dates are equal."""
        return (*(item[field] for field in FIELDS), item["date"])

    @staticmethod
    def check_item(item: Any) -> None:
        """Reject an expense that the app could not hold."""
        check_expense(item)

    @staticmethod
    def another(item: Expense) -> Expense:
        """Return an expense with another amount."""
        return {**item, "amount": 1}
