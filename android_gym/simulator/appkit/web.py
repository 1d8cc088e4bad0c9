"""Base class of activities that show web pages: `WebActivity`.

If there is no browser on this machine, pages can't be opened: `load` reports `PageFailed` with
`NO_ENGINE`, and everything else on the screen works.
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
from android_gym.simulator.ui.activity import Activity, Overlay, callback
from android_gym.simulator.ui.drawables import Drawable
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.web_pages import Pages, WebState, page_cache
from android_gym.simulator.ui.web_view import WebView
from android_gym.simulator.web.engines import find_engine
from android_gym.simulator.web.inputs import (
    BY_USER,
    Advance,
    Answer,
    DeviceScreen,
    Find,
    Input,
    Opened,
    Response,
    Script,
    Touch,
    WebSettings,
)
from android_gym.simulator.web.reports import (
    Copied,
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
"""Error of `PageFailed` if there is no browser on this machine."""

PAGE: Final = "page"
"""Name of the page on a screen that has only one."""

WAKE_MS: Final = 100
"""Least milliseconds between two runs of a page's timers and animations."""

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
"""MIME types that Chrome defines itself, by file extension; for others it asks Android."""


def mime_of(name: str) -> str:
    """Return the MIME type of a file by its extension, as Chrome has it for local files."""
    return _MIMES.get(name.rpartition(".")[2].lower()) or mime_type(name)


@dataclass(frozen=True)
class WebScreenState:
    """State of a screen with pages; subclasses add their own.

    Attributes:
        pages: Its pages by name.
        wakes: (milliseconds since boot, timer) of the next wake-up, by the page's name.
    """

    pages: Map[str, WebState] = Map()
    wakes: Map[str, tuple[int, int]] = Map()


W_co = TypeVar("W_co", bound=WebScreenState, covariant=True, default=WebScreenState)


class WebActivity(Activity[W_co], Generic[W_co]):
    """An activity that shows web pages; its state extends `WebScreenState`.

    Attributes:
        LIVE_PAGES: Number of pages to keep alive, at 40 MB each; others come back by replay.
    """

    LIVE_PAGES: ClassVar[int] = 1

    # -- for apps to override

    def read_url(self, url: str, document: bool) -> Response:
        """Answer a request of a page; the response is kept in the page's log.

        Args:
            url: URL that is requested.
            document: True for the page's own document, for which an app may return an error page.
        """
        if url.startswith("file:///"):
            return self.read_file(_path(url))
        return Response(error="ERR_INTERNET_DISCONNECTED")

    @staticmethod
    def read_asset(url: str) -> Response | None:
        """Answer a request for constant content, such as the app's own files; None for others.

        The response must depend on the URL alone.
        """
        return None

    def on_web_event(self, page: str, event: WebEvent) -> None:
        """Handle an event of a page; called once for each, in order."""

    def frame_dialog(self, page: str, overlay: Overlay) -> Overlay:
        """Return the window of a page's message, which by default is all that can be used."""
        return overlay

    def hides(self, page: str) -> bool:
        """Return whether a page of the screen is invisible, as it is behind another one.

        Its timers and animations only run when it becomes visible again (`catch_up`).
        """
        return False

    def storage_of(self, page: str, url: str) -> tuple[tuple[str, str], ...] | None:
        """Return what ``localStorage`` of a page begins with; None if its changes aren't kept."""
        return None

    def session_of(self, page: str, url: str) -> tuple[tuple[str, str], ...] | None:
        """Return what ``sessionStorage`` of a page begins with; None as for `storage_of`."""
        return None

    def is_dark(self) -> bool:
        """Return whether pages are asked for dark colours, as Chrome does in its dark theme."""
        return False

    # -- for apps to call

    def web_view(
        self,
        page: str = PAGE,
        *,
        answers: bool = True,
        takes_keys: bool = False,
        covered: bool = False,
        **common: Unpack[ViewOptions],
    ) -> View:
        """Return the view of a page, as large as its parent; white if there is no page.

        Args:
            page: Name of the page.
            answers: False for a page that is only shown (`hold_still`).
            takes_keys: Whether it has the focus if nothing else on the screen has it; otherwise
                only after a touch.
            covered: Whether a dialog covers it: it has no nodes and takes no input.
            **common: See `View`.
        """
        options: ViewOptions = {"width": MATCH, "height": MATCH, "background": "#FFFFFF"}
        options.update(common)

        def is_there(state: WebScreenState) -> bool:
            return page in state.pages

        # Depend only on whether there is a page, so that changes in it don't rebuild the screen.
        if not self.part(("page", page), is_there):
            return View(**options)

        def current() -> WebState | None:
            return self.state.pages.get(page)

        return WebView(
            self._pages,
            current,
            self._taker(page),
            answers=answers,
            takes_keys=takes_keys,
            covered=covered,
            dark=self.is_dark(),
            **options,
        )

    def thumbnail(
        self, page: str = PAGE, corners: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    ) -> Drawable | None:
        """Return a thumbnail of a page as it last was; None if there is no such page.

        Args:
            page: Name of the page.
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
        """Open a URL, replacing what the page shows.

        Args:
            url: The URL.
            page: Name of the page.
            seed: Seed of its random numbers; by default derived from the URL and the time.
            settings: Settings of the page; by default those of a new `WebView`.
            size: (width, height) in pixels of the view that it will be in, if the app knows it; by
                default that of the previous page, or else the screen's.
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
            DeviceScreen(self.context.windows.size, system.display.rotation, self.is_dark()),
            self.storage_of(page, url),
            self.session_of(page, url),
        )
        self._take(page, self._pages.open(opened))

    def close_page(self, page: str = PAGE) -> None:
        """Close a page."""
        pages, wakes = self.state.pages, self.state.wakes
        if page in wakes:
            self.context.system.clock.cancel(wakes[page][1])
            wakes = wakes.delete(page)
        if page in pages:
            pages = pages.delete(page)
        self._write(pages=pages, wakes=wakes)

    def hold_still(self, page: str = PAGE) -> None:
        """Reset a page whose script never ends to the state before that, only to be shown.

        If that has happened while it was loading, the page is closed.
        """
        before = self._pages.before_last(self._page(page))
        if before is None:
            self.close_page(page)
        else:
            self._write(pages=self.state.pages.set(page, before))

    def run_script(self, code: str, *, page: str = PAGE) -> Any:
        """Run a script in a page; return its value, converted by JSON; None if it has thrown."""
        state = self._page(page)
        before = len(self._pages.at(state.log).events)
        after = self._pages.then(state, Script(self._now, code))
        told = self._pages.at(after.log).events[before:]
        self._take(page, after)
        value = next((event.json for event in told if isinstance(event, ScriptResult)), "null")
        return json.loads(value)

    def is_used(self, page: str = PAGE) -> bool:
        """Return whether the user has touched a page or typed into it; false if there is none."""
        state = self.state.pages.get(page)
        return state is not None and any(
            isinstance(entry, (*BY_USER, Touch)) for entry in state.log.inputs
        )

    def asks_before_leaving(self, page: str = PAGE) -> bool:
        """Send a page ``beforeunload``; return whether the user has to confirm leaving it.

        As in Chromium, a page that was never touched can't ask for that.
        """
        state = self.state.pages.get(page)
        asking = state is not None and state.touched and self.run_script(_BEFORE_UNLOAD, page=page)
        return asking is True

    def find_in_page(self, text: str, forward: bool = True, *, page: str = PAGE) -> tuple[int, int]:
        """Show the next match of a text; return (its number, number of matches).

        Both are 0 if there is no page.
        """
        if page not in self.state.pages:
            return 0, 0
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
        """Answer a request of a page; see `inputs.Answer`."""
        self.act(Answer(self._now, request.id, accepted, text, chosen, files), page=page)

    def act(self, entry: Input, *, page: str = PAGE) -> None:
        """Apply an input to a page."""
        self._take(page, self._pages.then(self._page(page), entry))

    def catch_up(self, page: str = PAGE) -> None:
        """Resume a page's timers and animations after it was hidden."""
        state = self.state.pages.get(page)
        if state is not None and page not in self.state.wakes:
            self._plan(page, state)

    def report(self, page: str = PAGE) -> PageReport:
        """Return the current report of a page."""
        return self._pages.at(self._page(page).log).report()

    def read_file(self, path: str) -> Response:
        """Return a response with a file of the phone, or an error if the app may not read it."""
        files = self.context.system.files
        try:
            if not files.exists(path):
                return Response(error="ERR_FILE_NOT_FOUND")
            if not files.as_user(self.context.uid).may(path, "r"):
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
        """Store a page's new state, schedule its next wake-up, and handle its events."""
        if not state.settled:
            self._write(pages=self.state.pages.set(page, state))
            self._wake_at(page, self._now + _LONG_PRESS_MS, sooner=True)
            return
        state, events = self._pages.heard(state)
        self._write(pages=self.state.pages.set(page, state))
        self._plan(page, state)
        for event in events:
            if isinstance(event, Copied):
                self.context.system.clipboard.set_text(event.text, source=self.context.package)
            else:
                self.on_web_event(page, event)

    def _write(self, **changes: Any) -> None:
        self.update(**changes)

    def _plan(self, page: str, state: WebState) -> None:
        due = None if self.hides(page) else self._pages.at(state.log).next_ms
        if due is not None:
            due = max(due, state.last_ms + WAKE_MS, self._now + 1)
        self._wake_at(page, due)

    def _wake_at(self, page: str, due: int | None, *, sooner: bool = False) -> None:
        """Schedule a page's wake-up; with `sooner`, keep an earlier one that is scheduled."""
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
        """Advance a page to the present time."""
        self._write(wakes=self.state.wakes.delete(page))
        state = self.state.pages.get(page)
        if state is not None and not self.hides(page):
            self._take(page, self._pages.then(state, Advance(self._now)))


def _path(url: str) -> str:
    """Return the path of a ``file:`` URL."""
    from urllib.parse import unquote, urlsplit

    return unquote(urlsplit(url).path)
