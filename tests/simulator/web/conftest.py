"""A phone with an app that shows pages; every test here needs a browser on this machine."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from android_gym.simulator.apps import discover
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.fonts import font_files
from android_gym.simulator.web import browser as browsers
from android_gym.simulator.web.engines import MISSING, find_engine
from android_gym.simulator.web.inputs import (
    Advance,
    Input,
    Opened,
    Response,
    Served,
    Touch,
    WebSettings,
)
from android_gym.simulator.web.page import Page
from android_gym.simulator.web.reports import PageNode

sys.path.insert(0, str(Path(__file__).parent))

from webapps.manifest import BROWSER  # noqa: E402

SYSTEM_APPS = ("framework", "latin_ime", "nexuslauncher", "packageinstaller",
               "permissioncontroller", "systemui")  # fmt: skip
URL = "file:///sdcard/Download/page.html"
SIZE = (400, 700)


@pytest.fixture(scope="session", autouse=True)
def browser() -> Iterator[browsers.Browser]:
    """Start the browser of this process, and end it after the last test."""
    if find_engine() is None:
        pytest.skip(MISSING)
    yield browsers.shared_browser(font_files())
    browsers.end_browser()


class Tester:
    """A page without a phone, and the hand on it.

    Attributes:
        page: The page.
        now: Milliseconds since the phone booted.
        done: The inputs so far.
    """

    def __init__(self, html: str | bytes, files: dict[str, Response], opened: Opened) -> None:
        self.opened = opened
        self.files = {opened.url: Response(html.encode() if isinstance(html, str) else html)}
        self.files.update(files)
        self.now = opened.at_ms
        self.done: list[Input] = []
        self.page = Page(browsers.shared_browser(font_files()), opened)
        self._serve()

    def _serve(self) -> None:
        for _ in range(20):
            if not self.page.pending:
                return
            missing = Response(error="ERR_FILE_NOT_FOUND")
            found = tuple((url, self.files.get(url, missing)) for url, _ in self.page.pending)
            self.do(Served(self.now, found))
        raise AssertionError(f"The page goes on to ask for {self.page.pending}.")

    def do(self, entry: Input) -> None:
        """Give the page an input."""
        self.done.append(entry)
        self.page.apply(entry)
        if not isinstance(entry, Served):
            self._serve()

    def replayed(self) -> Page:
        """Return another page that has had the same inputs."""
        page = Page(browsers.shared_browser(font_files()), self.opened)
        for entry in self.done:
            page.apply(entry)
        return page

    def touch(self, action: Any, x: float, y: float, after: int = 0, finger: int = 0) -> None:
        self.now += after
        self.do(Touch(self.now, action, finger, x, y))

    def wait(self, ms: int) -> None:
        self.now += ms
        self.do(Advance(self.now))

    def tap(self, x: float, y: float) -> None:
        self.touch("down", x, y, 50)
        self.touch("up", x, y, 50)

    def swipe(self, x0: float, y0: float, x1: float, y1: float, ms: int = 200) -> None:
        self.touch("down", x0, y0, 50)
        for part in range(1, 11):
            self.touch("move", x0 + (x1 - x0) * part / 10, y0 + (y1 - y0) * part / 10, ms // 10)
        self.touch("up", x1, y1)

    def node(self, name: str) -> PageNode:
        """Return the one node with this id or text."""
        found = [n for n in self.nodes() if name in (n.resource_id, n.text)]
        assert len(found) == 1, (name, self.nodes())
        return found[0]

    def nodes(self) -> list[PageNode]:
        def walk(nodes: tuple[PageNode, ...]) -> Iterator[PageNode]:
            for node in nodes:
                yield node
                yield from walk(node.children)

        return list(walk(self.page.nodes()))

    def tap_on(self, name: str) -> None:
        left, top, right, bottom = self.node(name).bounds
        self.tap((left + right) / 2, (top + bottom) / 2)

    @property
    def console(self) -> list[str]:
        return [e.text for e in self.page.events if type(e).__name__ == "ConsoleMessage"]

    def told(self, kind: type) -> list[Any]:
        return [event for event in self.page.events if isinstance(event, kind)]


@pytest.fixture
def open_page() -> Iterator[Callable[..., Tester]]:
    """Open pages, and close them in the end."""
    made: list[Tester] = []

    def open_(
        html: str | bytes,
        files: dict[str, Response] | None = None,
        *,
        url: str = URL,
        seed: int = 1,
        size: tuple[int, int] = SIZE,
        density: float = 1.0,
        settings: WebSettings | None = None,
        storage: tuple[tuple[str, str], ...] | None = None,
        session: tuple[tuple[str, str], ...] | None = None,
    ) -> Tester:
        opened = Opened(
            url,
            seed,
            5000,
            1_697_384_040_000,
            "UTC",
            "en-US",
            size,
            density,
            settings or WebSettings(),
            storage=storage,
            session=session,
        )
        made.append(Tester(html, files or {}, opened))
        return made[-1]

    yield open_
    for tester in made:
        tester.page.close()


class WebPhone(Phone):
    """A phone that has `com.web` beside the system's apps."""

    def __init__(self, size: tuple[int, int, int] = (400, 800, 160)) -> None:
        folders = tuple(f"android_gym.simulator.apps.{name}" for name in SYSTEM_APPS)
        system = tuple(m for m in discover() if m.module in folders)
        super().__init__(*size, (*system, BROWSER))

    @property
    def app(self) -> Any:
        """The activity in the foreground."""
        record = self.system.activities.top
        assert record is not None
        return self.host.activity(record)

    def open(self, html: str, *, path: str = "/sdcard/Download/page.html", **options: Any) -> Any:
        """Show a page in the app."""
        self.push(path, html.encode())
        self.system.activities.start(Intent(component="com.web/com.web.Browser"))
        self.app.load(f"file://{path}", **options)
        self.windows.refresh()
        return self.app

    def element(self, name: str) -> Any:
        found = [e for e in self.ui_elements() if name in (e.text, e.resource_name)]
        assert len(found) == 1, (name, [(e.text, e.resource_name) for e in self.ui_elements()])
        return found[0]

    def tap_on(self, name: str) -> None:
        box = self.element(name).bbox_pixels
        assert box is not None
        self.tap(*box.center)


@pytest.fixture
def phone() -> Iterator[WebPhone]:
    """A phone with the app, at its home screen."""
    from webapps.screens import Browser

    Browser.HEARD.clear()
    made = WebPhone()
    yield made
    made.host.context("com.web").drop_live()
