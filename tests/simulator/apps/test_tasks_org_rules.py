"""The rules of Tasks.org apart from its screens: repeating dates, words for dates, filters."""

from __future__ import annotations

import datetime as dt

import pytest

from android_gym.simulator.apps.tasks_org.criteria import read_criteria, write_criteria
from android_gym.simulator.apps.tasks_org.model import Criterion
from android_gym.simulator.apps.tasks_org.recurrence import (
    Rule,
    describe,
    next_date,
    parse,
    render,
)
from android_gym.simulator.apps.tasks_org.times import date_text, overdue
from android_gym.simulator.phone import Phone
from android_gym.simulator.ui.activity import Context

NOON = 1_697_371_200_000  # Sunday, October 15 2023, 12:00 UTC
HOUR = 3_600_000
DAY = 24 * HOUR


@pytest.mark.parametrize(
    ("rule", "start", "then"),
    [
        ("FREQ=DAILY", "2023-10-15", "2023-10-16"),
        ("FREQ=DAILY;INTERVAL=3", "2023-12-30", "2024-01-02"),
        ("FREQ=WEEKLY", "2023-10-15", "2023-10-22"),
        ("FREQ=WEEKLY;BYDAY=MO,TH", "2023-10-16", "2023-10-19"),
        ("FREQ=WEEKLY;BYDAY=MO,TH", "2023-10-19", "2023-10-23"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "2023-10-16", "2023-10-30"),
        ("FREQ=MONTHLY", "2023-01-31", "2023-03-31"),
        ("FREQ=MONTHLY;BYDAY=2TU", "2023-10-10", "2023-11-14"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "2023-10-27", "2023-11-24"),
        ("FREQ=MONTHLY;BYDAY=5SU", "2023-10-29", "2023-12-31"),
        ("FREQ=YEARLY", "2024-02-29", "2028-02-29"),
        ("FREQ=HOURLY;INTERVAL=36", "2023-10-15", "2023-10-16"),
    ],
)
def test_next_date(rule: str, start: str, then: str) -> None:
    parsed = parse(rule)
    assert parsed is not None
    found = next_date(parsed, dt.datetime.fromisoformat(start))
    assert found is not None and found.date() == dt.date.fromisoformat(then)


@pytest.mark.parametrize(
    ("rule", "start"),
    [
        ("FREQ=DAILY;COUNT=1", "2023-10-15"),
        ("FREQ=DAILY;UNTIL=20231015", "2023-10-15"),
        ("FREQ=YEARLY", "9998-01-01"),
        ("FREQ=DAILY;INTERVAL=999", "9999-06-01"),
    ],
)
def test_a_rule_comes_to_its_end(rule: str, start: str) -> None:
    parsed = parse(rule)
    assert parsed is not None
    assert next_date(parsed, dt.datetime.fromisoformat(start)) is None


def test_the_last_day_of_a_rule_counts() -> None:
    rule = parse("FREQ=DAILY;UNTIL=20231016")
    assert rule is not None and next_date(rule, dt.datetime(2023, 10, 15)) is not None


@pytest.mark.parametrize("text", ["", "FREQ=NEVER", "BYDAY=MO", "x" * 5000, ";=;=;"])
def test_what_is_no_rule(text: str) -> None:
    assert parse(text) is None
    assert describe(text) == "Does not repeat"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("FREQ=DAILY", "Repeats daily"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR", "Repeats every 2 weeks on Mon, Fri"),
        ("FREQ=MONTHLY;BYDAY=2TU", "Repeats monthly on every second Tuesday"),
        ("FREQ=YEARLY;COUNT=1", "Repeats yearly, occurs 1 time"),
        ("FREQ=DAILY;UNTIL=20240229", "Repeats daily until February 29, 2024"),
    ],
)
def test_rules_in_words_and_back(text: str, words: str) -> None:
    rule = parse(text)
    assert describe(text) == words
    assert rule is not None and render(rule) == text
    assert render(Rule("WEEKLY", 999, (0, 1))) == "FREQ=WEEKLY;INTERVAL=999;BYDAY=MO,TU"


@pytest.fixture(scope="module")
def context() -> Context:
    return Phone().windows.host.context("org.tasks")


@pytest.mark.parametrize(
    ("away", "short", "long"),
    [
        (0, "Today", "Today"),
        (1, "Tmrw", "Tomorrow"),
        (-1, "Yest", "Yesterday"),
        (2, "Tue", "Tuesday"),
        (-6, "Mon", "Monday"),
        (6, "Sat", "Saturday"),
        (7, "Oct 22", "Sunday, October 22"),
        (-7, "Oct 8", "Sunday, October 8"),
        (90, "Jan 13, 2024", "Saturday, January 13, 2024"),
    ],
)
def test_dates_in_words(context: Context, away: int, short: str, long: str) -> None:
    at = NOON + away * DAY
    assert date_text(context, at) == short
    assert date_text(context, at, long=True) == long
    timed = at + 3 * HOUR + 1000
    assert date_text(context, timed) == ("3 PM" if away == 0 else f"{short} 3 PM")
    assert date_text(context, timed + 30 * 60_000, long=True) == f"{long} 3:30 PM"
    assert date_text(context, at, full=True).startswith(
        f"{dt.date(2023, 10, 15) + dt.timedelta(away):%b}"
    )


@pytest.mark.parametrize("at", [10**18, -(10**18)])
def test_dates_beyond_all_calendars(context: Context, at: int) -> None:
    assert date_text(context, at)
    assert overdue(context, at) == (at < 0)


def test_a_date_is_overdue_when_its_day_or_its_minute_is_past(context: Context) -> None:
    assert not overdue(context, 0)
    assert not overdue(context, NOON)  # it is 15:34, but the day is not over
    assert overdue(context, NOON + 3 * HOUR + 1000)
    assert not overdue(context, NOON + 4 * HOUR + 1000)
    assert overdue(context, NOON - DAY)


def test_filters_are_kept_whatever_is_typed() -> None:
    lines = (
        Criterion("title", "a|b\\p\\|", "or"),
        Criterion("priority", "1", "not"),
        Criterion("recurring"),
    )
    assert read_criteria(write_criteria(lines)) == lines
    assert read_criteria("odd|and|x\ntitle|maybe|x\n\ntitle|and|kept") == (
        Criterion("title", "kept"),
    )
