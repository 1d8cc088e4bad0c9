"""The full-screen search: tabs while nothing is typed, then the results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal

from android_gym.simulator.apps.osmand import finding
from android_gym.simulator.apps.osmand.formats import parse_coordinates
from android_gym.simulator.apps.osmand.look import ROW, TEXT, full_screen, heading, list_row
from android_gym.simulator.apps.osmand.model import Hit
from android_gym.simulator.apps.osmand.navigating import NavigationActions
from android_gym.simulator.apps.osmand.storage import has_map
from android_gym.simulator.system.location import distance_m
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import TabLayout
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, ScrollView, column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageButton, ImageView, TextView

__all__ = ["CoordinatesDialog", "SearchDialog"]

Purpose = Literal["", "start", "end", "via"]
Among = Literal["", "cities", "postcodes"]
HINTS: Final[dict[Among, str]] = {
    "": "Type to search all",
    "cities": "Type city or town",
    "postcodes": "Type postcode",
}
Row = tuple[str, Hit | None]
"""A row: a result's label and hit, or a label without a hit."""

MORE = "INCREASE SEARCH RADIUS"
NOTHING = "Nothing found"
_PLACES = ("town", "village", "hamlet")


@dataclass(frozen=True)
class SearchDialog(Dialog[NavigationActions]):
    """Searches the map, the history and the favourites.

    Attributes:
        query: The typed text.
        tab: Index of the tab.
        chosen: The place or street whose streets or houses are listed.
        category: Name of the category whose points of interest are listed.
        among: The only kind searched for; "" for everything.
        purpose: The point of a route that is searched for; "" for none.
    """

    query: str = ""
    tab: int = 1
    chosen: Hit | None = None
    category: str = ""
    among: Among = ""
    purpose: Purpose = ""

    def build(self, screen: NavigationActions) -> Overlay:
        """Build the bar, and the tabs or the list."""
        below: list[View | None]
        if self.query or self.chosen is not None or self.category or self.among:
            below = self._found(screen)
        else:
            below = self._tabs(screen)
        return full_screen(screen, self._bar(screen), *below, title="Search")

    def _bar(self, screen: NavigationActions) -> View:
        clear = None
        if self.query:
            clear = ImageButton(
                "close",
                id="clearButton",
                content_description="Clear",
                on_click=lambda: self._everything(screen),
            )
        return wide_row(
            ImageButton(
                "arrow_back",
                content_description="Navigate up",
                width=56,
                height=56,
                on_click=lambda: self.go_back(screen),
            ),
            EditText(
                self.query,
                id="searchEditText",
                hint=HINTS[self.among],
                on_text_change=lambda text: self._typed(screen, text),
                ime_action="search",
                on_editor_action=screen.hide_keyboard,
                autofocus=True,
                max_length=500,
                background="transparent",
                size=18,
                width=0,
                weight=1,
                gravity="center_vertical",
            ),
            clear,
            id="toolbar",
            class_name="android.view.ViewGroup",
            background="app_bar",
            min_height=56,
            eats_touches=True,
        )

    def go_back(self, screen: NavigationActions) -> None:
        """Clear the choice of a place, street or category, then close the search."""
        if self.chosen is not None or self.category or self.among:
            self._everything(screen)
        else:
            screen.dismiss_dialog()

    def _everything(self, screen: NavigationActions) -> None:
        screen.update_dialog(replace(self, query="", chosen=None, category="", among=""))

    def _typed(self, screen: NavigationActions, text: str) -> None:
        chosen = self.chosen
        if chosen is not None and not text.startswith(chosen.name):
            chosen = None  # its name was removed from the query
        screen.update_dialog(replace(self, query=text, chosen=chosen))

    # -- empty query

    def _tabs(self, screen: NavigationActions) -> list[View | None]:
        pages = (self._history, self._categories, self._address)
        return [
            TabLayout(
                ["History", "Categories", "Address"],
                self.tab,
                lambda tab: screen.update_dialog(replace(self, tab=tab)),
                id="tab_layout",
            ),
            pages[self.tab](screen),
        ]

    def _history(self, screen: NavigationActions) -> View:
        store = screen.history
        numbers = store.numbers()
        if not numbers:
            empty = TextView("Search history is empty", padding=16, color="text_secondary")
            return ScrollView(empty, width=MATCH, height=0, weight=1)

        def row(index: int) -> View:
            hit = store.get(numbers[index])
            return View(height=0) if hit is None else self._row(screen, hit)

        return _list(len(numbers), row, lambda index: numbers[index])

    def _categories(self, screen: NavigationActions) -> View:
        rows = [
            list_row(
                label,
                icon=icon,
                tint="#FF8800",
                id="search_item",
                on_click=partial(
                    screen.update_dialog, replace(self, category=name, query=f"{label} ")
                ),
            )
            for name, label, icon in finding.CATEGORIES
        ]
        return _list(len(rows), rows.__getitem__, lambda index: index)

    def _address(self, screen: NavigationActions) -> View:
        def link(label: str, click: Callable[[], object]) -> View:
            return TextView(
                label,
                id="title",
                size=14,
                weight_font=500,
                color="primary",
                width=MATCH,
                padding=(16, 14),
                on_click=click,
            )

        def only(among: Among) -> None:
            screen.update_dialog(replace(self, among=among))
            screen.show_keyboard("searchEditText")

        rows: list[View] = [
            link("First specify city/town/locality", partial(only, "cities")),
            link("Postcode search", partial(only, "postcodes")),
            link(
                "Coordinates search",
                lambda: screen.show_dialog(CoordinatesDialog(purpose=self.purpose)),
            ),
        ]
        if has_map(screen.context):
            rows.append(heading("Nearest cities"))
            rows += [self._row(screen, hit) for hit in finding.nearest_places(screen.centre)]
        return _list(len(rows), rows.__getitem__, lambda index: index)

    # -- results

    def hits(self, screen: NavigationActions) -> list[Hit]:
        """Return the results."""
        there, centre = has_map(screen.context), screen.centre
        chosen = self.chosen
        if self.category:
            label = next((c[1] for c in finding.CATEGORIES if c[0] == self.category), "")
            text = self.query.removeprefix(label).strip()
            return finding.in_category(self.category, centre, text) if there else []
        if chosen is not None:
            text = self.query.removeprefix(chosen.name).strip(" ,")
            if chosen.kind == "street":
                return finding.houses_of(chosen.name, chosen.place, text)
            return finding.streets_of(chosen.name, text)
        if self.among == "cities":
            return finding.cities(self.query, centre) if there else []
        if self.among == "postcodes":
            return finding.postcodes(self.query) if there else []
        favorites = [f for group in screen.favorites.groups() for f in group.favorites]
        return finding.find(self.query, centre, favorites, map_there=there)

    def _button(self, screen: NavigationActions, hits: list[Hit]) -> View | None:
        """Build the row above the list, which shows the choice or first result on the map."""
        chosen, action = self.chosen, "SELECT" if self.purpose else "SHOW"
        click: Callable[[], object]
        if chosen is not None:
            name = chosen.name.upper()
            label = f"SELECT {name}" if self.purpose else f"SHOW {name} ON THE MAP"
            click = partial(self.take, screen, chosen)
        elif self.among:
            return None
        elif self.query and parse_coordinates(self.query) is None and self.query[0].isdigit():
            label = "ADVANCED COORDINATES SEARCH"
            click = partial(screen.show_dialog, CoordinatesDialog(purpose=self.purpose))
        elif hits:
            label = action if self.purpose else "SHOW ON MAP"
            click = partial(self.take, screen, hits[0])
        else:
            return None
        return wide_row(
            wide_row(
                ImageView(
                    "map_marker", id="buttonToolbarImage", tint="primary", margin=(0, 0, 24, 0)
                ),
                TextView(
                    label,
                    id="buttonToolbarTitle",
                    size=14,
                    weight_font=500,
                    color="primary",
                    max_lines=1,
                ),
                id="buttonToolbar",
                min_height=48,
                padding=(16, 0),
                content_gravity="center_vertical",
                on_click=click,
            ),
            id="button_toolbar_layout",
            background="app_bar",
        )

    def _found(self, screen: NavigationActions) -> list[View | None]:
        hits = self.hits(screen)
        if not hits and self.chosen is None and (self.query or not self.among):
            empty = wide_column(
                TextView(NOTHING, id="empty_search_title", size=20),
                TextView(
                    "Change the search or increase its radius.",
                    id="empty_search_description",
                    color="text_secondary",
                    margin=(0, 8),
                ),
                padding=16,
            )
            return [
                self._button(screen, hits),
                ScrollView(empty, width=MATCH, height=0, weight=1),
            ]
        return [
            self._button(screen, hits),
            _list(
                len(hits),
                lambda index: self._row(screen, hits[index]),
                lambda index: (hits[index].kind, hits[index].name, hits[index].place, index),
                id="list",
            ),
        ]

    def _row(self, screen: NavigationActions, hit: Hit) -> View:
        metres = distance_m(hit.lat, hit.lon, *(screen.fix() or screen.centre))
        return wide_row(
            ImageView(hit.icon, id="imageView", tint="#FF8800", margin=(0, 0, 24, 0)),
            column(
                wide_row(
                    TextView(hit.name, id="title", size=16, max_lines=2, width=0, weight=1),
                    TextView(
                        screen.far(metres),
                        id="distance",
                        size=12,
                        color="primary",
                        icon="navigation",
                        icon_size=12,
                        icon_padding=2,
                        gravity="center_vertical",
                    ),
                ),
                TextView(hit.detail, id="subtitle", size=14, color="text_secondary", max_lines=1)
                if hit.detail
                else None,
                width=0,
                weight=1,
                gravity="center_vertical",
            ),
            id="searchListItemLayout",
            class_name=ROW,
            min_height=60,
            padding=(16, 4),
            content_gravity="center_vertical",
            background="card",
            on_click=partial(self.choose, screen, hit),
        )

    def choose(self, screen: NavigationActions, hit: Hit) -> None:
        """Show a result on the map, or first the streets or houses of a place or street."""
        if hit.kind in _PLACES or hit.kind == "street":
            inside = replace(self, query=f"{hit.name} ", chosen=hit, category="", among="")
            if inside.hits(screen):
                screen.update_dialog(inside)
                screen.show_keyboard("searchEditText")
                return
        self.take(screen, hit)

    def take(self, screen: NavigationActions, hit: Hit) -> None:
        """Close the search with a result."""
        screen.hide_keyboard()
        screen.dismiss_dialog()
        if self.purpose:
            screen.set_route_point(self.purpose, screen.full_spot(hit))
        else:
            screen.show_hit(hit, self.query.strip() or hit.name)


def _list(
    count: int, build: Callable[[int], View], key: Callable[[int], object], id: str = "list"
) -> View:
    return RecyclerView(
        count,
        build,
        row_key=lambda index: ("row", key(index)),
        id=id,
        class_name="android.widget.ListView",
        width=MATCH,
        height=0,
        weight=1,
    )


@dataclass(frozen=True)
class CoordinatesDialog(Dialog[NavigationActions]):
    """Asks for coordinates.

    Attributes:
        lat: Text of the latitude.
        lon: Text of the longitude.
        purpose: The point of a route that is searched for; "" for none.
    """

    lat: str = ""
    lon: str = ""
    purpose: Purpose = ""

    def build(self, screen: NavigationActions) -> Overlay:
        """Build the two fields and the place that they give."""
        place = parse_coordinates(f"{self.lat.strip()}, {self.lon.strip()}")

        def field(name: Literal["lat", "lon"], label: str, id: str) -> View:
            def typed(text: str) -> None:
                changed = replace(self, lat=text) if name == "lat" else replace(self, lon=text)
                screen.update_dialog(changed)

            return wide_column(
                TextView(label, size=12, color="text_secondary"),
                EditText(
                    getattr(self, name), id=id, hint=label, input_type="text", width=MATCH,
                    on_text_change=typed, autofocus=name == "lat", max_length=40,
                    ime_action="next" if name == "lat" else "done",
                ),
                padding=(16, 8),
            )  # fmt: skip

        def show() -> None:
            assert place is not None
            hit = Hit("location", screen.coordinates(*place), "", *place)
            screen.hide_keyboard()
            screen.dismiss_dialogs()
            if self.purpose:
                screen.set_route_point(self.purpose, screen.full_spot(hit))
            else:
                screen.show_hit(hit, f"{place[0]}, {place[1]}")

        found = None
        if place is not None:
            found = list_row(
                "Show on map", screen.coordinates(*place), icon="map_marker", tint="primary",
                id="coords_show", on_click=show, class_name=ROW,
            )  # fmt: skip
        return full_screen(
            screen,
            wide_row(
                ImageButton(
                    "arrow_back", content_description="Navigate up", width=56, height=56,
                    on_click=screen.dismiss_dialog,
                ),
                TextView(
                    "Coordinates search", class_name=TEXT, size=20, weight_font=500,
                    gravity="center_vertical",
                ),
                background="app_bar",
            ),
            field("lat", "Latitude", "latitudeEditText"),
            field("lon", "Longitude", "longitudeEditText"),
            found,
            title="Coordinates search",
        )  # fmt: skip
