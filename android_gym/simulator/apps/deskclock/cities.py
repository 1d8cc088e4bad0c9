"""The page that adds a city to the world clock."""

from __future__ import annotations

import unicodedata
import zoneinfo
from dataclasses import dataclass

from android_gym.simulator.apps.deskclock.city_list import CITIES, City, add, chosen
from android_gym.simulator.apps.deskclock.look import theme_of
from android_gym.simulator.apps.deskclock.texts import clock_text, is_24
from android_gym.simulator.ui.activity import Activity, Screen
from android_gym.simulator.ui.components import ListItem, SearchView, Toolbar, empty_state
from android_gym.simulator.ui.layouts import RecyclerView, column
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["CitySelection"]


@dataclass(frozen=True)
class CitiesState:
    """What is looked for."""

    query: str = ""


def _plain(text: str) -> str:
    """A text without case and accents."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


class CitySelection(Activity[CitiesState]):
    """A search field, and the cities that it finds."""

    def theme(self) -> Theme:
        """As the main activity's."""
        return theme_of(self.context.system.display.dark)

    def build(self) -> Screen:
        """The field and the list; nothing before anything is typed."""
        query = self.state.query
        bar = Toolbar(
            navigation="arrow_back",
            on_navigation=self.finish,
            content=SearchView(
                query,
                lambda text: self.update(query=text),
                hint="Search for a city",
                field_id="open_search_view_edit_text",
                field_class="android.widget.EditText",
            ),
            id="toolbar",
        )
        wanted = _plain(query.strip())
        found = [c for c in CITIES if wanted and _plain(c.name).startswith(wanted)]
        inside = f" {wanted}"
        found += [
            c
            for c in CITIES
            if wanted and c not in found and inside in _plain(f"{c.name} {c.country}")
        ]
        body: View
        if not wanted:
            body = empty_state("Search for a city", icon="magnify")
        elif not found:
            body = empty_state(f"No results for \u201c{query.strip()}\u201d")
        else:
            body = RecyclerView(
                len(found), lambda index: self._row(found[index]), id="cities_list", width=MATCH
            )
        body.height, body.weight = 0, 1.0
        return Screen(column(bar, body, width=MATCH, height=MATCH))

    def _row(self, city: City) -> View:
        clock = self.context.system.clock
        there = clock.minute().astimezone(zoneinfo.ZoneInfo(city.zone))
        added = city in chosen(self.context)
        return ListItem(
            f"{city.name}, {city.country}",
            "Added" if added else None,
            title_id="city_name",
            trailing=TextView(clock_text(there, is_24(self.context)), id="city_time"),
            key=city.name,
            on_click=lambda: self._add(city),
        )

    def _add(self, city: City) -> None:
        add(self.context, city)
        self.finish()
