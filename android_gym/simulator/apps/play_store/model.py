"""The Play Store's data, the states of its screens, and the search in the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from android_gym.simulator.system.packages import Version

__all__ = [
    "DONE",
    "DOWNLOADING",
    "INSTALLING",
    "MB",
    "PENDING",
    "SORTS",
    "AppState",
    "DetailsState",
    "Listing",
    "MainState",
    "ManageState",
    "SearchState",
    "Shelf",
    "Sort",
    "find",
    "suggest",
]

MB: Final = 1 << 20

DONE: Final = 0
PENDING: Final = 10
DOWNLOADING: Final = 40
INSTALLING: Final = 60
"""Values of ``installer_state``: idle, queued, downloading, installing."""

Shelf = Literal["apps", "games"]

Sort = Literal["name", "recent", "size"]
SORTS: Final[tuple[tuple[Sort, str], ...]] = (
    ("name", "Name"),
    ("recent", "Recently updated"),
    ("size", "Size"),
)
"""Sort orders of the managed apps, with their labels."""


class Listing(NamedTuple):
    """An app in the catalogue.

    Attributes:
        package: Its package.
        title: Its title in the store.
        developer: Its developer.
        category: Its category.
        rating: Stars, 1 to 5.
        downloads: Number of downloads, as the store writes it.
        size_mb: Size of the download in megabytes.
        about: Its description.
        version: The newest version; None for the one that ships with the phone.
        ads: Whether it contains ads.
        purchases: Whether it offers in-app purchases.
    """

    package: str
    title: str
    developer: str
    category: str
    rating: float
    downloads: str
    size_mb: int
    about: str
    version: Version | None = None
    ads: bool = False
    purchases: bool = False


@dataclass(frozen=True)
class AppState:
    """A row of ``appstate``: the install state of a package.

    Attributes:
        package: The package.
        state: One of `DONE`, `PENDING`, `DOWNLOADING`, `INSTALLING`.
        version: Code of the version being installed; -1 for none.
        received: Bytes downloaded so far.
        requested_ms: When the installation was requested, epoch milliseconds.
        updated_ms: When it was last installed or updated, epoch milliseconds; 0 for never.
        auto_update: Whether it may be updated automatically.
    """

    package: str
    state: int = DONE
    version: int = -1
    received: int = 0
    requested_ms: int = 0
    updated_ms: int = 0
    auto_update: bool = True

    @property
    def active(self) -> bool:
        """Return whether it is queued or being installed."""
        return self.state != DONE


@dataclass(frozen=True)
class MainState:
    """State of the first screen.

    Attributes:
        shelf: Apps or games.
        section: Index of the tab: for you, top charts, categories.
    """

    shelf: Shelf = "apps"
    section: int = 0


@dataclass(frozen=True)
class SearchState:
    """State of the search.

    Attributes:
        query: Text in the field.
        asked: The query whose results are shown; None while typing.
    """

    query: str = ""
    asked: str | None = None


@dataclass(frozen=True)
class DetailsState:
    """State of the page of an app."""


@dataclass(frozen=True)
class ManageState:
    """State of the list of the phone's apps.

    Attributes:
        page: 0 for the overview, 1 for the list.
        installed: Whether the list shows installed apps, or formerly installed ones.
        updates: Whether the list shows only apps with updates.
        sort: Its sort order.
        marked: Selected packages.
    """

    page: int = 0
    installed: bool = True
    updates: bool = False
    sort: Sort = "recent"
    marked: tuple[str, ...] = ()


# --- search --------------------------------------------------------------------------------------


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _score(listing: Listing, query: str, words: list[str]) -> int:
    """Return how well an app matches a search; 0 for no match."""
    title = listing.title.casefold()
    if title == query:
        return 100
    own = _words(listing.title)
    if all(any(each.startswith(word) for each in own) for word in words):
        return 80 if title.startswith(query) else 60
    if sum(word in own for word in words):
        return 40
    others = [*own, *_words(listing.developer), *_words(listing.category), *_words(listing.about)]
    if all(any(each.startswith(word) for each in others) for word in words):
        return 20
    return 0


_FILLERS: Final = frozenset("a an and app apps for game games of on the to".split())


def find(listings: Iterable[Listing], query: str) -> list[Listing]:
    """Return the apps that match a search, the best first; equal ones keep their order."""
    every = _words(query)
    words = [word for word in every if word not in _FILLERS] or every
    if not words:
        return []
    joined = " ".join(words)
    scored = [(_score(each, joined, words), each) for each in listings]
    return [each for score, each in sorted(scored, key=lambda item: -item[0]) if score]


def suggest(listings: Iterable[Listing], typed: str) -> list[str]:
    """Return up to six titles with a typed text at the start of a word, in lower case."""
    start = " ".join(typed.casefold().split())
    if not start:
        return []
    titles = [each.title.casefold() for each in listings]
    begin = [title for title in titles if title.startswith(start)]
    within = [title for title in titles if f" {start}" in title]
    return list(dict.fromkeys(begin + within))[:6]
