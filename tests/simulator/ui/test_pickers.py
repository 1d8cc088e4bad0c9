"""Pickers: a person's way through each, ids and descriptions, ends of the range."""

from __future__ import annotations

import datetime as dt
import math
import pickle
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from android_gym.simulator.system.keycodes import KEYCODES
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.date_pickers import date_picker_dialog
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.material_date import material_date_picker
from android_gym.simulator.ui.material_time import material_time_picker
from android_gym.simulator.ui.pickers import NumberPicker, color_grid
from android_gym.simulator.ui.time_pickers import time_picker_dialog
from android_gym.simulator.ui.widgets import Button, TextView

if TYPE_CHECKING:
    from tests.simulator.conftest import SamplePhone

DATE, TIME = dt.date(2023, 10, 15), dt.time(15, 34)


def show(phone: SamplePhone, make: Callable[..., Overlay], *start: Any, **options: Any) -> None:
    def build(page: Any) -> Screen:
        def done(value: Any) -> None:
            page.update(text=value.isoformat(), value=None)

        picker = None
        if page.state.value:
            picker = make(
                *start, done, lambda: page.update(text="cancelled", value=None), **options
            )
        return Screen(
            column(
                Button("Pick", on_click=lambda: page.update(value=True)),
                TextView(page.state.text, id="heard"),
            ),
            overlays=[picker],
        )

    phone.show(build)
    phone.tap_on("Pick")


def day(date: dt.date) -> str:
    return f"{date:%d %B %Y}"


# --- dates -------------------------------------------------------------------------------------


def test_date_dialog_reads_as_android_s(phone: SamplePhone) -> None:
    show(phone, date_picker_dialog, DATE)
    assert phone.text_of("date_picker_header_year") == "2023"
    assert phone.text_of("date_picker_header_date") == "Sun, Oct 15"
    assert phone.element("Previous month").resource_name == "android:id/prev"
    assert phone.element("Next month").resource_name == "android:id/next"
    cell = phone.element("15 October 2023")
    assert (cell.text, cell.class_name) == ("15", "android.view.View")
    assert cell.is_clickable and cell.is_checked
    assert not phone.element("14 October 2023").is_checked
    days = [
        e for e in phone.ui_elements() if (e.content_description or "").endswith("October 2023")
    ]
    assert [e.text for e in days] == [str(i) for i in range(1, 32)]
    assert phone.has("day_picker_view_pager")
    assert phone.text_of("button1") == "OK" and phone.text_of("button2") == "Cancel"


def test_days_stand_below_their_weekday(phone: SamplePhone) -> None:
    show(phone, date_picker_dialog, DATE)
    sunday = phone.element("15 October 2023").bbox_pixels
    for other, column_offset in (("08", 0), ("14", 6), ("18", 3)):
        x = phone.element(f"{other} October 2023").bbox_pixels.center[0]
        width = phone.element("16 October 2023").bbox_pixels.center[0] - sunday.center[0]
        assert x == pytest.approx(sunday.center[0] + column_offset * width, abs=1)


def test_a_day_is_chosen_and_taken(phone: SamplePhone) -> None:
    show(phone, date_picker_dialog, DATE)
    phone.tap_on("03 October 2023")
    assert phone.text_of("date_picker_header_date") == "Tue, Oct 3"
    phone.tap_on("button1")
    assert phone.text_of("heard") == "2023-10-03"


def test_months_are_turned_by_arrows_and_by_swipes(phone: SamplePhone) -> None:
    show(phone, date_picker_dialog, DATE)
    phone.tap_on("Next month")
    assert phone.has("30 November 2023") and not phone.has("30 October 2023")
    x, y = phone.element("15 November 2023").bbox_pixels.center
    for _ in range(2):
        phone.swipe(100, y, 300, y, 150)
        phone.advance(1000)
    assert phone.has("30 September 2023")
    phone.tap_on("30 September 2023")
    phone.tap_on("button1")
    assert phone.text_of("heard") == "2023-09-30"


def test_years(phone: SamplePhone) -> None:
    show(phone, date_picker_dialog, dt.date(2024, 2, 29))
    phone.tap_on("date_picker_header_year")
    assert phone.has("date_picker_year_picker") and not phone.has("29 February 2024")
    phone.tap_on("2023")
    assert phone.text_of("date_picker_header_date") == "Tue, Feb 28"
    phone.tap_on("button1")
    assert phone.text_of("heard") == "2023-02-28"


def test_limits(phone: SamplePhone) -> None:
    first, last = dt.date(2023, 10, 10), dt.date(2023, 11, 5)
    show(phone, date_picker_dialog, dt.date(2023, 1, 1), first=first, last=last)
    assert phone.text_of("date_picker_header_date") == "Tue, Oct 10"
    assert not phone.has("Previous month")
    early = phone.element("09 October 2023")
    assert not early.is_enabled and not early.is_clickable
    phone.tap_on("09 October 2023")
    phone.tap_on("Next month")
    assert not phone.has("Next month")
    phone.tap_on("06 November 2023")
    phone.tap_on("05 November 2023")
    phone.tap_on("button1")
    assert phone.text_of("heard") == "2023-11-05"


def test_cancel_keeps_nothing(phone: SamplePhone) -> None:
    show(phone, date_picker_dialog, DATE)
    phone.tap_on("03 October 2023")
    phone.tap_on("button2")
    assert phone.text_of("heard") == "cancelled"
    phone.tap_on("Pick")
    assert phone.text_of("date_picker_header_date") == "Sun, Oct 15"


def test_material_dates(phone: SamplePhone) -> None:
    show(phone, material_date_picker, DATE, today=dt.date(2023, 10, 14))
    assert phone.text_of("mtrl_picker_header_selection_text") == "Oct 15, 2023"
    assert phone.has("Today Saturday, October 14")
    phone.tap_on("month_navigation_next")
    phone.tap_on("Thursday, November 2")
    assert phone.text_of("mtrl_picker_header_selection_text") == "Nov 2, 2023"
    phone.tap_on("mtrl_picker_header_toggle")
    field = next(e for e in phone.ui_elements() if e.is_editable)
    assert field.text == "11/02/2023"
    phone.press_key(KEYCODES["MOVE_END"])
    for _ in range(10):
        phone.press_key(KEYCODES["DEL"])
    phone.type_text("2/30/2024")
    assert phone.has("Invalid format.")
    for _ in range(9):
        phone.press_key(KEYCODES["DEL"])
    phone.type_text("2/29/2024")
    assert not phone.has("Invalid format.")
    phone.tap_on("confirm_button")
    assert phone.text_of("heard") == "2024-02-29"


def test_material_years(phone: SamplePhone) -> None:
    show(phone, material_date_picker, DATE)
    phone.tap_on("month_navigation_fragment_toggle")
    phone.tap_on("2025")
    phone.tap_on("Wednesday, October 1")
    phone.tap_on("confirm_button")
    assert phone.text_of("heard") == "2025-10-01"


# --- times -------------------------------------------------------------------------------------


def test_time_dialog_reads_as_android_s(phone: SamplePhone) -> None:
    show(phone, time_picker_dialog, TIME)
    assert phone.text_of("hours") == "3" and phone.text_of("minutes") == "34"
    assert phone.element("PM").is_checked and not phone.element("AM").is_checked
    assert phone.element("AM").class_name == "android.widget.RadioButton"
    assert phone.element("toggle_mode").content_description == (
        "Switch to text input mode for the time input."
    )


def test_an_hour_leads_to_the_minutes(phone: SamplePhone) -> None:
    show(phone, time_picker_dialog, TIME)
    phone.tap_on("9")
    assert phone.text_of("hours") == "9"
    phone.tap_on("45")
    assert phone.text_of("minutes") == "45"
    phone.tap_on("AM")
    phone.tap_on("button1")
    assert phone.text_of("heard") == "09:45:00"


def test_twelve_is_midnight_in_the_morning_and_noon_after(phone: SamplePhone) -> None:
    show(phone, time_picker_dialog, TIME)
    phone.tap_on("12")
    phone.tap_on("00")
    phone.tap_on("button1")
    assert phone.text_of("heard") == "12:00:00"
    show(phone, time_picker_dialog, TIME)
    phone.tap_on("AM")
    phone.tap_on("12")
    phone.tap_on("button1")
    assert phone.text_of("heard") == "00:34:00"


def test_a_drag_finds_single_minutes(phone: SamplePhone) -> None:
    show(phone, time_picker_dialog, dt.time(10, 0))
    phone.tap_on("minutes")
    x, y = phone.element("15").bbox_pixels.center
    centre = phone.element("30").bbox_pixels.center[0]
    middle = y
    phone.touch(x, y, True)
    phone.advance(20)
    angle, radius = 2 * math.pi * 17 / 60, x - centre
    phone.touch(centre + radius * math.sin(angle), middle - radius * math.cos(angle), True)
    phone.touch(centre + radius * math.sin(angle), middle - radius * math.cos(angle), False)
    phone.tap_on("button1")
    assert phone.text_of("heard") == "10:17:00"


def test_typed_times(phone: SamplePhone) -> None:
    show(phone, time_picker_dialog, TIME)
    phone.tap_on("toggle_mode")
    assert phone.text_of("input_hour") == "3"
    phone.press_key(KEYCODES["MOVE_END"])
    phone.press_key(KEYCODES["DEL"])
    phone.type_text("13")
    phone.tap_on("button1")
    assert phone.has("input_hour"), "13 is no hour of a 12 h clock"
    assert phone.text_of("label_error") == "Enter a valid time"
    phone.press_key(KEYCODES["DEL"])
    phone.tap_on("button1")
    assert phone.text_of("heard") == "13:34:00"


@pytest.mark.parametrize("hour", [0, 1, 11, 12, 13, 23])
def test_material_24_hours_on_two_rings(phone: SamplePhone, hour: int) -> None:
    show(phone, material_time_picker, TIME, is_24=True)
    assert phone.element("material_hour_tv").content_description == "15 hours"
    found = [
        e
        for e in phone.ui_elements()
        if e.content_description == f"{hour} hours" and e.class_name == "android.widget.TextView"
    ]
    assert [e.text for e in found] == ["00" if hour == 0 else str(hour)]
    phone.tap(*found[0].bbox_pixels.center)
    phone.tap_on("25 minutes")
    phone.tap_on("material_timepicker_ok_button")
    assert phone.text_of("heard") == f"{hour:02}:25:00"


def test_material_12_hours(phone: SamplePhone) -> None:
    show(phone, material_time_picker, TIME)
    assert phone.text_of("header_title") == "Select time"
    assert phone.element("material_clock_period_pm_button").is_checked
    phone.tap_on("8 o'clock")
    phone.tap_on("AM")
    phone.tap_on("material_timepicker_mode_button")
    fields = [e for e in phone.ui_elements() if e.is_editable]
    assert [e.text for e in fields] == ["8", "34"]
    phone.tap_on("material_timepicker_ok_button")
    assert phone.text_of("heard") == "08:34:00"


@pytest.mark.parametrize("make", [time_picker_dialog, material_time_picker])
@pytest.mark.parametrize("size", [(1080, 2400, 420), (720, 1280, 320)])
def test_the_dial_stands_beside_the_time_on_a_turned_screen(
    phone: SamplePhone, make: Callable[..., Overlay], size: tuple[int, int, int]
) -> None:
    width, height, dpi = size
    phone.shell(f"wm size {height}x{width}; wm density {dpi}")
    show(phone, make, TIME)
    views = {view.id: view for window in phone.windows.windows() for view in window.root.walk()}
    dial = views.get("material_clock_face") or views["android:id/radial_picker"]
    hour = views.get("material_hour_tv") or views["android:id/hours"]
    assert hour.bounds[2] < dial.bounds[0]
    left, top, right, bottom = dial.bounds
    for number in dial.children:
        x0, y0, x1, y1 = number.bounds
        assert left <= x0 < x1 <= right and top <= y0 < y1 <= bottom
    x, y = (sum(dial.children[8].bounds[i::2]) / 2 for i in (0, 1))
    phone.tap(x, y)
    phone.tap_on("AM")
    phone.tap_on("OK")
    assert phone.text_of("heard") == "08:34:00"


@pytest.mark.parametrize("is_24", [False, True])
@pytest.mark.parametrize("time", [dt.time(0, 0), dt.time(12, 5), dt.time(23, 59)])
@pytest.mark.parametrize("text", [False, True])
def test_what_is_not_touched_stays(
    phone: SamplePhone, time: dt.time, is_24: bool, text: bool
) -> None:
    show(phone, time_picker_dialog, time, is_24=is_24, text=text)
    phone.tap_on("button1")
    assert phone.text_of("heard") == time.isoformat()


def test_a_snapshot_with_an_open_picker_goes_to_another_process(phone: SamplePhone) -> None:
    show(phone, material_time_picker, TIME, is_24=True)
    phone.tap_on("7 hours")
    kept = pickle.loads(pickle.dumps(phone.snapshot()))
    phone.tap_on("25 minutes")
    phone.tap_on("material_timepicker_ok_button")
    phone.restore(kept)
    assert phone.element("material_hour_tv").content_description == "7 hours"
    phone.tap_on("30 minutes")
    phone.tap_on("material_timepicker_ok_button")
    assert phone.text_of("heard") == "07:30:00"


# --- numbers and colours -----------------------------------------------------------------------


def test_number_picker(phone: SamplePhone) -> None:
    phone.show(
        lambda page: NumberPicker(
            page.state.count or 1, 1, 5, lambda v: page.update(count=v), id="n"
        )
    )
    assert phone.text_of("numberpicker_input") == "1"
    phone.tap_on("2")
    assert phone.text_of("numberpicker_input") == "2"
    phone.tap_on("1")
    phone.tap_on("5")
    assert phone.text_of("numberpicker_input") == "5", "it goes on with the largest"
    x, y = phone.element("numberpicker_input").bbox_pixels.center
    phone.swipe(x, y, x, y + 96, 300)
    assert phone.text_of("numberpicker_input") == "3"
    phone.tap_on("numberpicker_input")
    phone.press_key(KEYCODES["MOVE_END"])
    phone.press_key(KEYCODES["DEL"])
    phone.type_text("4")
    assert phone.text_of("numberpicker_input") == "4"


def test_color_grid(phone: SamplePhone) -> None:
    phone.show(
        lambda page: color_grid(
            ["#FF0000", "#00FF00", "#0000FF"],
            page.state.count,
            lambda i: page.update(count=i),
            descriptions=["Red", "Green", "Blue"],
        )
    )
    assert phone.element("Red").is_selected
    phone.tap_on("Blue")
    assert phone.element("Blue").is_selected and not phone.element("Red").is_selected
