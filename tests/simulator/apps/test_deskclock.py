"""Clock through its screen: alarms, timers, the stopwatch, and what becomes of them unseen."""

from __future__ import annotations

import datetime as dt

import pytest

from android_gym.simulator.apps.deskclock.model import Alarm
from android_gym.simulator.apps.deskclock.texts import (
    days_text,
    left_text,
    stopwatch_text,
    time_to_go,
)
from android_gym.simulator.apps.deskclock.zones import HOME_ZONES, offset_text
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.clock import find_zone
from android_gym.testing.driver import AppDriver

PACKAGE = "com.google.android.deskclock"
MAIN = f"{PACKAGE}/com.android.deskclock.DeskClock"
DATA = f"/data/user_de/0/{PACKAGE}"
DATABASE = f"{DATA}/databases/alarms.db"
PREFERENCES = f"{DATA}/shared_prefs/{PACKAGE}_preferences.xml"
HOUR = 3_600_000


class App(AppDriver):
    """Clock on a phone of its own."""

    phone: Phone

    def __init__(self) -> None:
        super().__init__(Phone(), PACKAGE)
        self.launch()

    def launch(self) -> None:
        """Bring it to the front."""
        self.shell(f"am start -n {MAIN}")
        self.wait(500)

    def alarms(self) -> list[str]:
        """Rows of the database: hour:minutes, days, whether it is on."""
        rows = self.shell(
            f"sqlite3 {DATABASE} 'SELECT hour, minutes, daysofweek, enabled FROM alarm_templates'"
        )
        return rows.split()

    def titles(self) -> list[str]:
        """Titles of the notifications."""
        return [n.title for n in self.phone.system.notifications.active() if n.package == PACKAGE]


@pytest.fixture
def app() -> App:
    return App()


# --- texts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "milliseconds, text",
    [
        (0, ("00", "00")),
        (12_349, ("12", "34")),
        (65_000, ("1:05", "00")),
        (3_605_990, ("1:00:05", "99")),
        (360_000_000, ("100:00:00", "00")),
    ],
)
def test_stopwatch_text(milliseconds: int, text: tuple[str, str]) -> None:
    assert stopwatch_text(milliseconds) == text


@pytest.mark.parametrize(
    "milliseconds, text",
    [(330_000, "5:30"), (329_001, "5:30"), (1, "1"), (0, "0"), (-1500, "-1"), (HOUR, "1:00:00")],
)
def test_left_text(milliseconds: int, text: str) -> None:
    assert left_text(milliseconds) == text


@pytest.mark.parametrize(
    "minutes, words",
    [
        (0, "less than 1 minute"),
        (1, "1 minute"),
        (605, "10 hours and 5 minutes"),
        (1440, "1 day"),
        (1501, "1 day, 1 hour, and 1 minute"),
    ],
)
def test_time_to_go(minutes: int, words: str) -> None:
    assert time_to_go(minutes * 60_000 + 999) == f"Alarm set for {words} from now."


def test_days_text() -> None:
    assert days_text(31) == "Mon, Tue, Wed, Thu, Fri"
    assert days_text(96) == "Sun, Sat"
    assert days_text(96, week_start=0) == "Sat, Sun"
    assert days_text(127) == "Every day"


def test_when_an_alarm_rings_next() -> None:
    sunday = dt.datetime(2023, 10, 15, 15, 34, tzinfo=dt.UTC)
    assert Alarm(1, 15, 35).next(sunday) == sunday + dt.timedelta(minutes=1)
    assert Alarm(1, 15, 34).next(sunday) == sunday + dt.timedelta(days=1)
    assert Alarm(1, 8, 30, days=1 << 2).next(sunday).isoformat()[:16] == "2023-10-18T08:30"
    assert Alarm(1, 8, 30, days=1 << 6).next(sunday).isoformat()[:16] == "2023-10-22T08:30"
    assert Alarm(1, 8, 30, date="2023-12-24").next(sunday).isoformat()[:10] == "2023-12-24"
    assert Alarm(1, 8, 30, date="2023-01-01").next(sunday).isoformat()[:10] == "2023-10-16"


# --- stopwatch -----------------------------------------------------------------------------------


def test_the_stopwatch_runs_in_the_phones_time(app: App) -> None:
    app.tap("Stopwatch", "Start")
    app.phone.advance(59_600)
    assert (app.text("stopwatch_time_text"), app.text("stopwatch_hundredths_text")) == (
        "1:00",
        "00",
    )
    app.tap("Lap", "Pause", wait_ms=0)
    shown = app.text("stopwatch_time_text"), app.text("stopwatch_hundredths_text")
    app.phone.advance(10_000)
    assert (app.text("stopwatch_time_text"), app.text("stopwatch_hundredths_text")) == shown
    assert app.shows("Lap 1")
    assert app.shows("Share") and not app.shows("Lap")
    app.tap("Reset")
    assert app.text("stopwatch_time_text") == "00"
    assert not app.shows("Reset") and not app.shows("Lap 1")


def test_the_stopwatch_goes_on_without_its_app(app: App) -> None:
    app.tap("Stopwatch", "Start", wait_ms=0)
    app.shell("input keyevent KEYCODE_HOME")
    app.phone.advance(5_000)
    assert app.titles() == ["Stopwatch"]
    app.shell(f"am force-stop {PACKAGE}")
    app.phone.advance(HOUR)
    app.launch()
    assert app.text("stopwatch_time_text").startswith("1:00:0")
    assert app.titles() == []
    app.shell(f"pm clear {PACKAGE}")
    app.launch()
    assert app.text("action_bar_title") == "Clock"
    app.tap("Stopwatch")
    assert app.text("stopwatch_time_text") == "00"


def test_setting_the_clock_leaves_the_stopwatch_alone(app: App) -> None:
    app.tap("Stopwatch", "Start")
    app.shell("date 010100002038.00")
    app.phone.advance(2_000)
    assert 2 <= int(app.text("stopwatch_time_text")) <= 4


def test_99_laps_are_all(app: App) -> None:
    app.tap("Stopwatch", "Start")
    for _ in range(99):
        app.tap("Lap", wait_ms=20)
    assert not app.shows("Lap")
    assert app.shows("Lap 99")


def test_only_what_runs_makes_the_screen_move(app: App) -> None:
    app.tap("Stopwatch")
    before = app.phone.screen_revision
    app.phone.advance(1_000)
    assert app.phone.screen_revision == before
    app.tap("Start")
    before = app.phone.screen_revision
    app.phone.advance(100)
    assert app.phone.screen_revision != before


# --- timers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "keys, text, words",
    [
        ("", "00h 00m 00s", "0 hours, 0 minutes, 0 seconds"),
        (["0", "00", "0"], "00h 00m 00s", "0 hours, 0 minutes, 0 seconds"),
        ("163508", "16h 35m 08s", "16 hours, 35 minutes, 8 seconds"),
        ("789", "00h 07m 89s", "0 hours, 7 minutes, 89 seconds"),
        ("1234567", "12h 34m 56s", "12 hours, 34 minutes, 56 seconds"),
        (["1", "2", "3", "4", "5", "00"], "12h 34m 50s", "12 hours, 34 minutes, 50 seconds"),
        (["1", "00", "timer_setup_delete"], "00h 00m 10s", "0 hours, 0 minutes, 10 seconds"),
        ("10101", "01h 01m 01s", "1 hour, 1 minute, 1 second"),
    ],
)
def test_the_keypad(app: App, keys: list[str] | str, text: str, words: str) -> None:
    app.tap("Timer", *(f"timer_setup_digit_{k}" if k[0].isdigit() else k for k in keys))
    element = app.find("timer_setup_time")
    assert element is not None
    assert (element.text, element.content_description) == (text, words)
    assert (not app.shows("Start")) == (text == "00h 00m 00s")


def test_long_delete_and_keys_of_a_keyboard(app: App) -> None:
    app.tap("Timer", "5", "3")
    app.shell("input keyevent KEYCODE_7 KEYCODE_DEL KEYCODE_0")
    assert app.text("timer_setup_time") == "00h 05m 30s"
    box = app.find("timer_setup_delete").bbox_pixels
    app.phone.swipe(*box.center, *box.center, 800)
    assert app.text("timer_setup_time") == "00h 00m 00s"


def test_a_timer_counts_down_and_tells(app: App) -> None:
    app.tap("Timer", "5", "Start")
    app.phone.advance(2_000)
    assert app.text("timer_label") == "5s Timer"
    assert app.text("timer_time_text") in ("2", "3")
    app.tap("Pause")
    left = app.text("timer_time_text")
    app.phone.advance(60_000)
    assert app.text("timer_time_text") == left and app.titles() == []
    app.tap("play_pause")
    app.phone.advance(5_000)
    assert app.titles() == ["Time\u2019s up"]
    assert app.text("timer_time_text").startswith("-")
    app.tap("play_pause")
    assert app.titles() == []
    app.tap("close")
    assert app.shows("timer_setup_time")


def test_several_timers(app: App) -> None:
    app.tap("Timer", "5", "00", "Start", "Add timer")
    assert app.shows("Cancel")
    app.shell("input keyevent KEYCODE_BACK")
    assert app.text("timer_label") == "5m Timer"
    app.tap("Add timer", "9", "Start")
    assert app.text("timer_label") == "9s Timer"
    app.tap("add_one_min")
    assert app.text("timer_time_text").startswith("1:0")
    app.shell("input keyevent KEYCODE_HOME")
    assert len(app.titles()) == 1
    app.phone.advance(75_000)
    assert "Time\u2019s up" in app.titles()


def test_set_timer_by_intent(app: App) -> None:
    app.shell(
        "am start -a android.intent.action.SET_TIMER --ei android.intent.extra.alarm.LENGTH 300 "
        "--ez android.intent.extra.alarm.SKIP_UI true"
    )
    app.phone.advance(500)
    app.launch()
    app.tap("Timer")
    assert app.text("timer_label") == "5m Timer"


# --- alarms --------------------------------------------------------------------------------------


def test_a_new_alarm(app: App) -> None:
    app.tap("Alarm", "Add alarm", "OK")
    assert "Alarm set for 23 hours and 59 minutes from now." in app.texts()
    assert app.alarms()[-1] == "15|34|0|1"
    assert app.shows("Collapse alarm") and app.shows("Tomorrow")
    app.tap("Delete")
    assert len(app.alarms()) == 2
    app.tap("Undo")
    assert app.alarms()[-1] == "15|34|0|1"


def test_days_label_and_time_of_an_alarm(app: App) -> None:
    app.tap("Alarm", "Expand alarm", "Monday", "Saturday")
    assert app.alarms()[0] == "8|30|62|0"
    app.tap("Add label")
    app.phone.type_text("Wörk ⏰")
    app.tap("OK")
    assert app.shows("Wörk ⏰ Alarm")
    app.tap("onoff")
    assert app.alarms()[0] == "8|30|62|1"
    assert len(app.phone.system.alarms.pending()) == 2


def test_an_alarm_rings_is_snoozed_and_stopped(app: App) -> None:
    app.shell(
        "am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 15 "
        "--ei android.intent.extra.alarm.MINUTES 36 --es android.intent.extra.alarm.MESSAGE Tea "
        "--ez android.intent.extra.alarm.SKIP_UI true"
    )
    app.phone.advance(500)
    assert app.titles() == ["Upcoming alarm"]
    app.phone.advance(120_000)
    notification = app.phone.system.notifications.active()[0]
    assert (notification.title, notification.actions[0].title) == ("Tea", "Snooze")
    app.phone.system.notifications.press_action(notification.key, 0)
    app.phone.advance(599_000)
    assert "Snoozing until" in app.phone.system.notifications.active()[0].text
    app.phone.advance(2_000)
    notification = app.phone.system.notifications.active()[0]
    app.phone.system.notifications.press(notification.key)
    app.phone.advance(300)
    app.tap("Stop")
    assert app.titles() == []
    assert app.alarms()[-1] == "15|36|0|0"


def test_nobody_stops_an_alarm(app: App) -> None:
    app.shell(
        "am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 15 "
        "--ei android.intent.extra.alarm.MINUTES 36 --ez android.intent.extra.alarm.SKIP_UI true"
    )
    app.phone.advance(HOUR)
    assert app.titles() == ["Missed alarm"]


def test_the_week_starts_as_it_is_set_where_an_alarm_is_scheduled(app: App) -> None:
    app.tap("More options", "Settings")
    app.scroll_to("Start week on")
    app.tap("Start week on", "Monday")
    app.back()
    app.tap("Alarm", "Expand alarm", "Schedule alarm")
    # October 2023 begins on a Sunday: the last place of a week that starts on Monday.
    first = [e for e in app.phone.ui_elements() if (e.text or "") in ("1", "2")]
    assert first[0].bbox_pixels and first[1].bbox_pixels
    assert first[0].bbox_pixels.x_min > first[1].bbox_pixels.x_min


def test_24_hours(app: App) -> None:
    app.shell("settings put system time_12_24 24")
    assert app.text("digital_clock") == "15:34"
    app.tap("Alarm")
    assert app.shows("08:30")


# --- other tabs and pages ------------------------------------------------------------------------


def test_cities(app: App) -> None:
    app.tap("Clock", "Cities")
    app.phone.type_text("sao")
    app.tap("São Paulo, Brazil")
    assert (app.text("city_name"), app.text("hours_ahead")) == (
        "São Paulo",
        "Today, 3 hours behind",
    )
    box = app.find("city_name").bbox_pixels
    x, y = box.center
    app.phone.swipe(900, y, 100, y, 200)
    app.phone.advance(500)
    assert not app.shows("city_name")


def test_swipes_turn_tabs_and_the_tab_is_kept(app: App) -> None:
    app.phone.swipe(900, 1600, 150, 1600, 200)
    app.phone.advance(600)
    assert app.text("action_bar_title") == "Timer"
    app.shell(f"am force-stop {PACKAGE}")
    app.launch()
    assert app.text("action_bar_title") == "Timer"


def test_every_menu_entry_and_setting_leads_somewhere(app: App) -> None:
    app.tap("More options", "Settings")
    for _ in range(12):
        rows = [e for e in app.phone.ui_elements() if (e.resource_name or "").endswith("/title")]
        assert rows
        app.phone.swipe(540, 1800, 540, 1300, 400)
        app.phone.advance(800)
    assert app.shows("Night mode")
    app.shell("input keyevent KEYCODE_BACK")
    app.tap("More options", "Screen saver")
    app.phone.tap(540, 1200)
    app.phone.advance(300)
    app.tap("Bedtime", "Get started", "Next", "Done")
    assert "8 hours of sleep" in app.texts()


# --- what it did not expect ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        f"rm {DATABASE}",
        f": > {DATABASE}",
        f"echo garbage that is no database at all > {DATABASE}",
        f'echo \'<map><int name="sw_state" value="77"/><set name="timers_list">'
        f"<string>x</string><string>3</string></set></map>' > {PREFERENCES}",
        f"echo no xml > {PREFERENCES}",
        f"rm -r {DATA}",
    ],
)
def test_damaged_files(app: App, command: str) -> None:
    app.tap("Stopwatch", "Timer")
    app.shell(f"am force-stop {PACKAGE}; {command}")
    app.launch()
    for tab in ("Alarm", "Clock", "Timer", "Stopwatch", "Bedtime"):
        app.tap(tab)
        assert app.text("action_bar_title") == tab
    app.tap("Alarm", "Add alarm", "OK")
    assert app.alarms()[-1].startswith("15|34|0|1")


@pytest.mark.parametrize("value", ["'abc'", "x'ff00'", "9e999", "-1"])
def test_alarms_with_odd_values(app: App, value: str) -> None:
    app.tap("Alarm", "Add alarm", "OK")
    app.shell(f"am force-stop {PACKAGE}")
    odd = ", ".join(f"{c} = {value}" for c in ("hour", "minutes", "daysofweek", "label", "enabled"))
    app.shell(f'sqlite3 {DATABASE} "UPDATE alarm_templates SET {odd}"')
    app.launch()
    app.phone.advance(48 * HOUR)
    assert app.text("action_bar_title") == "Alarm"


@pytest.mark.parametrize("date", ["010100001970.00", "011903142038.00", "123123592037.59"])
def test_odd_dates(app: App, date: str) -> None:
    app.tap("Alarm", "Add alarm", "OK")
    app.shell(f"date {date}")
    app.phone.advance(2_000)
    for tab in ("Clock", "Timer", "Stopwatch", "Bedtime", "Alarm"):
        app.tap(tab)
    app.phone.advance(48 * HOUR)
    assert app.text("action_bar_title") == "Alarm"


def test_a_snapshot_holds_a_running_stopwatch(app: App) -> None:
    app.tap("Stopwatch", "Start")
    kept = app.phone.snapshot()
    app.phone.advance(1_000)
    first = app.texts()
    app.tap("Reset")
    app.phone.restore(kept)
    app.phone.advance(1_000)
    assert app.texts() == first


def test_alarms_are_planned_anew_when_the_clock_is_set(app: App) -> None:
    app.tap("Alarm", "Add alarm", "OK")  # for 15:34 tomorrow
    app.shell("date 101112002023.00")
    due = [alarm for alarm in app.phone.system.alarms.pending() if alarm.tag.startswith("alarm")]
    moment = dt.datetime.fromtimestamp(due[0].due_ms / 1000, dt.UTC)
    assert moment == dt.datetime(2023, 10, 11, 15, 34, tzinfo=dt.UTC)


# --- looks ---------------------------------------------------------------------------------------


TOOLTIP = "You can find the privacy policy here"


@pytest.mark.parametrize("way", ["another tab", "home", "tap"])
def test_the_first_start_shows_the_clock_and_a_tooltip_until_the_user_goes_on(
    app: App, way: str
) -> None:
    assert app.text("action_bar_title") == "Clock"
    assert app.shows(TOOLTIP)
    if way == "another tab":
        app.tap("Timer", "Clock")
    elif way == "tap":
        app.tap(TOOLTIP)
    else:
        app.shell("input keyevent KEYCODE_HOME")
        app.launch()
    assert app.text("action_bar_title") == "Clock"
    assert not app.shows(TOOLTIP)
    app.shell(f"am force-stop {PACKAGE}")
    app.launch()
    assert not app.shows(TOOLTIP)


def ground(app: App) -> tuple[int, int, int]:
    """Colour of the page at its left edge, in the middle of the screen."""
    red, green, blue = app.phone.screenshot()[1200, 20]
    return int(red), int(green), int(blue)


def test_the_app_is_dark_on_a_light_phone(app: App) -> None:
    light = ground(app)
    app.shell("cmd uimode night yes")
    app.wait(500)
    assert ground(app) == light == (0x18, 0x1B, 0x20)


def test_typed_digits_of_a_timer_are_coloured_and_zeros_are_grey(app: App) -> None:
    app.tap("Timer")

    def blue(element: str) -> int:
        box = app.find(element).bbox_pixels
        assert box is not None
        picture = app.phone.screenshot()[
            int(box.y_min) : int(box.y_max), int(box.x_min) : int(box.x_max)
        ]
        accent = (picture[..., 0] < 0x90) & (picture[..., 2] > 0xE0)
        third = accent.shape[1] // 3
        return sum(1 << n for n in range(3) if accent[:, n * third : (n + 1) * third].any())

    assert blue("timer_setup_time") == 0
    app.tap("1", "4")
    assert blue("timer_setup_time") == 0b100
    app.tap("1", "7")
    assert blue("timer_setup_time") == 0b110


@pytest.mark.parametrize(
    "setting", ["font_scale 2.0", "user_rotation 1", "accelerometer_rotation 1"]
)
def test_nothing_of_the_keypad_is_lost(app: App, setting: str) -> None:
    app.shell("settings put system accelerometer_rotation 0")
    app.shell(f"settings put system {setting}")
    app.wait(500)
    app.tap("Timer", "1", "2", "3", "4", "5", "6")
    assert app.text("timer_setup_time") == "12h 34m 56s"
    app.tap("Backspace", "Start")
    app.tap("Stopwatch", "Start", "Lap", "Lap", "Pause", "Reset")
    assert app.text("stopwatch_time_text") == "00"


def test_lines_of_a_paragraph_grow_apart_with_their_letters(app: App) -> None:
    def height() -> float:
        box = app.find("Set a consistent bedtime for better sleep").bbox_pixels
        assert box is not None
        return box.height

    app.tap("Bedtime")
    small = height()
    app.shell("settings put system font_scale 2.0")
    app.wait(500)
    assert height() > 3.5 * small  # twice the lines, each twice as high


# --- requests of other apps ----------------------------------------------------------------------


def set_alarm(app: App, hour: int, minute: int, label: str = "") -> None:
    extra = "android.intent.extra.alarm."
    app.shell(
        f"am start -a android.intent.action.SET_ALARM --ei {extra}HOUR {hour} --ei {extra}MINUTES "
        f"{minute} --es {extra}MESSAGE '{label}' --ez {extra}SKIP_UI true"
    )
    app.wait(500)


def dismiss(app: App, extras: str = "") -> list[str]:
    """Have alarms dismissed by an intent; returns the times of those that are still on."""
    extras = extras.replace("@", "android.intent.extra.alarm.")
    app.shell(f"am start -a android.intent.action.DISMISS_ALARM {extras}")
    app.wait(500)
    return [row.rsplit("|", 2)[0] for row in app.alarms() if row.endswith("|1")]


@pytest.mark.parametrize(
    ("extras", "left"),
    [
        ("--es @SEARCH_MODE android.next", ["8|0", "18|30"]),
        ("--es @SEARCH_MODE android.all", []),
        ("--es @SEARCH_MODE android.label --es @MESSAGE lun", ["8|0", "16|0"]),
        ("--es @SEARCH_MODE android.label --es @MESSAGE dinner", ["8|0", "18|30", "16|0"]),
        ("--es @SEARCH_MODE android.time --ei @HOUR 8", ["18|30", "16|0"]),
        ("--es @SEARCH_MODE android.time --ei @HOUR 6 --ei @MINUTES 30", ["8|0", "18|30", "16|0"]),
        (
            "--es @SEARCH_MODE android.time --ei @HOUR 6 --ei @MINUTES 30 --ez @IS_PM true",
            ["8|0", "16|0"],
        ),
    ],
)
def test_alarms_are_dismissed_as_they_are_searched_for(
    app: App, extras: str, left: list[str]
) -> None:
    set_alarm(app, 8, 0)
    set_alarm(app, 18, 30, "Lunch")
    set_alarm(app, 16, 0)
    assert sorted(dismiss(app, extras)) == sorted(left)


def test_one_of_several_alarms_is_picked(app: App) -> None:
    set_alarm(app, 16, 0, "Tea")
    set_alarm(app, 17, 0)
    assert dismiss(app) == ["16|0", "17|0"]
    assert app.shows("Pick which alarm to dismiss")
    app.back()
    assert dismiss(app) == ["16|0", "17|0"]
    app.tap("4:00\u200aPM - Tea")
    assert dismiss(app) == []  # the other one, which need not be asked for


def test_a_ringing_alarm_is_snoozed_and_dismissed_by_intents(app: App) -> None:
    set_alarm(app, 15, 35)
    app.phone.advance(70_000)
    app.shell(
        "am start -a android.intent.action.SNOOZE_ALARM "
        "--ei android.intent.extra.alarm.SNOOZE_DURATION 3"
    )
    app.wait(500)
    assert app.phone.system.notifications.active()[0].text == "Snoozing until 3:38\u200aPM"
    app.phone.advance(180_000)
    assert dismiss(app) == [] and app.titles() == []


@pytest.mark.parametrize(
    ("does", "left"),
    [("Snooze", "Snoozing until 3:45\u200aPM"), ("Stop", ""), ("Control volume", "Snooze")],
)
@pytest.mark.parametrize("key", ["VOLUME_UP", "VOLUME_DOWN"])
def test_volume_keys_do_to_an_alarm_what_they_are_set_to(
    app: App, key: str, does: str, left: str
) -> None:
    app.tap("More options", "Settings")
    app.scroll_to("Volume buttons")
    app.tap("Volume buttons", does)
    app.press("BACK")
    set_alarm(app, 15, 35)
    app.press("POWER")
    app.phone.advance(70_000)
    assert app.shows("Snooze") and app.shows("Stop")
    before = app.shell("settings get system volume_music_speaker")
    app.press(key)
    after = app.shell("settings get system volume_music_speaker")
    assert (before == after) == (does != "Control volume")
    if does == "Control volume":
        assert app.shows(left)
    else:
        active = [each.text for each in app.phone.system.notifications.active()]
        assert not app.shows("Stop") and active == [left] * bool(left)


# --- what is shown besides -----------------------------------------------------------------------


def test_the_next_alarm_stands_beside_the_date(app: App) -> None:
    assert not app.shows("nextAlarm")
    set_alarm(app, 16, 0)
    app.launch()
    assert app.text("nextAlarm") == "Sun 4:00\u200aPM"
    assert app.shows("Next alarm: Sun 4:00\u200aPM")
    app.tap("More options", "Screen saver")
    assert app.text("nextAlarm") == "Sun 4:00\u200aPM"


def test_what_silences_alarms_is_told_and_mended(app: App) -> None:
    app.shell("settings put system volume_alarm_speaker 0")
    app.tap("Alarm")
    assert app.shows("Alarm volume muted")
    app.wait(60_000)
    app.tap("Unmute")
    assert app.shell("settings get system volume_alarm_speaker").strip() == "5"
    app.tap("Clock", "Alarm")
    assert not app.shows("Alarm volume muted")
    app.shell("settings put global zen_mode 2")
    app.tap("Clock")
    assert not app.shows("Device is set to total silence")
    app.tap("Alarm", "Change")
    assert app.shows("Do Not Disturb")


def test_timers_that_are_over_fill_a_dark_screen(app: App) -> None:
    app.tap("Timer", "9", "Start", "Add timer", "9", "Start")
    app.press("POWER")
    app.phone.advance(20_000)  # by then no notification lies over the cards
    assert app.shows("Stop all timers")
    app.back()
    app.tap("Add 1 minute")
    app.tap("Stop")
    assert not app.shows("Timer expired") and "Time\u2019s up" not in app.titles()


def test_a_sound_of_the_users_own(app: App) -> None:
    app.shell("mkdir -p /sdcard/Music && printf RIFF > '/sdcard/Music/Sea breeze.wav'")
    app.tap("Alarm", "Expand alarm", "Default (Cesium)", "Add new")
    app.tap("Show roots", "sdk_gphone64_x86_64", "Music", "Sea breeze.wav")
    app.back()
    assert app.shows("Ringtone Sea breeze")
    app.tap("Ringtone Sea breeze")
    app.tap("music_actions", "Remove")
    assert app.shows("Alarms and timers using this sound will play the default sound instead.")
    app.tap("Remove")
    assert not app.shows("Sea breeze")
    app.back()
    assert app.shows("Ringtone Default (Cesium)")


def test_zones_are_offered_from_west_to_east_as_they_are_now(app: App) -> None:
    now = dt.datetime(2023, 10, 15, 15, 34, tzinfo=dt.UTC)
    assert offset_text("Asia/Calcutta", now) == (330, "GMT+5:30")
    assert offset_text("America/New_York", now) == (-240, "GMT-4:00")
    assert offset_text("America/St_Johns", now) == (-150, "GMT-2:30")
    assert not [zone for zone in HOME_ZONES.values() if find_zone(zone) is None]
    app.tap("More options", "Settings", "Home time zone")
    shown = [text for text in app.texts() if text.startswith("(GMT")]
    hours = [int(text.removeprefix("(GMT").partition(":")[0]) for text in shown]
    assert len(hours) > 5 and hours == sorted(hours)
