"""Screens with web pages: `WebActivity`.

Where no browser is on this machine, pages can't be opened: `load` tells `PageFailed` with
`NO_ENGINE`, and everything else of the screen works.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Unpack

from immutables import Map
from typing_extensions import TypeVar

from android_gym.errors import FileError, SimulatorError
from android_gym.simulator.system.mime_types import mime_type
from android_gym.simulator.ui.activity import Activity, callback
from android_gym.simulator.ui.drawables import Drawable
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.web_pages import Pages, WebState, page_cache
from android_gym.simulator.ui.web_view import WebView
from android_gym.simulator.web.engines import find_engine
from android_gym.simulator.web.inputs import (
    Advance,
    Answer,
    Find,
    Input,
    Opened,
    Response,
    Script,
    WebSettings,
)
from android_gym.simulator.web.reports import (
    PageFailed,
    PageReport,
    ScriptResult,
    WebEvent,
    WebRequest,
)

if TYPE_CHECKING:
    from android_gym.simulator.ui.live import LiveCache
    from android_gym.simulator.web.page import Page

__all__ = ["NO_ENGINE", "PAGE", "WebActivity", "WebScreenState", "mime_of"]

NO_ENGINE: Final = "ERR_NO_BROWSER"
"""The error of `PageFailed` where there is no browser on this machine."""

PAGE: Final = "page"
"""Name of the page of a screen that has one."""

WAKE_MS: Final = 100
"""Milliseconds between two turns of a page that has something to do by itself."""

_BEFORE_UNLOAD: Final = """(() => {
  const event = document.createEvent('BeforeUnloadEvent');
  event.initEvent('beforeunload', false, true);
  window.dispatchEvent(event);
  return event.defaultPrevented || event.returnValue !== '';
})()"""

_LONG_PRESS_MS: Final = 500
_MIMES: Final = {
    "xhtml": "application/xhtml+xml",
    "mjs": "text/javascript",
    "md": "text/plain",
    "csv": "text/plain",
    "ico": "image/x-icon",
    "woff": "font/woff",
    "woff2": "font/woff2",
    "ttf": "font/ttf",
    "wav": "audio/wav",
}
"""Types that Chrome has of its own, by the end of a name; for others it asks Android."""


def mime_of(name: str) -> str:
    """Return the type of a file by its name's ending, as Chrome has it for files."""
    return _MIMES.get(name.rpartition(".")[2].lower()) or mime_type(name)


@dataclass(frozen=True)
class WebScreenState:
    """State of a screen with pages; subclasses add their own.

    Attributes:
        pages: Its pages by name.
        wakes: When each page is waked next, and by which timer: (milliseconds, timer).
    """

    pages: Map[str, WebState] = Map()
    wakes: Map[str, tuple[int, int]] = Map()


W_co = TypeVar("W_co", bound=WebScreenState, covariant=True, default=WebScreenState)


class WebActivity(Activity[W_co], Generic[W_co]):
    """An activity that shows web pages; its state extends `WebScreenState`.

    Attributes:
        LIVE_PAGES: How many pages are kept alive, 40 MB each; others come back by replay.
    """

    LIVE_PAGES: ClassVar[int] = 1

    # -- what an app says

    def read_url(self, url: str, document: bool) -> Response:
        """Answer a request of a page; the answer is kept with the page.

        Args:
            url: What it wants.
            document: True for the page itself, whose answer may be an error page of the app's own.
        """
        if url.startswith("file:///"):
            return self.read_file(_path(url))
        return Response(error="ERR_INTERNET_DISCONNECTED")

    @staticmethod
    def read_asset(url: str) -> Response | None:
        """Answer a request for what never changes, such as the app's own files; None for others.

        What it answers depends on the address alone.
        """
        return None

    def on_web_event(self, page: str, event: WebEvent) -> None:
        """Hear what a page tells; each once, in order."""

    def hides(self, page: str) -> bool:
        """Return whether nobody can see a page of the screen, as it is behind another one.

        What it does by itself happens when it is seen again (`catch_up`).
        """
        return False

    # -- what an app does

    def web_view(
        self, page: str = PAGE, *, answers: bool = True, **common: Unpack[ViewOptions]
    ) -> View:
        """Return the view of a page, as large as its parent; white where there is none.

        Args:
            page: Which page.
            answers: False for one that is only seen (`hold_still`).
            **common: See `View`.
        """
        options: ViewOptions = {"width": MATCH, "height": MATCH, "background": "#FFFFFF"}
        options.update(common)

        def is_there(state: WebScreenState) -> bool:
            return page in state.pages

        # What happens in a page is the view's own affair: nothing else is built anew for it.
        if not self.part(("page", page), is_there):
            return View(**options)

        def current() -> WebState | None:
            return self.state.pages.get(page)

        return WebView(self._pages, current, self._taker(page), answers=answers, **options)

    def thumbnail(
        self, page: str = PAGE, corners: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    ) -> Drawable | None:
        """Return a page in small, as it was when it was last seen; None where there is none.

        Args:
            page: Which page.
            corners: Radius of each corner in dp: top left, top right, bottom right, bottom left.
        """
        state = self.state.pages.get(page)
        return None if state is None else self._pages.thumbnail(state, corners)

    def load(
        self,
        url: str,
        *,
        page: str = PAGE,
        seed: int | None = None,
        settings: WebSettings | None = None,
        size: tuple[int, int] | None = None,
    ) -> None:
        """Open an address in place of what the page shows.

        Args:
            url: The address.
            page: Which page.
            seed: Where its chance begins; from the address and the time by default.
            settings: How it is shown; as a `WebView` with its settings untouched by default.
            size: (width, height) of the view that it will be in, where the app knows that already;
                by default that of the page before, else the screen's.
        """
        if find_engine() is None:
            self.on_web_event(page, PageFailed(url, NO_ENGINE))
            return
        system = self.context.system
        clock = system.clock
        now, wall = clock.elapsed_ms(), clock.now_ms()
        known = self.state.pages.get(page)
        if size is None:
            size = known.size if known is not None else self.context.windows.size
        opened = Opened(
            url,
            zlib.crc32(f"{url} {wall} {now}".encode()) if seed is None else seed,
            now,
            wall,
            clock.timezone,
            "en-US",
            size,
            system.display.density,
            settings or WebSettings(),
            system.properties.release,
        )
        self._take(page, self._pages.open(opened))

    def close_page(self, page: str = PAGE) -> None:
        """Forget a page."""
        pages, wakes = self.state.pages, self.state.wakes
        if page in wakes:
            self.context.system.clock.cancel(wakes[page][1])
            wakes = wakes.delete(page)
        if page in pages:
            pages = pages.delete(page)
        self._write(pages=pages, wakes=wakes)

    def hold_still(self, page: str = PAGE) -> None:
        """Put a page whose script never ends back to before that, to be seen and nothing else.

        There is none any more where that has happened while it was loaded.
        """
        before = self._pages.before_last(self._page(page))
        if before is None:
            self.close_page(page)
        else:
            self._write(pages=self.state.pages.set(page, before))

    def run_script(self, code: str, *, page: str = PAGE) -> Any:
        """Run a script in a page; return its value as JSON has it, None where it has thrown."""
        state = self._page(page)
        before = len(self._pages.at(state.log).events)
        after = self._pages.then(state, Script(self._now, code))
        told = self._pages.at(after.log).events[before:]
        self._take(page, after)
        value = next((event.json for event in told if isinstance(event, ScriptResult)), "null")
        return json.loads(value)

    def asks_before_leaving(self, page: str = PAGE) -> bool:
        """Tell a page that it is about to be left; return whether the user has to be asked first.

        As in Chromium, a page that was never touched is not listened to.
        """
        state = self.state.pages.get(page)
        asking = state is not None and state.touched and self.run_script(_BEFORE_UNLOAD, page=page)
        return asking is True

    def find_in_page(self, text: str, forward: bool = True, *, page: str = PAGE) -> tuple[int, int]:
        """Show the next place of a text; return (its number, how many there are)."""
        self.act(Find(self._now, text, forward), page=page)
        return self.report(page).matches

    def answer(
        self,
        request: WebRequest,
        accepted: bool,
        *,
        text: str = "",
        chosen: tuple[int, ...] = (),
        files: tuple[tuple[str, str, bytes], ...] = (),
        page: str = PAGE,
    ) -> None:
        """Answer what a page has asked; see `inputs.Answer`."""
        self.act(Answer(self._now, request.id, accepted, text, chosen, files), page=page)

    def act(self, entry: Input, *, page: str = PAGE) -> None:
        """Give a page any input."""
        self._take(page, self._pages.then(self._page(page), entry))

    def catch_up(self, page: str = PAGE) -> None:
        """Let the time pass in a page that has passed while it was hidden."""
        state = self.state.pages.get(page)
        if state is not None and page not in self.state.wakes:
            self._plan(page, state)

    def report(self, page: str = PAGE) -> PageReport:
        """Return how a page stands."""
        return self._pages.at(self._page(page).log).report()

    def read_file(self, path: str) -> Response:
        """Answer with a file of the phone, if the app may read it."""
        files = self.context.system.files
        try:
            if not files.exists(path):
                return Response(error="ERR_FILE_NOT_FOUND")
            if not files.may(path, self.context.uid, "r"):
                return Response(error="ERR_ACCESS_DENIED")
            return Response(files.read(path), mime_of(path))
        except FileError:
            return Response(error="ERR_FILE_NOT_FOUND")

    # -- inside

    @property
    def _now(self) -> int:
        return self.context.system.clock.elapsed_ms()

    @property
    def _pages(self) -> Pages:
        return Pages(self._live_pages, self.read_url)

    def _live_pages(self) -> LiveCache[Page]:
        name = f"web {type(self).__name__}"
        return self.context.live(name, lambda: page_cache(self.read_asset, self.LIVE_PAGES))

    def _page(self, page: str) -> WebState:
        state = self.state.pages.get(page)
        if state is None:
            raise SimulatorError(f"There is no page {page!r}; load one.")
        return state

    def _taker(self, page: str) -> Callable[[WebState], None]:
        def take(state: WebState) -> None:
            if page in self.state.pages:
                self._take(page, state)

        return take

    def _take(self, page: str, state: WebState) -> None:
        """Keep a page's new state, see that it goes on by itself, and tell what it has told."""
        if not state.settled:
            self._write(pages=self.state.pages.set(page, state))
            self._wake_at(page, self._now + _LONG_PRESS_MS, sooner=True)
            return
        state, events = self._pages.heard(state)
        self._write(pages=self.state.pages.set(page, state))
        self._plan(page, state)
        for event in events:
            self.on_web_event(page, event)

    def _write(self, **changes: Any) -> None:
        self.update(**changes)

    def _plan(self, page: str, state: WebState) -> None:
        due = None if self.hides(page) else self._pages.at(state.log).next_ms
        if due is not None:
            due = max(due, state.last_ms + WAKE_MS, self._now + 1)
        self._wake_at(page, due)

    def _wake_at(self, page: str, due: int | None, *, sooner: bool = False) -> None:
        """Plan when a page goes on; `sooner` leaves an earlier plan as it is."""
        wakes = self.state.wakes
        planned = wakes.get(page)
        if planned is not None:
            if planned[0] == due or (sooner and due is not None and planned[0] < due):
                return
            self.context.system.clock.cancel(planned[1])
            wakes = wakes.delete(page)
        if due is not None:
            wakes = wakes.set(page, (due, self.after(due - self._now, "web_wake", page)))
        if wakes is not self.state.wakes:
            self._write(wakes=wakes)

    @callback
    def web_wake(self, page: str) -> None:
        """Let the time that has passed pass in a page."""
        self._write(wakes=self.state.wakes.delete(page))
        state = self.state.pages.get(page)
        if state is not None and not self.hides(page):
            self._take(page, self._pages.then(state, Advance(self._now)))


def _path(url: str) -> str:
    """Return the path of a ``file:`` address."""
    from urllib.parse import unquote, urlsplit

    return unquote(urlsplit(url).path)
