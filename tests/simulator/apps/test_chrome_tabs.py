"""Chrome's list of tabs: pictures of their pages, and what hidden pages do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.web.page import Page
from android_gym.simulator.web.reports import PageCrashed
from android_gym.simulator.wire.images import dump, load
from android_gym.testing.driver import AppDriver
from tests.simulator.apps.test_chrome_pages import (
    PACKAGE,
    back,
    engine,
    put,
    show,
    view,
)
from tests.simulator.apps.test_chrome_pages import app as app  # the fixture

SIZE = (540, 1200)
TICKS = "<p id=n>0</p><script>setInterval(() => {n.textContent = 1 + +n.textContent}, 100)</script>"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that the engine opens, from now on."""
    found: list[str] = []
    init = Page.__init__

    def counted(page: Page, browser: Any, opened: Any, *rest: Any, **options: Any) -> None:
        found.append(opened.url.rpartition("%2F")[2])
        init(page, browser, opened, *rest, **options)

    monkeypatch.setattr(Page, "__init__", counted)
    return found


def colored(app: AppDriver, color: str, body: str = "") -> None:
    view(app, put(app, f"{color}.html", f"<body bgcolor={color}>{body}", color))
    app.phone.screenshot(*SIZE)


def switcher(app: AppDriver) -> None:
    (button,) = [name for name in app.texts() if name.endswith("tap to switch tabs")]
    app.tap(button)


def middle(app: AppDriver, title: str) -> tuple[int, ...]:
    """Return the colour amid the picture on a tab's card."""
    box = app.find(f"{title}, tab").bbox_pixels
    assert box is not None
    part = SIZE[0] / 1080
    x, y = box.center[0] * part, (box.y_min + 0.6 * (box.y_max - box.y_min)) * part
    return tuple(int(value) for value in app.phone.screenshot(*SIZE)[round(y), round(x)])


def in_another_phone(app: AppDriver) -> AppDriver:
    other = Phone()
    other.restore(load(other, dump(app.phone, app.phone.snapshot())))
    return AppDriver(other, PACKAGE)


@engine
def test_cards_show_the_pages(app: AppDriver, opened: list[str]) -> None:
    for color in ("red", "lime", "blue"):
        colored(app, color)
    opened.clear()
    switcher(app)
    app.phone.screenshot(*SIZE)
    assert opened == ["red.html"], "those which were seen last are alive"
    assert [middle(app, name) for name in ("red", "lime", "blue")] == [
        (255, 0, 0), (0, 255, 0), (0, 0, 255),
    ]  # fmt: skip
    opened.clear()
    app.tap("Close lime tab", "Undo")
    assert middle(app, "lime") == (0, 255, 0) and not opened, "pictures are kept"
    app.tap("blue, tab")
    app.phone.screenshot(*SIZE)
    assert not opened, "looking at other tabs has not driven it out"


@engine
def test_pages_that_are_not_on_cards_are_not_looked_at(app: AppDriver, opened: list[str]) -> None:
    colored(app, "red")
    colored(app, "blue")
    opened.clear()
    app.tap("More options")
    app.phone.screenshot(*SIZE)
    app.back()
    app.wait(3000)
    assert not opened


@engine
def test_cards_are_the_same_in_a_restored_phone(app: AppDriver) -> None:
    colored(app, "red", "<h1>Words</h1><input id=i><button id=b onclick='b.remove()'>go</button>")
    app.enter("i", "typed")
    app.tap("b")
    colored(app, "blue", "<button id=b onclick='confirm(1)'>ask</button>")
    app.tap("b")
    before = in_another_phone(app)
    for phone in (app, before):
        switcher_of_dialog(phone)
    expected = app.phone.screenshot(*SIZE).copy()
    np.testing.assert_array_equal(before.phone.screenshot(*SIZE), expected)
    np.testing.assert_array_equal(in_another_phone(app).phone.screenshot(*SIZE), expected)
    assert middle(app, "blue") == (0, 0, 255), "what stands behind the dialog"


def switcher_of_dialog(app: AppDriver) -> None:
    """Leave the page that asks something, and go to the list of tabs."""
    view(app, "http://a.example/")
    switcher(app)


@engine
def test_a_card_shows_what_was_seen_last(app: AppDriver) -> None:
    script = "setTimeout(() => { document.body.bgColor = 'blue' }, 2000)"
    colored(app, "red", f"<script>{script}</script>")
    switcher(app)
    app.wait(5000)
    assert middle(app, "red") == (255, 0, 0), "nobody looks at the page"
    back(app)
    app.phone.screenshot(*SIZE)
    switcher(app)
    assert middle(app, "red") == (0, 0, 255)


@engine
def test_a_tab_that_was_never_seen_has_a_blank_card(app: AppDriver, opened: list[str]) -> None:
    url = put(app, "other.html", "<body bgcolor=red>", "other")
    show(app, f"<a href='{url}' style='font-size:60px'>link</a>")
    app.long_press("link")
    app.tap("Open in new tab")
    opened.clear()
    switcher(app)
    (name,) = [name for name in app.texts() if name.endswith("other.html, tab")]
    red, green, blue = middle(app, name.removesuffix(", tab"))
    assert max(red, green, blue) - min(red, green, blue) < 12 and not opened


@engine
def test_a_page_that_has_died_has_its_words_on_the_card(app: AppDriver, opened: list[str]) -> None:
    colored(app, "red")
    activity = app.phone.host.activity(app.phone.system.activities.top)
    activity.on_web_event("2", PageCrashed("crash"))
    opened.clear()
    switcher(app)
    assert middle(app, "red") != (255, 0, 0) and not opened
    assert not app.shows("Reload"), "what is on a card is only drawn"


@engine
def test_undo_brings_a_page_back_as_it_was(app: AppDriver, opened: list[str]) -> None:
    show(app, "<input id=i><button onclick='this.textContent = `pressed`'>press</button>")
    app.enter("i", "typed")
    app.tap("press")
    switcher(app)
    app.tap("Close Page tab", "Undo", "Page, tab")
    assert app.text("i") == "typed" and "pressed" in app.texts()
    switcher(app)
    app.tap("Close Page tab", "Close New tab tab")
    activity = app.phone.host.activity(app.phone.system.activities.top)
    assert not activity.state.pages, "another tab was closed since: no way leads back to it"


@engine
def test_an_incognito_page_is_gone_once_its_tab_is(app: AppDriver) -> None:
    app.tap("More options", "New Incognito tab")
    app.enter("url_bar", put(app, "hidden.html", "<p>hidden", "hidden") + "\n")
    app.wait(500)
    assert "hidden" in app.texts()
    switcher(app)
    app.tap("Close hidden tab")
    activity = app.phone.host.activity(app.phone.system.activities.top)
    assert not activity.state.pages and not app.shows("Undo")


@engine
def test_hidden_pages_stand_still_until_they_are_seen(app: AppDriver, opened: list[str]) -> None:
    for name in ("first", "second", "third"):  # one more than are kept alive
        view(app, put(app, f"{name}.html", TICKS, name))
    opened.clear()
    app.wait(5000)
    assert not opened, "the pages do not drive each other out"
    switcher(app)
    app.tap("first, tab")
    app.wait(100)
    (count,) = [int(text) for text in app.texts() if text.isdecimal()]
    assert count > 50, "all of the time has passed in it"
    app.wait(1000)
    (later,) = [int(text) for text in app.texts() if text.isdecimal()]
    assert 9 <= later - count <= 11
