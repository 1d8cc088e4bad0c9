"""Replaces and reads database rows over adb, for adapters of apps with a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from android_gym.devices.sql import bind_all
from android_gym.errors import DeviceCommandError, TaskError

if TYPE_CHECKING:
    from android_gym.devices.device import Device, SqlValue

__all__ = ["read_texts", "replace_rows", "replace_tables"]

_ROWS_AT_ONCE: Final = 50
"""Rows per INSERT statement, which is faster than one statement for each."""


def read_texts(device: Device, database: str, sql: str) -> list[tuple[str, ...]]:
    """Return the rows of a query, each value as text; NULL becomes an empty text.

    Raises:
        DeviceCommandError: If the database is missing or rejects the query.
    """
    rows = device.query(database, sql)
    return [tuple(_text(value) for value in row) for row in rows]


def _text(value: SqlValue) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return "" if value is None else str(value)


def replace_rows(
    device: Device, package: str, database: str, table: str, rows: Sequence[Mapping[str, SqlValue]]
) -> None:
    """Replace all rows of a table, with the app stopped.

    Args:
        device: The device.
        package: The app.
        database: Absolute path of its database.
        table: Name of the table.
        rows: Values by column, the same columns in each.

    Raises:
        TaskError: If there is no such table, as the app has not created it yet.
    """
    replace_tables(device, package, database, {table: rows})


def replace_tables(
    device: Device,
    package: str,
    database: str,
    tables: Mapping[str, Sequence[Mapping[str, SqlValue]]],
) -> None:
    """Replace all rows of several tables in one transaction, with the app stopped.

    Args:
        device: The device.
        package: The app.
        database: Absolute path of its database.
        tables: Rows of each table, as for `replace_rows`.

    Raises:
        TaskError: If a table is missing, as the app has not created it yet.
    """
    device.force_stop(package)
    script = []
    for table, rows in tables.items():
        script.append(f'DELETE FROM "{table}"')
        if not rows:
            continue
        columns = ", ".join(f'"{name}"' for name in rows[0])
        marks = ", ".join("?" for _ in rows[0])
        values = bind_all(f"({marks})", [tuple(row.values()) for row in rows])
        for first in range(0, len(values), _ROWS_AT_ONCE):
            some = ",\n".join(values[first : first + _ROWS_AT_ONCE])
            script.append(f'INSERT INTO "{table}" ({columns}) VALUES\n{some}')
    try:
        device.execute(database, ";\n".join(script))
    except DeviceCommandError as error:
        raise TaskError(
            f"The device lacks a table of {', '.join(tables)} in {database}: {error}. Open the app "
            "once, and save the base state."
        ) from error
