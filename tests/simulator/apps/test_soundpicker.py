"""The list in which a ringtone, or the sound of notifications or alarms, is chosen."""

from __future__ import annotations

import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.system.ringtones import ALARM, NOTIFICATION, RINGTONE, sound_title
from android_gym.testing.driver import AppDriver

RINGTONES = "/storage/emulated/0/Ringtones"


@pytest.fixture
def app() -> AppDriver:
    """Show Settings' page of sounds."""
    driver = AppDriver(Phone(), "com.android.settings")
    driver.shell("am start -a android.settings.SOUND_SETTINGS")
    driver.wait(500)
    return driver


def ringtone(app: AppDriver) -> str:
    return app.shell("settings get system ringtone").strip()


def test_the_phone_begins_with_sounds_of_the_lists(app: AppDriver) -> None:
    for sound in (RINGTONE, NOTIFICATION, ALARM):
        uri = app.shell(f"settings get system {sound.key}").strip()
        assert uri == sound.uri_of(sound_title(uri))
    numbers = [t.first + i for t in (RINGTONE, NOTIFICATION, ALARM) for i in range(len(t.names))]
    assert len(set(numbers)) == len(numbers)


def test_ok_saves_what_was_selected(app: AppDriver) -> None:
    before = ringtone(app)
    app.tap("Phone ringtone")
    assert app.find("Flutey Phone").is_checked
    at = app.find("Hotline").bbox_pixels
    app.tap("Hotline")
    assert app.find("Hotline").is_checked and app.find("Hotline").bbox_pixels == at
    assert ringtone(app) == before
    app.tap("OK")
    assert sound_title(ringtone(app)) == "Hotline" and app.shows("Hotline")


@pytest.mark.parametrize("leave", ["Cancel", "BACK"])
def test_leaving_keeps_the_present_sound(app: AppDriver, leave: str) -> None:
    before = ringtone(app)
    app.tap("Phone ringtone", "Hotline")
    app.press(leave) if leave == "BACK" else app.tap(leave)
    assert ringtone(app) == before and app.shows("Flutey Phone")


def test_silence(app: AppDriver) -> None:
    app.tap("Phone ringtone")
    app.scroll_to("None", "up")
    app.tap("None", "OK")
    assert ringtone(app) == "" and app.shows("None")
    app.tap("Phone ringtone")
    assert app.find("None").is_checked


def test_a_sound_of_ones_own(app: AppDriver) -> None:
    app.shell("echo tune > /sdcard/Download/Gong.mp3")
    app.tap("Phone ringtone")
    app.scroll_to("Add ringtone")
    app.tap("Add ringtone", "Gong.mp3")
    assert app.shell(f"cat {RINGTONES}/Gong.mp3") == "tune\n"
    app.tap("OK")
    assert sound_title(ringtone(app)) == "Gong" and "/external/" in ringtone(app)
    app.tap("Phone ringtone")
    assert app.find("Gong").is_checked


def test_a_request_without_extras_lists_ringtones_with_the_default(app: AppDriver) -> None:
    app.shell("am start -a android.intent.action.RINGTONE_PICKER")
    app.wait(500)
    assert app.texts()[0] == "Ringtones"
    assert app.shows("Default ringtone") and app.shows("None")


def test_a_request_for_alarms_without_silence(app: AppDriver) -> None:
    extra = "android.intent.extra.ringtone"
    app.shell(
        f"am start -a android.intent.action.RINGTONE_PICKER --ei {extra}.TYPE 4 "
        f"--ez {extra}.SHOW_SILENT false"
    )
    app.wait(500)
    assert app.texts()[0] == "Alarm sounds" and app.shows("Argon")
    assert app.shows("Default alarm sound") and not app.shows("None")


@pytest.mark.parametrize(
    ("uri", "title"),
    [
        ("", "None"),
        ("content://media/internal/audio/media/1", "Unknown"),
        ("content://media/internal/audio/media/1?title=A%20B&canonical=1", "A B"),
    ],
)
def test_titles(uri: str, title: str) -> None:
    assert sound_title(uri) == title
