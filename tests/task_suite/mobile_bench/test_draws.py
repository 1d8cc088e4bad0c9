"""Values of parameters: what is drawn, what is accepted, and how an error tells it."""

from __future__ import annotations

import numpy as np
import pytest

from android_gym.task_suite.mobile_bench.draws import (
    Draw,
    Number,
    Phone,
    Pool,
    Time,
    minutes_between,
)


@pytest.mark.parametrize(
    ("draw", "words"),
    [
        (Pool(("tea", "ink")), "one of ['tea', 'ink']"),
        (Number(3, 9), "a whole number from 3 to 9"),
        (Number(3, 9, 2), "a whole number from 3 to 9 in steps of 2"),
        (Time(7, 9), "a time such as '07:15' from 07:00 to 09:55"),
        (Phone(), "a phone number such as '+13055550123'"),
    ],
)
def test_what_fits_is_told(draw: Draw, words: str) -> None:
    assert draw.wanted == words


@pytest.mark.parametrize(
    ("draw", "right", "wrong"),
    [
        (Pool(("tea", "ink")), ["tea", "ink"], ["Tea", "", 0, None]),
        (Number(3, 9), [3, 4, 9], [2, 10, 3.0, "3", True]),
        (Number(3, 9, 2), [3, 5, 9], [4, 11]),
        (Time(7, 9), ["07:00", "09:55"], ["06:55", "10:00", "07:01", "07:60", "7:15", 715]),
        (Phone(), ["+12015550123"], ["+11015550123", "+1201555012", "2015550123", "+120155501234"]),
    ],
)
def test_what_is_drawn_is_accepted(draw: Draw, right: list[object], wrong: list[object]) -> None:
    assert all(map(draw.accepts, right)) and not any(map(draw.accepts, wrong))
    rng = np.random.default_rng(0)
    drawn = {draw.draw(rng) for _ in range(300)}
    assert all(map(draw.accepts, drawn))
    assert set(right) <= drawn or isinstance(draw, Phone)


@pytest.mark.parametrize(
    ("start", "end", "minutes"),
    [
        ("09:00", "10:00", 60),
        ("09:45", "11:20", 95),
        ("08:05", "08:50", 45),
        ("07:00", "23:55", 1015),
    ],
)
def test_the_minutes_between_two_times(start: str, end: str, minutes: int) -> None:
    assert minutes_between(start, end) == minutes
    assert minutes_between(end, start) == -minutes
