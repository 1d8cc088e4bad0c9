"""Times as apps show them, and handing something to an app that the user chooses."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from android_gym.simulator.appkit.times import moment, time_of_day
from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

NOTE = "/storage/emulated/0/Download/a.txt"


FILES = "com.google.android.documentsui"


@pytest.fixture
def phone() -> Phone:
    return Phone()


@pytest.mark.parametrize(
    ("hours", "time", "text"),
    [
        ("24", dt.time(0, 5), "00:05"),
        ("24", dt.time(15, 34), "15:34"),
        ("12", dt.time(0, 5), "12:05 AM"),
        ("12", dt.time(12, 0), "12:00 PM"),
        ("12", dt.time(15, 34), "3:34 PM"),
    ],
)
def test_the_time_of_day_is_written_as_the_phone_is_set(
    phone: Phone, hours: str, time: dt.time, text: str
) -> None:
    phone.shell(f"settings put system time_12_24 {hours}")
    context = phone.host.context(FILES)
    assert time_of_day(context, dt.datetime.combine(dt.date(2023, 10, 15), time)) == text


@pytest.mark.parametrize(("millis", "year"), [(-(1 << 63), 1), (0, 1970), ((1 << 63) - 1, 9999)])
def test_any_number_is_a_moment(phone: Phone, millis: int, year: int) -> None:
    for zone in ("Pacific/Kiritimati", "Pacific/Niue"):
        phone.system.clock.set_timezone(zone)
        assert abs(moment(phone.host.context(FILES), millis).year - year) <= 1


def test_the_user_chooses_the_app(phone: Phone) -> None:
    phone.push(NOTE, b"words")
    app = AppDriver(phone, FILES)
    app.start("com.android.documentsui.files.FilesActivity")
    app.long_press("a.txt")
    app.menu("Open with")
    assert app.shows(re.compile("Open with.*")), app.texts()
    app.tap("Markor")
    assert "words" in app.texts()
