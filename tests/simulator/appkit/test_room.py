"""Databases that are made anew where they do not fit."""

from __future__ import annotations

from typing import Any

from android_gym.simulator.appkit.room import RoomSchema

SCHEMA = RoomSchema(
    "notes.db",
    version=2,
    script="CREATE TABLE `notes` (id INTEGER); CREATE TABLE IF NOT EXISTS tags (id INTEGER);",
)


def test_a_table_that_is_missing_begins_the_database_anew(phone: Any) -> None:
    context = phone.host.context("com.sample")
    database = SCHEMA.open(context)
    assert SCHEMA.tables == ("notes", "tags")
    database.execute("INSERT INTO notes VALUES (1)")
    assert SCHEMA.open(context).value("SELECT count(*) FROM notes") == 1
    database.execute("DROP TABLE tags")
    assert SCHEMA.open(context).value("SELECT count(*) FROM notes") == 0
    assert SCHEMA.open(context).value("SELECT count(*) FROM tags") == 0


def test_an_older_version_is_dropped(phone: Any) -> None:
    context = phone.host.context("com.sample")
    database = SCHEMA.open(context)
    database.execute("INSERT INTO notes VALUES (1)")
    database.execute("PRAGMA user_version = 1")
    context.system.databases.close_owner("com.sample")
    again = SCHEMA.open(context)
    assert again.value("SELECT count(*) FROM notes") == 0
    assert again.value("PRAGMA user_version") == 2
