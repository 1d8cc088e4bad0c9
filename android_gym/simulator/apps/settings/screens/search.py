"""The search over all rows of Settings (``com.google.android.settings.intelligence``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial

from immutables import Map

from android_gym.simulator.appkit.preferences import LinkPreference, Preference, Row, Rows
from android_gym.simulator.apps.settings.actions import FOCUS_KEY, SHOW_FRAGMENT
from android_gym.simulator.apps.settings.keywords import KEYWORDS
from android_gym.simulator.apps.settings.look import bar_button
from android_gym.simulator.apps.settings.model import Link, app_icon
from android_gym.simulator.apps.settings.pages import HOME, PACKAGE, PAGES, PageInfo, page_of
from android_gym.simulator.apps.settings.screens.page import Page, load
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.words import joined
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageView, TextView

ID = "com.android.settings.intelligence:id/"
MOST = 30


@cache
def _breadcrumbs(screen: str) -> str:
    """Return the titles from the top page down to a page."""
    titles: list[str] = []
    while screen != HOME:
        page = page_of(screen)
        assert page is not None, screen
        titles.insert(0, load(page).TITLE)
        screen = page.parent
    return joined(" > ", titles)


def _plain(text: str) -> str:
    """Normalise text for matching: a query of "wifi" finds "Wi-Fi"."""
    return text.casefold().replace("-", "").replace("\u2011", "")


def _words(text: str) -> set[str]:
    """Return the words of a text, with the parts of those that have hyphens."""
    text = text.casefold().replace("\u2011", "-").replace("&", "and")
    return {*re.findall(r"\w+", text), *re.findall(r"\w+", _plain(text))}


def _rank(query: str, title: str, keywords: str) -> int | None:
    """Rank a match, the best first; return None if a title and its keywords don't match.

    A title matches that contains the text. Otherwise each word of the text has to begin a word of
    the title or of its keywords.
    """
    plain, wanted = _plain(title), _plain(query)
    if plain.startswith(wanted):
        return 0
    if any(word.startswith(wanted) for word in plain.split()):
        return 1
    if wanted in plain:
        return 2
    words = _words(f"{title} {keywords}")
    if all(any(word.startswith(part) for word in words) for part in _words(query) or [""]):
        return 4
    return None


_APP = 3
"""Rank of apps."""


def _searchable(row: Row | None) -> bool:
    if isinstance(row, Link):
        return row.searchable
    return isinstance(row, (Preference, LinkPreference))


@dataclass(frozen=True)
class SearchState:
    """The search text."""

    query: str = ""


class Search(Page[SearchState]):
    """A text field, and the rows and apps that match its text."""

    TITLE = "Search settings"

    def rows(self) -> Sequence[Row | None]:
        """List the matches: by title, then apps, then by keywords."""
        query = self.state.query.strip()
        if not _plain(query):
            return []
        found: list[tuple[int, int, Link]] = []

        def add(rank: int | None, link: Link) -> None:
            if rank is not None:
                found.append((rank, len(found), link))

        title = "Wallpaper & style"
        rank = _rank(query, self.context.say(title), KEYWORDS[title])
        add(rank, Link(title, Search.personalize, title))
        for page in PAGES:
            if not page.parent:
                continue
            for title in self._titles(page):
                row = None if title == load(page).TITLE else title
                go = partial(Search.go, page=page, row=row)
                rank = _rank(query, self.context.say(title), KEYWORDS.get(title, ""))
                add(rank, Link(title, go, _breadcrumbs(page.screen)))
        for manifest, _ in self.context.system.packages.launcher_activities():
            if _rank(query, manifest.label, "") in (0, 1):
                go = partial(Search.show_app, package=manifest.package)
                add(_APP, Link(manifest.label, go, "Apps", app_icon(manifest)))
        found.sort(key=lambda item: item[:2])
        return [link for *_, link in found[:MOST]]

    def _titles(self, page: PageInfo) -> list[str]:
        """Return the titles of a page and its rows, except rows that open a page of that title."""
        made = load(page)(self.context, -1)
        titles = [made.TITLE]
        pages = {load(other).TITLE for other in PAGES if other.parent == page.screen}
        for item in made.rows():
            title = getattr(item, "title", "")
            if _searchable(item) and title not in pages and title:
                titles.append(title)
        return list(dict.fromkeys(titles))

    def go(self, page: PageInfo, row: str | None) -> None:
        """Open a found page, scrolled to a row."""
        extras = {SHOW_FRAGMENT: page.fragment_class}
        if row is not None:
            extras[FOCUS_KEY] = row
        component = f"{PACKAGE}/{PACKAGE}.SubSettings"
        self.start_activity(Intent(component=component, extras=Map(extras)))

    def personalize(self) -> None:
        """Open the wallpaper and style app."""
        self.start_activity(Intent(action="android.settings.WALLPAPER_SETTINGS"))

    def show_app(self, package: str) -> None:
        """Open the page of an app."""
        action, data = "android.settings.APPLICATION_DETAILS_SETTINGS", f"package:{package}"
        self.start_activity(Intent(action=action, data=data))

    def build(self) -> Screen:
        """Build the field with the matches below it."""
        query = self.state.query
        rows = Rows([item for item in self.rows() if item is not None], self.view)
        field = EditText(
            query,
            id=ID + "open_search_view_edit_text",
            hint=self.TITLE,
            ime_action="search",
            on_text_change=lambda text: self.update(query=text),
            autofocus=True,
            size=18,
            background="transparent",
            width=0,
            weight=1,
            padding=(8, 12),
        )
        name = f"{ID}open_search_view_clear_button"
        clear = bar_button("close", "Clear text", partial(self.update, query=""), id=name)
        up = bar_button("arrow_back", "Back", self.finish, width=56, height=56)
        bar = wide_row(
            up,
            field,
            clear if query else None,
            id=ID + "open_search_view_toolbar",
            class_name="android.view.ViewGroup",
            height=72,
            background="search_bar",
        )
        return Screen(
            full_column(bar, FrameLayout([self._results(rows)], width=MATCH, height=0, weight=1)),
            status_bar="search_bar",
            title=self.TITLE,
        )

    def _results(self, rows: Rows) -> View:
        if rows or not self.state.query.strip():
            listing = self.listing(rows)
            listing.id = ID + "list_results"
            return listing
        return wide_column(
            ImageView("search", size=48, background=Rounded("search_bar", 40), padding=16),
            TextView("No results", style="preference_title", margin=(0, 16, 0, 0)),
            id=ID + "no_results_layout",
            content_gravity="center_horizontal",
            padding=(24, 96),
        )
