"""Chrome's data: tabs, history, bookmarks, downloads, and the state of each screen."""

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
    "Deleted",
    "Download",
    "DownloadState",
    "Entry",
    "FirstRunState",
    "HistoryState",
    "ListState",
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
"""Entries of a tab's navigation history (content::NavigationController's limit)."""


Origin = Literal["user", "link", "app"]


@dataclass(frozen=True)
class Entry:
    """An entry of a tab's navigation history.

    Attributes:
        url: URL of the page.
        title: Title of the page; empty if it has none, or none is known yet.
        same: Whether it is the same document as in the entry before it, with another URL.
    """

    url: str
    title: str = ""
    same: bool = False


@dataclass(frozen=True)
class Tab:
    """An open tab.

    Attributes:
        id: Its id.
        entries: Its navigation history, the oldest entry first.
        index: Index of the entry that it shows.
        incognito: Whether it is an incognito tab.
        desktop: Whether it requests desktop sites.
        loads: Number of loads in it; a new number means that another page has to be loaded.
        origin: Who opened it: the user, a link in another tab, another app.
        opener: Id of the tab whose link opened it; 0 for none.
        session: Keys and values of ``sessionStorage`` of pages from files.
    """

    id: int
    entries: tuple[Entry, ...] = (Entry(NTP),)
    index: int = 0
    incognito: bool = False
    desktop: bool = False
    loads: int = 0
    origin: Origin = "user"
    opener: int = 0
    session: tuple[tuple[str, str], ...] = ()

    @property
    def entry(self) -> Entry:
        """The entry that it shows."""
        return self.entries[self.index]

    @property
    def url(self) -> str:
        """URL of the page that it shows."""
        return self.entry.url

    @property
    def native(self) -> bool:
        """True if it shows a page that Chrome draws itself."""
        return self.url in (NTP, RECENT_TABS)

    @property
    def title(self) -> str:
        """The tab's title, as Chrome displays it."""
        names = {NTP: "New tab", RECENT_TABS: "Recent tabs"}
        if self.url.startswith("file:"):  # NavigationEntryImpl::GetTitleForDisplay
            names[self.url] = unquote(self.url).rstrip("/").rpartition("/")[2]
        return self.entry.title or names.get(self.url) or self.url

    def loaded(self, url: str, *, replacing: bool = False) -> Tab:
        """Return the tab with a new entry, after the present one or replacing it."""
        if replacing:
            kept = self.entries[: self.index]
        else:
            kept = self.entries[: self.index + 1][-(MOST_ENTRIES - 1) :]
        entries = (*kept, Entry(url))
        return replace(self, entries=entries, index=len(entries) - 1, loads=self.loads + 1)

    def readdressed(self, url: str, *, replacing: bool = False) -> Tab:
        """Return the tab after its page has changed its URL without being loaded.

        Args:
            url: The new URL.
            replacing: Whether it replaces the present one in the tab's history.
        """
        if replacing:
            changed = list(self.entries)
            changed[self.index] = replace(self.entry, url=url)
            return replace(self, entries=tuple(changed))
        kept = self.entries[: self.index + 1][-(MOST_ENTRIES - 1) :]
        entries = (*kept, Entry(url, self.entry.title, same=True))
        return replace(self, entries=entries, index=len(entries) - 1)

    def moved(self, steps: int) -> Tab:
        """Return the tab some entries back (negative) or forward; unchanged if there are none."""
        index = self.index + steps
        if not 0 <= index < len(self.entries):
            return self
        between = self.entries[min(self.index, index) + 1 : max(self.index, index) + 1]
        moved = replace(self, index=index)
        return moved if all(entry.same for entry in between) else moved.anew()

    def anew(self) -> Tab:
        """Return the tab with its page to be loaded again.

        The new page begins at the URL of its entry. Those before and after it aren't in the page's
        own history, so they have to be loaded, too.
        """
        entries = tuple(replace(entry, same=False) for entry in self.entries)
        return replace(self, entries=entries, loads=self.loads + 1)

    def renamed(self, title: str) -> Tab:
        """Return the tab with a new title for the page that it shows."""
        entries = list(self.entries)
        entries[self.index] = replace(self.entry, title=title)
        return replace(self, entries=tuple(entries))


@dataclass(frozen=True)
class Tabs:
    """All open tabs.

    Attributes:
        all: Regular and incognito tabs, in order.
        current: Id of the tab that is shown; 0 for none.
        next: Id of the next tab to be opened.
    """

    all: tuple[Tab, ...] = ()
    current: int = 0
    next: int = 1

    def get(self, number: int) -> Tab | None:
        """Return a tab by its id; None if there is none."""
        return next((tab for tab in self.all if tab.id == number), None)

    @property
    def shown(self) -> Tab | None:
        """The tab that is shown."""
        return self.get(self.current)

    def of(self, incognito: bool) -> tuple[Tab, ...]:
        """Return the regular or the incognito tabs."""
        return tuple(tab for tab in self.all if tab.incognito == incognito)

    def opened(
        self, url: str, *, incognito: bool = False, origin: Origin = "user", shown: bool = True
    ) -> Tabs:
        """Return the tabs with one more; if there are too many, the oldest is dropped.

        A tab that was opened by a link goes next to the tab with the link, others at the end, as in
        Chrome's TabModelOrderController.

        Args:
            url: URL to open.
            incognito: Whether it is an incognito tab.
            origin: Who opens it; a link is one in the present tab.
            shown: Whether to show it; otherwise it opens in the background.
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
        """Return the tabs with closed ones back at their positions.

        Args:
            closed: Position and tab of each, in ascending order.
        """
        tabs = list(self.all)
        for place, tab in closed:
            if self.get(tab.id) is None:
                tabs.insert(place, tab)
        current = self.current if self.shown else (closed[0][1].id if closed else 0)
        return replace(self, all=tuple(tabs), current=current)

    def with_tab(self, tab: Tab) -> Tabs:
        """Return the tabs with one replaced by its new version, which has the same id."""
        return replace(self, all=tuple(tab if other.id == tab.id else other for other in self.all))

    def reloaded(self) -> Tabs:
        """Return the tabs after a restart of the process, when all have to be loaded again."""
        return replace(
            self,
            all=tuple(
                replace(tab.anew(), origin="link" if tab.opener else "user") for tab in self.all
            ),
        )

    def closed(self, number: int) -> Tabs:
        """Return the tabs without one.

        If it was shown, its opener is shown next, or else the tab of the same kind before it.
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
    """A visited page in the history.

    Attributes:
        id: Row id in ``visits``.
        url: URL.
        title: Title; may be empty.
        time_ms: Time of the last visit, in milliseconds since 1970.
    """

    id: int
    url: str
    title: str
    time_ms: int


@dataclass(frozen=True)
class Bookmark:
    """A bookmark, or a folder of bookmarks.

    Attributes:
        id: Its id.
        title: Its name.
        url: URL; empty for a folder.
        parent: Id of the folder that it is in.
    """

    id: int
    title: str
    url: str = ""
    parent: int = 0

    @property
    def folder(self) -> bool:
        """True if it is a folder."""
        return not self.url


Deleted = tuple[tuple[int, Bookmark], ...]
"""Places in the list of all bookmarks, and the bookmarks that were there."""


@dataclass(frozen=True)
class Download:
    """A downloaded file.

    Attributes:
        id: Row id in ``downloads``.
        path: Path of the file.
        url: URL that it was downloaded from.
        mime: MIME type.
        size: Bytes.
        time_ms: Time when it was completed, in milliseconds since 1970.
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
"""Kind of navigation that led to a page."""


@dataclass(frozen=True)
class BrowserState(WebScreenState):
    """State of the browser's main screen.

    Attributes:
        tabs: The open tabs.
        view: The page, or one of the two tab switchers.
        typing: Text in the address bar while it is edited; None otherwise.
        find: Text of "Find in page"; None while that is closed.
        found: Number of the current match, from 1, and the number of matches.
        loaded: `Tab.loads` of the page that was loaded for a tab, by the tab's id.
        coming: How a tab came to the page that it is loading, for the history; by the tab's id.
        closed: Entries of the tabs that were closed since the start, the last one first.
        undoable: Position and tab of each that was closed last, which "Undo" restores.
        waiting: Requests of pages that are not visible, by the tab's id: their dialogs open once
            the page is shown.
        crashed: `Tab.loads` with which a tab's page has crashed, by the tab's id.
        stuck: The same for pages whose script never ends; they are shown but don't respond.
        hops: Time of the latest page that led to another one without the user, and how many did so
            in quick succession.
        bar_away: Id of the tab whose page was scrolled until the toolbar was gone; 0 for none.
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
    waiting: Map[int, WebRequest] = Map()
    crashed: Map[int, int] = Map()
    stuck: Map[int, int] = Map()
    hops: tuple[int, int] = (0, 0)
    bar_away: int = 0

    @property
    def shows_page(self) -> bool:
        """True if the tab is shown: no tab switcher, and nothing is typed into the address bar."""
        return self.view == "page" and self.typing is None

    def is_stuck(self, tab: Tab) -> bool:
        """Return True if the page of a tab no longer responds."""
        return self.stuck.get(tab.id) == tab.loads

    def is_crashed(self, tab: Tab) -> bool:
        """Return True if the page of a tab has crashed."""
        return self.crashed.get(tab.id) == tab.loads


@dataclass(frozen=True)
class FirstRunState:
    """State of the first run experience.

    Attributes:
        page: The page that is shown.
        report: Whether the box about usage statistics is ticked.
    """

    page: Literal["welcome", "sync", "notifications"] = "welcome"
    report: bool = True


@dataclass(frozen=True)
class ListState:
    """State of a list whose rows can be selected and searched.

    Attributes:
        query: Text that is searched for; None while the search is closed.
        selected: Ids of the selected rows.
    """

    query: str | None = None
    selected: tuple[int, ...] = ()


@dataclass(frozen=True)
class HistoryState(ListState):
    """State of the history screen, whose rows are those of ``visits``."""


@dataclass(frozen=True)
class DownloadState(ListState):
    """State of the downloads screen, whose rows are those of ``downloads``.

    Attributes:
        deleting: Ids of downloads to delete once that can no longer be undone.
        deletion: Number of deletions so far.
    """

    deleting: tuple[int, ...] = ()
    deletion: int = 0


@dataclass(frozen=True)
class BookmarkState(ListState):
    """State of the bookmarks screen.

    Attributes:
        folder: Id of the folder that is shown; 0 for the list of root folders.
        deleted: What was deleted last, which "Undo" restores.
    """

    folder: int = 3
    deleted: Deleted = ()


@dataclass(frozen=True)
class SettingsState:
    """State of the settings.

    Attributes:
        page: Name of the page that is shown; empty for the main page.
        period: Index of the time range of "Clear browsing data".
        clear: What "Clear browsing data" clears.
    """

    page: str = ""
    period: int = 0
    clear: frozenset[str] = frozenset(("history", "cookies", "cache"))
