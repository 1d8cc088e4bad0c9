"""Pages that are used at a time are what each would be alone; none waits for another's user."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from android_gym.simulator.ui.fonts import font_files
from android_gym.simulator.web.browser import Browser, shared_browser
from android_gym.simulator.web.inputs import Answer, Opened, Response, Script, Touch, WebSettings
from android_gym.simulator.web.page import Page
from android_gym.simulator.web.reports import DialogRequest, ScriptResult

URL = "file:///android_asset/page.html"

PAGE = b"""<body><canvas id=board width=300 height=300></canvas><p id=told></p><script>
const pen = board.getContext('2d');
let taps = 0;
addEventListener('click', (e) => {
  pen.fillRect(e.clientX % 300, e.clientY % 300, 20, 20);
  told.textContent = ++taps;
});
</script>"""

OPENED = Opened(URL, 0, 5000, 1_697_384_040_000, "UTC", "en-US", (400, 700), 1.0, WebSettings())

THREADS = 3
PAGES = 4
TAPS = 12


def used(browser: Browser) -> list[bytes]:
    """Return the pictures of pages that are tapped, one after another."""
    found = []
    for number in range(PAGES):
        page = Page(browser, OPENED, lambda url: Response(PAGE) if url == URL else None)
        for tap in range(TAPS):
            at, x = 6000 + 100 * tap, 20 + 20 * tap
            page.apply(Touch(at, "down", 0, x, 50 + 40 * number))
            page.apply(Touch(at + 50, "up", 0, x, 50 + 40 * number))
            found.append(page.frame(100, 175).tobytes())
        page.close()
    return found


def test_pages_in_several_threads_look_as_if_they_were_alone(browser: Browser) -> None:
    shared = shared_browser(font_files())
    alone = used(shared)
    assert len(set(alone)) == PAGES * TAPS
    with ThreadPoolExecutor(THREADS) as threads:
        for found in threads.map(lambda _: used(shared), range(THREADS)):
            assert found == alone


SCROLLED = b"""<body style="height:5000px"><p id=told style="position:fixed">a</p><script>
addEventListener('scroll', () => { alert(1); told.textContent = scrollY; });
</script>"""


def test_a_dialog_within_a_frame_holds_up_no_other_page(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = shared_browser(font_files())
    asking, other = (
        Page(shared, OPENED, lambda url: Response(SCROLLED) if url == URL else None)
        for _ in range(2)
    )
    asking.frame(100, 175)
    before = other.frame(100, 175).tobytes()
    asking.apply(Script(6000, "scrollTo(0, 500)"))
    (number,) = (e.id for e in asking.events if isinstance(e, DialogRequest))
    other._session.limit = 3.0  # seconds that it would wait for the other's frame

    def fail(*_: object) -> None:
        raise AssertionError("a frame was waited for in vain")

    monkeypatch.setattr(shared.process.connection, "_lose_frame", fail)
    other.apply(Script(6000, "told.textContent = 'other'"))
    assert other.frame(100, 175).tobytes() != before
    asking.apply(Answer(7000, number, True))
    asking.apply(Script(7500, "told.textContent"))
    assert asking.events[-1] == ScriptResult('"500"')
    other.apply(Script(7000, "told.textContent = 'a'"))
    assert other.frame(100, 175).tobytes() == before
    asking.close()
    other.close()
