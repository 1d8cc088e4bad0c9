"""The main activity: the navigation drawer, the list of recipes, and other destinations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from android_gym.simulator.appkit.list_bars import search_bar
from android_gym.simulator.appkit.lists import Pages, scaffold
from android_gym.simulator.appkit.preferences import Row, Rows
from android_gym.simulator.apps.broccoli.actions import MainActions
from android_gym.simulator.apps.broccoli.dialogs import ChooseLanguages, EditCategory, RestoreAll
from android_gym.simulator.apps.broccoli.look import BROCCOLI, framed, photo
from android_gym.simulator.apps.broccoli.model import PAGE, Card, Page
from android_gym.simulator.apps.broccoli.screens import categories, settings, support
from android_gym.simulator.apps.broccoli.screens.calendar import calendar
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import (
    AppBarLayout,
    CardView,
    Chip,
    DrawerLayout,
    FloatingActionButton,
    MenuItem,
    NavigationView,
    Spinner,
    Toolbar,
)
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, OverflowScroll, RecyclerView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["MainActivity"]

DESTINATIONS: tuple[tuple[Page, str, str] | None, ...] = (
    ("recipes", "Recipes", "book_open_variant"),
    ("categories", "Categories", "label"),
    ("seasons", "Seasonal calendar", "leaf"),
    None,
    ("support", "Support the app", "coffee"),
    None,
    ("backup", "Backup and restore", "swap_vertical"),
    ("settings", "Settings", "cog"),
    ("about", "About the app", "information"),
)
"""Page, label and icon of the drawer's rows; None for a divider between groups."""

IDS = {"backup": "nav_backup_and_restore"}


class MainActivity(MainActions):
    """The main activity, which shows one of the drawer's destinations."""

    DIALOGS = (ChooseLanguages, EditCategory, RestoreAll)

    def ask_restore(self, uri: str) -> None:
        """Ask before restoring a backup."""
        self.show_dialog(RestoreAll(uri))

    def title(self) -> str:
        """Return the destination's name."""
        return next(entry[1] for entry in DESTINATIONS if entry and entry[0] == self.state.page)

    def rows(self) -> Sequence[Row | None]:
        """Return the preference rows of the current destination."""
        match self.state.page:
            case "settings":
                return settings.settings(self)
            case "backup":
                return settings.backup(self)
            case "about":
                return settings.about(self)
        return ()

    def build(self) -> Screen:
        """Build the bar, the destination and the drawer."""
        content = column(
            AppBarLayout([self.bar()], key="bar"), self._page(), width=MATCH, height=MATCH
        )
        layout = DrawerLayout(
            content,
            self._drawer(),
            self.state.drawer,
            lambda: self.update(drawer=False),
            id="drawer_layout",
        )
        # A frame of its own makes the drawer start below the status bar, as in the app.
        return framed(FrameLayout([layout], width=MATCH, height=MATCH), self.title())

    def bar(self) -> View:
        """Build the green bar."""
        return Toolbar(
            self.title(),
            id="toolbar",
            navigation="menu",
            navigation_description=f"{'Close' if self.state.drawer else 'Open'} navigation drawer",
            on_navigation=lambda: self.update(drawer=True),
        )

    def _page(self) -> View:
        page: View
        match self.state.page:
            case "recipes":
                page = self._recipes()
            case "categories":
                page = categories.categories(self)
            case "seasons":
                page = calendar(self)
            case "support":
                page = support.support(self)
            case _:
                shown = [entry for entry in self.rows() if entry is not None]
                page = self.listing(Rows(shown, self.view))
        page.width, page.height, page.weight = MATCH, 0, 1
        page.key = self.state.page
        return page

    def _drawer(self) -> View:
        items = [
            MenuItem(
                entry[1],
                partial(self.go, entry[0]),
                id=IDS.get(entry[0], f"nav_{entry[0]}"),
                icon=entry[2],
                checked=entry[0] == self.state.page,
            )
            if entry
            else None
            for entry in DESTINATIONS
        ]
        header = column(
            ImageView(
                BROCCOLI, size=60, width=60, height=60, important_for_accessibility="no", tint=None
            ),
            TextView("Broccoli", size=14, color="on_app_bar", width=MATCH, padding=(0, 8, 0, 0)),
            TextView("Free for everyone", id="header_subtitle", color="on_app_bar"),
            width=MATCH,
            height=176,
            padding=16,
            content_gravity="bottom",
            background="drawer_header",
        )
        return NavigationView(items, header=header, id="nav_view")

    # -- recipes

    def _recipes(self) -> View:
        state, store = self.state, self.store
        calendar = self.calendar
        food = calendar.food(state.food) if calendar is not None and state.food else None
        wanted = (state.category, state.query or "", food.terms if food is not None else ())
        total = store.count(*wanted)
        if total:
            pages = Pages(lambda number: store.page(number, *wanted), PAGE)
            body: View = RecyclerView(
                total,
                lambda index: self._card(pages.get(index)),
                id="recycler_view",
                content_description="Recipes",
                padding=(0, 0, 0, 90),
                key=("list", *wanted),
            )
        else:
            body = _nothing()
        add = FloatingActionButton(
            "add", id="fab_recipes", content_description="New Recipe", on_click=self.new_recipe
        )
        return scaffold(self._second_bar(), body, fab=add)

    def _second_bar(self) -> View:
        state, filters = self.state, self.filters()
        numbers = [number for number, _ in filters]
        chosen = numbers.index(state.category) if state.category in numbers else 0
        if state.query is not None:
            name = filters[chosen][1].upper()
            return search_bar(
                state.query,
                self.search,
                f"Search in {name}",
                id="toolbar_recipes",
                background="second_bar",
            )
        if state.food:
            chip = Chip(
                state.food,
                id="chip",
                on_close=lambda: self.update(food=""),
                margin=(16, 0, 0, 0),
            )
            inside: View = row(chip, width=MATCH)
        else:
            inside = Spinner(
                [label for _, label in filters],
                chosen,
                lambda index: self.update(category=numbers[index]),
                id="spinner",
                content_description="Categories",
                text_style="app_bar_title",
                color="on_app_bar",
                width=MATCH,
                margin=(8, 0, 0, 0),
            )
        return Toolbar(
            content=inside,
            menu=[
                MenuItem("Search", lambda: self.search(""), id="action_search", icon="magnify"),
            ],
            id="toolbar_recipes",
            background="second_bar",
        )

    def _card(self, card: Card | None) -> View:
        if card is None:
            return View()
        texts = column(
            TextView(
                card.title,
                id="card_text_view_title",
                size=22,
                most_scale=1.5,
                max_lines=2,
                color="text_primary",
            ),
            TextView(
                card.description,
                id="card_text_view_description",
                max_lines=2,
                size=14,
                most_scale=1.5,
                color="text_secondary",
            ),
            TextView(
                card.source,
                id="card_text_view_source",
                max_lines=1,
                size=14,
                most_scale=1.5,
                color="primary",
            ),
            width=0,
            weight=1,
            height=MATCH,
            padding=(8, 0),
            content_gravity="center_vertical",
        )
        image = photo(
            self.photo_of(card.image),
            50,
            id="card_image",
            width=120,
            height=120,
            background="photo_ground",
        )
        return FrameLayout(
            [
                CardView(
                    [row(image, texts, width=MATCH, height=MATCH)],
                    width=MATCH,
                    height=120,
                    margin=(8, 8, 8, 0),
                    corners=4,
                    on_click=partial(self.open_details, card.id),
                )
            ],
            key=card.id,
            width=MATCH,
        )


def _nothing() -> View:
    """Build the message for an empty list; it scrolls if the screen is too small."""
    return OverflowScroll(
        column(
            column(
                TextView("No recipes found.", size=22, padding=(0, 0, 0, 16)),
                TextView("create a new recipe", size=22, icon="plus"),
                TextView("import a recipe from a website", size=22, icon="share_variant"),
                gravity="center_horizontal",
            ),
            id="recipes_empty",
            width=MATCH,
            padding=50,
            content_gravity="center_vertical",
        ),
        fill_viewport=True,
    )
