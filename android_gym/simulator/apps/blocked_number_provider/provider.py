"""``content://com.android.blockednumber/blocked``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from android_gym.simulator.system.databases import Database
from android_gym.simulator.system.phone_numbers import e164
from android_gym.simulator.ui.activity import Context

__all__ = ["BlockedNumberProvider"]

_COLUMNS = ("_id", "original_number", "e164_number")


def _create(database: Database) -> None:
    database.script(
        "CREATE TABLE android_metadata (locale TEXT);"
        "INSERT INTO android_metadata VALUES ('en_US');"
        "CREATE TABLE blocked (_id INTEGER PRIMARY KEY AUTOINCREMENT, "
        "original_number TEXT NOT NULL UNIQUE, e164_number TEXT);"
    )


class BlockedNumberProvider:
    """Numbers whose calls are turned away."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @property
    def database(self) -> Database:
        """The open database."""
        return self.context.database("blockednumbers.db", version=2, create=_create)

    def _where(self, uri: str, where: str | None) -> str:
        found = re.fullmatch(r"content://com\.android\.blockednumber/blocked(?:/(\d+))?", uri)
        if found is None:
            raise ValueError(f"Unsupported URI: {uri}")
        parts = [f"_id = {found[1]}" if found[1] else "", where or ""]
        return " AND ".join(f"({part})" for part in parts if part) or "1"

    def query(
        self,
        uri: str,
        projection: Sequence[str] | None = None,
        where: str | None = None,
        sort: str | None = None,
        parameters: Sequence[Any] = (),
    ) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        """Lists numbers."""
        names = list(projection or _COLUMNS)
        rows = self.database.query(
            f"SELECT {', '.join(names)} FROM blocked WHERE {self._where(uri, where)} "
            f"ORDER BY {sort or '_id'}",
            tuple(parameters),
        )
        return names, rows

    def insert(self, uri: str, values: Mapping[str, Any]) -> str:
        """Blocks a number; one that is blocked already stays as it is.

        Raises:
            ValueError: If there is no ``original_number``.
        """
        self._where(uri, None)
        number = str(values.get("original_number") or "")
        if not number:
            raise ValueError("Missing a required column original_number")
        self.delete(uri, "original_number = ?", (number,))
        row = {"original_number": number, "e164_number": values.get("e164_number") or e164(number)}
        added = self.database.insert("blocked", row)
        return f"content://com.android.blockednumber/blocked/{added}"

    def delete(self, uri: str, where: str | None = None, parameters: Sequence[Any] = ()) -> int:
        """Unblocks numbers."""
        return self.database.execute(
            f"DELETE FROM blocked WHERE {self._where(uri, where)}", tuple(parameters)
        ).rowcount

    def get_type(self, uri: str) -> str:
        """The MIME type behind a URI."""
        last = uri.rpartition("/")[2]
        return f"vnd.android.cursor.{'item' if last.isdecimal() else 'dir'}/blocked_number"
