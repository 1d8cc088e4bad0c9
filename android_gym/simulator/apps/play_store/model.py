"""The Play Store's data, and the states of its screens."""

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
"""Values of ``installer_state``: nothing to do, waiting for its turn, downloading, installing."""

Shelf = Literal["apps", "games"]

Sort = Literal["name", "recent", "size"]
SORTS: Final[tuple[tuple[Sort, str], ...]] = (
    ("name", "Name"),
    ("recent", "Recently updated"),
    ("size", "Size"),
)
"""Orders of the managed apps, and their words."""


class Listing(NamedTuple):
    """An app of the catalogue.

    Attributes:
        package: Its package.
        title: What it is called in the store.
        developer: Who offers it.
        category: Where it stands.
        rating: Stars, 1 to 5.
        downloads: How often it was installed, as the store writes it.
        size_mb: Megabytes to download.
        about: What it is for.
        version: The newest version; None for the one that ships with the phone.
        ads: Whether it shows advertisements.
        purchases: Whether things are sold in it.
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
    """A row of ``appstate``: what the store does, or did, with a package.

    Attributes:
        package: The package.
        state: One of `DONE`, `PENDING`, `DOWNLOADING`, `INSTALLING`.
        version: Code of the version that is being installed, -1 for none.
        received: Bytes that were downloaded so far.
        requested_ms: When it was asked for, epoch milliseconds.
        updated_ms: When it was installed last, epoch milliseconds; 0 for never.
        auto_update: Whether it may be updated unasked.
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
        """Return whether it is being installed, or waits for that."""
        return self.state != DONE


@dataclass(frozen=True)
class MainState:
    """The first screen.

    Attributes:
        shelf: Apps or games.
        section: Index of the tab: for you, top charts, categories.
    """

    shelf: Shelf = "apps"
    section: int = 0


@dataclass(frozen=True)
class SearchState:
    """The search.

    Attributes:
        query: Text of the field.
        asked: What is shown results of; None while it is typed.
    """

    query: str = ""
    asked: str | None = None


@dataclass(frozen=True)
class DetailsState:
    """The page of an app."""


@dataclass(frozen=True)
class ManageState:
    """The apps of the phone.

    Attributes:
        page: 0 for the overview, 1 for the list.
        installed: Whether the list has what is installed, or what once was.
        updates: Whether it has only what can be updated.
        sort: Its order.
        marked: Packages that are ticked.
    """

    page: int = 0
    installed: bool = True
    updates: bool = False
    sort: Sort = "recent"
    marked: tuple[str, ...] = ()


# --- searching -----------------------------------------------------------------------------------


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _score(listing: Listing, query: str, words: list[str]) -> int:
    """Return how well an app answers a search; 0 for not at all."""
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
    """Return the apps that answer a search, the best first; of equals, in the order given."""
    every = _words(query)
    words = [word for word in every if word not in _FILLERS] or every
    if not words:
        return []
    joined = " ".join(words)
    scored = [(_score(each, joined, words), each) for each in listings]
    return [each for score, each in sorted(scored, key=lambda item: -item[0]) if score]


def suggest(listings: Iterable[Listing], typed: str) -> list[str]:
    """Return titles that go on from what was typed, in lower case, six at most."""
    start = " ".join(typed.casefold().split())
    if not start:
        return []
    titles = [each.title.casefold() for each in listings]
    begin = [title for title in titles if title.startswith(start)]
    within = [title for title in titles if f" {start}" in title]
    return list(dict.fromkeys(begin + within))[:6]
