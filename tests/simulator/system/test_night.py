"""The dark theme and its schedules."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.system.night import sun_times
from android_gym.testing.driver import AppDriver

HOUR = 3_600_000


@pytest.fixture
def phone() -> Phone:
    return Phone()


def at(phone: Phone, hour: int, minute: int = 0) -> None:
    """Set the clock to a time of 2023-10-15."""
    phone.system.clock.set_time(
        round(dt.datetime(2023, 10, 15, hour, minute, tzinfo=dt.UTC).timestamp() * 1000)
    )


def out(phone: Phone, command: str) -> str:
    return phone.shell(command).stdout.decode()


def setting(phone: Phone, key: str) -> str | None:
    return phone.system.settings.get("secure", key)


def test_custom_times_are_followed_while_the_screen_is_off(phone: Phone) -> None:
    at(phone, 21)
    assert out(phone, "cmd uimode night custom_schedule") == "Night mode: custom_schedule\n"
    assert setting(phone, "ui_night_mode") == "3"
    assert setting(phone, "ui_night_mode_custom_type") == "0"
    assert setting(phone, "dark_theme_custom_start_time") == "79200000000"
    assert setting(phone, "dark_theme_custom_end_time") == "21600000000"
    phone.system.keyguard.sleep()
    phone.advance(HOUR - 1)
    assert not phone.system.display.dark
    phone.advance(1)
    assert phone.system.display.dark
    phone.advance(8 * HOUR - 1)
    assert phone.system.display.dark
    phone.advance(1)
    assert not phone.system.display.dark
    phone.advance(16 * HOUR)
    assert phone.system.display.dark  # the next evening, too


def test_a_change_waits_for_the_screen_to_go_off(phone: Phone) -> None:
    at(phone, 21, 59)
    phone.shell("cmd uimode night custom_schedule; settings put system screen_off_timeout 1800000")
    light = phone.screenshot(108, 240)
    phone.advance(2 * 60_000)
    assert phone.system.display.on and not phone.system.display.dark
    phone.shell("input keyevent SLEEP; input keyevent WAKEUP; wm dismiss-keyguard")
    assert phone.system.display.dark
    phone.shell("am start -a android.settings.SETTINGS")
    assert phone.screenshot(108, 240).mean() < light.mean()


def test_the_user_may_override_it_until_the_next_change(phone: Phone) -> None:
    at(phone, 12)
    phone.shell("cmd uimode night custom_schedule; input keyevent SLEEP")
    phone.system.display.set_dark(True)
    assert phone.system.display.dark and setting(phone, "ui_night_mode") == "3"
    phone.advance(17 * HOUR)
    assert phone.system.display.dark
    phone.advance(HOUR)
    assert not phone.system.display.dark


def test_a_snapshot_keeps_schedule_and_timer(phone: Phone) -> None:
    at(phone, 21)
    phone.shell("cmd uimode night custom_schedule; input keyevent SLEEP")
    kept = phone.snapshot()
    phone.shell("cmd uimode night no")
    phone.advance(2 * HOUR)
    assert not phone.system.display.dark
    for one in (phone, Phone()):
        one.restore(kept)
        assert not one.system.display.dark
        one.advance(HOUR)
        assert one.system.display.dark


def test_the_clock_and_the_times_may_be_set(phone: Phone) -> None:
    at(phone, 12)
    phone.shell("cmd uimode night custom_schedule; input keyevent SLEEP")
    assert out(phone, "cmd uimode time") == "start 22:00\nend 06:00\n"
    assert phone.shell("cmd uimode time start 11:30:15").exit_code == 0
    assert phone.system.display.dark
    assert out(phone, "cmd uimode time") == "start 11:30:15\nend 06:00\n"
    assert setting(phone, "dark_theme_custom_start_time") == "41415000000"
    at(phone, 6)
    assert not phone.system.display.dark
    for wrong in ("noon 12:00", "start noon"):
        assert phone.shell(f"cmd uimode time {wrong}").exit_code == 255
    phone.shell("cmd uimode time start 06:00")
    assert phone.system.display.dark  # the same twice is the whole day


def test_plain_modes_end_a_schedule(phone: Phone) -> None:
    at(phone, 23)
    phone.shell("input keyevent SLEEP; cmd uimode night custom_schedule")
    assert phone.system.display.dark
    phone.shell("cmd uimode night no")
    assert not phone.system.display.dark and setting(phone, "ui_night_mode_custom_type") == "-1"
    phone.advance(24 * HOUR)
    assert not phone.system.display.dark
    phone.shell("settings put secure ui_night_mode 2")
    assert phone.system.display.dark
    phone.shell("cmd uimode night custom_bedtime")
    assert out(phone, "cmd uimode night") == "Night mode: custom_bedtime\n"
    assert not phone.system.display.dark
    wrong = phone.shell("cmd uimode night maybe")
    assert (wrong.exit_code, wrong.stdout) == (255, b"") and b"mode must be 'yes'" in wrong.stderr


def test_the_sun_is_followed_where_the_phone_is(phone: Phone) -> None:
    phone.system.location.move(52.52, 13.405)  # Berlin: about 5:33 to 16:14 UTC
    at(phone, 16)
    phone.shell("cmd uimode night auto; input keyevent SLEEP")
    assert not phone.system.display.dark
    phone.advance(HOUR // 2)
    assert phone.system.display.dark
    phone.advance(12 * HOUR + HOUR // 2)
    assert phone.system.display.dark
    phone.advance(HOUR)
    assert not phone.system.display.dark
    phone.shell("settings put secure location_mode 0")
    phone.advance(12 * HOUR)
    assert not phone.system.display.dark


@pytest.mark.parametrize(
    ("day", "place", "rise", "fall"),
    [  # as almanacs have them
        ("2023-10-15", (52.52, 13.405), "05:33", "16:14"),
        ("2023-06-21", (37.42, -122.08), "12:47", "03:32"),
        ("2024-01-01", (-33.87, 151.21), "18:48", "09:10"),
    ],
)
def test_sun_times(day: str, place: tuple[float, float], rise: str, fall: str) -> None:
    local_noon = dt.datetime.fromisoformat(f"{day}T12:00+00:00").timestamp() - place[1] * 240
    for ms, expected in zip(sun_times(round(local_noon * 1000), *place), (rise, fall), strict=True):
        found = dt.datetime.fromtimestamp(ms / 1000, dt.UTC)
        wanted = dt.datetime.fromisoformat(f"{found.date()}T{expected}+00:00")
        assert abs(found - wanted) < dt.timedelta(minutes=6), found


def test_polar_days_and_nights() -> None:
    june = round(dt.datetime(2023, 6, 21, 12, tzinfo=dt.UTC).timestamp() * 1000)
    rise, fall = sun_times(june, 78.0, 15.0)
    assert fall - rise == 24 * HOUR
    rise, fall = sun_times(june, -78.0, 15.0)
    assert rise == fall


@pytest.mark.parametrize(
    ("choice", "mode"), [("Turns on at custom time", "3"), ("Turns on from sunset to sunrise", "0")]
)
def test_settings_keeps_the_schedule(phone: Phone, choice: str, mode: str) -> None:
    app = AppDriver(phone, "com.android.settings")
    app.shell("am start -a android.settings.DISPLAY_SETTINGS")
    app.wait(500)
    app.tap("Dark theme", "Schedule", choice)
    assert setting(phone, "ui_night_mode") == mode
    times = {"Start time", "End time"} & set(app.texts())
    assert len(times) == (2 if mode == "3" else 0)
    app.tap("Schedule", "None")
    assert setting(phone, "ui_night_mode") == "1"


def test_settings_sets_the_times(phone: Phone) -> None:
    app = AppDriver(phone, "com.android.settings")
    app.shell("am start -a android.settings.DISPLAY_SETTINGS")
    app.wait(500)
    app.tap("Dark theme", "Schedule", "Turns on at custom time", "Start time")
    app.tap("OK")
    shown: list[Any] = app.texts()
    assert shown[shown.index("Start time") + 1] == "10:00 PM"
    app.back()
    assert "Will turn on automatically at 10:00 PM" in app.texts()


def test_the_configuration_tells_what_is_shown(phone: Phone) -> None:
    assert "-port-notnight-" in out(phone, "am get-config")
    phone.shell("cmd uimode night yes; settings put system accelerometer_rotation 0")
    phone.shell("settings put system user_rotation 1; am start -a android.settings.SETTINGS")
    assert "-land-night-" in out(phone, "am get-config")


def test_battery_saver_makes_the_theme_dark_and_keeps_what_was_chosen(phone: Phone) -> None:
    phone.shell("settings put global low_power 1; am start -a android.settings.DISPLAY_SETTINGS")
    assert phone.system.display.dark and setting(phone, "ui_night_mode") != "2"
    settings = AppDriver(phone, "com.android.settings")
    settings.wait(500)
    assert "Temporarily on due to Battery Saver" in settings.texts()
    switch = settings.find("switchWidget")
    assert switch.is_checked and not switch.is_enabled
    phone.tap(*switch.bbox_pixels.center)
    settings.tap("Dark theme")
    settings.tap("Use Dark theme")
    assert settings.find("switch_widget").is_checked, "Battery Saver turns it off, nothing else"
    shade = AppDriver(phone, "com.android.systemui")
    shade.shell("cmd statusbar expand-settings")
    shade.wait(500)
    tile = shade.find("Dark theme")
    assert tile.is_checked and not tile.is_enabled
    shade.tap("Battery Saver")
    assert not phone.system.display.dark and shade.find("Dark theme").is_enabled
