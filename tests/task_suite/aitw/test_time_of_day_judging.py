"""Rules of telling the time at their thresholds."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.errors import OptionError
from android_gym.task_suite.aitw.general.time_of_day.asides import without_asides
from android_gym.task_suite.aitw.general.time_of_day.tasks import PACKAGE
from android_gym.task_suite.suite import tasks

HERE = tasks("AITW")["General-361"]()
BERLIN = tasks("AITW")["General-352"]()
PARAMS = {"front": "", "start": "2023-07-03 19:41", "zone": "Asia/Kolkata"}  # Berlin: 21:41


@pytest.mark.parametrize(
    ("later_s", "answer", "right"),
    [
        (0, "9:41 PM", True),
        (0, "In Berlin it is 21:41 now.", True),
        (119, "9:41 PM", True),
        (121, "9:41 PM", True),  # 21:43:01: it was 21:41 two minutes ago, all but one second
        (180, "9:41 PM", False),
        (0, "9:42 PM", False),
        (60, "9:42 PM", True),
        (0, "9:41", False),  # in the morning
        (0, "9:41 AM", False),
        (0, "9 PM", False),
        (0, "9:41 PM or 1:11 AM", False),
        (0, "1:11 AM", False),  # the phone's own
        (0, "In Paris it is 9:41 PM.", False),
        (0, "In Berlin, as in Paris, it is 9:41 PM.", True),
        (0, "", False),
    ],
)
def test_the_time_in_berlin(device, later_s, answer, right):
    BERLIN.setup(device, PARAMS)
    start = dt.datetime(2023, 7, 3, 19, 41, tzinfo=dt.UTC)
    device.set_time(start + dt.timedelta(seconds=later_s))
    assert BERLIN.success(device, PARAMS, answer) == float(right)


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("9:41 PM, which is 3.5 hours behind you", True),
        ("It is 9:41 PM in Berlin, 3 hours 30 minutes behind your time.", True),
        ("9:41 PM (3.5 hours earlier)", True),
        ("9:41 PM, 3.5 hours ahead of you", False),
        ("9:41 PM, 3 hours behind you", False),
        ("9:41 PM, an hour behind you", False),
        ("9:41 PM, some hours behind", False),
        ("9:41 PM (UTC+2)", True),
        ("9:41 PM GMT +02:00", True),
        ("9:41 PM (UTC+1)", False),
        ("9:41 PM (UTC-2)", False),
        ("9:41 PM yesterday", True),  # on the phone it is the fourth of July
        ("9:41 PM tomorrow", False),
        ("9:41 PM today", True),
        ("9:41 PM on Monday", True),
        ("9:41 PM on Tuesday", False),
        ("9:41 PM on Monday, July 3, 2023", True),
        ("Berlin: July 3rd 9:41 PM", True),
        ("9:41 PM, 3 July", True),
        ("2023-07-03 21:41", True),
        ("2022-07-03 21:41", False),
        ("2023/07/03 9:41 PM", True),
        ("9:41 PM, 2022/07/03", False),
        ("9:41 PM, 2023.8.9", False),
        ("9:41 PM, July 3 2022", False),
        ("7/3/2023 9:41 PM", False),  # of March, or of July
        ("9:41 PM on July 4", False),
        ("9:41 PM on July 3, 2022", False),
        ("9:41 PM two hours ago", False),
        ("9:41 PM last week", False),
        ("9:41 PM 20 minutes later", False),
    ],
)
def test_asides_must_be_right(answer, right):
    start = dt.datetime(2023, 7, 3, 19, 41, tzinfo=dt.UTC)
    there, here = (start.astimezone(zone(n)) for n in ("Europe/Berlin", "Asia/Kolkata"))
    rest = without_asides(answer, there, here)
    assert (rest is not None and BERLIN.says(rest, frozenset({"21:41"}))) == right


def test_the_phones_own_day():
    start = dt.datetime(2023, 7, 3, 19, 41, tzinfo=dt.UTC).astimezone(zone("Asia/Kolkata"))
    for answer, right in (("1:11 AM yesterday", False), ("1:11 AM tomorrow", False)):
        assert (without_asides(answer, start, start) is not None) == right
    assert without_asides("Today, 1:11 AM", start, start) is not None
    assert without_asides("1:11 AM, 1 hour ahead", start, start) is None


def test_an_aside_may_be_as_old_as_the_answer(device):
    BERLIN.setup(device, PARAMS)
    device.set_time(dt.datetime(2023, 7, 3, 22, 1, tzinfo=dt.UTC))  # in Berlin it is Tuesday
    assert BERLIN.success(device, PARAMS, "11:59 PM on Monday") == 1.0
    assert BERLIN.success(device, PARAMS, "12:01 AM on Tuesday") == 1.0
    assert BERLIN.success(device, PARAMS, "12:01 AM on Wednesday") == 0.0


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("1:11 AM", True),
        ("01:11", True),
        ("1:11", True),
        ("It's 1:11\u200aAM.", True),
        ("1:11:30 AM", True),  # a clock goes on between two minutes
        ("1:11 p.m.", False),
        ("13:11", False),
        ("1:12", False),
    ],
)
def test_the_phones_own_time_may_leave_out_the_half_of_the_day(answer, right):
    assert HERE.says(answer, frozenset({"01:11"})) == right


@pytest.mark.parametrize(
    ("answer", "right"), [("12:05", True), ("00:05", True), ("12:05 PM", False), ("0:06", False)]
)
def test_past_midnight(answer, right):
    assert HERE.says(answer, frozenset({"00:05"})) == right


def element(text, top, *, name=f"{PACKAGE}:id/digital_clock", selected=False):
    box = BoundingBox(0, 100, top, top + 100)
    return UIElement(text=text, bbox_pixels=box, resource_name=name, is_selected=selected)


def test_a_city_is_shown_with_its_time_beside():
    times = frozenset({"21:41"})
    clock, city = element("9:41 PM", 50), element("Berlin", 0)
    assert BERLIN.is_shown((city, clock), times)
    assert BERLIN.is_shown((element("Berlin, Germany", 0), clock), times)
    assert not BERLIN.is_shown((element("Berlingen", 0), clock), times)
    assert not BERLIN.is_shown((city, element("9:41 PM", 100)), times)  # the next row
    assert not BERLIN.is_shown((city, element("9:40 PM", 50)), times)
    status_bar = element("9:41 PM", 50, name="com.android.systemui:id/clock")
    assert not BERLIN.is_shown((city, status_bar), times)


def test_the_clock_is_shown_in_its_own_tab():
    times = frozenset({"21:41"})
    clock, tab = element("9:41 PM", 50), element("Clock", 300, selected=True)
    assert HERE.is_shown((clock, tab), times)
    assert not HERE.is_shown((clock, element("Clock", 300)), times)
    assert not HERE.is_shown((clock, element("Alarm", 300, selected=True)), times)
    assert not HERE.is_shown((element("9:40 PM", 50), tab), times)


def test_only_clock_counts_as_a_clock(device):
    HERE.setup(device, PARAMS)
    assert HERE.success(device, PARAMS, None) == 0.0
    device.launch(PACKAGE)
    device.shell("sleep 1")
    assert HERE.success(device, PARAMS, None) == 1.0
    assert HERE.success(device, PARAMS, "9:41 PM") == 0.0  # a wrong answer is wrong
    assert BERLIN.success(device, PARAMS, None) == 0.0


def test_no_city_has_the_phones_time():
    for cls in tasks("AITW").values():
        if cls.instruction.kind != "city_time":
            continue
        for seed in range(60):
            params = cls().sample(np.random.default_rng(seed))
            cls().check(params)
            start = dt.datetime.strptime(params["start"], "%Y-%m-%d %H:%M")
            there, here = (
                start.replace(tzinfo=dt.UTC).astimezone(zone(name)).utcoffset()
                for name in (cls().zone(params), params["zone"])
            )
            assert there != here


def zone(name):
    import zoneinfo

    return zoneinfo.ZoneInfo(name)


@pytest.mark.parametrize(
    ("name", "value"), [("start", "noon"), ("start", "2023-07-03"), ("zone", "Europe/Berlin")]
)
def test_parameters_that_could_not_be_drawn(name, value):
    with pytest.raises(OptionError, match=f"{name!r} must be"):
        BERLIN.check({**PARAMS, name: value})
