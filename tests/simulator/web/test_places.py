"""Places in the browser that one page after another is shown in, each as if it were the first."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import psutil
import pytest

from android_gym.simulator.ui.fonts import font_files
from android_gym.simulator.web.browser import Browser, Target, shared_browser
from android_gym.simulator.web.cdp import Command, Session
from android_gym.simulator.web.inputs import Opened, Response, Script, Served, Touch
from android_gym.simulator.web.page import Page
from android_gym.simulator.web.reports import ConsoleMessage

URL = "file:///android_asset/page.html"
OTHER = "file:///android_asset/other.html"

ASKS = """<body style="height:5000px"><input id=field style="width:200px;height:100px">
<script>
console.log(history.length, performance.navigation.type, navigator.userActivation.hasBeenActive,
            scrollY, field.value, document.referrer);
setTimeout(() => console.log(scrollY, field.value), 100);
</script>"""


def opened(url: str = URL) -> Opened:
    return Opened(url, 1, 5000, 1_697_384_040_000, "UTC", "en-US", (400, 700), 1.0)


def show(html: str, url: str = URL, *, of_app: bool = True) -> Page:
    """Open a page of an app's own files, or one that the app is asked for."""
    found = Response(html.encode()) if of_app else None
    return Page(shared_browser(font_files()), opened(url), lambda asked: found)


def said(page: Page) -> list[str]:
    return [event.text for event in page.events if isinstance(event, ConsoleMessage)]


def tap(page: Page, x: float, y: float) -> None:
    page.apply(Touch(6000, "down", 0, x, y))
    page.apply(Touch(6050, "up", 0, x, y))


@pytest.fixture(autouse=True)
def alone(browser: Browser) -> Browser:
    """Begin without places that earlier tests have left."""
    now = shared_browser(font_files())
    while now.spare:
        now.spare.pop().close()
    now.looked_at.clear()
    return now


def only_place(browser: Browser) -> Any:
    (place,) = browser.spare
    place.make_ready()
    return place


@pytest.mark.parametrize("url", [URL, OTHER])
def test_a_page_takes_the_place_of_one_that_leaves_clean(alone: Browser, url: str) -> None:
    fresh = show(ASKS)
    expected = said(fresh)
    assert expected == ["1 0 false 0  "]
    tap(fresh, 50, 50)
    fresh.apply(Script(6100, "field.value = 'Ada'; scrollTo(0, 500)"))
    picture = fresh.frame(100, 175).tobytes()
    fresh.close()
    assert only_place(alone).occupied
    again = show(ASKS, url)
    assert not alone.spare, "another place was made"
    assert said(again) == expected
    assert again.frame(100, 175).tobytes() != picture, "it begins as the one before was left"
    again.apply(Script(6100, "0"))
    assert said(again) == [*expected, "0 "]
    again.close()


@pytest.mark.parametrize(
    "script",
    [
        "localStorage.n = 1",
        "sessionStorage.setItem('n', 1)",
        "indexedDB.open('n')",
        "document.cookie = 'n=1'",
        "window.name = 'n'",
        "name = 'n'",
        "history.pushState(1, '')",
        "history.replaceState(1, '')",
        "addEventListener('beforeunload', () => 0)",
        "onpagehide = () => 0",
        "document.onvisibilitychange = () => 0",
        "document.addEventListener('visibilitychange', () => 0)",
        "document.body.append(document.createElement('iframe'))",
    ],
)
def test_a_page_that_leaves_something_is_left_first(alone: Browser, script: str) -> None:
    page = show(f"<body><script>{script}</script>")
    page.close()
    assert not only_place(alone).occupied
    again = show(ASKS + "<script>console.log(name, document.cookie, localStorage.n)</script>")
    assert said(again) == ["1 0 false 0  ", "  undefined"]
    again.close()


def test_what_is_reported_while_a_page_is_closed_does_not_cost_its_place(alone: Browser) -> None:
    page = show("<body>words")
    page.frame(100, 175)
    page._session.events.append({"method": "LayerTree.layerPainted", "params": {}})
    page.close()
    assert only_place(alone).occupied


def test_a_page_that_crashes_while_it_is_closed_loses_its_place(alone: Browser) -> None:
    page = show("<body>words")
    page.frame(100, 175)
    page._session.events.append({"method": "Inspector.targetCrashed", "params": {}})
    page.close()
    assert not alone.spare


def test_a_page_begins_as_large_as_the_one_before_was_looked_at(
    alone: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    send = Session.send_all

    def sends(session: Session, commands: Sequence[Command]) -> list[int]:
        sent.extend(method for method, _ in commands)
        return send(session, commands)

    def looked_at(page: Page, width: int, height: int) -> bytes:
        sent.clear()
        picture = page.frame(width, height).tobytes()
        page.close()
        return picture

    monkeypatch.setattr(Session, "send_all", sends)
    html = "<body style='background:linear-gradient(red, blue)'>words"
    first = looked_at(show(html), 100, 175)
    assert "Emulation.setDeviceMetricsOverride" in sent
    assert looked_at(show(html), 100, 175) == first
    assert "Emulation.setDeviceMetricsOverride" not in sent
    other = looked_at(show(html), 200, 350)
    assert looked_at(show(html), 100, 175) == first
    assert looked_at(show(html), 200, 350) == other
    only_place(alone).close()
    alone.spare.clear()
    assert looked_at(show(html), 200, 350) == other, "in a place that nobody has looked at yet"


def test_a_page_of_somebody_else_never_follows_one_that_is_there(alone: Browser) -> None:
    show("<body>of the app").close()
    assert only_place(alone).occupied
    place = only_place(alone)
    page = show("<body>", "file:///sdcard/page.html", of_app=False)
    assert not place.occupied and not alone.spare
    page.close()
    while alone.spare:
        alone.spare.pop().close()
    page = show("<body>", OTHER)
    page.close()
    assert only_place(alone).occupied


def test_a_page_that_is_asked_whether_it_leaves_clean_may_speak(alone: Browser) -> None:
    html = (
        "<body><script>Object.defineProperty(window, 'onunload', {get: () => alert('x')})</script>"
    )
    show(html).close()
    assert only_place(alone).occupied
    assert said(show("<body><script>console.log('mine')</script>")) == ["mine"]


def test_a_place_whose_page_has_crashed_is_not_used_again(
    alone: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = show("<body>")
    page.close()
    (place,) = alone.spare
    session = place.session
    session.tell("Page.crash")

    def crashed() -> bool | None:
        return any(event["method"] == "Inspector.targetCrashed" for event in session.events) or None

    session.wait(crashed, "the crash")
    closed: list[Target] = []
    monkeypatch.setattr(Target, "close", lambda place: closed.append(place))
    begun = time.monotonic()
    assert said(show("<body><script>console.log('mine')</script>")) == ["mine"]
    assert closed == [place]
    assert time.monotonic() - begun < session.limit / 2, "it was waited for in vain"
    monkeypatch.undo()
    place.close()


def test_what_the_page_before_says_while_it_is_left_is_not_the_next_ones(alone: Browser) -> None:
    page = show("<body style='height:700px' onmouseup='console.log(1)' onmousemove='alert(1)'>")
    page.close()
    assert only_place(alone).occupied
    again = show("<body><script>console.log('mine')</script>")
    assert said(again) == ["mine"]
    again.close()


def test_the_history_begins_with_the_page(alone: Browser) -> None:
    show("<body>").close()
    page = show("<body>")
    for code in ("history.back()", "history.go(-3)", "history.pushState(1, '', '#a')"):
        page.apply(Script(6000, f"{code}; console.log(history.length, location.href)"))
    page.apply(Script(6100, "history.back()"))
    page.apply(Script(6200, "console.log(history.length, location.hash)"))
    assert said(page) == [f"1 {URL}", f"1 {URL}", f"2 {URL}#a", "2 "]
    page.close()


@pytest.mark.skipif("not shared_browser(font_files()).engine.begin_frames")
def test_pages_are_looked_at_in_turn() -> None:
    """Frames of two pages never meet: the engine's process that draws would end."""
    browser = shared_browser(font_files())

    def drawing() -> list[int]:
        found = []
        for one in psutil.Process(browser.process.pid).children(recursive=True):
            with suppress(psutil.NoSuchProcess):  # it has just ended
                if "--type=gpu-process" in one.cmdline():
                    found.append(one.pid)
        return found

    before = drawing()
    for turn in range(10):
        pages = [show(f"<p>{turn} of {name}", of_app=False) for name in "abc"]
        for page in pages:
            for url, _ in page.pending:
                page.apply(Served(5000, ((url, Response(b"<p>x")),)))
            assert page.frame(400, 700)[..., :3].min() < 100
        pages[0].apply(Script(6000, "document.body.style.background = 'red'"))
        pages[2].frame(200, 350)
        assert tuple(pages[0].frame(400, 700)[600, 300, :3]) == (255, 0, 0)
        for page in pages:
            page.close()
    assert len(before) == 1 and drawing() == before
