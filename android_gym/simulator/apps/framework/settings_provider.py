"""The content provider ``content://settings``, as Android's SettingsProvider."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from android_gym.errors import OptionError
from android_gym.simulator.appkit.providers import (
    ContentProvider,
    QueryArgs,
    Rows,
    UnsupportedCallError,
    Uri,
)
from android_gym.simulator.system.settings import NAMESPACES

__all__ = ["SettingsProvider"]

_COLUMNS: Final = ("_id", "name", "value", "is_preserved_in_restore")
_WHERE: Final = re.compile(r"\s*\(?\s*name\s*=\s*(?:'([^']*)'|\"([^\"]*)\"|(\?))\s*\)?\s*")
_CALLS: Final = re.compile("(GET|DELETE|LIST)_(global|secure|system)")


class SettingsProvider(ContentProvider):
    """Lists, writes and deletes settings; a condition can only select one by its name."""

    KIND: ClassVar[str] = "settings"

    def answer(self, uri: Uri, args: QueryArgs) -> Rows:
        """List a table or one of its settings; a sort order is ignored, as on Android."""
        table, name = self._target(uri, args.where, args.parameters)
        columns = tuple(args.projection or _COLUMNS)
        for column in columns:
            if column not in _COLUMNS:
                raise ValueError(f"Invalid column {column}")
        found = self.context.system.settings.list(table)
        rows = [
            {"_id": number, "name": key, "value": value, "is_preserved_in_restore": 0}
            for number, (key, value) in enumerate(found, 1)
            if name in (None, key)
        ]
        return columns, [tuple(row[column] for column in columns) for row in rows]

    def insert(self, uri: str, values: Mapping[str, Any]) -> str | None:
        """Write the setting given by ``name`` and ``value``."""
        table, _ = self._target(Uri.parse(uri), None, ())
        name = values.get("name")
        if name is None:
            return None
        self._put(table, str(name), values.get("value"))
        return f"content://settings/{table}/{name}"

    def update(
        self,
        uri: str,
        values: Mapping[str, Any],
        where: str | None = None,
        parameters: Sequence[Any] = (),
    ) -> int:
        """Write the setting selected by the URI or the condition; return the number of rows."""
        table, name = self._target(Uri.parse(uri), where, parameters)
        if name is None:
            name = values.get("name")
        if name is None:
            return 0
        self._put(table, str(name), values.get("value"))
        return 1

    def delete(self, uri: str, where: str | None = None, parameters: Sequence[Any] = ()) -> int:
        """Delete the setting selected by the URI or the condition; return the number of rows."""
        table, name = self._target(Uri.parse(uri), where, parameters)
        return 0 if name is None else int(self.context.system.settings.delete(table, name))

    def call(self, method: str, argument: str | None) -> Mapping[str, Any] | None:
        """Get, delete or list settings: ``GET_system``, ``DELETE_secure``, ``LIST_global``."""
        match = _CALLS.fullmatch(method)
        if match is None:
            raise UnsupportedCallError(f"SettingsProvider has no method {method}.")
        verb, table = match.groups()
        settings = self.context.system.settings
        if verb == "LIST":
            return {"result_settings_list": [f"{name}={v}" for name, v in settings.list(table)]}
        if argument is None:
            raise ValueError("request for null setting")
        if verb == "DELETE":
            return {"result_rows_deleted": int(settings.delete(table, argument))}
        return {"value": settings.get(table, argument)}

    def get_type(self, uri: str) -> str | None:
        """Return the MIME type of a setting or a table."""
        table, name = self._target(Uri.parse(uri), None, ())
        return f"vnd.android.cursor.{'dir' if name is None else 'item'}/{table}"

    def _put(self, table: str, name: str, value: object) -> None:
        settings = self.context.system.settings
        if value is None:
            settings.delete(table, name)
            return
        try:
            settings.put(table, name, str(value), limited=True)
        except OptionError as error:
            raise ValueError(str(error)) from None

    @staticmethod
    def _target(uri: Uri, where: str | None, parameters: Sequence[Any]) -> tuple[str, str | None]:
        """Return the table and, if one is selected, the setting.

        Raises:
            ValueError: If there is no such table, or the condition is unsupported.
        """
        path = uri.path
        if not 1 <= len(path) <= 2 or path[0] not in NAMESPACES:
            raise ValueError(f"Invalid URI: {uri.text}")
        if len(path) == 2:
            return path[0], path[1]
        if not (where or "").strip():
            return path[0], None
        match = _WHERE.fullmatch(where or "")
        if match is None:
            raise ValueError(f"Supported SQL: WHERE name = 'some_setting'; it was {where}")
        single, double, mark = match.groups()
        if mark is None:
            return path[0], double if single is None else single
        if len(parameters) != 1:
            raise ValueError(f"{where} needs one argument")
        return path[0], str(parameters[0])
