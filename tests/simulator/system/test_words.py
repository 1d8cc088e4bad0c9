"""Texts and their translations, without a phone."""

from __future__ import annotations

import datetime as dt

import babel
import pytest

from android_gym.simulator.system.words import (
    Words,
    counted,
    day_text,
    half_day_text,
    joined,
    phrase,
    verbatim,
)

SUNDAY = dt.date(2023, 10, 15)

CHINESE = Words(
    "zh-hans",
    {
        "Off": "关闭",
        "After {time}": "{time}后",
        "{n} apps": "{n} 个应用",
        ", ": "、",
        "1 minute": "1 分钟",
    },
    babel.Locale.parse("zh_CN"),
)
CZECH = Words(
    "cs-latn",
    {"{n} apps": {"one": "{n} aplikace!", "few": "{n} aplikace", "other": "{n} aplikací"}},
    babel.Locale.parse("cs_CZ"),
)


@pytest.mark.parametrize(
    ("text", "english", "chinese"),
    [
        ("Off", "Off", "关闭"),
        ("Nothing", "Nothing", "Nothing"),
        (verbatim("Off"), "Off", "Off"),
        (phrase("After {time}", time="1 minute"), "After 1 minute", "1 分钟后"),
        (phrase("After {time}", time=verbatim("Off")), "After Off", "Off后"),
        (phrase("Lap {n}", n=3), "Lap 3", "Lap 3"),
        (counted(1, "{n} app", "{n} apps"), "1 app", "1 个应用"),
        (counted(2, "{n} app", "{n} apps"), "2 apps", "2 个应用"),
        (joined(", ", ("Off", verbatim("Off"))), "Off, Off", "关闭、Off"),
        (day_text(SUNDAY, "MMMEd"), "Sun, Oct 15", "10月15日周日"),
        (day_text(SUNDAY, "yMMMMd"), "October 15, 2023", "2023年10月15日"),
        (day_text(SUNDAY, "EEEE"), "Sunday", "星期日"),
        (day_text(SUNDAY, "EEEEE"), "S", "日"),
        (day_text(SUNDAY, "MMM"), "Oct", "10月"),
        (half_day_text("3:34 PM", dt.time(15, 34)), "3:34 PM", "下午3:34"),
        (half_day_text("8:05 AM", dt.time(8, 5)), "8:05 AM", "上午8:05"),
    ],
)  # fmt: skip
def test_a_text_is_its_english_and_knows_its_translation(text, english, chinese):
    assert text == english
    assert CHINESE.of(text) == chinese
    assert CHINESE.of(CHINESE.of(text)) == chinese  # a view may be put into a tree twice


@pytest.mark.parametrize(
    ("n", "told"), [(1, "1 aplikace!"), (3, "3 aplikace"), (5, "5 aplikací"), (0, "0 aplikací")]
)
def test_numbers_take_the_plural_of_the_language(n, told):
    assert CZECH.of(counted(n, "{n} app", "{n} apps")) == told


def test_values_are_filled_in_once():
    name = "{time} {0} {unknown}"  # braces of a user are no places to fill
    assert CHINESE.of(phrase("After {time}", time=verbatim(name))) == f"{name}后"
