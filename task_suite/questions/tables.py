"""Replacing the rows of a table over adb, for adapters of apps with a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from android_gym.errors import DeviceCommandError, TaskError

if TYPE_CHECKING:
    from android_gym.devices.device import Device, SqlValue

__all__ = ["replace_rows"]


def replace_rows(
    device: Device, package: str, database: str, table: str, rows: Sequence[Mapping[str, SqlValue]]
) -> None:
    """Make rows the only ones of a table, with the app stopped.

    Args:
        device: The device.
        package: The app.
        database: Absolute path of its database.
        table: Name of the table.
        rows: Values by column, the same columns in each.

    Raises:
        TaskError: If there is no such table: the app has not made it yet.
    """
    device.force_stop(package)
    try:
        device.execute(database, f'DELETE FROM "{table}"')
    except DeviceCommandError as error:
        raise TaskError(
            f"The device has no table {table} in {database}: {error}. Open the app once, and save "
            "the base state."
        ) from error
    if rows:
        columns = ", ".join(f'"{name}"' for name in rows[0])
        marks = ", ".join("?" for _ in rows[0])
        device.execute(
            database,
            f'INSERT INTO "{table}" ({columns}) VALUES ({marks})',
            [tuple(row.values()) for row in rows],
        )
