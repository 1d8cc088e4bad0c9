"""Chrome's own screens: first run, address bar, tabs, history, bookmarks, settings."""

from __future__ import annotations

import json
import struct
from dataclasses import replace

import pytest

from android_gym.simulator.apps.chrome.model import MOST_ENTRIES, NTP, Entry, Tab, Tabs
from android_gym.simulator.apps.chrome.storage import load_tabs, save_tabs
from android_gym.simulator.apps.chrome.urls import address_of, shortened, site
from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver
from tests.simulator.apps.chrome_app import MAIN, PACKAGE, chrome

DEFAULT = f"/data/data/{PACKAGE}/app_chrome/Default"
ADDRESS = "Search or type web address"


def new(*, ready: bool = True) -> AppDriver:
    app = AppDriver(Phone(), PACKAGE)
    app.start(MAIN)
    if ready:
        app.tap("Accept & continue", "No thanks", "No thanks")
    return app


def menu(app: AppDriver, *entries: str) -> None:
    app.tap("More options", *entries)


def go(app: AppDriver, typed: str) -> None:
    app.tap("url_bar" if app.shows("url_bar") else "search_box_text")
    app.type(f"{typed}\n")
    app.wait(500)


def back(app: AppDriver) -> None:
    app.phone.press_key(4)
    app.wait(500)


def front(app: AppDriver) -> str:
    top = app.phone.system.activities.top
    assert top is not None
    return top.package


def rows(app: AppDriver, sql: str) -> list[tuple]:
    return app.query(f"{DEFAULT}/History", sql)


# --- addresses and tabs, without a phone


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("", ""),
        ("  ", ""),
        ("example.com", "http://example.com/"),
        ("example.com/a?b=c", "http://example.com/a?b=c"),
        ("localhost:8000/x", "http://localhost:8000/x"),
        ("https://a.b/", "https://a.b/"),
        ("three words here", "https://www.google.com/search?q=three+words+here"),
        ("1.5", "https://www.google.com/search?q=1.5"),
        ("/sdcard/Download/a.html", "file:///sdcard/Download/a.html"),
        ("about:blank", "about:blank"),
        ("chrome://newtab", NTP),
        ("about:blank?a#b", "about:blank?a#b"),
        ("about:blankets", "chrome://blankets/"),
        ("https:example.com", "https://example.com"),
        ("HTTP:/\\example.com/a b", "http://example.com/a%20b"),
        ("file:a", "file:///a"),
        ("file://", "file:///"),
        ("file:/sdcard/a b", "file:///sdcard/a%20b"),
        ("file://host/a", "file://host/a"),
        ("what is x:y", "https://www.google.com/search?q=what+is+x%3Ay"),
    ],
)
def test_typed_text_is_an_address_or_a_search(typed: str, address: str) -> None:
    assert address_of(typed) == address


def test_addresses_are_shown_without_what_all_have() -> None:
    assert shortened("https://www.example.com/") == "example.com"
    assert shortened("http://example.com/a/") == "example.com/a/"
    assert shortened(NTP) == ""
    assert shortened("content://a/b") == "content://a/b"
    assert site("https://www.example.com:80/a") == "example.com"
    assert site("http://[bad") == "http://[bad"


def test_a_tab_goes_back_and_forth_and_forgets_what_was_ahead() -> None:
    tab = Tab(1).loaded("a:").loaded("b:")
    back = tab.moved(-1)
    assert (back.url, back.moved(1).url, back.loaded("c:").moved(1).url) == ("a:", "b:", "c:")
    assert tab.moved(1) is tab
    for number in range(2 * MOST_ENTRIES):
        tab = tab.loaded(f"x:{number}")
    assert len(tab.entries) == MOST_ENTRIES
    assert tab.url == f"x:{2 * MOST_ENTRIES - 1}"


def test_closing_a_tab_shows_the_one_before_it_of_its_kind() -> None:
    tabs = Tabs().opened("a:").opened("b:").opened("c:").opened("i:", incognito=True)
    assert tabs.closed(4).current == 3
    ordinary = Tabs(tabs.all, 2, 5)
    assert ordinary.closed(2).current == 1
    assert ordinary.closed(2).closed(1).current == 3
    assert ordinary.closed(2).closed(1).closed(3).current == 4


def test_tabs_stand_at_the_end_those_of_links_beside_their_tab() -> None:
    tabs = Tabs().opened("a:").opened("b:")
    tabs = Tabs(tabs.all, 1, 3)
    assert [tab.url for tab in tabs.opened("new:").all] == ["a:", "b:", "new:"]
    tabs = tabs.opened("c:", origin="link", shown=False).opened("d:", origin="link", shown=False)
    assert ([tab.url for tab in tabs.all], tabs.current) == (["a:", "c:", "d:", "b:"], 1)
    tabs = tabs.opened("e:", origin="link")
    assert ([tab.url for tab in tabs.all], tabs.current) == (["a:", "e:", "c:", "d:", "b:"], 5)
    assert tabs.closed(5).current == 1
    assert tabs.opened("i:", origin="link", incognito=True).closed(6).current == 5


# --- the first run


def test_first_run_asks_for_terms_an_account_and_notifications() -> None:
    app = new(ready=False)
    assert "Welcome to Chrome" in app.texts()
    app.tap("Accept & continue")
    assert "Turn on sync?" in app.texts()
    app.tap("No thanks")
    assert "Chrome notifications make things easier" in app.texts()
    app.tap("No thanks")
    assert ADDRESS in app.texts()
    app.phone.shell(f"am force-stop {PACKAGE}")
    app.start(MAIN)
    assert ADDRESS in app.texts()


def test_first_run_is_short_where_notifications_are_granted() -> None:
    assert ADDRESS in chrome().texts()


def test_continue_asks_android_for_the_permission() -> None:
    app = new(ready=False)
    app.tap("Accept & continue", "No thanks", "Continue", "Allow")
    assert app.phone.system.packages.granted(PACKAGE, "android.permission.POST_NOTIFICATIONS")
    assert ADDRESS in app.texts()


def test_back_leaves_the_first_run_and_the_browser_with_it() -> None:
    app = new(ready=False)
    app.phone.press_key(4)
    app.phone.advance(500)
    assert PACKAGE not in {element.package_name for element in app.phone.ui_elements()}
    app.start(MAIN)
    assert "Welcome to Chrome" in app.texts()


def test_clearing_the_data_brings_the_first_run_back() -> None:
    app = new()
    app.phone.shell(f"pm clear {PACKAGE}")
    app.start(MAIN)
    assert "Welcome to Chrome" in app.texts()


# --- tabs


def test_recent_tabs_lists_closed_pages_but_none_of_chrome_s_own() -> None:
    app = new()
    go(app, "site.example")
    menu(app, "New tab")
    app.tap("tab_switcher_button")
    menu(app, "Close all tabs")
    app.tap("Close all tabs")
    app.wait(500)
    app.tap("New tab")
    menu(app, "Recent tabs")
    texts = app.texts()
    assert any("site.example" in text for text in texts)
    assert not any("newtab" in text for text in texts)


def test_tabs_are_opened_counted_and_closed() -> None:
    app = new()
    menu(app, "New tab")
    app.tap("2 open tabs, tap to switch tabs")
    app.tap("Close New tab tab")
    assert "Closed New tab" in app.texts()
    app.tap("Undo")
    assert app.shows("Close New tab tab"), "the list of tabs is still there"
    back(app)
    assert "2 open tabs, tap to switch tabs" in app.texts()


def test_a_tap_on_the_address_empties_it_and_offers_to_edit_it() -> None:
    app = new()
    go(app, "first.example")
    app.tap("url_bar")
    assert app.text("url_bar") == ADDRESS, "the hint, as of any empty field"
    app.tap("Edit")
    app.type("a\n")
    app.wait(500)
    assert app.text("url_bar") == "first.example/a"


def test_closed_tabs_come_back_where_they_were_with_their_past() -> None:
    app = new()
    go(app, "first.example")
    go(app, "second.example")
    menu(app, "New tab")
    app.tap("2 open tabs, tap to switch tabs")
    menu(app, "Close all tabs", "Close all tabs")
    assert {"2 tabs closed", "No open tabs"} <= set(app.texts())
    app.tap("Undo")
    names = [name for name in app.texts() if name.endswith(", tab")]
    assert names == ["http://second.example/, tab", "New tab, tab"]
    app.tap(names[0])
    back(app)
    assert "first.example" in app.texts()
    menu(app, "Recent tabs")
    assert not app.shows("second.example"), "it is open again"


def test_a_tab_of_another_app_is_closed_by_back_and_others_stay() -> None:
    app = new()
    app.shell("am start -a android.intent.action.VIEW -d http://example.com/")
    app.wait(500)
    assert app.shows("2 open tabs, tap to switch tabs")
    back(app)
    assert front(app) != PACKAGE
    app.start(MAIN)
    assert app.shows("1 open tab, tap to switch tabs")
    back(app)
    assert front(app) != PACKAGE
    app.start(MAIN)
    assert app.shows("1 open tab, tap to switch tabs")


def test_a_tab_of_another_app_is_an_ordinary_one_after_the_process_died() -> None:
    app = new()
    app.shell("am start -a android.intent.action.VIEW -d http://example.com/")
    app.wait(500)
    app.stop()
    app.start(MAIN)
    back(app)
    app.start(MAIN)
    assert app.shows("2 open tabs, tap to switch tabs")


def test_back_closes_the_help() -> None:
    app = new()
    menu(app, "Help & feedback")
    assert app.shows("2 open tabs, tap to switch tabs")
    back(app)
    assert front(app) == PACKAGE and app.shows("1 open tab, tap to switch tabs")


def test_all_tabs_are_closed_after_a_question() -> None:
    app = new()
    app.tap("1 open tab, tap to switch tabs")
    menu(app, "Close all tabs", "Close all tabs")
    assert "No open tabs" in app.texts()
    app.tap("New tab")
    assert "1 open tab, tap to switch tabs" in app.texts()


def test_incognito_tabs_die_with_the_process_and_leave_nothing() -> None:
    app = new()
    menu(app, "New Incognito tab")
    assert "You\u2019ve gone Incognito" in app.texts()
    app.phone.press_key(3)
    app.phone.shell("am kill-all")
    app.start(MAIN)
    assert "1 open tab, tap to switch tabs" in app.texts()
    assert (
        app.phone.shell(f"cat /data/data/{PACKAGE}/app_tabs/0/tab_state0").stdout.count(b"://") == 1
    )


@pytest.mark.parametrize(
    "names",
    [
        ("More options",),
        ("More options", "New tab", "2 open tabs, tap to switch tabs", "Close New tab tab"),
        ("1 open tab, tap to switch tabs", "More options", "Close all tabs"),
        ("search_box_text",),
    ],
)
def test_menus_lists_and_bars_die_with_the_process(names: tuple[str, ...]) -> None:
    app = new()
    before = app.texts()
    app.tap(*names)
    assert app.texts() != before
    app.phone.press_key(3)
    app.phone.shell("am kill-all")
    app.start(MAIN)
    assert app.texts() == before


def test_the_menu_is_closed_once_chrome_is_left() -> None:
    app = new()
    before = app.texts()
    menu(app)
    assert app.texts() != before
    app.phone.press_key(3)
    app.start(MAIN)
    assert app.texts() == before


def test_tabs_outlive_a_stop() -> None:
    app = new()
    menu(app, "New tab")
    app.phone.shell(f"am force-stop {PACKAGE}")
    app.start(MAIN)
    assert "2 open tabs, tap to switch tabs" in app.texts()


def kept(app: AppDriver, tabs: Tabs, before: Tabs | None = None) -> tuple[Tab, ...]:
    """Return tabs as they are after a restart of Chrome."""
    context = app.phone.host.context(PACKAGE)
    save_tabs(context, tabs, before or Tabs())
    return load_tabs(context).all


def test_tabs_keep_their_past_over_a_stop() -> None:
    app = new()
    first = Tab(4, (Entry("http://a.b/", "A"), Entry("http://c.d/#é", "C"), Entry(NTP)), 1)
    second = Tab(7, (Entry("content://" + "é" * 40_000, "Long"),), desktop=True)
    hidden = Tab(8, (Entry("http://secret/"),), incognito=True)
    tabs = Tabs((first, second, hidden), 7, 9)
    assert kept(app, tabs) == (replace(first, loads=1), replace(second, loads=1))
    folder = f"/data/data/{PACKAGE}/app_tabs/0"
    assert app.shell(f"ls {folder}").split() == ["tab1", "tab4", "tab7", "tab_state0"]
    app.shell(f"rm {folder}/tab7")
    assert len(kept(app, tabs, tabs)[1].url) < len(second.url), "unchanged tabs aren't written"
    assert kept(app, tabs.closed(4), tabs)[0].id == 7
    assert app.shell(f"ls {folder}").split() == ["tab1", "tab_state0"]


def test_a_huge_past_is_forgotten_first() -> None:
    app = new()
    entries = tuple(Entry(f"data:text/html,{number}{'x' * (1 << 20)}") for number in range(8))
    (tab,) = kept(app, Tabs((Tab(1, entries, 7),), 1, 2))
    assert (tab.entries, tab.index) == (entries[5:], 2)
    (tab,) = kept(app, Tabs((Tab(1, entries, 2),), 1, 2))
    assert (tab.entries, tab.index) == (entries[2:3], 0), "those ahead go all at once"


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b"x" * 13,
        struct.pack(">iii?", 1, 1, 1, False),
        struct.pack(">iii?", 1, 1, -1, False),
        struct.pack(">iii?", 1, 1, 0, False),
        struct.pack(">iii?i", 1, 1, 0, False, -5),
        struct.pack(">iii?i", 1, 1, 0, False, 1 << 30),
        struct.pack(">iii?i1si", 1, 1, 0, False, 1, b"\xff", 0),
        struct.pack(">iii?i7si", 1, 1, 0, False, 7, b"http://", 0),
        struct.pack(">iii?ii", 1, 1 << 30, 0, False, 0, 0),
    ],
)
def test_a_broken_file_of_a_tab_gives_its_page(written: bytes) -> None:
    app = new()
    tabs = Tabs((Tab(1, (Entry("http://a.b/", "A"), Entry("http://c.d/", "C")), 1),), 1, 2)
    kept(app, tabs)
    app.phone.system.files.write(f"/data/data/{PACKAGE}/app_tabs/0/tab1", written)
    assert kept(app, tabs, tabs) == (Tab(1, (Entry("http://c.d/"),), loads=1),)


@pytest.mark.parametrize("content", ["", "x", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"])
def test_a_broken_file_of_tabs_gives_a_new_tab(content: str) -> None:
    app = new()
    app.phone.shell(f"am force-stop {PACKAGE}")
    app.phone.shell(f"echo -n '{content}' > /data/data/{PACKAGE}/app_tabs/0/tab_state0")
    app.start(MAIN)
    assert "1 open tab, tap to switch tabs" in app.texts()


# --- history


def visited(app: AppDriver, *pages: tuple[str, str]) -> None:
    from android_gym.simulator.apps.chrome.history import History

    history = History(app.phone.host.context(PACKAGE))
    for url, title in pages:
        history.visit(url, title)
        app.phone.advance(1000)


def test_history_keeps_visits_as_chrome_does() -> None:
    app = new()
    visited(
        app, ("file:///sdcard/a.html", "A"), ("file:///sdcard/a.html", "A"), ("about:blank", "")
    )
    assert rows(app, "SELECT url, title, visit_count FROM urls") == [
        ("file:///sdcard/a.html", "A", 2)
    ]
    ((first,), (second,)) = rows(app, "SELECT visit_time FROM visits ORDER BY id")
    assert second - first == 1_000_000
    assert first > 13_000_000_000_000_000


def test_history_is_searched_and_removed() -> None:
    app = new()
    visited(app, ("file:///sdcard/a.html", "Apples"), ("file:///sdcard/b.html", "Bananas"))
    menu(app, "History")
    assert {"Apples", "Bananas", "Today - Oct 15, 2023"} <= set(app.texts())
    app.tap("Search")
    app.type("banan")
    assert "Apples" not in app.texts()
    app.phone.press_key(4)
    app.phone.press_key(4)
    app.phone.advance(300)
    app.tap("Remove Apples")
    assert rows(app, "SELECT title FROM urls") == [("Bananas",)]


def test_visits_are_marked_by_a_long_press() -> None:
    app = new()
    visited(app, *((f"file:///sdcard/{name}.html", name) for name in ("A", "B", "C")))
    menu(app, "History")
    for name in ("A", "B", "C"):
        app.long_press(name)
        assert "1 selected" in app.texts(), "rows and headings are told apart"
        app.back()
    app.long_press("A")
    app.tap("C", "Remove")
    assert rows(app, "SELECT title FROM urls") == [("B",)]


def test_browsing_data_are_cleared_from_a_time_on() -> None:
    app = new()
    visited(app, ("file:///sdcard/a.html", "Old"))
    app.phone.advance(2 * 3600 * 1000)
    visited(app, ("file:///sdcard/b.html", "New"))
    menu(app, "History", "Clear browsing data\u2026", "Clear data", "Clear")
    assert rows(app, "SELECT title FROM urls") == [("Old",)]


# --- bookmarks


def test_bookmarks_are_kept_in_chromes_file_and_survive_nonsense_in_it() -> None:
    app = new()
    menu(app, "Bookmarks", "New folder")
    app.type("Plants")
    app.tap("Save")
    path = f"{DEFAULT}/Bookmarks"
    written = json.loads(app.phone.shell(f"cat {path}").stdout)
    (folder,) = written["roots"]["synced"]["children"]
    assert (folder["name"], folder["type"], folder["children"]) == ("Plants", "folder", [])
    assert len(written["checksum"]) == 32
    folder["children"] = [{"id": "x", "type": "url", "url": "http://a/"}, 7, {"type": "url"}]
    written["roots"]["other"] = []
    text = json.dumps(written)
    app.phone.shell(f"cat > {path} <<'E'\n{text}\nE")
    app.tap("Plants")
    assert "No bookmarks" in app.texts()
    app.phone.shell(f"echo '[' > {path}")
    app.phone.advance(300)
    app.phone.press_key(4)
    app.phone.advance(300)
    assert "Plants" not in app.texts()


def test_deleted_bookmarks_come_back_where_they_were() -> None:
    app = new()
    path = f"{DEFAULT}/Bookmarks"

    def node(number: int, name: str, *children: object) -> dict[str, object]:
        common = {"id": str(number), "name": name}
        if name.istitle():
            return {**common, "type": "folder", "children": list(children)}
        return {**common, "type": "url", "url": f"http://{name}/"}

    inside = node(6, "Plants", node(7, "fern"), node(8, "moss"))
    roots = {"synced": node(3, "Mobile", node(4, "ash"), node(5, "oak"), inside, node(9, "yew"))}
    menu(app, "Bookmarks")
    app.phone.shell(f"mkdir -p {DEFAULT}; cat > {path} <<'E'\n{json.dumps({'roots': roots})}\nE")
    app.phone.advance(300)

    def kept() -> list[object]:
        written = json.loads(app.phone.shell(f"cat {path}").stdout)
        return [
            (each["name"], [below["name"] for below in each.get("children", ())])
            for each in written["roots"]["synced"]["children"]
        ]

    every = [("ash", []), ("oak", []), ("Plants", ["fern", "moss"]), ("yew", [])]
    app.tap("Options for oak", "Delete")
    assert app.shows("Deleted oak") and kept() == [every[0], *every[2:]]
    app.tap("Undo")
    assert kept() == every
    app.long_press("oak")
    app.tap("Plants", "Delete bookmarks")
    assert app.shows("2 bookmarks deleted") and kept() == [every[0], every[3]]
    app.tap("Undo")
    assert kept() == every
    app.tap("Options for yew", "Edit", "Delete")
    assert app.shows("Deleted yew") and kept() == every[:3]
    app.tap("Undo")
    assert kept() == every


def test_the_last_folder_is_left_upwards() -> None:
    app = new()
    menu(app, "Bookmarks")
    assert "No bookmarks" in app.texts()
    app.tap("Navigate up")
    assert {"Bookmarks bar", "Other bookmarks", "Mobile bookmarks"} <= set(app.texts())


# --- settings


def test_the_home_button_goes_with_the_homepage() -> None:
    app = new()
    assert "Home" in app.texts()
    menu(app, "Settings", "Homepage", "On")
    for _ in range(2):
        app.phone.press_key(4)
        app.phone.advance(300)
    assert "Home" not in app.texts()


def test_the_theme_is_the_settings_or_the_phones() -> None:
    app = new()
    before = app.phone.screenshot(108, 240).mean()
    menu(app, "Settings", "Theme", "Dark")
    app.phone.press_key(4)
    app.phone.advance(300)
    assert app.phone.screenshot(108, 240).mean() < before / 2
