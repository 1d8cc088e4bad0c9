"""Chrome's toolbar, which scrolls away with the page."""

from __future__ import annotations

import pytest

from android_gym.simulator.apps.chrome.look import BAR
from android_gym.testing.driver import AppDriver
from tests.simulator.apps.chrome_app import DOWNLOAD, MAIN, PACKAGE, chrome
from tests.simulator.apps.test_chrome_pages import READ, engine, put, show

LINES = "".join(f"<p>Line {number}</p>" for number in range(80))
STAYS_MS = 3000


def long_page(body: str = "") -> AppDriver:
    app = chrome()
    show(app, body + LINES)
    app.wait(STAYS_MS)
    return app


def swipe(app: AppDriver, by: int, wait_ms: int = 400) -> None:
    """Move a finger slowly, by pixels."""
    app.phone.swipe(540, 1500, 540, 1500 + by, 1500)
    app.wait(wait_ms)


def top(app: AppDriver, name: str) -> float:
    box = app.find(name).bbox_pixels
    assert box is not None
    return box.y_min


@engine
def test_it_goes_with_the_page_and_comes_back() -> None:
    app = long_page()
    before, edge = top(app, "Line 12"), top(app, "Page")
    swipe(app, -400)
    assert not app.shows("url_bar")
    assert top(app, "Line 12") - before == pytest.approx(-400, abs=60), "as far as the finger"
    assert edge - top(app, "Page") == BAR * app.phone.system.display.density
    before = top(app, "Line 20")
    swipe(app, 300)
    assert app.shows("url_bar") and app.shows("More options")
    assert top(app, "Line 20") - before == pytest.approx(300, abs=60)


@engine
def test_a_short_way_leaves_it_where_it_is() -> None:
    app = long_page()
    swipe(app, -60)
    assert app.shows("url_bar")
    swipe(app, -400)
    swipe(app, 60)
    assert not app.shows("url_bar")


@engine
def test_it_stays_with_a_page_that_has_just_loaded() -> None:
    app = chrome()
    show(app, LINES)
    swipe(app, -400)
    assert app.shows("url_bar")
    app.wait(STAYS_MS)
    swipe(app, -400)
    assert not app.shows("url_bar")


@engine
def test_it_stays_with_what_scrolls_inside_a_page_and_with_find_in_page() -> None:
    app = long_page()
    app.tap("More options", "Find in page")
    swipe(app, -300)
    assert app.shows("find_query")
    app = chrome()
    show(app, f"<div style='height:700px;overflow:auto'>{LINES}</div><p style='height:2000px'>x")
    app.wait(STAYS_MS)
    swipe(app, -300)
    assert app.shows("url_bar")


@engine
def test_it_comes_back_for_fields_messages_and_other_pages() -> None:
    extra = (
        "<div style='position:fixed;bottom:0;background:#fff'><input id=field aria-label=Field>"
        "<button onclick='alert(1)'>Ask</button><a href='other.html'>Elsewhere</a></div>"
    )
    app = long_page(extra)
    swipe(app, -400)
    assert not app.shows("url_bar")
    app.tap("field")
    assert app.shows("url_bar")
    app.press("BACK")
    swipe(app, -400)
    assert app.shows("url_bar"), "the field still has the focus"
    app = long_page(extra)
    swipe(app, -400)
    app.tap("Ask")
    assert app.shows("url_bar")
    app = long_page(extra)
    put(app, "other.html", "<p>There</p>")
    app.shell(f"pm grant {PACKAGE} {READ}")
    app.shell(
        f"am start -a android.intent.action.VIEW -n {PACKAGE}/{MAIN} -d file://{DOWNLOAD}/page.html"
    )
    app.wait(STAYS_MS + 500)
    swipe(app, -400)
    assert not app.shows("url_bar")
    app.tap("Elsewhere")
    assert app.shows("url_bar") and app.shows("There")


@engine
def test_it_is_there_when_the_process_has_died() -> None:
    app = long_page()
    swipe(app, -400)
    app.stop()
    app.start(MAIN)
    assert app.shows("url_bar")
