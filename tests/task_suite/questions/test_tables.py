"""Reading rows as texts."""

from __future__ import annotations

from typing import Any

from android_gym.task_suite.questions.tables import read_texts


class Database:
    """A device with one table, whose columns are of all kinds that SQLite has."""

    def query(self, database: str, sql: str) -> list[tuple[Any, ...]]:
        return [(None, 7, 0.5, "tea", "thé".encode(), b"th\xff"), ("", 0, 1.0, "None", b"", b"0")]


def test_each_value_is_read_as_text() -> None:
    """Agents can store bytes that are no text, which an app would show with a replacement."""
    assert read_texts(Database(), "/a.db", "SELECT *") == [  # type: ignore[arg-type]
        ("", "7", "0.5", "tea", "thé", "th\ufffd"),
        ("", "0", "1.0", "None", "", "0"),
    ]
