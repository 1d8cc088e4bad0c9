"""Events of pages: navigation, new windows, downloads, and requests to the user."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from immutables import Map

from android_gym.simulator.apps.chrome.actions import NOWHERE, OTHER_APPS, RESULT_OK, BrowserActions
from android_gym.simulator.apps.chrome.error_pages import error_page
from android_gym.simulator.apps.chrome.look import BAR, theme_of
from android_gym.simulator.apps.chrome.model import Tab
from android_gym.simulator.apps.chrome.reading import may_lead, read_address
from android_gym.simulator.apps.chrome.site_data import SiteData, changed, is_kept
from android_gym.simulator.apps.chrome.storage import save_tabs
from android_gym.simulator.apps.chrome.urls import ADDRESSES, scheme_of, site
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.mime_types import mime_type
from android_gym.simulator.ui.activity import callback
from android_gym.simulator.ui.web_pages import MOST_SERVED, WebState
from android_gym.simulator.web.inputs import Response
from android_gym.simulator.web.reports import (
    DialogRequest,
    Download,
    FileRequest,
    LongPress,
    Navigate,
    OpenWindow,
    PageCrashed,
    PageLoaded,
    PickerRequest,
    Pulled,
    Scrolled,
    SelectRequest,
    StorageChanged,
    TitleChanged,
    UrlChanged,
    WebEvent,
    WebRequest,
    Withdrawn,
)

__all__ = ["MOST_TITLE", "PageEvents"]

_ALLOW_MULTIPLE: Final = "android.intent.extra.ALLOW_MULTIPLE"
_GET_CONTENT: Final = "android.intent.action.GET_CONTENT"
_MIME_TYPES: Final = "android.intent.extra.MIME_TYPES"
_MOST_HOPS: Final = 20
"""Pages that lead to another one, in quick succession, until each has to wait."""

_HOPS_MS: Final = 1000
"""Milliseconds between two of them at most."""

_HOP_MS: Final = 200
"""Milliseconds that each has to wait."""

_BAR_STAYS_MS: Final = 3000
"""Milliseconds for which the toolbar of a page that has just loaded doesn't scroll away."""

MOST_TITLE: Final = 4096
"""Characters of a title that are stored."""


def _mime(accepted: str) -> str:
    """Return the MIME type of an entry of a field's `accept`: a type, or a file extension."""
    kind = accepted.strip()
    return mime_type(kind) if kind.startswith(".") else kind.lower()


def _chosen(data: Intent | None) -> tuple[str, ...]:
    """Return the URIs of the files that an app has returned."""
    if data is None:
        return ()
    several = data.extra("android.intent.extra.STREAM")
    if isinstance(several, tuple):
        return tuple(uri for uri in several if isinstance(uri, str))
    return (data.data,) if data.data else ()


class PageEvents(BrowserActions):
    """The part of the main screen that handles events of its pages."""

    def is_dark(self) -> bool:
        """Return whether pages are asked for dark colours; incognito tabs don't change that."""
        return theme_of(self.context).dark

    def storage_of(self, page: str, url: str) -> tuple[tuple[str, str], ...] | None:
        """Return what a page begins with; incognito tabs and previews keep nothing."""
        tab = self.state.tabs.get(int(page)) if page.isdecimal() else None
        return None if tab is None or tab.incognito else SiteData(self.context).items_of(url)

    def session_of(self, page: str, url: str) -> tuple[tuple[str, str], ...] | None:
        """Return what a page's tab has kept; previews keep nothing."""
        tab = self.state.tabs.get(int(page)) if page.isdecimal() else None
        return None if tab is None or not is_kept(url) else tab.session

    def read_url(self, url: str, document: bool) -> Response:
        """Return the content of a URL; an error page for a page that can't be loaded."""
        if url == NOWHERE and self.tab is not None:
            url = self.tab.url
        found = read_address(self.context, url)
        if not document:
            return found
        error = found.error
        if len(found.body) > MOST_SERVED:
            error = "ERR_INSUFFICIENT_RESOURCES"
        if error:
            dark = self.theme().dark
            return Response(error_page(url, error, dark=dark), "text/html; charset=utf-8")
        return found

    def on_web_event(self, page: str, event: WebEvent) -> None:
        """Handle an event of a page."""
        tab = self.state.tabs.get(int(page))
        if tab is None:
            return
        match event:
            case TitleChanged() | UrlChanged() | StorageChanged():
                self._keep_changes(tab, event)
            case PageLoaded():
                self._remember(tab)
            case Navigate(url):
                self._follow(tab, url)
            case OpenWindow():
                self._open_window(tab, event)
            case Download():
                self.keep_download(event)
            case LongPress() if event.link or event.image:
                self.ask_link(event)
            case Scrolled() | Pulled() if tab == self.tab:
                self._drag(tab, event)
            case FileRequest():
                self._ask_file(page, event)
            case DialogRequest() | SelectRequest() | PickerRequest() | Withdrawn():
                self._ask_in_turn(tab, event)
            case PageCrashed():
                self._lose(tab, event)

    def _drag(self, tab: Tab, event: Scrolled | Pulled) -> None:
        """Follow a finger that has moved the page."""
        if isinstance(event, Scrolled):
            self._move_bar(tab, event.dp)
        else:
            self.reload()

    def _move_bar(self, tab: Tab, dp: float) -> None:
        """Hide the toolbar after a page was scrolled down, or show it after one was scrolled up.

        What is on the screen stays where the finger left it: the first part of the way moves the
        toolbar, and only the rest the page. A new page keeps the toolbar for a while, and so do
        one in which text is typed and "Find in page" (`TabStateBrowserControlsVisibilityDelegate`).
        """
        page, state = str(tab.id), self.state
        away = dp > 0
        if abs(dp) < BAR / 2 or away == (state.bar_away == tab.id):
            return
        shown = state.pages[page]
        young = self._now < shown.opened.at_ms + _BAR_STAYS_MS
        if away and (young or shown.focus or state.find is not None):
            return
        way = f"{{top: {-BAR if away else BAR} / visualViewport.scale, behavior: 'instant'}}"
        self.run_script(f"scrollBy({way})", page=page)
        self.update(bar_away=tab.id if away else 0)

    def _take(self, page: str, state: WebState) -> None:
        """Show the toolbar once a field of the page has the focus."""
        super()._take(page, state)
        if state.focus and self.state.bar_away:
            self.update(bar_away=0)

    def _keep_changes(self, tab: Tab, event: TitleChanged | UrlChanged | StorageChanged) -> None:
        """Store what a page has changed."""
        match event:
            case TitleChanged(title):
                self.show_title(tab, title[:MOST_TITLE])
            case UrlChanged(url, replaces) if url != tab.url:
                self._change(tab.readdressed(url, replacing=replaces))
            case StorageChanged("localStorage", changes):
                SiteData(self.context).change(changes)
            case StorageChanged(_, changes):
                session = tuple(sorted(changed(tab.session, changes).items()))
                self.update(tabs=self.state.tabs.with_tab(replace(tab, session=session)))

    def _lose(self, tab: Tab, event: PageCrashed) -> None:
        """Show that a page has crashed, or the last state of one whose script never ends.

        Chrome for Android doesn't report the latter, except behind a flag. The toolbar still works,
        and any navigation leaves that page.
        """
        if event.reason == "crash":
            self.update(crashed=self.state.crashed.set(tab.id, tab.loads))
        else:
            self.update(stuck=self.state.stuck.set(tab.id, tab.loads))
            self.hold_still(str(tab.id))

    def _open_window(self, tab: Tab, event: OpenWindow) -> None:
        """Open a tab for a page's window, unless it is an unwanted pop-up."""
        if not may_lead(tab.url, event.url):
            return
        allowed = self.settings.may_pop_up(site(tab.url))
        if event.asked or allowed and not self.hurries():
            self.open_tab(event.url, incognito=tab.incognito, origin="link")
            return
        self.show_snackbar(
            "Pop-up blocked",
            action="Always show",
            method="pop_up",
            arguments=(site(tab.url), event.url),
            duration_ms=10_000,
        )

    @callback
    def pop_up(self, place: str, url: str) -> None:
        """Open a pop-up that was blocked, and allow those of its site from now on."""
        self.settings.allow_popups(place)
        tab = self.tab
        self.open_tab(url, incognito=tab is not None and tab.incognito, origin="link")

    def show_title(self, tab: Tab, title: str) -> None:
        """Store a page's new title."""
        self._change(tab.renamed(title))
        if not tab.incognito:
            self.history.rename(tab.url, title)

    def _change(self, tab: Tab) -> None:
        """Store a tab whose page has changed its URL or its title."""
        before = self.state.tabs
        self.update(tabs=before.with_tab(tab))
        save_tabs(self.context, self.state.tabs, before)

    def _remember(self, tab: Tab) -> None:
        """Add a page that was navigated to to the history, unless loading has failed."""
        came = self.state.coming.get(tab.id)
        if came is None:
            return
        self.update(coming=self.state.coming.delete(tab.id))
        if not tab.incognito and not read_address(self.context, tab.url).error:
            self.history.visit(tab.url, tab.entry.title, typed=came == "typed")

    def _ask_in_turn(self, tab: Tab, request: WebRequest | Withdrawn) -> None:
        """Show the dialog for a page's request: at once if the page is visible, else later."""
        if isinstance(request, Withdrawn):
            self._withdraw(tab, request)
        elif tab.id == self.state.tabs.current and self.state.shows_page:
            self.ask(str(tab.id), tab.url, request)
        else:
            self.update(waiting=self.state.waiting.set(tab.id, request))

    def _withdraw(self, tab: Tab, event: Withdrawn) -> None:
        """Drop a request that a page has withdrawn, and close its dialog."""
        waits = self.state.waiting.get(tab.id)
        if isinstance(waits, SelectRequest | PickerRequest) and waits.id == event.id:
            self.update(waiting=self.state.waiting.delete(tab.id))
        self.ask_no_more(str(tab.id), event)

    def _follow(self, tab: Tab, url: str) -> None:
        """Navigate where a page leads."""
        if tab.id != self.state.tabs.current or not may_lead(tab.url, url):
            return
        if scheme_of(url) not in ADDRESSES | OTHER_APPS:  # no app handles them, as "intent:"
            return
        alone = not self.is_used(str(tab.id))
        if alone and self.hurries():
            self.after(_HOP_MS, "follow_later", tab.id, tab.loads, url)
        else:  # the engine has handled `beforeunload` already
            self.open_url(url, sure=True, replacing=alone)

    @callback
    def follow_later(self, number: int, loads: int, url: str) -> None:
        """Navigate where a page has led that was one of many, unless it was left meanwhile."""
        tab = self.state.tabs.get(number)
        if tab is not None and tab.loads == loads and number == self.state.tabs.current:
            self.open_url(url, sure=True, replacing=True)

    def hurries(self) -> bool:
        """Count a page that leads to another one by itself; return whether that has to wait.

        Pages that lead to each other endlessly would otherwise never let the user act.
        """
        now, (before, count) = self.context.system.clock.elapsed_ms(), self.state.hops
        count = count + 1 if now - before <= _HOPS_MS else 1
        self.update(hops=(now, count))
        return count > _MOST_HOPS

    # -- files that pages ask for

    def _ask_file(self, page: str, request: FileRequest) -> None:
        kinds = tuple(dict.fromkeys(map(_mime, filter(None, request.accept.split(",")))))
        extras: Map[str, Any] = Map({_ALLOW_MULTIPLE: request.multiple})
        if len(kinds) > 1:
            extras = extras.set(_MIME_TYPES, kinds)
        intent = Intent(
            _GET_CONTENT,
            type=kinds[0] if len(kinds) == 1 else "*/*",
            categories=("android.intent.category.OPENABLE",),
            extras=extras,
        )
        if not self.start_activity(intent, request=(page, request.id)):
            self.answer(request, False, page=page)

    def _take_file(self, page: str, number: int, data: Intent | None) -> None:
        files = []
        for uri in _chosen(data):
            found = read_address(self.context, uri)
            if not found.error:
                name = (document_path(uri) or uri).rpartition("/")[2]
                files.append((name, found.mime, found.body))
        if page in self.state.pages:
            self.answer(FileRequest(number), bool(files), files=tuple(files), page=page)

    def on_activity_result(self, request: object, code: int, data: Intent | None) -> None:
        """Answer a page's request with the files that were chosen."""
        if isinstance(request, tuple):
            page, number = request
            self._take_file(page, number, data if code == RESULT_OK else None)
        else:
            super().on_activity_result(request, code, data)

    # -- for the screen to implement

    def ask_link(self, held: LongPress) -> None:
        """Open the context menu of a link or an image."""
        raise NotImplementedError(f"{type(self).__name__} has no menu of links.")
