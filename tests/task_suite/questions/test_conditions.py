"""Conditions on rows."""

from __future__ import annotations

import pytest

from android_gym.task_suite.questions.conditions import bound, read_condition
from android_gym.task_suite.questions.values import Field

FIELDS = {"start": Field("time"), "length": Field("number", "min"), "title": Field("text")}


@pytest.mark.parametrize(
    ("start", "length", "met"),
    [
        ("09:30", 30, False),
        ("09:30", 31, True),
        ("10:00", 15, True),
        ("08:15", 120, True),
        ("23:50", 20, True),
        ("00:00", 20, False),
        (None, 20, False),
        ("09:30", None, False),
    ],
)
def test_minutes_are_added_to_a_time(start: str | None, length: int | None, met: bool) -> None:
    condition = read_condition("start + length > {time}")
    assert str(condition) == "start + length > {time}"
    test = bound([condition], FIELDS, {"time": "10am"})
    assert test({"start": start, "length": length}) is met


def test_all_conditions_have_to_be_met() -> None:
    texts = ["title contains {who}", "start < noon", "length != none"]
    test = bound(map(read_condition, texts), FIELDS, {"who": "petra"})
    assert test({"title": "Meet Petra", "start": "11:59", "length": 5})
    assert not test({"title": "Meet Petra", "start": "12:00", "length": 5})
    assert not test({"title": "Meet Petra", "start": "11:59", "length": None})
    assert not test({"title": "Meet Omar", "start": "11:59", "length": 5})


@pytest.mark.parametrize("text", ["start", "start +length > 3", "start + > 3", "start >", "> 3"])
def test_what_is_no_condition(text: str) -> None:
    with pytest.raises(ValueError, match="no condition"):
        read_condition(text)
