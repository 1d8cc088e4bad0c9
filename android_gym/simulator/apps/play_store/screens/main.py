"""The first screen: shelves, charts and categories of apps and of games."""

from __future__ import annotations

from functools import partial
from typing import Final

from android_gym.simulator.apps.play_store.actions import Store
from android_gym.simulator.apps.play_store.catalogue import GAMES, ICONS, categories
from android_gym.simulator.apps.play_store.dialogs import AccountMenu
from android_gym.simulator.apps.play_store.look import app_row, card, offline, shelf_heading
from android_gym.simulator.apps.play_store.model import Listing, MainState, Shelf
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import (
    BottomNavigationView,
    ListItem,
    NavItem,
    TabLayout,
)
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    HorizontalScrollView,
    RecyclerView,
    full_column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, ImageView, TextView

__all__ = ["MainActivity"]

_SHELVES: Final[tuple[tuple[Shelf, NavItem], ...]] = (
    ("games", NavItem("Games", "gamepad_variant_outline", id="nav_games")),
    ("apps", NavItem("Apps", "apps", id="nav_apps")),
)
_SECTIONS: Final = ("For you", "Top charts", "Categories")
_CARDS: Final = 8
"""Number of cards in a shelf."""

_CHART: Final = 50
_SUFFIXES: Final = {"K": 10**3, "M": 10**6, "B": 10**9}


def _downloads(listing: Listing) -> int:
    number = listing.downloads.rstrip("+")
    return int(number[:-1]) * _SUFFIXES[number[-1]]


class MainActivity(Store[MainState]):
    """Shows apps and games."""

    DIALOGS = (AccountMenu,)

    def build(self) -> Screen:
        """Build the search bar, the tabs with their page, and the bottom navigation."""
        state = self.state
        shelves = [shelf for shelf, _ in _SHELVES]
        content = full_column(
            self._search_bar(),
            TabLayout(
                _SECTIONS,
                state.section,
                lambda index: self.update(section=index),
                scrollable=True,
                all_caps=False,
                background="transparent",
            ),
            self._page() if self.online else offline(self.look_again),
            BottomNavigationView(
                [item for _, item in _SHELVES],
                shelves.index(state.shelf),
                lambda index: self.update(shelf=shelves[index]),
                id="bottom_navigation",
            ),
        )
        return Screen(content, navigation_bar="bottom_bar", title="Google Play Store")

    def _search_bar(self) -> View:
        field = wide_row(
            ImageView("magnify", size=24, margin=(0, 0, 12, 0)),
            TextView(
                "Search for apps & games",
                style="body_large",
                color="text_secondary",
                width=0,
                weight=1,
                max_lines=1,
            ),
            id="search_bar",
            height=48,
            padding=(16, 0),
            content_gravity="center_vertical",
            background=Rounded("surface_container_high", 24),
            on_click=self.open_search,
        )
        field.width, field.weight = 0, 1
        account = ImageButton(
            "account_circle",
            id="account_menu",
            content_description="Account and settings",
            on_click=lambda: self.show_dialog(AccountMenu()),
        )
        return wide_row(field, account, padding=(16, 8, 8, 8), content_gravity="center_vertical")

    def _page(self) -> View:
        games = self.state.shelf == "games"
        offers = [each for each in self.offers() if (each.category in GAMES) is games]
        match self.state.section:
            case 1:
                return self._charts(offers)
            case 2:
                return self._categories(categories(games))
            case _:
                return self._shelves(offers, categories(games))

    def _shelves(self, offers: list[Listing], kinds: tuple[str, ...]) -> View:
        best = sorted(offers, key=lambda each: -each.rating)[:_CARDS]
        shelves = [("Suggested for you", best, "")]
        for kind in kinds:
            shelves.append((kind, [e for e in offers if e.category == kind][:_CARDS], kind))
        shelves = [shelf for shelf in shelves if shelf[1]]

        def build(index: int) -> View:
            title, shown, kind = shelves[index]
            cards = row(
                *(card(self.context, e, partial(self.open_page, e.package)) for e in shown),
                padding=(16, 0),
                content_gravity="top",
            )
            more = partial(self.open_category, kind) if kind else self._to_charts
            return wide_column(
                shelf_heading(title, more),
                HorizontalScrollView(cards, width=MATCH),
                padding=(0, 4),
            )

        return RecyclerView(
            len(shelves),
            build,
            row_key=lambda index: shelves[index][0],
            id="shelves",
            key=f"shelves {self.state.shelf}",
            width=MATCH,
            height=0,
            weight=1,
        )

    def _to_charts(self) -> None:
        self.update(section=1)

    def _charts(self, offers: list[Listing]) -> View:
        ranked = sorted(offers, key=lambda each: (-_downloads(each), each.title))[:_CHART]

        def build(index: int) -> View:
            each = ranked[index]
            rank = TextView(str(index + 1), style="body_medium", min_width=24, align="center")
            open_page = partial(self.open_page, each.package)
            return app_row(self.context, each, open_page, trailing=rank)

        return RecyclerView(
            len(ranked),
            build,
            row_key=lambda index: ranked[index].package,
            id="charts",
            key=f"charts {self.state.shelf}",
            width=MATCH,
            height=0,
            weight=1,
        )

    def _categories(self, kinds: tuple[str, ...]) -> View:
        def build(index: int) -> View:
            kind = kinds[index]
            return ListItem(
                kind,
                icon=ICONS[kind],
                trailing=ImageView("chevron_right"),
                on_click=partial(self.open_category, kind),
            )

        return RecyclerView(
            len(kinds),
            build,
            row_key=lambda index: kinds[index],
            id="categories",
            key=f"categories {self.state.shelf}",
            width=MATCH,
            height=0,
            weight=1,
        )
