"""Chrome's sheet with the page of a link."""

from __future__ import annotations

import numpy as np
import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.wire.images import dump, load
from android_gym.testing.driver import AppDriver
from tests.simulator.apps.test_chrome_pages import DOWNLOAD, PACKAGE, engine, put, show, view
from tests.simulator.apps.test_chrome_pages import app as app  # the fixture
from tests.simulator.apps.test_chrome_tabs import opened as opened  # the fixture

pytestmark = engine

LINK = "<h1>First</h1><input id=own><a href='{}' style='font-size:60px'>link</a>"
TWO = (
    "<h1>Second</h1><button id=b onclick='this.textContent = `pressed`'>press</button>"
    "<p><a href='primary%3ADownload%2Fthree.html'>third</a><p><a target=_blank "
    "href='primary%3ADownload%2Fthree.html'>window</a><p>"
    "<a href='primary%3ADownload%2Fx.zip'>file</a>"
    "<button onclick='out.textContent = confirm(`Sure?`)'>ask</button><p id=out>-"
)


@pytest.fixture
def sheet(app: AppDriver) -> AppDriver:
    """Chrome with the page of a link in a sheet."""
    put(app, "two.html", TWO, "Two")
    put(app, "three.html", "<h1>Third</h1>", "Three")
    app.phone.system.files.write(f"{DOWNLOAD}/x.zip", b"PK\3\4")
    show(app, LINK.format("primary%3ADownload%2Ftwo.html"), "One")
    app.long_press("link")
    app.tap("Preview page")
    app.wait(500)
    return app


def said(app: AppDriver) -> str:
    toast = app.phone.system.status_bar.toast
    return toast[1] if toast is not None else ""


def test_the_page_can_be_used(sheet: AppDriver) -> None:
    assert sheet.text("title") == "Two" and sheet.text("origin").endswith("two.html")
    assert sheet.shows("Second") and not sheet.shows("First"), "what is below is out of reach"
    sheet.tap("press")
    assert sheet.shows("pressed")
    sheet.tap("ask")
    assert "Sure?" in sheet.texts()
    sheet.tap("OK")
    assert sheet.shows("true")


def test_the_keyboard_takes_its_lower_part(sheet: AppDriver) -> None:
    put(sheet, "long.html", "<p style='height:2000px'>high<p><input id=i>")
    show(sheet, LINK.format("primary%3ADownload%2Flong.html"))
    sheet.long_press("link")
    sheet.tap("Preview page")
    title = sheet.find("title").bbox_pixels
    sheet.phone.swipe(540, 1900, 540, 400, 100)
    sheet.wait(3000)
    sheet.tap("i")
    assert sheet.phone.windows.keyboard_shown and sheet.find("title").bbox_pixels == title
    field, top = sheet.find("i").bbox_pixels, sheet.phone.windows.keyboard_top
    assert field is not None and top is not None and field.y_max <= top, "it is scrolled to"


@pytest.mark.parametrize("way", ["back", "close", "above"])
def test_it_is_closed(sheet: AppDriver, opened: list[str], way: str) -> None:
    if way == "back":
        sheet.back()
    elif way == "close":
        sheet.tap("Close")
    else:
        sheet.phone.tap(540, 170)
        sheet.wait(500)
    assert sheet.shows("First") and not sheet.shows("Second")
    assert "2 open tabs, tap to switch tabs" in sheet.texts() and not opened
    activity = sheet.phone.host.activity(sheet.phone.system.activities.top)
    assert set(activity.state.pages) == {"2"}


def test_it_becomes_a_tab(sheet: AppDriver) -> None:
    sheet.tap("Open in new tab")
    sheet.wait(500)
    assert sheet.shows("Second") and "3 open tabs, tap to switch tabs" in sheet.texts()
    sheet.back()
    sheet.wait(500)
    assert sheet.shows("First"), "it is a link's, and leads back"


@pytest.mark.parametrize("name", ["third", "window"])
def test_it_goes_where_its_page_leads(sheet: AppDriver, name: str) -> None:
    sheet.tap(name)
    sheet.wait(500)
    assert sheet.shows("Third") and sheet.text("title") == "Three"
    sheet.tap("Close")
    assert sheet.shows("First") and "2 open tabs, tap to switch tabs" in sheet.texts()


def test_what_is_no_page_closes_it(sheet: AppDriver) -> None:
    sheet.tap("file")
    assert said(sheet) == "This can\u2019t be previewed" and sheet.shows("First")


def test_a_link_to_what_is_no_page_opens_none(app: AppDriver) -> None:
    app.phone.system.files.write(f"{DOWNLOAD}/x.zip", b"PK\3\4")
    show(app, LINK.format("primary%3ADownload%2Fx.zip"))
    app.long_press("link")
    app.tap("Preview page")
    assert said(app) == "This can\u2019t be previewed" and app.shows("First")


def test_a_link_to_no_page_at_all_has_no_preview(app: AppDriver) -> None:
    show(app, LINK.format("mailto:x@y.z"))
    app.long_press("link")
    assert app.shows("Copy link address") and not app.shows("Preview page")


def test_it_is_the_same_in_a_restored_phone(sheet: AppDriver) -> None:
    sheet.tap("press", "ask")
    other = Phone()
    other.restore(load(other, dump(sheet.phone, sheet.phone.snapshot())))
    again = AppDriver(other, PACKAGE)
    np.testing.assert_array_equal(
        again.phone.screenshot(540, 1200), sheet.phone.screenshot(540, 1200)
    )
    again.tap("OK")
    assert {"pressed", "true"} <= set(again.texts())


def test_another_app_that_opens_a_page_closes_it(sheet: AppDriver) -> None:
    sheet.tap("ask")
    view(sheet, put(sheet, "four.html", "<h1>Fourth</h1>"))
    assert sheet.shows("Fourth") and not {"Sure?", "Second"} & set(sheet.texts())


def test_it_goes_with_the_process(sheet: AppDriver) -> None:
    sheet.phone.press_key(3)
    sheet.wait(500)
    sheet.shell(f"am kill {PACKAGE}")
    sheet.start("com.google.android.apps.chrome.Main")
    sheet.wait(1000)
    assert sheet.shows("First") and not sheet.shows("Second")


def test_its_page_is_remembered_unless_it_is_of_an_incognito_tab(sheet: AppDriver) -> None:
    sql = "SELECT title FROM urls ORDER BY id"
    path = f"/data/data/{PACKAGE}/app_chrome/Default/History"
    assert ("Two",) in sheet.query(path, sql)
    sheet.tap("third")
    sheet.tap("Close")
    assert ("Three",) in sheet.query(path, sql)
    put(sheet, "five.html", "<p>Five", "Five")
    url = put(sheet, "link.html", LINK.format("primary%3ADownload%2Ffive.html"), "Link")
    sheet.tap("More options", "New Incognito tab")
    sheet.enter("url_bar", url + "\n")
    sheet.wait(500)
    sheet.long_press("link")
    sheet.tap("Preview page")
    assert sheet.shows("Five")
    sheet.tap("Open in new tab")
    assert not {("Five",), ("Link",)} & set(sheet.query(path, sql))
    assert "2 open incognito tabs, tap to switch tabs" in sheet.texts()
