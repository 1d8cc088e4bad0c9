"""Pro Expense's rows, for questions about expenses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar

from android_gym.errors import DeviceCommandError, TaskError
from android_gym.task_suite.android_world.expense import rows as table
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.tables import read_texts
from android_gym.task_suite.questions.values import Field, Value, day_and_time, epoch_seconds
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["ADAPTERS", "Expenses"]

_CATEGORY_IDS = {name: number for number, name in table.CATEGORIES.items()}


class Expenses(Adapter):
    """Expenses, one for each row of Pro Expense's table; income is one of the categories."""

    name = "expenses"
    fields: ClassVar[Mapping[str, Field]] = {
        "name": Field("text"),
        "amount": Field("number", "$"),
        "category": Field("text", default="Others"),
        "note": Field("text", optional=True, default=""),
        "date": Field("date"),
        "time": Field("time", default="12:00"),
    }
    made_at: ClassVar[frozenset[str]] = frozenset({"date", "time"})

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw an expense in the first half of October."""
        (drawn,) = table.draw(rng, 1)
        moment = datetime.fromtimestamp(drawn["date"] / 1000, UTC)
        return {
            "name": drawn["name"],
            "amount": drawn["amount"] / 100,
            "category": table.CATEGORIES[drawn["category"]],
            "note": drawn["note"],
            "date": moment.date().isoformat(),
            "time": f"{moment:%H:%M}",
        }

    def settle(self, row: Row) -> Row:
        """Reject values that the app's fields do not accept; an amount has two decimals."""
        settled = super().settle(row)
        if settled["category"] not in _CATEGORY_IDS:
            raise ValueError(f"{settled['category']!r} is none of {sorted(_CATEGORY_IDS)}")
        settled["amount"] = round(float(str(settled["amount"])), 2)
        table.check_expense(_stored(settled))
        return settled

    def written(self, field: str, value: Value) -> str:
        """Format amounts with two decimals."""
        return f"{value:.2f}" if field == "amount" else super().written(field, value)

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all expenses.

        Raises:
            TaskError: If the app has not created its database yet.
        """
        device.force_stop(table.PACKAGE)
        try:
            device.execute(table.DATABASE, "DELETE FROM expense")
        except DeviceCommandError as error:
            raise TaskError(
                f"Pro Expense has no table of expenses in {table.DATABASE}: {error}. Install the "
                "app on the device, go through its two first-run pages once, and save the base "
                "state."
            ) from error
        table.insert(device, [_stored(row) for row in rows], 1)

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read all expenses."""
        columns = "name, amount, category, note, created_date"
        return [
            {
                "name": name,
                "amount": round(int(cents) / 100, 2),
                "category": table.CATEGORIES.get(int(category), f"category {category}"),
                "note": note,
                **day_and_time(int(epoch_ms) // 1000),
            }
            for name, cents, category, note, epoch_ms in read_texts(
                device, table.DATABASE, f"SELECT {columns} FROM expense"
            )
        ]

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow as many lost and new expenses as given."""
        return [Rows("expenses", added=len(new), lost=len(lost))]


def _stored(row: Row) -> table.Expense:
    """Return a row in the format of the app's table."""
    return {
        "name": row["name"],
        "amount": round(float(str(row["amount"])) * 100),
        "category": _CATEGORY_IDS[str(row["category"])],
        "note": row["note"],
        "date": epoch_seconds(row["date"], row["time"]) * 1000,
    }


ADAPTERS = (Expenses(),)
