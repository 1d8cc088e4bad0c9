"""Pages that are preloaded.

A page that was opened several times, with another seed each time, will most likely be opened again.
While such a page is in use, the next is loaded in a target of its own, as far as possible without
its seed (`WebSettings.late_seed`). The result is the same as when it is loaded on request, since
nothing before depends on its log.

There is no background thread: after user inputs to another page, loading continues with what the
browser has reported by then. Nobody waits for a preloaded page until it is requested.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from android_gym.simulator.web.browser import Browser
from android_gym.simulator.web.inputs import Opened, Response
from android_gym.simulator.web.page import Page

__all__ = ["open_page"]

Assets = Callable[[str], Response | None]

KEPT: Final = 8
"""Number of opened pages after which an earlier page, or a preloaded one, is no longer expected."""

MOST: Final = 2
"""Pages to preload: a single one may not be ready, as a short episode is over sooner than that."""


@dataclass(frozen=True)
class _Plan:
    """A page without its seed.

    Attributes:
        opened: How it is opened, with seed 0.
        assets: Answers its requests.
    """

    opened: Opened
    assets: Assets


class Ahead:
    """The preloaded pages of a browser; all of the same plan, since each takes a process.

    Args:
        browser: The browser.

    Attributes:
        pages: The pages, fully loaded or not; the first one is used next.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._lock = threading.Lock()
        self._recent: deque[_Plan] = deque(maxlen=KEPT)
        self._plan: _Plan | None = None
        self.pages: list[Page] = []
        self._passed = 0  # other pages opened since one of this plan was

    def take(self, opened: Opened, assets: Assets) -> Page | None:
        """Return a preloaded page if there is one; plan what to preload next."""
        plan = _Plan(replace(opened, seed=0), assets)
        with self._lock:
            wanted = plan in self._recent
            self._recent.append(plan)
            if self._plan != plan:
                if self._plan is not None and self._passed < KEPT:
                    self._passed += 1
                    return None
                self._drop()
                self._plan = plan if wanted else None
            self._passed = 0
            while self.pages:
                page = self.pages.pop(0)
                if page.go_on():
                    return page
                page.close()
        return None

    def tend(self) -> None:
        """Begin to load planned pages, or continue with what the browser has reported."""
        if not self._lock.acquire(blocking=False):
            return  # another thread is doing this
        try:
            if self._plan is None:
                return
            for page in self.pages:
                if not page.is_there:
                    if not page.go_on():
                        self._plan = None
                        self._drop()
                        self._recent.clear()
                    return
            if len(self.pages) < MOST:
                plan = self._plan
                self.pages.append(Page(self._browser, plan.opened, plan.assets, ahead=True))
        finally:
            self._lock.release()

    def _drop(self) -> None:
        while self.pages:
            self.pages.pop().close()


def open_page(browser: Browser, opened: Opened, assets: Assets) -> Page:
    """Open a page, using a preloaded one if there is one.

    Args:
        browser: The browser that runs it.
        opened: How to open it.
        assets: Answers requests for constant content; equal functions give equal answers.
    """
    known = assets(opened.url) if opened.settings.late_seed else None
    if known is None or known.error:
        return Page(browser, opened, assets)
    if not isinstance(browser.ahead, Ahead):
        browser.ahead = Ahead(browser)
    page = browser.ahead.take(opened, assets)
    if page is None:
        return Page(browser, opened, assets)
    page.begin(opened)
    return page
