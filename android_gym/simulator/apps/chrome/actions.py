"""Actions of Chrome's screens, without their views."""

from __future__ import annotations

from dataclasses import replace
from typing import Final
from urllib.parse import unquote

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.appkit.web import WebActivity
from android_gym.simulator.appkit.web_dialogs import PageDialog
from android_gym.simulator.apps.chrome.bookmark_file import BookmarkFile
from android_gym.simulator.apps.chrome.downloading import notify_downloaded, save_download, viewing
from android_gym.simulator.apps.chrome.history import History
from android_gym.simulator.apps.chrome.incognito import show_notification
from android_gym.simulator.apps.chrome.intents import (
    IN_TAB,
    asks_for_incognito,
    open_url,
    origin_of,
    start_first_run,
)
from android_gym.simulator.apps.chrome.look import page_size, theme_of
from android_gym.simulator.apps.chrome.manifest import NEW_TAB
from android_gym.simulator.apps.chrome.model import (
    NTP,
    RECENT_TABS,
    BrowserState,
    Came,
    Origin,
    Tab,
    Tabs,
    View,
)
from android_gym.simulator.apps.chrome.reading import (
    STORAGE_PERMISSION,
    external_address,
    is_page,
    loadable,
    read_address,
    shared_path,
)
from android_gym.simulator.apps.chrome.storage import FIRST_RUN, Settings, load_tabs, save_tabs
from android_gym.simulator.apps.chrome.urls import address_of, scheme_of
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.mime_types import mime_type
from android_gym.simulator.ui.activity import Activity, S_co, callback
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.web.inputs import WebSettings
from android_gym.simulator.web.reports import Download, WebRequest, Withdrawn

__all__ = [
    "HELP",
    "NOWHERE",
    "OTHER_APPS",
    "RESULT_OK",
    "Actions",
    "BrowserActions",
]

HELP: Final = "https://support.google.com/chrome/"
_MOST_CLOSED: Final = 25
NOWHERE: Final = "http://nowhere.invalid/"
"""URL that the engine loads in place of one that it must not be given; see `loadable`."""

OTHER_APPS: Final = frozenset(("mailto", "tel", "sms", "smsto", "geo", "market"))
"""Schemes of URLs that Chrome passes to other apps."""

RESULT_OK: Final = -1
_SETTINGS: Final = "org.chromium.chrome.browser.settings.SettingsActivity"


class Actions(Activity[S_co]):
    """Base class of all screens."""

    def theme(self) -> Theme:
        """Return Chrome's theme."""
        return theme_of(self.context)

    @property
    def settings(self) -> Settings:
        """The preferences."""
        return Settings(self.context)

    @property
    def history(self) -> History:
        """The history."""
        return History(self.context)

    @property
    def bookmarks(self) -> BookmarkFile:
        """The bookmarks."""
        return BookmarkFile(self.context)

    def show_url(self, url: str, *, new_tab: bool = False) -> None:
        """Open a URL on the browser's main screen, from another screen."""
        self.start_activity(open_url(url, in_tab=not new_tab))
        self.finish()

    def share(self, url: str) -> None:
        """Share a URL with an app that the user chooses."""
        extras: Map[str, str] = Map({"android.intent.extra.TEXT": url})
        choose_app(self, Intent("android.intent.action.SEND", type="text/plain", extras=extras))

    def copy(self, text: str) -> None:
        """Copy a text to the clipboard."""
        self.context.system.clipboard.set_text(text)


class BrowserActions(Actions[BrowserState], WebActivity[BrowserState]):
    """The actions of the main screen."""

    LIVE_PAGES = 2  # that of the tab, and that of the preview or the previous tab

    def theme(self) -> Theme:
        """Return Chrome's theme; incognito tabs are dark."""
        state = self.state
        shown = state.tabs.shown
        hidden = shown is not None and shown.incognito and state.view == "page"
        return theme_of(self.context, incognito=hidden or state.view == "incognito_switcher")

    # -- the start

    def on_create(self) -> BrowserState:
        """Restore the tabs of the last run, and open what the intent asks for.

        Until the first run experience is complete it is shown instead, and starts this again.
        """
        if not self.context.preferences().get(FIRST_RUN):
            self.start_activity(start_first_run(self.intent))
            self.finish()
            return BrowserState()
        tabs = load_tabs(self.context)
        wanted = self._wanted()
        if wanted is not None:
            tabs = tabs.opened(
                wanted, incognito=asks_for_incognito(self.intent), origin=origin_of(self.intent)
            )
        elif not tabs.all:
            tabs = tabs.opened(NTP)
        self._keep(tabs, Tabs())
        coming: Map[int, Came] = Map()
        if wanted is not None:
            coming = coming.set(tabs.current, "link")
        return BrowserState(tabs=tabs, coming=coming)

    def _wanted(self) -> str | None:
        """Return the URL that the intent asks for; None if it asks for none."""
        given = self.intent.data
        if given and origin_of(self.intent) == "app":
            given = external_address(given)
            if not given:
                return None
        if given:
            return address_of(given, self.settings.engine)
        return NTP if asks_for_incognito(self.intent) or self.intent.action == NEW_TAB else None

    def on_restart(self) -> None:
        """Drop the incognito tabs and reload the others, as pages are gone with the process.

        So are menus and bars: the tab that was shown last is shown again.
        """
        self.dismiss_dialogs()
        self.update(undoable=(), waiting=Map(), crashed=Map(), stuck=Map())
        tabs = self.state.tabs
        for tab in tabs.of(incognito=True):
            tabs = tabs.closed(tab.id)
        self.show(tabs.reloaded() if tabs.all else tabs.opened(NTP))

    def on_resume(self) -> None:
        """Load the page, unless it is loaded already."""
        self.settle()

    def on_new_intent(self) -> None:
        """Open what another app or screen asks for."""
        wanted = self._wanted()
        if wanted is not None:
            if self.intent.get_bool(IN_TAB) and self.tab is not None:
                self.open_url(wanted)
            else:
                self.open_tab(
                    wanted, incognito=asks_for_incognito(self.intent), origin=origin_of(self.intent)
                )

    # -- tabs

    @property
    def tab(self) -> Tab | None:
        """The tab that is shown."""
        return self.state.tabs.shown

    def show(self, tabs: Tabs, *, view: View = "page") -> None:
        """Show other tabs, or tabs that have changed."""
        if view == "page" and tabs.shown is None:
            view = "switcher"
        kept = {tab.id for tab in (*tabs.all, *(tab for _, tab in self.state.undoable))}
        for number in [number for number in self.state.loaded if number not in kept]:
            self.close_page(str(number))
            self.update(loaded=self.state.loaded.delete(number))
        before = self.state.tabs
        self.update(tabs=tabs, view=view, typing=None, find=None, found=(0, 0))
        self._keep(tabs, before)
        self._put_questions_off()
        self.settle()

    def _keep(self, tabs: Tabs, before: Tabs) -> None:
        """Save the regular tabs, and update the notification of incognito tabs."""
        save_tabs(self.context, tabs, before)
        show_notification(self.context, bool(tabs.of(incognito=True)))

    def open_tab(
        self,
        url: str = NTP,
        *,
        incognito: bool = False,
        origin: Origin = "user",
        shown: bool = True,
    ) -> None:
        """Open a tab; one in the background is loaded once it is shown."""
        self.hide_keyboard()
        if self._is_download(url):
            self.save_file(url)
            return
        before = self.state.tabs
        tabs = before.opened(url, incognito=incognito, origin=origin, shown=shown)
        self.update(coming=self.state.coming.set(before.next, "link"))
        self.show(tabs)

    def select_tab(self, number: int) -> None:
        """Show a tab."""
        self.show(replace(self.state.tabs, current=number))

    def close_tab(self, number: int, *, undoable: bool = True) -> None:
        """Close a tab; after the last incognito one, the tab switcher shows the regular ones."""
        state = self.state
        gone = state.tabs.get(number)
        if gone is None:
            return
        last = len(state.tabs.of(gone.incognito)) == 1
        view: View = "switcher" if last and state.view != "page" else state.view
        self._close((gone,), view, undoable=undoable)

    def close_all(self, incognito: bool) -> None:
        """Close all regular or all incognito tabs; a visible page of the other kind stays."""
        state, tab = self.state, self.tab
        stays = state.view == "page" and tab is not None and tab.incognito != incognito
        self._close(state.tabs.of(incognito), "page" if stays else "switcher")

    def _close(self, gone: tuple[Tab, ...], view: View, *, undoable: bool = True) -> None:
        """Close tabs of one kind, and offer "Undo" unless they are incognito tabs."""
        tabs = self.state.tabs
        places = tuple((place, tab) for place, tab in enumerate(tabs.all) if tab in gone)
        for tab in gone:
            tabs = tabs.closed(tab.id)
        hidden = bool(gone) and gone[0].incognito
        self.update(undoable=places if undoable and not hidden else ())
        self.show(tabs, view=view)
        if not gone or hidden:
            return
        # Chrome's own pages are not saved (`HistoricalTabSaverImpl`).
        entries = tuple(tab.entry for tab in reversed(gone) if not tab.native)
        self.update(closed=(*entries, *self.state.closed)[:_MOST_CLOSED])
        if undoable:
            words = f"Closed {gone[0].title}" if len(gone) == 1 else f"{len(gone)} tabs closed"
            self.show_snackbar(words, action="Undo", method="undo_closing")

    @callback
    def undo_closing(self) -> None:
        """Restore the tabs just closed, at their positions and with their history."""
        state = self.state
        back = state.undoable
        entries = [tab.entry for _, tab in back]
        self.update(closed=tuple(e for e in state.closed if e not in entries))
        self.show(state.tabs.restored(back), view=state.view)
        self.update(undoable=())

    def reopen_closed(self, index: int) -> None:
        """Open the URL of a closed tab in the present tab."""
        closed = self.state.closed
        self.update(closed=closed[:index] + closed[index + 1 :])
        self.open_url(closed[index].url)

    # -- addresses

    def begin_typing(self) -> None:
        """Begin to edit the address bar; it is empty, and the list below offers the page's URL."""
        self.update(typing="")
        self._put_questions_off()

    def end_typing(self) -> None:
        """Close the address bar; the page is shown again."""
        self.update(typing=None)
        self.hide_keyboard()
        self.settle()

    def submit(self) -> None:
        """Open what was typed into the address bar."""
        typed = self.state.typing or ""
        url = address_of(typed, self.settings.engine)
        if url:
            self.open_url(url, typed=True)
        else:
            self.end_typing()

    def open_url(
        self, url: str, *, typed: bool = False, sure: bool = False, replacing: bool = False
    ) -> None:
        """Load a URL in the present tab, or pass it to another app.

        Args:
            url: The URL.
            typed: Whether it was typed, for the history.
            sure: Whether to leave the page without asking it for ``beforeunload``.
            replacing: Whether it takes the place of the page in the tab's history.
        """
        tab = self.tab
        self.hide_keyboard()
        if scheme_of(url) == "javascript":
            # The address bar strips "javascript:", so that nobody can be tricked into running it.
            url = address_of(url.partition(":")[2] or "javascript", self.settings.engine)
        if scheme_of(url) in OTHER_APPS:
            self.end_typing()
            self.start_activity(Intent("android.intent.action.VIEW", data=url))
            return
        if tab is None:
            self.open_tab(url)
            return
        if self._is_download(url):
            self.end_typing()
            self.save_file(url)
            return
        if not sure and self._asks_before_leaving(tab):
            self.update(typing=None)
            self.ask_to_leave(url=url, typed=typed)
            return
        came: Came = "typed" if typed else "link"
        self.update(coming=self.state.coming.set(tab.id, came))
        self.show(self.state.tabs.with_tab(tab.loaded(url, replacing=replacing)))

    def travel(self, steps: int, *, sure: bool = False) -> bool:
        """Go some pages back (negative) or forward; return False if there are none."""
        tab = self.tab
        moved = tab.moved(steps) if tab is not None else None
        if tab is None or moved is None or moved is tab:
            return False
        if moved.loads != tab.loads and not sure and self._asks_before_leaving(tab):
            self.ask_to_leave(steps=steps)
            return True
        if self.state.is_stuck(tab):
            moved = moved.anew()
        self.show(self.state.tabs.with_tab(moved))
        if moved.loads == tab.loads:
            self.run_script(f"history.go({steps})", page=str(tab.id))
        return True

    def reload(self, *, sure: bool = False) -> None:
        """Load the page again."""
        tab = self.tab
        if tab is None:
            return
        if not sure and self._asks_before_leaving(tab):
            self.ask_to_leave()
            return
        self.show(self.state.tabs.with_tab(tab.anew()))

    def _asks_before_leaving(self, tab: Tab) -> bool:
        """Return whether the page of a tab wants the user to confirm leaving it."""
        state = self.state
        there = state.loaded.get(tab.id) == tab.loads
        return (
            there
            and not state.is_crashed(tab)
            and not state.is_stuck(tab)
            and not tab.native
            and tab.id not in state.waiting
            and self.asks_before_leaving(str(tab.id))
        )

    def toggle_desktop(self) -> None:
        """Turn the tab's desktop site on or off."""
        tab = self.tab
        if tab is not None:
            self.show(self.state.tabs.with_tab(replace(tab.anew(), desktop=not tab.desktop)))

    def go_home(self) -> None:
        """Open the home page."""
        self.open_url(self.settings.homepage or NTP)

    def show_recent_tabs(self) -> None:
        """Show the page with closed tabs."""
        self.open_url(RECENT_TABS)

    # -- the tab switcher

    def show_switcher(self) -> None:
        """Show the tab switcher with tabs of the present one's kind."""
        tab = self.tab
        hidden = tab is not None and tab.incognito
        self.hide_keyboard()
        self.update(view="incognito_switcher" if hidden else "switcher", typing=None, find=None)
        self._put_questions_off()

    # -- bookmarks and settings

    def toggle_bookmark(self) -> None:
        """Bookmark the page, or edit its bookmark."""
        tab = self.tab
        if tab is None:
            return
        known = self.bookmarks.of(tab.url)
        if known is not None:
            self.start_activity(
                "org.chromium.chrome.browser.app.bookmarks.BookmarkEditActivity", number=known.id
            )
            return
        number = self.bookmarks.add(tab.title, tab.url)
        self.show_snackbar("Bookmarked", action="Edit", method="edit_bookmark", arguments=(number,))

    def open_settings(self, page: str = "") -> None:
        """Open the settings at a page."""
        self.start_activity(_SETTINGS, page=page)

    def open_help(self) -> None:
        """Open the help page, which is on the web."""
        self.open_tab(HELP)

    # -- for the screen to implement

    def show_page_info(self) -> None:
        """Show information about the page's connection."""
        raise NotImplementedError(f"{type(self).__name__} tells nothing of a page.")

    def ask_to_leave(self, *, url: str = "", steps: int = 0, typed: bool = False) -> None:
        """Ask before leaving a page, for a URL, an entry of the tab's history, or a reload."""
        raise NotImplementedError(f"{type(self).__name__} leaves pages without asking.")

    def begin_finding(self) -> None:
        """Open the bar of "Find in page"."""
        self.update(find="", found=(0, 0))

    # -- pages

    def settle(self) -> None:
        """Load the page of the tab that is shown, unless it is loaded already."""
        tab, state = self.tab, self.state
        if tab is None or tab.native or not state.shows_page:
            return
        if state.loaded.get(tab.id) == tab.loads:
            self.catch_up(str(tab.id))
            waits = state.waiting.get(tab.id)
            if waits is not None:
                self.update(waiting=state.waiting.delete(tab.id))
                self.ask(str(tab.id), tab.url, waits)
            return
        self.update(waiting=Map(item for item in state.waiting.items() if item[0] != tab.id))
        self.update(loaded=state.loaded.set(tab.id, tab.loads), bar_away=0)
        if self.needs_storage(tab.url):
            self.request_permission(STORAGE_PERMISSION, request="storage")
        self.load(
            tab.url if loadable(tab.url) else NOWHERE,
            page=str(tab.id),
            settings=self.web_settings(desktop=tab.desktop),
            size=page_size(self.context),
        )

    def web_settings(self, *, desktop: bool) -> WebSettings:
        """Return the settings of a page.

        Args:
            desktop: Whether to request the desktop site.
        """
        settings = self.settings
        return WebSettings(
            javascript=settings.on("javascript_allowed"),
            desktop_site=desktop,
            text_zoom=round(settings.text_scale * self.context.system.display.font_scale),
            wide_viewport=True,
        )

    def hides(self, page: str) -> bool:
        """Return whether a page isn't that of the visible tab, or doesn't respond anyway."""
        state, tab = self.state, self.tab
        seen = tab is not None and page == str(tab.id) and state.view == "page"
        return not seen or tab is None or state.is_stuck(tab)

    def needs_storage(self, url: str) -> bool:
        """Return whether a URL is on shared storage, which Chrome may not read yet."""
        return shared_path(url) is not None and not self.context.granted(STORAGE_PERMISSION)

    def on_permission_result(self, request: object, granted: bool) -> None:
        """Reload the page, which can be read now."""
        if request == "storage" and granted:
            self.reload()

    def _put_questions_off(self) -> None:
        """Close the dialogs of pages that are left, or not visible until they are shown again."""
        state, tab = self.state, self.tab
        shown = str(state.tabs.current) if state.shows_page else ""
        is_left = tab is None or state.loaded.get(tab.id) != tab.loads
        dialogs = [dialog for dialog in self.dialogs if isinstance(dialog, PageDialog)]
        for dialog in dialogs:
            if dialog.page != shown:
                waiting = self.state.waiting.set(int(dialog.page), dialog.request)
                self.update(waiting=waiting)
        if any(is_left or dialog.page != shown for dialog in dialogs):
            self.dismiss_dialogs(PageDialog)

    def keep_download(self, download: Download) -> None:
        """Save a file that a page provides, and offer to open it."""
        data, mime = download.data, download.mime
        if data is None:
            found = read_address(self.context, download.url)
            if found.error:
                self.show_snackbar("Download failed")
                return
            data, mime = found.body, mime or found.mime
        mime = mime.partition(";")[0].strip()
        try:
            path = save_download(self.context, download.name, data, mime)
        except FileError:
            self.show_snackbar("Download failed")
            return
        name = path.rpartition("/")[2]
        mime = mime or mime_type(name)
        self.history.downloaded(path, download.url, mime, len(data))
        notify_downloaded(self.context, path, mime)
        self.show_snackbar(
            f"{name} downloaded", action="Open", method="open_file", arguments=(path, mime)
        )

    @callback
    def open_file(self, path: str, mime: str) -> None:
        """Open a downloaded file in an app for its type."""
        if not self.start_activity(viewing(path, mime)):
            self.toast("Can\u2019t open file")

    def _is_download(self, url: str) -> bool:
        """Return whether a URL's content can't be shown as a page, and is downloaded instead."""
        if scheme_of(url) not in ("file", "content"):
            return False
        found = read_address(self.context, url)
        return not found.error and not is_page(found.mime)

    def save_file(self, url: str) -> None:
        """Download the content of a URL; that of a ``data:`` URL has no name."""
        path = "" if scheme_of(url) == "data" else url.partition("?")[0].partition("#")[0]
        self.keep_download(Download(url, unquote(path).rpartition("/")[2]))

    # -- for the screen to implement

    def preview(self, url: str, words: str) -> None:
        """Preview the page of a link in a sheet."""
        raise NotImplementedError(f"{type(self).__name__} has no sheet for a page.")

    def ask(self, page: str, url: str, request: WebRequest) -> None:
        """Show the dialog for a request of a page."""
        raise NotImplementedError(f"{type(self).__name__} asks nothing.")

    def ask_no_more(self, page: str, event: Withdrawn) -> None:
        """Close the dialog of a request that a page has withdrawn."""
        raise NotImplementedError(f"{type(self).__name__} asks nothing.")
