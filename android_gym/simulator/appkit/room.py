"""Databases of Room, Android's library over SQLite, that are made anew rather than migrated."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["RoomSchema"]


@dataclass(frozen=True)
class RoomSchema:
    """A database as Room makes it with ``fallbackToDestructiveMigration``.

    Attributes:
        name: Of the file, among the app's databases.
        version: Of the schema.
        script: The statements that make the tables.
    """

    name: str
    version: int
    script: str

    @functools.cached_property
    def tables(self) -> tuple[str, ...]:
        """The names of the tables that the script makes."""
        return tuple(re.findall(r"CREATE TABLE (?:IF NOT EXISTS )?`?(\w+)", self.script))

    def open(self, context: Context) -> Database:
        """Open the database; it is made where it is missing, or does not fit."""
        database = context.database(
            self.name,
            wal=True,
            version=self.version,
            create=self._create,
            upgrade=lambda database, old, new: self.make_anew(database),
        )
        if not self.fits(database):
            self.make_anew(database)
        return database

    def fits(self, database: Database) -> bool:
        """Return whether it is this app's: whether all of its tables are there."""
        tables = database.query("SELECT name FROM sqlite_master WHERE type='table'")
        return {row[0] for row in tables}.issuperset(self.tables)

    def make_anew(self, database: Database) -> None:
        """Drop the tables with all their rows, and make them again."""
        for table in self.tables:
            database.execute(f"DROP TABLE IF EXISTS {table}")
        self._create(database)

    def _create(self, database: Database) -> None:
        database.script(self.script)
