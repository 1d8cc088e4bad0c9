"""The rows that questions about Tasks.org put on the phone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from android_gym.devices.simulated import SimulatedDevice
from android_gym.errors import TaskError
from android_gym.task_suite.android_world.tasks.questions import DATABASE, Tasks

TASK: dict[str, Any] = {
    "title": "Wax the skis",
    "importance": 0,
    "due_date": "2023-10-20",
    "due_time": "17:00",
}


def test_rows_are_put_in_place_of_those_before() -> None:
    device, adapter = SimulatedDevice(), Tasks()
    for title in ("First", "Second"):
        adapter.put(
            device, [adapter.settle({**TASK, "title": title, "completed_date": "2023-10-14"})]
        )
    assert device.query(DATABASE, "SELECT title, importance, dueDate, completed FROM tasks") == [
        ("Second", 0, 1_697_821_200_000, 1_697_241_600_000)
    ]
    adapter.put(device, [])
    assert device.query(DATABASE, "SELECT * FROM tasks") == []


def test_the_app_shows_a_row_that_was_put() -> None:
    device, adapter = SimulatedDevice(), Tasks()
    adapter.put(device, [adapter.settle(TASK)])
    device.launch("org.tasks/com.todoroo.astrid.activity.MainActivity")
    device.shell("sleep 1")
    texts = [element.text for element in device.ui_elements()]
    assert "Wax the skis" in texts and "Fri" in texts


def test_a_phone_without_the_table() -> None:
    device = SimulatedDevice()
    device.shell("rm -r /data/data/org.tasks/databases")
    with pytest.raises(TaskError, match="Open the app once"):
        Tasks().put(device, [])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"importance": 4}, "importance is 0 to 3"),
        ({"importance": 1.5}, "importance is 0 to 3"),
        ({"due_date": None}, "due_time needs a due_date"),
        ({"completed_time": "10:00"}, "completed_time needs"),
        ({"due_date": "1969-12-31"}, "not from 1970"),
        ({"due_date": "2101-01-01"}, "not from 1970"),
        ({"title": " "}, "a title is one line"),
        ({"title": "two\nlines"}, "a title is one line"),
        ({"title": None}, "needs a value"),
    ],
)
def test_rows_that_the_app_cannot_hold(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Tasks().settle({**TASK, **change})


def test_noise_is_as_a_used_phone_has_it() -> None:
    rng = np.random.default_rng(0)
    rows = [Tasks().noise(rng) for _ in range(400)]
    assert all(Tasks().settle(row) == row for row in rows)
    done = [row for row in rows if row["completed_date"]]
    assert 150 < len(done) < 250
    assert all(str(row["completed_date"]) <= "2023-10-15" for row in done)
    assert {row["importance"] for row in rows} == {0, 1, 2, 3}
    days = sorted(str(row["due_date"]) for row in rows)
    assert days[0] < "2023-09-20" and days[-1] > "2023-11-10"
