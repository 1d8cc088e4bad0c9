"""Google Calendar: the editor, repeating events, views, search, drawer, settings, notifications."""

from __future__ import annotations

import datetime as dt

import pytest

from android_gym.simulator.apps.google_calendar.model import reminder_words
from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

PACKAGE = "com.google.android.calendar"
MAIN = "com.google.android.calendar.AllInOneCalendarActivity"
DATABASE = "/data/data/com.android.providers.calendar/databases/calendar.db"
DRAWER = "Show Calendar List and Settings drawer"


@pytest.fixture
def app() -> AppDriver:
    app = AppDriver(Phone(), PACKAGE)
    app.start(MAIN)
    return app


def new(app: AppDriver, title: str, *taps: str) -> None:
    app.tap("Create new event and more", "Event")
    app.type(title)
    app.back()
    app.tap(*taps, "Save")
    app.wait(2500)


def view(app: AppDriver, name: str) -> None:
    app.tap(DRAWER, name)


def events(app: AppDriver, columns: str, where: str = "1") -> list[tuple]:
    sql = f"SELECT {columns} FROM Events WHERE calendar_id = 1 AND {where} ORDER BY _id"
    return app.query(DATABASE, sql)


def ms(*when: int) -> int:
    return int(dt.datetime(*when, tzinfo=dt.UTC).timestamp()) * 1000


def test_a_time_is_shown_in_the_view_shown_last(app: AppDriver) -> None:
    view(app, "Day")
    app.press("HOME")
    for when, shown in (
        (ms(2024, 2, 29, 9), "Thursday, February 29, 2024"),
        (ms(1970, 1, 1), "Friday, January 1, 1971"),  # the first day that it can show
        (10**15 - 1, "Thursday, December 31, 2099"),
    ):
        app.shell(
            f"am start -p {PACKAGE} -a android.intent.action.VIEW "
            f"-d content://com.android.calendar/time/{when}"
        )
        app.wait(800)
        assert app.shows(shown), app.texts()


def test_a_time_and_an_event_are_offered_to_both_calendars(app: AppDriver) -> None:
    for uri in (f"time/{ms(2024, 2, 29, 9)}", "events/1"):
        app.shell(f"am start -a android.intent.action.VIEW -d content://com.android.calendar/{uri}")
        app.wait(800)
        assert app.phone.system.activities.top.package == "android", uri  # the chooser
        app.press("HOME")


def test_an_event_as_the_editor_proposes_it(app: AppDriver) -> None:
    new(app, "Tea")
    assert events(app, "title, dtstart, dtend, allDay, eventTimezone, rrule, hasAlarm") == [
        ("Tea", ms(2023, 10, 15, 16), ms(2023, 10, 15, 17), 0, "UTC", None, 1)
    ]
    assert app.query(DATABASE, "SELECT minutes, method FROM Reminders") == [(30, 1)]
    assert app.shows("4:00 – 5:00 PM")


def test_links_of_the_description_and_the_place_open_other_apps(app: AppDriver) -> None:
    now = ms(2023, 10, 15, 16)
    app.phone.shell(
        "content insert --uri content://com.android.calendar/events --bind calendar_id:i:1 "
        f"--bind title:s:Call --bind dtstart:l:{now} --bind dtend:l:{now + 3_600_000} "
        "--bind eventTimezone:s:UTC --bind 'description:s:+49301234567' "
        "--bind 'eventLocation:s:Alte Allee 1'"
    )
    app.wait(1000)
    app.tap("Call")
    shown = app.phone.snapshot()
    words = app.find("+49301234567").bbox_pixels
    app.phone.tap(words.x_min + 30, words.center[1])
    app.wait(1000)
    assert app.phone.system.activities.top.package == "com.google.android.dialer"
    app.phone.restore(shown)
    app.tap("Alte Allee 1")
    assert app.phone.system.activities.top.package == "net.osmand"


def test_a_whole_day_of_a_colour_at_a_place(app: AppDriver) -> None:
    app.tap("Create new event and more", "Event")
    app.type("Trip")
    app.back()
    app.tap("All-day", "Start date: Sun, Oct 15, 2023", "16", "OK", "Add location")
    app.type("Oslo")
    app.back()
    app.tap("Remove notification 30 minutes before", "Default color", "Basil")
    app.tap("End date: Mon, Oct 16, 2023", "18", "OK", "Save")
    row = ("Trip", ms(2023, 10, 16), ms(2023, 10, 19), 1, "Oslo", 0x0B8043 - (1 << 24))
    assert events(app, "title, dtstart, dtend, allDay, eventLocation, eventColor") == [row]
    app.wait(2500)
    app.tap("Trip")
    assert {"Monday, Oct 16 – Wednesday, Oct 18", "Oslo", "Events"} <= set(app.texts())
    app.tap("Edit")
    assert app.shows("End date: Wed, Oct 18, 2023")
    app.back()
    assert not app.shows("Save")  # nothing has changed


def test_an_end_before_the_begin_moves_the_begin(app: AppDriver) -> None:
    app.tap("Create new event and more", "Event")
    app.back()
    app.tap("End date: Sun, Oct 15, 2023", "10", "OK")
    assert app.shows("Start date: Tue, Oct 10, 2023")
    app.tap("Cancel", "Keep editing", "Cancel", "Discard")
    assert events(app, "title") == []


@pytest.mark.parametrize(
    ("part", "days"),
    [
        ("This event", [15, 17, 18]),
        ("This and following events", [15]),
        ("All events", []),
    ],
)
def test_parts_of_a_repeating_event_are_deleted(app: AppDriver, part: str, days: list[int]) -> None:
    new(app, "Run", "Does not repeat", "Every day")
    app.tap_element(app.elements("Run")[1])
    app.tap("More options", "Delete", part)
    shown = app.shell(
        "content query --uri content://com.android.calendar/instances/when/"
        f"{ms(2023, 10, 14)}/{ms(2023, 10, 19)} --projection startDay --where calendar_id=1"
    )
    found = [int(line.rpartition("=")[2]) - 2_460_218 for line in shown.splitlines() if "=" in line]
    assert found == days


def test_parts_of_a_repeating_event_are_changed(app: AppDriver) -> None:
    new(app, "Run", "Does not repeat", "Every day")
    app.tap_element(app.elements("Run")[1])
    app.tap("Edit", "Run")
    app.type("ning")
    app.back()
    app.tap("Save", "This event")
    app.wait(2500)
    assert [app.shows(name) for name in ("Running", "Run")] == [True, True]
    assert events(app, "title, originalInstanceTime", "original_id") == [
        ("Running", ms(2023, 10, 16, 16))
    ]
    app.tap_element(app.elements("Run")[1])
    app.tap("Edit", "Run")
    app.type("s")
    app.back()
    app.tap("Save", "This and following events")
    assert events(app, "title, rrule", "rrule NOT NULL") == [
        ("Run", "FREQ=DAILY;UNTIL=20231016T235959Z;WKST=MO"),
        ("Runs", "FREQ=DAILY;WKST=MO"),
    ]


def test_all_times_move_with_one(app: AppDriver) -> None:
    new(app, "Run", "Does not repeat", "Every day")
    app.tap_element(app.elements("Run")[1])
    app.tap("Edit", "Start time: 4:00 PM", "6 o'clock", "0 minutes", "OK", "Save", "All events")
    assert events(app, "dtstart, duration") == [(ms(2023, 10, 15, 18), "P3600S")]


def test_views_show_the_day_and_events(app: AppDriver) -> None:
    new(app, "Tea")
    new(app, "Talk")
    view(app, "Day")
    boxes = [app.find(name).bbox_pixels for name in ("Tea", "Talk")]
    assert boxes[0].y_min == boxes[1].y_min
    assert boxes[0].x_max <= boxes[1].x_min or boxes[1].x_max <= boxes[0].x_min
    view(app, "Month")
    app.tap("Sunday, October 15, 2023, 2 events")
    assert app.shows("Tea")
    view(app, "Week")
    assert app.shows("Saturday, October 21, 2023")
    app.phone.swipe(900, 1200, 200, 1200, 200)
    app.wait(300)
    assert app.shows("Sunday, October 22, 2023")
    assert not app.shows("Tea")
    app.tap("Jump to Today")
    assert app.shows("Tea")
    app.stop()
    app.start(MAIN)
    assert app.shows("Saturday, October 21, 2023")  # it begins as it was left


def test_an_empty_hour_makes_an_event(app: AppDriver) -> None:
    view(app, "Day")
    app.phone.tap(600, 1500)
    app.wait(600)
    assert app.shows("Start date: Sun, Oct 15, 2023")
    assert app.shows("Save")


def test_calendars_are_hidden_and_found_by_search(app: AppDriver) -> None:
    app.tap("Search")
    app.type("hall")
    assert app.shows("Halloween")
    app.type("x")
    assert app.shows("No results found")
    app.tap("Back", DRAWER, "hidden" if app.shows("hidden") else "Holidays in United States")
    app.back()
    assert not app.shows("Halloween")
    rows = app.query(DATABASE, "SELECT visible FROM Calendars ORDER BY _id")
    assert rows == [(1,), (0,)]


def test_holidays_cannot_be_changed(app: AppDriver) -> None:
    app.tap("Halloween")
    assert app.shows("Tuesday, Oct 31")
    assert not app.shows("Edit")


@pytest.mark.parametrize(
    "extras",
    ["--ei event 14", "--ei event 99", "--ei day 99999999", "--ei day -4", "--el beginTime -5",
     "--el beginTime 99999999999999999"],
)  # fmt: skip
def test_intents_from_elsewhere(app: AppDriver, extras: str) -> None:
    app.shell(f"am start -n {PACKAGE}/{PACKAGE}.event.EditEventActivity {extras}")
    app.wait(600)
    edited = "event" not in extras
    assert app.shows("Start date: Sun, Oct 15, 2023") is edited
    assert app.shows("Jump to Today") is not edited


def test_settings_change_the_week_and_new_events(app: AppDriver) -> None:
    app.tap(DRAWER, "Settings", "Start of the week", "Monday", "Default event duration")
    app.tap("15 minutes", "Default notification", "None")
    app.back()
    new(app, "Tea")
    assert events(app, "dtend - dtstart, hasAlarm") == [(900_000, 0)]
    view(app, "Week")
    assert app.shows("Monday, October 9, 2023")


def test_notifications_come_in_time_and_open_the_event(app: AppDriver) -> None:
    new(app, "Tea", "Add notification", "At time of event", "Does not repeat", "Every day")
    app.wait(27 * 60_000)
    assert [each.title for each in app.phone.system.notifications.active()] == ["Tea"]
    app.phone.system.status_bar.expand_notifications()
    app.wait(500)
    app.tap("Tea")
    app.wait(500)
    assert app.shows("Sunday, Oct 15 · 4:00 – 5:00 PM")
    assert app.phone.system.notifications.active() == []
    app.wait(24 * 3_600_000)
    assert [each.title for each in app.phone.system.notifications.active()] == ["Tea"]


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (0, "At time of event"), (1, "1 minute before"), (90, "90 minutes before"),
        (60, "1 hour before"), (2880, "2 days before"), (10_080, "1 week before"),
    ],
)  # fmt: skip
def test_words_of_notifications(minutes: int, words: str) -> None:
    assert reminder_words(minutes) == words
