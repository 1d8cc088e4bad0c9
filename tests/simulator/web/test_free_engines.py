"""Engines that draw by themselves: a picture is taken where something was painted."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from android_gym.simulator.ui.fonts import font_files
from android_gym.simulator.web.browser import Browser
from android_gym.simulator.web.engines import Engine, require_engine
from android_gym.simulator.web.inputs import (
    Advance,
    Input,
    Opened,
    Response,
    Script,
    Touch,
    WebSettings,
)
from android_gym.simulator.web.page import Page
from android_gym.simulator.web.reports import ConsoleMessage

URL = "file:///android_asset/page.html"

PAGE = b"""<body style="margin:0"><canvas id=board width=200 height=100></canvas>
<div id=list style="overflow:auto;width:200px;height:80px">
<div style="height:900px;background:linear-gradient(red,blue)"></div></div>
<p id=told style="will-change:transform">hello</p><input type=checkbox id=box>
<div style="height:3000px;background:linear-gradient(green,white)"></div></body>"""

CHANGES = {
    "text": "told.textContent = 'other'",
    "canvas": "board.getContext('2d').fillRect(20, 20, 60, 60)",
    "a list is scrolled": "list.scrollTop = 300",
    "the page is scrolled": "scrollTo(0, 700)",
    "checked": "box.checked = true",
    "opacity": "told.style.opacity = 0.2",
    "moved by the compositor": "told.style.transform = 'translateX(90px)'",
    "a style sheet": "document.head.append(Object.assign(document.createElement('style'), "
    "{textContent: 'body { background: yellow }'}))",
}

OPENED = Opened(URL, 0, 5000, 1_697_384_040_000, "UTC", "en-US", (400, 700), 1.0, WebSettings())
SIZE = (200, 350)

CHROMIUM = shutil.which("chromium") or ""


@pytest.fixture(scope="module")
def free() -> Iterator[Browser]:
    """A browser that draws by itself; a headless shell can do so, too."""
    browser = Browser(replace(require_engine(), begin_frames=False), font_files())
    yield browser
    browser.process.end()


def opened(browser: Browser, inputs: list[Input]) -> Page:
    page = Page(browser, OPENED, lambda url: Response(PAGE) if url == URL else None)
    for entry in inputs:
        page.apply(entry)
    return page


def tap(at: int) -> list[Input]:
    """Tap where nothing is."""
    return [Touch(at, "down", 0, 390, 690), Touch(at + 50, "up", 0, 390, 690)]


@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_is_seen(free: Browser, change: str) -> None:
    def seen(page: Page, at: int) -> bytes:
        """Return its picture after one that may have come a frame late."""
        page.frame(*SIZE)
        for entry in tap(at):
            page.apply(entry)
        return page.frame(*SIZE).tobytes()

    quiet = [*tap(6000), *tap(6200), *tap(6400)]
    page = opened(free, quiet)
    before = seen(page, 6600)
    page.apply(Script(7000, CHANGES[change]))
    after = seen(page, 7200)
    page.close()
    fresh = opened(free, [*quiet, *tap(6600), Script(7000, CHANGES[change])])
    assert before != after == seen(fresh, 7200)
    fresh.close()


def test_scrolling_is_reported_once_for_each_step(free: Browser) -> None:
    """The engine draws frames, each with its own scroll events, while a fling goes on."""
    fling: list[Input] = [Touch(6000, "down", 0, 200, 600)]
    fling += [Touch(6000 + 10 * n, "move", 0, 200, 600 - 40 * n) for n in range(1, 11)]
    fling += [Touch(6110, "up", 0, 200, 200)]
    logs = "addEventListener('scroll', () => console.log(scrollY, performance.now()))"
    html = f"<div style='height:9000px'></div><script>{logs}</script>"
    for _ in range(4):
        page = Page(free, OPENED, lambda url: Response(html.encode()) if url == URL else None)
        for entry in fling:
            page.apply(entry)
        page.apply(Advance(6400))
        page.apply(Advance(8000))
        said = [event.text for event in page.events if isinstance(event, ConsoleMessage)]
        assert len(said) == 12, said
        page.close()


def test_the_window_is_never_very_small(free: Browser) -> None:
    """Chromium leaves a very small window grey."""
    page = opened(free, [])
    assert page.frame(20, 40).shape == (40, 20, 4)
    assert page._target.is_sized(100, 100)
    page.close()


@pytest.mark.skipif(not CHROMIUM, reason="headless shells draw in the smallest windows")
def test_pages_that_nobody_has_looked_at_are_tapped() -> None:
    """Chromium drops the mouse's events until it has drawn, which it does in no small window."""
    browser = Browser(Engine(CHROMIUM, begin_frames=False), font_files())
    said = []
    for _ in range(3):  # each in a window of its own
        page = opened(browser, [Script(5500, "onclick = () => console.log('tapped')"), *tap(6000)])
        said += [event.text for event in page.events if isinstance(event, ConsoleMessage)]
    browser.process.end()
    assert said == ["tapped"] * 3


def test_no_picture_is_taken_where_nothing_was_painted(
    free: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[Any] = []
    shoot = Page._shoot
    monkeypatch.setattr(Page, "_shoot", lambda page, size: taken.append(size) or shoot(page, size))
    page = opened(free, [])
    counts = []
    for number in range(8):
        for entry in tap(6000 + 200 * number):
            page.apply(entry)
        page.frame(*SIZE)
        counts.append(len(taken))
    # One for the page, and one more: the first may have come a frame late.
    assert counts[-1] == counts[2] <= 3
    page.apply(Script(9000, CHANGES["text"]))
    page.frame(*SIZE)
    assert len(taken) == counts[-1] + 1
    page.close()
