"""Tasks about the rows of one table in an app's database.

The rows that a task puts on the phone get the ids 1, 2, ... in the order of its parameters, and
triggers record the ids of rows that change afterwards in an extra table. So judging only reads what
has changed and needs no copy of the previous rows: a new row has a higher id (SQLite's
AUTOINCREMENT never reuses one), and an old one must match the parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from android_gym.devices.user_data import STORAGE
from android_gym.errors import DeviceCommandError, OptionError, TaskError
from android_gym.task_suite.task import Disputed, NearMiss, Params, Task

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["CHANGES", "Item", "RowTask", "RowTable", "check_line", "does", "harms"]

Item = dict[str, Any]
"""Values of a row by column, as listed in a task's parameters."""

CHANGES = "android_gym_changes"
"""Name of the extra table with the ids of changed rows."""


@dataclass(frozen=True)
class RowTable:
    """A table with an AUTOINCREMENT id.

    Attributes:
        package: The app's package.
        database: Path of the database.
        table: Name of the table.
        id: Name of the id column.
        columns: The other columns of a task's rows, in the order of `RowTask.values`.
        missing: Error message if the device has no such table.
        linked: Tables that refer to the rows and are cleared before a task.
    """

    package: str
    database: str
    table: str
    id: str
    columns: tuple[str, ...]
    missing: str
    linked: tuple[str, ...] = ()

    @property
    def _triggers(self) -> dict[str, str]:
        return {
            f"android_gym_{event}": f"AFTER {event} ON {self.table} BEGIN "
            f"INSERT OR IGNORE INTO {CHANGES} VALUES ({row}.{self.id}); END"
            for event, row in (("insert", "new"), ("update", "old"), ("delete", "old"))
        }

    def clear(self, device: Device) -> None:
        """Delete all rows and our table and triggers; ids start again at 1.

        Raises:
            TaskError: If the app has not created its database yet.
        """
        device.force_stop(self.package)
        statements = [
            *(f"DROP TRIGGER IF EXISTS {name}" for name in self._triggers),
            f"DROP TABLE IF EXISTS {CHANGES}",
            *(f"DELETE FROM {table}" for table in (*self.linked, self.table)),
            f"DELETE FROM sqlite_sequence WHERE name = '{self.table}'",
        ]
        try:
            device.execute(self.database, ";\n".join(statements))
        except DeviceCommandError as error:
            raise TaskError(f"{self.missing} ({self.database}: {error})") from error

    def watch(self, device: Device) -> None:
        """Record from now on which rows change."""
        statements = [
            f"CREATE TABLE {CHANGES} ({self.id} INTEGER PRIMARY KEY)",
            *(f"CREATE TRIGGER {name} {what}" for name, what in self._triggers.items()),
        ]
        device.execute(self.database, ";\n".join(statements))

    def insert(self, device: Device, rows: Sequence[Sequence[Any]], first_id: int) -> None:
        """Add rows with ids from `first_id` on."""
        if rows:
            marks = ", ".join("?" * (len(self.columns) + 1))
            device.execute(
                self.database,
                f"INSERT INTO {self.table} ({', '.join((self.id, *self.columns))}) "
                f"VALUES ({marks})",
                [(first_id + place, *row) for place, row in enumerate(rows)],
            )

    def delete(self, device: Device, ids: Collection[int]) -> None:
        """Delete rows by their ids."""
        device.execute(
            self.database,
            f"DELETE FROM {self.table} WHERE {self.id} = ?",
            [(number,) for number in ids],
        )

    def put(self, device: Device, number: int, column: str, value: Any) -> None:
        """Change one column of one row."""
        device.execute(
            self.database,
            f"UPDATE {self.table} SET {column} = ? WHERE {self.id} = ?",
            [(value, number)],
        )

    def added(
        self, device: Device, columns: Sequence[str], after: int, most: int
    ) -> list[tuple[Any, ...]]:
        """Return some columns of at most `most` rows with higher ids than `after`."""
        return device.query(
            self.database,
            f"SELECT {', '.join(columns)} FROM {self.table} WHERE {self.id} > ? "
            f"ORDER BY {self.id} LIMIT ?",
            (after, most),
        )

    def gone(self, device: Device, ids: Collection[int]) -> set[int]:
        """Return those of a handful of ids that have no row."""
        marks = ", ".join("?" * len(ids))
        rows = device.query(
            self.database,
            f"SELECT {self.id} FROM {self.table} WHERE {self.id} IN ({marks})",
            tuple(ids),
        )
        return set(ids) - {row[0] for row in rows}

    def changed(self, device: Device) -> list[tuple[Any, ...]]:
        """Return (id, id or None if it is gone, columns) of up to 100 changed rows."""
        return device.query(
            self.database,
            f"SELECT {CHANGES}.{self.id}, {self.table}.{self.id}, {', '.join(self.columns)} "
            f"FROM {CHANGES} LEFT JOIN {self.table} USING ({self.id}) ORDER BY 1 LIMIT 100",
        )


class RowTask(Task):
    """Base class of tasks about rows, some of which are on the phone at the start.

    Attributes:
        rows: The table.
        kind: Name of the parameter with the task's own rows; ``noise`` has the others.
        targets: Number of rows in ``params[kind]``.
        others: Number of rows in ``params["noise"]``.
    """

    rows: ClassVar[RowTable]
    kind: ClassVar[str]
    targets: ClassVar[int] = 1
    others: ClassVar[int] = 0

    # -- defined by each app's tasks

    def draw(self, rng: np.random.Generator, count: int) -> list[Item]:
        """Draw different rows."""
        raise NotImplementedError(f"{type(self).__name__} must draw its rows.")

    @staticmethod
    def values(item: Item) -> tuple[Any, ...]:
        """Return a row as values of the columns of `rows` after the id."""
        raise NotImplementedError

    @staticmethod
    def check_item(item: Any) -> None:
        """Check a row given by hand.

        Raises:
            OptionError: If the app could not hold it, naming the value at fault.
        """
        raise NotImplementedError

    @staticmethod
    def another(item: Item) -> Item:
        """Return a row that a person can tell from a given one; for near misses."""
        raise NotImplementedError

    # -- derived from it

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the task's own rows and the others.

        Returns:
            ``noise`` and a list named by `kind`.
        """
        drawn = self.draw(rng, self.targets + self.others)
        return {self.kind: drawn[: self.targets], "noise": drawn[self.targets :]}

    def before(self, params: Params) -> list[Item]:
        """Return the rows on the phone at the start; the first has the id 1."""
        return [*params["noise"], *params[self.kind]]

    def setup(self, device: Device, params: Params) -> None:
        """Replace all rows by the task's rows.

        Raises:
            TaskError: If the app has not created its database yet.
        """
        self.rows.clear(device)
        self.rows.insert(device, [self.values(item) for item in self.before(params)], 1)
        self.rows.watch(device)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if exactly the rows that the goal asks for were added or deleted."""
        return float(self.progress(device, params) == 1.0)

    def progress(self, device: Device, params: Params) -> float:
        """Return the progress, 1.0 only if the task is solved; 0.0 if the app's data is gone."""
        return self.share_of(lambda: self._share(device, params))

    @staticmethod
    def share_of(share: Callable[[], float]) -> float:
        """Return a share computed from the database; 0.0 if the app's data is gone."""
        try:
            return share()
        except DeviceCommandError as error:
            if error.lacks_rows:
                return 0.0
            raise

    def _share(self, device: Device, params: Params) -> float:
        raise NotImplementedError

    def counts(self) -> Collection[int]:
        """Return the allowed numbers of rows in ``params[kind]``."""
        return (len(self.sample(np.random.default_rng(0))[self.kind]),)

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject rows that the app could not hold, and a wrong number of the task's own rows.

        ``noise`` may have any length: a crowded app is harder.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        found, wanted = len(params[self.kind]), self.counts()
        if found not in wanted:
            words = " or ".join(map(str, wanted))
            raise OptionError(f"Task {self.name} is about {words} {self.kind}, got {found}.")
        for item in [*params[self.kind], *params["noise"]]:
            self.check_item(item)

    def intact(
        self, device: Device, params: Params, gone: Collection[int] = (), added: bool = False
    ) -> float:
        """Return 1.0 if nothing changed except that the ids `gone` are; less for other changes.

        If `added`, any rows may have been added.
        """
        before = self.before(params)
        spoiled = 0
        for changed, found, *columns in self.rows.changed(device):
            is_old = changed <= len(before)
            if is_old and changed not in gone:
                spoiled += tuple(columns) != self.values(before[changed - 1])
            elif is_old or not added:
                spoiled += found is not None
        return 1 / (1 + spoiled)


def check_line(what: str, text: Any, length: int) -> None:
    """Check that a text is a single line that a goal can list.

    Raises:
        OptionError: Naming the text.
    """
    if not isinstance(text, str) or len(text) > length or not text.isprintable() or "|" in text:
        raise OptionError(
            f"{what} must be a line of at most {length} characters without '|', got {text!r}."
        )


def does(attempt: Callable[[Device], None]) -> NearMiss:
    """Return a near miss that gives no answer."""

    def near_miss(device: Device) -> str | None:
        attempt(device)
        return None

    return near_miss


def harms(solve: Callable[[Device], None]) -> NearMiss:
    """Return a solution that also deletes an unrelated folder."""

    def attempt(device: Device) -> None:
        solve(device)
        device.shell(f"rmdir {STORAGE}/Ringtones")

    return Disputed(does(attempt))
