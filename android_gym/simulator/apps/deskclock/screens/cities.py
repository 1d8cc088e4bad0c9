"""The search for a city to add to the world clock."""

from __future__ import annotations

import zoneinfo

from android_gym.simulator.appkit.times import is_24_hour
from android_gym.simulator.apps.deskclock.look import THEME
from android_gym.simulator.apps.deskclock.model import CitiesState, City
from android_gym.simulator.apps.deskclock.storage import chosen_cities, cities, put_cities
from android_gym.simulator.apps.deskclock.texts import clock_text
from android_gym.simulator.system.accents import folded
from android_gym.simulator.system.words import joined, phrase, verbatim
from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.components import ListItem, SearchView, Toolbar, empty_state
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, full_column
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["CitySelection"]


def _search(wanted: str) -> list[City]:
    """Return cities that start with a text, then those with another word that starts with it."""
    if not wanted:
        return []
    begun = [city for city in cities().values() if folded(city.name).startswith(wanted)]
    inside = f" {wanted}"
    return begun + [
        city
        for city in cities().values()
        if city not in begun and inside in folded(f"{city.name} {city.country}")
    ]


class CitySelection(Activity[CitiesState]):
    """A search field with the cities found."""

    def theme(self) -> Theme:
        """Return the main activity's theme."""
        return THEME

    def build(self) -> View:
        """Build the field and the list, which is empty until something is typed."""
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
        found = _search(folded(query.strip()))
        body: View
        if not query.strip():
            body = empty_state("Search for a city", icon="magnify")
        elif not found:
            body = empty_state(
                phrase("No results for \u201c{query}\u201d", query=verbatim(query.strip()))
            )
        else:
            body = RecyclerView(
                len(found), lambda index: self._row(found[index]), id="cities_list", width=MATCH
            )
        body.height, body.weight = 0, 1.0
        return full_column(bar, body)

    def _row(self, city: City) -> View:
        there = self.context.system.clock.minute().astimezone(zoneinfo.ZoneInfo(city.zone))
        return ListItem(
            joined(", ", (city.name, city.country)),
            "Added" if city in chosen_cities(self.context) else None,
            title_id="city_name",
            trailing=TextView(clock_text(there, is_24_hour(self.context)), id="city_time"),
            key=city.name,
            on_click=lambda: self._add(city),
        )

    def _add(self, city: City) -> None:
        others = [other for other in chosen_cities(self.context) if other != city]
        put_cities(self.context, [*others, city])
        self.finish()
