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
    """Drive a phone on its side, in an app that turns with it."""
    driver = AppDriver(Phone(), settle_ms=300)
    driver.shell(f"{SIDE}; am start -a android.settings.SETTINGS")
    driver.wait(500)
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


def test_the_status_bar_is_low_and_the_largest_clock_fits(side: AppDriver) -> None:
    side.shell("settings put system font_scale 2.0")
    phone = side.phone
    assert isinstance(phone, Phone)
    assert phone.windows.status_bar_height == 74  # 28 dp
    left, top, right, bottom = box_of(side, "clock")
    assert right > left and bottom - top < 74 and top >= 0 and bottom <= 74
    side.shell("settings put system user_rotation 0")
    assert phone.windows.status_bar_height == 128
    assert box_of(side, "clock")[3] <= 128


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


def box_of(side: AppDriver, name: str) -> tuple[int, int, int, int]:
    """Return the pixels of an element: left, top, right, bottom."""
    box = side.find(name).bbox_pixels
    assert box is not None
    return box.x_min, box.y_min, box.x_max, box.y_max


def launch(side: AppDriver, package: str, *taps: str) -> None:
    """Start an app, and tap what leads to the screen."""
    side.shell(f"monkey -p {package} 1")
    side.wait(1500)
    for name in taps:
        side.tap(name)


def test_a_sheet_that_is_too_high_leaves_the_status_bar_and_its_button(side: AppDriver) -> None:
    launch(side, "com.arduia.expense")
    side.tap_element(
        next(e for e in side.phone.ui_elements() if "ImageButton" in str(e.class_name))
    )
    side.drag("Backup", dy=-400)
    side.tap("Settings", "Currency")
    assert box_of(side, "Choose Currency")[1] >= box_of(side, "clock")[3]
    save = box_of(side, "btn_save")
    assert save[3] - save[1] > 100 and save[3] < 1080 - 63
    assert box_of(side, "rv_currencies")[3] <= save[1]
    side.tap("Euro", "btn_save")
    assert "\u20ac" in side.texts()


def test_fields_of_dialogs_are_whole_above_the_keyboard(side: AppDriver) -> None:
    launch(side, "com.simplemobiletools.calendar.pro", "Settings")
    side.scroll_to("Manage event types")
    side.tap("Manage event types", "Add a new type")
    field = box_of(side, "type_title")
    assert field[3] - field[1] > 100
    side.type("Work")
    side.tap("OK")
    assert "Work" in side.texts()


@pytest.mark.parametrize("material", [True, False])
def test_typed_times_are_whole_above_the_keyboard(side: AppDriver, material: bool) -> None:
    if material:
        launch(side, "com.google.android.deskclock", "Alarm", "Add alarm")
        side.tap("material_timepicker_mode_button")
    else:
        side.shell("settings put global auto_time 0; am start -a android.settings.DATE_SETTINGS")
        side.wait(500)
        side.scroll_to("Time")
        side.tap("Time", "toggle_mode")
    fields = [e for e in side.phone.ui_elements() if e.is_editable]
    assert len(fields) == 2
    buttons = box_of(side, "OK")
    for field in fields:
        box = field.bbox_pixels
        assert box is not None
        assert box.y_max - box.y_min > 90 and box.y_max <= buttons[1]
    side.press("DEL")
    side.type("7")
    side.tap("OK")
    assert any("7:34" in text for text in side.texts())


def test_low_keys_of_the_dial_pad_have_room_for_letters(side: AppDriver) -> None:
    launch(side, "com.google.android.dialer", "key pad")
    boxes = [e.bbox_pixels for e in side.phone.ui_elements() if e.text in ("ABC", "WXYZ")]
    assert len(boxes) == 2
    for box in boxes:
        assert box is not None and box.y_max - box.y_min >= 43
