"""Chrome and the pages that it shows, with a real engine behind them."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from android_gym.simulator.apps.chrome.reading import (
    external_address,
    is_page,
    loadable,
    may_lead,
    read_address,
    shared_path,
)
from android_gym.simulator.phone import Phone
from android_gym.simulator.web import page as pages
from android_gym.simulator.web.engines import VARIABLE, find_engine
from android_gym.simulator.web.hearing import HeardPage
from android_gym.simulator.web.readings import RunResult
from android_gym.simulator.web.reports import PageCrashed
from android_gym.simulator.wire.images import dump, load
from android_gym.testing.driver import AppDriver
from tests.simulator.apps.chrome_app import DOWNLOAD, MAIN, PACKAGE, chrome

DOCUMENTS = "content://com.android.externalstorage.documents/document/primary%3ADownload%2F"
READ = "android.permission.READ_EXTERNAL_STORAGE"
BACK = 4
DEFAULT = f"/data/data/{PACKAGE}/app_chrome/Default"

engine = pytest.mark.skipif(
    find_engine() is None,
    reason="no Chromium is installed: scripts/system_packages.sh test installs one",
)


def page(body: str, title: str = "Page") -> str:
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    return (
        f"<!DOCTYPE html><html><head>{head}<title>{title}</title></head><body>{body}</body></html>"
    )


@pytest.fixture
def app() -> AppDriver:
    return chrome()


def put(app: AppDriver, name: str, body: str, title: str = "Page") -> str:
    app.phone.system.files.write(f"{DOWNLOAD}/{name}", page(body, title).encode())
    return f"{DOCUMENTS}{name}"


def view(app: AppDriver, url: str) -> None:
    app.shell(f"am start -a android.intent.action.VIEW -n {PACKAGE}/{MAIN} -d '{url}'")
    app.wait(500)


def show(app: AppDriver, body: str, title: str = "Page") -> None:
    view(app, put(app, "page.html", body, title))


def back(app: AppDriver) -> None:
    app.phone.press_key(BACK)
    app.wait(500)


@engine
@pytest.mark.parametrize("rotation", [0, 1])
@pytest.mark.parametrize("screen", [(1080, 2400, 420), (1080, 2340, 440)])
def test_a_page_has_its_size_from_the_beginning(
    screen: tuple[int, int, int], rotation: int
) -> None:
    app = chrome(Phone(*screen))
    app.shell("settings put system accelerometer_rotation 0")
    app.shell(f"settings put system user_rotation {rotation}")
    app.wait(500)
    show(
        app,
        "<button id=b onclick='this.textContent = sizes.join()'>sizes</button><script>"
        "const sizes = [], note = () => sizes.push(innerHeight); note();"
        "for (const name of ['load', 'resize']) addEventListener(name, note)</script>",
    )
    app.tap("sizes")
    first, *others = app.text("b").split(",")
    assert others == [first], "it was laid out once"


@engine
def test_a_first_run_that_was_left_is_shown_for_the_next_address_too() -> None:
    app = AppDriver(Phone(), PACKAGE)
    app.shell(f"pm grant {PACKAGE} android.permission.POST_NOTIFICATIONS")
    show(app, "<p id=words>Loaded</p>")
    app.tap("Accept & continue")
    app.shell("input keyevent KEYCODE_HOME")
    show(app, "<p id=words>Loaded</p>")
    assert not app.shows("Loaded")
    app.tap("No thanks")
    app.wait(500)
    assert app.shows("Loaded")


def test_nothing_is_found_where_there_is_no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "none")
    app = chrome()
    show(app, "<p>Words</p>")
    app.tap("More options", "Find in page")
    app.type("Words")
    assert app.text("find_status") == "0/0"


# --- reading, which needs no engine


@pytest.fixture
def phone() -> Phone:
    return Phone()


def error(phone: Phone, url: str) -> str:
    return read_address(phone.host.context(PACKAGE), url).error


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("http://example.com/", "ERR_INTERNET_DISCONNECTED"),
        ("https://127.0.0.1/", "ERR_INTERNET_DISCONNECTED"),
        ("ftp://x/", "ERR_UNKNOWN_URL_SCHEME"),
        ("file://otherhost/etc/hosts", "ERR_INVALID_URL"),
        ("file:///a%00b", "ERR_INVALID_URL"),
        ("http://[::1", "ERR_INVALID_URL"),
        ("file:///nowhere/at/all", "ERR_FILE_NOT_FOUND"),
        ("file:///proc/self/maps", "ERR_FILE_NOT_FOUND"),
        ("file:nowhere/x", "ERR_FILE_NOT_FOUND"),
        ("chrome://version/", "ERR_UNKNOWN_URL_SCHEME"),
        ("view-source:file:///a", "ERR_UNKNOWN_URL_SCHEME"),
        ("file:///data/data/net.gsantner.markor/shared_prefs", "ERR_ACCESS_DENIED"),
        ("file:///nowhere", "ERR_FILE_NOT_FOUND"),
        ("content://nobody/1", "ERR_FILE_NOT_FOUND"),
        (DOCUMENTS.removesuffix("%2F"), "ERR_FILE_NOT_FOUND"),
        ("data:nothing", "ERR_INVALID_URL"),
        ("file:///sdcard/../data/system", "ERR_ACCESS_DENIED"),
        ("file:///", "ERR_ACCESS_DENIED"),
        ("file:///system/etc/hosts", "ERR_ACCESS_DENIED"),
        (f"file:///data/data/{PACKAGE}/", "ERR_ACCESS_DENIED"),
        ("file:///data/media/0/Download/", "ERR_ACCESS_DENIED"),
    ],
)
def test_what_cannot_be_read_says_why(phone: Phone, url: str, name: str) -> None:
    assert error(phone, url) == name


@pytest.mark.parametrize(
    "url",
    [
        "http://a.b/",
        "http://a.b:80/",
        "http://a.b:/x",
        "https://[::1]/",
        "http://1.2.3.4/",
        "http://0x7f.1/",
        "http://a b/",
        "http://%41.b/",
        "http://a\\b/",
        "http://me:pw@a.b/",
        "about:blank?a#b",
        "data:,",
        "file:///x",
        "content://a/b",
        "http://1a/",
        "http://300.a/",
    ],
)
def test_addresses_that_the_engine_takes(url: str) -> None:
    assert loadable(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://a.b:99999/",
        "http://a.b:x/",
        "http://a<b/",
        "http://a^b/",
        "http://a|b/",
        "http://%zz/",
        "http://@/",
        "http://:80/",
        "http:///a",
        "http://[zz]/",
        "http://[1",
        "http://1.2.3.999/",
        "http://1.2.3.4.5/",
        "http://256.1/",
        "http://a.09/",
        "http://a.1/",
        "http://\x01/",
        "content:",
        "content:///a",
        "data:",
        "about:blanket",
        "blob:x",
    ],
)
def test_addresses_that_are_none(url: str) -> None:
    assert not loadable(url)


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ("http://a.b/", "http://a.b/"),
        ("a.b", "a.b"),
        ("about:blank", "about:blank"),
        ("googlechrome://navigate?url=https://a.b/?c=d", "https://a.b/?c=d"),
        *(
            (url, "")
            for url in (
                "javascript:alert(1)",
                "JavaScript:x",
                "chrome://version",
                "chrome-native://newtab/",
                "about:flags",
                "googlechrome://",
                "googlechrome://navigate?url=file:///sdcard",
                "googlechrome://navigate?url=http://a:x/",
                "http://a:99999/",
                "http://",
            )
        ),
    ],
)
def test_other_apps_open_what_is_not_chromes_own(given: str, asked: str) -> None:
    assert external_address(given) == asked


def test_shared_storage_needs_the_permission(phone: Phone) -> None:
    phone.shell("echo hi > /sdcard/Download/a.txt")
    assert error(phone, "file:///sdcard/Download/a.txt") == "ERR_ACCESS_DENIED"
    assert error(phone, "file:///sdcard/Download/") == "ERR_ACCESS_DENIED"
    phone.shell(f"pm grant {PACKAGE} {READ}")
    found = read_address(phone.host.context(PACKAGE), "file:///sdcard/Download/a.txt#part")
    assert (found.body, found.mime) == (b"hi\n", "text/plain")
    listing = read_address(phone.host.context(PACKAGE), "file:///sdcard/Download/").body
    assert b'href="a.txt"' in listing


def test_data_addresses_hold_themselves(phone: Phone) -> None:
    context = phone.host.context(PACKAGE)
    found = read_address(context, "data:text/html;base64,PGI+aGk8L2I+")
    assert (found.body, found.mime) == (b"<b>hi</b>", "text/html")
    assert read_address(context, "data:,a%20b").body == b"a b"


def test_local_pages_lead_to_their_own_kind() -> None:
    assert may_lead("content://a/1", "http://x/")
    assert may_lead("file:///a", "file:///b")
    assert not may_lead("content://a/1", "file:///sdcard/a.html")
    assert not may_lead("http://x/", "content://a/1")
    for scheme in ("chrome://flags", "data:text/html,x", "view-source:file:///a", "javascript:1"):
        assert not may_lead("content://a/1", scheme)
    assert shared_path("file:///sdcard/../etc/hosts") is None
    assert shared_path("file:///sdcardx/a") is None


# --- pages


@engine
def test_a_page_has_a_title_and_is_in_the_history(app: AppDriver) -> None:
    show(app, "<h1>Hello</h1>", "Greeting")
    assert "Hello" in app.texts()
    app.tap("More options", "History")
    assert "Greeting" in app.texts()


@engine
def test_incognito_leaves_nothing_in_the_history(app: AppDriver) -> None:
    url = put(app, "page.html", "<p>secret</p>", "Secret")
    app.shell(
        f"am start -n {PACKAGE}/{MAIN} -d '{url}' "
        "--ez com.google.android.apps.chrome.EXTRA_OPEN_NEW_INCOGNITO_TAB true"
    )
    app.wait(500)
    assert "secret" in app.texts()
    app.tap("More options", "History")
    assert "Secret" not in app.texts()


@engine
def test_links_lead_on_and_back(app: AppDriver) -> None:
    put(app, "two.html", "<p>the second</p>", "Two")
    show(app, '<a href="primary%3ADownload%2Ftwo.html">go on</a>', "One")
    app.tap("go on")
    assert "the second" in app.texts()
    back(app)
    assert "go on" in app.texts()
    app.tap("More options", "Forward")
    assert "the second" in app.texts()


@engine
def test_a_link_is_opened_behind_the_page_or_over_it(app: AppDriver) -> None:
    put(app, "two.html", "<p>the second</p>", "Two")
    show(
        app,
        '<a href="primary%3ADownload%2Ftwo.html">go on</a>'
        '<p><a target=_blank href="primary%3ADownload%2Ftwo.html">go out</a>',
    )
    app.long_press("go on")
    app.tap("Open in new tab")
    assert {"go on", "3 open tabs, tap to switch tabs"} <= set(app.texts())
    app.tap("go out")
    app.wait(500)
    assert {"the second", "4 open tabs, tap to switch tabs"} <= set(app.texts())
    back(app)
    assert {"go on", "3 open tabs, tap to switch tabs"} <= set(app.texts())
    app.long_press("go on")
    app.tap("Open in Incognito tab")
    app.wait(500)
    assert {"the second", "1 open incognito tab, tap to switch tabs"} <= set(app.texts())
    back(app)
    assert {"go on", "3 open tabs, tap to switch tabs"} <= set(app.texts())


@engine
def test_a_page_asks_once_it_is_seen(app: AppDriver) -> None:
    show(
        app,
        "<script>setTimeout(() => out.textContent = confirm('Late?'), 2000)</script><p id=out>-",
    )
    app.tap("More options", "New tab")
    app.wait(3000)
    assert "Late?" not in app.texts()
    app.tap("3 open tabs, tap to switch tabs", "Page, tab")
    assert "Late?" in app.texts()
    view(app, "http://a.example/")
    assert "Late?" not in app.texts()
    app.tap("4 open tabs, tap to switch tabs", "Page, tab")
    assert "Late?" in app.texts()
    app.tap("OK")
    assert "true" in app.texts()


@engine
def test_a_page_that_has_died_is_loaded_again(app: AppDriver) -> None:
    show(app, "<button onclick=\"this.textContent = 'pressed'\">press</button>")
    app.tap("press")
    screen = app.phone.host.activity(app.phone.system.activities.top)
    screen.on_web_event("2", PageCrashed("crash"))
    app.wait(300)
    assert "Aw, Snap!" in app.texts() and not app.shows("pressed")
    app.tap("Reload")
    app.wait(500)
    assert app.shows("press") and not app.shows("Aw, Snap!")


STUCK = (
    "<body bgcolor=orange><h1>Words</h1><input id=i value=typed style='font-size:40px'>"
    "<button id=more onclick='this.textContent += 1'>more</button>"
    "<button id=loop style='font-size:40px' onclick='document.body.bgColor = `blue`; for (;;);'>"
    "loop</button>"
)


@pytest.fixture
def given_up(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Pages that were given up; that takes two seconds here."""
    monkeypatch.setattr(pages, "BUDGET_S", 2.0)
    found: list[str] = []
    give_up = pages.Page._give_up

    def told(page: pages.Page, reason: Any) -> None:
        found.append(reason)
        give_up(page, reason)

    monkeypatch.setattr(pages.Page, "_give_up", told)
    return found


@engine
def test_a_page_whose_script_never_ends_is_seen_and_answers_nothing(
    app: AppDriver, given_up: list[str]
) -> None:
    show(app, STUCK)
    app.tap("more", "more")
    before = app.phone.screenshot().copy()
    app.tap("loop")
    assert given_up == ["unresponsive"]
    assert {"Words", "more11", "typed"} <= set(app.texts()) and not app.shows("Aw, Snap!")
    np.testing.assert_array_equal(app.phone.screenshot(), before)
    app.tap("more", "i", "loop")
    assert "more11" in app.texts() and not app.phone.windows.keyboard_shown
    other = Phone()
    other.restore(load(other, dump(app.phone, app.phone.snapshot())))
    np.testing.assert_array_equal(other.screenshot(), app.phone.screenshot())
    app.tap("2 open tabs, tap to switch tabs", "Page, tab")
    app.tap("More options", "Find in page")
    app.type("Words")
    app.back(2)
    app.wait(5000)
    assert "more11" in app.texts() and given_up == ["unresponsive"], "nobody waits for it again"
    app.tap("More options", "Refresh")
    app.tap("more")
    assert "more1" in app.texts()


@engine
def test_a_page_that_never_ends_loading_is_white_and_left_for_another(
    app: AppDriver, given_up: list[str]
) -> None:
    show(app, "<h1>Words</h1><script>for (;;);</script>")
    assert given_up == ["unresponsive"] and not app.shows("Words")
    other = Phone()
    other.restore(load(other, dump(app.phone, app.phone.snapshot())))
    np.testing.assert_array_equal(other.screenshot(), app.phone.screenshot())
    app.enter("url_bar", put(app, "fine.html", "<p>fine") + "\n")
    app.wait(500)
    assert "fine" in app.texts() and given_up == ["unresponsive"]


@engine
@pytest.mark.parametrize(
    "script",
    [
        "onpointerdown = () => { for (;;); }",
        "onkeydown = () => { for (;;); }",
        "setTimeout(() => { for (;;); }, 1500)",
        "setTimeout(() => { onresize = () => { for (;;); } }, 300)",
    ],
)
def test_whatever_begins_it(app: AppDriver, given_up: list[str], script: str) -> None:
    show(app, f"<h1>Words</h1><input id=i><script>{script}</script>")
    assert app.shows("Words")
    app.tap("i")
    app.phone.type_text("ab")
    app.wait(2000)
    app.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    app.wait(500)
    assert "unresponsive" in given_up and app.shows("Words")
    count = len(given_up)
    app.tap("Words")
    app.wait(500)
    app.phone.screenshot()
    assert len(given_up) == count


@engine
def test_windows_that_nobody_has_asked_for_are_blocked(app: AppDriver) -> None:
    body = (
        "<script>window.open('http://a.example/')</script>"
        "<button onclick=\"for (const name of 'bc') window.open(`http://${name}.example/`)\">two"
        "</button>"
    )
    show(app, body)
    assert {"Pop-up blocked", "2 open tabs, tap to switch tabs"} <= set(app.texts())
    app.tap("two")
    assert app.text("url_bar") == "b.example", "one for each tap"
    back(app)
    app.tap("More options", "Refresh")
    app.tap("Always show")
    assert app.text("url_bar") == "a.example"
    back(app)
    app.tap("More options", "Refresh")
    assert app.text("url_bar") == "a.example", "always"


@engine
@pytest.mark.parametrize(("ms", "opens"), [(4000, True), (6000, False)])
def test_a_tap_asks_for_a_window_for_five_seconds(app: AppDriver, ms: int, opens: bool) -> None:
    show(
        app,
        f"<button onclick=\"setTimeout(() => window.open('http://a.example/'), {ms})\">go</button>",
    )
    app.tap("go")
    app.wait(7000)
    assert (app.text("url_bar") == "a.example") is opens


@engine
def test_the_settings_allow_windows_that_nobody_has_asked_for(app: AppDriver) -> None:
    app.phone.host.context(PACKAGE).preferences().put(popups_allowed=True)
    show(app, "<script>setTimeout(() => window.open('http://a.example/'), 100)</script>")
    app.wait(500)
    assert app.text("url_bar") == "a.example"


@engine
def test_a_page_opened_from_files_is_left_for_files(app: AppDriver) -> None:
    put(app, "game.html", "<p>play</p>", "Game")
    app.phone.press_key(3)
    app.shell("am start -a android.intent.action.VIEW_DOWNLOADS")
    app.wait(500)
    app.tap("game.html", "Chrome", "Just once")
    app.wait(500)
    assert "play" in app.texts()
    back(app)
    assert "game.html" in app.texts()


@engine
def test_a_part_of_a_page_is_gone_back_from_without_loading(app: AppDriver) -> None:
    show(
        app,
        '<a href="#end">jump</a><button onclick="this.textContent=\'changed\'">change</button>'
        '<div style="height:3000px"></div><p id="end">the end</p>',
    )
    app.tap("change", "jump")
    app.wait(300)
    back(app)
    assert "changed" in app.texts()


@engine
@pytest.mark.parametrize("script", ["location.hash = 'x'", "history.pushState(1, '', '#x')"])
def test_a_page_that_is_loaded_again_is_loaded_where_one_goes_back_to(
    app: AppDriver, script: str
) -> None:
    """The new page doesn't have the entries of the old one in its own history."""
    put(app, "two.html", "<p>the second</p>")
    show(
        app,
        f'<a href="primary%3ADownload%2Ftwo.html">go on</a><button onclick="{script}">add</button>'
        "<button id=at></button><script>at.textContent = `at${location.hash}`</script>",
    )
    app.tap("add", "go on")
    back(app)
    assert app.text("at") == "at#x" and app.text("url_bar").endswith("page.html#x")
    back(app)
    assert app.text("at") == "at" and app.text("url_bar").endswith("page.html")
    app.tap("add", "More options", "Refresh")
    app.wait(500)
    back(app)
    assert app.text("at") == "at" and app.text("url_bar").endswith("page.html")


@engine
def test_the_past_of_a_tab_outlives_a_stop(app: AppDriver) -> None:
    put(app, "two.html", "<p>the second</p>", "Two")
    show(app, '<a href="primary%3ADownload%2Ftwo.html">go on</a>', "One")
    app.tap("go on")
    app.shell(f"am force-stop {PACKAGE}")
    app.start(MAIN)
    app.tap("2 open tabs, tap to switch tabs", "Two, tab")
    back(app)
    assert "go on" in app.texts()
    app.tap("More options", "Forward")
    assert "the second" in app.texts()


@engine
@pytest.mark.parametrize(
    "link",
    [
        "<a href='{}'>go on</a>",
        "<button onclick=\"location.href = '{}'\">go on</button>",
        "<button onclick=\"location.replace('{}')\">go on</button>",
        "<form action='{}'><button>go on</button></form>",
    ],
)
def test_an_address_of_another_apps_content_leads_there(app: AppDriver, link: str) -> None:
    put(app, "two.html", "<p>the second</p>", "Two")
    show(app, link.format(f"{DOCUMENTS}two.html"), "One")
    app.tap("go on")
    app.wait(500)
    assert "the second" in app.texts()
    assert app.text("url_bar").rstrip("?") == f"{DOCUMENTS}two.html"


@engine
def test_names_of_blobs_are_the_same_each_time(app: AppDriver) -> None:
    name = "blob:null/00000000-0000-4000-8000-000000000000"
    show(
        app,
        "<a id=d download=a.txt>download</a> <a id=l>go on</a>"
        "<script>d.href = l.href = URL.createObjectURL(new Blob(['words']))</script>",
    )
    app.tap("download")
    assert app.query(f"{DEFAULT}/History", "SELECT url FROM downloads_url_chains") == [(name,)]
    app.tap("go on")
    app.wait(500)
    assert app.text("url_bar") == name and "words" in app.texts()


@engine
def test_a_document_may_be_left_while_its_status_is_awaited(
    app: AppDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(app, "<a id=l>go on</a><script>l.href = URL.createObjectURL(new Blob(['words']))</script>")
    settle = HeardPage._frame_and_settle
    left = []

    def leave(page: HeardPage, expression: str) -> RunResult | None:
        """Answer nothing the first time, as the engine does if the page has been left."""
        for _ in range(1000 * (not left)):
            if page._leads_to:
                left.append(expression)
                return None
            page._call("Runtime.evaluate", expression="1")
        return settle(page, expression)

    monkeypatch.setattr(HeardPage, "_frame_and_settle", leave)
    app.tap("go on")
    app.wait(500)
    assert left and app.text("url_bar").startswith("blob:null/") and "words" in app.texts()


@engine
def test_no_internet_is_a_page(app: AppDriver) -> None:
    view(app, "http://example.com/")
    assert {"No internet", "ERR_INTERNET_DISCONNECTED"} <= set(app.texts())
    view(app, f"{DOCUMENTS}gone.html")
    assert "File not found" in app.texts()
    app.tap("More options", "History")
    assert "You\u2019ll find your history here" in app.texts()


@engine
@pytest.mark.parametrize("url", ["https://example.com/", "http://example.com/"])
def test_a_page_that_is_not_reached_is_not_called_secure(app: AppDriver, url: str) -> None:
    view(app, url)
    assert not app.shows("Connection is secure")
    app.tap("Your connection to this site is not secure")
    assert {url, "Your connection to this site is not secure"} <= set(app.texts())
    app.tap("Close")
    show(app, "<p>local</p>")
    app.tap("location_bar_status_icon")
    assert "You are viewing a local or shared file" in app.texts()


@engine
@pytest.mark.parametrize("url", ["chrome://version/", "view-source:file:///etc/passwd", "blob:x"])
def test_the_engines_own_addresses_are_none_of_chromes(app: AppDriver, url: str) -> None:
    app.tap("search_box_text")
    app.type(f"{url}\n")
    app.wait(500)
    assert "ERR_UNKNOWN_URL_SCHEME" in app.texts()


@engine
def test_files_are_shown_once_they_may_be_read(app: AppDriver) -> None:
    put(app, "page.html", "<p>from a file</p>")
    view(app, f"file://{DOWNLOAD}/page.html")
    app.tap("Allow")
    app.wait(500)
    assert "from a file" in app.texts()


@engine
def test_messages_of_a_page(app: AppDriver) -> None:
    show(
        app,
        "<button onclick=\"alert('Note well')\">tell</button>"
        "<button onclick=\"out.textContent = confirm('Sure?')\">ask</button>"
        "<button onclick=\"out.textContent = String(prompt('Name?', 'Bo'))\">name</button>"
        "<p id=out>-</p>",
    )
    app.tap("tell")
    assert {"This page says", "Note well"} <= set(app.texts())
    app.tap("OK", "ask", "Cancel")
    assert "false" in app.texts()
    app.tap("ask", "OK")
    assert "true" in app.texts()
    app.tap("name", "OK")
    assert "Bo" in app.texts()
    app.tap("name", "Cancel")
    assert "null" in app.texts()


@engine
def test_what_a_page_suggests_is_replaced_also_above_the_keyboard_of_a_phone_on_its_side(
    app: AppDriver,
) -> None:
    show(app, """<button id=b onclick="b.textContent = prompt('Name?', 'Bo')">ask</button>""")
    app.tap("b")
    app.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    app.wait(500)
    box = app.find("edit").bbox_pixels
    assert box is not None and box.height > 100 and not app.shows("Name?")
    app.type("Al")
    back(app)
    assert app.shows("Name?"), "there is room again"
    app.tap("OK")
    assert app.text("b") == "Al"


@engine
def test_a_page_that_is_pulled_down_is_loaded_again(app: AppDriver) -> None:
    put(app, "page.html", "<button onclick='this.textContent += 1'>more</button>", "Page")
    view(app, f"{DOCUMENTS}page.html")
    app.tap("more")
    app.phone.swipe(540, 900, 540, 1200, 500)
    assert "more1" in app.texts(), "too short"
    app.phone.swipe(540, 900, 540, 1500, 500)
    assert "more" in app.texts()


@engine
@pytest.mark.parametrize("how", ["{ e.preventDefault() }", "{ e.returnValue = 'x' }", "'x'"])
def test_a_page_is_asked_before_chrome_leaves_it(app: AppDriver, how: str) -> None:
    put(app, "two.html", "<a href='primary%3ADownload%2Fpage.html'>go on</a>", "Two")
    put(app, "page.html", f"<script>onbeforeunload = (e) => {how}</script><p>a draft")
    view(app, f"{DOCUMENTS}two.html")
    app.tap("go on")
    app.tap("More options", "Refresh")
    assert not app.shows("Reload site?"), "nobody has touched it"
    app.tap("a draft", "More options", "Refresh")
    assert {"Reload site?", "Changes you made may not be saved."} <= set(app.texts())
    app.tap("Reload", "a draft")
    back(app)
    assert "Leave site?" in app.texts()
    app.tap("Cancel", "url_bar")
    app.type("a.example\n")
    assert "Leave site?" in app.texts()
    app.tap("Cancel")
    assert "a draft" in app.texts()
    back(app)
    app.tap("Leave")
    assert app.shows("go on")


@engine
def test_a_page_leads_on_after_it_was_asked_once(app: AppDriver) -> None:
    put(app, "two.html", "<p>the second", "Two")
    show(
        app,
        "<script>onbeforeunload = (e) => e.preventDefault()</script>"
        "<a href='primary%3ADownload%2Ftwo.html'>go on</a>",
    )
    app.tap("go on", "Leave")
    assert app.shows("the second")


@engine
def test_text_is_as_large_as_the_phone_and_the_settings_say(app: AppDriver) -> None:
    def height() -> float:
        show(app, "<p id=p style='font-size:20px'>words")
        box = app.find("words").bbox_pixels
        assert box is not None
        return float(box.height)

    usual = height()
    app.shell("settings put system font_scale 1.5")
    assert height() == pytest.approx(1.5 * usual, abs=6)
    app.phone.host.context(PACKAGE).preferences().put(text_scale=120)
    assert height() == pytest.approx(1.8 * usual, abs=6)


@engine
@pytest.mark.parametrize("incognito", [False, True])
def test_a_page_is_dark_as_chrome_is(app: AppDriver, incognito: bool) -> None:
    body = (
        "<style>@media (prefers-color-scheme: dark) { body { background: #010203 } }</style>"
        "<button id=b></button><script>const dark = matchMedia('(prefers-color-scheme: dark)');"
        "b.textContent = dark.matches; dark.onchange = () => { b.textContent += dark.matches }"
        "</script>"
    )

    def ground(phone: Phone) -> tuple[int, ...]:
        return tuple(int(value) for value in phone.screenshot(108, 240)[200, 54])

    if incognito:
        app.tap("More options", "New Incognito tab")
        app.enter("url_bar", put(app, "page.html", body) + "\n")
        app.wait(500)
    else:
        show(app, body)
    assert (app.text("b"), ground(app.phone)) == ("false", (255, 255, 255))
    app.shell("cmd uimode night yes")
    app.wait(500)
    assert (app.text("b"), ground(app.phone)) == ("falsetrue", (1, 2, 3))
    other = Phone()
    other.restore(load(other, dump(app.phone, app.phone.snapshot())))
    assert ground(other) == (1, 2, 3)
    app.tap("More options", "Refresh")
    app.wait(500)
    assert app.text("b") == "true"
    app.shell("cmd uimode night no")
    app.wait(500)
    assert (app.text("b"), ground(app.phone)) == ("truefalse", (255, 255, 255))


@engine
@pytest.mark.parametrize("asks", [False, True])
def test_a_page_follows_the_screens_density(app: AppDriver, asks: bool) -> None:
    show(
        app,
        "<button id=d style='width:100px;height:100px' onclick=\"style.height='200px'\">d</button>"
        "<button id=b onclick='alert(1)'>ask</button>",
    )
    if asks:
        app.tap("b")
    app.shell("wm density 210")  # half of it
    app.wait(500)
    if asks:
        app.tap("OK")
    app.tap("d")
    box = app.find("d").bbox_pixels
    assert box is not None and (round(box.width), round(box.height)) == (131, 262)


@engine
def test_windows_beside_a_page_stand_by_it_also_from_right_to_left(app: AppDriver) -> None:
    show(
        app,
        "<input id=i list=l style='width:180px'><datalist id=l><option>alpha</datalist>"
        "<p style='width:100px'>word",
    )
    app.shell("settings put global debug.force_rtl 1")
    app.wait(500)
    app.tap("i")
    field, row = app.find("i").bbox_pixels, app.find("dropdown_label").bbox_pixels
    assert field is not None and row is not None
    assert field.x_min <= row.x_min and row.x_max <= field.x_max
    app.back(2)
    word = app.find("word").bbox_pixels
    assert word is not None
    x, y = word.x_min + 30, word.center[1]
    app.phone.swipe(x, y, x, y, 800)
    app.wait(500)
    bar = app.find("Web search").bbox_pixels
    assert bar is not None and bar.x_min < 100


@engine
def test_a_day_is_picked_on_a_phone_on_its_side(app: AppDriver) -> None:
    show(app, "<input id=d type=date value=2023-10-15>")
    app.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    app.wait(500)
    app.tap("d")
    last, button = app.find("31 October 2023").bbox_pixels, app.find("button1").bbox_pixels
    assert last is not None and button is not None and last.y_max <= button.y_min
    app.tap("31 October 2023", "button1")
    assert app.text("d") == "2023-10-31"


@engine
def test_lists_days_and_times_are_androids(app: AppDriver) -> None:
    show(
        app,
        "<select id=s><option>one<option disabled>two<option>three</select>"
        '<br><br><input id=d type=date value=2023-10-20 onchange="out.textContent=value">'
        "<br><br><input id=t type=time value=08:30><p id=out>-</p>",
    )
    app.tap("one")
    assert not app.find("two").is_enabled
    app.tap("two", "three")
    assert "three" in app.texts()
    app.tap("d")
    app.tap("25", "SET" if "SET" in app.texts() else "Set")
    assert "2023-10-25" in app.texts()


@engine
@pytest.mark.parametrize(
    ("kind", "value", "steps"),
    [
        ("date", "2023-10-20", ["Clear"]),
        ("time", "08:30", ["Clear"]),
        ("datetime-local", "2023-10-20T08:30", ["Clear"]),
    ],
)
def test_a_day_or_time_is_cleared(app: AppDriver, kind: str, value: str, steps: list[str]) -> None:
    change = "out.textContent = `now [${value}]`"
    show(app, f'<input id=d type={kind} value={value} onchange="{change}"><p id=out>-</p>')
    app.tap("d", "Cancel")
    assert "-" in app.texts()
    app.tap("d", *steps)
    assert "now []" in app.texts()


@engine
def test_a_long_list_begins_with_what_is_chosen(app: AppDriver) -> None:
    entries = "".join(f"<option{' selected' * (i == 60)}>entry {i}" for i in range(100))
    show(app, f"<select id=s>{entries}</select>")
    app.tap("s")
    rows = [e.text for e in app.phone.ui_elements() if e.resource_name == "android:id/text1"]
    assert rows[0] in ("entry 59", "entry 60") and app.find("entry 60").is_checked
    app.tap("entry 62", "s")
    assert app.find("entry 62").is_checked


@engine
def test_a_colour_is_one_of_those_suggested_or_any_by_sliders(app: AppDriver) -> None:
    show(app, "<input id=c type=color value='#ff8800' onchange='out.textContent=value'><p id=out>-")
    app.tap("c", "Blue", "Cancel")
    assert "-" in app.texts()
    app.tap("c", "Blue", "Set")
    assert "#0000ff" in app.texts()
    app.tap("c", "Red", "More")
    hue, saturation, _ = app.elements("seek_bar")
    assert not app.shows("Blue") and {"Hue", "Saturation", "Value"} <= set(app.texts())
    for bar in (saturation, hue):
        box = bar.bbox_pixels
        assert box is not None
        app.phone.tap(box.center[0], box.center[1])
        app.wait(300)
    app.tap("Set")
    (chosen,) = {text for text in app.texts() if text.startswith("#")}
    red, green, blue = (int(chosen[at : at + 2], 16) for at in (1, 3, 5))
    assert red < 140 and green > 240 and blue > 240, "half the hues on is red's opposite, half grey"


@engine
def test_what_is_missing_in_a_form_looks_the_same_each_time(app: AppDriver) -> None:
    seen = set()
    for _ in range(3):
        show(app, "<form action='#x'><input required><button>send</button></form>")
        app.tap("send")
        assert "Please fill out this field." in app.texts()
        seen.add(app.phone.screenshot()[300:1000].tobytes())
        back(app)
        back(app)
        app.start(MAIN)
    assert len(seen) == 1


@engine
def test_what_a_list_does_not_let_one_change_stays_chosen(app: AppDriver) -> None:
    show(
        app,
        '<select id=m multiple onchange="out.textContent = [...selectedOptions].map(o => o.label)">'
        "<option>one<option disabled selected>two<option disabled>three<option>four</select>"
        "<p id=out>-</p>",
    )
    app.tap("m", "three", "four", "OK")
    assert "two,four" in app.texts()


@engine
def test_a_list_shows_the_names_of_its_groups_and_what_is_greyed_out(app: AppDriver) -> None:
    show(
        app,
        "<select id=s onchange='out.textContent = value + ++n'><option hidden>Choose"
        "<optgroup label=Fruit><option>fig<option disabled>pear</optgroup>"
        "<optgroup label=Greens disabled><option>leek</optgroup><option selected>none</select>"
        "<p id=out>-</p><script>n = 0</script>",
    )
    app.tap("s")
    rows = [e for e in app.phone.ui_elements() if e.resource_name == "android:id/text1"]
    assert [(row.text, row.is_enabled) for row in rows] == [
        ("Fruit", False), ("    fig", True), ("    pear", False),
        ("Greens", False), ("    leek", False), ("none", True),
    ]  # fmt: skip
    assert [row.is_checked for row in rows] == [False] * 5 + [True]
    app.tap("Fruit", "    pear", "    leek", "none")
    assert "-" in app.texts(), "nothing has changed, so the page is told nothing"
    app.tap("s", "    fig")
    assert "fig1" in app.texts()


@engine
def test_text_is_found_in_a_page(app: AppDriver) -> None:
    show(app, "<p>cat and cat</p><p>Cat</p>")
    app.tap("More options", "Find in page")
    app.type("cat")
    assert "1/3" in app.texts()
    app.tap("Next")
    assert "2/3" in app.texts()
    app.tap("Previous", "Previous")
    assert "3/3" in app.texts()
    app.tap("Close")
    assert "3/3" not in app.texts()


@engine
def test_scripts_are_off_where_the_settings_say_so(app: AppDriver) -> None:
    app.phone.host.context(PACKAGE).preferences().put(javascript_allowed=False)
    show(
        app,
        "<p id=out>plain</p><script>out.textContent = 'scripted'</script>"
        "<button onclick=\"out.textContent = 'clicked'\">click</button>",
    )
    app.tap("click")
    assert "plain" in app.texts()


@engine
def test_html_viewer_shows_a_page_without_its_scripts(app: AppDriver) -> None:
    url = put(app, "page.html", "<p id=out>plain</p><script>out.textContent = 1</script>", "Title")
    app.shell(f"am start -n com.android.htmlviewer/.HTMLViewerActivity -d '{url}'")
    app.wait(500)
    assert {"plain", "Title"} <= set(app.texts())


def test_a_script_of_another_app_opens_nothing(app: AppDriver) -> None:
    before = app.texts()
    for url in ("javascript:alert(1)", "about:flags", "googlechrome://"):
        app.shell(f"am start -a android.intent.action.VIEW -d '{url}'")
        app.wait(500)
        assert app.texts() == before
    app.shell("am start -a android.intent.action.VIEW -d 'googlechrome://navigate?url=http://a.b/'")
    app.wait(500)
    assert app.text("url_bar") == "a.b"


@pytest.mark.parametrize(
    ("mime", "shown"),
    [
        ("text/html; charset=utf-8", True),
        ("text/x-new", True),
        ("text/vcard", False),
        ("text/calendar", False),
        ("image/png", True),
        ("image/heic", False),
        ("video/mp4", False),
        ("audio/mpeg", False),
        ("application/json", True),
        ("application/pdf", False),
        ("", False),
    ],
)
def test_which_files_are_shown(mime: str, shown: bool) -> None:
    assert is_page(mime) is shown


@engine
def test_a_file_that_is_too_large_says_so(app: AppDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("android_gym.simulator.apps.chrome.page_events.MOST_SERVED", 1000)
    show(app, "<p>" + "x" * 1000)
    assert "ERR_INSUFFICIENT_RESOURCES" in app.texts()
    assert app.text("url_bar") == f"{DOCUMENTS}page.html"


@engine
def test_a_typed_script_does_not_run(app: AppDriver) -> None:
    show(app, "<p id=out>calm</p>")
    app.tap("url_bar")
    app.type("javascript:document.body.innerHTML='Success!'\n")
    app.wait(500)
    assert "Success!" not in app.texts()


@engine
def test_a_tap_on_a_field_brings_the_keyboard_back(app: AppDriver) -> None:
    show(app, '<input id=a value=abc> <p style="height:300px">below</p><button>b</button>')
    app.tap("a")
    assert app.shows("Space")
    app.press("BACK")
    assert not app.shows("Space")
    app.drag("a", dy=-60)
    app.tap("below")
    assert not app.shows("Space")
    app.tap("a")
    assert app.shows("Space")
    app.press("BACK")
    app.tap("a")
    assert app.shows("Space")
    app.type("d")
    assert "d" in app.text("a")


@engine
@pytest.mark.parametrize(
    ("link", "taker"),
    [
        ("tel:5550142", "com.google.android.dialer"),
        ("mailto:ann@example.org?subject=Hi", "com.google.android.gm"),
        ("sms:5550142", "com.simplemobiletools.smsmessenger"),
        ("geo:47.1,9.5", "net.osmand"),
        ("intent://x#Intent;package=com.android.settings;end", PACKAGE),
        ("nobody:x", PACKAGE),
    ],
)
def test_links_that_other_apps_take(app: AppDriver, link: str, taker: str) -> None:
    show(app, f'<a href="{link}">go</a><a href="{link}" onclick="return false">stay</a>')
    app.tap("stay")
    assert "go" in app.texts()
    app.tap("go")
    app.wait(500)
    top = app.phone.system.activities.top
    assert top is not None and top.package == taker


@engine
@pytest.mark.parametrize(
    ("html", "taker"),
    [
        ("<button onclick=\"location.href = 'tel:5551234'\">go</button>", "google.android.dialer"),
        ("<button onclick=\"location.replace('tel:1')\">go</button>", "google.android.dialer"),
        ("<form action='mailto:a@b.c'><button>go</button></form>", "google.android.gm"),
        ("<button onclick=\"setTimeout(() => { location = 'tel:1' }, 4000)\">go</button>",
         "google.android.dialer"),
        ("<button onclick=\"setTimeout(() => { location = 'tel:1' }, 6000)\">go</button>",
         "android.chrome"),
        ("<button onclick=\"location = 'foo://x'\">go</button>", "android.chrome"),
        ("<button>go</button><script>location = 'tel:1'</script>", "android.chrome"),
    ],
)  # fmt: skip
def test_scripts_lead_to_other_apps_for_the_user(app: AppDriver, html: str, taker: str) -> None:
    show(app, html)
    app.tap("go")
    app.wait(7000)
    top = app.phone.system.activities.top
    assert top is not None and top.package == f"com.{taker}"
    if taker == "android.chrome":
        assert "go" in app.texts(), "the page stays"


@engine
def test_a_page_outlives_rotation_and_is_loaded_again_after_the_process_died(
    app: AppDriver,
) -> None:
    show(app, "<button onclick=\"this.textContent='pressed'; alert(1)\">press</button>")
    app.tap("press")
    before = app.phone.snapshot()
    app.phone.press_key(3)
    app.shell("am kill-all")
    app.start(MAIN)
    assert "press" in app.texts() and "pressed" not in app.texts(), "with no dialog of the old page"
    app.phone.restore(before)
    app.tap("OK")
    assert "pressed" in app.texts()
    app.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    app.wait(500)
    assert "pressed" in app.texts()


@engine
def test_a_downloaded_file_is_kept_and_listed(app: AppDriver) -> None:
    show(app, '<a download="../../x.txt" href="data:text/plain,hello">save</a>')
    app.tap("save")
    app.wait(500)
    (name,) = set(app.phone.system.files.listdir(DOWNLOAD)) - {"page.html"}
    assert app.phone.system.files.read(f"{DOWNLOAD}/{name}") == b"hello"
    assert "/" not in name
    app.tap("More options", "Downloads")
    assert name in app.texts()


@engine
def test_a_download_is_opened_from_what_tells_of_it(app: AppDriver) -> None:
    show(app, '<a download=notes href="data:text/plain;charset=utf-8,hello">save</a>')
    app.tap("save")
    assert "notes.txt downloaded" in app.texts(), "a name without an ending gets its type's"
    app.tap("Open")
    app.wait(500)
    assert "hello" in app.texts()
    back(app)
    assert app.shows("save")
    app.shell("cmd statusbar expand-notifications")
    app.wait(500)
    assert "Download complete" in app.texts()
    app.tap("notes.txt")
    app.wait(500)
    assert "hello" in app.texts()
    app.start(MAIN)
    app.tap("More options", "Downloads", "More options", "Share")
    app.tap("Gmail")
    app.wait(500)
    assert app.shows("notes.txt"), "the file is attached, not its address written"


@engine
def test_a_folder_leads_to_pages_texts_and_downloads(app: AppDriver) -> None:
    app.phone.shell(f"pm grant {PACKAGE} {READ}")
    app.phone.system.files.write(f"{DOWNLOAD}/kept.pdf", b"%PDF-1.4 \0")
    app.phone.system.files.write(f"{DOWNLOAD}/README", b"plain words")
    put(app, "page.html", "<p>page")
    view(app, f"file://{DOWNLOAD}/")
    assert "Index of /storage/emulated/0/Download/" in app.texts()
    app.tap("README")
    assert "plain words" in app.texts()
    app.tap("tab_switcher_button")
    assert app.shows("README, tab")
    back(app)
    back(app)
    app.tap("kept.pdf")
    assert {"kept (1).pdf downloaded", "kept.pdf"} <= set(app.texts()), "the folder stays"
    app.long_press("kept.pdf")
    app.tap("Open in new tab")
    assert {"kept (2).pdf downloaded", "2 open tabs, tap to switch tabs"} <= set(app.texts())
    app.tap("[parent directory]")
    assert "Download/" in app.texts()


@engine
def test_a_picture_of_a_page_is_downloaded(app: AppDriver) -> None:
    picture = "data:image/gif;base64,R0lGODlhAQABAAAAACw="
    show(app, f'<img alt=pic width=90 height=90 src="{picture}">')
    app.long_press("pic")
    app.tap("Download image")
    assert "download.gif downloaded" in app.texts()


@engine
def test_a_file_is_chosen_in_files(app: AppDriver) -> None:
    app.phone.system.files.write(f"{DOWNLOAD}/notes.txt", b"four")
    show(
        app,
        '<input type=file id=f onchange="out.textContent = files[0].name + files[0].size">'
        "<p id=out>-</p>",
    )
    app.tap("f")
    app.wait(500)
    image = dump(app.phone, app.phone.snapshot())
    other = Phone()
    other.restore(load(other, image))
    assert other.ui_elements() == app.phone.ui_elements()
    app.tap("notes.txt")
    app.wait(500)
    assert "notes.txt4" in app.texts()


@engine
def test_several_files_of_the_kinds_that_are_accepted_are_chosen(app: AppDriver) -> None:
    for name in ("a.txt", "b.txt", "c.html", "d.bin", "e.csv"):
        app.phone.system.files.write(f"{DOWNLOAD}/{name}", b"four")
    show(
        app,
        "<input type=file id=f multiple accept='.txt, text/html,.csv' "
        "onchange=\"out.textContent = [...files].map(f => f.name + f.type).join(' ')\">"
        "<p id=out>-</p>",
    )
    app.tap("f")
    app.wait(500)
    assert not app.shows("d.bin") and app.shows("c.html") and app.shows("e.csv")
    app.long_press("a.txt")
    app.tap("b.txt", re.compile("select|open", re.IGNORECASE))
    app.wait(500)
    assert "a.txttext/plain b.txttext/plain" in app.texts()
    app.tap("f")
    app.wait(500)
    back(app)
    assert "a.txttext/plain b.txttext/plain" in app.texts(), "nothing was chosen anew"


# --- pages that want out


@pytest.fixture
def listener() -> Iterator[tuple[int, list[bytes]]]:
    """A server of this computer's, and what it has heard."""
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(0.1)
    heard: list[bytes] = []
    done = threading.Event()

    def listen() -> None:
        while not done.is_set():
            try:
                client, _ = server.accept()
            except TimeoutError:
                continue
            heard.append(client.recv(100))
            client.close()

    thread = threading.Thread(target=listen)
    thread.start()
    yield server.getsockname()[1], heard
    done.set()
    thread.join()
    server.close()


@engine
def test_a_page_reaches_nothing_of_the_computer(
    app: AppDriver, listener: tuple[int, list[bytes]]
) -> None:
    port, heard = listener
    show(
        app,
        f"""<p id=out>-</p><img src="http://127.0.0.1:{port}/i"><link rel=preconnect
        href="http://127.0.0.1:{port}"><iframe src="file:///etc/passwd"></iframe>
        <iframe src="http://127.0.0.1:{port}/f"></iframe><script>
        let failed = 0;
        const no = () => {{ failed += 1; out.textContent = 'failed ' + failed; }};
        fetch('http://127.0.0.1:{port}/a').catch(no);
        fetch('file:///etc/passwd').catch(no);
        try {{ new WebSocket('ws://127.0.0.1:{port}/').onerror = no; }} catch (e) {{ no(); }}
        try {{ navigator.sendBeacon('http://127.0.0.1:{port}/b'); }} catch (e) {{ }}
        window.open('http://127.0.0.1:{port}/w');
        </script>""",
    )
    app.wait(2000)
    back(app)
    assert heard == []
    assert not any("root:" in (text or "") for text in app.texts())


@engine
def test_what_a_link_says_and_leads_to_is_kept(app: AppDriver) -> None:
    url = put(app, "other.html", "there", "Other")
    show(app, f"<a id=a href='{url}'>The other <b>one</b></a>")
    for entry, text in (("Copy link text", "The other one"), ("Copy link address", "other.html")):
        app.long_press("a")
        app.tap(entry)
        assert app.phone.system.clipboard.text.endswith(text)
    app.long_press("a")
    app.tap("Download link")
    assert app.phone.system.files.exists(f"{DOWNLOAD}/other (1).html")


@engine
class TestMessages:
    """Messages of a page, which leave the toolbar to the user, as there may be endlessly many."""

    def test_a_page_that_goes_on_and_on_can_be_left(self, app: AppDriver) -> None:
        show(app, "<h1>Words</h1><script>for (;;) alert('again')</script>")
        for leave in (lambda: app.tap("OK"), lambda: back(app), lambda: app.phone.tap(500, 2200)):
            leave()
            assert app.shows("again") and not app.shows("Words")
        before = app.phone.snapshot()
        app.tap("tab_switcher_button")
        assert not app.shows("again")
        app.phone.screenshot(270, 600)
        back(app)
        assert app.shows("again"), "it is asked again"
        app.tap("tab_switcher_button")
        app.tap(re.compile("Close .*page.html tab"))
        app.phone.restore(before)
        app.tap("Home")
        assert not app.shows("again") and app.shows("search_box_text")
        app.phone.restore(before)
        show(app, "<h1>Other</h1>")
        assert app.shows("Other") and not app.shows("again")

    def test_an_address_can_be_typed_instead_of_an_answer(self, app: AppDriver) -> None:
        url = put(app, "other.html", "<h1>Other</h1>")
        show(app, "<h1>Words</h1><button onclick=\"alert('Note well')\">tell</button>")
        app.tap("tell", "url_bar")
        assert not app.shows("Note well")
        back(app)
        back(app)
        assert app.shows("Note well")
        app.tap("OK")
        assert app.shows("Words")
        app.tap("tell", "url_bar")
        app.type(f"{url}\n")
        app.wait(500)
        assert app.shows("Other") and not app.shows("Note well")

    def test_one_that_comes_while_an_address_is_typed_waits(self, app: AppDriver) -> None:
        show(app, "<h1>Words</h1><script>setTimeout(() => alert('late'), 2000)</script>")
        app.tap("url_bar")
        app.wait(3000)
        assert not app.shows("late")
        back(app)
        back(app)
        assert app.shows("late")


@engine
class TestLeadingOn:
    """Pages that lead to another one without the user."""

    @pytest.fixture(autouse=True)
    def reads_files(self, app: AppDriver) -> None:
        app.shell(f"pm grant {PACKAGE} {READ}")

    @staticmethod
    def show_file(app: AppDriver, body: str) -> None:
        put(app, "page.html", body)
        view(app, f"file://{DOWNLOAD}/page.html")

    @pytest.mark.parametrize("way", ["location = '{}'", "setTimeout(() => location = '{}', 300)"])
    def test_back_leads_past_them(self, app: AppDriver, way: str) -> None:
        put(app, "there.html", "<h1>There</h1>")
        put(app, "between.html", f"<script>{way.format('there.html')}</script>")
        self.show_file(app, "<a href='between.html'>onwards</a>")
        app.tap("onwards")
        app.wait(1000)
        assert app.shows("There")
        back(app)
        app.wait(1000)
        assert app.shows("onwards")

    def test_back_leads_to_one_that_was_used(self, app: AppDriver) -> None:
        put(app, "there.html", "<h1>There</h1>")
        self.show_file(
            app, "<h1 onclick=\"setTimeout(() => location = 'there.html', 2000)\">tap me</h1>"
        )
        app.tap("tap me")
        app.wait(3000)
        assert app.shows("There")
        back(app)
        assert app.shows("tap me")

    def test_one_that_leads_to_itself_can_be_left(self, app: AppDriver) -> None:
        self.show_file(app, "<h1>Words</h1><script>location = '?' + Math.random()</script>")
        app.wait(1000)
        other = Phone()
        other.restore(load(other, dump(app.phone, app.phone.snapshot())))
        for phone in (app.phone, other):
            hand = AppDriver(phone, PACKAGE)
            hand.wait(1000)
            hand.tap("Home")
            hand.wait(1000)
            assert hand.shows("search_box_text")

    def test_one_that_opens_itself_again_and_again(self, app: AppDriver) -> None:
        body = "<h1>Words</h1><script>open(location.href)</script>"
        self.show_file(app, body)
        app.tap("Always show")
        app.wait(1000)
        assert app.shows("Pop-up blocked")
        assert len(app.phone.host.activity(app.phone.system.activities.top).state.tabs.all) < 30

    def test_a_preview_that_leads_to_itself_ends(self, app: AppDriver) -> None:
        put(app, "loop.html", "<h1>Words</h1><script>location = '?' + Math.random()</script>")
        self.show_file(app, "<a href='loop.html'>onwards</a>")
        app.long_press("onwards")
        app.tap("Preview page")
        app.wait(1000)
        app.tap("close")
        assert app.shows("onwards")

    def test_an_address_that_is_replaced_takes_no_place(self, app: AppDriver) -> None:
        put(app, "first.html", "<h1>First</h1><a href='page.html'>onwards</a>")
        put(
            app,
            "page.html",
            "<script>history.replaceState(0, '', '?a')</script><button onclick=\"history.pushState("
            "0, '', '?b'); history.replaceState(0, '', '?c')\">push</button>",
        )
        view(app, f"file://{DOWNLOAD}/first.html")
        app.tap("onwards")
        assert app.text("url_bar").endswith("page.html?a")
        app.tap("push")
        assert app.text("url_bar").endswith("page.html?c")
        back(app)
        assert app.text("url_bar").endswith("page.html?a")
        back(app)
        assert app.shows("First")
