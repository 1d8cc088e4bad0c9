"""Events of pages: opening what they ask for, and asking the user what they ask."""

from __future__ import annotations

from typing import Any, Final

from immutables import Map

from android_gym.simulator.apps.chrome.actions import NOWHERE, OTHER_APPS, RESULT_OK, BrowserActions
from android_gym.simulator.apps.chrome.error_pages import error_page
from android_gym.simulator.apps.chrome.model import Tab
from android_gym.simulator.apps.chrome.reading import may_lead, read_address
from android_gym.simulator.apps.chrome.storage import save_tabs
from android_gym.simulator.apps.chrome.urls import ADDRESSES, scheme_of, site
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.mime_types import mime_type
from android_gym.simulator.ui.activity import callback
from android_gym.simulator.ui.web_pages import MOST_SERVED
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
    SelectRequest,
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
MOST_TITLE: Final = 4096
"""Letters of a title that are kept."""


def _mime(accepted: str) -> str:
    """Return the type of an entry of a field's `accept`: a type itself, or a file's ending."""
    kind = accepted.strip()
    return mime_type(kind) if kind.startswith(".") else kind.lower()


def _chosen(data: Intent | None) -> tuple[str, ...]:
    """Return the addresses of the files that an app has answered with."""
    if data is None:
        return ()
    several = data.extra("android.intent.extra.STREAM")
    if isinstance(several, tuple):
        return tuple(uri for uri in several if isinstance(uri, str))
    return (data.data,) if data.data else ()


class PageEvents(BrowserActions):
    """The main screen's part that follows its pages."""

    def read_url(self, url: str, document: bool) -> Response:
        """Return what lies at an address; for a page that can't be shown, one that says so."""
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
        """Follow what a page tells and asks."""
        tab = self.state.tabs.get(int(page))
        if tab is None:
            return
        match event:
            case TitleChanged(title):
                self.show_title(tab, title[:MOST_TITLE])
            case UrlChanged(url) if url != tab.url:
                self.update(tabs=self.state.tabs.with_tab(tab.readdressed(url)))
                save_tabs(self.context, self.state.tabs)
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
            case FileRequest():
                self._ask_file(page, event)
            case DialogRequest() | SelectRequest() | PickerRequest() | Withdrawn():
                self._ask_in_turn(tab, event)
            case PageCrashed():
                self._lose(tab, event)

    def _lose(self, tab: Tab, event: PageCrashed) -> None:
        """Show that a page has died, or let one be seen as it was whose script never ends.

        Chrome for Android says nothing of the latter: it has the words for it behind a flag alone.
        The toolbar works on, and whatever leads to another page leads out of that one.
        """
        if event.reason == "crash":
            self.update(crashed=self.state.crashed.set(tab.id, tab.loads))
        else:
            self.update(stuck=self.state.stuck.set(tab.id, tab.loads))
            self.hold_still(str(tab.id))

    def _open_window(self, tab: Tab, event: OpenWindow) -> None:
        """Open a tab that a page wants, unless nobody has asked the page for it."""
        if not may_lead(tab.url, event.url):
            return
        if event.asked or self.settings.may_pop_up(site(tab.url)):
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
        """Open a window that was blocked, and block none of its site any more."""
        self.settings.allow_popups(place)
        tab = self.tab
        self.open_tab(url, incognito=tab is not None and tab.incognito, origin="link")

    def show_title(self, tab: Tab, title: str) -> None:
        """Keep the title that a page has, or has now."""
        self.update(tabs=self.state.tabs.with_tab(tab.renamed(title)))
        if not tab.incognito:
            self.history.rename(tab.url, title)

    def _remember(self, tab: Tab) -> None:
        """Note a page that was come to in the history, unless it could not be shown."""
        came = self.state.coming.get(tab.id)
        if came is None:
            return
        self.update(coming=self.state.coming.delete(tab.id))
        if not tab.incognito and not read_address(self.context, tab.url).error:
            self.history.visit(tab.url, tab.entry.title, typed=came == "typed")

    def _ask_in_turn(self, tab: Tab, request: WebRequest | Withdrawn) -> None:
        """Ask what a page asks: at once where it is on the screen, else once it is."""
        if isinstance(request, Withdrawn):
            self._withdraw(tab, request)
        elif tab.id == self.state.tabs.current and self.state.view == "page":
            self.ask(str(tab.id), tab.url, request)
        else:
            self.update(waiting=self.state.waiting.set(tab.id, request))

    def _withdraw(self, tab: Tab, event: Withdrawn) -> None:
        """Ask no more for what a page does not want any more."""
        waits = self.state.waiting.get(tab.id)
        if isinstance(waits, SelectRequest | PickerRequest) and waits.id == event.id:
            self.update(waiting=self.state.waiting.delete(tab.id))
        self.ask_no_more(str(tab.id), event)

    def _follow(self, tab: Tab, url: str) -> None:
        """Go where a page leads."""
        if tab.id != self.state.tabs.current or not may_lead(tab.url, url):
            return
        if scheme_of(url) in ADDRESSES | OTHER_APPS:  # nobody takes others, such as "intent:"
            self.open_url(url, sure=True)  # the engine has asked already

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
        """Give a page the files that were chosen for it."""
        if isinstance(request, tuple):
            page, number = request
            self._take_file(page, number, data if code == RESULT_OK else None)
        else:
            super().on_activity_result(request, code, data)

    # -- what the screen's own module knows

    def ask_link(self, held: LongPress) -> None:
        """Open the menu of a link or a picture."""
        raise NotImplementedError(f"{type(self).__name__} has no menu of links.")
