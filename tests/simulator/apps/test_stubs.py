"""Packages without an app of ours: on home, in the drawer, with a screen of what they lack."""

from __future__ import annotations

import pytest

from android_gym.simulator.apps.stubs.manifest import APPS, StubApp
from android_gym.simulator.phone import Phone
from android_gym.simulator.ui.icons import icon_exists
from android_gym.testing.driver import AppDriver


@pytest.fixture
def home() -> AppDriver:
    return AppDriver(Phone())


def test_home_has_the_favourites_of_the_emulator(home: AppDriver) -> None:
    boxes = [home.find(name).bbox_pixels for name in ("Gmail", "Photos", "YouTube")]
    centers = [box.center[0] for box in boxes]
    assert centers == sorted(centers)
    assert centers[0] > 1080 / 4  # the first column is free
    assert len({box.y_min for box in boxes}) == 1
    assert home.shows("Messages")  # in the hotseat


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.label)
def test_an_app_opens_and_says_what_is_missing(app: StubApp) -> None:
    assert icon_exists(app.icon)
    opened = AppDriver(Phone(), app.package)
    assert opened.phone.system.packages.installed(app.package) is app.preinstalled
    opened.shell(f"pm install-existing {app.package}")
    opened.start(app.activity)
    assert app.label in opened.texts()
    assert any(text.startswith(app.missing) for text in opened.texts())
    assert any("is not supported" in text for text in opened.texts())


def test_the_drawer_opens_them(home: AppDriver) -> None:
    home.phone.swipe(540, 2160, 540, 720)
    home.wait(500)
    home.scroll_to("Drive")
    home.tap("Drive")
    assert any(text.startswith("Keeping files in the cloud") for text in home.texts())


def test_an_app_that_is_brought_has_kinds_of_notifications_and_a_cache() -> None:
    app = AppDriver(Phone(), "com.instagram.android")
    before = app.phone.state.snapshot()
    app.shell("pm install-existing com.instagram.android")
    dump = app.shell("dumpsys notification")
    assert "mId='likes', mName=Likes, mDescription=null, mImportance=3," in dump
    app.shell("am start -a android.settings.APPLICATION_DETAILS_SETTINGS -d package:" + app.package)
    app.phone.advance(500)
    app.tap("Notifications")
    app.tap("Likes", nth=1)  # its switch
    assert "mId='likes', mName=Likes, mDescription=null, mImportance=0," in app.shell(
        "dumpsys notification"
    )
    app.tap("All Instagram notifications")
    assert "AppSettings: com.instagram.android" in app.shell("dumpsys notification")
    assert not app.phone.system.notifications.enabled(app.package)
    app.press("BACK")
    app.tap("Storage & cache")
    app.tap("Clear cache")
    assert app.shell("find /data/data/com.instagram.android/cache -type f") == ""
    app.phone.state.restore(before)
    assert "instagram" not in app.shell("pm list packages") + app.shell("dumpsys notification")
