"""Events that the questions about Simple Calendar Pro put beside the one that is asked for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from android_gym.task_suite.suite import tasks


def drawn(name: str) -> list[dict[str, Any]]:
    task = tasks("AndroidWorld")[name]()
    return [task.sample(np.random.default_rng(seed)) for seed in range(300)]


def minutes(time: str) -> int:
    return 60 * int(time[:2]) + int(time[3:])


@pytest.mark.parametrize(
    "name", ["SimpleCalendarEventOnDateAtTime", "SimpleCalendarEventsInTimeRange"]
)
def test_no_other_event_goes_on_at_the_time(name: str) -> None:
    for params in drawn(name):
        (row,) = params["rows"]
        start = minutes(row["start_time"])
        for other in params["noise"]:
            if other["start_date"] == row["start_date"]:
                begin = minutes(other["start_time"])
                assert not begin <= start < begin + other["duration"], params


def test_the_next_meeting_is_still_to_come() -> None:
    for params in drawn("SimpleCalendarNextMeetingWithPerson"):
        (row,) = params["rows"]
        assert (row["start_date"], row["start_time"]) > ("2023-10-15", "15:34")
