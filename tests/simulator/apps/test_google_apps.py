"""Google's apps that are only seen: on home, in the drawer, with a screen of what they lack."""

from __future__ import annotations

import pytest

from android_gym.simulator.apps.google_apps.manifest import APPS, GoogleApp
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
def test_an_app_opens_and_says_what_is_missing(app: GoogleApp) -> None:
    assert icon_exists(app.icon)
    opened = AppDriver(Phone(), app.package)
    opened.start(app.activity)
    assert app.label in opened.texts()
    assert any(text.startswith(app.missing) for text in opened.texts())
    assert any("is not possible on this phone" in text for text in opened.texts())


def test_the_drawer_opens_them(home: AppDriver) -> None:
    home.phone.swipe(540, 2160, 540, 720)
    home.wait(500)
    home.scroll_to("Drive")
    home.tap("Drive")
    assert any(text.startswith("Keeping files in the cloud") for text in home.texts())
