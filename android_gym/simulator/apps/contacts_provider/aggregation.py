"""Aggregation of raw contacts into contacts, changed by ``AggregationExceptions``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from android_gym.simulator.system.databases import Database

__all__ = ["Aggregation"]

KEEP_TOGETHER: Final = 1
KEEP_SEPARATE: Final = 2


class Aggregation:
    """Joins and separates raw contacts.

    Args:
        database: The contacts' database.
        refresh: Updates the names and flags of a raw contact's contact.
    """

    def __init__(self, database: Database, refresh: Callable[[int], None]) -> None:
        self._database = database
        self._refresh = refresh

    def keep(self, values: Mapping[str, Any]) -> int:
        """Keep two raw contacts together or separate.

        Args:
            values: ``type``, ``raw_contact_id1`` and ``raw_contact_id2``.

        Returns:
            1, the number of exceptions changed.

        Raises:
            ValueError: If one of them is missing or is no raw contact.
        """
        try:
            kind, one, other = (
                int(values[name]) for name in ("type", "raw_contact_id1", "raw_contact_id2")
            )
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"Invalid aggregation exception: {dict(values)}") from error
        first, second = sorted((one, other))
        contacts = [self._contact(first), self._contact(second)]
        with self._database.transaction():
            pair = "raw_contact_id1 = ? AND raw_contact_id2 = ?"
            self._database.execute(f"DELETE FROM agg_exceptions WHERE {pair}", (first, second))
            if kind in (KEEP_TOGETHER, KEEP_SEPARATE):
                row = {"type": kind, "raw_contact_id1": first, "raw_contact_id2": second}
                self._database.insert("agg_exceptions", row)
            if kind == KEEP_TOGETHER and contacts[0] != contacts[1]:
                self._join(*contacts)
            elif kind == KEEP_SEPARATE and contacts[0] == contacts[1]:
                self._part(contacts[0], second)
        return 1

    def _contact(self, raw: int) -> int:
        rows = self._database.query("SELECT contact_id FROM raw_contacts WHERE _id = ?", (raw,))
        if not rows or rows[0][0] is None:
            raise ValueError(f"raw_contact_id {raw} is not there")
        return int(rows[0][0])

    def _join(self, kept: int, gone: int) -> None:
        """Move all raw contacts of a contact to another contact."""
        starred = "SELECT max(starred) FROM contacts WHERE _id IN (?, ?)"
        self._database.execute(
            f"UPDATE contacts SET starred = ({starred}) WHERE _id = ?", (kept, gone, kept)
        )
        self._database.execute(
            "UPDATE raw_contacts SET contact_id = ? WHERE contact_id = ?", (kept, gone)
        )
        self._forget(gone)
        self._name(kept)

    def _part(self, contact: int, raw: int) -> None:
        """Move a raw contact to a new contact."""
        own = self._database.insert("contacts", {"name_raw_contact_id": raw, "starred": 0})
        self._database.execute("UPDATE raw_contacts SET contact_id = ? WHERE _id = ?", (own, raw))
        self._database.insert("default_directory", {"_id": own})
        self._database.insert("visible_contacts", {"_id": own})
        self._name(contact)
        self._name(own)

    def _forget(self, contact: int) -> None:
        for table in ("default_directory", "visible_contacts", "contacts"):
            self._database.execute(f"DELETE FROM {table} WHERE _id = ?", (contact,))

    def _name(self, contact: int) -> None:
        """Name a contact after its first raw contact with the best source of a name."""
        rows = self._database.query(
            "SELECT _id FROM raw_contacts WHERE contact_id = ? AND deleted = 0 "
            "ORDER BY display_name_source DESC, _id",
            (contact,),
        )
        if rows:
            self._database.execute(
                "UPDATE contacts SET name_raw_contact_id = ? WHERE _id = ?", (rows[0][0], contact)
            )
            self._refresh(int(rows[0][0]))
