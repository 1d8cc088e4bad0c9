"""Locks of Simple SMS Messenger and Simple Gallery: patterns and PINs."""

from __future__ import annotations

import hashlib
import re

import cv2
import numpy as np
import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.ui.pattern_lock import PatternLock
from android_gym.testing.driver import AppDriver

MESSENGER = "com.simplemobiletools.smsmessenger"
GALLERY = "com.simplemobiletools.gallery.pro"
WHOLE_APP = "Password protect the whole application"
PICTURE = "/storage/emulated/0/Pictures/a.png"


def opened(package: str) -> AppDriver:
    """Open an app's settings."""
    phone = Phone()
    pixels = bytes(cv2.imencode(".png", np.zeros((9, 9, 3), np.uint8))[1])
    phone.push(PICTURE, pixels)
    app = AppDriver(phone, package)
    phone.shell("cmd role add-role-holder android.app.role.SMS com.simplemobiletools.smsmessenger")
    app.start(".activities.SettingsActivity")
    return app


@pytest.fixture
def app() -> AppDriver:
    return opened(MESSENGER)


def press_pin(app: AppDriver, pin: str) -> None:
    for digit in pin:
        app.tap(f"pin_{digit}")


def set_pin(app: AppDriver, row: str, pin: str) -> None:
    """Set a lock with a PIN."""
    app.scroll_to(row)
    app.tap(row, "PIN")
    press_pin(app, pin)
    app.tap("pin_ok")
    assert app.shows("Repeat PIN")
    press_pin(app, pin)
    assert app.shows(re.compile("Password setup successfully.*"))
    app.tap("OK")


def prefs(app: AppDriver) -> str:
    path = f"/data/data/{app.package}/shared_prefs/Prefs.xml"
    return app.phone.pull(path).decode()


def start_main(app: AppDriver) -> None:
    app.stop()
    app.start(".activities.MainActivity")


def toast(app: AppDriver) -> str:
    assert isinstance(app.phone, Phone)
    shown = app.phone.system.status_bar.toast
    return shown[1] if shown is not None else ""


def join(app: AppDriver, *dots: int) -> None:
    """Join dots of the pattern with a finger."""
    assert isinstance(app.phone, Phone)
    views = [view for window in app.phone.windows.windows() for view in window.root.walk()]
    lock = next(view for view in views if isinstance(view, PatternLock))
    left, top, right, bottom = lock.bounds
    cell = min(right - left, bottom - top) / 3
    x, y = (left + right) / 2, (top + bottom) / 2
    places = [(x + (dot % 3 - 1) * cell, y + (dot // 3 - 1) * cell) for dot in dots]
    for place in places:
        app.phone.touch(*place, True)
        app.phone.advance(50)
    app.phone.touch(*places[-1], False)
    app.phone.advance(200)


def test_a_pin_locks_the_app_and_leaves_its_hash(app: AppDriver) -> None:
    set_pin(app, WHOLE_APP, "2580")
    kept = prefs(app)
    assert (
        hashlib.sha1(b"2580").hexdigest() in kept and 'name="app_protection_type" value="1"' in kept
    )
    start_main(app)
    assert app.shows("Enter PIN") and not app.shows("Pattern")
    press_pin(app, "2581")
    app.tap("pin_ok")
    assert app.shows("Wrong PIN")
    app.wait(1200)
    assert app.shows("Enter PIN")
    press_pin(app, "2580")
    assert app.shows("conversations_fab") and not app.shows("Enter PIN")


def test_who_has_no_pin_leaves_the_app(app: AppDriver) -> None:
    set_pin(app, WHOLE_APP, "2580")
    start_main(app)
    app.tap("Cancel")
    assert not app.shows("conversations_fab")


def test_nothing_is_shown_behind_the_question(app: AppDriver) -> None:
    set_pin(app, WHOLE_APP, "2580")
    assert isinstance(app.phone, Phone)
    app.phone.console("sms send 5551234 secret")
    app.wait(6000)
    start_main(app)
    windows = app.phone.windows.windows()
    texts = [getattr(view, "text", "") for window in windows for view in window.root.walk()]
    assert "secret" not in texts
    press_pin(app, "2580")
    assert app.shows("secret")


def test_the_question_survives_death_and_snapshots(app: AppDriver) -> None:
    set_pin(app, WHOLE_APP, "2580")
    start_main(app)
    press_pin(app, "25")
    phone = app.phone
    assert isinstance(phone, Phone)
    before = phone.snapshot()
    phone.shell(f"input keyevent KEYCODE_HOME; am kill {app.package}")
    phone.advance(500)
    phone.shell("input keyevent KEYCODE_APP_SWITCH")
    phone.advance(500)
    app.tap("SMS Messenger")
    press_pin(app, "80")
    assert app.shows("conversations_fab") and not app.shows("Enter PIN")
    phone.restore(before)
    assert app.shows("**")


def test_three_wrong_answers_make_one_wait(app: AppDriver) -> None:
    set_pin(app, WHOLE_APP, "2580")
    start_main(app)
    for _ in range(3):
        press_pin(app, "1111")
        app.tap("pin_ok")
        app.wait(1100)
    assert app.shows(re.compile("Too many incorrect(.|\n)*"))
    press_pin(app, "2580")
    assert app.shows(re.compile("Too many incorrect(.|\n)*"))
    app.wait(5000)
    assert app.shows("Enter PIN")
    press_pin(app, "2580")
    assert not app.shows("Enter PIN")


def test_a_pin_has_four_digits_and_is_given_twice(app: AppDriver) -> None:
    app.scroll_to(WHOLE_APP)
    app.tap(WHOLE_APP, "PIN", "pin_ok")
    assert toast(app) == "Please enter a PIN"
    press_pin(app, "1234")
    app.tap("pin_c", "pin_ok")
    assert toast(app) == "PIN must be at least 4 digits long"
    app.tap("pin_4", "pin_ok")
    press_pin(app, "9999")
    app.tap("pin_ok")
    assert app.shows("Wrong PIN")
    app.wait(1200)
    assert app.shows("Enter PIN")
    app.tap("Cancel")
    assert not app.find(WHOLE_APP).is_checked


def test_a_pattern_locks_the_app(app: AppDriver) -> None:
    app.scroll_to(WHOLE_APP)
    app.tap(WHOLE_APP)
    assert app.shows("Insert pattern")
    join(app, 0, 2, 8)
    assert app.shows("Repeat pattern")
    join(app, 0, 1, 2, 5, 8)
    app.tap("OK")
    assert hashlib.sha1(b"01258").hexdigest() in prefs(app)
    start_main(app)
    join(app, 0, 4)
    assert app.shows("Wrong pattern")
    app.wait(1200)
    join(app, 0, 1, 2, 5, 8)
    assert app.shows("conversations_fab") and not app.shows("Insert pattern")


def test_all_of_the_pattern_is_in_sight_on_a_low_screen(app: AppDriver) -> None:
    app.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    app.wait(1000)
    app.scroll_to(WHOLE_APP)
    app.tap(WHOLE_APP)
    join(app, 0, 4, 8)
    join(app, 0, 4, 8)
    assert hashlib.sha1(b"048").hexdigest() in prefs(app)


def test_a_lock_is_turned_off_by_what_opens_it(app: AppDriver) -> None:
    set_pin(app, WHOLE_APP, "2580")
    app.tap(WHOLE_APP)
    assert not app.shows("Pattern")
    press_pin(app, "2580")
    assert not app.find(WHOLE_APP).is_checked
    start_main(app)
    assert not app.shows("Enter PIN")


@pytest.mark.parametrize(
    "kept",
    [
        '<boolean name="app_password_protection" value="true" />',
        '<boolean name="app_password_protection" value="true" />'
        '<int name="app_password_hash" value="7" /><string name="app_protection_type">x</string>',
        '<boolean name="app_password_protection" value="true" />'
        '<string name="app_password_hash">zz</string><int name="app_protection_type" value="2" />'
        '<string name="password_retry_count">many</string>',
    ],
)
def test_what_adb_writes_into_the_preferences_breaks_nothing(app: AppDriver, kept: str) -> None:
    path = f"/data/data/{app.package}/shared_prefs/Prefs.xml"
    app.stop()
    assert isinstance(app.phone, Phone)
    app.phone.push(path, f"<?xml version='1.0' encoding='utf-8' ?>\n<map>{kept}</map>\n".encode())
    app.start(".activities.MainActivity")
    app.tap("PIN")
    press_pin(app, "1234")
    app.tap("pin_ok")
    assert app.shows("pin_ok")
    app.tap("Cancel")
    assert not app.shows("conversations_fab")


def test_the_gallery_protects_hidden_items_and_deletion() -> None:
    app = opened(GALLERY)
    app.shell(f"appops set {GALLERY} MANAGE_EXTERNAL_STORAGE allow")
    set_pin(app, "Password protect hidden item visibility", "1111")
    set_pin(app, "Password protect file deletion and moving", "2222")
    app.shell("mkdir /sdcard/.private; cp /sdcard/Pictures/a.png /sdcard/.private/b.png")
    start_main(app)
    app.menu("Temporarily show hidden")
    press_pin(app, "2222")
    assert app.shows("Enter PIN") and not app.shows(".private")
    app.tap("Cancel")
    app.menu("Temporarily show hidden")
    press_pin(app, "1111")
    assert app.shows(re.compile(".*private.*"))
    app.tap("Pictures")
    app.long_press("medium_thumbnail")
    app.tap("Delete")
    assert app.shows("Enter PIN")
    press_pin(app, "2222")
    assert "a.png" not in app.shell("ls /sdcard/Pictures")
