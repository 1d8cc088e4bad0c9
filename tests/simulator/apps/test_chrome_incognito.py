"""Chrome's incognito tabs as seen from outside: the shade, pictures of the screen, Recents."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from android_gym.testing.driver import AppDriver
from tests.simulator.apps.chrome_app import MAIN, PACKAGE, chrome

CLOSE = "Close all Incognito tabs"
SHOTS = "/storage/emulated/0/Pictures/Screenshots"


@pytest.fixture
def app() -> AppDriver:
    """Chrome with an ordinary tab, and an incognito tab over it."""
    driver = chrome()
    driver.menu("New Incognito tab")
    return driver


def notified(app: AppDriver) -> bool:
    return any(each.title == CLOSE for each in app.phone.system.notifications.active())


def tap_notification(app: AppDriver) -> None:
    app.shell("cmd statusbar expand-notifications")
    app.wait(600)
    app.tap(CLOSE, wait_ms=800)


def front(app: AppDriver) -> str:
    return app.phone.system.activities.front_package


def pictured(app: AppDriver) -> np.ndarray:
    """Return the middle of the screen as `screencap` has it."""
    result = app.phone.shell("screencap -p")
    picture = np.asarray(Image.open(BytesIO(result.stdout)).convert("RGB"))
    return picture[400:-400]


def test_a_notification_stands_while_there_are_incognito_tabs(app: AppDriver) -> None:
    assert notified(app)
    app.menu("New Incognito tab")
    app.tap("2 open incognito tabs, tap to switch tabs", "Close New tab tab")
    assert notified(app)
    app.tap("Close New tab tab")
    assert not notified(app)


def test_it_closes_them_behind_another_app(app: AppDriver) -> None:
    app.menu("New Incognito tab")
    app.press("HOME")
    tap_notification(app)
    assert front(app) != PACKAGE and not notified(app)
    app.start(MAIN)
    assert app.shows("New tab, tab") and not app.shows("Incognito tabs")


def test_it_leaves_an_ordinary_page_as_it_is(app: AppDriver) -> None:
    app.menu("New tab")
    before = app.texts()
    tap_notification(app)
    assert front(app) == PACKAGE and app.texts() == [t for t in before if CLOSE not in t]


def test_it_closes_what_is_on_the_screen(app: AppDriver) -> None:
    tap_notification(app)
    assert front(app) == PACKAGE
    assert app.shows("New tab, tab") and not app.shows("Incognito tabs")


def test_it_opens_nothing_once_the_task_is_gone(app: AppDriver) -> None:
    activities = app.phone.system.activities
    (task,) = [task for task in activities.tasks if task.affinity == PACKAGE]
    app.press("HOME")
    activities.remove_task(task.id)
    tap_notification(app)
    assert front(app) != PACKAGE and not notified(app)


def test_it_goes_with_the_process(app: AppDriver) -> None:
    app.stop()
    app.start(MAIN)
    assert not notified(app)


def test_programs_get_no_picture_of_them(app: AppDriver) -> None:
    assert app.phone.screenshot()[400:-400].any(), "the screen shows them"
    assert not pictured(app).any()
    app.tap("1 open incognito tab, tap to switch tabs")
    assert not pictured(app).any()
    app.tap("1 open tab")
    assert pictured(app).any()


def test_the_user_takes_no_screenshot_of_them(app: AppDriver) -> None:
    app.press("SYSRQ")
    assert app.shows("Couldn\u2019t save screenshot")
    assert not app.phone.system.files.exists(SHOTS)
    app.wait(6000)  # until it no longer covers the menu
    app.menu("New tab")
    app.press("SYSRQ")
    assert len(app.phone.system.files.listdir(SHOTS)) == 1


@pytest.mark.parametrize("hidden", [True, False])
def test_recents_shows_nothing_of_them(app: AppDriver, hidden: bool) -> None:
    if not hidden:
        app.menu("New tab")
    (task,) = [task for task in app.phone.system.activities.tasks if task.affinity == PACKAGE]
    app.press("APP_SWITCH")
    snapshots = app.phone.windows.task_snapshots
    png = snapshots.get(task.id)
    assert png is not None
    assert np.asarray(Image.open(BytesIO(png)).convert("RGB")).any() is not np.bool_(hidden)
    assert (not snapshots.texts(task.id)) is hidden


def test_recent_tabs_are_those_of_ordinary_tabs(app: AppDriver) -> None:
    app.tap("More options")
    assert app.shows("Downloads") and not app.shows("Recent tabs")
    app.back()
    app.menu("New tab")
    app.tap("More options")
    assert app.shows("Recent tabs")
