"""Pro Expense's storage: Room database, preferences, and in-memory state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from android_gym.simulator.appkit.columns import number_of
from android_gym.simulator.appkit.room import RoomSchema
from android_gym.simulator.apps.pro_expense.model import CATEGORIES, INCOME, PAGE, Expense
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["ExpenseStore", "Memory", "install"]


_NEEDED: Final = frozenset(
    "expense_id name amount category note created_date modified_date".split()
)


class _Schema(RoomSchema):
    """The app's schema; Room rejects another app's database by its identity hash."""

    def fits(self, database: Database) -> bool:
        """Return whether the table of expenses has the needed columns."""
        columns = {row[1] for row in database.query("PRAGMA table_info(expense)")}
        return columns >= _NEEDED


_SCHEMA: Final = _Schema(
    "accounting.db",
    version=6,
    script="""
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE IF NOT EXISTS `expense` (
`expense_id` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, `name` TEXT, `amount` INTEGER NOT NULL,
`category` INTEGER NOT NULL, `note` TEXT, `created_date` INTEGER NOT NULL,
`modified_date` INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS `backup` (
`backup_id` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, `name` TEXT NOT NULL,
`path` TEXT NOT NULL, `created_date` INTEGER NOT NULL, `item_total` INTEGER NOT NULL,
`worker_id` TEXT NOT NULL, `is_completed` INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT);
INSERT OR REPLACE INTO room_master_table (id,identity_hash)
VALUES(42, '27085a6798a70569f4984067458b86b2');
""",
)


@dataclass(frozen=True)
class Memory:
    """State that is lost with the process.

    Attributes:
        started_ms: Start time of the process; "Today" in lists is that day.
    """

    started_ms: int = 0


def open_database(context: Context) -> Database:
    """Open ``accounting.db``, creating it if it is missing."""
    return _SCHEMA.open(context)


def install(context: Context, *, cleared: bool) -> None:
    """Skip onboarding with an empty database, like the prepared image; not for a cleared app."""
    if cleared:
        return
    context.preferences().put(
        isFirstTime=False, selected_language="en", selected_currency_number="840", theme_mode=2
    )
    open_database(context)
    context.system.databases.close_owner(context.package)


def _expense(row: Sequence[Any]) -> Expense:
    number, name, amount, category, note, created, modified = row
    return Expense(
        number,
        name if isinstance(name, str) else "",
        amount if isinstance(amount, int) else 0,
        category if category in CATEGORIES else 1,
        note if isinstance(note, str) else "",
        created if isinstance(created, int) else 0,
        modified if isinstance(modified, int) else 0,
    )


_COLUMNS = "expense_id, name, amount, category, note, created_date, modified_date"


class ExpenseStore:
    """Queries of Pro Expense's database."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @property
    def database(self) -> Database:
        """The open database."""
        return open_database(self._context)

    def recent(self) -> list[Expense]:
        """Return the four newest expenses by displayed date."""
        rows = self.database.query(
            f"SELECT {_COLUMNS} FROM expense ORDER BY modified_date DESC LIMIT 4"
        )
        return [_expense(row) for row in rows]

    def get(self, number: int) -> Expense | None:
        """Return an expense by its id; None if there is none."""
        rows = self.database.query(
            f"SELECT {_COLUMNS} FROM expense WHERE expense_id = ?", (number,)
        )
        return _expense(rows[0]) if rows else None

    def empty(self) -> bool:
        """Return whether there are no expenses."""
        return not self.database.query("SELECT 1 FROM expense LIMIT 1")

    def totals(self, since_ms: int) -> tuple[int, int]:
        """Return (income, outcome) after a time."""
        income, outcome = self.database.query(
            "SELECT total(CASE WHEN category = ? THEN amount END), "
            "total(CASE WHEN category <> ? THEN amount END) FROM expense WHERE modified_date > ?",
            (INCOME, INCOME, since_ms),
        )[0]
        return number_of(income), number_of(outcome)

    def outcome_by_day(self, since_ms: int) -> list[int]:
        """Return the outcome of each of the seven days from a time on."""
        rows = self.database.query(
            "SELECT (modified_date - ?) / 86400000 AS day, sum(amount) FROM expense "
            "WHERE modified_date >= ? AND modified_date < ? AND category <> ? GROUP BY day",
            (since_ms, since_ms, since_ms + 7 * 86_400_000, INCOME),
        )
        days = [0] * 7
        for day, amount in rows:
            days[day] = number_of(amount)
        return days

    def span(self) -> tuple[int, int] | None:
        """Return the oldest and newest displayed date; None without expenses."""
        oldest, newest = self.database.query(
            "SELECT min(modified_date), max(modified_date) FROM expense"
        )[0]
        return None if oldest is None else (number_of(oldest), number_of(newest))

    def count(self, first_ms: int, last_ms: int) -> int:
        """Return the number of expenses between two times."""
        return self.database.value(
            "SELECT count(*) FROM expense WHERE modified_date BETWEEN ? AND ?", (first_ms, last_ms)
        )

    def page(self, first_ms: int, last_ms: int, descending: bool, number: int) -> list[Expense]:
        """Return a page of `PAGE` expenses between two times."""
        order = "DESC" if descending else "ASC"
        rows = self.database.query(
            f"SELECT {_COLUMNS} FROM expense WHERE modified_date BETWEEN ? AND ? "
            f"ORDER BY modified_date {order}, expense_id {order} LIMIT {PAGE} OFFSET ?",
            (first_ms, last_ms, number * PAGE),
        )
        return [_expense(row) for row in rows]

    def shares(self, first_ms: int, last_ms: int) -> list[tuple[int, float]]:
        """Return (category, share of the total) between two times, largest first."""
        rows = self.database.query(
            "SELECT category, total(amount) FROM expense WHERE modified_date BETWEEN ? AND ? "
            "GROUP BY category ORDER BY 2 DESC, 1",
            (first_ms, last_ms),
        )
        rows = [(category, number_of(amount)) for category, amount in rows]
        whole = sum(amount for _, amount in rows)
        return [(c if c in CATEGORIES else 1, a / whole) for c, a in rows] if whole else []

    def insert(
        self, name: str, amount: int, category: int, note: str, created_ms: int, modified_ms: int
    ) -> None:
        """Add an expense."""
        self.database.execute(
            "INSERT INTO expense (name, amount, category, note, created_date, modified_date) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (name, amount, category, note, created_ms, modified_ms),
        )

    def update(
        self, number: int, name: str, amount: int, category: int, note: str, modified_ms: int
    ) -> None:
        """Update an expense, keeping its creation date."""
        self.database.execute(
            "UPDATE expense SET name = ?, amount = ?, category = ?, note = ?, modified_date = ? "
            "WHERE expense_id = ?",
            (name, amount, category, note, modified_ms, number),
        )

    def delete(self, numbers: Sequence[int]) -> None:
        """Delete expenses by id."""
        marks = ", ".join("?" * len(numbers))
        self.database.execute(f"DELETE FROM expense WHERE expense_id IN ({marks})", tuple(numbers))

    def backups(self) -> list[tuple[int, str, int, int]]:
        """Return (id, name, date, number of items) of the existing backups."""
        return self.database.query(
            "SELECT backup_id, name, created_date, item_total FROM backup "
            "WHERE is_completed = 1 ORDER BY created_date DESC"
        )
