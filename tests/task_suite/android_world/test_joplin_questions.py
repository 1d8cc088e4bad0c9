"""The rows that questions about Joplin put on the phone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from android_gym.devices.simulated import SimulatedDevice
from android_gym.errors import TaskError
from android_gym.task_suite.android_world.joplin.questions import DATABASE, FOLDERS, Notes

NOTE: dict[str, Any] = {"folder": "Home", "title": "Paint list", "body": "- White\n- Blue"}


def test_rows_are_put_in_place_of_those_before() -> None:
    device, adapter = SimulatedDevice(), Notes()
    todo = {
        **NOTE,
        "body": "x",
        "title": "Call",
        "folder": "Work",
        "is_todo": True,
        "completed": True,
    }
    for rows in ([NOTE], [NOTE, todo]):
        adapter.put(device, [adapter.settle(row) for row in rows])
    assert device.query(
        DATABASE,
        "SELECT notes.title, folders.title, is_todo, todo_completed, notes.updated_time FROM notes "
        "JOIN folders ON folders.id = notes.parent_id ORDER BY notes.rowid",
    ) == [
        ("Paint list", "Home", 0, 0, 1_697_297_640_000),
        ("Call", "Work", 1, 1_697_297_640_000, 1_697_297_640_000),
    ]
    found = "SELECT title FROM notes_fts WHERE notes_fts MATCH 'blue'"
    assert device.query(DATABASE, found) == [("paint list",)]
    adapter.put(device, [])
    for table in ("notes", "folders", "notes_normalized"):
        assert device.query(DATABASE, f"SELECT * FROM {table}") == []
    assert device.query(DATABASE, found) == []


def test_the_app_shows_a_row_that_was_put() -> None:
    device, adapter = SimulatedDevice(), Notes()
    adapter.put(device, [adapter.settle({**NOTE, "is_todo": True})])
    device.launch("net.cozic.joplin/.MainActivity")
    device.shell("sleep 1")
    labels = {element.content_description for element in device.ui_elements()}
    assert "to-do: Paint list" in labels


def test_a_phone_without_the_table() -> None:
    device = SimulatedDevice()
    device.shell("rm -r /data/data/net.cozic.joplin/databases")
    with pytest.raises(TaskError, match="Open the app once"):
        Notes().put(device, [])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"title": " "}, "a title is one line"),
        ({"folder": "two\nlines"}, "a folder is one line"),
        ({"completed": True}, "only a to-do"),
        ({"date": "2023-10-15", "time": "15:34"}, "after the question"),
        ({"title": None}, "needs a value"),
    ],
)
def test_rows_that_the_app_cannot_hold(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Notes().settle({**NOTE, **change})


def test_noise_is_as_a_used_phone_has_it() -> None:
    rng = np.random.default_rng(0)
    rows = [Notes().noise(rng) for _ in range(600)]
    assert all(Notes().settle(row) == row for row in rows)
    assert 240 < sum(bool(row["is_todo"]) for row in rows) < 360
    assert {row["folder"] for row in rows} == set(FOLDERS)
    recipes = sum(row["folder"] == "Recipes" for row in rows)
    assert recipes > 1.2 * sum(row["folder"] == "Finance" for row in rows)
