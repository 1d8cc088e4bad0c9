"""Pages that are loaded before they are asked for are those that would be loaded then."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest

from android_gym.simulator.ui.fonts import font_files
from android_gym.simulator.web.ahead import KEPT, MOST, Ahead, open_page
from android_gym.simulator.web.browser import Browser, shared_browser
from android_gym.simulator.web.inputs import Key, Opened, Response, Script, Touch, WebSettings
from android_gym.simulator.web.page import Page
from android_gym.simulator.web.reports import ConsoleMessage, DialogRequest

URL = "file:///android_asset/page.html"

PAGE = """<body><p id=told></p><script src=library.js></script><script>
const chance = () => [Math.random(), crypto.getRandomValues(new Uint32Array(1))[0]].join(' ');
console.log('loading', library, chance(), Date.now(), performance.now(), history.length);
setTimeout(() => console.log('timer', chance()), 0);
addEventListener('load', () => console.log('load', document.readyState));
addEventListener('click', (e) => { told.textContent = chance() + ' ' + e.timeStamp; });
</script>"""

FILES = {"page.html": PAGE, "library.js": "const library = Math.random();"}

OPENED = Opened(
    URL,
    0,
    5000,
    1_697_384_040_000,
    "UTC",
    "en-US",
    (400, 700),
    1.0,
    WebSettings(late_seed=True),
)


def files(url: str) -> Response | None:
    found = FILES.get(url.rpartition("/")[2])
    kind = "text/javascript" if url.endswith("js") else "text/html"
    return None if found is None else Response(found.encode(), kind)


@pytest.fixture(autouse=True)
def alone(browser: Browser) -> Browser:
    """Begin with nothing loaded ahead."""
    now = shared_browser(font_files())
    now.ahead = None
    return now


def seeded(seed: int, **changes: Any) -> Opened:
    return replace(OPENED, seed=seed, **changes)


def use(page: Page) -> None:
    """Give a page an input of the user's."""
    page.apply(Touch(6000, "down", 0, 50, 50))
    page.apply(Touch(6050, "up", 0, 50, 50))


def ahead_in(browser: Browser) -> Ahead:
    assert isinstance(browser.ahead, Ahead)
    return browser.ahead


def loads_ahead(browser: Browser) -> list[Page]:
    """Return what is loaded ahead, once the browser has nothing more to tell of it."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        browser.tend()
        pages = ahead_in(browser).pages
        if len(pages) in (0, MOST) and all(page.is_there for page in pages):
            return list(pages)
        browser.root.call("Browser.getVersion")  # what it has told by then is read with it
    raise AssertionError("They do not load.")


def opened_thrice(browser: Browser, seed: int = 7) -> tuple[Page, list[Page]]:
    """Return a page that was opened for the third time, and what was loaded ahead before."""
    for number in range(2):
        page = open_page(browser, seeded(number), files)
        use(page)
        found = loads_ahead(browser) if number else []
        page.close()
    return open_page(browser, seeded(seed), files), found


def story(page: Page) -> list[object]:
    """Return all that can be told of a page, before and after it is used."""
    told: list[object] = [list(page.events), page.nodes(), page.frame(100, 175).tobytes()]
    page.apply(Script(5500, "chance()"))
    use(page)
    page.apply(Key(6500, "a"))
    return [*told, list(page.events), page.nodes(), page.frame(100, 175).tobytes(), page.report()]


def test_a_page_loaded_ahead_is_the_one_that_is_loaded_when_asked_for(alone: Browser) -> None:
    page, before = opened_thrice(alone)
    assert page is before[0], "it was loaded anew"
    assert ahead_in(alone).pages == before[1:]
    told = story(page)
    page.close()
    fresh = Page(alone, seeded(7), files)
    assert story(fresh) == told
    fresh.close()
    other = Page(alone, seeded(8), files)
    assert story(other) != told
    other.close()


@pytest.mark.parametrize("seed", [0, 7, 2**32 - 1])
def test_what_a_late_seed_draws_is_what_it_would_have_drawn(alone: Browser, seed: int) -> None:
    def drawn(late: bool, seed: int) -> tuple[list[str], str]:
        page = Page(alone, seeded(seed, settings=WebSettings(late_seed=late)), files)
        page.apply(Script(5500, "console.log(chance())"))
        *loading, after = [e.text for e in page.events if isinstance(e, ConsoleMessage)]
        page.close()
        return loading, after

    assert drawn(late=True, seed=seed)[0] == drawn(late=False, seed=0)[0]
    assert drawn(late=True, seed=seed)[1] == drawn(late=False, seed=seed)[1]


def test_nothing_is_loaded_ahead_of_a_page_that_was_opened_once(alone: Browser) -> None:
    page = open_page(alone, seeded(1), files)
    use(page)
    assert not loads_ahead(alone)
    page.close()


def test_nothing_is_loaded_ahead_before_the_user_does_something(alone: Browser) -> None:
    for seed in range(3):
        page = open_page(alone, seeded(seed), files)
        page.apply(Script(5500, "0"))
        page.frame(100, 175)
        page.close()
    assert not ahead_in(alone).pages


@pytest.mark.parametrize(
    "changes",
    [
        {"wall_ms": 1_697_384_040_001},
        {"at_ms": 5001},
        {"size": (400, 699)},
        {"time_zone": "Europe/Vienna"},
        {"url": f"{URL}#there"},
        {"settings": WebSettings(late_seed=True, text_zoom=120)},
    ],
)
def test_a_page_that_is_opened_in_another_way_is_loaded_then(
    alone: Browser, changes: dict[str, Any]
) -> None:
    page, _ = opened_thrice(alone)
    before = list(ahead_in(alone).pages)
    assert before
    other = open_page(alone, seeded(7, **changes), files)
    assert other not in before
    assert ahead_in(alone).pages == before, "what is likely to be asked for is gone"
    page.close()
    other.close()


def test_an_app_does_not_get_another_ones_page(alone: Browser) -> None:
    page, _ = opened_thrice(alone)
    before = list(ahead_in(alone).pages)
    other = open_page(alone, seeded(7), lambda url: files(url))
    assert before
    assert other not in before
    page.close()
    other.close()


def test_what_nobody_asks_for_any_more_makes_room(alone: Browser) -> None:
    page, _ = opened_thrice(alone)
    (before,) = ahead_in(alone).pages
    page.close()
    for _ in range(KEPT + 1):
        assert not before.gone
        page = open_page(alone, seeded(7, at_ms=6000), files)
        page.close()
    assert before.gone
    page = open_page(alone, seeded(7, at_ms=6000), files)
    use(page)
    assert loads_ahead(alone)
    page.close()


def test_a_page_that_asks_something_while_it_loads_is_not_loaded_ahead(
    alone: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FILES, "page.html", f"<script>alert('Hello')</script>{PAGE}")
    page, before = opened_thrice(alone)
    assert not before
    assert any(isinstance(event, DialogRequest) for event in page.events)
    page.close()


def test_a_page_that_needs_the_app_is_not_loaded_ahead(
    alone: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FILES, "page.html", f"{PAGE}<img src='file:///sdcard/a.png'>")
    page, before = opened_thrice(alone)
    assert not before
    assert page.pending == (("file:///sdcard/a.png", False),)
    page.close()


def test_a_page_that_dies_before_it_is_asked_for_is_loaded_then(alone: Browser) -> None:
    page, _ = opened_thrice(alone)
    (before,) = ahead_in(alone).pages
    page.close()
    before._session.send("Page.crash")
    events = before._session.events
    crashed = "Inspector.targetCrashed"
    before._session.wait(lambda: any(e["method"] == crashed for e in events) or None, "its end")
    page = open_page(alone, seeded(7), files)
    assert page is not before
    assert not page.gone
    page.close()


def test_what_is_loaded_ahead_ends_with_its_browser(alone: Browser) -> None:
    page, _ = opened_thrice(alone)
    assert ahead_in(alone).pages
    alone.process.end()
    again = shared_browser(font_files())
    assert again is not alone
    page = open_page(again, seeded(7), files)
    assert not page.gone
    page.close()


def test_no_answers_are_left(alone: Browser) -> None:
    """Answers that nobody waits for are dropped: pages are opened a million times."""
    connection = alone.process.connection
    before = len(connection._answers)
    for number in range(3):
        page = Page(alone, seeded(number), files)
        use(page)
        page.frame(100, 175)
        page.close()
    for place in alone.spare:
        place.close()
    alone.spare.clear()
    alone.root.call("Browser.getVersion")
    assert len(connection._answers) <= before
