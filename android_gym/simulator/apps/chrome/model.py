"""Chrome's data: tabs, pages of history, bookmarks, downloads, and the state of each screen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal
from urllib.parse import unquote

from immutables import Map

from android_gym.simulator.appkit.web import WebScreenState
from android_gym.simulator.web.reports import WebRequest

__all__ = [
    "BLANK",
    "MOST_ENTRIES",
    "MOST_TABS",
    "NTP",
    "RECENT_TABS",
    "Bookmark",
    "BookmarkState",
    "BrowserState",
    "Came",
    "Download",
    "DownloadState",
    "Entry",
    "FirstRunState",
    "HistoryState",
    "Origin",
    "SettingsState",
    "Tab",
    "Tabs",
    "View",
    "Visit",
]

NTP: Final = "chrome-native://newtab/"
RECENT_TABS: Final = "chrome-native://recent-tabs/"
BLANK: Final = "about:blank"

MOST_TABS: Final = 500
"""Tabs that may be open."""

MOST_ENTRIES: Final = 50
"""Pages that a tab remembers (content::NavigationController's limit)."""


Origin = Literal["user", "link", "app"]


@dataclass(frozen=True)
class Entry:
    """A page in a tab's past.

    Attributes:
        url: Its address.
        title: Its title; empty where it has none, or none is known yet.
        same: Whether it is the document of the entry before it, under another address.
    """

    url: str
    title: str = ""
    same: bool = False


@dataclass(frozen=True)
class Tab:
    """An open tab.

    Attributes:
        id: Its number.
        entries: The pages that it went through, the first one first.
        index: Which of them it shows.
        incognito: Whether it leaves no traces.
        desktop: Whether sites are asked for their desktop version.
        loads: How often a page was loaded in it: another number is another page.
        origin: Where it came from: the user, a link of another tab, another app.
        opener: Number of the tab whose link has opened it; 0 for none.
    """

    id: int
    entries: tuple[Entry, ...] = (Entry(NTP),)
    index: int = 0
    incognito: bool = False
    desktop: bool = False
    loads: int = 0
    origin: Origin = "user"
    opener: int = 0

    @property
    def entry(self) -> Entry:
        """The page that it shows."""
        return self.entries[self.index]

    @property
    def url(self) -> str:
        """Its address."""
        return self.entry.url

    @property
    def native(self) -> bool:
        """True if Chrome itself draws the page."""
        return self.url in (NTP, RECENT_TABS)

    @property
    def title(self) -> str:
        """The tab's name."""
        names = {NTP: "New tab", RECENT_TABS: "Recent tabs"}
        if self.url.startswith("file:"):  # NavigationEntryImpl::GetTitleForDisplay
            names[self.url] = unquote(self.url).rstrip("/").rpartition("/")[2]
        return self.entry.title or names.get(self.url) or self.url

    def loaded(self, url: str, *, replacing: bool = False) -> Tab:
        """Return the tab with a page loaded: after the present one, or in its place."""
        if replacing:
            kept = self.entries[: self.index]
        else:
            kept = self.entries[: self.index + 1][-(MOST_ENTRIES - 1) :]
        entries = (*kept, Entry(url))
        return replace(self, entries=entries, index=len(entries) - 1, loads=self.loads + 1)

    def readdressed(self, url: str) -> Tab:
        """Return the tab whose page has taken another address without being loaded."""
        kept = self.entries[: self.index + 1][-(MOST_ENTRIES - 1) :]
        entries = (*kept, Entry(url, self.entry.title, same=True))
        return replace(self, entries=entries, index=len(entries) - 1)

    def moved(self, steps: int) -> Tab:
        """Return the tab some pages back (negative) or forth; itself where there are none."""
        index = self.index + steps
        if not 0 <= index < len(self.entries):
            return self
        between = self.entries[min(self.index, index) + 1 : max(self.index, index) + 1]
        stays = all(entry.same for entry in between)
        return replace(self, index=index, loads=self.loads + (not stays))

    def renamed(self, title: str) -> Tab:
        """Return the tab with the title that its page has turned out to have."""
        entries = list(self.entries)
        entries[self.index] = replace(self.entry, title=title)
        return replace(self, entries=tuple(entries))


@dataclass(frozen=True)
class Tabs:
    """All open tabs.

    Attributes:
        all: In their order, ordinary and incognito ones.
        current: Number of the one that is shown; 0 for none.
        next: Number of the next one.
    """

    all: tuple[Tab, ...] = ()
    current: int = 0
    next: int = 1

    def get(self, number: int) -> Tab | None:
        """Return a tab by its number; None where there is none."""
        return next((tab for tab in self.all if tab.id == number), None)

    @property
    def shown(self) -> Tab | None:
        """The tab that is shown."""
        return self.get(self.current)

    def of(self, incognito: bool) -> tuple[Tab, ...]:
        """Return the ordinary or the incognito tabs."""
        return tuple(tab for tab in self.all if tab.incognito == incognito)

    def opened(
        self, url: str, *, incognito: bool = False, origin: Origin = "user", shown: bool = True
    ) -> Tabs:
        """Return the tabs with one more; the oldest goes where there are too many.

        Those of links stand beside the tab with the link, others at the end, as Chrome's
        TabModelOrderController places them.

        Args:
            url: The address.
            incognito: Whether it leaves no traces.
            origin: Where it comes from; a link's is the present tab's.
            shown: Whether it is shown; else it waits behind the present one.
        """
        opener = self.current if origin == "link" else 0
        tab = Tab(
            self.next, (Entry(url),), incognito=incognito, loads=1, origin=origin, opener=opener
        )
        beside = [
            index + 1
            for index, other in enumerate(self.all)
            if opener and (other.id == opener or (other.opener == opener and not shown))
        ]
        at = beside[-1] if beside else len(self.all)
        tabs = (*self.all[:at], tab, *self.all[at:])
        if len(tabs) > MOST_TABS:
            oldest = min(tabs, key=lambda other: other.id)
            tabs = tuple(other for other in tabs if other is not oldest)
        return Tabs(tabs, tab.id if shown else self.current, self.next + 1)

    def restored(self, closed: tuple[tuple[int, Tab], ...]) -> Tabs:
        """Return the tabs with closed ones back where they were.

        Args:
            closed: Place and tab of each, by their places.
        """
        tabs = list(self.all)
        for place, tab in closed:
            if self.get(tab.id) is None:
                tabs.insert(place, tab)
        current = self.current if self.shown else (closed[0][1].id if closed else 0)
        return replace(self, all=tuple(tabs), current=current)

    def with_tab(self, tab: Tab) -> Tabs:
        """Return the tabs with one replaced by what it has become."""
        return replace(self, all=tuple(tab if other.id == tab.id else other for other in self.all))

    def reloaded(self) -> Tabs:
        """Return the tabs as the process finds them that comes after: to be loaded again."""
        return replace(
            self,
            all=tuple(
                replace(tab, loads=tab.loads + 1, origin="link" if tab.opener else "user")
                for tab in self.all
            ),
        )

    def closed(self, number: int) -> Tabs:
        """Return the tabs without one.

        Where it was shown, the tab that has opened it is; else the one before it, of its kind.
        """
        gone = self.get(number)
        if gone is None:
            return self
        kin = [tab.id for tab in self.of(gone.incognito)]
        rest = tuple(tab for tab in self.all if tab.id != number)
        current = self.current
        if current == number:
            at = kin.index(number)
            left = kin[:at] + kin[at + 1 :]
            others = [tab.id for tab in rest]
            current = left[max(0, at - 1)] if left else (others[-1] if others else 0)
            if self.get(gone.opener) is not None:
                current = gone.opener
        return replace(self, all=rest, current=current)


@dataclass(frozen=True)
class Visit:
    """A page in the history.

    Attributes:
        id: Row of ``visits``.
        url: Address.
        title: Title; may be empty.
        time_ms: When it was visited last, in milliseconds since 1970.
    """

    id: int
    url: str
    title: str
    time_ms: int


@dataclass(frozen=True)
class Bookmark:
    """A bookmark, or a folder of bookmarks.

    Attributes:
        id: Its number.
        title: What it is called.
        url: Address; empty for a folder.
        parent: Number of the folder that it is in.
    """

    id: int
    title: str
    url: str = ""
    parent: int = 0

    @property
    def folder(self) -> bool:
        """True if it is a folder."""
        return not self.url


@dataclass(frozen=True)
class Download:
    """A file that a page gave.

    Attributes:
        id: Row of ``downloads``.
        path: Where it lies.
        url: Where it came from.
        mime: MIME type.
        size: Bytes.
        time_ms: When it was finished, in milliseconds since 1970.
    """

    id: int
    path: str
    url: str
    mime: str
    size: int
    time_ms: int

    @property
    def name(self) -> str:
        """Name of the file."""
        return self.path.rpartition("/")[2]


View = Literal["page", "switcher", "incognito_switcher"]


Came = Literal["typed", "link"]
"""The way to a page."""


@dataclass(frozen=True)
class BrowserState(WebScreenState):
    """State of the browser's main screen.

    Attributes:
        tabs: The open tabs.
        view: The page, or one of the two lists of tabs.
        typing: Text in the address bar while it is edited; None while it is not.
        find: Text that is looked for in the page; None while nothing is.
        found: Which of the places where it is found is marked, from 1, and how many there are.
        loaded: Which of its loads (`Tab.loads`) the page of a tab shows, by the tab's number.
        coming: How a tab came to the page that it is loading, for the history.
        closed: Tabs that were closed since the start, the last one first.
        undoable: Place and tab of each that was closed last, which "Undo" brings back as it was.
        ask: Whether the first run has been started, for whose end the screen waits.
        waiting: Questions of pages that are not on the screen, by the tab's number: each is asked
            once its page is seen.
        crashed: Which of its loads (`Tab.loads`) a tab's page has died in, by the tab's number.
        stuck: The same for pages whose script never ends: they are seen, and answer nothing.
    """

    tabs: Tabs = Tabs()
    view: View = "page"
    typing: str | None = None
    find: str | None = None
    found: tuple[int, int] = (0, 0)
    loaded: Map[int, int] = Map()
    coming: Map[int, Came] = Map()
    closed: tuple[Entry, ...] = ()
    undoable: tuple[tuple[int, Tab], ...] = ()
    ask: bool = False
    waiting: Map[int, WebRequest] = Map()
    crashed: Map[int, int] = Map()
    stuck: Map[int, int] = Map()

    def is_stuck(self, tab: Tab) -> bool:
        """Return True if the page of a tab answers nothing any more."""
        return self.stuck.get(tab.id) == tab.loads

    def is_crashed(self, tab: Tab) -> bool:
        """Return True if the page of a tab has died."""
        return self.crashed.get(tab.id) == tab.loads


@dataclass(frozen=True)
class FirstRunState:
    """State of the first run.

    Attributes:
        page: Which page is shown.
        report: Whether the box about usage statistics is ticked.
    """

    page: Literal["welcome", "sync", "notifications"] = "welcome"
    report: bool = True


@dataclass(frozen=True)
class ListState:
    """State of a list whose rows are marked and searched.

    Attributes:
        query: Text that is searched for; None while nothing is.
        selected: Numbers of the rows that are marked.
    """

    query: str | None = None
    selected: tuple[int, ...] = ()


@dataclass(frozen=True)
class HistoryState(ListState):
    """State of the list of visited pages, rows of ``visits``."""


@dataclass(frozen=True)
class DownloadState(ListState):
    """State of the list of downloads, rows of ``downloads``.

    Attributes:
        deleting: Those that are deleted once nobody can undo that any more.
        deletion: How often something was deleted.
    """

    deleting: tuple[int, ...] = ()
    deletion: int = 0


@dataclass(frozen=True)
class BookmarkState(ListState):
    """State of the list of bookmarks.

    Attributes:
        folder: Folder that is shown; 0 for the list of folders.
        menu: Bookmark whose menu is open; 0 for none.
    """

    folder: int = 3
    menu: int = 0


@dataclass(frozen=True)
class SettingsState:
    """State of the settings.

    Attributes:
        page: Which page is shown; empty for the first one.
        period: Index of the time range of "Clear browsing data".
        clear: What "Clear browsing data" clears.
    """

    page: str = ""
    period: int = 0
    clear: frozenset[str] = frozenset(("history", "cookies", "cache"))
