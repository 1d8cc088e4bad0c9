"""What Chrome's screens read and do, but for their views."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from immutables import Map

from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.apps.chrome.bookmark_file import BookmarkFile
from android_gym.simulator.apps.chrome.history import History
from android_gym.simulator.apps.chrome.look import theme_of
from android_gym.simulator.apps.chrome.model import (
    NTP,
    RECENT_TABS,
    BrowserState,
    Entry,
    Tab,
    Tabs,
    View,
    Visit,
)
from android_gym.simulator.apps.chrome.storage import FIRST_RUN, Settings, load_tabs, save_tabs
from android_gym.simulator.apps.chrome.urls import address_of, scheme_of
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, S_co
from android_gym.simulator.ui.theme import Theme

__all__ = ["IN_TAB", "MAIN", "Actions", "BrowserActions"]

MAIN: Final = "com.google.android.apps.chrome.Main"
IN_TAB: Final = "in_tab"
"""Extra that loads an address in the present tab; without it a tab is opened."""

_HELP: Final = "https://support.google.com/chrome/"
_INCOGNITO: Final = "com.google.android.apps.chrome.EXTRA_OPEN_NEW_INCOGNITO_TAB"
_MOST_CLOSED: Final = 25
_MOST_SUGGESTIONS: Final = 6
_FIRST_RUN: Final = "org.chromium.chrome.browser.firstrun.FirstRunActivity"
_SETTINGS: Final = "org.chromium.chrome.browser.settings.SettingsActivity"


class Actions(Activity[S_co]):
    """Base of all screens."""

    def theme(self) -> Theme:
        """Return Chrome's colours."""
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

    def show_url(self, url: str, *, new_tab: bool = False, incognito: bool = False) -> None:
        """Show an address in the browser's main screen, from one of the others."""
        extras: Map[str, bool] = Map({IN_TAB: not new_tab, _INCOGNITO: incognito})
        component = f"{self.context.package}/{MAIN}"
        self.start_activity(Intent(data=url, component=component, extras=extras))
        self.finish()

    def share(self, url: str) -> None:
        """Let the user choose who gets an address."""
        extras: Map[str, str] = Map({"android.intent.extra.TEXT": url})
        choose_app(self, Intent("android.intent.action.SEND", type="text/plain", extras=extras))

    def copy(self, text: str) -> None:
        """Put a text on the clipboard."""
        self.context.system.clipboard.set_text(text)


class BrowserActions(Actions[BrowserState]):
    """What the main screen does."""

    def theme(self) -> Theme:
        """Return Chrome's colours; incognito tabs are dark."""
        state = self.state
        shown = state.tabs.shown
        hidden = shown is not None and shown.incognito and state.view == "page"
        return theme_of(self.context, incognito=hidden or state.view == "incognito_switcher")

    # -- the start

    def on_create(self) -> BrowserState:
        """Take up the tabs of the last time, and open what the intent asks for."""
        tabs = load_tabs(self.context)
        wanted = self._wanted()
        if wanted is not None:
            tabs = tabs.opened(wanted, incognito=self.intent.get_bool(_INCOGNITO))
        elif not tabs.all:
            tabs = tabs.opened(NTP)
        save_tabs(self.context, tabs)
        return BrowserState(tabs)

    def _wanted(self) -> str | None:
        """Return the address that the intent asks for; None where it asks for none."""
        if self.intent.data:
            return address_of(self.intent.data, self.settings.engine)
        return NTP if self.intent.get_bool(_INCOGNITO) else None

    def on_restart(self) -> None:
        """Drop the incognito tabs, which died with the process."""
        tabs = self.state.tabs
        for tab in tabs.of(incognito=True):
            tabs = tabs.closed(tab.id)
        if tabs != self.state.tabs:
            self.show(tabs)

    def on_resume(self) -> None:
        """Go through the first run where nobody has."""
        if not self.context.preferences().get(FIRST_RUN) and not self.state.ask:
            self.update(ask=True)
            self.start_activity(_FIRST_RUN, request="first_run")

    def on_activity_result(self, request: object, code: int, data: Intent | None) -> None:
        """Leave where the first run was left."""
        if request == "first_run":
            self.update(ask=False)
            if not self.context.preferences().get(FIRST_RUN):
                self.finish()

    def on_new_intent(self) -> None:
        """Open what another app, or another screen, asks for."""
        wanted = self._wanted()
        if wanted is None:
            return
        if self.intent.get_bool(IN_TAB) and self.tab is not None:
            self.load(wanted)
        else:
            self.open_tab(wanted, incognito=self.intent.get_bool(_INCOGNITO))

    # -- tabs

    @property
    def tab(self) -> Tab | None:
        """The tab that is shown."""
        return self.state.tabs.shown

    def show(self, tabs: Tabs, *, view: View = "page") -> None:
        """Show other tabs, or tabs that have changed."""
        if view == "page" and tabs.shown is None:
            view = "switcher"
        self.update(tabs=tabs, view=view, typing=None, find=None, match=0)
        save_tabs(self.context, tabs)

    def open_tab(self, url: str = NTP, *, incognito: bool = False) -> None:
        """Open a tab and show it."""
        self.hide_keyboard()
        self.show(self.state.tabs.opened(url, incognito=incognito))

    def select_tab(self, number: int) -> None:
        """Show a tab."""
        self.show(replace(self.state.tabs, current=number))

    def close_tab(self, number: int, *, undoable: bool = True) -> None:
        """Close a tab; the last one leads to the list of tabs."""
        state = self.state
        gone = state.tabs.get(number)
        if gone is None:
            return
        tabs = state.tabs.closed(number)
        left = tabs.of(gone.incognito)
        view = state.view
        if not left:
            view = "switcher"
        self.show(tabs, view=view)
        if not gone.incognito:
            self.update(closed=(gone.entry, *self.state.closed)[:_MOST_CLOSED])
            if undoable:
                self.show_snackbar(
                    f"Closed {gone.title}", action="Undo", method="reopen", arguments=(gone.url,)
                )

    def close_all(self, incognito: bool) -> None:
        """Close all ordinary, or all incognito tabs."""
        tabs = self.state.tabs
        gone = tabs.of(incognito)
        for tab in gone:
            tabs = tabs.closed(tab.id)
        self.show(tabs, view="switcher")
        if not incognito:
            entries = tuple(tab.entry for tab in reversed(gone))
            self.update(closed=(*entries, *self.state.closed)[:_MOST_CLOSED])

    def reopen_closed(self, index: int) -> None:
        """Open a closed tab again in the present one's place."""
        closed = self.state.closed
        self.update(closed=closed[:index] + closed[index + 1 :])
        self.load(closed[index].url)

    # -- addresses

    def begin_typing(self) -> None:
        """Edit the address."""
        tab = self.tab
        self.update(typing="" if tab is None or tab.native else tab.url)

    def submit(self) -> None:
        """Go where the address bar says."""
        typed = self.state.typing or ""
        url = address_of(typed, self.settings.engine)
        if url:
            self.load(url, typed=True)
        else:
            self.update(typing=None)
            self.hide_keyboard()

    def suggestions(self) -> list[Visit]:
        """Return what the history has of what is being typed."""
        typed = self.state.typing
        tab = self.tab
        if not typed or tab is None or typed == tab.url:
            return []
        return self.history.suggestions(typed.strip(), _MOST_SUGGESTIONS)

    def load(self, url: str, *, typed: bool = False) -> None:
        """Load an address in the present tab."""
        tab = self.tab
        self.hide_keyboard()
        if tab is None:
            self.open_tab(url)
            return
        if scheme_of(url) == "javascript":
            # The address bar drops what is pasted or typed of it, so that nobody is talked into it.
            url = address_of(url.partition(":")[2] or "javascript", self.settings.engine)
        self.show(self.state.tabs.with_tab(tab.loaded(url)))

    def go(self, steps: int) -> bool:
        """Go some pages back (negative) or forth; returns False where there are none."""
        tab = self.tab
        moved = tab.moved(steps) if tab is not None else None
        if moved is None or moved is tab:
            return False
        self.show(self.state.tabs.with_tab(moved))
        return True

    def reload(self) -> None:
        """Load the page again."""
        tab = self.tab
        if tab is not None:
            self.show(self.state.tabs.with_tab(replace(tab, loads=tab.loads + 1)))

    def toggle_desktop(self) -> None:
        """Ask for the desktop version of pages, or no longer."""
        tab = self.tab
        if tab is not None:
            changed = replace(tab, desktop=not tab.desktop, loads=tab.loads + 1)
            self.show(self.state.tabs.with_tab(changed))

    def go_home(self) -> None:
        """Open the home page."""
        self.load(self.settings.homepage or NTP)

    def show_recent_tabs(self) -> None:
        """Show the tabs that were closed."""
        self.load(RECENT_TABS)

    def tell_page(self, tab: Tab, url: str, title: str) -> None:
        """Keep what has become known of a tab's page: its address after redirects, its title."""
        known = self.state.tabs.get(tab.id)
        if known is None or known.loads != tab.loads or known.entry == Entry(url, title):
            return
        entries = list(known.entries)
        entries[known.index] = Entry(url, title)
        self.update(tabs=self.state.tabs.with_tab(replace(known, entries=tuple(entries))))

    # -- the list of tabs

    def show_switcher(self) -> None:
        """Show the list of tabs, of the kind of the one that is shown."""
        tab = self.tab
        hidden = tab is not None and tab.incognito
        self.hide_keyboard()
        self.update(view="incognito_switcher" if hidden else "switcher", typing=None, find=None)

    # -- bookmarks and settings

    def toggle_bookmark(self) -> None:
        """Bookmark the page, or open its bookmark."""
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
        """Open the help, which is a page of the web."""
        self.open_tab(_HELP)

    # -- what the screen's own module knows

    def show_page_info(self) -> None:
        """Tell what is known of the page's connection."""
        raise NotImplementedError(f"{type(self).__name__} tells nothing of a page.")

    def begin_finding(self) -> None:
        """Open the bar that looks for text in the page."""
        self.update(find="", match=0)
