"""Simple Calendar Pro's rules of repetition, its months and its iCalendar files, by themselves."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from dataclasses import replace
from typing import Any

import pytest
from dateutil import rrule

from android_gym.simulator.apps.simple_calendar import texts
from android_gym.simulator.apps.simple_calendar.ics import read_calendar, write_calendar
from android_gym.simulator.apps.simple_calendar.model import (
    ALL_DAY,
    DAY_S,
    LAST_DAY,
    LAST_WEEKDAY,
    MONTH_S,
    ORDER_WEEKDAY,
    SAME_DAY,
    TASK,
    WEEK_S,
    YEAR_S,
    Event,
    Repetition,
)
from android_gym.simulator.apps.simple_calendar.months import first_day, grid_days
from android_gym.simulator.apps.simple_calendar.recurrence import (
    MOST,
    next_start,
    occurrences,
    stamp,
)
from android_gym.simulator.apps.simple_calendar.storage import CalendarStore
from android_gym.simulator.phone import Phone

UTC = dt.UTC
BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")
PACKAGE = "com.simplemobiletools.calendar.pro"


def event(start: dt.datetime, minutes: int = 60, zone: dt.tzinfo = UTC, **rule: int) -> Event:
    first = stamp(start, zone)
    return Event(1, first, first + 60 * minutes, "Title", repetition=Repetition(**rule))


def starts(each: Event, first: dt.datetime, last: dt.datetime, zone: dt.tzinfo) -> list[str]:
    found = occurrences(each, stamp(first, zone), stamp(last, zone), zone)
    return [dt.datetime.fromtimestamp(o.start, zone).strftime("%Y-%m-%d %H:%M") for o in found]


# RFC 5545, by python-dateutil: (the app's repetition, dateutil's rule).
RULES: list[tuple[dict[str, int], dict[str, Any]]] = [
    ({"interval": DAY_S}, {"freq": rrule.DAILY}),
    ({"interval": WEEK_S, "rule": 1 << 2}, {"freq": rrule.WEEKLY, "byweekday": [2]}),
    ({"interval": WEEK_S, "rule": 0b1010001}, {"freq": rrule.WEEKLY, "byweekday": [0, 4, 6]}),
    (
        {"interval": 2 * WEEK_S, "rule": 0b0011001},
        {"freq": rrule.WEEKLY, "interval": 2, "byweekday": [0, 3, 4]},
    ),
    ({"interval": MONTH_S, "rule": SAME_DAY}, {"freq": rrule.MONTHLY}),
    ({"interval": 3 * MONTH_S, "rule": SAME_DAY}, {"freq": rrule.MONTHLY, "interval": 3}),
    ({"interval": MONTH_S, "rule": LAST_DAY}, {"freq": rrule.MONTHLY, "bymonthday": -1}),
    ({"interval": YEAR_S, "rule": SAME_DAY}, {"freq": rrule.YEARLY}),
    ({"interval": 4 * YEAR_S, "rule": SAME_DAY}, {"freq": rrule.YEARLY, "interval": 4}),
]
STARTS = [
    dt.datetime(2023, 10, 18, 9, 30),
    dt.datetime(2020, 1, 31, 23, 0),
    dt.datetime(2024, 2, 29, 0, 0),
    dt.datetime(1970, 1, 1, 12, 0),
    dt.datetime(2022, 12, 31, 7, 15),
]
WINDOWS = [
    (dt.datetime(2023, 9, 24), dt.datetime(2023, 11, 5)),
    (dt.datetime(2100, 1, 1), dt.datetime(2100, 4, 1)),
    (dt.datetime(1970, 1, 1), dt.datetime(1971, 1, 1)),
]


@pytest.mark.parametrize("limit", [0, -3, 7])
@pytest.mark.parametrize("start", STARTS, ids=str)
@pytest.mark.parametrize(("rule", "known"), RULES, ids=str)
def test_repetition_is_that_of_rfc_5545(
    rule: dict[str, int], known: dict[str, Any], start: dt.datetime, limit: int
) -> None:
    until = start + dt.timedelta(days=400)
    ends = {"count": 3} if limit < 0 else {"until": until} if limit else {}
    each = event(start, 0, **rule, limit=stamp(until, UTC) if limit > 0 else limit)
    reference = rrule.rrule(dtstart=start, **known, **ends)
    for first, last in WINDOWS:
        expected = [f"{moment:%Y-%m-%d %H:%M}" for moment in reference.between(first, last, True)]
        assert starts(each, first, last, UTC) == expected[:MOST]


@pytest.mark.parametrize("start", STARTS, ids=str)
@pytest.mark.parametrize(("rule", "place"), [(ORDER_WEEKDAY, 0), (LAST_WEEKDAY, -1)])
def test_weekdays_of_months(start: dt.datetime, rule: int, place: int) -> None:
    place = place or (start.day - 1) // 7 + 1
    weekday = rrule.weekday(start.weekday())(place)
    reference = rrule.rrule(rrule.MONTHLY, dtstart=start, byweekday=weekday)
    each = event(start, 0, interval=MONTH_S, rule=rule)
    for first, last in WINDOWS:
        expected = [f"{moment:%Y-%m-%d %H:%M}" for moment in reference.between(first, last, True)]
        assert starts(each, first, last, UTC) == expected


def test_the_time_of_day_stays_when_clocks_change() -> None:
    each = event(dt.datetime(2023, 10, 27, 9), zone=BERLIN, interval=DAY_S)
    found = starts(each, dt.datetime(2023, 10, 28), dt.datetime(2023, 10, 30, 12), BERLIN)
    assert found == ["2023-10-28 09:00", "2023-10-29 09:00", "2023-10-30 09:00"]
    seconds = event(dt.datetime(2023, 10, 27, 9), zone=BERLIN, interval=2 * DAY_S)
    found = starts(seconds, dt.datetime(2023, 10, 28), dt.datetime(2023, 10, 30, 12), BERLIN)
    assert found == ["2023-10-29 08:00"]  # counted in seconds, as the app does


def test_what_began_before_is_still_there() -> None:
    each = event(dt.datetime(2023, 10, 1, 22), 3 * 24 * 60, interval=WEEK_S, rule=64)
    day = dt.datetime(2023, 10, 18)
    assert starts(each, day, day.replace(hour=23), UTC) == ["2023-10-15 22:00"]


def test_days_left_out() -> None:
    each = replace(event(dt.datetime(2023, 10, 1, 9), interval=DAY_S), exceptions=("20231003",))
    found = starts(each, dt.datetime(2023, 10, 2), dt.datetime(2023, 10, 4, 23), UTC)
    assert found == ["2023-10-02 09:00", "2023-10-04 09:00"]
    after = stamp(dt.datetime(2023, 10, 2, 9), UTC)
    assert next_start(each, after, UTC) == stamp(dt.datetime(2023, 10, 4, 9), UTC)


def test_the_next_start_of_what_ends() -> None:
    each = event(dt.datetime(2023, 10, 1, 9), interval=DAY_S, limit=-2)
    second = stamp(dt.datetime(2023, 10, 2, 9), UTC)
    assert next_start(each, second - 1, UTC) == second
    assert next_start(each, second, UTC) is None


def test_there_is_an_end_to_what_comes_every_second() -> None:
    each = event(dt.datetime(2023, 10, 1), 0, interval=1)
    found = occurrences(each, each.start, each.start + 10**6, UTC)
    assert len(found) == MOST


@pytest.mark.parametrize(
    ("month", "sunday", "first"),
    [
        (dt.date(2023, 10, 1), True, dt.date(2023, 9, 24)),
        (dt.date(2023, 10, 1), False, dt.date(2023, 9, 25)),
        (dt.date(2023, 11, 1), True, dt.date(2023, 10, 29)),
        (dt.date(2024, 2, 1), False, dt.date(2024, 1, 29)),
        (dt.date(1, 1, 1), False, dt.date(1, 1, 1)),
    ],
)
def test_the_grid_of_a_month(month: dt.date, sunday: bool, first: dt.date) -> None:
    assert first_day(month, sunday) == first
    days = grid_days(month, sunday)
    assert len(days) == 42 and month in days
    assert len(grid_days(dt.date(9999, 12, 1), sunday)) == 42


@pytest.mark.parametrize(
    ("minutes", "text"),
    [
        (-1, "No reminder"), (0, "At start"), (1, "1 minute before"), (90, "90 minutes before"),
        (60, "1 hour before"), (1440, "1 day before"), (20_160, "2 weeks before"),
        (-540, "During the day at 09:00"),
    ],
)  # fmt: skip
def test_reminders_in_words(minutes: int, text: str) -> None:
    assert texts.reminder(minutes) == text


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (Repetition(WEEK_S, 64), "Sun"),
        (Repetition(WEEK_S, 127), "Every day"),
        (Repetition(WEEK_S, 5), "Mon, Wed"),
        (Repetition(MONTH_S, SAME_DAY), "The same day"),
        (Repetition(MONTH_S, LAST_DAY), "The last day"),
        (Repetition(MONTH_S, ORDER_WEEKDAY), "Every third Sunday"),
        (Repetition(YEAR_S, LAST_WEEKDAY), "Every last Sunday in October"),
    ],
)
def test_rules_in_words(rule: Repetition, text: str) -> None:
    assert texts.rule(rule, dt.date(2023, 10, 15)) == text


# --- iCalendar -----------------------------------------------------------------------------------


@pytest.fixture
def store() -> CalendarStore:
    phone = Phone()
    return CalendarStore(phone.host.context(PACKAGE))


NOW = 1_697_384_040_000


def read(content: bytes) -> list[Event]:
    found = read_calendar(content, UTC, "UTC", NOW)
    assert not found.failed
    return [each for each, _ in found.events]


EVENTS = [
    event(dt.datetime(2023, 10, 18, 9)),
    event(dt.datetime(2023, 10, 18), 12 * 60),
    event(dt.datetime(2023, 12, 31, 23), 120, interval=YEAR_S, rule=SAME_DAY),
    event(dt.datetime(2023, 10, 18, 9), interval=2 * WEEK_S, rule=0b0010101, limit=-5),
    event(dt.datetime(2023, 10, 18, 9), interval=MONTH_S, rule=ORDER_WEEKDAY),
    event(dt.datetime(2023, 10, 31, 9), interval=MONTH_S, rule=LAST_DAY, limit=1_800_000_000),
]


@pytest.mark.parametrize("index", range(len(EVENTS)))
def test_what_is_written_is_read_again(store: CalendarStore, index: int) -> None:
    each = replace(
        EVENTS[index],
        title="A; title, with \\ signs\nand more",
        location="Caf\u00e9",
        description="x" * 200,
        import_id="abc",
        reminders=(10, -1, -1),
        exceptions=("20231101",),
        flags=ALL_DAY if index == 1 else 0,
        last_updated=NOW,
        source="imported-ics",
        time_zone="UTC",
    )
    (found,) = read(write_calendar(store, [each]))
    assert found == replace(each, id=0)


def test_a_task_is_written_as_one(store: CalendarStore) -> None:
    each = replace(event(dt.datetime(2023, 10, 18, 9), 0), kind=TASK, flags=8)
    content = write_calendar(store, [each])
    assert b"BEGIN:VTODO" in content
    (found,) = read(content)
    assert (found.kind, found.flags, found.start) == (TASK, 8, each.start)


def test_a_file_cut_short_gives_what_is_whole(store: CalendarStore) -> None:
    content = write_calendar(store, [replace(e, import_id=str(i)) for i, e in enumerate(EVENTS)])
    whole = len(read_calendar(content, UTC, "UTC", NOW).events)
    assert whole == len(EVENTS)
    before = 0
    for size in range(0, len(content), 97):
        found = read_calendar(content[:size], UTC, "UTC", NOW)
        ends = content[:size].count(b"END:VEVENT")
        assert len(found.events) in (ends, ends - 1)  # the last line may be cut after its letters
        assert len(found.events) >= before
        before = len(found.events)


@pytest.mark.parametrize(
    "entry",
    [
        b"",
        b"DTSTART:nonsense",
        b"DTSTART:20231399T250000Z",
        b"DTSTART;TZID=Nowhere/Land:20231018T090000\nRRULE:FREQ=SECONDLY",
        b"DTSTART:20231018T090000Z\nRRULE:FREQ=WEEKLY;BYDAY=XX",
        b"DTSTART:20231018T090000Z\nDURATION:forever",
    ],
)
def test_entries_that_make_no_sense_are_counted(entry: bytes) -> None:
    good = b"BEGIN:VEVENT\nDTSTART:20231018T090000Z\nSUMMARY:Good\nEND:VEVENT\n"
    content = b"BEGIN:VCALENDAR\nBEGIN:VEVENT\n" + entry + b"\nEND:VEVENT\n" + good
    found = read_calendar(content, UTC, "UTC", NOW)
    assert [each.title for each, _ in found.events][-1] == "Good"
    assert found.failed == 1


def test_binary_is_no_calendar() -> None:
    found = read_calendar(bytes(range(256)) * 50, UTC, "UTC", NOW)
    assert not found.events and not found.failed
