"""Databases of Room, Android's SQLite library, that are recreated rather than migrated."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["RoomSchema"]


@dataclass(frozen=True)
class RoomSchema:
    """A database that Room would open with ``fallbackToDestructiveMigration``.

    Attributes:
        name: Name of the file in the app's databases folder.
        version: Version of the schema.
        script: SQL statements that create the tables.
    """

    name: str
    version: int
    script: str

    @functools.cached_property
    def tables(self) -> tuple[str, ...]:
        """Names of the tables that the script creates."""
        return tuple(re.findall(r"CREATE TABLE (?:IF NOT EXISTS )?`?(\w+)", self.script))

    def open(self, context: Context) -> Database:
        """Open the database; create it if it is missing or doesn't match."""
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
        """Return whether the database matches: all of the tables exist."""
        tables = database.query("SELECT name FROM sqlite_master WHERE type='table'")
        return {row[0] for row in tables}.issuperset(self.tables)

    def make_anew(self, database: Database) -> None:
        """Drop the tables and create them again."""
        for table in self.tables:
            database.execute(f"DROP TABLE IF EXISTS {table}")
        self._create(database)

    def _create(self, database: Database) -> None:
        database.script(self.script)
