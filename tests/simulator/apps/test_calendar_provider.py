"""The calendar provider over adb: events, the times they take place, exceptions, bad values."""

from __future__ import annotations

import re

import pytest

from android_gym.simulator.appkit.calendars import event_of, expand
from android_gym.simulator.phone import Phone

URI = "content://com.android.calendar"
DAY = 86_400_000
MONDAY = 1_697_414_400_000  # 2023-10-16, midnight UTC


class Provider:
    """`content` on one phone."""

    def __init__(self) -> None:
        self.phone = Phone()

    def run(self, command: str) -> str:
        result = self.phone.shell(f"content {command}")
        return (result.stdout + result.stderr).decode()

    def add(self, **values: str) -> None:
        row = {"calendar_id": "i:1", "dtstart": f"l:{MONDAY}", "dtend": f"l:{MONDAY}"} | values
        binds = " ".join(f"--bind '{name}:{value}'" for name, value in row.items())
        assert self.run(f"insert --uri {URI}/events {binds}") == ""

    def instances(self, first: int, last: int, where: str = "calendar_id = 1") -> list[int]:
        shown = self.run(
            f"query --uri {URI}/instances/when/{first}/{last} --projection begin --sort begin "
            f"--where '{where}'"
        )
        return [(int(begin) - MONDAY) // DAY for begin in re.findall(r"begin=(-?\d+)", shown)]


@pytest.fixture
def provider() -> Provider:
    return Provider()


def test_two_calendars_one_with_holidays(provider: Provider) -> None:
    shown = provider.run(f"query --uri {URI}/calendars --projection _id:calendar_access_level")
    assert shown.splitlines() == [
        "Row: 0 _id=1, calendar_access_level=700",
        "Row: 1 _id=2, calendar_access_level=200",
    ]
    shown = provider.run(
        f"query --uri {URI}/instances/whenbyday/2460249/2460272 --projection title:startDay"
    )
    assert re.findall("title=([^,]+), startDay=(\\d+)", shown) == [
        ("Halloween", "2460249"), ("Veterans Day", "2460260"), ("Thanksgiving Day", "2460272"),
    ]  # fmt: skip


def test_a_repeating_event_and_its_exceptions(provider: Provider) -> None:
    provider.add(rrule="s:FREQ=DAILY;COUNT=5", exdate="s:20231020T000000Z")
    assert provider.instances(MONDAY, MONDAY + 9 * DAY) == [0, 1, 2, 3]
    provider.run(
        f"insert --uri {URI}/exception/20 --bind originalInstanceTime:l:{MONDAY + DAY} "
        "--bind eventStatus:i:2"
    )
    provider.run(
        f"insert --uri {URI}/exception/20 --bind originalInstanceTime:l:{MONDAY + 2 * DAY} "
        f"--bind dtstart:l:{MONDAY + 7 * DAY} --bind dtend:l:{MONDAY + 7 * DAY}"
    )
    assert provider.instances(MONDAY, MONDAY + 9 * DAY) == [0, 3, 7]
    provider.run(f"delete --uri {URI}/events/20")
    assert provider.instances(MONDAY, MONDAY + 9 * DAY) == []


def test_changes_show_and_reminders_go_with_their_event(provider: Provider) -> None:
    provider.add(title="s:a")
    provider.run(f"insert --uri {URI}/reminders --bind event_id:i:20 --bind minutes:i:10")
    provider.run(f"update --uri {URI}/events/20 --bind dtend:l:{MONDAY + 3 * DAY}")
    shown = provider.run(f"query --uri {URI}/events/20 --projection title:lastDate:visible")
    assert shown == f"Row: 0 title=a, lastDate={MONDAY + 3 * DAY}, visible=1\n"
    assert provider.instances(MONDAY + 2 * DAY, MONDAY + 9 * DAY) == [0]
    provider.run(f"delete --uri {URI}/events --where 'calendar_id=1'")
    assert "No result" in provider.run(f"query --uri {URI}/reminders")


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("insert --uri {}/events --bind title:s:x", "calendar_id field missing"),
        ("insert --uri {}/events --bind calendar_id:i:1 --bind dtstart:l:1", "cannot both be null"),
        ("insert --uri {}/exception/99 --bind originalInstanceTime:l:1", "No time of an event 99"),
        ("query --uri {}/instances/when/a/b", "Cannot parse begin or end"),
        ("query --uri {}/nothing", "Unknown URL"),
    ],
)
def test_what_is_refused(provider: Provider, command: str, told: str) -> None:
    assert told in provider.run(command.format(URI))


@pytest.mark.parametrize(
    "values",
    [
        {"dtstart": "x"}, {"dtstart": 10**30}, {"eventTimezone": "No/where"}, {"rrule": "x" * 600},
        {"duration": "P1X"}, {"exdate": "never,20231016"}, {"title": 5}, {"original_id": "x"},
        {"eventTimezone": "../../etc/passwd"}, {"dtstart": -(10**17), "rrule": "FREQ=DAILY"},
    ],
)  # fmt: skip
def test_rows_from_elsewhere_are_expanded(values: dict[str, object]) -> None:
    names = (
        "_id calendar_id title eventLocation description dtstart dtend duration allDay "
        "eventTimezone rrule exdate eventColor eventStatus original_id originalInstanceTime"
    ).split()
    row = dict.fromkeys(names) | {"_id": 1, "calendar_id": 1, "dtstart": MONDAY} | values
    expand([event_of([row[name] for name in names])], MONDAY, MONDAY + DAY)


def test_lengths() -> None:
    base = [1, 1, "", "", "", MONDAY, None]
    rest = [0, "UTC", None, None, None, None, None, None]
    lengths = [event_of([*base, text, *rest]).length_ms for text in ("P1D", "PT1H30M", "P3600S")]
    assert lengths == [DAY, 5_400_000, 3_600_000]


def test_a_query_ends_where_rules_do_not(provider: Provider) -> None:
    """Rules without an end, over centuries: each has 5,000 times, and nobody waits for all."""
    for _ in range(5):
        provider.add(rrule="s:FREQ=DAILY")
    asked = f"query --uri {URI}/instances/when/{MONDAY}/{MONDAY + 20_000 * DAY}"
    assert "more than 20000 times" in provider.run(asked)
    assert len(provider.instances(MONDAY, MONDAY + 9 * DAY)) == 50
