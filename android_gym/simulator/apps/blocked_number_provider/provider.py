"""The content provider of ``content://com.android.blockednumber/blocked``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from android_gym.simulator.appkit.providers import ContentProvider, Source, Uri
from android_gym.simulator.system.databases import Database
from android_gym.simulator.system.phone_numbers import e164

__all__ = ["BlockedNumberProvider"]

_COLUMNS = ("_id", "original_number", "e164_number")


def _create(database: Database) -> None:
    database.script(
        "CREATE TABLE android_metadata (locale TEXT);"
        "INSERT INTO android_metadata VALUES ('en_US');"
        "CREATE TABLE blocked (_id INTEGER PRIMARY KEY AUTOINCREMENT, "
        "original_number TEXT NOT NULL UNIQUE, e164_number TEXT);"
    )


class BlockedNumberProvider(ContentProvider):
    """Phone numbers whose calls and messages are rejected."""

    WRITES = frozenset(("insert", "delete"))
    KIND = "blocked_number"

    def open(self) -> Database:
        """Open the database."""
        return self.context.database("blockednumbers.db", version=2, create=_create)

    def source(self, uri: Uri) -> Source:
        """Return the source of all numbers, or of one."""
        match uri.path:
            case ("blocked",):
                return Source("blocked", columns=_COLUMNS, sort="_id")
            case ("blocked", number) if number.isdecimal():
                return Source("blocked", ("_id = ?",), (int(number),), _COLUMNS, "_id")
        raise ValueError(f"Unsupported URI: {uri.text}")

    def insert(self, uri: str, values: Mapping[str, Any]) -> str:
        """Block a number; do nothing if it is blocked already.

        Raises:
            ValueError: If there is no ``original_number``.
        """
        self.source(Uri.parse(uri))
        number = str(values.get("original_number") or "")
        if not number:
            raise ValueError("Missing a required column original_number")
        self.delete(uri, "original_number = ?", (number,))
        row = {"original_number": number, "e164_number": values.get("e164_number") or e164(number)}
        added = self.database.insert("blocked", row)
        return f"content://com.android.blockednumber/blocked/{added}"
