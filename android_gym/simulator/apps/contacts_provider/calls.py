"""``content://call_log``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from android_gym.simulator.apps.contacts_provider.storage import CALL_COLUMNS, open_calls
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["CallLogProvider"]


class CallLogProvider:
    """The list of calls."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @property
    def database(self) -> Database:
        """The open database."""
        return open_calls(self.context)

    def _where(self, uri: str, where: str | None) -> str:
        path = [part for part in uri.partition("://")[2].partition("?")[0].split("/")[1:] if part]
        parts = [where] if where else []
        if path[:1] != ["calls"] or len(path) > 3:
            raise ValueError(f"Unknown URL {uri}")
        if len(path) == 2 and path[1].isdecimal():
            parts.append(f"_id = {path[1]}")
        elif path[1:2] == ["filter"] and len(path) == 3:
            number = path[2].replace("'", "''")
            parts.append(f"number = '{number}'")
        elif len(path) > 1:
            raise ValueError(f"Unknown URL {uri}")
        return " AND ".join(f"({part})" for part in parts) or "1"

    def query(
        self,
        uri: str,
        projection: Sequence[str] | None = None,
        where: str | None = None,
        sort: str | None = None,
        parameters: Sequence[Any] = (),
    ) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        """Calls, newest first."""
        names = list(projection or CALL_COLUMNS)
        rows = self.database.query(
            f"SELECT {', '.join(names)} FROM calls WHERE {self._where(uri, where)} "
            f"ORDER BY {sort or 'date DESC'}",
            tuple(parameters),
        )
        return names, rows

    def insert(self, uri: str, values: Mapping[str, Any]) -> str:
        """Adds a call."""
        self._where(uri, None)
        now = self.context.system.clock.now_ms()
        row = {"date": now, "duration": 0, "new": 1, "last_modified": now, **values}
        return f"content://call_log/calls/{self.database.insert('calls', row)}"

    def update(
        self,
        uri: str,
        values: Mapping[str, Any],
        where: str | None = None,
        parameters: Sequence[Any] = (),
    ) -> int:
        """Changes calls."""
        return self.database.update("calls", values, self._where(uri, where), parameters)

    def delete(self, uri: str, where: str | None = None, parameters: Sequence[Any] = ()) -> int:
        """Deletes calls."""
        return self.database.execute(
            f"DELETE FROM calls WHERE {self._where(uri, where)}", tuple(parameters)
        ).rowcount

    def get_type(self, uri: str) -> str:
        """The MIME type behind a URI."""
        last = uri.rpartition("/")[2]
        return f"vnd.android.cursor.{'item' if last.isdecimal() else 'dir'}/calls"
