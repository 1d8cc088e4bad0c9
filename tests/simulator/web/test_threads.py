"""Pages that several threads use at a time are those that each would have alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from android_gym.simulator.ui.fonts import font_files
from android_gym.simulator.web.browser import Browser, shared_browser
from android_gym.simulator.web.inputs import Opened, Response, Touch, WebSettings
from android_gym.simulator.web.page import Page

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
