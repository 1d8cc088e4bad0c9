"""Fixtures of the task tests: a device with settings, two radios and one database."""

from __future__ import annotations

import sqlite3
import weakref
from typing import Any

import pytest

from android_gym.errors import DeviceCommandError

SCHEMA = """
CREATE TABLE expense (expense_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT,
    amount INTEGER NOT NULL, category INTEGER NOT NULL, note TEXT,
    created_date INTEGER NOT NULL, modified_date INTEGER NOT NULL);
CREATE TABLE events (id INTEGER PRIMARY KEY AUTOINCREMENT, start_ts INTEGER NOT NULL,
    end_ts INTEGER NOT NULL, title TEXT NOT NULL, location TEXT NOT NULL,
    description TEXT NOT NULL, reminder_1_minutes INTEGER NOT NULL,
    reminder_2_minutes INTEGER NOT NULL, reminder_3_minutes INTEGER NOT NULL,
    reminder_1_type INTEGER NOT NULL, reminder_2_type INTEGER NOT NULL,
    reminder_3_type INTEGER NOT NULL, repeat_interval INTEGER NOT NULL,
    repeat_rule INTEGER NOT NULL, repeat_limit INTEGER NOT NULL,
    repetition_exceptions TEXT NOT NULL, attendees TEXT NOT NULL, import_id TEXT NOT NULL,
    time_zone TEXT NOT NULL, flags INTEGER NOT NULL, event_type INTEGER NOT NULL,
    parent_id INTEGER NOT NULL, last_updated INTEGER NOT NULL, source TEXT NOT NULL,
    availability INTEGER NOT NULL, color INTEGER NOT NULL, type INTEGER NOT NULL);
CREATE TABLE tasks (id INTEGER PRIMARY KEY AUTOINCREMENT, task_id INTEGER NOT NULL,
    start_ts INTEGER NOT NULL, flags INTEGER NOT NULL);
"""


class FakeDevice:
    """A device as the tasks of Settings, Pro Expense and Simple Calendar Pro use it.

    Attributes:
        settings: Value by (namespace, key).
        commands: Every command that was run.
        time: What `date` prints: seconds since 1970, then the time of day.
        steps: How many steps of its virtual machine SQLite took for queries, in hundreds.
    """

    def __init__(self) -> None:
        self.settings: dict[tuple[str, str], str] = {}
        self.commands: list[str] = []
        self.bluetooth_adapter = "OFF"
        self.obeys = True
        self.time = "1697384040 15 34 00"
        self.steps = 0
        self._database = sqlite3.connect(":memory:", isolation_level=None)
        weakref.finalize(self, self._database.close)
        self._database.executescript(SCHEMA)

    def shell(self, command: str) -> str:
        self.commands.append(command)
        match command.split():
            case ["svc", radio, verb]:
                if self.obeys:
                    self.settings["global", f"{radio}_on"] = str(int(verb == "enable"))
                    self.bluetooth_adapter = "ON" if verb == "enable" else "OFF"
            case ["sleep", _]:
                pass
            case ["date", "'+%s", "%H", "%M", "%S'"]:
                return f"{self.time}\n"
            case ["dumpsys", "bluetooth_manager"]:
                return f"Bluetooth Status\n  enabled: ...\n  state: {self.bluetooth_adapter}\n"
            case _:
                raise AssertionError(f"unexpected command {command!r}")
        return ""

    def now_ms(self) -> int:
        return 1000 * int(self.time.split()[0])

    def get_setting(self, namespace: str, key: str) -> str | None:
        return self.settings.get((namespace, key))

    def put_setting(self, namespace: str, key: str, value: str | int) -> None:
        self.settings[namespace, key] = str(value)

    def force_stop(self, package: str) -> None:
        self.commands.append(f"am force-stop {package}")

    def query(self, path: str, sql: str, parameters: Any = ()) -> list[tuple[Any, ...]]:
        self._database.set_progress_handler(self._count, 100)
        try:
            return self._database.execute(sql, tuple(parameters)).fetchall()
        except sqlite3.OperationalError as error:
            raise DeviceCommandError("sqlite3", 1, f"Error: {error}") from error
        finally:
            self._database.set_progress_handler(None, 0)

    def _count(self) -> int:
        self.steps += 1
        return 0

    def execute(self, path: str, sql: str, rows: Any = ((),)) -> None:
        try:
            if rows == ((),):
                self._database.executescript(sql)
            else:
                self._database.executemany(sql, [tuple(row) for row in rows])
        except sqlite3.OperationalError as error:
            raise DeviceCommandError("sqlite3", 1, f"Error: {error}") from error


@pytest.fixture
def device() -> FakeDevice:
    return FakeDevice()
