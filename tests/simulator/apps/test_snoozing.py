"""Notifications that are sent away for a while, in the shade and over adb."""

from __future__ import annotations

import pytest

from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

KEY = "0|com.android.shell|2020|note|2000"
HOUR_MS = 3_600_000


@pytest.fixture
def shade() -> AppDriver:
    """Open the shade over one notification, with snoozing allowed."""
    app = AppDriver(Phone())
    app.shell(
        "settings put secure show_notification_snooze 1; "
        "cmd notification post -t Milk note 'Buy some'; cmd statusbar expand-notifications"
    )
    app.wait(500)
    return app


def listed(app: AppDriver) -> str:
    return app.shell("cmd notification list").strip()


def test_it_comes_back_after_an_hour(shade: AppDriver) -> None:
    assert listed(shade) == KEY
    shade.tap("Snooze")
    assert listed(shade) == ""
    assert "Snoozed for 1 hour" in shade.texts()
    assert "Milk" not in shade.texts()
    shade.phone.advance(HOUR_MS - 10_000)
    assert listed(shade) == ""
    shade.phone.advance(20_000)
    assert listed(shade) == KEY
    assert "Milk" in shade.texts()


def test_for_how_long_can_be_chosen(shade: AppDriver) -> None:
    shade.tap("Snooze")
    shade.tap("Snoozed for 1 hour")
    assert {"15 minutes", "30 minutes", "2 hours"} <= set(shade.texts())
    shade.tap("15 minutes")
    assert "Snoozed for 15 minutes" in shade.texts()
    assert "2 hours" not in shade.texts()
    shade.phone.advance(HOUR_MS // 4 - 10_000)
    assert listed(shade) == ""
    shade.phone.advance(20_000)
    assert listed(shade) == KEY
    shade.phone.advance(HOUR_MS)
    assert listed(shade) == KEY  # the hour that it was first is forgotten


def test_it_can_be_undone_until_the_shade_is_closed(shade: AppDriver) -> None:
    shade.tap("Snooze")
    shade.tap("Undo")
    assert listed(shade) == KEY
    assert "Milk" in shade.texts()
    shade.tap("Snooze")
    shade.shell("cmd statusbar collapse; cmd statusbar expand-notifications")
    shade.wait(500)
    assert "Undo" not in shade.texts()
    assert listed(shade) == ""


def test_snapshots_keep_it(shade: AppDriver) -> None:
    shade.tap("Snooze")
    phone = Phone()
    assert isinstance(shade.phone, Phone)
    phone.restore(shade.phone.snapshot())
    assert "Snoozed for 1 hour" in AppDriver(phone).texts()
    phone.advance(HOUR_MS)
    assert phone.shell("cmd notification list").stdout.decode().strip() == KEY


def test_it_is_there_only_where_settings_allow_it(shade: AppDriver) -> None:
    shade.shell("settings put secure show_notification_snooze 0")
    assert "Snooze" not in shade.texts()


def test_what_its_app_makes_of_it_meanwhile_is_kept(shade: AppDriver) -> None:
    shade.shell(f"cmd notification snooze --for 60000 '{KEY}'")
    shade.shell("cmd notification post -t Bread note 'Buy some'")
    assert listed(shade) == ""
    shade.shell(f"cmd notification unsnooze '{KEY}'")
    assert listed(shade) == KEY
    assert "Bread" in shade.texts()
    shade.phone.advance(120_000)
    assert shade.texts().count("Bread") == 1


def test_one_that_its_app_takes_back_does_not_come(shade: AppDriver) -> None:
    shade.shell(f"cmd notification snooze --for 60000 '{KEY}'")
    assert isinstance(shade.phone, Phone)
    assert shade.phone.system.notifications.cancel("com.android.shell", 2020, "note")
    shade.phone.advance(120_000)
    assert listed(shade) == ""


@pytest.mark.parametrize("words", ["--for 0", "--for x", "--for -5", "--for 9999999999999"])
def test_wrong_times_change_nothing(shade: AppDriver, words: str) -> None:
    assert shade.phone.shell(f"cmd notification snooze {words} '{KEY}'").exit_code == 255
    assert listed(shade) == KEY
    assert shade.phone.shell("cmd notification snooze --for 5 nothing").exit_code == 255
