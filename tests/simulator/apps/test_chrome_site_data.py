"""The data that pages keep in Chrome, with a real engine."""

from __future__ import annotations

import pytest

from android_gym.simulator.apps.chrome.site_data import SiteData, changed
from android_gym.simulator.phone import Phone
from android_gym.simulator.web.engines import find_engine
from android_gym.simulator.wire.images import dump, load
from android_gym.testing.driver import AppDriver
from tests.simulator.apps.chrome_app import DOWNLOAD, MAIN, PACKAGE, chrome

KEPT = "app_chrome/Default/Local Storage/file__0.localstorage"
PAGE = """<!DOCTYPE html><meta name=viewport content="width=device-width">
<button id=p></button>
<button onclick="localStorage.n = Number(localStorage.n || 0) + 1; show()">more</button>
<button onclick="localStorage.removeItem('n'); show()">none</button>
<button onclick="localStorage.big = 'x'.repeat(900000); show()">much</button>
<script>const show = () => { p.textContent = Object.keys(localStorage).sort().map(
  (key) => `${key} ${localStorage[key].slice(0, 9)}`).join() || 'nothing' }; show()</script>"""

pytestmark = pytest.mark.skipif(
    find_engine() is None,
    reason="no Chromium is installed: scripts/system_packages.sh test installs one",
)


@pytest.fixture
def app() -> AppDriver:
    app = chrome()
    app.shell(f"pm grant {PACKAGE} android.permission.READ_EXTERNAL_STORAGE")
    for name in ("a.html", "b.html"):
        app.phone.push(f"{DOWNLOAD}/{name}", PAGE.encode())
    return app


def view(app: AppDriver, name: str = "a.html") -> str:
    app.shell(
        f"am start -a android.intent.action.VIEW -n {PACKAGE}/{MAIN} -d file://{DOWNLOAD}/{name}"
    )
    app.wait(500)
    return app.text("p")


def test_it_is_kept_for_all_files_over_a_stop_and_in_snapshots(app: AppDriver) -> None:
    assert view(app) == "nothing"
    app.tap("more", "more")
    assert app.text("p") == "n 2" and view(app, "b.html") == "n 2"
    app.stop()
    assert view(app) == "n 2"
    app.tap("more")
    other = Phone()
    other.restore(load(other, dump(app.phone, app.phone.snapshot())))
    assert view(AppDriver(other, PACKAGE), "b.html") == "n 3"
    app.tap("none")
    assert view(app, "b.html") == "nothing"


def test_a_page_changes_only_what_it_has_changed_itself(app: AppDriver) -> None:
    view(app)
    app.tap("more")
    data = SiteData(app.phone.host.context(PACKAGE))
    data.change((("m", "1"), ("n", "5")))  # as a page in another tab does
    app.tap("much")
    assert {key: len(value) for key, value in data.items()} == {"big": 900_000, "m": 1, "n": 1}
    app.tap("none")
    assert dict(data.items()).keys() == {"big", "m"}


def test_a_page_in_a_frame_shares_it(app: AppDriver) -> None:
    view(app)
    app.tap("more")
    app.phone.push(
        f"{DOWNLOAD}/frame.html",
        b"<button id=p>outside</button><script>localStorage.n = 7</script><iframe src=a.html>",
    )
    view(app, "frame.html")
    app.tap("more")
    assert view(app, "b.html") == "n 8"


def test_incognito_tabs_keep_nothing(app: AppDriver) -> None:
    view(app)
    app.tap("more", "More options", "New Incognito tab", "Search or type web address")
    app.type(f"file://{DOWNLOAD}/a.html")
    app.press("ENTER")
    assert app.text("p") == "nothing"
    app.tap("more")
    assert app.text("p") == "n 1"
    assert view(app, "b.html") == "n 1"
    assert SiteData(app.phone.host.context(PACKAGE)).items() == (("n", "1"),)


def test_it_is_cleared_with_the_cookies(app: AppDriver) -> None:
    view(app)
    app.tap("more", "More options", "Settings", "Privacy and security", "Clear browsing data")
    app.tap("Cookies and site data", "Clear data", "Clear")
    assert SiteData(app.phone.host.context(PACKAGE)).items() == (("n", "1"),)
    app.tap("Clear browsing data", "Clear data", "Clear")
    assert SiteData(app.phone.host.context(PACKAGE)).items() == ()


def test_pages_can_not_keep_more_than_the_limits(app: AppDriver) -> None:
    view(app)
    app.tap("much", "more", "more")
    data = SiteData(app.phone.host.context(PACKAGE))
    assert {key: len(value) for key, value in data.items()} == {"big": 900_000, "n": 1}
    app.phone.push(
        f"{DOWNLOAD}/c.html",
        b"<button id=p>full</button><script>for (let i = 0; i < 5; i++) "
        b"localStorage[i] = 'x'.repeat(180000); localStorage.n = 'y'.repeat(150000)</script>",
    )
    view(app, "c.html")
    assert dict(data.items()) == {"big": "x" * 900_000, "n": "2"}
    data.change(tuple((str(i), "x" * 900_000) for i in range(5)))
    assert dict(data.items()).keys() == {"big", "n"}


def test_values_of_other_types_are_left_out(app: AppDriver) -> None:
    view(app)
    app.tap("more")
    app.shell(
        f"sqlite3 '/data/data/{PACKAGE}/{KEPT}' "
        "\"INSERT INTO ItemTable VALUES ('a', 'text'), (NULL, X'3100'), ('b', X'31')\""
    )
    assert view(app, "b.html") == "b \ufffd,n 1"


def test_a_table_that_was_removed_is_made_anew(app: AppDriver) -> None:
    view(app)
    app.tap("more")
    app.shell(f"sqlite3 '/data/data/{PACKAGE}/{KEPT}' 'DROP TABLE ItemTable'")
    assert view(app, "b.html") == "nothing"
    app.tap("more")
    assert view(app) == "n 1"


def test_no_more_is_read_than_may_be_kept(app: AppDriver) -> None:
    view(app)
    app.tap("more")
    rows = ", ".join(f"('{key}', zeroblob(3000000))" for key in "abcd")
    app.shell(f"sqlite3 '/data/data/{PACKAGE}/{KEPT}' \"INSERT INTO ItemTable VALUES {rows}\"")
    data = SiteData(app.phone.host.context(PACKAGE))
    assert [(key, len(value)) for key, value in data.items()] == [(key, 1_500_000) for key in "abc"]


SESSION = PAGE.replace("localStorage", "sessionStorage") + "<p><a href=t.html>other</a>"


def session(app: AppDriver) -> str:
    """Open a page whose values belong to the tab."""
    for name in ("s.html", "t.html"):
        app.phone.push(f"{DOWNLOAD}/{name}", SESSION.encode())
    return view(app, "s.html")


def test_a_tab_keeps_its_session(app: AppDriver) -> None:
    assert session(app) == "nothing"
    app.tap("more", "more", "More options", "Refresh")
    assert app.text("p") == "n 2"
    app.tap("other")
    assert app.text("p") == "n 2"
    app.tap("more")
    app.press("BACK")
    assert app.text("p") == "n 3"
    assert SiteData(app.phone.host.context(PACKAGE)).items() == ()
    kept = app.phone.snapshot()
    assert session(app) == "nothing", "in another tab"
    app.phone.restore(kept)
    app.tap("none", "More options", "Refresh")
    assert app.text("p") == "nothing"


def test_an_incognito_tab_has_a_session_of_its_own(app: AppDriver) -> None:
    session(app)
    app.tap("more", "More options", "New Incognito tab", "Search or type web address")
    app.type(f"file://{DOWNLOAD}/s.html")
    app.press("ENTER")
    assert app.text("p") == "nothing"
    app.tap("more", "More options", "Refresh")
    assert app.text("p") == "n 1"


def test_changes_beyond_the_limit_do_nothing() -> None:
    assert changed((("a", "1"),), (("b", "x" * 6_000_000),)) == {"a": "1"}
    assert changed((("a", "1"),), (("b", "2"), ("a", None))) == {"b": "2"}
