"""The content provider of ``content://call_log``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from android_gym.simulator.appkit.providers import ContentProvider, Source, Uri
from android_gym.simulator.apps.contacts_provider.storage import CALL_COLUMNS, open_calls
from android_gym.simulator.system.databases import Database

__all__ = ["CallLogProvider"]


class CallLogProvider(ContentProvider):
    """The call log."""

    KIND = "calls"

    def open(self) -> Database:
        """Open the database."""
        return open_calls(self.context)

    def source(self, uri: Uri) -> Source:
        """Return the source of all calls, newest first, of one call, or of those with a number."""
        sort = "date DESC"
        match uri.path:
            case ("calls",):
                return Source("calls", (), (), CALL_COLUMNS, sort)
            case ("calls", number) if number.isdecimal():
                return Source("calls", ("_id = ?",), (int(number),), CALL_COLUMNS, sort)
            case ("calls", "filter", number):
                return Source("calls", ("number = ?",), (number,), CALL_COLUMNS, sort)
        raise uri.unknown()

    def insert(self, uri: str, values: Mapping[str, Any]) -> str:
        """Add a call."""
        self.source(Uri.parse(uri))
        now = self.context.system.clock.now_ms()
        row = {"date": now, "duration": 0, "new": 1, "last_modified": now, **values}
        return f"content://call_log/calls/{self.database.insert('calls', row)}"
