"""Pages that are loaded before they are asked for.

What is opened again and again, with another seed each time, is most likely opened once more: while
one such page is used, the next is loaded in a place of its own, as far as that goes without its
seed (`WebSettings.late_seed`). It is then what it would be had it been loaded when it was asked
for: nothing of the log is known before, and nothing that follows from it has happened.

Nothing runs beside: a page is brought on where another one has been given an input of the user's,
by what the browser has told until then, and is never waited for until it is asked for.
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
"""Pages that are opened until one that was opened, or loaded ahead, is taken for not wanted."""

MOST: Final = 2
"""Pages that are loaded ahead: a short episode takes less time than it takes to load one."""


@dataclass(frozen=True)
class _Plan:
    """A page without its seed.

    Attributes:
        opened: How it is opened.
        assets: Answers its requests.
    """

    opened: Opened
    assets: Assets


class Ahead:
    """The pages that are loaded ahead in a browser, all alike, since each takes a process.

    Args:
        browser: The browser.

    Attributes:
        pages: The pages, as far as they are loaded; the first one is asked for next.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._lock = threading.Lock()
        self._recent: deque[_Plan] = deque(maxlen=KEPT)
        self._plan: _Plan | None = None
        self.pages: list[Page] = []
        self._passed = 0  # pages that were opened since one like these was

    def take(self, opened: Opened, assets: Assets) -> Page | None:
        """Return a page if it was loaded ahead; plan what is to be loaded next."""
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
        """Begin to load what is planned, or go on with it by what the browser has told."""
        if not self._lock.acquire(blocking=False):
            return  # another thread does
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
    """Return a page that was opened; one that was loaded ahead where there is one.

    Args:
        browser: Where it lives.
        opened: How it was opened.
        assets: Answers requests for what is the same for ever; equal ones give equal answers.
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
