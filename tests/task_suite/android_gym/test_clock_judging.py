"""The day on which an alarm rings next."""

from __future__ import annotations

import pytest

from android_gym.task_suite.android_gym.clock.questions import _next


@pytest.mark.parametrize(
    ("time", "day"),
    [
        ("15:33", "2023-10-16"),
        ("15:34", "2023-10-16"),  # it is that now
        ("15:35", "2023-10-15"),
        ("00:00", "2023-10-16"),
    ],
)
def test_an_alarm_rings_today_if_its_time_is_to_come(time: str, day: str) -> None:
    assert _next(time) == day
