"""Fields of pages for which Chrome opens windows of Android's: lists, wheels, suggestions."""

from __future__ import annotations

import re

import numpy as np
import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.web.engines import find_engine
from android_gym.simulator.wire.images import dump, load
from android_gym.testing.driver import AppDriver
from tests.simulator.apps.chrome_app import DOWNLOAD, MAIN, PACKAGE, chrome

DOCUMENTS = "content://com.android.externalstorage.documents/document/primary%3ADownload%2F"
BACK = 4

pytestmark = pytest.mark.skipif(
    find_engine() is None,
    reason="no Chromium is installed: scripts/system_packages.sh test installs one",
)


@pytest.fixture
def app() -> AppDriver:
    return chrome()


def show(app: AppDriver, body: str) -> None:
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    text = f"<!DOCTYPE html><html><head>{head}</head><body>{body}<h4 id=out>-</h4></body></html>"
    app.phone.system.files.write(f"{DOWNLOAD}/page.html", text.encode())
    url = f"{DOCUMENTS}page.html"
    app.shell(f"am start -a android.intent.action.VIEW -n {PACKAGE}/{MAIN} -d '{url}'")
    app.wait(500)


def wheels(app: AppDriver) -> list[str]:
    """Return what the wheels of a dialog show, from the first to the last."""
    return [field.text or "" for field in app.elements("numberpicker_input")]


def turn(app: AppDriver, wheel: int, by: int) -> None:
    """Turn a wheel by one row, up or down."""
    box = app.elements("numberpicker_input")[wheel].bbox_pixels
    assert box is not None
    x, y = box.center
    app.phone.tap(x, y + by * (box.y_max - box.y_min))
    app.wait(100)


def copied(app: AppDriver) -> AppDriver:
    """Return the hand on another phone that is as this one, by an image."""
    other = Phone()
    other.restore(load(other, dump(app.phone, app.phone.snapshot())))
    return AppDriver(other, PACKAGE)


class TestLists:
    def test_several_are_ticked(self, app: AppDriver) -> None:
        show(
            app,
            "<select id=s multiple onchange='out.textContent = selectedOptions.length'>"
            + "".join(f"<option>row {i}" for i in range(100))
            + "</select>",
        )
        assert app.find("s").text == "0 selected"
        app.tap("s", "row 0", "row 3", "row 1")
        assert [app.find(f"row {i}").is_checked for i in range(4)] == [True, True, False, True]
        app.tap("row 1", "OK")
        assert app.find("s").text == "2 selected" and "2" in app.texts()
        app.tap("s", "row 0", "Cancel")
        assert app.find("s").text == "2 selected"
        app.tap("s", "row 0", "OK")
        assert app.find("s").text == "row 3" and "1" in app.texts()

    def test_one_is_chosen_of_a_box_of_rows(self, app: AppDriver) -> None:
        show(
            app,
            "<select id=s size=4 onchange='out.textContent = value'><option>a<option>b</select>",
        )
        app.tap("s", "b")
        assert app.find("s").text == "b" == app.find("out").text

    def test_it_is_closed_with_its_field(self, app: AppDriver) -> None:
        show(
            app,
            "<select id=s multiple onclick='setTimeout(() => s.remove(), 3000)'><option>row"
            "</select>",
        )
        app.tap("s")
        assert "row" in app.texts()
        app.wait(4000)
        assert "row" not in app.texts() and not app.shows("OK")

    def test_a_page_that_is_loaded_anew_asks_nothing(self, app: AppDriver) -> None:
        body = "<select id=s multiple onchange='out.textContent = 1'><option>row</select>"
        show(app, body)
        app.tap("s", "row")
        show(app, body)
        assert not app.shows("OK") and app.find("s").text == "0 selected"

    def test_it_survives_rotation_snapshot_and_image(self, app: AppDriver) -> None:
        show(app, "<select id=s multiple><option>row 1<option>row 2</select>")
        app.tap("s", "row 2")
        kept, seen = app.phone.snapshot(), app.phone.screenshot()
        app.tap("OK")
        after = app.phone.screenshot()
        assert app.find("s").text == "row 2"
        app.phone.restore(kept)
        assert np.array_equal(app.phone.screenshot(), seen)
        copy = copied(app)
        copy.tap("OK")
        assert np.array_equal(copy.phone.screenshot(), after)
        app.shell(
            "settings put system accelerometer_rotation 0; settings put system user_rotation 1"
        )
        app.wait(1000)
        assert app.find("row 2").is_checked
        app.tap("row 1", "OK")
        assert app.find("s").text == "2 selected"


def test_a_list_of_thousands_is_scrolled_and_chosen_from(app: AppDriver) -> None:
    fill = (
        "<script>s.append(...Array.from({length: 5000}, (_, i) => new Option('row ' + i)));"
        "s.selectedIndex = 4000</script>"
    )
    show(app, f"<select id=s onchange='out.textContent = value'></select>{fill}")

    def rows() -> list[str]:
        return [e.text or "" for e in app.elements("text1")]

    app.tap("s")
    assert (
        rows()[0] in ("row 3999", "row 4000")
        and app.find("row 4000").is_checked
        and len(rows()) < 40
    )
    assert app.find("select_dialog_listview").is_scrollable
    made = sum(1 for w in app.phone.windows.windows() for _ in w.root.walk())
    assert made < 500, "rows out of sight are not built"
    for _ in range(3):
        app.phone.swipe(500, 900, 500, 1700, 100)
        app.wait(1500)
    first = int(rows()[0].split()[1])
    assert first < 3990
    kept = app.phone.snapshot()
    app.back()
    app.phone.restore(kept)
    assert rows()[0] == f"row {first}"
    app.tap(f"row {first + 2}")
    assert app.find("out").text == f"row {first + 2}"


def test_many_are_ticked_in_a_list_of_thousands(app: AppDriver) -> None:
    fill = (
        "<script>s.append(...Array.from({length: 5000}, (_, i) => new Option('row ' + i)))</script>"
    )
    show(
        app,
        f"<select id=s multiple onchange='out.textContent = selectedOptions.length'></select>"
        f"{fill}",
    )
    app.tap("s", "row 3", "row 5")
    app.phone.swipe(500, 1600, 500, 900, 300)
    app.wait(1500)
    app.tap("row 20")
    assert app.find("row 20").is_checked
    app.tap("OK")
    assert app.find("out").text == "3"


class TestWheels:
    def test_a_month(self, app: AppDriver) -> None:
        show(app, "<input id=i type=month value=2023-10 onchange='out.textContent = value'>")
        app.tap("i")
        assert "Set month" in app.texts() and wheels(app) == ["Oct", "2023"]
        turn(app, 0, 1)
        turn(app, 0, 1)
        assert wheels(app) == ["Dec", "2023"]
        turn(app, 0, 1)
        assert wheels(app) == ["Jan", "2024"], "past the end the year goes on"
        turn(app, 0, -1)
        turn(app, 1, -1)
        assert wheels(app) == ["Dec", "2022"]
        app.tap("Set")
        assert app.find("out").text == "2022-12"
        app.tap("i", "Cancel")
        assert app.find("out").text == "2022-12"
        app.tap("i", "Clear")
        assert not app.find("i").text

    def test_a_month_between_two(self, app: AppDriver) -> None:
        show(
            app,
            "<input id=i type=month min=2023-03 max=2024-03 onchange='out.textContent = value'>",
        )
        app.tap("i")
        assert wheels(app) == ["Oct", "2023"], "the phone's month"
        turn(app, 1, 1)
        assert wheels(app) == ["Mar", "2024"]
        turn(app, 0, 1)
        turn(app, 1, 1)
        assert wheels(app) == ["Mar", "2024"], "it does not wrap at its ends"
        turn(app, 0, -1)
        assert wheels(app) == ["Feb", "2024"]
        app.tap("Set")
        assert app.find("out").text == "2024-02"

    @pytest.mark.parametrize("limits", ["min=2024-05 max=2023-01", "min=x max=2023", "min=2023-13"])
    def test_limits_that_are_none(self, app: AppDriver, limits: str) -> None:
        show(app, f"<input id=i type=month {limits} onchange='out.textContent = value'>")
        app.tap("i")
        turn(app, 1, 1)
        assert wheels(app) == ["Oct", "2024"]

    def test_a_week(self, app: AppDriver) -> None:
        show(app, "<input id=i type=week value=2020-W53 onchange='out.textContent = value'>")
        app.tap("i")
        assert "Set week" in app.texts() and wheels(app) == ["53", "2020"]
        turn(app, 1, 1)
        assert wheels(app) == ["52", "2021"], "a year of fewer weeks"
        turn(app, 0, 1)
        assert wheels(app) == ["1", "2022"]
        app.tap("Set")
        assert app.find("out").text == "2022-W01"

    def test_a_day_and_its_time(self, app: AppDriver) -> None:
        value = "2023-12-31T11:59"
        show(
            app,
            f"<input id=i type=datetime-local value={value} onchange='out.textContent = value'>",
        )
        app.tap("i")
        assert "Set date and time" in app.texts()
        assert wheels(app) == ["Dec", "31", "2023", "11", "59", "AM"]
        turn(app, 4, 1)
        assert wheels(app) == ["Dec", "31", "2023", "12", "00", "PM"]
        turn(app, 1, 1)
        assert wheels(app)[:3] == ["Jan", "1", "2024"]
        turn(app, 0, 1)
        turn(app, 5, -1)
        app.tap("Set")
        assert app.find("out").text == "2024-02-01T00:00"
        app.tap("i")
        turn(app, 3, -1)
        assert wheels(app)[3:] == ["11", "00", "PM"]

    def test_a_moment_between_two(self, app: AppDriver) -> None:
        limits = "min=2023-10-10T08:00 max=2023-10-12T20:30"
        show(app, f"<input id=i type=datetime-local value=2023-10-12T20:10 {limits}>")
        app.tap("i")
        for _ in range(3):
            turn(app, 3, 1)
        assert wheels(app) == ["Oct", "12", "2023", "8", "30", "PM"]

    @pytest.mark.parametrize(
        ("field", "seen", "turned", "picked"),
        [
            ("step=1 value=08:30:59", ["8", "30", "59", "AM"], 2, "08:30:00"),
            ("step=0.001 value=20:30:01.250", ["8", "30", "01", "250", "PM"], 3, "20:30:01.251"),
            ("step=0.1 value=20:30:01.250", ["8", "30", "01", "3", "PM"], 3, "20:30:01.400"),
            ("step=any value=23:30", ["11", "30", "00", "000", "PM"], 0, "12:30"),
            (
                "step=1 min=09:10:20 max=09:10:21 value=12:00",
                ["9", "10", "20", "AM"],
                2,
                "09:10:21",
            ),
            ("step=30", ["3", "34", "01", "PM"], 1, "15:35:01"),
        ],
    )
    def test_a_time_with_seconds(
        self, app: AppDriver, field: str, seen: list[str], turned: int, picked: str
    ) -> None:
        app.shell("settings put system time_12_24 12")
        show(app, f"<input id=i type=time {field} onchange='out.textContent = value'>")
        app.tap("i")
        assert "Set time" in app.texts() and wheels(app) == seen
        turn(app, turned, 1)
        kept = app.phone.snapshot()
        assert wheels(copied(app)) == wheels(app)
        app.tap("Cancel")
        assert app.find("out").text == "-"
        app.phone.restore(kept)
        app.tap("Set")
        assert app.find("out").text == picked
        app.tap("i", "Clear")
        assert not app.shows("out"), "the field is empty, and so is what says it"

    def test_a_time_of_whole_minutes_has_a_clock(self, app: AppDriver) -> None:
        show(app, "<input id=i type=time step=60 value=08:30>")
        app.tap("i")
        assert not app.elements("numberpicker_input") and app.shows("Set")

    def test_a_moment_with_seconds_begins_its_minute(self, app: AppDriver) -> None:
        value = "2023-10-15T08:30:59"
        field = f"<input id=i type=datetime-local step=1 value={value}"
        show(app, f"{field} onchange='out.textContent = value'>")
        app.tap("i", "Set")
        assert app.find("out").text in ("2023-10-15T08:30:00", "2023-10-15T08:30")

    def test_a_last_day_before_the_first_one_is_the_first_one(self, app: AppDriver) -> None:
        field = "<input id=i type=date min=2023-10-10 max=2023-10-05 value=2023-10-20"
        show(app, f"{field} onchange='out.textContent = value'>")
        app.tap("i", "Set")
        assert app.find("out").text == "2023-10-10"

    def test_it_survives_a_snapshot_and_an_image(self, app: AppDriver) -> None:
        show(app, "<input id=i type=week value=2023-W10><input id=m type=datetime-local>")
        for name in ("i", "m"):
            app.tap(name)
            turn(app, 0, 1)
            seen, kept = wheels(app), app.phone.snapshot()
            app.phone.press_key(BACK)
            app.wait(500)
            app.phone.restore(kept)
            assert wheels(app) == seen
            assert wheels(copied(app)) == seen
            app.tap("Cancel")

    def test_a_wheel_is_typed_into_and_swiped(self, app: AppDriver) -> None:
        show(app, "<input id=i type=month value=2023-10 onchange='out.textContent = value'>")
        app.tap("i")
        box = app.elements("numberpicker_input")[1].bbox_pixels
        assert box is not None
        x, y = box.center
        row = box.y_max - box.y_min
        app.phone.swipe(x, y + row, x, y - row, 300)
        app.wait(300)
        assert re.fullmatch("20(24|25)", wheels(app)[1])


class TestSuggestedValues:
    """A field for a day, a time or a colour lists what its page suggests first."""

    @pytest.mark.parametrize(
        ("kind", "values", "title", "shown"),
        [
            ("date", ["2023-10-20", "2024-02-29"], "Set date", ["10/20/2023", "02/29/2024"]),
            ("time", ["08:30", "23:05"], "Set time", ["08:30 AM", "11:05 PM"]),
            ("month", ["2023-10"], "Set month", ["October 2023"]),
            ("week", ["2023-W42"], "Set week", ["Week 42, 2023"]),
            (
                "datetime-local",
                ["2023-10-20T08:30"],
                "Set date and time",
                ["10/20/2023, 08:30 AM"],
            ),
        ],
    )
    def test_one_is_tapped(
        self, app: AppDriver, kind: str, values: list[str], title: str, shown: list[str]
    ) -> None:
        options = "".join(f"<option value={value} label=w></option>" for value in values)
        show(
            app,
            f"<input id=i type={kind} list=l onchange='out.textContent = value'>"
            f"<datalist id=l>{options}<option>nonsense</option></datalist>",
        )
        app.tap("i")
        rows = [row.text for row in app.elements("date_time_suggestion_value")]
        assert title in app.texts() and rows == [*shown, "Other"]
        assert len(app.elements("date_time_suggestion_label")) == len(values)
        app.tap(shown[-1])
        assert app.find("out").text == values[-1]
        app.tap("i", "Other")
        assert not app.elements("date_time_suggestion_value") and app.shows("Clear")
        app.tap("Cancel", "i", "Cancel")
        assert app.find("out").text == values[-1]

    def test_limits_count(self, app: AppDriver) -> None:
        show(
            app,
            "<input id=i type=date min=2023-10-01 max=2023-10-31 list=l><datalist id=l>"
            "<option>2023-09-30</option><option>2023-10-01</option></datalist>",
        )
        app.tap("i")
        rows = [row.text for row in app.elements("date_time_suggestion_value")]
        assert rows == ["10/01/2023", "Other"]

    def test_colours(self, app: AppDriver) -> None:
        show(
            app,
            "<input id=i type=color list=l onchange='out.textContent = value'><datalist id=l>"
            "<option label=Rust>#B7410E</option><option>#123456</option><option>red</option>"
            "</datalist>",
        )
        app.tap("i")
        assert not app.shows("Blue")
        app.tap("Rust", "Set")
        assert app.find("out").text == "#b7410e"


class TestSuggestions:
    PLACES = (
        "<input id=i list=l onchange='out.textContent = value'><datalist id=l>"
        "<option value=Berlin label='Germany&#39;s capital'></option><option>Bern</option>"
        "<option>Paris</option></datalist>"
    )

    def rows(self, app: AppDriver) -> list[str]:
        return [label.text or "" for label in app.elements("dropdown_label")]

    def test_one_is_tapped(self, app: AppDriver) -> None:
        show(app, self.PLACES)
        app.tap("i")
        assert self.rows(app) == ["Berlin", "Bern", "Paris"] and app.phone.windows.keyboard_shown
        assert [label.text for label in app.elements("dropdown_sublabel")] == ["Germany's capital"]
        field, first = app.find("i").bbox_pixels, app.elements("dropdown_label")[0].bbox_pixels
        assert field is not None and first is not None and 0 <= first.y_min - field.y_max < 100
        app.type("be")
        assert self.rows(app) == ["Berlin", "Bern"]
        app.type("rn")
        assert self.rows(app) == ["Bern"]
        app.tap("dropdown_label")
        assert app.find("i").text == "Bern" == app.find("out").text
        assert self.rows(app) == [] and app.phone.windows.keyboard_shown
        app.type("x")
        assert app.find("i").text == "Bernx" and self.rows(app) == []

    def test_it_is_closed(self, app: AppDriver) -> None:
        show(app, self.PLACES)
        app.tap("i")
        app.phone.press_key(BACK)
        assert self.rows(app) != [] and not app.phone.windows.keyboard_shown
        app.phone.press_key(BACK)
        assert self.rows(app) == [] and app.shows("i")
        app.tap("i")
        assert len(self.rows(app)) == 3
        app.tap("out")
        assert self.rows(app) == [] and app.find("out").text == "-"

    def test_it_stands_above_a_field_that_is_low(self, app: AppDriver) -> None:
        show(app, f"<div style='height:700px'></div>{self.PLACES}")
        app.tap("i")
        app.phone.press_key(BACK)
        app.wait(500)
        field, rows = app.find("i").bbox_pixels, app.elements("dropdown_label")
        boxes = [row.bbox_pixels for row in rows]
        assert field is not None and len(boxes) == 3
        assert all(box is not None and box.y_max <= field.y_min for box in boxes)

    def test_it_survives_a_snapshot_an_image_and_rotation(self, app: AppDriver) -> None:
        app.shell("cmd uimode night yes")
        app.wait(1000)
        show(app, self.PLACES)
        app.tap("i")
        app.type("be")
        kept, seen = app.phone.snapshot(), app.phone.screenshot()
        app.tap("Berlin")
        app.phone.restore(kept)
        assert np.array_equal(app.phone.screenshot(), seen)
        copy = copied(app)
        assert self.rows(copy) == ["Berlin", "Bern"]
        copy.tap("Bern")
        assert copy.find("out").text == "Bern"
        rotate = "settings put system accelerometer_rotation 0; settings put system user_rotation 1"
        app.shell(rotate)
        app.wait(1000)
        app.phone.press_key(BACK)
        app.tap("Berlin")
        assert app.find("out").text == "Berlin"

    def test_a_long_one_is_scrolled(self, app: AppDriver) -> None:
        options = "".join(f"<option>row {number}</option>" for number in range(100))
        show(app, f"<input id=i list=l><datalist id=l>{options}</datalist>")
        app.tap("i")
        assert self.rows(app)[0] == "row 0" and len(self.rows(app)) <= 6
        box = app.elements("dropdown_label")[2].bbox_pixels
        assert box is not None
        x, y = box.center
        app.phone.swipe(x, y, x, y - 400, 600)
        app.wait(500)
        assert "row 0" not in self.rows(app) and "row 5" in self.rows(app)
        app.tap("row 5")
        assert app.find("i").text == "row 5"


class TestKeys:
    """Keys of a hardware keyboard, or of ``input``, for a page that nobody has touched."""

    def test_a_field_that_a_page_focuses_gets_them(self, app: AppDriver) -> None:
        show(app, "<input id=a autofocus><input id=b oninput='out.textContent = b.value'>")
        assert not app.phone.windows.input_method.shown, "the page has focused it, not the user"
        again = copied(app)
        for hand in (app, again):
            hand.shell("input text one")
            hand.shell("input keyevent TAB")
            hand.shell("input text two")
            assert (hand.text("a"), hand.text("b"), hand.text("out")) == ("one", "two", "two")
            assert not hand.phone.windows.input_method.shown

    def test_a_focus_that_a_timer_moves_is_followed(self, app: AppDriver) -> None:
        show(
            app,
            "<input id=a><input id=b><button onclick='setTimeout(() => b.focus(), 300);"
            "setTimeout(() => b.blur(), 2000)' onmousedown='event.preventDefault()'>go</button>",
        )
        app.tap("a", "go")
        app.wait(500)
        assert app.phone.windows.input_method.shown
        app.type("x")
        assert (app.text("a"), app.text("b")) == ("", "x")
        app.wait(2000)
        assert not app.phone.windows.input_method.shown

    def test_a_page_without_a_field_gets_them(self, app: AppDriver) -> None:
        show(
            app,
            "<script>onkeydown = (e) => { out.textContent += [e.key, e.code, e.keyCode, "
            "e.shiftKey ? 'shift' : ''].join() + ' ' }</script>",
        )
        app.shell("input text 'aB?'")
        app.shell("input keyevent DPAD_UP KEYCODE_7")
        assert (
            app.text("out")
            == (
                "-a,KeyA,65, B,KeyB,66,shift ?,Slash,191,shift ArrowUp,ArrowUp,38, 7,Digit7,55, "
            ).strip()
        )
        app.shell(f"input text {'x' * 150}")
        assert app.text("out").count("KeyX") == 100, "the rest is too much"
        app.tap("url_bar")
        app.shell("input text abc")
        assert app.text("url_bar") == "abc", "what the user has focused comes first"
