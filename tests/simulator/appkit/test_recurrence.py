"""Rules of repetition: what is read, what is written, when things take place."""

from __future__ import annotations

import datetime as dt

import pytest

from android_gym.simulator.appkit.recurrence import (
    MOST,
    Rule,
    _never_matches,
    describe,
    next_start,
    parse,
    render,
    starts,
)

FIRST = dt.datetime(2023, 10, 15, 9, 30)  # a Sunday


def days(text: str, after: str, before: str) -> list[str]:
    rule = parse(text)
    assert rule is not None
    begin, end = dt.datetime.fromisoformat(after), dt.datetime.fromisoformat(before)
    found = list(starts(rule, FIRST, begin, end))
    assert all(moment.time() == FIRST.time() for moment in found)
    return [f"{moment:%m-%d}" for moment in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("FREQ=DAILY;INTERVAL=10", ["10-25", "11-04", "11-14"]),
        ("FREQ=WEEKLY", ["10-22", "10-29", "11-05", "11-12"]),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO", ["10-23", "10-29", "11-06", "11-12"]),
        ("RRULE:FREQ=MONTHLY;BYDAY=-1FR", ["10-27"]),
        ("FREQ=MONTHLY;BYMONTHDAY=1,15", ["11-01", "11-15"]),
        ("FREQ=DAILY;COUNT=3", ["10-17"]),
        ("FREQ=DAILY;UNTIL=20231018T000000Z", ["10-17", "10-18"]),
        ("FREQ=YEARLY", []),
        ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31", []),
        ("FREQ=DAILY;BYMONTH=2,11;BYMONTHDAY=-31,-30", ["11-01"]),
        ("FREQ=DAILY;INTERVAL=7;BYDAY=TU", []),
        ("FREQ=DAILY;INTERVAL=14;BYDAY=TU,SU", ["10-29", "11-12"]),
    ],
)
def test_when_things_take_place(text: str, found: list[str]) -> None:
    assert days(text, "2023-10-17", "2023-11-17") == found


def test_the_first_time_is_always_one() -> None:
    assert days("FREQ=WEEKLY;BYDAY=TU", "2023-10-01", "2023-10-18") == ["10-15", "10-17"]
    assert days("FREQ=WEEKLY;BYDAY=TU", "2023-10-16", "2023-10-17T09:30") == []


def test_centuries_are_skipped() -> None:
    rule, old = Rule("DAILY", 3), dt.datetime(1, 1, 1, 9)
    (found,) = starts(rule, old, dt.datetime(2023, 10, 15), dt.datetime(2023, 10, 18))
    assert (found - old).days % 3 == 0
    last = dt.datetime(9999, 12, 31)
    assert len(list(starts(Rule(), old, old, last))) <= MOST + 1


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", True),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", False),
        ("FREQ=MONTHLY;BYMONTH=2,4,6;BYMONTHDAY=-31,31", True),
        ("FREQ=DAILY;BYMONTHDAY=31", False),
        ("FREQ=DAILY;INTERVAL=21;BYDAY=MO", True),
        ("FREQ=DAILY;INTERVAL=21;BYDAY=SU", False),
        ("FREQ=DAILY;INTERVAL=20;BYDAY=MO", False),
    ],
)
def test_dates_that_never_come_are_not_looked_for(text: str, never: bool) -> None:
    rule, sunday = parse(text), dt.datetime(2023, 10, 15, 9)
    assert rule is not None and _never_matches(rule, sunday) is never
    assert (next_start(rule, sunday, sunday) is None) is never


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "FREQ=SECONDLY", "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=x", "FREQ=DAILY;X=1",
        "FREQ=DAILY;INTERVAL=-1", "FREQ=WEEKLY;BYDAY=XX", "FREQ=MONTHLY;BYDAY=1MO,2TU",
        "FREQ=DAILY;UNTIL=tomorrow", "FREQ=DAILY;BYMONTHDAY=32", "FREQ=DAILY;COUNT=" + "9" * 600,
        "FREQ=DAILY;INTERVAL=\u0663", "FREQ=DAILY;BYDAY=,",
    ],
)  # fmt: skip
def test_what_is_no_rule(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize(
    ("rule", "text", "words"),
    [
        (Rule(), "FREQ=DAILY;WKST=MO", "Every day"),
        (
            Rule("WEEKLY", 2, (0, 4), count=1),
            "FREQ=WEEKLY;COUNT=1;INTERVAL=2;WKST=MO;BYDAY=MO,FR",
            "Every 2 weeks on Mon, Fri; 1 time",
        ),
        (
            Rule("MONTHLY", days=(1,), nth=-1, until=dt.date(2024, 1, 5)),
            "FREQ=MONTHLY;UNTIL=20240105T235959Z;WKST=MO;BYDAY=-1TU",
            "Every month on the last Tuesday; until Jan 5, 2024",
        ),
        (
            Rule("YEARLY", month_days=(1,), months=(2,), week_start=6),
            "FREQ=YEARLY;WKST=SU;BYMONTHDAY=1;BYMONTH=2",
            "Every year on day 1",
        ),
    ],
)
def test_written_read_and_told(rule: Rule, text: str, words: str) -> None:
    assert render(rule) == text
    assert parse(text) == rule
    assert describe(rule) == words


def test_the_next_one() -> None:
    monthly = Rule("MONTHLY")
    assert next_start(monthly, dt.datetime(2023, 1, 31), dt.datetime(2023, 1, 31)) == dt.datetime(
        2023, 3, 31
    )
    leap = dt.datetime(2096, 2, 29)
    assert next_start(Rule("YEARLY"), leap, leap) == dt.datetime(2104, 2, 29)
    assert next_start(Rule(count=1), FIRST, FIRST) is None
    assert next_start(Rule(), FIRST, dt.datetime.max) is None
