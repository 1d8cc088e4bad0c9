"""Simple Calendar Pro through its screen: views, editor, repetition, deleting, reminders."""

from __future__ import annotations

import datetime as dt
import sqlite3
from typing import Any

import pytest

from android_gym.simulator.apps.simple_calendar import months
from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

PACKAGE = "com.simplemobiletools.calendar.pro"
DATABASE = f"/data/data/{PACKAGE}/databases/events.db"
DAY = 86_400
TODAY = 1_697_328_000  # 2023-10-15 00:00 UTC, a Sunday
COLUMNS = {
    "location": "", "description": "", "reminder_1_minutes": -1, "reminder_2_minutes": -1,
    "reminder_3_minutes": -1, "reminder_1_type": 0, "reminder_2_type": 0, "reminder_3_type": 0,
    "repeat_interval": 0, "repeat_rule": 0, "repeat_limit": 0, "repetition_exceptions": "[]",
    "attendees": "", "import_id": "", "time_zone": "UTC", "flags": 0, "event_type": 1,
    "parent_id": 0, "last_updated": 0, "source": "imported-ics", "availability": 0, "color": 0,
    "type": 0,
}  # fmt: skip


class App(AppDriver):
    """The calendar on a phone of its own that has 24 hours."""

    phone: Phone

    def __init__(self) -> None:
        super().__init__(Phone(), PACKAGE)
        self.shell("settings put system time_12_24 24")

    def put(self, name: str, start: int, minutes: int = 60, **columns: Any) -> None:
        """Put an event into the database over adb."""
        row = {"title": name, "start_ts": start, "end_ts": start + 60 * minutes, **COLUMNS}
        row |= columns
        values = ", ".join(repr(value) for value in row.values())
        self.shell(f'sqlite3 {DATABASE} "INSERT INTO events ({", ".join(row)}) VALUES ({values})"')

    def launch(self, view: str = "") -> None:
        """Bring the app to the front, and choose a view."""
        self.start(".activities.MainActivity")
        if view:
            self.tap("Change view", view)

    def events(self, columns: str) -> list[Any]:
        """Columns of all events, by their ids."""
        return self.query("events.db", f"SELECT {columns} FROM events ORDER BY id")

    def cell(self, index: int) -> None:
        """Tap a day of the month's grid."""
        self.tap("month_view_background", nth=index)

    def new(self) -> None:
        """Open the editor of a new event."""
        self.tap("New Event", "New Event")

    def save(self) -> None:
        """Save, and read the disclaimer the first time."""
        self.tap("Save")
        if self.shows("Disclaimer"):
            self.tap("OK")

    def titles(self) -> list[str]:
        """Titles of the rows on the screen."""
        return [element.text or "" for element in self.elements("event_item_title")]

    def notices(self) -> list[tuple[str, str]]:
        """Title and text of the app's notifications."""
        active = self.phone.system.notifications.active()
        return [(n.title, n.text) for n in active if n.package == PACKAGE]


@pytest.fixture
def app() -> App:
    return App()


# --- the database --------------------------------------------------------------------------------


def test_the_database_is_that_of_the_real_app(app: App) -> None:
    columns = [row[1] for row in app.query("events.db", "PRAGMA table_info(events)")]
    assert len(columns) == 27 and columns[:3] == ["id", "start_ts", "end_ts"]
    assert app.query("events.db", "PRAGMA user_version") == [(8,)]
    assert app.query("events.db", "SELECT id, title, caldav_calendar_id FROM event_types") == [
        (1, "Regular event", 0)
    ]
    assert app.query("events.db", "SELECT * FROM room_master_table") == [
        (42, "1d5b2fddcb258e43f2935820863057a9")
    ]


def test_a_new_event_is_stored_as_the_app_does(app: App) -> None:
    app.launch()
    app.new()
    app.type("Lunch")
    app.enter("event_location", "Cafe")
    app.save()
    (row,) = app.events("*")
    named = dict(zip(["id", "start_ts", "end_ts", "title", "location"], row, strict=False))
    start = TODAY + 16 * 3600
    assert named == {"id": 1, "start_ts": start, "end_ts": start, "title": "Lunch",
                     "location": "Cafe"}  # fmt: skip
    assert row[6:16] == (10, -1, -1, 0, 0, 0, 0, 0, 0, "[]")
    assert len(row[17]) == 32 + 13
    assert row[18] == "UTC" and row[23] == "simple-calendar"


def test_a_cleared_app_makes_its_database_again(app: App) -> None:
    app.put("Old", TODAY)
    app.shell(f"pm clear {PACKAGE}")
    app.launch()
    assert app.events("id") == []
    assert app.query("events.db", "SELECT title FROM event_types") == [("Regular event",)]


def test_a_database_pushed_under_the_open_app_is_shown(app: App) -> None:
    app.launch("Daily view")
    assert app.titles() == []
    image = sqlite3.connect(":memory:")
    content = bytearray(app.phone.pull(DATABASE))
    content[18:20] = b"\x01\x01"
    image.deserialize(bytes(content))
    columns = ["title", "start_ts", "end_ts", *COLUMNS]
    values = ["Pushed", TODAY + 3600, TODAY + 7200, *COLUMNS.values()]
    marks = ", ".join("?" * len(values))
    image.execute(f"INSERT INTO events ({', '.join(columns)}) VALUES ({marks})", values)
    image.commit()
    app.shell(f"rm -rf /data/data/{PACKAGE}/databases/*")
    app.phone.push(DATABASE, image.serialize())
    image.close()
    app.shell(f"am force-stop {PACKAGE}")
    app.launch()
    assert app.titles() == ["Pushed"]
    app.put("Beside it", TODAY + 7200)
    app.wait(1000)
    assert app.titles() == ["Pushed", "Beside it"]


# --- views ---------------------------------------------------------------------------------------


def test_a_month_that_begins_on_a_sunday_has_a_week_before_it(app: App) -> None:
    app.put("Third", TODAY - 12 * DAY + 3600)
    app.launch()
    assert len(app.elements("month_view_background")) == 42
    app.cell(7 + 2)
    assert app.shows("October 3 (Tue)")
    assert app.titles() == ["Third"]
    app.back()
    assert app.shows("October")
    app.cell(0)
    assert app.shows("September 24 (Sun)")


def test_weeks_that_begin_on_monday(app: App) -> None:
    app.launch()
    app.tap("Settings", "Start week on Sunday")
    app.back()
    app.cell(6)
    assert app.shows("October 1 (Sun)")


def test_months_are_turned_by_arrows_and_swipes(app: App) -> None:
    app.launch()
    app.tap("top_right_arrow")
    assert app.shows("November") and app.shows("Go to today")
    left, _, right, bottom = app.phone.screen
    app.phone.swipe(right * 0.8, bottom / 2, right * 0.1, bottom / 2, 200)
    app.wait(800)
    assert app.shows("December")
    app.tap("top_right_arrow")
    assert app.shows("January 2024")
    app.tap("Go to today")
    assert app.shows("October") and not app.shows("Go to today")
    assert left == 0


def test_the_order_and_times_of_a_day(app: App) -> None:
    app.put("Late", TODAY + 20 * 3600, 30)
    app.put("Whole", TODAY, 720, flags=1)
    app.put("Point", TODAY + 9 * 3600, 0)
    app.put("Over midnight", TODAY + 23 * 3600, 120)
    app.put("From yesterday", TODAY - 3600, 120)
    app.launch("Daily view")
    assert app.titles() == ["Whole", "From yesterday", "Point", "Late", "Over midnight"]
    assert [element.text for element in app.elements("event_item_time")] == [
        "All-day",
        "23:00 (October 14) - 01:00",
        "09:00",
        "20:00 - 20:30",
        "23:00 - 01:00 (October 16)",
    ]


def test_twelve_hours(app: App) -> None:
    app.shell("settings put system time_12_24 12")
    app.put("Noon", TODAY + 12 * 3600, 45)
    app.launch("Daily view")
    assert app.shows("12:00 PM - 12:45 PM")


def test_the_simple_list_has_headings(app: App) -> None:
    app.put("Today", TODAY + 3600)
    app.put("Later", TODAY + 20 * DAY)
    app.put("Long ago", TODAY - 3 * DAY)
    app.launch("Simple event list")
    shown = app.texts()
    assert shown.index("OCTOBER") < shown.index("NOVEMBER")
    assert {"15 Sunday", "4 Saturday", "Today", "Later"} <= set(shown)
    assert "Long ago" not in shown


def test_an_empty_list_offers_a_new_event(app: App) -> None:
    app.launch("Simple event list")
    assert app.shows("No upcoming events.")
    app.tap("Create a new event")
    assert app.shows("event_title")


def test_a_day_of_the_month_above_its_events(app: App) -> None:
    app.put("On the 18th", TODAY + 3 * DAY + 3600)
    app.launch("Monthly and daily view")
    app.cell(7 + 17)
    assert app.shows("October 18") and app.titles() == ["On the 18th"]
    app.cell(7 + 18)
    assert app.shows("No items found.")
    app.new()
    assert len(app.elements("October 19 (Thu)")) == 2


def test_a_year_leads_to_its_months(app: App) -> None:
    app.launch("Yearly view")
    app.tap("month_3_holder" if app.shows("month_3_holder") else "MARCH")
    assert app.shows("March")
    app.back()
    assert app.shows("2023")


def test_a_week_makes_events_at_the_hour_that_is_tapped(app: App) -> None:
    app.put("Meeting", TODAY + DAY + 10 * 3600)
    app.launch("Weekly view")
    assert app.shows("Meeting") and app.shows("wk. 42") and app.shows("S\n15")
    hour = app.find("09:00").bbox_pixels
    assert hour is not None
    app.phone.tap(app.phone.screen[2] * 0.9, hour.y_min + 5)
    app.wait(400)
    app.tap("week_holder", "Event")
    assert app.shows("October 21 (Sat)") and app.shows("09:00") and app.shows("10:00")


def test_going_to_a_date(app: App) -> None:
    app.launch()
    app.menu("Go to date")
    app.tap("Nov")
    app.tap("OK")
    assert app.shows("November")


def test_searching(app: App) -> None:
    app.put("Dentist", TODAY + DAY)
    app.put("Other", TODAY + 2 * DAY, description="with the dentist")
    app.put("Third", TODAY + 3 * DAY)
    app.launch()
    app.tap("Search")
    app.type("d")
    assert app.shows("Type in at least 2 characters to start the search.")
    app.type("ent")
    assert app.titles() == ["Dentist", "Other"]
    app.type("xx")
    assert app.shows("No items found.")
    app.back(2)
    assert app.shows("October")


def test_types_that_are_filtered_out(app: App) -> None:
    app.shell(
        f"sqlite3 {DATABASE} \"INSERT INTO event_types VALUES (2, 'Club', -65536, 0, '', '', 0)\""
    )
    app.put("Regular", TODAY + 3600)
    app.put("Of the club", TODAY + 7200, event_type=2)
    app.launch("Daily view")
    assert app.titles() == ["Regular"]
    app.tap("Filter events by type", "Club", "OK")
    assert app.titles() == ["Regular", "Of the club"]
    app.tap("Filter events by type", "Regular event", "OK")
    assert app.titles() == ["Of the club"]


# --- the editor ----------------------------------------------------------------------------------


def test_the_end_follows_the_start(app: App) -> None:
    app.launch()
    app.new()
    app.back()
    app.tap("event_end_time", "18", "30", "OK")
    app.tap("event_start_date", "20", "OK")
    assert len(app.elements("October 20 (Fri)")) == 2
    app.tap("event_start_time", "9", "15", "OK")
    assert app.text("event_end_time") == "11:45"
    app.tap("event_end_time", "8", "00", "OK")
    app.enter("event_title", "Backwards")
    app.save()
    assert app.events("id") == [] and app.shows("event_title")


def test_a_title_is_needed(app: App) -> None:
    app.launch()
    app.new()
    app.save()
    assert app.events("id") == [] and app.shows("event_title")


def test_the_arrow_discards_and_back_asks(app: App) -> None:
    app.launch()
    app.new()
    app.type("Draft")
    app.back(2)
    app.tap("Discard")
    assert app.shows("October") and app.events("id") == []
    app.new()
    app.type("Draft")
    app.back(2)
    app.tap("Save")
    app.tap("OK")
    assert app.events("title") == [("Draft",)]


def test_the_disclaimer_is_read_once(app: App) -> None:
    app.launch()
    for title in ("First", "Second"):
        app.new()
        app.type(title)
        app.tap("Save")
        assert app.shows("Disclaimer") == (title == "First")
        if title == "First":
            app.back()
            assert app.shows("Disclaimer") and app.events("id") == []
            app.tap("OK")
    assert app.events("title") == [("First",), ("Second",)]


def test_a_form_survives_rotation_and_death(app: App) -> None:
    app.launch()
    app.new()
    app.type("Kept")
    app.back()
    app.tap("event_repetition", "Weekly")
    app.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    app.wait(1000)
    assert app.shows("Kept")
    app.shell("settings put system user_rotation 0")
    app.stop()
    app.press("APP_SWITCH")
    _, _, right, bottom = app.phone.screen
    app.phone.tap(right / 2, bottom / 2)
    app.wait(1000)
    assert app.shows("Kept") and app.shows("Weekly")


def test_whole_days_end_at_noon(app: App) -> None:
    app.launch()
    app.new()
    app.type("Holiday")
    app.back()
    app.tap("All-day")
    assert not app.shows("event_start_time")
    app.tap("event_end_date", "17", "OK")
    app.save()
    assert app.events("start_ts, end_ts, flags") == [(TODAY, TODAY + 2 * DAY + DAY // 2, 1)]


@pytest.mark.parametrize(
    ("choice", "interval", "rule"),
    [
        ("Daily", DAY, 0),
        ("Weekly", 7 * DAY, 64),
        ("Monthly", 2_592_001, 1),
        ("Yearly", 31_536_000, 1),
    ],
)
def test_repetition_is_stored(app: App, choice: str, interval: int, rule: int) -> None:
    app.launch()
    app.new()
    app.type("Again")
    app.back()
    app.tap("event_repetition", choice)
    app.save()
    assert app.events("repeat_interval, repeat_rule, repeat_limit") == [(interval, rule, 0)]


def test_days_of_the_week_and_a_limit(app: App) -> None:
    app.launch()
    app.new()
    app.type("Again")
    app.back()
    app.tap("event_repetition", "Weekly")
    app.tap("event_repetition_rule", "Monday", "Sunday", "OK")
    assert app.shows("Mon")
    app.tap("event_repetition_limit", "repeat_type_count")
    app.type("3")
    app.tap("OK")
    assert app.shows("3 times")
    app.save()
    assert app.events("repeat_rule, repeat_limit") == [(1, -3)]
    app.launch("Simple event list")
    assert app.titles() == ["Again"] * 3


def test_another_interval(app: App) -> None:
    app.launch()
    app.new()
    app.type("Again")
    app.back()
    app.tap("event_repetition", "Custom")
    app.type("2")
    app.tap("weeks", "OK")
    assert app.shows("2 weeks") and app.shows("Sun")
    app.save()
    assert app.events("repeat_interval, repeat_rule") == [(14 * DAY, 64)]


def repeating(app: App) -> None:
    app.put("Daily", TODAY + 9 * 3600, repeat_interval=DAY)
    app.launch("Daily view")
    for _ in range(2):
        app.tap("top_right_arrow")
    app.tap("Daily")


@pytest.mark.parametrize(
    ("choice", "left"),
    [
        ("Delete the selected occurrence only", ["15", "16", "18", "19"]),
        ("Delete this and all future occurrences", ["15", "16"]),
        ("Delete all occurrences", []),
    ],
)
def test_deleting_of_a_series(app: App, choice: str, left: list[str]) -> None:
    repeating(app)
    app.tap("Delete")
    assert app.shows("The event is repeatable")
    app.tap(choice, "Yes")
    app.launch("Simple event list")
    shown = [text.split()[0] for text in app.texts() if text.endswith("day") and text[0].isdigit()]
    assert shown[:4] == left or (len(left) == 4 and shown[:3] == left[:3])


def test_one_occurrence_is_changed(app: App) -> None:
    repeating(app)
    app.enter("event_title", " once")
    app.save()
    app.tap("Update the selected occurrence only")
    rows = app.events("title, start_ts, repeat_interval, parent_id, repetition_exceptions")
    assert rows == [
        ("Daily", TODAY + 9 * 3600, DAY, 0, "[20231017]"),
        ("Daily once", TODAY + 2 * DAY + 9 * 3600, 0, 1, "[]"),
    ]


def test_all_that_follows_is_changed(app: App) -> None:
    repeating(app)
    app.enter("event_title", " later")
    app.save()
    app.tap("Update this and all future occurrences")
    assert app.events("title, start_ts, repeat_interval, repeat_limit") == [
        ("Daily", TODAY + 9 * 3600, DAY, TODAY + 2 * DAY - 1),
        ("Daily later", TODAY + 2 * DAY + 9 * 3600, DAY, 0),
    ]


def test_all_occurrences_are_changed(app: App) -> None:
    repeating(app)
    app.back()
    app.tap("Daily")
    app.tap("event_start_time", "11", "00", "OK")
    app.save()
    app.tap("Update all occurrences")
    assert app.events("start_ts, end_ts, source") == [
        (TODAY + 11 * 3600, TODAY + 12 * 3600, "simple-calendar")
    ]


def test_marked_rows_are_deleted(app: App) -> None:
    for hour in (9, 10, 11):
        app.put(f"At {hour}", TODAY + hour * 3600)
    app.launch("Daily view")
    app.long_press("At 9")
    assert app.shows("1 / 3")
    app.tap("At 11")
    assert app.shows("2 / 3")
    app.tap("Delete", "No")
    assert len(app.events("id")) == 3
    app.tap("Delete", "Yes")
    assert app.titles() == ["At 10"] and app.events("title") == [("At 10",)]


def test_a_duplicate_is_a_new_event(app: App) -> None:
    app.put("Twice", TODAY + 9 * 3600)
    app.launch("Daily view")
    app.tap("Twice", "Duplicate event")
    assert app.shows("New Event")
    app.save()
    assert app.events("id, title") == [(1, "Twice"), (2, "Twice")]


def test_event_types_are_made_and_deleted(app: App) -> None:
    app.launch()
    app.tap("Settings", "Manage event types", "Add a new type")
    app.type("Club")
    app.tap("OK")
    assert app.query("events.db", "SELECT id, title FROM event_types") == [
        (1, "Regular event"),
        (2, "Club"),
    ]
    app.put("Of the club", TODAY + 3600, event_type=2)
    app.tap("More options", "Delete")
    app.tap("OK")
    assert app.query("events.db", "SELECT id FROM event_types") == [(1,)]
    assert app.events("event_type") == [(1,)]


# --- tasks ---------------------------------------------------------------------------------------


def test_a_task_is_made_and_completed(app: App) -> None:
    app.launch("Daily view")
    app.tap("New Event", "Task")
    assert app.shows("New Task") and not app.shows("task_location")
    app.type("Water the plants")
    app.save()
    assert app.events("title, type, end_ts - start_ts, flags") == [("Water the plants", 1, 0, 0)]
    app.tap("Water the plants")
    app.scroll_to("Mark completed")
    app.tap("Mark completed")
    assert app.events("flags") == [(8,)]


# --- reminders -----------------------------------------------------------------------------------


def test_a_reminder_rings_in_virtual_time(app: App) -> None:
    app.launch()
    app.new()
    app.type("Call")
    app.save()
    assert app.notices() == []
    app.press("HOME")
    app.wait(15 * 60_000)
    assert app.notices() == []
    app.wait(60_000 + 5_000)
    assert app.notices() == [("Call", "Today 16:00")]


def test_a_series_reminds_each_time_and_can_be_put_off(app: App) -> None:
    app.launch()
    app.new()
    app.type("Call")
    app.back()
    app.tap("event_repetition", "Daily")
    app.save()
    app.wait(20 * 60_000)
    assert app.notices() == [("Call", "Today 16:00")]
    active = app.phone.system.notifications
    (notice,) = [n for n in active.active() if n.package == PACKAGE]
    active.press_action(notice.key, 0)
    assert app.notices() == []
    app.wait(10 * 60_000)
    assert app.notices() == [("Call", "Today 16:00")]
    active.cancel_all(PACKAGE)
    app.wait(DAY * 1000)
    assert app.notices() == [("Call", "Today 16:00")]


def test_a_whole_day_can_remind_at_a_time_of_it(app: App) -> None:
    app.launch()
    app.new()
    app.type("Fair")
    app.back()
    app.tap("All-day", "event_reminder_1", "OK", "During the day at hh:mm")
    app.tap("18 hours", "OK")
    assert app.text("event_reminder_1") == "During the day at 18:34"
    app.save()
    assert app.events("reminder_1_minutes, start_ts") == [(-18 * 60 - 34, TODAY)]
    app.wait(3 * 3_600_000)
    assert app.notices() == [("Fair", "Today All-day")]


def test_what_is_deleted_does_not_remind(app: App) -> None:
    app.launch("Daily view")
    app.new()
    app.type("Call")
    app.save()
    app.tap("Call", "Delete", "Yes")
    app.wait(30 * 60_000)
    assert app.notices() == []


def test_without_the_permission_nothing_is_saved(app: App) -> None:
    app.shell(f"pm revoke {PACKAGE} android.permission.POST_NOTIFICATIONS")
    app.launch()
    app.new()
    app.type("Call")
    app.save()
    assert app.events("id") == []
    app.tap("Allow")
    assert app.events("title") == [("Call",)]


# --- bad input -----------------------------------------------------------------------------------


def test_an_event_of_the_phones_calendars(app: App) -> None:
    """Only a copy of it can be shown, which a synchronization would have made."""
    app.put("Copy", int(dt.datetime(2023, 10, 20, 9, tzinfo=dt.UTC).timestamp()), import_id="x-77")
    for number, shown in ((7, "Event not found. Please enable CalDAV sync"), (77, "Copy")):
        app.shell(
            "am start -a android.intent.action.VIEW -p com.simplemobiletools.calendar.pro "
            f"-d content://com.android.calendar/events/{number}"
        )
        app.wait(800)
        toast = app.phone.system.status_bar.toast
        assert app.shows(shown) or (toast is not None and toast[1].startswith(shown))


@pytest.mark.parametrize(
    ("start", "shown"),
    [
        (dt.datetime(2023, 12, 31, 23, 30), "December 31 (Sun)"),
        (dt.datetime(2024, 2, 29, 9), "February 29 2024 (Thu)"),
        (dt.datetime(1970, 1, 2, 0), "January 2 1970 (Fri)"),
        (dt.datetime(2100, 6, 1, 12), "June 1 2100 (Tue)"),
    ],
)
def test_days_near_the_edges(app: App, start: dt.datetime, shown: str) -> None:
    second = int(start.replace(tzinfo=dt.UTC).timestamp())
    app.put("Edge", second, 90, repeat_interval=31_536_000, repeat_rule=1)
    app.shell(
        "am start -a android.intent.action.VIEW -t time/epoch "
        f"-d content://com.android.calendar/time/{second}000 -n {PACKAGE}/.activities.MainActivity"
    )
    app.wait(800)
    assert app.shows(shown) and app.titles() == ["Edge"]
    for view in ("Weekly view", "Monthly view", "Yearly view", "Monthly and daily view"):
        app.tap("Change view", view)
        app.tap("More options")
        app.back()
    app.tap("Change view", "Daily view")
    assert app.shows(shown)


@pytest.mark.parametrize(
    "columns",
    [
        {"start_ts": 10**18, "end_ts": 10**18},
        {"start_ts": -(10**18), "end_ts": 10**18},
        {"repeat_interval": 1},
        {"repeat_interval": -5},
        {"repeat_interval": 604_800, "repeat_rule": 0},
        {"repeat_interval": 2_592_001, "repeat_rule": 99},
        {"repeat_interval": DAY, "end_ts": TODAY + 400 * DAY},
        {"repetition_exceptions": "nonsense"},
        {"event_type": 77},
        {"title": "", "description": "x" * 5000},
        {"start_ts": "soon"},
        {"color": 10**12},
        {"reminder_1_minutes": 10**12, "reminder_2_minutes": -500},
    ],
)
def test_rows_that_the_app_would_never_write(app: App, columns: dict[str, Any]) -> None:
    app.put("Sound", TODAY + 3600)
    app.put("Odd", TODAY + 7200, **columns)
    app.launch("Daily view")
    assert "Sound" in app.titles()
    for view in ("Weekly", "Monthly", "Monthly and daily", "Yearly"):
        app.tap("Change view", f"{view} view")
    app.tap("Change view", "Simple event list")
    assert app.shows("Search")


def test_5000_events_on_one_day(app: App) -> None:
    app.launch("Daily view")
    row = ", ".join(["'Event '||n", f"{TODAY} + n", f"{TODAY} + n + 60"])
    rest = ", ".join(repr(value) for value in COLUMNS.values())
    app.shell(
        f'sqlite3 {DATABASE} "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c '
        f"WHERE n < 5000) INSERT INTO events (title, start_ts, end_ts, {', '.join(COLUMNS)}) "
        f'SELECT {row}, {rest} FROM c"'
    )
    app.wait(1000)
    assert app.titles()[0] == "Event 1"


def test_one_change_among_500_series_is_worked_out_alone(app: App) -> None:
    listed = ", ".join(repr(value) for value in {**COLUMNS, "repeat_interval": DAY}.values())
    app.shell(
        f'sqlite3 {DATABASE} "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c '
        f"WHERE n < 500) INSERT INTO events (title, start_ts, end_ts, {', '.join(COLUMNS)}) "
        f"SELECT 'Series '||n, {TODAY} - {DAY} * n, {TODAY} - {DAY} * n + 600, {listed} FROM c\""
    )
    app.launch()
    before = months._planned.cache_info()
    app.shell(f"sqlite3 {DATABASE} \"UPDATE events SET title = 'Changed' WHERE id = 7\"")
    assert app.shows("October")
    after = months._planned.cache_info()
    assert after.misses - before.misses == 1
    assert after.hits - before.hits == 499


# --- files ---------------------------------------------------------------------------------------


def test_events_are_exported_and_imported(app: App) -> None:
    app.put("Lunch", TODAY + 3 * DAY + 12 * 3600, location="Cafe", import_id="one")
    app.put("Series", TODAY + 4 * DAY, repeat_interval=7 * DAY, repeat_rule=8, import_id="two")
    app.put("Over", TODAY - 9 * DAY, import_id="three")
    app.launch()
    app.menu("Export events to an .ics file")
    app.tap("OK")
    app.tap("SAVE" if app.shows("SAVE") else "Save")
    app.wait(500)
    (path,) = app.shell("find /sdcard/Download/ -name '*.ics'").split()
    content = app.phone.pull(path).decode()
    assert "SUMMARY:Lunch" in content and "RRULE:FREQ=WEEKLY" in content
    assert "SUMMARY:Over" not in content
    app.shell(f"sqlite3 {DATABASE} 'DELETE FROM events'")
    app.menu("Import events from an .ics file")
    app.tap(path.rpartition("/")[2])
    app.wait(500)
    app.tap("OK")
    assert app.events("title, location, repeat_rule, source") == [
        ("Lunch", "Cafe", 0, "imported-ics"),
        ("Series", "", 8, "imported-ics"),
    ]


def test_a_file_cut_short_gives_its_whole_entries(app: App) -> None:
    whole = "BEGIN:VEVENT\nDTSTART:20231018T090000Z\nSUMMARY:Whole\nCATEGORIES:Club\nEND:VEVENT\n"
    cut = "BEGIN:VCALENDAR\n" + whole + whole[:40]
    app.phone.push("/sdcard/Download/cut.ics", cut.encode())
    app.shell(
        "am start -a android.intent.action.VIEW -t text/calendar "
        f"-d file:///sdcard/Download/cut.ics -n {PACKAGE}/.activities.MainActivity"
    )
    app.wait(800)
    app.tap("OK")
    assert app.events("title, event_type") == [("Whole", 2)]
    assert app.query("events.db", "SELECT title FROM event_types WHERE id = 2") == [("Club",)]


def test_an_intent_fills_the_form(app: App) -> None:
    app.shell(
        "am start -a android.intent.action.INSERT -t vnd.android.cursor.item/event "
        f"--es title Party --el beginTime {(TODAY + DAY) * 1000} "
        f"--el endTime {(TODAY + DAY + 5400) * 1000} -n {PACKAGE}/.activities.EventActivity"
    )
    app.wait(800)
    assert app.shows("Party") and app.shows("October 16 (Mon)") and app.shows("01:30")


def test_all_events_are_deleted(app: App) -> None:
    app.put("Gone", TODAY)
    app.launch()
    app.tap("Settings")
    app.scroll_to("Delete all events and tasks")
    app.tap("Delete all events and tasks", "Yes")
    assert app.events("id") == []
    assert app.query("events.db", "SELECT count(*) FROM event_types") == [(1,)]


# --- settings that act ---------------------------------------------------------------------------


def allow_zones(app: App) -> None:
    app.launch()
    app.tap("Settings")
    app.scroll_to("Allow changing event time zones")
    app.tap("Allow changing event time zones")
    app.back()


def test_an_event_can_be_told_in_another_zone(app: App) -> None:
    allow_zones(app)
    app.new()
    app.type("Call")
    app.back()
    app.tap("event_time_zone")
    app.type("new y")
    assert [e.text for e in app.elements("item_time_zone_shift")] == ["GMT-04:00"]
    app.tap("America/New_York")
    assert app.text("event_time_zone") == "America/New_York"
    assert app.text("event_start_time") == "16:00"
    app.save()
    assert app.events("start_ts, time_zone") == [(TODAY + 20 * 3600, "America/New_York")]
    app.launch("Daily view")
    assert app.text("event_item_time") == "20:00"
    app.tap("Call")
    assert app.text("event_start_time") == "16:00"


def test_a_zone_that_is_none_is_the_phones(app: App) -> None:
    app.put("Call", TODAY + 36_000, time_zone="No/Where")
    allow_zones(app)
    app.launch("Daily view")
    app.tap("Call")
    assert (app.text("event_time_zone"), app.text("event_start_time")) == ("UTC", "10:00")


def test_without_the_setting_there_is_no_zone(app: App) -> None:
    app.put("Call", TODAY + 36_000, time_zone="Asia/Kolkata")
    app.launch("Daily view")
    app.tap("Call")
    assert not app.shows("event_time_zone") and app.text("event_start_time") == "10:00"


def test_weeks_can_begin_today(app: App) -> None:
    app.shell("date @1697542440")  # the Tuesday after
    app.launch("Weekly view")
    assert (app.elements("week_day_label")[0].text or "").endswith("15")
    app.tap("Settings")
    app.scroll_to("Start week with the current day")
    app.tap("Start week with the current day")
    app.back()
    assert (app.elements("week_day_label")[0].text or "").endswith("17")


def test_types_get_buttons_that_filter(app: App) -> None:
    app.launch("Daily view")
    assert not app.shows("quick_filter_event_type")
    app.tap("Settings", "Manage event types", "Add a new type")
    app.type("Work")
    app.tap("OK")
    app.back(2)
    app.put("Meeting", TODAY + 60_000, event_type=2)
    app.launch("Daily view")
    assert [e.text for e in app.elements("quick_filter_event_type")] == ["Regular event", "Work"]
    assert app.titles() == ["Meeting"]
    app.tap("Work")
    assert app.titles() == []
    app.tap("Work")
    assert app.titles() == ["Meeting"]
    app.tap("New Event", "Event")  # the round button stands above them
    assert app.shows("event_title")


def test_buttons_of_types_are_chosen(app: App) -> None:
    app.launch()
    app.tap("Settings", "Manage event types", "Add a new type")
    app.type("Work")
    app.tap("OK")
    app.back()
    app.tap("Manage quick filter event types", "Regular event", "OK")
    app.back()
    assert [e.text for e in app.elements("quick_filter_event_type")] == ["Work"]


def test_weekends_have_the_colour_that_is_chosen(app: App) -> None:
    app.launch()
    app.tap("Settings")
    assert not app.shows("Color of highlighted weekends")
    app.tap("Highlight weekends on some views", "Color of highlighted weekends")
    app.tap("color_picker_new_hex")
    app.shell("input keycombination KEYCODE_CTRL_LEFT KEYCODE_A")
    app.type("00FF00")
    app.tap("OK")
    app.back()
    picture = app.phone.screenshot(270, 600).astype(int)
    green = (picture[..., 1] > 200) & (picture[..., 0] < 120) & (picture[..., 2] < 120)
    assert green.any()


def test_the_colour_of_an_event_is_any_or_its_types(app: App) -> None:
    app.launch()
    app.new()
    app.type("Call")
    app.back()
    app.tap("Event color", "color_picker_new_hex")
    app.shell("input keycombination KEYCODE_CTRL_LEFT KEYCODE_A")
    app.type("123456")
    app.tap("OK")
    app.save()
    assert app.events("color") == [(0xFF123456 - (1 << 32),)]
    app.launch("Daily view")
    app.tap("Call", "Event color", "Default", "Save")
    assert app.events("color") == [(0,)]


def test_the_week_marks_the_present_time(app: App) -> None:
    def line() -> list[int]:
        """The rows of the picture in which today's column is blue."""
        column = app.phone.screenshot(1080, 2400).astype(int)[383:2219, 190]
        blue = column[:, 2] - column[:, 0] > 60
        return [383 + int(row) for row in blue.nonzero()[0]]

    app.launch("Weekly view")
    hour = app.find("16:00").bbox_pixels
    assert hour is not None
    before = line()
    assert 0 < len(before) < 12
    assert abs(sum(before) / len(before) - (hour.y_min - 26 / 60 * hour.height)) < 6  # 15:34
    app.wait(10 * 60_000)
    app.launch()
    assert abs(line()[0] - before[0] - hour.height / 6) < 6
    # It doesn't keep taps from the hour below it.
    app.phone.tap(190, line()[0])
    app.wait(500)
    assert any(each.is_clickable for each in app.elements("week_holder"))
    app.phone.swipe(900, 1200, 200, 1200, 200)
    app.wait(1000)
    assert line() == []
