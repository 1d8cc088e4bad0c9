"""Dialogs of the system on a phone on its side, with large text."""

from __future__ import annotations

import pytest

from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

SIDE = (
    "settings put system accelerometer_rotation 0; settings put system user_rotation 1;"
    "settings put system font_scale 1.3"
)


@pytest.fixture
def side() -> AppDriver:
    """Drive a phone on its side."""
    driver = AppDriver(Phone(), settle_ms=300)
    driver.shell(SIDE)
    return driver


def test_the_chooser_keeps_its_buttons_and_leaves_the_status_bar(side: AppDriver) -> None:
    share = "am start -a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT hi"
    side.shell(share)
    side.wait(500)
    title, clock = side.find("Share").bbox_pixels, side.find("clock").bbox_pixels
    assert title is not None and clock is not None and title.y_min >= clock.y_max
    side.tap("Gmail")
    side.tap("Just once")
    record = side.phone.system.activities.top  # type: ignore[attr-defined]
    assert record is not None and record.component.startswith("com.google.android.gm/")


def test_the_power_menu_breaks_no_word(side: AppDriver) -> None:
    side.shell("input keyevent --longpress KEYCODE_POWER")
    side.wait(500)
    heights = set()
    for name in ("Emergency", "Power off", "Restart"):
        box = side.find(name).bbox_pixels
        assert box is not None
        heights.add(box.y_max - box.y_min)
    assert len(heights) == 1


def test_the_date_picker_shows_the_day(side: AppDriver) -> None:
    side.shell("settings put global auto_time 0; am start -a android.settings.DATE_SETTINGS")
    side.wait(500)
    side.tap("Date")
    header = side.find("date_picker_header_date").bbox_pixels
    assert header is not None
    line = side.find("date_picker_header_year").bbox_pixels
    assert line is not None
    # "Sun,", "Oct" and "15", each in 34 sp, below the year in 16 sp.
    assert header.y_max - header.y_min > 5.5 * (line.y_max - line.y_min)
