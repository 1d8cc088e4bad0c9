"""Preferences of apps: the part that a person would miss."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from android_gym.devices import make_device
from android_gym.devices.device import Device
from android_gym.devices.user_data import read_user_data
from android_gym.devices.user_preferences import KEPT, parse_preferences
from android_gym.task_suite.tapping import tap
from android_gym.task_suite.touches import Rows, side_effects


def rows(table: str, *items: str) -> list[tuple[str | None, ...]]:
    return sorted(KEPT[table](parse_preferences(f"<map>{''.join(items)}</map>")))


def number(name: str, value: int) -> str:
    return f'<int name="{name}" value="{value}" />'


def timer(name: int, label: str, length: int, state: int) -> tuple[str, ...]:
    text = f'<string name="timer_label_{name}">{label}</string>'
    length_ms = f'<long name="timer_setup_timet_{name}" value="{length}" />'
    return text, length_ms, number(f"timer_state_{name}", state)


def listed(*names: int) -> str:
    strings = "".join(f"<string>{name}</string>" for name in names)
    return f'<set name="timers_list">{strings}</set>'


def test_timers_that_are_listed() -> None:
    two = (listed(0, 2), *timer(0, "Tea", 5000, 1), *timer(1, "x", 1, 1), *timer(2, "", 7, 2))
    assert rows("timers", *two) == [("", "7", "paused"), ("Tea", "5000", "")]
    for state in (1, 3, 4):  # running, at its end, set back
        assert rows("timers", listed(0), *timer(0, "a", 9, state)) == [("a", "9", "")]
    assert not rows("timers") and not rows("timers", *timer(0, "a", 9, 1))
    assert not rows("timers", '<string name="timers_list">0</string>')


def test_a_stopwatch_that_was_started() -> None:
    began, counted = number("sw_start_time", 100), number("sw_accum_time", 20)
    rest = (began, counted, number("sw_lap_num", 3))
    assert rows("stopwatch", number("sw_state", 1), *rest) == [("1", "100", "20", "3")]
    assert rows("stopwatch", number("sw_state", 2), *rest) == [("2", "", "20", "3")]
    assert not rows("stopwatch", number("sw_state", 0), *rest)
    assert not rows("stopwatch", *rest)


def test_cities() -> None:
    assert rows("cities of the clock", '<string name="cities">Paris|Berlin</string>') == [
        ("Berlin",),
        ("Paris",),
    ]
    assert not rows("cities of the clock", '<string name="cities" />')


def test_conversations_that_are_pinned() -> None:
    pins = '<set name="pinned_conversations"><string>4</string><string>12</string></set>'
    assert rows("pinned conversations", pins) == [("12",), ("4",)]
    assert not rows("pinned conversations", '<string name="pinned_conversations">4</string>')


@pytest.mark.parametrize("text", ["", "no", "<map>", "<map><int/></map>", "\udcff", "<a b='\0'/>"])
def test_what_is_no_such_file_has_no_values(text: str) -> None:
    assert parse_preferences(text) == {}


def test_entities_stay_as_they_are() -> None:
    head = '<!DOCTYPE m [<!ENTITY e SYSTEM "file:///etc/hostname">]>'
    assert parse_preferences(f'{head}<map><string name="a">&e;</string></map>') == {"a": ""}


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    device = make_device()
    device.reset()
    device.shell(
        "am start -W -a android.intent.action.SET_TIMER --ei android.intent.extra.alarm.LENGTH 60 "
        '--es android.intent.extra.alarm.MESSAGE "Kim\'s" '
        "--ez android.intent.extra.alarm.SKIP_UI true"
    )
    device.shell("am start -W -a android.intent.action.SHOW_TIMERS; sleep 1")
    yield device
    device.close()


def test_a_timer_that_passes_is_no_harm_but_what_is_done_to_it_is(device: Device) -> None:
    begun, before = device.snapshot(), read_user_data(device)
    assert before.rows["timers"] is not None
    assert before.rows["timers"].rows() == {("Kim's", "60000", ""): 1}
    for _ in range(4):
        device.shell("sleep 20")
    assert not side_effects(before, read_user_data(device))
    for label in ("Pause", "Delete"):
        device.restore(begun)
        tap(device, label)
        found = side_effects(before, read_user_data(device))
        assert {(each.what, each.place) for each in found} >= {("lost", "timers")}, label
        allowed = [Rows("timers", added=1, lost=1)]
        assert not side_effects(before, read_user_data(device), allowed)
