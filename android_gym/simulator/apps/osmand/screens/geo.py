"""The activity that opens the map for a ``geo:`` URI."""

from __future__ import annotations

from immutables import Map

from android_gym.simulator.apps.osmand.actions import OsmandScreen
from android_gym.simulator.apps.osmand.formats import parse_coordinates
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import NoState
from android_gym.simulator.ui.layouts import full_column
from android_gym.simulator.ui.view import View

__all__ = ["GeoIntentActivity", "show_on_map"]

MAP = "net.osmand/net.osmand.plus.activities.MapActivity"


def show_on_map(screen: OsmandScreen[object], what: str) -> None:
    """Open the map at a place, in the format that `MapActivity` reads."""
    screen.start_activity(Intent(component=MAP, extras=Map({"show": what})))


class GeoIntentActivity(OsmandScreen[NoState]):
    """Has no content of its own; passes the place to the map."""

    def build(self) -> View:
        """Build an empty page."""
        return full_column(background="background")

    def on_resume(self) -> None:
        """Open the map and finish."""
        data = (self.intent.data or "").removeprefix("geo:")
        place, _, rest = data.partition("?")
        query = next((p[2:] for p in rest.split("&") if p.startswith("q=")), "")
        if parse_coordinates(place.replace(",", ", ")) in (None, (0.0, 0.0)):
            place = query.partition("(")[0]
        self.finish()
        show_on_map(self, f"geo\n{place.replace(',', ', ')}")
