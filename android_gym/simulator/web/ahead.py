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
    """The page that is loaded ahead in a browser: one, since each takes a process.

    Args:
        browser: The browser.

    Attributes:
        page: The page, as far as it is loaded; None before that has begun.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._lock = threading.Lock()
        self._recent: deque[_Plan] = deque(maxlen=KEPT)
        self._plan: _Plan | None = None
        self.page: Page | None = None
        self._passed = 0  # pages that were opened since the plan was made

    def take(self, opened: Opened, assets: Assets) -> Page | None:
        """Return the page if it was loaded ahead; plan what is to be loaded next."""
        plan = _Plan(replace(opened, seed=0), assets)
        with self._lock:
            page = None
            if self._plan == plan:
                page, self.page = self.page, None
            elif self._plan is not None and self._passed < KEPT:
                self._passed += 1
                self._recent.append(plan)
                return None
            elif self.page is not None:
                self.page.close()
                self.page = None
            self._plan = plan if plan in self._recent else None
            self._passed = 0
            self._recent.append(plan)
        if page is not None and not page.go_on():
            page.close()
            return None
        return page

    def tend(self) -> None:
        """Begin to load what is planned, or go on with it by what the browser has told."""
        if not self._lock.acquire(blocking=False):
            return  # another thread does
        try:
            plan = self._plan
            if plan is None:
                return
            if self.page is None:
                self.page = Page(self._browser, plan.opened, plan.assets, ahead=True)
            elif not self.page.go_on():
                self.page.close()
                self.page = self._plan = None
                self._recent.clear()
        finally:
            self._lock.release()


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
