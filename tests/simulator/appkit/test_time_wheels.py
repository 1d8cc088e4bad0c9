"""Wheels for a time to the second or finer: which numbers they have, and what they stand for."""

from __future__ import annotations

import pytest

from android_gym.simulator.appkit.time_wheels import (
    DAY_MS,
    HOUR_MS,
    MINUTE_MS,
    Wheel,
    time_of,
    wheels_of,
)

ALL = (0, DAY_MS - 1)


def at(hour: int, minute: int = 0, second: int = 0, milli: int = 0) -> int:
    return hour * HOUR_MS + minute * MINUTE_MS + second * 1000 + milli


def values(wheels: tuple[Wheel, ...]) -> tuple[int, ...]:
    return tuple(wheel.value for wheel in wheels)


def ranges(wheels: tuple[Wheel, ...]) -> list[tuple[int, int]]:
    return [(wheel.first, wheel.last) for wheel in wheels]


@pytest.mark.parametrize("is_24", [True, False])
@pytest.mark.parametrize("step", [1, 10, 100, 250, 1000, 30_000])
def test_what_wheels_stand_at_is_the_time_that_they_began_with(step: int, is_24: bool) -> None:
    for hour in range(24):
        for part in {0, 2 * step * (step < 500)}:
            time = at(hour, 7 * hour % 60, 59 - hour, part)
            wheels = wheels_of(time, *ALL, step, is_24=is_24)
            assert time_of(values(wheels), *ALL, step, is_24=is_24) == time


def test_which_wheels_there_are() -> None:
    def shown(step: int, is_24: bool) -> list[bool]:
        return [wheel.shown for wheel in wheels_of(0, *ALL, step, is_24=is_24)]

    assert shown(30_000, True) == [True, True, True, False, False]
    assert shown(1000, False) == [True, True, True, False, True]
    assert shown(999, True) == [True, True, True, True, False]


def test_hours_are_those_of_the_phone() -> None:
    wheels = wheels_of(at(0, 5, 9), *ALL, 1000, is_24=False)
    assert values(wheels)[:3] == (12, 5, 9) and wheels[4].labels == ("AM", "PM")
    assert ranges(wheels)[:3] == [(1, 12), (0, 59), (0, 59)] and wheels[1].labels[5] == "05"
    assert ranges(wheels_of(0, *ALL, 1000, is_24=True))[0] == (0, 23)


@pytest.mark.parametrize(
    ("least", "most", "is_24", "hours"),
    [
        (at(9), at(17), True, (9, 17)),
        (at(9), at(17), False, (1, 12)),
        (at(9), at(11, 30), False, (9, 11)),
        (at(13), at(17), False, (1, 5)),
        (at(12), at(17), False, (5, 12)),
        (at(0), at(0, 30), False, (12, 12)),
    ],
)
def test_hours_between_two(least: int, most: int, is_24: bool, hours: tuple[int, int]) -> None:
    assert ranges(wheels_of(at(10), least, most, 1000, is_24=is_24))[0] == hours


def test_smaller_parts_are_limited_where_the_larger_ones_are_fixed() -> None:
    least, most = at(9, 10, 20), at(9, 10, 50, 300)
    wheels = wheels_of(at(15, 3, 4, 5), least, most, 100, is_24=True)
    assert ranges(wheels)[:4] == [(9, 9), (10, 10), (20, 50), (0, 9)]
    assert values(wheels)[:4] == (9, 10, 20, 0), "as near to the time as they can stand"
    wheels = wheels_of(at(9, 10, 20, 120), at(9, 10, 20, 100), at(9, 10, 20, 400), 10, is_24=True)
    assert ranges(wheels)[3] == (10, 40) and wheels[3].labels[2] == "12"
    assert ranges(wheels_of(0, at(9, 10), at(9, 40), 1000, is_24=True))[1:3] == [(10, 40), (0, 59)]


@pytest.mark.parametrize(("least", "most"), [(at(17), at(9)), (at(9), at(9))])
def test_what_is_no_span_does_not_count(least: int, most: int) -> None:
    assert ranges(wheels_of(at(20), least, most, 1000, is_24=True))[0] == (0, 23)


@pytest.mark.parametrize(
    ("step", "shown"), [(1, "123"), (10, "12"), (100, "1"), (250, "000"), (50, "100")]
)
def test_milliseconds_go_by_steps(step: int, shown: str) -> None:
    wheel = wheels_of(at(1, 2, 3, 123), *ALL, step, is_24=True)[3]
    assert wheel.labels[wheel.value - wheel.first] == shown
    picked = time_of((1, 2, 3, wheel.value, 0), *ALL, step, is_24=True)
    assert picked % 1000 == int(shown.ljust(3, "0"))


def test_odd_steps_begin_with_the_least_time() -> None:
    least, most = at(8, 0, 0, 5), at(9, 0, 0, 65)
    wheel = wheels_of(at(8, 0, 0, 25), least, most, 20, is_24=True)[3]
    assert wheel.labels == ["005", "025", "045"]
    assert time_of((8, 0, 0, 1, 0), least, most, 20, is_24=True) == at(8, 0, 0, 25)
    assert wheels_of(0, at(8, 0, 0, 900), at(9, 0, 0, 100), 20, is_24=True)[3].labels == ["900"]
